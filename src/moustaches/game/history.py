"""The events of a long game in little memory: the latest as they are, older ones packed.

It reads like a list. Whoever asks for old events gets them unpacked; a table that is only played on never does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import overload

from .events import Event
from .packing import packed, unpacked

PACK = 32  # events


class History:
    """A list of events that only grows."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.packs: list[bytes] = []
        self.latest: list[Event] = []
        self.extend(events)

    def __len__(self) -> int:
        return PACK * len(self.packs) + len(self.latest)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.since(0))

    @overload
    def __getitem__(self, at: int) -> Event: ...
    @overload
    def __getitem__(self, at: slice) -> list[Event]: ...
    def __getitem__(self, at: int | slice) -> Event | list[Event]:
        if isinstance(at, int):
            number = range(len(self))[at]
            return self.since(number // PACK)[number % PACK]
        start, stop, step = at.indices(len(self))
        if step != 1:
            return self.since(0)[at]
        first = min(start // PACK, len(self.packs))
        return self.since(first)[start - PACK * first : max(stop - PACK * first, 0)]

    def since(self, pack: int) -> list[Event]:
        """From the beginning of a pack on; the latest have no pack yet."""
        if pack >= len(self.packs):
            return self.latest[PACK * (pack - len(self.packs)) :]
        return [event for each in self.packs[pack:] for event in unpacked(each)] + self.latest

    def append(self, event: Event) -> None:
        self.extend((event,))

    def extend(self, events: Iterable[Event]) -> None:
        self.latest.extend(events)
        while len(self.latest) >= 2 * PACK:
            self.packs.append(packed(self.latest[:PACK]))
            del self.latest[:PACK]

"""Reads the description of a position: plain JSON data, checked piece by piece.

Each game's own module says which keys there are (`docs/positions.md`); whatever is wrong is one `BadPosition` that
names the key, what was expected and what was found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moustaches.content.value import Value
from moustaches.errors import BadPosition, MoustachesError


def described(description: dict[str, Any]) -> Value:
    """The description as a value that knows its keys."""
    return Value("position", "", description, BadPosition)


def mask(value: Value, parse: Callable[[str], int], what: str) -> int:
    """A list of different cards as a mask."""
    found = 0
    for item in value.items(what):
        number = named(item, parse)
        if found >> number & 1:
            raise item.wrong("each card once", f"{item.found} again")
        found |= 1 << number
    return found


def named(value: Value, parse: Callable[[str], int]) -> int:
    """One card by its name."""
    try:
        return int(parse(value.text()))
    except MoustachesError as problem:
        if isinstance(problem, BadPosition):
            raise
        raise value.wrong(str(problem).partition("expected ")[2] or "a card") from None


def masks(value: Value, count: int, parse: Callable[[str], int], what: str) -> list[int]:
    """A list of cards for each seat."""
    return [mask(item, parse, what) for item in value.items("lists, one for each seat", count)]


def wholes(value: Value, count: int, low: int, high: int, default: int | None = None) -> list[int]:
    """A whole number for each seat, or the default for all where nothing is said."""
    if value.raw is None and default is not None:
        return [default] * count
    return list(value.wholes(count, low, high))


def whole(value: Value, low: int, high: int, default: int) -> int:
    return default if value.raw is None else value.whole(low, high)


def disjoint(value: Value, parts: list[int], words: Callable[[int], tuple[str, ...]]) -> int:
    """All cards of the parts; each may lie in one place only."""
    seen = 0
    for part in parts:
        if seen & part:
            raise value.wrong("each card in one place", f"{', '.join(words(seen & part))} in two")
        seen |= part
    return seen

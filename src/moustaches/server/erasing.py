"""Takes people out of the log. What was played stays, so the game and its record are what they were; who it was goes.

In the place of a person comes another id that means nobody; names and words are empty.
"""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex

from msgspec.structs import replace

from .entries import AnyEntry, Created, HostPassed, Said, Sat, SeatMoved


class Eraser:
    """Erases everyone of whom `leaves` is true; one and the same person becomes one and the same nobody."""

    def __init__(self, leaves: Callable[[str], bool]) -> None:
        self.leaves = leaves
        self.nobodies: dict[str, str] = {}

    def nobody(self, person: str) -> str:
        """Who stands in a person's place."""
        return self.nobodies.setdefault(person, token_hex(16))

    def erased(self, entry: AnyEntry, own_words: bool = False) -> AnyEntry:
        """The entry without them; `own_words`: it was said by one of them."""
        match entry:
            case Created(host=person) if self.leaves(person):
                return replace(entry, host=self.nobody(person))
            case Sat(person=person) if self.leaves(person):
                return replace(entry, person=self.nobody(person), name="", link="")
            case SeatMoved(person=person) if self.leaves(person):
                return replace(entry, person=self.nobody(person), link="")
            case HostPassed(person=person) if self.leaves(person):
                return replace(entry, person=self.nobody(person))
            case Said() if own_words:
                return replace(entry, name="", text="")
        return entry

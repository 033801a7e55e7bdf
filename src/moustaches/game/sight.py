"""What is seen of a table: what the engine has noted, as events, and what lies open or in one hand, as views.

This is done after every move for every seat, so these modules are compiled as the engine is, where that can be. They
are given nothing that a caller might get wrong: `Game` has looked at that before. What a compiled module cannot hold
(structs, and numbers with names) is in the words of each game.
"""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from .events import Event
from .reasons import Reason

Note = tuple[int, int, int, int]
"""Of the engine: a kind, a seat, and two numbers."""
SEATS = tuple([tuple([seat for seat in range(6) if mask >> seat & 1]) for mask in range(1 << 6)])
"""The seats of a mask."""


class Sight:
    """Of one table; each game has its own."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        """`texts`: of moves, by number."""
        self.texts = texts

    def copy(self, state: Any) -> Sight:
        """Of the same table, from a state of its own."""
        raise NotImplementedError

    def tell(self, notes: list[Note]) -> list[Event]:
        """What the engine noted, as events."""
        raise NotImplementedError

    def public(self) -> dict[str, Any]:
        """What everybody may know, as far as it can change."""
        raise NotImplementedError

    def own(self, seat: int | None) -> dict[str, Any]:
        """What only one seat may know: the part of its view that is its own. None: a spectator's."""
        raise NotImplementedError

    def own_depend_on(self, moves: int) -> list[object]:
        """For each seat, and last for a spectator, something that stays equal as long as `own` does; where it changes,
        `own` may have. `moves`: how many there have been."""
        raise NotImplementedError

    def deal_words(self, name: str, order: list[int]) -> tuple[str, ...]:
        """A shuffle in the words of the table."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Points, or what this game counts."""
        raise NotImplementedError

    def standings(self) -> list[tuple[int, ...]]:
        """What ranks each seat: higher is better."""
        raise NotImplementedError

    def why_outcome(self) -> Reason:
        """How the ranks came about."""
        raise NotImplementedError

    def words_of(self, moves: list[int]) -> tuple[str, ...]:
        """Moves as texts."""
        texts = self.texts
        return tuple([texts[move] for move in moves])


def named(mask: i64, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the things in a mask, in their order."""
    found: list[str] = []
    for name in names:
        if not mask:
            break
        if mask & 1:
            found.append(name)
        mask >>= 1
    return tuple(found)

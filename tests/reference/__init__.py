"""The rules of the three games once more: naive, slow and readable, as an oracle for the engine.

Each module is the rules text turned into plain strings, lists, sets and dictionaries, ruling by ruling, and shares
nothing with the engine. What happens at the table is told as facts: plain tuples, the first entry says what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Fact = tuple[object, ...]


class Shuffles:
    """The shuffles of a game, in the order in which they were dealt: what the rules leave to chance."""

    def __init__(self, dealt: Callable[[], Sequence[tuple[int, Any]]]) -> None:
        self.dealt = dealt
        self.used = 0

    def next(self, what: str, deck: Sequence[str]) -> list[str]:
        """The deck, shuffled; it must be exactly this deck that was shuffled."""
        deal = self.dealt()[self.used][1]
        self.used += 1
        assert deal.name.split()[1] == what, f"{what} should be shuffled now, not {deal.name}"
        assert sorted(deal.order) == sorted(deck), f"{what}: not this deck: {deal.order}"
        return list(deal.order)

    @property
    def all_used(self) -> bool:
        return self.used == len(self.dealt())


def ranks(results: Sequence[Any]) -> tuple[int, ...]:
    """The best result ranks first; equal results share a rank (R5)."""
    return tuple(1 + sum(other > result for other in results) for result in results)

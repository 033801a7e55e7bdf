"""How a game ended."""

from __future__ import annotations

from msgspec import Struct

from .reasons import Reason


class Outcome(Struct, frozen=True):
    """How a game ended. Rank 1 has won; equal results share a rank (R5)."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    why: Reason


def ranks_of(standings: list[tuple[int, ...]]) -> tuple[int, ...]:
    """1 for the best; equal standings share a rank, the next rank counts everyone before it."""
    return tuple(1 + sum(other > mine for other in standings) for mine in standings)

"""What every view has: a view is what one seat, or a spectator, may know, built field by field from nothing."""

from __future__ import annotations

from msgspec import Struct


class View(Struct, frozen=True, kw_only=True):
    """The part that the views of the three games share."""

    game: str
    version: int
    """How many events there have been."""
    seat: int | None
    """Whose view it is; none: a spectator's."""
    players: int
    options: dict[str, str | bool | list[str]]
    edition: str
    commitment: str
    seed: str | None
    """Published when the game is over."""
    phase: str
    to_act: tuple[int, ...]
    legal: tuple[str, ...]
    scores: tuple[int, ...] | None
    """Once the game is over."""

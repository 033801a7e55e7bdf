"""Sets and plays tables of the Club for the tests."""

from __future__ import annotations

from typing import Any

import moustaches
from moustaches.game.club import Club

SECRETS = [["leap", "white", "yarn"], ["strut", "brown", "hat"], ["sit", "blue", "mouse"]]
HANDS = [["rest-red", "roll-red"], ["roll-green", "leap-black"], ["roll-yellow", "strut-red"]]


def at(**description: Any) -> Club:
    """Three players in the middle of a game, seat 0 to play."""
    start: dict[str, Any] = {"players": 3, "secrets": SECRETS, "hands": HANDS}
    game = moustaches.position("club", {**start, **description}, seed=1)
    assert isinstance(game, Club)
    return game


def legal(game: Club, seat: int) -> set[str]:
    return {str(move) for move in game.legal(seat)}

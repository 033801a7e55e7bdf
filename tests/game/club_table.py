"""Sets and plays tables of the Club for the tests."""

from __future__ import annotations

from typing import Any, TypeVar

import moustaches
from moustaches.game.club import Club
from moustaches.game.events import Event

E = TypeVar("E", bound=Event)
SECRETS = [["leap", "white", "yarn"], ["strut", "brown", "hat"], ["sit", "blue", "mouse"]]
HANDS = [["rest-red", "roll-red"], ["roll-green", "leap-black"], ["roll-yellow", "strut-red"]]


def at(**description: Any) -> Club:
    """Three players in the middle of a game, seat 0 to play."""
    start: dict[str, Any] = {"players": 3, "secrets": SECRETS, "hands": HANDS}
    game = moustaches.position("club", {**start, **description}, seed=1)
    assert isinstance(game, Club)
    return game


def play(game: Club, *moves: str) -> list[Event]:
    """Plays moves like `0 keep`; all that happened."""
    happened: list[Event] = []
    for text in moves:
        seat, _, move = text.partition(" ")
        happened += game.play(int(seat), move)
    return happened


def only(events: list[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def legal(game: Club, seat: int) -> set[str]:
    return {str(move) for move in game.legal(seat)}

"""Plays moves written as `0 bid 1`, and finds events of a kind, in any game."""

from __future__ import annotations

from typing import TypeVar

from moustaches import Game
from moustaches.game.events import Event

E = TypeVar("E", bound=Event)


def play(game: Game, *moves: str) -> list[Event]:
    """Plays moves like `0 bid 1`; all that happened."""
    happened: list[Event] = []
    for text in moves:
        seat, _, move = text.partition(" ")
        happened += game.play(int(seat), move)
    return happened


def only(events: list[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]

"""A game as people see it: notation, positions, records, events, views, explanations, fair deals."""

from .game import Game
from .notation import Move
from .outcome import Outcome
from .reasons import Reason
from .records import load, verify
from .tables import GAMES, OPTIONS, PLAYERS, new, position

__all__ = [
    "GAMES",
    "OPTIONS",
    "PLAYERS",
    "Game",
    "Move",
    "Outcome",
    "Reason",
    "load",
    "new",
    "position",
    "verify",
]

"""Moustaches: three card games as one exact, fast rules library.

>>> import moustaches
>>> game = moustaches.new("gracias", players=4, seed=7)
>>> seat = game.to_act[0]
>>> events = game.play(seat, game.legal(seat)[0])
"""

from moustaches.content import edition, editions
from moustaches.errors import (
    BadEdition,
    BadMove,
    BadOption,
    BadPlayers,
    BadPosition,
    BadRecord,
    BadWeights,
    GameOver,
    IllegalMove,
    MoustachesError,
    NotYourTurn,
    UnknownGame,
    UnknownRuling,
)
from moustaches.game import Game, Move, Outcome, Reason, load, new, position, verify
from moustaches.game.fair import commitment

__version__ = "0.1.0"
__all__ = [
    "BadEdition",
    "BadMove",
    "BadOption",
    "BadPlayers",
    "BadPosition",
    "BadRecord",
    "BadWeights",
    "Game",
    "GameOver",
    "IllegalMove",
    "MoustachesError",
    "Move",
    "NotYourTurn",
    "Outcome",
    "Reason",
    "UnknownGame",
    "UnknownRuling",
    "commitment",
    "edition",
    "editions",
    "load",
    "new",
    "position",
    "verify",
]

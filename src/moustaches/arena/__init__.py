"""Matches between players on duplicate deals: who is better, by how much, and how sure that is.

>>> from moustaches.arena import match
>>> result = match("gracias", ["greedy", "random"], deals=20, seed=1)
>>> side = result.side("greedy", "one")
>>> side.win.low <= side.win.mean <= side.win.high
True
"""

from .estimates import Estimate
from .matches import KINDS, Match
from .plot import plot
from .results import Comparison, Pace, Player, Result, Run, Side
from .running import match

__all__ = [
    "KINDS",
    "Comparison",
    "Estimate",
    "Match",
    "Pace",
    "Player",
    "Result",
    "Run",
    "Side",
    "match",
    "plot",
]

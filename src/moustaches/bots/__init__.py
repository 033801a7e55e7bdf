"""Players that see what their seat sees: beliefs, search, a learned policy, and a coach that judges with them.

>>> import moustaches
>>> from moustaches.bots import player
>>> game = moustaches.new("gracias", players=3, seed=7)
>>> seat = game.to_act[0]
>>> player("novice").choose(game.view(seat)).move in game.view(seat).legal
True
"""

from .choice import Bot, Choice, Value, dice
from .coach import analyse, hint
from .players import BASELINES, LEVELS, player

__all__ = ["BASELINES", "LEVELS", "Bot", "Choice", "Value", "analyse", "dice", "hint", "player"]

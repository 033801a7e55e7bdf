"""The novice: plays sensibly by a few plain rules, and makes the mistakes that people make.

Now and then it misjudges a bid by one, forgets what was played, overlooks a rule card or misses a deduction. When it
does is drawn from the view and the seed, so the same table always meets the same novice.
"""

from __future__ import annotations

from moustaches.game.club_words import ClubView
from moustaches.game.gracias_words import GraciasView
from moustaches.game.moustache_words import MoustacheView
from moustaches.game.views import View

from . import novice_club, novice_gracias, novice_moustache
from .choice import Choice, dice
from .imagine import State, imagine
from .why import reasons


class Novice:
    """A beginner who knows the rules."""

    name = "novice"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View) -> Choice:
        rng = dice(view, self.seed)
        state: State
        if isinstance(view, GraciasView):
            state = imagine(view)
            move = novice_gracias.choose(view, rng)
        elif isinstance(view, MoustacheView):
            state = imagine(view)
            move = novice_moustache.choose(view, state, rng)
        else:
            assert isinstance(view, ClubView)
            state = imagine(view)
            move = novice_club.choose(view, state, rng)
        return Choice(move, reasons(view, state, move, ()))

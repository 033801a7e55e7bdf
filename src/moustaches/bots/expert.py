"""The expert: a larger network than the regular's, and search where the arena shows that it helps.

In Moustache the network's judgement is averaged with that of a tree search: they err in different ways. The network
plans the round, the search counts the cards. In Gracias what it thinks of the cards to lay is averaged with what comes
of them in worlds that agree with what the others bid and laid; at the bids, and where a game began in the middle of a
round, it is left alone.
"""

from __future__ import annotations

import numpy as np

from moustaches.engine import COMPILED
from moustaches.game.gracias_words import GraciasView
from moustaches.game.moustache_words import MoustacheView
from moustaches.game.views import View
from moustaches.mind.gracias import GraciasWorld
from moustaches.mind.moustache import MoustacheWorld
from moustaches.mind.search import tree_search
from moustaches.mind.world import World

from .choice import Choice, Value, dice
from .foresight import Judges, foresee, is_told
from .network import PREFERENCE, Network
from .policy import Judgement, judge
from .regular import ranked, searched, trusted, valued
from .sanity import overrule
from .slots import state_of, table_of
from .why import reasons

LESS = 1 if COMPILED else 20  # interpreted, the search is so many times smaller: a move must come soon
SIMULATIONS = 20_000 // LESS  # of the search in Moustache
GLIMPSES = 200  # worlds in which the network looks a trick ahead
TRUST = 0.5  # in the search, the rest is the network's
WORLDS = 800 if COMPILED else 200  # in which the past of a round of Gracias is looked at,
TRIED = 100 if COMPILED else 50  # and of these, in which cards are tried; most of it is the network's time
FALLBACK = 50_000 // LESS  # simulations of the search in place of the policy


class Expert:
    """The strongest player that answers within a fraction of a second."""

    name = "expert"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View) -> Choice:
        assert view.seat is not None
        world = table_of(view)
        state = state_of(world)
        if len(view.legal) == 1:
            move = view.legal[0]
            return Choice(move, reasons(view, state, move, ()))
        network, excuse = trusted(view, world, "expert")
        if network is None:
            return searched(view, world, excuse, FALLBACK, dice(view, self.seed))
        if isinstance(view, MoustacheView) and world.steps() == 1:
            values = self.both(view, network, world)
        elif isinstance(view, GraciasView) and view.phase == "play" and is_told(view):
            values = self.foreseen(view, network, world)
        else:
            values = valued(view, network, world)
        move = values[0].move
        return Choice(move, reasons(view, state, move, values), values)

    def both(self, view: View, network: Network, world: World) -> tuple[Value, ...]:
        """What the network and a search think of each move together, the best first."""
        assert view.seat is not None
        assert isinstance(world, MoustacheWorld)
        world.glimpses = GLIMPSES
        found = judge(network, world)
        counted = {
            move.slots[0]: move for move in tree_search(world, view.seat, SIMULATIONS, dice(view, self.seed))
        }
        wins = np.array([counted[slot].win for slot in found.slots])
        margins = np.array([counted[slot].margin for slot in found.slots])
        wins = TRUST * wins + (1 - TRUST) * found.wins
        margins = TRUST * margins + (1 - TRUST) * found.margins
        mixed = Judgement(found.slots, wins, margins, wins + PREFERENCE[view.game] * margins)
        return overrule(view, world, ranked(view, mixed))

    def foreseen(self, view: GraciasView, network: Network, world: World) -> tuple[Value, ...]:
        """What the network and the likely ends of the round say of each card together, the best first."""
        assert isinstance(world, GraciasWorld)
        small, _ = trusted(view, world, "regular")
        judges = Judges(small or network, network)
        found = foresee(view, judges, world, (WORLDS, TRIED), dice(view, self.seed))
        return overrule(view, world, ranked(view, found))

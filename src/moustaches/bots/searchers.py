"""Two players that search by random play and know nothing of the games but their rules: the yardsticks for all others.

Their worlds agree with everything that the seat has seen, all equally likely. They take nothing from what the others'
choices may mean, and think that everyone plays at random (`flat-mc`) or, as far as the tree goes, well (`ismcts`).
"""

from __future__ import annotations

from collections.abc import Callable

from moustaches.engine.bits import Rng
from moustaches.game.views import View
from moustaches.mind.search import Judged, flat_search, tree_search
from moustaches.mind.world import World

from .choice import Choice, Value, dice
from .slots import move_text, state_of, table_of
from .why import reasons

Search = Callable[[World, int, int, Rng], list[Judged]]


class FlatMonteCarlo:
    """Tries every move in each imagined world and plays on at random."""

    name = "flat-mc"

    def __init__(self, simulations: int, seed: int = 0) -> None:
        self.simulations = simulations
        self.seed = seed

    def choose(self, view: View) -> Choice:
        return searched(view, flat_search, self.simulations, dice(view, self.seed))


class TreeSearch:
    """Grows a tree of everyone's choices over imagined worlds."""

    name = "ismcts"

    def __init__(self, simulations: int, seed: int = 0) -> None:
        self.simulations = simulations
        self.seed = seed

    def choose(self, view: View) -> Choice:
        return searched(view, tree_search, self.simulations, dice(view, self.seed))


def searched(view: View, search: Search, simulations: int, rng: Rng) -> Choice:
    """The best move that a search finds; where there is only one, it is not searched for."""
    assert view.seat is not None
    world = table_of(view)
    values: tuple[Value, ...] = ()
    move = view.legal[0]
    if len(view.legal) > 1:
        values = values_of(view, search(world, view.seat, simulations, rng))
        move = values[0].move
    return Choice(move, reasons(view, state_of(world), move, values), values)


def values_of(view: View, judged: list[Judged]) -> tuple[Value, ...]:
    """What a search found, for the moves as the view writes them. Moves that it never tried are left out."""
    return tuple(Value(move_text(view, move.slots), move.win, move.margin) for move in judged if move.visits)

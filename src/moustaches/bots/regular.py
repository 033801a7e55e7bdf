"""The regular: the learned policy, one forward pass for a move (three where three cards are given).

Where it meets a rule card that it has never played with, or has no weights, it searches instead, and says so.
"""

from __future__ import annotations

from itertools import combinations

from moustaches.engine.bits import Rng
from moustaches.errors import BadWeights
from moustaches.game.reasons import Reason
from moustaches.game.views import View
from moustaches.mind.club import ClubWorld
from moustaches.mind.moustache import MoustacheWorld
from moustaches.mind.search import flat_search
from moustaches.mind.world import World

from .choice import Choice, Value, dice
from .network import Network, load
from .policy import Judgement, judge, unknown_rule
from .sanity import overrule
from .searchers import values_of
from .slots import move_text, state_of, table_of
from .why import no_weights, reasons
from .why import unknown_rule as never_met

FALLBACK = 2000  # simulations of the search in place of the policy
NETWORKS = {"moustache": "expert", "gracias": "regular", "club": "regular"}
"""Whose weights it takes: in Moustache the small network is not good enough."""
GLIMPSES = 128  # worlds in which the trick at hand is looked at in Moustache


class Regular:
    """Plays what its network thinks best."""

    name = "regular"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View) -> Choice:
        assert view.seat is not None
        world = table_of(view)
        state = state_of(world)
        if len(view.legal) == 1:
            move = view.legal[0]
            return Choice(move, reasons(view, state, move, ()))
        network, excuse = trusted(view, world, NETWORKS[view.game])
        if network is None:
            return searched(view, world, excuse, FALLBACK, dice(view, self.seed))
        if isinstance(world, MoustacheWorld):
            world.glimpses = GLIMPSES
        values = valued(view, network, world)
        move = values[0].move
        return Choice(move, reasons(view, state, move, values), values)


def trusted(view: View, world: World, level: str) -> tuple[Network | None, tuple[Reason, ...]]:
    """The network for this table, or why there is none."""
    stranger = unknown_rule(state_of(world))
    if stranger is not None:
        return None, (never_met(stranger),)
    try:
        return load(view.game, level), ()
    except BadWeights:
        return None, (no_weights(),)


def searched(view: View, world: World, excuse: tuple[Reason, ...], simulations: int, rng: Rng) -> Choice:
    """A search in place of the policy."""
    assert view.seat is not None
    values = values_of(view, flat_search(world, view.seat, simulations, rng))
    move = values[0].move
    return Choice(move, (*excuse, *reasons(view, state_of(world), move, values)), values)


def valued(view: View, network: Network, world: World) -> tuple[Value, ...]:
    """What the policy thinks of each legal move, the best first, with what is certain put right."""
    found = judge(network, world)
    if world.steps() > 1:
        return valued_gifts(view, network, world, found)
    values = ranked(view, found)
    if len(values) < len(view.legal) and isinstance(world, ClubWorld):
        values = (*values, *valued_rest(view, network, world, values))
    return overrule(view, world, values)


def valued_rest(view: View, network: Network, world: ClubWorld, known: tuple[Value, ...]) -> list[Value]:
    """The guesses that the policy does not consider; they are never thought better than those that it does."""
    world.widen()
    found = judge(network, world)
    moves = {value.move for value in known}
    lowest = known[-1]
    rest = []
    for number, slot in enumerate(found.slots):
        value = value_of(move_text(view, [slot]), found, number)
        if value.move not in moves:
            rest.append(Value(value.move, min(value.win, lowest.win), min(value.margin, lowest.margin)))
    return sorted(rest, key=lambda value: (-value.win, -value.margin))


def ranked(view: View, found: Judgement) -> tuple[Value, ...]:
    """Moves of one slot, the best first."""
    order = (-found.scores).argsort(kind="stable")
    return tuple(value_of(move_text(view, [found.slots[number]]), found, int(number)) for number in order)


def value_of(move: str, found: Judgement, number: int) -> Value:
    return Value(move, min(1.0, max(0.0, float(found.wins[number]))), float(found.margins[number]))


def valued_gifts(view: View, network: Network, world: World, found: Judgement) -> tuple[Value, ...]:
    """Three cards to give, one after the other; after the best three, all others by what each of their cards was worth
    as the first."""
    trial = world.copy()
    last = found
    best = [last.slots[last.best]]
    while trial.steps() > 1:
        trial.play(best[-1])
        last = judge(network, trial)
        best.append(last.slots[last.best])
    values = [value_of(move_text(view, best), last, last.best)]
    for three in combinations(range(len(found.slots)), 3):
        slots = [found.slots[number] for number in three]
        if set(slots) != set(best):
            wins = sum(float(found.wins[number]) for number in three) / 3
            margins = sum(float(found.margins[number]) for number in three) / 3
            values.append(
                Value(move_text(view, slots), min(wins, values[0].win), min(margins, values[0].margin))
            )
    return (values[0], *sorted(values[1:], key=lambda value: (-value.win, -value.margin)))

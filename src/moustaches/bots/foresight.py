"""Cards of Gracias by beliefs from behaviour: `foresee(view, judges, world, counts, rng)`.

Worlds that agree with what the seat sees are not equally likely: what the others bid and laid says more. Each world is
weighed by how likely players who go by a network would have done all that with these hands. In worlds drawn by their
weights the cards that may be best are tried, and everyone plays on by the network to the end of the round.
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moustaches.engine.bits import Rng
from moustaches.engine.gracias import LAY
from moustaches.game.gracias_words import STRENGTHS, GraciasView, Laid
from moustaches.mind.foresight import Futures, Past, Questions
from moustaches.mind.gracias import CHOICE_WORDS, MOST, WORDS, GraciasWorld

from .network import PREFERENCE, Network
from .policy import Judgement, Numbers, judge

TEMPERATURE = 0.02  # of the others' choices, in shares of the victory
SLIP = 0.05  # how often they choose anything
HOPELESS = log(0.001)  # a world so much less likely than another is given up
REACH = 0.03  # moves that the network thinks so much worse than the best are not tried
TRUST = 0.5  # in what comes of a move, the rest is the network's


class Judges(NamedTuple):
    """Two networks: what the others did is asked of the small one, a thousand times over, what will be of the other."""

    back: Network
    ahead: Network


def foresee(
    view: GraciasView, judges: Judges, world: GraciasWorld, counts: tuple[int, int], rng: Rng
) -> Judgement:
    """Every card, as the network judges it and, where it may be the best, by what comes of it too. `counts` are the
    worlds that are looked at and those in which cards are tried."""
    assert view.seat is not None
    found = judge(judges.ahead, world)
    near = (found.scores >= found.scores.max() - REACH).nonzero()[0]
    if len(near) == 1:
        return found
    past = Past(world, view.seat, laid_by(view), counts[0], rng)
    often = drawn(likelihoods(judges.back, past, past_of(view)), counts[1], rng)
    worlds = [past.worlds[number] for number in often.nonzero()[0].tolist()]
    shares = often[often > 0] / counts[1]
    wins, margins = play_on(judges.ahead, worlds, view.seat, [found.slots[number] for number in near])
    return averaged(found, near, shares @ wins, shares @ margins)


def averaged(found: Judgement, near: NDArray[np.intp], wins: Numbers, margins: Numbers) -> Judgement:
    """The network's judgement with what came of the moves near the best. The others follow the best of these: they stay
    as far behind as the network had them."""
    preference = PREFERENCE["gracias"]
    more_win = TRUST * (wins - found.wins[near])
    more_margin = TRUST * (margins - found.margins[near])
    best = (found.scores[near] + more_win + preference * more_margin).argmax()
    all_wins, all_margins = found.wins + more_win[best], found.margins + more_margin[best]
    all_wins[near] = found.wins[near] + more_win
    all_margins[near] = found.margins[near] + more_margin
    return Judgement(found.slots, all_wins, all_margins, all_wins + preference * all_margins)


# Looking back


def is_told(view: GraciasView) -> bool:
    """Does the view tell of the whole round? Not where the game began in the middle of it."""
    laid = laid_in(view)
    first = laid[0].seat if laid else view.leader
    return len(view.tricks) == sum(view.taken) and (view.leader is None or first == view.announcer)


def past_of(view: GraciasView) -> list[int]:
    """The moves of this round, in order."""
    players = view.players
    order = [(view.announcer + place) % players for place in range(players)]
    bids = [bid for bid in (view.bids[seat] for seat in order) if bid is not None]
    return [*bids, *(LAY + STRENGTHS.index(laid.card) for laid in laid_in(view))]


def laid_in(view: GraciasView) -> list[Laid]:
    """The cards of this round, in order."""
    return [laid for cards in (*(trick.cards for trick in view.tricks), view.trick) for laid in cards]


def laid_by(view: GraciasView) -> list[int]:
    """The cards that each seat has laid, as masks."""
    masks = [0] * view.players
    for laid in laid_in(view):
        masks[laid.seat] |= 1 << (0 if laid.card[0] == "J" else int(laid.card))
    return masks


def scores(network: Network, questions: Questions) -> Numbers:
    """What the policy goes by: a row for each question, minus infinity where it has no such choice."""
    number, rows = int(questions.number), int(questions.rows)
    observed = np.asarray(memoryview(questions.observed))[: number * WORDS].reshape(number, WORDS)
    choices = np.asarray(memoryview(questions.choices))[: rows * CHOICE_WORDS].reshape(rows, CHOICE_WORDS)
    counts = np.asarray(memoryview(questions.counts))[:number]
    found = network.judge_many(observed, choices, counts)
    table = np.full((number, MOST), -np.inf)
    table[np.arange(MOST) < counts[:, None]] = found[:, 0] + np.float32(PREFERENCE["gracias"]) * found[:, 1]
    return table


def likelihoods(network: Network, past: Past, moves: list[int]) -> Numbers:
    """For each world, how likely the others would have done what they did; the likeliest is 1. Worlds that have become
    all but impossible are given up on the way."""
    found = np.zeros(len(past.worlds))
    for move in moves:
        past.step(move)
        asked = int(past.questions.number)
        if asked:
            table = scores(network, past.questions)
            chances = np.exp((table - table.max(axis=1, keepdims=True)) / TEMPERATURE)
            chances /= chances.sum(axis=1, keepdims=True)
            made = chances[np.arange(asked), np.asarray(memoryview(past.chosen))[:asked]]
            counts = np.asarray(memoryview(past.questions.counts))[:asked]
            where = np.asarray(memoryview(past.questions.world))[:asked]
            found[where] += np.log((1 - SLIP) * made + SLIP / counts)
            found[found < found.max() + HOPELESS] = -np.inf
            past.likely = np.isfinite(found).nonzero()[0].tolist()
    return np.asarray(np.exp(found - found.max()))


def drawn(weights: Numbers, count: int, rng: Rng) -> NDArray[np.int64]:
    """How often each is drawn, of so many in all: at equal distances along their sum."""
    steps = (np.arange(count) + rng.below(1 << 20) / (1 << 20)) / count
    places = np.searchsorted(np.cumsum(weights) / weights.sum(), steps, side="right")
    return np.bincount(np.minimum(places, len(weights) - 1), minlength=len(weights))


# Looking ahead


def play_on(
    network: Network, worlds: list[GraciasWorld], seat: int, slots: list[int]
) -> tuple[Numbers, Numbers]:
    """Wins and margins at the end of the round, by world and slot."""
    futures = Futures(worlds, seat, slots)
    while futures.questions.number:
        futures.answer(scores(network, futures.questions).argmax(axis=1).tolist())
    futures.settle(seat)
    shape = (len(worlds), len(slots))
    wins = np.asarray(memoryview(futures.wins)).reshape(shape)
    return wins, np.asarray(memoryview(futures.margins)).reshape(shape)

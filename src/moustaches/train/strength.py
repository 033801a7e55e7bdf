"""How strong a network is by now: against fixed opponents on duplicate deals, one network at the table.

Every deal is played once from each seat. The opponents are `random` and a flat Monte-Carlo search.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from moustaches.engine.bits import Rng
from moustaches.mind.lanes import plain_choice
from moustaches.mind.moustache import MoustacheWorld
from moustaches.mind.world import World

from .tables import as_array, tables

Choose = Callable[[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]], NDArray[np.int64]]
KINDS = {"moustache": 4, "gracias": 4, "club": 3}  # tables to go round for every number of players


class Strength(Struct, frozen=True):
    """The mean share of the victory above par, and the mean margin, each with half the width of its 95 % interval."""

    against: str
    games: int
    wins: float
    wins_by: float
    margin: float
    margin_by: float


class Table:
    """A game between one seat of the network and opponents at all others (in Moustache: at the other team's)."""

    def __init__(self, world: World, seat: int, seed: int) -> None:
        self.world = world
        self.seat = seat
        self.deals = Rng(seed)
        self.opponents = Rng(seed + 1)
        self.margin = 0.0
        world.deal(self.deals)

    def is_ours(self, seat: int) -> bool:
        if isinstance(self.world, MoustacheWorld):
            return bool(self.world.state.team_of(seat) == self.world.state.team_of(self.seat))
        return seat == self.seat


def strength(game: str, choose: Choose, against: str, simulations: int, deals: int, seed: int) -> Strength:
    """Plays `deals` deals at each number of players in turn."""
    waiting = []
    owner: list[int] = []
    results: dict[int, list[tuple[float, float]]] = {}
    for deal in range(deals):
        for seat in range(tables(game, KINDS[game])[deal % KINDS[game]].players):
            world = tables(game, KINDS[game])[deal % KINDS[game]]
            waiting.append(Table(world, int(seat), seed * 1_000_003 + deal))
            owner.append(deal)
    playing = list(zip(waiting, owner, strict=True))
    while playing:
        asking: list[Table] = []
        still = []
        for table, deal in playing:
            if advance(table, simulations):
                results.setdefault(deal, []).append(result(table))
            else:
                asking.append(table)
                still.append((table, deal))
        playing = still
        if asking:
            observe_and_play(asking, choose)
    means = np.array([np.mean(results[deal], axis=0) for deal in sorted(results)])
    half = 1.96 * means.std(axis=0, ddof=1) / sqrt(len(means))
    wins, margin = means.mean(axis=0)
    return Strength(against, len(owner), float(wins), float(half[0]), float(margin), float(half[1]))


def advance(table: Table, simulations: int) -> bool:
    """On to the network's next decision; true when the game is over."""
    world = table.world
    while True:
        seat = int(world.turn())
        if seat < 0:
            table.margin += world.margin(table.seat)
            if world.settled():
                return True
            world.deal(table.deals)
        elif world.ways() == 1:
            world.play(world.only())
        elif table.is_ours(seat):
            return False
        else:
            world.play(plain_choice(world, seat, simulations, table.opponents))


def result(table: Table) -> tuple[float, float]:
    """The share of the victory above par, and the margin."""
    world = table.world
    par = 0.5 if isinstance(world, MoustacheWorld) else 1 / world.players
    return world.win(table.seat) - par, table.margin


def observe_and_play(asking: list[Table], choose: Choose) -> None:
    """One choice of the network at each table."""
    first = asking[0].world
    words = np.zeros((len(asking), first.words), dtype=np.int64)
    choices = np.zeros((len(asking), first.most, first.choice_words), dtype=np.int64)
    counts = np.zeros(len(asking), dtype=np.int64)
    for number, table in enumerate(asking):
        words[number], choices[number], counts[number] = observe(table.world)
    for table, chosen in zip(asking, choose(words, choices, counts).tolist(), strict=True):
        table.world.play(table.world.menu[int(chosen)])


def observe(world: World) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """What the seat to act observes, its choices, and how many there are."""
    words = as_array(world.observation())
    choices = as_array(world.description()).reshape(world.most, world.choice_words)
    return words, choices, int(world.considered)

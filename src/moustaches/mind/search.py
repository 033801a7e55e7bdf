"""Search by random play to the end of the episode, over worlds that the seat cannot tell apart.

`flat_search` tries every move in each imagined world and ends it at random. `tree_search` grows one tree over all
worlds from the seat's point of view (information-set Monte-Carlo tree search with a single observer: Cowling, Powley,
Whitehouse 2012): where it has been before, every seat chooses what served that seat best, and a choice is compared
only over the worlds in which it could be made. What others choose in secret is left to chance and is no part of it.

A simulation is one game played to its end. Nothing here knows which game it is.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from moustaches.engine.bits import Rng, bit, index, popcount

from .world import PART, World

LIKELY_PARTS: Final = 6  # of moves made of several slots, all sets of the best so many slots are looked at,
LIKELY_SETS: Final = 12  # and of these the best so many


@final
class Judged:
    """A move, as its slots, and what simulations found of it. Sums until `settle`, then means."""

    def __init__(self, slots: list[int]) -> None:
        self.slots = slots
        self.visits = 0
        self.value = 0.0
        self.win = 0.0
        self.margin = 0.0

    def add(self, world: World, seat: i64) -> None:
        """Counts an episode that is over."""
        self.visits += 1
        self.value += world.value(seat)
        self.win += world.win(seat)
        self.margin += world.margin(seat)

    def settle(self) -> None:
        if self.visits:
            count = float(self.visits)
            self.value /= count
            self.win /= count
            self.margin /= count


# Moves


def every_slot(world: World) -> list[int]:
    """The slots that the seat to act may choose."""
    slots: list[int] = []
    for part in range(world.parts):
        mask = world.legal(part)
        while mask:
            lowest = mask & -mask
            mask ^= lowest
            slots.append(int(part * PART + index(lowest)))
    return slots


def random_slot(world: World, rng: Rng) -> i64:
    """Any slot that the seat to act may choose."""
    count = world.ways()
    skip: i64 = 0
    if count > 1:
        skip = rng.below(count)
    for part in range(world.parts):
        mask = world.legal(part)
        count = popcount(mask)
        if skip < count:
            while skip:
                mask &= mask - 1
                skip -= 1
            return part * PART + index(mask & -mask)
        skip -= count
    return -1


def moves_of(world: World, seat: i64, simulations: i64, rng: Rng) -> list[Judged]:
    """The moves to judge: every legal one, or, where a move is made of several slots, the likely ones."""
    if world.steps() == 1:
        return [Judged([slot]) for slot in every_slot(world)]
    return likely_sets(world, seat, simulations, rng)


def likely_sets(world: World, seat: i64, simulations: i64, rng: Rng) -> list[Judged]:
    """Slots are judged one by one, each among others chosen at random; sets of the best are the likely moves."""
    sums = vec[float]([0.0] * int(world.parts * PART))
    visits = vec[i64]([0] * int(world.parts * PART))
    dreams = world.dreams(seat)
    steps = world.steps()
    chosen = vec[i64]([0] * int(steps))
    for _ in range(simulations):
        imagined = dreams.next(rng)
        for step in range(steps):
            chosen[step] = random_slot(imagined, rng)
            imagined.play(chosen[step])
        imagined.playout(rng)
        value = imagined.value(seat)
        for step in range(steps):
            sums[chosen[step]] += value
            visits[chosen[step]] += 1
    ranked: list[tuple[float, int]] = []
    for slot in every_slot(world):
        worth = 0.0
        if visits[slot]:
            worth = sums[slot] / float(visits[slot])
        ranked.append((-worth, slot))
    ranked.sort()
    best = ranked[:LIKELY_PARTS]
    sets: list[tuple[float, list[int]]] = []
    for number in range(bit(i64(len(best)))):
        if popcount(number) == steps:
            members = [best[place] for place in range(len(best)) if number >> i64(place) & 1]
            cost = 0.0
            for each, _ in members:
                cost += each
            sets.append((cost, sorted([slot for _, slot in members])))
    sets.sort()
    return [Judged(slots) for _, slots in sets[:LIKELY_SETS]]


def best_first(moves: list[Judged], by_visits: bool) -> list[Judged]:
    """Means, in order: the move to make comes first."""
    order: list[tuple[int, float, int]] = []
    for number, move in enumerate(moves):
        move.settle()
        order.append((-move.visits if by_visits else 0, -move.value, number))
    order.sort()
    return [moves[number] for _, _, number in order]


# Flat search


def flat_search(world: World, seat: int, simulations: int, rng: Rng) -> list[Judged]:
    """Judges the moves of the seat, which is to act, the best first. All moves are tried in the same worlds: then
    the luck of a deal does not decide between them."""
    me = i64(seat)
    budget = i64(simulations)
    if world.steps() > 1:
        budget -= budget // 2
    moves = moves_of(world, me, i64(simulations) - budget, rng)
    dreams = world.dreams(me)
    trial = world.copy()
    worlds = budget // i64(len(moves))
    if worlds == 0:
        worlds = 1
    for _ in range(worlds):
        imagined = dreams.next(rng)
        for move in moves:
            trial.become(imagined)
            for slot in move.slots:
                trial.play(slot)
            trial.playout(rng)
            move.add(trial, me)
    return best_first(moves, False)


# Tree search


@final
class Curves:
    """What the bounds of the tree need of every whole number, worked out once."""

    def __init__(self) -> None:
        self.root_log = vec[float]([0.0])  # √ln n
        self.inverse_root = vec[float]([0.0])  # 1 / √n

    def reach(self, size: i64) -> None:
        number = i64(len(self.root_log))
        while number <= size:
            self.root_log = append(self.root_log, sqrt(log(float(number))))
            self.inverse_root = append(self.inverse_root, 1.0 / sqrt(float(number)))
            number += 1


CURVES: Final = Curves()


@final
class Tree:
    """The choices made so far, as a tree: node 0 is the position, every other node a slot chosen by some seat. A list
    for each property; a node's children are a chain from `first` over `following`."""

    def __init__(self, world: World, seat: i64, simulations: i64, rng: Rng) -> None:
        budget = simulations
        if world.steps() > 1:
            budget -= budget // 4
        self.moves = moves_of(world, seat, simulations - budget, rng)
        self.budget = budget
        self.order = rng.shuffle(i64(len(self.moves)))  # in which the moves are tried first
        size = int(budget) + len(self.moves) + 1
        self.me = seat
        self.parts = world.parts
        self.curiosity = world.curiosity()
        self.dreams = world.dreams(seat)
        self.nodes: i64 = i64(len(self.moves)) + 1
        self.slot = vec[i64]([0] * size)
        self.seat = vec[i64]([0] * size)
        self.first = vec[i64]([0] * size)
        self.following = vec[i64]([0] * size)
        self.visits = vec[i64]([0] * size)
        self.offered = vec[i64]([0] * size)  # how often it could be chosen
        self.total = vec[float]([0.0] * size)
        self.mean = vec[float]([0.0] * size)
        self.tried = vec[i64]([0] * (size * int(world.parts)))
        self.values = vec[float]([0.0] * int(world.players))
        self.masks = vec[i64]([0] * int(world.parts))
        self.path = vec[i64]([0] * 512)
        self.length: i64 = 0
        self.root_log = CURVES.root_log
        self.inverse_root = CURVES.inverse_root

    def simulate(self, number: i64, rng: Rng) -> None:
        """One game: down the tree, one step beyond it, at random to the end; then all on the way learn from it."""
        world = self.dreams.next(rng)
        place = self.choose_move(number)
        move = self.moves[place]
        for slot in move.slots:
            world.play(slot)
        node = place + 1
        self.path[0] = node
        self.length = 1
        while node:
            node = self.descend(world, node, rng)
        world.playout(rng)
        world.values(self.values)
        move.visits += 1
        move.value += self.values[self.me]
        move.win += world.win(self.me)
        move.margin += world.margin(self.me)
        self.seat[place + 1] = self.me
        for step in range(self.length):
            passed = self.path[step]
            self.visits[passed] += 1
            self.total[passed] += self.values[self.seat[passed]]
            self.mean[passed] = self.total[passed] / float(self.visits[passed])

    def choose_move(self, number: i64) -> i64:
        """The move of the simulation of this number: each once, then the highest bound."""
        count = i64(len(self.moves))
        if number < count:
            return i64(self.order[number])
        best: i64 = 0
        highest = -1.0e9
        reach = self.root_log[number] * self.curiosity
        for place in range(count):
            visits = self.visits[place + 1]
            bound = self.mean[place + 1] + reach * self.inverse_root[visits]
            if bound > highest:
                highest = bound
                best = place
        return best

    def descend(self, world: World, node: i64, rng: Rng) -> i64:
        """Chooses for the next seat. Returns the node reached, 0 at the edge of the tree."""
        seat = world.turn()
        while seat >= 0 and seat != self.me and world.concealed():
            world.play(random_slot(world, rng))
            seat = world.turn()
        if seat < 0:
            return 0
        new: i64 = 0
        for part in range(self.parts):
            mask = world.legal(part)
            self.masks[part] = mask
            new += popcount(mask & ~self.tried[node * self.parts + part])
        if new:
            self.pass_by(node)
            reached = self.grow(node, seat, new, rng)
            node = 0
        else:
            reached = self.follow(node)
            node = reached
        world.play(self.slot[reached])
        self.path[self.length] = reached
        self.length += 1
        return node

    def pass_by(self, node: i64) -> None:
        """Counts the children that could have been chosen."""
        child = self.first[node]
        while child:
            slot = self.slot[child]
            if self.masks[slot >> 6] >> (slot & 63) & 1:
                self.offered[child] += 1
            child = self.following[child]

    def grow(self, node: i64, seat: i64, new: i64, rng: Rng) -> i64:
        """A new child: any slot not tried here before."""
        skip: i64 = 0
        if new > 1:
            skip = rng.below(new)
        part: i64 = 0
        while True:
            mask = self.masks[part] & ~self.tried[node * self.parts + part]
            count = popcount(mask)
            if skip < count:
                break
            skip -= count
            part += 1
        while skip:
            mask &= mask - 1
            skip -= 1
        mask &= -mask
        child = self.nodes
        self.nodes += 1
        self.tried[node * self.parts + part] |= mask
        self.slot[child] = part * PART + index(mask)
        self.seat[child] = seat
        self.offered[child] = 1
        self.following[child] = self.first[node]
        self.first[node] = child
        return child

    def follow(self, node: i64) -> i64:
        """The child of the highest bound among those that can be chosen now."""
        best: i64 = 0
        highest = -1.0e9
        child = self.first[node]
        while child:
            slot = self.slot[child]
            if self.masks[slot >> 6] >> (slot & 63) & 1:
                offered = self.offered[child] + 1
                self.offered[child] = offered
                reach = self.curiosity * self.root_log[offered]
                bound = self.mean[child] + reach * self.inverse_root[self.visits[child]]
                if bound > highest:
                    highest = bound
                    best = child
            child = self.following[child]
        return best


def tree_search(world: World, seat: int, simulations: int, rng: Rng) -> list[Judged]:
    """Judges the moves of the seat, which is to act. The one tried most comes first."""
    CURVES.reach(i64(simulations) + 1)
    tree = Tree(world, i64(seat), i64(simulations), rng)
    for number in range(tree.budget):
        tree.simulate(number, rng)
    return best_first(tree.moves, True)

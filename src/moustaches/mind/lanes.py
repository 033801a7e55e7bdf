"""Many games at once for training: each lane plays one game after the other and asks for one choice at a time.

`step` hands every lane its choice and goes on to the next decision; forced choices make themselves. When the end of a
game is known, its decisions leave as samples: what was observed and chosen, and what it led to: the share of the
victory and the margin. That is what came in the end, mixed with what the same seat expected at its later decisions
(Watkins' Q(λ)): a choice is not blamed for what was tried out at random after it.

At *school*, before the network knows anything, every choice is tried out instead: samples are what random play makes of
each of them in the same world, so that choices are compared without the luck of the deal.

All chance comes from each lane's own generator, so that lanes do not depend on each other.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from moustaches.engine.bits import Rng, members

from .world import PART, World

ROOM: Final = 64  # samples a lane that wait to be read; more are lost


@final
class Decision:
    """What a seat observed and chose."""

    def __init__(
        self, seat: i64, words: vec[i64], win: float, margin: float, tried: bool, so_far: float
    ) -> None:
        self.seat = seat
        self.words = words  # observed, then those of the choice
        self.win = win  # expected of the best choice, then what the choice led to
        self.margin = margin  # still to come
        self.so_far = so_far
        self.tried = tried  # at random


@final
class Lane:
    """One table, and the decisions of its game so far."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.rng = Rng(seed)
        self.settled: i64 = 0  # decisions whose margin is known
        self.decisions: list[Decision] = []


@final
class Lanes:
    """Tables of one game, of any number of players."""

    def __init__(self, worlds: list[World], seed: int, patience: float) -> None:
        self.words = worlds[0].words
        self.choice_words = worlds[0].choice_words
        self.most = worlds[0].most
        self.patience = patience  # λ: 1 waits for the end, 0 believes the next expectation
        self.lanes = [Lane(world, seed * 1_000_003 + number) for number, world in enumerate(worlds)]
        size = len(worlds)
        self.observed = vec[i64]([0] * (size * int(self.words)))
        self.choices = vec[i64]([0] * (size * int(self.most * self.choice_words)))
        self.counts = vec[i64]([0] * size)  # of the choices
        room = size * ROOM
        self.room: i64 = room
        self.samples: i64 = 0  # of the following
        self.sample_words = vec[i64]([0] * (room * int(self.words + self.choice_words)))
        self.sample_wins = vec[float]([0.0] * room)
        self.sample_margins = vec[float]([0.0] * room)
        self.games: i64 = 0
        self.school = False
        for number in range(i64(size)):
            lane = self.lanes[number]
            lane.world.deal(lane.rng)
            self.advance(number)

    def clear(self) -> None:
        """The samples have been read."""
        self.samples = 0

    def step(self, chosen: list[int], wins: list[float], margins: list[float], tried: list[bool]) -> None:
        """Each lane makes the choice of this number and waits for the next. `wins` and `margins` are what the best
        choice promised, `tried` says where another was made at random."""
        for number in range(i64(len(self.lanes))):
            choice = i64(chosen[number])
            lane = self.lanes[number]
            if self.school:
                self.teach(number, lane)
                lane.world.play(lane.world.menu[choice])
                self.advance(number)
                continue
            words = vec[i64]([0] * int(self.words + self.choice_words))
            for word in range(self.words):
                words[word] = self.observed[number * self.words + word]
            at = (number * self.most + choice) * self.choice_words
            for word in range(self.choice_words):
                words[self.words + word] = self.choices[at + word]
            world = lane.world
            seat = world.turn()
            so_far = world.so_far(seat)
            lane.decisions.append(Decision(seat, words, wins[number], margins[number], tried[number], so_far))
            world.play(world.menu[choice])
            self.advance(number)

    def teach(self, number: i64, lane: Lane) -> None:
        """Samples of all choices at once."""
        world = lane.world
        seat = world.turn()
        so_far = world.so_far(seat)
        trial = world.copy()
        size = self.words + self.choice_words
        for choice in range(self.counts[number]):
            if self.samples == self.room:
                return
            at = self.samples * size
            for word in range(self.words):
                self.sample_words[at + word] = self.observed[number * self.words + word]
            here = (number * self.most + choice) * self.choice_words
            for word in range(self.choice_words):
                self.sample_words[at + self.words + word] = self.choices[here + word]
            trial.become(world)
            trial.play(world.menu[choice])
            trial.playout(lane.rng)
            self.sample_wins[self.samples] = trial.win(seat)
            self.sample_margins[self.samples] = trial.margin(seat) - so_far
            self.samples += 1

    def advance(self, number: i64) -> None:
        """On to the next decision of a lane."""
        lane = self.lanes[number]
        world = lane.world
        while True:
            seat = world.turn()
            if seat < 0:
                self.settle(lane)
                world.deal(lane.rng)
            elif world.ways() == 1:
                world.play(world.only())
            else:
                world.observe(seat, self.observed, number * self.words)
                self.counts[number] = world.describe(
                    seat, self.choices, number * self.most * self.choice_words
                )
                return

    def settle(self, lane: Lane) -> None:
        """An episode is over."""
        world = lane.world
        count = i64(len(lane.decisions))
        for seat in range(world.players):
            self.credit_margin(lane, seat, world.margin(seat))
        lane.settled = count
        if not world.settled():
            return
        self.games += 1
        for seat in range(world.players):
            self.credit_win(lane, seat, world.win(seat))
        size = self.words + self.choice_words
        for decision in lane.decisions:
            if self.samples == self.room:
                break
            at = self.samples * size
            for word in range(size):
                self.sample_words[at + word] = decision.words[word]
            self.sample_wins[self.samples] = decision.win
            self.sample_margins[self.samples] = decision.margin
            self.samples += 1
        lane.decisions = []
        lane.settled = 0

    def credit_margin(self, lane: Lane, seat: i64, outcome: float) -> None:
        """What each decision of a seat in the last episode led to, from the last one back."""
        i = i64(len(lane.decisions)) - 1
        while i >= lane.settled:
            decision = lane.decisions[i]
            if decision.seat == seat:
                expected = decision.so_far + decision.margin
                decision.margin = outcome - decision.so_far
                if decision.tried:
                    outcome = expected
                else:
                    outcome = self.patience * outcome + (1.0 - self.patience) * expected
            i -= 1

    def credit_win(self, lane: Lane, seat: i64, outcome: float) -> None:
        """The same for the whole game and the share of the victory."""
        i = i64(len(lane.decisions)) - 1
        while i >= 0:
            decision = lane.decisions[i]
            if decision.seat == seat:
                expected = decision.win
                decision.win = outcome
                if decision.tried:
                    outcome = expected
                else:
                    outcome = self.patience * outcome + (1.0 - self.patience) * expected
            i -= 1


def plain_choice(world: World, seat: i64, simulations: i64, rng: Rng) -> i64:
    """A fixed opponent: random, or with `simulations` of random play after each legal slot, the best of them."""
    slots: list[int] = []
    for part in range(world.parts):
        for number in members(world.legal(part)):
            slots.append(int(part * PART) + number)
    if simulations == 0:
        return i64(slots[rng.below(i64(len(slots)))])
    sums = vec[float]([0.0] * len(slots))
    trial = world.copy()
    for _ in range(simulations // i64(len(slots)) + 1):
        imagined = world.imagine(seat, rng)
        for i in range(i64(len(slots))):
            trial.become(imagined)
            trial.play(i64(slots[i]))
            trial.playout(rng)
            sums[i] += trial.value(seat)
    best: i64 = 0
    for i in range(i64(len(slots))):
        if sums[i] > sums[best]:
            best = i
    return i64(slots[best])

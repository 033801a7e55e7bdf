"""Samples for training say what really came of each choice.

A shadow of a lane, a plain table with the same chance, is played along with the same choices. What the lane hands out
must be what the shadow saw, chose and led to.
"""

from __future__ import annotations

from random import Random

import pytest
from librt.vecs import vec
from msgspec import Struct
from mypy_extensions import i64

from moustaches.engine import COMPILED
from moustaches.engine.bits import Rng
from moustaches.mind.lanes import Lanes
from moustaches.mind.world import World
from moustaches.train.tables import tables

CASES = [("gracias", number) for number in range(4)]
CASES += [("moustache", number) for number in range(4)]
CASES += [("club", number) for number in range(3)]
Sample = tuple[list[int], float, float]


class Made(Struct):
    """A decision of the shadow, and in the end what it led to."""

    seat: int
    words: list[int]
    so_far: float
    expected_win: float
    expected_margin: float
    tried: bool
    win: float = 0.0
    margin: float = 0.0


class Shadow:
    """One table, played as a lane plays it."""

    def __init__(self, world: World, seed: int, patience: float, done: list[Made]) -> None:
        self.world = world
        self.rng = Rng(seed)
        self.patience = patience
        self.game: list[Made] = []
        self.episode: list[Made] = []
        self.done = done
        world.deal(self.rng)
        self.advance()

    def advance(self) -> None:
        while True:
            if self.world.turn() < 0:
                self.settle()
                self.world.deal(self.rng)
            elif self.world.ways() == 1:
                self.world.play(self.world.only())
            else:
                return

    def read(self) -> tuple[list[int], list[list[int]]]:
        """What the seat to act observes, and its choices."""
        world, seat = self.world, self.world.turn()
        words = vec[i64]([0] * world.words)
        choices = vec[i64]([0] * (world.most * world.choice_words))
        world.observe(seat, words, 0)
        count = int(world.describe(seat, choices, 0))
        size = int(world.choice_words)
        described = [[int(choices[at * size + word]) for word in range(size)] for at in range(count)]
        return [int(word) for word in words], described

    def choose(self, choice: int, win: float, margin: float, tried: bool) -> None:
        words, choices = self.read()
        seat = int(self.world.turn())
        made = Made(seat, words + choices[choice], self.world.so_far(seat), win, margin, tried)
        self.game.append(made)
        self.episode.append(made)
        self.world.play(self.world.menu[choice])
        self.advance()

    def settle(self) -> None:
        """The last choice of a seat led to what came; an earlier one to what the next was expected to bring if that was
        a try, and otherwise to a mixture of what it was expected to bring and what it led to."""
        world = self.world
        for seat in range(world.players):
            came = world.margin(seat)
            for made in reversed([each for each in self.episode if each.seat == seat]):
                made.margin = came - made.so_far
                expected = made.so_far + made.expected_margin
                came = expected if made.tried else self.patience * came + (1 - self.patience) * expected
        self.episode = []
        if not world.settled():
            return
        for seat in range(world.players):
            came = world.win(seat)
            for made in reversed([each for each in self.game if each.seat == seat]):
                made.win = came
                expected = made.expected_win
                came = expected if made.tried else self.patience * came + (1 - self.patience) * expected
        self.done += self.game
        self.game = []


def samples(lanes: Lanes) -> list[Sample]:
    """What a lane has ready."""
    size = int(lanes.words + lanes.choice_words)
    words = [int(word) for word in lanes.sample_words]
    found = [
        (words[at * size : (at + 1) * size], lanes.sample_wins[at], lanes.sample_margins[at])
        for at in range(int(lanes.samples))
    ]
    lanes.clear()
    return found


@pytest.mark.parametrize(("patience", "tries"), [(1.0, 0.0), (0.6, 0.2)], ids=["patient", "mixed"])
@pytest.mark.parametrize(("name", "number"), CASES)
def test_samples_are_what_came_of_each_choice(name: str, number: int, patience: float, tries: float) -> None:
    seed = 5 + number
    lanes = Lanes([tables(name, 4)[number] for _ in range(2)], seed, patience)
    done: list[Made] = []
    shadows = [Shadow(tables(name, 4)[number], seed * 1_000_003 + lane, patience, done) for lane in range(2)]
    rng = Random(f"{name} {number}")
    found: list[Sample] = []
    while lanes.games < (6 if COMPILED else 2):
        chosen = [rng.randrange(int(count)) for count in lanes.counts]
        wins = [rng.random() for _ in shadows]
        margins = [rng.uniform(-3, 3) for _ in shadows]
        tried = [rng.random() < tries for _ in shadows]
        lanes.step(chosen, wins, margins, tried)
        for lane, shadow in enumerate(shadows):
            shadow.choose(chosen[lane], wins[lane], margins[lane], tried[lane])
        found += samples(lanes)
    assert len(found) == len(done) > 0
    for (words, win, margin), made in zip(found, done, strict=True):
        assert words == made.words
        assert win == pytest.approx(made.win, abs=1e-9)
        assert margin == pytest.approx(made.margin, abs=1e-9)


@pytest.mark.parametrize(("name", "number"), CASES)
def test_at_school_every_choice_is_played_to_the_end(name: str, number: int) -> None:
    seed = 3 + number
    lanes = Lanes([tables(name, 4)[number]], seed, 1.0)
    lanes.school = True
    shadow = Shadow(tables(name, 4)[number], seed * 1_000_003, 1.0, [])
    rng = Random(f"{name} {number}")
    for _ in range(40 if COMPILED else 10):
        expected: list[Sample] = []
        words, choices = shadow.read()
        seat = shadow.world.turn()
        for choice, described in enumerate(choices):
            trial = shadow.world.copy()
            trial.play(shadow.world.menu[choice])
            trial.playout(shadow.rng)
            expected.append(
                (words + described, trial.win(seat), trial.margin(seat) - shadow.world.so_far(seat))
            )
        choice = rng.randrange(len(choices))
        lanes.step([choice], [0.0], [0.0], [False])
        assert samples(lanes) == expected
        shadow.choose(choice, 0.0, 0.0, False)


def test_lanes_do_not_depend_on_each_other() -> None:
    together = Lanes(tables("club", 3), 7, 1.0)
    alone = Lanes(tables("club", 2), 7, 1.0)
    size = int(alone.words)
    for _ in range(30):
        together.step([0] * 3, [0.0] * 3, [0.0] * 3, [False] * 3)
        alone.step([0] * 2, [0.0] * 2, [0.0] * 2, [False] * 2)
        assert list(together.observed)[: 2 * size] == list(alone.observed)

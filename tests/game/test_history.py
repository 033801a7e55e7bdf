"""A packed history is a list of the same events."""

from __future__ import annotations

import random

import pytest

import moustaches
from moustaches.game.game import Game
from moustaches.game.history import PACK, History


def played(game: str, seed: int) -> Game:
    table = moustaches.new(game, seed=seed)
    chance = random.Random(seed)
    while not table.over:
        seat = table.to_act[0]
        table.play(seat, chance.choice(table.legal(seat)))
    return table


@pytest.mark.parametrize("game", ["moustache", "gracias", "club"])
@pytest.mark.parametrize("seed", range(5))
def test_reads_like_the_list_that_it_packs(game: str, seed: int) -> None:
    plain = list(played(game, seed).history)
    assert len(plain) > 2 * PACK
    packed = History(plain)
    assert len(packed) == len(plain)
    assert packed.packs
    assert len(packed.latest) < 2 * PACK
    assert list(packed) == plain
    chance = random.Random(seed)
    numbers = [*range(-3, 4), PACK - 1, PACK, PACK + 1, len(plain), len(plain) + 5, -len(plain)]
    for _ in range(300):
        start, stop = (chance.choice([None, chance.randrange(len(plain)), *numbers]) for _ in range(2))
        step = chance.choice([None, 1, 2, -1])
        assert packed[start:stop:step] == plain[start:stop:step], (start, stop, step)
    for place in (0, PACK, -1, len(plain) - 1, -len(plain)):
        assert packed[place] == plain[place]
    for place in (len(plain), -len(plain) - 1):
        with pytest.raises(IndexError):
            packed[place]


@pytest.mark.parametrize("game", ["moustache", "gracias", "club"])
def test_a_game_plays_on_with_it(game: str) -> None:
    """The same events come out of every move, and the same views and record in the end."""
    plain, packed = moustaches.new(game, seed=3), moustaches.new(game, seed=3)
    packed.history = History(packed.history)
    chance = random.Random(3)
    while not plain.over:
        seat = plain.to_act[0]
        move = chance.choice(plain.legal(seat))
        assert packed.play(seat, move) == plain.play(seat, move)
        since = chance.randrange(plain.version)
        viewer = chance.choice([None, 0, 1])
        assert packed.events(viewer, since) == plain.events(viewer, since)
    assert packed.view(0) == plain.view(0)
    assert packed.record() == plain.record()

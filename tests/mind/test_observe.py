"""What a network reads depends on nothing that its seat does not know, and fits the fields that name it.

At every point of whole games the table as it is, the same table with the unknown dealt anew, and the table made from
the seat's view alone must give the same words, to the bit.
"""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import moustaches
from moustaches.bots.slots import table_of
from moustaches.engine import COMPILED
from moustaches.engine.bits import Rng
from moustaches.game.game import Game
from moustaches.mind.world import World

from .tables import TABLES, Table, world_of

MORE: list[Table] = [
    ("gracias", 4, {"end": "last-dressed", "uno-dos-tres": True, "noyade": True}),
    ("moustache", 4, {"row": ["pink-open", "pass-three", "lead-is-trump", "cut-redirects"]}),
    ("moustache", 6, {"first-game": True}),
]
GAMES = ("gracias", "moustache", "club")


def read(world: World, seat: int) -> tuple[list[int], list[list[int]], list[int]]:
    """What a seat observes, its choices described, and their slots."""
    words = vec[i64]([0] * world.words)
    choices = vec[i64]([0] * (world.most * world.choice_words))
    world.observe(seat, words, 0)
    count = int(world.describe(seat, choices, 0))
    size = int(world.choice_words)
    described = [[int(choices[at * size + word]) for word in range(size)] for at in range(count)]
    return [int(word) for word in words], described, [int(world.menu[at]) for at in range(count)]


def once_others_chose(game: Game, seat: int, rng: Random) -> World:
    """A world asks one seat at a time: those before this one choose at once, and it does not see what."""
    game = game.copy()
    while (other := game.to_act[0]) != seat:
        game.play(other, rng.choice(game.legal(other)))
    return world_of(game)


def fields(name: str) -> tuple[list[int], list[int]]:
    """How many bits count in each word of an observation, and of a choice."""
    module: Any = import_module(f"moustaches.mind.{name}")
    return [width for _, width in module.FIELDS], [width for _, width in module.CHOICE_FIELDS]


@pytest.mark.parametrize("table", [*TABLES, *MORE], ids=str)
def test_what_is_read_depends_on_nothing_hidden(table: Table) -> None:
    name, players, options = table
    widths, choice_widths = fields(name)
    for seed in range(8 if COMPILED else 1):
        game = moustaches.new(name, players=players, seed=seed, options=options)
        rng = Random(f"{table} {seed}")
        while not game.over:
            seat = rng.choice(game.to_act)
            if len(game.legal(seat)) > 1 and (COMPILED or rng.random() < 0.3):
                real = once_others_chose(game, seat, rng)
                words, choices, menu = read(real, seat)
                assert read(real.imagine(seat, Rng(rng.getrandbits(32))), seat) == (words, choices, menu)
                assert read(table_of(game.view(seat)), seat) == (words, choices, menu)
                assert all(0 <= word < 1 << width for word, width in zip(words, widths, strict=True)), words
                for choice in choices:
                    assert all(
                        0 <= word < 1 << width for word, width in zip(choice, choice_widths, strict=True)
                    )
                assert 1 < len(menu) <= real.most
                assert len(set(menu)) == len(menu)
            game.play(seat, rng.choice(game.legal(seat)))


@pytest.mark.parametrize("name", GAMES)
def test_every_word_has_its_field(name: str) -> None:
    module: Any = import_module(f"moustaches.mind.{name}")
    assert len(module.FIELDS) == module.WORDS
    assert len(module.CHOICE_FIELDS) == module.CHOICE_WORDS
    for kind in (module.FIELDS, module.CHOICE_FIELDS):
        assert len({label for label, _ in kind}) == len(kind)
        assert all(1 <= width <= 48 for _, width in kind)

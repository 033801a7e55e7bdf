"""Tables for the tests of search: a world for a game at any point, and positions all over random games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import moustaches
from moustaches.engine.bits import Rng
from moustaches.game.club import Club
from moustaches.game.game import Game
from moustaches.game.gracias import Gracias
from moustaches.game.moustache import Moustache
from moustaches.mind.club import ClubWorld
from moustaches.mind.gracias import GraciasWorld
from moustaches.mind.moustache import MoustacheWorld
from moustaches.mind.world import World

Table = tuple[str, int, dict[str, Any]]
TABLES: list[Table] = [
    ("gracias", 4, {}),
    ("gracias", 3, {"end": "last-dressed", "chico": True, "strict-joker": True}),
    ("gracias", 4, {"uno-dos-tres": True}),
    ("gracias", 3, {"noyade": True, "end": "first-bare", "blind-joker-zero": True}),
    ("moustache", 3, {"row": ["pass-three", "pink-open", "cut-redirects", "equals-vanish"]}),
    ("moustache", 4, {"row": ["blue-tax", "fewest-stars", "twos-win", "colours-inverted"]}),
    ("moustache", 5, {"row": ["pink-open", "pass-three", "second-best", "three-lowest"]}),
    ("moustache", 6, {"own-rules": True}),
    ("club", 2, {}),
    ("club", 3, {}),
    ("club", 4, {}),
]


def world_of(game: Game) -> World:
    """The world of a game, with its hidden cards where they are."""
    if isinstance(game, Gracias):
        return GraciasWorld(game.state.clone(), [game.state.options])
    if isinstance(game, Moustache):
        return MoustacheWorld(game.state.clone(), [game.state.setup])
    assert isinstance(game, Club)
    return ClubWorld(game.state.clone(), [game.state.deck])


def positions(table: Table, every: int, seed: int = 1) -> Iterator[World]:
    """Every so many moves of a random game, the world at that point, with more than one choice."""
    name, players, options = table
    game = moustaches.new(name, players=players, seed=seed, options=options)
    rng = Rng(seed)
    while not game.over:
        world = world_of(game)
        if len(game.moves) % every == 0 and world.ways() > 1:
            yield world
        seat = game.to_act[0]
        legal = game.legal(seat)
        game.play(seat, legal[int(rng.below(len(legal)))])


def words_of(world: World, seat: int) -> list[int]:
    """What a seat observes."""
    from librt.vecs import vec
    from mypy_extensions import i64

    words = vec[i64]([0] * int(world.words))
    world.observe(seat, words, 0)
    return [int(word) for word in words]

"""The tables that training plays at: every number of players, option and rule card, those of the box most often."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import NDArray

from moustaches.content import edition
from moustaches.engine import club, gracias, moustache
from moustaches.game.club import deck_of
from moustaches.game.gracias import options_of
from moustaches.game.moustache import setup_of
from moustaches.mind.club import ClubWorld
from moustaches.mind.gracias import GraciasWorld
from moustaches.mind.moustache import MoustacheWorld
from moustaches.mind.world import World

Chosen = dict[str, str | bool | list[str]]


def as_array(numbers: vec[i64] | vec[float]) -> NDArray[Any]:
    """The same memory as NumPy sees it."""
    return np.asarray(memoryview(numbers))


def tables(game: str, count: int) -> list[World]:
    """So many tables, the numbers of players in turn."""
    return {"gracias": gracias_tables, "moustache": moustache_tables, "club": club_tables}[game](count)


def gracias_tables(count: int) -> list[World]:
    """Half of the games by the plain rules, half by any of the options together."""
    box = edition("standard")
    plain = [options_of(box, {})]
    varied = []
    flags = ("noyade", "uno-dos-tres", "chico", "strict-joker", "blind-joker-zero")
    for end, *on in product(("six-rounds", "first-bare", "last-dressed"), *[(False, True)] * len(flags)):
        chosen: Chosen = {"end": str(end)}
        chosen.update({flag: True for flag, is_on in zip(flags, on, strict=True) if is_on})
        varied.append(options_of(box, chosen))
    return [
        GraciasWorld(gracias.start(3 + number % 2, plain[0]), plain if number % 4 < 2 else varied)
        for number in range(count)
    ]


def moustache_tables(count: int) -> list[World]:
    """Rows of all the sixteen rule cards, any round."""
    box = edition("standard")
    setups = [setup_of(players, box, {"own-rules": True}) for players in (3, 4, 5, 6)]
    return [
        MoustacheWorld(moustache.start(setups[number % 4]), [setups[number % 4]]) for number in range(count)
    ]


def club_tables(count: int) -> list[World]:
    deck = deck_of(edition("standard"))
    return [ClubWorld(club.start(2 + number % 3, deck), [deck]) for number in range(count)]

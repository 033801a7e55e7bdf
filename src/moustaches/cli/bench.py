"""`moustaches bench`: in a few seconds, how fast the engine is on this machine."""

from __future__ import annotations

import platform
from collections.abc import Callable
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table

import moustaches
from moustaches.engine import COMPILED
from moustaches.engine.bits import Rng

SECONDS = 0.5  # for each number
PLAYERS = 4


def bench() -> int:
    """Three games, three measures each."""
    table = Table(title="The engine on this machine, one core, four players", title_justify="left")
    table.add_column("game")
    for column in ("moves/s inside the engine", "moves/s from Python", "resamples/s"):
        table.add_column(column, justify="right")
    console = Console(highlight=False)
    with console.status("measuring …"):
        for name in ("moustache", "gracias", "club"):
            first = moustaches.new(name, players=PLAYERS, seed=1).first_sight().state
            cells = [measure(first, Rng(1)) for measure in (inside, driven, resampled)]
            table.add_row(name, *(short(cell) for cell in cells))
    console.print(table)
    how = "compiled" if COMPILED else "interpreted: install a C compiler and build again to have it compiled"
    console.print(f"The engine is {how} ({platform.python_implementation()} {platform.python_version()}).")
    console.print("Beside other libraries: make bench-engine.")
    return 0


def dealt(first: Any, rng: Rng) -> Any:
    """A table with cards dealt and a seat to act."""
    state = first.clone()
    while not state.to_act:
        state.supply([rng.shuffle(size) for _, size in state.wants()])
    return state


def drive(state: Any, rng: Rng, moves: int = 1_000_000) -> int:
    """Random moves from Python until a deal is wanted, or so many are made."""
    made = 0
    while (acting := state.to_act) and made < moves:
        seat = (acting & -acting).bit_length() - 1
        legal = state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))])
        made += 1
    return made


def inside(first: Any, rng: Rng) -> float:
    def some() -> tuple[float, float]:
        state = dealt(first, rng)
        length = sum(drive(state.clone(), rng) for _ in range(10)) / 10
        games = 2000 if COMPILED else 20
        begun = perf_counter()
        state.rollouts(games, rng)
        return games * length, perf_counter() - begun

    return rate(some)


def driven(first: Any, rng: Rng) -> float:
    def some() -> tuple[float, float]:
        state = dealt(first, rng)
        begun = perf_counter()
        return drive(state, rng), perf_counter() - begun

    return rate(some)


def resampled(first: Any, rng: Rng) -> float:
    """From the middle of a round."""

    def some() -> tuple[float, float]:
        state = dealt(first, rng)
        drive(state, rng, drive(state.clone(), rng) // 2)
        if not state.to_act:
            return 0, 0
        seat = (int(state.to_act) & -int(state.to_act)).bit_length() - 1
        begun = perf_counter()
        for _ in range(50):
            state.resample(seat, rng)
        return 50, perf_counter() - begun

    return rate(some)


def rate(some: Callable[[], tuple[float, float]]) -> float:
    """Things per second; the first portion only warms up."""
    some()
    done = spent = 0.0
    while spent < SECONDS:
        things, took = some()
        done += things
        spent += took
    return done / spent


def short(number: float) -> str:
    """12.3 M, 456 k."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.3g}"

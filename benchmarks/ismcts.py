"""Our ISMCTS beside open_spiel's: simulations per second at the first bid of a round of five cards for four players, of
Gracias here and Oh Hell there. `PEER_PYTHON=… python -m benchmarks.ismcts` prints the table and writes
`build/bench/ismcts.json`; `rows` is for others.

Both play every simulation to the end of the round from a world dealt anew. On one core, in turns, the best turn counts.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from time import perf_counter

from moustaches.engine import COMPILED, club, gracias, moustache
from moustaches.engine.bits import Rng
from moustaches.mind.club import ClubWorld
from moustaches.mind.gracias import GraciasWorld
from moustaches.mind.moustache import MoustacheWorld
from moustaches.mind.search import Judged, flat_search, tree_search
from moustaches.mind.world import World

from .common import Row, machine, pin, rate, report
from .engine import Bench, dealt

SIMULATIONS = 2000  # of a search
TARGET = 10  # times open_spiel's

Search = Callable[[World, int, int, Rng], list[Judged]]


def world_of(game: str, rng: Rng) -> World:
    """A table of four with the cards dealt and the first seat to act."""
    state = dealt(game, rng)
    if isinstance(state, gracias.State):
        return GraciasWorld(state, [state.options])
    if isinstance(state, moustache.State):
        return MoustacheWorld(state, [state.setup])
    assert isinstance(state, club.State)
    return ClubWorld(state, [state.deck])


def simulations(game: str, search: Search, seconds: float) -> float:
    """Simulations per second of a search; dealing is not timed."""
    rng = Rng(1)

    def position() -> tuple[float, float]:
        world = world_of(game, rng)
        start = perf_counter()
        search(world, int(world.turn()), SIMULATIONS, rng)
        return SIMULATIONS, perf_counter() - start

    return rate(position, seconds)


def rows(bench: Bench) -> Iterator[Row]:
    """Gracias beside Oh Hell, and our other searches by themselves."""
    ours, peer = bench.best_of(lambda seconds: simulations("gracias", tree_search, seconds), "ismcts")
    yield Row("gracias, ISMCTS", "simulations/s", ours, peer, "open_spiel ISMCTS on oh_hell", TARGET)
    for game in ("gracias", "moustache", "club"):
        for name, search in (("ISMCTS", tree_search), ("flat Monte-Carlo", flat_search)):
            if (game, name) != ("gracias", "ISMCTS"):
                yield Row(f"{game}, {name}", "simulations/s", simulations(game, search, bench.seconds))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ismcts", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short run: noisier numbers")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    arguments = parser.parse_args()
    if "PEER_PYTHON" not in os.environ:
        sys.exit("PEER_PYTHON must name a Python with open_spiel and rlcard; `make bench-engine` makes one")
    pin()
    bench = Bench(os.environ["PEER_PYTHON"], 0.1 if arguments.quick else 1.0)
    facts = machine() | {"engine": "compiled" if COMPILED else "interpreted"} | bench.ask_peer("versions")
    report("ismcts", list(rows(bench)), facts, arguments.markdown)


if __name__ == "__main__":
    main()

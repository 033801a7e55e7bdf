"""Runs a match: here, on processes of this machine, or on a Ray cluster.

The deals are cut into portions; every portion is played by the same function, and the portions are put together in the
order of the deals. So the result is the same wherever they were played, and by how many.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from multiprocessing import get_context
from signal import SIG_DFL, SIGINT, signal
from socket import create_connection
from time import perf_counter
from typing import Any

from moustaches.errors import BadOption
from moustaches.game.fair import Seed

from .matches import Match, arranged, whole
from .results import Pace, Result, Run, result_of
from .table import Clock, Dealt, play_deals

PLACES = ("processes", "ray")
PORTIONS = 16  # for each worker, so that all have work to the end
PATIENCE = 10  # seconds for a cluster to answer
OBJECTS = 128 << 20  # bytes that a local cluster sets aside for results; these are small

Portion = tuple[list[Dealt], list[Clock]]


def match(
    game: str,
    names: Iterable[str],
    *,
    players: int = 4,
    deals: int = 200,
    seed: Seed = None,
    kind: str | None = None,
    options: Mapping[str, object] = {},
    edition: str = "standard",
    workers: int = 1,
    on: str = "processes",
    address: str | None = None,
    told: Callable[[int], object] = lambda deals: None,
) -> Result:
    """Plays a match. `told` is called from time to time with the number of deals that are done.

    One worker plays in this process, several in processes of their own: a script that asks for several starts its work
    under `if __name__ == "__main__"`. On Ray, `workers` is the size of a local cluster; with an `address`, the cluster
    there has its own, and this package installed.
    """
    plan = arranged(game, names, players, deals, seed, kind, options, edition)
    whole("workers", workers, 1)
    if on not in PLACES:
        raise BadOption(f"on: expected {' or '.join(PLACES)}, found {on!r}")
    if address is not None and on != "ray":
        raise BadOption("address: only a match on ray has one")
    begun = perf_counter()
    if on == "ray":
        done = on_ray(plan, workers, address)
    elif workers > 1:
        done = in_processes(plan, workers)
    else:
        done = here(plan)
    dealt: list[Dealt] = []
    clocks = [Clock() for _ in plan.names]
    for part, times in done:
        dealt += part
        for clock, time in zip(clocks, times, strict=True):
            clock.bins.update(time.bins)
        told(len(dealt))
    dealt.sort(key=lambda each: each.deal)
    paces = [
        Pace(name, clock.quantile(0.5), clock.quantile(0.95))
        for name, clock in zip(plan.names, clocks, strict=True)
    ]
    return result_of(plan, dealt, clocks, Run(on, workers, perf_counter() - begun, tuple(paces)))


def portions(plan: Match, workers: int) -> list[range]:
    size = -(-plan.deals // (workers * PORTIONS))
    return [range(first, min(first + size, plan.deals)) for first in range(0, plan.deals, size)]


def here(plan: Match) -> Iterator[Portion]:
    for deal in range(plan.deals):
        yield play_deals(plan, [deal])


def in_processes(plan: Match, workers: int) -> Iterator[Portion]:
    """Fresh processes: nothing of this one, and no lock that one of its threads holds, is copied into them. Ctrl-C in a
    terminal ends them at once and without a word."""
    pool = ProcessPoolExecutor(workers, get_context("spawn"), signal, (SIGINT, SIG_DFL))
    try:
        for done in as_completed([pool.submit(play_deals, plan, part) for part in portions(plan, workers)]):
            yield done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def on_ray(plan: Match, workers: int, address: str | None) -> Iterator[Portion]:
    """On the cluster that this process is connected to already, on the one at the address, or on a local one."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise BadOption("Ray is not installed; pip install 'moustaches[cluster]'") from None
    ours = not ray.is_initialized()
    if ours:
        connect(ray, workers, address)
    try:
        play = ray.remote(play_deals)
        cores = int(ray.cluster_resources().get("CPU", 1))
        waiting = [play.remote(plan, part) for part in portions(plan, cores)]
        while waiting:
            done, waiting = ray.wait(waiting)
            yield ray.get(done[0])
    finally:
        if ours:
            ray.shutdown()


def connect(ray: Any, workers: int, address: str | None) -> None:
    """To a cluster of our own, or to one that is there. An address where nobody answers is found out before Ray is
    asked: it would go on trying for minutes."""
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    if address is None:
        ray.init("local", num_cpus=workers, include_dashboard=False, object_store_memory=OBJECTS, **quiet)
        return
    try:
        host, colon, port = address.removeprefix("ray://").rpartition(":")
        if colon:
            create_connection((host, int(port)), PATIENCE).close()
        ray.init(address, **quiet)
    except (OSError, ValueError, OverflowError, RuntimeError) as problem:
        raise BadOption(f"no Ray cluster answers at {address}: {problem}") from None

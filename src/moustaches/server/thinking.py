"""Bots think in processes of their own, never where the sockets are served.

There are as many thinkers as the machine has cores to spare. A request waits in one line with all others: each table
has at most one request for each of its bots, so no table can push the others back. A thinker that dies is replaced and
its thought begun anew.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from time import perf_counter

from moustaches.bots.players import player
from moustaches.game.views import View

TRIES = 3


def ready() -> None:
    """Ctrl-C is for the server, which tells its thinkers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for level in ("novice", "regular", "expert"):
        player(level)


def thought(view: View, level: str, seed: int) -> str:
    """The move of a bot."""
    return player(level, seed).choose(view).move


class Thinkers:
    """A pool of processes, of a size that does not grow."""

    def __init__(self, size: int, took: Callable[[str, float], None] = lambda level, seconds: None) -> None:
        self.size = size
        self.took = took
        self.waiting = 0
        self.pool = self.new_pool()

    def new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.size, mp_context=context, initializer=ready)

    async def think(self, view: View, level: str, seed: int) -> str:
        """A move for this view. Cancelled while it waits, it leaves the line."""
        begun = perf_counter()
        self.waiting += 1
        try:
            for left in range(TRIES - 1, -1, -1):
                pool = self.pool
                try:
                    future = pool.submit(thought, view, level, seed)
                except RuntimeError as problem:  # broken, or shut down
                    if not isinstance(problem, BrokenProcessPool) or not left:
                        raise
                    self.replace(pool)
                    continue
                try:
                    return await asyncio.wrap_future(future)
                except BrokenProcessPool:
                    if not left:
                        raise
                    self.replace(pool)
            raise AssertionError("unreachable")
        finally:
            self.waiting -= 1
            self.took(level, perf_counter() - begun)

    def replace(self, broken: ProcessPoolExecutor) -> None:
        """A new pool, once for each that broke."""
        if self.pool is broken:
            broken.shutdown(wait=False)
            self.pool = self.new_pool()

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)

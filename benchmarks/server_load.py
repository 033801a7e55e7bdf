"""The ways to load a server with tables: `Peak` sends the next move at once, `Steady` one every second.

A table sends one intent at a time; it is done when every one of its sockets has received the update.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import NamedTuple

from .server_wire import Asking, Wire, within

PATIENCE = 10.0  # seconds for the last updates to arrive


class Playing:
    """A table of any server. Subclasses say how to open it and what the next intent is."""

    kind = ""
    """The game, where there are several."""
    over = False

    def __init__(self) -> None:
        self.wires: list[Wire] = []
        self.done: Callable[[Playing], object] = lambda _: None
        self.missing = 0  # sockets that have not received the update
        self.sent = 0.0
        self.answered = 0.0
        self.moves = 0
        self.updates = 0
        self.bytes = 0  # of the updates

    async def open(self, asking: Asking) -> None:
        raise NotImplementedError

    def intent(self) -> tuple[Wire, bytes]:
        """Who sends what next."""
        raise NotImplementedError

    def move(self) -> None:
        wire, text = self.intent()
        self.missing = len(self.wires)
        self.sent = perf_counter()
        wire.send(text)

    def received(self, text: bytes) -> None:
        """One of the sockets has the update."""
        self.updates += 1
        self.bytes += len(text)
        self.missing -= 1
        if not self.missing:
            self.answered = perf_counter()
            self.moves += 1
            self.done(self)

    def close(self) -> None:
        for wire in self.wires:
            wire.close()


class Rates(NamedTuple):
    """Of one turn, per second."""

    moves: float
    updates: float
    update_bytes: float
    """Of one update, on average."""


class Peak:
    """So many tables at a time, each with its next move as soon as the last one has arrived everywhere. Where a game is
    over, a fresh table of the same kind goes on; the turn ends early if there is none."""

    def __init__(self, tables: Sequence[Playing], at_once: int) -> None:
        self.tables = tables
        self.fresh: defaultdict[str, list[Playing]] = defaultdict(list)
        for table in reversed(tables):
            self.fresh[table.kind].append(table)
        self.at_once = at_once
        self.enough = asyncio.Event()

    async def run(self, seconds: float) -> Rates:
        kinds = list(self.fresh)
        before = self.counted()
        began = perf_counter()
        for number in range(self.at_once):
            self.begin(kinds[number % len(kinds)])
        try:
            async with asyncio.timeout(seconds):
                await self.enough.wait()
        except TimeoutError:
            self.enough.set()
        took = perf_counter() - began
        moves, updates, size = (now - then for now, then in zip(self.counted(), before, strict=True))
        await settled(self.tables)
        return Rates(moves / took, updates / took, size / max(updates, 1))

    def counted(self) -> tuple[int, int, int]:
        tables = self.tables
        return (
            sum(table.moves for table in tables),
            sum(table.updates for table in tables),
            sum(table.bytes for table in tables),
        )

    def begin(self, kind: str) -> None:
        if not self.fresh[kind]:
            self.enough.set()
            return
        table = self.fresh[kind].pop()
        table.done = self.again
        table.move()

    def again(self, table: Playing) -> None:
        if self.enough.is_set():
            return
        if table.over:
            self.begin(table.kind)
        else:
            table.move()


async def play_on(tables: Sequence[Playing], moves: Callable[[Playing], int]) -> None:
    """Until each table has had so many moves."""

    def again(table: Playing) -> None:
        if table.moves < moves(table) and not table.over:
            table.move()

    for table in tables:
        table.done = again
        again(table)
    await settled(tables, 6 * PATIENCE)


class Steady:
    """A move per table in every second, at a moment of the table's own."""

    def __init__(self, tables: Sequence[Playing]) -> None:
        self.tables = tables
        self.times: list[float] = []
        self.due: dict[Playing, float] = {}

    async def run(self, seconds: int) -> list[float]:
        """Seconds from each intent to the last viewer's update. An intent that had to wait for the one before it counts
        from when it was due."""
        loop = asyncio.get_running_loop()
        start = loop.time() + 0.1
        for number, table in enumerate(self.tables):
            table.done = self.arrived
            for second in range(seconds):
                loop.call_at(start + second + number / len(self.tables), self.tick, table)
        await asyncio.sleep(seconds + 0.1)
        await settled(self.tables)
        return self.times

    def tick(self, table: Playing) -> None:
        if table.missing:
            self.due.setdefault(table, perf_counter())
        elif not table.over:
            table.move()

    def arrived(self, table: Playing) -> None:
        self.times.append(table.answered - table.sent)
        due = self.due.pop(table, None)
        if due is not None and not table.over:
            table.move()
            table.sent = due


async def settled(tables: Sequence[Playing], patience: float = PATIENCE) -> None:
    """Until nothing is under way any more."""
    async with within(patience, "the last updates"):
        while any(table.missing for table in tables):
            await asyncio.sleep(0.02)

"""The server under load, beside the bare framework and boardgame.io's server: `make bench-server` prints the table and
writes `build/bench/server.json`.

Everything is on this machine: the server on one core, the load on another, real sockets between them, and a real SQLite
file that is flushed before a move is shown. All seats are taken by scripted persons, at tables of all three games.
First 500 tables with a move per table and second; then as many moves as the server can, in turns with the peers. Of
each the middle turn counts: on a shared machine turns differ by a half, and all three meet the same weather.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from importlib.metadata import version
from itertools import count, cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import NamedTuple

import uvloop

from moustaches.engine import COMPILED

from .common import RESULTS, Row, machine, report
from .server_load import Peak, Playing, Rates, Steady, play_on
from .server_process import LOAD, SERVER, Process, free_port
from .server_tables import BareTable, Onlooker, OurTable, PeerTable
from .server_wire import Asking, Broken, side_by_side, within

GAMES = ("gracias", "moustache", "club")
SEATS = 4
MIDDLE = {"gracias": 22, "moustache": 70, "club": 8}  # moves before the steady load
LENGTH = {"gracias": 55, "moustache": 160, "club": 33}  # moves of a game of random play, rather too few
SAYS = b'{"do":"move","id":"m-100","move":"play B7","expected":100}'
DEADLINE = 400.0  # seconds for everything
REST = 2.5  # seconds before a turn at the peak, for what the one before it still has to put in order


class Size(NamedTuple):
    """How much is measured."""

    tables: int
    steady: int
    """Seconds, and before them:"""
    warm: int
    onlookers: int
    at_once: int
    """Tables that play at the same time at the peak."""
    turns: int
    turn: float
    """Seconds."""


FULL = Size(tables=500, steady=15, warm=2, onlookers=1000, at_once=102, turns=9, turn=3.0)
QUICK = Size(tables=60, steady=3, warm=1, onlookers=120, at_once=30, turns=1, turn=1.0)


class Bench:
    """Measures, with everything in a folder of its own."""

    def __init__(self, size: Size, folder: Path, peer: Path) -> None:
        self.size = size
        self.folder = folder
        self.peer = peer
        self.chance = random.Random(1)

    def ours(self, name: str) -> Process:
        port = free_port()
        settings = {
            "MOUSTACHES_DATA": str(self.folder / name),
            "MOUSTACHES_PORT": str(port),
            "MOUSTACHES_FREE_OF_LIMITS": "1",
            "DATABASE_URL": "",
            "VALKEY_URL": "",
        }
        start = "from moustaches.server.serve import serve; serve()"
        return Process(name, [sys.executable, "-c", start], port, self.folder, settings)

    def bare(self, bytes_each: int) -> Process:
        port = free_port()
        command = [sys.executable, "-m", "benchmarks.server_bare", str(port), str(bytes_each)]
        return Process("bare", command, port, self.folder, {})

    def boardgame_io(self) -> Process:
        port = free_port()
        command = ["node", str(self.peer / "server.js"), str(port)]
        return Process("boardgame.io", command, port, self.folder, {"NODE_ENV": "production"})

    async def rows(self) -> list[Row]:
        codes, steady = await self.steady()
        return [*steady, await self.at_rest(codes), *await self.peak()]

    # A move per table and second

    async def steady(self) -> tuple[list[str], list[Row]]:
        """The tables' codes, their games in the middle, and what was measured."""
        size = self.size
        async with self.ours("steady") as server:
            empty = server.memory()
            people = await persons(server.port, size.tables * SEATS)
            tables = self.new_tables(server.port, people, islice(cycle(GAMES), size.tables))
            await side_by_side([table.open for table in tables], server.port)
            say(f"{size.tables} tables with {SEATS * size.tables} sockets")
            await play_on(tables, lambda table: MIDDLE[table.kind])
            with undisturbed():
                await Steady(tables).run(size.warm)
                used, began = server.seconds(), perf_counter()
                before = sum(table.moves for table in tables)
                times = sorted(await Steady(tables).run(size.steady))
                busy = (server.seconds() - used) / (perf_counter() - began)
            moves = sum(table.moves for table in tables) - before
            seen = sum(1 for table in tables if table.complete)
            say(f"{moves} moves at {moves / size.steady:.0f}/s")
            whole = (server.memory() - empty) / 1e3
            socket = await self.idle_sockets(server, tables)
            for table in tables:
                table.close()
        disk = flushes(self.folder / "flushes", size.tables, size.steady)
        load = f"{size.tables} tables, {size.tables * SEATS} sockets, a move per table and second"
        note = f"{moves} moves, longest {1e3 * times[-1]:.1f} ms, the server's core {100 * busy:.0f} % busy"
        return [table.code for table in tables], [
            Row(
                "steady load, half of the moves arrive within",
                "ms",
                1e3 * times[len(times) // 2],
                better="lower",
            ),
            Row(
                "steady load, 99 % of the moves arrive within",
                "ms",
                1e3 * times[int(0.99 * len(times))],
                target=50,
                target_of="ours",
                better="lower",
                note=f"{load}; from the intent to the last viewer's update; {note}",
            ),
            Row(
                "the disk alone, as many flushes: 99 % within",
                "ms",
                1e3 * disk[int(0.99 * len(disk))],
                better="lower",
                note=f"right after it, 4 KB each; longest {1e3 * disk[-1]:.1f} ms",
            ),
            Row(
                "steady load, tables where all viewers saw all versions",
                "%",
                100 * seen / len(tables),
                target=100,
                target_of="ours",
            ),
            Row(
                "memory of a socket",
                "KB",
                socket,
                target=64,
                target_of="ours",
                better="lower",
                note=f"{size.onlookers} more that look on; a table in play with its {SEATS} sockets has "
                f"{whole / size.tables:.0f} KB in all",
            ),
        ]

    async def idle_sockets(self, server: Process, tables: list[OurTable]) -> float:
        """KB for each more, by how the server grows; some are opened before, to fill the holes in what it has."""
        onlookers = [Onlooker(table) for table in islice(cycle(tables), self.size.onlookers * 6 // 5)]
        some = len(onlookers) - self.size.onlookers
        await side_by_side([onlooker.open for onlooker in onlookers[:some]], server.port)
        before = server.memory()
        await side_by_side([onlooker.open for onlooker in onlookers[some:]], server.port)
        grown = server.memory() - before
        for onlooker in onlookers:
            onlooker.wire.close()
        return grown / self.size.onlookers / 1e3

    async def at_rest(self, codes: list[str]) -> Row:
        """A new server reads the tables from their logs."""

        def look(code: str) -> Callable[[Asking], Awaitable[None]]:
            async def work(asking: Asking) -> None:
                await asking.ask(f"/api/tables/{code}")

            return work

        async with self.ours("steady") as server:
            some = len(codes) // 10
            await side_by_side([look(code) for code in codes[:some]], server.port, 4)
            before = server.memory()
            await side_by_side([look(code) for code in codes[some:]], server.port, 4)
            grown = (server.memory() - before) / (len(codes) - some)
        note = "games in the middle, read from the log after a restart of the server"
        return Row("memory of a live table", "KB", grown / 1e3, None, None, 40, "ours", "lower", note)

    # As many as it can

    async def peak(self) -> list[Row]:
        size = self.size
        async with AsyncExitStack() as servers:
            mine = await servers.enter_async_context(self.ours("peak"))
            theirs = await servers.enter_async_context(self.boardgame_io())
            pool = Pool(self, mine.port, await persons(mine.port, SEATS * size.at_once))
            first = await self.turn("ours, warming up", await pool.tables(3000), mine)
            each = round(first.update_bytes)
            bare = await servers.enter_async_context(self.bare(each))
            circles: list[Playing] = [
                BareTable(bare.port, f"table-{number}", SEATS, SAYS, self.chance)
                for number in range(size.at_once)
            ]
            matches: list[Playing] = [PeerTable(theirs.port, self.chance) for _ in range(size.at_once)]
            for tables, server in ((circles, bare), (matches, theirs)):
                await side_by_side([table.open for table in tables], server.port)
                await self.turn(f"{server.name}, warming up", tables, server)
            ours, framework, peer = [first], [], []
            for _ in range(size.turns):
                tables = await pool.tables(max(rates.moves for rates in ours))
                ours.append(await self.turn("ours", tables, mine))
                framework.append(await self.turn("bare framework", circles, bare))
                peer.append(await self.turn("boardgame.io", matches, theirs))
            for table in (*pool.ready, *circles, *matches):
                table.close()
        return self.peak_rows(middle(ours[1:]), middle(framework), middle(peer))

    async def turn(self, name: str, tables: list[Playing], server: Process) -> Rates:
        await asyncio.sleep(REST)
        with undisturbed():
            used, mine, began = server.seconds(), sum(os.times()[:2]), perf_counter()
            rates = await Peak(tables, self.size.at_once).run(self.size.turn)
            took = perf_counter() - began
        busy, load = (server.seconds() - used) / took, (sum(os.times()[:2]) - mine) / took
        say(
            f"{name}: {rates.moves:.0f} moves and {rates.updates:.0f} updates of {rates.update_bytes:.0f} bytes per "
            f"second; the server's core {100 * busy:.0f} % busy, the load's {100 * load:.0f} %"
        )
        return rates

    def peak_rows(self, ours: Rates, framework: Rates, peer: Rates) -> list[Row]:
        tables = f"{self.size.at_once} tables at a time with {SEATS} sockets each"
        return [
            Row(
                "at the peak, updates delivered",
                "/s",
                ours.updates,
                framework.updates,
                "the bare framework",
                0.5,
                note=f"{tables}, {ours.update_bytes:.0f} bytes each; the framework only sends them around",
            ),
            Row(
                "at the peak, moves",
                "/s",
                ours.moves,
                peer.moves,
                "boardgame.io",
                3,
                note=f"{tables}; boardgame.io with its storage in memory, ours on disk",
            ),
        ]

    def new_tables(self, port: int, people: list[str], games: Iterator[str]) -> list[OurTable]:
        """A table for each game, with the next four people, over and over."""
        seats = len(people) // SEATS
        return [
            OurTable(
                port, game, people[SEATS * (number % seats) :][:SEATS], random.Random(self.chance.random())
            )
            for number, game in enumerate(games)
        ]


class Pool:
    """Tables for the peak. Finished games leave, and there are always enough for the next turn."""

    def __init__(self, bench: Bench, port: int, people: list[str]) -> None:
        self.bench = bench
        self.port = port
        self.people = people
        self.ready: list[OurTable] = []

    async def tables(self, moves: float) -> list[Playing]:
        """Enough for a turn with so many moves per second, and half as many more."""
        size = self.bench.size
        for table in self.ready:
            if table.over:
                table.close()
        self.ready = [table for table in self.ready if not table.over]
        wanted = []
        for game in GAMES:
            spare = 1.5 * moves * size.turn / len(GAMES) / LENGTH[game]
            here = sum(1 for table in self.ready if table.kind == game)
            wanted += [game] * (int(spare) + size.at_once // len(GAMES) + 1 - here)
        new = self.bench.new_tables(self.port, self.people, iter(wanted))
        await side_by_side([table.open for table in new], self.port)
        self.ready += new
        return list(self.ready)


async def persons(port: int, number: int) -> list[str]:
    """The tokens of so many newcomers."""
    tokens: list[str] = []
    names = count(1)

    async def come(asking: Asking) -> None:
        tokens.append((await asking.ask("/api/me", {"name": f"player {next(names)}"}))["token"])

    await side_by_side([come] * number, port)
    return tokens


def flushes(file: Path, pace: int, seconds: int) -> list[float]:
    """How long so many small writes a second wait until they are on the disk, with nothing else to do: what comes while
    one is flushed is flushed together. No server on this disk can be faster."""
    waits: list[float] = []
    with file.open("wb", buffering=0) as output:
        start = perf_counter()
        while len(waits) < pace * seconds:
            due = start + len(waits) / pace
            sleep(max(0.0, due - perf_counter()))
            number = min(1 + int((perf_counter() - due) * pace), pace * seconds - len(waits))
            output.write(bytes(4096))
            os.fdatasync(output.fileno())
            done = perf_counter()
            waits += [done - due - each / pace for each in range(number)]
    return sorted(waits)


@contextmanager
def undisturbed() -> Iterator[None]:
    """The load collects no garbage meanwhile: its own pauses would be taken for the server's."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def middle(turns: list[Rates]) -> Rates:
    return sorted(turns, key=lambda rates: rates.moves)[len(turns) // 2]


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


async def measured(bench: Bench) -> list[Row]:
    """All rows; what goes wrong on any socket ends it."""
    loop = asyncio.get_running_loop()
    task = asyncio.current_task()
    assert task is not None
    problems: list[BaseException] = []

    def fail(_: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        if task.cancelling():
            return
        problem = context.get("exception")
        problems.append(problem if isinstance(problem, Exception) else Broken(str(context["message"])))
        task.cancel()

    loop.set_exception_handler(fail)
    loop.add_signal_handler(signal.SIGTERM, task.cancel)
    try:
        async with within(DEADLINE, "everything together"):
            return await bench.rows()
    except asyncio.CancelledError:
        if problems:
            raise problems[0] from None
        raise


def facts(peer: Path) -> dict[str, str]:
    node = subprocess.run(
        ["node", "--version"], capture_output=True, text=True, timeout=10, check=True
    ).stdout
    return machine() | {
        "engine": "compiled" if COMPILED else "interpreted",
        "litestar": version("litestar"),
        "uvicorn": version("uvicorn"),
        "sqlite": sqlite3.sqlite_version,
        "node": node.strip().removeprefix("v"),
        "server and load": "on one core each" if LOAD != SERVER else "on the same core",
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short run: noisier numbers")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    arguments = parser.parse_args()
    peer = Path(os.environ.get("PEER_SERVER", ""))
    if not (peer / "node_modules" / "boardgame.io").is_dir():
        sys.exit("PEER_SERVER must name a folder with boardgame.io; `make bench-server` makes one")
    if shutil.which("node") is None:
        sys.exit("Node is missing: boardgame.io's server needs version 18 or newer on the PATH")
    RESULTS.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=RESULTS.parent, prefix="bench-server-") as folder:
        bench = Bench(QUICK if arguments.quick else FULL, Path(folder), peer.resolve())
        try:
            rows = uvloop.run(measured(bench))
        except Broken as problem:
            sys.exit(f"bench-server: {problem}")
        except (asyncio.CancelledError, KeyboardInterrupt):
            sys.exit("bench-server: stopped")
    report("server", rows, facts(peer), arguments.markdown)


if __name__ == "__main__":
    main()

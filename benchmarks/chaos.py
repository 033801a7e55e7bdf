"""Everything that can break is broken, at random moments, while many tables are played: `make chaos` prints the counts
and writes them to `build/bench/chaos.json`.

First one server on SQLite, killed again and again. Then two workers on PostgreSQL and Valkey: workers killed, database
and bus restarted. In both the players' sockets are cut. Afterwards every acknowledged move must be in the log once, in
its place, every table must have come to a correct end, and every player must have been back within three seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any

from moustaches.client import Client
from moustaches.server.database import open_database
from tests.server.servers import PostgreSQL, Valkey
from tests.server.serving import Server

from .chaos_tables import Crowd, Findings
from .common import Row, machine, report

FAULTS = 110
TABLES = 20
BACK = 3.0  # seconds in which every client must be back
TAKEN_OVER = 5.0  # seconds in which a table must go on
LOST = 20.0  # seconds after which a client is given up
BETWEEN = (0.1, 0.9)  # seconds of peace between two faults
AWAY = (0.0, 0.5)  # seconds that something stays away
END = 90.0  # seconds for the last games
EXPECTED = ("a worker ended",)  # errors in the server's log
Strike = Callable[[], Awaitable[float]]


class Scenario:
    """A server under load, and the faults that befall it."""

    name = ""

    def __init__(self, stack: ExitStack, folder: Path, tables: int) -> None:
        self.stack = stack
        self.folder = folder
        self.tables = tables
        self.struck: Counter[str] = Counter()
        self.returns: list[float] = []  # seconds until a client was back, for each client and fault
        self.went_on: list[float] = []  # seconds until a table went on, where that was waited for
        self.crowd: Crowd
        self.server: Server
        self.begin()
        self.server.breaks = True  # what fails is found in its log, and reported

    def begin(self) -> None:
        """Starts what it needs."""
        raise NotImplementedError

    @property
    def faults(self) -> dict[str, tuple[int, Strike]]:
        """By name: how often among the others, and what to do; that says when the server was there again."""
        raise NotImplementedError

    @property
    def url(self) -> str:
        """Of the database; none: SQLite."""
        return ""

    async def run(self, faults: int) -> Findings:
        database = open_database(self.url, self.server.folder)
        self.crowd = crowd = Crowd(self.server.base, database, self.tables)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(database.close)
            playing = asyncio.create_task(crowd.play())
            striking = asyncio.create_task(self.strike_all(faults))
            await asyncio.wait([playing, striking], return_when=asyncio.FIRST_COMPLETED)
            try:
                if playing.done():
                    await playing
                await striking
                async with asyncio.timeout(END):
                    await playing
            except TimeoutError:
                crowd.findings.wrong += [
                    f"{each.game} {each.code}: not over" for each in crowd.playing.values()
                ]
            except ExceptionGroup as problems:
                crowd.findings.wrong += [repr(problem) for problem in problems.exceptions]
            finally:
                for task in (playing, striking):
                    task.cancel()
                await asyncio.gather(playing, striking, return_exceptions=True)
        errors = [
            line for line in self.logged() if line["level"] == "error" and line["event"] not in EXPECTED
        ]
        crowd.findings.wrong += [f"the server's log: {error}" for error in errors]
        return crowd.findings

    def logged(self) -> list[dict[str, Any]]:
        """What the server has written to its log."""
        return [json.loads(line) for line in self.server.said.splitlines() if line.startswith("{")]

    async def strike_all(self, number: int) -> None:
        begun = monotonic()
        while len(self.crowd.clients) < 3 * self.tables:
            await asyncio.sleep(0.05)
        for kind in self.plan(number):
            await asyncio.sleep(random.uniform(*BETWEEN))
            known = len(self.returns)
            since = await self.faults[kind][1]()
            self.struck[kind] += 1
            await self.all_back(since)
            if self.struck[kind] % 3 == 1:
                await self.all_go_on(since)
            slowest = max(self.returns[known:], default=0.0)
            back = f"{len(self.returns) - known} clients back within {slowest:.2f} s"
            print(f"{monotonic() - begun:6.1f} s {self.name}: {kind}, {back}", file=sys.stderr)
        self.crowd.enough = True
        self.crowd.pause = 0.0

    def plan(self, number: int) -> list[str]:
        """So many faults, of each kind about its share and at least one, in any order."""
        shares = {kind: share for kind, (share, _) in self.faults.items()}
        chosen = [*shares, *random.choices(list(shares), list(shares.values()), k=number)][:number]
        random.shuffle(chosen)
        return chosen

    async def all_back(self, since: float) -> None:
        """Until every client is connected, and whatever it was waiting for is answered."""
        await asyncio.sleep(0.02)  # whoever lost a connection knows by now
        missing = {client: set(client.waiting) for client in self.crowd.clients}
        while missing:
            now = monotonic()
            present = set(self.crowd.clients)
            for client, waiting in list(missing.items()):
                if client not in present:
                    del missing[client]
                elif (
                    client.socket is not None and not waiting & client.waiting.keys()
                ) or now - since > LOST:
                    self.returns.append(now - since)
                    del missing[client]
            await asyncio.sleep(0.01)

    async def all_go_on(self, since: float) -> None:
        """Until something has happened at every table."""
        stood = {code: played.version for code, played in self.crowd.playing.items()}
        while stood:
            now = monotonic()
            for code, version in list(stood.items()):
                played = self.crowd.playing.get(code)
                if played is None or played.version != version or now - since > LOST:
                    self.went_on.append(now - since)
                    del stood[code]
            await asyncio.sleep(0.01)

    async def cut(self) -> float:
        """Some players' connections end without a word."""
        clients = self.crowd.clients
        for client in random.sample(clients, max(1, len(clients) // 3)):
            abort(client)
        return monotonic()

    def rows(self, found: Findings) -> Iterator[Row]:
        for kind, times in self.struck.items():
            yield Row(f"{self.name}: {kind}", "faults", times)
        yield Row(f"{self.name}: games played to a verified end", "games", sum(found.tables.values()))
        yield Row(f"{self.name}: moves in their logs", "moves", found.moves)
        yield Row(f"{self.name}: moves acknowledged to clients", "moves", found.acknowledged)
        kept = 100 * found.kept / max(found.acknowledged, 1)
        yield Row(
            f"{self.name}: of these in the log, once and in place", "%", kept, target=100, target_of="ours"
        )
        once = 100 * found.once / max(found.asked, 1)
        yield Row(
            f"{self.name}: moves of people asked for, and once", "%", once, target=100, target_of="ours"
        )
        right = 100.0 if not found.wrong else 0.0
        yield Row(
            f"{self.name}: tables without a fault",
            "%",
            right,
            target=100,
            target_of="ours",
            note="; ".join(found.wrong[:5]),
        )
        yield Row(f"{self.name}: returns of clients", "returns", len(self.returns))
        yield self.seconds("median return", median(self.returns or [0.0]), None)
        yield self.seconds("slowest return", max(self.returns, default=0.0), BACK)
        yield self.seconds("longest until a table went on", max(self.went_on, default=0.0), TAKEN_OVER)

    def seconds(self, what: str, ours: float, target: float | None) -> Row:
        return Row(
            f"{self.name}: {what}", "s", max(ours, 0.001), target=target, target_of="ours", better="lower"
        )


class OnSqlite(Scenario):
    """One process and one file."""

    name = "SQLite"

    def begin(self) -> None:
        self.server = self.stack.enter_context(Server(self.folder / "sqlite", log="info"))

    @property
    def faults(self) -> dict[str, tuple[int, Strike]]:
        return {"kill -9 of the server": (2, self.kill), "sockets cut": (1, self.cut)}

    async def kill(self) -> float:
        await asyncio.to_thread(self.server.kill)
        await asyncio.sleep(random.uniform(*AWAY))
        await asyncio.to_thread(self.server.start)
        return monotonic()


class OnPostgres(Scenario):
    """Two workers that share PostgreSQL and Valkey, behind one port."""

    name = "two workers"

    def begin(self) -> None:
        self.postgres = self.stack.enter_context(PostgreSQL())
        self.valkey = self.stack.enter_context(Valkey())
        server = Server(
            self.folder / "workers", 2, database=self.url, valkey=self.valkey.url, log="info", thinkers=1
        )
        self.server = self.stack.enter_context(server)

    @property
    def url(self) -> str:
        return self.postgres.url()

    @property
    def faults(self) -> dict[str, tuple[int, Strike]]:
        return {
            "kill -9 of a worker": (4, self.kill_worker),
            "PostgreSQL restarted": (2, self.restart_postgres),
            "Valkey restarted": (2, self.restart_valkey),
            "sockets cut": (2, self.cut),
        }

    async def kill_worker(self) -> float:
        """One of the two, rather the older one, where more players are; the other one is there at once."""
        while len(self.workers()) < 2:
            await asyncio.sleep(0.05)
        worker, at = random.choice(self.workers()[:1] * 3 + self.workers()[1:]), monotonic()
        os.kill(worker, signal.SIGKILL)
        while lives(worker):
            await asyncio.sleep(0.005)
        return at

    def workers(self) -> list[int]:
        """Those that have said that they are ready, and live."""
        started = [line["pid"] for line in self.logged() if line["event"] == "started"]
        return [pid for pid in started if lives(pid)]

    async def restart_postgres(self) -> float:
        how = random.choice((PostgreSQL.FAST, PostgreSQL.HARD))
        await asyncio.to_thread(self.postgres.stop, how)
        await asyncio.sleep(random.uniform(*AWAY))
        await asyncio.to_thread(self.postgres.start)
        return monotonic()

    async def restart_valkey(self) -> float:
        await asyncio.to_thread(self.valkey.stop, Valkey.HARD)
        await asyncio.sleep(random.uniform(*AWAY))
        await asyncio.to_thread(self.valkey.start)
        return monotonic()


def abort(client: Client) -> None:
    if client.socket is not None:
        client.socket.transport.abort()


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def chaos(faults: int, tables: int) -> list[Row]:
    """Both scenarios; all that was counted."""
    rows: list[Row] = []
    total = 0
    for kind, share in ((OnSqlite, 0.4), (OnPostgres, 0.6)):
        with tempfile.TemporaryDirectory(prefix="moustaches-chaos-") as folder, ExitStack() as stack:
            scenario = kind(stack, Path(folder), tables)
            found = asyncio.run(scenario.run(round(share * faults)))
            rows += scenario.rows(found)
            total += scenario.struck.total()
    return [Row("faults", "faults", total, target=faults, target_of="ours"), *rows]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chaos", description=__doc__)
    parser.add_argument(
        "--faults", type=int, default=FAULTS, metavar="N", help=f"how many (default {FAULTS})"
    )
    parser.add_argument("--tables", type=int, default=TABLES, metavar="N", help=f"at once (default {TABLES})")
    parser.add_argument("--seed", type=int, metavar="N", help="of the choices of players and faults")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    rows = chaos(arguments.faults, arguments.tables)
    report("chaos", rows, machine(), arguments.markdown)
    if any(row.met is False for row in rows):
        sys.exit("a promise was broken")


if __name__ == "__main__":
    main()

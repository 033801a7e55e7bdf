"""Two workers on PostgreSQL and Valkey are as good as one: the same tables, the same order, nothing lost when a worker,
the database or the bus goes away.
"""

from __future__ import annotations

import asyncio
import inspect
import random
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
import pytest
from sqlalchemy import Connection, select, update

import moustaches
from moustaches.server.database import Postgres, Work
from moustaches.server.entries import AnyEntry, Moved, Nudged, Said
from moustaches.server.migrations import migrate
from moustaches.server.store import Store, Stored, tables
from tests.server import test_moves, test_seats, test_tables, test_take_back
from tests.server.servers import PostgreSQL, Servers
from tests.server.serving import Server, Wire, play, run
from tests.server.test_short_way import row

pytestmark = pytest.mark.xdist_group("servers")
T = TypeVar("T")
TAKEN_OVER = 5.0  # seconds at most until another worker has taken a table over


class Pair(Server):
    """Two workers, seen as one server: whoever asks gets now the one, now the other."""

    def __init__(self, servers: Servers, folder: Path) -> None:
        self.servers = servers
        self.database = servers.new_database()
        settings: dict[str, Any] = {"database": self.database, "valkey": servers.bus, "grace": 20.0}
        self.one = Server(folder / "one", **settings)
        self.other = Server(folder / "other", **settings)
        self.base = self.one.settings["address"] = self.other.settings["address"] = "http://cards.example"
        self.turns = cycle((self.one, self.other))

    def __enter__(self) -> Self:
        self.one.launch()
        self.other.launch()
        self.one.wait()
        self.other.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.one.__exit__(kind, value, trace)
        finally:
            self.other.__exit__(kind, value, trace)

    @property
    def port(self) -> int:  # type: ignore[override]
        return next(self.turns).port

    @property
    def http(self) -> httpx.Client:  # type: ignore[override]
        return next(self.turns).http

    def link(self, code: str) -> str:
        return next(self.turns).link(code)

    def ask(self, method: str, path: str, body: object = None, token: str = "") -> httpx.Response:
        return next(self.turns).ask(method, path, body, token)

    # Behind their backs

    async def run(self, work: Work[T]) -> T:
        async with opened(self.database) as database:
            return await database.run(work)

    async def stored(self, code: str) -> list[Stored]:
        """The log of a table; its versions have no gap."""
        async with opened(self.database) as database:
            found = await Store(database).entries(code)
        assert [each.version for each in found] == list(range(1, len(found) + 1))
        return found

    def log(self, code: str) -> list[tuple[int, int, AnyEntry]]:
        with ThreadPoolExecutor(1) as thread:  # the test has a loop of its own
            found = thread.submit(asyncio.run, self.stored(code)).result()
        return [(each.version, each.at, each.entry) for each in found]


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Postgres]:
    database = Postgres(url)
    try:
        yield database
    finally:
        await database.close()


@pytest.fixture(scope="module")
def pair(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Whoever stops one of them starts it again."""
    with Pair(servers, tmp_path_factory.mktemp("pair")) as made:
        yield made


def any_move(view: dict[str, Any]) -> str:
    return str(random.choice(view["legal"]))


async def soon(condition: Callable[[], object], seconds: float = 10.0) -> float:
    """Until it is so; how long that took."""
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < seconds, "it did not become so"
        await asyncio.sleep(0.01)
    return time.monotonic() - begun


def whole(wire: Wire) -> bool:
    """Whether a socket saw every version once and in order."""
    return wire.versions == list(range(wire.versions[0], wire.versions[-1] + 1))


# As good as one


def same_tests() -> Iterator[Callable[[Server], None]]:
    """What is promised of one server, by tests that do not stop it or look into its files."""
    for module in (test_tables, test_moves, test_seats, test_take_back):
        for name, test in vars(module).items():
            if name.startswith("test_") and list(inspect.signature(test).parameters) == ["server"]:
                yield test


@pytest.mark.parametrize("test", list(same_tests()), ids=lambda test: test.__name__.removeprefix("test_"))
def test_two_workers_keep_the_promises_of_one(pair: Pair, test: Callable[[Server], None]) -> None:
    test(pair)


@pytest.mark.parametrize("game", ["moustache", "gracias", "club"])
def test_a_game_with_players_on_both_workers_is_played_to_a_correct_end(pair: Pair, game: str) -> None:
    async def work() -> None:
        ada, bob = pair.one.person("Ada"), pair.other.person("Bob")
        code = pair.one.table(game, host=ada)
        async with (
            pair.one.client(code, "Ada", ada) as first,
            pair.other.client(code, "Bob", bob) as second,
            Wire(pair.one, code) as here,
            Wire(pair.other, code) as there,
        ):
            await second.sit()
            await first.start("novice")
            await asyncio.gather(play(first, any_move), play(second, any_move))
            end = first.version or 0
            await here.until(lambda: here.versions[-1] == end)
            await there.until(lambda: there.versions[-1] == end)
            assert whole(here)
            assert whole(there)
            common = set(here.versions) & set(there.versions)
            assert [each for each in here.of("update") if each["version"] in common] == [
                each for each in there.of("update") if each["version"] in common
            ]
            assert first.view is not None
            assert second.view is not None
            assert first.view["scores"] == second.view["scores"]
        records = {server.ask("GET", f"/api/tables/{code}/record").text for server in (pair.one, pair.other)}
        assert len(records) == 1
        assert moustaches.verify(records.pop()).winners
        assert len(await pair.stored(code)) == end

    run(work())


def test_of_two_moves_of_a_seat_that_arrive_at_both_workers_at_once_one_counts(pair: Pair) -> None:
    async def work() -> None:
        tokens = [pair.one.person(name) for name in ("Ada", "Bob", "Cleo", "Dan")]
        code = pair.one.table("gracias", 4, host=tokens[0])
        for token in tokens[1:]:
            assert pair.other.intend(code, token, "sit")["status"] == 200
        assert pair.other.intend(code, tokens[0], "start")["status"] == 200
        async with AsyncExitStack() as stack:
            wires = [
                [
                    await stack.enter_async_context(Wire(server, code, token))
                    for server in (pair.one, pair.other)
                ]
                for token in tokens
            ]
            done = 0
            for turn in range(40):
                picture = pair.one.look(code, tokens[0])
                seat = picture["view"]["to_act"][0]
                view = pair.one.look(code, tokens[seat])["view"]
                ids = ("same", "same") if turn % 2 else ("one", "other")
                answers = await asyncio.gather(
                    *(
                        wire.intend(
                            "move",
                            f"{turn}-{id}",
                            move=random.choice(view["legal"]),
                            expected=picture["version"],
                        )
                        for wire, id in zip(wires[seat], ids, strict=True)
                    )
                )
                if turn % 2:  # the same intent twice: it took effect once, and both know
                    assert [answer["news"] for answer in answers] == ["done", "done"], answers
                    assert answers[0]["version"] == answers[1]["version"]
                else:  # two intents: one came too late
                    assert sorted(answer["news"] for answer in answers) == ["done", "refused"], answers
                    assert {answer.get("error", "") for answer in answers} == {"", "stale"}
                done += 1
                version = max(answer.get("version", 0) for answer in answers)
                for pairs in wires:
                    for wire in pairs:
                        await wire.until(lambda wire=wire, version=version: wire.versions[-1] >= version)
            moves = [each for each in await pair.stored(code) if isinstance(each.entry, Moved)]
            assert len(moves) == done

    run(work())


def test_of_two_workers_whose_bots_move_at_once_one_reads_on(servers: Servers) -> None:
    """A bot's move has no intent, and is not taken for one that was stored before."""

    url = servers.new_database()

    async def go() -> None:
        async with opened(url) as one, opened(url) as other:
            await one.run(migrate)
            await Store(one).append("a", 1, [Nudged(0)], 1, None, row("a"))
            both = (Store(each).append("a", 2, [Moved(0, "bid 1", "bot")], 2) for each in (one, other))
            answers = await asyncio.gather(*both, return_exceptions=True)
            assert sorted(type(each).__name__ for each in answers) == ["Conflict", "NoneType"]

    run(go())


def test_choices_of_different_seats_on_different_workers_all_count(pair: Pair) -> None:
    """A stampede: every seat of a table of Moustache moves as soon as it may, on both workers."""

    async def work() -> None:
        tokens = [pair.one.person(name) for name in ("Ada", "Bob", "Cleo", "Dan")]
        code = pair.one.table("moustache", 4, host=tokens[0])
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context((pair.one, pair.other)[number % 2].client(code, "", token))
                for number, token in enumerate(tokens)
            ]
            for client in clients[1:]:
                await client.sit()
            await clients[0].start()
            made = await asyncio.gather(*(play(client, any_move) for client in clients))
            moves = [each for each in await pair.stored(code) if isinstance(each.entry, Moved)]
            assert len(moves) == sum(made)

    run(work())


def test_sockets_of_one_table_on_both_workers_see_the_same_versions(pair: Pair) -> None:
    async def work() -> None:
        ada, bob = pair.one.person("Ada"), pair.other.person("Bob")
        code = pair.one.table("club", 3, host=ada)
        async with Wire(pair.one, code, ada) as here, Wire(pair.other, code, bob) as there:
            start = max(here.versions[-1], there.versions[-1])
            for number in range(30):
                wire = (here, there)[number % 2]
                answer = await wire.intend("say", phrase="hello")
                assert answer["news"] == "done", answer
            for wire in (here, there):
                await wire.until(lambda wire=wire: wire.versions[-1] == start + 30)
                assert whole(wire)
            said = [[each["talk"] for each in wire.of("update")] for wire in (here, there)]
            assert said[0] == said[1]

    run(work())


def test_who_comes_back_at_the_other_worker_never_goes_back_in_time(pair: Pair) -> None:
    async def work() -> None:
        ada = pair.one.person("Ada")
        code = pair.one.table("club", 3, host=ada)
        for _ in range(20):
            said = pair.one.intend(code, ada, "say", phrase="hello")
            async with Wire(pair.other, code, ada, version=said["version"]) as wire:
                assert wire.versions[0] >= said["version"]

    run(work())


def test_each_worker_knows_who_is_connected_to_the_other(pair: Pair) -> None:
    async def work() -> None:
        ada, bob = pair.one.person("Ada"), pair.other.person("Bob")
        code = pair.one.table("gracias", 4, host=ada)
        async with pair.one.client(code, "Ada", ada) as first:
            async with pair.other.client(code, "Bob", bob) as second:
                await second.sit()
                await soon(lambda: first.present[:2] == [True, True])
                await soon(lambda: second.present[:2] == [True, True])
                async with Wire(pair.other, code), Wire(pair.one, code) as spectator:
                    await spectator.until(
                        lambda: any(each["spectators"] == 2 for each in spectator.of("present"))
                    )
            await soon(lambda: first.present[:2] == [True, False])

    run(work())


# When a worker dies


def test_a_table_whose_keeper_is_killed_in_thought_is_taken_over_within_five_seconds(pair: Pair) -> None:
    async def work() -> None:
        ada = pair.one.person("Ada")
        for _ in range(5):
            code = pair.one.table("moustache", 4, host=ada)
            async with pair.one.client(code, "Ada", ada) as client:
                assert pair.other.intend(code, ada, "start", level="expert")["status"] == 200
                await client.until(lambda client=client: client.view is not None)
                while client.to_act:
                    await client.move(any_move(client.view or {}))
                await asyncio.to_thread(pair.other.kill)
                begun, version = time.monotonic(), client.version or 0
                if client.over or client.to_act:
                    pair.other.start()
                    continue
                await client.until(lambda client=client, version=version: (client.version or 0) > version)
                assert time.monotonic() - begun < TAKEN_OVER
                pair.other.start()
                await play(client, any_move)
                assert moustaches.verify(pair.one.ask("GET", f"/api/tables/{code}/record").text).winners
                return
        raise AssertionError("the bots were never in thought")

    run(work())


def test_nobody_is_present_at_a_worker_that_was_killed(pair: Pair) -> None:
    async def work() -> None:
        ada, bob = pair.one.person("Ada"), pair.other.person("Bob")
        code = pair.one.table("gracias", 4, host=ada)
        async with pair.one.client(code, "Ada", ada) as first:
            async with pair.other.client(code, "Bob", bob) as second:
                await second.sit()
                await soon(lambda: first.present[:2] == [True, True])
                await asyncio.to_thread(pair.other.kill)
            try:
                await soon(lambda: first.present[:2] == [True, False], TAKEN_OVER)
            finally:
                await asyncio.to_thread(pair.other.start)

    run(work())


def test_a_worker_that_stops_in_order_hands_its_tables_over(pair: Pair) -> None:
    async def work() -> None:
        ada = pair.one.person("Ada")
        code = pair.one.table("moustache", 4, host=ada)
        async with pair.one.client(code, "Ada", ada) as client:
            assert pair.other.intend(code, ada, "start", level="novice")["status"] == 200
            await asyncio.to_thread(pair.other.stop)
            try:
                for _ in range(5):
                    await client.until(lambda: client.to_act)
                    await client.move(any_move(client.view or {}))
            finally:
                await asyncio.to_thread(pair.other.start)

    run(work())


def test_what_was_stored_and_never_told_is_found(pair: Pair) -> None:
    """As by a worker that died between the two."""

    async def work() -> None:
        ada = pair.one.person("Ada")
        code = pair.one.table("club", 3, host=ada)
        async with Wire(pair.one, code) as here, Wire(pair.other, code) as there:
            version = here.versions[-1] + 1
            entry = Said(None, "", phrase="hello")
            now = int(time.time() * 1000)
            async with opened(pair.database) as database:
                await Store(database).append(code, version, [entry], now)
            for wire in (here, there):
                async with asyncio.timeout(3):
                    await wire.until(lambda wire=wire: wire.versions[-1] == version)

    run(work())


def test_a_game_that_ended_as_its_worker_died_is_over_in_the_index_too(pair: Pair) -> None:
    async def work() -> None:
        ada = pair.one.person("Ada")
        code = pair.one.table("club", 3, host=ada)
        async with pair.one.client(code, "Ada", ada) as client:
            await client.start("novice")
            await play(client, any_move)

        def phase(connection: Connection) -> tuple[str, str | None]:
            found = connection.execute(
                select(tables.c.phase, tables.c.worker).where(tables.c.code == code)
            ).one()
            return found.phase, found.worker

        def forget(connection: Connection) -> None:
            values = {"phase": "playing", "worker": "dead"}
            connection.execute(update(tables).where(tables.c.code == code), values)

        async with asyncio.timeout(10):
            while await pair.run(phase) != ("over", None):
                await asyncio.sleep(0.05)
            await pair.run(forget)
            while await pair.run(phase) != ("over", None):
                await asyncio.sleep(0.05)

    run(work())


# When the database or the bus goes away


def ours(pair: Pair) -> Servers:
    if pair.servers.postgres is None or pair.servers.valkey is None:
        pytest.skip("somebody else's servers are not restarted")
    return pair.servers


def test_without_the_bus_the_game_goes_on_and_news_is_only_slower(pair: Pair) -> None:
    async def work() -> None:
        valkey = ours(pair).valkey
        assert valkey is not None
        ada, bob = pair.one.person("Ada"), pair.other.person("Bob")
        code = pair.one.table("gracias", 4, host=ada)
        async with pair.one.client(code, "Ada", ada) as first, pair.other.client(code, "Bob", bob) as second:
            await second.sit()
            await asyncio.to_thread(valkey.stop, signal.SIGKILL)
            try:
                await first.say("hello")
                await soon(lambda: bool(second.talk), 3)
                await second.say("hello")
                await soon(lambda: len(first.talk) == 2, 3)
            finally:
                await asyncio.to_thread(valkey.start)
            await first.start("novice")
            await asyncio.gather(play(first, any_move), play(second, any_move))
            assert first.connections == second.connections == 1
        await pair.stored(code)

    run(work())


def test_who_came_while_the_bus_was_away_is_known_when_it_is_back(pair: Pair) -> None:
    async def work() -> None:
        valkey = ours(pair).valkey
        assert valkey is not None
        ada, bob = pair.one.person("Ada"), pair.other.person("Bob")
        code = pair.one.table("gracias", 4, host=ada)
        assert pair.other.intend(code, bob, "sit")["status"] == 200
        async with pair.one.client(code, "Ada", ada) as first:
            await asyncio.to_thread(valkey.stop, signal.SIGKILL)
            try:
                stack = AsyncExitStack()
                second = await stack.enter_async_context(pair.other.client(code, "Bob", bob))
            finally:
                await asyncio.to_thread(valkey.start)
            async with stack:
                await soon(lambda: first.present[:2] == [True, True])
                await soon(lambda: second.present[:2] == [True, True])

    run(work())


@pytest.mark.parametrize("how", [PostgreSQL.FAST, PostgreSQL.HARD])
def test_while_the_database_is_away_intents_are_refused_and_nothing_is_lost(
    pair: Pair, how: signal.Signals
) -> None:
    async def work() -> None:
        postgres = ours(pair).postgres
        assert postgres is not None
        ada, bob = pair.one.person("Ada"), pair.other.person("Bob")
        code = pair.one.table("gracias", 4, host=ada)
        async with (
            pair.one.client(code, "Ada", ada) as first,
            pair.other.client(code, "Bob", bob) as second,
            Wire(pair.one, code, ada) as wire,
        ):
            await second.sit()
            await asyncio.to_thread(postgres.stop, how)
            try:
                answer = await wire.intend("say", phrase="hello")
                assert (answer["news"], answer["error"]) == ("refused", "unavailable")
                over_http = await asyncio.to_thread(pair.other.intend, code, bob, "say", phrase="hello")
                assert (over_http["status"], over_http["error"]) == (503, "unavailable")
                patient = asyncio.create_task(first.say("hello"))
                await asyncio.sleep(0.3)
                assert not patient.done()
            finally:
                await asyncio.to_thread(postgres.start)
            begun = time.monotonic()
            await patient
            assert time.monotonic() - begun < 3
            await first.start("novice")
            await asyncio.gather(play(first, any_move), play(second, any_move))
        assert sum(isinstance(each.entry, Said) for each in await pair.stored(code)) == 1

    run(work())


def test_bots_play_on_after_the_database_was_away(pair: Pair) -> None:
    async def work() -> None:
        postgres = ours(pair).postgres
        assert postgres is not None
        ada = pair.one.person("Ada")
        code = pair.one.table("moustache", 4, host=ada)
        async with pair.one.client(code, "Ada", ada) as client:
            await client.start("novice")
            for _ in range(3):
                await asyncio.to_thread(postgres.restart, PostgreSQL.HARD)
                await client.until(lambda: client.to_act)
                await client.move(any_move(client.view or {}))
            await play(client, any_move)

    run(work())


def test_a_worker_that_starts_before_its_database_waits_for_it(pair: Pair) -> None:
    postgres = ours(pair).postgres
    assert postgres is not None
    pair.other.stop()
    postgres.stop(PostgreSQL.FAST)
    try:
        pair.other.launch()
        time.sleep(1.5)
        assert pair.other.process is not None
        assert pair.other.process.poll() is None
    finally:
        postgres.start()
    pair.other.wait()

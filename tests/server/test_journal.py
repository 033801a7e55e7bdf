"""The journal of SQLite: what is put there is written, at once and for good, and every reader of a log finds it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, text

from moustaches.server import journal, migrations
from moustaches.server.database import Sqlite
from moustaches.server.entries import AnyEntry, Moved, Nudged, encoder
from moustaches.server.migrations import STEPS, migrate
from moustaches.server.store import Conflict, Repeated, Store, tables
from tests.server.serving import Server, Wire, run
from tests.server.test_moves import begun, turn
from tests.server.test_short_way import row

MOVE: list[AnyEntry] = [Moved(0, "bid 1")]


@asynccontextmanager
async def opened(folder: Path, *codes: str) -> AsyncIterator[Store]:
    """A store with tables of these codes, each of one entry."""
    database = Sqlite(folder / "tables.db")
    try:
        store = Store(database)
        await database.run(migrate)
        for code in codes:
            await store.append(code, 1, [Nudged(0)], 1, f"first {code}", row(code))
        yield store
    finally:
        await database.close()


def rows(file: Path, query: str) -> list[tuple[object, ...]]:
    """Behind the store's back."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


JOURNAL = "SELECT code, version, intent FROM journal ORDER BY id"
LOG = "SELECT code, version, intent FROM log ORDER BY code, version"


def test_an_entry_waits_in_the_journal_and_whoever_reads_the_log_finds_it(tmp_path: Path) -> None:
    async def go() -> None:
        file = tmp_path / "tables.db"
        async with opened(tmp_path, "a") as store:
            await store.append("a", 2, MOVE, 2, "second")
            assert rows(file, JOURNAL) == [("a", 2, "second")]
            assert rows(file, LOG) == [("a", 1, "first a")]
            assert (await store.row("a")) is not None  # that is no reason to settle it
            assert rows(file, JOURNAL)
            assert [each.version for each in await store.entries("a")] == [1, 2]
            assert rows(file, JOURNAL) == []
            assert rows(file, LOG) == [("a", 1, "first a"), ("a", 2, "second")]

    run(go())


@pytest.mark.parametrize("settled", [False, True], ids=["in the journal", "in the log"])
def test_a_version_and_an_intent_are_written_once_wherever_they_are(tmp_path: Path, settled: bool) -> None:
    async def go() -> None:
        async with opened(tmp_path, "a", "b") as store:
            await store.append("a", 2, MOVE, 2, "second")
            if settled:
                await store.entries("a")
            with pytest.raises(Repeated) as repeated:
                await store.append("a", 3, MOVE, 3, "second")
            assert repeated.value.version == 2
            await store.append("a", 3, MOVE, 3)
            if settled:
                await store.entries("a")
            with pytest.raises(Conflict):
                await store.append("a", 3, MOVE, 3, "another")
            both = (store.append("b", 2, MOVE, 2, each) for each in ("x", "y"))
            answers = await asyncio.gather(*both, return_exceptions=True)
            assert [type(each) for each in answers] == [type(None), Conflict]
            await store.append("b", 3, MOVE, 2, "second")  # at another table it is another one
            assert [each.version for each in await store.entries("a")] == [1, 2, 3]
            assert [each.version for each in await store.entries("b")] == [1, 2, 3]

    run(go())


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not settled only because the machine is slow."""
    monkeypatch.setattr(journal, "OLD", 60.0)


def test_an_old_journal_is_settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        async with opened(tmp_path, "a") as store:
            await store.append("a", 2, MOVE, 2, "second")
            assert rows(tmp_path / "tables.db", JOURNAL)
            monkeypatch.setattr(journal, "OLD", 0.0)
            await store.append("a", 3, MOVE, 2, "third")
            assert rows(tmp_path / "tables.db", JOURNAL) == []
            assert len(rows(tmp_path / "tables.db", LOG)) == 3

    run(go())


def test_a_full_journal_is_settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "FULL", 10)

    async def go() -> None:
        async with opened(tmp_path, "a", "b") as store:
            for version in range(2, 40):
                await asyncio.gather(
                    *(store.append(code, version, MOVE, version, f"id {version}") for code in "ab")
                )
                assert len(rows(tmp_path / "tables.db", JOURNAL)) < 10
        assert len(rows(tmp_path / "tables.db", LOG)) == 78

    run(go())


def test_what_a_crash_leaves_in_the_journal_is_in_the_log_after_the_next_start(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def go() -> None:
        async with opened(tmp_path, "a") as store:
            await store.append("a", 2, MOVE, 2, "second")
            assert rows(file, JOURNAL)
            store.database.journal.entries = 0  # type: ignore[attr-defined]  # it does not come to that
        assert rows(file, JOURNAL)
        async with opened(tmp_path) as store:
            assert rows(file, JOURNAL) == []
            with pytest.raises(Repeated):
                await store.append("a", 3, MOVE, 3, "second")
            assert [each.version for each in await store.entries("a")] == [1, 2]

    run(go())


def test_moves_of_a_server_that_was_killed_are_all_there(own_server: Server) -> None:
    server = own_server

    async def go() -> None:
        code, tokens = begun(server)
        done = []
        for number in range(6):
            seat, view, version = turn(server, code, tokens)
            async with Wire(server, code, tokens[seat]) as wire:
                answer = await wire.intend("move", f"m{number}", move=view["legal"][0], expected=version)
            done.append(answer["version"])
        before = server.entries(code)
        server.restart(hard=True)
        assert server.look(code)["version"] == done[-1] == len(before)
        assert server.entries(code) == before

    run(go())


def test_a_database_from_before_the_journal_gets_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        monkeypatch.setattr(migrations, "STEPS", STEPS[:1])
        monkeypatch.setattr(journal, "settle", lambda driver: None)
        database = Sqlite(tmp_path / "tables.db")
        await database.run(migrate)

        def work(connection: Connection) -> None:
            values = {name: getattr(row("a"), name) for name in tables.columns.keys()}  # noqa: SIM118
            connection.execute(insert(tables), values)
            entry = {"code": "a", "entry": encoder.encode(Nudged(0))}
            connection.execute(
                text("INSERT INTO log (code, version, at, entry, intent) VALUES (:code, 1, 1, :entry, 'id')"),
                entry,
            )

        await database.run(work)
        await database.close()
        monkeypatch.undo()
        async with opened(tmp_path) as store:
            with pytest.raises(Repeated):
                await store.append("a", 2, MOVE, 2, "id")
            await store.append("a", 2, MOVE, 2, "new")
            assert [each.version for each in await store.entries("a")] == [1, 2]

    run(go())


def test_what_is_written_past_the_journal_is_known_to_it(tmp_path: Path) -> None:
    """Where the index of tables changes too, an entry goes straight into the log."""

    async def go() -> None:
        async with opened(tmp_path, "a", "b") as store:
            for code in "ab":
                await store.append(code, 2, MOVE, 2, "second")
            await store.append("a", 3, [Nudged(0)], 3, "third", row("a"))
            with pytest.raises(Conflict):
                await store.append("a", 3, MOVE, 3, "another")
            with pytest.raises(Repeated) as repeated:
                await store.append("a", 4, MOVE, 4, "third")
            assert repeated.value.version == 3
            await store.append("b", 3, MOVE, 3, "third")
            await store.append("a", 4, MOVE, 4, "fourth")
            assert [each.version for each in await store.entries("a")] == [1, 2, 3, 4]
            assert [each.version for each in await store.entries("b")] == [1, 2, 3]

    run(go())


def test_an_intent_that_only_looks_like_another_is_written(tmp_path: Path) -> None:
    """Eight bytes of each are remembered; where they are the same, the log itself decides."""

    async def go() -> None:
        async with opened(tmp_path, "a") as store:
            await store.append("a", 2, MOVE, 2, "second")
            tail = store.database.journal.tails["a"]  # type: ignore[attr-defined]
            tail.intents += journal.mark_of("new")
            await store.append("a", 3, MOVE, 3, "new")
            with pytest.raises(Repeated):
                await store.append("a", 4, MOVE, 4, "new")
            assert [each.version for each in await store.entries("a")] == [1, 2, 3]

    run(go())


def test_after_very_many_tables_an_intent_is_still_written_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "REMEMBERED", 1)
    monkeypatch.setattr(journal, "FULL", 2)

    async def go() -> None:
        async with opened(tmp_path, *"abc") as store:
            for version in range(2, 6):
                for code in "abc":
                    await store.append(code, version, MOVE, version, f"id {version}")
                    with pytest.raises(Repeated):
                        await store.append(code, version + 1, MOVE, version, f"id {version}")
            for code in "abc":
                assert [each.version for each in await store.entries(code)] == [1, 2, 3, 4, 5]

    run(go())


def test_a_database_with_an_index_of_intents_loses_it_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tables.db"
    old = (
        "CREATE TABLE log (code VARCHAR(12) NOT NULL REFERENCES tables (code) ON DELETE CASCADE, "
        "version INTEGER NOT NULL, at BIGINT NOT NULL, entry BLOB NOT NULL, intent VARCHAR(80), "
        "PRIMARY KEY (code, version), UNIQUE (intent, code)) WITHOUT ROWID"
    )

    async def before() -> None:
        monkeypatch.setattr(migrations, "STEPS", STEPS[:2])
        async with opened(tmp_path):
            pass
        monkeypatch.undo()
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("DROP TABLE log")
            connection.execute(old)
            connection.execute("INSERT INTO tables VALUES ('a', 'gracias', 4, 'playing', 0, '', 1, 0, NULL)")
            entries = [("a", version, 1, encoder.encode(Nudged(0)), f"id {version}") for version in (1, 2)]
            connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?)", entries)
            connection.execute("INSERT INTO journal VALUES (1, 'a', 3, 1, ?, 'id 3')", entries[0][3:4])
            connection.commit()

    async def after() -> None:
        async with opened(tmp_path) as store:
            assert rows(file, LOG) == [("a", version, f"id {version}") for version in (1, 2, 3)]
            assert rows(file, "SELECT name FROM pragma_index_list('log') WHERE origin = 'u'") == []
            for version in (1, 2, 3):
                with pytest.raises(Repeated):
                    await store.append("a", 4, MOVE, 4, f"id {version}")
            await store.append("a", 4, MOVE, 4, "id 4")
            assert [each.version for each in await store.entries("a")] == [1, 2, 3, 4]
            await store.remove(["a"])
            assert rows(file, LOG) == []

    run(before())
    run(after())

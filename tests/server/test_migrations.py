"""The database comes to the form of the release by itself: once, as a whole, forwards only."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Column, Connection, Integer, MetaData, Table, insert, inspect, select, text

from moustaches.server import migrations
from moustaches.server.database import Database, open_database
from moustaches.server.migrations import STEPS, migrate, steps_done
from tests.server.servers import Servers
from tests.server.serving import Server, run

pytestmark = pytest.mark.xdist_group("servers")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    """An empty database: SQLite in the folder of the test, or PostgreSQL."""
    if request.param == "sqlite":
        yield ""
    else:
        servers: Servers = request.getfixturevalue("servers")
        yield servers.new_database()


def done(connection: Connection) -> list[int]:
    return list(connection.execute(select(steps_done.c.step).order_by(steps_done.c.step)).scalars())


def names(connection: Connection) -> list[str]:
    return inspect(connection).get_table_names()


ALL = list(range(1, len(STEPS) + 1))


def test_an_empty_database_gets_every_step_once(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        database = open_database(url, tmp_path)
        try:
            for _ in range(3):
                await database.run(migrate)
            assert await database.read(done) == ALL
            assert {"log", "tables", "people", "secrets", "workers"} <= set(await database.read(names))
        finally:
            await database.close()

    run(work())


def test_workers_that_start_together_apply_each_step_once(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        databases: list[Database] = [open_database(url, tmp_path) for _ in range(6)]
        try:
            await asyncio.gather(*(database.run(migrate) for database in databases))
            assert await databases[0].read(done) == ALL
        finally:
            await asyncio.gather(*(database.close() for database in databases))

    run(work())


def test_a_new_step_is_applied_to_a_database_with_tables_in_it(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def another(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE people ADD COLUMN hat VARCHAR(8)"))

    async def work() -> None:
        database = open_database(url, tmp_path)
        try:
            await database.run(migrate)
            monkeypatch.setattr(migrations, "STEPS", (*STEPS, another))
            others = [open_database(url, tmp_path) for _ in range(3)]
            try:
                await asyncio.gather(*(each.run(migrate) for each in (database, *others)))
            finally:
                await asyncio.gather(*(each.close() for each in others))
            assert await database.read(done) == [*ALL, len(STEPS) + 1]
            columns = await database.read(lambda connection: inspect(connection).get_columns("people"))
            assert "hat" in [column["name"] for column in columns]
        finally:
            await database.close()

    run(work())


def test_a_step_that_fails_leaves_nothing_behind(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    half = Table("half", MetaData(), Column("id", Integer, primary_key=True))

    def breaks(connection: Connection) -> None:
        half.create(connection)
        raise ZeroDivisionError

    async def work() -> None:
        database = open_database(url, tmp_path)
        try:
            await database.run(migrate)
            monkeypatch.setattr(migrations, "STEPS", (*STEPS, breaks))
            with pytest.raises(ZeroDivisionError):
                await database.run(migrate)
            assert await database.read(done) == ALL
            assert "half" not in await database.read(names)
        finally:
            await database.close()

    run(work())


def test_the_database_of_a_newer_release_is_refused(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        database = open_database(url, tmp_path)
        try:
            await database.run(migrate)
            newer = insert(steps_done).values(step=len(STEPS) + 1)
            await database.run(lambda connection: connection.execute(newer))
            with pytest.raises(RuntimeError, match=r"newer release .* upgrade moustaches"):
                await database.run(migrate)
        finally:
            await database.close()

    run(work())


def test_a_server_says_why_it_does_not_start_on_a_newer_database(tmp_path: Path) -> None:
    async def age() -> None:
        database = open_database("", tmp_path)
        try:
            await database.run(migrate)
            newer = insert(steps_done).values(step=len(STEPS) + 1)
            await database.run(lambda connection: connection.execute(newer))
        finally:
            await database.close()

    run(age())
    server = Server(tmp_path)
    try:
        server.launch()
        assert server.process is not None
        assert server.process.wait(30) != 0
        assert "the database is of a newer release" in server.said
    finally:
        server.kill()
        server.http.close()
        server.place.close()


def test_servers_that_start_together_on_an_empty_database_both_serve(
    servers: Servers, tmp_path: Path
) -> None:
    database = servers.new_database()
    both = [Server(tmp_path / name, database=database, valkey=servers.bus) for name in ("one", "other")]
    try:
        for server in both:
            server.launch()
        for server in both:
            server.wait()
        token = both[0].person()
        code = both[0].table("gracias", host=token)
        assert both[1].look(code, token)["you"]["seat"] == 0
    finally:
        for server in both:
            server.stop()
            server.http.close()
            server.place.close()

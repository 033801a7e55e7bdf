"""What is kept: the log of every table, an index of tables and seats, people, secrets.

The log alone is the truth: its key is table and version, so of two workers that write the same version one loses, reads
on and judges again. Everything else can be made from it or is about people.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    delete,
    func,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from .database import Database, Sqlite, Work
from .entries import AnyEntry, decoder, encoder
from .journal import Entry, Piece

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("born", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("code", String(12), primary_key=True),
    Column("game", String(16), nullable=False),
    Column("players", Integer, nullable=False),
    Column("phase", String(8), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("host", String(32), nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("free", Integer, nullable=False),
    Column("worker", String(32)),
)
Index("tables_by_phase", tables.c.phase, tables.c.listed, tables.c.changed)
Index("tables_by_host", tables.c.host, tables.c.phase)
Index("tables_by_worker", tables.c.worker, tables.c.phase)

log = Table(
    "log",
    metadata,
    Column("code", String(12), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("entry", LargeBinary, nullable=False),
    Column("intent", String(80).with_variant(postgresql.VARCHAR(80, collation="C"), "postgresql")),
    # In this order one person's are found together. On SQLite there is one process, whose journal sees to it
    UniqueConstraint("intent", "code").ddl_if(dialect="postgresql"),
    sqlite_with_rowid=False,
)
Index("log_by_time", log.c.at, postgresql_using="brin").ddl_if(dialect="postgresql")

archive = Table(
    "archive",
    metadata,
    Column("code", String(12), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("entries", LargeBinary, nullable=False),
)
"""Logs that have been put away, compressed."""

sittings = Table(
    "sittings",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("code", String(12), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, nullable=False),
)
Index("sittings_by_code", sittings.c.code)

secrets = Table(
    "secrets",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    Column("made", BigInteger, nullable=False),
)

workers = Table(
    "workers",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("until", BigInteger, nullable=False),
)


class Stored(Struct, frozen=True):
    """An entry of a log."""

    version: int
    at: int
    entry: AnyEntry


class Row(Struct, frozen=True):
    """A table in the index."""

    code: str
    game: str
    players: int
    phase: str
    listed: bool
    host: str
    changed: int
    free: int
    worker: str | None = None
    """The keeper; none in a change: whoever it was."""


class Person(Struct, frozen=True):
    id: str
    name: str
    born: int
    seen: int


def packed(entries: list[Stored]) -> bytes:
    """A log as one piece; `unpacked` reads it."""
    return zlib.compress(msgspec.json.encode(entries), 9)


def unpacked(entries: bytes | None) -> list[Stored]:
    return msgspec.json.decode(zlib.decompress(entries), type=list[Stored]) if entries else []


class Conflict(Exception):  # noqa: N818 -- nothing broke
    """Somebody else has written that version."""


class Repeated(Exception):  # noqa: N818 -- nothing broke
    """That intent was written before, as this version."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class Store:
    """All questions to the database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # Logs

    async def append(
        self,
        code: str,
        version: int,
        entries: Sequence[AnyEntry],
        at: int,
        intent: str | None = None,
        row: Row | None = None,
        seats: dict[str, int] | None = None,
    ) -> None:
        """Writes entries as `version`, `version` + 1, …; and where the index changes, the table's row in it. Raises
        Conflict or Repeated; then nothing is written."""
        work, entry = appending(code, version, entries, at, intent, row, seats)
        found = await self.database.run(work, entry, code=code)
        if found is not None:
            raise Repeated(found) if found else Conflict

    def append_soon(self, piece: Piece) -> None:
        """One entry, without waiting: its piece is told None, or the version that its intent has, or 0 for a
        conflict."""
        assert isinstance(self.database, Sqlite)
        self.database.soon(piece)

    async def entries(self, code: str, since: int = 0) -> list[Stored]:
        """All entries after version `since`."""
        query = (
            select(log.c.version, log.c.at, log.c.entry)
            .where(log.c.code == code, log.c.version > since)
            .order_by(log.c.version)
        )
        away = select(archive.c.entries).where(archive.c.code == code)

        def work(connection: Connection) -> list[Stored]:
            rows = connection.execute(query).all()
            found = [Stored(version, at, decoder.decode(entry)) for version, at, entry in rows]
            if since == 0 and (not found or found[0].version != 1):
                put_away = unpacked(connection.execute(away).scalar())
                found = put_away + [each for each in found if each.version > len(put_away)]
            return found

        return await self.database.read(work)

    async def written_since(self, at: int) -> dict[str, int]:
        """The latest version of every table where something was written since then, by any worker."""
        query = (
            select(log.c.code, func.max(log.c.version).label("version"))
            .where(log.c.at >= at)
            .group_by(log.c.code)
        )
        rows = await self.database.read(lambda connection: connection.execute(query).all())
        return {row.code: row.version for row in rows}

    async def intent(self, code: str, intent: str) -> int | None:
        """The version as which an intent was written."""
        query = select(log.c.version).where(log.c.code == code, log.c.intent == intent)
        return await self.database.read(lambda connection: connection.execute(query).scalar())

    # The index

    async def row(self, code: str) -> Row | None:
        query = select(tables).where(tables.c.code == code)
        found = await self.database.read(
            lambda connection: connection.execute(query).mappings().first(), beside=True
        )
        return None if found is None else Row(**found)

    async def open_tables(self, limit: int) -> list[Row]:
        """Those that are listed and wait for players, or play with a bot's seat free."""
        query = (
            select(tables)
            .where(tables.c.listed, tables.c.phase != "over", tables.c.free > 0)
            .order_by(tables.c.phase.desc(), tables.c.changed.desc())
            .limit(limit)
        )
        found = await self.database.read(
            lambda connection: connection.execute(query).mappings().all(), beside=True
        )
        return [Row(**each) for each in found]

    async def tables_of(self, person: str, limit: int = 50) -> list[tuple[Row, int | None]]:
        """The tables where a person sits or is the host, the latest first, with the seat."""
        query = (
            select(tables, sittings.c.seat)
            .outerjoin(sittings, (sittings.c.code == tables.c.code) & (sittings.c.person == person))
            .where((sittings.c.person == person) | (tables.c.host == person))
            .order_by(tables.c.changed.desc())
            .limit(limit)
        )
        rows = await self.database.read(
            lambda connection: connection.execute(query).mappings().all(), beside=True
        )
        found = []
        for each in rows:
            fields = dict(each)
            seat = fields.pop("seat")
            found.append((Row(**fields), seat))
        return found

    async def hosted(self, person: str) -> int:
        """How many unfinished tables a person is the host of."""
        query = select(func.count()).where(tables.c.host == person, tables.c.phase != "over")
        return await self.database.read(
            lambda connection: connection.execute(query).scalar_one(), beside=True
        )

    async def remove(self, codes: Sequence[str]) -> None:
        def work(connection: Connection) -> None:
            for table in (log, archive, sittings, tables):
                connection.execute(delete(table).where(table.c.code.in_(codes)))

        if codes:
            await self.database.run(work)

    # People

    async def person(self, id: str) -> Person | None:
        query = select(people).where(people.c.id == id)
        found = await self.database.read(
            lambda connection: connection.execute(query).mappings().first(), beside=True
        )
        return None if found is None else Person(**found)

    async def keep_person(self, person: Person) -> None:
        values = to_dict(person)

        def work(connection: Connection) -> None:
            statement = insert(connection, people).values(values)
            connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_=values))

        await self.database.run(work, beside=True)


COLUMNS = [column.name for column in log.columns]


def appending(
    code: str,
    version: int,
    entries: Sequence[AnyEntry],
    at: int,
    intent: str | None,
    row: Row | None = None,
    seats: dict[str, int] | None = None,
) -> tuple[Work[int | None], Entry | None]:
    """What `append` has to do; and the entry, if it is all."""
    first, *more = [
        (code, version + number, at, encoder.encode(entry), intent if number == 0 else None)
        for number, entry in enumerate(entries)
    ]

    def work(connection: Connection) -> int | None:
        if row is not None and version == 1:
            statement = insert(connection, tables).on_conflict_do_nothing()
            if connection.execute(statement, to_dict(row)).rowcount == 0:
                return 0
        found = write_first(connection, first)
        if found is not None:
            return found
        for each in more:
            write_entry(connection, each)
        if row is not None and version > 1:
            changed = {name: value for name, value in to_dict(row).items() if name != "worker" or value}
            connection.execute(update(tables).where(tables.c.code == code), changed)
        if seats is not None:
            connection.execute(delete(sittings).where(sittings.c.code == code))
            if seats:
                connection.execute(
                    sittings.insert(),
                    [{"person": person, "code": code, "seat": seat} for person, seat in seats.items()],
                )
        return None

    alone = row is None and not more
    return work, first if alone else None


def write_first(connection: Connection, entry: Entry) -> int | None:
    """None: written; else the version that its intent has, or 0 where somebody else has written that version."""
    code, _, _, _, intent = entry
    before = select(log.c.version).where(log.c.code == code, log.c.intent == intent)
    if connection.dialect.name == "sqlite" and intent is not None:  # no index says so
        found: int | None = connection.execute(before).scalar()
        if found is not None:
            return found
    if write_entry(connection, entry):
        return None
    if intent is None:  # a bot's move, say: nobody sends it twice
        return 0
    return connection.execute(before).scalar() or 0


def write_entry(connection: Connection, values: Entry) -> bool:
    """One entry; not, if its version is there already, or on PostgreSQL its intent."""
    statement = insert(connection, log).on_conflict_do_nothing()
    return connection.execute(statement, dict(zip(COLUMNS, values, strict=True))).rowcount == 1


def insert(connection: Connection, table: Table) -> Any:
    """An insert that can say what to do about a conflict, in the words of the database."""
    kind = postgresql if connection.dialect.name == "postgresql" else sqlite
    return kind.insert(table)


def to_dict(value: Struct) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__struct_fields__}

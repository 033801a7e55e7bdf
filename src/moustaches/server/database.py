"""Where tables live when nobody looks at them: SQLite in one file, or PostgreSQL.

`Database.run` takes a function of a SQLAlchemy connection and runs it in a transaction, so every query is written once.
On SQLite what has come in while a transaction was flushed to disk goes into the next one together, so that one flush
serves many tables, and entries go into a journal first. On PostgreSQL every call is a transaction of its own on a
connection from a pool.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast

from sqlalchemy import Connection, create_engine, event, exc

from .journal import Entry, Journal, Piece

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

T = TypeVar("T")
Work = Callable[[Connection], T]
Answer = tuple[Any, Exception | None]
STORED: Answer = (None, None)
NO_TABLE = ""  # in the place of a table's code
TOGETHER = 200  # pieces of work in one transaction at most
CONNECTIONS = 12  # of a worker to PostgreSQL
PATIENCE = 4.0  # seconds for a connection to PostgreSQL
LOCKED = 10.0  # seconds in which another process must have written to the file of SQLite
AWAY = (OSError, exc.TimeoutError, exc.OperationalError, exc.InterfaceError, exc.InternalError)
"""What it looks like when PostgreSQL is gone; and some errors of the database's own."""


class Unavailable(Exception):  # noqa: N818 -- it will pass
    """The database does not answer now. What was asked may be stored or not: asking again is safe for everything that
    a version or an id makes happen once."""

    def __init__(self) -> None:
        super().__init__("the tables cannot be reached at the moment; try again in a few seconds")


class Database(Protocol):
    """Runs work in transactions; raises Unavailable where it does not answer."""

    shared: bool
    """Whether other processes use it too."""

    async def run(
        self, work: Work[T], entry: Entry | None = None, beside: bool = False, code: str | None = None
    ) -> T:
        """The result of some work once it is stored for good. `entry`: what it writes if nothing stands in its way; its
        result is None then. `beside`: it has nothing to do with the logs of tables. `code`: it changes the log of this
        table alone."""
        ...

    async def read(self, work: Work[T], beside: bool = False) -> T:
        """The result of work that only reads."""
        ...

    async def close(self) -> None: ...


class Awaited(Piece):
    """Work that a task waits for."""

    def __init__(
        self,
        asked: Work[Any],
        entry: Entry | None,
        beside: bool,
        code: str | None,
        future: asyncio.Future[Any],
    ) -> None:
        super().__init__(entry, beside, code)
        self.asked = asked
        self.future = future

    def work(self, connection: Connection) -> Any:
        return self.asked(connection)

    def done(self, answer: Any, problem: Exception | None) -> None:
        if self.future.cancelled():
            return
        if problem is None:
            self.future.set_result(answer)
        else:
            self.future.set_exception(problem)


class Group(NamedTuple):
    """Pieces that go into one transaction."""

    pieces: list[Piece]
    begun: bool
    """The transaction has begun, and entries are in the journal."""
    settles: bool
    """Logs are read or changed."""
    loop: asyncio.AbstractEventLoop


def changed_by(group: Group) -> list[str] | None:
    """The tables whose logs were written to, other than by way of the journal; none: it may have been any."""
    if not group.begun:
        return None
    codes = [piece.code for piece in group.pieces if piece.entry is None and not piece.beside]
    return None if None in codes else [code for code in codes if code]


class Sqlite:
    """One file, one process, one connection that writes. The loop and the writer have it in turn: entries are put into
    the journal where they come, since another thread takes longer to wake up; all other work, the flush to disk, and
    the waiting for another process are the writer's."""

    shared = False

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.engine = create_engine(
            f"sqlite:///{path}", connect_args={"check_same_thread": False}, hide_parameters=True
        )
        event.listen(self.engine, "connect", prepare)
        self.connection = self.engine.connect()  # a file that cannot be used is noticed here
        self.driver = cast("Any", self.connection.connection.driver_connection)
        self.driver.isolation_level = None  # a transaction begins where we say so
        self.driver.execute("PRAGMA busy_timeout=0")
        self.journal = Journal(self.driver)
        self.waiting: deque[Piece] = deque()
        self.busy = False  # there is a group; what comes now is for the next one
        self.inbox: SimpleQueue[Group | None] = SimpleQueue()
        self.writer = threading.Thread(target=self.write, name="writer", daemon=True)
        self.writer.start()

    async def run(
        self, work: Work[T], entry: Entry | None = None, beside: bool = False, code: str | None = None
    ) -> T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self.soon(Awaited(work, entry, beside, code, future))
        return await future

    async def settled(self) -> None:
        """Everything is in the logs."""
        if self.journal.entries:
            await self.run(lambda connection: None, code=NO_TABLE)

    def soon(self, piece: Piece) -> None:
        """Like `run`, for those who do not wait."""
        self.waiting.append(piece)
        if not self.busy:
            self.busy = True
            loop = asyncio.get_running_loop()
            loop.call_soon(self.gather, loop)  # and with it what comes until then

    async def read(self, work: Work[T], beside: bool = False) -> T:
        if not beside:
            await self.settled()

        def reading() -> T:
            with self.engine.connect() as connection:
                return work(connection)

        return await asyncio.to_thread(reading)

    def gather(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begins a transaction with all that waits, and puts entries into the journal. Where another process is
        writing, or an entry is there already, nothing has begun: the writer will see to it."""
        pieces = [self.waiting.popleft() for _ in range(min(len(self.waiting), TOGETHER))]
        entries = [piece.entry for piece in pieces if piece.entry is not None]
        begun = False
        with suppress(Exception):  # the writer will find out what it was
            self.begin()
            begun = self.journal.add(entries)
        if not begun:
            self.undo()
        settles = not begun or self.journal.ripe
        if not settles and len(entries) < len(pieces):
            settles = any(piece.entry is None and not piece.beside for piece in pieces)
        self.inbox.put(Group(pieces, begun, settles, loop))

    def begin(self) -> None:
        self.connection.begin()
        self.driver.execute("BEGIN IMMEDIATE")

    def undo(self) -> None:
        with suppress(Exception):  # it has failed already, and that is what will be told
            self.connection.rollback()

    def write(self) -> None:
        """The writer's whole life."""
        while (group := self.inbox.get()) is not None:
            answers = self.finish(group)
            with suppress(RuntimeError):  # the loop has ended: nobody waits any more
                group.loop.call_soon_threadsafe(self.finished, group, answers)

    def finish(self, group: Group) -> list[Answer]:
        """The rest of a transaction; if anything in it fails, each piece in one of its own, so that it fails alone."""
        pieces = group.pieces
        try:
            if not group.begun:
                self.begin_patiently()
            if group.settles:
                self.journal.settle()
            answers: list[Answer] = [
                STORED if group.begun and piece.entry else (piece.work(self.connection), None)
                for piece in pieces
            ]
            self.connection.commit()
            if group.settles:
                self.journal.settled(changed_by(group))
            return answers
        except Exception as problem:
            self.undo()
            if len(pieces) == 1 or isinstance(problem, Unavailable):
                return [(None, problem)] * len(pieces)
        return [self.finish(Group([piece], False, True, group.loop))[0] for piece in pieces]

    def begin_patiently(self) -> None:
        """Waits until no other process is writing."""
        end = monotonic() + LOCKED
        while True:
            try:
                return self.begin()
            except sqlite3.OperationalError as problem:
                self.undo()
                if problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    raise
                if monotonic() > end:
                    raise Unavailable from problem
            sleep(0.005)

    def finished(self, group: Group, answers: list[Answer]) -> None:
        """The next group first: it is flushed while this one is told."""
        if self.waiting:
            self.gather(group.loop)
        else:
            self.busy = False
        for piece, (answer, problem) in zip(group.pieces, answers, strict=True):
            piece.done(answer, problem)

    async def close(self) -> None:
        await self.settled()
        while self.busy:
            await asyncio.sleep(0.005)
        self.inbox.put(None)
        await asyncio.to_thread(self.writer.join)
        self.connection.close()
        self.engine.dispose()


def prepare(connection: Any, _: Any) -> None:
    """Readers do not wait for the writer, what is committed is on the disk, and what is removed is not."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA secure_delete=ON")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA wal_autocheckpoint=8000")  # pages: rarely, since a checkpoint makes moves wait
    cursor.execute("PRAGMA cache_size=-32768")
    cursor.close()


class Postgres:
    """A server that many workers share. Connections are not tried before use: they take turns, so none rests for long,
    and the first to find the server gone lets go of the others."""

    shared = True

    def __init__(self, url: str) -> None:
        from sqlalchemy.ext.asyncio import create_async_engine

        _, _, rest = url.partition("://")
        self.engine = create_async_engine(
            f"postgresql+asyncpg://{rest}",
            pool_size=CONNECTIONS,
            max_overflow=0,  # connections are dear to open
            pool_timeout=PATIENCE,
            hide_parameters=True,  # errors go to the log, and what people write does not
            connect_args={"timeout": PATIENCE, "command_timeout": 2 * PATIENCE},
        )
        self.reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")

    async def run(
        self, work: Work[T], entry: Entry | None = None, beside: bool = False, code: str | None = None
    ) -> T:
        async with connected(self.engine) as connection, connection.begin():
            return await connection.run_sync(work)

    async def read(self, work: Work[T], beside: bool = False) -> T:
        async with connected(self.reading) as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        await self.engine.dispose()


@asynccontextmanager
async def connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection; tells a server that is away, or going away, from a mistake in what it was asked."""
    try:
        async with engine.connect() as connection:
            try:
                yield connection
            except exc.InternalError:  # it was cut in the middle of a message
                await connection.invalidate()
                raise
    except Exception as problem:
        if is_away(problem):
            raise Unavailable from problem
        raise


def is_away(problem: Exception) -> bool:
    if isinstance(problem, AWAY):
        return True
    cause = problem.orig if isinstance(problem, exc.DBAPIError) else problem
    state = str(getattr(cause, "sqlstate", None) or "")
    # the connection broke, there are too many, the server starts up or shuts down, two workers blocked each other
    return state.startswith(("08", "53", "57P", "40"))


def open_database(url: str, folder: Path) -> Database:
    """The database of a URL; none: a file in the data folder."""
    return Postgres(url) if url else Sqlite(folder / "moustaches.db")

"""Where tables live when nobody looks at them: SQLite in one file, or PostgreSQL.

`Database.run` takes a function of a SQLAlchemy connection and runs it in a transaction, so every query is written once.
On SQLite one thread writes: what has come in while it was writing goes into the next transaction together, so that one
flush to disk serves many tables. On PostgreSQL every call is a transaction of its own on a connection from a pool.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sqlalchemy import Connection, create_engine, event, exc

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

T = TypeVar("T")
Work = Callable[[Connection], T]
TOGETHER = 200  # pieces of work in one transaction at most
CONNECTIONS = 12  # of a worker to PostgreSQL
PATIENCE = 4.0  # seconds for a connection to PostgreSQL
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

    async def run(self, work: Work[T]) -> T:
        """The result of some work, once it is stored for good."""
        ...

    async def read(self, work: Work[T]) -> T:
        """The result of work that only reads."""
        ...

    async def close(self) -> None: ...


class Sqlite:
    """One file, one process."""

    shared = False

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.engine = create_engine(
            f"sqlite:///{path}", connect_args={"check_same_thread": False}, hide_parameters=True
        )
        event.listen(self.engine, "connect", prepare)
        with self.engine.connect():  # a file that cannot be used is noticed here
            pass
        self.inbox: SimpleQueue[tuple[Work[Any], asyncio.Future[Any], asyncio.AbstractEventLoop] | None] = (
            SimpleQueue()
        )
        self.writer = threading.Thread(target=self.write, name="writer", daemon=True)
        self.writer.start()

    async def run(self, work: Work[T]) -> T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self.inbox.put((work, future, loop))
        return await future

    async def read(self, work: Work[T]) -> T:
        def reading() -> T:
            with self.engine.connect() as connection:
                return work(connection)

        return await asyncio.to_thread(reading)

    def write(self) -> None:
        """The writer's whole life."""
        with self.engine.connect() as connection:
            while True:
                waiting = [self.inbox.get()]
                while len(waiting) < TOGETHER and not self.inbox.empty():
                    waiting.append(self.inbox.get())
                group = [each for each in waiting if each is not None]
                if group:
                    answers = together(connection, [work for work, _, _ in group])
                    loop = group[0][2]
                    with suppress(RuntimeError):  # the loop has ended: nobody waits any more
                        loop.call_soon_threadsafe(deliver, [future for _, future, _ in group], answers)
                if len(group) < len(waiting):
                    return

    async def close(self) -> None:
        self.inbox.put(None)
        await asyncio.to_thread(self.writer.join)
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


def together(connection: Connection, works: list[Work[Any]]) -> list[tuple[Any, BaseException | None]]:
    """All in one transaction; if one of them fails, each in one of its own, so that it fails alone."""
    try:
        with connection.begin():
            return [(work(connection), None) for work in works]
    except Exception as problem:
        if len(works) == 1:
            return [(None, problem)]
    return [answer for work in works for answer in together(connection, [work])]


def deliver(futures: list[asyncio.Future[Any]], answers: list[tuple[Any, BaseException | None]]) -> None:
    for future, (answer, problem) in zip(futures, answers, strict=True):
        if future.cancelled():
            continue
        if problem is None:
            future.set_result(answer)
        else:
            future.set_exception(problem)


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

    async def run(self, work: Work[T]) -> T:
        async with connected(self.engine) as connection, connection.begin():
            return await connection.run_sync(work)

    async def read(self, work: Work[T]) -> T:
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

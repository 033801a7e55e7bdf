"""The other workers: who of them is alive, what they write, and which of us keeps a table.

Every worker gives a sign of life twice a second, by the database's own clock. A table in play has one keeper, whose
name stands in the index; if that worker has died, another claims the table there, so that only one can. The bus brings
what others write at once; whatever it loses is found at the end of the log a moment later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from time import time
from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, ColumnElement, Connection, cast, delete, func, literal, select, update

from .bus import Left, Note, Removed, Written
from .entries import decoder
from .privacy import show_out
from .store import insert, tables, workers

if TYPE_CHECKING:
    from .house import House
    from .live import Live

BEAT = 0.5  # seconds between two signs of life
DEAD = 2.5  # seconds without one
FORGOTTEN = 60.0  # seconds after which a dead worker's name is removed
BATCH = 200  # tables claimed at once
TAIL = 5.0  # seconds of the log that are looked at again: what was begun before the last look and stored after it


class Neighbours:
    """This worker among the others. With SQLite there are none."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.beaten = 0.0  # since when signs of life have been given without a gap, by the loop's clock
        self.last_beat = 0.0
        self.looked = house.now()  # up to where the log has been looked at
        self.unused: set[str] = set()  # kept by name only at the last beat: something is wrong, or under way
        self.claimed: set[str] = set()  # and not yet taken over
        self.claiming: asyncio.Task[None] | None = None

    async def come(self) -> None:
        if self.house.database.shared:
            await self.beat()
        else:
            self.house.spawn(self.bring_back())

    async def go(self) -> None:
        """What this worker kept is free for the others from now on."""
        statement = delete(workers).where(workers.c.id == self.house.worker)
        if self.house.database.shared:
            await self.house.database.run(lambda connection: connection.execute(statement))

    async def tend(self) -> None:
        """Once every beat; raises Unavailable where the database is away."""
        if self.house.database.shared:
            await self.beat()
            await self.look_at_the_log()
            if self.steady and (self.claiming is None or self.claiming.done()):
                self.claiming = self.house.spawn(self.claim())

    # What they write

    def hear(self, note: Note) -> None:
        """News from the bus."""
        if isinstance(note, Left):
            show_out(self.house, note.person)
            return
        live = self.house.lives.get(note.code)
        if live is None:
            return
        if isinstance(note, Written):
            self.house.spawn(self.follow(live, note))
            return
        if isinstance(note, Removed):
            self.house.drop(live)
            return
        if note.seats or note.spectators:
            live.elsewhere[note.worker] = (note.seats, note.spectators)
        else:
            live.elsewhere.pop(note.worker, None)
        if note.asks:
            live.tell_around()
        live.presence_changed(tell_others=False)

    async def follow(self, live: Live, note: Written) -> None:
        async with live.lock:
            version = live.table.version
            if note.version <= version:
                return
            if note.version > version + 1:
                await live.catch_up()
                return
            for raw in note.entries:
                live.advance(decoder.decode(raw), note.at)

    def missed(self) -> None:
        """The bus was away: read on in the logs of all tables in use, and ask who is around."""
        for live in self.house.lives.values():
            self.house.spawn(self.read_on(live))
            live.tell_around(asks=True)

    async def look_at_the_log(self) -> None:
        """Finds what the bus has not told: it lost it, or the worker died between storing and telling."""
        now = self.house.now()
        latest = await self.house.store.written_since(self.looked - int(1000 * TAIL))
        self.looked = now
        for code, version in latest.items():
            live = self.house.lives.get(code)
            if live is not None and live.table.version < version:
                self.house.spawn(self.read_on(live))

    async def know(self, live: Live, seen: int | None = None) -> None:
        """Whoever asks here after having asked another worker must not go back in time. Who has seen a version needs no
        more than that one."""
        if self.house.database.shared and (seen is None or seen > live.table.version):
            await self.read_on(live)

    async def read_on(self, live: Live) -> None:
        async with live.lock:
            await live.catch_up()

    # Who is alive, and who keeps what

    async def beat(self) -> None:
        """A sign of life; and what the others know of us, and we of them."""
        house = self.house
        held = [live for live in house.lives.values() if live.keeper]

        def work(connection: Connection) -> tuple[set[str], set[str]]:
            now = clock(connection)
            values = {"id": house.worker, "until": now}
            statement = insert(connection, workers).values(values)
            connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_=values))
            connection.execute(delete(workers).where(workers.c.until < now - int(1000 * FORGOTTEN)))
            mine = select(tables.c.code).where(tables.c.worker == house.worker, tables.c.phase == "playing")
            alive = set(connection.execute(select(workers.c.id).where(living(now))).scalars())
            return alive, set(connection.execute(mine).scalars())

        alive, mine = await house.database.run(work, beside=True)
        now = house.loop.time()
        if now - self.last_beat > DEAD:
            self.beaten = now
        self.last_beat = now
        self.part_from_the_dead(alive)
        self.settle(held, mine)

    @property
    def steady(self) -> bool:
        """Whether this worker has been in touch for so long that whoever is alive has been heard of."""
        return self.last_beat - self.beaten > DEAD

    def part_from_the_dead(self, alive: set[str]) -> None:
        """Nobody is connected to a worker that is no more."""
        for live in self.house.lives.values():
            gone = [worker for worker in live.elsewhere if worker not in alive]
            for worker in gone:
                del live.elsewhere[worker]
            if gone:
                live.presence_changed(tell_others=False)

    def settle(self, held: Iterable[Live], mine: set[str]) -> None:
        """The index is right about who keeps a table, and the log about whether it is over."""
        for live in held:
            if live.table.code not in mine and live.table.phase == "playing":
                live.keeper = False
                live.rest()
        for code in mine & self.house.lives.keys():
            live = self.house.lives[code]
            if live.table.phase == "over":
                self.house.ended(live)
            elif not live.keeper:
                self.start_keeping(live)
        unused = mine - self.house.lives.keys() - self.claimed
        for code in unused & self.unused:
            self.house.spawn(self.take_over(code))
        self.unused = unused

    async def keep(self, live: Live) -> None:
        """Becomes the keeper of a table in play, if no worker that is alive is."""
        house, code = self.house, live.table.code

        def work(connection: Connection) -> bool:
            statement = update(tables).where(tables.c.code == code, tables.c.phase == "playing")
            if house.database.shared:
                kept = tables.c.worker.is_not(None) & (tables.c.worker != house.worker)
                statement = statement.where(~kept | orphaned(clock(connection)))
            return connection.execute(statement.values(worker=house.worker)).rowcount == 1

        live.keeper = await house.database.run(work, beside=True)
        live.plan()

    def start_keeping(self, live: Live) -> None:
        live.keeper = True
        live.presence_changed(tell_others=False)

    async def bring_back(self) -> None:
        """One process, begun anew: all tables in play are its own. Those that people come back to have come first."""
        await asyncio.sleep(DEAD)
        await self.claim()

    async def claim(self) -> None:
        """Takes over tables in play whose keeper has died, and those in use here that nobody keeps. Not too many at
        once: other workers take their part."""
        house = self.house
        here = [
            code for code, live in house.lives.items() if live.table.phase == "playing" and not live.keeper
        ]

        def work(connection: Connection) -> list[str]:
            lost = orphaned(clock(connection)) if house.database.shared else tables.c.worker != house.worker
            forsaken = tables.c.worker.is_(None) & tables.c.code.in_(here)
            query = select(tables.c.code).where(tables.c.phase == "playing", lost | forsaken)
            query = query.order_by(tables.c.changed.desc()).limit(BATCH).with_for_update(skip_locked=True)
            codes = list(connection.execute(query).scalars())
            if codes:
                statement = update(tables).where(tables.c.code.in_(codes)).values(worker=house.worker)
                connection.execute(statement)
            return codes

        while codes := await house.database.run(work, beside=True):
            self.claimed = set(codes)
            try:
                for code in sorted(
                    codes, key=lambda code: code not in house.lives
                ):  # first where people look on
                    await self.take_over(code)
            finally:
                self.claimed = set()

    async def take_over(self, code: str) -> None:
        live = await self.house.live(code)
        if live is None:
            return
        await self.read_on(live)
        if live.table.phase == "over":
            self.house.ended(live)
        else:
            self.house.metrics.taken_over()
            self.start_keeping(live)

    async def release(self, code: str) -> None:
        """The table rests: whoever wants it next may keep it."""
        mine = tables.c.worker == self.house.worker
        statement = update(tables).where(tables.c.code == code, mine).values(worker=None)
        await self.house.database.run(lambda connection: connection.execute(statement), beside=True)


def clock(connection: Connection) -> ColumnElement[int]:
    """Milliseconds since 1970, by a clock that all workers share."""
    if connection.dialect.name != "postgresql":
        return literal(int(time() * 1000))
    return cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)


def living(now: ColumnElement[int]) -> ColumnElement[bool]:
    return workers.c.until > now - int(1000 * DEAD)


def orphaned(now: ColumnElement[int]) -> ColumnElement[bool]:
    """A table whose keeper has died."""
    alive = select(workers.c.id).where(living(now))
    return tables.c.worker.is_not(None) & tables.c.worker.not_in(alive)

"""All tables of this worker: finds them, creates them, keeps those in use in memory and lets the others rest.

With several workers each says that it is alive; tables in play whose keeper is not are taken over by another.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Coroutine
from secrets import choice, token_hex
from time import time
from typing import Any

from sqlalchemy import Connection, delete, select, update

from moustaches.game.fair import seed_bytes

from .bus import Bus, NoBus, Note, ValkeyBus, Written
from .database import Database, open_database
from .entries import AnyEntry, BotSat, Created, Rematched, Sat, SeatMoved, decoder
from .judging import Refusal
from .limits import ADDRESS, PERSON, SOCKETS_ADDRESS, SOCKETS_EACH, Limits, LocalLimits, Unlimited
from .live import Live, row_of, seats_of
from .migrations import migrate
from .people import People
from .protocol import AnyIntent, Closing, Done, Rematch
from .settings import Settings
from .setup import Setup, checked
from .store import Conflict, Store, insert, tables, workers
from .table import Change, Table
from .thinking import Thinkers

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
CODE = 8  # letters: 31⁸ codes
BEAT = 1.0  # seconds between two signs of life
DEAD = 3.5  # without one
logger = logging.getLogger("moustaches")


class House:
    """What one worker holds."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.worker = token_hex(8)
        self.lives: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Future[Live | None]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closing = False
        self.database: Database
        self.bus: Bus = NoBus()
        self.limits: Limits
        self.sockets: Counter[str] = Counter()  # by person, and by address

    async def open(self) -> None:
        """Everything that the first request needs."""
        self.loop = asyncio.get_running_loop()
        self.opened = self.now()
        self.database = open_database(self.settings.database, self.settings.folder)
        await self.database.run(migrate)
        self.store = Store(self.database)
        self.people = People(self.store)
        await self.people.read_secrets(self.now())
        self.thinkers = Thinkers(self.settings.thinking)
        self.limits = Unlimited() if self.settings.free_of_limits else LocalLimits()
        if self.settings.valkey:
            self.bus = ValkeyBus(self.settings.valkey, self.worker, self.hear, self.missed)
        await self.beat()
        self.spawn(self.live_on())

    async def close(self) -> None:
        """Tells everybody, finishes what is being written, and hands the tables over."""
        self.closing = True
        for live in list(self.lives.values()):
            live.rest()
            live.say(Closing(retry=1.0, reason="the server restarts"))
            for viewer in list(live.viewers):
                viewer.close()
        await asyncio.sleep(0.2)
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.thinkers.close()
        await self.bus.close()
        await self.database.run(
            lambda connection: connection.execute(delete(workers).where(workers.c.id == self.worker))
        )
        await self.database.close()

    def now(self) -> int:
        """Milliseconds since 1970."""
        return int(time() * 1000)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """A task that is seen to its end; what goes wrong in it is logged."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.finished)
        return task

    def finished(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("a task failed", exc_info=task.exception())

    # Tables

    async def live(self, code: str) -> Live | None:
        """The table of a code, read from its log if it is not in use; none: there is no such table."""
        found = self.lives.get(code)
        if found is not None:
            return found
        waiting = self.loading.get(code)
        if waiting is None:
            waiting = self.loading[code] = self.loop.create_future()
            try:
                waiting.set_result(await self.load(code))
            except BaseException as problem:
                waiting.set_exception(problem)
                waiting.exception()
                raise
            finally:
                del self.loading[code]
        return await waiting

    async def load(self, code: str) -> Live | None:
        if self.database.shared:
            self.bus.join(code)
        stored = await self.store.entries(code)
        if not stored or not isinstance(stored[0].entry, Created):
            self.bus.leave(code)
            return None
        table = Table(stored[0].entry, stored[0].at)
        for each in stored[1:]:
            table.apply(each.entry, each.at)
        live = Live(self, table)
        self.lives[code] = live
        if table.phase == "playing":
            await self.keep(live)
        live.tell_around(asks=True)
        live.presence_changed()
        return live

    async def create(self, person: str, setup: Setup, sitters: list[AnyEntry]) -> Live:
        """A new table, with these entries after its creation; raises what is wrong with the setup."""
        setup = checked(setup)
        while True:
            code = "".join(choice(LETTERS) for _ in range(CODE))
            created = Created(setup, seed_bytes(None).hex(), person, code)
            at = self.now()
            table = Table(created, at)
            for entry in sitters:
                table.apply(entry, at)
            row = row_of(self, table, table.phase, at)
            try:
                await self.store.append(code, 1, [created, *sitters], at, None, row, seats_of(table))
            except Conflict:
                continue
            live = Live(self, table)
            live.keeper = table.phase == "playing"
            self.lives[code] = live
            self.bus.join(code)
            live.plan()
            return live

    async def intend(self, live: Live, person: str, name: str, intent: AnyIntent) -> Done:
        if isinstance(intent, Rematch):
            return await self.rematch(live, person, intent)
        done = await live.intend(person, name, intent)
        if live.table.phase == "playing" and not live.keeper:
            await self.keep(live)
        return done

    async def rematch(self, live: Live, person: str, intent: Rematch) -> Done:
        """The same people at a new table, once."""
        table = live.table
        async with live.lock:
            if table.phase != "over":
                raise Refusal("not-allowed", "the game is not over yet")
            if table.seat_of(person) is None and person != table.host:
                raise Refusal("not-allowed", "only those who played can ask for a rematch")
            while table.rematch is None:
                sitters: list[AnyEntry] = []
                for seat, chair in enumerate(table.chairs):
                    if chair.person:
                        sitters.append(Sat(seat, chair.person, chair.name, token_hex(16)))
                    elif chair.level:
                        sitters.append(BotSat(seat, chair.level))
                new = await self.create(table.host, table.setup, sitters)
                try:
                    await live.write([Rematched(new.table.code)])
                except Conflict:
                    await self.store.remove([new.table.code])
                    self.lives.pop(new.table.code, None)
                    await live.catch_up()
        return Done(id=intent.id, version=table.version, code=table.rematch)

    async def rejoin(self, live: Live, person: str, secret: str) -> int:
        """Moves the seat of a rejoin link to this person; the seat."""
        import hmac

        async with live.lock:
            while True:
                table = live.table
                seat = next(
                    (
                        seat
                        for seat, chair in enumerate(table.chairs)
                        if chair.person and hmac.compare_digest(chair.link.encode(), secret.encode())
                    ),
                    None,
                )
                if seat is None:
                    raise Refusal("unknown-link", "this link is void; ask for a new one at the table")
                here = table.seat_of(person)
                if here == seat:
                    return seat
                if here is not None or table.barred.get(person, seat) != seat:
                    raise Refusal("not-allowed", "you have seen the cards of another seat in this game")
                try:
                    await live.write([SeatMoved(seat, person, token_hex(16))])
                    return seat
                except Conflict:
                    await live.catch_up()

    # Who asks

    async def spend(self, person: str, address: str, cost: float) -> float:
        """Takes the cost of an action; 0: it may happen, else the seconds to wait."""
        later = await self.limits.spend(f"address {address}", ADDRESS, cost)
        if person and not later:
            later = await self.limits.spend(f"person {person}", PERSON, cost)
        return later

    def come_in(self, person: str, address: str) -> bool:
        """Counts a socket; not, if there are too many."""
        if not self.settings.free_of_limits:
            if self.sockets[person] >= SOCKETS_EACH and person:
                return False
            if self.sockets[address] >= SOCKETS_ADDRESS:
                return False
        self.sockets[person] += 1
        self.sockets[address] += 1
        return True

    def go_out(self, person: str, address: str) -> None:
        for who in (person, address):
            self.sockets[who] -= 1
            if not self.sockets[who]:
                del self.sockets[who]

    def dropped(self) -> None:
        """A reader was too slow."""

    # What happens at a table

    def happened(self, live: Live, entry: AnyEntry, change: Change) -> None:
        """For the counters."""

    def ended(self, live: Live) -> None:
        """The index says so too."""
        table = live.table
        row = row_of(self, table, "over", table.changed_at)

        async def index() -> None:
            statement = update(tables).where(tables.c.code == table.code)
            values = {"phase": "over", "changed": row.changed, "worker": None}
            await self.database.run(lambda connection: connection.execute(statement, values))

        live.keeper = False
        self.spawn(index())

    # Several workers

    def hear(self, note: Note) -> None:
        """News from another worker."""
        live = self.lives.get(note.code)
        if live is None:
            return
        if isinstance(note, Written):
            self.spawn(self.follow(live, note))
            return
        live.elsewhere[note.worker] = (note.seats, note.spectators)
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
        """The bus was away: look into the logs of all tables in use."""

        async def look(live: Live) -> None:
            async with live.lock:
                await live.catch_up()

        for live in self.lives.values():
            self.spawn(look(live))

    async def keep(self, live: Live) -> None:
        """Becomes the keeper of a table in play, if no worker that is alive is."""
        code, worker = live.table.code, self.worker
        horizon = self.now() - int(1000 * DEAD)

        def work(connection: Connection) -> bool:
            alive = select(workers.c.id).where(workers.c.until > horizon)
            statement = (
                update(tables)
                .where(tables.c.code == code, tables.c.phase == "playing")
                .where(
                    tables.c.worker.is_(None) | (tables.c.worker == worker) | tables.c.worker.not_in(alive)
                )
                .values(worker=worker)
            )
            return connection.execute(statement).rowcount == 1

        live.keeper = not self.database.shared or await self.database.run(work)
        live.plan()

    async def live_on(self) -> None:
        """A sign of life again and again; and a look at what was left behind."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.beat()
                await self.take_over()
                self.let_rest()
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("the database did not answer")

    async def beat(self) -> None:
        values = {"id": self.worker, "until": self.now()}
        old = self.now() - 60_000

        def work(connection: Connection) -> None:
            statement = insert(connection, workers).values(values)
            connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_=values))
            connection.execute(delete(workers).where(workers.c.until < old))

        await self.database.run(work)

    async def take_over(self) -> None:
        """Tables in play whose keeper has died."""
        horizon = self.now() - int(1000 * DEAD)
        worker = self.worker

        def work(connection: Connection) -> list[str]:
            alive = select(workers.c.id).where(workers.c.until > horizon)
            orphans = (
                select(tables.c.code)
                .where(
                    tables.c.phase == "playing", tables.c.worker.is_not(None), tables.c.worker.not_in(alive)
                )
                .limit(200)
                .with_for_update(skip_locked=True)
            )
            codes = list(connection.execute(orphans).scalars())
            if codes:
                connection.execute(update(tables).where(tables.c.code.in_(codes)).values(worker=worker))
            return codes

        for code in await self.database.run(work):
            live = await self.live(code)
            if live is not None:
                live.keeper = True
                live.presence_changed()

    def let_rest(self) -> None:
        """Tables that nobody looks at leave the memory."""
        now = self.now()
        for code, live in list(self.lives.items()):
            idle = now - max(live.table.changed_at, live.left_at) > 1000 * self.settings.idle
            if idle and not live.viewers and not live.awake:
                live.rest()
                del self.lives[code]
                self.bus.leave(code)
                if live.keeper:
                    self.spawn(self.release(code))

    async def release(self, code: str) -> None:
        statement = (
            update(tables).where(tables.c.code == code, tables.c.worker == self.worker).values(worker=None)
        )
        await self.database.run(lambda connection: connection.execute(statement))

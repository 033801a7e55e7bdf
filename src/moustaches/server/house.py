"""All tables of this worker: finds them, creates them, keeps those in use in memory and lets the others rest."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from itertools import count
from random import random
from secrets import choice, token_hex
from time import time
from typing import Any

from sqlalchemy import update

from moustaches.game.fair import seed_bytes

from .bus import Bus, NoBus, ValkeyBus
from .database import Database, Unavailable, open_database
from .entries import AnyEntry, BotSat, Created, Rematched, Sat, SeatMoved
from .judging import Refusal
from .keeping import keep_house
from .limits import (
    ADDRESS,
    COSTS,
    PERSON,
    TABLES,
    TABLES_EACH,
    Bucket,
    Limits,
    LocalLimits,
    Unlimited,
    ValkeyLimits,
    Wanted,
)
from .live import Live, row_of, seats_of
from .logs import log_problem, note
from .metrics import Metrics
from .migrations import migrate
from .neighbours import BEAT, Neighbours
from .people import DAY, People
from .protocol import AnyIntent, Closing, Done, Rematch, encoder
from .settings import Settings
from .setup import Setup, checked
from .store import Conflict, Person, Store, people, tables
from .table import Table
from .thinking import Thinkers
from .viewers import Viewer

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
LETTER = frozenset(LETTERS)
CODE = 10  # letters: 31¹⁰ codes, too many to try
STARTING = 30.0  # seconds in which the database must be there
ROOM = 2000  # tables in memory that nobody looks at
LOOK = 6  # beats between two looks at all tables: where there are thousands it takes some milliseconds
FAREWELL = 1.5  # seconds for what is being written, and for sockets to close


def purse(person: str, address: str) -> Wanted:
    """From where the cost of an action is taken."""
    wanted = [(f"address {address}", ADDRESS)]
    if person:
        wanted.append((f"person {person}", PERSON))
    return wanted


class House:
    """What one worker holds."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.worker = token_hex(8)
        self.lives: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Future[Live | None]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.troubled: dict[str, Live] = {}  # tables where something is to be done again
        self.is_open = False
        self.closing = False
        self.reachable = True  # the database, at the last look around
        self.database: Database
        self.bus: Bus = NoBus()
        self.limits: Limits
        self.local: LocalLimits | Unlimited | None = None  # where all is kept by this process alone
        self.sockets: Counter[str] = Counter()  # by person, and by address
        self.metrics = Metrics()

    async def open(self) -> None:
        """Everything that the first request needs."""
        if self.is_open:
            return
        self.loop = asyncio.get_running_loop()
        self.opened = self.now()
        self.database = open_database(self.settings.database, self.settings.folder)
        self.store = Store(self.database)
        self.people = People(self.store)
        self.neighbours = Neighbours(self)
        await self.reach_database()
        self.thinkers = Thinkers(self.settings.thinking, self.metrics.took)
        local = Unlimited() if self.settings.free_of_limits else LocalLimits()
        self.limits = local
        if self.settings.valkey and not self.settings.free_of_limits:
            self.limits = ValkeyLimits(self.settings.valkey)
        if not (self.settings.valkey or self.settings.database):
            self.local = local
        if self.settings.valkey:
            beside = self.neighbours
            self.bus = ValkeyBus(self.settings.valkey, self.worker, beside.hear, beside.missed)
        self.spawn(self.live_on())
        self.spawn(keep_house(self))
        self.is_open = True

    async def reach_database(self) -> None:
        """Waits for a database that is being started too, brings it to the form of this release, and says that this
        worker has come."""
        end = self.loop.time() + STARTING
        while True:
            try:
                await self.database.run(migrate)
                await self.people.read_secrets(self.now())
                await self.neighbours.come()
                return
            except Unavailable:
                if self.loop.time() > end:
                    raise
            await asyncio.sleep(BEAT)

    async def farewell(self) -> None:
        """Finishes what is being written, tells everybody when to come back, and waits until they are gone."""
        self.closing = True
        for live in self.lives.values():
            live.rest()
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                for live in list(self.lives.values()):
                    async with live.lock:  # whatever was begun is stored and told
                        pass
        for live in self.lives.values():
            for viewer in list(live.viewers):
                pause = 0.2 + random()  # not all at once
                viewer.put(encoder.encode(Closing(retry=pause, reason="the server restarts")))
                viewer.close()
        end = self.loop.time() + FAREWELL
        while self.sockets and self.loop.time() < end:
            await asyncio.sleep(0.02)

    async def close(self) -> None:
        """Says goodbye, if that has not been done, and hands the tables over."""
        if not self.closing:
            await self.farewell()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.thinkers.close()
        await self.bus.close()
        await self.limits.close()
        with suppress(Unavailable):  # then the others will find out
            await self.neighbours.go()
        await self.database.close()

    def now(self) -> int:
        """Milliseconds since 1970."""
        return int(time() * 1000)

    def spawn(self, work: Coroutine[Any, Any, None], live: Live | None = None) -> asyncio.Task[None]:
        """A task that is seen to its end; what goes wrong in it is logged, and what a table needs is planned anew."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(partial(self.finished, live))
        return task

    def finished(self, live: Live | None, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        problem = None if task.cancelled() else task.exception()
        if problem is None:
            return
        if live is not None:
            self.troubled[live.table.code] = live
        if not isinstance(problem, Unavailable):  # that is said by the house, once for all
            self.metrics.failed()
            log_problem("a task failed", problem)

    # Tables

    async def live(self, code: str) -> Live | None:
        """The table of a code, read from its log if it is not in use; none: there is no such table."""
        found = self.lives.get(code)
        if found is not None:
            found.left_at = self.now()  # someone is about to look at it
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

    async def find(self, code: str) -> Live | None:
        """The table of a code as people write it."""
        code = code.lower()
        if len(code) != CODE or not LETTER.issuperset(code):
            return None
        return await self.live(code)

    async def load(self, code: str) -> Live | None:
        if self.database.shared:
            await self.bus.join(code)
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
            await self.neighbours.keep(live)
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
            self.metrics.created[setup.game]()
            self.lives[code] = live
            await self.bus.join(code)
            live.plan()
            return live

    async def intend(
        self, live: Live, person: str, name: str, intent: AnyIntent, viewer: Viewer | None = None
    ) -> Done:
        """What comes of an intent, sent by this viewer or by a request; raises Refusal."""
        if isinstance(intent, Rematch):
            return await self.rematch(live, person, intent)
        done = await live.intend(person, name, intent, viewer)
        if live.table.phase == "playing" and not live.keeper:
            await self.neighbours.keep(live)
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
                    if chair.person and not chair.gone:
                        sitters.append(Sat(seat, chair.person, chair.name, token_hex(16)))
                    elif chair.level or chair.gone:
                        sitters.append(BotSat(seat, chair.level or "regular"))
                there = {chair.person for chair in table.chairs if not chair.gone}
                host = table.host if table.host in there else person
                new = await self.create(host, table.setup, sitters)
                try:
                    await live.write([Rematched(new.table.code)])
                except Conflict:
                    await self.store.remove([new.table.code])
                    self.lives.pop(new.table.code, None)
                    await live.catch_up()
        return Done(id=intent.id, version=table.version, code=table.rematch)

    async def rejoin(self, live: Live, person: str, secret: str) -> int:
        """Moves the seat of a rejoin link to this person; the seat."""
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
        return await self.limits.spend(purse(person, address), cost)

    async def missed_table(self, address: str) -> None:
        """Someone tried a link that leads nowhere."""
        await self.limits.spend([(f"address {address}", ADDRESS)], COSTS["miss"], anyway=True)

    async def another(self, what: str, bucket: Bucket, address: str) -> float:
        """One more table, or one more person, from an address; 0: it may be, else the seconds to wait."""
        return await self.limits.spend([(f"{what} {address}", bucket)], 1)

    async def few_enough(self, person: str, address: str) -> None:
        """Raises Refusal where a person, or an address, has many tables already."""
        if self.settings.free_of_limits:
            return
        if await self.store.hosted(person) >= TABLES_EACH:
            raise Refusal(
                "too-many", f"you are the host of {TABLES_EACH} unfinished tables; finish or leave one first"
            )
        later = await self.another("tables", TABLES, address)
        if later:
            raise Refusal("too-many", f"many tables were set up from where you are; wait for {later:.0f} s")

    def come_in(self, who: str, most: int) -> bool:
        """Counts a socket of a person, or of an address; not, if there are so many already."""
        if self.sockets[who] >= most and not self.settings.free_of_limits:
            return False
        self.sockets[who] += 1
        return True

    def go_out(self, who: str) -> None:
        self.sockets[who] -= 1
        if not self.sockets[who]:
            del self.sockets[who]

    def failed(self, problem: Exception) -> None:
        """A mistake of the server's own."""
        self.metrics.failed()
        log_problem("a move failed", problem)

    def dropped(self) -> None:
        """A reader was too slow."""
        self.metrics.dropped()

    # What happens at a table

    def ended(self, live: Live) -> None:
        """The index says so too."""
        table = live.table
        row = row_of(self, table, "over", table.changed_at)

        async def index() -> None:
            statement = update(tables).where(tables.c.code == table.code)
            values = {"phase": "over", "changed": row.changed, "worker": None}
            await self.database.run(lambda connection: connection.execute(statement, values), beside=True)

        live.keeper = False
        live.rest()
        self.spawn(index())

    # From moment to moment

    async def live_on(self) -> None:
        """Again and again: a sign of life, what could not be done before, and sometimes a look at all tables."""
        for beat in count(1):
            await asyncio.sleep(BEAT)
            try:
                await self.neighbours.tend()
                await self.people.stay_fresh(self.now())
                self.take_up()
                if beat % LOOK == 0:
                    self.let_rest()
                    self.gauge()
                self.reached(True)
            except Unavailable:
                self.reached(False)
            except Exception as problem:
                log_problem("a look around failed", problem)

    def reached(self, now: bool) -> None:
        """Says once that the database has gone away, and once that it is back."""
        if now != self.reachable:
            self.reachable = now
            note("the database answers again" if now else "the database does not answer", logging.WARNING)

    def take_up(self) -> None:
        """Work at tables that failed, once the database answers again."""
        troubled, self.troubled = self.troubled, {}
        for live in troubled.values():
            live.presence_changed(tell_others=False)

    def drop(self, live: Live) -> None:
        """A table that is no more: whoever looks on need not come back."""
        live.rest()
        live.say(Closing(retry=-1, reason="the table was removed"))
        for viewer in list(live.viewers):
            viewer.close()
        self.lives.pop(live.table.code, None)

    def saw(self, person: Person) -> None:
        """Someone has come; written down once a day at most."""
        now = self.now()
        if now - person.seen > DAY:
            statement = update(people).where(people.c.id == person.id).values(seen=now)

            async def write() -> None:
                await self.database.run(lambda connection: connection.execute(statement), beside=True)

            self.spawn(write())

    def gauge(self) -> None:
        """How much there is at this moment."""
        lives = self.lives.values()
        self.metrics.tables.set(len(lives))
        self.metrics.playing.set(sum(1 for live in lives if live.table.phase == "playing"))
        self.metrics.sockets.set(sum(len(live.viewers) for live in lives))
        self.metrics.waiting.set(self.thinkers.waiting)

    def let_rest(self) -> None:
        """Tables that nobody looks at leave the memory after a while; where there are very many, the oldest at once."""
        horizon = self.now() - 1000 * self.settings.idle
        unseen = [
            live for live in self.lives.values() if not (live.viewers or live.awake or live.lock.locked())
        ]
        unseen.sort(key=lambda live: max(live.table.changed_at, live.left_at))
        for number, live in enumerate(unseen):
            code = live.table.code
            if max(live.table.changed_at, live.left_at) < horizon or number < len(unseen) - ROOM:
                live.rest()
                del self.lives[code]
                self.bus.leave(code)
                if live.keeper:
                    self.spawn(self.neighbours.release(code))

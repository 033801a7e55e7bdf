"""A table in use on this worker: takes intents one after the other, writes, applies, tells.

Nothing is shown before it is stored. Several workers may hold the same table: the log decides whose entry comes first,
and the bus brings what the others wrote. One of them, the *keeper*, also moves for the bots, runs the clocks, and sees
who has been away for too long.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Iterable
from time import perf_counter
from typing import TYPE_CHECKING, Any

from msgspec import Raw
from msgspec.structs import replace

from moustaches.game.club_words import ClubView

from .bus import Around, Written
from .database import Unavailable
from .entries import (
    AnyEntry,
    By,
    CameBack,
    HostPassed,
    Moved,
    Nudged,
    Started,
    WentAway,
    Woke,
)
from .entries import (
    encoder as entry_encoder,
)
from .judging import Refusal, judge
from .notebook import Notebook, notebook
from .protocol import AnyIntent, Closing, Done, News, Present, Welcome, You, encoder
from .store import Conflict, Repeated, Row
from .table import SEATING, Table
from .telling import Told
from .turns import Turns
from .viewers import NOT_WELCOME, Viewer

if TYPE_CHECKING:
    from .house import House

REMEMBERED = 128  # intents whose answers are at hand
INDEXED = frozenset((*SEATING, HostPassed, Started))  # what the index of tables tells too
NUDGE = 0.75  # of the time on the clock
HOST_GONE = 4  # grace times until another is the host of a table that waits: sending a link takes a while
TURN_BY_TURN = 3600  # seconds on a clock from which on nobody is expected to wait at the table


class Live:
    """A table and those who look at it."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.lock = Turns()
        self.viewers: dict[Viewer, None] = {}
        self.recent: dict[str, int] = {}  # versions of the latest intents
        self.told = Told(table)
        self.notebooks: dict[int, Notebook] = {}  # by seat, as last written
        self.keeper = False
        self.elsewhere: dict[str, tuple[tuple[int, ...], int]] = {}  # by worker: seats and spectators
        self.absent: dict[int, float] = {}  # by seat: since when nobody is connected
        self.thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}  # by seat: for which version
        self.alarm: asyncio.TimerHandle | None = None
        self.nudged: set[tuple[int, int]] = set()
        self.resting = table.phase == "playing"  # for want of players
        self.left_at = house.now()  # when a viewer was last here
        self.stored_at = 0.0  # when the last entries were, by the clock that measures

    # Intents

    async def intend(self, person: str, name: str, intent: AnyIntent, viewer: Viewer | None = None) -> Done:
        """Judged, stored, applied, told; raises Refusal. Sent twice it takes effect once. The viewer that sent it is
        told by the update itself that it is done."""
        key = f"{person}:{intent.id}"
        begun = perf_counter()
        async with self.lock:
            known = self.recent.get(key)
            if known is not None:
                return Done(id=intent.id, version=known)
            if self.house.closing:  # whoever wants it asks again, after the return
                raise Unavailable
            while True:
                try:
                    entries = judge(self.table, person, name, intent, self.house.now())
                except Refusal:
                    before = await self.house.store.intent(self.table.code, key)
                    found = await self.catch_up()
                    if before is not None:
                        return Done(id=intent.id, version=before)
                    if not found:
                        raise
                    continue
                try:
                    version = await self.write(entries, key, viewer, intent.id)
                    self.house.metrics.stored(self.stored_at - begun)
                    self.house.metrics.told(perf_counter() - begun)
                except Repeated as repeated:
                    await self.catch_up()
                    version = repeated.version
                except Conflict:
                    await self.catch_up()
                    continue
                return Done(id=intent.id, version=version)

    async def write(
        self, entries: list[AnyEntry], key: str | None = None, viewer: Viewer | None = None, intent: str = ""
    ) -> int:
        """Stores entries, then applies and tells them; the lock is held. The version of the last one."""
        table = self.table
        at = max(self.house.now(), table.changed_at)
        row, seats = None, None
        if not INDEXED.isdisjoint(map(type, entries)):
            row, seats = row_after(self, entries, at)
        await self.house.store.append(table.code, table.version + 1, entries, at, key, row, seats)
        if self.house.database.shared:
            raws = [Raw(entry_encoder.encode(entry)) for entry in entries]
            self.house.bus.tell(Written(table.code, self.house.worker, table.version + 1, at, raws))
        return self.written(entries, at, key, viewer, intent)

    def written(
        self, entries: list[AnyEntry], at: int, key: str | None, viewer: Viewer | None, intent: str
    ) -> int:
        """Entries that are stored are applied and told; the version of the last one."""
        self.stored_at = perf_counter()
        *before, last = entries
        for entry in before:
            self.advance(entry, at)
        over = self.advance(last, at, viewer, intent)
        if isinstance(last, Moved):
            metrics, game = self.house.metrics, self.table.setup.game
            metrics.moves[game, last.by]()
            if over:
                metrics.finished[game]()
        if key is not None:
            self.recent[key] = self.table.version
            if len(self.recent) > REMEMBERED:
                del self.recent[next(iter(self.recent))]
        return self.table.version

    async def catch_up(self) -> bool:
        """Reads what others have written; whether there was anything."""
        found = await self.house.store.entries(self.table.code, self.table.version)
        for stored in found:
            if stored.version == self.table.version + 1:
                self.advance(stored.entry, stored.at)
        return bool(found)

    def advance(self, entry: AnyEntry, at: int, viewer: Viewer | None = None, intent: str = "") -> bool:
        """An entry that is stored: applies it and tells everybody, and the viewer whose intent it was that it is done.
        Whether the game is over with it."""
        change = self.table.apply(entry, at)
        if change.table:
            self.reseat()
        if change.seats:
            self.house.loop.call_soon(self.presence_changed)
        self.told.tell(change, self.viewers, viewer, intent)
        if change.over:
            self.house.ended(self)
        self.plan()
        return change.over

    # Viewers

    def enter(self, viewer: Viewer, since: int | None = None) -> None:
        """A viewer comes, or comes back having seen version `since`."""
        viewer.seat = self.table.seat_of(viewer.person)
        self.viewers[viewer] = None
        self.welcome(viewer, since)
        self.presence_changed()

    def leave(self, viewer: Viewer) -> None:
        self.viewers.pop(viewer, None)
        viewer.close()
        self.left_at = self.house.now()
        self.told.forget_all_but({each.seat for each in self.viewers})
        self.presence_changed()

    def welcome(self, viewer: Viewer, since: int | None = None) -> None:
        """Everything that the viewer may know; the events from the version on that it had."""
        viewer.put(encoder.encode(self.picture(viewer.person, viewer.seat, since)))
        self.told.begin(viewer.seat)

    def picture(self, person: str, seat: int | None, since: int | None = None) -> Welcome:
        table = self.table
        view: Any = None
        events: tuple[Any, ...] = ()
        first = 0
        if table.game is not None:
            view = table.game.view(seat)
            first = self.events_at(since)
            events = tuple(table.game.events(seat, first))
        return Welcome(
            version=table.version,
            table=table.info(),
            you=self.you(person, seat),
            present=self.present,
            view=view,
            events=events,
            since=first,
            talk=tuple(table.heard),
            now=self.house.now() / 1000,
        )

    def notebook(self, seat: int) -> Notebook:
        """The Club's, written from what this seat sees; raises Refusal where the table has none."""
        table = self.table
        view = None if table.game is None else table.game.view(seat)
        if not isinstance(view, ClubView):
            raise Refusal("not-allowed", "only a game of the Club has a notebook, once it has begun")
        if table.setup.assist == "off":
            raise Refusal("not-allowed", "this table has everybody keep their own notes")
        known = self.notebooks.get(seat)
        if known is None or known.version != table.version:
            known = self.notebooks[seat] = notebook(view, table.version, table.setup.assist)
        return known

    def events_at(self, since: int | None) -> int:
        """How many events of the game there were at a version; 0 where that cannot be said any more."""
        table = self.table
        if since is None or table.game is None or since > table.version:
            return 0
        if since < self.restarted:
            return 0
        moves = bisect_right(table.versions, since)
        return table.events_after(moves)

    @property
    def restarted(self) -> int:
        """The version at which the game last began or went back."""
        return self.table.restarted

    def you(self, person: str, seat: int | None) -> You:
        link = self.table.chairs[seat].link if seat is not None else ""
        return You(seat, person == self.table.host, link)

    def reseat(self) -> None:
        """Who has sat down, stood up or moved now looks from elsewhere, or no more."""
        for viewer in list(self.viewers):
            if not self.table.may_look(viewer.person):
                viewer.put(encoder.encode(Closing(retry=-1, reason="this table has no spectators")))
                viewer.close(NOT_WELCOME, "this table has no spectators")
                continue
            seat = self.table.seat_of(viewer.person)
            if seat != viewer.seat:
                viewer.seat = seat
                self.house.loop.call_soon(self.welcome, viewer)

    def say(self, news: News) -> None:
        message = encoder.encode(news)
        for viewer in self.viewers:
            viewer.put(message)

    # Presence

    @property
    def present(self) -> tuple[bool, ...]:
        """By seat: is its person connected anywhere?"""
        here = {viewer.seat for viewer in self.viewers}
        for seats, _ in self.elsewhere.values():
            here.update(seats)
        return tuple(seat in here for seat in range(self.table.setup.players))

    @property
    def spectators(self) -> int:
        here = sum(1 for viewer in self.viewers if viewer.seat is None)
        return here + sum(number for _, number in self.elsewhere.values())

    def presence_changed(self, tell_others: bool = True) -> None:
        present = self.present
        now = self.house.loop.time()
        for seat, chair in enumerate(self.table.chairs):
            if present[seat] or not chair.person:
                self.absent.pop(seat, None)
            else:
                self.absent.setdefault(seat, now)
            if present[seat] and chair.away:
                self.house.spawn(self.came_back(seat), self)
        self.say(Present(present=present, spectators=self.spectators))
        if tell_others:
            self.tell_around()
        self.plan()

    def tell_around(self, asks: bool = False) -> None:
        seats = tuple(sorted({viewer.seat for viewer in self.viewers if viewer.seat is not None}))
        spectators = sum(1 for viewer in self.viewers if viewer.seat is None)
        self.house.bus.tell(Around(self.table.code, self.house.worker, seats, spectators, asks))

    async def came_back(self, seat: int) -> None:
        await self.unless_changed(lambda: [CameBack(seat)] if self.table.chairs[seat].away else [])

    async def unless_changed(self, entries: Any) -> None:
        """Writes what is still to be written once the lock is held and all is read."""
        async with self.lock:
            while found := entries():
                try:
                    await self.write(found)
                    return
                except Conflict:
                    await self.catch_up()

    # The keeper's work

    @property
    def awake(self) -> bool:
        """Whether the game goes on by itself: somebody who plays is there, or it is played turn by turn."""
        if self.table.phase != "playing":
            return False
        return self.turn_by_turn or any(self.present)

    @property
    def turn_by_turn(self) -> bool:
        clock = self.table.setup.clock
        return clock.kind != "none" and clock.seconds >= TURN_BY_TURN

    def plan(self) -> None:
        """Sets the alarm for what comes next."""
        table = self.table
        if not (self.absent or self.thinking or self.alarm or table.needs_keeping):
            return
        if self.house.closing or not (self.keeper or table.phase == "waiting"):
            return
        if self.woke():
            return
        moving: dict[int, By] = dict.fromkeys(self.late(), "clock")
        moving.update(dict.fromkeys(table.bots_to_act(), "bot"))
        if not self.awake:
            moving = {}
        for seat, (version, task) in list(self.thinking.items()):
            if seat not in moving or table.owing[seat] != version:
                task.cancel()
                del self.thinking[seat]
        for seat, by in moving.items():
            if seat not in self.thinking:
                task = self.house.spawn(self.bot_moves(seat, table.owing[seat], by), self)
                self.thinking[seat] = (table.owing[seat], task)
        times = [at for at, _ in self.dues()]
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        if times:
            self.alarm = self.house.loop.call_at(min(times), self.ring)

    def woke(self) -> bool:
        """Whether players came back after a rest, and the clocks that ran through it are being set."""
        if not self.awake:
            self.resting = self.table.phase == "playing"
            return False
        rested, self.resting = self.resting, False
        running = [seat for seat, since in enumerate(self.table.running) if since >= 0]
        if not rested or not running or self.turn_by_turn:
            return False
        self.house.spawn(self.unless_changed(lambda: [Woke()] if self.table.phase == "playing" else []), self)
        return True

    def due(self, seat: int) -> int | None:
        """When the time of a seat is up; not at once where a clock has run while the server did not."""
        since, deadline = self.table.running[seat], self.table.deadline(seat)
        if deadline is not None and since < self.house.opened:
            return max(deadline, self.house.opened + int(1000 * self.house.settings.grace))
        return deadline

    def late(self) -> list[int]:
        """Seats whose time is up."""
        table, now = self.table, self.house.now()
        if table.game is None or table.setup.clock.kind == "none":
            return []
        times = [(seat, self.due(seat)) for seat in table.game.to_act]
        return [seat for seat, due in times if due is not None and due <= now]

    def dues(self) -> Iterable[tuple[float, AnyEntry | None]]:
        """When something will be due, by the loop's clock, and what; none: the choice of a seat out of time."""
        table = self.table
        if self.heir is not None:
            seat, heir = self.heir
            yield self.absent[seat] + HOST_GONE * self.house.settings.grace, HostPassed(heir)
        if not self.awake or table.game is None:
            return
        now, wall = self.house.loop.time(), self.house.now()
        for seat in table.game.to_act:
            due = self.due(seat)
            if due is not None and due > wall:
                left = (due - wall) / 1000
                yield now + left, None
                if (seat, table.owing[seat]) not in self.nudged:
                    yield now + left - (1 - NUDGE) * table.left[seat], Nudged(seat)
        for seat, since in self.absent.items():
            chair = table.chairs[seat]
            if chair.person and not chair.away and not self.turn_by_turn:
                yield since + self.house.settings.grace, WentAway(seat)

    def ring(self) -> None:
        self.alarm = None
        self.house.spawn(self.attend(), self)

    async def attend(self) -> None:
        """Does what is due."""
        now = self.house.loop.time()
        for at, entry in list(self.dues()):
            if at > now:
                continue
            match entry:
                case Nudged(seat=seat):
                    self.nudged.add((seat, self.table.owing[seat]))
                    await self.unless_changed(lambda entry=entry: [entry] if self.owes(entry.seat) else [])
                case WentAway(seat=seat):
                    await self.unless_changed(lambda seat=seat: self.still_away(seat))
                case HostPassed(person=person):
                    await self.unless_changed(lambda person=person: self.still_heir(person))
        self.plan()

    def owes(self, seat: int) -> bool:
        return self.table.phase == "playing" and self.table.owing[seat] >= 0

    @property
    def heir(self) -> tuple[int, str] | None:
        """Before the game: the seat of a host who is not here, and who will be the host instead: somebody must be able
        to begin."""
        table = self.table
        seat = table.seat_of(table.host)
        if table.phase != "waiting" or seat is None or seat not in self.absent:
            return None
        here = [chair.person for chair, there in zip(table.chairs, self.present, strict=True) if there]
        return (seat, here[0]) if here else None

    def still_heir(self, person: str) -> list[AnyEntry]:
        return [HostPassed(person)] if self.heir is not None and self.heir[1] == person else []

    def still_away(self, seat: int) -> list[AnyEntry]:
        chair = self.table.chairs[seat]
        away = seat in self.absent and chair.person and not chair.away and self.table.phase == "playing"
        return [WentAway(seat)] if away else []

    async def bot_moves(self, seat: int, version: int, by: By = "bot") -> None:
        """Thinks, and makes the choice if it is still owed."""
        table = self.table
        try:
            assert table.game is not None
            if by == "bot":
                await asyncio.sleep(max(self.house.settings.bot_pause, self.open_for()))
            if not self.owes(seat) or table.owing[seat] != version:  # another worker was quicker
                return
            view = table.game.view(seat)
            level = table.bot_of(seat) or "regular"
            move = await self.house.thinkers.think(view, level, table.bot_seed(seat), table.code)

            def still_owed() -> list[AnyEntry]:
                if not self.owes(seat) or table.owing[seat] != version:
                    return []
                if by == "bot" and not table.chairs[seat].played_by_bot:
                    return []
                return [Moved(seat, move, by)]

            self.thinking.pop(seat, None)
            await self.unless_changed(still_owed)
        finally:
            if self.thinking.get(seat, (None, None))[1] is asyncio.current_task():
                del self.thinking[seat]

    def open_for(self) -> float:
        """Seconds in which a person may still take the last choice back; bots wait for that."""
        until = self.table.take_back_until
        return 0.0 if until is None else until - self.house.now() / 1000

    def rest(self) -> None:
        """Nobody looks any more."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        for _, task in self.thinking.values():
            task.cancel()
        self.thinking.clear()


def row_after(live: Live, entries: list[AnyEntry], at: int) -> tuple[Row, dict[str, int]]:
    """The table in the index as it will be when these entries are applied."""
    shadow = live.table.seating()
    phase = live.table.phase
    for entry in entries:
        if isinstance(entry, Started):
            phase = "playing"
        elif type(entry) in INDEXED:
            shadow.arrange(entry, at)
    row = row_of(live.house, shadow, phase, at)
    begins = any(isinstance(entry, Started) for entry in entries)
    return (row if begins else replace(row, worker=None)), seats_of(shadow)


def row_of(house: House, table: Table, phase: str, at: int) -> Row:
    free = sum(1 for chair in table.chairs if not chair.person)
    return Row(
        code=table.code,
        game=table.setup.game,
        players=table.setup.players,
        phase=phase,
        listed=table.setup.privacy == "open",
        host=table.host,
        changed=at,
        free=free,
        worker=house.worker if phase == "playing" else None,
    )


def seats_of(table: Table) -> dict[str, int]:
    return {chair.person: seat for seat, chair in enumerate(table.chairs) if chair.person}

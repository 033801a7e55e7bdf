"""A table in use on this worker: takes intents one after the other, writes, applies, tells.

Nothing is shown before it is stored. Several workers may hold the same table: the log decides whose entry comes first,
and the bus brings what the others wrote. One of them, the *keeper*, also moves for the bots, runs the clocks, and sees
who has been away for too long.
"""

from __future__ import annotations

import asyncio
import copy
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from msgspec import Raw

from moustaches.game.game import HIDDEN

from .bus import Around, Written
from .entries import (
    AnyEntry,
    CameBack,
    Moved,
    Nudged,
    Said,
    Started,
    TookBack,
    WentAway,
)
from .entries import (
    encoder as entry_encoder,
)
from .judging import Refusal, judge
from .protocol import AnyIntent, Done, News, Present, TableInfo, Update, Welcome, You, encoder
from .store import Conflict, Repeated, Row
from .table import Change, Table
from .viewers import Viewer

if TYPE_CHECKING:
    from .house import House

REMEMBERED = 128  # intents whose answers are at hand
HIDDEN_RAW = encoder.encode(HIDDEN)
PART_OF_A_MOVE = (Moved, Said, Nudged, TookBack)
NUDGE = 0.75  # of the time on the clock
TURN_BY_TURN = 3600  # seconds on a clock from which on nobody is expected to wait at the table


class Live:
    """A table and those who look at it."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.lock = asyncio.Lock()
        self.viewers: dict[Viewer, None] = {}
        self.recent: OrderedDict[str, int] = OrderedDict()
        self.info: TableInfo = table.info()
        self.public: dict[str, Any] = {}
        self.own: dict[int | None, dict[str, Any]] = {}
        self.keeper = False
        self.elsewhere: dict[str, tuple[tuple[int, ...], int]] = {}  # by worker: seats and spectators
        self.absent: dict[int, float] = {}  # by seat: since when nobody is connected
        self.thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}  # by seat: for which version
        self.alarm: asyncio.TimerHandle | None = None
        self.nudged: set[tuple[int, int]] = set()
        self.left_at = house.now()  # when a viewer was last here
        if table.game is not None:
            self.public = table.game.common()

    # Intents

    async def intend(self, person: str, name: str, intent: AnyIntent) -> Done:
        """Judged, stored, applied, told; raises Refusal. Sent twice it takes effect once."""
        key = f"{person}:{intent.id}"
        async with self.lock:
            known = self.recent.get(key)
            if known is not None:
                return Done(id=intent.id, version=known)
            while True:
                try:
                    entries = judge(self.table, person, name, intent, self.house.now())
                except Refusal:
                    before = await self.house.store.intent(self.table.code, key)
                    if before is not None:
                        return Done(id=intent.id, version=before)
                    if not await self.catch_up():
                        raise
                    continue
                try:
                    version = await self.write(entries, key)
                except Repeated as repeated:
                    await self.catch_up()
                    version = repeated.version
                except Conflict:
                    await self.catch_up()
                    continue
                return Done(id=intent.id, version=version)

    async def write(self, entries: list[AnyEntry], key: str | None = None) -> int:
        """Stores entries, then applies and tells them; the lock is held. The version of the last one."""
        table = self.table
        at = max(self.house.now(), table.changed_at)
        row, seats = None, None
        if any(not isinstance(entry, PART_OF_A_MOVE) for entry in entries):
            row, seats = row_after(self, entries, at)
        await self.house.store.append(table.code, table.version + 1, entries, at, key, row, seats)
        if self.house.database.shared:
            raws = [Raw(entry_encoder.encode(entry)) for entry in entries]
            self.house.bus.tell(Written(table.code, self.house.worker, table.version + 1, at, raws))
        for entry in entries:
            self.advance(entry, at)
        if key is not None:
            self.recent[key] = table.version
            if len(self.recent) > REMEMBERED:
                self.recent.popitem(last=False)
        return table.version

    async def catch_up(self) -> bool:
        """Reads what others have written; whether there was anything."""
        found = await self.house.store.entries(self.table.code, self.table.version)
        for stored in found:
            if stored.version == self.table.version + 1:
                self.advance(stored.entry, stored.at)
        return bool(found)

    def advance(self, entry: AnyEntry, at: int) -> None:
        """An entry that is stored: applies it and tells everybody."""
        was = self.table.phase
        change = self.table.apply(entry, at)
        self.house.happened(self, entry, change)
        self.tell(change)
        if self.table.phase == "over" and was != "over":
            self.house.ended(self)
        self.plan()

    # Telling

    def tell(self, change: Change) -> None:
        """An update to every viewer, made once for each seat."""
        table = self.table
        version = table.version
        fields = None
        if change.table:
            info = table.info()
            fields = changed(self.info, info)
            self.info = info
        events = [encoder.encode(event) for event in change.events] if self.viewers else []
        public: Any = None
        if table.game is not None:
            common = table.game.common()
            if change.restart:
                self.own.clear()
                public = Raw(encoder.encode(common))
            elif change.events:
                old = self.public
                public = Raw(
                    encoder.encode({name: common[name] for name in common if common[name] != old.get(name)})
                )
            self.public = common
        if change.table:
            self.reseat()
        made: dict[tuple[int | None, bool], str] = {}
        for viewer in self.viewers:
            silent = change.talk is not None and change.talk.seat in viewer.muted
            key = (viewer.seat, silent)
            message = made.get(key)
            if message is None:
                message = made[key] = self.update(
                    change, version, viewer.seat, silent, fields, events, public
                )
            viewer.put(message)

    def update(
        self,
        change: Change,
        version: int,
        seat: int | None,
        silent: bool,
        fields: dict[str, Any] | None,
        events: list[bytes],
        public: Any,
    ) -> str:
        game = self.table.game
        own = None
        shown: Any = ()
        if game is not None and (change.events or change.restart):
            own = self.own_changes(seat, change.restart)
            if events:
                seen = [
                    raw if game.over or event.seen_by(seat) else HIDDEN_RAW
                    for raw, event in zip(events, change.events, strict=True)
                ]
                shown = Raw(b"[" + b",".join(seen) + b"]")
        news = Update(
            version=version,
            events=shown,
            view=public,
            own=own or None,
            table=fields or None,
            talk=None if silent else change.talk,
            nudged=change.nudged,
            restart=change.restart,
        )
        return encoder.encode(news).decode()

    def own_changes(self, seat: int | None, whole: bool = False) -> dict[str, Any]:
        """The fields of a viewer's own that have changed since the last time."""
        now = self.own_fields(seat)
        before = {} if whole else self.own.get(seat, {})
        self.own[seat] = now
        return {name: value for name, value in now.items() if name not in before or before[name] != value}

    def own_fields(self, seat: int | None) -> dict[str, Any]:
        """What a view has besides the part that all share."""
        assert self.table.game is not None
        return self.table.game.own(seat)

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
        seats = {each.seat for each in self.viewers}
        for seat in [seat for seat in self.own if seat not in seats]:
            del self.own[seat]
        self.presence_changed()

    def welcome(self, viewer: Viewer, since: int | None = None) -> None:
        """Everything that the viewer may know; the events from the version on that it had."""
        viewer.put(encoder.encode(self.picture(viewer.person, viewer.seat, since)).decode())
        if self.table.game is not None and viewer.seat not in self.own:
            self.own[viewer.seat] = self.own_fields(viewer.seat)

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
        """Who has sat down, stood up or moved now looks from elsewhere."""
        for viewer in list(self.viewers):
            seat = self.table.seat_of(viewer.person)
            if seat != viewer.seat:
                viewer.seat = seat
                self.house.loop.call_soon(self.welcome, viewer)

    def say(self, news: News) -> None:
        message = encoder.encode(news).decode()
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
                self.house.spawn(self.came_back(seat))
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
        if not self.keeper or self.house.closing:
            return
        table = self.table
        if not (self.absent or self.thinking or self.alarm or table.needs_keeping):
            return
        bots = table.bots_to_act() if self.awake else []
        for seat, (version, task) in list(self.thinking.items()):
            if seat not in bots or table.owing[seat] != version:
                task.cancel()
                del self.thinking[seat]
        for seat in bots:
            if seat not in self.thinking:
                task = self.house.spawn(self.bot_moves(seat, table.owing[seat]))
                self.thinking[seat] = (table.owing[seat], task)
        times = [at for at, _ in self.dues()]
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        if times:
            self.alarm = self.house.loop.call_at(min(times), self.ring)

    def dues(self) -> Iterable[tuple[float, AnyEntry | None]]:
        """When something will be due, by the loop's clock, and what; none: a move for a seat out of time."""
        table = self.table
        if not self.awake or table.game is None:
            return
        now, wall = self.house.loop.time(), self.house.now()
        for seat in table.game.to_act:
            deadline = table.deadline(seat)
            if deadline is not None:
                left = max(deadline, self.house.opened + 1000 * self.house.settings.grace) - wall
                yield now + left / 1000, None
                key = (seat, table.owing[seat])
                if key not in self.nudged:
                    total = table.left[seat]
                    yield now + left / 1000 - (1 - NUDGE) * total, Nudged(seat)
        for seat, since in self.absent.items():
            chair = table.chairs[seat]
            if chair.person and not chair.away and not self.turn_by_turn:
                yield since + self.house.settings.grace, WentAway(seat)

    def ring(self) -> None:
        self.alarm = None
        self.house.spawn(self.attend())

    async def attend(self) -> None:
        """Does what is due."""
        now = self.house.loop.time() + 0.01
        for at, entry in list(self.dues()):
            if at > now:
                continue
            match entry:
                case Nudged(seat=seat):
                    self.nudged.add((seat, self.table.owing[seat]))
                    await self.unless_changed(lambda entry=entry: [entry] if self.owes(entry.seat) else [])
                case WentAway(seat=seat):
                    await self.unless_changed(lambda seat=seat: self.still_away(seat))
                case None:
                    await self.out_of_time()
        self.plan()

    def owes(self, seat: int) -> bool:
        return self.table.phase == "playing" and self.table.owing[seat] >= 0

    def still_away(self, seat: int) -> list[AnyEntry]:
        chair = self.table.chairs[seat]
        away = seat in self.absent and chair.person and not chair.away and self.table.phase == "playing"
        return [WentAway(seat)] if away else []

    async def out_of_time(self) -> None:
        """The bot makes the choice of every seat whose clock has run out."""
        table = self.table
        if table.game is None:
            return
        for seat in table.game.to_act:
            deadline = table.deadline(seat)
            if deadline is not None and deadline <= self.house.now() and seat not in self.thinking:
                task = self.house.spawn(self.bot_moves(seat, table.owing[seat], "clock"))
                self.thinking[seat] = (table.owing[seat], task)

    async def bot_moves(self, seat: int, version: int, by: str = "bot") -> None:
        """Thinks, and makes the choice if it is still owed."""
        table = self.table
        try:
            assert table.game is not None
            if by == "bot":
                await asyncio.sleep(self.house.settings.bot_pause)
            view = table.game.view(seat)
            level = table.bot_of(seat) or "regular"
            move = await self.house.thinkers.think(view, level, table.bot_seed(seat), table.code)

            def still_owed() -> list[AnyEntry]:
                if not self.owes(seat) or table.owing[seat] != version:
                    return []
                if by == "bot" and not table.chairs[seat].played_by_bot:
                    return []
                return [Moved(seat, move, by)]  # type: ignore[arg-type]

            self.thinking.pop(seat, None)
            await self.unless_changed(still_owed)
        finally:
            if self.thinking.get(seat, (None, None))[1] is asyncio.current_task():
                del self.thinking[seat]

    def rest(self) -> None:
        """Nobody looks any more."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        for _, task in self.thinking.values():
            task.cancel()
        self.thinking.clear()


def changed(old: TableInfo, new: TableInfo) -> dict[str, Any]:
    """The fields that are not as before."""
    return {
        name: getattr(new, name) for name in new.__struct_fields__ if getattr(new, name) != getattr(old, name)
    }


def row_after(live: Live, entries: list[AnyEntry], at: int) -> tuple[Row, dict[str, int]]:
    """The table in the index as it will be when these entries are applied."""
    shadow = copy.copy(live.table)
    shadow.chairs = [copy.copy(chair) for chair in live.table.chairs]
    phase = live.table.phase
    shadow.game = None
    for entry in entries:
        if isinstance(entry, Started):
            phase = "playing"
        elif not isinstance(entry, PART_OF_A_MOVE):
            shadow.arrange(entry, at)
    return row_of(live.house, shadow, phase, at), seats_of(shadow)


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

"""What viewers are told of each change: only what is not as they were told before.

What all may see is compared and encoded once for a change, what is a seat's own once for each seat, and all sockets of
a seat get the same bytes. What changed follows from what the viewer saw before and sees now, so it tells nothing that
the two views do not tell.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

from moustaches.game.events import Event
from moustaches.game.game import HIDDEN
from moustaches.game.sight import Sight

from .protocol import TableInfo, encoder
from .table import Change, Table
from .viewers import Viewer


class Told:
    """A table as its viewers know it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.info = table.info()
        self.public: dict[str, Any] = {}
        self.own: dict[int | None, dict[str, Any]] = {}  # by seat, of those where somebody looks on
        self.bases: list[object] = []  # what these depend on, a spectator's last
        if table.game is not None:
            course = table.game.course
            self.public = course.changing()
            self.bases = course.sight.own_depend_on(len(course.moves))

    def tell(self, change: Change, viewers: Iterable[Viewer], sender: Viewer | None, intent: str) -> None:
        """An update to each of them; the sender hears that it was its intent."""
        game = self.table.game
        shared = self.shared_part(change)
        messages: dict[int | None, bytes] = {}
        if game is not None and (change.events or change.restart):
            to_all = change.over or seen_by_all(change.events)
            if to_all:
                shared += b',"events":' + encoder.encode(change.events)
            course = game.course
            sight = course.sight
            before, self.bases = self.bases, sight.own_depend_on(len(course.moves))
            if change.restart:
                self.own.clear()
            for viewer in viewers:
                seat = viewer.seat
                if seat not in messages:
                    part = self.own_part(sight, seat, before)
                    if not to_all:
                        part += b',"events":' + encoder.encode(
                            [seen_by(seat, event) for event in change.events]
                        )
                    messages[seat] = shared + part + b"}"
            if len(self.own) > len(messages):
                self.forget_all_but(messages)
        for viewer in viewers:
            message = messages.get(viewer.seat)
            if message is None:
                message = messages[viewer.seat] = shared + b"}"
            if change.talk is not None and change.talk.seat not in viewer.muted:
                message = message[:-1] + b',"talk":' + encoder.encode(change.talk) + b"}"
            if viewer is sender:
                viewer.answered = intent
                message = message[:-1] + b',"done":' + encoder.encode(intent) + b"}"
            viewer.put(message)

    def shared_part(self, change: Change) -> bytes:
        """The beginning of an `Update`, the same for every viewer."""
        table, game = self.table, self.table.game
        part = b'{"news":"update","version":%d' % table.version
        if change.table:
            info = table.info()
            fields = changed(self.info, info)
            self.info = info
            if fields:
                part += b',"table":' + encoder.encode(fields)
        if game is not None and (change.events or change.restart):
            before, self.public = self.public, game.course.changing()
            view = game.common() if change.restart else newer(before, self.public)
            part += b',"view":' + encoder.encode(view)
        if change.restart:
            part += b',"restart":true'
        if change.nudged is not None:
            part += b',"nudged":%d' % change.nudged
        return part

    def own_part(self, sight: Sight, seat: int | None, before: list[object]) -> bytes:
        """What an `Update` says to one seat alone: its own fields that are not as it knows them; all, where it knows
        none."""
        place = -1 if seat is None else seat
        known = self.own.get(seat)
        if known is not None and self.bases[place] == before[place]:
            return b""
        now = sight.own(seat)
        self.own[seat] = now
        fields = now if known is None else newer(known, now)
        return b',"own":' + encoder.encode(fields) if fields else b""

    def begin(self, seat: int | None) -> None:
        """A viewer in this seat knows all from now on."""
        if self.table.game is not None and seat not in self.own:
            self.own[seat] = self.table.game.sight.own(seat)

    def forget_all_but(self, seats: Container[int | None]) -> None:
        for seat in [seat for seat in self.own if seat not in seats]:
            del self.own[seat]


def seen_by(seat: int | None, event: Event) -> Event:
    """An event as a viewer in this seat may know it."""
    return event if event.seen_by(seat) else HIDDEN


def seen_by_all(events: Iterable[Event]) -> bool:
    for event in events:  # noqa: SIM110 -- asked after every move
        if event.audience is not None:
            return False
    return True


def newer(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """What is not as before; both have the same fields."""
    fields: dict[str, Any] = {}
    for name, value in now.items():
        known = before[name]
        if value is not known and value != known:
            fields[name] = value
    return fields


def changed(old: TableInfo, new: TableInfo) -> dict[str, Any]:
    """The fields that are not as before."""
    return {
        name: getattr(new, name) for name in new.__struct_fields__ if getattr(new, name) != getattr(old, name)
    }

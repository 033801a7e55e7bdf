"""What viewers are told of each change: only what is not as they were told before.

What all may see is compared and encoded once for a change, what is a seat's own once for each seat, and all sockets of
a seat get the same bytes. What changed follows from what the viewer saw before and sees now, so it tells nothing that
the two views do not tell.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from operator import ne
from typing import Any

from moustaches.game.game import HIDDEN

from .protocol import TableInfo, encoder
from .table import Change, Table
from .viewers import Viewer


class Told:
    """A table as its viewers know it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.info = table.info()
        self.public: dict[str, Any] = table.game.changing() if table.game is not None else {}
        self.own: dict[int | None, tuple[object, dict[str, Any]]] = {}  # by seat, and what it depends on

    def tell(self, change: Change, viewers: Iterable[Viewer], sender: Viewer | None, intent: str) -> None:
        """An update to each of them; the sender hears that it was its intent."""
        to_all = change.over or seen_by_all(change)
        shared = self.shared_part(change, to_all)
        talk = change.talk
        made: dict[int | None, bytes] = {}
        for viewer in viewers:
            seat = viewer.seat
            message = made.get(seat)
            if message is None:
                message = made[seat] = shared + self.own_part(change, to_all, seat)
            if talk is not None and talk.seat not in viewer.muted:
                message += b',"talk":' + encoder.encode(talk)
            if viewer is sender:
                viewer.answered = intent
                message += b',"done":' + encoder.encode(intent)
            viewer.put(message + b"}")

    def shared_part(self, change: Change, to_all: bool) -> bytes:
        """The beginning of an `Update`, the same for every viewer, with the events if all may see them."""
        table, game = self.table, self.table.game
        parts = [b'{"news":"update","version":%d' % table.version]
        if change.table:
            info = table.info()
            fields = changed(self.info, info)
            self.info = info
            if fields:
                parts += b',"table":', encoder.encode(fields)
        if game is not None and (change.events or change.restart):
            before, self.public = self.public, game.changing()
            view = game.common() if change.restart else newer(before, self.public)
            parts += b',"view":', encoder.encode(view)
            if to_all:
                parts += b',"events":', encoder.encode(change.events)
        if change.restart:
            self.own.clear()
            parts.append(b',"restart":true')
        if change.nudged is not None:
            parts.append(b',"nudged":%d' % change.nudged)
        return b"".join(parts)

    def own_part(self, change: Change, to_all: bool, seat: int | None) -> bytes:
        """What an `Update` says to one seat alone: its own fields, and the events as it may see them."""
        if self.table.game is None or not (change.events or change.restart):
            return b""
        own = self.own_changes(seat)
        part = b',"own":' + encoder.encode(own) if own else b""
        if not to_all:
            seen = [event if event.seen_by(seat) else HIDDEN for event in change.events]
            part += b',"events":' + encoder.encode(seen)
        return part

    def own_changes(self, seat: int | None) -> dict[str, Any] | None:
        """The fields of a viewer's own that are not as it knows them; all, where it knows none."""
        game = self.table.game
        assert game is not None
        basis = game.own_depends_on(seat)
        before = self.own.get(seat)
        if before is not None and basis == before[0]:
            return None
        now = game.own(seat)
        self.own[seat] = (basis, now)
        return now if before is None else newer(before[1], now)

    def begin(self, seat: int | None) -> None:
        """A viewer in this seat knows all from now on."""
        if self.table.game is not None and seat not in self.own:
            self.own_changes(seat)

    def forget_all_but(self, seats: set[int | None]) -> None:
        for seat in [seat for seat in self.own if seat not in seats]:
            del self.own[seat]


def seen_by_all(change: Change) -> bool:
    for event in change.events:  # noqa: SIM110 -- asked after every move
        if event.audience is not None:
            return False
    return True


def newer(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """What is not as before; both have the same fields in the same order."""
    return dict(compress(now.items(), map(ne, now.values(), before.values())))


def changed(old: TableInfo, new: TableInfo) -> dict[str, Any]:
    """The fields that are not as before."""
    return {
        name: getattr(new, name) for name in new.__struct_fields__ if getattr(new, name) != getattr(old, name)
    }

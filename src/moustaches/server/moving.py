"""The short way of nearly every move: judged, stored, applied and told like all else, but without a task, a queue or a
future that waits for each of these.

As soon as anything stands in its way nothing has happened, and the move goes the long way that every other intent goes,
which decides everything.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec

from .entries import AnyEntry, encoder
from .journal import Piece
from .judging import Refusal, moved
from .protocol import LARGEST, Move, decoder
from .store import write_first

if TYPE_CHECKING:
    from .live import Live
    from .viewers import Viewer


class ShortWay:
    """From one socket. `paid` takes the cost of a move, if it is there; `otherwise` sends a move the long way."""

    def __init__(
        self, live: Live, viewer: Viewer, paid: Callable[[], bool], otherwise: Callable[[Move], None]
    ) -> None:
        self.live = live
        self.viewer = viewer
        self.paid = paid
        self.otherwise = otherwise

    def hear(self, data: bytes) -> bool:
        """Takes a message as it comes, if it is a move and nothing stands in its way."""
        live, viewer = self.live, self.viewer
        if len(data) > LARGEST or not viewer.open or viewer.seat is None:
            return False
        try:
            move = decoder.decode(data)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return False
        if not isinstance(move, Move) or live.lock.held or not live.keeper or live.house.closing:
            return False
        key = f"{viewer.person}:{move.id}"
        if key in live.recent:
            return False
        table = live.table
        now = live.house.now()
        try:
            happened = moved(table, viewer.person, move)
        except Refusal:
            return False
        if not self.paid():
            return False
        live.lock.take()
        live.house.store.append_soon(Moving(self, move, key, happened, max(now, table.changed_at)))
        return True


class Moving(Piece):
    """A move that is being stored; its table waits for it."""

    def __init__(self, way: ShortWay, move: Move, key: str, happened: AnyEntry, at: int) -> None:
        table = way.live.table
        super().__init__((table.code, table.version + 1, at, encoder.encode(happened), key))
        self.way = way
        self.move = move
        self.key = key
        self.happened = happened
        self.at = at
        self.begun = perf_counter()

    def work(self, connection: Any) -> Any:
        assert self.entry is not None
        return write_first(connection, self.entry)

    def done(self, answer: Any, problem: Exception | None) -> None:
        """It is stored, or what stood in its way was only noticed by the store."""
        live = self.way.live
        written = answer is None and problem is None
        try:
            if written:
                live.written([self.happened], self.at, self.key, self.way.viewer, self.move.id)
                live.house.metrics.stored(live.stored_at - self.begun)
                live.house.metrics.told(perf_counter() - self.begun)
        except Exception as mistake:
            live.house.failed(mistake)
        finally:
            live.lock.release()
        if not written:
            self.way.otherwise(self.move)

"""Those who look at a table: one viewer for each socket, with a bounded box of messages that wait to be sent.

A reader that is too slow is let go; it comes back, says the last version that it had, and misses nothing. So a slow
reader never makes the server grow.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from .frames import Line

MESSAGES = 256
BYTES = 512 * 1024
# Reasons for closing, as sockets say them
WRONG_PROTOCOL, NOT_WELCOME, NO_TABLE, TOO_SLOW, TOO_MANY = 4400, 4403, 4404, 4408, 4429


class Viewer:
    """Someone at a socket."""

    def __init__(self, person: str, line: Line | None = None, cut: Callable[[], None] | None = None) -> None:
        """`line` sends a message at once, or says that something is in the way; `cut` ends the connection."""
        self.person = person
        self.line = line
        self.cut = cut
        self.answered = ""  # the last intent that an update has acknowledged
        self.seat: int | None = None
        self.muted: frozenset[int | None] = frozenset()
        self.waiting: deque[bytes] = deque()
        self.size = 0
        self.wake: asyncio.Future[None] | None = None
        self.open = True
        self.dropped = False  # for being too slow
        self.farewell = (1000, "")  # with which the socket is closed

    def put(self, message: bytes) -> None:
        """Sends it as soon as those before it are sent."""
        if not self.open:
            return
        line = self.line
        if line is not None and self.wake is not None and not self.waiting and line.write(message):
            return
        if len(self.waiting) >= MESSAGES or self.size + len(message) > BYTES:
            self.dropped = True
            self.waiting.clear()
            self.size = 0
            self.close(TOO_SLOW, "too slow; come back with the last version")
            if self.cut is not None and self.wake is None:  # stuck in a message that nobody takes
                self.cut()
            return
        self.waiting.append(message)
        self.size += len(message)
        self.rouse()

    async def next(self) -> bytes | None:
        """The next message to send; none: it is over."""
        while not self.waiting:
            if not self.open:
                return None
            self.wake = asyncio.get_running_loop().create_future()
            await self.wake
            self.wake = None
        message = self.waiting.popleft()
        self.size -= len(message)
        return message

    def close(self, code: int = 1000, reason: str = "") -> None:
        """What waits is still sent, unless the reader was too slow."""
        if self.open:
            self.farewell = (code, reason)
        self.open = False
        self.rouse()

    def rouse(self) -> None:
        if self.wake is not None and not self.wake.done():
            self.wake.set_result(None)

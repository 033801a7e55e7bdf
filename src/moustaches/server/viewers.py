"""Those who look at a table: one viewer for each socket, with a bounded box of messages that wait to be sent.

A reader that is too slow is let go; it comes back, says the last version that it had, and misses nothing. So a slow
reader never makes the server grow.
"""

from __future__ import annotations

import asyncio
from collections import deque
from time import monotonic

MESSAGES = 256
BYTES = 512 * 1024


class Viewer:
    """Someone at a socket."""

    __slots__ = ("dropped", "muted", "open", "person", "seat", "sending", "size", "waiting", "wake")

    def __init__(self, person: str) -> None:
        self.person = person
        self.seat: int | None = None
        self.muted: frozenset[int] = frozenset()
        self.waiting: deque[str] = deque()
        self.size = 0
        self.wake: asyncio.Future[None] | None = None
        self.open = True
        self.dropped = False  # for being too slow
        self.sending = 0.0  # since when the message at hand is being sent; 0: none is

    def put(self, message: str) -> None:
        """Sends it as soon as those before it are sent."""
        if not self.open:
            return
        if len(self.waiting) >= MESSAGES or self.size + len(message) > BYTES:
            self.dropped = True
            self.close()
            return
        self.waiting.append(message)
        self.size += len(message)
        self.rouse()

    async def next(self) -> str | None:
        """The next message to send; none: it is over."""
        self.sending = 0.0
        while not self.waiting:
            if not self.open:
                return None
            self.wake = asyncio.get_running_loop().create_future()
            await self.wake
        if self.dropped:
            return None
        message = self.waiting.popleft()
        self.size -= len(message)
        self.sending = monotonic()
        return message

    def close(self) -> None:
        """What waits is still sent, unless the reader was too slow."""
        self.open = False
        self.rouse()

    def rouse(self) -> None:
        if self.wake is not None and not self.wake.done():
            self.wake.set_result(None)

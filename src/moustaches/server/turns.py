"""One after the other: a lock for a table, which can also be taken at once by those who cannot wait."""

from __future__ import annotations

import asyncio
from collections import deque


class Turns:
    """Like asyncio's lock: whoever waits longest is next."""

    def __init__(self) -> None:
        self.held = False
        self.waiting: deque[asyncio.Future[None]] = deque()

    def locked(self) -> bool:
        return self.held

    def take(self) -> bool:
        """Whether it was free; then it is taken."""
        if self.held:
            return False
        self.held = True
        return True

    def release(self) -> None:
        """The next one has it, without a moment between in which another could take it."""
        while self.waiting:
            turn = self.waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self.held = False

    async def __aenter__(self) -> None:
        if self.take():
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()  # it came at the same moment
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()

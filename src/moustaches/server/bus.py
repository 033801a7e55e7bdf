"""News between workers: what one has written at a table, the others that have viewers there hear of at once.

The bus may lose a message: versions have no gaps, so whoever misses one sees it at the next and reads the log; and all
workers look at the end of the log now and then. So the bus only makes things quick. With one process there is nobody
to tell.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from msgspec import Raw, Struct

if TYPE_CHECKING:
    from valkey.asyncio.client import PubSub

CHANNEL = "moustaches:table:"
OUTBOX = 10_000  # notes that wait to be said; then the oldest are forgotten
TOGETHER = 100  # notes said in one breath
PAUSE = 0.2  # seconds before the next attempt
CONFIRMED = 1.0  # seconds at most for a subscription
GOODBYE = 0.5  # seconds at most for the last notes


class Written(Struct, frozen=True, tag="written"):
    """Entries of a table, from this version on."""

    code: str
    worker: str
    version: int
    at: int
    entries: list[Raw]


class Around(Struct, frozen=True, tag="around"):
    """Which seats have a socket at a worker, and how many spectators there are."""

    code: str
    worker: str
    seats: tuple[int, ...]
    spectators: int
    asks: bool = False
    """The others are to say so too."""


class Left(Struct, frozen=True, tag="left"):
    """Someone is known here no more; for all workers, whatever tables they hold."""

    code: str
    worker: str
    person: str


class Removed(Struct, frozen=True, tag="removed"):
    """A table is no more."""

    code: str
    worker: str


Note = Written | Around | Left | Removed
encoder = msgspec.json.Encoder()
decoder = msgspec.json.Decoder(Note)
Hear = Callable[[Note], None]


class Bus(Protocol):
    async def join(self, code: str) -> None:
        """Hear of a table from now on; when it returns, nothing that is told later is missed."""
        ...

    def leave(self, code: str) -> None: ...
    def tell(self, note: Note) -> None:
        """All others who have joined."""
        ...

    async def answers(self) -> bool:
        """Whether it works at this moment."""
        ...

    async def close(self) -> None: ...


class NoBus:
    """One process: nobody to tell."""

    async def join(self, code: str) -> None: ...
    def leave(self, code: str) -> None: ...
    def tell(self, note: Note) -> None: ...
    async def answers(self) -> bool:
        return True

    async def close(self) -> None: ...


class ValkeyBus:
    """Publishes and subscribes on a Valkey or Redis server; reconnects by itself. While it is away nobody waits for it:
    when it is back, `missed` is called, since the others may have said something."""

    def __init__(self, url: str, worker: str, hear: Hear, missed: Callable[[], None]) -> None:
        from valkey.asyncio import Valkey
        from valkey.exceptions import ValkeyError

        self.lost = (ValkeyError, OSError)  # how it shows that the server is away
        self.worker = worker
        self.hear = hear
        self.missed = missed
        self.client = Valkey.from_url(url, socket_connect_timeout=2, socket_timeout=5, socket_keepalive=True)
        self.joined: dict[str, asyncio.Future[None]] = {}  # by channel: done once the server has confirmed it
        self.changes: asyncio.Queue[str] = asyncio.Queue()  # channels that were joined or left
        self.outbox: asyncio.Queue[Note] = asyncio.Queue(maxsize=OUTBOX)
        self.connected = False
        self.tasks = [asyncio.create_task(self.listen()), asyncio.create_task(self.speak())]

    async def join(self, code: str) -> None:
        channel = CHANNEL + code
        confirmed = self.joined.get(channel)
        if confirmed is None:
            confirmed = self.joined[channel] = asyncio.get_running_loop().create_future()
            self.changes.put_nowait(channel)
        if self.connected:
            await asyncio.wait([confirmed], timeout=CONFIRMED)

    def leave(self, code: str) -> None:
        if self.joined.pop(CHANNEL + code, None) is not None:
            self.changes.put_nowait(CHANNEL + code)

    def tell(self, note: Note) -> None:
        if self.outbox.full():  # the bus has been away for long: the others will look into the logs
            self.outbox.get_nowait()
        self.outbox.put_nowait(note)

    async def answers(self) -> bool:
        return self.connected and bool(await self.client.ping())

    # Speaking

    async def speak(self) -> None:
        """Everything in the outbox, in order, again until it is heard; hearing it twice does no harm."""
        while True:
            notes = [await self.outbox.get()]
            while len(notes) < TOGETHER and not self.outbox.empty():
                notes.append(self.outbox.get_nowait())
            while not await self.spoken(notes):
                await asyncio.sleep(PAUSE)

    async def spoken(self, notes: list[Note]) -> bool:
        try:
            async with self.client.pipeline(transaction=False) as pipeline:
                for note in notes:
                    pipeline.publish(CHANNEL + note.code, encoder.encode(note))
                await pipeline.execute()
        except self.lost:
            return False
        return True

    # Listening

    async def listen(self) -> None:
        """Hears until the end; after a lost connection it subscribes anew."""
        while True:
            with suppress(*self.lost):
                await self.hear_all()
            self.connected = False
            await asyncio.sleep(PAUSE)

    async def hear_all(self) -> None:
        async with self.client.pubsub() as heard:
            self.changes = asyncio.Queue()
            await heard.subscribe(*self.joined, CHANNEL)  # the last one's confirmation is the last
            obeying = asyncio.create_task(self.obey(heard))
            try:
                while not obeying.done():
                    message = await heard.get_message(timeout=1.0)
                    if message is not None:
                        self.take(message)
            finally:
                obeying.cancel()
                await asyncio.gather(obeying, return_exceptions=True)

    def take(self, message: dict[str, Any]) -> None:
        channel = message["channel"].decode()
        if message["type"] == "subscribe":
            confirmed = self.joined.get(channel)
            if confirmed is not None and not confirmed.done():
                confirmed.set_result(None)
            if channel == CHANNEL:
                self.connected = True
                self.missed()
        elif message["type"] == "message":
            note = decoder.decode(message["data"])
            if note.worker != self.worker:
                self.hear(note)

    async def obey(self, heard: PubSub) -> None:
        """Subscribes and unsubscribes as tables are joined and left."""
        while True:
            channel = await self.changes.get()
            if channel in self.joined:
                await heard.subscribe(channel)
            else:
                await heard.unsubscribe(channel)

    async def close(self) -> None:
        """What waits is still said, if that can be done at once."""
        deadline = asyncio.get_running_loop().time() + GOODBYE
        while self.connected and not self.outbox.empty() and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.01)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.client.aclose()

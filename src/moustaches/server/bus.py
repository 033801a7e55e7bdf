"""News between workers: what one has written at a table, the others that have viewers there hear of at once.

The bus may lose a message: versions have no gaps, so whoever misses one sees it at the next and reads the log. With one
process there is nobody to tell.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

import msgspec
from msgspec import Raw, Struct

CHANNEL = "moustaches:table:"


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


Note = Written | Around
encoder = msgspec.json.Encoder()
decoder = msgspec.json.Decoder(Note)
Hear = Callable[[Note], None]


class Bus(Protocol):
    def join(self, code: str) -> None:
        """Hear of a table from now on."""
        ...

    def leave(self, code: str) -> None: ...
    def tell(self, note: Note) -> None:
        """All others who have joined."""
        ...

    async def close(self) -> None: ...


class NoBus:
    """One process: nobody to tell."""

    def join(self, code: str) -> None: ...
    def leave(self, code: str) -> None: ...
    def tell(self, note: Note) -> None: ...
    async def close(self) -> None: ...


class ValkeyBus:
    """Publishes and subscribes on a Valkey or Redis server; reconnects by itself."""

    def __init__(self, url: str, worker: str, hear: Hear, missed: Callable[[], None]) -> None:
        from valkey.asyncio import Valkey

        self.worker = worker
        self.hear = hear
        self.missed = missed  # called after a reconnection: something may have been missed
        self.client = Valkey.from_url(url, health_check_interval=5, socket_connect_timeout=2)
        self.joined: set[str] = set()
        self.asked: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self.outbox: asyncio.Queue[Note] = asyncio.Queue(maxsize=10_000)
        self.tasks = [asyncio.create_task(self.listen()), asyncio.create_task(self.speak())]

    def join(self, code: str) -> None:
        self.joined.add(code)
        self.asked.put_nowait(("join", code))

    def leave(self, code: str) -> None:
        self.joined.discard(code)
        self.asked.put_nowait(("leave", code))

    def tell(self, note: Note) -> None:
        with suppress(asyncio.QueueFull):  # the others will find out by the next version
            self.outbox.put_nowait(note)

    async def speak(self) -> None:
        while True:
            note = await self.outbox.get()
            for pause in (0.05, 0.2, 0.5, 1.0):
                try:
                    await self.client.publish(CHANNEL + note.code, encoder.encode(note))
                    break
                except Exception:
                    await asyncio.sleep(pause)

    async def listen(self) -> None:
        """Hears until the end; after a lost connection it subscribes anew."""
        while True:
            try:
                await self.hear_all()
            except asyncio.CancelledError:
                raise
            except Exception:
                await asyncio.sleep(0.2)

    async def hear_all(self) -> None:
        async with self.client.pubsub(ignore_subscribe_messages=True) as heard:
            await heard.subscribe(CHANNEL, *(CHANNEL + code for code in self.joined))
            while not self.asked.empty():
                self.asked.get_nowait()
            self.missed()
            commands = asyncio.create_task(self.obey(heard))
            try:
                while not commands.done():
                    message = await heard.get_message(timeout=1.0)
                    if message is not None:
                        note = decoder.decode(message["data"])
                        if note.worker != self.worker:
                            self.hear(note)
            finally:
                commands.cancel()

    async def obey(self, heard) -> None:  # type: ignore[no-untyped-def]
        while True:
            what, code = await self.asked.get()
            if what == "join" and code in self.joined:
                await heard.subscribe(CHANNEL + code)
            elif what == "leave" and code not in self.joined:
                await heard.unsubscribe(CHANNEL + code)

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.client.aclose()

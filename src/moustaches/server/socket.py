"""A socket at a table: the first message says who comes, then intents come in and news goes out."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from .house import House
from .judging import Refusal
from .limits import ADDRESS, COSTS
from .live import Live
from .people import COOKIE
from .protocol import (
    PROTOCOL,
    Closing,
    Hello,
    Move,
    Mute,
    News,
    Nudge,
    Ping,
    Pong,
    Refused,
    Say,
    decoder,
    encoder,
)
from .viewers import Viewer

PATIENCE = 10.0  # seconds for the first message, and for a message to be taken by the client
WRONG = 20  # messages that make no sense, before the socket is closed
# Reasons for closing, as sockets say them
NO_TABLE, NOT_WELCOME, TOO_SLOW, WRONG_PROTOCOL, TOO_MANY = 4404, 4403, 4408, 4400, 4429


class Talker:
    """One socket, from its opening to its end."""

    def __init__(self, house: House, socket: WebSocket[Any, Any, Any], address: str) -> None:
        self.house = house
        self.socket = socket
        self.address = address
        self.name = ""
        self.wrong = 0

    async def run(self, code: str) -> None:
        """Until one of both hangs up."""
        house, socket = self.house, self.socket
        if not same_origin(house.settings.address, socket):
            await socket.close(NOT_WELCOME, "another site's page")
            return
        if await house.limits.spend(f"address {self.address}", ADDRESS, COSTS["socket"]):
            await socket.close(TOO_MANY, "too many connections")
            return
        live = await house.live(code)
        await socket.accept()
        if live is None:
            await socket.close(NO_TABLE, "there is no such table")
            return
        hello = await self.greeted()
        if hello is None:
            return
        person = await self.known(hello)
        viewer = Viewer(person)
        if (
            live.table.seat_of(person) is None
            and not live.table.setup.spectators
            and person != live.table.host
        ):
            if live.table.phase != "waiting":
                await socket.close(NOT_WELCOME, "this table has no spectators")
                return
        if not house.come_in(person, self.address):
            await socket.close(TOO_MANY, "too many connections")
            return
        sending = asyncio.create_task(self.send_all(viewer))
        try:
            live.enter(viewer, hello.version)
            await self.hear_all(live, viewer)
        finally:
            house.go_out(person, self.address)
            live.leave(viewer)
            await asyncio.wait([sending], timeout=1)
            sending.cancel()

    async def greeted(self) -> Hello | None:
        """The first message; none: it was not what it should be, and the socket is closed."""
        try:
            async with asyncio.timeout(PATIENCE):
                hello = decoder.decode(await self.socket.receive_data("text"))
        except (TimeoutError, msgspec.MsgspecError, UnicodeError):
            hello = None
        if not isinstance(hello, Hello):
            await self.socket.close(WRONG_PROTOCOL, "expected hello as the first message")
            return None
        if hello.protocol != PROTOCOL:
            await self.socket.close(WRONG_PROTOCOL, f"this server speaks protocol {PROTOCOL}")
            return None
        return hello

    async def known(self, hello: Hello) -> str:
        """The person who comes; a stranger has no name and can only look on."""
        token = hello.token or self.socket.cookies.get(COOKIE, "")
        person = self.house.people.read(token, self.house.now()) if token else None
        found = await self.house.store.person(person) if person else None
        if found is None:
            return ""
        self.name = found.name
        return found.id

    async def hear_all(self, live: Live, viewer: Viewer) -> None:
        with suppress(WebSocketDisconnect):
            while viewer.open:
                data = await self.socket.receive_data("text")
                try:
                    message = decoder.decode(data)
                except (msgspec.MsgspecError, UnicodeError) as problem:
                    self.wrong += 1
                    answer(viewer, Refused(error="malformed", message=str(problem)))
                    if self.wrong >= WRONG:
                        answer(viewer, Closing(retry=-1, reason="too many malformed messages"))
                        viewer.close()
                    continue
                await self.hear(live, viewer, message)

    async def hear(self, live: Live, viewer: Viewer, message: object) -> None:
        match message:
            case Ping():
                answer(viewer, Pong(now=self.house.now() / 1000))
            case Mute(seat=seat, muted=muted):
                viewer.muted = viewer.muted | {seat} if muted else viewer.muted - {seat}
            case Hello():
                answer(viewer, Refused(error="malformed", message="hello is for the first message alone"))
            case _:
                await self.intend(live, viewer, message)

    async def intend(self, live: Live, viewer: Viewer, intent) -> None:  # type: ignore[no-untyped-def]
        if not viewer.person:
            answer(
                viewer, Refused(id=intent.id, error="stranger", message="say who you are first: POST /api/me")
            )
            return
        later = await self.house.spend(viewer.person, self.address, cost_of(intent))
        if later:
            answer(
                viewer,
                Refused(id=intent.id, error="too-often", message=f"slower: try again in {later:.1f} s"),
            )
            return
        try:
            answer(viewer, await self.house.intend(live, viewer.person, self.name, intent))
        except Refusal as refusal:
            answer(
                viewer,
                Refused(id=intent.id, error=refusal.error, message=refusal.message, why=refusal.why),
            )
            if refusal.error == "stale":
                live.welcome(viewer)

    async def send_all(self, viewer: Viewer) -> None:
        """Everything in the viewer's box, in order."""
        socket = self.socket
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while (message := await viewer.next()) is not None:
                await socket.send_data(message)
            if viewer.dropped:
                self.house.dropped()
                await socket.close(TOO_SLOW, "too slow; come back with the last version")
            else:
                await socket.close(1012 if self.house.closing else 1000)


def answer(viewer: Viewer, news: News) -> None:
    viewer.put(encoder.encode(news).decode())


def cost_of(intent: object) -> float:
    match intent:
        case Move():
            return COSTS["move"]
        case Say():
            return COSTS["say"]
        case Nudge():
            return COSTS["nudge"]
    return COSTS["intent"]


def same_origin(address: str, socket: WebSocket[Any, Any, Any]) -> bool:
    """A browser says whose page opens a socket; only our own may. Programs say nothing."""
    origin = socket.headers.get("origin")
    if origin is None:
        return True
    host = urlsplit(address).netloc if address else socket.headers.get("host", "")
    return urlsplit(origin).netloc == host

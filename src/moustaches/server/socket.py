"""A socket at a table: the first message says who comes, then intents come in and news goes out.

Every message has a size, a cost and an answer. A client that makes no sense, or sends without end, is told so and then
let go; one that does not take what is sent to it is let go by the wire and by its box.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from .database import Unavailable
from .headers import own_page
from .house import House, purse
from .judging import Refusal
from .limits import COSTS, SOCKET, SOCKETS_ADDRESS, SOCKETS_EACH, Pace, Wanted
from .live import Live
from .logs import log_problem
from .moving import ShortWay
from .people import cookie_of
from .protocol import (
    LARGEST,
    PROTOCOL,
    AnyIntent,
    Closing,
    Hello,
    Move,
    Mute,
    News,
    Nudge,
    Ping,
    Pong,
    Refused,
    Rematch,
    Say,
    decoder,
    encoder,
)
from .viewers import NO_TABLE, NOT_WELCOME, TOO_MANY, WRONG_PROTOCOL, Viewer
from .wire import CUT, HEAR, LINE

PATIENCE = 10.0  # seconds for the first message
WRONG = 20  # messages that make no sense or come too often, before the socket is closed
BROKEN = 1011  # as sockets say it


class Malformed(Exception):  # noqa: N818 -- nothing broke
    """A message that cannot be read, and why."""


class Talker:
    """One socket, from its opening to its end."""

    def __init__(self, house: House, socket: WebSocket[Any, Any, Any], address: str) -> None:
        self.house = house
        self.socket = socket
        self.address = address
        self.name = ""
        self.wrong = 0
        self.pace = Pace(SOCKET)
        self.purse: Wanted = ()

    async def run(self, code: str) -> None:
        """Until one of both hangs up."""
        house, socket = self.house, self.socket
        if not own_page(house.settings, socket):
            await socket.close(NOT_WELCOME, "another site's page")
            return
        if await house.spend("", self.address, COSTS["socket"]) or not house.come_in(
            self.address, SOCKETS_ADDRESS
        ):
            await socket.close(TOO_MANY, "too many connections")
            return
        try:
            await self.talk(code)
        except WebSocketDisconnect:
            pass
        except Unavailable:
            await self.hang_up(BROKEN, "the tables cannot be reached; come back in a moment")
        except Exception as problem:
            self.house.metrics.failed()
            log_problem("a socket failed", problem)
            await self.hang_up(BROKEN, "something broke here; come back")
        finally:
            house.go_out(self.address)

    async def talk(self, code: str) -> None:
        house, socket = self.house, self.socket
        await socket.accept()
        live = await house.find(code)
        if live is None:
            await house.missed_table(self.address)
            await socket.close(NO_TABLE, "there is no such table")
            return
        hello = await self.greeted()
        if hello is None:
            return
        await house.neighbours.know(live, hello.version)
        extensions: dict[str, Any] = socket.scope.get("extensions") or {}
        viewer = Viewer(await self.known(hello), extensions.get(LINE), extensions.get(CUT))
        if not live.table.may_look(viewer.person):
            await socket.close(NOT_WELCOME, "this table has no spectators")
            return
        if viewer.person and not house.come_in(viewer.person, SOCKETS_EACH):
            await socket.close(TOO_MANY, "too many connections")
            return
        sending = asyncio.create_task(self.send_all(viewer))
        try:
            live.enter(viewer, hello.version)
            if house.local is not None and HEAR in extensions:
                self.purse = purse(viewer.person, self.address)
                extensions[HEAR](
                    ShortWay(live, viewer, self.paid, partial(self.intend_soon, live, viewer)).hear
                )
            await self.hear_all(live, viewer)
        except (Unavailable, WebSocketDisconnect):
            viewer.close(BROKEN, "the tables cannot be reached; come back in a moment")
        except Exception as problem:
            self.house.metrics.failed()
            log_problem("a socket failed", problem)
            viewer.close(BROKEN, "something broke here; come back")
        finally:
            if viewer.person:
                house.go_out(viewer.person)
            live.leave(viewer)
            if viewer.dropped:
                house.dropped()
            await asyncio.wait([sending], timeout=1)
            sending.cancel()

    async def greeted(self) -> Hello | None:
        """The first message; none: it was not what it should be, and the socket is closed."""
        hello: object = None
        with suppress(TimeoutError, Malformed):
            async with asyncio.timeout(PATIENCE):
                hello = await self.receive()
        if not isinstance(hello, Hello):
            await self.socket.close(WRONG_PROTOCOL, "expected hello as the first message")
            return None
        if hello.protocol != PROTOCOL:
            await self.socket.close(WRONG_PROTOCOL, f"this server speaks protocol {PROTOCOL}")
            return None
        return hello

    async def known(self, hello: Hello) -> str:
        """The person who comes; a stranger has no name and can only look on."""
        token = hello.token or self.socket.cookies.get(cookie_of(self.house.settings), "")
        person = self.house.people.read(token, self.house.now()) if token else None
        found = await self.house.store.person(person) if person else None
        if found is None:
            return ""
        self.name = found.name
        self.house.saw(found)
        return found.id

    async def receive(self) -> object:
        """The next message; raises Malformed, and WebSocketDisconnect at the end."""
        data = await self.socket.receive_data("text")
        if not data:
            raise Malformed("expected a message in JSON, as text")
        if len(data) > LARGEST:
            raise Malformed(f"expected at most {LARGEST} bytes, found {len(data)}")
        try:
            return decoder.decode(data)
        except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
            raise Malformed(str(problem)) from None

    async def hear_all(self, live: Live, viewer: Viewer) -> None:
        while viewer.open:
            try:
                message = await self.receive()
            except Malformed as problem:
                self.bad(viewer, Refused(error="malformed", message=str(problem)), COSTS["malformed"])
                continue
            if self.house.settings.free_of_limits or self.pace.spend(COSTS["message"]):
                await self.hear(live, viewer, message)
            else:
                id = getattr(message, "id", "")
                self.bad(viewer, Refused(id=id, error="too-often", message="slower: wait for a moment"), 0)

    def paid(self) -> bool:
        """Takes the cost of a move, if it is there."""
        local = self.house.local
        if self.house.settings.free_of_limits:
            return True
        return (
            local is not None
            and self.pace.spend(COSTS["message"])
            and not local.take(self.purse, COSTS["move"])
        )

    def bad(self, viewer: Viewer, refused: Refused, cost: float) -> None:
        """Answers what is not heard; too much of it and the socket is closed."""
        self.pace.spend(cost)
        self.house.metrics.refuse(refused.error)
        answer(viewer, refused)
        self.wrong += 1
        if self.wrong >= WRONG:
            often = refused.error == "too-often"
            reason = "too many messages" if often else "too many messages that make no sense"
            answer(viewer, Closing(retry=10 if often else -1, reason=reason))
            viewer.close(TOO_MANY if often else WRONG_PROTOCOL, reason)

    async def hear(self, live: Live, viewer: Viewer, message: Any) -> None:
        match message:
            case Ping():
                answer(viewer, Pong(now=self.house.now() / 1000))
            case Mute(seat=seat, muted=muted):
                viewer.muted = viewer.muted | {seat} if muted else viewer.muted - {seat}
            case Hello():
                self.bad(
                    viewer, Refused(error="malformed", message="hello is for the first message alone"), 0
                )
            case _:
                await self.intend(live, viewer, message)

    def intend_soon(self, live: Live, viewer: Viewer, intent: AnyIntent) -> None:
        self.house.spawn(self.intend(live, viewer, intent), live)

    async def intend(self, live: Live, viewer: Viewer, intent: AnyIntent) -> None:
        try:
            if not viewer.person:
                raise Refusal("stranger", "say who you are first: POST /api/me")
            later = await self.house.spend(viewer.person, self.address, cost_of(intent))
            if later:
                raise Refusal("too-often", f"slower: try again in {later:.1f} s")
            viewer.answered = ""
            done = await self.house.intend(live, viewer.person, self.name, intent, viewer)
            if viewer.answered != intent.id:
                answer(viewer, done)
        except Refusal as refusal:
            self.house.metrics.refuse(refusal.error)
            answer(
                viewer,
                Refused(id=intent.id, error=refusal.error, message=refusal.message, why=refusal.why),
            )
            if refusal.error == "stale":
                live.welcome(viewer)
        except Unavailable as problem:
            self.house.metrics.refuse("unavailable")
            answer(viewer, Refused(id=intent.id, error="unavailable", message=str(problem)))

    async def send_all(self, viewer: Viewer) -> None:
        """Everything in the viewer's box, in order."""
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while (message := await viewer.next()) is not None:
                await self.socket.send_data(message.decode())
            code, reason = viewer.farewell
            await self.hang_up(1012 if self.house.closing else code, reason)

    async def hang_up(self, code: int, reason: str) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await self.socket.close(code, reason)


def answer(viewer: Viewer, news: News) -> None:
    viewer.put(encoder.encode(news))


def cost_of(intent: object) -> float:
    match intent:
        case Move():
            return COSTS["move"]
        case Say():
            return COSTS["say"]
        case Nudge():
            return COSTS["nudge"]
        case Rematch():
            return COSTS["create"]
    return COSTS["intent"]

"""One seat at one table, over a socket that finds its way back.

The client keeps the picture that the server draws: `table`, `view`, `events`, `version`. An intent is sent until it is
answered, through lost connections and restarts of the server; its id makes sure that it takes effect once.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from secrets import token_hex
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

PROTOCOL = 1
PAUSES = (0.1, 0.2, 0.4, 0.8, 1.0)  # seconds before the next attempt to come back
FINAL = (4400, 4403, 4404)  # reasons for closing that will not change


class Refused(Exception):  # noqa: N818 -- nothing broke: the table says no
    """The server would not do it; `error` is a word, `why` the rule as data."""

    def __init__(self, error: str, message: str, why: Any = None) -> None:
        super().__init__(message)
        self.error = error
        self.why = why


class Client:
    """A person or a bot at a table. `link` is what the host sent: https://cards.example/t/CODE."""

    def __init__(self, link: str, name: str = "guest", token: str = "") -> None:
        parts = urlsplit(link)
        self.base = f"{parts.scheme}://{parts.netloc}"
        self.code = parts.path.rstrip("/").rpartition("/")[2]
        self.name = name
        self.token = token
        self.version: int | None = None
        self.table: dict[str, Any] = {}
        self.you: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.events: list[dict[str, Any]] = []
        self.talk: list[dict[str, Any]] = []
        self.present: list[bool] = []
        self.connections = 0
        self.closed = False
        self.problem: Exception | None = None
        self.socket: ClientConnection | None = None
        self.waiting: dict[str, tuple[str, asyncio.Future[dict[str, Any]]]] = {}
        self.changed = asyncio.Condition()
        self.task: asyncio.Task[None] | None = None

    @property
    def seat(self) -> int | None:
        """The own seat; none: a spectator."""
        return self.you.get("seat")

    @property
    def over(self) -> bool:
        return bool(self.table.get("phase") == "over")

    async def __aenter__(self) -> Self:
        if not self.token:
            me = await asyncio.to_thread(self.post, "/api/me", {"name": self.name})
            self.token = me["token"]
        self.task = asyncio.create_task(self.stay())
        await self.until(lambda: self.version is not None)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closed = True
        if self.socket is not None:
            await self.socket.close()
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    # What one can do

    async def sit(self, seat: int | None = None, entropy: str | None = None) -> None:
        """Takes a seat, this one or any that is free, and adds chance of its own to the deals."""
        await self.intend("sit", seat=seat, entropy=entropy if entropy is not None else token_hex(16))

    async def start(self, level: str = "regular") -> None:
        await self.intend("start", level=level)

    async def move(self, move: str) -> None:
        """A choice on the table as it is known now."""
        await self.intend("move", move=move, expected=self.version)

    async def say(self, phrase: str) -> None:
        await self.intend("say", phrase=phrase)

    async def intend(self, do: str, **fields: Any) -> dict[str, Any]:
        """Any intent; raises Refused. It is sent again until it is answered."""
        id = token_hex(8)
        message = json.dumps({"do": do, "id": id} | fields)
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.waiting[id] = (message, future)
        if self.socket is not None:
            with suppress(ConnectionClosed):  # then it is sent again after the return
                await self.socket.send(message)
        answer = await future
        if answer["news"] == "refused":
            raise Refused(answer["error"], answer["message"], answer.get("why"))
        await self.until(lambda: (self.version or 0) >= answer["version"])
        return answer

    async def turns(self) -> AsyncIterator[dict[str, Any]]:
        """The view, each time that the own seat owes a choice; ends with the game."""
        while True:
            await self.until(lambda: self.over or self.to_act)
            if self.over:
                return
            assert self.view is not None
            yield self.view

    @property
    def to_act(self) -> bool:
        return self.view is not None and self.seat is not None and self.seat in self.view["to_act"]

    async def until(self, condition: Any) -> None:
        """Waits for something to become true of the table."""
        async with self.changed:
            await self.changed.wait_for(lambda: self.problem is not None or condition())
        if self.problem is not None:
            raise self.problem

    # The connection

    async def stay(self) -> None:
        """Connected, and again after each loss."""
        attempt = 0
        address = f"{self.base.replace('http', 'ws', 1)}/api/tables/{self.code}/socket"
        while not self.closed:
            try:
                async with connect(address, max_size=2**22, open_timeout=5, compression=None) as socket:
                    hello = {
                        "do": "hello",
                        "protocol": PROTOCOL,
                        "token": self.token,
                        "version": self.version,
                    }
                    await socket.send(json.dumps(hello))
                    self.connections += 1
                    async for text in socket:
                        await self.hear(json.loads(text), socket)
                        attempt = 0
                    code = socket.close_code
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else None
            except (OSError, TimeoutError, InvalidHandshake):
                code = None
            self.socket = None
            if code in FINAL:
                await self.fail(Refused("closed", f"the server closed the table to us ({code})"))
                return
            await asyncio.sleep(PAUSES[min(attempt, len(PAUSES) - 1)])
            attempt += 1

    async def fail(self, problem: Exception) -> None:
        self.problem = problem
        for _, future in self.waiting.values():
            if not future.done():
                future.set_exception(problem)
        async with self.changed:
            self.changed.notify_all()

    async def hear(self, news: dict[str, Any], socket: ClientConnection) -> None:
        match news["news"]:
            case "welcome":
                self.welcome(news)
                if self.socket is None:
                    self.socket = socket
                    for message, future in list(self.waiting.values()):
                        if not future.done():
                            await socket.send(message)
            case "update":
                self.update(news)
            case "present":
                self.present = news["present"]
            case "done" | "refused":
                waiting = self.waiting.pop(news.get("id", ""), None)
                if waiting is not None and not waiting[1].done():
                    waiting[1].set_result(news)
        async with self.changed:
            self.changed.notify_all()

    def welcome(self, news: dict[str, Any]) -> None:
        self.version = news["version"]
        self.table = news["table"]
        self.you = news["you"]
        self.view = news.get("view")
        self.present = news["present"]
        self.talk = list(news.get("talk", ()))
        self.events = self.events[: news.get("since", 0)] + list(news.get("events", ()))

    def update(self, news: dict[str, Any]) -> None:
        """One version further; anything else is a mistake of the server's."""
        version = news["version"]
        if self.version is not None and version <= self.version:
            return
        if self.version is not None and version != self.version + 1:
            raise RuntimeError(f"version {version} came after {self.version}")
        self.version = version
        self.table = self.table | news.get("table", {})
        if news.get("restart"):
            self.events = []
            self.view = {}
        if "view" in news or "own" in news:
            self.view = (self.view or {}) | news.get("view", {}) | news.get("own", {})
        self.events += news.get("events", ())
        if "talk" in news:
            self.talk.append(news["talk"])

    # Over HTTP

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self.ask(Request(self.base + path, json.dumps(body).encode(), method="POST"))

    def ask(self, request: Request) -> Any:
        request.add_header("content-type", "application/json")
        if self.token:
            request.add_header("authorization", f"Bearer {self.token}")
        with urlopen(request, timeout=10) as answer:
            return json.loads(answer.read())

"""One seat at one table, over a socket that finds its way back.

The client keeps the picture that the server draws: `table`, `view`, `events`, `version`. An intent is sent until it is
answered, through lost connections and restarts of the server; its id makes sure that it takes effect once.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from random import random
from secrets import token_hex
from types import TracebackType
from typing import Any, Self
from urllib.error import HTTPError
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
        self.sending: asyncio.Task[None] | None = None
        self.retry: float | None = None  # seconds after which the server wants us back

    @classmethod
    async def host(cls, address: str, name: str = "guest", **setup: Any) -> Self:
        """At a new table on the server of this address, in its first seat; `link` is for the others. Raises Refused."""
        client = cls(address, name)
        client.token = await client.introduced()
        made = await asyncio.to_thread(client.post, "/api/tables", {"setup": setup})
        client.code = made["code"]
        return client

    @property
    def link(self) -> str:
        """What others need to come to the table."""
        return f"{self.base}/t/{self.code}"

    @property
    def seat(self) -> int | None:
        """The own seat; none: a spectator."""
        return self.you.get("seat")

    @property
    def over(self) -> bool:
        return bool(self.table.get("phase") == "over")

    async def __aenter__(self) -> Self:
        if not self.token:
            self.token = await self.introduced()
        self.task = asyncio.create_task(self.stay())
        try:
            await self.until(lambda: self.version is not None)
        except BaseException:
            await self.leave()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.leave()

    async def leave(self) -> None:
        self.closed = True
        if self.socket is not None:
            await self.socket.close()
        tasks = [task for task in (self.task, self.sending) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # What one can do

    async def sit(self, seat: int | None = None, entropy: str | None = None) -> None:
        """Takes a seat, this one or any that is free, and adds chance of its own to the deals."""
        await self.intend("sit", seat=seat, entropy=entropy if entropy is not None else token_hex(16))
        await self.until(lambda: self.seat is not None)

    async def start(self, level: str = "regular") -> None:
        await self.intend("start", level=level)

    async def move(self, move: str) -> None:
        """A choice on the table as it is known now."""
        await self.intend("move", move=move, expected=self.version)

    async def say(self, phrase: str) -> None:
        """A preset phrase, by its id."""
        await self.intend("say", phrase=phrase)

    async def record(self) -> str:
        """The record of the game, once it is over."""
        request = Request(f"{self.base}/api/tables/{self.code}/record")
        return (await asyncio.to_thread(self.ask, request)).decode()

    async def intend(self, do: str, **fields: Any) -> dict[str, Any]:
        """Any intent; raises Refused. It is sent again until it is answered."""
        id = token_hex(8)
        message = json.dumps({"do": do, "id": id} | fields)
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.waiting[id] = (message, future)
        if self.socket is not None:
            await self.send(self.socket, message)
        answer = await future
        if answer["news"] == "refused":
            raise Refused(answer["error"], answer["message"], answer.get("why"))
        await self.until(lambda: (self.version or 0) >= answer["version"])
        return answer | {"id": id}

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
            self.retry = None
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
            except RuntimeError as problem:
                await self.fail(problem)
                return
            self.socket = None
            if code in FINAL:
                await self.fail(Refused("closed", f"the server closed the table to us ({code})"))
                return
            pause = PAUSES[min(attempt, len(PAUSES) - 1)] * (0.5 + random() / 2)  # not all clients at once
            await asyncio.sleep(pause if self.retry is None else self.retry)
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
                self.answered(news.get("done", ""), {"news": "done", "version": news["version"]})
            case "present":
                self.present = news["present"]
            case "closing" if news["retry"] >= 0:
                self.retry = news["retry"]
            case "closing":
                await self.fail(Refused("closed", news.get("reason", "the server will not talk on")))
            case "refused" if news["error"] == "unavailable":
                asyncio.get_running_loop().call_later(PAUSES[1], self.send_again, news.get("id", ""))
            case "done" | "refused":
                self.answered(news.get("id", ""), news)
        async with self.changed:
            self.changed.notify_all()

    def answered(self, id: str, news: dict[str, Any]) -> None:
        """An intent has its answer."""
        waiting = self.waiting.pop(id, None)
        if waiting is not None and not waiting[1].done():
            waiting[1].set_result(news)

    def send_again(self, id: str) -> None:
        """An intent that the server could not store; if the socket is gone, it is sent after the return."""
        if self.socket is not None and id in self.waiting:
            self.sending = asyncio.create_task(self.send(self.socket, self.waiting[id][0]))

    async def send(self, socket: ClientConnection, message: str) -> None:
        with suppress(ConnectionClosed):  # then it is sent again after the return
            await socket.send(message)

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

    async def introduced(self) -> str:
        """The token of a new person; a server that is just being started is waited for."""
        for pause in (*PAUSES, None):
            try:
                me = await asyncio.to_thread(self.post, "/api/me", {"name": self.name})
                return str(me["token"])
            except OSError:
                if pause is None:
                    raise
                await asyncio.sleep(pause)
        raise AssertionError("unreachable")

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return json.loads(self.ask(Request(self.base + path, json.dumps(body).encode(), method="POST")))

    def ask(self, request: Request) -> bytes:
        """The answer; raises Refused, and OSError where there is none."""
        request.add_header("content-type", "application/json")
        if self.token:
            request.add_header("authorization", f"Bearer {self.token}")
        try:
            with urlopen(request, timeout=10) as answer:
                return bytes(answer.read())
        except HTTPError as problem:
            with problem:
                if problem.code == 503:
                    raise ConnectionError("the server cannot reach its tables") from None
                said = json.loads(problem.read())
            raise Refused(said["error"], said["message"], said.get("why")) from None

"""Real servers for the tests: a process of its own on a free port, with its tables in a folder of the test's.

`Server` starts, stops, kills and restarts it, asks it over HTTP and reads its log behind its back. `Wire` is a bare
socket that keeps everything that it hears; for a seat that plays, `moustaches.client.Client` is the better hand.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from moustaches.client import Client, Refused
from moustaches.server.entries import AnyEntry, decoder
from moustaches.server.settings import NAMES

T = TypeVar("T")
STARTING = 30.0  # seconds, on a machine that is busy
START = """
if __name__ == '__main__':
    from moustaches.server import house, serve
    {}
    serve.serve(workers={})
"""
DEALT = "house.seed_bytes = lambda _: ({}).to_bytes(32, 'big')"
LOG = """
SELECT version, at, entry FROM log WHERE code = :code
UNION ALL SELECT version, at, entry FROM journal WHERE code = :code ORDER BY version
"""
Message = dict[str, Any]


def run(work: Coroutine[Any, Any, T], seconds: float = 30.0) -> T:
    """The result of a coroutine; a test that hangs fails."""

    async def bounded() -> T:
        async with asyncio.timeout(seconds):
            return await work

    return asyncio.run(bounded())


class Server:
    """A server process. Settings are those of `Settings`, by name; bots do not pause and nothing is too often, unless
    a test asks for it. With a seed, all tables have this one: the same choices make the same game each time."""

    def __init__(self, folder: Path, workers: int = 1, seed: int | None = None, **settings: object) -> None:
        self.folder = folder
        self.workers = workers
        self.seed = seed
        self.settings: dict[str, object] = {
            "bot_pause": 0.0,
            "free_of_limits": True,
            "thinkers": 1,
        } | settings
        # Held for as long as the server is wanted, so that its port is still free after a restart.
        self.place = socket.socket()
        self.place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.place.bind(("127.0.0.1", 0))
        self.port: int = self.place.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.breaks = False  # whether a test has the server fail on purpose
        self.http = httpx.Client(base_url=self.base, timeout=30)

    # The process

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.http.close()
        try:
            self.stop()
        finally:
            self.place.close()
        if kind is None:
            assert "Traceback" not in self.said, self.said
            failed = [line for line in self.said.splitlines() if ' failed","' in line]
            assert self.breaks or not failed, failed  # "a request failed", "a socket failed", "a task failed"

    def start(self) -> None:
        """Until it answers."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        environment = {name: value for name, value in os.environ.items() if name not in NAMES}
        names = {field: name for name, field in NAMES.items()}
        for field, value in self.settings.items():
            environment[names[field]] = str(value)
        environment |= {"MOUSTACHES_DATA": str(self.folder), "MOUSTACHES_PORT": str(self.port)}
        self.folder.mkdir(parents=True, exist_ok=True)
        dealt = "" if self.seed is None else DEALT.format(self.seed)
        with (self.folder / "server.txt").open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-c", START.format(dealt, self.workers)],
                env=environment,
                stdout=output,
                stderr=output,
            )

    def wait(self) -> None:
        assert self.process is not None
        end = time.monotonic() + STARTING
        while True:
            try:
                if self.http.get("/health").status_code == 200:
                    return
            except httpx.TransportError:
                pass
            assert self.process.poll() is None, f"the server ended: {self.said}"
            assert time.monotonic() < end, f"the server does not answer: {self.said}"
            time.sleep(0.02)

    def stop(self) -> None:
        """As an operator stops it."""
        if self.process is not None:
            process, self.process = self.process, None
            process.terminate()
            assert process.wait(20) in (0, -signal.SIGTERM), self.said

    def kill(self) -> None:
        """As a power cut stops it."""
        if self.process is not None:
            process, self.process = self.process, None
            process.kill()
            process.wait(20)

    def restart(self, hard: bool = False) -> None:
        if hard:
            self.kill()
        else:
            self.stop()
        self.start()

    @property
    def said(self) -> str:
        """What the process wrote to its console."""
        path = self.folder / "server.txt"
        return path.read_text() if path.exists() else ""

    # Over HTTP

    def ask(self, method: str, path: str, body: object = None, token: str = "") -> httpx.Response:
        """Any request; nobody's cookies are kept."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = self.http.request(method, path, json=body, headers=headers)
        self.http.cookies.clear()
        return answer

    def get(self, path: str, token: str = "") -> Any:
        answer = self.ask("GET", path, None, token)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: object, token: str = "") -> Any:
        answer = self.ask("POST", path, body, token)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def person(self, name: str = "Ada") -> str:
        """A new person; the token."""
        return str(self.post("/api/me", {"name": name})["token"])

    def table(
        self, game: str = "gracias", players: int | None = None, host: str = "", **setup: object
    ) -> str:
        """A new table; its code. The host sits in seat 0."""
        body = {"game": game, "players": players or {"moustache": 4, "gracias": 4, "club": 3}[game]} | setup
        return str(self.post("/api/tables", {"setup": body}, host)["code"])

    def link(self, code: str) -> str:
        return f"{self.base}/t/{code}"

    def client(self, code: str, name: str = "guest", token: str = "") -> Client:
        return Client(self.link(code), name, token)

    def intend(self, code: str, token: str, do: str, **fields: object) -> Message:
        """An intent over HTTP; the answer, whatever it is, with its status."""
        answer = self.ask("POST", f"/api/tables/{code}", {"do": do, "id": token_hex(8)} | fields, token)
        found: Message = {"status": answer.status_code} | answer.json()
        return found

    def look(self, code: str, token: str = "") -> Message:
        """The table as a welcome to whoever has this token."""
        found: Message = self.get(f"/api/tables/{code}", token)
        return found

    # Behind its back

    @property
    def file(self) -> Path:
        return self.folder / "moustaches.db"

    def log(self, code: str) -> list[tuple[int, int, AnyEntry]]:
        """Version, time and entry, as they are on the disk."""
        connection = sqlite3.connect(f"file:{self.file}?mode=ro", uri=True, timeout=10)
        try:
            rows = connection.execute(LOG, {"code": code}).fetchall()
        finally:
            connection.close()
        return [(version, at, decoder.decode(entry)) for version, at, entry in rows]

    def entries(self, code: str) -> list[AnyEntry]:
        return [entry for _, _, entry in self.log(code)]


class Wire:
    """A socket at a table, and all that was heard on it; a stranger where there is no token."""

    def __init__(self, server: Server, code: str, token: str = "", version: int | None = None) -> None:
        self.server, self.code = server, code
        self.address = f"ws://127.0.0.1:{server.port}/api/tables/{code}/socket"
        self.hello: Message = {"do": "hello", "protocol": 1, "token": token, "version": version}
        self.heard: list[Message] = []
        self.texts: list[str] = []  # the same, as they came
        self.closed: int | None = None  # the code with which it was closed
        self.socket: ClientConnection | None = None
        self.task: asyncio.Task[None] | None = None
        self.news = asyncio.Condition()

    async def __aenter__(self) -> Self:
        self.socket = await connect(self.address, max_size=2**22, compression=None)
        await self.socket.send(json.dumps(self.hello))
        self.task = asyncio.create_task(self.listen(self.socket))
        await self.until(lambda: bool(self.heard) or self.closed is not None)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self.socket is not None
        assert self.task is not None
        await self.socket.close()
        await self.task

    async def listen(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                self.texts.append(str(text))
                self.heard.append(json.loads(text))
                async with self.news:
                    self.news.notify_all()
        except ConnectionClosed:
            pass
        self.closed = socket.close_code
        async with self.news:
            self.news.notify_all()

    async def until(self, condition: Callable[..., object]) -> None:
        async with self.news:
            await self.news.wait_for(lambda: bool(condition()))

    async def send(self, message: Message | str) -> None:
        assert self.socket is not None
        await self.socket.send(message if isinstance(message, str) else json.dumps(message))

    async def intend(self, do: str, id: str = "", **fields: object) -> Message:
        """Sends an intent and waits for its answer."""
        id = id or token_hex(8)
        before = len(self.heard)
        await self.send({"do": do, "id": id} | fields)
        return await self.answer(id, before)

    async def answer(self, id: str, before: int = 0) -> Message:
        """The first answer to an intent among what was heard after so many messages; an update that says that it did
        what was asked for is read as `done`."""

        def found() -> list[Message]:
            answers: list[Message] = []
            for news in self.heard[before:]:
                if news.get("done") == id:
                    answers.append({"news": "done", "id": id, "version": news["version"]})
                elif news["news"] in ("done", "refused") and news.get("id") == id:
                    answers.append(news)
            return answers

        await self.until(lambda: found() or self.closed is not None)
        assert found(), f"closed without an answer ({self.closed})"
        return found()[0]

    async def settled(self) -> None:
        """Until the server has sent all that it had to say before now; of what another worker wrote it hears last."""
        asked = await asyncio.to_thread(self.server.ask, "GET", f"/api/tables/{self.code}")
        latest = json.loads(asked.text).get("version", 0)
        before = len(self.of("pong"))
        await self.send({"do": "ping"})
        await self.until(
            lambda: (len(self.of("pong")) > before and self.versions[-1] >= latest) or self.closed is not None
        )

    def of(self, *kinds: str) -> list[Message]:
        """What was heard of these kinds of news."""
        return [each for each in self.heard if each["news"] in kinds]

    @property
    def versions(self) -> list[int]:
        """Of welcomes and updates, as they came."""
        return [each["version"] for each in self.of("welcome", "update")]


def view(client: Client) -> Message:
    """The game as a client knows it, once it has begun."""
    assert client.view is not None
    return client.view


async def play(client: Client, choose: Callable[[Message], str] = lambda view: str(view["legal"][0])) -> int:
    """Plays a seat to the end of the game; how many choices it made. Where a bot was quicker, as on a busy machine an
    impatient server lets it be, the next choice comes."""
    made = 0
    async for view in client.turns():
        try:
            await client.move(choose(view))
            made += 1
        except Refused as refused:
            if refused.error != "stale":
                raise
    return made

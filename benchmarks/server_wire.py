"""Sockets and requests for the load on servers, as light as they can be: what is measured is the server.

A whole WebSocket client library costs as much per message as the server that it talks to. This one knows only what the
three servers do: text in one frame, pings, and a close.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LAST = 0x80  # the bit of a frame that ends a message
NORMAL = (1000).to_bytes(2, "big")  # the reason for closing
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: bW91c3RhY2hlcyBiZW5jaA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
HOST = "127.0.0.1"
PATIENCE = 20.0  # seconds for an answer


class Broken(Exception):  # noqa: N818 -- of the server, not of this program
    """A server did not do what it should; the message says which and what."""


class Wire(asyncio.Protocol):
    """One socket: `hear` is called with every message, as bytes of text. What it raises, and a socket that the server
    closes, goes to the loop's exception handler."""

    def __init__(self, port: int, path: str, hear: Callable[[bytes], object]) -> None:
        self.port = port
        self.path = path
        self.hear = hear
        self.loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = self.loop.create_future()
        self.rest = b""
        self.closing = False
        self.transport: asyncio.Transport

    async def open(self) -> None:
        await self.loop.create_connection(lambda: self, HOST, self.port)
        await self.opened

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        self.transport.write(HANDSHAKE.format(path=self.path, host=HOST, port=self.port).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost("the connection was cut")

    def lost(self, why: str) -> None:
        if self.closing:
            return
        self.closing = True
        self.transport.close()
        broken = Broken(f"{self.path}: {why}")
        if self.opened.done():
            self.loop.call_exception_handler({"message": str(broken), "exception": broken})
        else:
            self.opened.set_exception(broken)

    def data_received(self, data: bytes) -> None:
        if self.rest:
            data = self.rest + data
        start = 0 if self.opened.done() else self.upgrade(data)
        size = len(data)
        while size - start >= 2:
            head, length = data[start], data[start + 1]
            body = start + 2
            if length == 126:
                length = int.from_bytes(data[body : body + 2], "big")
                body += 2
            elif length == 127:
                length = int.from_bytes(data[body : body + 8], "big")
                body += 8
            if size < body + length:
                break
            start = body + length
            if head == LAST | TEXT:
                self.hear(data[body:start])
            else:
                self.other(head, data[body:start])
        self.rest = data[start:]

    def upgrade(self, data: bytes) -> int:
        """Reads the answer to the handshake; where the frames begin."""
        end = data.find(b"\r\n\r\n") + 4
        if end < 4:
            return 0
        if not data.startswith(b"HTTP/1.1 101"):
            self.lost(data.splitlines()[0].decode())
            return len(data)
        self.opened.set_result(None)
        return end

    def other(self, head: int, body: bytes) -> None:
        if head == LAST | PING:
            self.frame(PONG, body)
        elif head == LAST | CLOSE:
            self.lost(f"the server closed it: {int.from_bytes(body[:2], 'big')} {body[2:].decode()}")
        else:
            raise Broken(f"a frame of kind {head:#x}, which this client does not know")

    def send(self, text: bytes) -> None:
        self.frame(TEXT, text)

    def frame(self, kind: int, body: bytes) -> None:
        """Clients must mask what they send; a mask of zeros leaves it as it is."""
        size = len(body)
        if size < 126:
            head = bytes((LAST | kind, 0x80 | size, 0, 0, 0, 0))
        else:
            head = bytes((LAST | kind, 0x80 | 126, size >> 8, size & 255, 0, 0, 0, 0))
        self.transport.write(head + body)

    def close(self) -> None:
        if not self.closing:
            self.closing = True
            self.frame(CLOSE, NORMAL)
            self.transport.close()


class Asking:
    """Requests over one connection, one after the other."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, path: str, body: object = None, token: str = "") -> Any:
        """What the server answers; with a body it is a POST."""
        data = b"" if body is None else json.dumps(body).encode()
        lines = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", f"Host: {HOST}:{self.port}"]
        lines += [f"Content-Length: {len(data)}", "Content-Type: application/json"]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(HOST, self.port)
        self.writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        fields = dict(line.split(": ", 1) for line in head.splitlines()[1:] if ": " in line)
        answer = await self.reader.readexactly(int(fields["content-length"]))
        if head.split()[1] not in ("200", "201"):
            raise Broken(f"{path}: {head.splitlines()[0]} {answer.decode()}")
        return json.loads(answer)

    async def close(self) -> None:
        if self.writer is not None:
            self.writer.close()


async def side_by_side(works: list[Callable[[Asking], Awaitable[None]]], port: int, number: int = 16) -> None:
    """Does all works, so many at a time, each with a connection for its requests."""
    waiting = iter(works)

    async def one_after_the_other() -> None:
        asking = Asking(port)
        try:
            for work in waiting:
                async with within(PATIENCE, "an answer"):
                    await work(asking)
        finally:
            await asking.close()

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(number):
                group.create_task(one_after_the_other())
    except BaseExceptionGroup as problems:
        raise problems.exceptions[0] from None


@asynccontextmanager
async def within(seconds: float, what: str) -> AsyncIterator[None]:
    """Raises Broken where it takes longer."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise Broken(f"{what} took more than {seconds:g} s") from None

"""What arrives and leaves on a connection, kept small: uvicorn's protocols, with an end to everything that a client
could make long.

A request has its time and its size. A message in more pieces, and more messages, than anybody needs, pings whose
answers nobody takes: the connection is cut. So it is when the other side does not take what is sent to it, since the
buffer for it would stay full for ever.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .frames import Ear, Line

HEAD = 16 * 1024  # bytes of a request's first line and headers
REQUEST = 15.0  # seconds for a request to arrive
TAKEN = 10.0  # seconds in which a full buffer is to be taken
PENDING = 64  # messages on a socket that nobody has looked at yet
PIECES = 16  # of one message
UNSENT = 128 * 1024  # bytes that the system keeps for a connection
LINE = "moustaches.line"  # the name of the quick way out, among the extensions of a socket
CUT = "moustaches.cut"  # and of the quick end
HEAR = "moustaches.hear"  # and of the quick way to be told what arrives


class Timer:
    """Cuts a connection, unless it is stopped in time."""

    __slots__ = ("handle",)

    def __init__(self) -> None:
        self.handle: asyncio.TimerHandle | None = None

    def start(self, seconds: float, transport: asyncio.Transport) -> None:
        if self.handle is None:
            self.handle = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def stop(self) -> None:
        if self.handle is not None:
            self.handle.cancel()
            self.handle = None


class Requests(HttpToolsProtocol):
    """A connection while it speaks HTTP."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.arriving = Timer()
        self.leaving = Timer()
        self.head = 0  # bytes of a request's head, as far as it has come
        self.in_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        keep_little(transport)
        self.arriving.start(REQUEST, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.arriving.stop()
        self.leaving.stop()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.leaving.start(TAKEN, self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.leaving.stop()

    def data_received(self, data: bytes) -> None:
        if self.in_head:
            self.head += len(data)
        super().data_received(data)
        if self.in_head and self.head > HEAD and not self.transport.is_closing():
            self.send_400_response("The head of the request is too large.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.in_head = True
        self.arriving.start(REQUEST, self.transport)

    def on_headers_complete(self) -> None:
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > HEAD:
            raise ValueError("the head of the request is too large")  # the parser makes it a bad request
        self.in_head = False
        self.head = 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.arriving.stop()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self.arriving.stop()
        self.leaving.stop()
        super().handle_websocket_upgrade()


class Sockets(WebSocketsSansIOProtocol):
    """A connection that has become a socket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.line = Line(None)
        super().__init__(*args, **kwargs)
        self.ear = Ear(self.line, self.queue)
        self.leaving = Timer()

    @property
    def close_sent(self) -> bool:
        return self.line.closed

    @close_sent.setter
    def close_sent(self, sent: bool) -> None:
        self.line.closed = sent

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.ear.in_step = True
            ways = cast("dict[str, Any]", self.scope.setdefault("extensions", {}))
            ways[CUT] = self.transport.abort
            ways[HEAR] = self.hear_with
            if not self.config.ws_per_message_deflate:
                self.line.loop, self.line.transport = self.loop, self.transport
                ways[LINE] = self.line

    def hear_with(self, hear: Callable[[bytes], bool]) -> None:
        """From now on `hear` gets messages as they come; what it does not take goes to the application."""
        self.ear.hear = hear

    def data_received(self, data: bytes) -> None:
        if not self.ear.takes(data):
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.leaving.stop()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.line.full = True
        self.leaving.start(TAKEN, self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.line.full = False
        self.leaving.stop()

    def handle_cont(self, event: Any) -> None:
        if self.still(len(self.frames) < PIECES):
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.still(self.queue.qsize() < PENDING):
            super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        if self.still(self.writable.is_set()):
            super().handle_ping()

    def still(self, bounded: bool) -> bool:
        """Whether to go on; what has no bounds ends here."""
        if not bounded:
            self.transport.abort()
        return not self.transport.is_closing()


def keep_little(transport: asyncio.Transport) -> None:
    """The system, too, keeps little for a connection, and gives it up when the other side takes nothing, where it
    knows how."""
    peer = transport.get_extra_info("socket")
    if peer is None or peer.family not in (socket.AF_INET, socket.AF_INET6):
        return
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(3000 * TAKEN))

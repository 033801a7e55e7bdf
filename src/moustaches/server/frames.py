"""Frames of sockets on the quick way in and out: a message that is one whole frame of text, as nearly all are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

try:
    from websockets.speedups import apply_mask
except ImportError:  # it could not be compiled
    from websockets.utils import apply_mask

LAST_TEXT = 0x81  # the first byte of a frame that is a whole text

outgoing: list[tuple[Any, bytes]] = []
"""Frames that leave at the end of this turn of the loop, one right after the other: a reader on the same machine that
goes to sleep between two of them costs more to wake than a frame to send."""


def send() -> None:
    frames = outgoing.copy()
    outgoing.clear()
    for transport, frame in frames:
        if not transport.is_closing():
            transport.write(frame)


class Line:
    """The way out of one connection."""

    def __init__(self, loop: Any) -> None:
        self.loop = loop
        self.transport: Any = None
        self.closed = False  # the end was said
        self.full = False  # the buffer for what leaves

    def write(self, text: bytes) -> bool:
        """Sends a message in this turn of the loop, as a frame of its own; not, where the connection is at its end or
        its buffer is full."""
        if self.closed or self.full:
            return False
        size = len(text)
        head = HEADS[size] if size < len(HEADS) else head_of(size)
        if not outgoing:
            self.loop.call_soon(send)
        outgoing.append((self.transport, head + text))
        return True


def head_of(size: int) -> bytes:
    """What comes before a text of so many bytes."""
    if size < 126:
        return b"\x81" + size.to_bytes(1, "big")
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


HEADS = [head_of(size) for size in range(2000)]  # of nearly all


class Ear:
    """The way in of one connection."""

    def __init__(self, line: Line, queue: Any) -> None:
        """`queue`: the messages that wait for the application."""
        self.line = line
        self.queue = queue
        self.hear: Callable[[bytes], bool] | None = None
        self.in_step = False  # whatever has come was one whole frame each time

    def takes(self, data: bytes) -> bool:
        """A message that comes whole and alone, as nearly all do, is heard at once, unless others wait. All else is for
        the library, and once it has a piece of a frame, so is all that follows."""
        if not self.in_step:
            return False
        start = body_of(data)
        self.in_step = start > 0
        if start == 0 or self.hear is None or data[0] != LAST_TEXT or self.line.closed:
            return False
        return bool(self.queue.empty()) and self.hear(unmasked(data, start))


def body_of(data: bytes) -> int:
    """Where the body of a frame begins, if this is one frame, whole, the last of its message, and masked as a client's
    must be; else 0."""
    if len(data) < 6 or not data[0] & 0x80:
        return 0
    size = data[1] ^ 0x80
    if size < 126:
        return 6 if len(data) == 6 + size else 0
    long = size == 126 and len(data) == 8 + int.from_bytes(data[2:4], "big")
    return 8 if long else 0


def unmasked(data: bytes, start: int) -> bytes:
    """The body of a frame; its mask, four bytes over and over, comes before it."""
    return apply_mask(data[start:], data[start - 4 : start])

"""Events in little memory: many of them packed into one piece of bytes."""

from __future__ import annotations

import zlib
from typing import Any, Union

import msgspec

from .events import Event

KINDS = tuple(Event.__subclasses__())
encoder = msgspec.msgpack.Encoder()
decoder: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(list[Union[KINDS]])  # type: ignore[valid-type]  # noqa: UP007
WINDOW, TABLES = (
    12,
    5,
)  # a few kilobytes each, as a pack is; the usual ones are a quarter of a megabyte to be cleared


def packed(events: list[Event]) -> bytes:
    packing = zlib.compressobj(1, zlib.DEFLATED, WINDOW, TABLES)
    return packing.compress(encoder.encode(events)) + packing.flush()


def unpacked(pack: bytes) -> list[Event]:
    found: list[Event] = decoder.decode(zlib.decompress(pack))
    return found

"""What Vitest plays back is still what a server says: the recordings fit the protocol of today."""

from __future__ import annotations

import msgspec

from moustaches.server.protocol import FromServer
from tests.server.serving import Server
from tests.web.record import FOLDER


def test_the_box_is_the_one_that_the_server_sends(house: Server) -> None:
    assert msgspec.json.decode((FOLDER / "box.json").read_bytes()) == house.get("/api/editions/standard")


def test_the_conversation_fits_the_protocol() -> None:
    lines = (FOLDER / "gracias.jsonl").read_bytes().splitlines()
    for line in lines:
        msgspec.json.decode(line, type=FromServer)
    assert len(lines) > 50

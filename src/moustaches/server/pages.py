"""What a browser is told at the addresses that people pass on: the server's own, and that of a table. Plain text, for
whoever has no client at hand; nothing in it can be taken for a page's own code.
"""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request
from litestar.datastructures import State

from moustaches import __version__
from moustaches.content import texts

from .headers import address_of
from .house import House
from .judging import Refusal
from .problems import get
from .protocol import Seat, TableInfo

WELCOME = f"""Moustaches {__version__}

A table server for three card games. Programs find the protocol at /schema and the requests at
/schema/http/openapi.json; in Python, moustaches.client plays at a table by its link.
"""


@get("/", media_type=MediaType.TEXT, include_in_schema=False)
async def front() -> str:
    return WELCOME


@get("/t/{code:str}", media_type=MediaType.TEXT, include_in_schema=False)
async def table(request: Request[Any, Any, Any], code: str, state: State) -> str:
    """A table's link, as long as it is kept."""
    house: House = state.house
    address = address_of(house.settings, request)
    if await house.spend("", address, 1):
        raise Refusal("too-often", "slower: wait for a moment")
    live = await house.find(code)
    if live is None:
        await house.missed_table(address)
        raise Refusal("unknown-table", "there is no such table; ask for the link again")
    return described(live.table.info())


def described(info: TableInfo) -> str:
    """What everybody may know of a table, in words."""
    phase = {"waiting": "waits for players", "playing": "is being played", "over": "is over"}[info.phase]
    lines = [f"{texts().games[info.setup.game].name}, table {info.code}: {phase}.", ""]
    lines += [f"  seat {number}  {sitter(seat)}" for number, seat in enumerate(info.seats)]
    if info.phase == "over":
        lines += ["", f"The record, to keep and to verify: /api/tables/{info.code}/record"]
    if info.rematch:
        lines += ["", f"They went on at: /t/{info.rematch}"]
    return "\n".join([*lines, ""])


def sitter(seat: Seat) -> str:
    if seat.who == "bot":
        return f"bot ({seat.level})"
    if seat.who == "empty":
        return "free"
    return seat.name or "someone who has left"


ROUTES = [front, table]

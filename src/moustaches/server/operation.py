"""What those ask who run the server, and programs that want to know its language: is it alive, is it ready, what does
it count, how does it speak.
"""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any, Literal

import msgspec
from litestar import MediaType, Response
from litestar.datastructures import State
from msgspec import Struct
from sqlalchemy import select

from moustaches import __version__
from moustaches.game.events import Event
from moustaches.game.views import View

from .house import House
from .metrics import FORM
from .problems import get
from .protocol import PROTOCOL, FromClient, FromServer

PATIENCE = 2.0  # seconds for an answer of the database, or of the bus
REMEMBERED = 0.5  # seconds for which an answer is good: asking often costs nothing


class Health(Struct, frozen=True):
    """The process answers."""

    status: Literal["ok"]
    version: str
    protocol: int


class Readiness(Struct, frozen=True):
    """Whether players can be sent here."""

    ready: bool
    database: bool
    bus: bool
    closing: bool


@get("/health")
async def health() -> Health:
    """The process answers."""
    return Health("ok", __version__, PROTOCOL)


@get("/ready")
async def ready(state: State) -> Response[Readiness]:
    """200: players can be sent here. 503: the database or the bus does not answer, or the server is about to stop."""
    found = await readiness(state)
    return Response(found, status_code=200 if found.ready else 503)


async def readiness(state: State) -> Readiness:
    """As it is, or as it was a moment ago; whoever asks meanwhile waits for the same answer."""
    house: House = state.house
    asked: tuple[float, asyncio.Task[Readiness]] | None = state.get("asked")
    now = house.loop.time()
    if asked is None or house.closing or (asked[1].done() and now - asked[0] > REMEMBERED):
        asked = (now, asyncio.create_task(look_around(house)))
        state["asked"] = asked
    return await asyncio.shield(asked[1])


async def look_around(house: House) -> Readiness:
    if house.closing:
        return Readiness(ready=False, database=True, bus=True, closing=True)
    database, bus = await asyncio.gather(answers(database_answers(house)), answers(house.bus.answers()))
    return Readiness(ready=database and bus, database=database, bus=bus, closing=False)


async def database_answers(house: House) -> bool:
    """What is written next would be stored."""
    return await house.database.run(lambda connection: connection.execute(select(1)).scalar() == 1)


async def answers(asked: Any) -> bool:
    try:
        async with asyncio.timeout(PATIENCE):
            return bool(await asked)
    except Exception:  # whatever it is: it does not answer
        return False


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(state: State) -> Response[bytes]:
    """For Prometheus."""
    house: House = state.house
    house.gauge()
    return Response(house.metrics.text(), headers={"content-type": FORM})


@get("/schema", media_type=MediaType.JSON)
async def schema() -> dict[str, Any]:
    """Everything that is said over sockets, as JSON Schema."""
    return socket_schema()


@cache
def socket_schema() -> dict[str, Any]:
    """Made from the types that the server itself speaks with."""
    views, events = View.__subclasses__(), Event.__subclasses__()
    (client, server, *game), components = msgspec.json.schema_components(
        [FromClient, FromServer, *views, *events], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Moustaches",
        "protocol": PROTOCOL,
        "version": __version__,
        "client": client,
        "server": server,
        "view": {"anyOf": game[: len(views)]},
        "event": {"anyOf": game[len(views) :]},
        "$defs": components,
    }


ROUTES = [health, ready, metrics, schema]

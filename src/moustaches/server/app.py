"""The web application: HTTP and sockets around one house of tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
import segno
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, websocket
from litestar.datastructures import Cookie, State
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from msgspec import Meta, Struct

from moustaches import __version__
from moustaches.errors import MoustachesError
from moustaches.game.tables import OPTIONS, PLAYERS

from .entries import AnyEntry, BotSat, Sat, Started
from .house import House
from .judging import Refusal
from .limits import COSTS, TABLES_EACH
from .live import Live
from .people import COOKIE, GOOD_FOR
from .protocol import (
    AnyIntent,
    Done,
    FromClient,
    FromServer,
    Level,
    Name,
    SeatNumber,
    TableInfo,
    Welcome,
)
from .settings import Settings, from_environment
from .setup import Setup, known_level
from .socket import Talker, cost_of
from .store import Person, Row
from .talk import clean

STATUS = {
    "stranger": 401,
    "not-allowed": 403,
    "unknown-table": 404,
    "unknown-link": 404,
    "stale": 409,
    "too-often": 429,
    "too-many": 429,
}


class Problem(Struct, frozen=True):
    """What every failed request answers."""

    error: str
    message: str
    why: Any = None


class Me(Struct, frozen=True):
    """An identity; the token is for clients without cookies."""

    name: str
    token: str


class NewMe(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    setup: Setup
    name: Name | None = None


class PlayNow(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that begins at once, with bots in all other seats."""

    setup: Setup
    level: Level = "regular"
    seat: SeatNumber = 0
    name: Name | None = None


class Rejoining(Struct, frozen=True, forbid_unknown_fields=True):
    secret: Annotated[str, Meta(min_length=16, max_length=64)]


class TableLink(Struct, frozen=True):
    """Where a table is."""

    code: str
    link: str
    table: TableInfo


class Listed(Struct, frozen=True):
    code: str
    game: str
    players: int
    phase: str
    free: int
    seat: int | None = None
    """One's own."""


class GameInfo(Struct, frozen=True):
    game: str
    players: tuple[int, ...]
    options: dict[str, str]
    """What each takes."""


class Who:
    """Who asks, and from where."""

    def __init__(self, house: House, request: Request[Any, Any, Any]) -> None:
        self.house = house
        self.address = address_of(house.settings, request)
        bearer = request.headers.get("authorization", "")
        self.token = (
            bearer.removeprefix("Bearer ")
            if bearer.startswith("Bearer ")
            else request.cookies.get(COOKIE, "")
        )
        self.by_cookie = not bearer
        self.person: Person | None = None
        self.new_token = ""

    async def find(self) -> None:
        id = self.house.people.read(self.token, self.house.now()) if self.token else None
        if id is not None:
            self.person = await self.house.store.person(id)

    async def spend(self, cost: float) -> None:
        """Raises Refusal where it is too often."""
        later = await self.house.spend(self.person.id if self.person else "", self.address, cost)
        if later:
            raise Refusal("too-often", f"slower: try again in {later:.1f} s")

    async def somebody(self, name: str | None = None) -> Person:
        """The person who asks; a newcomer becomes one by this."""
        house = self.house
        name = clean(name or "")[:24]
        if self.person is None:
            await self.spend(COSTS["newcomer"])
            self.person = await house.people.newcomer(name or "guest", house.now())
            self.new_token = house.people.token(self.person.id, house.now())
        else:
            if name and name != self.person.name:
                self.person = Person(self.person.id, name, self.person.born, house.now())
                await house.store.keep_person(self.person)
            if not house.people.is_fresh(self.token, house.now()):
                self.new_token = house.people.token(self.person.id, house.now())
        return self.person

    def cookies(self) -> list[Cookie]:
        if not self.new_token:
            return []
        secure = self.house.settings.address.startswith("https")
        return [
            Cookie(
                key=COOKIE,
                value=self.new_token,
                path="/",
                httponly=True,
                samesite="lax",
                secure=secure,
                max_age=GOOD_FOR // 1000,
            )
        ]


async def provide_who(request: Request[Any, Any, Any]) -> Who:
    house: House = request.app.state.house
    who = Who(house, request)
    await who.find()
    if request.method not in ("GET", "HEAD", "OPTIONS") and not own_page(house.settings, request):
        raise Refusal("not-allowed", "another site's page may not do that")
    return who


def own_page(settings: Settings, request: Request[Any, Any, Any]) -> bool:
    origin = request.headers.get("origin")
    if origin is None:
        return True
    host = urlsplit(settings.address).netloc if settings.address else request.headers.get("host", "")
    return urlsplit(origin).netloc == host


def address_of(settings: Settings, request: Any) -> str:
    """Whose machine it is: what the outermost proxy that we trust says, else the peer."""
    if settings.proxies:
        named = [
            each.strip() for each in request.headers.get("x-forwarded-for", "").split(",") if each.strip()
        ]
        if len(named) >= settings.proxies:
            return str(named[-settings.proxies])
    return request.client.host if request.client else ""


def house_of(state: State) -> House:
    return state.house  # type: ignore[no-any-return]


async def table_of(state: State, code: str) -> Live:
    live = await house_of(state).live(code.lower()) if code.isalnum() and len(code) <= 12 else None
    if live is None:
        raise Refusal("unknown-table", "there is no such table; ask for the link again")
    return live


def link_of(request: Request[Any, Any, Any], code: str) -> str:
    settings: Settings = request.app.state.house.settings
    base = settings.address or str(request.base_url)
    return f"{base.rstrip('/')}/t/{code}"


# People


@post("/api/me", status_code=200)
async def say_who(data: NewMe, who: Who, state: State) -> Response[Me]:
    """Take a nickname; who has none gets an identity."""
    if not clean(data.name):
        raise Refusal("malformed", "name: expected a nickname of 1 to 24 characters")
    person = await who.somebody(data.name)
    return Response(Me(person.name, who.new_token or who.token), cookies=who.cookies())


@get("/api/me")
async def who_am_i(who: Who) -> Me:
    await who.spend(COSTS["read"])
    if who.person is None:
        raise Refusal("stranger", "you have no name here yet")
    return Me(who.person.name, who.token)


@get("/api/me/tables")
async def my_tables(who: Who, state: State) -> list[Listed]:
    """The tables where I sit or am the host, the latest first."""
    await who.spend(COSTS["read"])
    if who.person is None:
        return []
    found = await house_of(state).store.tables_of(who.person.id)
    return [listed(row, seat) for row, seat in found]


def listed(row: Row, seat: int | None = None) -> Listed:
    return Listed(row.code, row.game, row.players, row.phase, row.free, seat)


# Tables


@get("/api/games")
async def games() -> list[GameInfo]:
    """What can be played."""
    return [
        GameInfo(game, tuple(PLAYERS[game]), {name: option.expected for name, option in options.items()})
        for game, options in OPTIONS.items()
    ]


@get("/api/tables")
async def open_tables(who: Who, state: State) -> list[Listed]:
    """Tables that anybody may join."""
    await who.spend(COSTS["read"])
    return [listed(row) for row in await house_of(state).store.open_tables(50)]


@post("/api/tables")
async def create_table(
    request: Request[Any, Any, Any], data: NewTable, who: Who, state: State
) -> Response[TableLink]:
    """A new table, with its host in the first seat."""
    house = house_of(state)
    await who.spend(COSTS["create"])
    person = await who.somebody(data.name)
    await few_enough(house, person)
    from secrets import token_hex

    live = await house.create(person.id, data.setup, [Sat(0, person.id, person.name, token_hex(16))])
    return Response(
        TableLink(live.table.code, link_of(request, live.table.code), live.table.info()),
        cookies=who.cookies(),
    )


@post("/api/play")
async def play_now(
    request: Request[Any, Any, Any], data: PlayNow, who: Who, state: State
) -> Response[TableLink]:
    """A game against bots, begun."""
    from secrets import token_hex

    house = house_of(state)
    await who.spend(COSTS["create"])
    level = known_level(data.level)
    person = await who.somebody(data.name)
    await few_enough(house, person)
    seat = min(data.seat, data.setup.players - 1)
    sitters: list[AnyEntry] = [
        Sat(each, person.id, person.name, token_hex(16)) if each == seat else BotSat(each, level)
        for each in range(data.setup.players)
    ]
    live = await house.create(person.id, data.setup, [*sitters, Started()])
    return Response(
        TableLink(live.table.code, link_of(request, live.table.code), live.table.info()),
        cookies=who.cookies(),
    )


async def few_enough(house: House, person: Person) -> None:
    if house.settings.free_of_limits:
        return
    found = await house.store.tables_of(person.id, TABLES_EACH * 4)
    if sum(1 for row, _ in found if row.host == person.id and row.phase != "over") >= TABLES_EACH:
        raise Refusal(
            "too-many", f"you are the host of {TABLES_EACH} unfinished tables; finish or leave one first"
        )


@get("/api/tables/{code:str}")
async def look(code: str, who: Who, state: State) -> Welcome:
    """The table as the one who asks may see it."""
    await who.spend(COSTS["read"])
    live = await table_of(state, code)
    person = who.person.id if who.person else ""
    return live.picture(person, live.table.seat_of(person))


@post("/api/tables/{code:str}", status_code=200)
async def act(code: str, data: AnyIntent, who: Who, state: State) -> Response[Done]:
    """One intent."""
    house = house_of(state)
    live = await table_of(state, code)
    await who.spend(cost_of(data))
    person = await who.somebody()
    done = await house.intend(live, person.id, person.name, data)
    return Response(done, cookies=who.cookies())


@post("/api/tables/{code:str}/rejoin", status_code=200)
async def rejoin(code: str, data: Rejoining, who: Who, state: State) -> Response[Welcome]:
    """Moves a seat here by its personal link."""
    house = house_of(state)
    live = await table_of(state, code)
    await who.spend(COSTS["intent"])
    person = await who.somebody()
    seat = await house.rejoin(live, person.id, data.secret)
    return Response(live.picture(person.id, seat), cookies=who.cookies())


@get("/api/tables/{code:str}/record", media_type=MediaType.TEXT)
async def record(code: str, who: Who, state: State) -> Response[str]:
    """The record of a finished game, to keep and to verify."""
    await who.spend(COSTS["read"])
    live = await table_of(state, code)
    if live.table.game is None or not live.table.game.over:
        raise Refusal("not-allowed", "the record holds the seed; it can be had once the game is over")
    name = f'attachment; filename="{live.table.setup.game}-{live.table.code}.txt"'
    return Response(
        live.table.game.record(),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": name},
    )


@get("/api/tables/{code:str}/qr.svg", media_type="image/svg+xml")
async def qr_code(request: Request[Any, Any, Any], code: str, state: State) -> Response[str]:
    """The link as a picture for a telephone's camera."""
    live = await table_of(state, code)
    picture = segno.make(link_of(request, live.table.code), error="m").svg_inline(scale=4, border=2)
    return Response(picture, media_type="image/svg+xml")


@websocket("/api/tables/{code:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], code: str, state: State) -> None:
    house = house_of(state)
    await Talker(house, socket, address_of(house.settings, socket)).run(code.lower())


# Operation


@get("/health")
async def health() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok", "version": __version__}


@get("/schema", media_type=MediaType.JSON)
async def schema() -> dict[str, Any]:
    """Everything that is said over sockets, as JSON Schema."""
    (client, server), components = msgspec.json.schema_components(
        [FromClient, FromServer], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "client": client,
        "server": server,
        "$defs": components,
    }


# Errors


def refused(_: Request[Any, Any, Any], refusal: Refusal) -> Response[Problem]:
    why = msgspec.to_builtins(refusal.why)
    return Response(Problem(refusal.error, refusal.message, why), status_code=STATUS.get(refusal.error, 400))


def mistaken(_: Request[Any, Any, Any], problem: MoustachesError) -> Response[Problem]:
    return Response(Problem("bad-setup", str(problem)), status_code=400)


def http_problem(_: Request[Any, Any, Any], problem: HTTPException) -> Response[Problem]:
    error = {404: "not-found", 405: "not-allowed", 413: "too-large"}.get(problem.status_code, "malformed")
    return Response(Problem(error, problem.detail), status_code=problem.status_code)


# All together


def create(settings: Settings | None = None) -> Litestar:
    """The application of one worker."""
    house = House(settings or from_environment())

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    return Litestar(
        [
            say_who,
            who_am_i,
            my_tables,
            games,
            open_tables,
            create_table,
            play_now,
            look,
            act,
            rejoin,
            record,
            qr_code,
            table_socket,
            health,
            schema,
        ],
        dependencies={"who": provide_who},
        exception_handlers={Refusal: refused, MoustachesError: mistaken, HTTPException: http_problem},
        lifespan=[lifespan],
        state=State({"house": house}),
        request_max_body_size=16 * 1024,
        openapi_config=OpenAPIConfig(
            title="Moustaches", version=__version__, path="/schema/http", render_plugins=[JsonRenderPlugin()]
        ),
    )

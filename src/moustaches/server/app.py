"""The web application: HTTP and sockets around one house of tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from secrets import token_hex
from typing import Annotated, Any, Literal

import segno
from litestar import Litestar, MediaType, Request, Response, WebSocket, websocket
from litestar.datastructures import Cookie, State
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from msgspec import Meta, Struct

from moustaches import __version__
from moustaches.content import Phrases, phrase_languages, phrases
from moustaches.game.tables import OPTIONS, PLAYERS

from . import boxes, operation, pages
from .entries import AnyEntry, BotSat, Sat, Started
from .headers import address_of, headers_of, is_page, own_page
from .house import House
from .judging import Refusal
from .limits import COSTS, NEWCOMERS
from .live import Live
from .notebook import Notebook
from .people import GOOD_FOR, cookie_of
from .privacy import MyData, data_of, forget
from .problems import HANDLERS, delete, get, post
from .protocol import (
    AnyIntent,
    Done,
    Level,
    Name,
    SeatNumber,
    TableInfo,
    Welcome,
)
from .settings import Settings, from_environment
from .setup import OptionValue, Setup, checked, known_level
from .socket import Talker, cost_of
from .store import Person, Row
from .talk import clean


class Me(Struct, frozen=True):
    """An identity. The token is for programs; a page has a cookie instead, which its scripts cannot read."""

    name: str
    token: str = ""


class Gone(Struct, frozen=True):
    """Someone has been forgotten."""

    tables: int
    """So many knew of them."""


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


class OptionForm(Struct, frozen=True):
    """An option as a form can show it."""

    kind: Literal["flag", "choice", "row"]
    """Yes or no; one of some words; or four rule cards by their ids, two white ones, then two black ones."""
    values: tuple[str, ...]
    """Those of a choice."""
    default: OptionValue


class GameInfo(Struct, frozen=True):
    game: str
    players: tuple[int, ...]
    options: dict[str, str]
    """What each takes, in words."""
    forms: dict[str, OptionForm]
    """The same for programs."""
    editions: dict[str, str]
    """The boxes that it can be played with: their names, and what people call them."""


class Who:
    """Who asks, and from where."""

    def __init__(self, house: House, request: Request[Any, Any, Any]) -> None:
        self.house = house
        self.address = address_of(house.settings, request)
        bearer = request.headers.get("authorization", "")
        self.token = (
            bearer.removeprefix("Bearer ")
            if bearer.startswith("Bearer ")
            else request.cookies.get(cookie_of(house.settings), "")
        )
        self.is_page = is_page(request)
        self.person: Person | None = None
        self.new_token = ""

    async def find(self) -> None:
        id = self.house.people.read(self.token, self.house.now()) if self.token else None
        if id is not None:
            self.person = await self.house.store.person(id)
        if self.person is not None:
            self.house.saw(self.person)

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
            later = await house.another("newcomers", NEWCOMERS, self.address)
            if later:
                raise Refusal("too-often", f"many people came from where you are; wait for {later:.0f} s")
            self.person = await house.people.newcomer(name or "guest", house.now())
            self.new_token = house.people.token(self.person.id, house.now())
        else:
            if name and name != self.person.name:
                self.person = Person(self.person.id, name, self.person.born, house.now())
                await house.store.keep_person(self.person)
            if not house.people.is_fresh(self.token, house.now()):
                self.new_token = house.people.token(self.person.id, house.now())
        return self.person

    def me(self, name: str) -> Me:
        return Me(name, "" if self.is_page else self.new_token or self.token)

    def cookies(self) -> list[Cookie]:
        return [self.cookie(self.new_token, GOOD_FOR // 1000)] if self.new_token else []

    def no_cookies(self) -> list[Cookie]:
        """The browser is to throw it away."""
        return [self.cookie("", 0)]

    def cookie(self, token: str, max_age: int) -> Cookie:
        secure = self.house.settings.address.startswith("https:")
        return Cookie(
            key=cookie_of(self.house.settings),
            value=token,
            path="/",
            httponly=True,
            samesite="lax",
            secure=secure,
            max_age=max_age,
        )


async def provide_who(request: Request[Any, Any, Any]) -> Who:
    house: House = request.app.state.house
    who = Who(house, request)
    await who.find()
    if request.method not in ("GET", "HEAD", "OPTIONS") and not own_page(house.settings, request):
        raise Refusal("not-allowed", "another site's page may not do that")
    return who


def house_of(state: State) -> House:
    return state.house  # type: ignore[no-any-return]


async def table_of(who: Who, code: str) -> Live:
    live = await who.house.find(code)
    if live is None:
        await who.house.missed_table(who.address)
        raise Refusal("unknown-table", "there is no such table; ask for the link again")
    await who.house.neighbours.know(live)
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
    return Response(who.me(person.name), cookies=who.cookies())


@get("/api/me")
async def who_am_i(who: Who) -> Me:
    await who.spend(COSTS["read"])
    if who.person is None:
        raise Refusal("stranger", "you have no name here yet")
    return who.me(who.person.name)


@get("/api/me/data")
async def my_data(who: Who, state: State) -> Response[MyData]:
    """Everything that is kept of me, to take away."""
    await who.spend(COSTS["export"])
    if who.person is None:
        raise Refusal("stranger", "you have no name here yet")
    headers = {"content-disposition": 'attachment; filename="moustaches.json"'}
    return Response(await data_of(house_of(state).store, who.person), headers=headers)


@delete("/api/me", status_code=200)
async def forget_me(who: Who, state: State) -> Response[Gone]:
    """All that is kept of me goes; finished games stay, with nobody in my seat."""
    await who.spend(COSTS["export"])
    if who.person is None:
        raise Refusal("stranger", "you have no name here yet")
    left = await forget(house_of(state), who.person.id)
    return Response(Gone(left), cookies=who.no_cookies())


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
        GameInfo(
            game,
            tuple(PLAYERS[game]),
            {name: option.expected for name, option in options.items()},
            {
                name: OptionForm(option.kind, option.values, option.default)
                for name, option in options.items()
            },
            boxes.titles(),
        )
        for game, options in OPTIONS.items()
    ]


@get("/api/phrases")
async def all_phrases() -> dict[str, Phrases]:
    """What can be said without writing, in every language."""
    return {language: phrases(language) for language in phrase_languages()}


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
    setup = checked(data.setup)
    person = await who.somebody(data.name)
    await house.few_enough(person.id, who.address)
    live = await house.create(person.id, setup, [Sat(0, person.id, person.name, token_hex(16))])
    return Response(
        TableLink(live.table.code, link_of(request, live.table.code), live.table.info()),
        cookies=who.cookies(),
    )


@post("/api/play")
async def play_now(
    request: Request[Any, Any, Any], data: PlayNow, who: Who, state: State
) -> Response[TableLink]:
    """A game against bots, begun."""
    house = house_of(state)
    await who.spend(COSTS["create"])
    setup, level = checked(data.setup), known_level(data.level)
    person = await who.somebody(data.name)
    await house.few_enough(person.id, who.address)
    seat = min(data.seat, setup.players - 1)
    sitters: list[AnyEntry] = [
        Sat(each, person.id, person.name, token_hex(16)) if each == seat else BotSat(each, level)
        for each in range(setup.players)
    ]
    live = await house.create(person.id, setup, [*sitters, Started()])
    return Response(
        TableLink(live.table.code, link_of(request, live.table.code), live.table.info()),
        cookies=who.cookies(),
    )


@get("/api/tables/{code:str}")
async def look(code: str, who: Who, state: State) -> Welcome:
    """The table as the one who asks may see it."""
    await who.spend(COSTS["read"])
    live = await table_of(who, code)
    person = who.person.id if who.person else ""
    if not live.table.may_look(person):
        raise Refusal("not-allowed", "this table has no spectators")
    return live.picture(person, live.table.seat_of(person))


@post("/api/tables/{code:str}", status_code=200)
async def act(code: str, data: AnyIntent, who: Who, state: State) -> Response[Done]:
    """One intent."""
    house = house_of(state)
    await who.spend(cost_of(data))
    live = await table_of(who, code)
    person = await who.somebody()
    done = await house.intend(live, person.id, person.name, data)
    return Response(done, cookies=who.cookies())


@post("/api/tables/{code:str}/rejoin", status_code=200)
async def rejoin(code: str, data: Rejoining, who: Who, state: State) -> Response[Welcome]:
    """Moves a seat here by its personal link."""
    house = house_of(state)
    await who.spend(COSTS["intent"])
    live = await table_of(who, code)
    person = await who.somebody()
    seat = await house.rejoin(live, person.id, data.secret)
    return Response(live.picture(person.id, seat), cookies=who.cookies())


@get("/api/tables/{code:str}/record", media_type=MediaType.TEXT)
async def record(code: str, who: Who, state: State) -> Response[str]:
    """The record of a finished game, to keep and to verify."""
    await who.spend(COSTS["read"])
    live = await table_of(who, code)
    if live.table.game is None or not live.table.game.over:
        raise Refusal("not-allowed", "the record holds the seed; it can be had once the game is over")
    name = f'attachment; filename="{live.table.setup.game}-{live.table.code}.txt"'
    return Response(
        live.table.game.record(),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": name},
    )


@get("/api/tables/{code:str}/notebook")
async def club_notebook(code: str, who: Who, state: State) -> Notebook:
    """What the seat of the one who asks can work out of the others' attributes, as far as the table tells it."""
    await who.spend(COSTS["read"])
    live = await table_of(who, code)
    seat = live.table.seat_of(who.person.id) if who.person else None
    if seat is None:
        raise Refusal("not-allowed", "a notebook belongs to a seat; sit down first")
    return live.notebook(seat)


@get("/api/tables/{code:str}/qr.svg", media_type="image/svg+xml")
async def qr_code(request: Request[Any, Any, Any], code: str, who: Who) -> Response[bytes]:
    """The link as a picture for a telephone's camera."""
    await who.spend(COSTS["picture"])
    live = await table_of(who, code)
    picture = BytesIO()
    segno.make(link_of(request, live.table.code), error="m").save(
        picture, "svg", scale=4, border=2, xmldecl=False
    )
    return Response(picture.getvalue(), media_type="image/svg+xml")


@websocket("/api/tables/{code:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], code: str, state: State) -> None:
    house = house_of(state)
    await Talker(house, socket, address_of(house.settings, socket)).run(code)


# All together


def create(settings: Settings | None = None) -> Litestar:
    """The application of one worker."""
    house = House(settings or from_environment())
    pages.site()

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
            my_data,
            forget_me,
            my_tables,
            games,
            all_phrases,
            open_tables,
            create_table,
            play_now,
            look,
            act,
            rejoin,
            record,
            club_notebook,
            qr_code,
            table_socket,
            *boxes.ROUTES,
            *operation.ROUTES,
            *pages.ROUTES,
        ],
        dependencies={"who": provide_who},
        exception_handlers=HANDLERS,
        before_send=[headers_of(house.settings)],
        lifespan=[lifespan],
        state=State({"house": house}),
        logging_config=None,
        request_max_body_size=16 * 1024,
        openapi_config=OpenAPIConfig(
            title="Moustaches", version=__version__, path="/schema/http", render_plugins=[JsonRenderPlugin()]
        ),
    )

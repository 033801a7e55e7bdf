"""The protocol: everything that people and bots say to the server, and everything that it says to them.

Over a socket, and one by one over HTTP, a client sends *intents*. Each has an id of the client's own making: an intent
that is sent again because its answer was lost takes effect once. The server answers each with `done` or `refused`, and
tells every viewer what changed as `update`s with consecutive versions. docs/protocol.md describes it with examples;
`/schema` publishes it as JSON Schema, generated from these types.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from moustaches.game.events import kebab
from moustaches.game.reasons import Reason

from .setup import Clock, Setup

PROTOCOL = 1
LARGEST = 4096  # bytes of a message from a client

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9._-]*$")]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Level = Annotated[str, Meta(max_length=12)]
Entropy = Annotated[str, Meta(max_length=64)]


# From the client


class Intent(Struct, frozen=True, kw_only=True, tag_field="do", tag=kebab, forbid_unknown_fields=True):
    """What someone wants to happen at a table."""

    id: Id
    """Made by the client, new for each intent, the same when it is sent again."""


class Sit(Intent, frozen=True, kw_only=True):
    """Take a seat: this one, or any that is free. Sitting in another seat already: move there."""

    seat: SeatNumber | None = None
    name: Name | None = None
    entropy: Entropy = ""
    """Mixed into the seed, so that the server alone does not choose the deals."""


class Stand(Intent, frozen=True, kw_only=True):
    """Leave the seat. The host can ask another to stand, before the game."""

    seat: SeatNumber | None = None


class PutBot(Intent, frozen=True, kw_only=True):
    """A bot in an empty seat, or another level for the one that sits there; no level: send it away."""

    seat: SeatNumber
    level: Level | None = "regular"


class Swap(Intent, frozen=True, kw_only=True):
    """Two seats change places, before the game."""

    seats: tuple[SeatNumber, SeatNumber]


class PassHost(Intent, frozen=True, kw_only=True):
    """Make the person of this seat the host."""

    seat: SeatNumber


class Change(Intent, frozen=True, kw_only=True):
    """Set the table up anew, before the game."""

    setup: Setup


class ChangeClock(Intent, frozen=True, kw_only=True):
    """Another clock, also in the middle of a game: on the same table people can play live or turn by turn."""

    clock: Clock


class Start(Intent, frozen=True, kw_only=True):
    """Begin. Empty seats are taken by bots of this level."""

    level: Level = "regular"


class Move(Intent, frozen=True, kw_only=True):
    """A choice of the own seat, made on the table as of version `expected`."""

    move: Annotated[str, Meta(max_length=80)]
    expected: Annotated[int, Meta(ge=0)]


class TakeBack(Intent, frozen=True, kw_only=True):
    """Take the own last choice back: at once while that is open, else all others are asked."""


class AnswerTakeBack(Intent, frozen=True, kw_only=True):
    yes: bool


class Nudge(Intent, frozen=True, kw_only=True):
    """Remind whoever is to act."""


class Say(Intent, frozen=True, kw_only=True):
    """A preset phrase by its id, or free text where the table allows it."""

    phrase: Annotated[str, Meta(max_length=32)] = ""
    text: Annotated[str, Meta(max_length=200)] = ""


class Rematch(Intent, frozen=True, kw_only=True):
    """A new table with the same people and the same setup, once the game is over."""


AnyIntent = (
    Sit
    | Stand
    | PutBot
    | Swap
    | PassHost
    | Change
    | ChangeClock
    | Start
    | Move
    | TakeBack
    | AnswerTakeBack
    | Nudge
    | Say
    | Rematch
)


class Hello(Struct, frozen=True, kw_only=True, tag_field="do", tag="hello", forbid_unknown_fields=True):
    """The first message on a socket."""

    protocol: int = PROTOCOL
    token: Annotated[str, Meta(max_length=200)] = ""
    """Who this is, where there is no cookie."""
    version: int | None = None
    """The last version seen, by a client that comes back."""


class Mute(Struct, frozen=True, kw_only=True, tag_field="do", tag="mute", forbid_unknown_fields=True):
    """Hear a seat no more on this socket, or again; no seat: all who only look on."""

    seat: SeatNumber | None
    muted: bool = True


class Ping(Struct, frozen=True, kw_only=True, tag_field="do", tag="ping", forbid_unknown_fields=True):
    """Is anybody there?"""


FromClient = AnyIntent | Hello | Mute | Ping


# From the server


class Seat(Struct, frozen=True, omit_defaults=True):
    """Who sits where."""

    who: Literal["empty", "person", "bot"]
    name: str = ""
    level: str = ""
    away: bool = False
    """A bot plays for the person until they return."""


class ClockFace(Struct, frozen=True):
    """A seat's clock."""

    left: float
    """Seconds for the choice, or in the bank, when it last stood still."""
    since: float | None = None
    """Since when it runs: seconds since 1970, by the server's clock."""


class Asked(Struct, frozen=True):
    """A take-back that waits for consent."""

    seat: int
    moves: int
    waiting: tuple[int, ...]


class TableInfo(Struct, frozen=True, kw_only=True):
    """What everybody may know of a table, besides the game."""

    code: str
    phase: Literal["waiting", "playing", "over"]
    setup: Setup
    seats: tuple[Seat, ...]
    host: int | None
    """The host's seat; none: the host only looks on."""
    commitment: str
    """SHA-256 of the seed."""
    clocks: tuple[ClockFace, ...] | None
    take_back: Asked | None
    take_back_until: float | None
    """Until when the last choice may be taken back without asking."""
    rematch: str | None
    """The code of the table where the same people go on."""


class You(Struct, frozen=True, omit_defaults=True):
    """What a viewer is at the table."""

    seat: int | None = None
    host: bool = False
    rejoin: str = ""
    """The secret part of the personal link that moves the seat to another device."""


class Talk(Struct, frozen=True, omit_defaults=True):
    """Something said."""

    seat: int | None
    name: str
    phrase: str = ""
    text: str = ""


class News(Struct, frozen=True, kw_only=True, tag_field="news", tag=kebab, omit_defaults=True):
    """Something that the server says."""


class Welcome(News, frozen=True, kw_only=True):
    """Everything that this viewer may know now, and what happened since the version that it had."""

    version: int
    table: TableInfo
    you: You
    present: tuple[bool, ...]
    """By seat: is the person connected?"""
    view: Any = None
    """The game as this viewer may see it; none before it begins."""
    events: tuple[Any, ...] = ()
    """All that the viewer may know of the game so far, from event `since` on."""
    since: int = 0
    talk: tuple[Talk, ...] = ()
    """The last things said."""
    now: float
    """The server's clock."""
    protocol: int = PROTOCOL


class Update(News, frozen=True, kw_only=True):
    """One version further. Fields of `table` and `view` that have changed; a field that is not there is as before."""

    version: int
    events: Raw | tuple[Any, ...] = ()
    view: Raw | dict[str, Any] | None = None
    """What changed for everybody."""
    own: dict[str, Any] | None = None
    """What changed in this viewer's own fields of the view."""
    table: Raw | dict[str, Any] | None = None
    talk: Talk | None = None
    nudged: int | None = None
    """A seat whose clock is running out, or that someone waits for."""
    done: str = ""
    """The intent of this socket that led to it: it took effect, and is stored. No `done` comes besides."""
    restart: bool = False
    """The game went back or began: `view` and `own` are whole, and earlier events no longer hold."""


class Present(News, frozen=True, kw_only=True):
    """Who is connected, by seat."""

    present: tuple[bool, ...]
    spectators: int


class Done(News, frozen=True, kw_only=True):
    """The intent took effect, and is stored."""

    id: str
    version: int
    code: str = ""
    """Of the table, where the intent led to another."""


class Refused(News, frozen=True, kw_only=True):
    """The intent changed nothing."""

    id: str = ""
    error: str
    """stale, illegal, not-allowed, malformed, too-often, …"""
    message: str
    why: Reason | None = None
    """Which rule forbids the move."""


class Pong(News, frozen=True, kw_only=True):
    now: float


class Closing(News, frozen=True, kw_only=True):
    """The server stops or will not talk on; come back after so many seconds (−1: do not)."""

    retry: float
    reason: str = ""


FromServer = Welcome | Update | Present | Done | Refused | Pong | Closing

encoder = msgspec.json.Encoder()
decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(FromClient)

"""What happens at a table, as it is written down. The log of these entries is the table: whoever reads it from the
beginning has the same table, on any worker, after any crash.

An entry never leaves the server as it is: it holds the seed and who people are. `news` says what viewers get.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from moustaches.game.events import kebab

from .setup import Clock, Setup

By = Literal["person", "bot", "clock"]
"""Who makes a move: the clock lets a bot make it where a person has run out of time."""


class Entry(Struct, frozen=True, omit_defaults=True, tag_field="entry", tag=kebab):
    """One thing that happened."""


class Created(Entry, frozen=True):
    setup: Setup
    seed: str
    host: str
    """A person."""
    code: str


class Changed(Entry, frozen=True):
    """The host set it up anew, before the game; seats that are no more have been left."""

    setup: Setup


class ClockChanged(Entry, frozen=True):
    """From now on, also in the middle of a game."""

    clock: Clock


class Sat(Entry, frozen=True):
    """A person takes a seat, from a bot too."""

    seat: int
    person: str
    name: str
    link: str
    """The secret of its rejoin link."""
    entropy: str = ""
    """What the person adds to the seed."""


class SeatMoved(Entry, frozen=True):
    """To another device, by the rejoin link; the old link is void."""

    seat: int
    person: str
    link: str


class Stood(Entry, frozen=True):
    """A seat is empty again; in the middle of a game a bot of this level sits down at once."""

    seat: int
    level: str = ""


class BotSat(Entry, frozen=True):
    seat: int
    level: str


class Swapped(Entry, frozen=True):
    seats: tuple[int, int]


class HostPassed(Entry, frozen=True):
    person: str


class Started(Entry, frozen=True):
    """The cards are dealt."""


class Moved(Entry, frozen=True):
    seat: int
    move: str
    by: By = "person"


class WentAway(Entry, frozen=True):
    """For longer than the grace time: a bot plays on."""

    seat: int


class CameBack(Entry, frozen=True):
    seat: int


class Nudged(Entry, frozen=True):
    """The clock of a seat is running out."""

    seat: int


class Woke(Entry, frozen=True):
    """Players are there again after a rest without any: clocks that ran begin to run now."""


class TakeBackAsked(Entry, frozen=True):
    """A seat asks all others for the return to the point after so many moves."""

    seat: int
    moves: int
    alone: bool = False


class TakeBackAnswered(Entry, frozen=True):
    seat: int
    yes: bool


class TookBack(Entry, frozen=True):
    """The game is where it was after so many moves; `alone`: without the next one, but with all others, which lie
    face down as it did."""

    seat: int
    moves: int
    alone: bool = False


class Said(Entry, frozen=True):
    """A phrase by its id, or a text; by a seat, or by a spectator."""

    seat: int | None
    name: str
    phrase: str = ""
    text: str = ""


class Forgotten(Entry, frozen=True):
    """Someone took their data back: in their seat, or as the host, there is nobody under this id. What was written of
    them before has been rewritten in the same way."""

    instead: str
    seat: int | None = None
    host: bool = False


class Rematched(Entry, frozen=True):
    """The same people go on at another table."""

    code: str


AnyEntry = (
    Created
    | Changed
    | ClockChanged
    | Sat
    | SeatMoved
    | Stood
    | BotSat
    | Swapped
    | HostPassed
    | Started
    | Moved
    | WentAway
    | CameBack
    | Nudged
    | Woke
    | TakeBackAsked
    | TakeBackAnswered
    | TookBack
    | Said
    | Forgotten
    | Rematched
)

encoder = msgspec.json.Encoder()
decoder = msgspec.json.Decoder(AnyEntry)

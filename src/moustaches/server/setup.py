"""What a table is set up for: the game and its options, the clock, and who may see it.

`checked` says everything that can be wrong with it before a table exists.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

import moustaches
from moustaches.bots.players import LEVELS
from moustaches.errors import BadOption

DAY = 24 * 60 * 60
LONGEST = 14 * DAY
OptionValue = str | bool | list[str]


class Clock(Struct, frozen=True, omit_defaults=True):
    """How long a seat may think. `move`: so many seconds for each choice. `bank`: so many for the whole game, and
    `increment` more with each choice. Days are seconds too: then people play turn by turn."""

    kind: Literal["none", "move", "bank"] = "none"
    seconds: int = 0
    increment: int = 0


class Setup(Struct, frozen=True, omit_defaults=True):
    """A table as its host wants it."""

    game: str
    players: int = 4
    options: dict[str, OptionValue] = {}
    edition: str = "standard"
    clock: Clock = Clock()
    privacy: Literal["link", "open"] = "link"
    """`link`: whoever has the link may come; `open`: it is listed too."""
    spectators: bool = True
    take_back: int = 0
    """Seconds in which a choice may be taken back while it has revealed nothing; 0: not without consent."""
    talk: Literal["phrases", "free"] = "phrases"
    assist: Literal["off", "marks", "full"] = "marks"
    """What the notebook of the Club fills in by itself."""


def checked(setup: Setup) -> Setup:
    """The setup with its options read; raises what is wrong with it."""
    game = moustaches.new(setup.game, setup.players, 0, setup.options, known_edition(setup.edition))
    clock = setup.clock
    if clock.kind == "none":
        if clock.seconds or clock.increment:
            raise BadOption("clock: a clock of kind none has no seconds; choose move or bank")
    elif not 5 <= clock.seconds <= LONGEST:
        raise BadOption(f"clock: expected from 5 to {LONGEST} seconds, found {clock.seconds}")
    if clock.increment and clock.kind != "bank":
        raise BadOption("clock: only a clock of kind bank has an increment")
    if not 0 <= clock.increment <= DAY:
        raise BadOption(f"clock: expected an increment from 0 to {DAY} seconds, found {clock.increment}")
    if not 0 <= setup.take_back <= 60:
        raise BadOption(f"take_back: expected from 0 to 60 seconds, found {setup.take_back}")
    return Setup(
        game=setup.game,
        players=setup.players,
        options=game.setting.options,
        edition=setup.edition,
        clock=clock,
        privacy=setup.privacy,
        spectators=setup.spectators,
        take_back=setup.take_back,
        talk=setup.talk,
        assist=setup.assist,
    )


def known_edition(name: str) -> str:
    """An edition by its name; a path is refused, since it would be read on the server."""
    if name not in moustaches.editions():
        known = ", ".join(sorted(moustaches.editions()))
        raise BadOption(f"edition: expected {known}, found {name!r}")
    return name


def known_level(level: str) -> str:
    if level not in LEVELS:
        raise BadOption(f"level: expected {', '.join(LEVELS)}, found {level!r}")
    return level

"""Sets a table: checks what was asked for and starts one of the three games.

Everything that can be wrong with the name, the players, the options, the seed or a position is said here, before a game
exists.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, overload

from moustaches.content import edition as find_edition
from moustaches.content.editions import Edition
from moustaches.content.value import did_you_mean
from moustaches.errors import BadOption, BadPlayers, BadPosition, UnknownGame

from . import club, gracias, moustache
from .club import Club
from .fair import Seed, seed_bytes
from .game import Game, Setting
from .gracias import Gracias
from .moustache import Moustache
from .options import read_options

GAMES: dict[str, type[Game]] = {"moustache": Moustache, "gracias": Gracias, "club": Club}
OPTIONS = {"moustache": moustache.OPTIONS, "gracias": gracias.OPTIONS, "club": club.OPTIONS}
PLAYERS = {"moustache": range(3, 7), "gracias": range(3, 5), "club": range(2, 5)}


@overload
def new(
    name: Literal["moustache"],
    players: int = ...,
    seed: Seed = ...,
    options: Mapping[str, object] = ...,
    edition: str = ...,
    entropy: Sequence[str] = ...,
) -> Moustache: ...
@overload
def new(
    name: Literal["gracias"],
    players: int = ...,
    seed: Seed = ...,
    options: Mapping[str, object] = ...,
    edition: str = ...,
    entropy: Sequence[str] = ...,
) -> Gracias: ...
@overload
def new(
    name: Literal["club"],
    players: int = ...,
    seed: Seed = ...,
    options: Mapping[str, object] = ...,
    edition: str = ...,
    entropy: Sequence[str] = ...,
) -> Club: ...
@overload
def new(
    name: str,
    players: int = ...,
    seed: Seed = ...,
    options: Mapping[str, object] = ...,
    edition: str = ...,
    entropy: Sequence[str] = ...,
) -> Game: ...


def new(
    name: str,
    players: int = 4,
    seed: Seed = None,
    options: Mapping[str, object] = {},
    edition: str = "standard",
    entropy: Sequence[str] = (),
) -> Game:
    """A new game, dealt and ready. `entropy` is what the players add to the seed, in seat order."""
    if isinstance(entropy, str) or not isinstance(entropy, Sequence):
        raise BadOption(f"entropy: expected a list of texts, one for each seat at most, found {entropy!r}")
    return start(name, players, seed_bytes(seed), options, find_edition(edition), tuple(entropy))


def position(name: str, description: Mapping[str, Any], seed: Seed = None) -> Game:
    """A game that begins in the position described (see docs/positions.md)."""
    if not isinstance(description, Mapping):
        raise BadPosition(f"position: expected a table of hands, turn and so on, found {description!r}")
    given = plain(description)
    players = given.get("players")
    if not isinstance(players, int) or isinstance(players, bool):
        raise BadPosition(f"position: players: expected a whole number, found {players!r}")
    options = given.get("options", {})
    box = find_edition(given.get("edition", "standard"))
    return start(name, players, seed_bytes(seed), options, box, (), given)


def plain(description: Mapping[str, Any]) -> dict[str, Any]:
    """The description as JSON says it, independent of the caller's."""
    try:
        given = json.loads(json.dumps(description, default=dict))
    except (TypeError, ValueError) as problem:
        raise BadPosition(f"position: expected plain JSON data, found something else: {problem}") from None
    assert isinstance(given, dict)
    return given


def start(
    name: str,
    players: int,
    seed: bytes,
    options: Mapping[str, object],
    edition: Edition,
    entropy: tuple[str, ...] = (),
    position: dict[str, Any] | None = None,
) -> Game:
    """A game from its setting."""
    kind = GAMES.get(name) if isinstance(name, str) else None
    if kind is None:
        raise UnknownGame(
            f"no game is called {name!r}; there are moustache, gracias and club{did_you_mean(str(name), GAMES)}"
        )
    seats = PLAYERS[name]
    if isinstance(players, bool) or not isinstance(players, int) or players not in seats:
        raise BadPlayers(f"{name} is for {seats[0]} to {seats[-1]} players, not {players!r}")
    if not isinstance(options, Mapping):
        raise BadOption(f"options: expected names and values, found {options!r}")
    if len(entropy) > players or not all(isinstance(text, str) and is_unicode(text) for text in entropy):
        raise BadOption(f"entropy: expected at most one text for each of {players} seats, found {entropy!r}")
    chosen = read_options(name, OPTIONS[name], options)
    return kind(Setting(players, edition, chosen, seed, entropy, position))


def is_unicode(text: str) -> bool:
    """Can it be written in UTF-8?"""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True

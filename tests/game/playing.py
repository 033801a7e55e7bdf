"""Random games of every kind, for the tests that hold for all of them: every table, and players who move at random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any, NamedTuple

import msgspec
from hypothesis import strategies as st

import moustaches
from moustaches.content import edition
from moustaches.engine import club as club_engine
from moustaches.game import PLAYERS
from moustaches.game.club import Club
from moustaches.game.club_words import ATTRIBUTES
from moustaches.game.game import Game
from moustaches.game.gracias import ENDS
from moustaches.game.notation import Move

Options = dict[str, str | bool | list[str]]
Viewer = int | None

RULES = edition().moustache.rules
WHITE = [rule.id for rule in RULES if rule.pack == "white"]
BLACK = [rule.id for rule in RULES if rule.pack == "black"]
MOUSTACHE_FLAGS = ("own-rules", "first-game", "open-counts", "equal-cups")
GRACIAS_FLAGS = ("noyade", "uno-dos-tres", "chico", "strict-joker", "blind-joker-zero")

SEATS = [(name, players) for name, counts in PLAYERS.items() for players in counts]
"""Every game with every number of players."""

LONGEST = {"moustache": 4 * (6 + 48), "gracias": 120 * 4 * 6 + 1, "club": 2 * (40 + 4 * 57)}
"""More moves than any game can take: four rounds of gifts, cards and thefts; a bid and five cards for each of 120
rounds; a cat or a guess that is never repeated."""


class Table(NamedTuple):
    """What is played, by how many, and how."""

    name: str
    players: int
    options: Options

    def new(self, seed: int) -> Game:
        return moustaches.new(self.name, players=self.players, seed=seed, options=self.options)


def flags(names: tuple[str, ...]) -> Iterator[Options]:
    """Every combination of options that are on or off."""
    for choice in product((False, True), repeat=len(names)):
        yield {name: True for name, chosen in zip(names, choice, strict=True) if chosen}


def rows() -> Iterator[list[str]]:
    """Rows fixed by hand in which every rule card lies at each place that it can have, beside changing neighbours."""
    for shift in (1, 3, 5):
        for place in range(8):
            yield [
                WHITE[place],
                WHITE[(place + shift) % 8],
                BLACK[place],
                BLACK[(place + 8 - shift) % 8],
            ]


def all_options(name: str) -> list[Options]:
    """Every combination of options of a game; of the fixed rows of Moustache, a good selection."""
    if name == "gracias":
        return [{"end": end, **chosen} for end in ENDS for chosen in flags(GRACIAS_FLAGS)]
    if name == "moustache":
        fixed: list[Options] = [{"row": row} for row in rows()]
        return [*flags(MOUSTACHE_FLAGS), *fixed]
    return [{}]


def tables_of(name: str) -> list[Table]:
    return [Table(name, players, options) for players in PLAYERS[name] for options in all_options(name)]


TABLES = [table for name in PLAYERS for table in tables_of(name)]


@st.composite
def option_choices(draw: st.DrawFn, name: str) -> Options:
    """Any options of a game."""
    chosen: Options = {}
    names = {"moustache": MOUSTACHE_FLAGS, "gracias": GRACIAS_FLAGS, "club": ()}[name]
    for flag in names:
        if draw(st.booleans(), label=flag):
            chosen[flag] = True
    if name == "gracias":
        chosen["end"] = draw(st.sampled_from(ENDS))
    if name == "moustache" and draw(st.booleans(), label="fixed row"):
        white = draw(st.permutations(WHITE))
        black = draw(st.permutations(BLACK))
        chosen["row"] = [*white[:2], *black[:2]]
    return chosen


@st.composite
def tables(draw: st.DrawFn, names: tuple[str, ...] = tuple(PLAYERS)) -> Table:
    """Any table of these games."""
    name = draw(st.sampled_from(names))
    players = draw(st.sampled_from(PLAYERS[name]))
    return Table(name, players, draw(option_choices(name)))


seeds = st.integers(0, 2**32 - 1)


def choose(game: Game, seat: int, rng: Random) -> Move:
    """A random legal move. Guesses in the Club are kept or right so often that every kind of end comes up."""
    legal = game.legal(seat)
    if isinstance(game, Club) and game.state.phase == club_engine.GUESS:
        way = rng.random()
        right = [move for move in legal if is_right(game, move)]
        if way < 0.5:
            return legal[0]
        if way < 0.6 and right:
            return rng.choice(right)
    return rng.choice(legal)


def is_right(game: Club, move: int) -> bool:
    """Whether a guess of the Club names an attribute that the seat has."""
    if move < club_engine.UNMASK:
        return False
    asked, attribute = divmod(move - club_engine.UNMASK, len(ATTRIBUTES))
    return bool(game.state.secrets[asked] >> attribute & 1)


def step(game: Game, rng: Random) -> tuple[int, Move]:
    """One random move of a seat that is to act."""
    seat = rng.choice(game.to_act)
    move = choose(game, seat, rng)
    game.play(seat, move)
    return seat, move


def advance(game: Game, moves: int, rng: Random) -> Game:
    """So many random moves, or fewer if the game ends before."""
    for _ in range(moves):
        if game.over:
            break
        step(game, rng)
    return game


def finish(game: Game, rng: Random) -> Game:
    """Random moves to the end; fails if there is none."""
    advance(game, LONGEST[game.name], rng)
    assert game.over, f"{game.name} goes on after {LONGEST[game.name]} moves"
    return game


def viewers(game: Game) -> list[Viewer]:
    """Every seat, and a spectator."""
    return [*range(game.players), None]


def as_json(value: object) -> bytes:
    return msgspec.json.encode(value)


def plain(value: object) -> Any:
    """Events, views and reasons as the plain data that a client gets."""
    return msgspec.json.decode(msgspec.json.encode(value))


def seen(game: Game) -> Mapping[Viewer, bytes]:
    """All that anybody may see: views and events."""
    return {viewer: as_json([game.view(viewer), game.events(viewer)]) for viewer in viewers(game)}

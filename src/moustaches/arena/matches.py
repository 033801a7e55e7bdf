"""What a match is: a game, a table, the players, the deals, and who sits where.

The same deal is played in every seating that its kind asks for, so that good cards help everybody alike:

- `one`: the first player in one seat, the second in all others; the first sits in every seat in turn;
- `rest`: the second in one seat, the first in all others;
- `teams` (Moustache): in each round one player holds all seats of a team, the other those of the other team; then
  they change sides;
- `all-seats`: any number of players, each in every seat equally often.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import permutations
from math import factorial

from msgspec import Struct

import moustaches
from moustaches.bots.players import player
from moustaches.content.value import did_you_mean
from moustaches.engine.bits import Rng
from moustaches.errors import BadOption
from moustaches.game.fair import Seed, seed_bytes
from moustaches.game.options import OptionValue

KINDS = ("one", "rest", "both", "teams", "all-seats")
CIRCLES = 6  # orders around the table that a deal is played in, where there are more

Seating = tuple[int, ...]
"""The player of each seat, by its place among the names; for `teams`: of each team."""


class Match(Struct, frozen=True):
    """All that the result of a match depends on."""

    game: str
    names: tuple[str, ...]
    players: int
    """Seats at the table."""
    deals: int
    seed: str
    kinds: tuple[str, ...]
    options: dict[str, OptionValue]
    edition: str

    def number(self, *about: object) -> bytes:
        """32 bytes that follow from the seed and what they are for."""
        text = " ".join(map(str, ("moustaches arena 1", self.seed, *about)))
        return sha256(text.encode()).digest()

    def deal_seed(self, deal: int) -> bytes:
        return self.number("deal", deal)

    def bot_seed(self, deal: int, seat: int) -> int:
        """The same for whoever sits there: a player against itself is exactly level."""
        return int.from_bytes(self.number("bot", deal, seat)[:8], "big") >> 1

    def seatings(self, kind: str, deal: int) -> list[Seating]:
        """Who sits where, one game after the other."""
        seats = range(self.players)
        match kind:
            case "one":
                return [tuple([0 if seat == alone else 1 for seat in seats]) for alone in seats]
            case "rest":
                return [tuple([1 if seat == alone else 0 for seat in seats]) for alone in seats]
            case "teams":
                return [(0, 1), (1, 0)]
        count = len(self.names)
        return [
            tuple([circle[(first + seat) % count] for seat in seats])
            for circle in self.circles(deal)
            for first in range(count)
        ]

    def circles(self, deal: int) -> list[Seating]:
        """Orders of the players around a table as large as needed. Turning one round seats each in every place once.
        Up to four players all orders are played, with more some that are drawn anew for each deal."""
        others = len(self.names) - 1
        if factorial(others) <= CIRCLES:
            return [(0, *order) for order in permutations(range(1, others + 1))]
        rng = Rng(int.from_bytes(self.number("circles", deal)[:8], "big"))
        drawn: dict[Seating, None] = {}
        while len(drawn) < CIRCLES:
            drawn[0, *(1 + place for place in rng.shuffle(others))] = None
        return list(drawn)


def arranged(
    game: str,
    names: Iterable[str],
    players: int,
    deals: int,
    seed: Seed,
    kind: str | None,
    options: Mapping[str, object],
    edition: str,
) -> Match:
    """The match that was asked for; everything that can be wrong with it is said here."""
    if isinstance(names, str):
        raise BadOption(f"names: expected a list of players, found {names!r}")
    named = tuple(names)
    table = moustaches.new(game, players=players, seed=1, options=options, edition=edition)
    if len(named) < 2:
        raise BadOption(f"a match needs at least two players, found {', '.join(named) or 'none'}")
    for place, name in enumerate(named):
        if name in named[:place]:
            raise BadOption(f"{name} is named twice; name each player once, the arena finds the seats")
        player(name)
    whole("deals", deals, 2)
    return Match(
        game=game,
        names=named,
        players=players,
        deals=deals,
        seed=seed_bytes(seed).hex(),
        kinds=kinds_of(game, players, len(named), kind),
        options=table.setting.options,
        edition=edition,
    )


def whole(name: str, value: object, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise BadOption(f"{name}: expected a whole number from {least} on, found {value!r}")


def kinds_of(game: str, players: int, count: int, kind: str | None) -> tuple[str, ...]:
    """The comparisons that a kind asks for; none: what suits the game."""
    if kind is None:
        kind = "all-seats" if count > 2 else "teams" if game == "moustache" else "both"
    if kind not in KINDS:
        raise BadOption(f"kind: expected {', '.join(KINDS)}, found {kind!r}{did_you_mean(str(kind), KINDS)}")
    if kind != "all-seats" and count > 2:
        raise BadOption(f"kind {kind} is for two players, found {count}; all-seats is for any number")
    if kind == "teams" and game != "moustache":
        raise BadOption(f"kind teams is for moustache; in {game} everyone plays alone")
    if kind == "both":
        return ("one", "rest") if players > 2 else ("one",)
    return (kind,)

"""The result of a match: what was measured, as data that reads back from JSON.

Everything but `run` depends on the match alone; `run` tells how long it took, where, and how fast the players were.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from .estimates import Estimate, estimate, estimate_share
from .matches import Match
from .ratings import ratings
from .table import Clock, Dealt


class Side(Struct, frozen=True):
    """How a player did in one comparison."""

    name: str
    win: Estimate
    """Its share of the victory, for each seat that it held (in Moustache: of the rounds)."""
    margin: Estimate
    """For each seat: its score over the mean of the other players' seats (in Moustache: its team's stars)."""


class Comparison(Struct, frozen=True):
    """Players against each other in one kind of seating."""

    kind: str
    games: int
    contests: int
    """What was counted: games, or rounds."""
    par: float
    """The win share of equals."""
    sides: tuple[Side, ...]


class Player(Struct, frozen=True):
    """A player over the whole match."""

    name: str
    mu: float
    sigma: float
    """OpenSkill; a newcomer has 25 and 25/3."""
    decisions: int


class Pace(Struct, frozen=True):
    """A player's seconds for a decision."""

    name: str
    median: float
    p95: float


class Run(Struct, frozen=True):
    """How the match was run; nothing of it bears on the result."""

    on: str
    workers: int
    seconds: float
    paces: tuple[Pace, ...]


class Result(Struct, frozen=True):
    """What came out of a match."""

    match: Match
    comparisons: tuple[Comparison, ...]
    players: tuple[Player, ...]
    run: Run | None = None

    def comparison(self, kind: str | None = None) -> Comparison:
        """The one of that kind; none: the first."""
        return next(each for each in self.comparisons if kind in (None, each.kind))

    def side(self, name: str, kind: str | None = None) -> Side:
        return next(side for side in self.comparison(kind).sides if side.name == name)

    def player(self, name: str) -> Player:
        return next(player for player in self.players if player.name == name)

    def pace(self, name: str) -> Pace:
        assert self.run is not None, "this result is without its run"
        return next(pace for pace in self.run.paces if pace.name == name)

    def without_run(self) -> Result:
        """What is the same each time."""
        return replace(self, run=None)

    def as_json(self) -> str:
        return msgspec.json.format(msgspec.json.encode(self), indent=2).decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> Result:
        return msgspec.json.decode(text, type=cls)


def result_of(match: Match, dealt: Sequence[Dealt], clocks: Sequence[Clock], run: Run) -> Result:
    """From all deals, in order."""
    every = [contest for deal in dealt for kind in deal.contests for contest in kind]
    team = (match.players + 1) // 2 if match.kinds == ("teams",) else 1
    rated = ratings(len(match.names), every, team)
    return Result(
        match,
        tuple(compared(match, place, dealt) for place in range(len(match.kinds))),
        tuple(
            Player(name, mu, sigma, clock.decisions)
            for name, (mu, sigma), clock in zip(match.names, rated, clocks, strict=True)
        ),
        run,
    )


def compared(match: Match, place: int, dealt: Sequence[Dealt]) -> Comparison:
    """One kind: for each player an observation from each deal, the mean over all that it played of it."""
    kind = match.kinds[place]
    sides = []
    for who, name in enumerate(match.names):
        wins, margins = [], []
        for deal in dealt:
            own = [
                (contest.shares[seat], contest.margins[seat])
                for contest in deal.contests[place]
                for seat, sitting in enumerate(contest.who)
                if sitting == who
            ]
            wins.append(fmean(share for share, _ in own))
            margins.append(fmean(margin for _, margin in own))
        sides.append(Side(name, estimate_share(wins), estimate(margins)))
    return Comparison(
        kind,
        games=sum(len(match.seatings(kind, deal.deal)) for deal in dealt),
        contests=sum(len(deal.contests[place]) for deal in dealt),
        par=1 / 2 if kind == "teams" else 1 / match.players,
        sides=tuple(sides),
    )


def title(match: Match, kind: str) -> str:
    """What a comparison compares, in words."""
    first, second, *_ = match.names
    others = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}[match.players - 1]
    match kind:
        case "one":
            return f"one {first} against {others} {second}"
        case "rest":
            return f"{others} {first} against one {second}"
        case "teams":
            return f"teams of {first} against teams of {second}"
    return "all against all, in every seat"


def counts_rounds(match: Match, kind: str) -> bool:
    """Whether the contests are rounds, not games."""
    return match.game == "moustache" and kind != "all-seats"


def unit(match: Match, kind: str) -> str:
    """What margins are counted in."""
    if counts_rounds(match, kind):
        return "stars a round"
    return {"moustache": "points", "gracias": "garments", "club": "points"}[match.game] + " a game"


def signed(number: float) -> str:
    """+1.50, −0.25: a margin, with a true minus."""
    return f"{number:+.2f}".replace("-", "−")

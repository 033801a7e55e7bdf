"""Plays the games of a deal, and says what came of each: who won what share, and by how much.

A player is given the view of its seat and nothing else. Those who decide at the same time have all decided before the
first of their moves is made. Who has only one legal move is not asked: that is no decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import exp, floor, log
from statistics import fmean
from time import perf_counter

from msgspec import Struct

import moustaches
from moustaches.bots.choice import Bot
from moustaches.bots.players import player
from moustaches.game import Game, Move
from moustaches.game.events import RoundWon
from moustaches.game.moustache import Moustache
from moustaches.game.moustache_words import MoustacheView

from .matches import Match, Seating

FINENESS = 50  # bins of the clock for each factor e: 2 % wide


class Contest(Struct, frozen=True):
    """What came of a game for each seat, or of a round for each of the two teams."""

    who: tuple[int, ...]
    """The player of each, by its place among the names."""
    shares: tuple[float, ...]
    """Of the victory; a shared one is split."""
    margins: tuple[float, ...]
    """Over the mean of the other players' seats, or over the other team."""
    ranks: tuple[int, ...]


class Clock:
    """How long a player took for its decisions, in fine bins: however many there are, this stays small."""

    def __init__(self) -> None:
        self.bins: Counter[int] = Counter()

    @property
    def decisions(self) -> int:
        return self.bins.total()

    def took(self, seconds: float) -> None:
        self.bins[floor(FINENESS * log(max(seconds, 1e-9)))] += 1

    def quantile(self, share: float) -> float:
        """The seconds within which this share of the decisions was made; 0 if there were none."""
        passed = 0
        for place, count in sorted(self.bins.items()):
            passed += count
            if passed >= share * self.decisions:
                return exp((place + 0.5) / FINENESS)
        return 0.0


class Dealt(Struct, frozen=True):
    """All contests of one deal, by kind."""

    deal: int
    contests: tuple[tuple[Contest, ...], ...]


def play_deals(match: Match, deals: Sequence[int]) -> tuple[list[Dealt], list[Clock]]:
    """Some deals of a match, each in all its seatings, and the players' clocks. What comes of a deal depends on nothing
    but the match and the number of the deal."""
    clocks = [Clock() for _ in match.names]
    return [play_deal(match, deal, clocks) for deal in deals], clocks


def play_deal(match: Match, deal: int, clocks: list[Clock]) -> Dealt:
    bots = [
        [player(name, match.bot_seed(deal, seat)) for seat in range(match.players)] for name in match.names
    ]
    contests = [
        tuple(
            contest
            for seating in match.seatings(kind, deal)
            for contest in play_game(match, deal, kind, seating, bots, clocks)
        )
        for kind in match.kinds
    ]
    return Dealt(deal, tuple(contests))


def play_game(
    match: Match, deal: int, kind: str, seating: Seating, bots: list[list[Bot]], clocks: list[Clock]
) -> list[Contest]:
    """A whole game. In Moustache each of its rounds is a contest, unless all play against all: who wins the game hangs
    on the luck of the cups."""
    game = moustaches.new(
        match.game, match.players, match.deal_seed(deal), options=match.options, edition=match.edition
    )

    def decide(seat: int) -> Move | str:
        legal = game.legal(seat)
        if len(legal) == 1:
            return legal[0]
        view = game.view(seat)
        if kind == "teams":
            assert isinstance(view, MoustacheView)
            side = seating[view.teams[seat]]
        else:
            side = seating[seat]
        begun = perf_counter()
        choice = bots[side][seat].choose(view)
        clocks[side].took(perf_counter() - begun)
        return choice.move

    while not game.over:
        for seat, move in [(seat, decide(seat)) for seat in game.to_act]:
            game.play(seat, move)
    if not isinstance(game, Moustache) or kind == "all-seats":
        return [whole(game, seating)]
    return rounds_by_team(game, seating) if kind == "teams" else rounds_by_seat(game, seating)


def whole(game: Game, seating: Seating) -> Contest:
    """The game as a contest between its seats."""
    outcome = game.outcome
    assert outcome is not None
    shares = [1 / len(outcome.winners) if rank == 1 else 0.0 for rank in outcome.ranks]
    margins = []
    for own, score in zip(seating, outcome.scores, strict=True):
        others = [other for who, other in zip(seating, outcome.scores, strict=True) if who != own]
        margins.append(score - fmean(others))
    return Contest(seating, tuple(shares), tuple(margins), outcome.ranks)


def rounds_by_team(game: Moustache, seating: Seating) -> list[Contest]:
    """Each round as a contest between its teams. The margin is in stars and in favour of who won, also where the fewest
    stars win."""
    contests = []
    for won, stars in rounds(game):
        shares, margins, ranks = (1.0, 0.0), (stars, -stars), (1, 2)
        if won.team == 1:
            shares, margins, ranks = shares[::-1], margins[::-1], ranks[::-1]
        contests.append(Contest(seating, shares, margins, ranks))
    return contests


def rounds_by_seat(game: Moustache, seating: Seating) -> list[Contest]:
    """Each round as a contest between its seats: the winners share it, the margin is that of their team."""
    contests = []
    for won, stars in rounds(game):
        winners = [seat in won.seats for seat in range(game.players)]
        contests.append(
            Contest(
                seating,
                tuple(1 / len(won.seats) if wins else 0.0 for wins in winners),
                tuple(stars if wins else -stars for wins in winners),
                tuple(1 if wins else 1 + len(won.seats) for wins in winners),
            )
        )
    return contests


def rounds(game: Moustache) -> list[tuple[RoundWon, float]]:
    """Who won each round, and by how many stars."""
    won = [event for event in game.events() if isinstance(event, RoundWon)]
    return [
        (event, float(abs(past.stars[0] - past.stars[1])))
        for event, past in zip(won, game.sight.rounds, strict=True)
    ]

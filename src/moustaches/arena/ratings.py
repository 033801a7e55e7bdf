"""OpenSkill ratings (Plackett–Luce) over all contests of a match, in the order of the deals.

A game is free for all: every seat for itself. A round of Moustache is team against team; a short-handed team counts as
full, since the game makes up for the missing partner with jokers. Players do not learn, so a rating only gets surer
(τ = 0).
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

from openskill.models import PlackettLuce, PlackettLuceRating

from .table import Contest

MODEL = PlackettLuce(tau=0.0)


def ratings(count: int, contests: Iterable[Contest], team: int) -> list[tuple[float, float]]:
    """μ and σ of each player, from contests whose sides are teams of so many. A player in several places at once takes
    the mean of what these earn."""
    rated = [MODEL.rating() for _ in range(count)]
    for contest in contests:
        teams = [[rated[who]] * team for who in contest.who]
        earned = MODEL.rate(teams, ranks=[float(rank) for rank in contest.ranks])
        for player in set(contest.who):
            own = [side[0] for who, side in zip(contest.who, earned, strict=True) if who == player]
            rated[player] = mean_of(own)
    return [(rating.mu, rating.sigma) for rating in rated]


def mean_of(ratings: list[PlackettLuceRating]) -> PlackettLuceRating:
    if len(ratings) == 1:
        return ratings[0]
    return MODEL.create_rating([fmean(each.mu for each in ratings), fmean(each.sigma for each in ratings)])

"""Intervals are what they say: exact by hand, and right in 95 of 100 cases."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from moustaches.arena.estimates import estimate, estimate_share, t95


def test_an_interval_by_hand() -> None:
    found = estimate([2.0, 4.0, 4.0, 6.0])
    assert found.mean == 4.0
    half = 3.182446 * (8 / 3) ** 0.5 / 2
    assert found.low == pytest.approx(4 - half)
    assert found.high == pytest.approx(4 + half)


@pytest.mark.parametrize(
    ("freedom", "t"),
    [
        (1, 12.70620),
        (2, 4.30265),
        (4, 2.77645),
        (5, 2.57058),
        (9, 2.26216),
        (10, 2.22814),
        (30, 2.04227),
        (1000, 1.96234),
    ],
)
def test_students_t_is_that_of_the_tables(freedom: int, t: float) -> None:
    assert t95(freedom) == pytest.approx(t, abs=2e-5)


def test_intervals_cover_the_truth_in_95_of_100_cases_and_need_the_clusters() -> None:
    """Eight games of a deal share its luck. By deals the interval holds; by games it would be far too narrow."""
    rng = random.Random(5)
    held = fooled = 0
    for _ in range(1500):
        deals = [[luck + rng.gauss(0, 1) for _ in range(8)] for luck in (rng.gauss(0, 1) for _ in range(12))]
        by_deal = estimate([fmean(games) for games in deals])
        by_game = estimate([game for games in deals for game in games])
        held += by_deal.low <= 0 <= by_deal.high
        fooled += not by_game.low <= 0 <= by_game.high
    assert held / 1500 == pytest.approx(0.95, abs=0.02)
    assert fooled / 1500 > 0.25


def test_a_share_stays_between_nothing_and_all() -> None:
    found = estimate_share([1.0, 1.0, 0.5, 1.0])
    assert found.high == 1.0
    assert found.low < found.mean < 1.0


@pytest.mark.parametrize("deals", [2, 20, 300])
def test_where_every_deal_was_won_the_bound_is_how_rare_a_loss_may_be(deals: int) -> None:
    won, lost = estimate_share([1.0] * deals), estimate_share([0.0] * deals)
    assert (won.mean, won.high) == (1.0, 1.0)
    assert won.low**deals == pytest.approx(0.05)  # so many wins in a row are luck in one of twenty cases
    assert (lost.mean, lost.low, lost.high) == pytest.approx((0.0, 0.0, 1 - won.low))

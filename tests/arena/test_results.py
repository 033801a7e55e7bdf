"""What a result tells: who is ahead, by which rating, how fast; as data and as a picture."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from moustaches.arena import Result, match, plot
from moustaches.arena.ratings import ratings
from moustaches.arena.table import Clock, Contest

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def gracias() -> Result:
    return match("gracias", ["random", "novice"], deals=20, seed=1)


@pytest.fixture(scope="module")
def teams() -> Result:
    return match("moustache", ["random", "novice"], players=5, deals=20, seed=1)


@pytest.fixture(scope="module")
def three() -> Result:
    return match("club", ["novice", "random", "greedy"], players=3, deals=12, seed=1)


@pytest.fixture(params=["gracias", "teams", "three"])
def result(request: pytest.FixtureRequest) -> Result:
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Result)
    return found


def test_the_kind_suits_the_game_unless_one_is_named(gracias: Result, teams: Result, three: Result) -> None:
    assert gracias.match.kinds == ("one", "rest")
    assert teams.match.kinds == ("teams",)
    assert three.match.kinds == ("all-seats",)
    assert match("club", ["random", "novice"], players=2, deals=2, seed=1).match.kinds == ("one",)
    assert match("moustache", ["random", "novice"], deals=2, seed=1, kind="one").match.kinds == ("one",)


def test_the_stronger_is_ahead_in_every_figure(result: Result) -> None:
    for comparison in result.comparisons:
        assert result.side("novice", comparison.kind).win.low > comparison.par
        assert result.side("novice", comparison.kind).margin.low > 0
        assert result.side("random", comparison.kind).win.high < comparison.par
    novice, random = result.player("novice"), result.player("random")
    assert novice.mu - novice.sigma > random.mu


def test_win_shares_of_all_seats_make_one_victory(gracias: Result, teams: Result, three: Result) -> None:
    one, rest = gracias.comparisons
    assert one.sides[0].win.mean + 3 * one.sides[1].win.mean == pytest.approx(1)
    assert 3 * rest.sides[0].win.mean + rest.sides[1].win.mean == pytest.approx(1)
    for comparison in (teams.comparison(), three.comparison()):
        assert sum(side.win.mean for side in comparison.sides) == pytest.approx(1)


def test_it_reads_back_from_json(result: Result) -> None:
    text = result.as_json()
    assert Result.from_json(text) == result
    assert list(json.loads(text)) == ["match", "comparisons", "players", "run"]


def test_times_are_kept_apart(result: Result) -> None:
    assert result.run is not None
    assert {pace.name for pace in result.run.paces} == set(result.match.names)
    assert all(0 < pace.median <= pace.p95 < 1 for pace in result.run.paces)
    assert result.without_run().run is None
    assert "median" not in result.without_run().as_json()


def test_a_clock_tells_quantiles_to_two_percent() -> None:
    clock = Clock()
    for milliseconds in range(1, 1001):
        clock.took(milliseconds / 1000)
    clock.took(2.5)
    assert clock.decisions == 1001
    assert clock.quantile(0.5) == pytest.approx(0.5, rel=0.02)
    assert clock.quantile(0.95) == pytest.approx(0.95, rel=0.02)
    assert clock.quantile(1) == pytest.approx(2.5, rel=0.02)
    assert Clock().quantile(0.5) == 0


# Ratings


def test_players_that_share_everything_are_rated_alike() -> None:
    level = Contest((0, 1, 1), (1 / 3,) * 3, (0.0,) * 3, (1, 1, 1))
    (first, _), (second, _) = ratings(2, [level] * 50, 1)
    assert first == pytest.approx(second, abs=0.1)


def test_a_winner_is_rated_above_and_ever_more_surely() -> None:
    won = Contest((0, 1), (1.0, 0.0), (5.0, -5.0), (1, 2))
    lost = Contest((0, 1), (0.0, 1.0), (-5.0, 5.0), (2, 1))
    for team in (1, 3):
        few, below = ratings(2, [won, lost, won, won], team)
        many, under = ratings(2, [won, lost, won, won] * 30, team)
        assert few[0] > 25 > below[0]
        assert many[0] > 25 > under[0]
        assert many[1] < few[1] < 25 / 3


# The picture


def test_the_picture_is_whole_and_needs_nothing_else(result: Result) -> None:
    text = plot(result)
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert not re.search(r"href|url\(|@import|<script|https?://(?!www.w3.org/2000/svg)", text)
    words = [element.text for element in root.iter(f"{SVG}text")]
    for comparison in result.comparisons:
        for side in comparison.sides:
            assert side.name in words
            assert f"{100 * side.win.mean:.1f} %" in words
    assert "prefers-color-scheme: dark" in text
    title, told = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert told is not None
    assert all(name in (told.text or "") for name in result.match.names)


def test_the_picture_shows_means_within_their_intervals_in_order(result: Result) -> None:
    root = ElementTree.fromstring(plot(result))
    dots = [float(dot.attrib["cx"]) for dot in root.iter(f"{SVG}circle")]
    bars = [line for line in root.iter(f"{SVG}line") if line.attrib["class"] == "interval"]
    sides = [side for comparison in result.comparisons for side in comparison.sides]
    assert len(dots) == len(bars) == 2 * len(sides)
    for dot, bar in zip(dots, bars, strict=True):
        assert float(bar.attrib["x1"]) <= dot <= float(bar.attrib["x2"])
    for values, places in (
        ([side.win.mean for side in sides], dots[::2]),
        ([side.margin.mean for side in sides], dots[1::2]),
    ):
        by_value = sorted(range(len(sides)), key=values.__getitem__)
        assert [places[each] for each in by_value] == sorted(places)

"""The same deal for every seating, and every seating that the kind promises."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import permutations
from statistics import fmean
from typing import Any

import pytest

import moustaches
from moustaches.arena import match
from moustaches.arena.matches import CIRCLES, Match, arranged
from moustaches.arena.table import Clock, play_deal, rounds_by_seat, rounds_by_team, whole
from moustaches.bots.players import player
from moustaches.game.events import RoundWon
from moustaches.game.gracias_words import GraciasView
from moustaches.game.moustache import Moustache
from moustaches.game.moustache_words import MoustacheView

from .watching import Seen, watch

TABLES: list[tuple[str, int, str]] = [
    ("gracias", 4, "both"),
    ("gracias", 3, "one"),
    ("club", 2, "both"),
    ("club", 3, "rest"),
    ("moustache", 3, "teams"),
    ("moustache", 4, "both"),
    ("moustache", 6, "all-seats"),
]


def planned(
    names: int = 2, players: int = 4, seed: str = "5", kinds: tuple[str, ...] = ("all-seats",)
) -> Match:
    some = tuple(f"player {number}" for number in range(names))
    return Match("moustache", some, players, 10, seed, kinds, {}, "standard")


def finished(name: str, players: int = 4, **options: Any) -> Any:
    """A game of random players."""
    game = moustaches.new(name, players=players, seed=11, options=options)
    bots = [player("random", seat) for seat in range(players)]
    while not game.over:
        for seat, move in [(seat, bots[seat].choose(game.view(seat)).move) for seat in game.to_act]:
            game.play(seat, move)
    return game


# Deals


@pytest.mark.parametrize(("game", "players", "kind"), TABLES)
def test_every_seating_plays_the_same_deals(
    game: str, players: int, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = watch(monkeypatch, ann="random", bob="random")
    result = match(game, ["ann", "bob"], players=players, deals=2, seed=8, kind=kind)
    assert len({view.commitment for _, _, view in seen}) == 2
    games = len(openings(seen))
    assert games == sum(comparison.games for comparison in result.comparisons)
    hands = defaultdict(set)
    for view in openings(seen):
        hands[view.commitment].add((view.seat, view.hand))
    assert all(len(dealt) == 1 for dealt in hands.values())
    assert len(set.union(*hands.values())) == 2


def openings(seen: Seen) -> list[Any]:
    """The first decision of each game."""
    found, last = [], 10**9
    for _, _, view in seen:
        if view.version < last:
            found.append(view)
        last = view.version
    return found


def test_later_rounds_are_dealt_alike_whoever_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = watch(monkeypatch, ann="random", bob="novice")
    match("moustache", ["ann", "bob"], deals=2, seed=8, options={"row": list(NO_GIFTS)})
    hands = defaultdict(set)
    for _, _, view in seen:
        assert isinstance(view, MoustacheView)
        if not view.tricks and not view.trick:
            hands[view.commitment, view.round].add((view.seat, view.hand, view.teams, view.crown))
    assert len(hands) == 2 * 4
    assert all(len(dealt) == 1 for dealt in hands.values())


NO_GIFTS = ("blue-tax", "pink-plus", "twos-win", "colours-inverted")


def test_deals_follow_from_the_seed() -> None:
    plan = planned()
    seeds = {plan.deal_seed(deal) for deal in range(100)}
    assert len(seeds) == 100
    other = planned(seed="6")
    assert not seeds & {other.deal_seed(deal) for deal in range(100)}


def test_a_players_chance_follows_from_match_deal_and_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = watch(monkeypatch, ann="random", bob="random")
    match("gracias", ["ann", "bob"], deals=3, seed=8)
    seeds = {(view.commitment, view.seat, seed) for _, seed, view in seen}
    assert len(seeds) == len({seed for _, _, seed in seeds}) == 3 * 4


# Seats


def test_one_sits_in_every_seat_against_the_rest() -> None:
    plan = planned(kinds=("one", "rest"))
    assert plan.seatings("one", 0) == [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    assert plan.seatings("rest", 0) == [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("names", [2, 3, 4, 5, 7])
def test_all_seats_gives_each_player_every_seat_equally_often(names: int, players: int) -> None:
    plan = planned(names, players)
    for deal in range(3):
        seatings = plan.seatings("all-seats", deal)
        held = Counter((seat, who) for seating in seatings for seat, who in enumerate(seating))
        assert len(held) == names * players
        assert len(set(held.values())) == 1
        assert len(set(seatings)) == len(seatings) or names > max(players, 4)


def test_up_to_four_players_sit_in_all_orders() -> None:
    assert set(planned(3, 3).seatings("all-seats", 0)) == set(permutations(range(3)))
    assert set(planned(4, 4).seatings("all-seats", 0)) == set(permutations(range(4)))


def test_with_more_players_the_orders_change_from_deal_to_deal() -> None:
    plan = planned(6, 6)
    assert len(plan.circles(0)) == CIRCLES
    assert len({circle for deal in range(40) for circle in plan.circles(deal)}) > 5 * CIRCLES


def test_each_player_is_asked_in_its_own_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = watch(monkeypatch, ann="random", bob="random", cat="random")
    match("club", ["ann", "bob", "cat"], players=3, deals=2, seed=1)
    asked = {(name, view.seat) for name, _, view in seen}
    assert asked == {(name, seat) for name in ("ann", "bob", "cat") for seat in range(3)}


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_teams_are_one_player_each_and_swapped_on_the_same_deal(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = watch(monkeypatch, ann="random", bob="random")
    result = match("moustache", ["ann", "bob"], players=players, deals=2, seed=8)
    assert result.comparison().kind == "teams"
    assert result.comparison().contests == 2 * 2 * 4
    sides: dict[Any, list[tuple[int, str]]] = defaultdict(list)
    for name, _, view in seen:
        assert isinstance(view, MoustacheView)
        assert view.seat is not None
        side = (view.teams[view.seat], name)
        if side not in sides[view.commitment, view.round, view.teams]:
            sides[view.commitment, view.round, view.teams].append(side)
    assert len(sides) == 2 * 4
    for asked in sides.values():
        assert set(asked[:2]) == {(0, "ann"), (1, "bob")}
        assert set(asked[2:]) == {(0, "bob"), (1, "ann")}


@pytest.mark.parametrize(("game", "players", "kind"), TABLES)
def test_a_player_against_itself_is_exactly_level(
    game: str, players: int, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch(monkeypatch, ann="random", bob="random")
    result = match(game, ["ann", "bob"], players=players, deals=3, seed=8, kind=kind)
    for comparison in result.comparisons:
        if comparison.kind == "all-seats":
            continue
        for side in comparison.sides:
            assert side.win.mean == pytest.approx(comparison.par)
            assert side.win.high - side.win.low == pytest.approx(0, abs=1e-12)
            assert side.margin.mean == pytest.approx(0)


# What a player is shown


@pytest.mark.parametrize("game", ["gracias", "moustache", "club"])
def test_a_player_is_asked_for_its_own_seat_when_it_has_a_choice(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = watch(monkeypatch, ann="random", bob="greedy")
    result = match(game, ["ann", "bob"], deals=2, seed=2)
    assert all(view.seat in view.to_act and len(view.legal) > 1 for _, _, view in seen)
    asked = Counter(name for name, _, _ in seen)
    assert asked == {player.name: player.decisions for player in result.players}


@pytest.mark.parametrize(("game", "options"), [("gracias", {"uno-dos-tres": True}), ("moustache", {})])
def test_who_decides_at_the_same_time_decides_unseen(
    game: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    if game == "moustache":
        options = {"row": ["pass-three", "pink-plus", "twos-win", "colours-inverted"]}
    seen = watch(monkeypatch, ann="random", bob="random")
    match(game, ["ann", "bob"], deals=2, seed=2, options=options)
    together = 0
    for _, _, view in seen:
        assert isinstance(view, GraciasView | MoustacheView)
        if len(view.to_act) > 1:
            together += 1
            assert not any(view.chosen)
    assert together > 20


# What came of it


@pytest.mark.parametrize("game", ["gracias", "club", "moustache"])
def test_a_victory_is_one_however_it_is_shared(game: str) -> None:
    plan = arranged(game, ["random", "greedy"], 4, 4, 3, "both", {}, "standard")
    clocks = [Clock(), Clock()]
    contests = [
        contest for deal in range(4) for kind in play_deal(plan, deal, clocks).contests for contest in kind
    ]
    assert len(contests) == 4 * 8 * (4 if game == "moustache" else 1)  # rounds, or games
    for contest in contests:
        assert sum(contest.shares) == pytest.approx(1)
        assert {share for share, rank in zip(contest.shares, contest.ranks, strict=True) if rank == 1} == {
            1 / contest.ranks.count(1)
        }


@pytest.mark.parametrize("game", ["gracias", "club", "moustache"])
def test_a_margin_is_the_score_over_the_mean_of_the_others(game: str) -> None:
    played = finished(game)
    first, second, third, last = played.outcome.scores
    found = whole(played, (0, 1, 1, 0))
    assert found.ranks == played.outcome.ranks
    assert found.margins == (
        first - (second + third) / 2,
        second - (first + last) / 2,
        third - (first + last) / 2,
        last - (second + third) / 2,
    )


@pytest.mark.parametrize("white", ["pink-plus", "fewest-stars"])
def test_stars_count_in_favour_of_who_won_the_round(white: str) -> None:
    played = finished("moustache", row=[white, "blue-tax", "twos-win", "colours-inverted"])
    assert isinstance(played, Moustache)
    contests = rounds_by_team(played, (1, 0))
    assert len(contests) == len(played.sight.rounds) == 4
    for contest, past in zip(contests, played.sight.rounds, strict=True):
        ahead = past.stars[0] - past.stars[1]
        ahead = -ahead if white == "fewest-stars" else ahead
        assert contest.who == (1, 0)
        assert contest.margins == (ahead, -ahead)
        if ahead:
            assert contest.shares == ((1, 0) if ahead > 0 else (0, 1))
        assert sorted(contest.ranks) == [1, 2]
        assert contest.shares[contest.ranks.index(1)] == 1


def test_the_winners_of_a_round_share_it() -> None:
    played = finished("moustache", players=5)
    assert isinstance(played, Moustache)
    won = [event for event in played.events() if isinstance(event, RoundWon)]
    contests = rounds_by_seat(played, (0, 1, 1, 1, 1))
    by_team = rounds_by_team(played, (0, 1))
    assert len(contests) == 4
    for contest, event, teams in zip(contests, won, by_team, strict=True):
        winners = [seat for seat in range(5) if contest.ranks[seat] == 1]
        assert winners == sorted(event.seats)
        assert contest.shares == tuple(1 / len(winners) if seat in winners else 0 for seat in range(5))
        stars = teams.margins[event.team]
        assert contest.margins == tuple(stars if seat in winners else -stars for seat in range(5))


def test_the_observation_is_the_deal() -> None:
    """The figures again, from the contests by hand."""
    result = match("gracias", ["greedy", "random"], deals=5, seed=3, kind="one")
    plan = result.match
    by_deal = []
    for deal in range(5):
        (contests,) = play_deal(plan, deal, [Clock(), Clock()]).contests
        assert [contest.who.index(0) for contest in contests] == [0, 1, 2, 3]
        by_deal.append(fmean(contest.margins[seat] for seat, contest in enumerate(contests)))
    mean = sum(by_deal) / 5
    spread = (sum((each - mean) ** 2 for each in by_deal) / 4) ** 0.5
    half = 2.776445 * spread / 5**0.5  # Student's t for four degrees of freedom
    margin = result.side("greedy").margin
    assert (margin.mean, margin.low, margin.high) == pytest.approx((mean, mean - half, mean + half))
    assert result.side("random").margin.mean == pytest.approx(-mean)

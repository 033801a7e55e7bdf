"""How a round of Moustache is counted: stars, the white rule cards, ties, cups, M11 to M13, M16, M21, M22."""

from __future__ import annotations

from pathlib import Path

import pytest

import moustaches
from moustaches.game.events import CupDrawn, CupSeen, PileCounted, RoundWon
from tests.game.table import count, play, sit, trick


def parts(reason: moustaches.Reason) -> dict[str, object]:
    """What each rule added to a total; the printed stars under "printed"."""
    return {step.rule or "printed": step.args["stars"] for step in reason.steps}


# -- the main text


def test_stars_are_on_the_middle_values() -> None:
    assert count("blue-tax", "G3 G4 G5 G6 G7", "P0 P1 P2 P8 P9 P10").stars == (1 + 2 + 3 + 2 + 1, 0)


def test_most_stars_win_the_round() -> None:
    more = count("blue-tax", "O5", "O4", crown=1)
    assert more.won == 0
    assert more.one(RoundWon).seats == (0, 2)
    assert more.one(RoundWon).why.id == "more-stars"
    assert count("blue-tax", "O4", "O5", crown=0).won == 1


@pytest.mark.parametrize(("crown", "team"), [(0, 0), (1, 1), (2, 0), (3, 1)])
def test_on_a_tie_the_team_of_the_crown_wins(crown: int, team: int) -> None:
    told = count("blue-tax", "O5", "P5", crown=crown)
    assert told.stars == (3, 3)
    assert told.won == team
    assert told.one(RoundWon).why.id == "crown-breaks-tie"


def test_the_last_trick_counts_too() -> None:
    assert trick("O5 G5 G4 G3").stars == (1 + 2 + 3 + 3, 0)


def test_both_piles_are_laid_open_at_the_count() -> None:
    told = count("blue-tax", "O5 P1", "O4")
    assert [event.cards for event in told.all(PileCounted)] == [
        ("G8", "G9", "G10", "P1", "O5", "O10"),
        ("O4",),
    ]
    assert all(event.audience is None for event in told.all(PileCounted))


def test_each_winner_draws_one_token_of_the_round() -> None:
    told = count("blue-tax pink-plus", "O5", "")
    assert [event.seat for event in told.all(CupDrawn)] == [0, 2]
    points = [event.points for event in told.all(CupSeen)]
    assert len(set(points)) == 2
    assert set(points) < {2, 3, 5}


def test_tokens_are_random() -> None:
    drawn = {
        tuple(event.points for event in count("", "O5", "", seed=seed).all(CupSeen)) for seed in range(60)
    }
    assert drawn == {(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)}


# -- the white rule cards, each alone


def test_green_negative() -> None:
    told = count("green-negative", "G3 G4 G5 O5", "P9")
    assert told.stars == (3 - 1 - 2 - 3, 0)
    assert parts(told.all(PileCounted)[0].why) == {"printed": 9, "green-negative": -12}


@pytest.mark.parametrize(
    ("first", "second", "stars"),
    [("B1 B2 B5", "B9", (-2, 0)), ("B1", "B9 B10", (0, -5)), ("B1 B5", "B9 B10", (3, 0)), ("", "", (0, 0))],
)
def test_blue_tax(first: str, second: str, stars: tuple[int, int]) -> None:
    assert count("blue-tax", first, second).stars == stars


def test_pink_plus() -> None:
    told = count("pink-plus", "P5 P0 O5", "P10")
    assert told.stars == (3 + 1 + 1 + 3, 1)
    assert parts(told.all(PileCounted)[0].why) == {"printed": 6, "pink-plus": 2}


def test_fewest_stars() -> None:
    told = count("fewest-stars", "O5", "O4", crown=0)
    assert told.stars == (3, 2)
    assert told.won == 1
    why = told.one(RoundWon).why
    assert (why.id, why.rule, why.rulings) == ("fewer-stars", "fewest-stars", ("M12",))
    assert count("fewest-stars", "O4", "O5", crown=1).won == 0


def test_zero_heroes() -> None:
    assert count("zero-heroes", "O0 B0", "P0 O5").stars == (4, 2 + 3)


@pytest.mark.parametrize(("last", "stars"), [("O10 G8 G9 G10", (3, 0)), ("G8 O10 G9 G10", (0, 3))])
def test_last_trick(last: str, stars: tuple[int, int]) -> None:
    assert count("last-trick", "", "", last=last).stars == stars


@pytest.mark.parametrize("rule", ["pink-open", "pass-three"])
def test_rules_of_the_start_change_no_count(rule: str) -> None:
    assert count(rule, "P5 G5 O0", "B5 B4").stars == (6, 5)


def test_a_rule_still_face_down_counts_for_nothing() -> None:
    row = ["blue-tax", "green-negative", "twos-win", "three-lowest"]
    assert count("", "G5", "", row=row, round=1).stars == (3, 0)
    assert count("", "G5", "", row=row, round=2).stars == (-3, 0)


# -- the rulings


@pytest.mark.parametrize("players", [3, 5])
def test_M11_with_3_or_5_players_the_crown_is_in_the_larger_team(players: int) -> None:
    for seed in range(20):
        view = moustaches.new("moustache", players=players, seed=seed).view(None)
        assert view.teams[view.crown] == 1
        assert view.teams.count(1) > view.teams.count(0)


def test_M11_the_crown_of_the_larger_team_breaks_ties() -> None:
    told = trick("G1 O10 G0")
    assert told.stars == (0, 0)
    assert told.one(RoundWon).seats == (1, 2)
    assert told.one(RoundWon).why.rulings == ("M11",)


def test_M11_with_4_or_6_players_either_team_may_have_the_crown() -> None:
    view = moustaches.new("moustache", players=6, seed=1).view(None)
    assert sum(view.teams) == 3
    assert {moustaches.new("moustache", seed=seed).view(None).crown for seed in range(40)} == {0, 1, 2, 3}


def test_M12_totals_may_be_negative() -> None:
    told = count("green-negative", "G5", "G4 G6")
    assert told.stars == (-3, -4)
    assert told.won == 0
    assert "M12" in told.all(PileCounted)[0].why.rulings


def test_M12_fewest_stars_compares_final_totals() -> None:
    """Five stars less for the blue cards: the team with more printed stars has fewer in the end."""
    for rules in ("fewest-stars blue-tax", "blue-tax fewest-stars"):
        told = count(rules, "B5 B1", "O3", crown=1)
        assert told.stars == (-2, 1)
        assert told.won == 0


def test_M12_fewest_stars_leaves_a_tie_to_the_crown() -> None:
    told = count("fewest-stars", "O5", "P5", crown=3)
    assert told.won == 1
    assert told.one(RoundWon).why.id == "crown-breaks-tie"


def test_M13_stolen_cards_count_in_the_pile_of_the_thief() -> None:
    game = trick("monkey B5 B4").game
    assert play(game, "steal B5").stars == (3, 2)


def test_M13_vanished_cards_count_in_no_pile() -> None:
    told = trick("B5 O5 G4 P3", "equals-vanish")
    assert told.stars == (0, 1 - 2), "P3 took G4, whose stars are negative"


def test_M13_discarded_cards_count_in_no_pile() -> None:
    assert trick("pigeon B5 B4").stars == (0, 0)


def test_M13_blue_tax_counts_the_piles() -> None:
    """Of three blue cards one vanishes and one is stolen: one each, nobody pays."""
    game = trick("monkey B9 G9 B8 B2", "equals-vanish").game
    assert play(game, "steal B2").stars == (0, 0)


@pytest.mark.parametrize("rules", ["pink-plus green-negative", "green-negative pink-plus"])
def test_M13_pink_plus_counts_starless_cards_too(rules: str) -> None:
    assert count(rules, "P0 P1 P10", "P5").stars == (3, 4)


@pytest.mark.parametrize("rules", ["zero-heroes green-negative", "green-negative zero-heroes"])
def test_M13_a_green_zero_is_a_hero_all_the_same(rules: str) -> None:
    assert count(rules, "G0", "G5").stars == (2, -3)


@pytest.mark.parametrize("rules", ["zero-heroes pink-plus", "pink-plus zero-heroes"])
def test_M13_a_pink_zero_is_worth_3(rules: str) -> None:
    told = count(rules, "P0", "")
    assert told.stars == (3, 0)
    assert parts(told.all(PileCounted)[0].why) == {"printed": 0, "zero-heroes": 2, "pink-plus": 1}


@pytest.mark.parametrize("rules", ["zero-heroes green-negative", "green-negative zero-heroes"])
def test_M13_zero_heroes_replace_printed_stars(rules: str, tmp_path: Path) -> None:
    """In a box whose zeros carry stars."""
    box = tmp_path / "starry-zeros.toml"
    stars = "[1, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0]"
    box.write_text(f'format = 1\nbase = "standard"\n[moustache.stars]\ngreen = {stars}\norange = {stars}\n')
    assert count(rules, "O0 G0", "G5", edition=str(box)).stars == (4, -5)


def test_M9_jokers_are_not_blue_and_have_no_stars() -> None:
    told = trick("unicorn B1 O1", "blue-tax")
    assert told.all(PileCounted)[0].cards == ("O1", "B1", "unicorn")
    assert told.stars == (-5, 0)
    laid = [["monkey", "pigeon", "B1"], ["B2"], []]
    equal = trick("unicorn G1 O1", "blue-tax", piles=[["B1", "monkey"], ["B2"]], gone=["pigeon"], laid=laid)
    assert equal.stars == (0, 0)


def test_M21_nobody_gains_from_a_last_trick_that_a_pigeon_discarded() -> None:
    assert trick("pigeon B9 B1", "last-trick").stars == (0, 0)


def test_M21_nobody_gains_from_a_last_trick_without_a_winner() -> None:
    assert trick("B9 O9 P9 G9", "last-trick pink-plus equals-vanish").stars == (0, 0)


def test_M21_a_unicorn_gains_even_if_no_animal_is_left() -> None:
    told = trick("unicorn B9 O9", "last-trick pink-plus equals-vanish")
    assert told.all(PileCounted)[0].cards == ("unicorn",)
    assert told.stars == (3, 0)


def test_M21_an_earlier_trick_is_not_the_last() -> None:
    """Team 0 took the trick before, and a pigeon discards the last one."""
    game = sit("last-trick", "unicorn pigeon", "B9 B8", "B0 B7")
    play(game, "play unicorn", "play B9", "play B0")
    assert play(game, "play pigeon", "play B8", "play B7").stars == (0, 0)


def test_M21_a_thief_does_not_take_the_trick() -> None:
    game = trick("monkey B9 B1", "last-trick").game
    assert play(game, "steal B9").stars == (0, 3)


def test_M22_winners_draw_in_seat_order() -> None:
    told = trick("G9 O10 G1 O0", "", teams=[0, 1, 1, 0], piles=[[], ["O5"]])
    assert [event.seat for event in told.all(CupDrawn)] == [1, 2]
    order = next(deal.order for _, deal in told.game.deals if deal.name.endswith("cups"))
    assert [str(event.points) for event in told.all(CupSeen)] == list(order[:2])


def test_a_lone_winner_draws_one_token() -> None:
    told = trick("unicorn O5 O4")
    assert [event.seat for event in told.all(CupDrawn)] == [0]


def test_cups_are_seen_by_their_owners_only() -> None:
    told = trick("O5 G1 G2 G3")
    mine, partner = (event.points for event in told.all(CupSeen))
    assert [event.audience for event in told.all(CupSeen)] == [(0,), (2,)]
    assert told.game.view(0).cups[0] == (mine, 0, None, 0)
    assert told.game.view(2).cups[0] == (None, 0, partner, 0)
    assert told.game.view(1).cups[0] == (None, 0, None, 0)
    assert told.game.view(None).cups[0] == (None, 0, None, 0)
    assert told.game.view(None).scores is None


@pytest.mark.parametrize(("round", "middle"), [(1, 2), (2, 3), (3, 5), (4, 6)])
def test_M16_equal_cups_give_every_winner_the_middle_token_openly(round: int, middle: int) -> None:
    told = trick("O5 G1 P2 P3", round=round, options={"equal-cups": True})
    assert [(event.seat, event.points, event.audience) for event in told.all(CupSeen)] == [
        (0, middle, None),
        (2, middle, None),
    ]
    assert told.game.view(None).cups[round - 1] == (middle, 0, middle, 0)


def test_M16_equal_cups_are_off_by_default() -> None:
    assert "equal-cups" not in moustaches.new("moustache").view(None).options


# -- the end


def test_after_four_rounds_most_points_win() -> None:
    past = [[1, 0, 2, 0], [0, 2, 0, 3], [3, 0, 5, 0]]
    told = trick("O5 G1 G8 G9", "twos-win three-lowest", cups=past)
    outcome = told.game.outcome
    assert outcome is not None
    assert outcome.scores[1] == 2
    assert outcome.scores[3] == 3
    assert {outcome.scores[0] - 4, outcome.scores[2] - 7} < {4, 6, 9}
    assert outcome.winners == tuple(
        seat for seat, score in enumerate(outcome.scores) if score == max(outcome.scores)
    )
    assert outcome.why.rulings == ("R5",)


def test_R5_equal_points_share_a_rank() -> None:
    past = [[2, 0, 2, 0], [0, 3, 0, 3], [5, 0, 5, 0]]
    told = trick("G1 G2 O5 G3", "twos-win three-lowest", cups=past, options={"equal-cups": True})
    outcome = told.game.outcome
    assert outcome is not None
    assert outcome.scores == (2 + 5, 3 + 6, 2 + 5, 3 + 6)
    assert outcome.ranks == (3, 1, 3, 1)
    assert outcome.winners == (1, 3)

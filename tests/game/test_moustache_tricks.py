"""Who takes a trick of Moustache, and why: the main text, the jokers, the black rule cards, M1 to M9, M14, M15, M19."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from moustaches.engine.rules import CutRedirects, EqualsVanish, LeadIsTrump
from moustaches.engine.trick import BLUE, Row, Trick
from moustaches.errors import IllegalMove, NotYourTurn
from moustaches.game.events import CardLaid, CardStolen, CardsVanished, ColourDemanded, RuleActed, TrickTaken
from moustaches.game.moustache_words import NUMBERS
from tests.game.table import BLACK, Told, play, sit, trick


def colours(told: Told) -> list[str]:
    """The demanded colours, one after the other."""
    return [event.colour for event in told.all(ColourDemanded)]


# -- the main text


def test_printed_example_blue_1_takes_the_trick() -> None:
    """Pink is led; who has no pink plays what it likes, and the strongest colour wins."""
    game = sit("", "P2 G9", "P8 G1", "G3 O5", "B1 O6")
    told = play(game, "play P2", "play P8", "play G3", "play B1")
    assert told.winner == "B1"
    assert told.one(TrickTaken).seat == 3
    assert told.steps == ["strongest"]
    assert colours(told) == ["pink"]
    assert told.collected == {1: {"P2", "P8", "G3", "B1"}}
    assert told.leads == 3


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("G10 P0 G9 G8", "P0"),
        ("P10 O0 P9 G10", "O0"),
        ("O10 B0 O9 P10", "B0"),
        ("B3 B4 B10 B0", "B10"),
        ("P8 P3 B1 P10", "B1"),
    ],
)
def test_strength_is_colour_first_then_value(cards: str, winner: str) -> None:
    assert trick(cards).winner == winner


def test_demanded_colour_must_be_followed() -> None:
    game = sit("", "P2 G9", "P8 B10", "O5 G3", "O1 O6")
    game.play(0, "play P2")
    assert [str(move) for move in game.legal(1)] == ["play P8"]
    with pytest.raises(IllegalMove, match="must-follow"):
        game.play(1, "play B10")
    reason = game.why(1, "play B10")
    assert (reason.id, reason.args) == ("must-follow", {"colour": "pink", "cards": ["P8"]})
    game.play(1, "play P8")
    assert [str(move) for move in game.legal(2)] == ["play G3", "play O5"], "without pink: anything"


def test_the_leader_may_lay_anything() -> None:
    game = sit("", "G1 P2 O3 B4", "G5 P5 O5 B5", "G6 P6 O6 B6", "G7 P7 O7 B7")
    assert [str(move) for move in game.legal(0)] == ["play G1", "play P2", "play O3", "play B4"]


def test_the_winner_leads_the_next_trick() -> None:
    told = trick("G1 G5 G9 G3", more="P1 P2 P3 P4")
    assert told.leads == 2
    assert told.game.to_act == (2,)


def test_a_card_that_is_not_in_hand_is_refused() -> None:
    game = sit("", "G1 P2", "G5 P5", "G6 P6", "G7 P7")
    reason = game.why(0, "play B9")
    assert (reason.id, reason.args) == ("not-in-hand", {"cards": ["B9"]})


# -- the black rule cards, each alone


@pytest.mark.parametrize(
    ("cards", "winner"), [("B10 P2 B9 G1", "P2"), ("G2 B9 O2 B10", "O2"), ("B10 P3 B9 G1", "B10")]
)
def test_twos_win(cards: str, winner: str) -> None:
    told = trick(cards, "twos-win")
    assert told.winner == winner
    assert told.steps == (["names-winner:twos-win"] if winner[1:] == "2" else ["strongest"])


def test_equals_vanish() -> None:
    told = trick("B9 P9 G3 O1", "equals-vanish", more="G4 G5 G6 G7")
    assert told.winner == "O1"
    assert told.steps == ["vanish:equals-vanish", "strongest"]
    assert told.lost == {"B9", "P9"}
    assert told.collected == {1: {"G3", "O1"}}
    assert told.leads == 3


def test_equals_vanish_several_values_at_once() -> None:
    told = trick("B9 P9 G3 O3 O1 G0", "equals-vanish", more="G4 G5 G6 G7 G8 G10")
    assert told.lost == {"B9", "P9", "G3", "O3"}
    assert told.winner == "O1"


def test_equals_vanish_leaves_no_card_and_the_leader_leads_again() -> None:
    told = trick("B9 P9 G3 O3", "equals-vanish", more="G4 G5 G6 G7", leader=2)
    assert told.winner is None
    assert told.one(TrickTaken).seat is None
    assert told.collected == {}
    assert told.lost == {"B9", "P9", "G3", "O3"}
    assert told.leads == 2


def test_vanished_cards_are_told_once() -> None:
    for cards in ("B9 P9 G3 O3", "pigeon P9 G9"):
        told = trick(cards, "equals-vanish")
        vanished = [card for event in told.all(CardsVanished) for card in event.cards]
        assert sorted(vanished) == sorted(cards.split())


@pytest.mark.parametrize(
    ("cards", "winner"),
    [("B10 O9 P1 G0", "G0"), ("B10 O9 P1 B0", "P1"), ("B10 O0 B9 B8", "O0"), ("B4 B10 B2 B1", "B10")],
)
def test_colours_inverted(cards: str, winner: str) -> None:
    told = trick(cards, "colours-inverted")
    assert told.winner == winner
    assert told.steps == ["changes-order:colours-inverted", "strongest"]
    assert told.one(RuleActed).why.args["order"] == ["blue", "orange", "pink", "green"]


@pytest.mark.parametrize(
    ("cards", "winner"), [("G3 B9 B4 O10", "B4"), ("G1 B9 B3 O10", "B3"), ("G4 B9 B4 O10", "B9")]
)
def test_three_lowest(cards: str, winner: str) -> None:
    told = trick(cards, "three-lowest")
    assert told.winner == winner
    assert told.steps == (["names-winner:three-lowest"] if winner != "B9" else ["strongest"])


def test_cut_redirects_the_demanded_colour_several_times() -> None:
    game = sit("cut-redirects", "P5 G1", "O2 O3", "O7 P1", "B4 G9")
    told = play(game, "play P5", "play O2", "play O7", "play B4")
    assert colours(told) == ["pink", "orange", "blue"]
    assert [event.why.id for event in told.all(ColourDemanded)] == [
        "first-animal",
        "redirected",
        "redirected",
    ]
    assert told.all(ColourDemanded)[1].why.rule == "cut-redirects"
    assert told.winner == "B4"


@pytest.mark.parametrize(
    ("cards", "winner"), [("G1 B10 G4 O3", "G4"), ("G1 B10 P4 O3", "G1"), ("O3 B10 B9 O2", "O3")]
)
def test_lead_is_trump(cards: str, winner: str) -> None:
    told = trick(cards, "lead-is-trump")
    assert told.winner == winner
    assert told.steps == ["trump:lead-is-trump", "strongest"]


@pytest.mark.parametrize(
    ("cards", "winner"), [("B10 P9 O3 G1", "O3"), ("B10 B9 O3 G1", "B9"), ("G1 G2 G3 G4", "G3")]
)
def test_second_best(cards: str, winner: str) -> None:
    told = trick(cards, "second-best")
    assert told.winner == winner
    assert told.steps == ["takes-otherwise:second-best"]


@pytest.mark.parametrize(
    ("cards", "winner"), [("B10 G0 O0 P5", "O0"), ("G10 G0 O5 B5", "G0"), ("B9 G0 O0 P5", "B9")]
)
def test_zero_fells_ten(cards: str, winner: str) -> None:
    told = trick(cards, "zero-fells-ten")
    assert told.winner == winner
    assert told.steps == (["names-winner:zero-fells-ten"] if winner[1:] == "0" else ["strongest"])


# -- the rulings


@pytest.mark.parametrize(
    ("rules", "winner"),
    [
        ("twos-win three-lowest", "G2"),
        ("three-lowest twos-win", "B3"),
        ("twos-win zero-fells-ten", "G2"),
        ("zero-fells-ten twos-win", "P0"),
        ("three-lowest zero-fells-ten", "B3"),
        ("zero-fells-ten three-lowest", "P0"),
    ],
)
def test_M1_leftmost_rule_that_names_a_winner_decides(rules: str, winner: str) -> None:
    told = trick("B3 G2 B9 P0 O10 G5", rules)
    assert told.winner == winner
    assert told.steps == [f"names-winner:{rules.split(maxsplit=1)[0]}"]
    assert "M1" in told.one(TrickTaken).why.steps[0].rulings


def test_M1_a_rule_that_does_not_apply_leaves_the_trick_to_the_next() -> None:
    assert trick("B9 G2 B8 P5", "three-lowest twos-win").winner == "G2"


@pytest.mark.parametrize("rules", ["second-best twos-win", "twos-win second-best"])
def test_M1_second_best_decides_only_where_no_rule_names_a_winner(rules: str) -> None:
    assert trick("B10 O9 G2 P1", rules).winner == "G2"
    assert trick("B10 O9 G3 P1", rules).winner == "O9"


@pytest.mark.parametrize("rules", ["equals-vanish twos-win", "twos-win equals-vanish"])
def test_M2_equals_vanish_before_any_rule_names_a_winner(rules: str) -> None:
    told = trick("G2 P2 B9 O1", rules)
    assert told.winner == "B9"
    assert told.steps == ["vanish:equals-vanish", "strongest"]
    assert trick("G2 P9 B9 O1", rules).winner == "G2"


def test_M2_a_vanished_three_triggers_nothing() -> None:
    assert trick("G3 P3 B9 B4", "three-lowest equals-vanish").winner == "B9"


def test_M2_all_copies_of_an_equal_value_go() -> None:
    told = trick("G5 P5 O5 B5 G1 P0", "equals-vanish", more="B0 B1 B2 B3 B4 B6")
    assert told.lost == {"G5", "P5", "O5", "B5"}
    assert told.winner == "P0"


def test_M2_the_demanded_colour_of_a_vanished_card_stays() -> None:
    assert trick("P9 B9 P1 B10", "equals-vanish lead-is-trump").winner == "P1"


def test_M2_a_redirection_by_a_vanished_card_stays() -> None:
    """Three black cards never lie in a row, so the engine's row is asked: O9 made orange the demanded colour."""
    row = Row([CutRedirects(), EqualsVanish(), LeadIsTrump()], vec[i64]([0] * 44))
    trick = Trick()
    trick.cards = sum(1 << NUMBERS[card] for card in ("P9", "O9", "O1", "B5"))
    trick.demanded = row.redirect(0x7FF << 11, 1 << NUMBERS["O9"])
    assert row.resolve(trick, False, None) == 1 << NUMBERS["O1"]
    assert trick.cards & BLUE == 1 << NUMBERS["B5"]


def test_M2_jokers_never_vanish() -> None:
    told = trick("monkey G5 pigeon P5 O1", "equals-vanish", more="G6 G7 G8 P6 P7")
    assert told.all(CardsVanished)[0].cards == ("G5", "P5")
    assert told.winner == "O1"


@pytest.mark.parametrize("rules", ["colours-inverted lead-is-trump", "lead-is-trump colours-inverted"])
def test_M3_invert_then_the_demanded_colour_on_top(rules: str) -> None:
    assert trick("P1 B10 G0 O9", rules).winner == "P1"
    assert trick("B1 O9 P9 G0", rules).winner == "B1"
    game = sit(rules, "P1", "B10", "G0", "O9")
    assert game.view(0).order == ("blue", "orange", "pink", "green")
    game.play(0, "play P1")
    assert game.view(0).order == ("blue", "orange", "green", "pink")


@pytest.mark.parametrize("rules", ["colours-inverted twos-win", "twos-win colours-inverted"])
def test_M3_every_strongest_colour_uses_the_changed_order(rules: str) -> None:
    assert trick("B2 G2 O9 P1", rules).winner == "G2"


@pytest.mark.parametrize("rules", ["cut-redirects lead-is-trump", "lead-is-trump cut-redirects"])
def test_M3_lead_is_trump_takes_the_colour_demanded_when_the_trick_ends(rules: str) -> None:
    assert trick("B9 P4 G2 G1", rules).winner == "G2"


def test_M3_strongest_colour_is_among_the_cards_still_in_the_trick() -> None:
    assert trick("B9 G9 O3 O8", "three-lowest equals-vanish").winner == "O3"


@pytest.mark.parametrize("rule", BLACK)
def test_M4_unicorn_wins_over_every_rule_card(rule: str) -> None:
    told = trick("B10 unicorn G2 O3 P0", rule, teams=[1, 0, 1, 0, 1])
    assert told.winner == "unicorn"
    assert told.steps[-1] == "unicorn"
    assert told.one(TrickTaken).why.steps[-1].rulings == ("M4",)
    assert told.collected == {0: {"B10", "unicorn", "G2", "O3", "P0"}}


def test_M4_cards_vanish_all_the_same_under_a_unicorn() -> None:
    told = trick("B10 unicorn G10 O3 P0", "equals-vanish", teams=[1, 0, 1, 0, 1])
    assert told.collected == {0: {"unicorn", "O3", "P0"}}


def test_M5_pigeon_and_monkey_never_win() -> None:
    assert trick("monkey G1 G0").winner == "G1"
    assert trick("pigeon G1 G0").winner == "G1"


def test_M5_nobody_takes_a_trick_of_pigeon_and_monkey_only() -> None:
    told = trick("monkey G5 pigeon P5 O5", "equals-vanish", more="G6 G7 G8 P6 P7")
    assert told.winner is None
    assert told.steps == ["vanish:equals-vanish", "nobody-left", "pigeon"]
    assert told.collected == {}
    assert told.lost == {"monkey", "G5", "pigeon", "P5", "O5"}
    assert told.leads == 0


def test_M5_nobody_takes_a_trick_of_a_monkey_only() -> None:
    told = trick("G5 P5 monkey", "equals-vanish", more="O6 O7 O8", leader=1)
    assert told.winner is None
    assert "M5" in told.one(TrickTaken).why.steps[-1].rulings
    assert told.lost == {"monkey", "G5", "P5"}
    assert told.all(CardStolen) == []
    assert told.leads == 1, "the leader leads again"


def test_M6_pigeon_beats_monkey() -> None:
    told = trick("monkey B5 pigeon G3 P1", more="G6 G7 G8 P6 P7")
    assert told.game.view(None).phase == "play", "nothing is stolen"
    assert told.collected == {}
    assert told.lost == {"monkey", "B5", "pigeon", "G3", "P1"}
    assert told.leads == 1, "B5 would have won"
    assert told.one(TrickTaken).why.steps[-1].rulings == ("M6",)


@pytest.mark.parametrize(("rule", "leads"), [("second-best", 4), ("twos-win", 3), ("colours-inverted", 3)])
def test_M6_who_would_have_won_is_settled_by_all_rule_cards(rule: str, leads: int) -> None:
    told = trick("monkey B5 pigeon G2 P1", rule, more="G6 G7 G8 P6 P7")
    assert told.leads == leads
    assert told.collected == {}


def test_M6_or_by_the_unicorn() -> None:
    told = trick("pigeon B10 unicorn G2 P1", more="G6 G7 G8 P6 P7")
    assert told.winner == "unicorn"
    assert told.steps == ["unicorn", "pigeon"]
    assert told.lost == {"pigeon", "B10", "unicorn", "G2", "P1"}
    assert told.leads == 2


def test_pigeon_discards_the_trick_and_the_winner_leads() -> None:
    told = trick("pigeon B5 G3", more="G6 G7 G8")
    assert told.lost == {"pigeon", "B5", "G3"}
    assert told.collected == {}
    assert told.steps == ["strongest", "pigeon"]
    assert told.leads == 1


@pytest.mark.parametrize("joker", ["unicorn", "monkey", "pigeon"])
def test_jokers_may_be_laid_by_one_who_could_follow(joker: str) -> None:
    game = sit("", f"P5 B7 {joker}", "P1 G1 G2", "P2 G3 G4", leader=1)
    play(game, "play P1", "play P2")
    assert [str(move) for move in game.legal(0)] == ["play P5", f"play {joker}"]


def test_M7_monkey_takes_a_card_of_the_trick_for_its_team() -> None:
    told = trick("monkey B5 G3", more="G6 G7 G8")
    game = told.game
    assert told.winner == "B5"
    assert game.to_act == (0,)
    view = game.view(None)
    assert (view.phase, view.still_in) == ("steal", ("G3", "B5"))
    assert [str(move) for move in game.legal(0)] == ["steal G3", "steal B5"], "it may not decline"
    with pytest.raises(IllegalMove, match="not-in-trick"):
        game.play(0, "steal O1")
    with pytest.raises(IllegalMove, match="another-kind"):
        game.play(0, "play G6")
    with pytest.raises(NotYourTurn):
        game.play(1, "play G7")
    stolen = play(game, "steal B5")
    assert stolen.one(CardStolen).card == "B5"
    assert stolen.one(CardStolen).audience is None, "seen by all"
    assert stolen.collected == {0: {"B5"}, 1: {"monkey", "G3"}}
    assert stolen.leads == 1


def test_M7_monkey_chooses_before_the_count() -> None:
    game = trick("monkey B5 G3").game
    assert game.view(None).rounds == ()
    names = [type(event).__name__ for event in play(game, "steal B5").events]
    assert names.index("CardStolen") < names.index("PileCounted")


def test_M7_monkey_takes_no_vanished_card() -> None:
    game = trick("monkey G5 O1 P5 B3", "equals-vanish", more="P0 P1 P2 P3 P4").game
    assert [str(move) for move in game.legal(0)] == ["steal O1", "steal B3"]
    assert game.why(0, "steal G5").rulings == ("M7",)
    assert play(game, "steal O1").collected == {0: {"O1"}, 1: {"monkey", "B3"}}


def test_M7_nothing_to_choose_where_its_own_team_won() -> None:
    told = trick("monkey G5 B9 P5 O1", more="P0 P1 P2 P3 P4")
    assert told.collected == {0: {"monkey", "G5", "B9", "P5", "O1"}}
    assert told.leads == 2


def test_M7_nothing_is_stolen_where_no_animal_is_left() -> None:
    """The unicorn went to the other side, and all animals of its trick vanish."""
    game = sit(
        "pass-three blue-tax equals-vanish",
        "unicorn G0 G1 O5",
        "B0 B1 B2 P0",
        "P1 P2 P3 monkey",
        "B3 B4 B9 G5",
        "B6 B7 B8 P5",
        phase="give",
    )
    gifts = ("unicorn G0 G1", "B0 B1 B2", "P1 P2 P3", "B3 B4 B9", "B6 B7 B8")
    play(game, *(f"pass {gift}" for gift in gifts))
    told = play(game.copy(), "play unicorn", "play monkey", "play G5", "play P5", "play O5")
    assert game.to_act == (1,), "the crown leads"
    assert told.winner == "unicorn"
    assert told.lost == {"G5", "P5", "O5"}
    assert told.all(CardStolen) == []
    assert told.collected == {1: {"unicorn", "monkey"}}
    assert told.leads == 1


def test_M8_the_first_animal_sets_the_demanded_colour() -> None:
    game = sit("", "monkey G1", "P3 G2", "P1 B1")
    told = play(game, "play monkey", "play P3")
    demanded = told.one(ColourDemanded)
    assert (demanded.seat, demanded.colour, demanded.why.rulings) == (1, "pink", ("M8",))
    assert [str(move) for move in game.legal(2)] == ["play P1"]


def test_M8_before_the_first_animal_nothing_is_demanded() -> None:
    game = sit("", "monkey G1", "P3 G2", "P1 B1")
    game.play(0, "play monkey")
    assert game.view(1).demanded is None
    assert len(game.legal(1)) == 2


def test_M9_jokers_do_not_redirect() -> None:
    game = sit("cut-redirects", "monkey G5", "P3 G2", "P1 G1", leader=2)
    told = play(game, "play P1", "play monkey", "play P3")
    assert colours(told) == ["pink"]


def swapped() -> list[str]:
    """The lone player gives the unicorn away and keeps the monkey."""
    return ["unicorn pigeon G0 monkey", "P1 P2 P3 G5", "O1 O2 O3 B5"]


def test_M9_a_joker_works_for_whoever_lays_it() -> None:
    game = sit("pass-three", *swapped(), phase="give")
    play(game, "pass unicorn pigeon G0", "pass P1 P2 P3", "pass O1 O2 O3")
    assert [set(game.view(seat).hand) for seat in range(3)] == [
        {"monkey", "O1", "O2", "O3"},
        {"G5", "unicorn", "pigeon", "G0"},
        {"B5", "P1", "P2", "P3"},
    ]
    told = play(game, "play unicorn", "play B5", "play O1")
    assert told.winner == "unicorn"
    assert told.collected == {1: {"unicorn", "B5", "O1"}}


def test_M9_a_monkey_steals_from_an_opposing_unicorn() -> None:
    game = sit("pass-three", *swapped(), phase="give")
    play(game, "pass unicorn pigeon G0", "pass P1 P2 P3", "pass O1 O2 O3")
    told = play(game, "play unicorn", "play B5", "play monkey")
    assert told.winner == "unicorn"
    assert game.to_act == (0,)
    assert [str(move) for move in game.legal(0)] == ["steal B5"], "one choice is a move too (R2)"
    assert play(game, "steal B5").collected == {0: {"B5"}, 1: {"unicorn", "monkey"}}


def test_M9_two_jokers_meet_with_3_players() -> None:
    """The pigeon of the other side discards the trick that the lone player's unicorn wins."""
    hands = ["pigeon monkey G0 unicorn", "P1 P2 P3 G5", "O1 O2 O3 B5"]
    game = sit("pass-three", *hands, phase="give")
    play(game, "pass pigeon monkey G0", "pass P1 P2 P3", "pass O1 O2 O3")
    told = play(game, "play pigeon", "play B5", "play unicorn")
    assert told.winner == "unicorn"
    assert told.collected == {}
    assert told.leads == 0


def test_M14_you_must_follow_the_colour_in_force_at_your_turn() -> None:
    hands = ("P5 G1", "O2 O3", "O7 P1", "B4 P9")
    game = sit("cut-redirects", *hands)
    play(game, "play P5", "play O2")
    assert [str(move) for move in game.legal(2)] == ["play O7"]
    reason = game.why(2, "play P1")
    assert reason.id == "must-follow"
    assert reason.rulings == ("M14",)
    assert reason.args == {"colour": "orange", "cards": ["O7"]}
    without = sit("twos-win", *hands)
    play(without, "play P5", "play O2")
    assert [str(move) for move in without.legal(2)] == ["play P1"]


def test_M14_the_colour_may_come_back() -> None:
    told = trick("P5 O2 P1 P9", "cut-redirects")
    assert colours(told) == ["pink", "orange", "pink"]


@pytest.mark.parametrize("rules", ["equals-vanish second-best", "second-best equals-vanish"])
def test_M15_second_best_needs_two_animals_still_in_the_trick(rules: str) -> None:
    alone = trick("G5 P5 O1 B5", rules)
    assert alone.winner == "O1"
    assert alone.steps == ["vanish:equals-vanish", "strongest"]
    assert trick("G5 P5 O1 B2", rules).winner == "O1", "of two, the second"


def test_M15_jokers_are_no_animals() -> None:
    """The pigeon leaves one animal: it would have won, although two cards were left."""
    told = trick("pigeon G5 P5 O1 B5", "equals-vanish second-best", more="P0 P1 P2 P3 P4")
    assert told.winner == "O1"
    assert told.leads == 3


@pytest.mark.parametrize("three", ["G3", "P3", "O3", "B3"])
def test_M19_the_three_may_be_of_any_colour(three: str) -> None:
    told = trick(f"B9 {three} B6 O10", "three-lowest")
    assert told.winner == ("B3" if three == "B3" else "B6")
    assert told.one(TrickTaken).why.steps[0].rulings == ("M1", "M19")


def test_M19_strongest_colour_first_then_its_lowest_value() -> None:
    assert trick("G0 P3 O8 O7", "three-lowest").winner == "O7"


# -- explanations


def test_steps_of_a_trick_go_through_the_row_from_left_to_right() -> None:
    told = trick("P9 B9 P1 O5", "equals-vanish lead-is-trump")
    assert told.steps == ["vanish:equals-vanish", "trump:lead-is-trump", "strongest"]
    vanish, trump, strongest = told.one(TrickTaken).why.steps
    assert vanish.args == {"place": 2, "cards": ["P9", "B9"]}
    assert trump.args == {"place": 3, "order": ["green", "orange", "blue", "pink"]}
    assert strongest.args == {"card": "P1", "seat": 2}
    assert [event.rule for event in told.all(RuleActed)] == ["equals-vanish", "lead-is-trump"]


def test_a_legal_move_has_a_reason_too() -> None:
    game = sit("", "G1", "G2", "G3", "G4")
    assert game.why(0, "play G1").id == "legal"
    assert game.why(1, "play G2").id == "not-your-turn"
    assert game.why(0, "pass G1 G2 G3").id == "another-kind"


def test_R1_clockwise_from_the_leader() -> None:
    told = trick("G1 G2 G3 G4 G5 G6", leader=4)
    assert [event.seat for event in told.all(CardLaid)] == [4, 5, 0, 1, 2, 3]

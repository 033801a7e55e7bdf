"""Moustache Gracias by the book, round by round: the main text, its printed examples, and the rulings about deals,
bids, tricks and the joker. Ends and variants are in `test_gracias_ends.py`, round 6 in `test_gracias_forehead.py`.
"""

from __future__ import annotations

from itertools import count

import pytest

import moustaches
from moustaches.errors import IllegalMove
from moustaches.game.events import (
    BidMade,
    BidMet,
    CardDrawn,
    CardLaid,
    DealerChosen,
    Dealt,
    Event,
    GarmentsLost,
    RoundBegan,
    TrickTaken,
)
from moustaches.game.gracias import Gracias
from tests.game.gracias_table import at, hands, legal
from tests.game.moves import only, play


def play_first_legal(game: Gracias) -> None:
    """Zero bids where they are allowed, and the lowest card."""
    while game.to_act:
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[0])


# Set-up and rounds


@pytest.mark.parametrize("players", [3, 4])
def test_the_lowest_card_drawn_is_el_gringo(players: int) -> None:
    for seed in range(40):
        game = moustaches.new("gracias", players=players, seed=seed)
        events = game.events()
        drawn = {
            int(event.card): event.seat
            for event in events
            if isinstance(event, CardDrawn) and not event.set_aside
        }
        assert sorted(drawn.values()) == list(range(players))
        gringo = drawn[min(drawn)]
        assert [event.seat for event in only(events, DealerChosen)] == [gringo]
        assert game.view(None).gringo == gringo
        assert game.view(None).announcer == (gringo + 1) % players


def test_G1_a_joker_in_the_draw_is_set_aside_and_its_player_draws_again() -> None:
    jokers = 0
    for seed in range(60):
        game = moustaches.new("gracias", players=3, seed=seed)
        drawn = only(game.events(), CardDrawn)
        for first, second in zip(drawn, [*drawn[1:], None], strict=True):
            assert first.set_aside == (first.card == "J")
            if first.set_aside:
                jokers += 1
                assert second is not None
                assert (second.seat, second.set_aside) == (first.seat, False)
        assert len(drawn) == 3 + any(event.set_aside for event in drawn)
    assert jokers > 0


def test_seven_garments_each_and_five_cards() -> None:
    view = moustaches.new("gracias", players=4, seed=3).view(0)
    assert view.garments == (7, 7, 7, 7)
    assert (view.round, view.cards, view.hand_sizes) == (1, 5, (5, 5, 5, 5))


def test_the_rounds_have_5_4_3_2_1_and_1_cards() -> None:
    for seed in count():
        game = moustaches.new("gracias", players=3, seed=seed)
        play_first_legal(game)
        began = [(event.round, event.cards) for event in only(game.events(), RoundBegan)]
        assert began == [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1), (6, 1)][: len(began)]
        for event in only(game.events(), Dealt):
            assert len(event.cards) in (5, 4, 3, 2, 1)
        if len(began) == 6:
            return


def test_all_22_cards_are_shuffled_again_before_each_deal() -> None:
    game = moustaches.new("gracias", players=3, seed=1)
    play_first_legal(game)
    deck = sorted(["J", *(str(number) for number in range(1, 22))])
    orders = [
        line.partition(": ")[2].split() for line in game.record().splitlines() if line.startswith("deal")
    ]
    assert len(orders) == 1 + len(only(game.events(), RoundBegan))
    assert all(sorted(order) == deck for order in orders)
    assert len({tuple(order) for order in orders}) == len(orders)


def test_nobody_sees_the_cards_of_another() -> None:
    game = moustaches.new("gracias", players=3, seed=4)
    for viewer in (0, 1, 2, None):
        seen = only(game.events(viewer), Dealt)
        assert [event.seat for event in seen] == ([] if viewer is None else [viewer])
        assert game.view(viewer).hand == (seen[0].cards if seen else ())


# Bids


def test_bids_go_from_the_announcer_clockwise_and_el_gringo_is_last() -> None:
    game = at(players=4, gringo=1, hands=hands("1 2 3 4 5", "6 7 8 9 10", "11 12 13 14 15", "16 17 18 19 20"))
    order = []
    while game.view(None).phase == "bid":
        (seat,) = game.to_act
        order.append(seat)
        game.play(seat, "bid 2")
    assert order == [2, 3, 0, 1]
    assert game.view(None).bids == (2, 2, 2, 2)


def test_bids_are_open_to_all() -> None:
    game = at(hands=hands("1 2 3 4 5", "6 7 8 9 10", "11 12 13 14 15"))
    events = play(game, "0 bid 3")
    assert events == [BidMade(seat=0, bid=3)]
    for viewer in (0, 1, 2, None):
        assert game.events(viewer, since=game.version - 1) == events
        assert game.view(viewer).bids == (3, None, None)


def test_a_bid_is_0_up_to_the_number_of_cards() -> None:
    game = at(round=3, hands=hands("1 2 3", "6 7 8", "11 12 13"))
    assert legal(game, 0) == ["bid 0", "bid 1", "bid 2", "bid 3"]
    assert game.why(0, "bid 4").id == "bid-too-high"
    assert game.why(0, "bid 4").args == {"cards": 3}


def test_printed_example_after_bids_1_1_2_el_gringo_may_not_bid_1() -> None:
    game = at(players=4, hands=hands("1 2 3 4 5", "6 7 8 9 10", "11 12 13 14 15", "16 17 18 19 20"))
    play(game, "0 bid 1", "1 bid 1", "2 bid 2")
    assert legal(game, 3) == ["bid 0", "bid 2", "bid 3", "bid 4", "bid 5"]
    assert game.view(3).forbidden_bid == 1
    why = game.why(3, "bid 1")
    assert (why.id, why.args) == ("forbidden-sum", {"bid": 1, "cards": 5})
    with pytest.raises(IllegalMove, match="forbidden-sum"):
        game.play(3, "bid 1")


def test_only_el_gringo_is_bound_by_the_sum() -> None:
    game = at(round=5, hands=hands("1", "2", "3"))
    play(game, "0 bid 1")
    assert legal(game, 1) == ["bid 0", "bid 1"]
    assert game.view(1).forbidden_bid is None


@pytest.mark.parametrize(
    ("bids", "left"),
    [
        ((0, 0, 0), ["bid 0"]),
        ((1, 0, 0), ["bid 1"]),
        ((0, 1, 0), ["bid 1"]),
        ((0, 0, 1), ["bid 1"]),
        ((1, 1, 0), ["bid 0", "bid 1"]),
        ((1, 1, 1), ["bid 0", "bid 1"]),
    ],
)
def test_printed_example_round_5(bids: tuple[int, ...], left: list[str]) -> None:
    """The others all bid 0: El Gringo must bid 0. One bid 1: El Gringo must bid 1. Otherwise free."""
    game = at(players=4, round=5, hands=hands("1", "2", "3", "4"))
    play(game, *(f"{seat} bid {bid}" for seat, bid in enumerate(bids)))
    assert legal(game, 3) == left


@pytest.mark.parametrize(("bids", "left"), [((0, 0), ["bid 0"]), ((1, 0), ["bid 1"]), ((1, 1), None)])
def test_G2_the_forbidden_sum_holds_in_round_6_too(bids: tuple[int, ...], left: list[str] | None) -> None:
    game = at(round=6, hands=hands("1", "2", "3"))
    play(game, *(f"{seat} bid {bid}" for seat, bid in enumerate(bids)))
    assert legal(game, 2) == (left or ["bid 0", "bid 1"])
    if left:
        forbidden = "bid 1" if left == ["bid 0"] else "bid 0"
        assert game.why(2, forbidden).id == "forbidden-sum"
        assert game.why(2, forbidden).rulings == ("G2",)


def test_R2_a_bid_with_one_choice_left_is_still_a_move() -> None:
    game = at(round=5, hands=hands("1", "2", "3"))
    play(game, "0 bid 0", "1 bid 0")
    assert (game.to_act, legal(game, 2)) == ((2,), ["bid 0"])


# Tricks


def test_the_announcer_leads_and_the_winner_of_a_trick_leads_the_next() -> None:
    game = at(round=4, gringo=0, hands=hands("1 9", "2 5", "3 20"), bids=[0, 0, 0])
    assert (game.to_act, game.view(None).leader) == ((1,), 1)
    events = play(game, "1 play 5", "2 play 20", "0 play 1")
    assert [(event.seat, event.card) for event in only(events, TrickTaken)] == [(2, "20")]
    assert (game.to_act, game.view(None).leader) == ((2,), 2)
    assert game.view(None).taken == (0, 0, 1)
    play(game, "2 play 3")
    assert game.to_act == (0,)


def test_play_goes_clockwise_R1() -> None:
    game = at(players=4, round=5, gringo=1, hands=hands("1", "2", "3", "4"), bids=[0, 0, 0, 0])
    order = [event.seat for event in only(play(game, "2 play 3", "3 play 4", "0 play 1"), CardLaid)]
    assert order == [2, 3, 0]
    assert game.to_act == (1,)


def test_the_highest_card_takes_the_trick() -> None:
    game = at(round=5, hands=hands("12", "21", "3"), bids=[0, 0, 0])
    events = play(game, "0 play 12", "1 play 21", "2 play 3")
    (taken,) = only(events, TrickTaken)
    assert (taken.seat, taken.card) == (1, "21")
    assert (taken.why.id, taken.why.args) == ("highest", {"seat": 1, "card": "21"})


def test_who_can_beat_must() -> None:
    game = at(round=4, hands=hands("10 1", "9 11", "12 21"), bids=[0, 0, 0], trick=["10"])
    assert legal(game, 1) == ["play 11"]
    why = game.why(1, "play 9")
    assert (why.id, why.rulings, why.args) == ("must-beat", ("G4",), {"cards": ["11"], "top": "10"})
    with pytest.raises(IllegalMove, match="must-beat"):
        game.play(1, "play 9")
    play(game, "1 play 11")
    assert legal(game, 2) == ["play 12", "play 21"]


def test_printed_example_4_8_18_are_down_and_13_17_may_both_be_laid() -> None:
    game = at(
        players=4,
        round=4,
        hands=hands("1 4", "2 8", "3 18", "13 17"),
        bids=[0, 0, 0, 0],
        trick=["4", "8", "18"],
    )
    assert legal(game, 3) == ["play 13", "play 17"]


def test_G4_stronger_means_than_the_strongest_so_far_not_than_the_last_card() -> None:
    game = at(
        players=4, round=4, hands=hands("1 18", "2 4", "3 19", "5 17"), bids=[0, 0, 0, 0], trick=["18", "4"]
    )
    assert legal(game, 2) == ["play 19"]
    game = at(
        players=4, round=4, hands=hands("1 18", "2 4", "5 17", "3 6"), bids=[0, 0, 0, 0], trick=["18", "4"]
    )
    assert legal(game, 2) == ["play 5", "play 17"]


def test_the_duty_counts_from_the_trick_on_the_table_only() -> None:
    game = at(round=4, hands=hands("20 1", "21 2", "3 4"), bids=[0, 0, 0])
    play(game, "0 play 20", "1 play 21", "2 play 3")
    assert legal(game, 1) == ["play 2"]
    play(game, "1 play 2")
    assert legal(game, 2) == ["play 4"]


def test_R2_the_last_card_is_laid_by_a_move() -> None:
    game = at(round=5, hands=hands("1", "2", "3"), bids=[0, 0, 0])
    assert (game.to_act, legal(game, 0)) == ((0,), ["play 1"])


# The joker


def test_the_joker_is_0_or_22_as_its_player_says() -> None:
    for value, taker in (("J22", 0), ("J0", 1)):
        game = at(round=5, hands=hands("J", "21", "1"), bids=[0, 0, 0])
        assert legal(game, 0) == ["play J0", "play J22"]
        events = play(game, f"0 play {value}", "1 play 21", "2 play 1")
        assert only(events, CardLaid)[0].card == value
        assert [event.seat for event in only(events, TrickTaken)] == [taker]


def test_a_joker_led_as_0_must_be_beaten_by_all() -> None:
    game = at(round=4, hands=hands("J 5", "1 2", "3 4"), bids=[0, 0, 0])
    play(game, "0 play J0")
    assert legal(game, 1) == ["play 1", "play 2"]
    play(game, "1 play 2")
    assert legal(game, 2) == ["play 3", "play 4"]


def test_under_a_joker_of_22_any_card_may_be_laid() -> None:
    game = at(round=4, hands=hands("J 5", "1 21", "3 4"), bids=[0, 0, 0])
    play(game, "0 play J22")
    assert legal(game, 1) == ["play 1", "play 21"]


@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ("J 3", ["play J0", "play 3", "play J22"]),
        ("J 20", ["play J0", "play 20", "play J22"]),
        ("3 20", ["play 20"]),
    ],
)
def test_G5_joker_is_never_the_card_you_must_play(hand: str, left: list[str]) -> None:
    """Always playable, at either value, and it is no card that could force you to beat."""
    game = at(round=4, hands=hands("1 18", hand, "2 4"), bids=[0, 0, 0], trick=["18"])
    assert legal(game, 1) == left


def test_G5_a_higher_number_must_be_laid_unless_the_joker_is() -> None:
    game = at(round=3, hands=hands("1 2 18", "J 3 20", "4 5 6"), bids=[0, 0, 0], trick=["18"])
    assert legal(game, 1) == ["play J0", "play 20", "play J22"]
    assert game.why(1, "play 3").id == "must-beat"


@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ("J 3", ["play J22"]),
        ("J 20", ["play 20", "play J22"]),
        ("2 3", ["play 2", "play 3"]),
    ],
)
def test_G5_strict_joker_is_a_card_able_to_beat(hand: str, left: list[str]) -> None:
    options = {"strict-joker": True}
    game = at(round=4, options=options, hands=hands("1 18", hand, "4 5"), bids=[0, 0, 0], trick=["18"])
    assert legal(game, 1) == left
    if "J" in hand:
        why = game.why(1, "play J0")
        assert why.id == "must-beat"
        assert "G5" in why.rulings


def test_G5_strict_joker_must_beat_even_as_the_last_card() -> None:
    game = at(
        round=5, options={"strict-joker": True}, hands=hands("18", "J", "4"), bids=[0, 0, 0], trick=["18"]
    )
    assert legal(game, 1) == ["play J22"]


def test_G5_strict_joker_may_say_0_when_leading() -> None:
    game = at(round=4, options={"strict-joker": True}, hands=hands("J 3", "1 2", "4 5"), bids=[0, 0, 0])
    assert legal(game, 0) == ["play J0", "play 3", "play J22"]


def test_G5_strict_joker_may_say_0_under_noyade_and_uno_dos_tres() -> None:
    options = {"strict-joker": True, "noyade": True}
    game = at(round=4, options=options, hands=hands("1 18", "J 20", "4 5"), bids=[0, 0, 0], trick=["18"])
    assert legal(game, 1) == ["play J0", "play 20", "play J22"]
    options = {"strict-joker": True, "uno-dos-tres": True}
    game = at(round=4, options=options, hands=hands("1 18", "J 20", "4 5"), bids=[0, 0, 0])
    assert legal(game, 1) == ["play J0", "play 20", "play J22"]


# Count


def test_printed_example_bid_1_took_3_from_7_garments_to_5() -> None:
    game = at(round=3, hands=hands("19 20 21", "1 2 3", "4 5 6"), bids=[1, 0, 0])
    events: list[Event] = []
    for lead, second, third in (("21", "1", "4"), ("20", "2", "5"), ("19", "3", "6")):
        events += play(game, f"0 play {lead}", f"1 play {second}", f"2 play {third}")
    (lost,) = only(events, GarmentsLost)
    assert (lost.seat, lost.lost, lost.left) == (0, 2, 5)
    assert (lost.why.id, lost.why.args) == (
        "off-the-bid",
        {"seat": 0, "bid": 1, "taken": 3, "off": 2, "left": 5},
    )
    assert [event.seat for event in only(events, BidMet)] == [1, 2]
    assert game.view(None).garments == (5, 7, 7)


def test_too_few_tricks_cost_as_much_as_too_many() -> None:
    game = at(round=4, hands=hands("1 2", "20 21", "3 4"), bids=[2, 1, 1])
    play(game, "0 play 1", "1 play 20", "2 play 3", "1 play 21", "2 play 4", "0 play 2")
    assert game.view(None).garments == (5, 6, 6)


def test_G7_garments_never_go_below_0() -> None:
    game = at(round=4, garments=[1, 7, 7], hands=hands("1 2", "20 21", "3 4"), bids=[2, 2, 0])
    events = play(game, "0 play 1", "1 play 20", "2 play 3", "1 play 21", "2 play 4", "0 play 2")
    (lost,) = only(events, GarmentsLost)
    assert (lost.seat, lost.left) == (0, 0)
    assert game.view(None).garments == (0, 7, 7)


def test_the_announcer_becomes_el_gringo() -> None:
    game = at(round=5, gringo=2, hands=hands("1", "2", "3"), bids=[0, 0, 0])
    assert (game.view(None).gringo, game.view(None).announcer) == (2, 0)
    play(game, "0 play 1", "1 play 2", "2 play 3")
    view = game.view(None)
    assert (view.round, view.gringo, view.announcer) == (6, 0, 1)
    assert game.to_act == (1,)


def test_a_new_round_clears_bids_and_tricks() -> None:
    game = at(round=4, hands=hands("1 9", "2 5", "3 20"), bids=[0, 0, 0])
    play(game, "0 play 1", "1 play 2", "2 play 3", "2 play 20", "0 play 9")
    assert [past.taker for past in game.view(None).tricks] == [2]
    play(game, "1 play 5")
    view = game.view(None)
    assert (view.round, view.bids, view.taken, view.tricks) == (5, (None, None, None), (0, 0, 0), ())


# Why not


def test_why_names_what_is_wrong() -> None:
    game = at(round=5, hands=hands("1", "2", "3"))
    assert game.why(0, "play 1").args == {"move": "play 1", "expected": "bid"}
    assert game.why(0, "play 1").id == "another-kind"
    assert (game.why(1, "bid 0").id, game.why(1, "bid 0").args) == ("not-your-turn", {"seats": [0]})
    play(game, "0 bid 0", "1 bid 0", "2 bid 0")
    assert game.why(0, "bid 0").args == {"move": "bid 0", "expected": "play"}
    assert (game.why(0, "play 2").id, game.why(0, "play 2").args) == ("not-in-hand", {"cards": ["2"]})
    assert game.why(0, "play J22").args == {"cards": ["J"]}
    assert game.why(0, "play 1").id == "legal"

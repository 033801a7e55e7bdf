"""How Moustache Gracias ends and who has won: the three ends, eliminations, ranks."""

from __future__ import annotations

import pytest

from moustaches.game.events import (
    CardDrawn,
    CardLaid,
    DealerChosen,
    GameEnded,
    PlayerBare,
    RoundBegan,
)
from tests.game.gracias_table import at, hands, lay_all, legal, one_card
from tests.game.moves import only, play

ENDS = ("six-rounds", "first-bare", "last-dressed")
FLAGS = ("noyade", "uno-dos-tres", "chico", "strict-joker", "blind-joker-zero")


# six-rounds


def test_six_rounds_the_most_garments_win_after_round_6() -> None:
    game = one_card("six-rounds", [5, 4, 3], [1, 1, None], round=6)
    events = play(game, "2 bid 1")
    assert game.over
    assert game.outcome is not None
    assert game.outcome.scores == (5, 3, 2)
    assert game.outcome.ranks == (1, 2, 3)
    assert game.outcome.winners == (0,)
    assert game.outcome.why.args["garments"] == [5, 3, 2]
    (ended,) = only(events, GameEnded)
    assert (ended.scores, ended.ranks) == ((5, 3, 2), (1, 2, 3))


def test_six_rounds_is_the_default() -> None:
    game = at(round=6, hands=hands("21", "20", "19"), bids=[0, 0, None])
    assert game.view(None).options == {}
    play(game, "2 bid 0")
    assert game.over


def test_six_rounds_equal_garments_share_the_victory_R5() -> None:
    game = one_card("six-rounds", [4, 5, 3, 2], [1, 1, 0, None], round=6)
    play(game, "3 bid 0")
    assert game.outcome is not None
    assert game.outcome.scores == (4, 4, 3, 2)
    assert game.outcome.ranks == (1, 1, 3, 4)
    assert game.outcome.winners == (0, 1)


def test_six_rounds_who_is_bare_earlier_has_lost_and_the_game_ends_there() -> None:
    game = one_card("six-rounds", [4, 1, 6], [1, 1, 1])
    events = lay_all(game)
    assert [event.seat for event in only(events, PlayerBare)] == [1]
    assert game.over
    assert game.outcome is not None
    assert game.outcome.scores == (4, 0, 5)
    assert game.outcome.ranks == (2, 3, 1)


def test_six_rounds_goes_on_while_all_are_dressed() -> None:
    game = one_card("six-rounds", [4, 2, 6], [1, 1, 1])
    lay_all(game)
    assert not game.over
    assert game.outcome is None
    assert game.view(None).round == 6


# first-bare


def test_first_bare_the_six_rounds_start_over_without_a_new_draw() -> None:
    game = one_card("first-bare", [4, 4, 4], [1, 1, None], round=6)
    events = play(game, "2 bid 1")
    assert not game.over
    (began,) = only(events, RoundBegan)
    assert (began.round, began.cards, began.dealer) == (7, 5, 0)
    assert not only(events, CardDrawn)
    assert not only(events, DealerChosen)
    assert not game.view(None).forehead


@pytest.mark.parametrize("round", [5, 11])
def test_first_bare_ends_at_the_first_bare_in_any_cycle(round: int) -> None:
    game = one_card("first-bare", [4, 1, 6], [1, 1, 1], round=round)
    lay_all(game)
    assert game.outcome is not None
    assert game.outcome.ranks == (2, 3, 1)


# last-dressed


def test_last_dressed_who_is_bare_is_out_and_the_others_go_on() -> None:
    game = one_card("last-dressed", [4, 1, 6], [1, 1, 1])
    events = lay_all(game)
    assert [event.seat for event in only(events, PlayerBare)] == [1]
    assert not game.over
    view = game.view(None)
    assert view.seats_in == (0, 2)
    assert view.hand_sizes == (1, 0, 1)
    assert view.round == 6


def test_last_dressed_ends_when_one_is_left_R5_later_out_ranks_higher() -> None:
    game = one_card(
        "last-dressed",
        [3, 0, 1, 0],
        [1, None, 1, None],
        round=11,
        out_round=[0, 4, 0, 9],
        gringo=2,
        hands=hands("21", "", "20", ""),
    )
    lay_all(game)
    assert game.outcome is not None
    assert game.outcome.ranks == (1, 4, 2, 3)
    assert game.outcome.winners == (0,)
    assert game.outcome.why.id == "last-dressed"


def test_last_dressed_the_same_round_is_equal_R5() -> None:
    game = one_card("last-dressed", [3, 1, 1, 1], [1, 1, 1, 1])
    lay_all(game)
    assert game.outcome is not None
    assert game.outcome.ranks == (1, 2, 2, 2)


def test_last_dressed_garments_do_not_rank_those_who_are_out() -> None:
    """Off by two with one garment left, or off by one: out in the same round is equal."""
    game = at(
        round=4,
        options={"end": "last-dressed"},
        garments=[7, 1, 1],
        hands=hands("20 21", "1 2", "3 4"),
        bids=[2, 2, 1],
    )
    play(game, "0 play 21", "1 play 1", "2 play 3", "0 play 20", "1 play 2", "2 play 4")
    assert game.outcome is not None
    assert game.outcome.ranks == (1, 2, 2)


@pytest.mark.parametrize("flags", ["", "uno-dos-tres"])
def test_last_dressed_the_last_trick_is_whole_in_the_view_although_players_left(flags: str) -> None:
    game = one_card("last-dressed", [3, 1, 1], [1, 1, 1], flags=flags)
    play(game, "0 play 21", "1 play 20", "2 play 19")
    assert game.over
    (trick,) = game.view(None).tricks
    assert [(laid.seat, laid.card) for laid in trick.cards] == [(0, "21"), (1, "20"), (2, "19")]
    game = one_card(
        "last-dressed",
        [3, 0, 1],
        [1, None, 1],
        round=11,
        out_round=[0, 4, 0],
        hands=hands("21", "", "20"),
        flags=flags,
    )
    play(game, "0 play 21", "2 play 20")
    assert game.over
    (trick,) = game.view(None).tricks
    assert [(laid.seat, laid.card) for laid in trick.cards] == [(0, "21"), (2, "20")]


# G8


@pytest.mark.parametrize("end", ["six-rounds", "first-bare"])
def test_G8_several_at_0_in_one_round_all_lose(end: str) -> None:
    game = one_card(end, [2, 1, 1, 5], [1, 1, 1, 0])
    events = lay_all(game)
    assert [event.seat for event in only(events, PlayerBare)] == [1, 2]
    assert game.outcome is not None
    assert game.outcome.ranks == (2, 3, 3, 1)


def test_G8_several_at_0_in_one_round_are_all_out() -> None:
    game = one_card("last-dressed", [2, 1, 1, 5], [1, 1, 1, 0])
    lay_all(game)
    assert not game.over
    assert game.view(None).seats_in == (0, 3)


@pytest.mark.parametrize("end", ENDS)
def test_G8_if_nobody_is_left_dressed_those_who_went_bare_share_the_victory(end: str) -> None:
    game = one_card(end, [1, 1, 1], [0, 1, 1])
    events = lay_all(game)
    assert len(only(events, PlayerBare)) == 3
    assert game.outcome is not None
    assert game.outcome.ranks == (1, 1, 1)
    assert game.outcome.winners == (0, 1, 2)


def test_G8_who_was_out_before_has_no_share() -> None:
    game = at(
        round=10,
        options={"end": "last-dressed"},
        out_round=[0, 0, 5],
        garments=[1, 1, 0],
        gringo=1,
        hands=hands("20 21", "1 2", ""),
        bids=[1, 2, None],
    )
    play(game, "0 play 21", "1 play 1", "0 play 20", "1 play 2")
    assert game.outcome is not None
    assert game.outcome.ranks == (1, 1, 3)
    assert game.outcome.winners == (0, 1)
    assert "G8" in game.outcome.why.rulings


def test_G8_how_far_below_0_breaks_no_tie() -> None:
    game = at(round=4, garments=[1, 1, 1], hands=hands("20 21", "1 2", "3 4"), bids=[0, 2, 1])
    play(game, "0 play 21", "1 play 1", "2 play 3", "0 play 20", "1 play 2", "2 play 4")
    assert game.outcome is not None
    assert game.outcome.scores == (0, 0, 0)
    assert game.outcome.ranks == (1, 1, 1)


# G9


def test_G9_an_elimination_does_not_break_the_cycle_and_there_is_no_new_draw() -> None:
    game = at(
        round=4,
        options={"end": "last-dressed"},
        garments=[7, 1, 7],
        hands=hands("20 21", "1 2", "3 4"),
        bids=[2, 1, 0],
    )
    events = play(game, "0 play 21", "1 play 1", "2 play 3", "0 play 20", "1 play 2", "2 play 4")
    assert [(event.round, event.cards) for event in only(events, RoundBegan)] == [(5, 1)]
    assert not only(events, CardDrawn)


@pytest.mark.parametrize(
    ("bare", "gringo", "then"),
    [
        (1, 0, (2, 3)),  # the announcer is out: the next still in deals
        (2, 0, (1, 3)),  # the next announcer is out
        (0, 0, (1, 2)),  # El Gringo is out
        (3, 2, (0, 1)),  # past the last seat
    ],
)
def test_G9_el_gringo_and_the_announcer_are_the_next_players_still_in(
    bare: int, gringo: int, then: tuple[int, int]
) -> None:
    winner = 0 if bare else 1
    garments = [1 if seat == bare else 7 for seat in range(4)]
    cards = hands(*("21" if seat == winner else str(seat + 1) for seat in range(4)))
    bids: list[int | None] = [int(seat in (bare, winner)) for seat in range(4)]
    game = at(
        players=4,
        round=5,
        options={"end": "last-dressed"},
        gringo=gringo,
        garments=garments,
        hands=cards,
        bids=bids,
    )
    lay_all(game)
    view = game.view(None)
    assert bare not in view.seats_in
    assert (view.gringo, view.announcer) == then
    assert game.to_act == (then[1],)


def test_G9_with_two_left_the_forbidden_sum_still_holds() -> None:
    game = at(
        round=11,
        options={"end": "last-dressed"},
        out_round=[0, 4, 0],
        garments=[3, 0, 3],
        hands=hands("1", "", "2"),
    )
    assert game.to_act == (0,)
    play(game, "0 bid 1")
    assert legal(game, 2) == ["bid 1"]
    why = game.why(2, "bid 0")
    assert (why.id, why.rulings) == ("forbidden-sum", ("G9",))


def test_G9_who_is_out_is_passed_over() -> None:
    game = at(
        round=10,
        players=4,
        options={"end": "last-dressed"},
        out_round=[0, 4, 0, 0],
        garments=[3, 0, 3, 3],
        hands=hands("1 2", "", "3 4", "5 6"),
    )
    bids = []
    while game.view(None).phase == "bid":
        bids.append(game.to_act[0])
        game.play(bids[-1], "bid 0")
    assert bids == [0, 2, 3]
    laid = only(play(game, "0 play 1", "2 play 3", "3 play 5"), CardLaid)
    assert [event.seat for event in laid] == [0, 2, 3]
    assert game.legal(1) == []


# G11


@pytest.mark.parametrize(
    ("garments", "then", "ranks"),
    [([4, 2, 0], (5, 1), (1, 2, 3)), ([2, 5, 0], (3, 4), (2, 1, 3)), ([3, 5, 0], (4, 4), (1, 1, 3))],
)
def test_G11_after_20_cycles_the_most_garments_among_those_still_in_win_and_equals_share(
    garments: list[int], then: tuple[int, int], ranks: tuple[int, ...]
) -> None:
    """Round 120; seat 0 is the only one whose bid is met."""
    game = one_card(
        "last-dressed",
        garments,
        [0, None, None],
        round=120,
        out_round=[0, 0, 30],
        gringo=1,
        hands=hands("1", "21", ""),
        flags="chico",
    )
    play(game, "1 bid 0")
    assert game.outcome is not None
    assert game.view(None).garments[:2] == then
    assert game.outcome.ranks == ranks


def test_G11_round_119_is_not_the_last() -> None:
    game = one_card(
        "last-dressed",
        [3, 3, 0],
        [1, 1, None],
        round=119,
        out_round=[0, 0, 30],
        gringo=1,
        hands=hands("21", "20", ""),
        flags="chico",
    )
    lay_all(game)
    assert not game.over
    assert game.view(None).round == 120

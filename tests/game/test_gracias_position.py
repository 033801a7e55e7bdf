"""Positions of Moustache Gracias: every key says something, every mistake is one error that names its key."""

from __future__ import annotations

from typing import Any

import pytest

import moustaches
from moustaches.errors import BadEdition, BadOption, BadPlayers, BadPosition
from moustaches.game.gracias import Gracias

ONE_CARD: dict[str, Any] = {"players": 3, "round": 5, "gringo": 2, "hands": [["1"], ["2"], ["3"]]}
TWO_CARDS: dict[str, Any] = {
    "players": 3,
    "round": 4,
    "gringo": 2,
    "hands": [["1", "4"], ["2", "5"], ["3", "6"]],
}
TOGETHER: dict[str, Any] = {**TWO_CARDS, "bids": [0, 0, 0], "options": {"uno-dos-tres": True}}
TWO_IN: dict[str, Any] = {
    "players": 3,
    "round": 11,
    "gringo": 2,
    "options": {"end": "last-dressed"},
    "out_round": [0, 4, 0],
    "garments": [3, 0, 3],
    "hands": [["1"], [], ["2"]],
}


def at(description: dict[str, Any]) -> Gracias:
    game = moustaches.position("gracias", description, seed=1)
    assert isinstance(game, Gracias)
    return game


# What each key says


def test_the_least_description_is_the_start_of_a_round() -> None:
    cards = [[str(seat * 5 + card) for card in range(1, 6)] for seat in range(4)]
    view = at({"players": 4, "hands": cards}).view(2)
    assert (view.round, view.cards, view.phase, view.forehead) == (1, 5, "bid", False)
    assert (view.gringo, view.announcer, view.to_act) == (0, 1, (1,))
    assert view.garments == (7, 7, 7, 7)
    assert view.bids == (None, None, None, None)
    assert view.hand == ("11", "12", "13", "14", "15")
    assert (view.options, view.edition) == ({}, "standard")


def test_players_and_hands() -> None:
    game = at(ONE_CARD)
    assert game.players == 3
    assert [game.view(seat).hand for seat in range(3)] == [("1",), ("2",), ("3",)]
    assert at({**ONE_CARD, "players": 4, "hands": [["1"], ["2"], ["3"], ["J"]]}).view(3).hand == ("J",)


def test_options() -> None:
    game = at({**ONE_CARD, "options": {"chico": True, "end": "first-bare"}})
    assert game.view(0).options == {"chico": True, "end": "first-bare"}


def test_edition() -> None:
    assert at({**ONE_CARD, "edition": "standard"}).view(0).edition == "standard"


@pytest.mark.parametrize(
    ("round", "cards", "forehead"), [(1, 5, False), (4, 2, False), (5, 1, False), (6, 1, True)]
)
def test_round(round: int, cards: int, forehead: bool) -> None:
    hands = [[str(1 + seat * cards + card) for card in range(cards)] for seat in range(3)]
    for cycle in (0, 6):
        options = {"end": "first-bare"} if cycle else {}
        view = at({"players": 3, "round": round + cycle, "hands": hands, "options": options}).view(0)
        assert (view.round, view.cards, view.forehead) == (round + cycle, cards, forehead)


def test_gringo() -> None:
    for gringo in range(3):
        view = at({**ONE_CARD, "gringo": gringo}).view(0)
        assert (view.gringo, view.announcer, view.to_act) == (
            gringo,
            (gringo + 1) % 3,
            ((gringo + 1) % 3,),
        )


def test_garments() -> None:
    assert at({**ONE_CARD, "garments": [1, 7, 3]}).view(0).garments == (1, 7, 3)


def test_out_round() -> None:
    view = at(TWO_IN).view(0)
    assert view.seats_in == (0, 2)
    assert view.garments == (3, 0, 3)


def test_out_round_leaves_no_garments_by_itself() -> None:
    description = {key: said for key, said in TWO_IN.items() if key != "garments"}
    assert at(description).view(0).garments == (7, 0, 7)


def test_bids_some() -> None:
    view = at({**ONE_CARD, "bids": [1, None, None]}).view(0)
    assert (view.bids, view.to_act, view.phase) == ((1, None, None), (1,), "bid")


def test_bids_all() -> None:
    view = at({**ONE_CARD, "bids": [1, 0, 1]}).view(0)
    assert (view.bids, view.to_act, view.phase) == ((1, 0, 1), (0,), "play")


def test_bids_go_on_after_the_last_seat() -> None:
    view = at({**ONE_CARD, "gringo": 0, "bids": [None, 1, None]}).view(0)
    assert (view.bids, view.to_act) == ((None, 1, None), (2,))


def test_taken_and_leader() -> None:
    view = at({**TWO_CARDS, "round": 3, "bids": [0, 0, 0], "taken": [0, 1, 0], "leader": 1}).view(0)
    assert (view.taken, view.leader, view.to_act) == ((0, 1, 0), 1, (1,))


def test_trick() -> None:
    game = at({**TWO_CARDS, "bids": [0, 0, 0], "trick": ["1", "2"]})
    view = game.view(2)
    assert [(laid.seat, laid.card) for laid in view.trick] == [(0, "1"), (1, "2")]
    assert view.hand_sizes == (1, 1, 2)
    assert (view.to_act, view.leader) == ((2,), 0)
    assert view.hand == ("3", "6")


def test_trick_from_a_leader() -> None:
    view = at({**TWO_CARDS, "bids": [0, 0, 0], "leader": 2, "trick": ["3"]}).view(0)
    assert [(laid.seat, laid.card) for laid in view.trick] == [(2, "3")]
    assert view.to_act == (0,)


@pytest.mark.parametrize("joker", ["J0", "J22"])
def test_trick_with_a_joker(joker: str) -> None:
    hands = [["J", "4"], ["2", "5"], ["3", "6"]]
    view = at({**TWO_CARDS, "hands": hands, "bids": [0, 0, 0], "trick": [joker]}).view(0)
    assert view.trick[0].card == joker
    assert view.hand == ("4",)


def test_chosen() -> None:
    game = at({**TOGETHER, "chosen": [None, "5", "3"]})
    assert game.to_act == (0,)
    assert game.view(0).chosen == (False, True, True)
    assert [game.view(seat).own_choice for seat in range(3)] == [None, "5", "3"]
    assert game.view(None).own_choice is None


def test_seen_cards_are_not_imagined_in_another_hand() -> None:
    from moustaches.engine.bits import Rng, members

    every = [str(card) for card in range(7, 22)]
    game = at({**TWO_CARDS, "round": 3, "bids": [0, 0, 0], "taken": [1, 0, 0], "seen": every})
    for seed in range(20):
        imagined = game.state.resample(0, Rng(seed))
        assert {card for hand in imagined.hands for card in members(hand)} <= set(range(7))


def test_at_most_bounds_what_is_imagined() -> None:
    from moustaches.engine.bits import Rng, members

    game = at({**TWO_CARDS, "bids": [0, 0, 0], "at_most": [21, 6, 21]})
    for seed in range(20):
        assert max(members(game.state.resample(0, Rng(seed)).hands[1])) <= 6


def test_at_most_21_says_nothing() -> None:
    from moustaches.engine.bits import Rng, members

    game = at({**TWO_CARDS, "bids": [0, 0, 0], "at_most": [21, 21, 21]})
    assert max(max(members(game.state.resample(0, Rng(seed)).hands[1])) for seed in range(50)) > 6


def test_a_finished_forehead_round_counts_at_once() -> None:
    game = at({**ONE_CARD, "round": 6, "bids": [0, 0, 0]})
    assert game.over
    assert game.outcome is not None
    assert game.outcome.scores == (7, 7, 6)


def test_the_seed_deals_what_follows() -> None:
    def next_hand(seed: int) -> tuple[str, ...]:
        game = moustaches.position("gracias", {**TWO_CARDS, "round": 4, "bids": [0, 0, 0]}, seed=seed)
        assert isinstance(game, Gracias)
        while game.view(0).round == 4:
            (seat,) = game.to_act
            game.play(seat, game.legal(seat)[0])
        return game.view(0).hand

    assert next_hand(3) == next_hand(3)
    assert len({next_hand(seed) for seed in range(8)}) > 1


# Records


@pytest.mark.parametrize(
    "description",
    [
        ONE_CARD,
        {**ONE_CARD, "bids": [1, 0, 1], "options": {"chico": True, "strict-joker": True}},
        {**ONE_CARD, "round": 6, "bids": [0, None, None]},
        {**ONE_CARD, "round": 6, "bids": [0, 0, 0]},
        {**TWO_CARDS, "bids": [0, 0, 0], "trick": ["1", "2"], "at_most": [21, 21, 20], "garments": [1, 2, 3]},
        {
            **TWO_CARDS,
            "round": 3,
            "bids": [0, 0, 0],
            "taken": [1, 0, 0],
            "leader": 0,
            "seen": ["J", "9", "8"],
        },
        {**TOGETHER, "chosen": [None, "5", None]},
        TWO_IN,
    ],
    ids=range(8),
)
def test_a_position_goes_round_through_its_record(description: dict[str, Any]) -> None:
    game = at(description)
    for _ in range(6):
        again = moustaches.load(game.record())
        assert again.record() == game.record()
        assert again.events(0) == game.events(0)
        assert [again.view(viewer) for viewer in (0, 1, 2, None)] == [
            game.view(viewer) for viewer in (0, 1, 2, None)
        ]
        if game.over:
            assert moustaches.verify(game.record()).winners == (
                game.outcome.winners if game.outcome else None
            )
            return
        seat = game.to_act[-1]
        game.play(seat, game.legal(seat)[-1])


def test_a_position_keeps_its_description_when_the_callers_changes() -> None:
    hands = [["1"], ["2"], ["3"]]
    game = at({**ONE_CARD, "hands": hands})
    before = game.record()
    hands[0].append("9")
    assert game.record() == before
    assert moustaches.load(before).record() == before


# Mistakes


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("players", {"players": None}),
        ("players", {"players": "3"}),
        ("players", {"players": True}),
        ("players", {"players": 3.0}),
        ("hand", {"hand": [["1"], ["2"], ["3"]]}),
        ("row", {"row": []}),
        ("round", {"round": 0}),
        ("round", {"round": "5"}),
        ("round", {"round": 5.0}),
        ("round", {"round": True}),
        ("round", {"round": 121, "options": {"end": "last-dressed"}}),
        ("round", {"round": 11}),
        ("gringo", {"gringo": 3}),
        ("gringo", {"gringo": -1}),
        ("gringo", {"gringo": "2"}),
        ("garments", {"garments": [7, 7]}),
        ("garments", {"garments": [7, 7, 7, 7]}),
        ("garments[1]", {"garments": [7, 8, 7]}),
        ("garments[2]", {"garments": [7, 7, -1]}),
        ("garments[0]", {"garments": ["7", 7, 7]}),
        ("garments", {"garments": 7}),
        ("garments", {"garments": [0, 7, 7]}),
        ("hands", {"hands": None}),
        ("hands", {"hands": "1 2 3"}),
        ("hands", {"hands": [["1"], ["2"]]}),
        ("hands", {"hands": [["1"], ["2"], ["3"], ["4"]]}),
        ("hands[0]", {"hands": ["1", "2", "3"]}),
        ("hands[1][0]", {"hands": [["1"], ["22"], ["3"]]}),
        ("hands[1][0]", {"hands": [["1"], ["J0"], ["3"]]}),
        ("hands[1][0]", {"hands": [["1"], [2], ["3"]]}),
        ("hands[1][0]", {"hands": [["1"], [""], ["3"]]}),
        ("hands[1][1]", {"hands": [["1"], ["2", "2"], ["3"]]}),
        ("hands", {"hands": [["1"], ["2"], ["1"]]}),
        ("hands", {"hands": [["1"], ["2", "4"], ["3"]]}),
        ("hands", {"hands": [["1"], [], ["3"]]}),
        ("bids", {"bids": [0, 0]}),
        ("bids", {"bids": 0}),
        ("bids[0]", {"bids": [2, None, None]}),
        ("bids[0]", {"bids": [-1, None, None]}),
        ("bids[1]", {"bids": [0, "1", None]}),
        ("bids[2]", {"bids": [0, 1, 0]}),
        ("bids", {"bids": [None, 0, None]}),
        ("taken", {"bids": [0, 0, 0], "taken": [0, 0]}),
        ("taken[1]", {"bids": [0, 0, 0], "taken": [0, 2, 0]}),
        ("taken", {"bids": [0, 0, 0], "taken": [1, 0, 0], "hands": [[], [], []]}),
        ("taken", {"bids": [0, 0, 0], "taken": [1, 1, 0]}),
        ("leader", {"bids": [0, 0, 0], "leader": 3}),
        ("leader", {"bids": [0, 0, 0], "leader": "0"}),
        ("leader", {"leader": 99}),
        ("taken", {"round": 4, "taken": [1, 0, 0]}),
        ("trick", {"bids": [0, 0, 0], "trick": "1"}),
        ("trick[0]", {"bids": [0, 0, 0], "trick": ["2"]}),
        ("trick[0]", {"bids": [0, 0, 0], "trick": ["99"]}),
        ("trick[0]", {"bids": [0, 0, 0], "trick": [1]}),
        ("trick", {"trick": ["1"]}),
        ("trick", {"round": 6, "bids": [0, 0, None], "trick": ["1"]}),
        ("seen", {"seen": "4"}),
        ("seen[0]", {"seen": ["44"]}),
        ("seen[1]", {"seen": ["4", "4"]}),
        ("at_most", {"at_most": [21, 21]}),
        ("at_most[0]", {"at_most": [22, 21, 21]}),
        ("at_most", {"at_most": [21, 21, 2]}),
        ("out_round", {"options": {"end": "last-dressed"}, "out_round": [0, 0]}),
        ("out_round[0]", {"options": {"end": "last-dressed"}, "out_round": [-1, 0, 0]}),
        ("chosen", {"bids": [0, 0, 0], "chosen": ["1", None, None]}),
        ("chosen", {"options": {"uno-dos-tres": True}, "chosen": ["1", None, None]}),
    ],
    ids=str,
)
def test_a_mistake_is_one_error_that_names_its_key(key: str, change: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as caught:
        at({**ONE_CARD, **change})
    message = str(caught.value)
    assert message.startswith(f"position: {key}")
    assert "expected" in message


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("trick[1]", {"trick": ["4", "2"]}),  # 5 could beat it
        ("trick[1]", {"trick": ["1", "3"]}),  # seat 2 holds it
        ("trick", {"trick": ["1", "2", "3", "6"]}),  # four cards of three seats
        ("hands", {"seen": ["4"], "taken": [0, 0, 0]}),  # in a hand and laid
    ],
    ids=str,
)
def test_a_mistake_with_two_cards(key: str, change: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as caught:
        at({**TWO_CARDS, "bids": [0, 0, 0], **change})
    assert str(caught.value).startswith(f"position: {key}")


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("chosen", {"chosen": ["1"]}),
        ("chosen", {"chosen": "1"}),
        ("chosen[0]", {"chosen": ["2", None, None]}),
        ("chosen[1]", {"chosen": [None, "99", None]}),
        ("chosen[1]", {"chosen": [None, 2, None]}),
        ("trick", {"trick": ["1"]}),
    ],
    ids=str,
)
def test_a_mistake_under_uno_dos_tres(key: str, change: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as caught:
        at({**TOGETHER, **change})
    assert str(caught.value).startswith(f"position: {key}")


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("gringo", {"gringo": 1}),
        ("hands", {"hands": [["1"], ["3"], ["2"]]}),
        ("garments", {"garments": [3, 2, 3]}),
        ("garments", {"garments": [0, 0, 3]}),
        ("out_round", {"out_round": [0, 4, 4], "hands": [["1"], [], []], "gringo": 0, "garments": [3, 0, 0]}),
        ("out_round", {"out_round": [0, 11, 0]}),
        ("out_round", {"options": {"end": "first-bare"}}),
        ("out_round", {"options": {}, "round": 5}),
        ("leader", {"bids": [1, None, 1], "leader": 1}),
        ("bids", {"bids": [1, 0, 1]}),
    ],
    ids=str,
)
def test_a_mistake_with_a_seat_out(key: str, change: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as caught:
        at({**TWO_IN, **change})
    assert str(caught.value).startswith(f"position: {key}")


def test_a_key_that_is_no_text() -> None:
    with pytest.raises(BadPosition, match="expected one of the keys"):
        moustaches.position("gracias", {**ONE_CARD, 1: 2})  # type: ignore[dict-item]


@pytest.mark.parametrize("description", [None, [], "hands", 3])
def test_a_description_is_a_table(description: object) -> None:
    with pytest.raises(BadPosition, match="expected a table"):
        moustaches.position("gracias", description)  # type: ignore[arg-type]


def test_an_unknown_key_has_a_neighbour() -> None:
    with pytest.raises(BadPosition, match="did you mean gringo"):
        at({**ONE_CARD, "gringos": 1})


def test_the_table_itself_is_checked_as_for_a_new_game() -> None:
    with pytest.raises(BadPlayers, match="3 to 4 players, not 5"):
        at({**ONE_CARD, "players": 5})
    with pytest.raises(BadOption, match="did you mean chico"):
        at({**ONE_CARD, "options": {"chica": True}})
    with pytest.raises(BadOption, match="options: expected"):
        at({**ONE_CARD, "options": ["chico"]})
    with pytest.raises(BadEdition, match="no edition is called 'pirate'"):
        at({**ONE_CARD, "edition": "pirate"})
    with pytest.raises(BadEdition, match="expected"):
        at({**ONE_CARD, "edition": 5})

"""Round 6 of Moustache Gracias, on the forehead: who sees what, how the cards turn, and what the joker is worth."""

from __future__ import annotations

import msgspec
import pytest

import moustaches
from moustaches.game.events import CardLaid, CardTurned, Dealt, Event, Hidden, TrickTaken
from moustaches.game.gracias import Gracias
from tests.game.moves import only

OUT = {
    "players": 4,
    "round": 12,
    "gringo": 2,
    "options": {"end": "last-dressed"},
    "out_round": [0, 0, 0, 5],
    "garments": [5, 4, 3, 0],
}


def at(*cards: str, **more: object) -> Gracias:
    """Round 6 before the bids, with seat 0 as the announcer."""
    description: dict[str, object] = {
        "players": len(cards),
        "round": 6,
        "gringo": len(cards) - 1,
        "hands": [each.split() for each in cards],
        **more,
    }
    game = moustaches.position("gracias", description, seed=1)
    assert isinstance(game, Gracias)
    return game


def bid(game: Gracias, *bids: int) -> list[Event]:
    """Bids in turn; what happened from the last one on."""
    events: list[Event] = []
    for number in bids:
        (seat,) = game.to_act
        events = game.play(seat, f"bid {number}")
    return events


def test_you_see_everyones_card_but_your_own() -> None:
    game = at("5", "9", "J")
    assert [game.view(seat).foreheads for seat in range(3)] == [
        (None, "9", "J"),
        ("5", None, "J"),
        ("5", "9", None),
    ]
    assert all(game.view(seat).hand == () for seat in range(3))
    assert game.view(0).hand_sizes == (1, 1, 1)


def test_the_deal_is_told_to_the_others() -> None:
    game = at("5", "9", "J")
    for viewer in range(3):
        events = game.events(viewer)
        assert {event.seat for event in only(events, Dealt)} == {0, 1, 2} - {viewer}
        assert len(only(events, Hidden)) == 1


def test_G3_spectators_see_no_card_from_the_deal_to_the_turning() -> None:
    game = at("5", "9", "J")
    assert game.view(None).foreheads == (None, None, None)
    assert not only(game.events(None), Dealt)
    bid(game, 0, 1)
    assert game.view(None).foreheads == (None, None, None)
    bid(game, 1)
    assert game.view(None).foreheads == ("5", "9", "J")


def test_G3_players_who_are_out_see_no_card_from_the_deal_to_the_turning() -> None:
    game = at("5", "9", "J", "", **OUT)
    assert game.view(0).foreheads == (None, "9", "J", None)
    assert game.view(3).foreheads == (None, None, None, None)
    assert not only(game.events(3), Dealt)
    bid(game, 0, 1)
    assert game.view(3).foreheads == (None, None, None, None)
    bid(game, 1)
    assert game.view(3).foreheads == ("5", "9", "J", None)


@pytest.mark.parametrize("viewer", [0, 3, None])
def test_G3_no_view_event_or_reason_depends_on_an_unseen_card(viewer: int | None) -> None:
    """Seat 0 cannot know its own card; seat 3, who is out, and a spectator know none."""
    others = {0: ["5 9 J", "21 9 J"], 3: ["5 9 J", "21 2 1"], None: ["5 9 J", "21 2 1"]}[viewer]
    seen = []
    for cards in others:
        game = moustaches.position("gracias", {**OUT, "hands": [*([c] for c in cards.split()), []]}, seed=1)
        for number in (0, 1):
            assert game.why(game.to_act[0], "play J0").id == "another-kind"
            bid_of = game.to_act[0]
            game.play(bid_of, f"bid {number}")
            seen.append(msgspec.json.encode((game.view(viewer), game.events(viewer), game.to_act)))
    assert seen[:2] == seen[2:]


def test_a_new_deal_in_round_6_is_on_the_forehead() -> None:
    game = moustaches.position(
        "gracias",
        {"players": 3, "round": 5, "gringo": 2, "hands": [["1"], ["2"], ["3"]], "bids": [0, 0, 0]},
        seed=5,
    )
    assert isinstance(game, Gracias)
    assert not game.view(0).forehead
    for seat in range(3):
        game.play(seat, game.legal(seat)[0])
    views = [game.view(seat) for seat in range(3)]
    assert all(view.forehead and view.round == 6 for view in views)
    for seat, view in enumerate(views):
        assert [card is None for card in view.foreheads] == [each == seat for each in range(3)]
    assert game.view(None).foreheads == (None, None, None)


def test_bids_are_in_the_usual_order() -> None:
    game = at("5", "9", "7", gringo=0)
    order = []
    while game.view(None).phase == "bid" and not game.over:
        order.append(game.to_act[0])
        game.play(order[-1], "bid 0")
    assert order == [1, 2, 0]


def test_G3_all_cards_turn_at_once_without_a_move_R2() -> None:
    game = at("5", "9", "7")
    events = bid(game, 0, 0, 0)
    assert [type(event).__name__ for event in events][:8] == [
        "BidMade",
        *["CardTurned"] * 3,
        *["CardLaid"] * 3,
        "TrickTaken",
    ]
    assert [(event.seat, event.card) for event in only(events, CardTurned)] == [(0, "5"), (1, "9"), (2, "7")]
    (taken,) = only(events, TrickTaken)
    assert (taken.seat, taken.card) == (1, "9")
    assert game.over


@pytest.mark.parametrize(
    "flags",
    [
        (),
        ("uno-dos-tres",),
        ("noyade",),
        ("strict-joker",),
        ("uno-dos-tres", "strict-joker", "noyade", "chico"),
    ],
    ids=str,
)
@pytest.mark.parametrize(("said", "taker"), [("J0", 1), ("J22", 2)])
def test_G3_then_the_jokers_owner_chooses_under_every_variant(
    flags: tuple[str, ...], said: str, taker: int
) -> None:
    game = at("5", "9", "J", options=dict.fromkeys(flags, True))
    events = bid(game, 0, 1, 1)
    assert len(only(events, CardTurned)) == 3
    assert not only(events, CardLaid)
    view = game.view(2)
    assert (view.phase, game.to_act, view.legal) == ("say", (2,), ("play J0", "play J22"))
    assert all(game.view(viewer).foreheads == ("5", "9", "J") for viewer in (0, 1, 2, None))
    why = game.why(2, "play 9")
    assert (why.id, why.rulings) == ("say-joker", ("G3",))
    events = game.play(2, f"play {said}")
    assert [event.card for event in only(events, CardLaid)] == ["5", "9", said]
    assert [event.seat for event in only(events, TrickTaken)] == [taker]


@pytest.mark.parametrize("flags", [(), ("uno-dos-tres",), ("strict-joker", "noyade")], ids=str)
def test_G3_blind_joker_zero_the_joker_is_0(flags: tuple[str, ...]) -> None:
    game = at("5", "9", "J", options={"blind-joker-zero": True, **dict.fromkeys(flags, True)})
    events = bid(game, 0, 1, 1)
    assert [event.card for event in only(events, CardLaid)] == ["5", "9", "J0"]
    assert [event.seat for event in only(events, TrickTaken)] == [1]
    assert game.over


def test_blind_joker_zero_leaves_the_other_rounds_alone() -> None:
    game = at("J", "9", "5", round=5, options={"blind-joker-zero": True}, bids=[0, 0, 0])
    assert game.view(0).legal == ("play J0", "play J22")


def test_round_6_is_on_the_forehead_in_every_cycle() -> None:
    for number in range(1, 25):
        cards = (5, 4, 3, 2, 1, 1)[(number - 1) % 6]
        names = [[str(1 + seat * cards + card) for card in range(cards)] for seat in range(3)]
        description = {"players": 3, "round": number, "options": {"end": "last-dressed"}, "hands": names}
        game = moustaches.position("gracias", description)
        assert isinstance(game, Gracias)
        assert game.view(0).forehead == (number % 6 == 0)
        assert (game.view(0).hand == ()) == (number % 6 == 0)


def test_R4_when_the_game_is_over_every_deal_is_opened() -> None:
    game = at("5", "9", "7")
    assert game.seed is None
    assert game.view(None).seed is None
    bid(game, 0, 0, 0)
    for viewer in (0, 1, 2, None):
        dealt = only(game.events(viewer), Dealt)
        assert [(event.seat, event.cards) for event in dealt] == [(0, ("5",)), (1, ("9",)), (2, ("7",))]
        assert not only(game.events(viewer), Hidden)
        assert game.view(viewer).seed == game.seed
    assert game.seed is not None
    assert moustaches.commitment(game.seed) == game.commitment


def test_R4_what_is_unseen_stays_unseen_when_the_round_is_over() -> None:
    """A hand of an earlier round is not opened before the end of the game."""
    game = moustaches.new("gracias", players=3, seed=8, options={"end": "first-bare"})
    while game.view(None).round < 2:
        (seat,) = game.to_act
        game.play(seat, game.legal(seat)[0])
    assert {event.seat for event in only(game.events(1), Dealt)} == {1}
    assert not only(game.events(None), Dealt)

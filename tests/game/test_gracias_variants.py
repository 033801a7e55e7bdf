"""What the variants of Moustache Gracias change, alone and in every combination."""

from __future__ import annotations

import random
from itertools import permutations, product

import msgspec
import pytest

import moustaches
from moustaches.errors import NotYourTurn
from moustaches.game.events import (
    BidMade,
    CardChosen,
    CardLaid,
    Event,
    GarmentRegained,
    GarmentsLost,
    Hidden,
    PlayerBare,
    TrickTaken,
)
from moustaches.game.gracias import Gracias
from tests.game.gracias_table import at, hands, lay_all, legal, one_card
from tests.game.moves import only, play

ENDS = ("six-rounds", "first-bare", "last-dressed")
FLAGS = ("noyade", "uno-dos-tres", "chico", "strict-joker", "blind-joker-zero")


# chico


def test_chico_the_only_one_exact_puts_one_garment_back_on() -> None:
    game = one_card("six-rounds", [4, 4, 4], [1, 1, 1], flags="chico")
    events = lay_all(game)
    (regained,) = only(events, GarmentRegained)
    assert (regained.seat, regained.left) == (0, 5)
    assert (regained.why.id, regained.why.rulings) == ("only-one-exact", ("G10",))
    assert game.view(None).garments == (5, 3, 3)


def test_chico_nobody_else_gets_one_without_the_option() -> None:
    game = one_card("six-rounds", [4, 4, 4], [1, 1, 1])
    assert not only(lay_all(game), GarmentRegained)
    assert game.view(None).garments == (4, 3, 3)


def test_chico_two_exact_get_nothing() -> None:
    game = one_card("six-rounds", [4, 4, 4], [1, 1, 0], flags="chico")
    assert not only(lay_all(game), GarmentRegained)
    assert game.view(None).garments == (4, 3, 4)


def test_G7_chico_never_dresses_above_7() -> None:
    game = one_card("six-rounds", [7, 4, 4], [1, 1, 1], flags="chico")
    assert not only(lay_all(game), GarmentRegained)
    assert game.view(None).garments == (7, 3, 3)


def test_G10_chico_counts_players_still_in() -> None:
    game = one_card(
        "last-dressed",
        [4, 0, 4],
        [1, None, 1],
        round=11,
        out_round=[0, 4, 0],
        flags="chico",
        hands=hands("21", "", "20"),
    )
    assert [event.seat for event in only(lay_all(game), GarmentRegained)] == [0]
    assert game.view(None).garments == (5, 0, 3)


def test_G10_chico_is_in_the_same_count_before_anyone_is_declared_bare() -> None:
    game = at(
        round=5, options={"chico": True}, garments=[1, 4, 4], hands=hands("20", "21", "19"), bids=[1, 1, 1]
    )
    events = lay_all(game)
    order = [
        type(event) for event in events if isinstance(event, GarmentsLost | GarmentRegained | PlayerBare)
    ]
    assert order[-1] is PlayerBare
    assert sorted(kind.__name__ for kind in order) == [
        "GarmentRegained",
        "GarmentsLost",
        "GarmentsLost",
        "PlayerBare",
    ]


# noyade


def test_noyade_there_is_no_duty_to_beat() -> None:
    game = at(
        round=4, options={"noyade": True}, hands=hands("10 1", "9 11", "J 21"), bids=[0, 0, 0], trick=["10"]
    )
    assert legal(game, 1) == ["play 9", "play 11"]
    play(game, "1 play 9")
    assert legal(game, 2) == ["play J0", "play 21", "play J22"]
    events = play(game, "2 play J0")
    assert [event.seat for event in only(events, TrickTaken)] == [0]


# uno-dos-tres


def together(**more: object) -> Gracias:
    description = {"round": 4, "hands": hands("10 1", "9 11", "J 21"), "bids": [0, 0, 0], **more}
    return at(options={"uno-dos-tres": True}, **description)


def test_uno_dos_tres_all_choose_at_once_and_reveal_together() -> None:
    game = together()
    assert list(game.to_act) == [0, 1, 2]
    assert play(game, "1 play 9") == [CardChosen(seat=1)]
    assert list(game.to_act) == [0, 2]
    assert play(game, "0 play 10") == [CardChosen(seat=0)]
    events = play(game, "2 play 21")
    assert [type(event).__name__ for event in events] == ["CardChosen", *["CardLaid"] * 3, "TrickTaken"]
    assert {(event.seat, event.card) for event in only(events, CardLaid)} == {(0, "10"), (1, "9"), (2, "21")}
    assert game.view(None).taken == (0, 0, 1)
    assert list(game.to_act) == [0, 1, 2]


def test_uno_dos_tres_has_no_duty_to_beat() -> None:
    game = together()
    assert legal(game, 1) == ["play 9", "play 11"]
    play(game, "0 play 10")
    assert legal(game, 1) == ["play 9", "play 11"]


def test_R3_a_choice_face_down_is_final() -> None:
    game = together()
    play(game, "1 play 9")
    with pytest.raises(NotYourTurn):
        game.play(1, "play 11")
    assert game.legal(1) == []


def test_R3_a_choice_face_down_is_hidden_until_the_last_one_is_in() -> None:
    seen = []
    for card in ("9", "11"):
        game = together()
        play(game, f"1 play {card}", "2 play J22")
        assert game.view(1).own_choice == card
        assert game.view(2).own_choice == "J22"
        assert game.view(0).chosen == (False, True, True)
        assert not any(isinstance(event, Hidden) for event in game.events(0, since=game.version - 2))
        seen.append(
            [msgspec.json.encode((game.view(viewer), game.events(viewer))) for viewer in (0, 2, None)]
        )
    assert seen[0] == seen[1]


def test_G6_uno_dos_tres_the_jokers_value_is_chosen_with_the_card_before_the_reveal() -> None:
    for value, taker in (("J0", 0), ("J22", 2)):
        game = together()
        assert legal(game, 2) == ["play J0", "play 21", "play J22"]
        play(game, f"2 play {value}", "0 play 10")
        events = play(game, "1 play 9")
        assert [event.card for event in only(events, CardLaid) if event.seat == 2] == [value]
        assert [event.seat for event in only(events, TrickTaken)] == [taker]
        assert game.view(None).phase == "play"


def test_G12_uno_dos_tres_nobody_leads_and_seat_order_has_no_effect() -> None:
    moves = ("0 play 10", "1 play 11", "2 play J0")
    last = ("0 play 1", "1 play 9", "2 play 21")
    results = set()
    for order, second in product(permutations(moves), permutations(last)):
        game = together()
        assert game.view(None).leader is None
        play(game, *order)
        assert game.view(None).taken == (0, 1, 0)
        assert game.view(None).leader is None
        assert game.to_act == (0, 1, 2)
        play(game, *second)
        results.add((game.view(None).garments, game.view(None).round))
    assert results == {((7, 6, 6), 5)}


# G13 and combinations


@pytest.mark.parametrize(
    ("flags", "idle"),
    [
        ("noyade uno-dos-tres", {("noyade", "uno-dos-tres")}),
        ("strict-joker uno-dos-tres", {("strict-joker", "uno-dos-tres")}),
        ("noyade strict-joker", {("strict-joker", "noyade")}),
        ("chico strict-joker blind-joker-zero", set()),
        ("noyade chico", set()),
    ],
)
def test_G13_options_without_effect_together_are_allowed_and_the_table_says_so(
    flags: str, idle: set[tuple[str, str]]
) -> None:
    game = moustaches.new("gracias", players=3, seed=1, options=dict.fromkeys(flags.split(), True))
    assert {(remark.args["option"], remark.args["because"]) for remark in game.remarks} == idle
    assert all(remark.rulings == ("G13",) for remark in game.remarks)
    assert set(game.view(0).options) == set(flags.split())


def may_lay(options: dict[str, object], hand: set[str], top: int | None) -> set[str]:
    """The main text, G4 and G5 once more, as plainly as can be. `top` is the strongest so far, none when leading."""
    joker = {"J0", "J22"} if "J" in hand else set()
    numbers = hand - {"J"}
    if top is None or "noyade" in options or "uno-dos-tres" in options:
        return numbers | joker
    beating = {card for card in numbers if int(card) > top}
    if joker and "strict-joker" in options:
        return beating | {"J22"}
    return beating | joker if beating else numbers | joker


def value(card: str) -> int:
    return int(card.removeprefix("J"))


def check_turn(game: Gracias) -> None:
    """What the seats to act may do, by the rules alone."""
    for seat in game.to_act:
        view = game.view(seat)
        if view.phase == "bid":
            others = [bid for bid in view.bids if bid is not None]
            forbidden = view.cards - sum(others) if seat == view.gringo else -1
            expected = {f"bid {bid}" for bid in range(view.cards + 1) if bid != forbidden}
        elif view.phase == "say":
            assert view.forehead
            assert "blind-joker-zero" not in view.options
            expected = {"play J0", "play J22"}
        else:
            top = max((value(laid.card) for laid in view.trick), default=None)
            expected = {f"play {card}" for card in may_lay(dict(view.options), set(view.hand), top)}
        assert set(view.legal) == expected
        assert [str(move) for move in game.legal(seat)] == list(view.legal)


def check_count(options: dict[str, object], seats: tuple[int, ...], events: list[Event]) -> dict[int, int]:
    """What each seat loses (or puts on) in a round, from its bids and tricks alone."""
    bids = {event.seat: event.bid for event in only(events, BidMade)}
    taken = dict.fromkeys(seats, 0)
    for trick in only(events, TrickTaken):
        assert trick.seat is not None
        taken[trick.seat] += 1
    change = {seat: -abs(bids[seat] - taken[seat]) for seat in seats}
    met = [seat for seat in seats if not change[seat]]
    if "chico" in options and len(met) == 1:
        change[met[0]] = 1
    return change


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(
    "flags",
    [tuple(flag for bit, flag in enumerate(FLAGS) if mask >> bit & 1) for mask in range(32)],
    ids=" ".join,
)
def test_every_combination_of_options_plays_by_the_rules_to_the_end(end: str, flags: tuple[str, ...]) -> None:
    """A random game, refereed from the outside: legal moves, takers, garments, who is in, and when it ends."""
    options: dict[str, object] = {"end": end, **dict.fromkeys(flags, True)}
    choose = random.Random(f"{end} {flags}")
    players = choose.choice((3, 4))
    game = moustaches.new("gracias", players=players, seed=choose.getrandbits(64), options=options)
    garments, seats, last_round = [7] * players, tuple(range(players)), 0
    while not game.over:
        assert game.view(None).garments == tuple(garments)
        assert game.view(None).seats_in == seats
        events: list[Event] = []
        last_round = game.view(None).round
        while not game.over and game.view(None).round == last_round:
            check_turn(game)
            seat = choose.choice(game.to_act)
            events += game.play(seat, choose.choice(game.legal(seat)))
        laid: list[CardLaid] = []
        for event in events:
            if isinstance(event, CardLaid):
                laid.append(event)
            if isinstance(event, TrickTaken):
                assert sorted(each.seat for each in laid) == list(seats)
                assert event.seat == max(laid, key=lambda each: value(each.card)).seat
                laid = []
        for seat, change in check_count(options, seats, events).items():
            garments[seat] = min(7, max(0, garments[seat] + change))
        bare = tuple(seat for seat in seats if not garments[seat])
        assert tuple(event.seat for event in only(events, PlayerBare)) == bare
        if end == "last-dressed":
            seats = tuple(seat for seat in seats if seat not in bare)
            assert game.over == (len(seats) < 2 or last_round == 120)
        else:
            assert game.over == (bool(bare) or (end == "six-rounds" and last_round == 6))
    assert game.view(None).garments == tuple(garments)

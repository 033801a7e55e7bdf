"""Any position of Moustache can be described and goes through a record; a wrong one is refused, naming its key."""

from __future__ import annotations

import json
from typing import Any

import pytest

import moustaches
from moustaches.errors import BadEdition, BadOption, BadPlayers, BadPosition
from moustaches.game.events import Dealt, RoundBegan, RuleRevealed, TeamDealt
from moustaches.game.moustache import Moustache

ROW = ["pink-plus", "blue-tax", "twos-win", "equals-vanish"]
GIVING = ["pass-three", "pink-open", "twos-win", "equals-vanish"]
HANDS = [["G1", "P1"], ["G2", "P2"], ["G3", "P3"], ["G4", "P4"]]
THREES = [["G1", "P1", "B1"], ["G2", "P2", "B2"], ["G3", "P3", "B3"], ["G4", "P4", "B4"]]


def plain(**more: Any) -> dict[str, Any]:
    """Four players with two cards each, in round 1, seat 0 to lead."""
    position = {"players": 4, "row": ROW, "teams": [0, 1, 0, 1], "crown": 1, "leader": 0, "hands": HANDS}
    return {key: value for key, value in (position | more).items() if value is not ...}


def three(**more: Any) -> dict[str, Any]:
    """Three players with a lone one and its jokers."""
    hands = [["unicorn", "monkey", "pigeon"], ["G1", "G2", "G3"], ["P1", "P2", "P3"]]
    position = {"players": 3, "row": ROW, "teams": [0, 1, 1], "crown": 1, "leader": 0, "hands": hands}
    return {key: value for key, value in (position | more).items() if value is not ...}


def five(**more: Any) -> dict[str, Any]:
    """Five players; the two have a joker each."""
    hands = [["unicorn", "G0"], ["G1", "P1"], ["monkey", "P2"], ["G3", "P3"], ["G4", "P4"]]
    position = {"players": 5, "row": ROW, "teams": [0, 1, 0, 1, 1], "crown": 1, "leader": 0, "hands": hands}
    return {key: value for key, value in (position | more).items() if value is not ...}


def begin(description: dict[str, Any]) -> Moustache:
    game = moustaches.position("moustache", description, seed=1)
    assert isinstance(game, Moustache)
    return game


# -- the keys


def test_round_and_row_say_which_rules_are_in_force() -> None:
    for round in (1, 2, 3, 4):
        view = begin(plain(round=round)).view(0)
        assert (view.round, view.revealed) == (round, round)
        assert view.row == (*ROW[:round], *[None] * (4 - round))


def test_row_of_the_options_is_public() -> None:
    view = begin(plain(row=..., options={"row": ROW})).view(None)
    assert view.row == tuple(ROW)


def test_teams_crown_and_leader() -> None:
    view = begin(plain(teams=[0, 0, 1, 1], crown=3, leader=2)).view(None)
    assert view.teams == (0, 0, 1, 1)
    assert (view.crown, view.leader, view.to_act) == (3, 2, (2,))


def test_the_crown_leads_where_nothing_else_is_said() -> None:
    assert begin(plain(leader=...)).to_act == (1,)


def test_hands() -> None:
    game = begin(plain())
    assert [game.view(seat).hand for seat in range(4)] == [tuple(hand) for hand in HANDS]
    assert game.view(None).hand == ()
    assert game.view(None).hand_sizes == (2, 2, 2, 2)


def test_trick_is_laid_from_the_leader_on() -> None:
    hands = [["P1"], ["G2", "P2"], ["G3", "P3"], ["P4"]]
    game = begin(plain(hands=hands, leader=3, trick=["G4", "G1"]))
    view = game.view(1)
    assert [(laid.seat, laid.card) for laid in view.trick] == [(3, "G4"), (0, "G1")]
    assert (view.demanded, view.to_act, view.legal) == ("green", (1,), ("play G2",))


def test_a_complete_trick_is_resolved() -> None:
    hands = [["P1"], ["P2"], ["P3"], ["P4"]]
    game = begin(plain(hands=hands, trick=["G1", "G2", "G3", "G4"]))
    assert game.to_act == (3,)
    assert game.view(None).tricks[0].taker == 3


def test_piles_and_gone_are_counted() -> None:
    hands = [["O10"], ["G8"], ["G9"], ["G10"]]
    game = begin(plain(hands=hands, piles=[["O5"], ["O4", "P0"]], gone=["B5"]))
    for seat, hand in enumerate(hands):
        game.play(seat, f"play {hand[0]}")
    assert game.view(None).rounds[0].stars == (3, 2 + 1)


def test_laid_says_who_laid_the_cards_of_piles_and_gone() -> None:
    game = begin(plain(piles=[["O5", "B1"], []], gone=["B5"], laid=[["O5"], ["B1"], ["B5"], []]))
    shown = [{number for number in range(47) if int(cards) >> number & 1} for cards in game.state.shown]
    assert shown == [{2 * 11 + 5}, {3 * 11 + 1}, {3 * 11 + 5}, set()]


def test_last_taker_counts_where_the_last_trick_has_no_winner_yet() -> None:
    row = ["last-trick", "blue-tax", "twos-win", "equals-vanish"]
    game = begin(plain(row=row, last_taker=1, options={"open-counts": True}))
    assert int(game.state.last_taker) == 1


def test_voids_are_what_others_know() -> None:
    game = begin(plain(voids=[[], ["blue"], ["orange", "blue"], []]))
    held = [
        {number // 11 for number in range(44) if int(cards) >> number & 1} for cards in game.state.may_hold
    ]
    assert held == [{0, 1, 2, 3}, {0, 1, 2}, {0, 1}, {0, 1, 2, 3}]


def test_phase_give_and_chosen() -> None:
    game = begin(plain(row=GIVING, hands=THREES, leader=..., phase="give", chosen=[[], THREES[1], [], []]))
    assert list(game.to_act) == [0, 2, 3]
    assert game.view(None).chosen == (False, True, False, False)
    assert game.view(1).gave == tuple(THREES[1])
    for seat in (0, 2, 3):
        game.play(seat, "pass " + " ".join(THREES[seat]))
    assert game.view(2).hand == tuple(THREES[1])
    assert list(game.to_act) == [1], "the crown leads"


def test_received() -> None:
    game = begin(plain(row=GIVING, hands=THREES, received=THREES))
    assert game.view(1).received == tuple(THREES[1])
    assert game.view(0).gave == tuple(THREES[1])


def test_received_cards_may_have_been_laid() -> None:
    past = {"piles": [["O1", "O2", "O3", "O4"], []], "laid": [["O1"], ["O2"], ["O3"], ["O4"]]}
    received = [["G1", "P1", "O1"], ["G2", "P2", "O2"], ["G3", "P3", "O3"], ["G4", "P4", "O4"]]
    assert begin(plain(row=GIVING, received=received, **past)).view(0).received == ("G1", "P1", "O1")
    hands = [["P1"], *HANDS[1:]]
    laid = begin(plain(row=GIVING, received=received, hands=hands, trick=["G1"], **past))
    assert laid.view(0).received == ("G1", "P1", "O1")


def test_phase_steal() -> None:
    hands = [["unicorn", "pigeon"], ["G1", "G2"], ["P1", "P2"]]
    game = begin(three(hands=hands, trick=["monkey", "G3", "P3"], phase="steal"))
    assert game.to_act == (0,)
    assert game.view(None).still_in == ("G3", "P3")
    game.play(0, "steal P3")
    assert game.to_act == (2,)


def test_cups() -> None:
    game = begin(plain(round=3, cups=[[1, 0, 3, 0], [0, 5, 0, 2]]))
    assert game.view(0).cups == ((1, 0, None, 0), (0, None, 0, None))
    assert game.view(3).cups == ((None, 0, None, 0), (0, None, 0, 2))


def test_options_and_edition() -> None:
    view = begin(plain(options={"equal-cups": True}, edition="standard")).view(None)
    assert view.options == {"equal-cups": True}
    assert view.edition == "standard"


def test_a_position_tells_what_a_client_needs() -> None:
    history = begin(plain(round=2)).events(1)
    assert RoundBegan(round=2, cards=10) in history
    assert [event.rule for event in history if isinstance(event, RuleRevealed)] == ROW[:2]
    assert [event.team for event in history if isinstance(event, TeamDealt)] == [0, 1, 0, 1]
    assert [event.cards for event in history if isinstance(event, Dealt)] == [("G2", "P2")]


# -- records

GOOD = {
    "plain": plain(),
    "round": plain(round=4, cups=[[1, 0, 3, 0], [0, 5, 0, 2], [3, 0, 5, 0]]),
    "trick": plain(hands=[["P1"], ["G2", "P2"], ["G3", "P3"], ["P4"]], leader=3, trick=["G4", "G1"]),
    "complete": plain(hands=[["P1"], ["P2"], ["P3"], ["P4"]], trick=["G1", "G2", "G3", "G4"]),
    "piles": plain(piles=[["O5", "B1"], []], gone=["B5"], laid=[["O5"], ["B1"], ["B5"], []]),
    "voids": plain(voids=[[], ["blue"], ["orange", "blue"], []], last_taker=0),
    "give": plain(row=GIVING, hands=THREES, leader=..., phase="give", chosen=[[], THREES[1], [], []]),
    "all-chosen": plain(row=GIVING, hands=THREES, leader=..., phase="give", chosen=THREES),
    "received": plain(row=GIVING, hands=THREES, received=THREES, options={"open-counts": True}),
    "steal": three(
        hands=[["unicorn", "pigeon"], ["G1", "G2"], ["P1", "P2"]],
        trick=["monkey", "G3", "P3"],
        phase="steal",
    ),
    "five": five(),
    "last": plain(round=4, hands=[], trick=["G1", "G2", "G3", "G4"]) | {"hands": [[], [], [], []]},
}


@pytest.mark.parametrize("name", GOOD)
def test_a_position_goes_through_its_record(name: str) -> None:
    game = begin(GOOD[name])
    again = moustaches.load(game.record())
    assert again.record() == game.record()
    assert again.events() == game.events()
    assert all(again.view(seat) == game.view(seat) for seat in (None, *range(game.players)))
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[-1])
    finished = moustaches.load(game.record())
    assert finished.outcome == game.outcome
    assert finished.events() == game.events()


def test_a_position_is_plain_json() -> None:
    for description in GOOD.values():
        assert json.loads(json.dumps(description)) == description


def test_a_game_does_not_share_its_description() -> None:
    description = json.loads(json.dumps(plain()))
    game = begin(description)
    record = game.record()
    description["hands"][0].append("B9")
    description["row"].clear()
    assert game.record() == record


# -- mistakes

PAST = {"piles": [["B9"], []]}
BAD: list[tuple[str, str, dict[str, Any]]] = [
    ("unknown key", "hand:.*did you mean hands", plain(hand=[])),
    ("round 0", "round: expected a whole number from 1 to 4, found 0", plain(round=0)),
    ("round 5", "round", plain(round=5)),
    ("round in words", "round", plain(round="two")),
    ("round true", "round", plain(round=True)),
    ("no row", "row", plain(row=...)),
    ("short row", "row: expected 4 rule cards, found 3", plain(row=ROW[:3])),
    (
        "unknown rule",
        r"row\[2\].*did you mean",
        plain(row=["pink-plus", "blue-tax", "two-win", "cut-redirects"]),
    ),
    ("row of three whites", "row.*M23", plain(row=["pink-plus", "blue-tax", "pass-three", "twos-win"])),
    ("same rule twice", "row.*M23", plain(row=["pink-plus", "pink-plus", "twos-win", "cut-redirects"])),
    ("two rows", "row", plain(options={"row": ["blue-tax", "pink-plus", "twos-win", "equals-vanish"]})),
    ("no teams", "teams", plain(teams=...)),
    ("short teams", "teams: expected 4 whole numbers, found 3", plain(teams=[0, 1, 0])),
    ("team 2", r"teams\[3\]", plain(teams=[0, 1, 0, 2])),
    ("uneven teams", "teams: expected 2 seats in team 0 and 2 in team 1", plain(teams=[0, 1, 1, 1])),
    ("larger team 0", "teams: expected 1 seats in team 0", three(teams=[0, 0, 1])),
    ("no crown", "crown", plain(crown=...)),
    ("crown at seat 4", "crown: expected a whole number from 0 to 3, found 4", plain(crown=4)),
    ("crown of the lone player", "crown.*M11", three(crown=0)),
    ("no hands", "hands", plain(hands=...)),
    ("three hands", "hands: expected 4 lists", plain(hands=HANDS[:3])),
    ("hands of texts", r"hands\[0\]", plain(hands=["G1", "G2", "G3", "G4"])),
    ("uneven hands", "hands: expected the same number", plain(hands=[["G1"], *HANDS[1:]])),
    ("empty hands", "hands", plain(hands=[[], [], [], []])),
    ("too many cards", "hands.*1 to 10", plain(hands=[[f"{c}{v}" for v in range(11)] for c in "GPOB"])),
    ("unknown card", r"hands\[0\]\[0\]", plain(hands=[["G11", "P1"], *HANDS[1:]])),
    ("card as a number", r"hands\[0\]\[0\]", plain(hands=[[5, "P1"], *HANDS[1:]])),
    ("card twice in a hand", r"hands\[0\]\[1\].*once", plain(hands=[["G1", "G1"], *HANDS[1:]])),
    ("card in two hands", "G1 in two", plain(hands=[["G1", "P1"], ["G1", "P2"], *HANDS[2:]])),
    ("card in hand and pile", "G1 in two", plain(piles=[["G1"], []])),
    ("card in hand and trick", "G2 in two", plain(hands=[["P1"], *HANDS[1:]], trick=["G2"])),
    ("card gone and in a pile", "B9 in two", plain(gone=["B9"], **PAST)),
    ("joker with 4 players", "no joker with 4 players", plain(hands=[["unicorn", "P1"], *HANDS[1:]])),
    ("joker of the larger team", "hands", three(hands=[["G4", "monkey"], ["unicorn", "G1"], ["G2", "G3"]])),
    (
        "lone player with two jokers",
        "hands",
        three(hands=[["unicorn", "monkey"], ["G1", "G2"], ["G3", "G4"]]),
    ),
    ("one of the two without a joker", "hands", five(hands=[["O1", "G0"], *five()["hands"][1:]])),
    ("one of the two with two jokers", "hands", five(hands=[["unicorn", "pigeon"], *five()["hands"][1:]])),
    ("leader at seat 4", "leader", plain(leader=4)),
    ("leader in words", "leader", plain(leader="me")),
    ("trick of five", "trick: expected at most 4 cards", plain(trick=["O1", "O2", "O3", "O4", "O5"])),
    ("unknown card in the trick", r"trick\[0\]", plain(hands=[["P1"], *HANDS[1:]], trick=["X1"])),
    (
        "trick that does not follow",
        r"trick\[1\].*a card that seat 1 could lay",
        plain(hands=[["P1"], ["G2"], ["G3", "P3"], ["G4", "P4"]], trick=["G1", "P2"]),
    ),
    ("trick not a list", "trick", plain(trick="G1")),
    ("one pile", "piles", plain(piles=[["B9"]])),
    ("piles not lists", r"piles\[0\]", plain(piles=["B9", "B8"])),
    ("gone not a list", "gone", plain(gone="B9")),
    ("laid by nobody", "laid", plain(laid=[[], [], [], []], **PAST)),
    ("laid but in no pile", "laid", plain(laid=[["B9"], ["B8"], [], []], **PAST)),
    ("laid by two", "laid", plain(laid=[["B9"], ["B9"], [], []], **PAST)),
    ("laid by three seats", "laid", plain(laid=[["B9"], [], []], **PAST)),
    (
        "joker laid by whom",
        "laid.*joker",
        three(hands=[["unicorn"], ["G1"], ["G2"]], gone=["monkey", "pigeon"]),
    ),
    ("voids of three seats", "voids", plain(voids=[[], [], []])),
    ("unknown colour", r"voids\[1\]\[0\]", plain(voids=[[], ["red"], [], []])),
    ("void in a colour in hand", "voids", plain(voids=[["green"], [], [], []])),
    (
        "void in a colour laid now",
        "voids",
        plain(hands=[["P1"], *HANDS[1:]], trick=["G1"], voids=[["green"], [], [], []]),
    ),
    ("unknown phase", "phase", plain(phase="bid")),
    ("steal without a monkey", "phase", plain(phase="steal")),
    ("nothing to give", "phase.*no rule in force passes", plain(hands=THREES, leader=..., phase="give")),
    ("gifts of two cards", "hands", plain(row=GIVING, leader=..., phase="give")),
    ("trick while giving", "trick", plain(row=GIVING, hands=THREES, leader=..., phase="give", trick=["O1"])),
    ("piles while giving", "piles", plain(row=GIVING, hands=THREES, leader=..., phase="give", **PAST)),
    ("another leader than the crown", "leader", plain(row=GIVING, hands=THREES, leader=0, phase="give")),
    ("chosen while playing", "chosen", plain(row=GIVING, hands=THREES, chosen=THREES)),
    ("two cards chosen", "chosen", plain(row=GIVING, hands=THREES, leader=..., phase="give", chosen=HANDS)),
    (
        "chosen from another hand",
        "chosen",
        plain(row=GIVING, hands=THREES, leader=..., phase="give", chosen=[THREES[1], [], [], []]),
    ),
    ("received without a rule", "received", plain(hands=THREES, received=THREES)),
    ("two cards received", "received", plain(row=GIVING, hands=THREES, received=HANDS)),
    ("received by another", "received", plain(row=GIVING, hands=THREES, received=[*THREES[1:], THREES[0]])),
    (
        "received what another laid",
        "received",
        plain(
            row=GIVING,
            hands=[["P1", "B1"], *THREES[1:]],
            trick=["G1"],
            received=[["P1", "B1", "G1"], ["G1", "P2", "B2"], *THREES[2:]],
        ),
    ),
    ("last taker 2", "last_taker", plain(last_taker=2)),
    ("cups of two rounds", "cups: expected 1 rounds, found 2", plain(round=2, cups=[[1, 0, 2, 0]] * 2)),
    ("cups of three seats", r"cups\[0\]", plain(round=2, cups=[[1, 0, 2]])),
    ("no such token", r"cups\[0\]\[0\]", plain(round=2, cups=[[4, 0, 2, 0]])),
    ("token of another round", r"cups\[1\]\[1\]", plain(round=3, cups=[[1, 0, 2, 0], [0, 1, 0, 2]])),
    ("token drawn twice", r"cups\[0\]", plain(round=2, cups=[[1, 0, 1, 0]])),
    ("four winners", r"cups\[0\]", plain(round=2, cups=[[1, 2, 3, 1]])),
    ("one winner of two", r"cups\[0\]", plain(round=2, cups=[[1, 0, 0, 0]])),
    ("unequal cups", r"cups\[0\]", plain(round=2, cups=[[1, 0, 2, 0]], options={"equal-cups": True})),
    ("points in words", r"cups\[0\]\[0\]", plain(round=2, cups=[["one", 0, 2, 0]])),
    ("no players", "players: expected a whole number", plain(players=...)),
    ("players in words", "players: expected a whole number", plain(players="four")),
]


@pytest.mark.parametrize(("problem", "expected", "description"), BAD, ids=[problem for problem, _, _ in BAD])
def test_a_wrong_position_is_one_error_that_names_the_key(
    problem: str, expected: str, description: dict[str, Any]
) -> None:
    before = json.dumps(description)
    with pytest.raises(BadPosition, match=f"^position: (?s:.*){expected}"):
        moustaches.position("moustache", description)
    assert json.dumps(description) == before


def test_a_position_that_is_no_table() -> None:
    with pytest.raises(BadPosition, match="position: expected a table"):
        moustaches.position("moustache", [])  # type: ignore[arg-type]


def test_a_key_that_is_no_text() -> None:
    odd: dict[Any, Any] = plain() | {5: 1}
    with pytest.raises(BadPosition, match="5"):
        moustaches.position("moustache", odd)


def test_wrong_players_options_and_editions_are_their_own_errors() -> None:
    with pytest.raises(BadPlayers, match="3 to 6 players"):
        begin(plain(players=7))
    with pytest.raises(BadOption, match="equal-cups"):
        begin(plain(options={"equal-cups": 3}))
    with pytest.raises(BadOption, match="options"):
        begin(plain(options=5))
    with pytest.raises(BadEdition, match="no edition is called 'none'"):
        begin(plain(edition="none"))
    with pytest.raises(BadEdition, match="5"):
        begin(plain(edition=5))


def test_a_mistake_in_play_leaves_the_position_as_it_was() -> None:
    game = begin(plain())
    record, view = game.record(), game.view(0)
    for seat, move in ((0, "play B9"), (1, "play G2"), (0, "pass G1 P1 B1"), (0, "play"), (0, "nonsense")):
        with pytest.raises(moustaches.MoustachesError):
            game.play(seat, move)
    assert game.record() == record
    assert game.view(0) == view

"""Positions of the Club: every key says something, every mistake is one error that names its key."""

from __future__ import annotations

from typing import Any

import pytest

import moustaches
from moustaches.errors import BadEdition, BadOption, BadPlayers, BadPosition
from moustaches.game.club import Club
from moustaches.game.club_words import CATS, Staged

SECRETS = [["leap", "white", "yarn"], ["strut", "brown", "hat"], ["sit", "blue", "mouse"]]
HANDS = [["rest-red"], ["roll-green"], ["roll-yellow", "strut-red"]]
BASE: dict[str, Any] = {"players": 3, "secrets": SECRETS, "hands": HANDS}


def at(**description: Any) -> Club:
    game = moustaches.position("club", {**BASE, **description}, seed=1)
    assert isinstance(game, Club)
    return game


# What each key says


def test_the_least_description_is_a_first_turn() -> None:
    view = at().view(0)
    assert (view.players, view.first, view.turn, view.to_act, view.phase) == (3, 0, 0, (0,), "play")
    assert (view.reserve, view.received) == ((16, 16, 16), (0, 0, 0))
    assert (view.shown, view.denied, view.stage) == (((), (), ()), ((), (), ()), ())
    assert (view.finishing, view.pile) == (False, 36)
    assert (view.options, view.edition) == ({}, "standard")


def test_players_secrets_and_hands() -> None:
    game = at()
    assert [set(game.view(seat).secrets) for seat in range(3)] == [set(words) for words in SECRETS]
    assert [set(game.view(seat).hand) for seat in range(3)] == [set(cats) for cats in HANDS]
    two = at(players=2, secrets=SECRETS[:2], hands=HANDS[:2])
    assert (two.players, two.view(None).hand_sizes) == (2, (1, 1))


def test_edition() -> None:
    assert at(edition="standard", options={}).view(0).edition == "standard"


def test_shown() -> None:
    view = at(shown=[["yarn"], [], ["sit", "blue"]]).view(1)
    assert view.shown == (("yarn",), (), ("sit", "blue"))
    assert view.hidden == (2, 3, 1)


def test_denied() -> None:
    game = at(denied=[["red"], [], ["hat", "leap"]], step="guess", turn=1)
    assert game.view(None).denied == (("red",), (), ("leap", "hat"))
    assert game.why(1, "unmask 0 red").id == "already-denied"


def test_pile_is_drawn_from_the_front() -> None:
    game = at(pile=["sit-red", "leap-blue"], step="guess")
    game.play(0, "keep")
    assert game.view(0).hand == ("sit-red", "rest-red")
    assert game.view(0).pile == 1


def test_pile_by_default_holds_the_cats_named_nowhere_else() -> None:
    game = at(stage=[{"seat": 1, "cat": "sit-green"}])
    named = {"sit-green", *(cat for hand in HANDS for cat in hand)}
    assert game.view(None).pile == 40 - len(named)
    drawn = set()
    while game.view(None).pile:
        (seat,) = game.to_act
        if game.view(seat).phase == "play":
            game.play(seat, game.legal(seat)[0])
        if game.over:
            break
        before = set(game.view(seat).hand)
        game.play(seat, "keep")
        drawn |= set(game.view(seat).hand) - before
    assert drawn
    assert drawn <= set(CATS) - named


def test_stage_and_the_masks_that_follow_from_the_secrets() -> None:
    view = at(stage=[{"seat": 2, "cat": "leap-brown"}, {"seat": 0, "cat": "rest-black"}]).view(0)
    assert view.stage == (Staged(2, "leap-brown", (0, 1)), Staged(0, "rest-black", ()))
    assert view.reserve == (15, 15, 16)


def test_reserve() -> None:
    assert at(reserve=[3, 16, 1]).view(0).reserve == (3, 16, 1)
    stage = [{"seat": 2, "cat": "leap-brown"}]
    assert at(reserve=[3, 16, 1], stage=stage).view(0).reserve == (3, 16, 1)


def test_received() -> None:
    assert at(received=[3, 0, 1]).view(0).received == (3, 0, 1)


def test_first_and_turn() -> None:
    game = at(first=1)
    assert (game.view(0).first, game.to_act) == (1, (1,))
    game = at(first=1, turn=0)
    assert (game.view(0).first, game.to_act) == (1, (0,))


@pytest.mark.parametrize(("step", "phase"), [("play", "play"), ("guess", "guess"), (None, "play")])
def test_step(step: str | None, phase: str) -> None:
    assert at(step=step).view(0).phase == phase


def test_step_without_a_cat_is_the_guess() -> None:
    assert at(hands=[[], *HANDS[1:]]).view(0).phase == "guess"


def test_finishing() -> None:
    game = at(finishing=True, turn=2, shown=[[], SECRETS[1], []])
    assert (game.view(2).finishing, game.view(2).phase) == (True, "guess")
    game.play(2, "keep")
    assert game.over


def test_the_events_say_what_lies_on_the_table() -> None:
    game = at(stage=[{"seat": 2, "cat": "leap-brown"}])
    assert [type(event).__name__ for event in game.events(0)] == [
        *("GameStarted", "FirstPlayer", "SecretsDealt", "Hidden", "Hidden", "Dealt", "Hidden", "Hidden"),
        *("CatPlayed", "MasksPlaced"),
    ]


# Records


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"pile": [], "hands": [["rest-red"], [], []]},
        {
            "stage": [{"seat": 2, "cat": "leap-brown"}],
            "reserve": [3, 2, 9],
            "received": [4, 0, 1],
            "step": "guess",
        },
        {
            "first": 1,
            "turn": 0,
            "finishing": True,
            "shown": [[], SECRETS[1], ["sit"]],
            "denied": [["red"], [], []],
        },
        {"players": 2, "secrets": SECRETS[:2], "hands": HANDS[:2], "edition": "standard", "options": {}},
    ],
    ids=range(5),
)
def test_a_position_goes_round_through_its_record(change: dict[str, Any]) -> None:
    game = at(**change)
    viewers = (*range(game.players), None)
    for _ in range(7):
        again = moustaches.load(game.record())
        assert again.record() == game.record()
        assert [again.view(viewer) for viewer in viewers] == [game.view(viewer) for viewer in viewers]
        assert [again.events(viewer) for viewer in viewers] == [game.events(viewer) for viewer in viewers]
        if game.over:
            assert game.outcome is not None
            assert moustaches.verify(game.record()).winners == game.outcome.winners
            return
        (seat,) = game.to_act
        game.play(seat, game.legal(seat)[0])


def test_a_position_keeps_its_description_when_the_callers_changes() -> None:
    hands = [["rest-red"], ["roll-green"], ["roll-yellow"]]
    game = at(hands=hands)
    before = game.record()
    hands[0].append("sit-red")
    assert game.record() == before


# Mistakes


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("players", {"players": None}),
        ("players", {"players": "3"}),
        ("players", {"players": True}),
        ("secret", {"secret": SECRETS}),
        ("masks", {"masks": [16, 16, 16]}),
        ("first", {"first": 3}),
        ("first", {"first": "0"}),
        ("turn", {"turn": -1}),
        ("turn", {"turn": 1.0}),
        ("step", {"step": "draw"}),
        ("step", {"step": 1}),
        ("step", {"step": "play", "hands": [[], *HANDS[1:]]}),
        ("step", {"step": "play", "finishing": True, "turn": 1, "shown": [SECRETS[0], [], []]}),
        ("finishing", {"finishing": "yes"}),
        ("finishing", {"finishing": 1}),
        ("finishing", {"shown": [SECRETS[0], [], []]}),
        ("finishing", {"shown": [[], SECRETS[1], []]}),
        ("finishing", {"shown": [[], SECRETS[1], []], "finishing": False}),
        ("secrets", {"secrets": None}),
        ("secrets", {"secrets": "leap white yarn"}),
        ("secrets", {"secrets": SECRETS[:2]}),
        ("secrets", {"secrets": [["leap", "white"], *SECRETS[1:]]}),
        ("secrets", {"secrets": [["leap", "white", "yarn", "red"], *SECRETS[1:]]}),
        ("secrets", {"secrets": [["leap", "white", "hat"], *SECRETS[1:]]}),
        ("secrets[0]", {"secrets": ["leap", "strut", "sit"]}),
        ("secrets[0][1]", {"secrets": [["leap", "leap", "yarn"], *SECRETS[1:]]}),
        ("secrets[0][1]", {"secrets": [["leap", "whit", "yarn"], *SECRETS[1:]]}),
        ("secrets[2][2]", {"secrets": [*SECRETS[:2], ["sit", "blue", 3]]}),
        ("shown", {"shown": [[], []]}),
        ("shown", {"shown": {"0": "leap"}}),
        ("shown", {"shown": [["red"], [], []]}),
        ("shown", {"shown": [["strut"], [], []]}),
        ("shown[0][0]", {"shown": [["tabby"], [], []]}),
        ("shown[0]", {"shown": ["leap", [], []]}),
        ("denied", {"denied": [[]]}),
        ("denied", {"denied": [["leap"], [], []]}),
        ("denied[1][0]", {"denied": [[], ["tabby"], []]}),
        ("hands", {"hands": None}),
        ("hands", {"hands": HANDS[:2]}),
        ("hands[0]", {"hands": ["rest-red", "roll-green", "roll-yellow"]}),
        ("hands[0][0]", {"hands": [["red-rest"], *HANDS[1:]]}),
        ("hands[0][0]", {"hands": [["rest"], *HANDS[1:]]}),
        ("hands[0][1]", {"hands": [["rest-red", "rest-red"], *HANDS[1:]]}),
        ("hands", {"hands": [["rest-red"], ["rest-red"], []]}),
        ("hands", {"stage": [{"seat": 0, "cat": "rest-red"}]}),
        ("pile", {"pile": "sit-red"}),
        ("pile", {"pile": 30}),
        ("pile[0]", {"pile": ["sit-rad"]}),
        ("pile[1]", {"pile": ["sit-red", None]}),
        ("pile", {"pile": ["sit-red", "sit-red"]}),
        ("pile", {"pile": ["sit-red", "rest-red"]}),
        ("stage", {"stage": {"seat": 0, "cat": "sit-red"}}),
        ("stage[0]", {"stage": ["sit-red"]}),
        ("stage[0].seat", {"stage": [{"seat": 3, "cat": "sit-red"}]}),
        ("stage[0].seat", {"stage": [{"cat": "sit-red"}]}),
        ("stage[0].cat", {"stage": [{"seat": 0}]}),
        ("stage[0].cat", {"stage": [{"seat": 0, "cat": "sit"}]}),
        ("stage[0].masks", {"stage": [{"seat": 0, "cat": "sit-red", "masks": [1]}]}),
        ("stage", {"stage": [{"seat": 0, "cat": "sit-red"}, {"seat": 1, "cat": "sit-red"}]}),
        ("reserve", {"reserve": [16, 16]}),
        ("reserve[0]", {"reserve": [0, 16, 16]}),
        ("reserve[2]", {"reserve": [16, 16, "16"]}),
        ("reserve", {"reserve": 16}),
        ("received", {"received": [1, 1]}),
        ("received[1]", {"received": [0, -1, 0]}),
        ("received[1]", {"received": [0, True, 0]}),
    ],
    ids=str,
)
def test_a_mistake_is_one_error_that_names_its_key(key: str, change: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as caught:
        at(**change)
    message = str(caught.value)
    assert message.startswith(f"position: {key}")
    assert "expected" in message


def test_a_stage_that_empties_a_reserve_needs_to_be_told_the_reserves() -> None:
    words = {"striped", "spotted", "yarn"}
    carried = [cat.name for cat in moustaches.edition().club.cats if words & {*cat.attributes}]
    stage = [{"seat": 0, "cat": cat} for cat in carried[:16]]
    start = {"secrets": [sorted(words), *SECRETS[1:]], "hands": [[], [], []]}
    with pytest.raises(BadPosition, match=r"^position: reserve: expected"):
        at(stage=stage, **start)
    assert at(stage=stage[:15], **start).view(0).reserve[0] == 1


def test_a_misspelt_cat_attribute_or_key_has_a_neighbour() -> None:
    with pytest.raises(BadPosition, match="did you mean rest-red"):
        at(hands=[["rest-rad"], *HANDS[1:]])
    with pytest.raises(BadPosition, match="did you mean striped"):
        at(denied=[["stripes"], [], []])
    with pytest.raises(BadPosition, match="did you mean reserve"):
        at(reserves=[16, 16, 16])


@pytest.mark.parametrize("description", [None, [], "hands", 3])
def test_a_description_is_a_table(description: object) -> None:
    with pytest.raises(BadPosition, match="expected a table"):
        moustaches.position("club", description)  # type: ignore[arg-type]


def test_the_table_itself_is_checked_as_for_a_new_game() -> None:
    with pytest.raises(BadPlayers, match="2 to 4 players, not 1"):
        at(players=1)
    with pytest.raises(BadOption, match="it has none"):
        at(options={"chico": True})
    with pytest.raises(BadEdition, match="no edition is called 'pirate'"):
        at(edition="pirate")

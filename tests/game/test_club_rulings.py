"""The rulings C1 to C10 of Le Club des Moustaches, the end, and the ranks; `test_club_turn.py` has the main text."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import moustaches
from moustaches.content.texts import texts
from moustaches.errors import BadOption, GameOver, IllegalMove
from moustaches.game.club import Club
from moustaches.game.club_words import ATTRIBUTES
from moustaches.game.events import (
    Answered,
    CatDrawn,
    CatPlayed,
    GameEnded,
    Guessed,
    Hidden,
    Kept,
    LastRound,
    MaskPaid,
    MasksPlaced,
    ReserveEmpty,
    SecretsDealt,
)
from tests.game.club_table import HANDS, SECRETS, at, legal
from tests.game.moves import only, play

# Nobody has rest, roll, red, purple, green, yellow or striped.


def last_guess(**description: Any) -> Club:
    """No cat is left anywhere, and the last player of the round is to guess."""
    return at(hands=[[], [], []], pile=[], finishing=True, turn=2, **description)


# C1 and C2


def test_C1_guessing_is_allowed_from_the_first_turn_on_and_not_guessing_is_keep() -> None:
    game = moustaches.new("club", players=3, seed=1)
    (first,) = game.to_act
    play(game, f"{first} {game.legal(first)[0]}")
    others = [seat for seat in range(3) if seat != first]
    every = {f"unmask {seat} {word}" for seat in others for word in ATTRIBUTES}
    assert legal(game, first) == {"keep"} | every
    assert isinstance(game.copy().play(first, f"unmask {others[0]} hat")[0], Guessed)
    assert isinstance(game.play(first, "keep")[0], Kept)


def test_C2_what_is_not_offered_and_why() -> None:
    game = at(
        step="guess",
        shown=[[], [], ["sit", "blue"]],
        denied=[["hat"], ["leap", "yarn"], []],
    )
    open_ones = {"sit", "blue"}
    expected = {f"unmask 1 {word}" for word in ATTRIBUTES if word not in open_ones | {"leap", "yarn"}}
    expected |= {f"unmask 2 {word}" for word in ATTRIBUTES if word not in open_ones}
    assert legal(game, 0) == expected | {"keep"}
    for move, id in (
        ("unmask 0 hat", "yourself"),
        ("unmask 1 sit", "lies-open"),
        ("unmask 2 blue", "lies-open"),
        ("unmask 1 leap", "already-denied"),
    ):
        why = game.why(0, move)
        assert (why.id, why.rulings) == (id, ("C2",))
        seat, word = move.split()[1:]
        assert why.args == {"seat": int(seat), "attribute": word}
        with pytest.raises(IllegalMove, match=id):
            game.play(0, move)


def test_C2_a_player_with_nothing_hidden_is_not_asked() -> None:
    game = at(finishing=True, turn=1, shown=[SECRETS[0], [], []])
    assert not any(move.startswith("unmask 0") for move in legal(game, 1))
    assert game.why(1, "unmask 0 red").id == "nothing-hidden"
    assert game.why(1, "unmask 2 red").id == "legal"


def test_C2_a_no_counts_whoever_asked() -> None:
    game = at(step="guess")
    play(game, "0 unmask 2 hat", "1 play roll-green")
    assert "unmask 2 hat" not in legal(game, 1)
    assert "unmask 0 hat" in legal(game, 1)
    assert game.why(1, "unmask 2 hat").id == "already-denied"


def test_C2_what_masks_prove_stays_legal() -> None:
    game = at(stage=[{"seat": 2, "cat": "rest-green"}], step="guess")  # masked by seat 2 alone: the mouse
    assert game.view(0).stage[0].masks == (2,)
    assert {"unmask 1 rest", "unmask 1 green", "unmask 1 mouse"} <= legal(game, 0)


def test_C2_naming_an_attribute_of_ones_own_is_legal_and_the_table_warns() -> None:
    game = at(step="guess")
    bluffs = {f"unmask {seat} {word}" for seat in (1, 2) for word in SECRETS[0]}
    assert bluffs <= legal(game, 0)
    assert set(game.view(0).cannot_be_right) == bluffs
    why = game.why(0, "unmask 1 leap")
    assert (why.id, why.rulings, why.args) == ("bluff", ("C2",), {"move": "unmask 1 leap"})
    assert game.why(0, "unmask 1 hat").id == "legal"
    assert game.view(1).cannot_be_right == game.view(None).cannot_be_right == ()
    assert only(play(game, "0 unmask 1 leap"), Answered) == [Answered(seat=1, attribute="leap", right=False)]


def test_a_seat_beyond_the_table_is_no_player() -> None:
    why = at(step="guess").why(0, "unmask 3 hat")
    assert (why.id, why.rulings) == ("no-such-seat", ("R1",))


def test_why_a_move_of_another_step_or_an_absent_cat_is_not_legal() -> None:
    game = at()
    assert game.why(0, "keep").id == "another-kind"
    assert game.why(0, "unmask 1 hat").args == {"move": "unmask 1 hat", "expected": "play"}
    assert (game.why(0, "play leap-black").id, game.why(0, "play leap-black").args) == (
        "not-in-hand",
        {"cards": ["leap-black"]},
    )
    play(game, "0 play rest-red")
    assert game.why(0, "play roll-red").id == "another-kind"
    assert (game.why(1, "keep").id, game.why(1, "keep").args) == ("not-your-turn", {"seats": [0]})


# C3


def test_C3_with_an_empty_pile_nobody_draws_and_play_goes_on() -> None:
    game = at(pile=[])
    events = play(game, "0 play rest-red", "0 keep")
    assert not only(events, CatDrawn)
    assert game.view(0).hand == ("roll-red",)
    assert (game.to_act, game.view(1).phase, game.view(1).finishing) == ((1,), "play", False)


def test_C3_without_a_cat_there_is_only_the_guess() -> None:
    game = at(pile=[], hands=[[], ["roll-green"], ["roll-yellow"]])
    assert game.view(0).phase == "guess"
    assert "keep" in legal(game, 0)
    assert not any(move.startswith("play") for move in legal(game, 0))
    play(game, "0 keep")
    assert (game.to_act, game.view(1).phase) == ((1,), "play")


def test_C3_when_every_hand_is_empty_the_round_is_completed_with_guesses_and_the_game_ends() -> None:
    game = at(pile=[], hands=[["rest-red"], [], []])
    play(game, "0 play rest-red")
    assert not game.view(0).finishing
    (last,) = only(play(game, "0 keep"), LastRound)
    assert (last.seat, last.why.id, last.why.rulings) == (0, "no-cats-left", ("C3",))
    for seat in (1, 2):
        assert (game.to_act, game.view(seat).phase) == ((seat,), "guess")
        play(game, f"{seat} keep")
    assert game.over


def test_C3_the_last_cat_of_the_last_player_ends_the_game_after_the_guess() -> None:
    game = at(pile=[], hands=[[], [], ["roll-yellow"]], turn=2)
    play(game, "2 play roll-yellow", "2 unmask 0 yarn")
    assert game.over
    assert game.outcome is not None
    assert game.outcome.scores == (2, 3, 4)


# C4 and C5


def test_C4_a_reserve_at_0_in_step_2_all_place_no_guess_and_the_game_ends() -> None:
    game = at(reserve=[1, 5, 16], hands=[["leap-brown"], ["roll-green"], ["roll-yellow"]])
    events = play(game, "0 play leap-brown")
    assert [type(event) for event in events] == [CatPlayed, MasksPlaced, ReserveEmpty, GameEnded]
    assert only(events, MasksPlaced)[0].seats == (0, 1)
    assert game.view(None).reserve == (0, 4, 16)
    assert only(events, ReserveEmpty) == [ReserveEmpty(seat=0)]
    assert game.over
    with pytest.raises(GameOver):
        game.play(0, "keep")


def test_C4_the_reserve_of_another_ends_the_game_too() -> None:
    game = at(reserve=[16, 1, 16], hands=[["leap-brown"], ["roll-green"], ["roll-yellow"]])
    assert only(play(game, "0 play leap-brown"), ReserveEmpty) == [ReserveEmpty(seat=1)]
    assert game.over


@pytest.mark.parametrize(
    ("guess", "reserve", "after", "received"),
    [
        ("unmask 1 hat", [16, 1, 16], (16, 0, 16), (1, 0, 0)),
        ("unmask 1 mouse", [1, 16, 16], (0, 16, 16), (0, 1, 0)),
    ],
)
def test_C4_by_a_guess_it_is_settled_and_paid_in_full_then_the_game_ends(
    guess: str, reserve: list[int], after: tuple[int, ...], received: tuple[int, ...]
) -> None:
    game = at(step="guess", reserve=reserve)
    events = play(game, f"0 {guess}")
    assert [type(event) for event in events] == [Guessed, Answered, MaskPaid, ReserveEmpty, GameEnded]
    assert game.over
    assert (game.view(None).reserve, game.view(None).received) == (after, received)


def test_C4_an_empty_reserve_cuts_a_finishing_round_short() -> None:
    game = at(finishing=True, turn=1, shown=[SECRETS[0], [], []], reserve=[10, 1, 10])
    events = play(game, "1 unmask 2 red")
    assert game.over
    assert only(events, ReserveEmpty) == [ReserveEmpty(seat=1)]


def test_C5_three_unmasked_and_a_reserve_at_0_in_the_same_moment_end_at_once() -> None:
    game = at(step="guess", shown=[[], ["strut", "brown"], []], reserve=[16, 1, 16])
    events = play(game, "0 unmask 1 hat")
    assert game.over
    assert not only(events, LastRound)
    assert game.outcome is not None
    assert game.outcome.scores == (4, 0, 3)


# C6


def test_C6_masks_of_one_cat_are_placed_together_by_all_at_the_same_time() -> None:
    secrets = [["leap", "white", "yarn"], ["red", "brown", "hat"], ["cocktail", "sit", "mouse"]]
    game = at(secrets=secrets, hands=[["leap-red"], ["roll-green"], ["roll-yellow"]])
    events = play(game, "0 play leap-red")
    assert events == [
        CatPlayed(seat=0, cat="leap-red"),
        MasksPlaced(cat="leap-red", seats=(0, 1, 2), reserves=(15, 15, 15)),
    ]


def test_C6_R2_placing_masks_is_not_a_move() -> None:
    game = at(hands=[["leap-brown"], ["roll-green"], ["roll-yellow"]])
    play(game, "0 play leap-brown")
    assert game.to_act == (0,)


def test_one_mask_even_where_several_attributes_are_shared() -> None:
    game = at(
        secrets=[["leap", "brown", "yarn"], ["strut", "white", "hat"], SECRETS[2]],
        hands=[["leap-brown"], ["roll-green"], ["roll-yellow"]],
    )
    play(game, "0 play leap-brown")
    assert game.view(None).reserve == (15, 16, 16)


# C7 and C8


@pytest.mark.parametrize(("first", "turn", "then"), [(0, 0, [1, 2]), (1, 1, [2, 0]), (1, 2, [0]), (2, 1, [])])
def test_C7_a_round_starts_with_the_first_player_and_is_finished_with_step_3_only(
    first: int, turn: int, then: list[int]
) -> None:
    """The trigger on the last player of the round ends the game there; nobody draws any more."""
    asked = (turn + 1) % 3
    shown = [words[:2] if seat == asked else [] for seat, words in enumerate(SECRETS)]
    game = at(first=first, turn=turn, step="guess", shown=shown)
    events = play(game, f"{turn} unmask {asked} {SECRETS[asked][2]}")
    (last,) = only(events, LastRound)
    assert (last.seat, last.why.id, last.why.rulings) == (turn, "all-unmasked", ("C7",))
    assert last.why.args == {"seat": asked}
    order = []
    while not game.over:
        (seat,) = game.to_act
        order.append(seat)
        assert game.view(seat).finishing
        assert game.view(seat).phase == "guess"
        events += game.play(seat, "keep")
    assert order == then
    assert not only(events, CatDrawn)
    assert not only(events, CatPlayed)


def test_C8_a_player_with_all_attributes_unmasked_still_gets_a_turn_in_the_finishing_round() -> None:
    game = at(step="guess", shown=[[], SECRETS[1][:2], []])
    play(game, "0 unmask 1 hat")
    assert game.to_act == (1,)
    play(game, "1 unmask 2 sit")
    assert game.view(None).received == (1, 1, 0)


def test_C8_a_second_player_unmasked_then_changes_nothing() -> None:
    game = at(step="guess", shown=[[], SECRETS[1][:2], SECRETS[2][:2]])
    play(game, "0 unmask 1 hat")
    events = play(game, "1 unmask 2 mouse")
    assert not only(events, LastRound)
    assert game.to_act == (2,)
    play(game, "2 keep")
    assert game.over


def test_R2_keep_is_a_move_even_when_nothing_else_is_left() -> None:
    game = at(
        players=2,
        secrets=SECRETS[:2],
        hands=HANDS[:2],
        finishing=True,
        turn=1,
        shown=[SECRETS[0], []],
    )
    assert (game.to_act, legal(game, 1)) == ((1,), {"keep"})


# Points and ranks


def test_printed_example_4_masks_received_and_1_attribute_hidden_are_5_points() -> None:
    game = last_guess(shown=[["leap", "white"], [], []], received=[4, 0, 0])
    (ended,) = only(play(game, "2 keep"), GameEnded)
    assert ended.scores == (5, 3, 3)
    assert game.outcome is not None
    assert game.outcome.scores == (5, 3, 3)
    assert game.outcome.winners == (0,)
    assert game.outcome.why.id == "masks-and-secrets"
    assert game.outcome.why.args == {"received": [4, 0, 0], "hidden": [1, 3, 3]}
    assert game.view(1).scores == (5, 3, 3)


def test_C9_masks_lying_on_cats_are_nobodys_points() -> None:
    stage = [
        {"seat": 0, "cat": "leap-brown"},
        {"seat": 1, "cat": "leap-white"},
        {"seat": 2, "cat": "sit-white"},
    ]
    game = last_guess(stage=stage)
    assert sum(len(staged.masks) for staged in game.view(None).stage) > 3
    play(game, "2 keep")
    assert game.outcome is not None
    assert game.outcome.scores == (3, 3, 3)
    assert "C9" in game.outcome.why.rulings


@pytest.mark.parametrize(
    ("shown", "received", "scores", "ranks"),
    [
        ((0, 0, 0), [0, 1, 2], (3, 4, 5), (3, 2, 1)),
        ((2, 1, 0), [3, 2, 1], (4, 4, 4), (3, 2, 1)),  # a tie: more hidden attributes win
        ((1, 1, 0), [2, 2, 0], (4, 4, 3), (1, 1, 3)),  # still tied: shared
        ((1, 1, 1), [1, 1, 1], (3, 3, 3), (1, 1, 1)),
        ((0, 1, 1), [0, 2, 2], (3, 4, 4), (3, 1, 1)),
        ((0, 2, 1), [0, 2, 1], (3, 3, 3), (1, 3, 2)),
    ],
)
def test_R5_ranks_by_points_then_by_hidden_attributes(
    shown: tuple[int, ...], received: list[int], scores: tuple[int, ...], ranks: tuple[int, ...]
) -> None:
    words = [secrets[:number] for secrets, number in zip(SECRETS, shown, strict=True)]
    game = last_guess(shown=words, received=received)
    play(game, "2 keep")
    assert game.outcome is not None
    assert game.outcome.scores == scores
    assert game.outcome.ranks == ranks
    assert game.outcome.winners == tuple(seat for seat, rank in enumerate(ranks) if rank == 1)


def test_received_masks_are_never_spent() -> None:
    game = at(step="guess", received=[5, 0, 0], reserve=[7, 7, 7])
    play(game, "0 unmask 1 mouse")
    assert game.view(None).received == (5, 1, 0)
    assert game.view(None).reserve == (6, 7, 7)


# R4 and C10


def test_R4_secrets_and_hands_stay_unseen_until_the_game_is_over() -> None:
    seen = []
    for words in (["sit", "blue", "mouse"], ["sit", "mouse", "cocktail"]):
        game = at(secrets=[*SECRETS[:2], words], turn=0, stage=[{"seat": 2, "cat": "sit-white"}])
        play(game, "0 play rest-red", "0 unmask 2 red")
        seen.append([msgspec.json.encode((game.view(v), game.events(v))) for v in (0, 1, None)])
    assert seen[0] == seen[1]


def test_R4_when_the_game_is_over_everything_is_opened() -> None:
    game = last_guess()
    assert game.seed is None
    play(game, "2 keep")
    for viewer in (0, 1, 2, None):
        assert game.view(viewer).all_secrets == tuple(
            tuple(sorted(words, key=ATTRIBUTES.index)) for words in SECRETS
        )
        assert not only(game.events(viewer), Hidden)
        assert len(only(game.events(viewer), SecretsDealt)) == 3
        assert game.view(viewer).seed == game.seed
    assert game.seed is not None
    assert moustaches.commitment(game.seed) == game.commitment


def test_C10_talk_belongs_to_the_game_and_no_option_closes_it() -> None:
    assert "chat" in texts("en").ruling("C10")
    with pytest.raises(BadOption, match="it has none"):
        moustaches.new("club", players=2, options={"silent": True})

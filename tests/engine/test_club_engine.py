"""The rulings of the Club at engine level, by small scripted games, and what holds in every game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from moustaches.content.editions import edition
from moustaches.engine import club
from moustaches.engine.bits import Rng, members, popcount

BOX = edition().club
WORDS = BOX.attribute_cards
NAMES = [cat.name for cat in BOX.cats]
CARRIED = tuple(sum(1 << WORDS.index(word) for word in cat.attributes) for cat in BOX.cats)

LEAPERS = "leap white yarn"
STRUTTERS = "strut brown hat"
SITTERS = "sit blue mouse"


def attributes(words: str) -> int:
    return sum(1 << WORDS.index(word) for word in words.split())


def cats(names: str) -> list[int]:
    return [NAMES.index(name) for name in names.split()]


def hand(names: str) -> int:
    return sum(1 << cat for cat in cats(names))


def cat(name: str) -> int:
    return NAMES.index(name)


def unmask(seat: int, word: str) -> int:
    return club.UNMASK + seat * club.ATTRIBUTES + WORDS.index(word)


def table(
    secrets: list[str], hands: list[str], pile: str = "", *, first: int = 0, masks: int = 16
) -> club.State:
    """A game that has just begun, with a log."""
    state = club.start(len(secrets), club.Deck(CARRIED, masks=masks))
    state.log = []
    state.begin(
        first,
        vec[i64]([attributes(words) for words in secrets]),
        vec[i64]([hand(names) for names in hands]),
        vec[i64](cats(pile)),
    )
    return state


def three(first: int = 0) -> club.State:
    """Three players with three cats each, and six in the pile. Nobody has an attribute of rest-red."""
    return table(
        [LEAPERS, STRUTTERS, SITTERS],
        [
            "roll-green rest-red roll-red",
            "rest-purple rest-yellow roll-purple",
            "rest-green roll-yellow strut-red",
        ],
        "leap-red sit-red leap-black strut-black sit-black rest-black",
        first=first,
    )


def kinds(state: club.State) -> list[int]:
    assert state.log is not None
    return [kind for kind, _, _, _ in state.log]


def notes(state: club.State, kind: int) -> list[tuple[int, int, int]]:
    assert state.log is not None
    return [(seat, a, b) for noted, seat, a, b in state.log if noted == kind]


def keep_on(state: club.State) -> None:
    """One turn without a guess, with the lowest cat."""
    if state.phase == club.PLAY:
        state.apply(state.turn, state.legal(state.turn)[0])
    state.apply(state.turn, club.KEEP)


def picture(state: club.State) -> tuple[object, ...]:
    """All that a state says."""
    return (
        *(int(n) for n in (state.players, state.phase, state.to_act, state.turn, state.turns, state.first)),
        *(state.finishing, int(state.played), int(state.open)),
        *(
            [int(n) for n in numbers]
            for numbers in (
                *(state.secrets, state.shown, state.hands, state.reserve, state.received),
                *(state.denied, state.masked, state.excluded),
            )
        ),
        state.on_stage(),
        [int(n) for n in state.pile][int(state.drawn) :],
    )


def random_game(players: int, seed: int) -> club.State:
    state = club.start(players, club.Deck(CARRIED))
    state.log = []
    rng = Rng(seed)
    state.supply([rng.shuffle(size) for _, size in state.wants()])
    return state


def step(state: club.State, rng: Rng) -> None:
    """A random move, with as many turns kept as guessed: then games are long and the pile can run out."""
    legal = state.legal(state.turn)
    if state.phase == club.GUESS and rng.below(2):
        state.apply(state.turn, club.KEEP)
    else:
        state.apply(state.turn, legal[int(rng.below(len(legal)))])


# Set-up and a turn


def test_the_deal_comes_from_the_front_of_the_shuffles() -> None:
    state = club.start(3, club.Deck(CARRIED))
    state.log = []
    assert state.wants() == [("first", 3), ("attributes", 19), ("cats", 40)]
    state.supply([[2, 0, 1], list(range(19)), list(range(39, -1, -1))])
    assert state.wants() == []
    assert (state.first, state.turn, state.to_act, state.phase) == (2, 2, 0b100, club.PLAY)
    assert [members(secrets) for secrets in state.secrets] == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    assert [members(held) for held in state.hands] == [[37, 38, 39], [34, 35, 36], [31, 32, 33]]
    assert list(state.reserve) == [16, 16, 16]
    assert state.log == [
        (club.FIRST, 2, 0, 0),
        *((club.DEALT_SECRETS, seat, 0b111 << 3 * seat, 0) for seat in range(3)),
        *((club.DEALT_CATS, seat, 0b111 << 37 - 3 * seat, 0) for seat in range(3)),
    ]
    state.apply(2, 31)
    state.apply(2, club.KEEP)
    assert members(state.hands[2]) == [30, 32, 33]
    with pytest.raises(ValueError, match="no shuffle"):
        state.supply([[0, 1, 2], list(range(19)), list(range(40))])


def test_nothing_is_legal_before_the_deal() -> None:
    state = club.start(2, club.Deck(CARRIED))
    assert state.legal(0) == state.legal(1) == []
    before = picture(state)
    state.playout(Rng(1))
    assert picture(state) == picture(state.resample(0, Rng(1))) == before


def test_a_turn_is_a_cat_the_masks_a_guess_and_a_draw() -> None:
    state = three()
    assert state.log is not None
    state.log.clear()
    state.apply(0, cat("rest-red"))
    assert (state.turn, state.phase) == (0, club.GUESS)
    state.apply(0, unmask(2, "mouse"))
    assert state.log == [
        (club.PLAYED, 0, cat("rest-red"), 0),
        (club.GUESSED, 0, 2, WORDS.index("mouse")),
        (club.RIGHT, 0, 2, WORDS.index("mouse")),
        (club.PAID, 0, 2, 1),
        (club.DREW, 0, cat("leap-red"), 5),
    ]
    assert (state.turn, state.phase, state.turns) == (1, club.PLAY, 2)
    assert list(state.reserve) == [16, 16, 15]
    assert list(state.received) == [1, 0, 0]
    assert state.on_stage() == [(0, cat("rest-red"))]


def test_a_wrong_guess_pays_the_asked_player() -> None:
    state = three()
    state.apply(0, cat("rest-red"))
    state.apply(0, unmask(2, "yarn"))
    assert notes(state, club.WRONG) == [(0, 2, WORDS.index("yarn"))]
    assert notes(state, club.PAID) == [(2, 0, 1)]
    assert list(state.reserve) == [15, 16, 16]
    assert state.scores() == [3, 3, 4]


# The rulings


def test_C1_guessing_is_allowed_from_the_first_turn_and_may_be_kept() -> None:
    state = three()
    state.apply(0, cat("rest-red"))
    legal = state.legal(0)
    assert legal[0] == club.KEEP
    assert len(legal) == 1 + 2 * 19
    state.apply(0, club.KEEP)
    assert notes(state, club.KEPT) == [(0, 0, 0)]
    assert state.turn == 1


def test_C2_not_offered_are_yourself_the_open_the_denied_and_who_has_nothing_hidden() -> None:
    state = table([LEAPERS, STRUTTERS, SITTERS], ["roll-red", "roll-green", "roll-purple"])
    state.lay_open(1, WORDS.index("strut"))
    state.deny(2, WORDS.index("hat"))
    state.apply(0, cat("roll-red"))
    words = set(range(19)) - {WORDS.index("strut")}
    one = {club.UNMASK + 19 + word for word in words}
    two = {club.UNMASK + 38 + word for word in words - {WORDS.index("hat")}}
    assert set(state.legal(0)) == {club.KEEP} | one | two
    state.lay_open(1, WORDS.index("brown"))
    state.lay_open(1, WORDS.index("hat"))
    two -= {unmask(2, "brown"), unmask(2, "hat")}
    assert set(state.legal(0)) == {club.KEEP} | two


def test_C2_a_no_counts_whoever_asked() -> None:
    state = three()
    state.apply(0, cat("rest-red"))
    state.apply(0, unmask(2, "yarn"))
    state.apply(1, cat("rest-purple"))
    assert not state.is_legal(1, unmask(2, "yarn"))
    assert state.is_legal(1, unmask(0, "yarn"))


def test_C2_what_masks_prove_and_a_bluff_stay_legal() -> None:
    state = three()
    state.apply(0, cat("rest-red"))  # nobody masks it: nobody has rest, red or striped
    assert not any(state.masked)
    assert state.is_legal(0, unmask(1, "red"))
    assert state.is_legal(0, unmask(1, "leap"))
    state.apply(0, unmask(1, "leap"))
    assert notes(state, club.WRONG) == [(0, 1, WORDS.index("leap"))]


def test_C3_with_an_empty_pile_nobody_draws() -> None:
    state = table([LEAPERS, STRUTTERS], ["rest-red roll-red", "rest-purple roll-purple"], "leap-red")
    keep_on(state)
    assert notes(state, club.DREW) == [(0, cat("leap-red"), 0)]
    assert notes(state, club.PILE_EMPTY) == [(0, 0, 0)]
    keep_on(state)
    assert members(state.hands[1]) == cats("roll-purple")
    assert len(notes(state, club.DREW)) == len(notes(state, club.PILE_EMPTY)) == 1
    assert (state.turn, state.phase) == (0, club.PLAY)


def test_C3_without_a_cat_there_is_only_the_guess() -> None:
    state = table([LEAPERS, STRUTTERS], ["rest-red", "rest-purple roll-purple roll-red"])
    keep_on(state)
    keep_on(state)
    assert (state.turn, state.phase, state.finishing) == (0, club.GUESS, False)
    assert state.is_legal(0, club.KEEP)
    assert not state.is_legal(0, cat("rest-red"))
    state.apply(0, unmask(1, "hat"))
    assert (state.turn, state.phase) == (1, club.PLAY)


def test_C3_when_every_hand_is_empty_the_round_is_completed_with_guesses() -> None:
    state = table([LEAPERS, STRUTTERS, SITTERS], ["rest-red roll-red", "rest-purple", "rest-green"])
    for _ in range(3):
        keep_on(state)
    state.apply(0, cat("roll-red"))
    assert not state.finishing
    state.apply(0, unmask(1, "hat"))
    assert notes(state, club.FINISHING) == [(0, club.NO_CATS, 0)]
    assert (state.turn, state.phase) == (1, club.GUESS)
    state.apply(1, club.KEEP)
    assert (state.turn, state.phase) == (2, club.GUESS)
    state.apply(2, unmask(0, "yarn"))
    assert state.over
    assert state.scores() == [3, 2, 4]


def test_C3_the_last_cat_on_the_last_player_of_the_round_ends_the_game() -> None:
    state = table([LEAPERS, STRUTTERS], ["rest-red", "rest-purple"], first=1)
    keep_on(state)
    keep_on(state)
    assert state.over
    assert kinds(state)[-3:] == [club.KEPT, club.FINISHING, club.ENDED]


def test_C4_a_reserve_emptied_by_a_cat_all_place_and_the_game_ends_without_a_guess() -> None:
    state = table(
        ["leap white yarn", "leap brown hat", "sit blue mouse"], ["leap-red", "roll-red", "roll-green"]
    )
    state.reserve[0] = 1
    state.apply(0, cat("leap-red"))
    assert state.over
    assert (state.to_act, state.legal(0)) == (0, [])
    assert list(state.reserve) == [0, 15, 16]
    assert kinds(state)[-5:] == [club.PLAYED, club.MASKED, club.MASKED, club.RESERVE_EMPTY, club.ENDED]
    assert notes(state, club.RESERVE_EMPTY) == [(0, 0, 0)]


def test_C4_another_players_reserve_ends_the_game_too_and_two_may_be_empty() -> None:
    state = table(
        ["leap white yarn", "leap brown hat", "sit red mouse"], ["leap-red", "roll-red", "roll-green"]
    )
    state.reserve[1] = state.reserve[2] = 1
    state.apply(0, cat("leap-red"))
    assert state.over
    assert notes(state, club.RESERVE_EMPTY) == [(1, 0, 0), (2, 0, 0)]


@pytest.mark.parametrize(("word", "payer", "paid"), [("hat", 1, 0), ("yarn", 0, 1)])
def test_C4_a_reserve_emptied_by_a_guess_is_paid_in_full_then_the_game_ends(
    word: str, payer: int, paid: int
) -> None:
    state = three()
    state.apply(0, cat("rest-red"))
    state.reserve[payer] = 1
    held = state.hands[0]
    state.apply(0, unmask(1, word))
    assert state.over
    assert (state.reserve[payer], state.received[paid]) == (0, 1)
    assert state.hands[0] == held
    assert kinds(state)[-3:] == [club.PAID, club.RESERVE_EMPTY, club.ENDED]


def test_C4_an_empty_reserve_cuts_a_finishing_round_short() -> None:
    state = three()
    for word in ("strut", "brown"):
        state.lay_open(1, WORDS.index(word))
    state.apply(0, cat("rest-red"))
    state.apply(0, unmask(1, "hat"))
    assert state.finishing
    state.reserve[1] = 1
    state.apply(1, unmask(2, "red"))
    assert state.over
    assert notes(state, club.RESERVE_EMPTY) == [(1, 0, 0)]
    assert state.scores() == [4, 0, 4]


def test_C5_three_unmasked_and_an_empty_reserve_in_the_same_moment_end_the_game_at_once() -> None:
    state = three()
    for word in ("strut", "brown"):
        state.lay_open(1, WORDS.index(word))
    state.reserve[1] = 1
    state.apply(0, cat("rest-red"))
    state.apply(0, unmask(1, "hat"))
    assert state.over
    assert club.FINISHING not in kinds(state)
    assert state.scores() == [4, 0, 3]


def test_C6_all_masks_of_a_cat_are_placed_together() -> None:
    state = table(
        ["leap white yarn", "red brown hat", "cocktail sit mouse"], ["leap-red", "roll-red", "roll-green"]
    )
    state.lay_open(1, WORDS.index("red"))  # an open attribute calls for a mask as well
    state.apply(0, cat("leap-red"))
    assert notes(state, club.MASKED) == [(seat, cat("leap-red"), 15) for seat in range(3)]
    assert kinds(state)[-4:] == [club.PLAYED, club.MASKED, club.MASKED, club.MASKED]
    assert (state.turn, state.phase) == (0, club.GUESS)


def test_C6_one_mask_even_where_a_cat_shares_three_attributes() -> None:
    state = table(["leap red cocktail", STRUTTERS], ["leap-red", "roll-green"])
    state.apply(0, cat("leap-red"))
    assert list(state.reserve) == [15, 16]


def test_C7_a_round_starts_with_the_first_player() -> None:
    state = three(first=1)
    for word in ("sit", "blue"):
        state.lay_open(2, WORDS.index(word))
    state.apply(1, cat("rest-purple"))
    state.apply(1, unmask(2, "mouse"))
    assert notes(state, club.FINISHING) == [(1, club.ALL_UNMASKED, 2)]
    for seat in (2, 0):
        assert (state.turn, state.phase) == (seat, club.GUESS)
        state.apply(seat, club.KEEP)
    assert state.over


def test_C7_the_trigger_on_the_last_player_of_the_round_ends_the_game_there() -> None:
    state = three(first=1)
    for word in ("sit", "blue"):
        state.lay_open(2, WORDS.index(word))
    keep_on(state)
    keep_on(state)
    state.apply(0, cat("rest-red"))
    state.apply(0, unmask(2, "mouse"))
    assert state.over
    assert kinds(state)[-3:] == [club.PAID, club.FINISHING, club.ENDED]


def test_C7_nobody_draws_once_the_game_is_finishing_not_even_who_triggered_it() -> None:
    state = three()
    for word in ("sit", "blue"):
        state.lay_open(2, WORDS.index(word))
    state.apply(0, cat("rest-red"))
    state.apply(0, unmask(2, "mouse"))
    state.apply(1, club.KEEP)
    state.apply(2, club.KEEP)
    assert state.over
    assert club.DREW not in kinds(state)
    assert len(notes(state, club.PLAYED)) == 1


def test_C8_a_player_with_all_unmasked_still_guesses_and_a_second_one_changes_nothing() -> None:
    state = three()
    for word in ("strut", "brown"):
        state.lay_open(1, WORDS.index(word))
    for word in ("leap", "white"):
        state.lay_open(0, WORDS.index(word))
    state.apply(0, cat("rest-red"))
    state.apply(0, unmask(1, "hat"))
    assert (state.turn, state.phase) == (1, club.GUESS)
    state.apply(1, unmask(0, "yarn"))
    assert len(notes(state, club.FINISHING)) == 1
    assert (state.turn, state.phase) == (2, club.GUESS)
    assert state.legal(2) == [club.KEEP]
    state.apply(2, club.KEEP)
    assert state.over
    assert state.scores() == [1, 1, 3]


def test_C9_masks_on_cats_are_nobodys_points() -> None:
    state = table(["leap white yarn", "red brown hat"], ["leap-red", "roll-red"])
    keep_on(state)
    assert state.scores() == [3, 3]


def test_C10_talk_is_no_move() -> None:
    assert club.MOVES == club.UNMASK + 4 * club.ATTRIBUTES
    assert club.UNMASK == club.KEEP + 1 == club.CATS + 1


def test_printed_example_four_masks_received_and_one_attribute_hidden_are_five_points() -> None:
    state = three()
    state.received[0] = 4
    for word in ("leap", "white"):
        state.lay_open(0, WORDS.index(word))
    assert state.scores() == [5, 3, 3]
    assert state.tiebreaks() == [1, 3, 3]


# Every game

GAMES = given(st.integers(2, 4), st.integers(0, 2**32))


@GAMES
def test_R2_legal_moves_are_never_empty_and_agree_with_is_legal(players: int, seed: int) -> None:
    state, rng = random_game(players, seed), Rng(seed)
    while not state.over:
        assert state.to_act == 1 << state.turn
        legal = state.legal(state.turn)
        assert legal
        assert legal == [move for move in range(-1, club.MOVES + 1) if state.is_legal(state.turn, move)]
        for seat in range(-1, players + 1):
            if seat != state.turn:
                assert state.legal(seat) == []
                assert not any(state.is_legal(seat, move) for move in legal)
        step(state, rng)


@GAMES
def test_cats_and_masks_are_conserved_and_every_game_ends(players: int, seed: int) -> None:
    state, rng = random_game(players, seed), Rng(seed)
    moves = 0
    while not state.over:
        step(state, rng)
        moves += 1
        left = [int(number) for number in state.pile][int(state.drawn) :]
        places = [members(state.played), left, *(members(held) for held in state.hands)]
        assert sorted(number for place in places for number in place) == list(range(40))
        on_cats = sum(int(popcount(mask)) for mask in state.masked)
        assert on_cats + sum(state.reserve) + sum(state.received) == 16 * players
        assert sorted(number for _, number in state.on_stage()) == members(state.played)
        assert min(state.reserve) > 0 or state.over
    assert moves <= 2 * (40 + players)


@GAMES
def test_the_notes_tell_the_whole_game(players: int, seed: int) -> None:
    """Who folds the notes knows hands, masks and points."""
    state, rng = random_game(players, seed), Rng(seed)
    while not state.over:
        step(state, rng)
    assert state.log is not None
    hands, masked, shown, denied = ([0] * players for _ in range(4))
    reserve, received = [16] * players, [0] * players
    for kind, seat, a, b in state.log:
        if kind == club.DEALT_CATS:
            hands[seat] = a
        elif kind == club.PLAYED:
            hands[seat] ^= 1 << a
        elif kind == club.DREW:
            hands[seat] |= 1 << a
        elif kind == club.MASKED:
            masked[seat] |= 1 << a
            reserve[seat] = b
        elif kind == club.RIGHT:
            shown[a] |= 1 << b
        elif kind == club.WRONG:
            denied[a] |= 1 << b
        elif kind == club.PAID:
            reserve[a] -= 1
            received[seat] = b
    assert hands == list(state.hands)
    assert masked == list(state.masked)
    assert (shown, denied) == (list(state.shown), list(state.denied))
    assert (reserve, received) == (list(state.reserve), list(state.received))
    assert kinds(state)[-1] == club.ENDED


@GAMES
def test_an_illegal_move_changes_nothing(players: int, seed: int) -> None:
    state, rng = random_game(players, seed), Rng(seed)
    while not state.over:
        before, noted = picture(state), len(kinds(state))
        for seat in range(players):
            legal = set(state.legal(seat))
            for move in (-1, 0, 39, club.KEEP, club.UNMASK, club.MOVES - 1, club.MOVES, 10**30):
                if move not in legal:
                    with pytest.raises(ValueError, match="is not legal"):
                        state.apply(seat, move)
        assert picture(state) == before
        assert len(kinds(state)) == noted
        step(state, rng)


@GAMES
def test_a_clone_and_a_state_that_became_another_are_independent(players: int, seed: int) -> None:
    state, rng = random_game(players, seed), Rng(seed)
    other = state.clone()
    other.playout(Rng(seed + 1))
    assert other.over
    while not state.over:
        before = picture(state)
        copy = state.clone()
        other.become(state)
        assert copy.log is None
        assert picture(copy) == picture(other) == before
        copy.playout(rng)
        step(other, rng)
        assert picture(state) == before
        assert picture(copy) != before != picture(other)
        step(state, rng)


@GAMES
def test_playouts_reach_the_end_and_rollouts_sum_their_points(players: int, seed: int) -> None:
    state = random_game(players, seed)
    sums = state.rollouts(3, Rng(seed))
    rng = Rng(seed)
    points = [0] * players
    for _ in range(3):
        trial = state.clone()
        trial.playout(rng)
        assert trial.over
        points = [a + b for a, b in zip(points, trial.scores(), strict=True)]
    assert sums == points


def test_a_playout_guesses_uniformly_among_the_legal_moves() -> None:
    state = three()
    state.apply(0, cat("rest-red"))
    state.deny(1, WORDS.index("yarn"))
    state.lay_open(2, WORDS.index("mouse"))
    legal = state.legal(0)
    count = dict.fromkeys(legal, 0)
    rng = Rng(5)
    for _ in range(100 * len(legal)):
        trial = state.clone()
        trial.log = []
        trial.guess(rng)
        kind, _, a, b = trial.log[0]
        count[club.KEEP if kind == club.KEPT else club.UNMASK + 19 * a + b] += 1
    spread = sum((times - 100) ** 2 / 100 for times in count.values())
    assert spread < 2 * len(legal)

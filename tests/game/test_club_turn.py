"""Le Club des Moustaches by the book: the box, the set-up, the steps of a turn, and whole games refereed from the
outside. The rulings are in `test_club_rulings.py`."""

from __future__ import annotations

import random

import pytest

import moustaches
from moustaches.game.club import Club
from moustaches.game.club_words import ATTRIBUTES, Staged
from moustaches.game.events import (
    Answered,
    CatDrawn,
    CatPlayed,
    CatSeen,
    Dealt,
    Event,
    FirstPlayer,
    Guessed,
    Hidden,
    Kept,
    MaskPaid,
    MasksPlaced,
    SecretsDealt,
)
from tests.game.club_table import at, legal
from tests.game.moves import only, play

# Nobody has rest, roll, red, purple, green, yellow or striped.

CARRIED = {cat.name: set(cat.attributes) for cat in moustaches.edition().club.cats}


# Components and set-up


def test_40_cats_and_what_they_carry() -> None:
    """The table of the rules, once more."""
    table = {
        "leap": "striped, yarn, spotted mouse, hat, yarn, spotted, striped, cocktail",
        "strut": "striped, spotted, striped yarn, striped cocktail, spotted hat, spotted, mouse, hat",
        "sit": "yarn, striped, cocktail, mouse, spotted, striped hat, spotted cocktail, spotted",
        "rest": "spotted, striped, hat, spotted, mouse, cocktail, yarn, striped",
        "roll": "mouse, cocktail, spotted, spotted yarn, striped, striped mouse, hat, striped",
    }
    coats = ("white", "brown", "blue", "black", "green", "yellow", "purple", "red")
    expected = {
        f"{pose}-{coat}": {pose, coat, *worn.split()}
        for pose, row in table.items()
        for coat, worn in zip(coats, row.split(", "), strict=True)
    }
    cats = moustaches.edition().club.cats
    assert {cat.name: set(cat.attributes) for cat in cats} == expected
    assert sorted(len(each) for each in expected.values()) == [3] * 32 + [4] * 8


def test_the_invitation_counts_the_cats_that_carry_each_attribute() -> None:
    counts = dict.fromkeys(ATTRIBUTES[:5], 8) | dict.fromkeys(ATTRIBUTES[5:13], 5)
    counts |= {"striped": 12, "spotted": 12, "yarn": 6, "cocktail": 6, "hat": 6, "mouse": 6}
    assert at().view(None).invitation == counts


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_gets_3_secret_attributes_3_cats_and_16_masks(players: int) -> None:
    game = moustaches.new("club", players=players, seed=players)
    views = [game.view(seat) for seat in range(players)]
    assert all(len(view.secrets) == len(view.hand) == 3 for view in views)
    assert len({word for view in views for word in view.secrets}) == 3 * players
    assert len({cat for view in views for cat in view.hand}) == 3 * players
    assert views[0].reserve == (16,) * players
    assert views[0].received == (0,) * players
    assert views[0].hidden == (3,) * players
    assert views[0].pile == 40 - 3 * players
    assert views[0].stage == ()
    assert (views[0].turn, views[0].phase) == (views[0].first, "play")


def test_the_first_player_is_random() -> None:
    firsts = set()
    for seed in range(30):
        game = moustaches.new("club", players=3, seed=seed)
        (event,) = only(game.events(), FirstPlayer)
        assert game.to_act == (event.seat,) == (game.view(None).first,)
        firsts.add(event.seat)
    assert firsts == {0, 1, 2}


def test_secrets_and_hands_are_told_to_their_owner_only() -> None:
    game = moustaches.new("club", players=4, seed=2)
    for viewer in (0, 1, 2, 3, None):
        own = [] if viewer is None else [viewer]
        assert [event.seat for event in only(game.events(viewer), SecretsDealt)] == own
        assert [event.seat for event in only(game.events(viewer), Dealt)] == own
    spectator = game.view(None)
    assert (spectator.secrets, spectator.hand, spectator.legal, spectator.all_secrets) == ((), (), (), None)


# A turn


def test_a_turn_is_a_cat_masks_a_guess_and_a_draw() -> None:
    game = at()
    assert legal(game, 0) == {"play rest-red", "play roll-red"}
    events = play(game, "0 play rest-red")
    assert events == [
        CatPlayed(seat=0, cat="rest-red"),
        MasksPlaced(cat="rest-red", seats=(), reserves=(16, 16, 16)),
    ]
    assert (game.to_act, game.view(0).phase) == ((0,), "guess")
    events = play(game, "0 keep")
    assert [type(event) for event in events] == [Kept, CatDrawn, CatSeen]
    assert (game.to_act, game.view(1).phase) == ((1,), "play")
    assert game.view(0).hand_sizes == (2, 2, 2)
    assert game.view(0).pile == 33


def test_turns_go_clockwise_R1() -> None:
    game = moustaches.new("club", players=4, seed=5)
    first = game.view(None).first
    order = []
    for _ in range(8):
        (seat,) = game.to_act
        order.append(seat)
        game.play(seat, game.legal(seat)[0])
        game.play(seat, "keep")
    assert order == [(first + turn) % 4 for turn in range(8)]


def test_who_shares_an_attribute_puts_exactly_one_mask_the_active_player_too() -> None:
    secrets = [["leap", "black", "yarn"], ["hat", "brown", "red"], ["sit", "blue", "mouse"]]
    game = at(secrets=secrets, hands=[["leap-black"], ["roll-green"], ["roll-yellow"]])
    (placed,) = only(play(game, "0 play leap-black"), MasksPlaced)
    assert placed.seats == (0, 1)
    assert placed.reserves == (15, 15, 16)
    assert game.view(2).stage == (Staged(0, "leap-black", (0, 1)),)


def test_an_attribute_already_unmasked_calls_for_a_mask_as_well() -> None:
    game = at(shown=[["leap", "white"], [], []], hands=[["leap-red"], ["roll-green"], ["roll-yellow"]])
    (placed,) = only(play(game, "0 play leap-red"), MasksPlaced)
    assert placed.seats == (0,)


def test_a_right_guess_lays_the_card_open_and_receives_a_mask() -> None:
    game = at(step="guess")
    events = play(game, "0 unmask 1 hat")
    assert events[:3] == [
        Guessed(seat=0, asked=1, attribute="hat"),
        Answered(seat=1, attribute="hat", right=True),
        MaskPaid(seat=1, to=0, received=1),
    ]
    view = game.view(None)
    assert view.shown == ((), ("hat",), ())
    assert view.hidden == (3, 2, 3)
    assert (view.reserve, view.received) == ((16, 15, 16), (1, 0, 0))


def test_a_wrong_guess_gives_a_mask_of_ones_reserve() -> None:
    game = at(step="guess")
    events = play(game, "0 unmask 1 mouse")
    assert events[:3] == [
        Guessed(seat=0, asked=1, attribute="mouse"),
        Answered(seat=1, attribute="mouse", right=False),
        MaskPaid(seat=0, to=1, received=1),
    ]
    view = game.view(None)
    assert view.shown == ((), (), ())
    assert view.denied == ((), ("mouse",), ())
    assert (view.reserve, view.received) == ((15, 16, 16), (0, 1, 0))


def test_only_one_guess_a_turn() -> None:
    game = at(step="guess")
    play(game, "0 unmask 1 hat")
    assert game.to_act == (1,)


def test_the_draw_is_seen_by_its_player_only() -> None:
    game = at(step="guess", pile=["sit-red", "sit-black"])
    play(game, "0 keep")
    for viewer in (0, 1, 2, None):
        seen = game.events(viewer, since=game.version - 2)
        assert seen[0] == CatDrawn(seat=0, left=1)
        assert isinstance(seen[1], CatSeen if viewer == 0 else Hidden)
    assert "sit-red" in game.view(0).hand
    assert game.view(None).pile == 1


def test_cats_played_and_masks_placed_stay_visible() -> None:
    stage = [
        {"seat": 0, "cat": "leap-brown"},
        {"seat": 1, "cat": "rest-white"},
        {"seat": 2, "cat": "sit-purple"},
    ]
    game = at(stage=stage)
    expected = (
        Staged(0, "leap-brown", (0, 1)),
        Staged(1, "rest-white", (0,)),
        Staged(2, "sit-purple", (2,)),
    )
    for viewer in (0, 1, 2, None):
        assert game.view(viewer).stage == expected
    play(game, "0 play rest-red", "0 keep")
    assert game.view(None).stage == (*expected, Staged(0, "rest-red", ()))


# Whole games


class Referee:
    """Follows a game from the outside, with the law's own words: sets of words, no masks of bits."""

    def __init__(self, game: Club) -> None:
        self.game = game
        self.players = game.players
        self.seats = range(game.players)
        self.first = self.turn = game.view(None).first
        self.secrets = [set(game.view(seat).secrets) for seat in self.seats]
        self.hands = [set(game.view(seat).hand) for seat in self.seats]
        self.shown: list[set[str]] = [set() for _ in self.seats]
        self.denied: list[set[str]] = [set() for _ in self.seats]
        self.reserve = [16] * self.players
        self.received = [0] * self.players
        self.pile = 40 - 3 * self.players
        self.finishing = self.over = False
        self.guessing = False

    def legal(self) -> set[str]:
        if not self.guessing:
            return {f"play {cat}" for cat in self.hands[self.turn]}
        lies_open = set[str]().union(*self.shown)
        return {"keep"} | {
            f"unmask {seat} {word}"
            for seat in self.seats
            for word in ATTRIBUTES
            if seat != self.turn
            and self.shown[seat] != self.secrets[seat]
            and word not in lies_open | self.denied[seat]
        }

    def follow(self, move: str, events: list[Event]) -> None:
        kind, *rest = move.split()
        if kind == "play":
            self.hands[self.turn].discard(rest[0])
            carried = CARRIED[rest[0]]
            masking = tuple(seat for seat in self.seats if self.secrets[seat] & carried)
            for seat in masking:
                self.reserve[seat] -= 1
            assert only(events, MasksPlaced) == [
                MasksPlaced(cat=rest[0], seats=masking, reserves=tuple(self.reserve))
            ]
            self.guessing = True
            self.over = 0 in self.reserve
            return
        if kind == "unmask":
            seat, word = int(rest[0]), rest[1]
            right = word in self.secrets[seat]
            (self.shown if right else self.denied)[seat].add(word)
            payer, payee = (seat, self.turn) if right else (self.turn, seat)
            self.reserve[payer] -= 1
            self.received[payee] += 1
            assert only(events, Answered) == [Answered(seat=seat, attribute=word, right=right)]
        self.end_turn(events)

    def end_turn(self, events: list[Event]) -> None:
        if 0 in self.reserve:
            self.over = True
            return
        self.finishing |= any(self.shown[seat] == self.secrets[seat] for seat in self.seats)
        drawn = only(events, CatSeen)
        assert len(drawn) == (not self.finishing and self.pile > 0)
        if drawn:
            self.pile -= 1
            self.hands[self.turn].add(drawn[0].cat)
        elif not any(self.hands):
            self.finishing = True
        self.turn = (self.turn + 1) % self.players
        self.over = self.finishing and self.turn == self.first
        self.guessing = self.finishing or not self.hands[self.turn]

    def check(self) -> None:
        view = self.game.view(None)
        assert self.game.over == self.over
        assert (view.reserve, view.received) == (tuple(self.reserve), tuple(self.received))
        assert [set(words) for words in view.shown] == self.shown
        assert [set(words) for words in view.denied] == self.denied
        assert view.pile == self.pile
        if not self.over:
            assert self.game.to_act == (self.turn,)
            assert set(self.game.view(self.turn).legal) == self.legal()
            assert [set(self.game.view(seat).hand) for seat in self.seats] == self.hands
            assert view.finishing == self.finishing


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("guesses", [0, 0.1, 0.5, 1])
def test_random_games_are_played_by_the_rules_to_the_end(players: int, guesses: float) -> None:
    """With few guesses masks or cats run out, with many somebody is unmasked."""
    choose = random.Random(f"{players} {guesses}")
    for _ in range(4):
        game = moustaches.new("club", players=players, seed=choose.getrandbits(64))
        referee = Referee(game)
        referee.check()
        while not game.over:
            (seat,) = game.to_act
            moves = game.view(seat).legal
            move = choose.choice(moves)
            if moves[0] == "keep" and choose.random() >= guesses:
                move = "keep"
            referee.follow(move, game.play(seat, move))
            referee.check()
        assert game.outcome is not None
        assert game.outcome.scores == tuple(
            referee.received[seat] + 3 - len(referee.shown[seat]) for seat in referee.seats
        )

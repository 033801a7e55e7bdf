"""Notation: whatever a person may see has a text that parses back, and each move a number in a fixed range."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

import moustaches
from moustaches.errors import BadMove
from moustaches.game import club_words as club
from moustaches.game import gracias_words as gracias
from moustaches.game import moustache_words as moustache
from moustaches.game.club_words import Attribute, Cat, ClubMove
from moustaches.game.gracias_words import GraciasMove
from moustaches.game.moustache_words import MoustacheMove
from moustaches.game.notation import Move

KINDS: tuple[tuple[type[Move], int], ...] = ((MoustacheMove, 16306), (GraciasMove, 29), (ClubMove, 117))
LOTERIA = ["J", *(str(number) for number in range(1, 22))]
ANIMALS = [f"{letter}{value}" for letter in "GPOB" for value in range(11)] + ["unicorn", "monkey", "pigeon"]
POSES = ["leap", "strut", "sit", "rest", "roll"]
COATS = ["white", "brown", "blue", "black", "green", "yellow", "purple", "red"]
WORDS = [*POSES, *COATS, "striped", "spotted", "yarn", "cocktail", "hat", "mouse"]


# Moves


@pytest.mark.parametrize(("kind", "count"), KINDS)
def test_every_number_in_range_has_a_text_that_parses_back(kind: type[Move], count: int) -> None:
    assert count == kind.COUNT
    texts = [str(kind(number)) for number in range(count)]
    assert len(set(texts)) == count
    for number, text in enumerate(texts):
        move = kind.parse(text)
        assert type(move) is kind
        assert int(move) == number


def test_moves_of_moustache() -> None:
    lay = [f"play {card}" for card in ANIMALS]
    steal = [f"steal {card}" for card in ANIMALS[:44]]
    assert [str(MoustacheMove(number)) for number in range(91)] == lay + steal
    assert {str(MoustacheMove(number)) for number in range(91, 16306)} == {
        f"pass {' '.join(cards)}" for cards in combinations(ANIMALS, 3)
    }


@given(st.sets(st.integers(0, 46), min_size=3, max_size=3))
def test_the_number_of_a_pass_is_its_rank(cards: set[int]) -> None:
    a, b, c = sorted(cards)
    move = MoustacheMove.parse(f"pass {ANIMALS[a]} {ANIMALS[b]} {ANIMALS[c]}")
    assert int(move) == 91 + comb(c, 3) + comb(b, 2) + a
    assert move.cards == 1 << a | 1 << b | 1 << c


@given(st.permutations(["G1", "P4", "B9"]))
def test_the_cards_of_a_pass_come_in_any_order(cards: list[str]) -> None:
    assert MoustacheMove.parse(f"pass {' '.join(cards)}") == MoustacheMove.parse("pass G1 P4 B9")


def test_moves_of_gracias() -> None:
    lay = [f"play {card}" for card in ("J0", *LOTERIA[1:], "J22")]
    assert [str(GraciasMove(number)) for number in range(29)] == [*(f"bid {bid}" for bid in range(6)), *lay]


def test_moves_of_the_club() -> None:
    cats = [f"play {pose}-{coat}" for pose in POSES for coat in COATS]
    guesses = [f"unmask {seat} {word}" for seat in range(4) for word in WORDS]
    assert [str(ClubMove(number)) for number in range(117)] == [*cats, "keep", *guesses]


@pytest.mark.parametrize(("kind", "count"), KINDS)
def test_a_move_shows_its_text(kind: type[Move], count: int) -> None:
    for number in (0, count // 2, count - 1):
        move = kind(number)
        assert repr(move) == f"Move('{move}')"


@pytest.mark.parametrize("name", ["moustache", "gracias", "club"])
def test_a_legal_move_may_be_played_as_itself_its_text_or_its_number(name: str) -> None:
    game = moustaches.new(name, players=3, seed=1)
    for _ in range(12):
        seat = game.to_act[0]
        move = game.legal(seat)[-1]
        by_text, by_number = game.copy(), game.copy()
        game.play(seat, move)
        by_text.play(seat, str(move))
        by_number.play(seat, int(move))
        assert game.record() == by_text.record() == by_number.record()


# Cards, cats, attributes


def test_cards_of_moustache_round_trip() -> None:
    for number, text in enumerate(ANIMALS):
        card = moustache.Card.parse(text)
        assert (int(card), str(card), repr(card)) == (number, text, f"Card({text!r})")


def test_cards_of_gracias_round_trip() -> None:
    for number, text in enumerate(LOTERIA):
        card = gracias.Card.parse(text)
        assert (int(card), str(card), repr(card)) == (number, text, f"Card({text!r})")


def test_cats_round_trip() -> None:
    names = [f"{pose}-{coat}" for pose in POSES for coat in COATS]
    for number, text in enumerate(names):
        cat = Cat.parse(text)
        assert (int(cat), str(cat), repr(cat)) == (number, text, f"Cat({text!r})")
    assert names == [cat.name for cat in moustaches.edition().club.cats]


def test_attributes_round_trip() -> None:
    for number, text in enumerate(WORDS):
        attribute = Attribute.parse(text)
        assert (int(attribute), str(attribute), repr(attribute)) == (number, text, f"Attribute({text!r})")
    assert tuple(WORDS) == club.ATTRIBUTES == moustaches.edition().club.attribute_cards


@pytest.mark.parametrize("text", ["", "g0", "G11", "G01", "G 1", "R5", "B-1", "Unicorn", "J", "0", " G1"])
def test_no_card_of_moustache(text: str) -> None:
    with pytest.raises(BadMove, match="expected G0 to B10, unicorn, monkey or pigeon"):
        moustache.Card.parse(text)


@pytest.mark.parametrize("text", ["", "0", "22", "01", "j", "J0", "J22", "joker", "1.0", " 1", "１"])
def test_no_card_of_gracias(text: str) -> None:
    with pytest.raises(BadMove, match="expected 1 to 21 or J"):
        gracias.Card.parse(text)


@pytest.mark.parametrize("text", ["", "leap", "red-leap", "leap red", "Leap-red", "leap-red ", "jump-red"])
def test_no_cat(text: str) -> None:
    with pytest.raises(BadMove, match="expected a pose and a coat like leap-red"):
        Cat.parse(text)


@pytest.mark.parametrize("text", ["", "Red", "orange", "stripes", "leap-red", " hat"])
def test_no_attribute(text: str) -> None:
    with pytest.raises(BadMove, match="expected leap, strut"):
        Attribute.parse(text)


def test_a_near_miss_is_named() -> None:
    with pytest.raises(BadMove, match="did you mean leap-red"):
        Cat.parse("leap-rde")
    with pytest.raises(BadMove, match="did you mean striped"):
        Attribute.parse("stripy")
    with pytest.raises(BadMove, match="did you mean unicorn"):
        moustache.Card.parse("unicron")


# Odd texts


@pytest.mark.parametrize(
    ("kind", "text", "same"),
    [
        (MoustacheMove, "  play \t B7\n", "play B7"),
        (MoustacheMove, "pass  G1   P4 B9", "pass G1 P4 B9"),
        (GraciasMove, " bid  2 ", "bid 2"),
        (GraciasMove, "play\tJ22", "play J22"),
        (ClubMove, " keep\n", "keep"),
        (ClubMove, "unmask  2\tstriped", "unmask 2 striped"),
    ],
)
def test_spaces_between_and_around_words_do_not_matter(kind: type[Move], text: str, same: str) -> None:
    assert kind.parse(text) == kind.parse(same)
    assert str(kind.parse(text)) == same


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        *((MoustacheMove, text) for text in ("", " ", "play", "play b7", "PLAY B7", "play B7 B8", "playB7")),
        *(
            (MoustacheMove, text)
            for text in ("steal", "steal unicorn", "steal monkey", "Steal B7", "dance B7")
        ),
        *(
            (MoustacheMove, text)
            for text in ("pass G1 P4", "pass G1 P4 P4", "pass G1 P4 B9 B8", "pass G1,P4,B9")
        ),
        *(
            (MoustacheMove, text)
            for text in ("pass G1 P4 B9 B8 B7 B6 B5", "pass", "B7", "7", "bid 2", "keep")
        ),
        *(
            (GraciasMove, text)
            for text in ("", "bid", "bid 6", "bid -1", "bid two", "bid ２", "bid 02", "Bid 2")
        ),
        *(
            (GraciasMove, text)
            for text in ("bid 1 2", "play", "play 0", "play 22", "play J", "play j0", "play J1")
        ),
        *(
            (GraciasMove, text)
            for text in ("play 018", "PLAY 18", "play 18 19", "18", "play B7", "keep", "bid+2")
        ),
        *(
            (ClubMove, text)
            for text in ("", "Keep", "keep 1", "play", "play leap", "play leap red", "play Leap-red")
        ),
        *(
            (ClubMove, text)
            for text in ("unmask", "unmask 1", "unmask 4 hat", "unmask -1 hat", "unmask hat 1")
        ),
        *(
            (ClubMove, text)
            for text in ("unmask 1 tabby", "unmask 1 Hat", "unmask 1 hat !", "leap-red", "bid 2")
        ),
    ],
)
def test_what_is_no_move(kind: type[Move], text: str) -> None:
    with pytest.raises(BadMove, match="expected"):
        kind.parse(text)


def parsed(kind: type[Move], text: str) -> Move | str:
    """The move, or what was said against it."""
    try:
        return kind.parse(text)
    except BadMove as problem:
        return str(problem)


@pytest.mark.parametrize(("kind", "count"), KINDS)
@given(text=st.text(max_size=30))
def test_any_text_is_a_move_or_one_clear_error(kind: type[Move], count: int, text: str) -> None:
    move = parsed(kind, text)
    if isinstance(move, str):
        assert "expected" in move
    else:
        assert 0 <= move < count
        assert sorted(str(move).split()) == sorted(text.split())


SOME_WORDS = (
    *("play", "pass", "steal", "bid", "keep", "unmask", "Play", "0", "1", "4", "5", "6", "22", "-1"),
    *("J0", "J22", "B7", "G1", "P4", "unicorn", "leap-red", "hat", "striped"),
)


@pytest.mark.parametrize(("kind", "count"), KINDS)
@given(words=st.lists(st.sampled_from(SOME_WORDS), max_size=5))
def test_any_words_are_a_move_or_one_clear_error(kind: type[Move], count: int, words: list[str]) -> None:
    move = parsed(kind, " ".join(words))
    if isinstance(move, str):
        assert "expected" in move
    else:
        assert 0 <= move < count
        assert sorted(str(move).split()) == sorted(words)

"""Whatever a player may be shown by its id has a text in every language."""

import pytest

from moustaches.content import Texts, edition, languages, texts
from moustaches.errors import BadOption, UnknownRuling

RULINGS = [
    f"{letter}{n}" for letter, last in (("R", 5), ("M", 23), ("G", 13), ("C", 10)) for n in range(1, last + 1)
]


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Texts:
    return texts(request.param)


def test_every_ruling_has_a_text(words: Texts) -> None:
    assert list(words.rulings) == RULINGS
    assert all(words.ruling(id).endswith((".", "?")) for id in RULINGS)


def test_every_rule_card_of_the_box_has_a_name_and_a_text(words: Texts) -> None:
    assert set(words.rules) == {card.id for card in edition().moustache.rules}
    names = [card.name for card in words.rules.values()]
    assert len(set(names)) == len(names)
    assert all(card.text for card in words.rules.values())


def test_every_game_says_how_it_is_played(words: Texts) -> None:
    assert list(words.games) == ["moustache", "gracias", "club"]
    assert all(game.name and game.summary and 8 <= len(game.how) <= 15 for game in words.games.values())


def test_every_option_has_a_name_and_a_sentence(words: Texts) -> None:
    assert {name: set(game.options) for name, game in words.games.items()} == {
        "moustache": {"own-rules", "first-game", "row", "open-counts", "equal-cups"},
        "gracias": {"end", "noyade", "uno-dos-tres", "chico", "strict-joker", "blind-joker-zero"},
        "club": set(),
    }
    assert set(words.games["gracias"].options["end"].values) == {"six-rounds", "first-bare", "last-dressed"}


def test_everything_in_the_boxes_has_a_name(words: Texts) -> None:
    box = edition()
    assert list(words.colours) == list(words.animals) == ["green", "pink", "orange", "blue"]
    assert set(words.jokers) == {"unicorn", "monkey", "pigeon"}
    assert set(words.attributes) == set(box.club.attribute_cards)
    assert set(words.characters) == {one.id for one in box.gracias.characters}
    worn = {garment for one in box.gracias.characters for garment in one.garments}
    assert set(words.garments) == worn | set(box.gracias.garments)
    assert set(words.loteria) == {*box.gracias.loteria, box.gracias.joker}


def test_a_ruling_may_be_asked_for_in_small_letters(words: Texts) -> None:
    assert words.ruling(" m7 ") == words.ruling("M7")


@pytest.mark.parametrize(
    ("asked", "answer"),
    [("M24", "M1 to M23"), ("c0", "C1 to C10"), ("7", "M7, G7, C7"), ("", "R1, M1, G1, C1")],
)
def test_unknown_ruling_is_answered_with_near_ones(words: Texts, asked: str, answer: str) -> None:
    with pytest.raises(UnknownRuling, match=answer):
        words.ruling(asked)


def test_unknown_language_is_answered_with_the_known_ones() -> None:
    with pytest.raises(BadOption, match="'xx'; expected de, en, es, fr, ru"):
        texts("xx")

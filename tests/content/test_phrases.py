"""Every phrase that can be said at a table has words in every language, and no language has one more."""

from __future__ import annotations

import pytest

from moustaches.content import Phrases, phrase_languages, phrases
from moustaches.errors import BadOption
from moustaches.server.talk import PHRASES


def test_we_speak_the_languages_of_the_boxes() -> None:
    assert phrase_languages() == ["de", "en", "es", "fr", "ru"]


@pytest.fixture(params=phrase_languages())
def words(request: pytest.FixtureRequest) -> Phrases:
    return phrases(request.param)


def test_every_phrase_has_words_and_none_is_unused(words: Phrases) -> None:
    assert words.phrases.keys() | words.reactions.keys() == PHRASES
    assert not words.phrases.keys() & words.reactions.keys()


def test_every_language_has_the_same_phrases_in_the_same_order(words: Phrases) -> None:
    english = phrases("en")
    assert list(words.phrases) == list(english.phrases)
    assert list(words.reactions) == list(english.reactions)


def test_phrases_are_said_and_reactions_are_told(words: Phrases) -> None:
    """A phrase is a sentence; a reaction goes on after a name: Ada laughs."""
    assert all(text.endswith((".", "!", "?", "…")) for text in words.phrases.values())
    assert all(text[0].islower() and text[-1].isalpha() for text in words.reactions.values())
    said = [*words.phrases.values(), *words.reactions.values()]
    assert len(set(said)) == len(said)
    assert all(text == text.strip() and len(text) <= 40 for text in said)


def test_no_two_languages_say_the_same() -> None:
    hello = {phrases(language).phrases["your-turn"] for language in phrase_languages()}
    assert len(hello) == len(phrase_languages())


def test_an_unknown_language_is_answered_with_the_known_ones() -> None:
    with pytest.raises(BadOption, match="expected de, en, es, fr, ru"):
        phrases("xx")

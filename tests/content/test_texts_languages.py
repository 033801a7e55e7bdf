"""All languages say the same: no text is missing, left over, empty or still English, and each can be filled in."""

import re
import tomllib
from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

from moustaches.content import language_of_environment, languages, texts
from moustaches.content.plurals import CATEGORIES
from moustaches.content.texts import FOLDER

FORMS = {"you", "to-you", "other", "nobody"}
NAMES = {"Moustache", "Moustache Gracias", "Le Club des Moustaches", "El Gringo"}
NAMES |= {"La Noyade", "Uno Dos Tres", "El chico sûr"}
SAME = {  # what a language writes as English does
    "de": {"Bot", "orange", "Teams"},
    "es": {"Bot", "llama"},
    "fr": {
        "cape",
        "expert",
        "hamster",
        "Invitation",
        "Menu",
        "Options",
        "orange",
        "pigeon",
        "points",
        "Poses",
        "sombrero",
    },
    "ru": set[str](),
}


def texts_in(part: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text with its place in the file: `events/trick-led/you`, `games/club/how/0`."""
    if isinstance(part, str):
        yield path, part
    else:
        for key, value in part.items() if isinstance(part, dict) else enumerate(part):
            yield from texts_in(value, f"{path}/{key}" if path else str(key))


def file(language: str) -> dict[str, str]:
    return dict(texts_in(tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))))


def placeholders(text: str) -> dict[str, tuple[str, str]]:
    """The names to be filled in, with how each is formatted and converted."""
    return {
        name: (form or "", how or "") for _, name, form, how in Formatter().parse(text) if name is not None
    }


def sentence_of(path: str) -> str:
    head, _, tail = path.rpartition("/")
    return head if tail in FORMS else path


ENGLISH = file("en")
BY_SENTENCE: dict[str, list[str]] = {}
for path, text in ENGLISH.items():
    BY_SENTENCE.setdefault(sentence_of(path), []).append(text)


def test_we_speak_five_languages() -> None:
    assert languages() == ["de", "en", "es", "fr", "ru"]
    assert [texts(language).language for language in languages()] == languages()


@pytest.fixture(params=[language for language in languages() if language != "en"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_every_language_has_the_texts_of_english(language: str) -> None:
    """Lists too are as long as in English, and sentences have the same forms."""
    assert set(file(language)) == set(ENGLISH)


def test_no_text_is_empty(language: str) -> None:
    assert [path for path, text in file(language).items() if not text.strip()] == []


def test_every_text_is_filled_with_the_same_facts(language: str) -> None:
    """A form may leave out a fact only where a form of the English sentence does."""
    for path, text in file(language).items():
        said = placeholders(text).keys()
        forms = [placeholders(form).keys() for form in BY_SENTENCE[sentence_of(path)]]
        needed = placeholders(ENGLISH[path]).keys() & set.intersection(*map(set, forms))
        assert needed <= said <= set.union(*map(set, forms)), (path, text)


def test_facts_are_formatted_as_in_english(language: str) -> None:
    """A number may stand with its noun or without; `+` and `!r` stay."""
    for path, text in file(language).items():
        english = {
            name: how for form in BY_SENTENCE[sentence_of(path)] for name, how in placeholders(form).items()
        }
        for name, (form, conversion) in placeholders(text).items():
            assert conversion == english[name][1], (path, text)
            if "|" not in form:
                assert form == "" or form == english[name][0], (path, text)
            assert (form == "+") == (english[name][0] == "+"), (path, text)


@pytest.mark.parametrize("any_language", languages())
def test_nouns_have_as_many_forms_as_the_language_has_plurals(any_language: str) -> None:
    for path, text in file(any_language).items():
        for form, _ in placeholders(text).values():
            if "|" in form:
                forms = form.split("|")
                assert len(forms) == len(CATEGORIES[any_language]), (path, text)
                assert all(noun.strip() for noun in forms), (path, text)


def test_no_text_is_still_english(language: str) -> None:
    for path, text in file(language).items():
        has_words = re.search(r"\w\w\w", re.sub(r"\{[^}]*\}", "", text))  # letters of colours are none
        assert not has_words or text != ENGLISH[path] or text in NAMES | SAME[language], (path, text)


def test_seats_are_six_and_their_names_go_into_a_column(language: str) -> None:
    names = texts(language).seats.names
    assert len(set(names)) == 6
    assert all(len(name) <= 7 for name in names)
    assert names != texts("en").seats.names


@pytest.mark.parametrize("any_language", languages())
def test_what_stands_beside_a_table_in_the_terminal_is_short(any_language: str) -> None:
    labels = texts(any_language).labels
    assert all(len(labels[id]) <= 7 for id in ("rules", "order", "teams", "open-cards"))
    assert all(len(f"{labels[id]} {labels['leads']}") <= 13 for id in ("you-role", "partner", "rival"))
    assert all(len(labels[id]) <= 11 for id in ("gringo", "announcer"))
    assert len(labels["notebook"]) <= 10


# How the languages are written

SIGNS = {"prompts/commands", "labels/legend", "labels/unseen"}  # to be typed, or standing for something


def test_french_signs_have_a_narrow_space_that_does_not_break() -> None:
    for path, text in file("fr").items():
        if path in SIGNS:
            continue
        bare = re.sub(r"\{[^}]*\}", "x", text).replace("ou ? pour", "")
        assert not re.search(r"[^\u202f][;:!?»%]|«[^\u202f]", bare), (path, text)
        assert "'" not in text, (path, text)


def test_spanish_questions_and_calls_are_opened() -> None:
    for path, text in file("es").items():
        if path in SIGNS:
            continue
        bare = re.sub(r"\{[^}]*\}", "", text).replace("o ? para", "")
        assert bare.count("¿") == bare.count("?"), (path, text)
        assert bare.count("¡") == bare.count("!"), (path, text)


# Which language


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "ru.KOI8-R"}, "ru"),
        ({"LANG": "de_AT", "LC_MESSAGES": "fr_BE"}, "fr"),
        ({"LANG": "de_AT", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_AT", "LC_ALL": ""}, "de"),
        ({"LANG": "tlh_KX"}, "en"),
        ({}, "en"),
    ],
)
def test_the_environment_says_which_language(
    variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language_of_environment() == language

"""The form of a noun that goes with a number, in every language that we speak."""

import pytest

from moustaches.content import languages, plural
from moustaches.content.plurals import CATEGORIES


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {"one": [1], "other": [0, 2, 5, 11, 21, 101]}),
        ("de", {"one": [1], "other": [0, 2, 5, 11, 21, 101]}),
        ("es", {"one": [1], "other": [0, 2, 5, 11, 21, 101]}),
        ("fr", {"one": [0, 1], "other": [2, 5, 11, 21, 101]}),
        (
            "ru",
            {
                "one": [1, 21, 31, 101, 121],
                "few": [2, 3, 4, 22, 34, 102],
                "many": [0, 5, 10, 11, 12, 13, 14, 19, 20, 25, 111, 112, 114],
            },
        ),
    ],
)
def test_each_number_has_its_form(language: str, forms: dict[str, list[int]]) -> None:
    assert tuple(forms) == CATEGORIES[language]
    for place, numbers in enumerate(forms.values()):
        assert {plural(language, number) for number in numbers} == {place}
        assert {plural(language, -number) for number in numbers} == {place}


def test_every_language_has_its_categories() -> None:
    assert list(CATEGORIES) == languages()

"""Which form of a noun stands with a number: 1 garment, 2 garments; 1 звезда, 2 звезды, 5 звёзд.

The texts give the forms in the order of the language's plural categories for whole numbers.
"""

from __future__ import annotations

from typing import Final

CATEGORIES: Final = {
    "de": ("one", "other"),
    "en": ("one", "other"),
    "es": ("one", "other"),
    "fr": ("one", "other"),
    "ru": ("one", "few", "many"),
}


def plural(language: str, number: int) -> int:
    """The place of the form that goes with the number; a negative number goes like its positive."""
    number = abs(number)
    match language:
        case "fr":
            return int(number > 1)
        case "ru":
            if number % 10 == 1 and number % 100 != 11:
                return 0
            return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2
        case _:
            return int(number != 1)

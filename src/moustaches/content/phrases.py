"""What people can say at a table without writing: phrases and reactions by id, in every language.

A phrase is said; a reaction is a sign, and these are the words that read it aloud. The server passes on the ids, and
each client shows them in its reader's language.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from .texts import in_language, languages

FOLDER: Final = Path(__file__).with_name("phrases")


class Phrases(Struct, frozen=True, forbid_unknown_fields=True):
    """Those of one language, by id."""

    phrases: dict[str, str]
    reactions: dict[str, str]


def phrase_languages() -> list[str]:
    return languages(FOLDER)


@cache
def phrases(language: str = "en") -> Phrases:
    """The phrases of a language; raises BadOption for one that we do not speak."""
    return in_language(language, FOLDER, Phrases)

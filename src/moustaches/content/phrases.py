"""What people can say at a table without writing: phrases and reactions by id, in every language.

A phrase is said; a reaction is a sign, and these are the words that read it aloud. The server passes on the ids, and
each client shows them in its reader's language.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct, convert

from moustaches.errors import BadOption

from .value import did_you_mean

FOLDER: Final = Path(__file__).with_name("phrases")


class Phrases(Struct, frozen=True, forbid_unknown_fields=True):
    """Those of one language, by id."""

    phrases: dict[str, str]
    reactions: dict[str, str]


def phrase_languages() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


@cache
def phrases(language: str = "en") -> Phrases:
    """The phrases of a language; raises BadOption for one that we do not speak."""
    known = phrase_languages()
    if language not in known:
        near = did_you_mean(language, known)
        raise BadOption(f"no phrases in {language!r}; expected {', '.join(known)}{near}")
    return convert(tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8")), Phrases)

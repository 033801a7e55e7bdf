"""What players read: rules, rulings, the names of things, what happened and why, one file per language.

Every sentence is ours. The other rooms speak in ids; a client looks them up here.
"""

from __future__ import annotations

import os
import tomllib
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

from msgspec import Struct, convert, field

from moustaches.errors import BadOption, UnknownRuling

from .value import did_you_mean

FOLDER: Final = Path(__file__).with_name("texts")
T = TypeVar("T")


class CardText(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule card: its name, and its effect as short as on a card."""

    name: str
    text: str


class OptionText(Struct, frozen=True, forbid_unknown_fields=True):
    """An option of a table; `values` says what each of its values means, where it is not just on or off."""

    name: str
    text: str
    values: dict[str, str] = {}


class GameText(Struct, frozen=True, forbid_unknown_fields=True):
    """A game in a sentence, and how to play it in a dozen."""

    name: str
    summary: str
    how: tuple[str, ...]
    options: dict[str, OptionText] = {}


class Sentence(Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence with placeholders; `you` is said to the one who acts, `to-you` to the one to whom it is done, `nobody`
    where there is no one."""

    other: str
    you: str = ""
    to_you: str = field(name="to-you", default="")
    nobody: str = ""


class Seats(Struct, frozen=True, forbid_unknown_fields=True):
    """What the players are called, and the words between their names."""

    names: tuple[str, ...]
    you: str
    and_: str = field(name="and")
    or_: str = field(name="or")
    nothing: str
    nobody: str


class Texts(Struct, frozen=True, forbid_unknown_fields=True):
    """All texts of a language, by the ids that the other rooms use."""

    language: str
    games: dict[str, GameText]
    rulings: dict[str, str]
    rules: dict[str, CardText]
    colours: dict[str, str]
    animals: dict[str, str]
    """The animal of each colour."""
    jokers: dict[str, str]
    attributes: dict[str, str]
    characters: dict[str, str]
    garments: dict[str, str]
    loteria: dict[str, str]
    events: dict[str, str | Sentence]
    """What happened, by the event's tag."""
    reasons: dict[str, str | Sentence]
    """Why, by the reason's id."""
    kinds: dict[str, str]
    """What a player can be asked to do."""
    prompts: dict[str, str]
    labels: dict[str, str]
    seats: Seats
    web: dict[str, dict[str, str | Sentence]] = {}
    """What only the browser says, by its places: home, table, end …"""

    def ruling(self, id: str) -> str:
        """The ruling of that number, `M7` or `m7`."""
        number = id.strip().upper()
        if number in self.rulings:
            return self.rulings[number]
        family = [known for known in self.rulings if known[0] == number[:1]]
        if family:
            raise UnknownRuling(f"no ruling is called {id!r}; expected {family[0]} to {family[-1]}")
        digits = "".join(sign for sign in number if sign.isdigit())
        near = [known for known in self.rulings if known[1:] == digits] or ["R1", "M1", "G1", "C1"]
        raise UnknownRuling(f"no ruling is called {id!r}; expected a letter first, like {', '.join(near)}")


def languages(folder: Path = FOLDER) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.toml"))


def language_of_environment() -> str:
    """The language that LC_ALL, LC_MESSAGES or LANG asks for, if we speak it, and otherwise English."""
    asked = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    language = asked.partition(".")[0].partition("_")[0].lower()
    return language if language in languages() else "en"


@cache
def texts(language: str = "en") -> Texts:
    """The texts of a language; raises BadOption for one that we do not speak."""
    return in_language(language, FOLDER, Texts)


def in_language(language: str, folder: Path, kind: type[T]) -> T:
    """The file of a language in a folder that has one for each."""
    known = languages(folder)
    if language not in known:
        near = did_you_mean(language, known)
        raise BadOption(f"no {folder.name} in {language!r}; expected {', '.join(known)}{near}")
    return convert(tomllib.loads((folder / f"{language}.toml").read_text("utf-8")), kind)

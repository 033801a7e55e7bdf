"""What lies in the boxes and what is said about it: editions and texts, as data.

Nothing here knows a rule. An edition is one TOML file that a box owner can correct or add to; a language is
one file of texts in our own words.
"""

from .editions import (
    COLOURS,
    Cat,
    Character,
    ClubBox,
    Edition,
    GraciasBox,
    MoustacheBox,
    RuleCardEntry,
    TableSize,
    edition,
    editions,
    in_use,
    remember,
)
from .phrases import Phrases, phrase_languages, phrases
from .plurals import plural
from .texts import CardText, GameText, OptionText, Texts, language_of_environment, languages, texts

__all__ = [
    "COLOURS",
    "CardText",
    "Cat",
    "Character",
    "ClubBox",
    "Edition",
    "GameText",
    "GraciasBox",
    "MoustacheBox",
    "OptionText",
    "Phrases",
    "RuleCardEntry",
    "TableSize",
    "Texts",
    "edition",
    "editions",
    "in_use",
    "language_of_environment",
    "languages",
    "phrase_languages",
    "phrases",
    "plural",
    "remember",
    "texts",
]

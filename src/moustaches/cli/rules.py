"""`moustaches rules`: the games, the rulings and the rule cards, to look up."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from rich.text import Text

from moustaches.content import Texts, texts
from moustaches.errors import UnknownGame, UnknownRuling
from moustaches.game.moustache_words import RULINGS

from .cards import FAINT, HEADING, hanging
from .screen import Screen

LETTER = {"moustache": "M", "gracias": "G", "club": "C"}


def rules(asked: Sequence[str], language: str) -> int:
    screen = Screen()
    screen.print(*find(texts(language), asked, screen.width))
    return 0


def find(words: Texts, asked: Sequence[str], width: int) -> list[Text]:
    """What there is to read about a game, a ruling, or a rule card by id or name."""
    query = " ".join(asked).strip()
    if not query:
        return games(words, width)
    if query.lower() in words.games:
        return game(words, query.lower(), width)
    if len(asked) > 1 and asked[0].lower() in words.games:
        return find(words, asked[1:], width)
    if len(asked) > 1 and asked[1].lower() in LETTER:
        raise UnknownGame(f"no game is called {asked[0]!r}; there are moustache, gracias and club")
    cards = {id: id for id in words.rules} | {card.name.lower(): id for id, card in words.rules.items()}
    if query.lower() in cards:
        return rule_card(words, cards[query.lower()], width)
    number = query.upper()
    if number in words.rulings:
        return entry(number, words.rulings[number], width)
    near = get_close_matches(query.lower(), [*cards, *words.games], n=3)
    if near:
        raise UnknownRuling(f"nothing is called {query!r}; did you mean {' or '.join(near)}?")
    words.ruling(query)  # says which there are
    raise AssertionError(query)


def games(words: Texts, width: int) -> list[Text]:
    lines: list[Text] = []
    for name, game in words.games.items():
        lines += hanging(Text.assemble((f"{name:<10}", HEADING), f" {game.summary}"), width, 11)
    return [*lines, Text(), *hanging(Text(words.prompts["look-up"], FAINT), width, 0)]


def game(words: Texts, name: str, width: int) -> list[Text]:
    """How to play, options, rule cards, rulings."""
    text = words.games[name]
    lines = [Text(text.name, HEADING), *hanging(Text(text.summary), width, 0), Text()]
    for number, sentence in enumerate(text.how, 1):
        lines += hanging(Text(f"{number:>2} {sentence}"), width, 3)
    if text.options:
        lines += [Text(), Text(words.labels["options"], HEADING)]
        for id, option in text.options.items():
            lines += hanging(Text.assemble((id, HEADING), f"  {option.name}: {option.text}"), width, 2)
            for value, meaning in option.values.items():
                lines += hanging(Text(f"  {id}={value}  {meaning}"), width, 4)
    if name == "moustache":
        lines += [Text(), Text(words.labels["rule-cards"], HEADING)]
        for id, card in words.rules.items():
            lines += hanging(Text.assemble((id, HEADING), f"  {card.name}: {card.text}"), width, 2)
    lines += [Text(), Text(words.labels["rulings"], HEADING)]
    for id in words.rulings:
        if id[0] in ("R", LETTER[name]):
            lines += entry(id, words.rulings[id], width)
    return lines


def entry(id: str, ruling: str, width: int) -> list[Text]:
    return hanging(Text.assemble((f"{id:<4}", HEADING), ruling), width, 4)


def rule_card(words: Texts, id: str, width: int) -> list[Text]:
    """A rule card with its rulings."""
    card = words.rules[id]
    lines = hanging(Text.assemble((f"{card.name}", HEADING), f" ({id}): {card.text}"), width, 2)
    for number in RULINGS.get(id, ()):
        lines += entry(number, words.rulings[number], width)
    return lines

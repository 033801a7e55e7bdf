"""Cards on a screen: each in the colour of its suit, and always with its letter or word.

Dark ink on a coloured card is readable on a dark and on a light terminal alike. Where there is no colour, the text says
everything.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from moustaches.content.editions import COLOURS, Edition
from moustaches.game.moustache_words import JOKERS, LETTERS, NUMBERS

from .screen import wrapped

INK = "bold #2b2118 on "
PAPER = INK + "#f3e7cc"
JOKER = INK + "#e3b23c"
SUITS = {
    "G": INK + "#7cc08a",
    "P": INK + "#ee9cbd",
    "O": INK + "#f0ad55",
    "B": INK + "#86aee6",
}
COATS = {
    "white": INK + "#f7f3ea",
    "brown": "bold #ffffff on #8a5a35",
    "blue": INK + "#86aee6",
    "black": "bold #ffffff on #35302e",
    "green": INK + "#7db36a",
    "yellow": INK + "#f3d24b",
    "purple": INK + "#b995d6",
    "red": "bold #ffffff on #b8402c",
}
HEADING = "bold"
FAINT = "dim"


def style_of(card: str) -> str:
    """The colour of a card of any of the three games."""
    if card in JOKERS or card.startswith("J"):
        return JOKER
    if card in NUMBERS:
        return SUITS[card[0]]
    coat = card.partition("-")[2]
    return COATS.get(coat, PAPER)


def chip(card: str, allowed: bool = True) -> Text:
    """A card; one that may not be laid is faint and has no number over it."""
    return Text(f" {card} ", style_of(card) if allowed else FAINT)


def colour_chip(colour: str, word: str) -> Text:
    """A colour of Moustache: ` B blue `."""
    letter = LETTERS[COLOURS.index(colour)]
    return Text(f" {letter} {word} ", SUITS[letter])


def stars(card: str, box: Edition) -> int:
    """The stars printed on an animal."""
    if card in JOKERS or card not in NUMBERS:
        return 0
    return box.moustache.stars[LETTERS.index(card[0])][int(card[1:])]


def cell(lines: Sequence[Text | str], width: int) -> list[Text]:
    """Lines one under the other, centred, all of one width."""
    made: list[Text] = []
    for line in lines:
        text = line.copy() if isinstance(line, Text) else Text(line)
        text.truncate(width, overflow="ellipsis")
        left = (width - text.cell_len) // 2
        made.append(Text(" " * left) + text + Text(" " * (width - text.cell_len - left)))
    return made


def row(cells: Sequence[Sequence[Text]], width: int) -> list[Text]:
    """Cells side by side, in as many rows as the screen needs."""
    lines: list[Text] = []
    start = 0
    while start < len(cells):
        end, used = start, 0
        while end < len(cells) and (end == start or used + cells[end][0].cell_len <= width):
            used += cells[end][0].cell_len
            end += 1
        lines += [
            Text.assemble(*(each[line] for each in cells[start:end])) for line in range(len(cells[start]))
        ]
        start = end
    return lines


def hanging(line: Text, width: int, indent: int) -> list[Text]:
    """A long line, its continuation indented."""
    first, *rest = wrapped(line, width)
    first.rstrip()
    if not rest:
        return [first]
    lines = [first]
    for part in wrapped(Text(" ").join(rest), width - indent):
        part.rstrip()
        lines.append(Text(" " * indent) + part)
    return lines

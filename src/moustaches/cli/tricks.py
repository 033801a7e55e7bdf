"""The last complete trick, which lies on the table until the next one is begun (M18)."""

from __future__ import annotations

from rich.text import Text

from moustaches.game.gracias_words import GraciasView
from moustaches.game.moustache_words import MoustacheView

from .cards import FAINT, chip, hanging
from .say import Teller


def last_trick(view: MoustacheView | GraciasView, say: Teller, width: int) -> list[Text]:
    """A line with its cards, while the next trick is empty."""
    if view.trick or not view.tricks:
        return []
    last = view.tricks[-1]
    line = Text(say.label("last-trick") + ": ", FAINT)
    for laid in last.cards:
        line.append(f"{say.title(laid.seat)} ", FAINT)
        line.append_text(chip(laid.card))
        line.append("  ")
    if last.taker is not None:
        line.append(f"→ {say.title(last.taker)}")
    return hanging(line, width, 2)

"""The Club's notebook for clients that know no rules: what a seat can work out of the others' attributes.

It is made from that seat's own view and from nothing else. How much of it is told is an option of the table.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from moustaches.bots.beliefs import NOTHING, club_marginals
from moustaches.game.club_words import ATTRIBUTES, ClubView

Mark = Literal["open", "certain", "excluded", "possible"]


class Notebook(Struct, frozen=True):
    """What a seat can know of the others' attributes."""

    version: int
    """Of the table when it was written."""
    marks: tuple[dict[str, Mark], ...]
    """By seat and attribute: it lies `open`, the seat surely hides it (`certain`), it cannot (`excluded`), or it may
    (`possible`). Empty for one's own seat."""
    chances: tuple[dict[str, float], ...] | None
    """How likely it is that the seat has it; only where the table wants it told."""


def notebook(view: ClubView, version: int, assist: str) -> Notebook:
    """From the view of a seat."""
    pages = chances_of(view)
    marks: list[dict[str, Mark]] = [
        {word: mark_of(view, seat, word, chance) for word, chance in page.items()}
        for seat, page in enumerate(pages)
    ]
    told = tuple({word: rounded(chance) for word, chance in page.items()} for page in pages)
    return Notebook(version, tuple(marks), told if assist == "full" else None)


def chances_of(view: ClubView) -> list[dict[str, float]]:
    """For each seat, how likely it has each attribute, hidden or open; nothing for one's own."""
    hidden = club_marginals(view)
    has = view.all_secrets or view.shown
    return [
        {
            word: 1.0 if word in has[seat] else hidden.get(seat, {}).get(word, 0.0)
            for word in ATTRIBUTES
            if seat != view.seat
        }
        for seat in range(view.players)
    ]


def mark_of(view: ClubView, seat: int, word: str, chance: float) -> Mark:
    if word in (view.all_secrets or view.shown)[seat]:
        return "open"
    if chance < NOTHING:
        return "excluded"
    return "certain" if chance > 1 - NOTHING else "possible"


def rounded(chance: float) -> float:
    """Three decimals; what is not certain never looks so."""
    if chance < NOTHING or chance > 1 - NOTHING:
        return float(round(chance))
    return min(max(round(chance, 3), 0.001), 0.999)

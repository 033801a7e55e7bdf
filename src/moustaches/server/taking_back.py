"""What can be taken back: a choice that showed nothing but itself.

Within the table's short window the one who chose takes it back at once; later all at the table must agree, and never
can the game go back before a card that was turned, a secret that was told, or anything that chance has decided.
"""

from __future__ import annotations

from collections.abc import Iterable

from moustaches.game.events import (
    BidMade,
    CardChosen,
    CardLaid,
    CardsCollected,
    CardStolen,
    CardsVanished,
    ColourDemanded,
    Event,
    GiftChosen,
    Kept,
    RuleActed,
    StarsShown,
    TrickLed,
    TrickTaken,
)

Kinds = tuple[type[Event], ...]
FACE_DOWN: Kinds = (CardChosen, GiftChosen)
"""Choices that nobody else has seen yet."""
QUIET: Kinds = (*FACE_DOWN, BidMade, CardLaid, CardStolen, ColourDemanded, Kept, TrickLed)
"""What a seat shows by its own choice alone."""
OPEN: Kinds = (*QUIET, CardsCollected, CardsVanished, RuleActed, StarsShown, TrickTaken)
"""What follows from choices that everybody saw."""


def only(kinds: Kinds, events: Iterable[Event]) -> bool:
    """Whether nothing else has happened, and nothing that some may not know."""
    return all(isinstance(event, kinds) and event.audience is None for event in events)


def turned(events: Iterable[Event]) -> bool:
    """Whether choices lay face down and more has happened since: then others have chosen, or seen them."""
    return any(isinstance(event, FACE_DOWN) for event in events)

"""The Club's notebook: what the masks and answers on the table say about a seat.

Everything is worked out from a view, so it knows no more than its viewer. A seat's possible sets of attributes are
those that would have put down exactly the masks that lie there.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from moustaches.content.editions import Edition
from moustaches.game.club_words import ATTRIBUTES, CATS, ClubView

Secrets = frozenset[str]


def carried(box: Edition) -> dict[str, tuple[str, ...]]:
    """The attributes of each cat, in the words of the notation."""
    printed = box.club.attribute_cards
    return {
        name: tuple(ATTRIBUTES[printed.index(word)] for word in cat.attributes)
        for name, cat in zip(CATS, box.club.cats, strict=True)
    }


@lru_cache(maxsize=1)
def all_sets(size: int) -> tuple[Secrets, ...]:
    return tuple(frozenset(words) for words in combinations(ATTRIBUTES, size))


def possible(view: ClubView, seat: int, box: Edition) -> list[Secrets]:
    """All sets of attributes that the seat may have, as far as this viewer can tell."""
    attributes = carried(box)
    taken = {*view.denied[seat], *(view.secrets if seat != view.seat else ())}
    for other, shown in enumerate(view.shown):
        if other != seat:
            taken.update(shown)
    masked = [frozenset(attributes[staged.cat]) for staged in view.stage if seat in staged.masks]
    for staged in view.stage:
        if seat not in staged.masks:
            taken.update(attributes[staged.cat])
    known = frozenset(view.shown[seat])
    return [
        secrets
        for secrets in all_sets(box.club.attributes)
        if known <= secrets
        and taken.isdisjoint(secrets)
        and all(not carries.isdisjoint(secrets) for carries in masked)
    ]


def signs(view: ClubView, seat: int, box: Edition) -> dict[str, str]:
    """A sign for each attribute: `O` lies open, `!` the seat surely has it, `x` it cannot, `.` it may."""
    sets = possible(view, seat, box)
    found: dict[str, str] = {}
    for word in ATTRIBUTES:
        having = sum(word in secrets for secrets in sets)
        if word in view.shown[seat]:
            found[word] = "O"
        else:
            found[word] = "x" if not having else "!" if having == len(sets) else "."
    return found

"""The words of Le Club des Moustaches: its cats, attributes and moves, and what a view of it says.

An edition lists its poses, coats, patterns and accessories in a fixed order; a cat is named by pose and coat, an
attribute by its word. The words of the standard edition are the notation; an edition with other words keeps the order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Self

from msgspec import Struct

from moustaches.engine import club as engine
from moustaches.engine.bits import members
from moustaches.errors import BadMove

from .notation import Move, Named
from .views import View

POSES = ("leap", "strut", "sit", "rest", "roll")
COATS = ("white", "brown", "blue", "black", "green", "yellow", "purple", "red")
ATTRIBUTES = (*POSES, *COATS, "striped", "spotted", "yarn", "cocktail", "hat", "mouse")
CATS = tuple(f"{pose}-{coat}" for pose in POSES for coat in COATS)
PHASES = {engine.PLAY: "play", engine.GUESS: "guess", engine.OVER: "over"}


class Cat(Named):
    """A cat by pose and coat: `leap-red`; as a number, pose × 8 + coat."""

    NAMES = CATS
    KIND = "cat"
    EXPECTED = "a pose and a coat like leap-red"


class Attribute(Named):
    """One of the 19 attributes: `leap`, `red`, `striped`, `hat` …"""

    NAMES = ATTRIBUTES
    KIND = "attribute"
    EXPECTED = ", ".join(ATTRIBUTES)


class ClubMove(Move):
    """`play leap-red`, `unmask 2 striped`, `keep`."""

    COUNT: ClassVar[int] = engine.MOVES

    @classmethod
    def parse(cls, text: str) -> Self:
        match text.split():
            case ["keep"]:
                return cls(engine.KEEP)
            case ["play", cat]:
                return cls(Cat.parse(cat))
            case ["unmask", seat, attribute] if seat in ("0", "1", "2", "3"):
                return cls(engine.UNMASK + int(seat) * engine.ATTRIBUTES + Attribute.parse(attribute))
        raise BadMove(
            f"{text!r} is no move; expected `play leap-red`, `unmask 2 striped` (a seat from 0 to 3) or `keep`"
        )

    def __str__(self) -> str:
        return TEXTS[self]


TEXTS = (
    *(f"play {cat}" for cat in CATS),
    "keep",
    *(f"unmask {seat} {attribute}" for seat in range(4) for attribute in ATTRIBUTES),
)


class Staged(Struct, frozen=True, gc=False):
    """A cat on the stage: who played it, and whose masks lie on it."""

    seat: int
    cat: str
    masks: tuple[int, ...]


class ClubView(View, frozen=True, kw_only=True):
    """What one seat of the Club may know."""

    cannot_be_right: tuple[str, ...]
    """Legal guesses that name an attribute of one's own: a bluff (C2)."""
    first: int
    turn: int
    finishing: bool
    secrets: tuple[str, ...]
    """One's own attributes."""
    shown: tuple[tuple[str, ...], ...]
    hidden: tuple[int, ...]
    """How many attributes each seat still hides."""
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    pile: int
    reserve: tuple[int, ...]
    received: tuple[int, ...]
    denied: tuple[tuple[str, ...], ...]
    """Attributes to which each seat has answered no."""
    stage: tuple[Staged, ...]
    invitation: dict[str, int]
    """How many cats of the deck carry each attribute."""
    all_secrets: tuple[tuple[str, ...], ...] | None
    """Everybody's attributes, once the game is over."""


@lru_cache(4096)
def words(mask: int) -> tuple[str, ...]:
    return tuple([CATS[cat] for cat in members(mask)])


@lru_cache(4096)
def attribute_words(mask: int) -> tuple[str, ...]:
    return tuple([ATTRIBUTES[attribute] for attribute in members(mask)])

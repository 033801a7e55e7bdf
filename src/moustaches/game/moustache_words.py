"""The words of Moustache: its cards, colours and moves, and what a view of it says."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Self

from msgspec import Struct

from moustaches.content.editions import COLOURS
from moustaches.engine import moustache as engine
from moustaches.engine.bits import mask_of, members
from moustaches.errors import BadMove

from .notation import Move, Named
from .reasons import Reason
from .views import View

LETTERS = "GPOB"
JOKERS = ("unicorn", "monkey", "pigeon")
CARDS = (*(f"{letter}{value}" for letter in LETTERS for value in range(11)), *JOKERS)
NUMBERS = {name: number for number, name in enumerate(CARDS)}
TEAMS = ("first", "second")
PHASES = {engine.GIVE: "give", engine.PLAY: "play", engine.TAKE: "steal", engine.OVER: "over"}
KINDS = {engine.GIVE: "pass", engine.PLAY: "play", engine.TAKE: "steal"}

RULINGS = {
    "green-negative": ("M13",),
    "pink-open": ("M10",),
    "pass-three": ("M10",),
    "blue-tax": ("M13",),
    "pink-plus": ("M13",),
    "fewest-stars": ("M12",),
    "zero-heroes": ("M13",),
    "last-trick": ("M21",),
    "twos-win": ("M1",),
    "equals-vanish": ("M2",),
    "colours-inverted": ("M3",),
    "three-lowest": ("M1", "M19"),
    "cut-redirects": ("M14",),
    "lead-is-trump": ("M3",),
    "second-best": ("M1", "M15"),
    "zero-fells-ten": ("M1",),
}


class Card(Named):
    """A card: `G0`…`B10`, `unicorn`, `monkey`, `pigeon`; as a number, its place in that order."""

    NAMES = CARDS
    KIND = "card"
    EXPECTED = "G0 to B10, unicorn, monkey or pigeon"


class MoustacheMove(Move):
    """`play B7`, `pass G1 P4 B9`, `steal B10`."""

    COUNT: ClassVar[int] = engine.MOVES

    @classmethod
    def parse(cls, text: str) -> Self:
        kind, *names = text.split()[:5] or [""]
        cards = [Card.parse(name) for name in names]
        if kind == "play" and len(cards) == 1:
            return cls(cards[0])
        if kind == "steal" and len(cards) == 1 and cards[0] < len(CARDS) - len(JOKERS):
            return cls(engine.STEAL + cards[0])
        if kind == "pass" and len(set(cards)) == len(cards) == engine.PASSED:
            return cls(engine.PASS + engine.rank_of(mask_of(list(cards))))
        raise BadMove(
            f"{text!r} is no move; expected `play B7`, `pass G1 P4 B9` (three cards) or `steal B10`"
        )

    def __str__(self) -> str:
        if self < engine.PASS:
            return TEXTS[self]
        return f"pass {' '.join(words(engine.three_of(self - engine.PASS)))}"

    @property
    def kind(self) -> str:
        return "play" if self < engine.STEAL else "steal" if self < engine.PASS else "pass"

    @property
    def cards(self) -> int:
        """The cards it names, as a mask."""
        if self < engine.STEAL:
            return 1 << self
        return 1 << self - engine.STEAL if self < engine.PASS else engine.three_of(self - engine.PASS)


TEXTS = (*(f"play {card}" for card in CARDS), *(f"steal {animal}" for animal in CARDS[:44]))


class Laid(Struct, frozen=True, gc=False):
    """A card in a trick."""

    seat: int
    card: str


class PastTrick(Struct, frozen=True, gc=False):
    """A complete trick of this round, and who took it or would have (none: nobody)."""

    cards: tuple[Laid, ...]
    taker: int | None
    why: Reason
    stolen: Laid | None = None
    """What the monkey's player took for its team."""


class PastRound(Struct, frozen=True, gc=False):
    """How a round was counted."""

    stars: tuple[int, int]
    winners: tuple[int, ...]


class MoustacheView(View, frozen=True, kw_only=True):
    """What one seat of Moustache may know."""

    round: int
    row: tuple[str | None, ...]
    """The four rule cards; none where one lies face down."""
    revealed: int
    """How many of them are in force."""
    teams: tuple[int, ...]
    crown: int
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    open: tuple[tuple[str, ...], ...]
    """The cards of each hand that lie face up."""
    chosen: tuple[bool, ...]
    """Who has chosen what to give."""
    gave: tuple[str, ...]
    """What this seat chose for its left, or gave in this round."""
    received: tuple[str, ...]
    seen_moving: tuple[tuple[str, ...], ...]
    """By receiver: cards that lay open while they were given (M10)."""
    leader: int
    demanded: str | None
    order: tuple[str, ...]
    """The colours, the weakest first, as they stand in this trick."""
    trick: tuple[Laid, ...]
    still_in: tuple[str, ...]
    """While the monkey steals: the animals to choose from."""
    tricks: tuple[PastTrick, ...]
    """The complete tricks of this round; the last one lies on the table (M18)."""
    stars: tuple[int, int] | None
    """Both totals so far, under open counts."""
    rounds: tuple[PastRound, ...]
    cups: tuple[tuple[int | None, ...], ...]
    """By round and seat: points this viewer knows of; none: unseen, 0: no cup."""


@lru_cache(4096)
def words(mask: int) -> tuple[str, ...]:
    """The cards of a mask, weakest first."""
    return tuple([CARDS[number] for number in members(mask)])


def order_word(colour: int) -> str:
    """The colour of a mask of cards."""
    return COLOURS[members(colour)[0] // 11]


def order_words(order: int) -> tuple[str, ...]:
    """The colours of an order, the weakest first."""
    return tuple([COLOURS[order >> shift & 15] for shift in (0, 4, 8, 12)])

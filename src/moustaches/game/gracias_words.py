"""The words of Moustache Gracias: its cards, its moves, and what a view of it says."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Self

from msgspec import Struct

from moustaches.engine import gracias as engine
from moustaches.engine.bits import members
from moustaches.errors import BadMove

from .notation import Move, Named
from .views import View

CARDS = ("J", *(str(number) for number in range(1, 22)))
STRENGTHS = ("J0", *CARDS[1:], "J22")
PHASES = {engine.BID: "bid", engine.PLAY: "play", engine.SAY: "say", engine.OVER: "over"}


class Card(Named):
    """A lotería card: `1`…`21`, or `J`, the joker (as a number: 0)."""

    NAMES = CARDS
    KIND = "card"
    EXPECTED = "1 to 21 or J"


class GraciasMove(Move):
    """`bid 2`, `play 18`, `play J0`, `play J22`."""

    COUNT: ClassVar[int] = engine.MOVES

    @classmethod
    def parse(cls, text: str) -> Self:
        match text.split():
            case ["bid", bid] if bid in ("0", "1", "2", "3", "4", "5"):
                return cls(int(bid))
            case ["play", card] if card in STRENGTHS:
                return cls(engine.LAY + STRENGTHS.index(card))
        raise BadMove(
            f"{text!r} is no move; expected `bid 0` to `bid 5`, `play 1` to `play 21`, `play J0` or `play J22`"
        )

    def __str__(self) -> str:
        return TEXTS[self]


TEXTS = (*(f"bid {bid}" for bid in range(engine.LAY)), *(f"play {card}" for card in STRENGTHS))


class Laid(Struct, frozen=True, gc=False):
    """A card in a trick; the joker with the value said."""

    seat: int
    card: str


class PastTrick(Struct, frozen=True, gc=False):
    """A complete trick of this round, and who took it."""

    cards: tuple[Laid, ...]
    taker: int


class GraciasView(View, frozen=True, kw_only=True):
    """What one seat of Gracias may know."""

    round: int
    cards: int
    """Cards each in this round."""
    forehead: bool
    gringo: int
    announcer: int
    seats_in: tuple[int, ...]
    out_rounds: tuple[int, ...]
    """Under `last-dressed`: the round in which each seat went out, 0 if it is in."""
    garments: tuple[int, ...]
    bids: tuple[int | None, ...]
    forbidden_bid: int | None
    """What El Gringo may not bid, once all others have."""
    taken: tuple[int, ...]
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    foreheads: tuple[str | None, ...]
    """The cards on foreheads that this viewer sees."""
    chosen: tuple[bool, ...]
    """Who has chosen face down."""
    own_choice: str | None
    leader: int | None
    """Who led the trick; nobody where all choose at once."""
    trick: tuple[Laid, ...]
    tricks: tuple[PastTrick, ...]


@lru_cache(4096)
def words(mask: int) -> tuple[str, ...]:
    """The cards of a mask, the joker first."""
    return tuple([CARDS[card] for card in members(mask)])

"""Moustache Gracias at the table: its notation, events, views, explanations and positions."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar, Self

from msgspec import Struct

from moustaches.content.editions import Edition
from moustaches.engine import gracias as engine
from moustaches.engine.bits import members
from moustaches.errors import BadMove

from . import events
from .game import SEATS, Game, Move, Note
from .notation import Named
from .options import flag, one_of
from .positions import described
from .reasons import Reason
from .views import View

CARDS = ("J", *(str(number) for number in range(1, 22)))
STRENGTHS = ("J0", *CARDS[1:], "J22")
ENDS = ("six-rounds", "first-bare", "last-dressed")
PHASES = {engine.BID: "bid", engine.PLAY: "play", engine.SAY: "say", engine.OVER: "over"}

OPTIONS = {
    "end": one_of(*ENDS),
    "noyade": flag,
    "uno-dos-tres": flag,
    "chico": flag,
    "strict-joker": flag,
    "blind-joker-zero": flag,
}


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


class Gracias(Game):
    """A game of Moustache Gracias."""

    name = "gracias"
    move_type = GraciasMove
    state: engine.State

    laying: tuple[Laid, ...] = ()
    tricks: tuple[PastTrick, ...] = ()

    def first_state(self) -> engine.State:
        return engine.start(self.players, options_of(self.setting.edition, self.setting.options))

    @property
    def remarks(self) -> tuple[Reason, ...]:
        """Options that have no effect together (G13)."""
        options = self.setting.options
        pairs = (("noyade", "uno-dos-tres"), ("strict-joker", "uno-dos-tres"), ("strict-joker", "noyade"))
        return tuple(
            Reason("without-effect", rulings=("G13",), args={"option": idle, "because": other})
            for idle, other in pairs
            if idle in options and other in options
        )

    # Events

    def tell(self, notes: list[Note]) -> list[events.Event]:
        told: list[events.Event] = []
        for kind, seat, a, b in notes:
            told.extend(TELLING[kind](self, seat, a, b))
        return told

    def drawn(self, seat: int, card: int, _: int) -> list[events.Event]:
        return [events.CardDrawn(seat=seat, card=CARDS[card], set_aside=card == 0)]

    def dealer_chosen(self, seat: int, a: int, b: int) -> list[events.Event]:
        return [
            events.DealerChosen(seat=seat, why=Reason("lowest-draw", rulings=("G1",), args={"seat": seat}))
        ]

    def round_began(self, seat: int, round: int, cards: int) -> list[events.Event]:
        self.laying = ()
        self.tricks = ()
        return [events.RoundBegan(round=round, cards=cards, dealer=seat)]

    def dealt(self, seat: int, cards: int, _: int) -> list[events.Event]:
        others = tuple(each for each in members(self.state.seats_in) if each != seat)
        return [
            events.Dealt(seat=seat, cards=words(cards), audience=others if self.state.forehead else (seat,))
        ]

    def bid(self, seat: int, bid: int, _: int) -> list[events.Event]:
        return [events.BidMade(seat=seat, bid=bid)]

    def card_chosen(self, seat: int, a: int, b: int) -> list[events.Event]:
        return [events.CardChosen(seat=seat)]

    def laid(self, seat: int, strength: int, _: int) -> list[events.Event]:
        if self.tricks and self.tricks[-1].cards is self.laying:
            self.laying = ()
        card = STRENGTHS[strength.bit_length() - 1]
        self.laying = (*self.laying, Laid(seat, card))
        return [events.CardLaid(seat=seat, card=card)]

    def turned(self, seat: int, card: int, _: int) -> list[events.Event]:
        return [events.CardTurned(seat=seat, card=CARDS[card])]

    def trick_taken(self, seat: int, strength: int, _: int) -> list[events.Event]:
        card = STRENGTHS[strength.bit_length() - 1]
        self.tricks = (*self.tricks, PastTrick(self.laying, seat))
        return [
            events.TrickTaken(seat=seat, card=card, why=Reason("highest", args={"seat": seat, "card": card}))
        ]

    def met(self, seat: int, a: int, b: int) -> list[events.Event]:
        why = Reason("bid-met", args={"seat": seat, "bid": int(self.state.bids[seat])})
        return [events.BidMet(seat=seat, why=why)]

    def lost(self, seat: int, lost: int, left: int) -> list[events.Event]:
        bid, taken = int(self.state.bids[seat]), int(self.state.taken[seat])
        off = abs(bid - taken)
        args: dict[str, Any] = {"seat": seat, "bid": bid, "taken": taken, "off": off, "left": left}
        why = Reason("off-the-bid", rulings=("G7",) if lost < off else (), args=args)
        return [events.GarmentsLost(seat=seat, lost=lost, left=left, why=why)]

    def regained(self, seat: int, _: int, left: int) -> list[events.Event]:
        why = Reason("only-one-exact", rulings=("G10",), args={"seat": seat})
        return [events.GarmentRegained(seat=seat, left=left, why=why)]

    def bare(self, seat: int, a: int, b: int) -> list[events.Event]:
        return [events.PlayerBare(seat=seat)]

    def ended(self, seat: int, a: int, b: int) -> list[events.Event]:
        return []

    def deal_words(self, name: str, order: list[int]) -> tuple[str, ...]:
        return tuple(CARDS[card] for card in order)

    # Explanations

    def why_not(self, seat: int, move: Move) -> Reason:
        state = self.state
        if state.phase == engine.BID:
            if move >= engine.LAY:
                return Reason("another-kind", args={"move": str(move), "expected": "bid"})
            if move > state.cards:
                return Reason("bid-too-high", args={"cards": int(state.cards)})
            rulings = ("G2",) if state.forehead else ("G9",) if int(state.seats_in).bit_count() == 2 else ()
            return Reason(
                "forbidden-sum", rulings=rulings, args={"bid": int(move), "cards": int(state.cards)}
            )
        if move < engine.LAY:
            return Reason("another-kind", args={"move": str(move), "expected": "play"})
        if state.phase == engine.SAY:
            return Reason("say-joker", rulings=("G3",))
        strength = move - engine.LAY
        hand = int(state.hands[seat])
        card = 0 if strength == 22 else strength
        if not hand >> card & 1:
            return Reason("not-in-hand", args={"cards": [CARDS[card]]})
        able = [STRENGTHS[each] for each in members(state.legal_strengths(seat))]
        strict = state.options.strict_joker and hand & engine.JOKER
        return Reason(
            "must-beat", rulings=("G4", "G5") if strict else ("G4",), args={"cards": able, "top": self.top}
        )

    @property
    def top(self) -> str:
        """The strongest card of the trick."""
        return STRENGTHS[int(self.state.top).bit_length() - 1]

    def scores(self) -> list[int]:
        return [int(garments) for garments in self.state.garments]

    def why_outcome(self) -> Reason:
        garments = [int(each) for each in self.state.garments]
        if self.state.options.end == engine.LAST_DRESSED:
            rulings = ("G8", "R5") if not self.state.seats_in else ("R5",)
            out = [int(each) for each in self.state.out_round]
            return Reason("last-dressed", rulings=rulings, args={"garments": garments, "out": out})
        return Reason("most-garments", rulings=("R5",), args={"garments": garments})

    # Views

    def public(self) -> dict[str, Any]:
        state = self.state
        bidding = state.phase == engine.BID
        laying = state.phase == engine.PLAY
        forbidden = int(state.forbidden_bid()) if bidding else -1
        return {
            "phase": PHASES[state.phase],
            "round": int(state.round),
            "cards": int(state.cards),
            "forehead": state.forehead,
            "gringo": int(state.gringo),
            "announcer": int(state.next_in(state.gringo)) if state.seats_in else int(state.gringo),
            "seats_in": SEATS[state.seats_in],
            "out_rounds": tuple(map(int, state.out_round)),
            "garments": tuple(map(int, state.garments)),
            "bids": tuple([None if bid < 0 else int(bid) for bid in state.bids]),
            "forbidden_bid": forbidden if forbidden >= 0 else None,
            "taken": tuple(map(int, state.taken)),
            "hand_sizes": tuple([int(hand).bit_count() for hand in state.hands]),
            "chosen": tuple([strength != 0 for strength in state.chosen]),
            "leader": int(state.leader) if state.in_turn and laying else None,
            "trick": self.laying if laying and state.top else (),
            "tricks": self.tricks,
        }

    def view(self, viewer: int | None) -> GraciasView:
        return GraciasView(**self.common(), **self.own(self.viewer(viewer)))

    def own(self, seat: int | None) -> dict[str, Any]:
        state = self.state
        hand = () if seat is None or state.forehead else words(state.hands[seat])
        choice = int(state.chosen[seat]) if seat is not None else 0
        return {
            "seat": seat,
            "legal": self.legal_texts(seat),
            "hand": hand,
            "foreheads": self.foreheads(seat),
            "own_choice": STRENGTHS[choice.bit_length() - 1] if choice else None,
        }

    def own_depends_on(self, seat: int | None) -> object:
        state = self.state
        if seat is None or state.forehead:
            return len(self.moves) if state.forehead else -1
        return state.hands[seat], state.chosen[seat], len(self.moves) if state.to_act >> seat & 1 else -1

    def foreheads(self, seat: int | None) -> tuple[str | None, ...]:
        """The cards on foreheads that a viewer sees: the others' until they turn, then all (G3)."""
        state = self.state
        if not state.forehead or state.phase not in (engine.BID, engine.SAY):
            return (None,) * self.players
        turned = state.phase == engine.SAY
        sees = int(state.seats_in) if turned else int(state.knows(seat)) if seat is not None else 0
        return tuple([words(hand)[0] if sees >> each & 1 else None for each, hand in enumerate(state.hands)])

    # Positions

    def take_position(self, description: dict[str, Any]) -> None:
        from .gracias_position import take

        take(self, described(description))


TELLING = {
    engine.DRAWN: Gracias.drawn,
    engine.DEALER: Gracias.dealer_chosen,
    engine.ROUND: Gracias.round_began,
    engine.DEALT: Gracias.dealt,
    engine.BIDS: Gracias.bid,
    engine.CHOSEN: Gracias.card_chosen,
    engine.LAID: Gracias.laid,
    engine.TURNED: Gracias.turned,
    engine.TAKEN: Gracias.trick_taken,
    engine.MET: Gracias.met,
    engine.LOST: Gracias.lost,
    engine.REGAINED: Gracias.regained,
    engine.BARE: Gracias.bare,
    engine.ENDED: Gracias.ended,
}


@lru_cache(4096)
def words(mask: int) -> tuple[str, ...]:
    """The cards of a mask, the joker first."""
    return tuple([CARDS[card] for card in members(mask)])


def options_of(edition: Edition, options: dict[str, str | bool | list[str]]) -> engine.Options:
    """What the engine needs to know of a table."""
    return engine.Options(
        ENDS.index(str(options.get("end", ENDS[0]))),
        "noyade" in options,
        "uno-dos-tres" in options,
        "chico" in options,
        "strict-joker" in options,
        "blind-joker-zero" in options,
        edition.gracias.rounds,
        edition.gracias.forehead,
    )

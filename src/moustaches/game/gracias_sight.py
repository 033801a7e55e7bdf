"""What is seen of a table of Moustache Gracias: its events, and its views."""

from __future__ import annotations

from typing import Any

from moustaches.engine import gracias as engine
from moustaches.engine.bits import members

from . import events
from .gracias_words import CARDS, PHASES, STRENGTHS, TEXTS, Laid, PastTrick
from .reasons import Reason
from .sight import SEATS, Note, Sight, named


class GraciasSight(Sight):
    """Of one table."""

    def __init__(self, state: engine.State) -> None:
        super().__init__(TEXTS)
        self.state = state
        self.players = int(state.players)
        self.laying: tuple[Laid, ...] = ()
        self.tricks: tuple[PastTrick, ...] = ()

    def copy(self, state: Any) -> GraciasSight:
        new = GraciasSight(state)
        new.laying, new.tricks = self.laying, self.tricks
        return new

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
            events.Dealt(
                seat=seat, cards=named(cards, CARDS), audience=others if self.state.forehead else (seat,)
            )
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

    # Deals, and the end

    def deal_words(self, name: str, order: list[int]) -> tuple[str, ...]:
        return tuple([CARDS[card] for card in order])

    def scores(self) -> list[int]:
        return [int(garments) for garments in self.state.garments]

    def standings(self) -> list[tuple[int, ...]]:
        return [(score,) for score in self.state.scores()]

    def why_outcome(self) -> Reason:
        garments = [int(each) for each in self.state.garments]
        if self.state.options.end == engine.LAST_DRESSED:
            rulings = ("G8", "R5") if not self.state.seats_in else ("R5",)
            out = [int(each) for each in self.state.out_round]
            return Reason("last-dressed", rulings=rulings, args={"garments": garments, "out": out})
        return Reason("most-garments", rulings=("R5",), args={"garments": garments})

    # Views

    def public(self) -> dict[str, Any]:
        state, players = self.state, self.players
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
            "out_rounds": tuple([int(state.out_round[seat]) for seat in range(players)]),
            "garments": tuple([int(state.garments[seat]) for seat in range(players)]),
            "bids": tuple(
                [None if state.bids[seat] < 0 else int(state.bids[seat]) for seat in range(players)]
            ),
            "forbidden_bid": forbidden if forbidden >= 0 else None,
            "taken": tuple([int(state.taken[seat]) for seat in range(players)]),
            "hand_sizes": tuple([int(state.hands[seat]).bit_count() for seat in range(players)]),
            "chosen": tuple([state.chosen[seat] != 0 for seat in range(players)]),
            "leader": int(state.leader) if state.in_turn and laying else None,
            "trick": self.laying if laying and state.top else (),
            "tricks": self.tricks,
        }

    def legal(self, seat: int | None) -> tuple[str, ...]:
        """The legal moves of a viewer; a spectator has none."""
        if seat is None or not self.state.to_act >> seat & 1:
            return ()
        return self.words_of(self.state.legal(seat))

    def own(self, seat: int | None) -> dict[str, Any]:
        state = self.state
        hand = () if seat is None or state.forehead else named(state.hands[seat], CARDS)
        choice = int(state.chosen[seat]) if seat is not None else 0
        return {
            "seat": seat,
            "legal": self.legal(seat),
            "hand": hand,
            "foreheads": self.foreheads(seat),
            "own_choice": STRENGTHS[choice.bit_length() - 1] if choice else None,
        }

    def own_depend_on(self, moves: int) -> list[object]:
        state = self.state
        if state.forehead:
            return [moves] * (self.players + 1)
        to_act = int(state.to_act)
        bases: list[object] = [
            (int(state.hands[seat]), int(state.chosen[seat]), moves if to_act >> seat & 1 else -1)
            for seat in range(self.players)
        ]
        bases.append(-1)
        return bases

    def foreheads(self, seat: int | None) -> tuple[str | None, ...]:
        """The cards on foreheads that a viewer sees: the others' until they turn, then all (G3)."""
        state = self.state
        if not state.forehead or state.phase not in (engine.BID, engine.SAY):
            return (None,) * self.players
        turned = state.phase == engine.SAY
        sees = int(state.seats_in) if turned else int(state.knows(seat)) if seat is not None else 0
        return tuple(
            [named(hand, CARDS)[0] if sees >> each & 1 else None for each, hand in enumerate(state.hands)]
        )


TELLING = {
    engine.DRAWN: GraciasSight.drawn,
    engine.DEALER: GraciasSight.dealer_chosen,
    engine.ROUND: GraciasSight.round_began,
    engine.DEALT: GraciasSight.dealt,
    engine.BIDS: GraciasSight.bid,
    engine.CHOSEN: GraciasSight.card_chosen,
    engine.LAID: GraciasSight.laid,
    engine.TURNED: GraciasSight.turned,
    engine.TAKEN: GraciasSight.trick_taken,
    engine.MET: GraciasSight.met,
    engine.LOST: GraciasSight.lost,
    engine.REGAINED: GraciasSight.regained,
    engine.BARE: GraciasSight.bare,
    engine.ENDED: GraciasSight.ended,
}

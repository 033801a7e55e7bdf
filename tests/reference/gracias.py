"""Moustache Gracias, as its rules tell it. Cards are texts: "1" to "21" and the joker "J", laid as "J0" or "J22"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.reference import Fact, Shuffles, ranks

CARDS = [str(number) for number in range(1, 22)] + ["J"]
DRESSED = 7


def number(laid: str) -> int:
    """How strong a card is as laid."""
    return int(laid.removeprefix("J"))


class Gracias:
    def __init__(self, players: int, options: Mapping[str, Any], box: Any, shuffles: Shuffles) -> None:
        self.players = players
        self.end = options.get("end", "six-rounds")
        self.noyade = options.get("noyade", False)
        self.at_once = options.get("uno-dos-tres", False)
        self.chico = options.get("chico", False)
        self.strict_joker = options.get("strict-joker", False)
        self.blind_joker_zero = options.get("blind-joker-zero", False)
        self.sizes = list(box.rounds)
        self.forehead_round = box.forehead
        self.shuffles = shuffles
        self.facts: list[Fact] = []
        self.round = 0
        self.gringo = 0
        self.garments = [DRESSED] * players
        self.seats = list(range(players))
        """Those still in."""
        self.out: dict[int, int] = {}
        """Under `last-dressed`: the round in which a seat went out."""
        self.hands: list[set[str]] = [set() for _ in range(players)]
        self.bids: dict[int, int] = {}
        self.taken = [0] * players
        self.leader = 0
        self.laid: dict[int, str] = {}
        """The trick: what each seat laid, or under `uno-dos-tres` what lies face down before it."""
        self.phase = "bid"

    # --- the table

    def clockwise_from(self, first: int) -> list[int]:
        """The players still in, seat after seat."""
        return [seat for seat in self.seats if seat >= first] + [seat for seat in self.seats if seat < first]

    def left_of(self, seat: int) -> int:
        """The next player still in (G9)."""
        return self.clockwise_from(seat + 1)[0]

    @property
    def announcer(self) -> int:
        return self.left_of(self.gringo)

    @property
    def place_in_cycle(self) -> int:
        """The round, from 1, within the cycle of six."""
        return (self.round - 1) % len(self.sizes) + 1

    @property
    def cards(self) -> int:
        return int(self.sizes[self.place_in_cycle - 1])

    @property
    def on_the_forehead(self) -> bool:
        return bool(self.place_in_cycle == self.forehead_round)

    # --- what a table is asked

    @property
    def to_act(self) -> list[int]:
        if self.phase == "bid":
            return [seat for seat in self.clockwise_from(self.announcer) if seat not in self.bids][:1]
        if self.phase == "turned":  # G3: the joker's owner
            return [seat for seat in self.seats if "J" in self.hands[seat]]
        if self.phase == "play":
            waiting = [seat for seat in self.clockwise_from(self.leader) if seat not in self.laid]
            return sorted(waiting) if self.at_once else waiting[:1]
        return []

    def legal(self, seat: int) -> set[str]:
        if seat not in self.to_act:
            return set()
        if self.phase == "bid":
            return {f"bid {bid}" for bid in range(self.cards + 1) if bid != self.forbidden_bid(seat)}
        if self.phase == "turned":
            return {"play J0", "play J22"}
        return {f"play {card}" for card in self.playable(seat)}

    def forbidden_bid(self, seat: int) -> int | None:
        """El Gringo may not make the sum equal to the number of cards, in round 6 too (G2)."""
        return self.cards - sum(self.bids.values()) if seat == self.gringo else None

    def playable(self, seat: int) -> set[str]:
        hand = self.hands[seat]
        numbers = hand - {"J"}
        joker = {"J0", "J22"} if "J" in hand else set()
        if self.noyade or self.at_once or not self.laid:  # no duty to beat, or leading
            return numbers | joker
        strongest = max(number(card) for card in self.laid.values())  # G4
        beating = {card for card in numbers if number(card) > strongest}
        if self.strict_joker and joker:  # G5: able to beat, so must beat
            return beating | {"J22"}
        return (beating or numbers) | joker  # G5: always playable, never obliged

    def play(self, seat: int, move: str) -> list[Fact]:
        """Plays a move and says what happened."""
        self.facts = []
        verb, what = move.split()
        if verb == "bid":
            self.bids[seat] = int(what)
            self.facts.append(("bid", seat, int(what)))
            if len(self.bids) == len(self.seats):
                self.bids_are_made()
        elif self.phase == "turned":
            self.take_forehead_trick(what)
        else:
            self.lay(seat, what)
        return self.facts

    # --- the game

    def set_up(self) -> list[Fact]:
        self.facts = []
        deck = self.shuffles.next("draw", CARDS)
        drawn: list[int] = []
        for seat in range(self.players):
            card = deck.pop(0)
            if card == "J":  # G1: set aside, draw again
                self.facts.append(("drawn", seat, "J", True))
                card = deck.pop(0)
            self.facts.append(("drawn", seat, card, False))
            drawn.append(int(card))
        self.gringo = drawn.index(min(drawn))
        self.facts.append(("gringo", self.gringo))
        self.begin_round()
        return self.facts

    def begin_round(self) -> None:
        self.round += 1
        self.bids = {}
        self.taken = [0] * self.players
        self.leader = self.announcer
        self.phase = "bid"
        self.facts.append(("round", self.round, self.cards, self.gringo))
        deck = self.shuffles.next("deal", CARDS)
        self.hands = [set() for _ in range(self.players)]
        for seat in self.seats:
            self.hands[seat] = {deck.pop(0) for _ in range(self.cards)}
            others = {other for other in self.seats if other != seat}  # G3: nobody else sees a forehead
            self.facts.append(
                ("dealt", seat, set(self.hands[seat]), others if self.on_the_forehead else {seat})
            )

    def bids_are_made(self) -> None:
        if not self.on_the_forehead:
            self.phase = "play"
            return
        for seat in self.seats:  # G3: all cards turn at once, without a move
            self.facts.append(("turned", seat, next(iter(self.hands[seat]))))
        if not any("J" in self.hands[seat] for seat in self.seats):
            self.take_forehead_trick("")
        elif self.blind_joker_zero:
            self.take_forehead_trick("J0")
        else:
            self.phase = "turned"

    def take_forehead_trick(self, joker: str) -> None:
        for seat in self.seats:
            (card,) = self.hands[seat]
            self.laid[seat] = joker if card == "J" else card
            self.hands[seat] = set()
            self.facts.append(("laid", seat, self.laid[seat]))
        self.take_trick()

    def lay(self, seat: int, card: str) -> None:
        self.hands[seat].remove("J" if card.startswith("J") else card)
        self.laid[seat] = card
        if not self.at_once:
            self.facts.append(("laid", seat, card))
        else:
            self.facts.append(("chosen", seat))
        if len(self.laid) == len(self.seats):
            if self.at_once:
                self.facts += [("laid", at, self.laid[at]) for at in self.seats]
            self.take_trick()

    def take_trick(self) -> None:
        winner = max(self.laid, key=lambda seat: number(self.laid[seat]))
        self.facts.append(("trick", winner, self.laid[winner]))
        self.taken[winner] += 1
        self.leader = winner
        self.laid = {}
        if not any(self.hands):
            self.count_round()

    def count_round(self) -> None:
        off = {seat: abs(self.bids[seat] - self.taken[seat]) for seat in self.seats}
        met = [seat for seat in self.seats if off[seat] == 0]
        for seat in self.seats:
            if off[seat] > 0:
                self.garments[seat] = max(0, self.garments[seat] - off[seat])  # G7
                self.facts.append(("lost", seat, self.garments[seat]))
                continue
            self.facts.append(("met", seat))
            if self.chico and met == [seat] and self.garments[seat] < DRESSED:  # G10, G7
                self.garments[seat] += 1
                self.facts.append(("regained", seat, self.garments[seat]))
        bare = [seat for seat in self.seats if self.garments[seat] == 0]
        self.facts += [("bare", seat) for seat in bare]
        if self.end == "last-dressed":
            for seat in bare:
                self.seats.remove(seat)
                self.out[seat] = self.round
        if self.is_over(bare):
            self.phase = "over"
            self.facts.append(("end", tuple(self.garments), self.final_ranks()))
        else:
            self.gringo = self.left_of(self.gringo)  # the announcer, or the next still in (G9)
            self.begin_round()

    def is_over(self, bare: list[int]) -> bool:
        if self.end == "six-rounds":
            return bool(bare) or self.round == 6
        if self.end == "first-bare":
            return bool(bare)
        return len(self.seats) <= 1 or self.round == 120  # G11: 20 cycles

    def final_ranks(self) -> tuple[int, ...]:
        """R5: by garments; under `last-dressed` by the round in which one went out, those still in above all."""
        if self.end != "last-dressed":
            return ranks(self.garments)
        return ranks([(self.out.get(seat, 999), self.garments[seat]) for seat in range(self.players)])

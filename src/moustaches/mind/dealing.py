"""Unseen cards dealt again and again, fast: as long as every seat may hold every one of them, that is a shuffle."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from moustaches.engine.bits import Rng
from moustaches.engine.worlds import Unseen


@final
class Dealing:
    """What `Unseen` describes, dealt by a shuffle where that will do."""

    def __init__(self, unseen: Unseen) -> None:
        self.unseen = unseen
        self.hands = unseen.hands  # dealt last
        self.need = unseen.need
        self.cards = vec[i64]()
        self.free = True  # nothing is known of who holds what
        for seat in range(i64(len(unseen.need))):
            if unseen.need[seat] and unseen.allowed[seat] != unseen.cards:
                self.free = False
        cards = unseen.cards
        while cards:
            card = cards & -cards
            cards ^= card
            self.cards = append(self.cards, card)

    def attempt(self, rng: Rng) -> bool:
        """Fills `hands`; false where the deal was not accepted, which keeps all deals equally likely."""
        if not self.free:
            return self.unseen.attempt(rng)
        cards = self.cards
        left = i64(len(cards))
        for seat in range(i64(len(self.need))):
            hand: i64 = 0
            stop = left - self.need[seat]
            while left > stop:
                place = rng.below(left)
                left -= 1
                card = cards[place]
                cards[place] = cards[left]
                cards[left] = card
                hand |= card
            self.hands[seat] = hand
        return True

    def deal(self, rng: Rng) -> None:
        """Fills `hands` with a deal, uniformly among all that are possible."""
        while not self.attempt(rng):
            pass

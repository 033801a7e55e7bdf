"""Deals the unseen cards anew: every deal that agrees with what is known, all equally likely.

Each seat needs a number of cards out of those that it may hold; what is left stays unseen. Seats are filled one
after the other, each with a random subset of what it may hold. A given deal then appears with probability
1 / Π C(free, need), where `free` counts what a seat could choose from when its turn came. `free` depends on what the
earlier seats took, so the deal is accepted with probability Π C(free, need) / C(most, need), where `most` bounds
`free` from above: after that all deals are equally likely. Acceptance is drawn in whole numbers, factor by factor,
and repeated until a deal is accepted; nothing is ever cut off.
"""

from __future__ import annotations

from math import comb
from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from .bits import Rng, bit, popcount


@final
class Unseen:
    """The unseen cards, how many of them each seat holds, and which it may hold."""

    def __init__(self, cards: i64, need: vec[i64], allowed: vec[i64]) -> None:
        seats = i64(len(need))
        self.cards = cards
        self.need = need
        self.allowed = vec[i64]([0] * len(need))
        self.hands = vec[i64]([0] * len(need))
        self.order = vec[i64]([0] * len(need))
        self.most = vec[i64]([0] * len(need))
        self.fillings: i64 = 0
        slack = vec[i64]([0] * len(need))
        waiting: i64 = 0
        for seat in range(seats):
            self.allowed[seat] = allowed[seat] & cards
            slack[seat] = popcount(self.allowed[seat]) - need[seat]
            if need[seat]:
                waiting |= bit(seat)
        while waiting:  # the tightest seat first: then the later ones seldom fail
            tightest: i64 = -1
            for seat in range(seats):
                if waiting >> seat & 1 and (tightest < 0 or slack[seat] < slack[tightest]):
                    tightest = seat
            self.place(tightest)
            waiting ^= bit(tightest)

    def place(self, seat: i64) -> None:
        """Puts a seat at the end of the order of filling, with the most that will be free for it."""
        most = popcount(self.allowed[seat])
        for i in range(self.fillings):
            earlier = self.order[i]
            elsewhere = popcount(self.allowed[earlier] & ~self.allowed[seat])
            if self.need[earlier] > elsewhere:
                most -= self.need[earlier] - elsewhere
        self.order[self.fillings] = seat
        self.most[self.fillings] = most
        self.fillings += 1

    def attempt(self, rng: Rng) -> bool:
        """Fills `hands`; false where the deal was not accepted."""
        rest = self.cards
        for i in range(self.fillings):
            seat = self.order[i]
            may = self.allowed[seat] & rest
            free = popcount(may)
            need = self.need[seat]
            most = self.most[i]
            if free < need:
                return False
            if free < most:
                for k in range(need):
                    if rng.below(most - k) >= free - k:
                        return False
            hand = rng.subset(may, need)
            self.hands[seat] = hand
            rest ^= hand
        return True

    def deal(self, rng: Rng) -> vec[i64]:
        """One deal, uniformly among all that are possible."""
        while not self.attempt(rng):
            pass
        return self.hands

    def bound(self) -> int:
        """Π C(most, need): the number of deals, or a little more. Weighs several `Unseen` against each other."""
        product = 1
        for i in range(self.fillings):
            product *= comb(int(self.most[i]), int(self.need[self.order[i]]))
        return product

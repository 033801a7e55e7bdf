"""Counts deals without dealing them: of cards to hands, and of secrets that must not overlap.

Nothing here knows a game. Cards and attributes are bits of masks; every deal that fits counts once. Numbers of deals
are kept as floating-point numbers: only positive ones are added, so shares come out right to twelve digits and more.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.float64]
Masks = NDArray[np.int64]


class Deals:
    """The ways to deal cards to seats of which each may hold only some; what nobody is dealt stays unseen.

    Cards that the same seats may hold are alike. The deals are the coefficients of a product with one factor for each
    card, 1 + the sum of the seats that may hold it, so a table over what each seat has been dealt is all it takes. A
    seat that may hold everything is like the unseen rest and needs no place in the table.
    """

    def __init__(self, cards: int, allowed: Sequence[int], most: Sequence[int]) -> None:
        """`most`: the largest hands that will be asked for."""
        self.size = cards.bit_count()
        seats = [seat for seat, need in enumerate(most) if need]
        self.bound = [seat for seat in seats if cards & ~allowed[seat]]
        self.free = [seat for seat in seats if not cards & ~allowed[seat]]
        alike: dict[tuple[int, ...], int] = {}
        for card in range(cards.bit_length()):
            if cards >> card & 1:
                holders = tuple(axis for axis, seat in enumerate(self.bound) if allowed[seat] >> card & 1)
                alike[holders] = alike.get(holders, 0) | 1 << card
        self.kinds = list(alike.items())
        table = np.zeros([most[seat] + 1 for seat in self.bound])
        table[(0,) * len(self.bound)] = 1
        after = [table]
        for holders, kind in reversed(self.kinds):
            after.append(dealt(after[-1], holders, kind.bit_count()))
        self.after = after[-2::-1]  # for each kind, the deals of those that come after it
        self.without: list[Counts] = []  # of those up to it, one of its cards left out
        for holders, kind in self.kinds:
            self.without.append(dealt(table, holders, kind.bit_count() - 1))
            table = dealt(self.without[-1], holders, 1)
        self.all = table

    def count(self, need: Sequence[int]) -> float:
        """How many deals give each seat what it needs."""
        place = tuple(need[seat] for seat in self.bound)
        rest = self.size - sum(place)
        ways = 1
        for seat in self.free:
            ways *= comb(rest, need[seat])
            rest -= need[seat]
        return float(self.all[place]) * ways

    def chances(self, need: Sequence[int]) -> list[tuple[int, dict[int, float]]]:
        """For each kind of card, as a mask, how likely one of them is in each seat's hand."""
        place = [need[seat] for seat in self.bound]
        total = float(self.all[tuple(place)])
        rest = self.size - sum(place)
        found: list[tuple[int, dict[int, float]]] = []
        for (holders, kind), without, after in zip(self.kinds, self.without, self.after, strict=True):
            chances: dict[int, float] = {}
            for axis in holders:
                if place[axis]:
                    others = [size - (each == axis) for each, size in enumerate(place)]
                    chances[self.bound[axis]] = met(without, after, others) / total
            left = met(without, after, place) / total
            chances.update({seat: left * need[seat] / rest for seat in self.free if need[seat]})
            found.append((kind, chances))
        return found


def dealt(table: Counts, holders: Sequence[int], cards: int) -> Counts:
    """The table when so many more cards have gone to one of these seats, or to nobody."""
    for _ in range(cards):
        more = table.copy()
        for axis in holders:
            np.moveaxis(more, axis, 0)[1:] += np.moveaxis(table, axis, 0)[:-1]
        table = more
    return table


def met(one: Counts, other: Counts, place: Sequence[int]) -> float:
    """The coefficient of a product of two tables."""
    part = tuple(slice(None, size + 1) for size in place)
    back = tuple(slice(None, None, -1) for _ in place)
    return float(np.sum(one[part] * other[part][back]))


class Sets(NamedTuple):
    """What a seat may have: each a mask, and beside it any so many of the things that are all alike."""

    masks: Masks
    spare: Masks


def disjoint_weights(seats: Sequence[Sets], alike: int) -> list[Counts]:
    """Of one to four seats: how many deals there are with each of their sets, if no two seats share anything and so
    many things are alike.

    The seats are split in two halves. For each deal of one, the deals of the other that avoid it are counted by a sum
    over subsets, made for all masks at once.
    """
    used = int(np.bitwise_or.reduce(np.concatenate([sets.masks for sets in seats])))
    numbers = [number for number in range(used.bit_length()) if used >> number & 1]
    small = [Sets(compressed(sets.masks, numbers), sets.spare) for sets in seats]
    middle = (len(small) + 1) // 2
    left, right = Half(small[:middle]), Half(small[middle:])
    bits = len(numbers)
    return [*left.weights(right.avoiding(bits), alike), *right.weights(left.avoiding(bits), alike)]


def compressed(masks: Masks, numbers: Sequence[int]) -> Masks:
    """The masks with only these bits, moved together."""
    moved = np.zeros_like(masks)
    for place, number in enumerate(numbers):
        moved |= (masks >> number & 1) << place
    return moved


class Half:
    """All that none, one or two seats may have together, an axis for each seat."""

    def __init__(self, seats: Sequence[Sets]) -> None:
        shape = tuple(len(sets.masks) for sets in seats)
        self.masks = np.zeros(shape, np.int64)
        self.spare = np.zeros(shape, np.int64)
        self.ways = np.ones(shape)  # to share out their spare things; 0 where two of them overlap
        for axis, sets in enumerate(seats):
            line = [1] * len(shape)
            line[axis] = -1
            own, spare = sets.masks.reshape(line), sets.spare.reshape(line)
            self.ways *= (self.masks & own == 0) * CHOICES[self.spare + spare, spare]
            self.masks = self.masks | own
            self.spare = self.spare + spare

    def avoiding(self, bits: int) -> Counts:
        """By spare things and mask: in how many ways this half has so many and nothing of the mask."""
        rows = int(self.spare.max()) + 1
        place = (self.spare << bits) + self.masks
        count = np.bincount(place.ravel(), self.ways.ravel(), rows << bits)
        table = count.astype(np.float64).reshape(rows, 1 << bits)
        for number in range(bits):
            pairs = table.reshape(rows, -1, 2, 1 << number)
            pairs[:, :, 1] += pairs[:, :, 0]
        return table[:, ::-1]

    def weights(self, others: Counts, alike: int) -> list[Counts]:
        """The deals with each seat's own sets, given how the other half avoids this one."""
        total = np.zeros_like(self.ways)
        for spare, table in enumerate(others):
            left = np.maximum(alike - self.spare, 0)
            total += CHOICES[alike, self.spare] * CHOICES[left, spare] * table[self.masks]
        total *= self.ways
        axes = range(total.ndim)
        return [total.sum(tuple(other for other in axes if other != axis)) for axis in axes]


CHOICES: Final = np.array([[comb(count, size) for size in range(32)] for count in range(32)], np.float64)

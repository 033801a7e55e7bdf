"""One game as search and training see it: who is to act, what it may do, what it observes, how it ended.

A `World` wraps a state of the engine. An *episode* is what a player thinks about: a round of Moustache or Gracias, a
game of the Club. Choices are numbered by *slots*, relative to the seat that acts, in parts of 64: slot = part × 64 +
bit, so that all legal ones are a few masks. Giving three cards is three choices of one card.

What a seat observes is a row of words, masks of at most 48 bits; `FIELDS` of each game names them and says how many
bits count, and `CHOICE_FIELDS` does so for what distinguishes one choice from another. Neither depends on anything that
the seat does not know.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from moustaches.engine.bits import Rng, bit, index, popcount

PART: Final = 64


class World:
    """What the three games have in common."""

    def __init__(self, players: i64, parts: i64, words: i64, choice_words: i64, most: i64) -> None:
        self.players = players
        self.parts = parts  # of the slots
        self.words = words  # of an observation
        self.choice_words = choice_words  # of a choice described
        self.most = most  # choices that are considered at once
        self.menu = vec[i64]([0] * int(most))
        self.considered: i64 = 0  # choices in the last description

    # The table

    def copy(self) -> World:
        """An independent world at the same point."""
        raise NotImplementedError

    def become(self, other: World) -> None:
        """Takes over another world of the same table, without new memory where possible."""
        raise NotImplementedError

    def imagine(self, seat: i64, rng: Rng) -> World:
        """A world that the seat cannot tell from this one, all equally likely."""
        raise NotImplementedError

    def dreams(self, seat: i64) -> Dreams:
        """The same, for many of them: what they have in common is worked out once."""
        return Dreams(self, seat)

    def deal(self, rng: Rng) -> None:
        """Begins the next episode."""
        raise NotImplementedError

    # Choices

    def turn(self) -> i64:
        """The seat to act (of several, the first), −1 when the episode is over."""
        raise NotImplementedError

    def legal(self, part: i64) -> i64:
        """A mask of the slots of this part that the seat to act may choose."""
        raise NotImplementedError

    def play(self, slot: i64) -> None:
        """The seat to act chooses a legal slot."""
        raise NotImplementedError

    def steps(self) -> i64:
        """How many slots, one after the other, make the move at hand."""
        return 1

    def playout(self, rng: Rng) -> None:
        """Random choices to the end of the episode."""
        raise NotImplementedError

    def concealed(self) -> bool:
        """Whether the choice made now stays hidden from the others."""
        return False

    # The end of an episode

    def settled(self) -> bool:
        """Whether `win` is known: the end of an episode of the Club and Moustache, of the last one in Gracias."""
        return True

    def win(self, seat: i64) -> float:
        """The seat's share of the victory, 0…1; while that is not settled, what it can hope for."""
        raise NotImplementedError

    def margin(self, seat: i64) -> float:
        """How far the seat ended ahead of the others in this episode."""
        raise NotImplementedError

    def so_far(self, seat: i64) -> float:
        """The part of the margin that is sure already."""
        return 0.0

    def value(self, seat: i64) -> float:
        """What a search maximises, about −1…1."""
        raise NotImplementedError

    def curiosity(self) -> float:
        """How far a tree search looks beyond the best: the constant of its bounds, for the spread of `value`."""
        return 0.7

    def values(self, into: vec[float]) -> None:
        """The same for every seat."""
        for seat in range(self.players):
            into[seat] = self.value(seat)

    # Observations

    def observe(self, seat: i64, into: vec[i64], at: i64) -> None:
        """Writes what the seat to act observes."""
        raise NotImplementedError

    def describe(self, seat: i64, into: vec[i64], at: i64) -> i64:
        """Writes each choice that the seat to act considers, `choice_words` of it at a time, and returns how many there
        are. `menu` keeps their slots."""
        raise NotImplementedError

    def observation(self) -> vec[i64]:
        """What the seat to act observes, for callers that are not compiled: a vec that they hand in is never freed."""
        words = vec[i64]([0] * int(self.words))
        self.observe(self.turn(), words, 0)
        return words

    def description(self) -> vec[i64]:
        """The choices of the seat to act, of which there are `considered`, for the same callers."""
        words = vec[i64]([0] * int(self.most * self.choice_words))
        self.considered = self.describe(self.turn(), words, 0)
        return words

    def ways(self) -> i64:
        """How many slots are legal."""
        count: i64 = 0
        for part in range(self.parts):
            count += popcount(self.legal(part))
        return count

    def only(self) -> i64:
        """The slot, where only one is legal."""
        for part in range(self.parts):
            mask = self.legal(part)
            if mask:
                return part * PART + index(mask & -mask)
        return -1


class Dreams:
    """Worlds that a seat cannot tell from the real one, all equally likely, one after the other in the same memory.
    They are for the episode at hand: what has no say in it may stay as it is."""

    def __init__(self, real: World, seat: i64) -> None:
        self.real = real
        self.seat = seat

    def next(self, rng: Rng) -> World:
        """The next world; the one before is lost."""
        return self.real.imagine(self.seat, rng)


def thermometer(level: i64, size: i64) -> i64:
    """The lowest `level` of `size` bits."""
    if level < 0:
        level = 0
    if level > size:
        level = size
    return bit(level) - 1


def one_of(number: i64, lowest: i64, size: i64) -> i64:
    """One bit of `size`: the number counted from the lowest, numbers beyond the ends at the ends."""
    number -= lowest
    if number < 0:
        number = 0
    if number >= size:
        number = size - 1
    return bit(number)


def spot(number: i64) -> i64:
    """The bit of a number, none for a negative one."""
    if number < 0:
        return 0
    return bit(number)

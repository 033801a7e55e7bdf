"""Sets of cards as bit masks, and the source of randomness for imagined games.

Card i is bit i. Everything stays below 2**61, so that the compiled engine (64-bit integers) and the
interpreted one (Python integers) give the same results. `Rng` is fast and reproducible, not secret: real deals come
from `moustaches.game.fair`.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, final

from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF  # 32 bits
STATE: Final = 0x1FFFFFFFFFFFFFFF  # 61 bits


def bit(number: i64) -> i64:
    """The mask of one number."""
    one = number - number + 1  # mypyc writes a plain 1 as a C int, and a shift of that is 32 bits wide
    return one << number


def popcount(mask: i64) -> i64:
    """How many bits are set (masks of at most 48 bits)."""
    mask = mask - ((mask >> 1) & 0x555555555555)
    mask = (mask & 0x333333333333) + ((mask >> 2) & 0x333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F
    mask += mask >> 8
    mask += mask >> 16
    return (mask + (mask >> 32)) & 63


def index(mask: i64) -> i64:
    """The number of the only bit set: the inverse of `bit`."""
    return popcount(mask - 1)


def highest(mask: i64) -> i64:
    """The highest bit set, as a mask (0 for the empty mask)."""
    mask |= mask >> 1
    mask |= mask >> 2
    mask |= mask >> 4
    mask |= mask >> 8
    mask |= mask >> 16
    mask |= mask >> 32
    return mask ^ (mask >> 1)


def members(mask: i64) -> list[int]:
    """The numbers of the bits set, lowest first."""
    found: list[int] = []
    while mask:
        lowest = mask & -mask
        found.append(int(index(lowest)))
        mask ^= lowest
    return found


def mask_of(numbers: list[int]) -> i64:
    """The inverse of `members`."""
    mask: i64 = 0
    for number in numbers:
        mask |= bit(number)
    return mask


@final
class Rng:
    """A small generator: a linear congruential step on 61 bits, of which the upper 32 are used."""

    def __init__(self, seed: int = 0) -> None:
        digest = sha256(b"moustaches rng " + str(seed).encode()).digest()
        self.state: i64 = i64(int.from_bytes(digest[:8], "big") & STATE)

    def word(self) -> i64:
        """32 random bits."""
        self.state = (self.state * 1181783497276652981 + 1442695040888963407) & STATE
        return self.state >> 29

    def below(self, n: i64) -> i64:
        """A whole number in 0…n−1, without bias, for n up to 2**28 (Lemire's multiply and reject)."""
        product = self.word() * n
        if (product & WORD) < n:
            product = self.without_bias(product, n)
        return product >> 32

    def without_bias(self, product: i64, n: i64) -> i64:
        """The rare part of `below`: draws again while the product is one of those too many."""
        floor = (WORD + 1 - n) % n
        while (product & WORD) < floor:
            product = self.word() * n
        return product

    def below_large(self, n: int) -> int:
        """The same for n of any size."""
        bits = n.bit_length()
        while True:
            drawn = 0
            for _ in range((bits + 31) // 32):
                drawn = (drawn << 32) | int(self.word())
            drawn >>= -bits % 32
            if drawn < n:
                return drawn

    def pick(self, mask: i64) -> i64:
        """One random bit of a mask that is not empty."""
        rest = mask & (mask - 1)
        if rest == 0:
            return mask
        skip = self.below(popcount(mask))
        while skip:
            mask &= mask - 1
            skip -= 1
        return mask & -mask

    def subset(self, mask: i64, size: i64) -> i64:
        """A random subset of the given size, all equally likely."""
        left = popcount(mask)
        if size * 2 > left:
            return mask ^ self.subset(mask, left - size)
        chosen: i64 = 0
        while size:
            card = self.pick(mask)
            mask ^= card
            chosen |= card
            size -= 1
        return chosen

    def shuffle(self, size: i64) -> list[int]:
        """A random order of 0…size−1."""
        order = [int(i) for i in range(size)]
        last = size - 1
        while last > 0:
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
            last -= 1
        return order

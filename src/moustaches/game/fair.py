"""Fair deals: every shuffle follows from a 256-bit seed by an algorithm that anyone can repeat.

`docs/fair-deals.md` describes it with test vectors. The table publishes `commitment(seed)` when a game starts and the
seed when it ends; what the players add (`entropy`) is mixed in, so that not even the host chooses the deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from secrets import token_bytes

from msgspec import Struct

from moustaches.errors import BadOption

Seed = int | str | bytes | None
LARGEST = 1 << 64


def seed_bytes(seed: Seed) -> bytes:
    """32 bytes from a whole number, 64 hex digits or bytes; none: unguessable ones."""
    if seed is None:
        return token_bytes(32)
    if isinstance(seed, bytes) and len(seed) == 32:
        return seed
    if isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 1 << 256:
        return seed.to_bytes(32, "big")
    if isinstance(seed, str) and len(seed) == 64:
        try:
            digits = bytes.fromhex(seed)
        except ValueError:
            digits = b""
        if len(digits) == 32:
            return digits
    raise BadOption(f"seed: expected a whole number below 2**256, 64 hex digits or 32 bytes, found {seed!r}")


def commitment(seed: Seed) -> str:
    """What a table publishes before the first deal: the SHA-256 of the seed, in hex."""
    return sha256(seed_bytes(seed)).hexdigest()


class Deal(Struct, frozen=True):
    """A shuffle that was supplied: its name, and the order of the cards in words."""

    name: str
    order: tuple[str, ...]


class Dealer:
    """Shuffles by name. The same seed, entropy, name and size give the same order, always and everywhere."""

    def __init__(self, seed: bytes, entropy: tuple[str, ...] = ()) -> None:
        mixed = sha256(b"moustaches deal 1\n" + seed)
        for text in entropy:
            added = text.encode()
            mixed.update(len(added).to_bytes(4, "big") + added)
        self.key = mixed.digest()

    def words(self, name: str) -> Iterator[int]:
        """Endless 64-bit words: SHA-256 over key, name and a counter, four words a block."""
        counter = 0
        while True:
            block = sha256(self.key + name.encode() + b"\n" + counter.to_bytes(8, "big")).digest()
            for start in range(0, 32, 8):
                yield int.from_bytes(block[start : start + 8], "big")
            counter += 1

    def shuffle(self, name: str, size: int) -> list[int]:
        """Fisher–Yates from the end. A word that would favour some numbers is passed over."""
        words = self.words(name)
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            choices = last + 1
            word = next(words)
            while word >= LARGEST - LARGEST % choices:
                word = next(words)
            other = word % choices
            order[last], order[other] = order[other], order[last]
        return order

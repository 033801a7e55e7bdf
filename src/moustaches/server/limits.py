"""How much one person, or one address, may ask for: a bucket that fills at a steady pace, and a cost for each action.

A bucket that is empty refuses and says when to come again. The buckets are in the worker's memory, or in Valkey where
several workers share them.
"""

from __future__ import annotations

from time import monotonic
from typing import Protocol

from msgspec import Struct


class Bucket(Struct, frozen=True):
    """So much at once, and so much more each second."""

    size: float
    pace: float


PERSON = Bucket(60, 10)
ADDRESS = Bucket(600, 100)  # a family, or a class, behind one address
COSTS = {
    "read": 1,
    "socket": 3,
    "move": 1,
    "intent": 2,
    "say": 6,
    "nudge": 10,
    "create": 15,
    "newcomer": 10,
    "export": 30,
}
TABLES_EACH = 30  # unfinished tables of one host
SOCKETS_EACH = 20  # of one person on one worker
SOCKETS_ADDRESS = 500
FULL = 20_000  # buckets in memory; the oldest go first


class Limits(Protocol):
    async def spend(self, who: str, bucket: Bucket, cost: float) -> float:
        """Takes the cost; 0: it was there, else the seconds until it will be."""
        ...


class Unlimited:
    async def spend(self, who: str, bucket: Bucket, cost: float) -> float:
        return 0.0


class LocalLimits:
    """The buckets of one process."""

    def __init__(self) -> None:
        self.buckets: dict[str, tuple[float, float]] = {}  # what is in it, and when that was so

    async def spend(self, who: str, bucket: Bucket, cost: float) -> float:
        now = monotonic()
        level, at = self.buckets.pop(who, (bucket.size, now))
        level = min(bucket.size, level + (now - at) * bucket.pace)
        enough = level >= cost
        self.buckets[who] = (level - cost if enough else level, now)
        if len(self.buckets) > FULL:
            del self.buckets[next(iter(self.buckets))]
        return 0.0 if enough else (cost - level) / bucket.pace

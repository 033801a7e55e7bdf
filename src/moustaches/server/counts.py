"""What one process counts with every move: numbers without a lock, which Prometheus' own have."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence


class Count:
    """How often something has happened."""

    def __init__(self) -> None:
        self.number = 0

    def inc(self) -> None:
        self.number += 1


class Counts:
    """How often each time was seen, by bucket; the last one has no end."""

    def __init__(self, buckets: Sequence[float]) -> None:
        self.buckets = buckets
        self.counts = [0] * (len(buckets) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(self.buckets, seconds)] += 1
        self.sum += seconds

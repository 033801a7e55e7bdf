"""Is a distribution what it should be? Shared by the tests of imagined worlds."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any


def is_uniform(count: Counter[Any], outcomes: int) -> bool:
    """Pearson's chi-square against its upper limit at four standard deviations (Wilson and Hilferty)."""
    if outcomes == 1:
        return len(count) == 1
    expected = count.total() / outcomes
    assert expected >= 10
    spread = sum((times - expected) ** 2 / expected for times in count.values())
    spread += (outcomes - len(count)) * expected
    free = outcomes - 1
    return spread < free * (1 - 2 / (9 * free) + 4 * sqrt(2 / (9 * free))) ** 3

"""A mean and how sure it is: 95 % intervals from independent observations.

In a match the observation is the deal: the mean of all its games (or rounds), in all seatings. Games of one deal share
their cards and are far from independent; deals are. So the interval is that of Student's t over the deals' means, with
as many degrees of freedom as there are deals, less one: exact for normal means, good for any from some thirty deals on.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev

from msgspec import Struct

SURE = 0.975  # below the upper bound
# Student's t for few degrees of freedom, from one on
FEW = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157)


class Estimate(Struct, frozen=True):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


def estimate(observations: Sequence[float]) -> Estimate:
    """From at least two independent observations."""
    mean = fmean(observations)
    half = t95(len(observations) - 1) * stdev(observations) / sqrt(len(observations))
    return Estimate(mean, mean - half, mean + half)


def estimate_share(observations: Sequence[float]) -> Estimate:
    """Of shares, whose mean lies between 0 and 1. Where every one is 0, or every one is 1, they have no spread to
    go by: the bound is then what other shares could be as rare as not to be met so far, in 95 of 100 cases."""
    found = estimate(observations)
    unseen = 1 - (1 - 0.95) ** (1 / len(observations))
    low = 1 - unseen if min(observations) == 1 else max(found.low, 0.0)
    high = unseen if max(observations) == 0 else min(found.high, 1.0)
    return Estimate(found.mean, low, high)


def t95(freedom: int) -> float:
    """Student's t for a two-sided interval of 95 %: Fisher's expansion around the normal quantile, right to five
    digits from ten degrees on."""
    if freedom <= len(FEW):
        return FEW[freedom - 1]
    z = NormalDist().inv_cdf(SURE)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    )

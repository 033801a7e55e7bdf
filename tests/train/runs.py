"""Small runs of training for the tests: a few tables, small batches, a moment each."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from moustaches.train.learner import Plan
from moustaches.train.run import train

LEVELS = ("regular", "expert")
PLAN = Plan("gracias", seed=3, decisions=4500, batch=64, groups=2, lanes=8, school=0.3)


class Stopped(Exception):  # noqa: N818 -- not an error
    """Somebody stops a run."""


def run(folder: Path, plan: Plan = PLAN, workers: int = 1, stop_after: int = 0) -> list[str]:
    """A run with three measurements, or stopped after so many of them; what it said."""
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        if len(said) == stop_after:
            raise Stopped

    with suppress(Stopped):
        train(plan, folder, "cpu", workers, 3, 12, say, lambda news: None, {"random": 0})
    return said


def weights(folder: Path, game: str = "gracias") -> dict[str, bytes]:
    """All weights of a run, byte by byte."""
    found: dict[str, bytes] = {}
    for level in LEVELS:
        with np.load(folder / f"{game}-{level}.npz") as arrays:
            found |= {f"{level} {name}": arrays[name].tobytes() for name in arrays.files if name != "about"}
    return found


def without_time(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Measurements, but for how long it took."""
    return [{name: value for name, value in line.items() if name != "seconds"} for line in lines]

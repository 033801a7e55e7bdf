"""The players by name: `player("expert")`, `player("flat-mc:2000", seed=7)`.

Three levels for people (novice, regular, expert) and four baselines for measurement (random, greedy, flat-mc, ismcts).
A search may be given its simulations per move after a colon.
"""

from __future__ import annotations

from collections.abc import Callable

from moustaches.content.value import did_you_mean
from moustaches.errors import BadOption

from .choice import Bot

LEVELS = ("novice", "regular", "expert")
BASELINES = ("random", "greedy", "flat-mc", "ismcts")
SEARCHES = ("flat-mc", "ismcts")
SIMULATIONS = 2000  # of a search that is not told


def player(name: str, seed: int = 0) -> Bot:
    """A player of any of the three games. Each is made of what it needs and loads nothing else."""
    kind, colon, number = name.partition(":")
    make = MAKERS.get(kind)
    if make is None:
        raise BadOption(
            f"no player is called {name!r}; there are {', '.join(MAKERS)}{did_you_mean(kind, MAKERS)}"
        )
    if colon and (kind not in SEARCHES or not number.isdecimal() or not 1 <= int(number) <= 1_000_000):
        raise BadOption(
            f"player {name!r}: only {' and '.join(SEARCHES)} take a number, of simulations per move from 1 to 1000000"
        )
    return make(int(number) if colon else SIMULATIONS, seed)


def random_player(_: int, seed: int) -> Bot:
    from .baselines import Random

    return Random(seed)


def greedy_player(_: int, seed: int) -> Bot:
    from .baselines import Greedy

    return Greedy(seed)


def novice_player(_: int, seed: int) -> Bot:
    from .novice import Novice

    return Novice(seed)


def flat_mc_player(simulations: int, seed: int) -> Bot:
    from .searchers import FlatMonteCarlo

    return FlatMonteCarlo(simulations, seed)


def ismcts_player(simulations: int, seed: int) -> Bot:
    from .searchers import TreeSearch

    return TreeSearch(simulations, seed)


def regular_player(_: int, seed: int) -> Bot:
    from .regular import Regular

    return Regular(seed)


def expert_player(_: int, seed: int) -> Bot:
    from .expert import Expert

    return Expert(seed)


MAKERS: dict[str, Callable[[int, int], Bot]] = {
    "novice": novice_player,
    "regular": regular_player,
    "expert": expert_player,
    "random": random_player,
    "greedy": greedy_player,
    "flat-mc": flat_mc_player,
    "ismcts": ismcts_player,
}

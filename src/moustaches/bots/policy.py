"""The learned policy at a table: what its network says of every choice that the seat to act considers."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from moustaches.engine.moustache import State as MoustacheState
from moustaches.engine.rules import our_rules
from moustaches.mind.moustache import KNOWN_RULES
from moustaches.mind.world import World

from .imagine import State
from .network import PREFERENCE, Network, Words

Numbers = NDArray[np.floating[Any]]

MET = {type(rule) for rule in our_rules() if rule.id in KNOWN_RULES}
"""An edition may bring another card under an id of ours."""


class Judgement(Struct):
    """The choices of one decision, and what each is worth."""

    slots: list[int]
    wins: Numbers
    margins: Numbers
    """To the end of the episode, with what is sure already."""
    scores: Numbers
    """What the policy goes by."""

    @property
    def best(self) -> int:
        return int(self.scores.argmax())


def observe(world: World) -> tuple[Words, Words]:
    """What the seat to act observes, and its choices."""
    observed = np.asarray(memoryview(world.observation()))
    described = np.asarray(memoryview(world.description()))
    count = int(world.considered)
    return observed, described[: count * world.choice_words].reshape(count, world.choice_words)


def judge(network: Network, world: World) -> Judgement:
    """Every choice of the seat to act."""
    observed, choices = observe(world)
    found = network.judge(observed, choices)
    wins, coming = found[:, 0], found[:, 1]
    margins = coming + np.float32(world.so_far(world.turn()))
    scores = wins + np.float32(PREFERENCE[network.game]) * coming
    return Judgement([int(world.menu[number]) for number in range(len(choices))], wins, margins, scores)


def unknown_rule(state: State) -> str | None:
    """A rule card in force that the networks have never met."""
    if isinstance(state, MoustacheState):
        for rule in state.row.rules:
            if type(rule) not in MET:
                return str(rule.id)
    return None

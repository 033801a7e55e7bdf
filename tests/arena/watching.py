"""A player that does what a real one does and keeps what it was shown."""

from __future__ import annotations

import pytest

from moustaches.bots.choice import Bot, Choice
from moustaches.bots.players import MAKERS, player
from moustaches.game.views import View

Seen = list[tuple[str, int, View]]
"""Name, seed and view of each decision."""


class Watcher:
    def __init__(self, name: str, real: Bot, seed: int, seen: Seen) -> None:
        self.name = name
        self.real = real
        self.seed = seed
        self.seen = seen

    def choose(self, view: View) -> Choice:
        self.seen.append((self.name, self.seed, view))
        return self.real.choose(view)


def watch(monkeypatch: pytest.MonkeyPatch, **players: str) -> Seen:
    """Players under new names, watched: `watch(monkeypatch, ann="novice", bob="random")`."""
    seen: Seen = []
    for name, real in players.items():

        def make(_: int, seed: int, name: str = name, real: str = real) -> Bot:
            return Watcher(name, player(real, seed), seed, seen)

        monkeypatch.setitem(MAKERS, name, make)
    return seen

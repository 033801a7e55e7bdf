"""What every player answers: a move, why, and what each legal move is worth as far as it can tell.

`Bot` is all that a table, the arena and the coach know of a player: it is given the view of its seat and nothing else.
The same view and seed always get the same answer; what is left to chance is drawn from `dice(view, seed)`.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Protocol

from msgspec import Struct

from moustaches.engine.bits import Rng
from moustaches.game.game import as_json
from moustaches.game.reasons import Reason
from moustaches.game.views import View


class Value(Struct, frozen=True):
    """What a move is worth to the seat that makes it."""

    move: str
    win: float
    """The share of the victory that it can expect, 0…1: of the round in Moustache, of the game otherwise."""
    margin: float
    """How far ahead of the others it can expect to be: stars of the round (Moustache), garments of the round
    (Gracias), points of the game (Club)."""


class Choice(Struct, frozen=True, omit_defaults=True):
    """A move and its reasons."""

    move: str
    why: tuple[Reason, ...] = ()
    """The most telling first."""
    values: tuple[Value, ...] = ()
    """The best first; none where the player judges by rules of thumb."""


class Bot(Protocol):
    """A player."""

    @property
    def name(self) -> str: ...

    def choose(self, view: View) -> Choice:
        """The move of the seat whose view this is; one of `view.legal`."""
        ...


def dice(view: View, seed: int) -> Rng:
    """Chance that depends on the view and the seed alone."""
    digest = sha256(as_json(view) + b" " + str(seed).encode()).digest()
    return Rng(int.from_bytes(digest[:8], "big"))

"""Why a move was chosen, as data: `reasons(view, state, move, values)`, for players of every level.

A reason is a fact about the move that can be checked against the view, not a memory of how the player came to it. So a
rule of thumb, a network and a search are explained in the same words, and never wrongly. The reasons speak of what only
the seat knows: they are for the seat itself, and for everybody once the game is over.
"""

from __future__ import annotations

from collections.abc import Sequence

from moustaches.engine import club, gracias, moustache
from moustaches.game.club_words import ClubView
from moustaches.game.gracias_words import GraciasView
from moustaches.game.moustache_words import MoustacheView
from moustaches.game.reasons import Fact, Reason
from moustaches.game.views import View

from . import why_club, why_gracias, why_moustache
from .choice import Value
from .imagine import State


def reasons(view: View, state: State, move: str, values: Sequence[Value]) -> tuple[Reason, ...]:
    """Why this move, the most telling first; never none. `state` is what `imagine(view)` gave."""
    if len(view.legal) == 1:
        return (Reason("bot-only-move", args={"move": move}),)
    found: list[Reason] = []
    if isinstance(view, GraciasView) and isinstance(state, gracias.State):
        found = why_gracias.reasons(view, move)
    elif isinstance(view, MoustacheView) and isinstance(state, moustache.State):
        found = why_moustache.reasons(view, state, move)
    elif isinstance(view, ClubView) and isinstance(state, club.State):
        found = why_club.reasons(view, state, move)
    found += valued(move, values)
    return tuple(found) or (Reason("bot-one-of-many", args={"number": len(view.legal)}),)


def valued(move: str, values: Sequence[Value]) -> list[Reason]:
    """What the move is worth, where the player can tell."""
    own = next((value for value in values if value.move == move), None)
    if own is None:
        return []
    best = max(value.win for value in values)
    args: dict[str, Fact] = {"move": move, "percent": round(100 * own.win), "best": round(100 * best)}
    return [Reason("bot-best-value" if own.win >= best else "bot-near-best", args=args)]


def unknown_rule(rule: str) -> Reason:
    """A learned player has never met this rule card, and searches instead."""
    return Reason("bot-unknown-rule", rule)


def no_weights() -> Reason:
    """A learned player has not got its weights, and searches instead."""
    return Reason("bot-no-weights")

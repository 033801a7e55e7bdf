"""Moustache Gracias at the table: its options, explanations and positions."""

from __future__ import annotations

from typing import Any

from moustaches.content.editions import Edition
from moustaches.engine import gracias as engine
from moustaches.engine.bits import members

from .game import Game
from .gracias_sight import GraciasSight
from .gracias_words import CARDS, STRENGTHS, GraciasMove, GraciasView
from .notation import Move
from .options import flag, one_of
from .positions import described
from .reasons import Reason

ENDS = ("six-rounds", "first-bare", "last-dressed")

OPTIONS = {
    "end": one_of(*ENDS),
    "noyade": flag,
    "uno-dos-tres": flag,
    "chico": flag,
    "strict-joker": flag,
    "blind-joker-zero": flag,
}


class Gracias(Game):
    """A game of Moustache Gracias."""

    name = "gracias"
    move_type = GraciasMove

    def first_sight(self) -> GraciasSight:
        return GraciasSight(
            engine.start(self.players, options_of(self.setting.edition, self.setting.options))
        )

    @property
    def remarks(self) -> tuple[Reason, ...]:
        """Options that have no effect together (G13)."""
        options = self.setting.options
        pairs = (("noyade", "uno-dos-tres"), ("strict-joker", "uno-dos-tres"), ("strict-joker", "noyade"))
        return tuple(
            Reason("without-effect", rulings=("G13",), args={"option": idle, "because": other})
            for idle, other in pairs
            if idle in options and other in options
        )

    # Explanations

    def why_not(self, seat: int, move: Move) -> Reason:
        state = self.state
        if state.phase == engine.BID:
            if move >= engine.LAY:
                return Reason("another-kind", args={"move": str(move), "expected": "bid"})
            if move > state.cards:
                return Reason("bid-too-high", args={"cards": int(state.cards)})
            rulings = ("G2",) if state.forehead else ("G9",) if int(state.seats_in).bit_count() == 2 else ()
            return Reason(
                "forbidden-sum", rulings=rulings, args={"bid": int(move), "cards": int(state.cards)}
            )
        if move < engine.LAY:
            return Reason("another-kind", args={"move": str(move), "expected": "play"})
        if state.phase == engine.SAY:
            return Reason("say-joker", rulings=("G3",))
        strength = move - engine.LAY
        hand = int(state.hands[seat])
        card = 0 if strength == 22 else strength
        if not hand >> card & 1:
            return Reason("not-in-hand", args={"cards": [CARDS[card]]})
        able = [STRENGTHS[each] for each in members(state.legal_strengths(seat))]
        strict = state.options.strict_joker and hand & engine.JOKER
        return Reason(
            "must-beat", rulings=("G4", "G5") if strict else ("G4",), args={"cards": able, "top": self.top}
        )

    @property
    def top(self) -> str:
        """The strongest card of the trick."""
        return STRENGTHS[int(self.state.top).bit_length() - 1]

    # Views

    def view(self, viewer: int | None) -> GraciasView:
        return GraciasView(**self.common(), **self.sight.own(self.viewer(viewer)))

    # Positions

    def take_position(self, description: dict[str, Any]) -> None:
        from .gracias_position import take

        take(self, described(description))


def options_of(edition: Edition, options: dict[str, str | bool | list[str]]) -> engine.Options:
    """What the engine needs to know of a table."""
    return engine.Options(
        ENDS.index(str(options.get("end", ENDS[0]))),
        "noyade" in options,
        "uno-dos-tres" in options,
        "chico" in options,
        "strict-joker" in options,
        "blind-joker-zero" in options,
        edition.gracias.rounds,
        edition.gracias.forehead,
    )

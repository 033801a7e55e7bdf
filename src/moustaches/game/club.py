"""Le Club des Moustaches at the table: its explanations and positions."""

from __future__ import annotations

from typing import Any

from moustaches.content.editions import Edition
from moustaches.engine import club as engine

from .club_sight import ClubSight
from .club_words import ATTRIBUTES, CATS, ClubMove, ClubView
from .game import Game
from .notation import Move
from .options import Option
from .positions import described
from .reasons import Reason

OPTIONS: dict[str, Option] = {}


class Club(Game):
    """A game of Le Club des Moustaches."""

    name = "club"
    move_type = ClubMove

    def first_sight(self) -> ClubSight:
        self.invitation = self.setting.edition.club.invitation
        return ClubSight(engine.start(self.players, deck_of(self.setting.edition)))

    # Explanations

    def why_not(self, seat: int, move: Move) -> Reason:
        state = self.state
        kind = str(move).split()[0]
        if (kind == "play") != (state.phase == engine.PLAY):
            expected = "play" if state.phase == engine.PLAY else "unmask"
            return Reason("another-kind", args={"move": str(move), "expected": expected})
        if kind == "play":
            return Reason("not-in-hand", args={"cards": [CATS[move]]})
        asked, attribute = divmod(move - engine.UNMASK, engine.ATTRIBUTES)
        args: dict[str, Any] = {"seat": asked, "attribute": ATTRIBUTES[attribute]}
        if asked >= self.players:
            return Reason("no-such-seat", rulings=("R1",), args=args)
        if asked == seat:
            return Reason("yourself", rulings=("C2",), args=args)
        if not state.hidden(asked):
            return Reason("nothing-hidden", rulings=("C2",), args=args)
        if state.open >> attribute & 1:
            return Reason("lies-open", rulings=("C2",), args=args)
        return Reason("already-denied", rulings=("C2",), args=args)

    def why_so(self, seat: int, move: Move) -> Reason:
        """A guess that cannot be right is allowed, with a warning (C2)."""
        if str(move) in self.sight.bluffs(seat):
            return Reason("bluff", rulings=("C2",), args={"move": str(move)})
        return super().why_so(seat, move)

    # Views

    def fixed(self) -> dict[str, Any]:
        return {**super().fixed(), "invitation": self.invitation}

    def view(self, viewer: int | None) -> ClubView:
        return ClubView(**self.common(), **self.sight.own(self.viewer(viewer)))

    # Positions

    def take_position(self, description: dict[str, Any]) -> None:
        from .club_position import take

        take(self, described(description))


def deck_of(edition: Edition) -> engine.Deck:
    """What the engine needs to know of the box."""
    box = edition.club
    place = {word: number for number, word in enumerate(box.attribute_cards)}
    attributes = tuple(sum(1 << place[word] for word in cat.attributes) for cat in box.cats)
    return engine.Deck(attributes, box.masks, box.attributes, box.cats_in_hand)

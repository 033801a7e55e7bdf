"""Moustache at the table: its options, rule cards, explanations and positions."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from moustaches.content.editions import Edition, RuleCardEntry
from moustaches.engine import moustache as engine
from moustaches.engine import rules as our_cards
from moustaches.engine.trick import RuleCard
from moustaches.errors import BadOption

from .game import Game
from .moustache_sight import MoustacheSight
from .moustache_words import (
    JOKERS,
    KINDS,
    MoustacheMove,
    MoustacheView,
    order_word,
    words,
)
from .notation import Move
from .options import Option, flag
from .positions import described
from .reasons import Reason


class Moustache(Game):
    """A game of Moustache."""

    name = "moustache"
    move_type = MoustacheMove

    def first_sight(self) -> MoustacheSight:
        return MoustacheSight(
            engine.start(setup_of(self.setting.players, self.setting.edition, self.setting.options))
        )

    # Explanations

    def why_not(self, seat: int, move: Move) -> Reason:
        assert isinstance(move, MoustacheMove)
        state = self.state
        hand = int(state.hands[seat])
        expected = KINDS[state.phase]
        if move.kind != expected:
            return Reason("another-kind", args={"move": str(move), "expected": expected})
        if expected == "steal":
            choice = list(words(state.trick.cards))
            return Reason("not-in-trick", rulings=("M7",), args={"cards": choice, "move": str(move)})
        missing = move.cards & ~hand
        if missing:
            return Reason("not-in-hand", args={"cards": list(words(missing))})
        colour = order_word(int(state.trick.demanded))
        redirected = (
            len({laid.card[0] for laid in self.sight.laying if laid.card not in JOKERS}) > 1
            and state.row.redirects
        )
        return Reason(
            "must-follow",
            rulings=("M14",) if redirected else (),
            args={"colour": colour, "cards": list(words(hand & state.trick.demanded))},
        )

    # Views

    def view(self, viewer: int | None) -> MoustacheView:
        return MoustacheView(**self.common(), **self.sight.own(self.viewer(viewer)))

    # Positions

    def take_position(self, description: dict[str, Any]) -> None:
        from .moustache_position import take

        take(self, described(description))


def four(value: object) -> list[str] | None:
    """A row fixed by hand, as ids."""
    ok = isinstance(value, list | tuple) and len(value) == 4 and all(isinstance(each, str) for each in value)
    return list(value) if ok and isinstance(value, list | tuple) else None


OPTIONS = {
    "own-rules": flag,
    "first-game": flag,
    "open-counts": flag,
    "equal-cups": flag,
    "row": Option("a list of four rule cards: two white ones, then two black ones", four, [], "row"),
}


def setup_of(players: int, edition: Edition, options: dict[str, str | bool | list[str]]) -> engine.Setup:
    """What the engine needs to know of a table."""
    box = edition.moustache
    size = box.table(players)
    packs = {
        pack: [card_of(entry) for entry in box.rules if entry.pack == pack and allowed(entry, options)]
        for pack in ("white", "black")
    }
    row = options.get("row", [])
    assert isinstance(row, list)
    if row:
        entries = [box.rule(id) for id in row]
        if [entry.pack for entry in entries] != ["white", "white", "black", "black"] or len(set(row)) < 4:
            raise BadOption(
                f"row: expected two different white rule cards, then two different black ones (M23), "
                f"found {', '.join(f'{entry.id} ({entry.pack})' for entry in entries)}"
            )
    else:
        for pack, cards in packs.items():
            if len(cards) < 2:
                raise BadOption(f"these options leave {len(cards)} {pack} rule cards; a row needs two (M23)")
    crown = 0 if size.crown == "smaller" else players - 1
    return engine.Setup(
        players,
        size.teams[0],
        size.hand,
        {"all": engine.ALL_THREE, "one-each": engine.ONE_EACH, "none": engine.NO_JOKERS}[size.jokers],
        crown,
        [stars for colour in box.stars for stars in colour],
        [list(tokens) for tokens in box.cups],
        packs["white"],
        packs["black"],
        [card_of(box.rule(id)) for id in row],
        bool(options.get("open-counts")),
        bool(options.get("equal-cups")),
    )


def allowed(entry: RuleCardEntry, options: dict[str, str | bool | list[str]]) -> bool:
    """Is the card in the packs of this table?"""
    if entry.source == "ours" and not options.get("own-rules"):
        return False
    return entry.first_game or not options.get("first-game")


def card_of(entry: RuleCardEntry) -> RuleCard:
    """The rule card itself: ours, or the class that the edition names."""
    if entry.id in CACHE and not entry.class_:
        return CACHE[entry.id]
    if not entry.class_:
        raise BadOption(f"rule card {entry.id!r} is none of ours; its edition must name its class")
    module, _, name = entry.class_.partition(":")
    try:
        card = getattr(import_module(module), name)()
    except (ImportError, AttributeError, TypeError) as problem:
        raise BadOption(f"rule card {entry.id!r}: cannot load {entry.class_}: {problem}") from None
    if not isinstance(card, RuleCard) or card.id != entry.id:
        raise BadOption(f"rule card {entry.id!r}: expected a RuleCard of that id in {entry.class_}")
    return card


CACHE = {card.id: card for card in our_cards.our_rules()}

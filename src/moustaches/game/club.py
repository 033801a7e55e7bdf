"""Le Club des Moustaches at the table: its notation, events, views, explanations and positions.

An edition lists its poses, coats, patterns and accessories in a fixed order; a cat is named by pose and coat, an
attribute by its word. The words of the standard edition are the notation; an edition with other words keeps the order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar, Self

from msgspec import Struct

from moustaches.content.editions import Edition
from moustaches.engine import club as engine
from moustaches.engine.bits import members
from moustaches.errors import BadMove

from . import events
from .game import Game, Move, Note
from .notation import Named
from .options import Option
from .positions import described
from .reasons import Reason
from .views import View

POSES = ("leap", "strut", "sit", "rest", "roll")
COATS = ("white", "brown", "blue", "black", "green", "yellow", "purple", "red")
ATTRIBUTES = (*POSES, *COATS, "striped", "spotted", "yarn", "cocktail", "hat", "mouse")
CATS = tuple(f"{pose}-{coat}" for pose in POSES for coat in COATS)
PHASES = {engine.PLAY: "play", engine.GUESS: "guess", engine.OVER: "over"}
OPTIONS: dict[str, Option] = {}


class Cat(Named):
    """A cat by pose and coat: `leap-red`; as a number, pose × 8 + coat."""

    NAMES = CATS
    KIND = "cat"
    EXPECTED = "a pose and a coat like leap-red"


class Attribute(Named):
    """One of the 19 attributes: `leap`, `red`, `striped`, `hat` …"""

    NAMES = ATTRIBUTES
    KIND = "attribute"
    EXPECTED = ", ".join(ATTRIBUTES)


class ClubMove(Move):
    """`play leap-red`, `unmask 2 striped`, `keep`."""

    COUNT: ClassVar[int] = engine.MOVES

    @classmethod
    def parse(cls, text: str) -> Self:
        match text.split():
            case ["keep"]:
                return cls(engine.KEEP)
            case ["play", cat]:
                return cls(Cat.parse(cat))
            case ["unmask", seat, attribute] if seat in ("0", "1", "2", "3"):
                return cls(engine.UNMASK + int(seat) * engine.ATTRIBUTES + Attribute.parse(attribute))
        raise BadMove(
            f"{text!r} is no move; expected `play leap-red`, `unmask 2 striped` (a seat from 0 to 3) or `keep`"
        )

    def __str__(self) -> str:
        return TEXTS[self]


TEXTS = (
    *(f"play {cat}" for cat in CATS),
    "keep",
    *(f"unmask {seat} {attribute}" for seat in range(4) for attribute in ATTRIBUTES),
)


class Staged(Struct, frozen=True, gc=False):
    """A cat on the stage: who played it, and whose masks lie on it."""

    seat: int
    cat: str
    masks: tuple[int, ...]


class ClubView(View, frozen=True, kw_only=True):
    """What one seat of the Club may know."""

    cannot_be_right: tuple[str, ...]
    """Legal guesses that name an attribute of one's own: a bluff (C2)."""
    first: int
    turn: int
    finishing: bool
    secrets: tuple[str, ...]
    """One's own attributes."""
    shown: tuple[tuple[str, ...], ...]
    hidden: tuple[int, ...]
    """How many attributes each seat still hides."""
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    pile: int
    reserve: tuple[int, ...]
    received: tuple[int, ...]
    denied: tuple[tuple[str, ...], ...]
    """Attributes to which each seat has answered no."""
    stage: tuple[Staged, ...]
    invitation: dict[str, int]
    """How many cats of the deck carry each attribute."""
    all_secrets: tuple[tuple[str, ...], ...] | None
    """Everybody's attributes, once the game is over."""


class Club(Game):
    """A game of Le Club des Moustaches."""

    name = "club"
    move_type = ClubMove
    state: engine.State

    masking: tuple[int, ...] = ()
    stage: tuple[Staged, ...] = ()

    def first_state(self) -> engine.State:
        self.invitation = self.setting.edition.club.invitation
        return engine.start(self.players, deck_of(self.setting.edition))

    # Events

    def tell(self, notes: list[Note]) -> list[events.Event]:
        told: list[events.Event] = []
        for place, (kind, seat, a, b) in enumerate(notes):
            if kind == engine.MASKED:
                self.masking = (*self.masking, seat)
            told.extend(TELLING[kind](self, seat, a, b))
            masks_follow = place + 1 < len(notes) and notes[place + 1][0] == engine.MASKED
            if kind in (engine.PLAYED, engine.MASKED) and not masks_follow:
                told.append(self.masks_placed(a))
        return told

    def masks_placed(self, cat: int) -> events.Event:
        seats, self.masking = self.masking, ()
        player, _ = self.state.on_stage()[len(self.stage)]
        self.stage = (*self.stage, Staged(player, CATS[cat], seats))
        return events.MasksPlaced(cat=CATS[cat], seats=seats, reserves=tuple(map(int, self.state.reserve)))

    def nothing(self, seat: int, a: int, b: int) -> list[events.Event]:
        return []

    def first_player(self, seat: int, a: int, b: int) -> list[events.Event]:
        return [events.FirstPlayer(seat=seat)]

    def secrets_dealt(self, seat: int, secrets: int, _: int) -> list[events.Event]:
        return [events.SecretsDealt(seat=seat, attributes=attribute_words(secrets), audience=(seat,))]

    def cats_dealt(self, seat: int, cats: int, _: int) -> list[events.Event]:
        return [events.Dealt(seat=seat, cards=words(cats), audience=(seat,))]

    def played(self, seat: int, cat: int, _: int) -> list[events.Event]:
        return [events.CatPlayed(seat=seat, cat=CATS[cat])]

    def kept(self, seat: int, a: int, b: int) -> list[events.Event]:
        return [events.Kept(seat=seat)]

    def guessed(self, seat: int, asked: int, attribute: int) -> list[events.Event]:
        return [events.Guessed(seat=seat, asked=asked, attribute=ATTRIBUTES[attribute])]

    def right(self, _: int, asked: int, attribute: int) -> list[events.Event]:
        return [events.Answered(seat=asked, attribute=ATTRIBUTES[attribute], right=True)]

    def wrong(self, _: int, asked: int, attribute: int) -> list[events.Event]:
        return [events.Answered(seat=asked, attribute=ATTRIBUTES[attribute], right=False)]

    def paid(self, seat: int, payer: int, received: int) -> list[events.Event]:
        return [events.MaskPaid(seat=payer, to=seat, received=received)]

    def drew(self, seat: int, cat: int, left: int) -> list[events.Event]:
        return [
            events.CatDrawn(seat=seat, left=left),
            events.CatSeen(seat=seat, cat=CATS[cat], audience=(seat,)),
        ]

    def last_round(self, seat: int, cause: int, unmasked: int) -> list[events.Event]:
        if cause == engine.ALL_UNMASKED:
            why = Reason("all-unmasked", rulings=("C7",), args={"seat": unmasked})
        else:
            why = Reason("no-cats-left", rulings=("C3",))
        return [events.LastRound(seat=seat, why=why)]

    def reserve_empty(self, seat: int, a: int, b: int) -> list[events.Event]:
        return [events.ReserveEmpty(seat=seat)]

    def deal_words(self, name: str, order: list[int]) -> tuple[str, ...]:
        names = {"cats": CATS, "attributes": ATTRIBUTES}.get(name)
        return tuple(names[number] if names else str(number) for number in order)

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
        if str(move) in self.bluffs(seat):
            return Reason("bluff", rulings=("C2",), args={"move": str(move)})
        return super().why_so(seat, move)

    def bluffs(self, seat: int) -> tuple[str, ...]:
        """Legal guesses that name an attribute of one's own."""
        state = self.state
        if state.phase != engine.GUESS or not state.to_act >> seat & 1:
            return ()
        own = members(state.secrets[seat])
        first = [engine.UNMASK + asked * engine.ATTRIBUTES for asked in range(self.players)]
        moves = [guess + attribute for guess in first for attribute in own]
        return tuple([TEXTS[move] for move in moves if state.is_legal(seat, move)])

    def standings(self) -> list[tuple[int, ...]]:
        return list(zip(self.state.scores(), self.state.tiebreaks(), strict=True))

    def why_outcome(self) -> Reason:
        received = [int(masks) for masks in self.state.received]
        args: dict[str, Any] = {"received": received, "hidden": self.state.tiebreaks()}
        return Reason("masks-and-secrets", rulings=("C9", "R5"), args=args)

    # Views

    def fixed(self) -> dict[str, Any]:
        return {**super().fixed(), "invitation": self.invitation}

    def public(self) -> dict[str, Any]:
        state = self.state
        return {
            "phase": PHASES[state.phase],
            "first": int(state.first),
            "turn": int(state.turn),
            "finishing": state.finishing,
            "shown": tuple([attribute_words(shown) for shown in state.shown]),
            "hidden": tuple([int(state.hidden(seat)) for seat in range(self.players)]),
            "hand_sizes": tuple([int(hand).bit_count() for hand in state.hands]),
            "pile": len(state.pile) - int(state.drawn),
            "reserve": tuple(map(int, state.reserve)),
            "received": tuple(map(int, state.received)),
            "denied": tuple([attribute_words(denied) for denied in state.denied]),
            "stage": self.stage,
            "all_secrets": tuple([attribute_words(each) for each in state.secrets]) if self.over else None,
        }

    def view(self, viewer: int | None) -> ClubView:
        return ClubView(**self.common(), **self.own(self.viewer(viewer)))

    def own(self, seat: int | None) -> dict[str, Any]:
        if seat is None:
            return {"seat": None, "legal": (), "cannot_be_right": (), "secrets": (), "hand": ()}
        state = self.state
        return {
            "seat": seat,
            "legal": self.legal_texts(seat),
            "cannot_be_right": self.bluffs(seat),
            "secrets": attribute_words(state.secrets[seat]),
            "hand": words(state.hands[seat]),
        }

    def own_depends_on(self, seat: int | None) -> object:
        state = self.state
        if seat is None:
            return -1
        return state.secrets[seat], state.hands[seat], len(self.moves) if state.to_act >> seat & 1 else -1

    # Positions

    def take_position(self, description: dict[str, Any]) -> None:
        from .club_position import take

        take(self, described(description))


TELLING = {
    engine.FIRST: Club.first_player,
    engine.DEALT_SECRETS: Club.secrets_dealt,
    engine.DEALT_CATS: Club.cats_dealt,
    engine.PLAYED: Club.played,
    engine.MASKED: Club.nothing,
    engine.KEPT: Club.kept,
    engine.GUESSED: Club.guessed,
    engine.RIGHT: Club.right,
    engine.WRONG: Club.wrong,
    engine.PAID: Club.paid,
    engine.DREW: Club.drew,
    engine.PILE_EMPTY: Club.nothing,
    engine.FINISHING: Club.last_round,
    engine.RESERVE_EMPTY: Club.reserve_empty,
    engine.ENDED: Club.nothing,
}


@lru_cache(4096)
def words(mask: int) -> tuple[str, ...]:
    return tuple([CATS[cat] for cat in members(mask)])


@lru_cache(4096)
def attribute_words(mask: int) -> tuple[str, ...]:
    return tuple([ATTRIBUTES[attribute] for attribute in members(mask)])


def deck_of(edition: Edition) -> engine.Deck:
    """What the engine needs to know of the box."""
    box = edition.club
    place = {word: number for number, word in enumerate(box.attribute_cards)}
    attributes = tuple(sum(1 << place[word] for word in cat.attributes) for cat in box.cats)
    return engine.Deck(attributes, box.masks, box.attributes, box.cats_in_hand)

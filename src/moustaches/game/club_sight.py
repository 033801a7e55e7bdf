"""What is seen of a table of Le Club des Moustaches: its events, and its views."""

from __future__ import annotations

from typing import Any

from moustaches.engine import club as engine
from moustaches.engine.bits import members

from . import events
from .club_words import ATTRIBUTES, CATS, PHASES, TEXTS, Staged
from .reasons import Reason
from .sight import Note, Sight, named


class ClubSight(Sight):
    """Of one table."""

    def __init__(self, state: engine.State) -> None:
        super().__init__(TEXTS)
        self.state = state
        self.players = int(state.players)
        self.masking: tuple[int, ...] = ()
        self.stage: tuple[Staged, ...] = ()

    def copy(self, state: Any) -> ClubSight:
        new = ClubSight(state)
        new.masking, new.stage = self.masking, self.stage
        return new

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
        return [events.SecretsDealt(seat=seat, attributes=named(secrets, ATTRIBUTES), audience=(seat,))]

    def cats_dealt(self, seat: int, cats: int, _: int) -> list[events.Event]:
        return [events.Dealt(seat=seat, cards=named(cats, CATS), audience=(seat,))]

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

    # Deals, and the end

    def deal_words(self, name: str, order: list[int]) -> tuple[str, ...]:
        names = {"cats": CATS, "attributes": ATTRIBUTES}.get(name)
        return tuple([names[number] if names else str(number) for number in order])

    def scores(self) -> list[int]:
        return list(self.state.scores())

    def standings(self) -> list[tuple[int, ...]]:
        return list(zip(self.state.scores(), self.state.tiebreaks(), strict=True))

    def why_outcome(self) -> Reason:
        received = [int(masks) for masks in self.state.received]
        args: dict[str, Any] = {"received": received, "hidden": self.state.tiebreaks()}
        return Reason("masks-and-secrets", rulings=("C9", "R5"), args=args)

    # Views

    def public(self) -> dict[str, Any]:
        state, players = self.state, self.players
        return {
            "phase": PHASES[state.phase],
            "first": int(state.first),
            "turn": int(state.turn),
            "finishing": state.finishing,
            "shown": tuple([named(state.shown[seat], ATTRIBUTES) for seat in range(players)]),
            "hidden": tuple([int(state.hidden(seat)) for seat in range(players)]),
            "hand_sizes": tuple([int(state.hands[seat]).bit_count() for seat in range(players)]),
            "pile": len(state.pile) - int(state.drawn),
            "reserve": tuple([int(state.reserve[seat]) for seat in range(players)]),
            "received": tuple([int(state.received[seat]) for seat in range(players)]),
            "denied": tuple([named(state.denied[seat], ATTRIBUTES) for seat in range(players)]),
            "stage": self.stage,
            "all_secrets": tuple([named(each, ATTRIBUTES) for each in state.secrets]) if state.over else None,
        }

    def own(self, seat: int | None) -> dict[str, Any]:
        if seat is None:
            return {"seat": None, "legal": (), "cannot_be_right": (), "secrets": (), "hand": ()}
        state = self.state
        return {
            "seat": seat,
            "legal": self.words_of(state.legal(seat)) if state.to_act >> seat & 1 else (),
            "cannot_be_right": self.bluffs(seat),
            "secrets": named(state.secrets[seat], ATTRIBUTES),
            "hand": named(state.hands[seat], CATS),
        }

    def own_depend_on(self, moves: int) -> list[object]:
        state = self.state
        to_act = int(state.to_act)
        bases: list[object] = [
            (int(state.secrets[seat]), int(state.hands[seat]), moves if to_act >> seat & 1 else -1)
            for seat in range(self.players)
        ]
        bases.append(-1)
        return bases

    def bluffs(self, seat: int) -> tuple[str, ...]:
        """Legal guesses that name an attribute of one's own."""
        state = self.state
        if state.phase != engine.GUESS or not state.to_act >> seat & 1:
            return ()
        own = members(state.secrets[seat])
        first = [engine.UNMASK + asked * engine.ATTRIBUTES for asked in range(self.players)]
        moves = [guess + attribute for guess in first for attribute in own]
        return tuple([TEXTS[move] for move in moves if state.is_legal(seat, move)])


TELLING = {
    engine.FIRST: ClubSight.first_player,
    engine.DEALT_SECRETS: ClubSight.secrets_dealt,
    engine.DEALT_CATS: ClubSight.cats_dealt,
    engine.PLAYED: ClubSight.played,
    engine.MASKED: ClubSight.nothing,
    engine.KEPT: ClubSight.kept,
    engine.GUESSED: ClubSight.guessed,
    engine.RIGHT: ClubSight.right,
    engine.WRONG: ClubSight.wrong,
    engine.PAID: ClubSight.paid,
    engine.DREW: ClubSight.drew,
    engine.PILE_EMPTY: ClubSight.nothing,
    engine.FINISHING: ClubSight.last_round,
    engine.RESERVE_EMPTY: ClubSight.reserve_empty,
    engine.ENDED: ClubSight.nothing,
}

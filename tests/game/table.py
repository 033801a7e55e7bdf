"""A table of Moustache for the tests: lays a whole trick, or counts two piles, and keeps what was told.

Cards are written as at the table, several in one text: "P2 P8 G3 B1". Rules are written the same way, those in force
only, white ones first: "pink-open twos-win".
"""

from __future__ import annotations

from typing import Any, TypeVar

import moustaches
from moustaches.game.events import (
    CardsCollected,
    CardsVanished,
    Event,
    PileCounted,
    RoundWon,
    TrickLed,
    TrickTaken,
)
from moustaches.game.moustache import Moustache

WHITE = (
    *("green-negative", "pink-open", "pass-three", "blue-tax"),
    *("pink-plus", "fewest-stars", "zero-heroes", "last-trick"),
)
BLACK = (
    *("twos-win", "equals-vanish", "colours-inverted", "three-lowest"),
    *("cut-redirects", "lead-is-trump", "second-best", "zero-fells-ten"),
)
JOKERS = ("unicorn", "monkey", "pigeon")
TEAMS = {3: [0, 1, 1], 4: [0, 1, 0, 1], 5: [0, 1, 0, 1, 1], 6: [0, 1, 0, 1, 0, 1]}

E = TypeVar("E", bound=Event)


class Told:
    """A game, and the events of the last moves."""

    def __init__(self, game: Moustache, events: list[Event]) -> None:
        self.game = game
        self.events = events

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def one(self, kind: type[E]) -> E:
        (event,) = self.all(kind)
        return event

    @property
    def winner(self) -> str | None:
        """The card that took the trick, or would have."""
        return self.one(TrickTaken).card

    @property
    def steps(self) -> list[str]:
        """Why it did: each step as `id` or `id:rule`."""
        return [f"{step.id}:{step.rule}" if step.rule else step.id for step in self.one(TrickTaken).why.steps]

    @property
    def collected(self) -> dict[int, set[str]]:
        """What each team got."""
        got: dict[int, set[str]] = {}
        for event in self.all(CardsCollected):
            got.setdefault(event.team, set()).update(event.cards)
        return got

    @property
    def lost(self) -> set[str]:
        """What nobody gets."""
        return {card for event in self.all(CardsVanished) for card in event.cards}

    @property
    def leads(self) -> int:
        """Who leads the next trick."""
        return self.one(TrickLed).seat

    @property
    def stars(self) -> tuple[int, int]:
        first, second = self.all(PileCounted)
        return first.stars, second.stars

    @property
    def won(self) -> int:
        return self.one(RoundWon).team


def row_of(rules: str) -> tuple[list[str], int]:
    """A row in which just these rules are in force, and the round; a black one needs two white ones before it.

    Where the rules name too few, white cards that touch no trick fill up, and hidden cards follow.
    """
    whites = [rule for rule in rules.split() if rule in WHITE]
    blacks = [rule for rule in rules.split() if rule in BLACK]
    assert len(whites) + len(blacks) == len(rules.split()), rules
    fill = [rule for rule in ("blue-tax", "green-negative") if rule not in whites]
    hidden = [rule for rule in BLACK if rule not in blacks]
    row = (whites + fill)[:2] + (blacks + hidden)[:2]
    return row, 2 + len(blacks) if blacks else max(1, len(whites))


def described(rules: str, hands: list[list[str]], **more: Any) -> dict[str, Any]:
    """A position with these hands; jokers that the smaller team must have had lie among the gone cards."""
    players = len(hands)
    row, round = row_of(rules)
    teams = more.get("teams", TEAMS[players])
    position = {"players": players, "round": round, "row": row, "teams": teams, "hands": hands}
    position["crown"] = teams.index(1)
    if more.get("phase") != "give":  # then the crown will lead
        position["leader"] = 0
    seen = {card for hand in hands for card in hand} | set(more.get("trick", []))
    spare = [joker for joker in JOKERS if joker not in seen]
    if players % 2 and spare and "laid" not in more:
        leader = more.get("leader", 0)
        lay = {(leader + place) % players: card for place, card in enumerate(more.get("trick", []))}
        laid: list[list[str]] = [[] for _ in hands]
        for seat, team in enumerate(teams):
            mine = [card for card in (*hands[seat], lay.get(seat, "")) if card in JOKERS]
            if team == 0:
                laid[seat] = [spare.pop() for _ in range((3 if players == 3 else 1) - len(mine))]
        if any(laid):
            position |= {"gone": [card for cards in laid for card in cards], "laid": laid}
    return position | more


def sit(rules: str, *hands: str, seed: int = 1, **more: Any) -> Moustache:
    """A position with these rules in force and these hands."""
    position = described(rules, [hand.split() for hand in hands], **more)
    game = moustaches.position("moustache", position, seed=seed)
    assert isinstance(game, Moustache)
    return game


def play(game: Moustache, *moves: str) -> Told:
    """Moves by whoever is to act, the lowest seat first."""
    events: list[Event] = []
    for move in moves:
        events += game.play(game.to_act[0], move)
    return Told(game, events)


def trick(cards: str, rules: str = "", *, more: str = "", **position: Any) -> Told:
    """Lays a complete trick from `leader` (seat 0) on; `more` are the cards left in hand, one for each, likewise."""
    laid = cards.split()
    rest = more.split()
    leader = position.get("leader", 0)
    hands = [""] * len(laid)
    for place, card in enumerate(laid):
        hands[(leader + place) % len(laid)] = f"{card} {rest[place]}" if rest else card
    game = sit(rules, *hands, **position)
    return play(game, *(f"play {card}" for card in laid))


def count(rules: str, first: str, second: str, *, last: str = "O10 G8 G9 G10", **position: Any) -> Told:
    """Counts a round with these cards in the piles; the last trick holds nothing of worth and goes to seat 0."""
    return trick(last, rules, piles=[first.split(), second.split()], **position)

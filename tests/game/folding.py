"""What a client can rebuild from the events that a viewer gets: one small fold for each game.

A fold reads plain data, as a browser would, and knows no rule. `facts` is what it has made of the events; it must
agree with the fields of the same names in that viewer's view.
"""

from __future__ import annotations

from typing import Any

from tests.game.playing import Viewer

Event = dict[str, Any]


class Fold:
    """The table as one viewer has seen it grow."""

    def __init__(self, viewer: Viewer, players: int) -> None:
        self.viewer = viewer
        self.players = players
        self.version = 0
        self.hand: set[str] = set()
        self.hand_sizes = [0] * players

    def read(self, events: list[Event]) -> None:
        for event in events:
            self.version += 1
            reader = getattr(self, event["event"].replace("-", "_"), None)
            if reader is not None:
                reader(event)

    def facts(self) -> Event:
        return {"version": self.version, "hand": self.hand, "hand_sizes": self.hand_sizes}

    def each(self, value: Any) -> list[Any]:
        return [value] * self.players


class MoustacheFold(Fold):
    def __init__(self, viewer: Viewer, players: int) -> None:
        super().__init__(viewer, players)
        self.row: list[str | None] = [None] * 4
        self.teams = self.each(0)
        self.crown = 0
        self.cups: list[list[int | None]] = []
        self.rounds: list[Event] = []
        self.stars: list[int] | None = None
        self.counted: list[int] = []

    def game_started(self, event: Event) -> None:
        self.row = event["options"].get("row", self.row)

    def round_began(self, event: Event) -> None:
        self.round = event["round"]
        self.hand_sizes = self.each(event["cards"])
        self.open: list[set[str]] = [set() for _ in range(self.players)]
        self.seen_moving: list[set[str]] = [set() for _ in range(self.players)]
        self.chosen = self.each(False)
        self.gave: set[str] = set()
        self.received: set[str] = set()
        self.trick: list[Event] = []
        self.tricks: list[Event] = []
        self.demanded: str | None = None
        self.leader: int | None = None
        self.stars = None

    def rule_revealed(self, event: Event) -> None:
        self.row = [*self.row[: event["place"]], event["rule"], *self.row[event["place"] + 1 :]]

    def team_dealt(self, event: Event) -> None:
        self.teams[event["seat"]] = event["team"]
        if event["crown"]:
            self.crown = event["seat"]

    def dealt(self, event: Event) -> None:
        assert event["seat"] == self.viewer
        self.hand = set(event["cards"])

    def cards_opened(self, event: Event) -> None:
        self.open[event["seat"]] |= set(event["cards"])

    def gift_chosen(self, event: Event) -> None:
        self.chosen[event["seat"]] = True
        if all(self.chosen):
            self.chosen = self.each(False)

    def cards_given(self, event: Event) -> None:
        cards = set(event["cards"])
        assert self.viewer in (event["seat"], event["to"])
        if event["seat"] == self.viewer:
            self.hand -= cards
            self.gave = cards
        else:
            self.hand |= cards
            self.received = cards

    def open_cards_given(self, event: Event) -> None:
        cards = set(event["cards"])
        self.open[event["seat"]] -= cards
        self.open[event["to"]] |= cards
        self.seen_moving[event["to"]] = cards

    def trick_led(self, event: Event) -> None:
        self.leader = event["seat"]
        self.trick = []
        self.demanded = None

    def card_laid(self, event: Event) -> None:
        seat, card = event["seat"], event["card"]
        self.trick.append({"seat": seat, "card": card})
        self.hand_sizes[seat] -= 1
        self.open[seat].discard(card)
        if seat == self.viewer:
            self.hand.remove(card)

    def colour_demanded(self, event: Event) -> None:
        self.demanded = event["colour"]

    def trick_taken(self, event: Event) -> None:
        self.tricks.append({"cards": self.trick, "taker": event["seat"], "why": event["why"], "stolen": None})

    def card_stolen(self, event: Event) -> None:
        self.tricks[-1]["stolen"] = {"seat": event["seat"], "card": event["card"]}

    def stars_shown(self, event: Event) -> None:
        self.stars = event["stars"]

    def pile_counted(self, event: Event) -> None:
        self.counted = [*self.counted, event["stars"]][-2:]

    def round_won(self, event: Event) -> None:
        self.rounds.append({"stars": self.counted, "winners": event["seats"]})
        self.cups.append(self.each(0))

    def cup_drawn(self, event: Event) -> None:
        self.cups[-1][event["seat"]] = None

    def cup_seen(self, event: Event) -> None:
        self.cups[-1][event["seat"]] = event["points"]

    def facts(self) -> Event:
        return super().facts() | {
            "round": self.round,
            "row": self.row,
            "teams": self.teams,
            "crown": self.crown,
            "open": self.open,
            "seen_moving": self.seen_moving,
            "chosen": self.chosen,
            "received": self.received,
            "leader": self.leader if self.leader is not None else self.crown,
            "demanded": self.demanded,
            "trick": self.trick,
            "tricks": self.tricks,
            "stars": self.stars,
            "rounds": self.rounds,
            "cups": self.cups,
        }


class GraciasFold(Fold):
    def __init__(self, viewer: Viewer, players: int) -> None:
        super().__init__(viewer, players)
        self.garments = self.each(7)
        self.out_rounds = self.each(0)

    def game_started(self, event: Event) -> None:
        self.last_dressed = event["options"].get("end") == "last-dressed"

    def round_began(self, event: Event) -> None:
        self.round = event["round"]
        self.cards = event["cards"]
        self.gringo = event["dealer"]
        self.hand = set()
        self.hand_sizes = [0 if out else self.cards for out in self.out_rounds]
        self.foreheads = self.each(None)
        self.bids = self.each(None)
        self.taken = self.each(0)
        self.chosen = self.each(False)
        self.trick: list[Event] = []
        self.tricks: list[Event] = []

    def dealt(self, event: Event) -> None:
        if event["seat"] == self.viewer:
            self.hand = set(event["cards"])
        else:
            (self.foreheads[event["seat"]],) = event["cards"]

    def bid_made(self, event: Event) -> None:
        self.bids[event["seat"]] = event["bid"]

    def card_chosen(self, event: Event) -> None:
        self.chosen[event["seat"]] = True

    def card_turned(self, event: Event) -> None:
        self.foreheads[event["seat"]] = event["card"]

    def card_laid(self, event: Event) -> None:
        seat, card = event["seat"], event["card"]
        self.trick.append({"seat": seat, "card": card})
        self.chosen[seat] = False
        self.hand_sizes[seat] -= 1
        self.foreheads[seat] = None
        if seat == self.viewer:
            self.hand.discard("J" if card.startswith("J") else card)

    def trick_taken(self, event: Event) -> None:
        self.tricks.append({"cards": self.trick, "taker": event["seat"]})
        self.taken[event["seat"]] += 1
        self.trick = []

    def garments_lost(self, event: Event) -> None:
        seat = event["seat"]
        self.garments[seat] -= event["lost"]
        assert self.garments[seat] == event["left"]

    def garment_regained(self, event: Event) -> None:
        seat = event["seat"]
        self.garments[seat] += 1
        assert self.garments[seat] == event["left"] <= 7

    def player_bare(self, event: Event) -> None:
        assert self.garments[event["seat"]] == 0
        if self.last_dressed:
            self.out_rounds[event["seat"]] = self.round

    def facts(self) -> Event:
        return super().facts() | {
            "round": self.round,
            "cards": self.cards,
            "gringo": self.gringo,
            "seats_in": [seat for seat, out in enumerate(self.out_rounds) if not out],
            "out_rounds": self.out_rounds,
            "garments": self.garments,
            "bids": self.bids,
            "taken": self.taken,
            "foreheads": self.foreheads,
            "chosen": self.chosen,
            "trick": self.trick,
            "tricks": self.tricks,
        }


class ClubFold(Fold):
    def __init__(self, viewer: Viewer, players: int) -> None:
        super().__init__(viewer, players)
        self.hand_sizes = self.each(3)
        self.pile = 40 - 3 * players
        self.secrets: set[str] = set()
        self.shown: list[set[str]] = [set() for _ in range(players)]
        self.denied: list[set[str]] = [set() for _ in range(players)]
        self.reserve = self.each(16)
        self.received = self.each(0)
        self.stage: list[Event] = []
        self.finishing = False

    def first_player(self, event: Event) -> None:
        self.first = event["seat"]

    def secrets_dealt(self, event: Event) -> None:
        assert event["seat"] == self.viewer
        self.secrets = set(event["attributes"])

    def dealt(self, event: Event) -> None:
        assert event["seat"] == self.viewer
        self.hand = set(event["cards"])

    def cat_played(self, event: Event) -> None:
        self.hand_sizes[event["seat"]] -= 1
        if event["seat"] == self.viewer:
            self.hand.remove(event["cat"])
        self.stage.append({"seat": event["seat"], "cat": event["cat"], "masks": []})

    def masks_placed(self, event: Event) -> None:
        assert self.stage[-1]["cat"] == event["cat"]
        self.stage[-1]["masks"] = event["seats"]
        for seat in event["seats"]:
            self.reserve[seat] -= 1
        assert self.reserve == event["reserves"]

    def answered(self, event: Event) -> None:
        (self.shown if event["right"] else self.denied)[event["seat"]].add(event["attribute"])

    def mask_paid(self, event: Event) -> None:
        self.reserve[event["seat"]] -= 1
        self.received[event["to"]] += 1
        assert self.received[event["to"]] == event["received"]

    def cat_drawn(self, event: Event) -> None:
        self.hand_sizes[event["seat"]] += 1
        self.pile = event["left"]

    def cat_seen(self, event: Event) -> None:
        assert event["seat"] == self.viewer
        self.hand.add(event["cat"])

    def last_round(self, event: Event) -> None:
        self.finishing = True

    def facts(self) -> Event:
        return super().facts() | {
            "first": self.first,
            "secrets": self.secrets,
            "shown": self.shown,
            "denied": self.denied,
            "hidden": [3 - len(shown) for shown in self.shown],
            "pile": self.pile,
            "reserve": self.reserve,
            "received": self.received,
            "stage": self.stage,
            "finishing": self.finishing,
        }


FOLDS: dict[str, type[Fold]] = {"moustache": MoustacheFold, "gracias": GraciasFold, "club": ClubFold}


def ordered(value: Any) -> Any:
    """Plain data with sets and tuples as lists, so that folds and views can be compared."""
    if isinstance(value, set):
        return sorted(value)
    if isinstance(value, list | tuple):
        return [ordered(each) for each in value]
    if isinstance(value, dict):
        return {key: ordered(each) for key, each in value.items()}
    return value


def same_facts(view: Event, facts: Event) -> bool:
    """Whether a view shows these facts; hands and sets of cards in any order."""
    for name, fact in facts.items():
        shown = view[name]
        if isinstance(fact, set):
            shown = sorted(shown)
        elif fact and isinstance(fact, list) and isinstance(fact[0], set):
            shown = [sorted(each) for each in shown]
        assert ordered(shown) == ordered(fact), f"{name}: the view shows {shown}, the events tell {fact}"
    return True

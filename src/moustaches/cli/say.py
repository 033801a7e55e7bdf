"""Events and reasons in sentences, told from one viewer's side.

The other rooms speak in ids and facts; the texts of a language have a sentence for each. `Teller` puts names and cards
into them: "You lay B7" to the one who did, "Basile lays B7" to everybody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from msgspec.structs import asdict

from moustaches.content import plural, texts
from moustaches.content.texts import Sentence, Texts
from moustaches.game import events
from moustaches.game.club_words import ATTRIBUTES
from moustaches.game.events import Event
from moustaches.game.game import Game
from moustaches.game.reasons import Reason

from .notebook import carried

UNTOLD = (  # in the log, but no news: something else says the same
    events.Hidden,
    events.GameStarted,
    events.TeamDealt,
    events.TrickLed,
    events.RuleActed,
    events.CardsVanished,
    events.CardsCollected,
    events.CardDrawn,
    events.CupDrawn,
    events.CatDrawn,
)


class Number(int):
    """A number that knows how to stand in a sentence: `{lost:garment|garments}`, `{stars:+}`."""

    language: str

    def __new__(cls, number: int, language: str = "en") -> Self:
        self = super().__new__(cls, number)
        self.language = language
        return self

    def __format__(self, form: str) -> str:
        if form == "+":
            return signed(self)
        if "|" in form:
            return f"{minus(self)} {form.split('|')[plural(self.language, self)]}"
        return minus(self)


def minus(number: int) -> str:
    return str(int(number)).replace("-", "−")


def signed(number: int) -> str:
    return minus(number) if number < 0 else f"+{int(number)}"


class Teller:
    """Tells one viewer what happens; nobody is "you" to a viewer of None."""

    def __init__(self, game: Game, viewer: int | None, language: str = "en") -> None:
        self.words: Texts = texts(language)
        self.viewer = viewer
        self.players = game.players
        self.game = game.name
        self.box = game.setting.edition
        self.teams: dict[int, list[int]] = {}
        for event in game.history:
            self.hear(event)

    # Names

    def name(self, seat: int) -> str:
        return self.words.seats.you if seat == self.viewer else self.words.seats.names[seat]

    def title(self, seat: int) -> str:
        """A name at the head of a line: You, Basile."""
        return capital(self.name(seat))

    def names(self, seats: Iterable[int]) -> str:
        mine_first = sorted(seats, key=lambda seat: (seat != self.viewer, seat))
        return self.joined([self.name(seat) for seat in mine_first])

    def joined(self, items: Sequence[str], last: str = "") -> str:
        """One, two and three."""
        if not items:
            return self.words.seats.nothing
        *head, tail = items
        return f"{', '.join(head)} {last or self.words.seats.and_} {tail}" if head else tail

    def rule_name(self, rule: str) -> str:
        if rule in self.words.rules:
            return self.words.rules[rule].name
        return next((card.name for card in self.box.moustache.rules if card.id == rule and card.name), rule)

    def rule_text(self, rule: str) -> str:
        if rule in self.words.rules:
            return self.words.rules[rule].text
        return next((card.text for card in self.box.moustache.rules if card.id == rule), "")

    def attribute(self, word: str) -> str:
        """An attribute as this box and this language call it."""
        printed = self.box.club.attribute_cards[ATTRIBUTES.index(word)] if word in ATTRIBUTES else word
        return self.words.attributes.get(printed, printed)

    def cat(self, name: str) -> str:
        """What a cat carries, in words."""
        return ", ".join(self.attribute(word) for word in carried(self.box)[name])

    def options(self, options: Mapping[str, object]) -> list[str]:
        """The options of this table, each in a line."""
        lines: list[str] = []
        for id, value in options.items():
            text = self.words.games[self.game].options[id]
            said = text.values.get(str(value), text.text)
            lines.append(f"{text.name}: {said}")
        return lines

    # Sentences

    def prompt(self, id: str, **facts: object) -> str:
        return filled(self.words.prompts[id], {key: self.fact_of(fact) for key, fact in facts.items()})

    def label(self, id: str, **facts: object) -> str:
        return filled(self.words.labels[id], {key: self.fact_of(fact) for key, fact in facts.items()})

    def reason(self, reason: Reason) -> str:
        """A reason in a sentence, without its steps."""
        facts = dict(reason.args)
        return self.sentence(
            self.words.reasons[reason.id], facts, self.facts(facts) | self.rule_of(reason.rule)
        )

    def steps(self, reason: Reason) -> list[str]:
        return [self.reason(step) for step in reason.steps]

    def event(self, event: Event) -> str:
        """An event in a sentence."""
        self.hear(event)
        facts = {key: fact for key, fact in asdict(event).items() if key not in ("why", "audience")}
        filling = self.facts(facts) | self.rule_of(str(facts.get("rule", ""))) | self.besides(event)
        why = getattr(event, "why", None)
        if isinstance(why, Reason):
            filling |= {"why": self.reason(why), "steps": " ".join(self.steps(why) or [self.reason(why)])}
        return self.sentence(self.told(event, facts), facts, filling)

    def news(self, happened: Iterable[Event]) -> list[str]:
        """What is worth telling between two turns, each in a line."""
        lines: list[str] = []
        for event in happened:
            if not isinstance(event, UNTOLD) and not self.is_small_talk(event):
                lines.append(self.event(event))
            else:
                self.hear(event)
                if isinstance(event, events.TeamDealt) and sum(map(len, self.teams.values())) == self.players:
                    lines.append(self.teams_line())
        return lines

    # Behind the sentences

    crown = 0

    def hear(self, event: Event) -> None:
        """Remembers who plays with whom."""
        if isinstance(event, events.TeamDealt):
            if sum(map(len, self.teams.values())) == self.players:
                self.teams = {}
            self.teams.setdefault(event.team, []).append(event.seat)
            if event.crown:
                self.crown = event.seat

    def teams_line(self) -> str:
        sides = sorted(self.teams.values(), key=lambda side: self.viewer not in side)
        first, second = map(self.names, sides)
        return self.prompt("table-teams", first=first, second=second, crown=self.name(self.crown))

    def is_small_talk(self, event: Event) -> bool:
        """What the next event says anyway, or the table shows."""
        match event:
            case events.ColourDemanded(why=why):
                return why.id == "first-animal" and not why.rulings
            case events.CardsOpened(cards=cards) | events.OpenCardsGiven(cards=cards):
                return not cards
            case events.Dealt(seat=seat) | events.CatSeen(seat=seat) | events.SecretsDealt(seat=seat):
                return seat != self.viewer
        return False

    def told(self, event: Event, facts: Mapping[str, object]) -> str | Sentence:
        tag = str(type(event).__struct_config__.tag)
        for key, fact in facts.items():
            if fact is True and f"{tag}.{key}" in self.words.events:
                return self.words.events[f"{tag}.{key}"]
        return self.words.events[tag]

    def sentence(
        self, text: str | Sentence, facts: Mapping[str, object], filling: Mapping[str, object]
    ) -> str:
        """The form that fits whoever acts, filled in."""
        if isinstance(text, Sentence):
            nobody = any(facts.get(key, 0) in (None, ()) for key in ("seat", "seats", "cards"))
            if text.nobody and (nobody or not facts):
                form = text.nobody
            elif text.you and facts.get("seat", -1) == self.viewer:
                form = text.you
            elif text.to_you and self.viewer in (facts.get("to", -1), facts.get("asked", -1)):
                form = text.to_you
            else:
                form = text.other
        else:
            form = text
        return capital(re.sub(" +", " ", filled(form, filling)).strip(" "))

    def rule_of(self, rule: str) -> dict[str, object]:
        return {"rule": self.rule_name(rule), "text": self.rule_text(rule)} if rule else {}

    def facts(self, facts: Mapping[str, object]) -> dict[str, object]:
        """Facts in words: seats by name, cards in a row, colours and attributes as the language calls them."""
        filling: dict[str, object] = {}
        for key, fact in facts.items():
            match key, fact:
                case (("seat" | "to" | "asked" | "dealer"), int(seat)) if seat < self.players:
                    filling[key] = self.name(seat)
                case (("seat"), int(seat)):
                    filling["number"] = seat
                case "seats", (list() | tuple()) as seats:
                    filling[key] = self.names(seats)
                case "team", int(team):
                    filling[key] = capital(self.names(self.teams.get(team, [])))
                case (("cards" | "attributes"), (list() | tuple()) as cards):
                    words = [self.attribute(str(card)) for card in cards]
                    filling[key] = self.joined(words)
                    filling["choice"] = self.joined(words, self.words.seats.or_)
                case "order", (list() | tuple()) as order:
                    filling[key] = " < ".join(self.words.colours[str(colour)] for colour in order)
                case "stars", (list() | tuple()) as stars:
                    filling[key] = self.by_team(stars)
                case (("points" | "garments" | "received" | "hidden" | "out"), (list() | tuple()) as numbers):
                    filling[key] = self.by_seat(numbers)
                case "colour", str(colour):
                    filling[key] = self.words.colours[colour]
                case "attribute", str(attribute):
                    filling[key] = self.attribute(attribute)
                case "expected", str(kind):
                    filling[key] = self.words.kinds[kind]
                case (("option" | "because"), str(option)):
                    filling[key] = self.words.games[self.game].options[option].name
                case "game", str(game):
                    filling[key] = self.words.games[game].name
                case _:
                    filling[key] = self.fact_of(fact)
        if "seat" in filling:
            filling.setdefault("number", facts["seat"])
        return filling

    def besides(self, event: Event) -> dict[str, object]:
        """What a sentence may say that is not in the event."""
        match event:
            case events.TeamDealt(team=team):
                return {"side": team + 1}
            case events.PileCounted(stars=stars):
                return {"count": self.fact_of(stars)}
            case events.CatPlayed(cat=cat):
                return {"carries": self.cat(cat)}
            case events.GarmentsLost(seat=seat, lost=lost, left=left):
                wardrobe = self.wardrobe(seat)
                worn = max(0, len(wardrobe) - left - lost)
                return {"what": self.joined(wardrobe[worn : len(wardrobe) - left])}
            case events.GarmentRegained(seat=seat, left=left):
                return {"what": self.wardrobe(seat)[-left]}
        return {}

    def wardrobe(self, seat: int) -> list[str]:
        """What a seat's character wears, the first to come off first."""
        characters = self.box.gracias.characters
        worn = characters[seat].garments if seat < len(characters) else self.box.gracias.garments
        return [self.words.garments.get(garment, garment) for garment in worn]

    def fact_of(self, fact: object) -> object:
        """A number that counts as this language does, and anything else as it is."""
        if isinstance(fact, int) and not isinstance(fact, bool):
            return Number(fact, self.words.language)
        return fact

    def by_seat(self, numbers: Sequence[object]) -> str:
        return ", ".join(f"{self.name(seat)} {self.fact_of(number)}" for seat, number in enumerate(numbers))

    def by_team(self, stars: Sequence[object]) -> str:
        return ", ".join(
            f"{self.names(self.teams.get(team, []))} {self.fact_of(n)}" for team, n in enumerate(stars)
        )


def filled(text: str, facts: Mapping[str, object]) -> str:
    return text.format_map(facts)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]

"""A bot's reasons are true: each is held against the real table, for every legal move of whole games.

The checks look at the table itself, where all cards are known, or play the move there and see what comes of it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import moustaches
from moustaches.bots import why
from moustaches.bots.beliefs import club_marginals
from moustaches.bots.choice import Value
from moustaches.bots.imagine import imagine
from moustaches.bots.players import player
from moustaches.cli.notebook import carried, possible
from moustaches.engine.trick import ANIMALS, Trick
from moustaches.game.club_words import attribute_words
from moustaches.game.events import Event, MasksPlaced, TrickTaken
from moustaches.game.game import Game
from moustaches.game.gracias_words import CARDS as LOTERIA
from moustaches.game.gracias_words import STRENGTHS, GraciasView
from moustaches.game.moustache_words import CARDS, JOKERS, Card
from moustaches.game.reasons import Reason
from tests.game.playing import Table, step

Args = dict[str, Any]


class Case:
    """A move that could be made at a table, and one of its reasons."""

    def __init__(self, game: Game, view: Any, move: str, reason: Reason) -> None:
        self.game = game
        self.view = view
        self.seat: int = view.seat
        self.move = move
        self.said = move.rsplit(maxsplit=1)[-1]
        self.id = reason.id
        self.rule = reason.rule
        self.args: Args = reason.args

    def next(self, kind: type[Event]) -> Any:
        """Makes the move, others at random after it, until something of that kind happens."""
        game = self.game.copy()
        game.play(self.seat, self.move)
        rng = Random(1)
        while not (found := [e for e in game.history[self.game.version :] if isinstance(e, kind)]):
            step(game, rng)
        return found[0]

    @property
    def taker(self) -> int | None:
        """Who takes the trick in the end."""
        taken: TrickTaken = self.next(TrickTaken)
        return taken.seat

    # Moustache

    def stars(self, *cards: str) -> int:
        return sum(int(self.game.state.row.stars[Card.parse(card)]) for card in cards if card not in JOKERS)

    def winning_card(self, *more: str) -> str | None:
        """What would take the trick as it lies with these cards laid after it."""
        state = self.game.state
        trick = Trick()
        trick.demanded = state.trick.demanded
        for card in (Card.parse(name) for name in more if name not in JOKERS):
            colour = 0x7FF << card // 11 * 11
            if not trick.demanded:
                trick.demanded = colour
            elif trick.demanded != colour:
                trick.demanded = state.row.redirect(trick.demanded, 1 << card)
        names = {*(laid.card for laid in self.view.trick), *more}
        trick.cards = sum(1 << Card.parse(name) for name in names) & ANIMALS
        best = int(state.row.resolve(trick, "unicorn" in names, None))
        return str(Card(best.bit_length() - 1)) if best else None

    def winner(self, *more: str) -> int | None:
        """Who would take the trick as it lies, with one more card or without."""
        best = self.winning_card(*more)
        return next((laid.seat for laid in self.view.trick if laid.card == best), self.seat) if best else None

    @property
    def beaten_by(self) -> float:
        """The share of the animals not yet seen that would take the trick from the team if they came next."""
        past = [laid.card for trick in self.view.tricks for laid in trick.cards]
        seen = {*past, *(laid.card for laid in self.view.trick), *self.view.hand}
        ours = {laid.card for laid in self.view.trick if self.is_partner(laid.seat)} | {self.said}
        hidden = [card for card in CARDS[:44] if card not in seen]
        return sum(self.winning_card(self.said, card) not in ours for card in hidden) / max(len(hidden), 1)

    def is_partner(self, seat: int | None) -> bool:
        teams: tuple[int, ...] = self.view.teams
        return seat is not None and seat != self.seat and teams[seat] == teams[self.seat]

    @property
    def last(self) -> bool:
        return len(self.view.trick) + 1 == self.game.players

    @property
    def animals(self) -> list[str]:
        return [move.split()[1] for move in self.view.legal if move.split()[1] not in JOKERS]

    # Gracias

    @property
    def missing(self) -> int:
        return int(self.view.bids[self.seat] - self.view.taken[self.seat])

    @property
    def numbers(self) -> list[int]:
        said = [move.split()[1] for move in self.view.legal]
        return sorted(int(card) for card in said if card.isdecimal())

    @property
    def top(self) -> int:
        return max((STRENGTHS.index(laid.card) for laid in self.view.trick), default=-1)

    @property
    def forehead_chance(self) -> float:
        """The share of the cards not in sight that are higher than the highest in sight."""
        seen = [card for card in self.view.foreheads if card]
        highest = max(int(card) for card in seen if card != "J")
        out = [card for card in LOTERIA if card not in seen]
        joker = "blind-joker-zero" not in self.view.options
        return sum(joker if card == "J" else int(card) > highest for card in out) / len(out)

    # Club

    @property
    def secrets(self) -> tuple[str, ...]:
        """What the seat that is named really has."""
        return attribute_words(int(self.game.state.secrets[self.args["seat"]]))

    @property
    def asks(self) -> dict[str, float]:
        """How uncertain the masks on each cat in hand are, seat by seat."""
        box = self.game.setting.edition
        others = [seat for seat in range(self.view.players) if seat != self.seat and self.view.hidden[seat]]
        sets = [possible(self.view, seat, box) for seat in others]
        found = {}
        for cat in self.view.hand:
            carries = set(carried(box)[cat])
            shares = [sum(not carries.isdisjoint(each) for each in some) / len(some) for some in sets]
            found[cat] = sum(share * (1 - share) for share in shares)
        return found

    def is_percent(self, chance: float) -> bool:
        """Said to the percent, and 100 only of what is certain."""
        said = self.args["percent"]
        return abs(100 * chance - said) <= 1 and (said < 100 or chance > 1 - 1e-9)


def masked(case: Case) -> bool:
    placed: MasksPlaced = case.next(MasksPlaced)
    return case.seat in placed.seats


TRUE: dict[str, Callable[[Case], bool]] = {
    "bot-only-move": lambda it: it.view.legal == (it.move,),
    "bot-one-of-many": lambda it: len(it.view.legal) == it.args["number"] > 1,
    "bot-keeps-jokers": lambda it: (
        sum(card in (*JOKERS, "J") for card in it.view.hand) == it.args["number"]
        and not any(card in (*JOKERS, "J0", "J22") for card in it.move.split())
    ),
    # Gracias
    "bot-counts-on": lambda it: (
        len(it.args["cards"]) == it.args["bid"] == int(it.said) and set(it.args["cards"]) <= set(it.view.hand)
    ),
    "bot-counts-on-none": lambda it: (
        it.said == "0" and it.args["card"] == max(it.view.hand, key=lambda card: int(card.replace("J", "22")))
    ),
    "bot-may-not-bid": lambda it: f"bid {it.args['bid']}" not in it.view.legal and it.seat == it.view.gringo,
    "bot-sees-joker": lambda it: it.view.foreheads[it.args["seat"]] == "J",
    "bot-sees-highest": lambda it: (
        it.view.foreheads[it.args["seat"]] == it.args["card"] and it.is_percent(it.forehead_chance)
    ),
    "bot-needs-tricks": lambda it: (
        0 < it.missing == it.args["needed"] and it.args["left"] == len(it.view.hand)
    ),
    "bot-needs-all": lambda it: it.missing == it.args["needed"] == len(it.view.hand),
    "bot-leads-top": lambda it: not it.view.trick and it.said == str(it.numbers[-1]) and it.missing > 0,
    "bot-leads-low": lambda it: not it.view.trick and it.said == str(it.numbers[0]) and it.missing <= 0,
    "bot-cannot-be-beaten": lambda it: it.taker == it.seat,
    "bot-joker-wins": lambda it: it.taker == it.seat,
    "bot-joker-ducks": lambda it: it.taker != it.seat,
    "bot-stays-under": lambda it: it.taker != it.seat,
    "bot-throws-low": lambda it: it.taker != it.seat and it.said == str(it.numbers[0]),
    "bot-meets-bid": lambda it: (
        it.taker != it.seat
        and it.missing == 0
        and it.said == str(max(number for number in it.numbers if number < it.top))
        and it.args["taken"] == it.args["bid"]
    ),
    "bot-over-bid": lambda it: it.args["taken"] > it.args["bid"] and it.missing < 0,
    "bot-must-beat": lambda it: (
        it.missing <= 0 and min(it.numbers) > it.top and not any(m == "play J0" for m in it.view.legal)
    ),
    # Moustache
    "bot-leads": lambda it: not it.view.trick and it.is_percent(it.beaten_by),
    "bot-wins-so-far": lambda it: (
        it.winner(it.said) == it.seat and not it.last and it.is_percent(it.beaten_by)
    ),
    "bot-takes-stars": lambda it: (
        it.last and it.taker == it.seat and it.args["stars"] > 0 and not it.game.state.row.fewest_win
    ),
    "bot-takes-trick": lambda it: it.last and it.taker == it.seat,
    "bot-partner-wins": lambda it: (
        it.is_partner(it.winner())
        and it.is_partner(it.args["seat"])
        and it.winner(it.said) == it.args["seat"]
    ),
    "bot-helps-partner": lambda it: not it.is_partner(it.winner()) and it.winner(it.said) == it.args["seat"],
    "bot-gives-stars": lambda it: (
        it.stars(it.said) == it.args["stars"] > 0 and it.is_partner(it.winner(it.said))
    ),
    "bot-leaves-trick": lambda it: (
        it.view.teams[it.args["seat"]] != it.view.teams[it.seat]
        and it.winner(it.said) == it.args["seat"]
        and (it.args["stars"] > 0) == it.game.state.row.fewest_win
    ),
    "bot-throws-least": lambda it: (
        not it.is_partner(it.winner(it.said))
        and it.stars(it.said) == it.args["stars"]
        and it.stars(it.said)
        == (max if it.game.state.row.fewest_win else min)(it.stars(animal) for animal in it.animals)
    ),
    "bot-cannot-win": lambda it: it.winner(it.said) == it.args["seat"] != it.seat,
    "bot-nobody-wins": lambda it: it.winner(it.said) is None,
    "bot-unicorn-wins": lambda it: it.taker == it.seat,
    "bot-pigeon-discards": lambda it: it.stars(*(laid.card for laid in it.view.trick)) == it.args["stars"],
    "bot-monkey-waits": lambda it: it.said == "monkey",
    "bot-steals": lambda it: it.stars(it.said) == it.args["stars"] and it.args["card"] in it.view.still_in,
    "bot-gives-partner": lambda it: it.is_partner(it.args["seat"]),
    "bot-gives-away": lambda it: not it.is_partner(it.args["seat"]),
    "bot-fewer-stars": lambda it: it.rule in it.view.row[: it.view.revealed] and it.game.state.row.fewest_win,
    # Club
    "bot-certain": lambda it: it.args["attribute"] in it.secrets,
    "bot-likely": lambda it: (
        it.is_percent(club_marginals(it.view)[it.args["seat"]][it.args["attribute"]])
        and 0 < it.args["percent"] < 100
    ),
    "bot-excluded": lambda it: it.args["attribute"] not in it.secrets,
    "bot-bluffs": lambda it: it.args["attribute"] in it.view.secrets,
    "bot-too-uncertain": lambda it: it.is_percent(
        max(chance for likely in club_marginals(it.view).values() for chance in likely.values())
    ),
    "bot-too-many": lambda it: (
        it.args["sets"] == len(possible(it.view, it.args["seat"], it.game.setting.edition))
    ),
    "bot-last-guess": lambda it: it.view.finishing,
    "bot-asks-most": lambda it: (
        it.args["cat"] == it.said and it.asks[it.said] >= max(it.asks.values()) - 1e-9
    ),
    "bot-hides-behind": lambda it: masked(it) and it.args["number"] > 0,
    "bot-tells-nothing": masked,
    "bot-without-mask": lambda it: not masked(it),
}

NEVER_HERE = {"bot-best-value", "bot-near-best", "bot-unknown-rule", "bot-no-weights"}

TABLES = [
    *(Table("moustache", players, {"own-rules": True}) for players in (3, 4, 5, 6)),
    Table("moustache", 3, {"row": ["pass-three", "fewest-stars", "equals-vanish", "second-best"]}),
    Table("moustache", 5, {"row": ["fewest-stars", "green-negative", "cut-redirects", "lead-is-trump"]}),
    Table("moustache", 4, {"row": ["green-negative", "pass-three", "cut-redirects", "second-best"]}),
    Table("gracias", 3, {}),
    Table("gracias", 4, {"noyade": True}),
    Table("gracias", 4, {"uno-dos-tres": True}),
    Table("gracias", 3, {"strict-joker": True, "blind-joker-zero": True}),
    Table("club", 2, {}),
    Table("club", 3, {}),
]


def cases(game: Game, rng: Random) -> Iterator[Case]:
    """Every reason for some moves of every decision of a game, played half by a novice and half at random."""
    novice = player("novice")
    while not game.over:
        seat = rng.choice(game.to_act)
        view = game.view(seat)
        state = imagine(view)  # type: ignore[call-overload]
        usual = novice.choose(view).move
        for move in {usual, *rng.sample(view.legal, min(3, len(view.legal)))}:
            found = why.reasons(view, state, move, ())
            assert found
            for reason in found:
                yield Case(game, view, move, reason)
        game.play(seat, usual if rng.random() < 0.5 else rng.choice(view.legal))


def ids() -> set[str]:
    """The ids that the modules of reasons can give."""
    folder = Path(why.__file__).parent
    nodes = [node for path in folder.glob("why*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return {text for text in texts if text.startswith("bot-")}


def test_every_reason_is_true_and_every_reason_comes_up() -> None:
    seen: set[str] = set()
    for table in TABLES:
        for seed in range(12 if table.name == "gracias" else 3):
            for case in cases(table.new(seed), Random(seed)):
                seen.add(case.id)
                assert TRUE[case.id](case), f"{table} {seed}: {case.move}: {case.id} {case.args}\n{case.view}"
    assert set(TRUE) | NEVER_HERE == ids()
    assert seen == set(TRUE)


def test_the_worth_of_a_move_is_said_where_it_is_known() -> None:
    game = moustaches.new("gracias", players=3, seed=1)
    view = game.view(game.to_act[0])
    assert isinstance(view, GraciasView)
    values = (Value("bid 1", 0.5, 0.2), Value("bid 0", 0.41, 0.0))
    best, near = ([*why.reasons(view, imagine(view), move, values)][-1] for move in ("bid 1", "bid 0"))
    assert (best.id, best.args["percent"]) == ("bot-best-value", 50)
    assert (near.id, near.args["percent"], near.args["best"]) == ("bot-near-best", 41, 50)


@pytest.mark.parametrize("reason", [why.unknown_rule("kings-fall"), why.no_weights()])
def test_a_fallback_says_so(reason: Reason) -> None:
    assert reason.id in ids()

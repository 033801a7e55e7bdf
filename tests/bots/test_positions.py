"""A game may begin anywhere: from the middle of any game every player answers a legal move, and what it imagines is
what its view shows.

A position is described as `docs/positions.md` says, from random games at every table. Its views tell nothing of the
tricks that were played before it, and the players know nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import moustaches
from moustaches.bots import BASELINES, LEVELS, expert, player, regular
from moustaches.bots.beliefs import beliefs
from moustaches.bots.imagine import imagine
from moustaches.bots.players import SEARCHES
from moustaches.bots.slots import legal_slots, move_slots, table_of
from moustaches.content.editions import COLOURS
from moustaches.engine import COMPILED
from moustaches.engine.bits import Rng
from moustaches.engine.trick import ANIMALS, GREEN
from moustaches.game import PLAYERS
from moustaches.game.club import Club
from moustaches.game.club_words import attribute_words
from moustaches.game.club_words import words as cats
from moustaches.game.game import Game
from moustaches.game.gracias import Gracias
from moustaches.game.gracias_words import STRENGTHS
from moustaches.game.gracias_words import words as loteria
from moustaches.game.moustache import Moustache
from moustaches.game.moustache_words import words
from tests.bots.situations import some_tables
from tests.game.playing import TABLES, Table, step

EVERYONE = [*LEVELS, *(f"{name}:20" if name in SEARCHES else name for name in BASELINES)]
SIMULATIONS = 40 if COMPILED else 8
PLENTY = TABLES if COMPILED else [*TABLES[::12], *(Table("club", players, {}) for players in PLAYERS["club"])]
FEW = some_tables()[:: 2 if COMPILED else 12]

MAY_BE_LEFT_OUT = {
    "gracias": ("seen", "at_most"),
    "moustache": ("voids", "last_taker", "cups"),
    "club": ("denied", "reserve", "received", "pile"),
}
"""What a position need not tell: it is the same table, with less behind it."""
TRICKS = ("piles", "gone", "laid", "voids", "received", "last_taker")
"""All that lies behind a position of Moustache. Without it there must have been no joker (M9)."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for each in (regular, expert):
        monkeypatch.setattr(each, "FALLBACK", SIMULATIONS)
        monkeypatch.setattr(each, "GLIMPSES", 4)
    monkeypatch.setattr(expert, "SIMULATIONS", SIMULATIONS)


# Descriptions


def description(game: Game) -> dict[str, Any]:
    """The position that a game is in, with all that lies behind it."""
    told: dict[str, Any] = {"players": game.players, "options": game.setting.options}
    if isinstance(game, Gracias):
        return told | gracias(game)
    if isinstance(game, Moustache):
        return told | moustache(game)
    assert isinstance(game, Club)
    return told | club(game)


def gracias(game: Gracias) -> dict[str, Any]:
    state, view = game.state, game.view(None)
    here = [STRENGTHS.index(laid.card) % 22 for laid in view.trick]
    hands = [int(hand) for hand in state.hands]
    for laid, card in zip(view.trick, here, strict=True):
        hands[laid.seat] |= 1 << card
    told: dict[str, Any] = {
        "round": view.round,
        "gringo": view.gringo,
        "garments": view.garments,
        "out_round": view.out_rounds,
        "hands": [loteria(hand) for hand in hands],
        "bids": view.bids,
        "taken": view.taken,
        "at_most": [int(may).bit_length() - 1 for may in state.may_hold],
    }
    if view.phase == "play":
        told |= {
            "leader": int(state.leader),
            "trick": [laid.card for laid in view.trick],
            "seen": loteria(int(state.seen) & ~sum(1 << card for card in here)),
        }
    if any(view.chosen):
        told["chosen"] = [STRENGTHS[int(each).bit_length() - 1] if each else None for each in state.chosen]
    return told


def moustache(game: Moustache) -> dict[str, Any]:
    state, view = game.state, game.view(None)
    cups = [[int(state.cup(past, seat)) for seat in range(game.players)] for past in range(view.round - 1)]
    told: dict[str, Any] = {
        "round": view.round,
        "row": [rule.id for rule in state.rules],
        "teams": view.teams,
        "crown": view.crown,
        "hands": [words(hand) for hand in state.hands],
        "phase": view.phase,
        "cups": cups,
    }
    if view.phase == "give":
        return told | {"chosen": [words(given) for given in state.given]}
    here = sum(int(state.lays[laid.seat]) for laid in view.trick)
    if state.gave:
        told["received"] = [words(received) for received in state.received]
    if view.phase == "play" and state.last_taker >= 0:
        told["last_taker"] = int(state.last_taker)
    return told | {
        "leader": view.leader,
        "trick": [laid.card for laid in view.trick],
        "piles": [words(state.pile0), words(state.pile1)],
        "gone": words(int(state.gone) & ~here),
        "laid": [words(int(shown) & ~here) for shown in state.shown],
        "voids": [voids(int(may)) for may in state.may_hold],
    }


def voids(may_hold: int) -> list[str]:
    return [colour for place, colour in enumerate(COLOURS) if not may_hold & ANIMALS & GREEN << 11 * place]


def club(game: Club) -> dict[str, Any]:
    state, view = game.state, game.view(None)
    return {
        "secrets": [attribute_words(secrets) for secrets in state.secrets],
        "shown": view.shown,
        "denied": view.denied,
        "hands": [cats(hand) for hand in state.hands],
        "pile": [cats(1 << cat)[0] for cat in list(state.pile)[int(state.drawn) :]],
        "stage": [{"seat": cat.seat, "cat": cat.cat} for cat in view.stage],
        "reserve": view.reserve,
        "received": view.received,
        "first": view.first,
        "turn": view.turn,
        "step": view.phase,
        "finishing": view.finishing,
    }


def begun_anywhere(table: Table, seed: int, share: float) -> Iterator[Game]:
    """Games that begin in positions of a random game, some of them with less behind them, each taken some moves on."""
    chance = random.Random(f"{table} {seed}")
    game = table.new(seed)
    while not game.over:
        if chance.random() < share:
            position = moustaches.position(table.name, shortened(table, description(game), chance), seed=seed)
            yield position
            for _ in range(chance.randrange(6)):
                if not position.over:
                    step(position, chance)
            if not position.over:
                yield position
        step(game, chance)


def shortened(table: Table, told: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The description without some of what lies behind the position."""
    keys = {key for key in MAY_BE_LEFT_OUT[table.name] if chance.random() < 0.3}
    if table.name == "moustache" and table.players in (4, 6) and chance.random() < 0.3:
        keys |= set(TRICKS)
    return {key: value for key, value in told.items() if key not in keys}


# Promises


@pytest.mark.parametrize("name", ["gracias", "moustache", "club"])
def test_a_position_goes_on_as_the_game_would(name: str) -> None:
    """What the other tests here begin with: the description of a game is that game."""
    for number, table in enumerate(each for each in PLENTY[::5] if each.name == name):
        chance = random.Random(number)
        game = table.new(number)
        while not game.over:
            if chance.random() < 0.1:
                copy = moustaches.position(name, description(game), seed=number)
                for seat in range(table.players):
                    assert copy.legal(seat) == game.legal(seat)
                assert copy.state.scores() == game.state.scores()
                assert description(copy) == description(game)
            step(game, chance)


def shown_by(game: Game, state: Any, seat: int) -> object:
    """What a seat would see if this were the state of the game."""
    other = game.copy()
    other.state = state
    return other.view(seat)


@pytest.mark.parametrize("name", ["gracias", "moustache", "club"])
def test_what_is_imagined_shows_its_seat_the_same_view(name: str) -> None:
    compared = 0
    for number, table in enumerate(each for each in PLENTY if each.name == name):
        for game in begun_anywhere(table, number, 0.1):
            for seat in range(table.players):
                view = game.view(seat)
                state = imagine(view)  # type: ignore[call-overload]
                assert shown_by(game, state, seat) == view
                for world in range(3):
                    assert shown_by(game, state.resample(seat, Rng(world)), seat) == view
                compared += 1
    assert compared > 50


@pytest.mark.parametrize("name", ["gracias", "moustache", "club"])
def test_what_is_searched_is_what_is_legal(name: str) -> None:
    for number, table in enumerate(each for each in PLENTY[::2] if each.name == name):
        for game in begun_anywhere(table, number, 0.1):
            for seat in game.to_act:
                view = game.view(seat)
                slots = {slot for move in view.legal for slot in move_slots(view, move)}
                assert set(legal_slots(table_of(view))) == slots


@pytest.mark.parametrize("name", ["gracias", "moustache", "club"])
def test_beliefs_are_held_in_every_position(name: str) -> None:
    for number, table in enumerate(each for each in PLENTY[::6] if each.name == name):
        for game in begun_anywhere(table, number, 0.05):
            for seat in range(table.players):
                for places in beliefs(game.view(seat)).cards.values():
                    assert abs(sum(places.values()) - 1) < 1e-6


@pytest.mark.parametrize("name", EVERYONE)
def test_every_player_answers_a_legal_move(name: str) -> None:
    bot = player(name)
    for number, table in enumerate(FEW):
        for game in begun_anywhere(table, number, 0.03 if table.name == "gracias" else 0.06):
            for seat in game.to_act:
                view = game.view(seat)
                assert bot.choose(view).move in view.legal, view


def legal_for_everyone(game: Game) -> None:
    for seat in game.to_act:
        view = game.view(seat)
        for name in EVERYONE:
            assert player(name).choose(view).move in view.legal, (name, view)


def test_tricks_taken_before_a_position_count() -> None:
    """Seat 0 needs both tricks that are left. The three before them are in no view, but that they were taken is."""
    game = moustaches.position(
        "gracias",
        {
            "players": 3,
            "gringo": 2,
            "bids": [3, 1, 2],
            "taken": [1, 1, 1],
            "leader": 0,
            "hands": [["16", "21"], ["3", "7"], ["8", "9"]],
        },
        seed=1,
    )
    view: Any = game.view(0)
    state = imagine(view)
    assert [int(taken) for taken in state.taken] == [1, 1, 1]
    assert [int(hand).bit_count() for hand in state.hands] == [2, 2, 2]
    legal_for_everyone(game)


def test_the_only_forehead_in_sight_may_be_a_joker_that_counts_nothing() -> None:
    """Two are left, and the joker of the other one counts 0: whatever the own card is, it is higher."""
    game = moustaches.position(
        "gracias",
        {
            "players": 3,
            "options": {"end": "last-dressed", "blind-joker-zero": True},
            "round": 12,
            "gringo": 0,
            "out_round": [0, 0, 5],
            "hands": [["J"], ["5"], []],
        },
        seed=1,
    )
    legal_for_everyone(game)
    for level in LEVELS:
        choice = player(level).choose(game.view(1))
        assert level == "novice" or choice.move == "bid 1"
        assert choice.why[0].id == "bot-sees-highest"
        assert choice.why[0].args == {"seat": 0, "card": "J", "percent": 100}


def test_rule_cards_of_a_position_need_not_be_in_the_packs() -> None:
    """The packs of a first game lack half of the cards, those of most games the ones of our own."""
    row = ["zero-heroes", "last-trick", "zero-fells-ten", "lead-is-trump"]
    for round in (1, 2, 3, 4):
        for options in ({}, {"first-game": True}):
            told = {"players": 4, "options": options, "round": round, "row": row, "teams": [0, 1, 0, 1]}
            hands = [["G1", "P8"], ["P2", "B5"], ["O3", "G4"], ["B4", "G9"]]
            legal_for_everyone(
                moustaches.position("moustache", {**told, "crown": 1, "leader": 3, "hands": hands}, seed=1)
            )


@pytest.mark.parametrize("received", [False, True])
def test_all_jokers_may_have_been_laid_before_a_position(received: bool) -> None:
    """By the lone player who was dealt them, or by the left neighbour who was given them."""
    past = [["unicorn", "pigeon", "monkey"], ["G7", "G8", "G9"], ["B1", "B2", "B3"]]
    given = [past[2], past[0], past[1]]
    told: dict[str, Any] = {
        "players": 3,
        "round": 2,
        "row": ["pass-three", "pink-open", "twos-win", "second-best"],
        "teams": [0, 1, 1],
        "crown": 1,
        "leader": 0,
        "hands": [["G1", "P1"], ["P2", "P3"], ["O3", "O4"]],
        "piles": [[card for cards in past for card in cards], []],
        "laid": given if received else past,
    }
    game = moustaches.position("moustache", {**told, "received": given} if received else told, seed=1)
    for seat in range(3):
        view: Any = game.view(seat)
        assert shown_by(game, imagine(view).resample(seat, Rng(1)), seat) == view
    while not game.over and game.view(0).round == 2:  # type: ignore[attr-defined]
        legal_for_everyone(game)
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[0])


def test_hands_are_full_where_hardly_a_closed_card_is_left() -> None:
    """With pink cards open, and most of them not dealt, there are fewer other animals than places in the hands: the
    rest are jokers."""
    closed = [f"{colour}{number}" for number in range(11) for colour in "GOB"]
    cards = iter([*closed, *(f"P{number}" for number in range(5))])
    hands = [[joker, *(next(cards) for _ in range(7))] for joker in ("unicorn", "pigeon")]
    hands += [[next(cards) for _ in range(8)] for _ in range(3)]
    game = moustaches.position(
        "moustache",
        {
            "players": 5,
            "row": ["pink-open", "blue-tax", "twos-win", "second-best"],
            "teams": [0, 0, 1, 1, 1],
            "crown": 2,
            "hands": hands,
        },
        seed=1,
    )
    for seat in range(5):
        view: Any = game.view(seat)
        assert shown_by(game, imagine(view).resample(seat, Rng(seat)), seat) == view
    legal_for_everyone(game)

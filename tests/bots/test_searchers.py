"""The searching players: legal moves in every game, the same answer to the same view, and values that can be read."""

from __future__ import annotations

import random
from typing import Any

import pytest

import moustaches
from moustaches.bots.choice import Bot
from moustaches.bots.searchers import FlatMonteCarlo, TreeSearch
from moustaches.bots.slots import legal_slots, move_slots, move_text, table_of
from moustaches.engine import COMPILED
from moustaches.game.game import Game

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    *(("gracias", players, {}) for players in (3, 4)),
    ("gracias", 4, {"end": "last-dressed", "chico": True, "noyade": True}),
    ("gracias", 3, {"end": "first-bare", "uno-dos-tres": True, "blind-joker-zero": True}),
    ("gracias", 4, {"strict-joker": True}),
    *(("moustache", players, {}) for players in (3, 4, 5, 6)),
    *(
        ("moustache", players, {"row": ["pass-three", "pink-open", "cut-redirects", "equals-vanish"]})
        for players in (3, 6)
    ),
    ("moustache", 5, {"row": ["pink-open", "pass-three", "twos-win", "second-best"], "open-counts": True}),
    ("moustache", 4, {"own-rules": True, "equal-cups": True}),
    *(("club", players, {}) for players in (2, 3, 4)),
]
BOTS: list[Bot] = [FlatMonteCarlo(40), TreeSearch(40)]


def random_game(name: str, players: int, options: dict[str, Any], seed: int) -> Any:
    """A random game, move by move, in any order of those who choose at once."""
    chooser = random.Random(f"{name} {players} {options} {seed}")
    game = moustaches.new(name, players=players, seed=seed, options=options)
    while not game.over:
        yield game
        seat = chooser.choice(game.to_act)
        game.play(seat, chooser.choice(game.legal(seat)))


# From views to worlds


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_a_worlds_slots_are_the_moves_of_the_view(name: str, players: int, options: dict[str, Any]) -> None:
    for seed in range(3 if COMPILED else 1):
        for game in random_game(name, players, options, seed):
            for seat in game.to_act:
                view = game.view(seat)
                world = table_of(view)
                assert world.turn() == seat
                for move in view.legal[:: 1 if COMPILED else 20]:
                    assert move_text(view, move_slots(view, move)) == move
                slots = {slot for move in view.legal for slot in move_slots(view, move)}
                assert sorted(slots) == legal_slots(world)


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_playing_a_moves_slots_is_playing_the_move(name: str, players: int, options: dict[str, Any]) -> None:
    """In a world that is the real one the engine must come to the same state by both ways."""
    chooser = random.Random(4)
    for game in random_game(name, players, options, 5):
        seat = game.to_act[0]
        view = game.view(seat)
        move = chooser.choice(view.legal)
        kind: Any = type(table_of(view))
        world = kind(game.state.clone(), [])
        for slot in move_slots(view, move):
            world.play(slot)
        direct = game.state.clone()
        direct.apply(seat, int(game.parsed(move)))
        assert list(world.state.hands) == list(direct.hands)
        assert (world.state.phase, world.state.to_act) == (direct.phase, direct.to_act)


# The players


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_plays_legal_moves_to_the_end_of_every_game(
    name: str, players: int, options: dict[str, Any], bot: Bot
) -> None:
    game = moustaches.new(name, players=players, seed=2, options=options)
    moves = 0
    while not game.over and (COMPILED or moves < 60):
        seat = game.to_act[-1]
        view = game.view(seat)
        choice = bot.choose(view)
        assert choice.move in view.legal
        assert choice.why
        if choice.values:
            assert choice.move == choice.values[0].move
            told = [value.move for value in choice.values]
            assert len(set(told)) == len(told)
            assert set(told) <= set(view.legal)
            assert all(0.0 <= value.win <= 1.0 for value in choice.values)
        assert bool(choice.values) == (len(view.legal) > 1)
        game.play(seat, choice.move)
        moves += 1


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize("name", ["gracias", "moustache", "club"])
def test_the_same_view_gets_the_same_choice_and_another_seed_may_not(name: str, bot: Bot) -> None:
    views = [game.view(game.to_act[0]) for game in random_game(name, 3, {}, 1)][::7]
    choices = [bot.choose(view) for view in views]
    assert choices == [bot.choose(view) for view in reversed(views)][::-1]
    other = type(bot)(40, 7)  # type: ignore[call-arg]
    assert choices != [other.choose(view) for view in views]


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_wins_against_chance(bot: Bot) -> None:
    strong = type(bot)(300 if COMPILED else 60)  # type: ignore[call-arg]
    for name, deals in (("gracias", 6), ("club", 6)) if COMPILED else (("gracias", 3),):
        won = 0.0
        for seed in range(deals):
            won += share_of_seat_0(moustaches.new(name, players=3, seed=seed), strong, seed)
        assert won / deals > 0.6


def share_of_seat_0(game: Game, bot: Bot, seed: int) -> float:
    chooser = random.Random(seed)
    while not game.over:
        seat = game.to_act[0]
        view = game.view(seat)
        game.play(seat, bot.choose(view).move if seat == 0 else chooser.choice(view.legal))
    assert game.outcome is not None
    return (0 in game.outcome.winners) / len(game.outcome.winners)

"""What the server asks of a game with every move is what the game itself would say."""

from __future__ import annotations

import random

import pytest

import moustaches
from moustaches.errors import MoustachesError

GAMES = [("moustache", 3), ("moustache", 6), ("gracias", 3), ("gracias", 4), ("club", 2), ("club", 4)]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_text_is_found_where_and_only_where_it_is_a_legal_move(name: str, players: int) -> None:
    chance = random.Random(players)
    for seed in range(3):
        game = moustaches.new(name, players, seed)
        read: set[str] = set()
        while not game.over:
            read.update(str(move) for seat in game.to_act for move in chance.sample(game.legal(seat), 1))
            for text in read:
                game.parsed(text)
            for seat in range(players):
                legal = {str(move): move for move in game.legal(seat)}
                for text in read:
                    found = game.course.found(seat, text)
                    assert found == legal.get(text)
                    assert found is None or str(found) == text
            seat = chance.choice(game.to_act)
            game.play(seat, chance.choice(game.legal(seat)))
        assert not any(game.course.found(seat, text) for seat in range(players) for text in read)


@pytest.mark.parametrize("name", ["moustache", "gracias", "club"])
def test_a_move_written_with_more_spaces_is_the_same_move_and_is_not_remembered(name: str) -> None:
    game = moustaches.new(name, seed=5)
    seat = game.to_act[0]
    move = game.legal(seat)[0]
    spaced = str(move).replace(" ", "   ")
    assert game.checked(seat, spaced) == move
    assert game.course.found(seat, spaced) is None
    assert spaced not in game.course.known


@pytest.mark.parametrize("name", ["moustache", "gracias", "club"])
def test_a_copy_goes_its_own_way(name: str) -> None:
    chance = random.Random(3)
    game = moustaches.new(name, seed=3)
    for _ in range(12):
        seat = chance.choice(game.to_act)
        game.play(seat, chance.choice(game.legal(seat)))
    record, views = game.record(), [game.view(seat) for seat in range(game.players)]
    other = game.copy()
    assert other.record() == record
    while not other.over:
        seat = chance.choice(other.to_act)
        other.play(seat, chance.choice(other.legal(seat)))
    assert game.record() == record
    assert [game.view(seat) for seat in range(game.players)] == views
    assert moustaches.load(other.record()).outcome == other.outcome


@pytest.mark.parametrize("name", ["moustache", "gracias", "club"])
def test_what_a_caller_gets_wrong_is_said_by_the_game_in_its_own_errors(name: str) -> None:
    game = moustaches.new(name, seed=1)
    record = game.record()
    wrong: list[tuple[object, object]] = [
        ("0", 0), (None, 0), (9, 0), (-1, 0), (True, 0), (game.to_act[0], None), (game.to_act[0], 1.5),
        (game.to_act[0], -1), (game.to_act[0], 10**9), (game.to_act[0], "dance"), (game.to_act[0], b"keep"),
    ]  # fmt: skip
    for seat, move in wrong:
        with pytest.raises(MoustachesError):
            game.play(seat, move)  # type: ignore[arg-type]
    assert game.record() == record

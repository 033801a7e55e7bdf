"""The simple bots: always legal, always the same for the same view, and better than chance."""

import random

import pytest

import moustaches
from moustaches.cli.bots import choose
from moustaches.cli.notebook import possible, signs
from moustaches.content import edition
from moustaches.game.club import ClubView


@pytest.mark.parametrize(("name", "players"), [("moustache", 5), ("gracias", 4), ("club", 3)])
def test_a_bot_makes_the_same_choice_again(name: str, players: int) -> None:
    game = moustaches.new(name, players=players, seed=2)
    while not game.over:
        seat = game.to_act[0]
        view = game.view(seat)
        move = choose(view, game.setting.edition)
        assert move in [str(each) for each in game.legal(seat)]
        assert choose(view, game.setting.edition) == move
        game.play(seat, move)


@pytest.mark.parametrize("name", ["gracias", "club"])
def test_bots_beat_a_random_player(name: str) -> None:
    rng = random.Random(1)
    wins = 0
    for seed in range(12):
        game = moustaches.new(name, players=3, seed=seed)
        while not game.over:
            seat = game.to_act[0]
            legal = [str(move) for move in game.legal(seat)]
            game.play(seat, rng.choice(legal) if seat == 0 else choose(game.view(seat), game.setting.edition))
        assert game.outcome is not None
        wins += 0 in game.outcome.winners
    assert wins <= 3


def test_the_notebook_never_excludes_the_truth() -> None:
    box = edition()
    for seed in range(4):
        game = moustaches.new("club", players=4, seed=seed)
        views: list[ClubView] = []
        while not game.over:
            seat = game.to_act[0]
            view = game.view(seat)
            assert isinstance(view, ClubView)
            views.append(view)
            game.play(seat, choose(view, box))
        final = game.view(None)
        assert isinstance(final, ClubView)
        assert final.all_secrets is not None
        for view in views:
            for seat, secrets in enumerate(final.all_secrets):
                assert frozenset(secrets) in possible(view, seat, box)
                found = signs(view, seat, box)
                assert all(found[word] != "x" for word in secrets)
                assert all(word in secrets for word, sign in found.items() if sign in "!O")

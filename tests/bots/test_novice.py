"""The novice and the two simplest players: always legal, always the same for the same view, and as strong as we say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import moustaches
from moustaches.bots.choice import Bot
from moustaches.bots.players import player
from moustaches.game import PLAYERS
from moustaches.game.events import TeamDealt
from moustaches.game.game import Game
from moustaches.game.moustache_words import MoustacheView
from moustaches.game.views import View
from tests.bots.situations import OWN_CARDS, choices, own_box, some_tables
from tests.game.playing import Table


@pytest.mark.parametrize("table", some_tables(), ids=str)
def test_the_novice_plays_whole_games_at_every_table(table: Table) -> None:
    for view, choice in choices(table.new(seed=3), player("novice")):
        assert choice.move in view.legal
        assert choice.why, "a level always says why"


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_the_baselines_play_whole_games(name: str) -> None:
    for table in some_tables()[::7]:
        for view, choice in choices(table.new(seed=3), player(name)):
            assert choice.move in view.legal


@pytest.mark.parametrize("game", PLAYERS)
@pytest.mark.parametrize("name", ["novice", "greedy"])
def test_a_box_with_other_contents_is_no_riddle(
    game: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other stars, rounds and secrets, and rule cards that no player of ours has heard of."""
    monkeypatch.setenv("MOUSTACHES_EDITIONS", str(tmp_path))
    box = own_box(tmp_path)
    second = ("pass-three", "pink-open", "blue-tax")
    rows = [{"row": ["orange-feast", white, "ones-win", "kings-fall"]} for white in second]
    for players, options in zip(PLAYERS[game], rows if game == "moustache" else [{}] * 3, strict=False):
        table = moustaches.new(game, players=players, seed=1, edition=box, options=options)
        for view, choice in choices(table, player(name)):
            assert choice.move in view.legal
            if isinstance(view, MoustacheView) and options:
                assert set(OWN_CARDS) <= set(view.row)


@pytest.mark.parametrize("game", PLAYERS)
@pytest.mark.parametrize("name", ["novice", "greedy", "random"])
def test_the_same_view_and_seed_get_the_same_choice(game: str, name: str) -> None:
    for view, choice in choices(moustaches.new(game, players=3, seed=2), player(name, seed=7)):
        assert player(name, seed=7).choose(view) == choice


@pytest.mark.parametrize("game", PLAYERS)
def test_the_novice_slips_now_and_then(game: str) -> None:
    """Two novices mostly agree; where they do not, one of them made a mistake."""
    differ = total = 0
    other = player("novice", seed=99)
    for seed in range(8):
        for view, choice in choices(moustaches.new(game, players=3, seed=seed), player("novice", seed=1)):
            total += len(view.legal) > 1
            differ += other.choose(view).move != choice.move
    assert 0.005 < differ / total < 0.3


# Strength, on deals played from every seat, or by both teams


def finish(game: Game, bots: Callable[[View], Bot]) -> Game:
    while not game.over:
        seat = game.to_act[0]
        view = game.view(seat)
        game.play(seat, bots(view).choose(view).move)
    return game


def share_of_wins(name: str, players: int, deals: int) -> float:
    """The share of the victory of one novice among random players; par is 1 ÷ players."""
    novice, rest = player("novice"), player("random")
    wins = 0.0
    for deal in range(deals):
        for place in range(players):
            game = finish(
                moustaches.new(name, players=players, seed=deal),
                lambda view, place=place: novice if view.seat == place else rest,  # type: ignore[misc]
            )
            assert game.outcome is not None
            wins += (place in game.outcome.winners) / len(game.outcome.winners)
    return wins / (deals * players)


def share_of_rounds(players: int, deals: int) -> float:
    """The share of the rounds that a team of novices wins against one of random players; par is a half."""
    novice, rest = player("novice"), player("random")
    won = rounds = 0
    for deal in range(deals):
        for team in (0, 1):

            def bots(view: View, team: int = team) -> Bot:
                assert isinstance(view, MoustacheView)
                assert view.seat is not None
                return novice if view.teams[view.seat] == team else rest

            game = finish(moustaches.new("moustache", players=players, seed=deal), bots)
            view = game.view(None)
            assert isinstance(view, MoustacheView)
            dealt = [event for event in game.history if isinstance(event, TeamDealt)]
            for number, past in enumerate(view.rounds):
                teams = {event.seat: event.team for event in dealt[number * players : (number + 1) * players]}
                won += teams[past.winners[0]] == team
                rounds += 1
    return won / rounds


@pytest.mark.parametrize(("players", "least"), [(3, 0.55), (4, 0.45)])
def test_one_novice_against_random_players_at_gracias(players: int, least: float) -> None:
    assert share_of_wins("gracias", players, 20) >= least


@pytest.mark.parametrize(("players", "least"), [(2, 0.85), (3, 0.65), (4, 0.5)])
def test_one_novice_against_random_players_at_the_club(players: int, least: float) -> None:
    assert share_of_wins("club", players, 12) >= least


@pytest.mark.parametrize(("players", "least"), [(3, 0.6), (4, 0.7), (5, 0.65), (6, 0.65)])
def test_a_team_of_novices_against_random_players_at_moustache(players: int, least: float) -> None:
    assert share_of_rounds(players, 16) >= least

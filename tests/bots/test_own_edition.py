"""Bots, arena and coach play with the box of the table, also with one that lies in no folder of editions: a view says
no more of it than the name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import moustaches
from moustaches.arena import match
from moustaches.bots.coach import analyse, hint
from moustaches.bots.imagine import imagine
from moustaches.bots.players import player
from moustaches.game.club_words import ClubView
from moustaches.game.gracias_words import GraciasView
from moustaches.game.moustache_words import MoustacheView

MINE = """format = 1
base = "standard"
[moustache.stars]
green = [9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]
[gracias]
rounds = [2, 1]
forehead = 2
[club]
masks = 5
"""
SEATS = {"moustache": 4, "gracias": 3, "club": 2}


@pytest.fixture(params=["mine", "standard"])
def box(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The path of an own box; the second has the name of ours."""
    monkeypatch.setenv("MOUSTACHES_EDITIONS", "")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    Path(f"{request.param}.toml").write_text(MINE, "utf-8")
    yield f"{request.param}.toml"
    moustaches.edition("standard")  # for the tests that follow


def test_a_view_is_imagined_with_the_box_of_its_table(box: str) -> None:
    views = [moustaches.new(name, players=SEATS[name], seed=1, edition=box).view(0) for name in SEATS]
    for view in views:
        if isinstance(view, MoustacheView):
            assert imagine(view).setup.stars[0] == 9
        elif isinstance(view, GraciasView):
            assert imagine(view).cards == 2
        else:
            assert isinstance(view, ClubView)
            assert imagine(view).deck.masks == 5


@pytest.mark.parametrize("name", SEATS)
@pytest.mark.parametrize("bot", ["novice", "flat-mc:20"])
def test_bots_play_a_whole_game_with_it(name: str, bot: str, box: str) -> None:
    game = moustaches.new(name, players=SEATS[name], seed=1, edition=box)
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, player(bot).choose(game.view(seat)).move)
    assert game.outcome is not None


def test_the_coach_judges_with_it_here_and_in_workers(box: str) -> None:
    game = moustaches.new("club", players=2, seed=1, edition=box)
    for _ in range(4):
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    assert hint(game.view(game.to_act[0]), "flat-mc:50").values
    moustaches.edition("standard")  # another table is set meanwhile
    assert analyse(game, "flat-mc:50", workers=2) == analyse(game, "flat-mc:50")


def test_the_arena_plays_with_it_in_workers(box: str) -> None:
    found = [
        match("club", ["greedy", "random"], players=2, deals=3, seed=1, edition=box, workers=workers)
        for workers in (1, 2)
    ]
    assert found[0].without_run() == found[1].without_run()
    assert (
        found[0].without_run()
        != match("club", ["greedy", "random"], players=2, deals=3, seed=1).without_run()
    )


def test_its_name_is_enough_from_then_on_where_no_folder_has_it(
    box: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = moustaches.edition(box)
    monkeypatch.chdir("/")
    found = moustaches.edition(own.name)
    assert (found.digest == own.digest) == (own.name == "mine")
    Path(tmp_path, box).write_text(MINE.replace("masks = 5", "masks = 6"), "utf-8")
    if own.name == "mine":
        assert moustaches.edition("mine").club.masks == 6  # a corrected file is seen at once

"""Golden playthroughs: recorded games must replay to the same bytes. `tests/golden/make.py` writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

import moustaches
from moustaches.game.gracias import ENDS
from moustaches.game.gracias import OPTIONS as GRACIAS
from moustaches.game.moustache import OPTIONS as MOUSTACHE
from tests.game.playing import SEATS
from tests.golden.make import FOLDER, files_of, golden_tables, told

RECORDS = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_playthrough_replays_to_the_same_bytes(path: Path) -> None:
    game = moustaches.load(path.read_text("utf-8"))
    assert game.over
    for end, content in files_of(game).items():
        assert path.with_suffix(end).read_bytes() == content
    assert len(told(game)[None]) == game.version
    assert moustaches.verify(path.read_text("utf-8")).moves == len(game.moves)


def test_every_game_and_number_of_players_has_a_golden_playthrough() -> None:
    games = [moustaches.load(path.read_text("utf-8")) for path in RECORDS]
    assert {(game.name, game.players) for game in games} == set(SEATS)
    options = {(game.name, option) for game in games for option in game.setting.options}
    assert options == {("gracias", name) for name in GRACIAS} | {("moustache", name) for name in MOUSTACHE}
    assert {game.setting.options.get("end", ENDS[0]) for game in games if game.name == "gracias"} == {*ENDS}
    rules = {rule.id for game in games for rule in getattr(game.state, "rules", ())}
    assert {"pass-three", "pink-open", "equals-vanish", "cut-redirects"} <= rules


def test_no_file_of_a_golden_playthrough_is_missing_or_left_over() -> None:
    names = [name for name, _ in golden_tables()]
    expected = {f"{name}{end}" for name in names for end in (".txt", ".jsonl", ".seat0.jsonl")}
    assert {path.name for path in [*FOLDER.glob("*.txt"), *FOLDER.glob("*.jsonl")]} == expected

"""`moustaches arena` as it is called."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from moustaches.arena import Result, match
from moustaches.cli import main

SMALL = ["arena", "gracias", "novice", "random", "--deals", "4", "--seed", "9"]


def test_tables_say_who_won(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--workers", "1", "--option", "noyade"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "Moustache Gracias, 4 players: 4 deals, noyade" in said.out
    assert "one novice against three random (16 games)" in said.out
    assert "three novice against one random (16 games)" in said.out
    assert "par 25 %; margin in garments a game" in said.out
    assert "--seed 9" in said.out
    assert all(len(line) <= 80 for line in said.out.splitlines())


def test_json_and_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, picture = tmp_path / "result.json", tmp_path / "result.svg"
    assert main([*SMALL, "--workers", "2", "--json", str(data), "--plot", str(picture)]) == 0
    assert "one novice" in capsys.readouterr().out
    result = Result.from_json(data.read_bytes())
    assert result.without_run() == match("gracias", ["novice", "random"], deals=4, seed=9).without_run()
    assert ElementTree.fromstring(picture.read_text("utf-8")).tag.endswith("svg")


def test_json_alone_is_all_that_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["arena", "moustache", "greedy", "random", "--deals", "2", "--players", "3", "--workers", "1"]
    assert main([*asked, "--json"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    result = Result.from_json(said.out)
    assert result.match.kinds == ("teams",)
    assert result.match.players == 3


def test_three_players(capsys: pytest.CaptureFixture[str]) -> None:
    asked = [
        "arena",
        "club",
        "greedy",
        "random",
        "novice",
        "--players",
        "2",
        "--deals",
        "2",
        "--workers",
        "1",
    ]
    assert main(asked) == 0
    assert "all against all, in every seat (12 games)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (["arena", "chess", "random", "greedy"], "no game is called 'chess'"),
        (["arena", "gracias"], "required: PLAYER"),
        (["arena", "gracias", "random"], "at least two players"),
        (["arena", "gracias", "random", "radnom"], "did you mean random"),
        (["arena", "gracias", "random", "flat-mc:x"], "of simulations per move"),
        ([*SMALL, "--deals", "1"], "from 2 on"),
        ([*SMALL, "--workers", "0"], "from 1 on"),
        ([*SMALL, "--players", "9"], "3 to 4 players, not 9"),
        ([*SMALL, "--kind", "teams"], "teams is for moustache"),
        ([*SMALL, "--plot", "no/such/folder/x.svg"], "there is no folder"),
        ([*SMALL, "--json", "no/such/folder/x.json"], "there is no folder"),
        ([*SMALL, "--address", "here:1"], "only a match on ray"),
    ],
)
def test_a_mistake_is_answered_in_one_line(
    asked: list[str], answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(asked) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("moustaches: ")
    assert len(said.err.splitlines()) == 1
    assert answer in said.err

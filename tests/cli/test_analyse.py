"""`moustaches analyse`: text, JSON and a page that stands alone; one clear error where something is wrong."""

from __future__ import annotations

import argparse
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace

import moustaches
from moustaches.bots.coach import Analysis, analyse
from moustaches.bots.players import player
from moustaches.cli import report
from moustaches.cli.analyse import add_arguments, sparkline
from moustaches.cli.analyse import analyse as command
from moustaches.cli.say import Teller
from moustaches.errors import MoustachesError
from moustaches.game.game import Game

JUDGE = "flat-mc:40"


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return command(parser.parse_args([*words, "--workers", "1"]))


def played(name: str, players: int = 3) -> Game:
    game = moustaches.new(name, players=players, seed=12)
    bots = [player("random"), *[player("novice")] * (players - 1)]
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, bots[seat].choose(game.view(seat)).move)
    return game


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "game.txt"
    path.write_text(played("gracias").record(), "utf-8")
    return str(path)


# Text


def test_the_text_names_the_players_and_what_they_gave_away(
    record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(record, "--judge", JUDGE) == 0
    said = capsys.readouterr().out
    found = analyse(played("gracias"), JUDGE)
    assert said.startswith("Moustache Gracias: 3 players")
    for name, summary in zip(("Aline", "Basile", "Colette"), found.summaries, strict=True):
        (line,) = re.findall(rf"^{name} +(\d+) .*$", said, re.MULTILINE)
        assert int(line) == summary.decisions
    worst = max(found.decisions, key=lambda each: each.loss)
    assert worst.grade == "blunder"
    assert f"{worst.number + 1} {('Aline', 'Basile', 'Colette')[worst.seat]}, round {worst.round}: " in said
    assert f"{worst.move} blunder, −{100 * worst.loss:.0f} %. Better: {worst.best}." in " ".join(said.split())


def test_one_seat_is_told_about_itself(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(record, "--judge", JUDGE, "--seat", "0") == 0
    said = capsys.readouterr().out
    assert re.search(r"^You +\d+ ", said, re.MULTILINE)
    assert not re.search(r"^Basile +\d+ ", said, re.MULTILINE)


def test_a_graph_in_the_terminal_is_a_bar_for_each_choice() -> None:
    assert sparkline([0.0, 0.5, 1.0]) == "▁▅█"
    assert len(sparkline([0.3] * 400)) == 50
    assert sparkline([]) == ""


# JSON


def test_the_json_holds_every_choice(record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(record, "--judge", JUDGE, "--json", "-") == 0
    printed = json.loads(capsys.readouterr().out)
    assert run(record, "--judge", JUDGE, "--json", str(tmp_path / "found.json")) == 0
    assert json.loads((tmp_path / "found.json").read_text("utf-8")) == printed
    assert f"The JSON is in {tmp_path / 'found.json'}." in capsys.readouterr().out
    game = moustaches.load(Path(record).read_text("utf-8"))
    assert [each["move"] for each in printed["decisions"]] == [str(move) for _, move in game.moves]


# HTML


class Reader(HTMLParser):
    """Checks that what is opened is closed, and collects what a page refers to."""

    VOID = ("meta", "line")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.said = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            assert not name.startswith("on")
            assert name not in ("src", "srcset", "data")
            if name == "id":
                self.ids.append(str(value))
            if name in ("href", "xlink:href"):
                self.links.append(str(value))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said += data


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


@pytest.mark.parametrize(("name", "players"), [("gracias", 4), ("moustache", 5), ("club", 3)])
def test_the_page_stands_alone(name: str, players: int) -> None:
    game = played(name, players)
    found = analyse(game, JUDGE)
    page = report.page(found, Teller(game, None))
    reader = read(page)
    assert not reader.tags & {"script", "link", "img", "iframe", "object", "embed", "base", "form"}
    assert not re.search(r"https?:|url\(|@import|//", page)
    assert set(reader.links) <= {f"#{id}" for id in reader.ids}
    assert len(reader.ids) == len(set(reader.ids)) == len(found.decisions)
    assert page.count("<svg") == players
    for decision in found.decisions:
        if decision.grade != "forced":
            assert decision.best in reader.said
    for each in report.worst_of(found.decisions, report.SHOWN):
        assert report.whys(each, Teller(game, None)) in reader.said


def test_the_report_is_written_where_it_was_asked_for(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.html"
    assert run(record, "--judge", JUDGE, "--html", str(path), "--seat", "2") == 0
    assert f"The report is in {path}." in capsys.readouterr().out
    page = path.read_text("utf-8")
    read(page)
    assert page.count("<svg") == 1


def test_nothing_in_the_page_is_taken_for_html() -> None:
    game = played("gracias")
    found = analyse(game, "flat-mc:10")
    nasty = "<script>alert('x')</script>&\"'"

    def spoilt(analysis: Analysis) -> Analysis:
        decisions = [
            replace(
                each,
                move=nasty,
                best=nasty,
                values=tuple(replace(value, move=nasty) for value in each.values),
            )
            for each in analysis.decisions
        ]
        return replace(analysis, judge=nasty, decisions=tuple(decisions))

    say = Teller(game, None)
    say.words = replace(say.words, seats=replace(say.words.seats, names=(nasty,) * 6))
    reader = read(report.page(spoilt(found), say))
    assert "script" not in reader.tags
    assert nasty in reader.said


def test_the_costliest_choices_are_shown_in_the_order_of_play() -> None:
    found = analyse(played("gracias"), "flat-mc:10")
    worst = report.worst_of(found.decisions, 3)
    assert [each.number for each in worst] == sorted(each.number for each in worst)
    rest = [each.loss for each in found.decisions if each not in worst]
    assert min(each.loss for each in worst) >= max(rest)


# What is wrong


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["no/such/file"], "cannot read no/such/file"),
        (["{record}", "--seat", "3"], "seat: expected a whole number from 0 to 2, found 3"),
        (["{record}", "--judge", "expret"], "no player is called 'expret'"),
        (["{record}", "--judge", "novice"], "'novice' does not say what its moves are worth"),
        (["{record}", "--judge", "flat-mc:0"], "of simulations per move"),
        (["{record}", "--judge", JUDGE, "--html", "no/such/folder/x.html"], "cannot write"),
    ],
)
def test_one_clear_error(words: list[str], answer: str, record: str) -> None:
    with pytest.raises(MoustachesError, match=re.escape(answer)):
        run(*(word.format(record=record) for word in words))


def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Basile,\n", "utf-8")
    with pytest.raises(MoustachesError, match="begins with `moustaches record 1`"):
        run(str(path))


def test_there_is_at_least_one_worker(record: str) -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    given = parser.parse_args([record, "--workers", "0"])
    with pytest.raises(MoustachesError, match="--workers: expected a number from 1 on, found 0"):
        command(given)

"""Each command as it is called, with what it prints and how it ends."""

import io
import json
from pathlib import Path

import pytest

import moustaches
from moustaches.bots.players import player
from moustaches.cli import main


def finished(name: str, seed: int = 5, players: int = 4) -> str:
    """The record of a game between bots."""
    game = moustaches.new(name, players=players, seed=seed)
    novice = player("novice")
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, novice.choose(game.view(seat)).move)
    return game.record()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "gracias.txt"
    path.write_text(finished("gracias"), "utf-8")
    return path


def test_without_a_command_there_is_a_short_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    said = capsys.readouterr().out
    assert "moustaches play [GAME]" in said
    assert len(said.splitlines()) < 24


@pytest.mark.parametrize("asked", [["--language", "fr"], []])
def test_the_rules_are_told_in_the_language_of_the_reader(
    asked: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB" if asked else "fr_BE.UTF-8")
    assert main(["rules", *asked, "twos-win"]) == 0
    assert "Le deux gagne (twos-win)" in capsys.readouterr().out


def test_a_language_that_we_do_not_speak_is_answered_with_those_that_we_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["play", "club", "--language", "xx"]) == 2
    assert "'xx'; expected de, en, es, fr, ru" in capsys.readouterr().err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"moustaches {moustaches.__version__}\n"


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (["bogus"], "invalid choice"),
        (["play", "chess"], "no game is called 'chess'"),
        (["play", "club", "--players", "7"], "2 to 4 players, not 7"),
        (["play", "club", "--seat", "4"], "--seat: expected 0 to 3"),
        (["play", "gracias", "--option", "noyadee"], "did you mean noyade"),
        (["play", "gracias", "--option", "noyade", "--option", "noyade"], "given twice"),
        (
            ["play", "moustache", "--option", "row=pink-open,blue-tax,twos-win,twos-win"],
            "two different black",
        ),
        (["play", "club", "--seed", "x"], "seed: expected"),
        (["play", "club", "--level", "novise"], "did you mean novice"),
        (["play", "club", "--edition", "nowhere"], "nowhere"),
        (["play", "--resume", "no/such/file"], "cannot read no/such/file"),
        (["replay", "no/such/file"], "cannot read no/such/file"),
        (["verify", "no/such/file"], "cannot read no/such/file"),
        (["rules", "M24"], "M1 to M23"),
        (["rules", "twos-wn"], "did you mean twos-win"),
        (["rules", "moustache", "zzz"], "'zzz'"),
        (["simulate", "chess"], "no game is called"),
        (["simulate", "club", "-n", "0"], "from 1 on"),
        (["simulate", "club", "-n", "many"], "invalid int"),
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


def test_ctrl_c_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert main(["play", "club", "--seed", "1"]) == 130
    assert capsys.readouterr().err == ""


# Rules


def test_rules_of_all_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    said = capsys.readouterr().out
    assert all(name in said for name in ("moustache", "gracias", "club"))
    for name in ("moustache", "gracias", "club"):
        assert main(["rules", name]) == 0
        said = capsys.readouterr().out
        assert "Rulings" in said
        assert f"{name[0].upper()}1 " in said


@pytest.mark.parametrize("asked", [["moustache", "M7"], ["M7"], ["m7"], ["club", "M7"]])
def test_a_ruling(asked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", *asked]) == 0
    assert capsys.readouterr().out.startswith("M7  The monkey's player steals")


@pytest.mark.parametrize("asked", [["equals-vanish"], ["Equals", "vanish"], ["moustache", "equals-vanish"]])
def test_a_rule_card_with_its_rulings(asked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", *asked]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Equals vanish (equals-vanish):")
    assert "\nM2 " in said


# Verify and replay


def test_verify_says_what_was_checked(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(record)]) == 0
    said = capsys.readouterr().out
    assert f"{5:064x}" in said
    assert moustaches.commitment(5) in said
    assert "won by" in said
    assert "Checked:" in said


def test_verify_reads_a_pipe(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(record.read_text("utf-8")))
    assert main(["verify", "-"]) == 0


@pytest.mark.parametrize("damage", ["torn", "altered", "unfinished", "not a record", "not a text"])
def test_verify_refuses_a_bad_record(damage: str, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = record.read_text("utf-8")
    damaged = {
        "torn": text[: len(text) // 2],
        "altered": text.replace(" bid 1", " bid 2", 1),
        "unfinished": moustaches.new("club", seed=1).record(),
        "not a record": "hello\n",
        "not a text": "",
    }[damage]
    record.write_bytes(b"\xff\xfe\x00" if damage == "not a text" else damaged.encode())
    assert main(["verify", str(record)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1


@pytest.mark.parametrize("name", ["moustache", "gracias", "club"])
def test_replay_into_a_pipe_prints_the_whole_game(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.txt"
    path.write_text(finished(name), "utf-8")
    assert main(["replay", str(path)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("A game of")
    assert "The game is over." in said
    assert "\x1b" not in said


# Simulate and bench


@pytest.mark.parametrize("name", ["moustache", "gracias", "club"])
def test_simulate_is_the_same_for_the_same_seed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    runs = []
    for seed in ("1", "1", "2"):
        assert main(["simulate", name, "-n", "20", "--seed", seed, "--json"]) == 0
        facts = json.loads(capsys.readouterr().out)
        runs.append({key: facts[key] for key in ("mean_score", "win_share", "counts")})
        assert abs(sum(facts["win_share"]) - 1) < 0.01
    assert runs[0] == runs[1] != runs[2]


def test_simulate_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "moustache", "-n", "5", "--players", "3", "--option", "own-rules"]) == 0
    said = capsys.readouterr().out
    assert "5 random games" in said
    assert "In the row" in said
    assert "games/s" in said


def test_bench_measures_the_three_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("moustaches.cli.bench.SECONDS", 0.01)
    assert main(["bench"]) == 0
    said = capsys.readouterr().out
    assert all(
        word in said for word in ("moustache", "gracias", "club", "make bench-engine", "The engine is")
    )


# Play without a terminal


def test_play_from_a_pipe_needs_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("2\nnonsense\nbid 0\n? G4\nquit\n"))
    assert main(["play", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert "Which game shall it be?" in said
    assert "I did not understand 'nonsense'" in said
    assert "You bid 0." in said
    assert "G4  You have to beat" in said
    assert said.rstrip().endswith("See you at the next curtain.")
    assert "\x1b" not in said


def test_the_end_of_the_input_is_a_quit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    path = tmp_path / "game.txt"
    assert main(["play", "gracias", "--seed", "3", "--save", str(path)]) == 0
    assert moustaches.load(path.read_text("utf-8")).name == "gracias"


def test_bots_know_a_box_that_lies_in_no_folder_of_editions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MOUSTACHES_EDITIONS", "")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    box = tmp_path / "mine.toml"
    box.write_text('format = 1\nbase = "standard"\n[club]\nmasks = 9\n', "utf-8")
    for seat in ("0", "1"):
        asked = ["play", "club", "--players", "2", "--seed", "1", "--seat", seat, "--edition", str(box)]
        assert main([*asked, "--level", "novice", "--fast"]) == 0
    assert "mask" in capsys.readouterr().out

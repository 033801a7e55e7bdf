"""`moustaches train` as it is called."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import msgspec
import pytest
import torch

import moustaches.cli.train as command
from moustaches.bots.network import load
from moustaches.cli import main
from moustaches.train.run import OPPONENTS


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few tables and short measurements; one thread, since other tests run beside."""
    monkeypatch.setattr(command, "cores", lambda: 1)
    monkeypatch.setattr(command, "ON_CPU", msgspec.structs.replace(command.ON_CPU, batch=32, lanes=4))
    monkeypatch.setattr(command, "MEASURES", 2)
    monkeypatch.setattr(command, "DEALS", 4)
    monkeypatch.delitem(OPPONENTS, "flat-mc:200")


@pytest.mark.usefixtures("small")
def test_from_nothing_to_weights_that_the_bots_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ["train", "club", "--decisions", "600", "--device", "cpu", "--workers", "1"]
    assert main(asked) == 0
    said = capsys.readouterr()
    assert said.err == ""
    lines = said.out.splitlines()
    assert "against random: wins" in lines[1]
    folder = Path("training", "club")
    assert str(folder) in lines[-2]
    assert f"MOUSTACHES_WEIGHTS={folder}" in lines[-1]
    assert {path.name for path in folder.iterdir()} == {
        "plan.json",
        "checkpoint.pt",
        "progress.jsonl",
        "progress.svg",
        "club-regular.npz",
        "club-expert.npz",
    }

    assert main(asked) == 0  # taken up: there is nothing left to do
    assert capsys.readouterr().out.splitlines() == lines[-2:]
    assert main([*asked, "--seed", "5"]) == 2
    assert "had another plan (seed)" in capsys.readouterr().err

    ours = load("club", "regular").about["decisions"]
    monkeypatch.setenv("MOUSTACHES_WEIGHTS", str(folder))
    assert load("club", "regular").about["decisions"] != ours
    monkeypatch.delenv("MOUSTACHES_WEIGHTS")
    assert load("club", "regular").about["decisions"] == ours


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (["chess"], "no game is called 'chess'"),
        (["clubb"], "did you mean club"),
        (["club", "--minutes", "1", "--decisions", "5"], "expected one of them"),
        (["club", "--minutes", "0"], "--minutes: expected a number above 0"),
        (["club", "--minutes", "nan"], "--minutes: expected a number above 0"),
        (["club", "--decisions", "-3"], "--decisions: expected a number above 0"),
        (["club", "--workers", "0"], "--workers: expected a number above 0"),
        (["club", "--batch", "0"], "--batch: expected a number above 0"),
        (["club", "--seed", "-1"], "--seed: expected a whole number from 0 on"),
        (["club", "--device", "gpu"], "expected auto, cpu, cuda, found 'gpu'"),
        (["club", "--device", "cuda"], "PyTorch finds no CUDA GPU"),
    ],
)
def test_a_mistake_is_answered_in_one_line(
    asked: list[str], answer: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert main(["train", *asked]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert answer in said.err


def test_without_pytorch_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    modules: Any = sys.modules
    monkeypatch.setitem(modules, "torch", None)
    assert main(["train", "club"]) == 2
    assert 'pip install "moustaches[train]"' in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("not a folder", "utf-8")
    assert main(["train", "club", "--device", "cpu", "--out", str(tmp_path / "file" / "run")]) == 2
    assert "cannot write to" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal to a group of processes")
def test_ctrl_c_ends_quietly(tmp_path: Path) -> None:
    asked = [sys.executable, "-m", "moustaches", "train", "club", "--device", "cpu", "--out", str(tmp_path)]
    # Where the tests run in the background it would be ignored.
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    signal.signal(signal.SIGINT, usual)
    begun = monotonic()
    while not (tmp_path / "plan.json").exists() and monotonic() - begun < 120:
        sleep(0.1)
    sleep(1)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert out == ""
    assert err == f"Stopped. The same command takes the run in {tmp_path} up again.\n"

"""A run of training is the same however it is cut into pieces, and it learns."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
import torch

from moustaches.bots.network import read
from moustaches.errors import BadOption, MoustachesError
from moustaches.train.crew import Crew, Layout
from moustaches.train.plot import draw

from .runs import LEVELS, PLAN, run, weights, without_time


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run from beginning to end, by one worker."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    run(folder)
    return folder


def progress(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "progress.jsonl").read_text("utf-8").splitlines()]


def test_two_workers_train_the_same_weights_as_one(whole: Path, tmp_path: Path) -> None:
    run(tmp_path, workers=2)
    assert weights(tmp_path) == weights(whole)
    assert without_time(progress(tmp_path)) == without_time(progress(whole))


@pytest.mark.parametrize("after", [1, 2])
def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(
    whole: Path, tmp_path: Path, after: int
) -> None:
    assert len(run(tmp_path, stop_after=after)) == after
    assert weights(tmp_path) != weights(whole)
    run(tmp_path)
    assert weights(tmp_path) == weights(whole)
    assert without_time(progress(tmp_path)) == without_time(progress(whole))


def test_another_seed_trains_other_weights(whole: Path, tmp_path: Path) -> None:
    plan = msgspec.structs.replace(PLAN, seed=4, decisions=500)
    run(tmp_path, plan)
    assert weights(tmp_path) != weights(whole)


def test_a_finished_run_has_nothing_left_to_do(whole: Path) -> None:
    before = {path.name: path.read_bytes() for path in whole.iterdir()}
    assert run(whole) == []
    assert {path.name: path.read_bytes() for path in whole.iterdir()} == before


def test_a_small_run_learns_to_beat_random(whole: Path) -> None:
    first, *_, last = progress(whole)
    assert last["loss"] < first["loss"]
    (found,) = last["strength"]
    assert found["against"] == "random"
    assert found["wins"] - found["wins_by"] > 0
    assert found["margin"] - found["margin_by"] > 0


def test_the_curve_is_a_picture(whole: Path) -> None:
    for text in ((whole / "progress.svg").read_text("utf-8"), draw("club", [])):
        assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    assert (whole / "progress.svg").read_text("utf-8").count("<circle") == len(progress(whole))


@pytest.mark.parametrize("level", LEVELS)
def test_the_bots_read_the_weights(whole: Path, level: str) -> None:
    network = read(whole / f"gracias-{level}.npz", "gracias")
    assert network.about["decisions"] == progress(whole)[-1]["decisions"] >= PLAN.decisions
    assert network.about["seed"] == PLAN.seed
    assert network.about["device"] == "CPU"


def test_a_run_of_another_plan_is_not_taken_up(whole: Path) -> None:
    before = weights(whole)
    other = msgspec.structs.replace(PLAN, batch=32, rate=0.1)
    with pytest.raises(BadOption, match=r"had another plan \(batch, rate\); choose another folder"):
        run(whole, other)
    assert weights(whole) == before


@pytest.mark.parametrize("damage", ["checkpoint.pt", "plan.json", "progress.jsonl"])
def test_a_damaged_run_is_not_taken_up(whole: Path, tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "run"
    shutil.copytree(whole, folder)
    file = folder / damage
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(BadOption, match="cannot be taken up") as problem:
        run(folder)
    assert len(str(problem.value).splitlines()) == 1


def test_a_worker_that_dies_is_told_of() -> None:
    crew = Crew(Layout("gracias", groups=1, lanes=2, workers=1))
    try:
        crew.restart(1)
        crew.processes[0].kill()
        crew.processes[0].join()
        with pytest.raises(MoustachesError, match="a worker process has died"):
            crew.restart(2)
    finally:
        crew.close()

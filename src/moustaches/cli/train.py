"""`moustaches train`: makes new weights for the bots by self-play, on the CPU or a GPU."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from moustaches.content.value import did_you_mean
from moustaches.errors import BadOption, UnknownGame
from moustaches.game import GAMES

from .arena import cores

if TYPE_CHECKING:
    from moustaches.train.learner import Plan
    from moustaches.train.run import News

DEVICES = ("auto", "cpu", "cuda")
MINUTES = 20.0
MEASURES = 10  # of strength, in a run
DEALS = 100  # of each measurement


class Size(Struct, frozen=True):
    """What suits a device."""

    batch: int
    groups: int
    """Of tables; 0: one for each worker."""
    lanes: int
    """Tables of a group."""


ON_CPU = Size(batch=1024, groups=2, lanes=256)
ON_GPU = Size(batch=8192, groups=0, lanes=1024)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of the command. What takes time to import waits for the run."""
    command.add_argument("game", metavar="GAME", help="moustache, gracias or club")
    command.add_argument(
        "--out",
        metavar="DIR",
        help="folder of the run (default training/GAME); a run that lies there is taken up",
    )
    command.add_argument("--minutes", type=float, metavar="M", help=f"how long (default {MINUTES:.0f})")
    command.add_argument(
        "--decisions",
        type=int,
        metavar="N",
        help="learn from so many decisions instead: on the CPU the same seed then gives the same weights",
    )
    command.add_argument(
        "--device",
        default="auto",
        metavar="WHERE",
        help="auto (default: a CUDA GPU if there is one), cpu or cuda",
    )
    command.add_argument(
        "--workers", type=int, metavar="N", help="processes that play (default: one for each core)"
    )
    command.add_argument("--seed", type=int, default=0, metavar="S", help="a whole number (default 0)")
    command.add_argument(
        "--batch",
        type=int,
        metavar="N",
        help=f"decisions in a step of learning (default {ON_CPU.batch}, on a GPU {ON_GPU.batch})",
    )


def train(given: argparse.Namespace) -> int:
    """Trains, tells how it goes, and says what to do with what came out."""
    if given.game not in GAMES:
        near = did_you_mean(given.game, GAMES)
        raise UnknownGame(f"no game is called {given.game!r}; there are moustache, gracias and club{near}")
    if given.minutes is not None and given.decisions is not None:
        raise BadOption("--minutes, --decisions: expected one of them")
    for name in ("minutes", "decisions", "workers", "batch"):
        number = getattr(given, name)
        if number is not None and not 0 < number < float("inf"):
            raise BadOption(f"--{name}: expected a number above 0, found {number}")
    if given.seed < 0:
        raise BadOption(f"--seed: expected a whole number from 0 on, found {given.seed}")
    device = device_of(given.device)
    folder = Path(given.out or Path("training", given.game))
    run(plan_of(given, device), folder, device, given.workers or cores())
    print(f"The weights of regular and expert are in {folder}, the curve in {folder / 'progress.svg'}.")
    print(f"To play against them: MOUSTACHES_WEIGHTS={folder} moustaches play {given.game} --level expert")
    return 0


def device_of(wanted: str) -> str:
    """Where to train; refuses what is not there."""
    if wanted not in DEVICES:
        near = did_you_mean(wanted, DEVICES)
        raise BadOption(f"--device: expected {', '.join(DEVICES)}, found {wanted!r}{near}")
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # threads that wait leave the cores to those who play
    try:
        import torch
    except ImportError:
        raise BadOption('training needs PyTorch: pip install "moustaches[train]"') from None
    found = torch.cuda.is_available()
    if wanted == "cuda" and not found:
        raise BadOption("--device cuda: PyTorch finds no CUDA GPU here; expected cpu or auto")
    device = "cuda" if found and wanted != "cpu" else "cpu"
    torch.set_num_threads(1 if device == "cuda" else cores())
    return device


def plan_of(given: argparse.Namespace, device: str) -> Plan:
    """What was asked for, and otherwise what suits the device."""
    from moustaches.train.learner import Plan

    size = ON_GPU if device == "cuda" else ON_CPU
    minutes = MINUTES if given.minutes is None else given.minutes
    return Plan(
        game=given.game,
        seed=given.seed,
        decisions=given.decisions or 0,
        minutes=0.0 if given.decisions else minutes,
        batch=given.batch or size.batch,
        groups=size.groups or given.workers or cores(),
        lanes=size.lanes,
    )


def run(plan: Plan, folder: Path, device: str, workers: int) -> None:
    """The run itself, with a bar in a terminal and plain lines elsewhere."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    from moustaches.train.run import train

    def begin(say: Callable[[str], None], told: Callable[[News], None] | None) -> None:
        try:
            train(plan, folder, device, workers, MEASURES, DEALS, say, told)
        except KeyboardInterrupt:
            print(f"Stopped. The same command takes the run in {folder} up again.", file=sys.stderr)
            raise
        except OSError as problem:
            raise BadOption(f"cannot write to {folder}: {problem.strerror or problem}") from None

    console = Console(highlight=False)
    if not console.is_terminal:
        begin(lambda line: print(line, flush=True), None)
        return
    columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(plan.game, total=1.0)

        def told(news: News) -> None:
            about = f"{news.games:,} games, {news.pace:,.0f} decisions/s, loss {news.loss:.3f}"
            bar.update(task, completed=news.progress, description=about)

        begin(console.print, told)

"""A run of training: plays, learns, measures, writes. `train(plan, …)` is what `moustaches train` calls.

In the folder of the run lie `plan.json`, `checkpoint.pt`, `progress.jsonl` (a line for each measurement),
`progress.svg` and the weights of both levels. A run that was stopped goes on from its last checkpoint as if it had
never been stopped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from math import isnan
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
import torch
from msgspec import Struct

from moustaches.errors import BadOption

from .crew import Crew, Layout
from .learner import Learner, Plan
from .plot import draw
from .strength import Strength, strength

STEPS = 8  # choices of each table between two lessons
OPPONENTS = {"random": 0, "flat-mc:200": 200}
"""Whom the networks are measured against, and how many simulations those make."""
EVERY = 30.0  # seconds between two lines of news


class News(Struct, frozen=True):
    """Where a run stands."""

    progress: float
    """0…1 of the plan."""
    decisions: int
    games: int
    seconds: float
    loss: float
    """Of the last lesson; not a number before the first."""

    def __str__(self) -> str:
        return (
            f"{100 * self.progress:5.1f} %  {self.decisions:,} decisions  {self.games:,} games  "
            f"loss {self.loss:.4f}  {self.seconds:.0f} s  {self.pace:,.0f}/s"
        )

    @property
    def pace(self) -> float:
        """Decisions a second."""
        return self.decisions / max(self.seconds, 1e-9)


class Run:
    """Where a run is written, and what it says on the way."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        device: str,
        workers: int,
        say: Callable[[str], None],
        told: Callable[[News], None],
    ) -> None:
        self.plan = plan
        self.folder = folder
        self.workers = workers
        self.say = say
        self.told = told
        self.learner = Learner(plan, device)
        self.lines: list[dict[str, Any]] = []

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def resume(self) -> None:
        """Takes up the run of the folder, if there is one and it had the same plan."""
        if not self.checkpoint.exists():
            return
        try:
            stored = json.loads((self.folder / "plan.json").read_text("utf-8"))
            ours = msgspec.to_builtins(self.plan)
            changed = sorted(name for name in ours if stored.get(name) != ours[name])
            if not changed:
                self.learner.restore(self.checkpoint)
            text = (self.folder / "progress.jsonl").read_text("utf-8")
            self.lines = [json.loads(line) for line in text.splitlines()]
        except Exception as problem:  # a damaged file can fail anywhere in its readers, in any way
            what = str(problem).partition("\n")[0]
            raise BadOption(
                f"the run in {self.folder} cannot be taken up ({what}); choose another folder"
            ) from None
        if changed:
            raise BadOption(
                f"the run in {self.folder} had another plan ({', '.join(changed)}); choose another folder"
            )
        self.lines = [line for line in self.lines if line["decisions"] <= self.learner.learned]

    def go(self, measures: int, deals: int, opponents: Mapping[str, int]) -> None:
        """Trains to the end of the plan, with so many measurements on the way."""
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "plan.json").write_text(json.dumps(msgspec.to_builtins(self.plan), indent=2), "utf-8")
        learner = self.learner
        plan = self.plan
        crew = Crew(Layout(plan.game, plan.groups, plan.lanes, self.workers, plan.patience))
        try:
            while learner.progress < 1:
                stage = int(learner.progress * measures)
                crew.restart(plan.seed * 1_000_003 + learner.learned)
                games = learner.games
                started = perf_counter()
                before = learner.seconds
                loss = float("nan")
                while int(learner.progress * measures) == stage:
                    latest, played = lesson(learner, crew)
                    loss = loss if isnan(latest) else latest
                    learner.games = games + played
                    learner.seconds = before + perf_counter() - started
                    self.told(News(learner.progress, learner.learned, learner.games, learner.seconds, loss))
                self.measure(loss, deals, opponents)
        finally:
            crew.close()

    def measure(self, loss: float, deals: int, opponents: Mapping[str, int]) -> None:
        """Checkpoint, weights, strength, plot."""
        learner = self.learner

        def best(words: Any, choices: Any, counts: Any) -> Any:
            return learner.choose(words, choices, counts, explore=False)[0]

        found = [
            strength(self.plan.game, best, name, simulations, deals, 1)
            for name, simulations in opponents.items()
        ]
        line = {
            "decisions": learner.learned,
            "games": learner.games,
            "seconds": round(learner.seconds, 1),
            "loss": None if isnan(loss) else loss,
            "strength": msgspec.to_builtins(found),
        }
        self.lines.append(line)
        text = "".join(json.dumps(each) + "\n" for each in self.lines)
        (self.folder / "progress.jsonl").write_text(text, "utf-8")
        (self.folder / "progress.svg").write_text(draw(self.plan.game, self.lines), "utf-8")
        learner.export(self.folder, self.about())
        learner.checkpoint(self.checkpoint)
        head = f"{learner.learned:,} decisions, {learner.games:,} games, loss {loss:.4f}, {learner.seconds:.0f} s"
        self.say("; ".join([head, *map(in_words, found)]))

    def about(self) -> dict[str, Any]:
        """What the weights cost."""
        device = self.learner.device
        name = torch.cuda.get_device_name() if device.type == "cuda" else "CPU"
        return {
            "decisions": self.learner.learned,
            "games": self.learner.games,
            "seconds": round(self.learner.seconds),
            "device": name,
            "workers": self.workers,
            "seed": self.plan.seed,
        }


def in_words(found: Strength) -> str:
    return (
        f"against {found.against}: wins {100 * found.wins:+.1f} ± {100 * found.wins_by:.1f} % above par, "
        f"margin {found.margin:+.2f} ± {found.margin_by:.2f}"
    )


def lesson(learner: Learner, crew: Crew) -> tuple[float, int]:
    """Some choices of every table, then what they taught: the loss, and the games played since the restart."""
    school = learner.progress < learner.plan.school
    crew.choose(0, learner.choose(*crew.observed(0)), school)
    for step in range(STEPS):
        for half in (1, 0):
            if half == 0 and step == STEPS - 1:
                break
            chosen = learner.choose(*crew.observed(half))
            crew.wait()
            crew.choose(half, chosen, school)
    crew.wait()
    words, wins, margins, games = crew.collect()
    return learner.learn(words, wins, margins), games


def now_and_then(say: Callable[[str], None]) -> Callable[[News], None]:
    """Says the news as a line, but not all of them."""
    last = perf_counter()

    def told(news: News) -> None:
        nonlocal last
        if perf_counter() - last > EVERY:
            last = perf_counter()
            say(str(news))

    return told


def train(
    plan: Plan,
    folder: Path,
    device: str = "cpu",
    workers: int = 0,
    measures: int = 10,
    deals: int = 200,
    say: Callable[[str], None] = print,
    told: Callable[[News], None] | None = None,
    opponents: Mapping[str, int] = OPPONENTS,
) -> None:
    """Trains the networks of a game; takes up a run that lies in the folder. `say` gets a line for each measurement,
    `told` the news after each lesson: without it, `say` gets some of them too."""
    workers = min(workers or os.cpu_count() or 1, plan.groups)
    run = Run(plan, folder, device, workers, say, told or now_and_then(say))
    run.resume()
    if run.learner.progress < 1:
        run.go(measures, deals, opponents)

"""What the benchmarks share: how a thing is measured, the form of a result, its table, and where it is written.

The peers' interpreter imports this module too and has only the standard library, so `rich` is imported where the
table is drawn.
"""

from __future__ import annotations

import gc
import json
import os
import platform
import resource
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from datetime import date
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Literal

RESULTS = Path(__file__).resolve().parent.parent / "build" / "bench"

# --- Measuring -------------------------------------------------------------------------------------------------------


def pin() -> None:
    """Keeps this process, and those that it starts, on one core (where the system can do that)."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def rate(portion: Callable[[], tuple[float, float]], seconds: float) -> float:
    """Things done per second. A portion does some and says how many, and how long that took without its setting-up.
    The first portion warms up and does not count."""
    portion()
    done = spent = 0.0
    while spent < seconds:
        things, took = portion()
        done += things
        spent += took
    return done / spent


def bytes_each(make: Callable[[], object], number: int) -> float:
    """Memory per thing kept alive, by how the process grows; some are made before, to fill the holes in what it has.
    To be called `in_a_fresh_process`: what other work has left would be used again and not seen."""
    kept = [make() for _ in range(number // 10)]
    gc.collect()
    before = resident()
    kept += [make() for _ in range(number)]
    gc.collect()
    return (resident() - before) / number


def in_a_fresh_process(measure: Callable[..., float], *arguments: object) -> float:
    """What the function gives in an interpreter that has done nothing before."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(measure, *arguments).result()


def resident() -> int:
    """Bytes of this process in memory now; where only its highest mark is known, that."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * resource.getpagesize()
    high = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return high if platform.system() == "Darwin" else high * 1024


# --- Results ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """One result. A target is for the ratio where `target_of` says so, else for our own number."""

    name: str
    unit: str
    ours: float
    peer: float | None = None
    peer_name: str | None = None
    target: float | None = None
    target_of: Literal["ratio", "ours"] = "ratio"
    better: Literal["higher", "lower"] = "higher"
    note: str = ""
    low: float | None = None
    """The bounds of the 95 % interval of `ours`, where it is an estimate."""
    high: float | None = None
    bound: Literal["low", "high"] = "low"
    """Which of them must reach the target: the lower one shows that we are ahead, the upper one that we are level."""

    @property
    def ratio(self) -> float | None:
        """How many times better than the peer we are; without a peer, than the target."""
        other = self.target if self.peer is None else self.peer
        if other is None:
            return None
        return self.ours / other if self.better == "higher" else other / self.ours

    @property
    def met(self) -> bool | None:
        """Whether the target is reached."""
        if self.target is None:
            return None
        if self.target_of == "ratio":
            return self.ratio is not None and self.ratio >= self.target
        bound = self.low if self.bound == "low" else self.high
        reached = self.ours if bound is None else bound
        return reached >= self.target if self.better == "higher" else self.ours <= self.target

    def as_json(self) -> dict[str, Any]:
        first = {"name": self.name, "ours": self.ours, "peer": self.peer, "ratio": self.ratio}
        return first | {"target": self.target} | asdict(self) | {"met": self.met}

    def cells(self) -> list[str]:
        """What the table shows, in the order of COLUMNS."""
        peer = "" if self.peer is None else f"{short(self.peer)} ({self.peer_name})"
        ratio = "" if self.ratio is None else f"{self.ratio:.1f} ×"
        target = ""
        if self.target is not None and self.target_of == "ratio":
            target = f"≥ {self.target:g} ×"
        elif self.target is not None:
            target = f"{'≥' if self.better == 'higher' else '≤'} {short(self.target)}"
        met = {None: "", True: "yes", False: "no"}[self.met]
        ours = short(self.ours)
        if self.low is not None and self.high is not None:
            ours = f"{self.ours:.1f} ({self.low:.1f} to {self.high:.1f})"
            ratio = ""
        return [self.name, self.unit, ours, peer, ratio, target, met]


COLUMNS = ("", "unit", "ours", "peer", "ratio", "target", "met")
RIGHT = ("ours", "peer", "ratio", "target")


def short(number: float) -> str:
    """Three digits that count: 42.1 M, 151 k, 0.87."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if number >= 0.9995 * size:
            return f"{number / size:#.3g}".rstrip(".") + letter
    return f"{number:.3g}"


def machine() -> dict[str, str]:
    """When and on what kind of machine."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        cpu = models[0].split(":", 1)[1].strip() if models else cpu
    return {
        "date": date.today().isoformat(),
        "cpu": cpu,
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def report(benchmark: str, rows: Sequence[Row], facts: dict[str, str], markdown: bool) -> None:
    """Prints the table and writes `BENCHMARK.json` and `machine.json`."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    write(RESULTS / f"{benchmark}.json", [row.as_json() for row in rows])
    write(RESULTS / "machine.json", facts)
    if markdown:
        print_markdown(rows, facts)
    else:
        print_table(rows, facts)


def write(path: Path, content: object) -> None:
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def caption(facts: dict[str, str]) -> str:
    return ", ".join(f"{fact} {value}" for fact, value in facts.items())


def notes(rows: Sequence[Row]) -> list[str]:
    return [f"{row.name}: {row.note}" for row in rows if row.note]


def print_table(rows: Sequence[Row], facts: dict[str, str]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(caption=caption(facts), caption_justify="left")
    for column in COLUMNS:
        table.add_column(column, justify="right" if column in RIGHT else "left")
    for row in rows:
        table.add_row(*row.cells(), style="red" if row.met is False else None)
    console = Console()
    if not console.is_terminal:
        console.width = 120
    console.print(table)
    for note in notes(rows):
        console.print(note, style="dim", highlight=False)


def print_markdown(rows: Sequence[Row], facts: dict[str, str]) -> None:
    print("| " + " | ".join(COLUMNS) + " |")
    print("|" + "|".join("---:" if column in RIGHT else "---" for column in COLUMNS) + "|")
    for row in rows:
        print("| " + " | ".join(row.cells()) + " |")
    print(f"\n{caption(facts)}.")
    for note in notes(rows):
        print(f"- {note}")

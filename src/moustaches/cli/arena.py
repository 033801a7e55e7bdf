"""`moustaches arena`: players against each other on the same deals, as tables, JSON and a picture."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from moustaches.errors import BadOption

if TYPE_CHECKING:
    from rich.console import Console

    from moustaches.arena import Comparison, Estimate, Result

STDOUT = "-"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of the command. What takes time to import waits for the match."""
    from . import table

    command.add_argument("game", metavar="GAME", help="moustache, gracias or club")
    command.add_argument(
        "names",
        nargs="+",
        metavar="PLAYER",
        help="novice, regular, expert, random, greedy, flat-mc[:N], ismcts[:N] (N simulations a move)",
    )
    command.add_argument(
        "--deals",
        type=int,
        default=200,
        metavar="N",
        help="deals, each played in every seating (default 200)",
    )
    table(command)
    command.add_argument(
        "--kind",
        metavar="KIND",
        help="one (against the rest), rest (against one), both, teams (Moustache), all-seats; "
        "default: what suits game and players",
    )
    command.add_argument("--workers", type=int, metavar="N", help="processes (default: one for each core)")
    command.add_argument("--on", default="processes", metavar="WHERE", help="processes (default) or ray")
    command.add_argument(
        "--address", metavar="HOST:PORT", help="the Ray cluster; without it, one on this machine"
    )
    command.add_argument(
        "--json",
        nargs="?",
        const=STDOUT,
        metavar="FILE",
        help="write the result as JSON; without FILE: print it",
    )
    command.add_argument("--plot", metavar="FILE.svg", help="write win shares and margins as a picture")


def arena(given: argparse.Namespace) -> int:
    """Plays the match, and shows and writes what came of it."""
    from moustaches.arena import match, plot

    from . import read_options, read_seed
    from .simulate import progress

    for file in (given.json, given.plot):
        check_folder(file)
    with progress(True) as bar:
        task = bar.add_task(given.game, total=given.deals)
        result = match(
            given.game,
            given.names,
            players=given.players,
            deals=given.deals,
            seed=read_seed(given.seed),
            kind=given.kind,
            options=read_options(given.option),
            edition=given.edition,
            workers=cores() if given.workers is None else given.workers,
            on=given.on,
            address=given.address,
            told=lambda deals: bar.update(task, completed=deals),
        )
    if given.plot:
        write(given.plot, plot(result))
    if given.json == STDOUT:
        print(result.as_json())
        return 0
    if given.json:
        write(given.json, result.as_json() + "\n")
    show(result)
    return 0


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def check_folder(file: str | None) -> None:
    """Better now than after the match."""
    if file not in (None, STDOUT) and not Path(str(file)).parent.is_dir():
        raise BadOption(f"cannot write {file}: there is no folder {Path(str(file)).parent}")


def write(file: str, text: str) -> None:
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as problem:
        raise BadOption(f"cannot write {file}: {problem.strerror}") from None


# The tables


def show(result: Result) -> None:
    from rich.console import Console

    from moustaches.content import texts

    match = result.match
    console = Console(highlight=False)
    about = f"{texts().games[match.game].name}, {match.players} players: {match.deals:,} deals"
    chosen = [name if value is True else f"{name}={value}" for name, value in match.options.items()]
    console.print(", ".join([about, *chosen]), style="bold")
    for comparison in result.comparisons:
        show_comparison(console, result, comparison)
    show_players(console, result)
    assert result.run is not None
    seed = int(match.seed, 16)
    again = seed if seed < 1 << 64 else match.seed
    console.print(
        "95 % intervals, clustered by deal; OpenSkill ratings; time of a decision\n"
        f"{result.run.seconds:.1f} s; the same match again: --seed {again}",
        soft_wrap=True,
    )


def show_comparison(console: Console, result: Result, comparison: Comparison) -> None:
    from rich.table import Table

    from moustaches.arena.results import counts_rounds, signed, title, unit

    counted = f"{comparison.games:,} games"
    if counts_rounds(result.match, comparison.kind):
        counted += f", {comparison.contests:,} rounds"
    table = Table(
        title=f"\n{title(result.match, comparison.kind)} ({counted})",
        caption=f"par {100 * comparison.par:.0f} %; margin in {unit(result.match, comparison.kind)}",
        title_justify="left",
        caption_justify="left",
    )
    table.add_column("player")
    for column in ("wins", "95 %", "", "margin", "95 %"):
        table.add_column(column, justify="right")
    for side in comparison.sides:
        table.add_row(
            side.name,
            f"{100 * side.win.mean:.1f} %",
            f"{100 * side.win.low:.1f} … {100 * side.win.high:.1f}",
            beside(side.win, comparison.par),
            signed(side.margin.mean),
            f"{signed(side.margin.low)} … {signed(side.margin.high)}",
        )
    console.print(table)


def beside(found: Estimate, par: float) -> str:
    """▲ and ▼ where the interval leaves par out."""
    return "▲" if found.low > par else "▼" if found.high < par else ""


def show_players(console: Console, result: Result) -> None:
    from rich.table import Table

    table = Table(title="\nthe players", title_justify="left")
    table.add_column("player")
    for column in ("rating", "±", "decisions", "median", "95th percentile"):
        table.add_column(column, justify="right")
    for player in sorted(result.players, key=lambda each: -each.mu):
        pace = result.pace(player.name)
        table.add_row(
            player.name,
            f"{player.mu:.1f}",
            f"{player.sigma:.1f}",
            f"{player.decisions:,}",
            duration(pace.median),
            duration(pace.p95),
        )
    console.print(table)


def duration(seconds: float) -> str:
    """12 µs, 3.4 ms, 1.2 s."""
    for size, word in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= size:
            return f"{seconds / size:.3g} {word}"
    return f"{seconds * 1e6:.3g} µs"

"""`moustaches analyse`: what each choice of a recorded game was worth, as text, JSON or a page of HTML."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from msgspec.json import encode, format
from rich.table import Table
from rich.text import Text

import moustaches
from moustaches.bots import coach
from moustaches.bots.coach import Analysis
from moustaches.errors import BadOption

from . import report
from .cards import FAINT, HEADING, hanging
from .files import read_text, write_text
from .say import Teller
from .screen import Screen
from .simulate import progress

SHOWN = 15  # choices in the table
BARS = "▁▂▃▄▅▆▇█"
SIGNS = 50  # in a graph
STYLES = {"slip": "", "mistake": "bold", "blunder": "bold reverse"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record; - reads it from a pipe")
    parser.add_argument("--seat", type=int, metavar="N", help="only the choices of this seat")
    parser.add_argument(
        "--judge", default=coach.JUDGE, metavar="NAME", help=f"who judges (default {coach.JUDGE})"
    )
    parser.add_argument(
        "--json", metavar="FILE", help="write everything as JSON; - prints it instead of the text"
    )
    parser.add_argument("--html", metavar="FILE", help="write a report as one page of HTML")
    parser.add_argument("--workers", type=int, metavar="N", help="processes (default: one for each core)")
    parser.add_argument(
        "--edition", metavar="FILE", help="the record's edition, if it is in no folder of editions"
    )


def analyse(given: argparse.Namespace) -> int:
    """Judges the game of a record and says what was found."""
    game = moustaches.load(read_text(given.file), given.edition)
    workers = (os.cpu_count() or 1) if given.workers is None else given.workers
    if workers < 1:
        raise BadOption(f"--workers: expected a number from 1 on, found {workers}")
    with progress(True) as bar:
        task = bar.add_task(game.name)
        found = coach.analyse(
            game,
            given.judge,
            None if given.seat is None else [given.seat],
            workers,
            lambda done, total: bar.update(task, completed=done, total=total),
        )
    say = Teller(game, given.seat)
    if given.html:
        write_text(given.html, report.page(found, say))
    if given.json:
        text = format(encode(found), indent=2).decode()
        if given.json == "-":
            print(text)
            return 0
        write_text(given.json, text + "\n")
    show(found, say, Screen())
    for what, file in (("JSON", given.json), ("report", given.html)):
        if file:
            print(f"The {what} is in {file}.")
    return 0


def show(found: Analysis, say: Teller, screen: Screen) -> None:
    """The summary, the graphs, and the choices that cost most."""
    screen.print(Text(f"{say.words.games[found.game].name}: {report.about(found)}", HEADING))
    screen.print(*hanging(Text(f"{report.result(found, say)} {report.measure(found)}"), screen.width, 0))
    screen.print("")
    screen.console.print(summaries(found, say))
    screen.print("", *graphs(found, say), "")
    worst = report.worst_of(found.decisions, SHOWN)
    if not worst:
        screen.print("No choice gave away much.")
    for decision in worst:
        line = Text.assemble(
            (f"{decision.number + 1:>4} ", FAINT),
            (f"{say.title(decision.seat)}{report.in_round(decision)}: {decision.move}", HEADING),
            "  ",
            (f"{decision.grade}, −{100 * decision.loss:.0f} %", STYLES[decision.grade]),
            f". Better: {decision.best}. ",
            (say.reason(decision.why[0]) if decision.why else "", FAINT),
        )
        screen.print(*hanging(line, screen.width, 5))
    screen.print("", *hanging(Text(report.footnote(), FAINT), screen.width, 0))


def summaries(found: Analysis, say: Teller) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("player")
    for column in ("choices", "accuracy", "mean loss", "slips", "mistakes", "blunders", "costliest"):
        table.add_column(column, justify="right")
    for each in found.summaries:
        if each.accuracy is None or each.mean_loss is None:
            table.add_row(say.title(each.seat), "0")
            continue
        bad = [str(each.grades.get(name, 0)) for name in report.BAD]
        costliest = "" if each.worst is None else f"move {each.worst + 1}"
        table.add_row(
            say.title(each.seat),
            str(each.decisions),
            report.percent(each.accuracy),
            f"{100 * each.mean_loss:.1f} %",
            *bad,
            costliest,
        )
    return table


def graphs(found: Analysis, say: Teller) -> list[Text]:
    """What each seat could expect at its choices, as a row of bars."""
    lines: list[Text] = []
    for each in found.summaries:
        if each.curve:
            first, last = each.curve[0].win, each.curve[-1].win
            bars = sparkline([point.win for point in each.curve])
            ends = f"  {report.percent(first)} to {report.percent(last)}"
            lines.append(Text.assemble(f"{say.title(each.seat):<9}", bars, (ends, FAINT)))
    return [Text("Expected share at each choice", HEADING), *lines] if lines else []


def sparkline(shares: Sequence[float]) -> str:
    """A bar for each share, or for several together where there are many."""
    count = min(len(shares), SIGNS)
    signs = ""
    for place in range(count):
        some = shares[place * len(shares) // count : (place + 1) * len(shares) // count]
        signs += BARS[min(7, int(8 * sum(some) / len(some)))]
    return signs

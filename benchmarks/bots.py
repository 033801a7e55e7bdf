"""How well the players play, against each other and against peers, and what a move costs: `make bench-bots`.

Every match is on duplicate deals, every seat, with 95 % intervals over the deals; a target is met where the lower bound
reaches it (or the upper one, where level is enough). `--deals` scales the matches: 1 is the full size. The table is
printed and written to `build/bench/bots.json`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import NamedTuple

import moustaches
from moustaches.arena import Result, match
from moustaches.arena.estimates import estimate
from moustaches.bots.choice import Bot
from moustaches.bots.players import player
from moustaches.engine import COMPILED
from moustaches.game.game import Game

from . import ismcts, open_spiel_gracias
from .common import Row, in_a_fresh_process, machine, report, resident
from .engine import Bench

GAMES = {"moustache": (3, 4, 5, 6), "gracias": (3, 4), "club": (2, 3, 4)}
SEED = 2026
LIMITS = {"novice": (1.0, 3.0), "regular": (1.0, 5.0), "expert": (150.0, 300.0)}  # ms, median and p95


class Pairing(NamedTuple):
    """A match, and how many percent of the victories the first must have for sure (None: the second's par)."""

    game: str
    players: int
    ours: str
    theirs: str
    deals: int
    kind: str
    target: float | None = None
    level: bool = False
    """It is enough to be level."""


def pairings() -> Iterator[Pairing]:
    """What must be shown, the cheap ones first."""
    yield Pairing("gracias", 4, "novice", "random", 100, "one", 45)
    yield Pairing("moustache", 4, "novice", "random", 100, "teams", 70)
    yield Pairing("club", 2, "novice", "random", 150, "one", 85)
    for game, counts in GAMES.items():
        for players in counts:
            yield Pairing(game, players, "regular", "novice", 100, "teams" if game == "moustache" else "one")
    yield Pairing("gracias", 4, "regular", "flat-mc:2000", 150, "both", level=True)
    yield Pairing("moustache", 4, "regular", "flat-mc:2000", 120, "teams", level=True)
    yield Pairing("moustache", 4, "regular", "flat-mc:2000", 60, "both", level=True)
    yield Pairing("club", 3, "regular", "flat-mc:2000", 80, "both", level=True)
    for theirs, deals in (
        ("flat-mc:2000", (120, 120, 120, 60)),
        ("ismcts:2000", (120, 400, 120, 60)),
        ("regular", (200, 100, 60, 6000)),
    ):
        yield Pairing("gracias", 4, "expert", theirs, deals[0], "both")
        yield Pairing("moustache", 4, "expert", theirs, deals[1], "teams")
        yield Pairing("moustache", 4, "expert", theirs, deals[2], "both")
        yield Pairing("club", 3, "expert", theirs, deals[3], "both")


def shown(pairing: Pairing, scale: float, workers: int) -> Iterator[Row]:
    """Plays a match; a row for each direction."""
    result = match(
        pairing.game,
        [pairing.ours, pairing.theirs],
        players=pairing.players,
        deals=max(10, round(pairing.deals * scale)),
        seed=SEED,
        kind=pairing.kind,
        workers=workers,
    )
    for comparison in result.comparisons:
        yield row_of(pairing, result, comparison.kind)


def row_of(pairing: Pairing, result: Result, kind: str) -> Row:
    """The share of the victory for each seat of ours, in percent."""
    side = result.side(pairing.ours, kind)
    comparison = result.comparison(kind)
    par = 100 * comparison.par
    who = {
        "one": f"one {pairing.ours} against the rest {pairing.theirs}",
        "rest": f"the rest {pairing.ours} against one {pairing.theirs}",
        "teams": f"teams of {pairing.ours} against teams of {pairing.theirs}",
    }[kind]
    counted = "rounds" if pairing.game == "moustache" else "games"
    slower = result.pace(pairing.theirs).median / max(result.pace(pairing.ours).median, 1e-9)
    return Row(
        f"{pairing.game} {pairing.players}p: {who}",
        f"% of {counted}",
        100 * side.win.mean,
        target=par if pairing.target is None else pairing.target,
        target_of="ours",
        note=f"par {par:.3g} %, {comparison.contests} {counted} on "
        f"{result.match.deals} deals, margin {side.margin.mean:+.2f} ({side.margin.low:+.2f} to "
        f"{side.margin.high:+.2f}), {pairing.theirs} thinks {slower:.2g} × as long",
        low=100 * side.win.low,
        high=100 * side.win.high,
        bound="high" if pairing.level else "low",
    )


# The peer's bot


def beside_open_spiel(peer_python: str, deals: int) -> Iterator[Row]:
    """The expert against open_spiel's ISMCTS with ten times the expert's time, both ways."""
    found = open_spiel_gracias.match(peer_python, "expert", deals)
    took = found["ms_per_move"]
    times = took["open_spiel"] / took["ours"]
    for name, who, mine in (
        ("ours_against_three", "one expert against three of open_spiel's ISMCTS", True),
        ("three_of_ours_against_one", "three experts against one of open_spiel's ISMCTS", False),
    ):
        wins = found[name]["wins"] if mine else [(1 - share) / 3 for share in found[name]["wins"]]
        share = estimate(wins)
        yield Row(
            f"gracias 4p: {who}",
            "% of games",
            100 * share.mean,
            target=25,
            target_of="ours",
            note=f"par 25 %, {4 * deals} games on {deals} deals; it searches {found['simulations']} times a move, "
            f"{times:.1f} × our time",
            low=100 * share.low,
            high=100 * share.high,
        )


# What a move costs


def paces() -> Iterator[Row]:
    """Milliseconds for a decision on one core, over whole games of four."""
    for name, (median, late) in LIMITS.items():
        for game in GAMES:
            times = sorted(decisions(game, name, 10 if name != "expert" or game != "moustache" else 3))
            middle, tail = times[len(times) // 2], times[int(0.95 * len(times))]
            note = f"{len(times)} decisions with a choice"
            yield Row(f"{name}, {game}: median", "ms/move", middle, None, None, median, "ours", "lower", note)
            yield Row(f"{name}, {game}: 95 % within", "ms/move", tail, None, None, late, "ours", "lower")


def decisions(game: str, name: str, games: int) -> Iterator[float]:
    """The milliseconds of each."""
    bot = player(name)
    whole_game(moustaches.new(game, seed=0), bot)
    for seed in range(1, games + 1):
        yield from whole_game(moustaches.new(game, seed=seed), bot)


def whole_game(table: Game, bot: Bot) -> list[float]:
    times = []
    while not table.over:
        seat = table.to_act[0]
        view = table.view(seat)
        start = perf_counter()
        choice = bot.choose(view)
        if len(view.legal) > 1:
            times.append(1e3 * (perf_counter() - start))
        table.play(seat, choice.move)
    return times


def memory(name: str) -> float:
    """How much a process grows by a player that has played a move of each game, in MB."""
    tables = [moustaches.new(game, seed=1) for game in GAMES]
    player("random").choose(tables[0].view(tables[0].to_act[0]))
    before = resident()
    bot = player(name)
    for table in tables:
        bot.choose(table.view(table.to_act[0]))
    return (resident() - before) / 1e6


def rows(scale: float, workers: int, peer_python: str) -> Iterator[Row]:
    yield from paces()
    for name in LIMITS:
        grown = in_a_fresh_process(memory, name)
        yield Row(f"{name}: memory", "MB", grown, None, None, 50, "ours", "lower", "all three games")
    yield next(ismcts.rows(Bench(peer_python, 1.0)))
    yield from beside_open_spiel(peer_python, max(10, round(30 * scale)))
    for pairing in pairings():
        yield from shown(pairing, scale, workers)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bots", description=__doc__)
    parser.add_argument(
        "--deals", type=float, default=1.0, metavar="SCALE", help="more deals, or fewer (0.1)"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    given = parser.parse_args(arguments)
    if "PEER_PYTHON" not in os.environ:
        sys.exit("PEER_PYTHON must name a Python with open_spiel; `make bench-bots` makes one")
    found = []
    began = perf_counter()
    for row in rows(given.deals, given.workers, os.environ["PEER_PYTHON"]):
        found.append(row)
        print(
            f"{perf_counter() - began:6.0f} s",
            *row.cells()[:3],
            *row.cells()[5:],
            file=sys.stderr,
            flush=True,
        )
    facts = machine() | {"engine": "compiled" if COMPILED else "interpreted"}
    report("bots", found, facts, given.markdown)


if __name__ == "__main__":
    main()

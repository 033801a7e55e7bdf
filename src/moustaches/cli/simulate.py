"""`moustaches simulate`: many games of random moves inside the engine, and what came out.

Each game is played from the first deal to the end. How long games are is counted on some of them, driven move by move:
inside the engine nobody counts.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any, Protocol

from msgspec import Struct, field
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import moustaches
from moustaches.content import texts
from moustaches.engine import COMPILED
from moustaches.engine.bits import Rng
from moustaches.errors import BadOption
from moustaches.game.fair import seed_bytes
from moustaches.game.game import State as BaseState

COUNTED = 500  # games driven move by move to learn their length
STEP = 200  # games between two strokes of the progress bar


class State(BaseState, Protocol):
    """An engine that can play by itself."""

    def playout(self, rng: Rng, /) -> None: ...


class Summary(Struct):
    """What many games were like."""

    game: str
    players: int
    games: int
    seconds: float = 0.0
    moves_per_game: float = 0.0
    scores: list[list[int]] = field(default_factory=list)
    """By seat, then by game."""
    wins: list[float] = field(default_factory=list)
    """By seat; a shared victory is split."""
    counts: Counter[str] = field(default_factory=Counter)
    """Rule cards in the row, or how games ended."""
    off: list[int] = field(default_factory=list)
    """Gracias: tricks off the bid, by seat."""


def simulate(
    name: str,
    number: int,
    players: int,
    options: Mapping[str, object],
    seed: int | str | None,
    edition: str,
    as_json: bool,
) -> int:
    """Plays, and prints the summary."""
    if number < 1:
        raise BadOption(f"-n: expected a number of games from 1 on, found {number}")
    table = moustaches.new(name, players=players, seed=seed, options=options, edition=edition)
    rng = Rng(int.from_bytes(seed_bytes(seed), "big"))
    found = Summary(name, players, number)
    found.scores = [[] for _ in range(players)]
    found.wins = [0.0] * players
    found.off = [0] * players
    first: State = table.first_sight().state
    found.moves_per_game = mean_length(first, min(number, COUNTED), Rng(1))
    with progress(not as_json) as bar:
        task = bar.add_task(name, total=number)
        started = perf_counter()
        for done in range(number):
            play_out(first.clone(), rng, found)
            if done % STEP == STEP - 1:
                bar.update(task, completed=done + 1)
        found.seconds = perf_counter() - started
        bar.update(task, completed=number)
    if as_json:
        print(json.dumps(as_facts(found), indent=2))
    else:
        show(found)
    return 0


def progress(wanted: bool) -> Progress:
    """A bar on stderr, in a terminal only."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not (wanted and console.is_terminal))


def play_out(state: Any, rng: Rng, found: Summary) -> None:
    """One whole game of random moves."""
    gracias = found.game == "gracias"
    while not state.over:
        state.supply([rng.shuffle(size) for _, size in state.wants()])
        state.playout(rng)
        if gracias:
            for seat in range(found.players):
                if state.bids[seat] >= 0:
                    found.off[seat] += abs(int(state.bids[seat] - state.taken[seat]))
    scores = state.scores()
    standing = list(zip(scores, state.tiebreaks(), strict=True)) if found.game == "club" else scores
    best = max(standing)
    winners = [seat for seat, each in enumerate(standing) if each == best]
    for seat in winners:
        found.wins[seat] += 1 / len(winners)
    for seat, score in enumerate(scores):
        found.scores[seat].append(max(score, 0) if gracias else score)
    found.counts.update(NOTES[found.game](state))


def rule_cards(state: Any) -> list[str]:
    return [rule.id for rule in state.rules]


def club_end(state: Any) -> list[str]:
    if not all(state.reserve):
        return ["a reserve of masks ran out"]
    if not all(state.tiebreaks()):
        return ["someone was fully unmasked"]
    return ["the cats ran out"]


def gracias_end(state: Any) -> list[str]:
    return ["someone went bare"] if not all(state.garments) else ["all stayed dressed"]


NOTES: dict[str, Callable[[Any], list[str]]] = {
    "moustache": rule_cards,
    "gracias": gracias_end,
    "club": club_end,
}


def mean_length(first: State, games: int, rng: Rng) -> float:
    """Moves per game, random ones driven one by one."""
    moves = 0
    for _ in range(games):
        state = first.clone()
        while not state.over:
            state.supply([rng.shuffle(size) for _, size in state.wants()])
            while acting := state.to_act:
                seat = (acting & -acting).bit_length() - 1
                legal = state.legal(seat)
                state.apply(seat, legal[rng.below(len(legal))])
                moves += 1
    return moves / games


# The summary


def as_facts(found: Summary) -> dict[str, object]:
    return {
        "game": found.game,
        "players": found.players,
        "games": found.games,
        "seconds": round(found.seconds, 3),
        "games_per_second": round(found.games / found.seconds),
        "moves_per_second": round(found.games * found.moves_per_game / found.seconds),
        "moves_per_game": round(found.moves_per_game, 2),
        "mean_score": [round(statistics.fmean(scores), 4) for scores in found.scores],
        "spread": [round(statistics.pstdev(scores), 4) for scores in found.scores],
        "win_share": [round(wins / found.games, 4) for wins in found.wins],
        **(
            {"tricks_off": [round(off / found.games, 4) for off in found.off]}
            if found.game == "gracias"
            else {}
        ),
        "counts": dict(sorted(found.counts.items())),
    }


def show(found: Summary) -> None:
    console = Console(highlight=False)
    facts = as_facts(found)
    words = texts()
    seats = Table(title=f"{words.games[found.game].name}: {found.games:,} random games", title_justify="left")
    unit = {"moustache": "points", "gracias": "garments", "club": "points"}[found.game]
    columns = ["seat", f"mean {unit}", "spread", "wins"] + (["tricks off"] if found.game == "gracias" else [])
    for column in columns:
        seats.add_column(column, justify="right")
    for seat, scores in enumerate(found.scores):
        cells = [str(seat), f"{statistics.fmean(scores):.2f}", f"± {statistics.pstdev(scores):.2f}"]
        cells.append(f"{100 * found.wins[seat] / found.games:.1f} %")
        if found.game == "gracias":
            cells.append(f"{found.off[seat] / found.games:.2f}")
        seats.add_row(*cells)
    console.print(seats)
    counts = Table(
        title="In the row" if found.game == "moustache" else "How games ended", title_justify="left"
    )
    counts.add_column("")
    counts.add_column("games", justify="right")
    for id, times in sorted(found.counts.items(), key=lambda item: -item[1]):
        name = words.rules[id].name if id in words.rules else id
        counts.add_row(name, f"{100 * times / found.games:.1f} %")
    console.print(counts)
    console.print(
        f"{facts['games_per_second']:,} games/s, {facts['moves_per_second']:,} moves/s\n"
        f"{found.moves_per_game:.1f} moves in a game, on average (counted on {min(found.games, COUNTED)} games)"
    )
    if not COMPILED:
        print("The engine runs interpreted; compiled it is many times faster.", file=sys.stderr)

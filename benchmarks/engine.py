"""The engine beside open_spiel's C++ and RLCard: `make bench-engine` prints the table and writes
`build/bench/engine.json`.

The peers live in an interpreter of their own, named by $PEER_PYTHON (see `peers.py`). On one core, peer and ours take
turns, and of each the best turn counts: other work on the machine can only make a turn slower.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

import moustaches
from moustaches import content
from moustaches.engine import COMPILED, club, gracias, moustache, rules
from moustaches.engine.bits import Rng

from .common import Row, bytes_each, in_a_fresh_process, machine, pin, rate, report, short

ROOT = Path(__file__).resolve().parent.parent
TURNS = 3
PLAYERS = 4
ROLLOUTS = 4000
GAMES = 50  # driven from Python with each deal
POSITIONS = 64
STATES = 20_000
WHOLE_GAMES = 400
PEER_TIMEOUT = 60
ALL = 10_000  # more moves than any game has
PEER_OF = {"gracias": "oh_hell", "moustache": "hearts", "club": "go_fish"}
PAIRS = (*PEER_OF.items(), ("club", "hanabi"))


class State(Protocol):
    """What the three engines have in common."""

    @property
    def to_act(self) -> int: ...
    def legal(self, seat: int, /) -> list[int]: ...
    def apply(self, seat: int, move: int, /) -> None: ...
    def wants(self) -> list[tuple[str, int]]: ...
    def supply(self, shuffles: list[list[int]], /) -> None: ...
    def resample(self, seat: int, rng: Rng, /) -> State: ...
    def rollouts(self, count: int, rng: Rng, /) -> list[int]: ...
    def clone(self) -> State: ...


# --- Tables to play at -----------------------------------------------------------------------------------------------

EDITION = content.edition()
FIRST_OF = [(mask & -mask).bit_length() - 1 for mask in range(1 << PLAYERS)]  # the first seat of a mask


def gracias_table(rng: Rng) -> State:
    """Round 1 of Gracias, El Gringo drawn: 4 bids and 20 cards."""
    state = gracias.start(PLAYERS, gracias.Options())
    state.supply([rng.shuffle(gracias.CARDS)])
    return state


def moustache_table(rng: Rng) -> State:
    """Round 4 of Moustache, with a random row of two white and two black rule cards: 40 cards, and in a
    quarter of the rows 4 gifts of three cards."""
    state = moustache.start(MOUSTACHE)
    state.supply([rng.shuffle(size) for _, size in state.wants()])
    state.round = moustache.ROUNDS - 1
    return state


def club_table(rng: Rng) -> State:
    """A game of Club."""
    return club.start(PLAYERS, CLUB)


def moustache_setup() -> moustache.Setup:
    box = EDITION.moustache
    size = box.table(PLAYERS)
    cards = {card.id: card for card in rules.our_rules()}
    return moustache.Setup(
        players=PLAYERS,
        first_team=size.teams[0],
        hand=size.hand,
        jokers=moustache.NO_JOKERS,
        crown=0,
        stars=[stars for colour in box.stars for stars in colour],
        cups=[list(tokens) for tokens in box.cups],
        white=[cards[entry.id] for entry in box.rules if entry.pack == "white"],
        black=[cards[entry.id] for entry in box.rules if entry.pack == "black"],
        row=[],
    )


def club_deck() -> club.Deck:
    box = EDITION.club
    number = {word: place for place, word in enumerate(box.attribute_cards)}
    cats = tuple(sum(1 << number[word] for word in cat.attributes) for cat in box.cats)
    return club.Deck(cats, box.masks, box.attributes, box.cats_in_hand)


MOUSTACHE = moustache_setup()
CLUB = club_deck()
TABLES: dict[str, Callable[[Rng], State]] = {
    "gracias": gracias_table,
    "moustache": moustache_table,
    "club": club_table,
}


def dealt(game: str, rng: Rng) -> State:
    """A new table with all cards dealt and the first seat to act."""
    state = TABLES[game](rng)
    state.supply([rng.shuffle(size) for _, size in state.wants()])
    return state


def drive(state: State) -> int:
    """Random moves from Python until the round (Club: the game) is over: how many. The peers' loop is the same."""
    choose = random.random
    moves = 0
    while acting := state.to_act:
        seat = FIRST_OF[acting]
        legal = state.legal(seat)
        state.apply(seat, legal[int(choose() * len(legal))])
        moves += 1
    return moves


def halfway(game: str, rng: Rng) -> State:
    """A round (Club: a game) of which about half the moves are made, with a seat to act."""
    while True:
        state = dealt(game, rng)
        for _ in range(drive(state.clone()) // 2):
            if state.to_act:
                seat = FIRST_OF[state.to_act]
                state.apply(seat, random.choice(state.legal(seat)))
        if state.to_act:
            return state


# --- Measures of ours ------------------------------------------------------------------------------------------------


def inside(game: str, seconds: float) -> float:
    """Random moves per second with nothing of Python in the loop."""
    rng = Rng(1)

    def deal() -> tuple[float, float]:
        state = dealt(game, rng)
        moves = sum(drive(state.clone()) for _ in range(GAMES)) / GAMES
        start = perf_counter()
        state.rollouts(ROLLOUTS, rng)
        return moves * ROLLOUTS, perf_counter() - start

    return rate(deal, seconds)


def driven(game: str, seconds: float) -> float:
    """Random moves per second from Python, from the deal to the end: each game is a clone of one just dealt."""
    rng = Rng(1)

    def deal() -> tuple[float, float]:
        state = dealt(game, rng)
        start = perf_counter()
        moves = sum(drive(state.clone()) for _ in range(GAMES))
        return moves, perf_counter() - start

    return rate(deal, seconds)


def whole(game: str, seconds: float) -> float:
    """The same with a new deal for each: the shuffles that the state wants, then its moves."""
    rng = Rng(1)

    def deal() -> tuple[float, float]:
        table = TABLES[game](rng)
        moves = 0
        start = perf_counter()
        for _ in range(GAMES):
            state = table.clone()
            state.supply([rng.shuffle(size) for _, size in state.wants()])
            moves += drive(state)
        return moves, perf_counter() - start

    return rate(deal, seconds)


def resample(seconds: float) -> float:
    """Moustache's hidden cards dealt anew, for the seat to act in the middle of a round with four rules."""
    rng = Rng(1)
    positions = [halfway("moustache", rng) for _ in range(POSITIONS)]

    def each() -> tuple[float, float]:
        start = perf_counter()
        for state in positions:
            state.resample(FIRST_OF[state.to_act], rng)
        return len(positions), perf_counter() - start

    return rate(each, seconds)


def state_bytes(game: str) -> float:
    """Bytes per engine state in the middle of a round, each dealt and played by itself: copies would share."""
    rng = Rng(1)
    return bytes_each(lambda: halfway(game, rng), STATES)


def new_game(game: str, seed: int, most: int) -> tuple[moustaches.Game, int]:
    """A game through the public API of at most so many moves, and their number. Every seat's view is built after
    each move."""
    table = moustaches.new(game, players=PLAYERS, seed=seed)
    choose = random.random
    moves = 0
    while moves < most and table.to_act:
        seat = table.to_act[0]
        legal = table.legal(seat)
        table.play(seat, legal[int(choose() * len(legal))])
        for viewer in range(PLAYERS):
            table.view(viewer)
        moves += 1
    return table, moves


def game_bytes(game: str) -> float:
    """Bytes per game of the public API when half of its moves are made, with the events so far."""
    _, moves = new_game(game, 1, ALL)
    return bytes_each(lambda: new_game(game, random.getrandbits(60), moves // 2)[0], WHOLE_GAMES)


def api(game: str, seconds: float) -> float:
    """Microseconds per move of a whole game through the public API: `new`, then `to_act`, `legal`, `play` with its
    events, and all seats' views."""

    def whole() -> tuple[float, float]:
        start = perf_counter()
        _, moves = new_game(game, random.getrandbits(60), ALL)
        return moves, perf_counter() - start

    return 1e6 / rate(whole, seconds)


# --- The rows --------------------------------------------------------------------------------------------------------


class Bench:
    """Measures, in turns with the peers, for so many seconds a turn."""

    def __init__(self, peer_python: str, seconds: float) -> None:
        self.peer_python = peer_python
        self.seconds = seconds

    def ask_peer(self, measure: str) -> Any:
        """What the peers' interpreter says."""
        command = [self.peer_python, "-m", "benchmarks.peers", measure, str(self.seconds)]
        try:
            answer = subprocess.run(
                command, cwd=ROOT, capture_output=True, text=True, timeout=PEER_TIMEOUT, check=True
            )
        except subprocess.TimeoutExpired:
            sys.exit(f"{' '.join(command)} took more than {PEER_TIMEOUT} seconds")
        except OSError as problem:
            sys.exit(f"PEER_PYTHON={self.peer_python} does not run: {problem.strerror}")
        except subprocess.CalledProcessError as failure:
            sys.exit(f"{' '.join(command)} failed:\n{failure.stderr}")
        return json.loads(answer.stdout)

    def best_of(self, ours: Callable[[float], float], peer: str) -> tuple[float, float]:
        """The best turn of ours and of the peer."""
        turns = [(self.ask_peer(peer), ours(self.seconds)) for _ in range(TURNS)]
        return max(turn[1] for turn in turns), max(turn[0] for turn in turns)

    def rows(self) -> Iterator[Row]:
        yield from self.random_play()
        yield self.resampling()
        yield from self.memory()
        yield from self.public_api()

    def random_play(self) -> Iterator[Row]:
        for (game, peer), target in zip(PEER_OF.items(), (5, 3, 1), strict=True):
            yield self.pair(f"{game}, random play inside", inside, game, peer, target)
        for game, peer in PAIRS:
            yield self.pair(f"{game}, from Python, whole rounds", whole, game, peer, 5)
        rates = {}
        for game, peer in PAIRS:
            row = self.pair(f"{game}, from Python, after the deal", driven, game, peer, 5)
            rates[game] = row.ours
            yield row
        slowest = min(rates, key=rates.__getitem__)
        ours, theirs = self.best_of(partial(driven, slowest), "doudizhu")
        yield Row(f"{slowest} (our slowest), driven", "moves/s", ours, theirs, "RLCard doudizhu", 50)

    def pair(
        self, name: str, measure: Callable[[str, float], float], game: str, peer: str, target: float
    ) -> Row:
        """One of our games beside its peer, both measured by functions of the same name."""
        ours, theirs = self.best_of(partial(measure, game), f"{measure.__name__} {peer}")
        return Row(name, "moves/s", ours, theirs, peer, target)

    def resampling(self) -> Row:
        ours, peer = self.best_of(resample, "resample")
        note = "ours is uniform over all deals that remain possible, oh_hell's is not"
        return Row("moustache, resample mid-round", "/s", ours, peer, "oh_hell", 150_000, "ours", note=note)

    def memory(self) -> Iterator[Row]:
        for game, peer in PEER_OF.items():
            ours, theirs = in_a_fresh_process(state_bytes, game), self.ask_peer(f"memory {peer}")
            yield Row(f"{game}, an engine state halfway", "bytes", ours, theirs, peer, better="lower")
        for game in PEER_OF:
            ours = in_a_fresh_process(game_bytes, game)
            yield Row(f"{game}, a whole game halfway with events", "bytes", ours, better="lower")

    def public_api(self) -> Iterator[Row]:
        for game in PEER_OF:
            ours = min(api(game, self.seconds) for _ in range(TURNS))
            name = f"{game}, public API with all views"
            yield Row(name, "µs/move", ours, target=100, target_of="ours", better="lower")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short run: noisier numbers")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    arguments = parser.parse_args()
    if "PEER_PYTHON" not in os.environ:
        sys.exit("PEER_PYTHON must name a Python with open_spiel and rlcard; `make bench-engine` makes one")
    pin()
    random.seed(1)
    bench = Bench(os.environ["PEER_PYTHON"], 0.1 if arguments.quick else 1.0)
    facts = machine() | {"engine": "compiled" if COMPILED else "interpreted"} | bench.ask_peer("versions")
    rows = []
    for row in bench.rows():
        print(f"{row.name}: {short(row.ours)} {row.unit}", file=sys.stderr)
        rows.append(row)
    report("engine", rows, facts, arguments.markdown)


if __name__ == "__main__":
    main()

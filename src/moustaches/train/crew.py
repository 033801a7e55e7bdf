"""Worker processes that play: each holds groups of tables, and trades observations for choices through shared memory.

The tables come in two halves, so that one half plays while the other's choices are thought about. What a group plays
depends on its number and the seed alone, not on how many workers there are.
"""

from __future__ import annotations

import multiprocessing as mp
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from moustaches.bots.network import SHAPES
from moustaches.errors import MoustachesError
from moustaches.mind.lanes import ROOM, Lanes

from .memory import buffer, share
from .tables import as_array, tables

HALVES = 2
Chosen = tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]
"""By table: the number of the choice, what the best one promised (win, margin), whether another was tried."""
DONE = b"done"


class Layout(Struct, frozen=True):
    """How many tables play, and where."""

    game: str
    groups: int
    """In each half."""
    lanes: int
    """Tables of a group."""
    workers: int
    patience: float = 1.0
    """How much the end of a game counts, against what was expected on the way."""

    @property
    def tables(self) -> int:
        """In each half."""
        return self.groups * self.lanes

    @property
    def room(self) -> int:
        """Samples of a group that can wait to be read."""
        return self.lanes * ROOM


class Board:
    """The memory that all processes share: by half and group."""

    def __init__(self, layout: Layout, context: Any) -> None:
        self.layout = layout
        shape = SHAPES[layout.game]
        self.words = shape.observed.words
        self.choice_words = shape.choice.words
        self.most = shape.most
        count = HALVES * layout.groups
        self.memory = {
            "observed": share(8 * count * layout.lanes * self.words, context),
            "choices": share(8 * count * layout.lanes * self.most * self.choice_words, context),
            "counts": share(8 * count * layout.lanes, context),
            "chosen": share(8 * count * layout.lanes, context),
            "tried": share(8 * count * layout.lanes, context),
            "wins": share(8 * count * layout.lanes, context),
            "margins": share(8 * count * layout.lanes, context),
            "samples": share(8 * count, context),
            "games": share(8 * count, context),
            "sample_words": share(8 * count * layout.room * (self.words + self.choice_words), context),
            "sample_wins": share(8 * count * layout.room, context),
            "sample_margins": share(8 * count * layout.room, context),
        }

    def array(self, name: str) -> NDArray[Any]:
        """One of the shared arrays, by half and group."""
        kind = np.float64 if name.endswith(("wins", "margins")) else np.int64
        flat = np.frombuffer(buffer(self.memory[name]), dtype=kind)
        head = (HALVES, self.layout.groups)
        match name:
            case "samples" | "games":
                return flat.reshape(head)
            case "observed":
                return flat.reshape(*head, self.layout.lanes, self.words)
            case "choices":
                return flat.reshape(*head, self.layout.lanes, self.most, self.choice_words)
            case "sample_words":
                return flat.reshape(*head, self.layout.room, self.words + self.choice_words)
        return flat.reshape(*head, -1)


class Crew:
    """The workers, seen from the learner."""

    def __init__(self, layout: Layout) -> None:
        context = mp.get_context("spawn")
        self.layout = layout
        self.board = Board(layout, context)
        self.connections: list[Any] = []
        self.processes: list[Any] = []
        with out_of_earshot():
            for number in range(layout.workers):
                ours, theirs = context.Pipe()
                process = context.Process(target=work, args=(theirs, self.board, number), daemon=True)
                process.start()
                theirs.close()
                self.connections.append(ours)
                self.processes.append(process)
        self.shared = {name: self.board.array(name) for name in self.board.memory}

    def order(self, command: tuple[Any, ...]) -> None:
        """Tells all workers what to do; `wait` for them."""
        with all_alive():
            for connection in self.connections:
                connection.send(command)

    def wait(self) -> None:
        with all_alive():
            for connection in self.connections:
                if connection.recv_bytes() != DONE:
                    raise RuntimeError("a worker answered out of turn")

    def restart(self, seed: int) -> None:
        """All tables begin new games."""
        self.order(("restart", seed))
        self.wait()

    def observed(self, half: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """By table: what the seat to act observes, its choices, and how many there are."""
        tables = self.layout.tables
        words, choices = self.shared["observed"][half], self.shared["choices"][half]
        counts = self.shared["counts"][half].reshape(tables)
        return words.reshape(tables, -1), choices.reshape(tables, *choices.shape[-2:]), counts

    def choose(self, half: int, chosen: Chosen, school: bool = False) -> None:
        """Sends the choices; the half plays on until `wait`."""
        for name, values in zip(("chosen", "wins", "margins", "tried"), chosen, strict=True):
            self.shared[name][half] = values.reshape(self.layout.groups, self.layout.lanes)
        self.order(("step", half, school))

    def collect(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], int]:
        """All samples since the last time: words, wins, margins, in the order of the groups; and the games."""
        self.order(("collect",))
        self.wait()
        shared = self.shared
        pieces: list[list[NDArray[Any]]] = [[], [], []]
        for half in range(HALVES):
            for group in range(self.layout.groups):
                count = int(shared["samples"][half, group])
                for piece, name in zip(pieces, ("words", "wins", "margins"), strict=True):
                    piece.append(shared[f"sample_{name}"][half, group][:count])
        words, wins, margins = (np.concatenate(piece) for piece in pieces)
        return words, wins, margins, int(shared["games"].sum())

    def close(self) -> None:
        """Workers have nothing to save."""
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.join()


@contextmanager
def all_alive() -> Iterator[None]:
    """Says it in words where a worker is gone."""
    try:
        yield
    except (EOFError, ConnectionError):
        raise MoustachesError("a worker process has died; the run can be taken up again") from None


@contextmanager
def out_of_earshot() -> Iterator[None]:
    """Ctrl-C waits meanwhile, and processes that are started never hear of it."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # before, since it lets Ctrl-C through when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def work(connection: Connection, board: Board, number: int) -> None:
    """A worker: groups `number`, `number + workers`, … of both halves. It ends with the learner; Ctrl-C is for that
    one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    layout = board.layout
    mine = range(number, layout.groups, layout.workers)
    lanes: dict[tuple[int, int], Lanes] = {}
    shared = {name: board.array(name) for name in board.memory}

    def publish(half: int, group: int) -> None:
        here = lanes[half, group]
        shared["observed"][half, group].reshape(-1)[:] = as_array(here.observed)
        shared["choices"][half, group].reshape(-1)[:] = as_array(here.choices)
        shared["counts"][half, group] = as_array(here.counts)

    while True:
        try:
            command = connection.recv()
        except EOFError:
            return
        match command:
            case ("restart", seed):
                for half in range(HALVES):
                    for group in mine:
                        start = (seed * HALVES + half) * layout.groups + group
                        lanes[half, group] = Lanes(tables(layout.game, layout.lanes), start, layout.patience)
                        publish(half, group)
            case ("step", half, school):
                for group in mine:
                    lanes[half, group].school = school
                    lanes[half, group].step(
                        shared["chosen"][half, group].tolist(),
                        shared["wins"][half, group].tolist(),
                        shared["margins"][half, group].tolist(),
                        shared["tried"][half, group].astype(bool).tolist(),
                    )
                    publish(half, group)
            case ("collect",):
                for (half, group), here in lanes.items():
                    count = int(here.samples)
                    shared["samples"][half, group] = count
                    shared["games"][half, group] = here.games
                    size = board.words + board.choice_words
                    words = as_array(here.sample_words)[: count * size]
                    shared["sample_words"][half, group][:count] = words.reshape(count, size)
                    shared["sample_wins"][half, group][:count] = as_array(here.sample_wins)[:count]
                    shared["sample_margins"][half, group][:count] = as_array(here.sample_margins)[:count]
                    here.clear()
        connection.send_bytes(DONE)

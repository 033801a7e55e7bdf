"""Several workers on one machine, and the parent that watches over them.

The workers take connections from one listening socket. They count together, so that any of them answers `/metrics` for
all. A worker that dies is replaced; a parent that dies takes its workers with it.
"""

from __future__ import annotations

import logging.config
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from types import FrameType
from typing import Any

from . import logs
from .metrics import SHARED
from .serve import SIGNALS, CannotServe, Worker, shared_out
from .settings import Settings

PATIENCE = 10.0  # seconds for the workers to end by themselves
LOOK = 0.2  # seconds between two looks at the signals
TOO_SOON = 2.0  # seconds: a worker that ends earlier is not replaced at once
READY = "ready"


class Workers:
    """The parent."""

    def __init__(
        self, settings: Settings, number: int, listener: socket.socket, opened: Callable[[], None]
    ) -> None:
        self.settings = settings
        self.number = number
        self.listener = listener
        self.opened = opened
        self.team: dict[
            Any, tuple[SpawnProcess, float]
        ] = {}  # by what it speaks on: a worker, and since when
        self.ready = 0
        self.told: int | None = None  # the signal to stop

    def run(self) -> None:
        """Until it is told to stop; raises CannotServe if the first workers do not start."""
        before = {number: signal.signal(number, self.stop) for number in SIGNALS}
        with TemporaryDirectory(prefix="moustaches-") as folder:
            os.environ[SHARED] = folder
            try:
                for _ in range(self.number):
                    self.hire()
                while self.told is None:
                    for said in wait(list(self.team), LOOK):
                        self.hear(said)
            finally:
                self.dismiss()
                del os.environ[SHARED]
                for number, handler in before.items():
                    signal.signal(number, handler)
        if self.told == signal.SIGINT:
            raise KeyboardInterrupt

    def stop(self, number: int, _: FrameType | None) -> None:
        self.told = number

    def hire(self) -> None:
        heard, said = multiprocessing.Pipe(duplex=False)
        context = multiprocessing.get_context("spawn")
        settings = shared_out(self.settings, self.number)
        process = context.Process(target=work, args=(settings, self.listener, said), name="worker")
        process.start()
        said.close()
        self.team[heard] = (process, monotonic())

    def hear(self, heard: Any) -> None:
        """A worker is ready, says what is wrong, or has ended."""
        try:
            word = heard.recv()
        except EOFError:
            self.replace(heard)
            return
        if word != READY:
            if not self.ready:
                raise CannotServe(word)
            logs.note("a worker could not start", logging.ERROR)
            return
        self.ready += 1
        if self.ready == 1:
            self.opened()

    def replace(self, heard: Any) -> None:
        process, since = self.team.pop(heard)
        heard.close()
        process.join(PATIENCE)
        logs.note("a worker ended", logging.ERROR, pid=process.pid or 0, status=process.exitcode or 0)
        if monotonic() - since < TOO_SOON:
            sleep(1.0)
        if self.told is None:
            self.hire()

    def dismiss(self) -> None:
        """All of them, in time or by force."""
        end = monotonic() + PATIENCE
        for process, _ in self.team.values():
            with suppress(ProcessLookupError):
                process.terminate()
        for heard, (process, _) in self.team.items():
            process.join(max(0.0, end - monotonic()))
            if process.is_alive():
                process.kill()
                process.join()
            heard.close()
            process.close()
        self.team.clear()


def work(settings: Settings, listener: socket.socket, said: Connection) -> None:
    """A worker's whole life."""
    logging.config.dictConfig(logs.config(settings.log))
    threading.Thread(target=end_with_parent, daemon=True).start()
    with listener:
        try:
            Worker(settings, lambda: said.send(READY)).work(listener)
        except CannotServe as problem:
            said.send(str(problem))
        except KeyboardInterrupt:
            pass


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)

"""Runs the server: one worker, or several where PostgreSQL and Valkey are given.

A worker that is told to stop finishes what it writes, tells everybody at its tables when to come back, closes their
sockets and ends within seconds. Several workers have a parent that listens for them, starts another where one dies,
and stops them all when it is told to stop.
"""

from __future__ import annotations

import gc
import logging.config
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import IO

import uvicorn
from msgspec.structs import replace

from moustaches import __version__
from moustaches.errors import BadOption, MoustachesError

from . import logs
from .app import create
from .house import House
from .protocol import LARGEST
from .settings import Settings, checked, from_environment

SIGNALS = (signal.SIGINT, signal.SIGTERM)
GRACE = 3  # seconds for requests that are under way
BACKLOG = 4096
Opened = Callable[[str], None]


class CannotServe(MoustachesError):  # noqa: N818 -- named as its kin
    """The server does not start; why, and what to do."""


def serve(settings: Settings | None = None, workers: int = 1, opened: Opened = lambda address: None) -> None:
    """Until it is told to stop; `opened` is called with the address as soon as players can come. Raises BadOption or
    CannotServe, and KeyboardInterrupt after Ctrl-C."""
    settings = able(settings or from_environment(), workers)
    logging.config.dictConfig(logs.config(settings.log))
    with alone(settings), listening(settings) as listener:
        address = f"http://{settings.host_name}:{listener.getsockname()[1]}"
        if workers > 1:
            from .workers import Workers

            Workers(settings, workers, listener, lambda: opened(address)).run()
        else:
            Worker(settings, lambda: opened(address)).work(listener)


def able(settings: Settings, workers: int) -> Settings:
    """The settings, if this machine has what they ask for."""
    settings = checked(settings)
    if workers < 1:
        raise BadOption(f"--workers: expected 1 or more, found {workers}")
    if workers > 1 and not (settings.database and settings.valkey):
        raise BadOption("--workers: several need DATABASE_URL and VALKEY_URL; SQLite is for one")
    for wanted, package, extra in (
        (settings.database, "asyncpg", "postgres"),
        (settings.valkey, "valkey", "valkey"),
    ):
        if wanted and find_spec(package) is None:
            raise BadOption(f"{package} is not installed; try: pip install 'moustaches[{extra}]'")
    return settings


def answer_soon() -> None:
    """Settings of Python's own for a process in which many tables live on and every move is waited for. It looks for
    cycles in small portions and hardly ever through everything, which takes half a second with five hundred tables;
    and the thread that writes gets its turn within half a millisecond."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5000, 5, 1000)
    sys.setswitchinterval(0.0005)


class Worker(uvicorn.Server):
    """One process that serves."""

    def __init__(self, settings: Settings, opened: Callable[[], None] = lambda: None) -> None:
        app = create(settings)
        super().__init__(
            uvicorn.Config(
                app,
                http="moustaches.server.wire:Requests",
                ws="moustaches.server.wire:Sockets",
                ws_max_size=2 * LARGEST,
                ws_per_message_deflate=settings.compress,
                ws_ping_interval=20.0,
                ws_ping_timeout=20.0,
                proxy_headers=False,
                server_header=False,
                access_log=False,
                log_config=None,
                timeout_graceful_shutdown=GRACE,
                backlog=BACKLOG,
            )
        )
        self.house: House = app.state.house
        self.opened = opened
        self.problem: Exception | None = None
        self.interrupted = False

    def work(self, listener: socket.socket) -> None:
        """Until it is told to stop."""
        self.run([listener])
        if self.problem is not None:
            raise CannotServe(f"the server cannot start: {reason(self.problem)}") from self.problem
        if self.interrupted:
            raise KeyboardInterrupt

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await self.house.open()
        except Exception as problem:
            self.problem = problem
            self.should_exit = True
            return
        await super().startup(sockets)
        store = "postgresql" if self.house.database.shared else "sqlite"
        answer_soon()
        logs.note("started", version=__version__, worker=self.house.worker, pid=os.getpid(), database=store)
        self.house.metrics.up.set(1)
        self.opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        logs.note("stopping", worker=self.house.worker, tables=len(self.house.lives))
        await self.house.farewell()
        await super().shutdown(sockets)
        logs.note("stopped", worker=self.house.worker)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal ends the work, not the process: what comes after the work is done too."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.interrupted = self.interrupted or sig == signal.SIGINT
        super().handle_exit(sig, frame)


def reason(problem: BaseException) -> str:
    """What the first cause says."""
    while problem.__cause__ is not None:
        problem = problem.__cause__
    return str(problem) or type(problem).__name__


@contextmanager
def listening(settings: Settings) -> Iterator[socket.socket]:
    """The place where players come in."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server((settings.host, settings.port), family=family, backlog=BACKLOG)
    except OSError as problem:
        raise CannotServe(
            f"{settings.host} port {settings.port} cannot be had ({problem.strerror}); choose another with --port"
        ) from None
    with listener:
        yield listener


@contextmanager
def alone(settings: Settings) -> Iterator[None]:
    """A SQLite file has one server: a second one would not hear what the first one writes."""
    if settings.database:
        yield
        return
    try:
        settings.folder.mkdir(parents=True, exist_ok=True)
        lock = (settings.folder / "moustaches.lock").open("a")
    except OSError as problem:
        raise CannotServe(
            f"the data folder {settings.folder} cannot be used ({problem.strerror}); choose another with --data"
        ) from None
    with lock:
        hold(lock, settings.folder)
        yield


def hold(lock: IO[str], folder: Path) -> None:
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise CannotServe(
            f"another server uses the data folder {folder}; choose another with --data, or share PostgreSQL"
        ) from None


def shared_out(settings: Settings, workers: int) -> Settings:
    """The settings of one of several workers, which share the machine's cores."""
    return replace(settings, thinkers=settings.thinkers or max(1, settings.thinking // workers))

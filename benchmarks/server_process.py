"""A server in a process of its own, on a core of its own; what it uses of memory and time."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import socket
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Self

from .server_wire import HOST, Broken

START = 20.0  # seconds within which a server must answer
STOP = 10.0  # seconds after which it is stopped the hard way


def cores() -> tuple[set[int], set[int]]:
    """For the load, and for the server; the same where the machine has only one, or cannot say."""
    if not hasattr(os, "sched_getaffinity"):
        return set(), set()
    here = sorted(os.sched_getaffinity(0))
    return {here[0]}, {here[-1]}


LOAD, SERVER = cores()


def pin(to: set[int]) -> None:
    if to:
        os.sched_setaffinity(0, to)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


class Process:
    """A server that listens on `port` once `ready` has answered. Its output goes to a file and is shown if it fails."""

    def __init__(
        self, name: str, command: Sequence[str], port: int, folder: Path, more: dict[str, str]
    ) -> None:
        self.name = name
        self.port = port
        self.output = folder / f"{name}.log"
        self.command = command
        self.environment = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"} | more

    async def __aenter__(self) -> Self:
        with self.output.open("ab") as output:
            pin(SERVER)  # the child inherits it
            try:
                self.process = subprocess.Popen(
                    self.command,
                    env=self.environment,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    start_new_session=True,
                )
            finally:
                pin(LOAD)
        try:
            await self.ready()
        except BaseException:
            self.kill()
            raise
        return self

    async def ready(self) -> None:
        until = monotonic() + START
        while monotonic() < until:
            if self.process.poll() is not None:
                break
            try:
                _, writer = await asyncio.open_connection(HOST, self.port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return
        raise Broken(f"{self.name} does not answer. It said:\n{self.output.read_text()[-2000:]}")

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.process.terminate()
            await asyncio.to_thread(self.process.wait, STOP)
        except subprocess.TimeoutExpired:
            print(f"{self.name} did not stop within {STOP:g} s")
        finally:
            self.kill()

    def kill(self) -> None:
        """The process and all that it has started."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def memory(self) -> int:
        """Bytes of the process in memory now."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * resource.getpagesize()

    def seconds(self) -> float:
        """Of the processor that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        ticks: float = int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

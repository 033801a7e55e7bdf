"""What can be set from outside, by environment variables; the defaults need no setting at all."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct

from moustaches.errors import BadOption

from .logs import LEVELS

VALKEY = ("valkey", "valkeys", "redis", "rediss", "unix")


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
    archive_days: int = 30
    """Finished tables are put away, compressed and without what was said, after so many days; 0: never."""
    keep_days: int = 365
    """Tables are removed when nothing has happened there for so many days; 0: never."""
    compress: bool = False
    """permessage-deflate on sockets: less to send, more to compute and to remember."""
    log: str = ""
    """What is written down: debug, info, warning or error; none: on a terminal warning, else info."""
    free_of_limits: bool = False
    """No limits of pace: for benchmarks on a machine of one's own."""

    @property
    def host_name(self) -> str:
        """The host as an address has it."""
        return f"[{self.host}]" if ":" in self.host else self.host

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
    "MOUSTACHES_ARCHIVE_DAYS": "archive_days",
    "MOUSTACHES_KEEP_DAYS": "keep_days",
    "MOUSTACHES_COMPRESS": "compress",
    "MOUSTACHES_LOG": "log",
    "MOUSTACHES_FREE_OF_LIMITS": "free_of_limits",
}
YES, NO = ("1", "true", "yes"), ("0", "false", "no")


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this process; raises BadOption with the name of what is wrong."""
    given: dict[str, Any] = {}
    for name, field in NAMES.items():
        text = environment.get(name, "").strip()
        if text:
            given[field] = read(name, text, str(Settings.__annotations__[field]))
    return checked(Settings(folder=data_folder(environment), **given))


def read(name: str, text: str, kind: str) -> str | bool | float:
    """The value of a setting of this kind."""
    try:
        match kind:
            case "int" if text.isascii() and text.isdecimal():
                return int(text)
            case "float" if 0 <= (number := float(text)) < math.inf:
                return number
            case "bool" if text.lower() in YES + NO:
                return text.lower() in YES
            case "str":
                return text
    except ValueError:
        pass
    expected = {"int": "a whole number", "float": "a number of seconds", "bool": "yes or no"}[kind]
    raise BadOption(f"{name}: expected {expected}, found {text!r}")


def checked(settings: Settings) -> Settings:
    """The settings; raises BadOption for those that do not go together."""
    if settings.database and settings.database.partition("://")[0] not in ("postgres", "postgresql"):
        raise BadOption("DATABASE_URL: expected postgresql://…; without it the tables are kept in SQLite")
    if settings.database and not settings.valkey:
        raise BadOption(
            "VALKEY_URL: expected with DATABASE_URL, since workers tell each other the news by it"
        )
    if settings.valkey and settings.valkey.partition("://")[0] not in VALKEY:
        raise BadOption("VALKEY_URL: expected valkey://…, redis://… or unix://…")
    if settings.port > 65535:
        raise BadOption(f"MOUSTACHES_PORT: expected 0 to 65535, found {settings.port}")
    if settings.address and urlsplit(settings.address).scheme not in ("http", "https"):
        raise BadOption(f"MOUSTACHES_ADDRESS: expected https://…, found {settings.address!r}")
    if settings.log and settings.log not in LEVELS:
        raise BadOption(f"MOUSTACHES_LOG: expected {', '.join(LEVELS)}, found {settings.log!r}")
    return settings


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

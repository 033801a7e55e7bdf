"""What the server writes down about its own life: one JSON object a line, on stderr.

Nothing that people write gets in: not their names, not what they say, not the codes of their tables, which are keys. An
event of ours is a fixed sentence with numbers and words of our own beside it. Of an exception the log tells the kind
and the place; its message only where it comes from the operating system, since any other may quote someone.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

LEVELS: Final = ("debug", "info", "warning", "error")
OURS: Final = "moustaches"
logger = logging.getLogger(OURS)


def note(event: str, level: int = logging.INFO, **facts: str | float | list[str]) -> None:
    """Writes an event down; `facts` are ours, never someone's words."""
    logger.log(level, event, extra={"facts": facts})


def log_problem(what: str, problem: BaseException) -> None:
    """Writes down what went wrong, and where."""
    note(what, logging.ERROR, **failure(problem))


class Lines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "event": event_of(record)}
        line |= getattr(record, "facts", {})
        if record.exc_info and record.exc_info[1] is not None:
            line |= failure(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def event_of(record: logging.LogRecord) -> str:
    """Our own sentence; of what libraries say the first line, without what they fill in."""
    first = str(record.msg).strip().partition("\n")[0][:200]
    return first if record.name == OURS else f"{record.name}: {first}"


def failure(problem: BaseException) -> dict[str, Any]:
    """What went wrong, the cause last; and where: the way through our own modules, and its end."""
    kinds: list[str] = []
    places: list[str] = []
    seen: BaseException | None = problem
    while seen is not None and len(kinds) < 5:
        kinds.append(f"{type(seen).__name__}: {seen}" if isinstance(seen, OSError) else type(seen).__name__)
        frames = traceback.extract_tb(seen.__traceback__)
        ours = [frame for frame in frames[:-1] if OURS in Path(frame.filename).parts][-6:]
        places += [
            f"{name_of(frame.filename)}:{frame.lineno} {frame.name}" for frame in (*ours, *frames[-1:])
        ]
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return {"error": kinds[0], "causes": kinds[1:], "where": places}


def name_of(path: str) -> str:
    """The module as the package knows it."""
    return "/".join(Path(path).parts[-2:])


def config(level: str = "") -> dict[str, Any]:
    """For `logging.config`; without a level: on a terminal only what is wrong, else what happens too."""
    level = level or ("warning" if sys.stderr.isatty() else "info")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": "moustaches.server.logs.Lines"}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}
        },
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {OURS: {"level": level.upper()}, "uvicorn": {"level": "WARNING"}},
    }

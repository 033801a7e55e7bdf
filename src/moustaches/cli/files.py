"""Reading and writing records; whatever the system says against it becomes one of our errors."""

from __future__ import annotations

import sys
from pathlib import Path

from moustaches.errors import MoustachesError


class BadFile(MoustachesError):  # noqa: N818 -- like the others
    """A file cannot be read or written."""


def read_text(file: str) -> str:
    """The text of a file; `-` is what comes in from a pipe."""
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except OSError as problem:
        raise BadFile(f"cannot read {file}: {problem.strerror or problem}") from None
    except UnicodeDecodeError:
        raise BadFile(f"cannot read {file}: expected a text, found something else") from None


def write_text(file: str, text: str) -> None:
    """Writes a file whole or not at all."""
    path = Path(file)
    unfinished = path.with_name(path.name + ".part")
    try:
        unfinished.write_text(text, "utf-8")
        unfinished.replace(path)
    except OSError as problem:
        raise BadFile(f"cannot write {file}: {problem.strerror or problem}") from None

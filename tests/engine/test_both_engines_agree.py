"""The compiled and the interpreted engine are the same source and must do the same, move by move.

Each runs in a process of its own: the interpreted one from src/, the compiled one as it is installed. Where no
compiled one is installed there is nothing to compare; in CI that is a failure.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.engine import digest

SOURCES = Path(__file__).parents[2] / "src"


def begin(folder: Path, *, compiled: bool) -> subprocess.Popen[str]:
    """A process with one of the engines, away from the sources unless it shall run them."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if not compiled:
        environment["PYTHONPATH"] = str(SOURCES)
    return subprocess.Popen(
        [sys.executable, "-P", digest.__file__],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def result(process: subprocess.Popen[str]) -> dict[str, Any]:
    """What the process printed."""
    printed, problem = process.communicate()
    if "No module named 'moustaches'" in problem:
        return {"compiled": False, "digests": {}}
    assert process.returncode == 0, problem
    found: dict[str, Any] = json.loads(printed)
    return found


def test_both_engines_do_the_same(tmp_path: Path) -> None:
    processes = [begin(tmp_path, compiled=compiled) for compiled in (True, False)]
    compiled, interpreted = map(result, processes)
    assert not interpreted["compiled"]
    assert len(interpreted["digests"]) == len(digest.TABLES)
    if not compiled["compiled"]:
        pytest.skip("no compiled package is installed: there is no other engine to compare with")
    assert compiled["digests"] == interpreted["digests"]

"""Keeps a green run honest: the engine is the one that was asked for, and in CI nothing is skipped.

`MOUSTACHES_ENGINE=compiled` or `interpreted` says which engine the run is about; unset, either will do.
"""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

IN_CI = os.environ.get("CI", "") not in ("", "0", "false")

settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if IN_CI else "local")


# Last, because pytest-cov begins to measure here and must see the import.
@pytest.hookimpl(trylast=True)
def pytest_sessionstart() -> None:
    from moustaches import engine

    running = "compiled" if engine.COMPILED else "interpreted"
    wanted = os.environ.get("MOUSTACHES_ENGINE", running)
    if running != wanted:
        pytest.exit(f"MOUSTACHES_ENGINE={wanted}, but {engine.__file__} runs {running}", returncode=4)


def pytest_report_header() -> str:
    return f"engine: {os.environ.get('MOUSTACHES_ENGINE', 'whichever is installed')}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, and CI skips nothing: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if IN_CI and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"skipped, and CI skips nothing: {report.longrepr}"
    return report

"""The servers that tests share. Each process that runs tests has one for all that do not disturb each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.servers import Servers, running
from tests.server.serving import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Default grace time, bots that do not pause, no limits of pace. Do not stop it."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The same, but a person is away after 0.3 seconds."""
    with Server(tmp_path_factory.mktemp("impatient"), grace=0.3) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """One for this test alone, to be killed and restarted."""
    with Server(tmp_path / "own") as running:
        yield running


@pytest.fixture
def own_impatient(tmp_path: Path) -> Iterator[Server]:
    """The same, but a person is away after 0.3 seconds."""
    with Server(tmp_path / "own", grace=0.3) as running:
        yield running


@pytest.fixture(scope="session")
def servers() -> Iterator[Servers]:
    """PostgreSQL and Valkey. Tests that use them belong to the group `servers`, so that they are started once."""
    with running() as both:
        yield both

"""One Chromium and one server for all tests of the client in a process, and fresh guests whenever a test wants them.

The browser's driver keeps a loop of its own in this thread, beside which no other test could have one: both are given
back as soon as a test follows that is not of this folder. All tables have the same seed, so that a test that fails does
so again; `TEST_SEED=2 make test-compiled` sees other games.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.server.serving import Server
from tests.web.guests import NOBODYS, Door, Guest, door, launched
from tests.web.screens import Screens

FOR_EVER = 86_400.0
SEED = int(os.environ.get("TEST_SEED", "1"))


class Theatre:
    """What the tests of this folder share, from when it is first asked for until it is given back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stack = ExitStack()

    @cached_property
    def server(self) -> Server:
        return self.stack.enter_context(Server(self.folder, seed=SEED, grace=FOR_EVER))

    @cached_property
    def browser(self) -> Browser:
        browser = launched(self.stack.enter_context(sync_playwright()))
        self.stack.callback(browser.close)
        return browser

    @cached_property
    def screens(self) -> Screens:
        return Screens(self.server)

    @cached_property
    def inspector(self) -> Guest:
        guest = self.stack.enter_context(door(self.browser, self.server))(drawings=False)
        guest.go(NOBODYS)
        return guest


THEATRE = pytest.StashKey[Theatre]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    yield
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        theatre = item.session.stash.get(THEATRE, None)
        if theatre is not None:
            del item.session.stash[THEATRE]
            theatre.stack.close()


@pytest.fixture
def theatre(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Theatre:
    stash = request.session.stash
    if THEATRE not in stash:
        stash[THEATRE] = Theatre(tmp_path_factory.mktemp("house"))
    return stash[THEATRE]


@pytest.fixture
def house(theatre: Theatre) -> Server:
    """Bots that do not pause, nothing is too often, and whoever is gone is waited for. Do not stop it."""
    return theatre.server


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[Server]:
    """One for this test alone, to be killed and started again."""
    with Server(tmp_path / "own", seed=SEED, grace=FOR_EVER) as server:
        yield server


@pytest.fixture
def guests(theatre: Theatre) -> Iterator[Door]:
    """Lets guests in; afterwards none of them may have seen an error."""
    with door(theatre.browser, theatre.server) as opened:
        yield opened


@pytest.fixture
def screens(theatre: Theatre) -> Screens:
    """Tables in every situation, made when they are first asked for."""
    return theatre.screens


@pytest.fixture
def inspector(theatre: Theatre) -> Iterator[Guest]:
    """One guest who looks at all screens, since that is quicker; without the drawings, which fill places of a given
    size and have no words."""
    guest = theatre.inspector
    yield guest
    troubles = list(guest.troubles)
    guest.troubles.clear()
    guest.forgiven.clear()
    assert not troubles, "\n".join(troubles)

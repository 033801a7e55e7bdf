"""Guests of the house: browsers of their own, each with one page, who see everything that goes wrong on it.

A guest that is asked for nothing else has a quiet table: no movement, no sound, no questions, and has met all games.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    Response,
    WebError,
    expect,
)

from tests.server.serving import Message, Server

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
PHONE = (360, 640)
DESKTOP = (1280, 800)
PATIENCE = 20_000  # milliseconds, on a machine that is busy
QUIET = {
    "motion": "none",
    "sound": False,
    "confirm": False,
    "level": "novice",
    "met": ["moustache", "gracias", "club"],
}
SVG = "image/svg+xml"
BLANK = '<svg xmlns="http://www.w3.org/2000/svg"/>'
LEFT_THE_PAGE = "net::ERR_ABORTED"  # what was still being loaded when somebody went on
NOBODYS = "/robots.txt"  # a page that asks for nothing
WATCH = """
addEventListener('securitypolicyviolation', (event) =>
  console.error(`the policy forbids ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""


def launched(playwright: Playwright) -> Browser:
    expect.set_options(timeout=PATIENCE)
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert program is not None, "Chromium is not installed"
    return playwright.chromium.launch(executable_path=program, args=[*FLAGS])


def cookie_of(server: Server, token: str) -> Any:
    return {"name": "moustaches", "value": token, "url": server.base, "httpOnly": True}


class Guest:
    """One browser with one page."""

    def __init__(self, context: BrowserContext, server: Server) -> None:
        self.context, self.server = context, server
        self.troubles: list[str] = []
        self.forgiven: list[re.Pattern[str]] = []
        context.set_default_timeout(PATIENCE)
        context.add_init_script(WATCH)
        context.on("console", self.hears)
        context.on("weberror", self.fails)
        context.on("requestfailed", self.misses)
        context.on("response", self.reads)
        self.page = context.new_page()

    # What goes wrong

    def hears(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.notes(f"console: {message.text} ({message.location.get('url', '')})")

    def fails(self, error: WebError) -> None:
        self.notes(f"error: {error.error}")

    def misses(self, request: Request) -> None:
        if request.failure != LEFT_THE_PAGE:
            self.notes(f"request: {request.url} {request.failure}")

    def reads(self, response: Response) -> None:
        if response.status >= 400:
            self.notes(f"response: {response.status} {response.url}")

    def notes(self, trouble: str) -> None:
        if not any(pattern.search(trouble) for pattern in self.forgiven):
            self.troubles.append(trouble)

    def forgive(self, *patterns: str) -> None:
        """What is meant to go wrong in this test."""
        self.forgiven += map(re.compile, patterns)

    # Going somewhere

    def go(self, path: str = "/") -> Page:
        self.page.goto(self.server.base + path)
        return self.page

    def sit(self, code: str) -> Page:
        """To a table, until it is there."""
        self.go(f"/t/{code}")
        self.page.wait_for_selector("[data-game] .own, .seats [data-who], [data-trouble]")
        return self.page

    def set(self, **settings: object) -> None:
        """Changes what is set on this device, from the next page on."""
        script = "(news) => localStorage.setItem('moustaches', JSON.stringify(" + (
            "{...JSON.parse(localStorage.getItem('moustaches') ?? '{}'), ...news}))"
        )
        self.page.evaluate(script, settings)

    def size(self, size: tuple[int, int]) -> None:
        if self.page.viewport_size == {"width": size[0], "height": size[1]}:
            return
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    # Who it is

    def become(self, token: str) -> None:
        """Takes the identity of somebody, or nobody's; the page that belongs to who it was is left first, or it would
        still ask for things in another's name."""
        if self.page.url.startswith(self.server.base):
            self.go(NOBODYS)
        self.context.clear_cookies()
        if token:
            self.context.add_cookies([cookie_of(self.server, token)])

    @property
    def token(self) -> str:
        """The identity that this browser has been given."""
        return next(
            str(each.get("value")) for each in self.context.cookies() if each.get("name") == "moustaches"
        )

    def look(self) -> Message:
        """The table of this page as the server tells it to this guest."""
        return self.server.look(self.code, self.token)

    @property
    def code(self) -> str:
        return self.page.url.rpartition("/t/")[2].partition("#")[0]


class Door:
    """Lets guests in, and sees them out: all that went wrong for them comes up then."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser, self.server = browser, server
        self.guests: list[Guest] = []

    def __call__(
        self,
        size: tuple[int, int] = DESKTOP,
        language: str = "en",
        token: str = "",
        theme: str = "light",
        server: Server | None = None,
        touch: bool = False,
        drawings: bool = True,
        **settings: object,
    ) -> Guest:
        server = server or self.server
        kept: dict[str, Any] = QUIET | {"theme": theme} | settings
        state: Any = {
            "cookies": [],
            "origins": [
                {"origin": server.base, "localStorage": [{"name": "moustaches", "value": json.dumps(kept)}]}
            ],
        }
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            has_touch=touch,
            storage_state=state,
            accept_downloads=True,
        )
        guest = Guest(context, server)
        guest.become(token)
        if not drawings:
            context.route("**/assets/*.svg", lambda route: route.fulfill(body=BLANK, content_type=SVG))
        self.guests.append(guest)
        return guest

    def see_out(self) -> None:
        for guest in self.guests:
            guest.context.close()
        troubles = [trouble for guest in self.guests for trouble in guest.troubles]
        assert not troubles, "\n".join(troubles)


@contextmanager
def door(browser: Browser, server: Server) -> Iterator[Door]:
    opened = Door(browser, server)
    try:
        yield opened
    except BaseException:
        for guest in opened.guests:
            guest.context.close()
        raise
    opened.see_out()


def eventually(condition: Callable[[], object], page: Page, what: str = "") -> None:
    """Waits for something that the page itself does not show."""
    for _ in range(PATIENCE // 20):
        if condition():
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"it never came: {what}")

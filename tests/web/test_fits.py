"""Every screen fits: on a phone the table never scrolls, by day and in the evening; in every language no text is cut
off, runs out of its place or lies on other text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from moustaches.content import languages
from tests.web.guests import DESKTOP, PHONE, Door, Guest
from tests.web.measuring import bad_drawings, covered, misfits, scrolls, too_wide
from tests.web.screens import SITUATIONS, Screens

TABLES = [name for name in SITUATIONS if not name.endswith(("-alone", "-last", "-must", "-over"))] + [
    "spectator"
]
PAGES = ["home", "home-again", "waiting", "waiting-club", "arriving", "full", "closed", "unknown", "nowhere"]
ENDS = [name for name in SITUATIONS if name.endswith("-over")]
SIDEWAYS = [(844, 390), (640, 360)]
SIZES = [PHONE, (390, 844), (768, 1024), *SIDEWAYS, (1366, 625), DESKTOP, (1920, 1080)]
MEANT = ("WebSocket connection to", "response: 40")  # a table that is not there, or not for this guest


def menu(page: Page) -> None:
    page.locator("[data-menu]").click()


def talk(page: Page) -> None:
    page.locator(".signs .sign").nth(1).click()
    page.wait_for_selector("dialog .reactions button")


def log(page: Page) -> None:
    menu(page)
    page.locator("dialog .list button:has(use[href='#ui-log'])").click()


def invite(page: Page) -> None:
    menu(page)
    page.locator("dialog .list button:has(use[href='#ui-share'])").click()


def rules(page: Page) -> None:
    menu(page)
    page.locator("dialog .list button:has(use[href='#ui-help'])").click()
    page.locator("dialog details summary").click()


def settings(page: Page) -> None:
    page.locator("header .sign:has(use[href='#ui-settings'])").click()


def how(page: Page) -> None:
    page.locator("article .more").first.click()


def sign(name: str) -> Callable[[Page], None]:
    """Presses what has this drawing on it."""

    def press(page: Page) -> None:
        page.locator(f"button:has(use[href='#{name}']):visible").first.click()

    return press


SHEETS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "settings": ("home", settings),
    "how to play": ("home", how),
    "menu": ("moustache", menu),
    "talk": ("moustache", talk),
    "log": ("gracias", log),
    "invite": ("club", invite),
    "rules": ("moustache", rules),
    "last trick": ("moustache", sign("ui-trick")),
    "last trick of Gracias": ("gracias", sign("ui-trick")),
    "notebook": ("club", sign("ui-notebook")),
    "gallery": ("club", sign("ui-filter")),
}
"""What can be laid over a screen, and by what."""
DRAWN = "() => document.querySelectorAll('.sprite symbol').length > 10"
SETTLED = """() => Promise.all(document.getAnimations()
  .filter((each) => each.effect.getComputedTiming().endTime < 5_000).map((each) => each.finished)).then(() => true)"""
SCREENS = [*PAGES, *TABLES, *ENDS, *SHEETS]


def open_screen(guest: Guest, screens: Screens, name: str) -> Page:
    """Until all of it is there."""
    where, press = SHEETS.get(name, (name, None))
    place = screens.at(where)
    if where in ("closed", "unknown"):
        guest.forgive(*MEANT)
    guest.become(place.token)
    page = guest.go(place.path)
    page.wait_for_selector(
        {"home": ".cover svg", "home-again": ".ticket"}.get(
            where, "[data-trouble]" if where in ("closed", "unknown", "nowhere") else ".seats [data-seat]"
        )
    )
    if where.endswith("-over"):
        page.wait_for_selector("[data-end]")
    page.evaluate("() => document.fonts.ready.then(() => true)")
    if press is not None:
        press(page)
        page.wait_for_selector("dialog[open]")
    return page


@pytest.mark.parametrize("name", SCREENS)
def test_every_language_fits(inspector: Guest, screens: Screens, name: str) -> None:
    wrong: list[str] = []
    sizes = [PHONE, DESKTOP]
    inspector.size(PHONE)
    for language in languages():
        inspector.set(language=language, theme="light")
        page = open_screen(inspector, screens, name)
        assert page.evaluate("() => document.documentElement.lang") == language
        for size in sizes:
            inspector.size(size)
            found = misfits(page)
            if too_wide(page) or (name in TABLES and scrolls(page)):
                found.append(f"it scrolls: {scrolls(page)}")
            wrong += [f"{language} {size[0]}: {each}" for each in found]
        sizes.reverse()  # the next one begins where this one ended
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", ["moustache", "gracias", "club"])
def test_with_its_drawings_a_table_fits(guests: Door, screens: Screens, name: str) -> None:
    """The other runs are without them, since that is quicker; here each one is there, whole, and in its place."""
    guest = guests(size=PHONE)
    page = open_screen(guest, screens, name)
    page.wait_for_selector('.hand [data-card]:not([aria-disabled="true"])')
    page.wait_for_function(DRAWN)
    assert page.locator("svg.art").count() > 20
    for size in SIZES:
        guest.size(size)
        page.evaluate(SETTLED)
        assert bad_drawings(page) == [], size
        assert misfits(page) == [], size
        assert not scrolls(page), size


@pytest.mark.parametrize("name", ["moustache", "moustache-alone", "gracias", "gracias-must", "club"])
def test_nothing_lies_on_the_cards(inspector: Guest, screens: Screens, name: str) -> None:
    """On any screen, a phone that is held sideways too: the own cards and those on the table."""
    inspector.set(language="de", theme="light")
    page = open_screen(inspector, screens, name)
    page.wait_for_selector('.hand [data-card]:not([aria-disabled="true"])')
    table = ".newest [data-card]" if name == "club" else ".stage li[data-card]"
    assert page.locator(table).count()
    wrong: list[str] = []
    for size in SIZES:
        inspector.size(size)
        page.evaluate(SETTLED)
        wrong += [f"{size}: {each}" for each in covered(page, f".hand [data-card], {table}")]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", [*TABLES, *ENDS])
def test_the_table_never_scrolls(inspector: Guest, screens: Screens, name: str) -> None:
    """From a small phone upwards, by day and in the evening."""
    inspector.set(language="de", theme="dark")
    page = open_screen(inspector, screens, name)
    for theme in ("dark", "light"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        for size in SIZES:
            inspector.size(size)
            assert not scrolls(page), f"{theme} at {size}"

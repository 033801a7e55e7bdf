"""For everybody: axe finds nothing on any screen, whatever can be pressed is large enough, and the focus is seen."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.web.guests import DESKTOP, PHONE, Door, Guest
from tests.web.measuring import focus, too_small
from tests.web.screens import Screens
from tests.web.test_fits import SCREENS, open_screen

axe = Axe()


def violations(page: Page) -> list[str]:
    found = axe.run(
        page, context={"exclude": [[".sprite"]]}, options={"resultTypes": ["violations"]}
    ).response["violations"]
    return [
        f"{each['id']}: {node['html'][:140]} ({because(node)})"
        for each in found
        for node in each["nodes"][:4]
    ]


def because(node: dict[str, Any]) -> str:
    reasons = node["any"] or node["all"] or node["none"]
    return str(reasons[0]["message"])[:160]


@pytest.mark.parametrize("name", SCREENS)
def test_axe_finds_nothing_and_everything_is_large_enough(
    inspector: Guest, screens: Screens, name: str
) -> None:
    """By day on a phone, in the evening on a large screen."""
    inspector.set(language="en", theme="light")
    inspector.size(PHONE)
    page = open_screen(inspector, screens, name)
    wrong = [f"phone: {each}" for each in (*violations(page), *too_small(page))]
    page.evaluate("() => { document.documentElement.dataset.theme = 'dark'; }")
    inspector.size(DESKTOP)
    wrong += [f"desktop: {each}" for each in (*violations(page), *too_small(page))]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "name", ["home", "settings", "waiting", "moustache", "gracias-bid", "club-guess", "gracias-over"]
)
def test_the_focus_is_always_seen(inspector: Guest, screens: Screens, name: str) -> None:
    inspector.set(language="en", theme="light")
    inspector.size(DESKTOP)
    page = open_screen(inspector, screens, name)
    seen = set()
    for _ in range(30):
        page.keyboard.press("Tab")
        now = focus(page)
        if now is not None:
            assert now[1], f"nobody sees that this has the focus: {now[0]}"
            seen.add(now[0])
    assert len(seen) > 2


def test_what_happens_is_announced_as_it_is_logged(guests: Door) -> None:
    """The same sentence, in the live region and in the log."""
    page = guests().go("/")
    page.locator('article[data-game="gracias"] .primary').click()
    live = page.locator("[data-announced]")
    expect(live).to_have_attribute("aria-live", "polite")
    page.locator("button[data-move^='bid']:not([aria-disabled=true])").first.click()
    page.wait_for_function("() => document.querySelector('[data-announced]').textContent.trim()")
    said = page.evaluate("() => document.querySelector('[data-announced]').textContent.trim()")
    page.wait_for_function(
        "(said) => [...document.querySelectorAll('.log li')].some((each) => each.textContent.trim() === said)",
        arg=said,
    )


def test_movement_stops_for_whoever_wants_none(guests: Door) -> None:
    """The setting of the device alone is enough."""
    guest = guests(motion="full")
    guest.page.emulate_media(reduced_motion="reduce")
    page = guest.go("/")
    page.locator('article[data-game="gracias"] .primary').click()
    page.wait_for_selector("button[data-move^='bid']")
    running = "() => document.getAnimations().filter((each) => each.playState === 'running').length"
    assert page.evaluate(running) == 0

"""The table stands still: whatever is tapped, focused or dragged on a phone, nothing that holds it moves inside."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.web.guests import PHONE, Door
from tests.web.measuring import scrolls, shifted
from tests.web.playing import REACH
from tests.web.screens import Screens

DRAGS = [(40, -30), (-60, 10), (0, -45), (120, 0)]  # not so far up that a card is laid


def drag_about(page: Page) -> None:
    """Every card of the hand, a little up, down or aside: it goes back by itself."""
    for place, card in enumerate(page.locator(".hand [data-card]").element_handles()):
        point = card.evaluate(REACH)
        if point is None:
            continue
        across, down = DRAGS[place % len(DRAGS)]
        page.mouse.move(point["x"], point["y"])
        page.mouse.down()
        page.mouse.move(point["x"] + across, point["y"] + down, steps=3)
        assert shifted(page) == [], "while it is dragged"
        page.mouse.up()


def focus_all(page: Page) -> None:
    """Whatever can have the focus has it once, the outermost cards too, as a screen reader would go through them."""
    page.evaluate(
        """() => {
          for (const each of document.querySelectorAll('.theatre button, .theatre [tabindex]')) each.focus();
          for (const each of document.querySelectorAll('.theatre [data-card], .theatre li')) each.scrollIntoView();
        }"""
    )


@pytest.mark.parametrize("name", ["moustache", "gracias", "club"])
def test_nothing_inside_the_table_moves(guests: Door, screens: Screens, name: str) -> None:
    place = screens.at(name)
    guest = guests(size=PHONE, token=place.token, touch=True, confirm=True)
    page = guest.sit(place.code)
    cards = page.locator('.hand [data-card]:not([aria-disabled="true"])')
    cards.first.wait_for()
    before = guest.look()["view"]["version"]
    focus_all(page)
    assert shifted(page) == [], "after the focus went through it"
    for side in {0, cards.count() - 1}:  # a tap only chooses
        point = cards.nth(side).evaluate(REACH)
        page.touchscreen.tap(point["x"], point["y"])
        assert shifted(page) == [], "after a tap"
    drag_about(page)
    for _ in range(30):
        page.keyboard.press("Tab")
    assert shifted(page) == [], "after the keyboard went through it"
    assert not scrolls(page)
    assert guest.look()["view"]["version"] == before, "nothing was laid"

"""A slip of the finger: with bots alone a choice is taken back at once, and what was revealed since never is."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.guests import PHONE, Door, eventually
from tests.web.playing import choose, hasten, offered, touch
from tests.web.screens import Screens


def take_back(page: Page) -> None:
    page.locator("[data-menu]").click()
    page.locator("dialog .list button", has=page.locator("use[href='#ui-undo']")).click()


def test_among_bots_the_menu_takes_a_choice_back_at_once(guests: Door, screens: Screens) -> None:
    place = Screens(screens.server).at("moustache-alone")
    guest = guests(size=PHONE, token=place.token)
    page = guest.sit(place.code)
    hasten(page)
    card = offered(page)["cards"][0]
    touch(page, f'.hand [data-card="{card}"]')
    expect(page.locator(f'.hand [data-card="{card}"]')).to_have_count(0)
    offered(page)  # the bots have laid theirs, and it is my turn again
    take_back(page)
    expect(page.locator("[data-refusal]")).to_have_text("The last move was taken back.")
    expect(page.locator("[data-announced]")).to_have_text("The last move was taken back.")
    expect(page.locator(f'.hand [data-card="{card}"]')).to_have_attribute("aria-disabled", "false")
    assert card in guest.look()["view"]["hand"]
    assert not page.locator(f'.trick [data-card="{card}"]').count()


def test_nothing_is_taken_back_across_a_reveal_and_it_is_said(guests: Door, screens: Screens) -> None:
    place = Screens(screens.server).at("gracias-last")
    guest = guests(token=place.token, language="de")
    page = guest.sit(place.code)
    hasten(page)
    round_before = guest.look()["view"]["round"]
    while guest.look()["view"]["round"] == round_before:
        choice = offered(page)
        assert not choice["over"]
        choose(page, choice, 0)
        eventually(
            lambda: guest.look()["view"]["round"] > round_before or guest.look()["view"]["legal"],
            page,
            "play goes on",
        )
    offered(page)
    version = guest.look()["view"]["version"]
    take_back(page)
    expect(page.locator("[data-refusal]")).to_have_text(re.compile("kein Zug von dir"))
    assert guest.look()["view"]["version"] == version

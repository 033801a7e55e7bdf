"""When it goes wrong in the middle of a trick: a reload, a cut line, a server that is killed. The table says so at
once, does nothing false, and is back without a reload."""

from __future__ import annotations

import signal

from playwright.sync_api import Page, expect

from moustaches.server.entries import Moved
from tests.server.serving import Server
from tests.web.guests import Door, Guest, eventually
from tests.web.playing import choose, hasten, offered, play
from tests.web.screens import Screens

MEANT = ("WebSocket connection to", "net::ERR_", "response: 5")


def cards(page: Page) -> list[str]:
    found: list[str] = page.locator(".hand [data-card]").evaluate_all(
        "(cards) => cards.map((each) => each.dataset.card)"
    )
    return found


def nothing_can_be_done(page: Page) -> None:
    """No card may be laid, and whoever tries changes nothing."""
    expect(page.locator(".hand [data-card]:not([aria-disabled=true])")).to_have_count(0)
    before = cards(page)
    page.locator(".hand [data-card]").first.click(position={"x": 6, "y": 20}, force=True)
    page.keyboard.press("Enter")
    assert cards(page) == before


def goes_on(guest: Guest) -> None:
    """The next choice takes effect."""
    hasten(guest.page)
    version = guest.look()["version"]
    for made in range(3):
        choose(guest.page, offered(guest.page), made)
    eventually(lambda: guest.look()["version"] > version, guest.page, "the next move")


def in_a_trick(guests: Door, server: Server) -> Guest:
    guest = guests(token=(place := Screens(server).at("moustache-alone")).token, server=server)
    page = guest.sit(place.code)
    page.wait_for_selector(".hand [data-card]:not([aria-disabled=true])")
    return guest


def test_after_a_reload_in_mid_trick_all_is_there_and_goes_on(guests: Door, house: Server) -> None:
    guest = in_a_trick(guests, house)
    page = guest.page
    before = (
        cards(page),
        page.locator(".trick [data-card]").count(),
        page.locator(".log li").all_inner_texts(),
    )
    assert before[1]
    page.reload()
    page.wait_for_selector(".hand [data-card]:not([aria-disabled=true])")
    assert (
        cards(page),
        page.locator(".trick [data-card]").count(),
        page.locator(".log li").all_inner_texts(),
    ) == before
    goes_on(guest)


def test_a_cut_line_is_said_at_once_and_mends_itself(guests: Door, house: Server) -> None:
    guest = in_a_trick(guests, house)
    guest.forgive(*MEANT)
    page = guest.page
    page.evaluate("() => { window.same = true; }")
    guest.context.set_offline(True)
    expect(page.locator("p.lost")).to_be_visible(timeout=2_000)
    nothing_can_be_done(page)
    guest.context.set_offline(False)
    expect(page.locator("p.lost")).to_have_count(0)
    goes_on(guest)
    assert page.evaluate("() => window.same"), "the page was loaded anew"


def test_a_server_that_is_killed_and_started_again_goes_on_where_it_was(
    guests: Door, own_house: Server
) -> None:
    guest = in_a_trick(guests, own_house)
    guest.forgive(*MEANT)
    page = guest.page
    page.evaluate("() => { window.same = true; }")
    held = cards(page)
    own_house.kill()
    expect(page.locator("p.lost")).to_be_visible(timeout=3_000)
    nothing_can_be_done(page)
    own_house.start()
    expect(page.locator("p.lost")).to_have_count(0)
    page.wait_for_selector(".hand [data-card]:not([aria-disabled=true])")
    assert cards(page) == held
    goes_on(guest)
    assert page.evaluate("() => window.same"), "the page was loaded anew"


def test_a_choice_made_as_the_line_breaks_takes_effect_once(guests: Door, own_house: Server) -> None:
    """The server dies with the choice on its way: it is sent again when the server is back."""
    guest = in_a_trick(guests, own_house)
    guest.forgive(*MEANT)
    page = guest.page
    held = cards(page)
    assert own_house.process is not None
    own_house.process.send_signal(signal.SIGSTOP)  # it stands still: what is sent now is not heard
    choose(page, offered(page), 0)
    own_house.kill()
    own_house.start()
    expect(page.locator("p.lost")).to_have_count(0)
    hasten(page)
    page.wait_for_function(
        "(count) => document.querySelectorAll('.hand [data-card]').length === count", arg=len(held) - 1
    )
    (gone,) = set(held) - set(cards(page))
    made = [entry for entry in own_house.entries(guest.code) if isinstance(entry, Moved) and entry.seat == 0]
    assert [entry.move for entry in made].count(f"play {gone}") == 1
    assert made[-1].move == f"play {gone}"


def test_a_house_that_does_not_answer_has_a_calm_page_and_comes_back(guests: Door, own_house: Server) -> None:
    """Whoever was not at the table yet when the server went."""
    guest = guests(server=own_house)
    guest.forgive(*MEANT)
    code = own_house.table("gracias")
    page = guest.go("/")
    page.locator("#code").fill(code)
    own_house.kill()
    page.locator("form button").click()
    expect(page.locator('[data-trouble="lost"]')).to_be_visible()
    own_house.start()
    expect(page.locator(".seats [data-seat]").first).to_be_visible()


def test_a_game_is_played_to_its_end_through_many_breaks(guests: Door, house: Server) -> None:
    guest = guests(drawings=False)
    guest.forgive(*MEANT)
    page = guest.go("/")
    page.locator('article[data-game="gracias"] .primary').click()
    presses = 0

    def breaks(page: Page) -> bool:
        nonlocal presses
        presses += 1
        if presses % 9 == 0:
            guest.context.set_offline(True)
            expect(page.locator("p.lost")).to_be_visible()
            guest.context.set_offline(False)
        return False

    play(page, breaks)
    assert presses > 12
    page.locator("[data-verify]").click()
    expect(page.locator("[data-finding]")).to_have_attribute("data-finding", "fair")

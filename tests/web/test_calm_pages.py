"""Two tabs of one seat, a full table, an unknown code, a finished table, a link for another device: each has a calm
page with the next step."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.server.serving import Server
from tests.web.guests import Door
from tests.web.playing import choose, hasten, offered
from tests.web.screens import Screens


def test_two_tabs_of_one_seat_follow_each_other(guests: Door, screens: Screens) -> None:
    place = Screens(screens.server).at("gracias-alone")
    one, two = guests(token=place.token), guests(token=place.token)
    for tab in (one, two):
        tab.sit(place.code)
        tab.page.wait_for_selector("button[data-move^='bid']")
    choice = offered(one.page)
    hasten(one.page)
    hasten(two.page)
    choose(one.page, choice, 0)
    two.page.wait_for_selector(".hand [data-card]:not([aria-disabled=true])")
    hand = two.look()["view"]["hand"]
    choose(two.page, offered(two.page), 0)
    for tab in (one, two):
        expect(tab.page.locator(".hand [data-card]")).to_have_count(len(hand) - 1)


def test_a_full_table_may_be_looked_at(guests: Door, screens: Screens) -> None:
    place = screens.at("full")
    page = guests(token=place.token).sit(place.code)
    expect(page.locator(".full")).to_be_visible()
    expect(page.locator("form.sit")).to_have_count(0)


def test_an_unknown_code_leads_back_to_the_front(guests: Door) -> None:
    guest = guests()
    guest.forgive("WebSocket connection to .*nosuchtable")
    page = guest.go("/")
    page.locator("#code").fill("nosuchtable")
    page.keyboard.press("Enter")
    expect(page.locator('[data-trouble="unknown"]')).to_be_visible()
    page.locator("[data-trouble] .primary").click()
    expect(page.locator("article")).to_have_count(3)


def test_a_whole_link_is_taken_for_a_code(guests: Door, house: Server) -> None:
    code = house.table("gracias")
    page = guests().go("/")
    page.locator("#code").fill(f"  {house.link(code)} ")
    page.keyboard.press("Enter")
    page.wait_for_url(house.link(code))
    expect(page.locator(".seats [data-seat]")).to_have_count(4)


def test_a_table_without_spectators_says_so(guests: Door, screens: Screens) -> None:
    place = screens.at("closed")
    guest = guests(token=place.token)
    guest.forgive("WebSocket connection to", "response: 403")
    page = guest.sit(place.code)
    expect(page.locator('[data-trouble="closed"]')).to_be_visible()


def test_a_finished_table_shows_its_end_to_whoever_has_the_link(guests: Door, screens: Screens) -> None:
    page = guests().sit(screens.at("gracias-over").code)
    expect(page.locator("[data-end] .standing li")).to_have_count(4)
    page.keyboard.press("Escape")
    expect(page.locator("[data-end]")).to_have_count(0)
    expect(page.locator('.theatre[data-game="gracias"]')).to_be_visible()


def test_a_personal_link_moves_the_seat_to_another_device_once(guests: Door, screens: Screens) -> None:
    place = Screens(screens.server).at("moustache-alone")
    old, new, thief = guests(token=place.token), guests(), guests()
    page = old.sit(place.code)
    page.locator("[data-menu]").click()
    page.get_by_role("button", name="Invite").click()
    link = page.locator("dialog input.link").input_value()
    assert "#" in link
    new.page.goto(link)
    new.page.wait_for_selector(".hand [data-card]:not([aria-disabled=true])")
    assert "#" not in new.page.url
    assert new.look()["you"]["seat"] == 0
    assert screens.server.look(place.code, place.token)["you"].get("seat") is None
    thief.forgive("response: 404", "status of 404")
    thief.page.goto(link)
    expect(thief.page.locator(".theatre")).to_be_visible()
    expect(thief.page.locator(".hand [data-card]")).to_have_count(0)


def test_tables_left_open_are_on_the_front_page(guests: Door, screens: Screens) -> None:
    place = screens.at("home-again")
    page = guests(token=place.token).go("/")
    expect(page.locator(".left .ticket")).to_have_count(3)
    page.locator(".left .ticket").first.click()
    page.wait_for_selector('.seats [data-who="person"]')


def test_an_address_that_leads_nowhere_says_so(guests: Door) -> None:
    page = guests().go("/nowhere/at/all")
    expect(page.locator('[data-trouble="nowhere"]')).to_be_visible()

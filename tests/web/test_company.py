"""People at one table: two browsers and a spectator, from the link to the rematch."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.guests import Door, Guest, eventually
from tests.web.playing import OFFERED, choose, hasten, touch


def both_play(guests: list[Guest], page: Page, over: str = "[data-end]") -> int:
    """Whoever is asked chooses, until all have seen the end; how many presses it took."""
    for guest in guests:
        hasten(guest.page)
    made = 0
    while not all(guest.page.locator(over).count() for guest in guests):
        for guest in guests:
            choice = guest.page.evaluate(OFFERED)
            if choice and not choice["over"]:
                choose(guest.page, choice, made)
                made += 1
        page.wait_for_timeout(20)
        assert made < 600
    return made


def test_two_browsers_and_a_spectator_from_the_link_to_the_rematch(guests: Door) -> None:
    host, friend, looker = guests(), guests(drawings=False), guests(drawings=False)

    page = host.go("/")
    page.locator('article[data-game="club"] .secondary').click()
    page.wait_for_selector('.seats [data-who="person"]')
    link = page.locator("input[readonly]").input_value()
    assert link == page.url
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    expect(page.locator(".seats [data-seat]")).to_have_count(2)

    friend.page.goto(link)
    friend.page.locator("#name").fill("Basile le Fin")
    friend.page.locator("form.sit .primary").click()
    expect(page.locator('[data-seat="1"]')).to_contain_text("Basile le Fin")

    looker.page.goto(link)
    expect(looker.page.locator(".full")).to_be_visible()

    page.locator(".start .primary").click()
    for each in (host, friend, looker):
        each.page.wait_for_selector('.theatre[data-game="club"]')
    expect(friend.page.locator(".hand [data-card]")).to_have_count(3)
    expect(looker.page.locator(".hand [data-card]")).to_have_count(0)
    expect(looker.page.locator("body")).to_contain_text("looking on")

    # What is said is heard by all, and a spectator sees nobody's hand, however the page is searched.
    friend.page.get_by_role("button", name="Talk").click()
    phrase = friend.page.locator("dialog .reactions + .phrases button").first
    words = phrase.inner_text()
    phrase.click()
    expect(page.locator(".speech", has_text=words)).to_be_visible()
    expect(looker.page.locator(".speech", has_text=words)).to_be_visible()
    friend.page.keyboard.press("Escape")
    hands = [card for each in (host, friend) for card in each.look()["view"]["hand"]]
    secrets = [word for each in (host, friend) for word in each.look()["view"]["secrets"]]
    assert hands
    assert secrets
    text = looker.page.evaluate("() => document.querySelector('.theatre').outerHTML")
    assert not [card for card in hands if f'"{card}"' in text or f"cat-{card}" in text]

    made = both_play([host, friend], page)
    assert made > 6
    hasten(looker.page)
    expect(looker.page.locator("[data-end]")).to_be_visible()

    touch(page, "[data-end] > .primary")
    page.wait_for_url(lambda url: url != link)
    touch(friend.page, "[data-end] > .primary")
    friend.page.wait_for_url(page.url)
    eventually(
        lambda: [seat["who"] for seat in host.look()["table"]["seats"]] == ["person", "person"],
        page,
        "both at the new table",
    )


def test_a_person_who_leaves_is_shown_as_away_and_their_seat_waits(guests: Door) -> None:
    host, friend = guests(), guests()
    page = host.go("/")
    page.locator('article[data-game="gracias"] .secondary').click()
    page.wait_for_selector(".seats")
    friend.page.goto(page.url)
    friend.page.locator("form.sit .primary").click()
    page.locator('[data-seat="1"][data-who="person"]').wait_for()
    friend.page.goto("about:blank")
    expect(page.locator('[data-seat="1"]')).to_contain_text("away")


def test_a_bot_can_be_sat_down_made_stronger_and_sent_away(guests: Door) -> None:
    host = guests()
    page = host.go("/")
    page.locator('article[data-game="gracias"] .secondary').click()
    seat = page.locator('.seats [data-seat="2"]')
    seat.get_by_role("button", name="Add a bot").click()
    seat.locator("select").select_option("expert")
    eventually(lambda: host.look()["table"]["seats"][2].get("level") == "expert", page)
    seat.get_by_role("button", name="Send").click()
    expect(seat).to_have_attribute("data-who", "empty")


def test_options_are_the_hosts_and_everybody_sees_them(guests: Door) -> None:
    host, friend = guests(), guests()
    page = host.go("/")
    page.locator('article[data-game="gracias"] .secondary').click()
    page.wait_for_selector(".seats")
    friend.page.goto(page.url)
    page.get_by_role("switch", name="Uno Dos Tres").check()
    friend.page.locator("details summary").last.click()
    expect(friend.page.get_by_role("switch", name="Uno Dos Tres")).to_be_checked()
    expect(friend.page.get_by_role("switch", name="Uno Dos Tres")).to_be_disabled()
    assert host.look()["table"]["setup"]["options"] == {"uno-dos-tres": True}

"""A newcomer's way: from the front of the house by one tap to a game against bots, to its end, by clicks alone; then
the shuffles are checked in the browser and the record is taken home."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import moustaches
from tests.web.guests import Door, Guest
from tests.web.playing import calm, hasten, offered, play, touch

GAMES = ["moustache", "gracias", "club"]


def play_now(guest: Guest, game: str) -> Page:
    """One tap."""
    page = guest.go("/")
    touch(page, f'article[data-game="{game}"] .primary')
    page.wait_for_selector(f'.theatre[data-game="{game}"]')
    return page


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_clicks_is_fair_and_its_record_can_be_taken_home(guests: Door, game: str) -> None:
    guest = guests()
    page = play_now(guest, game)
    assert play(page) > 6
    end = page.locator("[data-end]")
    expect(end.locator(".standing li")).to_have_count(len(guest.look()["table"]["seats"]))
    scores = guest.look()["view"]["scores"]
    shown = [int(text) for text in re.findall(r"−?\d+", " ".join(end.locator(".score").all_inner_texts()))]
    assert sorted(shown) == sorted(scores)

    page.locator("[data-verify]").click()
    expect(page.locator("[data-finding]")).to_have_attribute("data-finding", "fair")

    with page.expect_download() as download:
        end.locator("a[download]").click()
    record = download.value.path().read_text("utf-8")
    finding = moustaches.verify(record)
    assert finding.moves > 0
    assert moustaches.load(record).name == game


def test_a_tampered_record_is_found_in_the_browser(guests: Door) -> None:
    """Whoever stands between server and browser cannot say that a changed record is fair."""
    guest = guests()
    page = play_now(guest, "club")
    play(page)

    def forge(text: str) -> str:
        return text.replace("seed: ", "seed: 0", 1)

    page.route("**/record", lambda route: route.fulfill(body=forge(route.fetch().text())))
    page.locator("[data-verify]").click()
    expect(page.locator("[data-finding]")).to_have_attribute("data-finding", "torn")


@pytest.mark.parametrize("game", GAMES)
def test_with_all_movement_a_game_goes_on_and_cards_fly(guests: Door, game: str) -> None:
    """Nothing is skipped but time to read: cards are on their way, and arrive."""
    guest = guests(motion="full")
    page = play_now(guest, game)
    hasten(page)
    before = guest.look()["view"]["version"]
    moving = "() => document.getAnimations().some((each) => each.playState === 'running')"
    seen = False
    for made in range(6):
        choice = offered(page)
        if choice["moves"]:
            page.locator(f'button[data-move="{choice["moves"][0]}"]').click()
        else:
            rest = [card for card in choice["cards"] if card not in choice["picked"]]
            touch(page, f'.hand [data-card="{rest[made % len(rest)]}"]')
        seen = seen or bool(page.evaluate(moving))
    calm(page)
    assert seen
    assert guest.look()["view"]["version"] > before


def test_the_games_are_met_in_three_sentences(guests: Door) -> None:
    """The first time only: then play begins at once."""
    guest = guests(met=[])
    page = play_now(guest, "gracias")
    sheet = page.locator("dialog")
    expect(sheet.locator("ol li")).to_have_count(3)
    page.locator("[data-first]").click()
    expect(sheet).to_have_count(0)
    page.reload()
    offered(page)
    expect(page.locator("dialog:has([data-first])")).to_have_count(0)

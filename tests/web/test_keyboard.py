"""Everything by keyboard: a whole game from the front page to the end, with Tab, arrows, Enter and Escape alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.guests import PATIENCE, Door
from tests.web.playing import Choice, hasten, offered

AT = "(selector) => document.activeElement?.matches(selector) ?? false"
TABS = 80  # more than any screen has


def tab_to(page: Page, selector: str) -> None:
    """Tab by Tab, as far as it takes."""
    for _ in range(TABS):
        if page.evaluate(AT, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached by Tab")


def arrow_to(page: Page, group: str, selector: str) -> None:
    """Into a group by Tab, then along it by arrows."""
    tab_to(page, f"{group} *")
    page.keyboard.press("Home")
    for key in ("ArrowRight", "ArrowLeft"):
        for _ in range(24):
            if page.evaluate(AT, selector):
                return
            page.keyboard.press(key)
    raise AssertionError(f"{selector} cannot be reached by arrows")


def press(page: Page, choice: Choice, made: int) -> None:
    """One press towards a choice."""
    moves = [move for move in choice["moves"] if move != "keep"] or choice["moves"]
    if moves:
        tab_to(page, f'[data-move="{moves[made % len(moves)]}"]')
    else:
        rest = [card for card in choice["cards"] if card not in choice["picked"]]
        arrow_to(page, ".hand", f'[data-card="{rest[made % len(rest)]}"]')
    page.keyboard.press("Enter")


@pytest.mark.parametrize("game", ["gracias", "club"])
def test_a_whole_game_by_keyboard_from_the_front_page_to_the_end(guests: Door, game: str) -> None:
    page = guests(drawings=False).go("/")
    page.wait_for_selector(f'article[data-game="{game}"]')
    tab_to(page, f'article[data-game="{game}"] .primary')
    page.keyboard.press("Enter")
    page.wait_for_selector(f'.theatre[data-game="{game}"]')
    to_the_end(page)
    tab_to(page, "[data-verify]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-finding=fair]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-end]")).to_have_count(0)


def test_a_whole_game_of_Moustache_by_keyboard_from_the_options_to_the_end(guests: Door) -> None:
    """With six players, since it is then the shortest."""
    page = guests(drawings=False).go("/")
    page.wait_for_selector('article[data-game="moustache"]')
    tab_to(page, 'article[data-game="moustache"] .secondary')
    page.keyboard.press("Enter")
    page.wait_for_selector(".seats [data-who=person]")
    tab_to(page, "fieldset:first-of-type input[type=radio]")
    for players in range(4, 7):
        expect(page.locator(".seats [data-seat]")).to_have_count(players)
        if players < 6:
            page.keyboard.press("ArrowRight")
    tab_to(page, ".start .primary")
    page.keyboard.press("Enter")
    page.wait_for_selector('.theatre[data-game="moustache"]')
    assert to_the_end(page) >= 4 * 7
    expect(page.locator("[data-end] .standing li")).to_have_count(6)


def to_the_end(page: Page) -> int:
    """How many presses of Enter it took."""
    hasten(page)
    for made in range(400):
        choice = offered(page)
        if choice["over"]:
            return made
        press(page, choice, made)
    raise AssertionError("the game never ends")


def test_a_round_of_Moustache_by_keyboard_with_time_to_read(guests: Door) -> None:
    """Nobody taps: Enter goes on where something stays to be read, and the count of a round is left by Enter."""
    page = guests().go("/")
    tab_to(page, 'article[data-game="moustache"] .primary')
    page.keyboard.press("Enter")
    page.wait_for_selector('.theatre[data-game="moustache"]')
    counted = "() => document.querySelector('[data-account]') !== null"
    for made in range(60):
        until_asked(page)
        if page.evaluate(counted):
            break
        press(page, offered(page), made)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('[data-account]') === null")
    expect(page.locator(".theatre")).to_be_visible()


def until_asked(page: Page) -> None:
    """Presses Enter on nothing until there is something to choose, or a count to read."""
    asked = ".hand [data-card]:not([aria-disabled=true]), button[data-move], [data-account]"
    for _ in range(PATIENCE // 25):
        if page.locator(asked).count():
            return
        page.evaluate("() => document.activeElement?.blur()")
        page.keyboard.press("Enter")
        page.wait_for_timeout(25)
    raise AssertionError("nothing is asked")


def test_sheets_close_with_Escape_and_give_the_focus_back(guests: Door) -> None:
    page = guests().go("/")
    tab_to(page, "header .sign")
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_be_visible()
    inside = "() => document.querySelector('dialog').contains(document.activeElement)"
    for _ in range(30):
        page.keyboard.press("Tab")
        assert page.evaluate(inside) or page.evaluate("() => document.activeElement === document.body")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    assert page.evaluate(AT, "header .sign")

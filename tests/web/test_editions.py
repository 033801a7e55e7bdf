"""An edition of one's own in the browser: rule cards that we have no picture of, other stars, other rounds."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.serving import Message, Server
from tests.web.conftest import FOR_EVER
from tests.web.guests import DESKTOP, PHONE, Door, Guest, eventually
from tests.web.measuring import misfits, scrolls, too_small
from tests.web.playing import calm, choose, hasten, offered, touch

MINE = """
format = 1
base = "standard"
title = "My box"

[moustache.stars]
blue = [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]

[[moustache.more_rules]]
id = "ones-win"
pack = "white"
source = "printed"
first_game = true
class = "tests.game.own_cards:OnesWin"
name = "Ones win"
text = "A 1 takes the trick, whatever its colour."

[[moustache.more_rules]]
id = "kings-fall"
pack = "black"
source = "printed"
first_game = true
class = "tests.game.own_cards:KingsFall"
name = "Kings fall"
text = "A 10 never wins a trick."
"""
BLIND = """
format = 1
base = "standard"
title = "On the forehead, and over"

[gracias]
rounds = [1]
forehead = 1
"""
ROOT = Path(__file__).parents[2]
ROW = ["ones-win", "blue-tax", "twos-win", "kings-fall"]


@pytest.fixture
def own_editions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    (tmp_path / "mine.toml").write_text(MINE)
    (tmp_path / "blind.toml").write_text(BLIND)
    monkeypatch.setenv("MOUSTACHES_EDITIONS", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=os.pathsep)  # bots must find the classes too
    with Server(tmp_path / "own", grace=FOR_EVER) as server:
        yield server


def seated(guests: Door, server: Server, code: str, token: str, size: tuple[int, int]) -> Guest:
    guest = guests(size=size, server=server, token=token)
    guest.sit(code)
    return guest


def lay_a_one(page: Page, made: int) -> None:
    """The own card acts as soon as somebody lays a 1."""
    choice = offered(page)
    ones = [card for card in choice["cards"] if card[1:] == "1"]
    if ones:
        touch(page, f'.hand [data-card="{ones[0]}"]')
    else:
        choose(page, choice, made)


def chosen_in_the_browser(guests: Door, server: Server) -> Guest:
    """A table with the box and its rule cards, up to the start of the game."""
    host = guests(server=server)
    page = host.go("/")
    page.locator('article[data-game="moustache"] .secondary').click()
    page.get_by_role("radio", name="My box").check(force=True)
    for place, rule in enumerate(ROW):
        choice = page.get_by_label(f"Rule card {place + 1}")
        choice.locator(f'option[value="{rule}"]').wait_for(state="attached")
        choice.select_option(rule)
    eventually(lambda: host.look()["table"]["setup"].get("options") == {"row": ROW}, page, "the row")
    assert host.look()["table"]["setup"]["edition"] == "mine"
    page.locator(".start .primary").click()
    page.wait_for_selector('.theatre[data-game="moustache"]')
    return host


def test_own_rule_cards_are_shown_with_initials_and_say_what_they_did(
    own_editions: Server, guests: Door
) -> None:
    server = own_editions
    guest = chosen_in_the_browser(guests, server)
    page, code, token = guest.page, guest.code, guest.token
    phone = seated(guests, server, code, token, PHONE).page
    for rule, initials in (("ones-win", "OW"), ("kings-fall", "KF")):
        card = phone.locator(f'.row [data-rule="{rule}"]').first
        expect(card.locator(".initials")).to_have_text(initials)
        expect(card.locator("use[href^='#ruleown-']")).to_be_attached()
    expect(phone.locator('.row [data-rule="blue-tax"] .initials')).to_have_count(0)
    assert misfits(phone) == []
    assert too_small(phone) == []
    assert not scrolls(phone)
    touch(phone, '.row [data-rule="ones-win"]')
    sheet = phone.locator("dialog[open]")
    expect(sheet).to_contain_text("A 1 takes the trick, whatever its colour.")
    expect(sheet.locator(".initials")).to_be_visible()
    assert misfits(phone) == []
    phone.keyboard.press("Escape")

    expect(page.locator('.programme [data-rule="ones-win"]')).to_contain_text("A 1 takes the trick")
    hasten(page)
    said = page.locator(".log li", has_text="Ones win:")
    for made in range(12):
        lay_a_one(page, made)
        eventually(lambda: my_turn(guest.look()) or said.count(), page, "the trick")
        if said.count():
            break
    calm(page)
    expect(said.first).to_contain_text(re.compile(r"takes|wins"))
    stars = {
        use.rpartition("-")[2]
        for use in page.locator(".theatre use[href^='#stars-']").evaluate_all(
            "(all) => all.map((each) => each.getAttribute('href'))"
        )
    }
    assert stars <= {"1", "2"}, "the stars of this edition"


def my_turn(table: Message) -> bool:
    return 0 in table["view"]["to_act"]


def test_cards_show_the_stars_of_the_edition(own_editions: Server, guests: Door) -> None:
    server = own_editions
    token = server.person()
    code = server.table("moustache", 3, token, edition="mine")
    server.intend(code, token, "start", level="novice")
    page = seated(guests, server, code, token, DESKTOP).page
    page.locator(".hand [data-card]").first.wait_for()
    found = page.locator(".hand [data-card]").evaluate_all(
        """(cards) => cards.map((card) => [card.dataset.card, ...[...card.querySelectorAll('use')]
          .map((use) => use.getAttribute('href')).filter((href) => /#(card|plain|stars)-/.test(href))])"""
    )
    blue = {"B0": "#stars-2", "B10": "#stars-1"}
    for card, *drawn in found:
        if card[0] == "B" and (card in blue or card[1:] in "34567"):
            assert drawn == [f"#plain-{card}", *([blue[card]] if card in blue else [])]
        else:
            assert drawn == [f"#card-{card}"]


def joker_on_my_forehead(server: Server, options: Message) -> tuple[str, str]:
    """A table of the one round on the forehead where seat 0 has the joker; the other person, who saw it, lets a bot
    play on."""
    me, friend = server.person("Ada"), server.person("Bruno")
    for _ in range(400):
        code = server.table("gracias", 3, me, edition="blind", options=options)
        server.intend(code, friend, "sit")
        server.intend(code, me, "start", level="novice")
        if server.look(code, friend)["view"]["foreheads"][0] == "J":
            server.intend(code, friend, "stand")
            return code, me
    raise AssertionError("never dealt so")


@pytest.mark.parametrize("zero", [False, True])
def test_the_joker_on_ones_own_forehead(own_editions: Server, guests: Door, zero: bool) -> None:
    """Its owner says what it is worth when all have seen it; with the option of the blind joker it is 0, unasked."""
    options: Message = {"blind-joker-zero": True} if zero else {}
    code, token = joker_on_my_forehead(own_editions, options)
    guest = seated(guests, own_editions, code, token, PHONE)
    page = guest.page
    hasten(page)
    choose(page, offered(page), 0)
    if not zero:
        choice = page.get_by_role("group", name="The joker: is it 0 or 22?")
        expect(page.locator(".prompt")).to_have_text("Your card is the joker! Is it 0 or 22?")
        assert misfits(page) == []
        choice.get_by_role("button", name="It is 22").click()
    expect(page.locator("[data-end]")).to_be_visible()
    told = guest.look()["events"]
    laid = {event["seat"]: event["card"] for event in told if event["event"] == "card-laid"}
    assert laid[0] == ("J0" if zero else "J22")
    assert (trick_taker(told) == 0) != zero


def trick_taker(told: list[Message]) -> int:
    (taken,) = (event for event in told if event["event"] == "trick-taken")
    return int(taken["seat"])

"""The own hand: a card is laid by a drag, kept in an order of one's own, laid by itself where it is the only one, and
the joker asks what it is worth."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from tests.server.serving import Message
from tests.web.guests import DESKTOP, PHONE, Door, eventually
from tests.web.playing import REACH, touch
from tests.web.screens import Place, Screens, Situation


def shown(page: Page) -> list[str]:
    cards: list[str] = page.locator(".hand [data-card]").evaluate_all(
        "(all) => all.map((each) => each.dataset.card)"
    )
    return cards


def drag(page: Page, card: str, to: str) -> None:
    """Along the hand, just behind another card."""
    start = page.locator(f'.hand [data-card="{card}"]').evaluate(REACH)
    goal = page.locator(f'.hand [data-card="{to}"]').bounding_box()
    assert goal is not None
    page.mouse.move(start["x"], start["y"])
    page.mouse.down()
    page.mouse.move(goal["x"] + goal["width"] / 2 + 6, start["y"], steps=4)
    page.mouse.up()


def several(view: Message) -> bool:
    """A card is to be laid, of three or more."""
    return any(str(move).startswith("play") for move in view["legal"]) and len(view["hand"]) >= 3


def alone(screens: Screens, situation: Situation) -> Place:
    return screens.situation(replace(situation, people=1))


@pytest.mark.parametrize("game", ["moustache", "gracias", "club"])
def test_a_hand_that_is_not_sorted_lies_as_its_player_arranges_it(
    guests: Door, screens: Screens, game: str
) -> None:
    place = alone(screens, Situation(game, 4, several))
    guest = guests(token=place.token, sorted=False)
    page = guest.sit(place.code)
    page.wait_for_selector('.hand [data-card]:not([aria-disabled="true"])')
    first, *others = shown(page)
    version = guest.look()["view"]["version"]

    drag(page, first, others[0])
    moved = [others[0], first, *others[1:]]
    assert shown(page) == moved
    page.locator(f'.hand [data-card="{first}"]').focus()
    page.keyboard.press("Shift+ArrowLeft")
    assert shown(page) == [first, *others]
    assert page.evaluate("() => document.activeElement.dataset.card") == first, "the focus goes along"
    page.keyboard.press("Shift+ArrowRight")

    page.reload()
    page.wait_for_selector('.hand [data-card]:not([aria-disabled="true"])')
    assert shown(page) == moved, "it stays so"
    assert guest.look()["view"]["version"] == version, "nothing was laid"


def test_a_finger_arranges_too_and_a_sorted_hand_stays_sorted(guests: Door, screens: Screens) -> None:
    place = alone(screens, Situation("moustache", 4, several))
    for arranges in (True, False):
        page = guests(size=PHONE, token=place.token, sorted=not arranges, confirm=True).sit(place.code)
        page.wait_for_selector('.hand [data-card]:not([aria-disabled="true"])')
        before = shown(page)
        drag(page, before[0], before[1])
        assert (shown(page) == [before[1], before[0], *before[2:]]) == arranges


def only_one(view: Message) -> bool:
    """One card may be laid, of several in hand, and not the joker, which would ask."""
    return view["phase"] == "play" and len(view["legal"]) == 1 < len(view["hand"])


def joker_asks(view: Message) -> bool:
    return {"play J0", "play J22"} <= set(view["legal"]) and len(view["hand"]) > 1


def test_the_only_card_is_laid_by_itself_where_the_player_wants_it_so(guests: Door, screens: Screens) -> None:
    place = alone(screens, Situation("gracias", 4, only_one))
    waits = guests(token=place.token)
    page = waits.sit(place.code)
    page.wait_for_selector('.hand [data-card]:not([aria-disabled="true"])')
    view = waits.look()["view"]
    (move,) = view["legal"]
    page.wait_for_timeout(1_200)
    assert waits.look()["view"]["version"] == view["version"], "not by itself"

    goes = guests(token=place.token, forced=True)
    page = goes.sit(place.code)
    eventually(lambda: move.split()[1] not in goes.look()["view"]["hand"], page, "the card is laid")
    expect(page.locator(".log li", has_text="You lay").last).to_contain_text(move.split()[1])


@pytest.mark.parametrize(("size", "value"), [(PHONE, 22), (DESKTOP, 0)])
def test_the_joker_asks_whether_it_is_0_or_22(
    guests: Door, screens: Screens, size: tuple[int, int], value: int
) -> None:
    place = alone(screens, Situation("gracias", 4, joker_asks))
    guest = guests(size=size, token=place.token, forced=True)
    page = guest.sit(place.code)
    version = guest.look()["view"]["version"]
    touch(page, '.hand [data-card="J"]')
    choice = page.get_by_role("group", name="The joker: is it 0 or 22?")
    expect(choice.get_by_role("button")).to_have_text(["It is 0", "It is 22"])
    assert guest.look()["view"]["version"] == version, "first it asks"
    choice.get_by_role("button", name=f"It is {value}", exact=True).click()
    expect(page.locator(".lying .value", has_text=str(value)).first).to_be_visible()
    eventually(lambda: "J" not in guest.look()["view"]["hand"], page, "the joker is laid")
    laid = [
        laid for event in guest.look()["events"] if event["event"] == "card-laid" for laid in (event["card"],)
    ]
    assert f"J{value}" in laid

"""The table says what is what: legal cards stand out, an illegal one says which rule forbids it, the log and the live
region tell what happened, and the title calls whose turn it is."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.server.serving import Message
from tests.web.guests import Door
from tests.web.measuring import misfits, scrolls, too_small
from tests.web.playing import choose, hasten, offered, touch
from tests.web.screens import Screens, Situation, mine
from tests.web.test_access import violations

LEGAL = '.hand [data-card]:not([aria-disabled="true"])'
SHADED = '.hand [data-card][aria-disabled="true"]'


def legal_cards(view: Message) -> set[str]:
    return {
        move.split()[1].rstrip("0123456789") if move.startswith("play J") else move.split()[1]
        for move in view["legal"]
    }


def shown(page: Page, selector: str) -> set[str]:
    return set(page.locator(selector).evaluate_all("(found) => found.map((each) => each.dataset.card)"))


@pytest.mark.parametrize(
    ("name", "rule"), [("moustache-must", r"orange|green|pink|blue"), ("gracias-must", r"higher|beat|above")]
)
def test_legal_cards_stand_out_and_an_illegal_one_says_the_rule(
    guests: Door, screens: Screens, name: str, rule: str
) -> None:
    place = screens.at(name)
    guest = guests(token=place.token)
    page = guest.sit(place.code)
    page.wait_for_selector(LEGAL)
    view = guest.look()["view"]
    assert shown(page, LEGAL) == legal_cards(view)
    assert shown(page, SHADED) == set(view["hand"]) - legal_cards(view)
    dark = page.locator(SHADED).first.evaluate(
        "(card) => getComputedStyle(card).filter + getComputedStyle(card).opacity"
    )
    lit = page.locator(LEGAL).first.evaluate(
        "(card) => getComputedStyle(card).filter + getComputedStyle(card).opacity"
    )
    assert dark != lit, "they look the same"

    touch(page, SHADED)
    expect(page.locator("[data-refusal]")).to_have_text(re.compile(rule, re.IGNORECASE))
    said = page.locator("[data-refusal]").inner_text()
    assert not re.search(r"[{}]|undefined", said)
    expect(page.locator("[data-announced]")).not_to_be_empty()
    assert guest.look()["view"]["version"] == view["version"], "nothing has changed"
    assert shown(page, LEGAL) == legal_cards(view)


def test_whoever_has_to_beat_is_told_so(guests: Door, screens: Screens) -> None:
    for name, said in (("gracias-must", "beat what lies there"), ("gracias-alone", "How many tricks")):
        place = screens.at(name)
        page = guests(token=place.token).sit(place.code)
        expect(page.locator(".prompt")).to_contain_text(said)


def test_the_forbidden_bid_is_grey_and_says_why(guests: Door, screens: Screens) -> None:
    place = screens.at("gracias-bid")
    guest = guests(token=place.token)
    page = guest.sit(place.code)
    bid = guest.look()["view"]["forbidden_bid"]
    barred = page.locator(f'[data-move="bid {bid}"]')
    expect(barred).to_have_attribute("aria-disabled", "true")
    expect(barred).to_have_accessible_description(re.compile(f"{bid}"))
    touch(page, f'[data-move="bid {bid}"]')
    expect(page.locator("[data-refusal]")).to_be_visible()
    assert guest.look()["view"]["bids"][0] is None


def test_the_title_calls_when_it_is_my_turn(guests: Door, screens: Screens) -> None:
    place = Screens(screens.server).at("gracias-alone")
    page = guests(token=place.token).sit(place.code)
    expect(page).to_have_title(re.compile("Your turn"))
    looker = guests().sit(place.code)
    expect(looker).not_to_have_title(re.compile("Your turn"))
    expect(looker).to_have_title(re.compile("Gracias"))


ELSEWHERE = """
window.called = [];
window.Notification = class {
  static permission = 'granted';
  constructor(title, { body }) {
    if (%s) throw new TypeError('Illegal constructor');
    window.called.push(`${title} ${body}`);
  }
};
Object.defineProperty(document, 'hidden', { get: () => true });
"""


@pytest.mark.parametrize("phone", [False, True])
def test_a_notification_calls_whoever_looks_elsewhere(guests: Door, screens: Screens, phone: bool) -> None:
    """Where the browser shows none from a page, as on phones, the table is none the worse for it."""
    place = Screens(screens.server).at("gracias-alone")
    guest = guests(token=place.token, notify=True)
    guest.context.add_init_script(ELSEWHERE % str(phone).lower())
    page = guest.sit(place.code)
    expect(page.locator("button[data-move^='bid']").first).to_be_visible()
    expect(page).to_have_title(re.compile("Your turn"))
    called = page.evaluate("() => window.called")
    assert len(called) == (0 if phone else 1)
    assert phone or "Gracias" in called[0]


def test_on_the_forehead_everybody_sees_my_card_but_me(guests: Door, screens: Screens) -> None:
    place = screens.at("gracias-forehead")
    guest = guests(token=place.token)
    page = guest.sit(place.code)
    held = guest.look()["view"]["foreheads"]
    assert held[0] is None
    for seat, card in enumerate(held):
        if card is not None:
            theirs = page.locator(f'li:has([data-seat="{seat}"])')
            expect(
                theirs.locator(f'[data-card="{card}"], use[href="#loteria-{card}"]').first
            ).to_be_attached()
    expect(page.locator(".hand [data-card]")).to_have_count(0)


def test_what_happens_is_logged_in_words(guests: Door, screens: Screens) -> None:
    place = Screens(screens.server).at("moustache-alone")
    guest = guests(token=place.token)
    page = guest.sit(place.code)
    hasten(page)
    before = page.locator(".log li").count()
    choose(page, offered(page), 0)
    expect(page.locator(".log li").nth(before)).to_contain_text(re.compile("^You lay "))
    offered(page)
    lines = page.locator(".log li").all_inner_texts()
    assert any("trick" in line for line in lines[before:])
    assert not [line for line in lines if re.search(r"[{}]|undefined|NaN", line)]


def test_the_last_trick_is_one_tap_away(guests: Door, screens: Screens) -> None:
    for name in ("moustache", "gracias"):
        place = screens.at(name)
        page = guests(token=place.token).sit(place.code)
        page.locator("button:has(use[href='#ui-trick']):visible").first.click()
        faces = ", ".join(f"dialog[open] use[href^='#{face}-']" for face in ("card", "mini", "loteria"))
        expect(page.locator(faces).first).to_be_attached()


MOMENTS = {
    "moustache-last": "[data-account]",
    "gracias-last": "[data-counted]",
    "club-alone": ".bubble",
}
"""A situation after whose next choice something is shown for a moment, and what."""
COUNTED = ("moustache-last", "gracias-last")


@pytest.mark.parametrize("name", MOMENTS)
def test_what_is_shown_for_a_moment_fits_too(guests: Door, screens: Screens, name: str) -> None:
    """In German, with its long words, while the last card of a round is played and counted: on a phone and a desk."""
    place = Screens(screens.server).at(name)
    sizes = {
        "phone": guests(size=(360, 640), language="de", token=place.token),
        "desk": guests(language="de", token=place.token),
    }
    for guest in sizes.values():
        guest.sit(place.code)
    first = sizes["phone"]
    if name == "club-alone":
        for press in (LEGAL, ".action .primary", 'button[data-move="keep"]'):
            touch(first.page, press)
    else:
        choose(first.page, offered(first.page), 0)
        if first.page.locator('button[data-move^="play J"]').count():
            choose(first.page, offered(first.page), 0)
    wrong: set[str] = set()
    coming = dict(sizes)
    for _ in range(400):
        for size, guest in list(coming.items()):
            wrong |= {f"{size}: {each}" for each in misfits(guest.page)}
            if scrolls(guest.page):
                wrong.add(f"{size}: it scrolls")
            if guest.page.locator(MOMENTS[name]).count():
                del coming[size]
        if not coming:
            break
        first.page.wait_for_timeout(40)
    assert not coming, f"{MOMENTS[name]} was never shown"
    if name in COUNTED:  # stays until a tap
        for size, guest in sizes.items():
            guest.page.wait_for_timeout(300)
            found = (*misfits(guest.page), *violations(guest.page), *too_small(guest.page))
            wrong |= {f"{size}: {each}" for each in found}
    assert not wrong, "\n".join(sorted(wrong))


def test_the_end_of_Gracias_says_what_each_round_cost(guests: Door, screens: Screens) -> None:
    place = screens.at("gracias-over")
    guest = guests(token=place.token)
    page = guest.sit(place.code)
    rows = page.locator("[data-rows] tbody tr").all()
    left = [7] * 4
    for row in rows:
        for seat, change in enumerate(row.locator("td").all_inner_texts()):
            left[seat] += int(change.replace("−", "-") or 0)
    assert rows
    assert left == guest.look()["view"]["garments"]


def holds_green(view: Message) -> bool:
    return mine("play")(view) and any(card.startswith("G") for card in view["hand"])


def test_every_colour_has_the_letter_of_the_language(guests: Door, screens: Screens) -> None:
    """On the cards and in the order of colours; another language spells them anew."""
    place = screens.situation(Situation("moustache", 4, holds_green))
    guest = guests(token=place.token, language="fr")
    page = guest.sit(place.code)
    page.wait_for_selector(LEGAL)
    for language, letter in (("fr", "V"), ("es", "V"), ("ru", "Зе"), ("en", "G")):
        guest.set(language=language)
        page.reload()
        page.wait_for_selector(LEGAL)
        expect(page.locator(".order .green .letter")).to_have_text(letter)
        page.wait_for_function("() => document.querySelector('[data-letter=\"suit-green\"]')")
        found = page.locator('[data-letter="suit-green"]').all_text_contents()
        assert set(found) == {letter}
    place = screens.at("club")
    page = guests(token=place.token, language="de").sit(place.code)
    page.wait_for_selector(LEGAL)
    page.wait_for_function("() => document.querySelector('[data-letter=\"coat-black\"]')")
    assert set(page.locator('[data-letter="coat-black"]').all_text_contents()) == {"S"}


def test_a_garment_that_is_lost_falls_as_it_is_drawn(guests: Door, screens: Screens) -> None:
    place = Screens(screens.server).at("gracias-last")
    page = guests(token=place.token, motion="quick").sit(place.code)
    page.wait_for_selector(LEGAL)
    page.evaluate(
        """() => {
          window.fallen = new Set();
          new MutationObserver(() => {
            for (const each of document.querySelectorAll('.fallen use')) window.fallen.add(each.getAttribute('href'));
          }).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    choose(page, offered(page), 0)
    if page.locator('button[data-move^="play J"]').count():
        choose(page, offered(page), 0)
    page.wait_for_selector("[data-counted]")
    told = screens.server.look(place.code, place.token)["events"]
    if any(event["event"] == "garments-lost" for event in told):
        page.wait_for_function("() => window.fallen.size")
    for name in page.evaluate("() => [...window.fallen]"):
        assert re.fullmatch(r"#garment-\w+-[1-7]", name)
        assert page.evaluate("(name) => document.querySelector(name) !== null", name)

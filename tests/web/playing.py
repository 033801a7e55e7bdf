"""Playing at a page as a person does: looks for what may be done now, and does it by the mouse.

Time to read is ended by taps, as an impatient player would; everything else is waited for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from playwright.sync_api import Page


class Point(TypedDict):
    x: float
    y: float


class Choice(TypedDict):
    """What is offered: moves that one press makes, own cards, and the two halves of a guess."""

    over: bool
    moves: list[str]
    cards: list[str]
    picked: list[str]
    whom: list[str]
    what: list[str]


HASTE = """
() => {
  const stays = ['middle', 'why', 'reveal', 'slip', 'curtain', 'backdrop', 'skip', 'on', 'account']
    .map((name) => document.getElementsByClassName(name));
  window.haste ??= setInterval(() => {
    for (const found of stays)
      for (const each of [...found]) {
        const sheet = each.closest('dialog');
        if (!sheet) each.click();
        else if (each.dataset.account) sheet.querySelector('.primary')?.click();
      }
  }, 40);
}
"""
PATIENT = "() => { clearInterval(window.haste); window.haste = undefined; }"

OFFERED = """
() => {
  const free = (selector, attribute) => [...document.querySelectorAll(selector)]
    .filter((each) => !each.disabled && each.ariaDisabled !== 'true' && each.checkVisibility())
    .map((each) => each.getAttribute(attribute));
  const over = document.querySelector('[data-end]') !== null;
  const moves = free('button[data-move]', 'data-move').filter(Boolean);
  const cards = free('.hand [data-card]', 'data-card');
  const picked = [...document.querySelectorAll('.hand [aria-pressed=true]')].map((each) => each.dataset.card);
  const [whom, what] = [free('[data-whom]', 'data-whom'), free('[data-what]', 'data-what')];
  const found = { over, moves, cards, picked, whom, what };
  return over || moves.length || cards.length ? found : null;
}
"""

# A point of an element that a finger can touch: nothing else lies upon it there.
REACH = """
(element) => {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const box = element.getBoundingClientRect();
  for (const down of [0.5, 0.25, 0.75, 0.1, 0.9])
    for (const across of [0.5, 0.25, 0.1, 0.75, 0.9, 0.04]) {
      const [x, y] = [box.left + box.width * across, box.top + box.height * down];
      if (element.contains(document.elementFromPoint(x, y))) return { x, y };
    }
  return null;
}
"""


def touch(page: Page, selector: str, tap: bool = False) -> None:
    """Presses something where it can be reached."""
    element = page.wait_for_selector(selector)
    assert element is not None
    point: Point | None = element.evaluate(REACH)
    assert point is not None, f"{selector} cannot be reached: something lies upon it"
    (page.touchscreen.tap if tap else page.mouse.click)(point["x"], point["y"])


def hasten(page: Page) -> None:
    """From now on nothing stays longer than it must."""
    page.evaluate(HASTE)


def calm(page: Page) -> None:
    page.evaluate(PATIENT)


def offered(page: Page) -> Choice:
    """What may be done, as soon as there is something."""
    found: Choice = page.wait_for_function(OFFERED).json_value()
    return found


def choose(page: Page, choice: Choice, made: int) -> None:
    """One press towards a choice; a few presses make one."""
    moves = [move for move in choice["moves"] if move != "keep"]
    if moves:
        touch(page, f'button[data-move="{moves[made % len(moves)]}"]')
    elif "keep" in choice["moves"]:
        guess(page, choice, made)
    else:
        rest = [card for card in choice["cards"] if card not in choice["picked"]]
        touch(page, f'.hand [data-card="{rest[made % len(rest)]}"]')


def guess(page: Page, choice: Choice, made: int) -> None:
    """In the Club: every third time a guess, else quiet."""
    if made % 3 or not choice["whom"]:
        touch(page, 'button[data-move="keep"]')
        return
    touch(page, f'[data-whom="{choice["whom"][0]}"]')
    what = offered(page)["what"]
    touch(page, f'[data-what="{what[made % len(what)]}"]')
    touch(page, ".action .primary")


def play(page: Page, until: Callable[[Page], bool] = lambda page: False) -> int:
    """Plays to the end of the game, or until something is there; how many presses it took."""
    hasten(page)
    for made in range(600):
        if until(page):
            return made
        choice = offered(page)
        if choice["over"]:
            return made
        choose(page, choice, made)
    raise AssertionError("the game never ends")

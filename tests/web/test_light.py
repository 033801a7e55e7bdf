"""What a card costs: others' cards do not have the own hand measured, and a trick that leaves is not styled line by
line."""

from __future__ import annotations

from tests.web.guests import Door
from tests.web.playing import choose, offered
from tests.web.screens import Screens

WATCH = """
window.measured = 0;
window.inert = 0;
window.left = 0;
const real = Element.prototype.getBoundingClientRect;
Element.prototype.getBoundingClientRect = function () {
  if (this.matches('.hand .place, .order .colour')) window.measured += 1;
  return real.call(this);
};
new MutationObserver((changes) => {
  window.inert += document.querySelectorAll('.stage li[inert]').length;
  for (const { removedNodes } of changes)
    window.left += [...removedNodes].filter((node) => node.localName === 'li' && node.dataset.card).length;
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['inert'] });
"""


def test_a_trick_does_not_measure_the_hand_and_makes_nothing_inert(guests: Door, screens: Screens) -> None:
    place = Screens(screens.server).at("moustache-alone")
    guest = guests(token=place.token, motion="quick")
    guest.context.add_init_script(WATCH)
    page = guest.sit(place.code)
    tricks = len(guest.look()["view"]["tricks"])
    choose(page, offered(page), 0)
    page.wait_for_function("() => window.left >= 3")
    assert len(guest.look()["view"]["tricks"]) > tricks, "the trick is over"
    assert page.evaluate("() => window.inert") == 0
    # The card that is laid flies from its place to the trick; the others find theirs without being measured.
    assert page.evaluate("() => window.measured") <= 2

"""The measures themselves: what is wrong on purpose is found."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.web.guests import PHONE, Guest
from tests.web.measuring import bad_drawings, focus, misfits, scrolls, too_small, too_wide

# A page of our own, laid out through the object model, as the policy wants it.
LAY = """
(things) => {
  document.body.replaceChildren(...things.map(([tag, words, style]) => {
    const thing = document.createElement(tag);
    thing.textContent = words;
    Object.assign(thing.style, { position: 'absolute', left: '20px', top: '100px', font: '16px/20px serif', ...style });
    return thing;
  }));
}
"""
# A drawing of 60 × 60 in a box of this style, with its symbol or without.
DRAW = """
([style, known]) => {
  const make = (tag, into) => into.appendChild(document.createElementNS('http://www.w3.org/2000/svg', tag));
  const box = document.createElement('div');
  const place = { left: '20px', top: '100px', width: '80px', height: '80px' };
  Object.assign(box.style, { position: 'absolute', ...place, ...style });
  document.body.replaceChildren(box);
  if (known) {
    const sprite = make('svg', document.body);
    sprite.classList.add('sprite');
    make('symbol', sprite).id = 'crown';
  }
  const art = make('svg', box);
  Object.assign(art.style, { position: 'absolute', left: '10px', top: '10px', width: '60px', height: '60px' });
  make('use', art).setAttribute('href', '#crown');
}
"""
WORDS = "Schnurrbartträgerversammlung"


def laid(guest: Guest, *things: tuple[str, str, dict[str, str]]) -> Page:
    guest.size(PHONE)
    page = guest.go("/robots.txt")
    page.evaluate(LAY, things)
    return page


def test_text_that_fits_is_left_alone(inspector: Guest) -> None:
    page = laid(inspector, ("p", WORDS, {}), ("p", WORDS, {"top": "124px"}))
    assert misfits(page) == []


def test_text_that_is_cut_off_is_found(inspector: Guest) -> None:
    narrow = {"width": "60px", "overflow": "hidden", "whiteSpace": "nowrap"}
    assert "cut off" in misfits(laid(inspector, ("p", WORDS, narrow)))[0]
    low = {"height": "20px", "width": "60px", "overflow": "clip"}
    assert "cut off" in misfits(laid(inspector, ("p", "one two three four five", low)))[0]


def test_text_that_is_shortened_with_dots_or_scrolls_is_not(inspector: Guest) -> None:
    dots = {"width": "60px", "overflow": "hidden", "whiteSpace": "nowrap", "textOverflow": "ellipsis"}
    scroller = {"height": "20px", "width": "60px", "overflow": "auto", "top": "200px"}
    assert misfits(laid(inspector, ("p", WORDS, dots), ("p", "one two three four five", scroller))) == []


def test_text_out_of_the_screen_is_found(inspector: Guest) -> None:
    page = laid(inspector, ("p", WORDS, {"left": "300px", "whiteSpace": "nowrap"}))
    assert "out of the screen" in misfits(page)[0]
    assert too_wide(page)
    assert scrolls(page)


def test_text_on_text_is_found_unless_something_opaque_lies_between(inspector: Guest) -> None:
    page = laid(inspector, ("p", WORDS, {}), ("p", WORDS, {"left": "60px", "top": "104px"}))
    assert "text on text" in misfits(page)[0]
    page = laid(
        inspector, ("p", WORDS, {}), ("p", WORDS, {"left": "60px", "top": "104px", "background": "white"})
    )
    assert misfits(page) == []


def test_a_drawing_that_is_missing_cut_off_or_out_of_the_screen_is_found(inspector: Guest) -> None:
    page = laid(inspector)

    def found(style: dict[str, str], known: bool = True) -> list[str]:
        page.evaluate(DRAW, [style, known])
        return bad_drawings(page)

    assert found({}) == []
    assert found({}, known=False) == ["not drawn: #crown"]
    assert found({"left": "320px"}) == ["out of the screen: #crown"]
    narrow = {"width": "50px", "overflow": "hidden"}
    assert "cut off: #crown" in found(narrow)[0]
    assert found(narrow | {"overflowX": "auto"}) == []


def test_what_is_too_small_to_press_is_found(inspector: Guest) -> None:
    small, large = {"width": "30px", "height": "44px"}, {"width": "44px", "height": "44px", "top": "200px"}
    assert len(too_small(laid(inspector, ("button", "x", small), ("button", "y", large)))) == 1


def test_a_focus_that_nobody_sees_is_found(inspector: Guest) -> None:
    page = laid(inspector, ("button", "x", {"outline": "none"}))
    page.keyboard.press("Tab")
    assert (now := focus(page)) is not None
    assert not now[1]

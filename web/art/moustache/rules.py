"""Rule cards: a picture for each of the sixteen, understood without words, and the playbill frames of both packs.

A picture is drawn around (0, 0), within about 66 × 42, and shown in a lit oval of 72 × 50. Order is written with
`>` and shrinking shapes, with a crown at the strong end; never with arrows, which read both ways.
"""

from collections.abc import Callable
from math import atan2, cos, sin

from ..cardstock import blank
from ..letters import letters, signed
from ..palette import CURTAIN, CURTAIN_DARK, GOLD, GOLD_LIGHT, GOLD_SHADE, INK, PAPER
from ..pen import box, clipped, disc, ellipse, fill, fluff, ink, line, num, oval, part, place, star
from .growth import moustache
from .pieces import crown
from .suits import BLUE, GREEN, ORANGE, PINK, Suit, suit_shape

MINUS_RED = "#A3262F"
FADED = "#8A7B66"


# ------------------------------------------------------------------------------------------------ the words


def card(x: float, y: float, turn: float = 0, mark: str = "", k: float = 1, colour: str = PAPER) -> str:
    """A small card, 17 × 24."""
    return place(box(-8.5, -12, 17, 24, colour, 2 / k**0.5, radius=2.4) + mark, x, y, k, turn)


def gone(x: float, y: float, turn: float = 0, mark: str = "", k: float = 1) -> str:
    """A card that is no longer there."""
    return place(
        box(-8.5, -12, 17, 24, "none", 2, FADED, 2.4, stroke_dasharray="3 2.6") + mark, x, y, k, turn
    )


def suit_card(suit: Suit, x: float, y: float, turn: float = 0, k: float = 1) -> str:
    return card(x, y, turn, suit_shape(suit, 0, 0, 10.5, 1.5), k)


def value_card(text: str, x: float, y: float, turn: float = 0, k: float = 1) -> str:
    return card(x, y, turn, letters(text, 0, 6.6, 19, bold=0.4), k)


def back_card(x: float, y: float, turn: float = 0, k: float = 1) -> str:
    return card(x, y, turn, box(-5.4, -9, 10.8, 18, CURTAIN, radius=1), k)


def crowned(x: float, y: float, k: float) -> str:
    return place(crown(), x, y, k)


def beats(x: float, y: float, h: float = 4) -> str:
    """The sign >."""
    return line(
        f"M{num(x - h * 0.5)} {num(y - h)}L{num(x + h * 0.5)} {num(y)}L{num(x - h * 0.5)} {num(y + h)}", 2.4
    )


def equals(x: float, y: float, h: float = 3.4) -> str:
    return line(f"M{num(x - h)} {num(y - 3)}h{num(2 * h)}M{num(x - h)} {num(y + 3)}h{num(2 * h)}", 2.8)


def arrow(x1: float, y1: float, x2: float, y2: float, width: float = 3.6) -> str:
    a, k = atan2(y2 - y1, x2 - x1), width * 2.1
    d = f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}"
    for turn in (2.5, -2.5):
        d += f"M{num(x2)} {num(y2)}L{num(x2 + k * cos(a + turn))} {num(y2 + k * sin(a + turn))}"
    return line(d, width)


def puff(x: float, y: float, k: float = 1) -> str:
    """A puff of smoke: something has just vanished."""
    cloud = [(-7.0, 3.0), (-5.0, -3.0), (1.0, -5.0), (6.0, -2.0), (7.0, 3.0), (0.0, 5.0)]
    return place(ink(fluff(cloud, 0.34), "#EFE6D2", 1.8), x, y, k)


# ---------------------------------------------------------------------------------------------- white cards


def green_negative() -> str:
    mark = suit_shape(GREEN, 0, -4.4, 9.6, 1.4) + star(0, 6, 4.2, width=1.2)
    return card(-22, 0, -6, mark, 1.36) + equals(-3.4, 0, 3) + signed("-", "1", 19.4, 9.4, 27, MINUS_RED)


def pink_open() -> str:
    eye = (
        ink("M-13 -15Q0 -27 13 -15Q0 -4 -13 -15Z", "#FFFDF4", 2.2)
        + disc(0, -15, 4, INK)
        + disc(1.3, -16.4, 1.2, PAPER)
    )
    hand = back_card(-25, 9, -22) + back_card(25, 9, 22)
    return hand + suit_card(PINK, -10, 8, -8, 1.02) + suit_card(PINK, 10, 8, 8, 1.02) + eye


def pass_three() -> str:
    return (
        back_card(3, 2, -12, 1.12)
        + back_card(12.6, 0, 2, 1.12)
        + back_card(22, 2, 14, 1.12)
        + arrow(-9, 1, -29, 1, 4.4)
    )


def blue_tax() -> str:
    pile = "".join(suit_shape(BLUE, -24, 11 - i * 11, 10.4, 1.7) for i in range(3))
    return (
        pile
        + beats(-13.6, 5)
        + suit_shape(BLUE, -4.6, 11, 10.4, 1.7)
        + signed("-", "5", 14, 9, 22, MINUS_RED)
        + star(28, 1.4, 5.6, width=1.5)
    )


def pink_plus() -> str:
    return suit_card(PINK, -21, 0, -6, 1.36) + signed("+", "1", 6.4, 9, 25) + star(23, 0, 8.4)


def fewest_stars() -> str:
    """Scales: the lighter side is up, and wears the crown."""
    beam = line("M-22 -9L22 3", 2.8) + line("M0 -3V17M-8 18H8", 2.8) + disc(0, -3, 2.6, GOLD, 1.6)
    strings = line("M-22 -9L-28 4M-22 -9L-16 4M22 3L15 13M22 3L29 13", 1.4)
    pans = ink("M-30 4H-14Q-15 9 -22 9Q-29 9 -30 4Z", GOLD, 1.8) + ink(
        "M13 13H31Q30 18.6 22 18.6Q14 18.6 13 13Z", GOLD, 1.8
    )
    light = star(-22, -1, 5, width=1.4) + crowned(-22, -15, 0.3)
    heavy = star(16, 9.6, 4.4, width=1.3) + star(28, 9.6, 4.4, width=1.3) + star(22, 5, 4.6, width=1.3)
    return strings + beam + light + heavy + pans


def zero_heroes() -> str:
    cape = ink(
        "M-24 -9C-30 2 -33 11 -33 17C-28 14 -26 18 -22 16C-18 18 -16 18 -13 16"
        "C-10 18 -7 14 -2 17C-3 9 -6 1 -11 -9Z",
        CURTAIN,
        2,
    )
    return (
        cape
        + letters("0", -17.5, 13, 38, bold=5)
        + letters("0", -17.5, 13, 38, GOLD_LIGHT, bold=0.6)
        + equals(4, 1, 3)
        + star(16, 1, 7)
        + star(29, 1, 7)
    )


def last_trick() -> str:
    """The curtain falls on it."""
    trick = (
        card(-24, 6, -14, "", 0.86)
        + card(-12, 6, 12, "", 0.86)
        + card(-18, 4, 0, star(0, 0, 5.4, width=1.4), 0.92)
    )
    fold = ink("M0 -17H15C14 -8 6 -3 2 2C0 8 0 12 0 18H-3V-17Z", CURTAIN, 2)
    fold += line("M7 -15C6 -9 2 -5 0 -2", 1.3, CURTAIN_DARK)
    curtains = place(fold, -33, 0) + place(fold, -3, 0, flip=True)
    rail = ink("M-37 -19.6H1V-15.6H-37Z", GOLD, 1.6)
    return trick + curtains + rail + signed("+", "3", 14, 9, 22) + star(28, 1.4, 6, width=1.5)


# ---------------------------------------------------------------------------------------------- black cards


def twos_win() -> str:
    shapes = "".join(
        suit_shape(suit, x, y, 10, 1.5)
        for suit, x, y in ((GREEN, -24, -6), (PINK, -23, 9), (ORANGE, 24, -6), (BLUE, 23, 9))
    )
    return shapes + letters("2", 0, 19, 38, bold=0.6) + crowned(0, -14.4, 0.42)


def equals_vanish() -> str:
    four = letters("4", 0, 6, 17, FADED)
    cards = gone(-19, 1, -6, four, 1.2) + gone(19, 1, 6, four, 1.2)
    return (
        cards
        + equals(0, 1, 4)
        + puff(-29, -12, 0.9)
        + puff(-12, 14, 0.74)
        + puff(29, -12, 0.9)
        + puff(11, 14, 0.74)
    )


def colours_inverted() -> str:
    out = ""
    for suit, x, size in ((GREEN, -23.6, 17), (PINK, -2.6, 12.4), (ORANGE, 15, 10), (BLUE, 28.4, 7.6)):
        out += suit_shape(suit, x, 12 - size / 2 + 1, size, 1.7)
    return out + beats(-12.2, 6.6, 3) + beats(6.8, 7.4, 2.6) + beats(22, 8, 2.2) + crowned(-23.6, -11.4, 0.34)


def three_lowest() -> str:
    """With a 3 on the table the steps are won from below."""
    steps = ink("M-4 19V-9H8V0H19V9H31V19Z", GOLD, 2.2)
    figures = letters("9", 2, 6, 17) + letters("5", 13.5, 13, 12.5) + letters("1", 25, 18, 10)
    return value_card("3", -19, 0, -6, 1.36) + steps + figures + crowned(25, 0, 0.26)


def cut_redirects() -> str:
    """A heart, then ice laid across it: now ice is asked for."""
    wanted = gone(23, 1, 4, suit_shape(BLUE, 0, 0, 10.5, 1.5), 1.12)
    laid = card(-4, 2, 8, suit_shape(BLUE, 0, 0, 10.5, 1.5), 1.2, "#FFF0C2")
    bend = line("M2 -15C7 -20 16 -20 21 -14M21 -14L21 -20.4M21 -14L14.6 -14.8", 2.8)
    return suit_card(PINK, -22, 2, -8, 1.12) + laid + wanted + bend


def lead_is_trump() -> str:
    """The first card is on the pedestal, whatever follows."""
    others = suit_card(BLUE, 11, 7, 3, 0.86) + suit_card(ORANGE, 26, 7, 6, 0.86)
    block = ink("M-29 13H-5V19H-29Z", GOLD, 2)
    return block + suit_card(GREEN, -17, 0, -2, 1.06) + crowned(-17, -16.4, 0.3) + beats(-2.6, 4, 4) + others


def second_best() -> str:
    podium = ink("M-28 18V7H-9V-2H10V11H28V18Z", GOLD, 2.4) + fill(
        "M-26.6 12V16.8H-9V12ZM10 14.6V16.8H26.6V14.6Z", GOLD_SHADE
    )
    return (
        podium
        + letters("1", 0.5, 14, 15)
        + letters("2", -18.5, 16.6, 11.5)
        + letters("3", 19, 17, 7)
        + crowned(-18.5, -4, 0.38)
    )


def zero_fells_ten() -> str:
    """The ten lies on its back, its moustache in the air."""
    ten = place(letters("10", 0, 9, 27, FADED, bold=0.6), 17, 7, turn=74) + place(
        moustache("pig", 7), 16, -15, 0.34, 16
    )
    blows = line("M-3 -7L3 -10M-1 0L5 0M-3 7L3 10", 2.4)
    return letters("0", -17, 14, 36, bold=0.6) + crowned(-17, -17.4, 0.3) + ten + blows


PICTURES: dict[str, tuple[str, Callable[[], str]]] = {
    "green-negative": ("white", green_negative),
    "pink-open": ("white", pink_open),
    "pass-three": ("white", pass_three),
    "blue-tax": ("white", blue_tax),
    "pink-plus": ("white", pink_plus),
    "fewest-stars": ("white", fewest_stars),
    "zero-heroes": ("white", zero_heroes),
    "last-trick": ("white", last_trick),
    "twos-win": ("black", twos_win),
    "equals-vanish": ("black", equals_vanish),
    "colours-inverted": ("black", colours_inverted),
    "three-lowest": ("black", three_lowest),
    "cut-redirects": ("black", cut_redirects),
    "lead-is-trump": ("black", lead_is_trump),
    "second-best": ("black", second_best),
    "zero-fells-ten": ("black", zero_fells_ten),
}


def picture(rule: str) -> str:
    """The lit oval with the picture, 72 × 50."""
    pack, draw = PICTURES[rule]
    light, rim = ("#FBE7B4", INK) if pack == "white" else (PAPER, GOLD)
    return part(ellipse(36, 25, 34.9, 23.9, light, 1.8, rim)) + place(draw(), 36, 25, 0.92)


def own_picture(pack: str) -> str:
    """For a card that an edition brings itself: an open curtain, and room for the two letters that the page sets."""
    light, rim = ("#FBE7B4", INK) if pack == "white" else (PAPER, GOLD)
    edge = "C21 9 11 13 7.4 22C5 30 5.6 40 7 50"
    drape = fill(f"M0 0H24{edge}H0Z", CURTAIN) + line(f"M24 0{edge}", 1.6)
    drape += line("M14 0C12 8 6 12 3 18M4 27C3 34 3 42 3.4 48", 1.2, CURTAIN_DARK)
    drape += line("M0 24.6C3 25 5 24 7 22.4", 2.4, GOLD)
    hall = oval(36, 25, 34.9, 23.9)
    scene = fill(hall, light) + clipped(hall, drape + place(drape, 72, 0, flip=True))
    return scene + line(hall, 1.8, rim) + place(moustache("pig", 5.4), 36, 39.4, 0.36)


# --------------------------------------------------------------------------------------------------- frames


def playbill(pack: str) -> str:
    """An empty rule card: room for picture, title and text."""
    ground, rim, line_ink = ("#FFFBF0", INK, INK) if pack == "white" else ("#2B2118", "#120D09", GOLD)
    sheet = blank(ground, rim) + box(5, 5, 90, 130, "none", 1.6, line_ink, 5)
    tail = ("#FFFBF0", "#CBBF9F") if pack == "white" else (INK, "#6B5A49")
    flourish = place(moustache("pig", 5, *tail), 50, 128, 0.36)
    if pack == "black":
        flourish = flourish.replace("<g ", f'<g stroke="{GOLD}" ', 1)
    return part(sheet + box(7.6, 7.6, 84.8, 124.8, "none", 0.6, line_ink, 3) + swag(pack)) + flourish


def swag(pack: str) -> str:
    """A little curtain along the top edge."""
    cloth, fold, bead = (
        (CURTAIN, CURTAIN_DARK, GOLD_LIGHT) if pack == "white" else (GOLD, GOLD_SHADE, CURTAIN)
    )
    out = ""
    for i in range(4):
        x = 7 + i * 21.5
        out += ink(f"M{num(x)} 7h21.5C{num(x + 21)} 19 {num(x + 0.5)} 19 {num(x)} 7Z", cloth, 1.8)
        out += line(f"M{num(x + 5)} 9.5C{num(x + 7)} 13.4 {num(x + 14)} 13.4 {num(x + 16.5)} 9.5", 1.2, fold)
    return out + "".join(disc(7 + i * 21.5, 9.4, 2.5, bead, 1.5) for i in range(5))


def rule_back(pack: str) -> str:
    ground, rim = (CURTAIN, INK) if pack == "white" else ("#1A130D", GOLD)
    medal = ellipse(50, 74, 34, 34, ground, 2.2, rim)
    return (
        playbill(pack) + medal + place(moustache("pig", 7, GOLD, GOLD_LIGHT), 50, 78, 0.84) + star(50, 57, 7)
    )


def hidden_picture(pack: str) -> str:
    """What the strip shows of a rule that still lies face down, 72 × 50."""
    ground, rim = (CURTAIN, INK) if pack == "white" else ("#1A130D", GOLD)
    return ellipse(36, 25, 34.9, 23.9, ground, 1.8, rim) + place(
        moustache("pig", 7, GOLD, GOLD_LIGHT), 36, 28, 0.74
    )

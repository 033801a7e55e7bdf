"""Faces of Moustache: the full card, the small face for 60 px and below, the jokers and the back (100 × 140).

The inner frame steps around the two indices; the picture is cropped by it, and only a ten is drawn over it.
"""

from math import cos, radians, sin

from ..cardstock import blank
from ..letters import letters, tag
from ..palette import CURTAIN, CURTAIN_DARK, FELT_DARK, GOLD, GOLD_LIGHT, PAPER
from ..pen import box, clipped, disc, ellipse, fill, ink, line, num, part, place, polygon, rays, star
from .animals import Bust, bust
from .growth import moustache
from .jokers import JOKERS, joker_effect, joker_mark
from .suits import Suit, suit_shape

INSET, RADIUS = 4.5, 4
TAB_WIDTH, TAB_HEIGHT, SMALL = 22, 56, 0.7
STARS = {3: 1, 4: 2, 5: 3, 6: 2, 7: 1}  # as in the standard edition
# Where a bust stands and how large: clear of the index, ears and all.
STANDS = {"hamster": (54.4, 0.92), "pig": (54.6, 0.95), "llama": (54, 1.0), "walrus": (53, 1.0)}
TEN_STANDS = {"hamster": (52.6, 0.92), "pig": (53, 0.94), "llama": (53, 1.0), "walrus": (52, 1.0)}
JOKERS_STAND = 54
FOOT = 142  # busts are scaled about the lower edge


def frame() -> str:
    i, r, w, h = INSET, RADIUS, TAB_WIDTH, TAB_HEIGHT
    sw, sh, right, low = w * SMALL, h * SMALL, 100 - i, 140 - i

    def round_to(cx: float, cy: float, x: float, y: float) -> str:
        return f"Q{num(cx)} {num(cy)} {num(x)} {num(y)}"

    return (
        f"M{num(i + w + r)} {num(i)}H{num(right - r)}"
        + round_to(right, i, right, i + r)
        + f"V{num(low - sh - r)}"
        + round_to(right, low - sh, right - r, low - sh)
        + f"H{num(right - sw + r)}"
        + round_to(right - sw, low - sh, right - sw, low - sh + r)
        + f"V{num(low - r)}"
        + round_to(right - sw, low, right - sw - r, low)
        + f"H{num(i + r)}"
        + round_to(i, low, i, low - r)
        + f"V{num(i + h + r)}"
        + round_to(i, i + h, i + r, i + h)
        + f"H{num(i + w - r)}"
        + round_to(i + w, i + h, i + w, i + h - r)
        + f"V{num(i + r)}"
        + round_to(i + w, i, i + w + r, i)
        + "Z"
    )


FRAME = frame()
# The lower index of a ten lies over the moustache: its paper, and the step of the frame around it.
CORNER = "M98.5 92H84.1Q80.1 92.3 80.1 96.3V138.5H91Q98.5 138.5 98.5 131Z"
CORNER_STEP = "M95.5 92.3V92.3Q95.5 96.3 91.5 96.3H84.1Q80.1 96.3 80.1 100.3V131.5"


def corners(index: str) -> str:
    """An index at the top left, and a smaller one, turned, at the bottom right."""
    return part(index) + place(part(index), 98.5, 138.5, SMALL, 180)


def index(suit: Suit, value: int) -> str:
    x = 14.1
    if value == 10:
        figure = letters("10", x + 0.2, 29.4, 31, suit.ink, 0.68, 1)
    else:  # the face's 5 has a tall flag: a little smaller
        figure = letters(str(value), x, 29.4, 29.5 if value == 5 else 32, suit.ink, bold=1)
    letter = tag(f"suit-{suit.colour}", suit.letter, x, 57.4, 10.4, suit.ink, 0.5)
    return figure + part(suit_shape(suit, x, 40.4, 14.6, 1.8) + letter)


def star_plaque(count: int, x: float = 45, y: float = 126.4) -> str:
    """The stars at the lower edge; more than four move together."""
    if not count:
        return ""
    step = min(15.2, 62 / count)
    wide = step * (count - 1) + 20.2
    stars = "".join(star(x + (i - (count - 1) / 2) * step, y + 0.5, 7.4, width=1.6) for i in range(count))
    return part(box(x - wide / 2, y - 8.6, wide, 17.2, CURTAIN_DARK, 1.8, radius=8.6) + stars)


def standing(body: str, x: float, k: float) -> str:
    return place(body, x, FOOT * (1 - k), k)


def face(suit: Suit, value: int) -> str:
    """A card as the standard edition prints it."""
    return plain(suit, value) + star_plaque(STARS.get(value, 0))


def plain(suit: Suit, value: int) -> str:
    """A card without its stars, for editions that count others."""
    figure = bust(suit.animal, value)
    x, k = (TEN_STANDS if value == 10 else STANDS)[suit.animal]
    ground = part(fill(FRAME, suit.ground) + clipped(FRAME, fill(rays(x, 74, 130), suit.ray)))
    rim = part(ink(FRAME, "none", 1.8, suit.ink))
    if value < 10:
        seen = clipped(FRAME, standing(part(str(figure)), x, k))
        return part(blank() + ground + seen + rim + corners(index(suit, value)))
    seen = clipped(FRAME, standing(figure.body, x, k)) + rim
    seen += standing(figure.moustache + figure.over, x, k)
    lower = fill(CORNER, PAPER) + line(CORNER_STEP, 1.8, suit.ink)
    return part(blank() + ground + seen + part(lower) + corners(index(suit, value)))


WINDOW = "M10 57H90Q95 57 95 62V130Q95 135 90 135H10Q5 135 5 130V62Q5 57 10 57Z"


def window(ground: str, pattern: str, outline: str, body: str) -> str:
    """The lower part of a small face."""
    back = part(fill(WINDOW, ground) + clipped(WINDOW, pattern))
    return blank() + back + clipped(WINDOW, body) + part(ink(WINDOW, "none", 2.4, outline))


# Where the small face shows a head: its upper edge and its scale.
MINI_HEADS = {
    "hamster": (32, 0.84),
    "pig": (45, 0.8),
    "llama": (56, 0.76),
    "walrus": (39, 0.8),
    "unicorn": (60, 0.66),
    "monkey": (48, 0.74),
    "pigeon": (46, 0.86),
}


def head(name: str, figure: Bust) -> str:
    y, k = MINI_HEADS[name]
    return place(part(str(figure)), 50, y, k)


def mini(suit: Suit, value: int) -> str:
    """For 60 px and below: figure and shape take the upper part, the head the lower."""
    out = window(
        suit.ground, fill(rays(50, 92, 110), suit.ray), suit.ink, head(suit.animal, bust(suit.animal, value))
    )
    if value == 10:
        out += letters("10", 32, 48, 57, suit.ink, 0.8, 1.5)
    else:
        out += letters(str(value), 28, 48, 50 if value == 5 else 57, suit.ink, bold=1.5)
    return out + part(suit_shape(suit, 74, 29, 34, 3.2))


# -------------------------------------------------------------------------------------------------- jokers


def harlequin(colour: str, size: float = 12, tall: float = 1.5) -> str:
    d, high = "", size * tall
    for j in range(0, int(140 / high) + 2, 2):
        for i in range(0, int(100 / size) + 2, 2):
            x, y = i * size + 2, j * high + 7
            d += polygon([(x, y - high), (x + size, y), (x, y + high), (x - size, y)])
    return fill(d, colour)


def diamond(x: float, y: float, r: float, width: float = 1.8) -> str:
    whole = polygon([(x, y - r), (x + r * 0.72, y), (x, y + r), (x - r * 0.72, y)])
    half = polygon([(x, y - r), (x, y + r), (x - r * 0.72, y)])
    return ink(whole, GOLD, width, CURTAIN) + fill(half, CURTAIN)


def joker(name: str) -> str:
    figure: Bust = JOKERS[name]()
    ground = part(fill(FRAME, "#F9E7D2") + clipped(FRAME, harlequin("#F3D6C2")))
    out = blank() + ground + clipped(FRAME, place(part(str(figure)), JOKERS_STAND, 0))
    out += ink(FRAME, "none", 1.8, CURTAIN)
    mark = place(part(joker_mark(name)), 14.4, 19.4, 0.92) + diamond(14.1, 41.2, 7.4)
    mark += letters("J", 14.1, 58, 10.4, CURTAIN, bold=0.5)
    return out + corners(mark) + joker_effect(name, 45, 126.2)


def mini_joker(name: str) -> str:
    out = window("#F9E7D2", harlequin("#F3D6C2"), CURTAIN, head(name, JOKERS[name]()))
    return out + place(part(joker_mark(name)), 29, 29, 1.6) + diamond(73, 29, 18, 3)


# ----------------------------------------------------------------------------------------------------- back


def back() -> str:
    """Two gold moustaches, one for each way of holding the card."""
    inner = "M10 5H90Q95 5 95 10V130Q95 135 90 135H10Q5 135 5 130V10Q5 5 10 5Z"
    shell = "".join(
        disc(50, 5, r, c) for r, c in ((17, GOLD), (14.6, CURTAIN_DARK), (9, GOLD), (6.6, CURTAIN))
    )
    for degree in range(-80, 81, 20):
        a = radians(degree)
        d = (
            f"M{num(50 + 9 * sin(a))} {num(5 + 9 * cos(a))}"
            f"L{num(50 + 14.4 * sin(a))} {num(5 + 14.4 * cos(a))}"
        )
        shell += line(d, 1.2, GOLD)
    half = place(moustache("pig", 8, GOLD, GOLD_LIGHT), 50, 58, 0.86)
    half += "".join(
        disc(x, y, 1.5, GOLD) for x, y in ((50, 38), (38, 41.5), (62, 41.5), (27.5, 48), (72.5, 48))
    )
    medal = ellipse(50, 70, 43, 37, CURTAIN_DARK, 2, GOLD) + ellipse(50, 70, 39.6, 33.6, FELT_DARK, 0.9, GOLD)
    deco = fill("M5 5H95V135H5Z", CURTAIN) + harlequin("#7C1828", 11.25, 1.45)
    return (
        blank()
        + clipped(inner, deco + part(shell) + place(part(shell), 100, 140, turn=180) + medal)
        + part(half)
        + place(part(half), 100, 140, turn=180)
        + ink("M41 70L50 66L59 70L50 74Z", GOLD, 1.4)
        + disc(50, 70, 1.6, CURTAIN)
        + ink(inner, "none", 1.8, CURTAIN_DARK)
        + box(8, 8, 84, 124, "none", 1, GOLD, 3)
    )

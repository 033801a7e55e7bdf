"""The eight coats. None is known by colour alone: each has a letter, a sign on the tail tip and a cut of moustache.

The letters are the English ones; the page puts those of its language in their place.
"""

from dataclasses import dataclass

from ..palette import CURTAIN, FELT, GOLD, INK, PAPER, PLUM
from ..pen import both, circle_of, fill, ink, line, num, oval, polygon, star_path


@dataclass(frozen=True)
class Coat:
    fur: str
    marking: str  # stripes and spots
    mask: str  # the ball mask on the face
    letters: str
    tip: str


COATS = {
    "white": Coat("#F7F3EA", "#A79A88", CURTAIN, "W", "ball"),
    "brown": Coat("#8A5A35", "#4A2A14", "#F3E3BE", "Br", "square"),
    "blue": Coat("#6F9BD8", "#2F5796", CURTAIN, "Bu", "drop"),
    "black": Coat("#35302E", "#A8A09A", GOLD, "Bk", "moon"),
    "green": Coat("#7DB36A", "#3C7034", PLUM, "G", "clover"),
    "yellow": Coat("#F3D24B", "#DD7A1C", FELT, "Y", "star"),
    "purple": Coat("#A678C8", "#643A8E", GOLD, "P", "diamond"),
    "red": Coat("#D9553F", "#86221A", FELT, "R", "heart"),
}
PATTERNS = ("striped", "spotted")


def tip(shape: str, r: float = 6) -> str:
    """The outline of a coat's sign, around (0, 0)."""

    def p(x: float, y: float) -> str:
        return f"{num(x * r, 2)} {num(y * r, 2)}"

    if shape == "ball":
        return oval(0, 0, r)
    if shape == "square":
        return f"M{p(-0.88, -0.88)}L{p(0.88, -0.88)}L{p(0.88, 0.88)}L{p(-0.88, 0.88)}Z"
    if shape == "drop":
        right = f"M{p(0, -1.35)}C{p(0.35, -0.7)} {p(1, -0.2)} {p(1, 0.35)}C{p(1, 1.25)} "
        return right + f"{p(-1, 1.25)} {p(-1, 0.35)}C{p(-1, -0.2)} {p(-0.35, -0.7)} {p(0, -1.35)}Z"
    if shape == "moon":
        outer, inner = num(1.1 * r, 2), num(0.95 * r, 2)
        return f"M{p(0.55, -1)}A{outer} {outer} 0 1 0 {p(0.95, 0.6)}A{inner} {inner} 0 0 1 {p(0.55, -1)}Z"
    if shape == "clover":
        return "".join(oval(x, y, 0.58 * r) for x, y in circle_of(0, 0, 0.62 * r, 3))
    if shape == "star":
        return star_path(0, 0, 1.25 * r)
    if shape == "diamond":
        return polygon([(0, -1.3 * r), (0.95 * r, 0), (0, 1.3 * r), (-0.95 * r, 0)])
    left = f"M{p(0, 1.1)}C{p(-1.7, -0.1)} {p(-0.95, -1.5)} {p(0, -0.5)}"
    return left + f"C{p(0.95, -1.5)} {p(1.7, -0.1)} {p(0, 1.1)}Z"


def sign(shape: str, r: float, colour: str, width: float) -> str:
    """The sign with its outline outside, so that a clover stays one shape."""
    d = tip(shape, r)
    return ink(d, INK, 2 * width) + fill(d, colour)


# One temperament for each coat.
CUTS = {
    "white": "M0 6C4 3.6 10 4.6 12.6 8.6C13.4 10.6 11 10.8 10.6 10.6C10 13 7.4 12.8 6.8 12"
    "C5 13.6 2.4 12.6 0 9.4Z",
    "brown": "M0 6.2C5 4.6 8 9.6 12.4 8.8C15.6 8 15.8 4.6 13 4C18.4 1.8 20.4 8.4 16 11.6"
    "C10.4 14.6 3 12.4 0 9.2Z",
    "black": "M0 6.4C6 7 13 5.6 20.4 -1.4C17.4 7.6 9 12.6 0 9.2Z",
    "green": "M0 6.2C6.6 4.6 11.6 7.6 13 19.6C9.8 13.6 5 11.4 0 9.4Z",
    "purple": "M0 6.2C5 5 8 7.6 11 7.6C9.6 9.8 6 10.4 4 10C8 12.6 14 11.6 18.6 7.4C16.4 13.8 5 16 0 9.4Z",
    "red": "M0 5.8L9 5L8.4 7.6L22.6 3.4L11.6 12.6L11.8 10L0 10.6Z",
}
PENCILLED = {
    "blue": ("M.6 7.6C5 6.6 9 9.6 13.4 7.2C16.4 5.4 16 2.6 14 3", 2.2),
    "yellow": ("M.6 7.8C4 6.2 6 11 10 10.6C15.6 10 16.4 3.6 12.6 3.4C10 3.4 10 7 12.2 7", 2.2),
}


def coat_moustache(coat: str, colour: str = INK) -> str:
    if coat in PENCILLED:
        d, width = PENCILLED[coat]
        return both(line(d, width, colour))
    return both(fill(CUTS[coat], colour))


def on(coat: str) -> str:
    """The colour of lines and letters on a coat."""
    return PAPER if coat in ("brown", "black", "red", "purple") else INK

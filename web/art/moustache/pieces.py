"""What lies on the table besides cards: crown, cups, the marks of the two teams. Each around (0, 0)."""

from math import cos, pi, sin

from ..palette import CURTAIN, FELT, GOLD, GOLD_LIGHT, GOLD_SHADE, INK, IVORY, PLUM, PLUM_SHADE
from ..pen import both, circle_of, disc, fill, fluff, ink, line, num, part, place, star
from .growth import moustache


def crown() -> str:
    """About 62 × 50."""
    return part(
        ink("M-25 15L-29 -12L-14 0L0 -21L14 0L29 -12L25 15Q0 22 -25 15Z", GOLD)
        + fill("M-23.6 13.6L-26.6 -7L-17 .4L-13 15.8Z", GOLD_SHADE)
        + ink("M-25 10Q0 17 25 10L24.4 18Q0 25 -24.4 18Z", CURTAIN, 2.4)
        + disc(0, -21, 4, GOLD_LIGHT, 2.2)
        + both(disc(29, -12, 3.4, GOLD_LIGHT, 2.2))
        + disc(0, 3.4, 3.4, PLUM, 2)
        + both(disc(13, 6, 2.2, CURTAIN, 1.6))
    )


def prize() -> str:
    """A cup whose handles are a moustache, about 84 × 70; its number is set over it."""
    return (
        place(moustache("pig", 8.2, GOLD_SHADE, GOLD_LIGHT), 0, 2, 0.88)
        + ink("M-19 -30H19C20 -10 15 8 5 13V21H-5V13C-15 8 -20 -10 -19 -30Z", GOLD)
        + fill("M-17.4 -28H-10C-10 -10 -7 4 -3 11C-12 6 -17.6 -10 -17.4 -28Z", GOLD_SHADE)
        + ink("M-22 -33Q0 -29 22 -33V-27.5Q0 -23.5 -22 -27.5Z", GOLD_LIGHT, 2.4)
        + ink("M-15 31L-11 21H11L15 31Z", CURTAIN, 2.6)
    )


def cup() -> str:
    """The token, face up, 100 × 100."""
    beads = "".join(disc(x, y, 0.9, GOLD) for x, y in circle_of(50, 50, 44.7, 32))
    ground = disc(50, 50, 47.5, FELT, 3) + disc(50, 50, 42, "none", 1.5, GOLD)
    return ground + beads + place(prize(), 50, 51.5, 1.02)


def cup_hidden() -> str:
    """The token, face down."""
    ground = disc(50, 50, 47.5, CURTAIN, 3) + disc(50, 50, 42, "none", 1.5, GOLD)
    stars = star(50, 32, 8) + place(both(star(-15, 36, 5, width=1.5)), 50, 0)
    return ground + place(moustache("pig", 8, GOLD, GOLD_LIGHT), 50, 56, 0.92) + stars


def pennant() -> str:
    """The first team: gold, swallow-tailed, about 68 × 78."""
    return (
        ink("M-24 -34H24V34L0 19L-24 34Z", GOLD)
        + fill("M-22.5 -26H-13V25L-22.5 31Z", GOLD_SHADE)
        + ink("M-29 -40H29V-32H-29Z", CURTAIN, 2.6)
        + both(disc(31, -36, 3.6, GOLD_LIGHT, 2.2))
        + place(moustache("walrus", 5, INK, "#7A5F2C"), 2, -6, 0.66)
    )


def rosette() -> str:
    """The second team: plum, round, with two ribbons, about 66 × 86."""
    spokes = "".join(
        f"M{num(19 * sin(a))} {num(-9 - 19 * cos(a))}L{num(26 * sin(a))} {num(-9 - 26 * cos(a))}"
        for a in (2 * pi * i / 14 for i in range(14))
    )
    return (
        both(ink("M14 10L22 42L12 37L4 44L0 14Z", PLUM_SHADE, 2.6))
        + ink(fluff(circle_of(0, -9, 28, 14), 0.3), PLUM)
        + line(spokes, 1.6, PLUM_SHADE)
        + disc(0, -9, 17.5, IVORY, 2.4)
        + disc(0, -9, 14, "none", 1.3, PLUM)
        + place(moustache("pig", 5, PLUM, "#B79AD8"), 0, -7, 0.5)
    )

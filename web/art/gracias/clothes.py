"""Clothes and props that several characters share. A figure stands on y = 154, its middle at x = 50."""

from ..palette import INK, OUTLINE, STEEL, WOOD, mix, shade
from ..pen import clipped, fill, ink, limb, line, num, oval, part, place

UNDERWEAR = "#F7F1E4"
DOT_STEP = 8.0


def dotted(d: str, dots: str, area: tuple[float, float, float, float]) -> str:
    """A shape of polka-dot cloth; area is where dots may be: left, top, right, bottom."""
    left, top, right, bottom = area
    spots, row = "", 0
    y = top
    while y < bottom:
        x = left + (row % 2) * DOT_STEP / 2
        while x < right:
            spots += oval(x, y, 1.9)
            x += DOT_STEP
        y, row = y + DOT_STEP * 0.86, row + 1
    return part(fill(d, UNDERWEAR) + clipped(d, fill(spots, dots)) + line(d, OUTLINE))


def foot(x: float, y: float, skin: str, side: int = 1) -> str:
    """A bare foot with toes, pointing outwards."""
    sole = ink("M-4 -5C-4 -1 -6 1 -5 2.6C-3 4.4 7 4.4 9.6 3C11 1 8 -1.6 4 -3V-6Z", skin, 2.3)
    return place(part(sole + line("M5.4 .6V3M8 .8V2.8", 1.2)), x, y, flip=side < 0)


def boot(x: float, y: float, leather: str, side: int = 1, high: float = 12) -> str:
    shaft = ink(f"M-6.4 {num(-high)}H6.4V-4C9.4 -3.4 13.4 -2 13.2 3H-6.4Z", leather, 2.4)
    sole = line("M-6 -.4H10", 1.3, mix(leather, INK, 0.4)) + ink("M-6.4 3H13.2V5H-6.4Z", INK, 0.6)
    return place(part(shaft + sole), x, y, flip=side < 0)


def sombrero(felt: str, trim: str, k: float = 1) -> str:
    """The middle of the brow at (0, 0)."""
    brim = (
        "M-34 -10C-36 -2 -20 6.4 0 6.4C20 6.4 36 -2 34 -10C30 -4.6 18 -1.4 0 -1.4C-18 -1.4 -30 -4.6 -34 -10Z"
    )
    stitches = "M-31.6 -4.6C-24 1.6 -12 3.6 0 3.6C12 3.6 24 1.6 31.6 -4.6"
    hat = (
        ink("M-13 -3C-12 -20 -7 -27 0 -27C7 -27 12 -20 13 -3Z", felt, OUTLINE / k)
        + fill("M5 -25C10 -21 12 -12 12.2 -4H6.4C7 -12 7 -19 5 -25Z", shade(felt, 0.2))
        + ink("M-13.4 -8.4Q0 -4.4 13.4 -8.4L13.8 -3Q0 1 -13.8 -3Z", trim, 1.8)
        + ink(brim, felt, OUTLINE / k)
        + line(stitches, 1.8, trim, stroke_dasharray="1 4")
    )
    return place(part(hat), 0, 0, k)


def top_hat() -> str:
    """The middle of the brim at (0, 0)."""
    felt = "#3A3442"
    return part(
        ink("M-11 -1L-12.4 -25C-6 -27.6 6 -27.6 12.4 -25L11 -1Z", felt)
        + fill("M-11.4 -9C-4 -6.6 4 -6.6 11.4 -9L11 -2C4 .2 -4 .2 -11 -2Z", "#2F9A8F")
        + line("M-8 -22L-7.2 -12", 1.8, "#8C84A0")
        + ink(
            "M-19 -2.4C-17 2.4 -7 4.2 0 4.2C7 4.2 17 2.4 19 -2.4C13 .2 6 1 0 1C-6 1 -13 .2 -19 -2.4Z",
            felt,
            2.4,
        )
    )


def barrel() -> str:
    """Wood and two hoops: the last resort. Its upper rim at y = 80, its middle at x = 50."""
    dark = "#8A5A2E"
    out = ink("M29 80C24 96 24 114 29 130H71C76 114 76 96 71 80Z", WOOD)
    out += fill("M64 82C69 96 69 114 64 128.6H70.2C75 114 75 96 70.2 82Z", dark)
    out += line("M39 82C37 96 37 114 39 128M50 82V128M61 82C63 96 63 114 61 128", 1.6, dark)
    for y, x in ((88, 27.2), (118, 26.8)):
        hoop = (
            f"M{x} {y}Q50 {y + 5} {num(100 - x)} {y}L{num(100.6 - x)} {y + 5}"
            f"Q50 {y + 10} {num(x - 0.6)} {y + 5}Z"
        )
        out += ink(hoop, STEEL, 1.8)
    return part(out + line("M27 80Q50 85 73 80"))


def straps(d: str) -> str:
    return limb(d, 1.8, "#D9B77A", 1.4)

"""Figures and letters as outlines: what a card prints in its corners; and the tags that the page spells."""

from .glyphs import GLYPHS
from .palette import INK
from .pen import element, line, num, part

KERN = -3


def width(text: str, size: float, squeeze: float = 1) -> float:
    return (sum(GLYPHS[c][0] for c in text) + KERN * (len(text) - 1)) * size / 100 * squeeze


def letters(
    text: str, x: float, y: float, size: float, colour: str = INK, squeeze: float = 1, bold: float = 0
) -> str:
    """Outlined characters around x on the baseline y; bold thickens the hairlines by that many units."""
    k, at, out = size / 100, x - width(text, size, squeeze) / 2, ""
    for character in text:
        advance, d = GLYPHS[character]
        out += element(
            "g",
            part(element("path", d=d)),
            fill=colour,
            stroke=colour if bold else None,
            stroke_width=num(bold / k) if bold else None,
            transform=f"translate({num(at)} {num(y)})scale({num(k * squeeze, 3)} {num(k, 3)})",
        )
        at += (advance + KERN) * k * squeeze
    return out


def tag(name: str, text: str, x: float, y: float, size: float, colour: str = INK, bold: float = 0) -> str:
    """The letter of a colour, in English: the page writes that of its language into it, by the name."""
    return element(
        "text",
        text,
        data_letter=name,
        x=num(x),
        y=num(y),
        font_size=num(size),
        font_family="Yeseva One, Georgia, serif",
        text_anchor="middle",
        fill=colour,
        stroke=colour if bold else None,
        stroke_width=num(bold, 2) if bold else None,
    )


def signed(sign: str, digit: str, x: float, y: float, size: float, colour: str = INK) -> str:
    """+3 or -5, with a sign as heavy as the figure."""
    h, middle, left = size * 0.17, y - size * 0.34, x - size * 0.42
    d = f"M{num(left - h)} {num(middle)}H{num(left + h)}"
    if sign == "+":
        d += f"M{num(left)} {num(middle - h)}V{num(middle + h)}"
    return line(d, size * 0.12, colour) + letters(digit, x + size * 0.14, y, size, colour, bold=size * 0.015)

"""The pen: every drawing is a string of SVG elements, and these functions write them.

Ink, round joins and caps and a stroke width of 0 are set once on each symbol (sheet.py), so an element names only
what differs. `part` and `clipped` mark what the sheet may draw once and show often: drawings need no ids.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, pi, sin

from .palette import DETAIL, GOLD, INK, OUTLINE

Point = tuple[float, float]
Table = list[tuple[float, float]]


# ------------------------------------------------------------------------------------------------ elements


def num(value: float, digits: int = 1) -> str:
    """A short number: no useless zeros."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{value:.0f}"
    if text in ("-0", "0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def element(name: str, body: str | None = None, **attributes: str | float | None) -> str:
    """An element; underscores in attribute names become dashes, attributes that are None are left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else num(value, 2)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}/>" if body is None else f"<{name}{written}>{body}</{name}>"


def fill(d: str, colour: str, **more: str) -> str:
    """A shape without an outline."""
    return element("path", d=d, fill=colour, **more)


def ink(d: str, colour: str, width: float = OUTLINE, outline: str = INK, **more: str) -> str:
    """A shape with an outline centred on its edge."""
    return element(
        "path", d=d, fill=colour, stroke_width=width, stroke=outline if outline != INK else None, **more
    )


def line(d: str, width: float = DETAIL, colour: str = INK, **more: str) -> str:
    """An open line."""
    return ink(d, "none", width, colour, **more)


def disc(x: float, y: float, r: float, colour: str, width: float = 0, outline: str = INK) -> str:
    """A circle, with an outline if a width is given."""
    return element(
        "circle",
        cx=num(x),
        cy=num(y),
        r=num(r),
        fill=colour,
        stroke_width=width or None,
        stroke=outline if width and outline != INK else None,
    )


def ellipse(
    x: float, y: float, rx: float, ry: float, colour: str, width: float = 0, outline: str = INK, **more: str
) -> str:
    """An ellipse, with an outline if a width is given."""
    return element(
        "ellipse",
        cx=num(x),
        cy=num(y),
        rx=num(rx),
        ry=num(ry),
        fill=colour,
        stroke_width=width or None,
        stroke=outline if width and outline != INK else None,
        **more,
    )


def box(
    x: float,
    y: float,
    w: float,
    h: float,
    colour: str,
    width: float = 0,
    outline: str = INK,
    radius: float = 0,
    **more: str,
) -> str:
    """A rectangle."""
    return element(
        "rect",
        x=num(x),
        y=num(y),
        width=num(w),
        height=num(h),
        rx=num(radius) if radius else None,
        fill=colour,
        stroke_width=width or None,
        stroke=outline if width and outline != INK else None,
        **more,
    )


def limb(d: str, width: float, colour: str, out: float = OUTLINE, cap: str | None = None) -> str:
    """A thick line with ink around it: an arm, a leg, a stick."""
    more = {"stroke_linecap": cap} if cap else {}
    return line(d, width + 2 * out, INK, **more) + line(d, width, colour, **more)


def group(body: str, **attributes: str | float | None) -> str:
    return element("g", body, **attributes)


def place(body: str, x: float, y: float, k: float = 1, turn: float = 0, flip: bool = False) -> str:
    """A drawing moved to (x, y), scaled, turned and mirrored."""
    move = f"translate({num(x)} {num(y)})" if x or y else ""
    if turn:
        move += f"rotate({num(turn)})"
    if flip:
        move += f"scale({num(-k, 3)} {num(k, 3)})"
    elif k != 1:
        move += f"scale({num(k, 3)})"
    return group(body, transform=move) if move else body


def both(body: str, x: float = 0) -> str:
    """A half and its mirror image about the upright line at x."""
    return part(body) + place(part(body), 2 * x, 0, flip=True)


# ------------------------------------------------------------------------------- what the sheet draws once


def part(body: str) -> str:
    """A piece that may be the same in several drawings: the sheet then draws it once."""
    return f"⟦{body}⟧"


def clipped(d: str, body: str) -> str:
    """A drawing seen only inside an outline."""
    return group(body, clip_path=f"⟪{d}⟫")


# ---------------------------------------------------------------------------------------- outlines (d="…")


def at(*numbers: float) -> str:
    """Coordinates, as a path writes them."""
    return " ".join(num(value) for value in numbers)


def oval(x: float, y: float, rx: float, ry: float | None = None) -> str:
    ry = rx if ry is None else ry
    half = f"a{num(rx, 2)} {num(ry, 2)} 0 1 0 "
    return f"M{num(x - rx, 2)} {num(y, 2)}{half}{num(2 * rx, 2)} 0{half}{num(-2 * rx, 2)} 0Z"


def polygon(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "Z"


def circle_of(x: float, y: float, r: float, k: int, start: float = -pi / 2) -> list[Point]:
    """k points on a circle, the first at the top."""
    return [(x + r * cos(start + 2 * pi * i / k), y + r * sin(start + 2 * pi * i / k)) for i in range(k)]


def star_path(x: float, y: float, r: float, inner: float = 0.47) -> str:
    outer, core = circle_of(x, y, r, 5), circle_of(x, y, r * inner, 5, -pi / 2 + pi / 5)
    return polygon(point for pair in zip(outer, core, strict=True) for point in pair)


class Curve:
    """Writes cubics in relative coordinates, without drift: half the bytes of absolute ones."""

    def __init__(self, x: float, y: float) -> None:
        self.x, self.y = round(x, 1), round(y, 1)
        self.d = f"M{num(x)} {num(y)}"

    def to(self, *xy: float) -> None:
        text = ""
        for i, value in enumerate(xy):
            step = num(round(value, 1) - (self.y if i % 2 else self.x))
            text += step if i == 0 or step[0] == "-" else " " + step
        self.d += "c" + text
        self.x, self.y = round(xy[-2], 1), round(xy[-1], 1)


def spline(points: Sequence[Point], closed: bool = True) -> str:
    """A smooth path through points (Catmull-Rom as cubics)."""
    m = len(points)

    def at(i: int) -> Point:
        return points[i % m] if closed else points[min(max(i, 0), m - 1)]

    curve = Curve(*points[0])
    for i in range(m if closed else m - 1):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = at(i - 1), at(i), at(i + 1), at(i + 2)
        curve.to(x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6, x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6, x2, y2)
    return curve.d + ("Z" if closed else "")


def blob(half: Sequence[Point]) -> str:
    """A closed symmetrical shape from its right half, top to bottom."""
    return spline([*half, *((-x, y) for x, y in reversed(half) if abs(x) > 0.01)])


def fluff(points: Sequence[Point], bulge: float = 0.32, closed: bool = True) -> str:
    """Wool: puffs between the points, each bulging to the left of its chord."""
    curve = Curve(*points[0])
    for (x1, y1), (x2, y2) in pairwise([*points, points[0]] if closed else points):
        nx, ny = (y2 - y1) * bulge * 1.5, (x1 - x2) * bulge * 1.5
        curve.to(x1 + nx, y1 + ny, x2 + nx, y2 + ny, x2, y2)
    return curve.d + ("Z" if closed else "")


def joined(d: str, more: str) -> str:
    """A second outline that goes on where the first one ended."""
    return d + "L" + more[1:]


def between(table: Table, value: float) -> float:
    """A table of (value, number), interpolated."""
    if value <= table[0][0]:
        return table[0][1]
    for (a, x), (b, y) in pairwise(table):
        if value <= b:
            return x + (y - x) * (value - a) / (b - a)
    return table[-1][1]


# --------------------------------------------------------------------------------------- small everyday things


def star(x: float, y: float, r: float, colour: str = GOLD, width: float = DETAIL) -> str:
    return ink(star_path(x, y, r), colour, width)


def sweat(x: float, y: float, k: float = 1) -> str:
    """A drop of sweat, its tip at (x, y)."""
    return place(ink("M0 0C3 4 3 7 0 7C-3 7 -3 4 0 0Z", "#CFE6F5", 1.5), x, y, k)


def rays(x: float, y: float, r: float, k: int = 14, width: float = 0.5, start: float = 0) -> str:
    """A poster's sunburst: k rays from (x, y); width is the lit share."""
    d = ""
    for i in range(k):
        a, b = (start + 2 * pi * (i + side * width / 2) / k for side in (-1, 1))
        d += f"M{num(x)} {num(y)}L{num(x + r * sin(a))} {num(y - r * cos(a))}"
        d += f"L{num(x + r * sin(b))} {num(y - r * cos(b))}Z"
    return d

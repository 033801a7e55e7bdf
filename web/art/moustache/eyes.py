"""Eyes carry the mood: worried at 0, hopeful, content, smug, and a monocle at 10."""

from dataclasses import dataclass
from math import sqrt

from ..palette import GOLD, GOLD_LIGHT, INK, WHITE
from ..pen import disc, ellipse, ink, line, num, part


@dataclass(frozen=True)
class Mood:
    lid: float  # 0 open … 1 shut
    lift: float  # of the raised brow, the right one
    worry: float  # above 0: the inner ends of the brows rise
    gaze: tuple[float, float]


def mood(value: int) -> Mood:
    if value == 0:
        return Mood(0.06, 1.5, 3.2, (1.6, -1.2))
    if value <= 2:
        return Mood(0.2, 1, 2.2, (0.6, -1))
    if value <= 4:
        return Mood(0.3, 1.2, 0.6, (0, 0))
    if value <= 6:
        return Mood(0.4, 2.4, -0.6, (0, 0.3))
    if value <= 9:
        return Mood(0.5, 4.2, -1.6, (0, 0.6))
    return Mood(0.55, 5, -2, (0, 0.8))


def eye(
    x: float, y: float, rx: float, ry: float, lid: float, gaze: tuple[float, float], skin: str, pupil: float
) -> str:
    """One eye; the lid is a flat segment of it."""
    px, py = x + gaze[0], y + gaze[1] + lid * ry * 0.45
    out = ellipse(x, y, rx, ry, WHITE, 2) + disc(px, py, pupil, INK)
    out += disc(px + pupil * 0.35, py - pupil * 0.3, pupil * 0.3, WHITE)
    edge = y - ry + 2 * ry * lid
    half = rx * sqrt(max(0, 1 - ((edge - y) / ry) ** 2))
    arc = f"A{num(rx)} {num(ry)} 0 {int(lid > 0.5)} 1 {num(x + half)} {num(edge)}"
    return out + ink(
        f"M{num(x - half)} {num(edge)}{arc}Q{num(x)} {num(edge + 1)} {num(x - half)} {num(edge)}Z", skin, 2
    )


def brow(x: float, y: float, half: float, side: int, lift: float, worry: float, width: float) -> str:
    inner, outer = y - lift - worry, y - lift + worry * 0.6
    d = f"M{num(x - side * half)} {num(inner)}Q{num(x)} {num(min(inner, outer) - 1.8)} "
    return line(d + f"{num(x + side * half)} {num(outer)}", width)


def eyes(
    x: float,
    y: float,
    size: tuple[float, float],
    value: int,
    skin: str,
    brow_y: float,
    brow_half: float = 6,
    brow_width: float = 2.6,
    pupil: float = 4,
) -> str:
    """Both eyes with their brows, and the monocle of a ten."""
    m, (rx, ry), out = mood(value), size, ""
    for side in (-1, 1):
        raised = side == 1
        lid = 0.22 if value == 10 and raised else m.lid * (0.7 if raised and value >= 5 else 1)
        out += eye(side * x, y, rx, ry, lid, (m.gaze[0] - side * 0.5, m.gaze[1]), skin, pupil)
        lift = m.lift if raised or value < 3 else m.lift * 0.1
        out += brow(side * x, brow_y, brow_half, side, lift, m.worry, brow_width)
    return part(out + (monocle(x, y, rx + 3) if value == 10 else ""))


def monocle(x: float, y: float, r: float) -> str:
    k = r * 0.92
    gleam = f"M{num(x - k)} {num(y - r * 0.1)}A{num(k)} {num(k)} 0 0 1 {num(x - r * 0.2)} {num(y - r * 0.9)}"
    return disc(x, y, r, "none", 4) + disc(x, y, r, "none", 2, GOLD) + line(gleam, 1.6, GOLD_LIGHT)


def cord(x: float, y: float, x2: float, y2: float) -> str:
    """The monocle's cord."""
    d = f"M{num(x)} {num(y)}C{num(x + 9)} {num(y + 12)} {num(x2 + 14)} {num(y2 - 14)} {num(x2)} {num(y2)}"
    return line(d, 2.6) + line(d, 1.2, GOLD)

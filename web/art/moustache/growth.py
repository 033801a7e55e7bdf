"""The joke of the game: a moustache that grows with the value, from one brave hair to a thing that leaves the frame.

One family: a wing grows from the lip along a spine whose heading turns as it goes, with a thickness that swells and
tapers. The value sets reach, body and curl; the animal sets the temperament. Fractions work, so it can be animated.
"""

from dataclasses import dataclass
from math import cos, degrees, pi, radians, sin

from ..pen import Point, Table, between, both, fill, fluff, ink, joined, line, num, part, place, spline
from .suits import SUITS

STEPS = 44
THIN = 3.5  # below this value it is a pencil line


@dataclass(frozen=True)
class Temper:
    """Tables over the value; headings in degrees, up is positive."""

    reach: Table
    body: Table
    start: Table
    lift: Table
    curl: Table
    knee: float  # where along the wing it begins to curl
    power: float
    peak: float  # where it is thickest
    tail: float  # how slowly it thins
    above: float  # the share of the body above the spine


def over(numbers: str) -> Table:
    """A table for the values 1, 2 … 10."""
    return [(i + 1, float(word)) for i, word in enumerate(numbers.split())]


TEMPER = {
    # A brush in puffs, thick to the end.
    "hamster": Temper(
        reach=over("12 15.5 18.5 21 24.5 28 31 33.5 37 42"),
        body=over("2.4 3.2 4 7.4 9.2 11 13 15.5 18 22"),
        start=[(1, -14), (4, -26), (10, -26)],
        lift=[(1, 14), (3, 44), (4, 52), (6, 66), (10, 78)],
        curl=[(1, 0), (6, 10), (7, 30), (10, 50)],
        knee=0.62,
        power=1.6,
        peak=0.36,
        tail=1.15,
        above=0.46,
    ),
    # Waxed and thin, the ends wound up tight.
    "pig": Temper(
        reach=over("15 18 20 21.5 24.5 28 31.5 35 38 44"),
        body=over("3.4 3.8 4.2 5.2 6 7 8 9.2 10.4 12"),
        start=[(1, -14), (2, -18), (4, -28), (9, -32), (10, -25)],
        lift=[(1, 34), (2, 64), (3, 78), (4, 90), (6, 100), (10, 96)],
        curl=[(1, 0), (2, 0), (3, 30), (4, 70), (5, 150), (6, 220), (7, 300), (8, 345), (9, 390), (10, 430)],
        knee=0.34,
        power=1.2,
        peak=0.24,
        tail=0.56,
        above=0.5,
    ),
    # Long and soft: it hangs, then sweeps out, in two locks.
    "llama": Temper(
        reach=over("11 14.5 18 21.5 25 29 32.5 36 39.5 44"),
        body=over("2 2.6 3.2 5.2 6.2 7.2 8.2 9.2 10.2 11.5"),
        start=[(1, -20), (4, -22), (10, -20)],
        lift=[(1, 6), (3, 24), (4, 34), (6, 46), (10, 62)],
        curl=[(1, 0), (4, 10), (6, 30), (7, 60), (8, 95), (9, 125), (10, 160)],
        knee=0.62,
        power=1.3,
        peak=0.3,
        tail=0.85,
        above=0.44,
    ),
    # A curtain over the tusks; only the ends dare to rise.
    "walrus": Temper(
        reach=over("12 15 18 22 26 30 33.5 36.5 40 44"),
        body=over("3 3.8 4.8 10 12 14 16 18 20.5 23"),
        start=[(1, -30), (4, -38), (10, -32)],
        lift=[(1, 6), (3, 20), (4, 44), (6, 60), (10, 66)],
        curl=[(1, 0), (5, 0), (6, 40), (7, 130), (8, 180), (9, 225), (10, 265)],
        knee=0.64,
        power=1.25,
        peak=0.32,
        tail=0.6,
        above=0.3,
    ),
}
HAIR = {suit.animal: (suit.hair, suit.strand) for suit in SUITS}
LLAMAS_SAG: Table = [(3, 0), (4, 18), (9, 36), (10, 30)]

# Strands: from and to along the spine, and how far beside it (a share of the thickness).
STRANDS = {
    "hamster": [(0.16, 0.42, -0.05), (0.3, 0.66, 0.14)],
    "pig": [(0.1, 0.5, -0.12)],
    "llama": [(0.1, 0.62, -0.1), (0.24, 0.74, 0.16)],
    "walrus": [(0.1, 0.5, -0.02), (0.12, 0.44, 0.26), (0.3, 0.7, 0.1)],
}


def moustache(animal: str, value: float, hair: str = "", strand: str = "") -> str:
    """The moustache, the middle of the lip at (0, 0). Colours are the animal's own unless given."""
    hair, strand = hair or HAIR[animal][0], strand or HAIR[animal][1]
    if value <= 0:  # one brave hair
        return line("M2.5 -.6C6 5 13.4 5.4 14.8 -.6C15.3 -3.2 12.6 -4 12 -2", 2.2, hair)
    if value < THIN:
        upper, lower = edges(animal, value)
        d = spline(spread(upper, 6) + spread(lower, 6)[::-1])
        return part(both(place(ink(d, hair, 1 + 0.3 * value, hair), 1.2, 0)))
    wing = second_lock(animal, value, hair) + ink(outline(animal, value), hair, 2.4)
    return part(both(wing + strands(animal, value, strand)) + under_the_nose(animal, value, hair))


def spine(animal: str, value: float) -> list[tuple[float, float, float, float]]:
    """Points (x, y, heading, t) of the right wing's spine, scaled to its reach; y is down."""
    temper = TEMPER[animal]
    start, lift, curl = (radians(between(t, value)) for t in (temper.start, temper.lift, temper.curl))
    sag = radians(between(LLAMAS_SAG, value)) if animal == "llama" else 0

    def wound(t: float) -> float:
        return max(0.0, (t - temper.knee) / (1 - temper.knee))

    def heading(t: float) -> float:
        ease = t * t * (3 - 2 * t) if t < 1 else 1
        hang = sag * sin(pi * min(1, t / 0.62))
        return float(start + lift * min(1, ease * 1.25) + curl * wound(t) ** temper.power - hang)

    x = y = 0.0
    points = [(x, y, heading(0), 0.0)]
    for i in range(1, STEPS + 1):
        t = i / STEPS
        step = (1 - 0.45 * wound(t) * min(1, degrees(curl) / 300)) / STEPS  # so that a spiral tightens
        turn = heading(t - 0.5 / STEPS)
        x, y = x + cos(turn) * step, y - sin(turn) * step
        points.append((x, y, heading(t), t))
    k = between(temper.reach, value) / max(point[0] for point in points)
    return [(px * k, py * k, turn, t) for px, py, turn, t in points]


def thickness(animal: str, value: float, t: float) -> float:
    temper = TEMPER[animal]
    rise = 0.5 + 0.5 * sin(min(1, t / temper.peak) * pi / 2)
    slow = (1 if animal == "pig" else 0.85) / temper.tail
    fall = 1 if t < temper.peak else max(0, 1 - (t - temper.peak) / (1 - temper.peak)) ** slow
    return float(between(temper.body, value) * rise * (fall * 0.94 + 0.06 * (t < 0.98)))


def edges(animal: str, value: float) -> tuple[list[Point], list[Point]]:
    """Upper and lower edge of the right wing."""
    upper, lower, above = [], [], TEMPER[animal].above
    for x, y, turn, t in spine(animal, value):
        w, nx, ny = thickness(animal, value, t), -sin(turn), -cos(turn)
        upper.append((x + nx * w * above, y + ny * w * above))
        lower.append((x - nx * w * (1 - above), y - ny * w * (1 - above)))
    return upper, lower


def spread(points: list[Point], k: int) -> list[Point]:
    """k + 1 points spread over a list."""
    return [points[round(i * (len(points) - 1) / k)] for i in range(k + 1)]


def outline(animal: str, value: float) -> str:
    """The right wing: puffs for the hamster, bristles below for the walrus, smooth for the others."""
    upper, lower = edges(animal, value)
    if animal == "hamster":
        k = 4 + round(value / 3)
        puffs = fluff(spread(lower, k)[::-1], 0.36, False)
        return joined(fluff(spread(upper, k), 0.27, False), puffs) + "Z"
    if animal == "walrus":
        cut = round(len(lower) * 0.62)
        bristles = fluff(spread(lower[:cut], 5)[::-1], 0.2, False)
        return joined(spline(spread(upper, 14) + lower[: cut - 1 : -1][::4], False), bristles) + "Z"
    k = 18 if animal == "pig" else 11
    return spline(spread(upper, k) + spread(lower, k)[::-1])


def second_lock(animal: str, value: float, hair: str) -> str:
    """The llama has a shorter lock behind the first."""
    if animal != "llama" or value < 5:
        return ""
    return place(ink(outline(animal, min(value - 2, 6.6)), hair, 2.4), 0, 0, turn=12 + value)


def strands(animal: str, value: float, colour: str) -> str:
    """The highlight, which follows the spine."""
    points, out = spine(animal, value), ""
    for a, b, beside in STRANDS[animal]:
        lock = []
        for i in range(7):
            t = a + (b - a) * i / 6
            x, y, turn, _ = points[round(t * STEPS)]
            w = thickness(animal, value, t) * beside
            lock.append((x + sin(turn) * w, y + cos(turn) * w))
        out += line(spline(lock, False), 1.3 if value < 7 else 1.7, colour)
    return out


def under_the_nose(animal: str, value: float, hair: str) -> str:
    """Joins the two wings."""
    b = between(TEMPER[animal].body, value)
    d = f"M{num(-b * 0.2)} {num(-b * 0.2)}Q0 {num(b * 0.05)} {num(b * 0.2)} {num(-b * 0.2)}"
    return fill(
        d + f"L{num(b * 0.16)} {num(b * 0.3)}Q0 {num(b * 0.12)} {num(-b * 0.16)} {num(b * 0.3)}Z", hair
    )

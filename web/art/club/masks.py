"""The masks of the four seats, each a shape of its own, and the folding fan that holds three secrets."""

from math import cos, pi, sin

from ..palette import CURTAIN, CURTAIN_LIGHT, GOLD, INK, mix
from ..pen import both, disc, fill, ink, line, num, oval, part, place
from .attributes import hidden_disc
from .coats import tip

# In the order of the seats: name, colour, outline, the sign between the eyes.
MASKS = (
    (
        "box",
        "#E0705A",
        "M-29 -14C-10 -18 10 -18 29 -14C34 -13 34 -10 33 0C32 9 29 12 22 12H9L0 5L-9 12H-22"
        "C-29 12 -32 9 -33 0"
        "C-34 -10 -34 -13 -29 -14Z",
        tip("diamond", 3),
    ),
    (
        "butterfly",
        "#8A5BC0",
        "M0 -7C4 -19 18 -23 31 -16C36 -9 33 -2 27 0C33 7 28 17 17 15C9 13 4 8 0 3"
        "C-4 8 -9 13 -17 15C-28 17 -33 7 -27 0"
        "C-33 -2 -36 -9 -31 -16C-18 -23 -4 -19 0 -7Z",
        tip("ball", 2.4),
    ),
    (
        "owl",
        "#2F9A8F",
        "M0 -9C5 -13 14 -14 20 -13L31 -24L30 -6C34 4 26 15 15 14C9 13 6 10 0 18C-6 10 -9 13 -15 14"
        "C-26 15 -34 4 -30 -6L-31 -24L-20 -13C-14 -14 -5 -13 0 -9Z",
        "M-2.6 0L0 7L2.6 0Z",
    ),
    (
        "swallow",
        GOLD,
        "M0 -6C8 -13 22 -19 34 -17C34 -4 28 10 15 10C7 10 5 3 0 3C-5 3 -7 10 -15 10C-28 10 -34 -4 -34 -17"
        "C-22 -19 -8 -13 0 -6Z",
        tip("star", 3.2),
    ),
)


def mask(seat: int) -> str:
    """80 × 60, to lie on a cat."""
    _, colour, d, brow = MASKS[seat]
    ribbons = both(line("M31 -4C36 0 34 8 38 12", 2.4, mix(colour, INK, 0.45)))
    holes = both(
        fill(oval(15, -2.4, 8.4, 5.8), INK)
        + line("M7 -12C13 -15.6 21 -15 26 -12", 1.8, mix(colour, INK, 0.35))
    )
    return place(ribbons + ink(d, colour, 3.6) + holes + place(fill(brow, INK), 0, -4), 40, 32)


# ----------------------------------------------------------------------------------------------------- fan

PIVOT, INNER, OUTER = (100, 112), 30, 100
FIRST, LAST, BLADES = -pi + 0.3, -0.3, 12
DISC_RADIUS, DISC_AT, DISC_TURN = 22, 65, 0.74


def at(r: float, a: float) -> tuple[float, float]:
    return PIVOT[0] + r * cos(a), PIVOT[1] + r * sin(a)


def xy(r: float, a: float) -> str:
    x, y = at(r, a)
    return f"{num(x)} {num(y)}"


def disc_places() -> list[tuple[float, float]]:
    """The middles of the three discs, left to right."""
    return [at(DISC_AT, -pi / 2 + i * DISC_TURN) for i in (-1, 0, 1)]


def fan() -> str:
    """The open fan, 200 × 120."""
    step, out = (LAST - FIRST) / BLADES, ""
    for i in range(BLADES):
        a, b = FIRST + i * step, FIRST + (i + 1) * step
        d = f"M{xy(INNER, a)}L{xy(OUTER, a)}Q{xy(OUTER - 3, (a + b) / 2)} {xy(OUTER, b)}L{xy(INNER, b)}Z"
        out += ink(d, CURTAIN if i % 2 else CURTAIN_LIGHT, 1.5)
    ribs = "".join(f"M{xy(8, FIRST + i * step)}L{xy(INNER, FIRST + i * step)}" for i in range(BLADES + 1))
    edge = f"M{xy(OUTER, FIRST)}A{OUTER} {OUTER} 0 0 1 {xy(OUTER, LAST)}"
    trim = OUTER - 4.4
    gold = f"M{xy(trim, FIRST)}A{num(trim)} {num(trim)} 0 0 1 {xy(trim, LAST)}"
    out += line(ribs, 3.4) + line(ribs, 1.4, "#E8C98C") + line(edge, 3) + line(gold, 1.8, GOLD)
    return part(out + disc(PIVOT[0], PIVOT[1] - 2, 5, GOLD, 2.2))


def fan_hidden() -> str:
    """The fan of another player, all three secrets kept."""
    k = DISC_RADIUS / 50
    discs = "".join(place(hidden_disc(), x - DISC_RADIUS, y - DISC_RADIUS, k) for x, y in disc_places())
    return fan() + discs


def fan_own() -> str:
    """The own fan: three places for discs, which the page lays over it."""
    return fan() + "".join(disc(x, y, DISC_RADIUS, "#5E1220", 2) for x, y in disc_places())


def fan_folded() -> str:
    """The fan shut, 40 × 100: a player who has nothing left to hide."""
    blades = "".join(
        place(ink("M-3 -94H3L2 0H-2Z", CURTAIN if i % 2 else CURTAIN_LIGHT, 1.5), 0, 0, 1, turn)
        for i, turn in enumerate((-7, -4.6, -2.2, 2.2, 4.6, 7, 0))
    )
    return place(blades + disc(0, 0, 4.4, GOLD, 2), 20, 95)

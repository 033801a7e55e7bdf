"""The house's own moustache, drawn in one stroke: from curled (1) through level (0) to hanging (-1)."""

from .palette import INK
from .pen import both, fill, line, num


def tache(size: float = 14, up: float = 1, colour: str = INK, fat: float = 0.34) -> str:
    """The middle of the lip at (0, 0); size is half the width."""

    def p(x: float, y: float) -> str:
        return f"{num(x * size, 2)} {num(y * size, 2)}"

    if up > 0.2:
        wing = (
            f"M{p(0, -0.05)}C{p(0.16, -0.26)} {p(0.4, -0.16)} {p(0.56, 0)}"
            f"C{p(0.66, 0.08)} {p(0.76, 0.07)} {p(0.86, -0.04)}"
            f"C{p(0.84, 0.16)} {p(0.74, fat)} {p(0.5, fat)}C{p(0.32, fat)} {p(0.14, 0.28)} {p(0, 0.14)}Z"
        )
        curl = (
            f"M{p(0.66, 0.14)}C{p(0.82, 0.12)} {p(1, -0.08 * up)} {p(1, -0.3 * up)}"
            f"C{p(1, -0.52 * up)} {p(0.74, -0.5 * up)} {p(0.77, -0.3 * up)}"
            f"C{p(0.79, -0.2 * up)} {p(0.88, -0.22 * up)} {p(0.88, -0.3 * up)}"
        )
        return both(fill(wing, colour) + line(curl, max(1.1, size * 0.095), colour))
    end_x, end_y = 0.93 + 0.07 * up, -up * (0.42 if up > 0 else 0.74)
    wing = (
        f"M{p(0, -0.05)}C{p(0.16, -0.26)} {p(0.42, -0.16)} {p(0.58, 0.02)}"
        f"C{p(0.7, 0.13)} {p(0.92, -0.08 * up)} {p(end_x, end_y)}"
        f"C{p(0.84 + 0.14 * up, 0.28 - 0.2 * up)} {p(0.8, fat + 0.02)} {p(0.55, fat)}"
        f"C{p(0.34, fat)} {p(0.14, 0.28)} {p(0, 0.14)}Z"
    )
    return both(fill(wing, colour))

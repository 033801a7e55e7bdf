"""The paper of every card of the house: 100 × 140, round corners, one thin line around it."""

from .palette import INK, PAPER
from .pen import box, part

CARD = "100 140"


def blank(colour: str = PAPER, outline: str = INK) -> str:
    return part(box(1, 1, 98, 138, colour, 2, outline, 8))

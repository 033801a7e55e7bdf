"""The picture of the game for the home page (4:3)."""

from ..palette import CURTAIN
from ..pen import fill


def cover() -> str:
    return fill("M0 0H400V300H0Z", CURTAIN)

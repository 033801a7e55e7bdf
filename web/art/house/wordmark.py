"""The name of the house in the display face, a moustache under it; and the logo, a top hat and all that it covers."""

from ..letters import letters, width
from ..moustache.growth import moustache
from ..palette import CURTAIN, CURTAIN_DARK, GOLD, GOLD_LIGHT, INK, PAPER, PAPER_SHADE
from ..pen import disc, ellipse, fill, ink, place

NAME, SIZE, MARGIN = "Moustaches", 64, 4


def wordmark_size() -> str:
    return f"{round(width(NAME, SIZE)) + 2 * MARGIN} 84"


def wordmark() -> str:
    """Letters in the colour of the text around it, the moustache in gold."""
    middle = width(NAME, SIZE) / 2 + MARGIN
    flourish = place(moustache("pig", 8, GOLD, GOLD_LIGHT), middle, 64, 0.72)
    return letters(NAME, middle, 48, SIZE, "currentColor") + flourish


def logo() -> str:
    """100 × 100, strong at 32 px."""
    hat = (
        ink("M33 45L30 18Q50 10 70 18L67 45Z", PAPER, 4)
        + fill("M60.4 43L62.8 16.4Q67 17.4 68 18.8L65.4 43Z", PAPER_SHADE)
        + ink("M32.4 34Q50 40 67.6 34L66.6 46Q50 51 33.4 46Z", CURTAIN, 3.4)
        + ink("M14 39C26 51 74 51 86 39C86 52 72 57 50 57C28 57 14 52 14 39Z", PAPER, 4)
    )
    whiskers = place(moustache("pig", 10, GOLD, GOLD_LIGHT), 50, 70, 0.98)
    ground = disc(50, 50, 48, CURTAIN, 4, INK) + disc(50, 50, 43.6, "none", 1.8, GOLD)
    return ground + ellipse(50, 66, 30, 14, CURTAIN_DARK) + hat + whiskers

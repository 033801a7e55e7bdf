"""The four colours of Moustache: each has an animal, a letter and a shape, so that none is known by colour alone.

In the order of strength: green hamsters, pink pigs, orange llamas, blue walruses.
"""

from dataclasses import dataclass

from ..palette import PAPER
from ..pen import fill, ink, line, num


@dataclass(frozen=True)
class Suit:
    colour: str
    letter: str
    animal: str
    fill: str
    ink: str
    shade: str
    light: str
    ground: str
    ray: str
    hair: str
    strand: str
    coat: str
    coat_shade: str


SUITS = (
    Suit(
        *("green", "G", "hamster"),
        *("#5BAA6A", "#1F6B3A", "#4B9559", "#93CF9C"),
        *("#E9F1DA", "#DAE9C8"),
        *("#7E3B1A", "#BC713F"),
        *("#1F6B3A", "#185730"),
    ),
    Suit(
        *("pink", "P", "pig"),
        *("#EE86AE", "#A32860", "#DA6E97", "#F9BDD3"),
        *("#FCE8E8", "#F9D9DF"),
        *("#3B2620", "#7A5244"),
        *("#A32860", "#8A1E50"),
    ),
    Suit(
        *("orange", "O", "llama"),
        *("#F0A03C", "#9A5200", "#DB8A28", "#F9CD8C"),
        *("#FDEFD2", "#FAE2B6"),
        *("#6A3A12", "#A8692F"),
        *("#9A5200", "#824400"),
    ),
    Suit(
        *("blue", "B", "walrus"),
        *("#5B8FD6", "#1D4E96", "#4C7EC3", "#9CC0EE"),
        *("#E3ECF4", "#D2E1F0"),
        *("#2A2F45", "#5F6A8E"),
        *("#1D4E96", "#173F7B"),
    ),
)
GREEN, PINK, ORANGE, BLUE = SUITS


def suit_shape(suit: Suit, x: float, y: float, size: float, width: float = 1.6) -> str:
    """The shape of a colour in a box of that size around (x, y): clover, heart, mountain, ice block."""
    s, h = size, size / 2

    def p(dx: float, dy: float) -> str:
        return f"{num(x + dx * s)} {num(y + dy * s)}"

    if suit is GREEN:
        d = (
            f"M{p(-0.06, 0.1)}C{p(-0.3, 0.42)} {p(-0.72, 0.02)} {p(-0.26, -0.08)}"
            f"C{p(-0.5, -0.62)} {p(0.5, -0.62)} {p(0.26, -0.08)}"
            f"C{p(0.72, 0.02)} {p(0.3, 0.42)} {p(0.06, 0.1)}L{p(0.14, 0.5)}H{num(x - 0.14 * s)}Z"
        )
        return ink(d, suit.fill, width, suit.ink)
    if suit is PINK:
        d = (
            f"M{p(0, 0.5)}C{p(-0.95, -0.05)} {p(-0.5, -0.78)} {p(0, -0.24)}"
            f"C{p(0.5, -0.78)} {p(0.95, -0.05)} {p(0, 0.5)}Z"
        )
        return ink(d, suit.fill, width, suit.ink)
    if suit is ORANGE:
        d = f"M{p(0, -0.5)}L{p(0.56, 0.46)}H{num(x - 0.56 * s)}Z"
        snow = (
            f"M{p(0, -0.39)}L{p(0.21, -0.04)}L{p(0.07, -0.1)}L{p(0, 0.04)}L{p(-0.08, -0.1)}"
            f"L{p(-0.21, -0.04)}Z"
        )
        return ink(d, suit.fill, width, suit.ink) + fill(snow, PAPER)
    q = h * 0.9
    d = f"M{num(x - q)} {num(y - q)}H{num(x + q)}V{num(y + q)}H{num(x - q)}Z"
    gleam = f"M{p(-0.22, 0.04)}L{p(0.04, -0.22)}M{p(-0.04, 0.18)}L{p(0.18, -0.04)}"
    return ink(d, suit.fill, width, suit.ink) + line(gleam, width * 0.9, PAPER)

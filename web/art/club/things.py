"""The four accessories, drawn alone."""

from collections.abc import Callable

from ..palette import GOLD, INK, mix
from ..pen import fill, ink, limb, line, oval, part


def yarn() -> str:
    """A ball of wool, 26 wide, its middle at (0, 0)."""
    wool, dark = "#E0708C", "#A33A58"
    return part(
        limb("M8 9C14 13 18 8 22 12", 1.8, wool, 1.3)
        + ink(oval(0, 0, 11.4), wool, 2.6)
        + line("M-9 -4C-3 -9 5 -9 9 -4M-10 1C-4 -4 5 -4 10.4 1", 1.7, dark)
        + line("M-6 8.6C-7 2 -3 -1 3 1.4M-1 10.4C-2 5 2 2 8 4.6", 1.7, dark)
        + line("M-6.4 -6C-4.4 -8 -2 -8.8 0 -8.8", 1.6, "#F7C0CC")
    )


def cocktail() -> str:
    """A cocktail with a fish in it; the foot of the glass at (0, 0)."""
    fish = ink("M-2 -24C3 -31 9 -35 13.4 -36C13 -31 9 -24.6 4 -20Z", "#F0A03C", 2)
    fish += ink("M12 -34.6L12.4 -42L15.4 -38L20 -36.4L14 -33Z", "#F0A03C", 2)
    return part(
        fish
        + ink("M-13 -25H13L1.4 -11V-2.4H7.6V0H-7.6V-2.4H-1.4V-11Z", "#D8ECEC", 2.4)
        + fill("M-8.8 -21.6H8.8L0 -11.6Z", "#69B3C4")
        + fill(oval(3, -17.8, 1.2) + oval(-1.6, -18.6, 0.9), "#FFFFFF")
        + line("M-9 -21.6L-14 -34", 1.8)
        + ink(oval(-8, -25.6, 3.2), "#7C9C3C", 1.7)
        + fill(oval(-7.6, -25.8, 1.1), "#B93A32")
    )


def top_hat() -> str:
    """The middle of the brim at (0, 0)."""
    felt = "#3A3442"
    return part(
        ink("M-10 -1L-11.4 -19C-6 -21.4 6 -21.4 11.4 -19L10 -1Z", felt, 2.6)
        + fill("M-10.4 -7.6C-4 -5.4 4 -5.4 10.4 -7.6L10 -1.6C4 .4 -4 .4 -10 -1.6Z", GOLD)
        + line("M-7 -17L-6.2 -9.6", 1.8, "#8C84A0")
        + ink("M-17 -1.4C-15 2.6 -6 4 0 4C6 4 15 2.6 17 -1.4C12 .2 5 1 0 1C-5 1 -12 .2 -17 -1.4Z", felt, 2.4)
    )


def mouse() -> str:
    """A clockwork mouse that looks to the left; its wheels stand on y = 0."""
    grey = "#B9B2AA"
    return part(
        limb("M11 -6C18 -10 16 -15 21 -16", 1.4, "#E58B86", 1)
        + line("M3 -13V-18", 2.4)
        + ink(oval(-0.2, -20.6, 3.2), GOLD, 1.8)
        + ink(oval(6.2, -20.6, 3.2), GOLD, 1.8)
        + ink("M-17 -4C-13 -13 -4 -15.4 3 -14C10 -13 14 -8 13 -2.4H-15C-17 -2.4 -17.6 -3 -17 -4Z", grey, 2.5)
        + fill("M-14 -2.8C-4 -5 6 -5 12.6 -6.4L12.2 -3H-14Z", mix(grey, INK, 0.16))
        + ink(oval(-4.6, -13, 4.6), "#E9A79B", 2)
        + fill(oval(-11, -7.4, 1.3) + oval(-17, -4, 1.7), INK)
        + line("M-14 -4.4C-12.6 -2.6 -11 -3 -10.2 -4.6", 1.4)
        + ink(oval(-8, -1.6, 2.6), GOLD, 1.6)
        + ink(oval(7, -1.6, 2.6), GOLD, 1.6)
    )


THINGS: dict[str, Callable[[], str]] = {"yarn": yarn, "cocktail": cocktail, "hat": top_hat, "mouse": mouse}

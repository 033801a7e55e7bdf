"""The bots: one wind-up automaton, whose moustache grows with its level (100 × 100)."""

from ..moustache.eyes import monocle
from ..moustache.growth import moustache
from ..palette import CURTAIN, FELT, GOLD, GOLD_LIGHT, INK, IVORY, STEEL
from ..pen import both, disc, fill, ink, limb, line, oval, place

BRASS, BRASS_SHADE, BRASS_LIGHT = "#D8A85A", "#B98841", "#F0CF92"


def head() -> str:
    plate = "M-22 -24Q0 -31 22 -24Q26 0 22 20Q12 27 0 27Q-12 27 -22 20Q-26 0 -22 -24Z"
    out = ink("M-9 24H9V34H-9Z", STEEL, 2.2) + line("M-9 27.6H9M-9 31H9", 1.3)
    out += both(ink("M22 -4H28V10H22Z", STEEL, 2.2)) + ink(plate, BRASS)
    out += fill("M14 -25Q18 -24.6 20.4 -23.4Q24 0 20.6 19Q16 23 9 25Q18 2 14 -25Z", BRASS_SHADE)
    out += fill("M-18 -21Q-10 -25 -3 -25.6Q-10 -22 -18 -16Z", BRASS_LIGHT)
    out += "".join(disc(x, y, 1.5, BRASS_SHADE, 1.1) for x, y in ((-18, -18), (18, -18), (-19, 14), (19, 14)))
    return out + line("M-12 21V25.6M12 21V25.6M-12 21H12", 1.8)


def lamps() -> str:
    """Glass eyes in steel rims."""
    out = ""
    for side in (-1, 1):
        x = 9.4 * side
        out += disc(x, -3, 7.2, STEEL, 2.2) + disc(x, -3, 5, "#FFF3C4", 1.6) + disc(x + 0.6, -2.4, 2.2, INK)
    return out


def key() -> str:
    """The key at the back of the head turns."""
    bow = both(disc(6, 0, 5, "none", 6) + disc(6, 0, 5, "none", 2.6, GOLD))
    return limb("M0 3V12", 2.6, GOLD, 1.4) + bow


def shirt_front() -> str:
    out = ink("M-44 60C-42 44 -28 36 -14 32H14C28 36 42 44 44 60Z", FELT) + ink(
        "M-11 33L0 48L11 33Z", IVORY, 2
    )
    return out + both(ink("M0 36L11 31V43Z", CURTAIN, 2)) + disc(0, 37, 2.6, CURTAIN, 1.6)


def bot(level: str) -> str:
    out = place(key(), -24, -27, 1, -42) + shirt_front() + head()
    if level == "novice":
        out += lamps() + line("M-15 -14L-5 -16M15 -14L5 -16", 2.4) + ink(oval(0, 17.4, 3, 2.2), INK, 1)
        grown = moustache("pig", 0, INK)
    elif level == "regular":
        out += lamps() + line("M-15 -14.6L-5 -13M15 -16L5 -14.4", 2.4)
        grown = place(moustache("pig", 5, INK, "#6B5A49"), 0, 0, 0.74)
    else:
        out += lamps() + line("M-15 -12L-5 -13.4M16 -18L5 -15", 2.6) + monocle(9.4, -3, 9)
        out += expert_hat()
        grown = place(moustache("pig", 9, INK, "#6B5A49"), 0, 0, 0.86)
    nose = ink("M0 2L4 9H-4Z", GOLD_LIGHT, 1.8)
    return place(out + place(grown, 0, 12.6) + nose, 50, 50 if level != "expert" else 54)


def expert_hat() -> str:
    return (
        ink("M-16 -26L-15 -50Q0 -54 15 -50L16 -26Z", INK)
        + ink("M-15.8 -33Q0 -28.6 15.8 -33V-26H-16Z", GOLD, 1.8)
        + ink("M-28 -27Q0 -18 28 -27Q26 -18.6 0 -18.6Q-26 -18.6 -28 -27Z", INK, 2.4)
        + disc(7, -31, 3.4, STEEL, 1.6)
    )

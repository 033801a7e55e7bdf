"""The luchadora: a wrestler never shows her face. Her moustache is false and comes unstuck."""

from ..palette import CURTAIN, GOLD, INK, PAPER, RED, mix
from ..pen import both, disc, fill, ink, limb, line, oval, part, place, star_path, sweat
from ..tache import tache
from .clothes import boot, dotted, foot
from .faces import eyes, mood_of

SKIN, SUIT, TIGHTS, MASK = "#B97B50", "#7A4BB0", "#2F9A8F", "#3DB3A6"
TORSO = (
    "M27 62C29 74 35 84 36 94C34 102 34 106 35 110C42 115 46 112 50 117C54 112 58 115 65 110"
    "C66 106 66 102 64 94C65 84 71 74 73 62C64 57 36 57 27 62Z"
)
UNDERDRESS = (
    "M33 60C34 74 36 84 36 94C34 104 32 114 31 124L46 126L50 117L54 126L69 124"
    "C68 114 66 104 64 94C64 84 66 74 67 60L60 58C57 68 43 68 40 58Z"
)


def luchadora(on: set[str], dressed: int) -> str:
    out = cape() if "cape" in on else ""
    out += legs(on) + torso(on) + arms(on, dressed)
    if "cape" in on:
        collar = "M30 62C36 58 44 57 50 61C56 57 64 58 70 62L66 67C60 64 54 64 50 67C46 64 40 64 34 67Z"
        out += ink(collar, RED, 2.2) + disc(50, 64, 3.8, GOLD, 2)
    return out + limb("M50 54V60", 11, SKIN) + place(head(dressed), 50, 38, 1.26)


def cape() -> str:
    cloth = (
        "M30 58C12 90 10 124 8 146C20 142 26 150 36 145C46 150 54 150 64 145"
        "C74 150 80 142 92 146C90 124 88 90 70 58Z"
    )
    return ink(cloth, RED) + line("M24 84C20 106 20 124 22 140M76 84C80 106 80 124 78 140", 1.8, "#6E1420")


def legs(on: set[str]) -> str:
    out = ""
    for side in (-1, 1):
        x, knee = 50 + 13 * side, 50 + 12.6 * side
        leg = f"M{50 + 8 * side} 104C{50 + 13 * side} 120 {50 + 12 * side} 132 {x} 147"
        out += limb(leg, 10.6, TIGHTS if "tights" in on else SKIN)
        if "boots" in on:
            out += boot(x, 149, GOLD, side, 20) + line(
                f"M{x - 3} 134H{x + 3}M{x - 3} 138H{x + 3}M{x - 3} 142H{x + 3}", 1.5, CURTAIN
            )
        else:
            out += foot(x, 150, SKIN, side)
        if "kneepads" in on:
            out += ink(oval(knee, 123, 8.6, 7.4), PAPER, 2.4) + place(
                fill(star_path(0, 0, 5.4), RED), knee, 123
            )
    return part(out)


def torso(on: set[str]) -> str:
    if "leotard" in on:
        side = (
            "M60 92C60 84 66 74 68 62L72 62.6C70 74 64 84 63 94C65 102 65 106 64 109L60 110.6"
            "C61 104 61 98 60 92Z"
        )
        moth = ink("M0 0C5 -9 13 -9 15 -4C15 2 9 4 2 3C8 5 9 10 5 11C2 11 0 8 0 4Z", GOLD, 1.7)
        out = ink(TORSO, SUIT) + fill(side, mix(SUIT, INK, 0.2)) + ink("M42 59C44 68 56 68 58 59", SKIN, 2.2)
        out += place(both(moth) + line("M0 -3V9", 2.4), 50, 79, 0.9)
    else:
        out = limb("M42 110L41 120M58 110L59 120", 12, SKIN) + dotted(
            UNDERDRESS, "#4F78B0", (31, 62, 70, 128)
        )
        out += line("M30.6 124q2 3 4 0t4 0t4 0t4 0M53.6 125q2 2 4 0t4 0t4 0t4 0", 1.8)
    if "belt" in on:
        out += ink("M33.6 90Q50 97 66.4 90L67 102Q50 109 33 102Z", "#5A3A22", 2.2) + ink(
            oval(50, 99, 12, 9), GOLD, 2.4
        )
        out += place(tache(7.4, 0.8, INK), 50, 98.4)
    return part(out)


def arms(on: set[str], dressed: int) -> str:
    if dressed < 2:  # the pose is gone
        low = limb("M28 65C17 76 18 90 33 92", 9.4, SKIN) + ink(oval(36, 92, 5.4), SKIN, 2.3)
        return both(low, 50)
    arm = limb("M72 65L88 68L84 50", 10, SKIN) + line("M77 60Q81 57 85 61", 1.6)
    if "gloves" in on:
        arm += ink(oval(83.4, 45.6, 7.6), GOLD, 2.4) + ink("M77.4 52L91 50L91 58L78.6 59Z", GOLD, 2.2)
    else:
        arm += ink(oval(83.4, 46, 6), SKIN, 2.3)
    return both(arm + line("M80.6 44V47.4M84 43V47", 1.4), 50)


def head(dressed: int) -> str:
    horn = "M5 -14C6 -22 10 -26 16 -24"
    out = both(limb(horn, 2.2, GOLD, 1.8) + disc(17.4, -22.6, 3.6, GOLD, 2))
    out += ink("M-14 -3C-14 -18 14 -18 14 -3C14.6 8 9 17 0 17C-9 17 -14.6 8 -14 -3Z", MASK, 2.2)
    out += fill("M9 -11C12 -8 13 -4 13 0C13 8 9 14 4 15.6C9 8 11 0 9 -11Z", mix(MASK, INK, 0.2))
    out += both(ink("M1.6 -3C4 -9 10 -10 12 -6C12 0 8 3 4 2C2 1 1 -1 1.6 -3Z", GOLD, 1.7))
    out += eyes(mood_of(dressed), 6, -3.2, GOLD) + ink(oval(0, 12.6, 5, 3), "#C98A6A", 1.5)
    lips = "M-3 12.6Q0 14.6 3 12.2" if dressed >= 6 else "M-3 13H3"
    out += line(lips, 1.5) if dressed >= 3 else fill(oval(0, 12.8, 1.8), "#7A2A28")
    out += ink("M0 -16L3 -11L0 -6L-3 -11Z", RED, 1.5)
    tilt = 0 if dressed >= 5 else 9 if dressed >= 3 else 18
    out += line("M-14 2L0 6L14 2", 1, PAPER) + place(
        tache(21, -1 + 2 * dressed / 7, INK, 0.25), 0, 5.2, 1, tilt
    )
    if dressed <= 3:
        out += sweat(19, -12) + (sweat(-20, -6) if dressed <= 1 else "")
    return part(out)

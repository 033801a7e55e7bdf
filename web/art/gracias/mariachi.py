"""The mariachi: short, proud, and the first to wave. Bare, he finds a barrel."""

from ..palette import CURTAIN, GOLD, INK, RED
from ..pen import both, disc, fill, ink, limb, line, oval, part, place
from .clothes import barrel, boot, dotted, foot, sombrero, straps
from .faces import face

SKIN, SUIT, SHIRT = "#C98A5E", "#33405E", "#F4EBDC"
BELLY = "M32 66C24 80 23 98 29 108C36 114 64 114 71 108C77 98 76 80 68 66C60 60 40 60 32 66Z"


def mariachi(on: set[str], dressed: int) -> str:
    out = legs(on) + torso(on)
    out += in_the_barrel() if not dressed else arms(on)
    return out + head(on, dressed)


def legs(on: set[str]) -> str:
    out, trousers = "", "trousers" in on
    for side in (-1, 1):
        x = 50 + 10 * side
        out += limb(f"M{x} 104L{x + 2 * side} 147", 12 if trousers else 9, SUIT if trousers else SKIN)
        if trousers:
            out += "".join(disc(x + 6.4 * side, y, 1.5, GOLD) for y in (114, 122, 130, 138))
    for side in (-1, 1):
        x = 50 + 12 * side
        if "boots" in on:
            out += boot(x, 149, "#7A4526", side, 12)
            continue
        out += foot(x, 150, SKIN, side)
        if not trousers:  # sock suspenders, naturally
            out += ink(f"M{x - 5.6} 134H{x + 5.6}V145H{x - 5.6}Z", "#E8D7B8", 2) + line(
                f"M{x - 5.6} 137H{x + 5.6}", 2.4, CURTAIN
            )
    return part(out)


def torso(on: set[str]) -> str:
    out = ink(BELLY, SHIRT if "shirt" in on else SKIN)
    if "trousers" in on:
        hips = (
            "M26.6 98C36 104 64 104 73.4 98C74 104 72.6 108 71 109C64 116 36 116 29 109"
            "C27.4 108 26 104 26.6 98Z"
        )
        out += ink(hips, SUIT)
    else:
        shorts = "M26.6 98C36 104 64 104 73.4 98L72 124L53.6 125L50 116L46.4 125L28 124Z"
        out += dotted(shorts, "#D9553F", (26, 100, 76, 126))
    if "shirt" in on:
        out += line("M50 66V100", 1.5, "#B9AA90") + line(
            "M45 68C42 78 42 90 45 98M55 68C58 78 58 90 55 98", 1.2, "#CDBFA4"
        )
    else:
        out += line("M45 104q1 2 2 0", 1.4)
    if "sash" in on:
        sash = "M25 91C36 99 64 99 75 91C76 96 75.4 101 74 105C64 112 36 112 26 105C24.6 101 24 96 25 91Z"
        out += ink(sash, RED, 2.4) + ink("M64 105L72 128L63.6 124L58 129L58 107Z", RED, 2.2)
        out += line("M28 98C40 104 60 104 72 98", 1.4, "#6E1420")
    if "jacket" in on:
        half = ink(
            "M33 65C24 78 22.6 88 24 96C30 99 36 99 39 97C37 86 40 74 46 64C42 62 36 62.6 33 65Z", SUIT, 2.4
        )
        half += line("M36.6 94C35 84 38 74 43 67", 1.8, GOLD, stroke_dasharray=".1 4")
        out += both(half + disc(29.4, 86, 1.6, GOLD) + disc(29.8, 79, 1.6, GOLD), 50)
    return part(out)


def arms(on: set[str]) -> str:
    sleeve = SUIT if "jacket" in on else SHIRT if "shirt" in on else SKIN
    fingers = "M88 52L85 47.6M90.4 51V45.6M92.6 52.4L95.4 49"
    out = limb("M32 70C20 76 15 88 27 95", 8.4, sleeve) + ink(oval(28.4, 95, 4.8), SKIN, 2.3)
    out += limb("M68 70C80 74 88 70 90 58", 8.4, sleeve) + limb(fingers, 2.4, SKIN, 2)
    out += ink(oval(90, 54, 5), SKIN, 2.3) + line(fingers, 2.4, SKIN)
    if sleeve != SKIN:
        out += line("M86.6 60L93.4 61", 3, SHIRT if "jacket" in on else "#DCCFB4")
    return part(out)


def in_the_barrel() -> str:
    out = barrel() + straps("M35 66L32 82M65 66L68 82")
    for side in (-1, 1):
        out += limb(
            f"M{50 + 19 * side} 70C{50 + 33 * side} 74 {50 + 34 * side} 86 {50 + 24 * side} 86", 7.6, SKIN
        )
        out += ink(oval(50 + 22 * side, 85, 5, 4.4), SKIN, 2.3)
    return part(out)


def head(on: set[str], dressed: int) -> str:
    hair = fill("M-13 -5C-13 -16 13 -16 13 -5C11 -10 8 -11 0 -11C-8 -11 -11 -10 -13 -5Z", INK)
    hair += both(fill("M13 -6L14 4L10.6 1L11.6 -6Z", INK))
    out = limb("M50 56V63", 10, SKIN) + place(face(SKIN, dressed, 22, hair), 50, 42, 1.28)
    if "bow" in on:
        wing = ink("M0 -1L14 -9C16.6 -3 16.6 5 14 11L0 3Z", RED, 2.2) + line(
            "M5 0L11 -3M5 2L11 6", 1.3, "#6E1420"
        )
        out += place(both(wing) + ink(oval(0, 1, 3.6, 4.2), "#D24B50", 2), 50, 67)
    if "sombrero" in on:
        out += place(sombrero(SUIT, GOLD, 1.22), 50, 30)
    return out

"""The dandy, and the cactus that inherits what he loses."""

from ..palette import GOLD, INK, PLUM, RED, WHITE, mix
from ..pen import both, disc, fill, ink, limb, line, oval, part, place
from ..tache import tache
from .clothes import barrel, dotted, foot, straps, top_hat
from .faces import face

SKIN, COAT, SHIRT, CLOTH, LEAF = "#EBC29B", "#5E3A78", "#F4EBDC", "#8A8FA3", "#6FA057"
X = 44  # he stands to the left, the cactus to the right


def dandy(on: set[str], dressed: int) -> str:
    out = tails() if "tailcoat" in on else ""
    out += legs(on) + torso(on) + left_arm(on, dressed) + place(cactus(on, dressed), 78, 84)
    sleeve = COAT if "tailcoat" in on else SHIRT if "shirt" in on else SKIN
    out += limb("M56 66C60 80 62 92 74 92", 6.6, sleeve) + ink(
        "M72 88C78 86 86 90 90 94C88 98 78 98 72 96Z", SKIN, 2.2
    )
    return out + head(on, dressed)


def tails() -> str:
    return ink(
        "M30 84C26 104 24 118 22 130L33 124L40 104ZM58 84C62 104 64 118 66 130L55 124L48 104Z",
        mix(COAT, INK, 0.2),
        2.4,
    )


def legs(on: set[str]) -> str:
    out, trousers = "", "trousers" in on
    for side in (-1, 1):
        x = X + 6.6 * side
        out += limb(f"M{x} 98L{x + 1.4 * side} 147", 8.6 if trousers else 6.6, CLOTH if trousers else SKIN)
        if trousers:
            out += line(f"M{x + 0.4 * side} 104L{x + 1.4 * side} 144", 1.3, mix(CLOTH, INK, 0.4))
    for side in (-1, 1):
        x = X + 8.6 * side
        if "shoes" in on:
            out += place(shoe(), x, 150, flip=side < 0)
            continue
        out += foot(x, 150, SKIN, side)
        if not trousers:
            out += ink(f"M{x - 4.4} 132H{x + 4.4}V145H{x - 4.4}Z", "#7FA7A0", 2) + line(
                f"M{x - 4.4} 136H{x + 4.4}M{x - 4.4} 140H{x + 4.4}", 1.6
            )
    return part(out)


def shoe() -> str:
    spat = (
        ink("M-5.4 -9H5L6.4 -2.6L-5.4 -1.6Z", SHIRT, 1.8)
        + disc(1.4, -6.6, 0.8, INK)
        + disc(1.6, -4.2, 0.8, INK)
    )
    return ink("M-5 -5H4C8 -4 13 -1 13 3H-5Z", INK, 1.8) + spat


def torso(on: set[str]) -> str:
    body, out = "M32 62C30 76 32 90 33 104H55C56 90 58 76 56 62C50 57 38 57 32 62Z", ""
    if "trousers" not in on:
        out += dotted("M32.6 94H55.4L58 125L46.4 126L44 111L41.6 126L30 125Z", "#7A4BB0", (31, 98, 60, 128))
        body = "M32 62C30 76 32 86 33 97C40 100 48 100 55 97C56 86 58 76 56 62C50 57 38 57 32 62Z"
    out += ink(body, SHIRT if "shirt" in on else SKIN)
    if "shirt" in on:
        out += line("M44 66V96", 1.4, "#B9AA90") + "".join(disc(44, y, 1.2, INK) for y in (74, 82, 90))
        if "trousers" not in on:
            flap = (
                "M31.4 92C29 102 30 107 32 108C38 104 42 108 44 110C46 108 50 104 56 108"
                "C58 107 59 102 56.6 92Z"
            )
            out += ink(flap, SHIRT, 2.2)
    if "trousers" in on and "waistcoat" not in on:
        out += line("M37 62L36 98M51 62L52 98", 2.6, RED)
    if "waistcoat" in on:
        vest = (
            "M33 64C32 78 32 90 33 100L41 104L44 99L47 104L55 100C56 90 56 78 55 64"
            "C51 72 47 78 44 82C41 78 37 72 33 64Z"
        )
        out += ink(vest, "#D99A3A", 2.2) + "".join(disc(44, y, 1.3, INK) for y in (87, 92, 97))
        out += line("M34 80l5 3M34 88l6 3M54 80l-5 3M54 88l-6 3", 1.4, "#9A5200")
    if "tailcoat" in on:
        lapel = ink("M32 61C28 72 28 86 30 96L38 90C38 80 40 74 44 84C40 72 38 66 37 60Z", COAT, 2.3)
        out += both(lapel + line("M36 62L41 76L38 78", 1.5, mix(COAT, "#FFFFFF", 0.35)), X)
    return part(out)


def left_arm(on: set[str], dressed: int) -> str:
    if not dressed:
        out = place(barrel(), 5, 16.4, 0.78) + straps("M36 62L32 80M52 62L56 80")
        return out + limb("M32 66C20 72 18 84 27 86", 6, SKIN) + ink(oval(28.4, 86, 4.2), SKIN, 2.2)
    sleeve = COAT if "tailcoat" in on else SHIRT if "shirt" in on else SKIN
    return limb("M32 66C20 72 16 84 28 90", 6.6, sleeve) + ink(oval(29.6, 90, 4), SKIN, 2.2)


def cactus(on: set[str], dressed: int) -> str:
    out = ink("M-9 0C-9 -10 -9 -20 -9 -27C-9 -38 9 -38 9 -27V0Z", LEAF, 2.4)
    out += limb("M-9 -12H-14C-16 -12 -16 -14 -16 -20", 5.6, LEAF, 2.4) + limb(
        "M9 -16H14C16 -16 16 -18 16 -23", 5.6, LEAF, 2.4
    )
    out += fill("M-7.8 -3V-26C-7.8 -36 7.8 -36 7.8 -26V-3Z", LEAF) + line(
        "M-4 -28V-6M4 -28V-6", 1.3, "#3F6B30"
    )
    out += line("M-12 -16l-1 -1M12 -20l1 -1M0 -31v-2M-6 -33l-1 -1.6M6 -33l1 -1.6", 1.4)
    if dressed <= 2:
        out += both(ink(oval(4, -21, 2.6, 2.9), WHITE, 1.2) + disc(3.6, -21, 1.2, INK))
    else:
        out += both(line("M1.6 -21Q4 -23.4 6 -21", 1.6))
    out += place(tache(9, 1), 0, -15.8)
    if "cravat" not in on:
        out += place(both(ink("M0 0L10 -5V5Z", PLUM, 1.8)) + disc(0, 0, 2.6, PLUM, 1.6), 0, -6)
    out += ink("M-12 -2H12L9.4 14H-9.4Z", "#C0663C", 2.4) + ink("M-13.4 -4H13.4V1.6H-13.4Z", "#D27B4E", 2.2)
    return part(out + (place(top_hat(), 1, -33, 0.62, 8) if "hat" not in on else ""))


def head(on: set[str], dressed: int) -> str:
    hair = fill("M-13 -3C-14 -17 14 -17 13 -3C12 -8 10 -11 3 -10.4C-4 -10 -10 -10 -13 -3Z", "#B0642C")
    hair += line("M-13 -4C-10 -10 -4 -10 3 -10.4C10 -11 12 -8 13 -4", 1.4)
    out = face(SKIN, dressed, 19, hair, "#7A3F18")
    if dressed:
        out += line(oval(5.4, -3, 5.4), 1.8, "#A87A1C") + line("M10.6 -1C12 6 12 12 10 18", 1.1, "#A87A1C")
    out = limb("M44 52V60", 7, SKIN) + place(out, X, 39, 1.14)
    if "cravat" in on:
        knot = ink("M-5 -2L5 -2L9 12L0 18L-9 12Z", PLUM, 2.2) + ink(
            "M-9 -5C-4 -1 4 -1 9 -5V3C4 5 -4 5 -9 3Z", PLUM, 2
        )
        out += place(knot + disc(0, 6, 1.8, GOLD), X, 61)
    return out + (place(top_hat(), 45, 26.4, 1, 4) if "hat" in on else "")

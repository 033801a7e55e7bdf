"""The grandmother: never ashamed, only angrier. Her wooden spoon is her sabre, her moustache is on a string."""

from ..palette import CURTAIN, CURTAIN_DARK, GOLD, INK, RED, WOOD
from ..pen import both, disc, fill, ink, limb, line, oval, part, place
from ..tache import tache
from .clothes import boot, dotted, foot, sombrero
from .faces import face

SKIN, GREY, BLOUSE, PINK = "#DFAF84", "#D2CEC6", "#F0E6D2", "#D9667E"
BODY = "M35 78C31 88 33 98 36 106C44 111 56 111 64 106C67 98 69 88 65 78C58 73 42 73 35 78Z"


def abuela(on: set[str], dressed: int) -> str:
    return legs(on, dressed) + skirt(on) + body(on) + arms(on) + over_the_shoulders(on) + head(on, dressed)


def legs(on: set[str], dressed: int) -> str:
    out = ""
    for side in (-1, 1):
        x = 50 + 8 * side
        out += limb(f"M{x} 118V147", 8, SKIN)
        if "boots" in on:
            out += boot(50 + 10 * side, 149, "#6A4630", side, 15)
            continue
        out += ink(f"M{x - 5} 136H{x + 5}V146H{x - 5}Z", "#E6A0A8", 2) + line(
            f"M{x - 5} 139.4H{x + 5}M{x - 5} 143H{x + 5}", 1.6, "#A33A58"
        )
        out += foot(50 + 9 * side, 150, "#E6A0A8" if dressed > 1 else SKIN, side)
    return part(out)


def skirt(on: set[str]) -> str:
    if "skirt" in on:
        cloth = "M38 104C30 116 24 128 21 138C30 143 40 140 50 143C60 140 70 143 79 138C76 128 70 116 62 104Z"
        out = ink(cloth, CURTAIN) + line("M24 131C34 136 42 133 50 136C58 133 66 136 76 131", 2.4, GOLD)
        out += line("M40 112L34 128M60 112L66 128M50 112V130", 1.4, CURTAIN_DARK)
    else:
        bloomers = (
            "M37 102C31 112 29 122 29 130C35 135 43 134 48 131L50 120L52 131"
            "C57 134 65 135 71 130C71 122 69 112 63 102Z"
        )
        out = dotted(bloomers, PINK, (30, 106, 72, 134))
        out += line("M29 130q2.4 3.4 4.8 1t4.8 1t4.8 0t4.6 -1M52 131q2.4 3.4 4.8 1t4.8 0t4.8 0t4.6 -2", 2)
    if "apron" in on:
        out += ink("M40 102C38 114 35 124 34 133C44 138 56 138 66 133C65 124 62 114 60 102Z", "#F4EBDC", 2.2)
        out += line("M34.6 128C44 132 56 132 65.4 128", 2, "#4F78B0") + ink(
            "M42 112H58V121C54 125 46 125 42 121Z", "#E6D7B8", 1.7
        )
        out += place(tache(6.4, 0.4), 50, 116)
    return part(out)


def body(on: set[str]) -> str:
    out = ink(BODY, BLOUSE if "blouse" in on else SKIN)
    if "blouse" in on:
        out += line("M50 78V106", 1.4, "#B9AA90") + "".join(disc(50, y, 1.4, INK) for y in (84, 91, 98))
        return part(out + line("M36 103Q50 109 64 103", 2, "#4F78B0"))
    vest = "M37 77L36 90C35 98 36 103 36 106C44 111 56 111 64 106C64 103 65 98 64 90L63 77C60 84 40 84 37 77Z"
    return part(out + dotted(vest, PINK, (36, 80, 66, 112)))


def arms(on: set[str]) -> str:
    sleeve = BLOUSE if "blouse" in on else SKIN
    out = limb("M36 81C23 86 20 98 34 102", 8, sleeve) + ink(oval(35.6, 102, 4.4), SKIN, 2.3)
    out += limb("M86 66L76 26", 2.6, WOOD, 2) + ink(
        "M75 27C69 22 69 11 74 9C80 9 83 20 79 27Z", "#C98F55", 2.4
    )
    return part(out + limb("M64 81C75 86 82 80 84 70", 8, sleeve) + ink(oval(85, 66, 5), SKIN, 2.3))


def over_the_shoulders(on: set[str]) -> str:
    out = ""
    if "shawl" in on:
        shawl = (
            "M33 80C29 92 29 101 32 109C39 102 46 96 50 98C54 96 61 102 68 109"
            "C71 101 71 92 67 80C60 73 40 73 33 80Z"
        )
        out += ink(shawl, "#2F7F78", 2.4) + line("M34 94C40 91 46 89 50 91C54 89 60 91 66 94", 1.8, GOLD)
        out += line("M32 109l-2 5M36 105l-1 5M68 109l2 5M64 105l1 5", 1.8)
    if "chillies" in on:
        for (x1, y1), (x2, y2) in (((34, 80), (64, 106)), ((66, 80), (36, 106))):
            out += limb(f"M{x1} {y1}Q50 90 {x2} {y2}", 3.4, "#7A4526", 1.2)
            for i in range(4):
                t = 0.1 + i * 0.26
                x = x1 * (1 - t) ** 2 + 100 * t * (1 - t) + x2 * t * t
                y = y1 * (1 - t) ** 2 + 180 * t * (1 - t) + y2 * t * t
                out += place(chilli(), x, y, 1.34, 12)
    return part(out)


def chilli() -> str:
    return part(
        ink("M-2 -3.6C-3.4 0 -1.4 4 2.6 5.6C1.8 2 2.4 -1 2 -3.6Z", "#E0482F", 1.3)
        + line("M0 -3.6V-5.6", 1.5, "#3C7034")
    )


def head(on: set[str], dressed: int) -> str:
    hair = fill("M-13.4 -4C-14 -17 14 -17 13.4 -4C11 -9 6 -12 0 -9C-6 -12 -11 -9 -13.4 -4Z", GREY)
    hair += line("M-13.2 -4C-11 -9 -6 -12 0 -9C6 -12 11 -9 13.2 -4", 1.6)
    out = ink(oval(0, -18, 7.4, 6.4), GREY, 2.2) + line("M-4 -19Q0 -15 4 -19", 1.3)
    out += face(SKIN, dressed, 16.5, hair, false=True, angry=True)
    out += both(line(oval(5.6, -2.8, 5.2), 1.7, RED) + disc(13.8, 6.4, 1.9, GOLD, 1.2)) + line(
        "M-.6 -3.6H.6", 1.5, RED
    )
    out = place(out, 50, 55, 1.26)
    return out + (place(sombrero("#D9A845", CURTAIN, 1.12), 50, 43) if "sombrero" in on else "")

"""Lotería motifs from the mirror to the balloon. Each in a box of 100 × 100."""

from ..palette import CURTAIN, GOLD, INK, RED, shade
from ..pen import both, fill, ink, limb, line, oval, place, star_path, sweat
from ..tache import tache
from .motif import BOLD, LEAF, OCHRE, peepers


def mirror() -> str:
    return (
        ink("M46 64H54L56 90C56 95 44 95 44 90Z", GOLD, BOLD)
        + ink(oval(50, 40, 31, 33), GOLD, BOLD)
        + ink(oval(50, 40, 24.6, 26.6), "#CFE5E6", 2.4)
        + fill("M34 26L44 16L48 17L32 34Z", "#FFFFFF")
        + fill("M56 62L72 44L72.6 48L61 61.6Z", "#FFFFFF")
        + place(tache(20, 1), 50, 46)
        + place(fill(star_path(0, 0, 5), CURTAIN), 50, 10.4)
    )


def soup() -> str:
    c = "#4F78B0"
    return (
        ink("M10 46H90C90 70 74 84 50 84C26 84 10 70 10 46Z", c, BOLD)
        + fill("M16 60C24 76 76 76 84 60C80 74 68 81 50 81C32 81 20 74 16 60Z", shade(c))
        + ink(oval(50, 46, 40, 11), "#F4EBDC", BOLD)
        + ink(oval(50, 47, 34, 8), "#E8A23C", 2)
        + place(tache(17, 0.5), 50, 45.6)
        + fill(oval(28, 46, 2), LEAF)
        + fill(oval(72, 48, 2), LEAF)
        + fill(oval(64, 43, 1.5), LEAF)
        + ink("M34 84H66V90H34Z", c, BOLD)
        + limb("M80 42L94 16", 3, "#C7BBA4")
        + line("M34 28C30 22 38 18 34 10M50 26C46 20 54 16 50 8M66 28C62 22 70 18 66 10", 2.2)
    )


def chilli() -> str:
    c = "#D9453A"
    return (
        ink(
            "M36 30C24 44 28 68 46 80C58 88 76 86 84 78C68 78 62 66 64 52C65 42 66 36 62 28"
            "C54 22 44 22 36 30Z",
            c,
            BOLD,
        )
        + fill("M58 30C62 40 56 56 62 68C68 78 76 80 80 79C68 82 56 76 54 62C52 50 58 40 55 28Z", shade(c))
        + ink(
            "M34 32C36 20 46 20 48 20C48 12 54 8 58 10C56 14 54 16 55 20C62 20 66 26 65 31"
            "C58 27 54 33 49 28C45 34 40 28 34 32Z",
            LEAF,
            BOLD,
        )
        + peepers(44, 44, 12, 4.6, 0, c)
        + place(tache(19, 1), 45, 55)
        + line("M16 30L22 34M12 46H20M18 62L24 58", 2.4, OCHRE)
    )


def egg() -> str:
    return (
        ink(
            "M50 10C66 10 78 36 78 52C78 62 70 66 50 66C30 66 22 62 22 52C22 36 34 10 50 10Z", "#F8EEDC", BOLD
        )
        + fill("M66 24C72 34 74 46 73 54C71 60 62 62 56 63C68 56 70 40 66 24Z", "#E2D2B4")
        + ink(
            "M26 56C36 62 64 62 74 56C74 72 66 78 56 80V86H64V92H36V86H44V80C34 78 26 72 26 56Z",
            "#3E8C84",
            BOLD,
        )
        + line("M31 68C42 74 58 74 69 68", 2.2, GOLD)
        + line("M38 16L44 20L40 24L46 26", 1.8)
        + peepers(50, 36, 14, 5, -1.4)
        + place(tache(18, 0.9), 50, 48)
    )


def scissors() -> str:
    return (
        line("M38 62L64 12", 9.4)
        + line("M38 62L64 12", 4.6, "#C9CED0")
        + line("M62 62L36 12", 9.4)
        + line("M62 62L36 12", 4.6, "#DDE2E3")
        + ink(oval(50, 40, 3.4), GOLD, 2)
        + line(oval(31, 75, 12, 13), 9)
        + line(oval(31, 75, 12, 13), 4.6, RED)
        + line(oval(69, 75, 12, 13), 9)
        + line(oval(69, 75, 12, 13), 4.6, RED)
        + peepers(50, 75, 38, 5.4, 2.4)
        + place(tache(11, -0.4), 50, 24, 1)
        + sweat(72, 22)
        + sweat(26, 20)
    )


def owl() -> str:
    c = "#9A7048"
    return (
        ink(
            "M22 20C30 26 40 24 50 24C60 24 70 26 78 20C84 40 82 60 78 74C72 88 28 88 22 74"
            "C18 60 16 40 22 20Z",
            c,
            BOLD,
        )
        + ink("M34 62C40 58 60 58 66 62C66 78 60 84 50 84C40 84 34 78 34 62Z", "#E3C79A", 2.2)
        + line("M42 70q3 4 6 0M52 70q3 4 6 0M47 77q3 4 6 0", 1.8, "#9A7048")
        + ink("M20 50C12 62 16 76 24 80C28 70 26 58 20 50Z", shade(c), BOLD)
        + ink("M80 50C88 62 84 76 76 80C72 70 74 58 80 50Z", shade(c), BOLD)
        + both(
            ink(oval(62, 40, 12), "#F4E6C6", BOLD)
            + fill(oval(60.4, 41, 5.4), INK)
            + fill(oval(62.4, 38.6, 1.8), "#FFFFFF"),
            50,
        )
        + place(tache(21, 0.7), 50, 57)
        + ink("M46 46H54L50 56Z", GOLD, 2)
        + limb("M14 90H86", 3, "#7A4526")
        + line("M40 86v6M45 86v6M55 86v6M60 86v6", 2.6, GOLD)
    )


def balloon() -> str:
    c = "#D9667E"
    return (
        line("M38 66L43 80M62 66L57 80", 2)
        + ink("M50 6C72 6 84 22 84 38C84 54 66 62 60 70H40C34 62 16 54 16 38C16 22 28 6 50 6Z", c, BOLD)
        + fill(
            "M36 9C22 20 24 48 42 69H48C36 48 36 22 46 6.8ZM64 9C78 20 76 48 58 69H62"
            "C68 58 82 50 82 38C82 24 74 13 64 9Z",
            "#F3D9A8",
        )
        + line("M46 6.6C36 22 36 48 47 69M54 6.6C64 22 64 48 53 69", 1.6)
        + peepers(50, 32, 14, 5, 1.4)
        + place(tache(24, 1), 50, 46)
        + ink("M41 79H59L57 93H43Z", "#B57B45", BOLD)
        + line("M42 84H58M42.6 89H57.4", 1.5)
    )

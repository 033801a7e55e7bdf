"""Lotería motifs from the single hair to the sausage. Each in a box of 100 × 100."""

from ..palette import CURTAIN, GOLD, INK, RED, WHITE, light, shade
from ..pen import disc, fill, ink, limb, line, num, oval, place, star_path
from ..tache import tache
from .motif import BOLD, peepers


def hair() -> str:
    c = RED
    return (
        ink("M14 72C10 60 24 60 34 58H66C76 60 90 60 86 72C90 86 76 86 66 88H34C24 86 10 86 14 72Z", c, BOLD)
        + fill("M17 76C36 82 64 82 83 76C84 83 74 83 66 85H34C26 83 16 83 17 76Z", shade(c, 0.25))
        + "".join(
            line(f"M{x} {y}l{k * 4} 6M{x} {y}l{k * 6} 1", 2.2, GOLD)
            for x, y, k in ((15, 84, -1), (85, 84, 1))
        )
        + line("M50 58C46 44 62 40 54 26C50 18 40 20 42 28C43 32 48 32 48 28", 3.4)
        + line("M38 12V17M24 22L28 25M70 18L66 22", 2, GOLD)
    )


def comb() -> str:
    c = "#D99A3A"
    s = ink("M14 34C14 26 22 24 50 24C78 24 86 26 86 34V46H14Z", c, BOLD) + fill("M16 40H84V45H16Z", shade(c))
    for i in range(12):
        if i in (4, 9):
            continue
        h = 74 if i not in (5,) else 64
        s += ink(f"M{num(16 + i * 5.8)} 45h3.6V{h}h-3.6Z", c, 1.7)
    return (
        s
        + peepers(50, 33, 11, 4.4, 0, c)
        + place(tache(13, 0.7), 50, 43)
        + line("M40 82C44 78 46 86 50 82C54 78 56 86 60 82", 2)
    )


def snail() -> str:
    c, sh = "#9FB96A", "#D9667E"
    s = ink("M10 82C22 84 24 74 22 62C18 46 32 42 36 52C38 60 40 70 50 70H74C86 70 90 78 92 82Z", c, BOLD)
    s += ink(oval(62, 54, 24), sh, BOLD) + line(
        "M62 54C66 50 70 56 64 60C56 64 50 54 56 46C64 38 78 46 76 58C74 70 58 74 48 66", 2.6, shade(sh, 0.4)
    )
    s += (
        limb("M24 50L17 32", 2.6, c)
        + limb("M33 49L36 31", 2.6, c)
        + ink(oval(16, 29, 5), WHITE, 2)
        + ink(oval(37, 28, 5), WHITE, 2)
        + fill(oval(17, 30, 2.2), INK)
        + fill(oval(38, 29, 2.2), INK)
    )
    return s + place(tache(15, 0.9), 28, 58)


def teapot() -> str:
    c = "#5B8FB0"
    return (
        limb("M74 46C92 42 94 68 72 72", 5, c)
        + ink("M30 58C20 56 18 40 8 36L14 32C28 34 30 46 36 50Z", c, BOLD)
        + ink("M26 56C26 42 38 34 52 34C68 34 78 44 78 58C78 74 68 84 52 84C36 84 26 74 26 56Z", c, BOLD)
        + fill("M30 68C40 80 66 80 75 66C72 78 64 82 52 82C40 82 33 76 30 68Z", shade(c))
        + ink("M38 35C40 28 64 28 66 35C58 38 46 38 38 35Z", shade(c, 0.1), BOLD)
        + ink(oval(52, 24, 4.4), GOLD, 2.4)
        + peepers(50, 50, 12, 4.6, -1, c)
        + place(tache(18, 0.9), 50, 61)
        + line("M10 24C6 20 12 16 8 10M18 26C15 22 20 18 17 13", 2)
    )


def wax() -> str:
    c = "#C9A04A"
    return (
        ink("M18 58C18 50 82 50 82 58V78C82 88 18 88 18 78Z", c, BOLD)
        + ink("M18 58C18 50 82 50 82 58C82 67 18 67 18 58Z", "#F4E2A8", BOLD)
        + fill("M20 74V79C24 86 76 86 80 79V74C70 80 30 80 20 74Z", shade(c))
        + place(tache(19, 0.9), 50, 73, 0.8)
        + place(
            ink("M-33 4C-33 -5 33 -5 33 4V10C33 19 -33 19 -33 10Z", c, BOLD)
            + ink("M-33 4C-33 -5 33 -5 33 4C33 12 -33 12 -33 4Z", light(c, 0.3), BOLD)
            + place(fill(star_path(0, 0, 6), CURTAIN), 0, 4),
            54,
            26,
            1,
            -18,
        )
        + line("M40 56C44 60 50 54 56 58", 2, "#C9A04A")
    )


def wheel(x: float) -> str:
    spokes = f"M{x} 53V83M{x - 15} 68H{x + 15}M{x - 10} 58L{x + 10} 78M{x + 10} 58L{x - 10} 78"
    return limb(oval(x, 68, 17), 2, "#C7BBA4", 1.8) + line(spokes, 1.1) + disc(x, 68, 3, INK)


def bicycle() -> str:
    return (
        wheel(26)
        + wheel(76)
        + limb("M26 68L42 46H66L76 68M42 46L50 68L66 46M50 68H26", 2.6, RED)
        + line("M42 46L40 38", 4)
        + ink("M31 36C36 32 46 33 49 36C46 40 34 40 31 36Z", "#7A4526", 2.2)
        + ink(oval(50, 68, 4.6), GOLD, 2)
        + line("M66 46L63 32", 4.4)
        + place(tache(24, 1), 63, 28)
    )


def sausage() -> str:
    c = "#C0593C"
    return (
        limb("M34 92L50 62", 4, "#C7BBA4")
        + line("M44 62L58 70M47 52L44 62M53 55L51 65M60 59L58 70", 3)
        + ink(
            "M16 50C14 34 30 30 50 36C68 42 84 36 86 26C90 20 96 30 92 40C86 58 66 62 48 58"
            "C34 54 30 64 22 60C18 58 16 54 16 50Z",
            c,
            BOLD,
        )
        + fill(
            "M22 56C32 50 44 54 54 55C70 56 86 48 90 36C90 46 84 56 66 58C56 60 48 58 42 56"
            "C34 54 28 62 22 56Z",
            shade(c),
        )
        + line("M66 40l6 5M76 37l6 5", 2, shade(c, 0.35))
        + peepers(38, 40, 11, 4.4, 1, c)
        + place(tache(15, 0.8), 38, 50)
    )

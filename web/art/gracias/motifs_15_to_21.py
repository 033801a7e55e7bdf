"""Lotería motifs from the lamp to the Great Moustache, and the joker. Each in a box of 100 × 100."""

from ..palette import CURTAIN, GOLD, INK, PAPER, PLUM, RED, WHITE, light, mix, shade
from ..pen import both, clipped, fill, ink, limb, line, oval, place, rays, star_path
from ..tache import tache
from .motif import BOLD, OCHRE, peepers


def lamp() -> str:
    return (
        ink("M32 10H68L84 46H16Z", "#E3B23C", BOLD)
        + fill("M58 12H66.6L81 44H66Z", "#C08E24")
        + line(
            "M20 46C24 52 28 52 30 46C34 52 38 52 40 46C44 52 48 52 50 46C54 52 58 52 60 46"
            "C64 52 68 52 70 46C74 52 78 52 80 46",
            2.2,
            CURTAIN,
        )
        + ink("M45 48H55L56 58C68 64 66 80 56 86H44C34 80 32 64 44 58Z", "#3E8C84", BOLD)
        + ink("M30 86H70V92H30Z", "#7A4526", BOLD)
        + peepers(50, 26, 14, 4.6, 0, "#E3B23C")
        + place(tache(19, 0.8), 50, 37)
        + line("M8 52L14 50M6 66H13M92 52L86 50M94 66H87", 2.2, OCHRE)
    )


def gramophone() -> str:
    return (
        ink("M22 68H78V88H22Z", "#7A4526", BOLD)
        + fill("M24 80H76V86.6H24Z", shade("#7A4526", 0.3))
        + ink("M18 86H82V93H18Z", "#5A3218", BOLD)
        + ink(oval(50, 67, 26, 6), INK, 2)
        + fill(oval(50, 67, 7, 2), CURTAIN)
        + limb("M64 64C72 58 66 50 58 46", 3.4, GOLD)
        + ink("M64 48C44 50 22 42 10 24C24 28 30 14 44 6C58 10 66 20 66 32C68 38 68 44 64 48Z", GOLD, BOLD)
        + ink("M10 24C24 28 30 14 44 6C40 20 28 30 10 24Z", "#B98A24", 2.2)
        + line("M30 24C40 36 52 42 62 44M20 27C34 42 50 46 60 46", 1.5, "#A87A1C")
        + peepers(52, 24, 11, 4.4, -1)
        + place(tache(15, 0.9), 48, 34, 1, -14)
        + line("M82 74H90V68", 3.4)
        + line("M18 8C14 6 16 14 12 12M28 4V10", 2)
    )


def octopus() -> str:
    c = "#8A5BB0"
    s = ""
    for d in (
        "M34 58C20 58 14 70 8 66C4 62 8 56 12 58",
        "M38 62C30 74 24 90 14 86C10 82 14 78 18 80",
        "M66 58C80 58 86 70 92 66C96 62 92 56 88 58",
        "M62 62C70 74 76 90 86 86C90 82 86 78 82 80",
        "M45 64C44 78 44 92 36 92",
        "M55 64C56 78 56 92 64 92",
    ):
        s += limb(d, 6.4, c)
    s += ink(
        "M24 40C22 18 36 8 50 8C64 8 78 18 76 40C76 52 72 62 62 66C56 70 44 70 38 66C28 62 24 52 24 40Z",
        c,
        BOLD,
    ) + fill("M66 16C72 26 74 44 68 58C76 50 76 24 66 16Z", shade(c))
    return s + fill(oval(38, 17, 4, 2.6), light(c)) + peepers(50, 36, 18, 6, 1) + place(tache(26, 1), 50, 51)


def locomotive() -> str:
    c = "#3A4F5E"
    return (
        ink("M43 6H57L55 22H45Z", INK, 2.4)
        + ink("M39 4H61V10H39Z", c, 2.4)
        + ink("M22 46C22 28 34 18 50 18C66 18 78 28 78 46C78 64 66 74 50 74C34 74 22 64 22 46Z", c, BOLD)
        + ink(oval(50, 46, 21), light(c, 0.2), 2.4)
        + ink(oval(50, 27, 6.4), GOLD, 2.2)
        + ink("M12 66H88V76H12Z", RED, BOLD)
        + ink("M22 76H78L88 93H12Z", "#8F9AA0", BOLD)
        + line("M34 77L28 92M43 77L41 92M57 77L59 92M66 77L72 92", 2.4)
        + both(ink(oval(80, 71, 4), GOLD, 2), 50)
        + peepers(50, 42, 16, 5, 0, light(c, 0.2))
        + place(tache(25, 1), 50, 55)
        + line("M64 8C70 2 76 8 82 4", 2.2)
    )


def lighthouse() -> str:
    return (
        fill("M58 20L96 6V38L58 28Z", "#F6DE8E")
        + fill("M42 20L4 6V38L42 28Z", "#F6DE8E")
        + ink("M40 34H60L66 84H34Z", "#F4EBDC", BOLD)
        + fill("M38.2 48H61.8L63.2 60H36.8Z", RED)
        + fill("M35.2 72H64.8L66 83H34Z", RED)
        + line("M40 34H60L66 84H34Z", 3)
        + ink("M41 14H59V32H41Z", "#F8E7A0", BOLD)
        + ink("M37 14L50 2L63 14Z", RED, BOLD)
        + ink("M36 31H64V36H36Z", INK, 1.4)
        + peepers(50, 22.6, 9.6, 3.6, 0, "", 1.4)
        + place(tache(21, 1), 50, 44)
        + ink("M6 92C14 80 26 86 34 83C44 79 58 80 66 83C76 86 88 82 94 92Z", "#4F78B0", BOLD)
        + line("M16 88q4 -4 8 0M70 88q4 -4 8 0", 1.8, "#CFE5E6")
    )


def volcano() -> str:
    c = "#8A6A58"
    return (
        ink("M30 26C24 20 30 10 38 14C40 4 56 2 60 10C70 6 78 16 70 24C66 30 36 32 30 26Z", "#D8CFC2", BOLD)
        + ink("M36 34H64L92 90H8Z", c, BOLD)
        + fill("M58 36H63L89 88H70Z", shade(c, 0.22))
        + ink(
            "M35 34C42 38 58 38 65 34L68 44C64 52 60 44 56 48C52 58 46 54 44 48C40 44 36 52 32 44Z",
            "#E8602C",
            BOLD,
        )
        + peepers(50, 60, 15, 5, 0, c)
        + place(tache(25, 1), 50, 73)
        + line("M22 26L16 20M80 30L86 24", 2.6, "#E8602C")
    )


def great_moustache() -> str:
    """Nobody behind it: at this size it needs no one. It leaves the frame."""
    s = fill(rays(50, 48, 46, 16), "#EDB64A")
    s += ink(oval(50, 48, 27), "#FFF6DC", BOLD) + line(oval(50, 48, 23.4), 1.6, CURTAIN)
    for x, y, r in ((50, 33, 6), (38.6, 36.4, 4), (61.4, 36.4, 4)):
        s += place(ink(star_path(0, 0, r), GOLD, 1.6), x, y)
    return s + place(tache(53, 1, PAPER, 0.42), 50, 53, 1.05) + place(tache(53, 1, INK, 0.4), 50, 53)


def joker() -> str:
    """Nothing or everything: one half bare, one half splendid."""
    skin = "#EBC29B"
    s = ink(
        "M50 34C40 8 20 6 10 22C22 22 24 34 26 44ZM50 34C60 8 80 6 90 22C78 22 76 34 74 44Z", PLUM, BOLD
    ) + fill("M52 33C62 10 80 8 88 21C78 21 76 34 73 43Z", OCHRE)
    s += (
        line("M50 34C60 8 80 6 90 22C78 22 76 34 74 44", 3)
        + ink(oval(9, 24, 4.6), GOLD, 2.2)
        + ink(oval(91, 24, 4.6), GOLD, 2.2)
    )
    s += (
        ink("M25 44C26 72 36 86 50 86C64 86 74 72 75 44C66 36 34 36 25 44Z", skin, BOLD)
        + ink("M24 46C32 34 44 34 50 22C56 34 68 34 76 46C66 40 34 40 24 46Z", PLUM, BOLD)
        + fill("M50 25C56 36 66 36 73 43C66 40 58 39.4 50 39.4Z", OCHRE)
    )
    s += ink(oval(50, 20, 4.6), GOLD, 2.2)
    s += (
        ink(oval(40, 51, 5, 5.4), WHITE, 2) + fill(oval(41.6, 52, 2.3), INK) + line("M55 52Q60 46 65 52", 2.6)
    )
    s += clipped("M50 40H100V90H50Z", place(tache(30, 1), 50, 66))
    s += (
        line("M44 66C40 66 39 68 36 66", 1.4)
        + ink("M47 52C44 60 46 63 50 63C54 63 56 60 53 52", mix(skin, "#7A3A1E", 0.28), 2)
        + line("M42 76Q51 82 60 75", 2.2)
    )
    return s

"""The four animals as busts, around x = 0 with y in card units, each in three layers.

What does not change with the value is marked as a part, so that eleven cards share one drawing of it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, radians, sin

from ..palette import BLUSH, CURTAIN, CURTAIN_DARK, GOLD, GOLD_SHADE, INK, IVORY, IVORY_SHADE
from ..pen import blob, both, disc, ellipse, fill, fluff, ink, joined, line, num, part, place, sweat
from .eyes import cord, eyes
from .growth import moustache
from .suits import BLUE, GREEN, ORANGE, PINK


@dataclass(frozen=True)
class Bust:
    body: str
    moustache: str
    over: str = ""  # what lies over the moustache: a snout

    def __str__(self) -> str:
        return self.body + self.moustache + self.over


def bust(animal: str, value: int) -> Bust:
    return BUSTS[animal](value)


def grown(animal: str, value: int, y: float) -> str:
    return place(moustache(animal, value), 0, y)


# -------------------------------------------------------------------------------------------------- hamster


def hamster(value: int) -> Bust:
    body = part(hamsters_coat() + hamsters_head())
    body += eyes(14.4, 63.4, (6.8, 7.2), value, GREEN.shade, 53.4, 5.8, pupil=4.6)
    if value < 7:
        body += ink("M-4.4 88H4.4V95Q0 97.5 -4.4 95Z", IVORY, 1.8) + line("M0 88.5V96", 1.4)
        body += line("M-10 87Q-5 91 0 87Q5 91 10 87" if value else "M-9 89.5Q-4 86 0 88Q4 86 9 89.5", 2)
    if value < 4:
        body += line("M0 78V87")
    if value == 0:
        body += sweat(29, 56)
    if value == 10:
        body += cord(23, 67, 16, 124)
    return Bust(
        body, grown("hamster", value, 79 if value == 10 else 81.5 if value >= 4 or not value else 82.5)
    )


def hamsters_coat() -> str:
    lapel = ink("M22 104L13 103L2 142H12L28 118Z", GREEN.coat_shade, 2)
    bow = ink("M0 115C6 108 14 106 18 107C20 112 20 118 18 123C13 123 6 121 0 117Z", CURTAIN, 2.4)
    bow += line("M6 115L14 112M6 117L13 119", 1.4, CURTAIN_DARK)
    return (
        ink("M-50 142C-50 122 -40 110 -20 104H20C40 110 50 122 50 142Z", GREEN.coat)
        + ink("M-13 104L0 142L13 104Z", IVORY, 2)
        + both(lapel)
        + both(bow)
        + ink("M-4 111.5H4V120.5H-4Z", CURTAIN, 2.4)
    )


def hamsters_head() -> str:
    cream, cream_shade = "#FBEFD2", "#EAD8AE"
    head = [(0, 41), (12, 42.5), (21.5, 49.5), (27.5, 60), (37.5, 71), (42.5, 84), (40, 97), (28, 106.5)]
    face = [(0, 43), (3.2, 50), (4, 60), (10, 71), (24, 73.5), (34, 81), (34.5, 93), (25, 102.5), (11, 106.5)]
    nose = "M-5 71.5Q0 68.5 5 71.5Q4 77 0 78Q-4 77 -5 71.5Z"
    lock = "M-8 42C-11 37 -8 34 -5 37C-6 31 0 30 0 36C1 30 7 32 5 37C9 35 11 39 7 42Q0 44 -8 42Z"
    return (
        both(disc(18.5, 42.5, 9, GREEN.fill, 3) + disc(18.8, 42.8, 4.6, BLUSH, 1.6))
        + ink(blob([*head, (12, 109.5), (0, 110)]), GREEN.fill)
        + fill("M-41 88C-39 100 -26 107 -6 108.6C-22 105 -33 99 -35 88Z", GREEN.shade)
        + fill(blob([*face, (0, 107)]), cream)
        + fill("M-34.6 90C-32 100 -18 106 0 107C-14 102 -26 99 -28 88Z", cream_shade)
        + ink(lock, GREEN.hair, 2)
        + both(ellipse(28, 86, 4.8, 3.4, BLUSH))
        + ink(nose, "#D9776E", 2)
        + line("M-3 72Q-1 70.6 1.5 71.2", 1.4, "#F4B0A4")
    )


# ------------------------------------------------------------------------------------------------------ pig


def pig(value: int) -> Bust:
    body = part(pigs_coat() + pigs_head())
    body += eyes(14.6, 60.5, (6.4, 6.8), value, PINK.shade, 50.4, 5.8, pupil=3.9)
    if value == 0:
        body += line("M-9 101Q-4 97.5 0 100Q4 97.5 9 101", 2)
    elif value < 4:
        body += line("M-6 100.5Q0 104 6 100.5", 2)
    elif value < 7:
        body += line("M-11 97.5Q0 104.5 11 97.5M11 97.5L13 96M-11 97.5L-13 96", 2)
    if value == 0:
        body += sweat(31, 56)
    if value == 10:
        body += cord(25, 65, 14, 122)
    y = 92 if value < 4 else 89 if value < 10 else 84
    return Bust(body, grown("pig", value, y), part(pigs_snout()))


def pigs_coat() -> str:
    cravat = "M-7 114Q0 110.5 7 114L8 119L13 142H-13L-8 119Z"
    return (
        ink("M-50 142C-49 122 -38 112 -20 106H20C38 112 49 122 50 142Z", PINK.coat)
        + ink("M-12 106L0 142L12 106Z", IVORY, 2)
        + both(ink("M24 106L14 104L3 142H14L31 121L26 117Z", PINK.coat_shade, 2))
        + both(ink("M1 112L17 104L22 112L9 121Z", IVORY, 2.2))
        + ink(cravat, "#2A7F78", 2.4)
        + fill("M-6.6 119L-11.4 141H-4.5L-2.6 120Z", "#226B65")
        + disc(0, 123.5, 2.8, GOLD, 1.8)
    )


def pigs_head() -> str:
    ear = ink("M6 46C5 34 10 24 19.4 20.5C23 19.5 24.6 21.5 24.8 24.5C25.6 35 25.2 45 22 54Z", PINK.fill)
    ear += fill("M10.6 43C11 35 14.4 29 20 26C21 35 20.6 42 18.6 48Z", PINK.shade)
    head = [(0, 40), (14, 41.5), (24, 49.5), (30.5, 63), (35, 78), (34, 92), (24, 104), (10, 109), (0, 110)]
    return (
        both(ear)
        + ink(blob(head), PINK.fill)
        + fill("M-34.5 84C-34 97 -24 106 -6 108.5C-20 103 -28 96 -30 84Z", PINK.shade)
        + fill("M-14 44Q-5 41.6 4 42.4Q-6 44.6 -14 49Z", PINK.light)
        + line("M1 41C-3 36 -2 30 3 30C7 30 7.5 35 4 35.5", 2.4)
        + both(ellipse(27, 82, 5, 3.6, "#E2749C"))
    )


def pigs_snout() -> str:
    return (
        ellipse(0, 77, 16, 11.5, PINK.light, 2.8)
        + fill("M-13.5 80.5A16 11.5 0 0 0 13.5 80.5Q0 90.5 -13.5 80.5Z", "#F19FBF")
        + both(ellipse(5.6, 77, 2.6, 4.2, "#8C2450"))
    )


# ---------------------------------------------------------------------------------------------------- llama


def llama(value: int) -> Bust:
    body = part(llamas_neck() + llamas_head())
    body += eyes(12.5, 53, (6.6, 6.6), value, ORANGE.shade, 44.5, 5.4)
    body += part(llamas_fringe() + llamas_ruff())
    if value < 7:
        body += ink("M-4 86H4V89.5Q0 91 -4 89.5Z", IVORY, 1.5) + line("M0 86.3V89.8", 1.2)
        body += line(
            "M-12 83.5Q-6 88.5 0 85Q6 88.5 12 83.5" if value else "M-10 87.5Q-5 83.5 0 85.2Q5 83.5 10 87.5", 2
        )
    if value == 0:
        body += sweat(26, 46)
    if value == 10:
        body += cord(21, 57, 22, 124)
    return Bust(body, grown("llama", value, 79 if value < 10 else 75))


def llamas_neck() -> str:
    left = fluff([(-20, 116), (-18.5, 106), (-17, 97), (-15, 86)], 0.34, False)
    right = fluff([(15, 86), (17, 97), (18.5, 106), (20, 116)], 0.34, False)
    return (
        ink("M-48 142C-48 132 -40 124 -22 120H22C40 124 48 132 48 142Z", ORANGE.coat)
        + both(ink("M0 142L14 120L26 121L12 142Z", ORANGE.coat_shade, 2))
        + ellipse(0, 110, 30, 9, IVORY_SHADE, 2.4)
        + ink(joined(left, right) + "Z", ORANGE.fill)
        + fill("M-17.5 115C-15 104 -14 98 -13 90L13 90C8 98 -6 100 -9 115Z", ORANGE.shade)
    )


def llamas_head() -> str:
    ear = ink("M6.5 34C3.5 25 6 11 13.5 5.5C24 8 28 24 18.5 40Z", ORANGE.fill)
    ear += fill("M10.6 31C9 24 10.4 16 14.4 12C20 15 21.4 25 16.4 34Z", "#F4B89A")
    head = [(0, 29), (12, 31), (19.5, 39), (21, 50), (20, 60), (23.5, 70), (24.5, 80), (20, 90.5), (10, 95.5)]
    muzzle = [(0, 60), (9, 61), (17, 68), (21.3, 78), (18, 87.5), (9, 93), (0, 94)]
    return (
        both(ear)
        + ink(blob([*head, (0, 96)]), ORANGE.fill)
        + fill("M-19.4 54C-18.6 61 -22.4 69 -22.8 78C-20.6 74 -17 68 -16 61Z", ORANGE.shade)
        + fill(blob(muzzle), "#FFF1D2")
        + fill("M-20.8 81C-19 89.5 -10 93.5 0 94C-8 89.5 -15 87 -16.5 78Z", "#F0D9A8")
        + both(fill("M3 68.5C5 65 9.5 65.5 10.5 69C8.5 70.5 5 71 3 68.5Z", INK))
        + line("M0 71V79")
        + both(line("M18.6 51L22.6 48.2M19 53.8L23.4 52.4"))
    )


def llamas_fringe() -> str:
    wool = [
        (-14, 38),
        (-17, 30),
        (-9, 22),
        (1, 19),
        (11, 23),
        (17, 31),
        (14, 39),
        (8, 39),
        (3, 43),
        (-3, 40),
        (-8, 42),
    ]
    return ink(fluff(wool, 0.32), "#FFF1D2") + line("M-7 32Q-3 29 0 32M4 35Q7 32 10 35", 1.6, "#C99F58")


def llamas_ruff() -> str:
    """Pleat by pleat from the outside in."""
    out = ""
    for i in (-5, 5, -4, 4, -3, 3, -2, 2, -1, 1, 0):
        a = radians(i * 17)
        x, y = 29 * sin(a), 111 + 7.5 * cos(a)
        top = f"{num(x * 0.74)} {num(y - 9)}"
        d = f"M{top}C{num(x - 7.2)} {num(y - 4)} {num(x - 6)} {num(y + 6.5)} {num(x)} {num(y + 6)}"
        d += f"C{num(x + 6)} {num(y + 6.5)} {num(x + 7.2)} {num(y - 4)} {top}Z"
        out += ink(d, IVORY, 2) + line(f"M{num(x * 0.92)} {num(y - 3)}L{num(x)} {num(y + 2)}", 1.4, "#C9B68B")
    return out


# --------------------------------------------------------------------------------------------------- walrus


def walrus(value: int) -> Bust:
    body = part(walruss_head())
    body += eyes(13.8, 56.5, (6.2, 6.4), value, BLUE.shade, 46.6, 6, 3.8, pupil=3.8)
    body += part(walruss_coat() + walruss_muzzle())
    if value == 0:
        body += sweat(29, 52)
    if value == 10:
        body += cord(23, 61, 26, 128)
    return Bust(body, grown("walrus", value, 78 if value < 10 else 76))


def walruss_head() -> str:
    head = [(0, 34), (13, 36), (23, 45), (28.5, 60), (33, 74), (37, 90), (36, 104), (22, 113), (0, 116)]
    return (
        ink("M-52 142C-52 122 -44 112 -30 104H30C44 112 52 122 52 142Z", BLUE.coat)
        + ink(blob(head), BLUE.fill)
        + fill("M-35.5 92C-36 102 -30 109 -14 113C-24 106 -29 100 -31 90Z", BLUE.shade)
        + fill("M-16 40Q-6 36.4 4 37Q-8 39.6 -18 46Z", BLUE.light)
        + line("M-9 37C-6 29 4 27 11 31M-4 36C0 31 7 31 12 35", 2)
        + both(line("M9 65Q13.6 68 19 65", 1.5, BLUE.ink))
    )


def walruss_coat() -> str:
    collar = ink("M6 121L30 104L40 114L22 134Z", BLUE.coat_shade, 2.4) + line("M11 121.5L30 108.5", 1.8, GOLD)
    braid = ink("M37 117Q46 118 51 128L44 131Q40 122 34 121Z", GOLD, 2)
    braid += line("M47 130V135M43.6 131.4V136", 1.6, GOLD_SHADE)
    shirt = ink("M-8 118L0 128L8 118L12 142H-12Z", IVORY, 2)
    return both(collar) + shirt + both(disc(24, 137, 3, GOLD, 1.6)) + both(braid)


def walruss_muzzle() -> str:
    tusk = ink("M5.5 88H14.5C15.5 101 14 113 9.5 121C6 112 5 100 5.5 88Z", IVORY, 2.4)
    tusk += fill("M11 90H13.2C14 101 13 110 10 117Z", IVORY_SHADE)
    dots = "".join(disc(x, y, 1, BLUE.ink) for x, y in ((9, 83), (14, 80), (15, 86), (19.5, 82.5), (10, 88)))
    return (
        ink("M-9 92Q0 104 9 92Z", "#8C3346", 2)
        + both(tusk)
        + both(ellipse(11.5, 82, 14, 11.5, BLUE.light, 2.6))
        + fill("M-3 75H3V90H-3Z", BLUE.light)
        + line("M0 76V88")
        + both(dots)
        + ink("M-7.5 69Q0 65.5 7.5 69Q6 76 0 77Q-6 76 -7.5 69Z", INK, 1.6)
        + line("M-4.4 69.8Q-1 68 2 68.6", 1.5, "#7C8FB8")
    )


BUSTS: dict[str, Callable[[int], Bust]] = {"hamster": hamster, "pig": pig, "llama": llama, "walrus": walrus}

"""Twelve guests as avatars (100 × 100): busts of all kinds of people, each with a moustache or a hat of their own.

A guest is built from the back to the front: hair behind, shoulders, head, face, hair or hat before.
"""

from collections.abc import Callable

from ..moustache.eyes import eyes
from ..moustache.growth import moustache
from ..palette import CURTAIN, FELT, GOLD, GOLD_LIGHT, INK, IVORY, PLUM, RED, TEAL, mix, shade
from ..pen import blob, both, circle_of, disc, ellipse, fill, fluff, ink, limb, line, oval, place, star
from ..tache import tache

HEAD = [(0.0, -26.0), (13.0, -24.0), (21.0, -12.0), (21.5, 2.0), (17.0, 17.0), (8.0, 25.5), (0.0, 27.0)]
NOSE = "M-2.2 3C-5 9 -3.8 11.6 0 11.8C3.8 11.6 5 9 2.2 3"
FOOT = 112  # the shoulders go on below the edge


def shoulders(cloth: str, shirt: str = IVORY, open_neck: str = "M-12 26L0 44L12 26Z") -> str:
    out = ink("M-46 60C-44 42 -30 34 -14 28H14C30 34 44 42 46 60Z", cloth)
    return out + (ink(open_neck, shirt, 2) if open_neck else "")


def face(skin: str, mood: int, smile: bool = True, blush: bool = True) -> str:
    """Ears, head, eyes, nose and mouth around the point between the eyes."""
    out = ink("M-8 18V30Q0 36 8 30V18Z", shade(skin, 0.1), 2) + both(disc(21.4, 3, 4.6, skin, 2.4))
    out += ink(blob(HEAD), skin)
    if blush:
        out += both(ellipse(13.4, 10, 4, 2.8, mix(skin, "#E0563C", 0.3)))
    out += eyes(9, -0.4, (5.6, 6.2), mood, shade(skin, 0.16), -10.4, 5, 2.6, 3.4)
    out += line("M-6 18.6Q0 23.6 6 18.6", 2.2) if smile else ""
    return out + ink(NOSE, mix(skin, "#7A3A1E", 0.3), 1.8)


def lips(colour: str = "#B5443F") -> str:
    return fill("M-6.4 18.2Q-2.6 16 0 17.4Q2.6 16 6.4 18.2Q0 24 -6.4 18.2Z", colour)


def fringe_of(hair: str) -> str:
    return ink(
        "M-22 -4C-25 -24 -12 -31 0 -31C12 -31 25 -24 22 -4C18 -14 12 -17 2 -16C-8 -16 -17 -14 -22 -4Z",
        hair,
        2.6,
    )


# ---------------------------------------------------------------------------------------------- the guests


def lady_with_a_stick() -> str:
    """Her moustache is on a stick, for the evening."""
    hair = "#4A2E1B"
    out = ink("M-25 -6C-29 14 -24 28 -18 32H18C24 28 29 14 25 -6Z", hair, 2.6) + shoulders("#3D5A6C")
    out += face("#F3D3B0", 3, smile=False) + lips() + fringe_of(hair) + disc(0, -35, 8.6, hair, 2.6)
    feather = ink("M8 -28C18 -46 30 -48 34 -43C32 -33 22 -26 10 -24Z", CURTAIN, 2.2) + line(
        "M10 -26Q22 -32 30 -41", 1.3, "#E08A92"
    )
    stick = limb("M18 17L34 50", 2.2, GOLD, 1.4) + place(tache(17, 0.9, INK, 0.36), 2, 15, 1, -5)
    return out + feather + stick


def gentleman() -> str:
    out = (
        shoulders("#5C3A2E")
        + ink("M-9 31L0 36L9 31L10 40L0 37L-10 40Z", CURTAIN, 2)
        + face("#D9A679", 5, smile=False)
    )
    out += both(fill("M21 -8L22 4L18.6 0L19 -8Z", INK)) + place(
        moustache("pig", 6.4, INK, "#5C4B3C"), 0, 14.4, 0.62
    )
    hat = ink("M-18 -16L-17 -46Q0 -51 17 -46L18 -16Z", INK) + ink(
        "M-17.8 -24Q0 -19 17.8 -24V-16H-18Z", CURTAIN, 1.8
    )
    return (
        out
        + hat
        + ink("M-30 -17Q0 -8 30 -17Q28 -8 0 -8Q-28 -8 -30 -17Z", INK, 2.4)
        + line("M-11 -42L-10.6 -28", 2, "#5C4B3C")
    )


def lady_with_a_flower() -> str:
    hair = "#2B1A12"
    curls = [
        (-24.0, -10.0),
        (-30.0, 0.0),
        (-30.0, 12.0),
        (-26.0, 24.0),
        (-16.0, 30.0),
        (16.0, 30.0),
        (26.0, 24.0),
        (30.0, 12.0),
        (30.0, 0.0),
        (24.0, -10.0),
    ]
    out = (
        ink(fluff(curls, -0.3), hair, 2.6)
        + shoulders("#D98A2B", "#8A5636")
        + face("#8A5636", 3, smile=False)
        + lips("#A3303A")
    )
    out += both(disc(22, 10, 3, GOLD, 1.6))
    brim = ink("M-38 -13Q0 -30 38 -13Q34 -3 0 -6Q-34 -3 -38 -13Z", "#E9D6A6")
    crown = ink("M-18 -16C-17 -36 17 -36 18 -16Z", "#E9D6A6") + ink(
        "M-18 -17Q0 -24 18 -17V-12Q0 -18 -18 -12Z", TEAL, 1.8
    )
    flower = "".join(disc(x, y, 4, RED, 1.6) for x, y in circle_of(15, -18, 5, 5)) + disc(
        15, -18, 3, GOLD, 1.4
    )
    return out + crown + brim + flower


def young_man() -> str:
    out = (
        shoulders("#7A2E3A")
        + both(ink("M0 34L12 28V40Z", FELT, 2))
        + disc(0, 34, 2.6, FELT, 1.6)
        + face("#F0C8A4", 3)
    )
    out += "".join(disc(x, 9, 0.9, "#C98A5E") for x in (-14, -11, 11, 14)) + both(
        fill("M20 -12L22 0L18 -4Z", "#C8742E")
    )
    out += place(moustache("pig", 2.6, "#9A5A22"), 0, 15.4, 0.62)
    straw = "#EBD79F"
    return (
        out
        + ink("M-18 -33H18L19 -17H-19Z", straw)
        + ink("M-18.6 -26H18.6L19 -17H-19Z", FELT, 2)
        + ink("M-31 -17H31V-11Q0 -6 -31 -11Z", straw)
    )


def singer() -> str:
    """She sings the great parts, helmet and all."""
    braid = "#E0B04A"
    plaits = both(
        "".join(ink(oval(25 - i * 0.4, 6 + i * 10, 6, 6.4), braid, 2.2) for i in range(4))
        + disc(23.6, 45, 3.4, RED, 1.8)
    )
    out = (
        shoulders(PLUM, "#F3D3B0")
        + face("#F6DCC0", 3, smile=False)
        + ink(oval(0, 20, 4.4, 4.8), "#7A2230", 2)
    )
    out += place(moustache("hamster", 3.2, "#B98A2C", braid), 0, 13.4, 0.5) + plaits
    horn = ink("M17 -20C30 -22 36 -32 33 -44C27 -42 24 -36 13 -32Z", IVORY, 2.4)
    helmet = ink("M-22 -8C-23 -34 23 -34 22 -8Q0 -16 -22 -8Z", "#AEB7BC") + ink(
        "M-22.6 -9Q0 -18 22.6 -9L21.6 -3Q0 -12 -21.6 -3Z", GOLD, 2
    )
    return out + both(horn) + helmet + disc(0, -29, 3.6, GOLD_LIGHT, 2)


def professor() -> str:
    """Bald, and all the more below."""
    out = shoulders("#6A5A2C") + ink("M-6 30L0 34L6 30L8 52H-8Z", RED, 2) + face("#E6B98F", 5, smile=False)
    out += fill("M-10 -21Q-2 -25 6 -23Q-2 -20.4 -10 -17Z", "#F6DDBD") + both(
        ink(fluff([(19, -12), (25, -8), (26, 0), (21, 4)], -0.3), "#F2EEE4", 2)
    )
    out += both(line(oval(9, 0, 7.6), 2.4, "#6A4A0C")) + line("M-1.6 -1Q0 -2.6 1.6 -1", 2, "#6A4A0C")
    return out + place(moustache("walrus", 7, "#F2EEE4", "#CFC7B4"), 0, 13, 0.66)


def reader() -> str:
    """In a scarf, with round glasses."""
    out = (
        ink("M-29 0C-32 20 -34 34 -30 46C-10 56 10 56 30 46C34 34 32 20 29 0Z", TEAL)
        + shoulders("#7A4458", "#2A6E68", "")
        + face("#C98F66", 3)
    )
    veil = (
        "M0 -34C20 -34 31 -18 30 2C29 22 22 34 0 38C-22 34 -29 22 -30 2"
        "C-31 -18 -20 -34 0 -34ZM0 -21C-14 -21 -18.6 -10 -18.6 2C-18.6 14 -13 25 0 26"
        "C13 25 18.6 14 18.6 2C18.6 -10 14 -21 0 -21Z"
    )
    out += ink(veil, TEAL, 2.6, fill_rule="evenodd") + line(
        "M-24 20C-14 34 14 34 24 20M-20 -22Q0 -36 20 -22", 1.8, "#1E5A55"
    )
    return out + both(line(oval(9, 0, 7.4), 2.2)) + line("M-1.6 -.6H1.6", 2) + star(22, 22, 4, width=1.6)


def man_in_a_turban() -> str:
    """A turban, a beard, and a moustache that needs both hands."""
    out = shoulders("#2F5A8A", GOLD) + face("#A8734C", 4, smile=False)
    out += ink(
        "M-21 4C-22 26 -10 36 0 36C10 36 22 26 21 4C18 14 12 16 0 15C-12 16 -18 14 -21 4Z", "#241A14", 2.4
    )
    out += fill("M-5 21Q0 24 5 21Q0 19 -5 21Z", "#A3423A") + place(
        moustache("llama", 7, "#241A14", "#5A463A"), 0, 13, 0.68
    )
    wrap = ink("M-24 -8C-30 -32 -12 -42 0 -42C12 -42 30 -32 24 -8Q12 -20 0 -16Q-12 -20 -24 -8Z", "#C8507A")
    wrap += line(
        "M-22 -18C-10 -30 6 -34 18 -32M-24 -10C-14 -24 4 -27 22 -23M22 -12C10 -24 -2 -24 -12 -20",
        1.8,
        "#8A2A50",
    )
    return out + wrap + disc(0, -24, 3.4, GOLD, 1.8)


def strongman() -> str:
    hair = "#B5502A"
    out = shoulders("#F0C8A4", "", "") + ink(
        "M-30 38C-20 44 -16 52 -14 60H14C16 52 20 44 30 38L22 33C14 46 -14 46 -22 33Z", "#E0A23A", 2.4
    )
    out += "".join(
        disc(x, y, 1.8, INK)
        for x, y in ((-14, 48), (0, 52), (13, 49), (-4, 46), (7, 46), (-22, 40), (22, 40))
    )
    out += face("#F0C8A4", 5, smile=False) + ink(
        fluff(
            [
                (-21, -6),
                (-23, -16),
                (-14, -26),
                (0, -30),
                (14, -26),
                (23, -16),
                (21, -6),
                (12, -15),
                (0, -18),
                (-12, -15),
            ],
            0.3,
        ),
        hair,
        2.4,
    )
    return out + place(moustache("pig", 8, hair, "#E08A5A"), 0, 14, 0.66)


def dancer() -> str:
    """Hair like a cloud, and a moustache pencilled on for the part."""
    cloud = circle_of(0, -12, 31, 11)
    out = (
        ink(fluff(cloud, 0.3), "#1E1712")
        + shoulders(RED, "#6E4530")
        + face("#6E4530", 3, smile=False)
        + lips("#C2504A")
    )
    out += line("M1 15.2C5 12.6 9 14 12 11.4M-1 15.2C-5 12.6 -9 14 -12 11.4", 2.2) + both(
        line(oval(22.6, 15, 4.4), 2.2, GOLD)
    )
    return out + ink("M-22 -10Q0 -24 22 -10L22 -17Q0 -31 -22 -17Z", GOLD, 2.2) + star(0, -22, 5, RED, 1.6)


def painter() -> str:
    """A beret, and two points that nearly touch the brows."""
    hair = "#1E1712"
    out = (
        ink("M-24 -10C-29 10 -26 20 -22 24H22C26 20 29 10 24 -10Z", hair, 2.6)
        + shoulders("#4B4458", "#E3B23C")
        + face("#F0D0A8", 5, smile=False)
    )
    out += line("M-5 20.6Q0 23 5 20.6", 2.2)
    points = line("M1 14.6C8 17 15 14 18 -4", 2.6, hair)
    out += both(points) + ink(
        "M-23 0C-25 -18 -14 -22 0 -22C14 -22 25 -18 23 0C19 -11 10 -14 0 -13C-10 -14 -19 -11 -23 0Z", hair, 2
    )
    beret = ink("M-26 -15C-32 -34 -6 -42 14 -38C34 -34 34 -18 24 -14C8 -22 -10 -22 -26 -15Z", CURTAIN) + fill(
        "M14 -34C28 -31 30 -21 23 -17C18 -19.6 12 -21 8 -21C18 -22 20 -30 14 -34Z", "#6F1725"
    )
    return out + beret + line("M2 -39Q2 -45 6 -46", 2.8)


def grandmother() -> str:
    """Pearls, curls and a lorgnette: nothing escapes her."""
    grey = "#CFCAC0"
    curls = [
        (-20.0, 6.0),
        (-27.0, -2.0),
        (-26.0, -14.0),
        (-18.0, -25.0),
        (-6.0, -31.0),
        (6.0, -31.0),
        (18.0, -25.0),
        (26.0, -14.0),
        (27.0, -2.0),
        (20.0, 6.0),
    ]
    out = (
        ink(fluff(curls, 0.34), grey, 2.6)
        + shoulders("#574A86", "#F3D9C0", "M-14 27Q0 46 14 27Z")
        + face("#F3D9C0", 3)
        + both(line("M14 -2Q17 0 18 4", 1.2, "#C98A5E"))
    )
    out += "".join(
        disc(x, y, 2.6, IVORY, 1.4)
        for x, y in ((-13, 33), (-8.6, 38), (-3, 40.6), (3, 40.6), (8.6, 38), (13, 33))
    )
    out += ink(
        fluff(
            [
                (-22, -4),
                (-21, -14),
                (-12, -22),
                (0, -24),
                (12, -22),
                (21, -14),
                (22, -4),
                (12, -12),
                (0, -14),
                (-12, -12),
            ],
            0.3,
        ),
        grey,
        2.2,
    )
    glass = (
        disc(9, 0, 8.4, "none", 4) + disc(9, 0, 8.4, "none", 2, GOLD) + limb("M15 7L31 42", 1.8, GOLD, 1.2)
    )
    hat = ink("M-14 -30Q0 -40 14 -30L12 -24Q0 -30 -12 -24Z", PLUM, 2.2) + ink(
        "M8 -32C10 -42 20 -46 24 -42C24 -36 18 -30 10 -29Z", TEAL, 2
    )
    return out + glass + hat


# Each with a scale: those without a tall hat may be larger.
GUESTS: tuple[tuple[Callable[[], str], float], ...] = (
    (lady_with_a_stick, 1.04),
    (gentleman, 1),
    (lady_with_a_flower, 1.14),
    (young_man, 1.14),
    (singer, 1),
    (professor, 1.24),
    (reader, 1.14),
    (man_in_a_turban, 1.06),
    (strongman, 1.12),
    (dancer, 1.02),
    (painter, 1.02),
    (grandmother, 1.06),
)


def guest(i: int) -> str:
    draw, k = GUESTS[i]
    return place(draw(), 50, FOOT - 60 * k, k)

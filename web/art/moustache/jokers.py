"""The three jokers: the unicorn wins, the monkey steals a card, the pigeon throws the trick away."""

from collections.abc import Callable

from ..palette import CURTAIN, CURTAIN_DARK, FELT, GOLD, GOLD_SHADE, INK, IVORY, PAPER, WHITE
from ..pen import blob, both, box, disc, fill, fluff, ink, joined, line, num, part, place, star
from .animals import Bust
from .eyes import eyes
from .growth import moustache
from .pieces import crown

MANE, MANE_DARK, MANE_LIGHT = "#C04A3A", "#8E3026", "#E0775E"


def unicorn() -> Bust:
    """Head thrown back, mane in the wind: it knows that it wins."""
    coat = ink("M-46 142C-45 130 -36 122 -22 118H24C38 122 45 130 46 142Z", FELT)
    neck = ink("M-18 84C-20 98 -24 110 -30 124H26C22 112 18 100 17 84Z", "#FBF7EE")
    neck += fill("M-17 90C-18 102 -22 112 -27 122H-8C-10 110 2 100 15 96L14 90Z", "#E3DACA")
    collar = ink("M-28 116C-14 126 14 126 26 115L30 123C14 136 -16 136 -33 125Z", CURTAIN, 2.4)
    collar += "".join(star(x, y, 3.6, width=1.1) for x, y in ((-17.5, 124.6), (-1, 128.4), (15.5, 124.2)))
    tilt = place(part(unicorns_mane() + neck), 0, 0) + coat + collar
    head = place(unicorns_head(), 0, 9, turn=-7)
    golden = moustache("pig", 7, "#C8962A", "#FBE6A8")
    return Bust(tilt + head, place(place(golden, 1, 89), 0, 9, turn=-7))


def unicorns_mane() -> str:
    """Three locks that stream to the left, one that falls on the right shoulder."""
    return (
        ink(
            "M4 30C-20 24 -38 38 -36 58C-35 66 -41 71 -48 67C-50 80 -42 87 -34 84C-33 94 -39 100 -47 98"
            "C-45 112 -32 117 -22 110L-8 92Z",
            MANE,
        )
        + ink("M-4 40C-20 40 -29 50 -27 62C-26 72 -30 77 -36 76C-33 87 -22 89 -14 82Z", MANE_LIGHT, 2)
        + line("M-33 60C-32 70 -36 76 -42 77M-31 88C-31 97 -35 103 -40 106", 1.6, MANE_DARK)
        + ink("M10 40C26 40 33 54 30 66C28 75 32 82 38 82C36 93 26 97 18 92Z", MANE)
        + line("M24 54C28 62 25 72 27 80", 1.6, MANE_DARK)
    )


def unicorns_head() -> str:
    ear = ink("M8 40C8 28 13 19 20 17C24.5 24 23 37 18 45Z", "#FBF7EE") + fill(
        "M12 37C12.4 30 15 25 18.8 23C20.4 29 19 36 16.4 40Z", "#F0B7A6"
    )
    head = [
        (0, 31),
        (12, 33),
        (19.5, 41),
        (20.5, 53),
        (18, 65),
        (19.5, 77),
        (21.5, 88),
        (17.5, 98),
        (9, 103),
        (0, 103.6),
    ]
    nose = [(0, 75), (10, 76), (17, 83), (19, 90), (15.4, 97), (8, 101), (0, 101.6)]
    lashes = line("M18 54.4L23 51.6M18.8 57.4L24 56.4M17 51.6L20.6 48", 1.8)
    return (
        both(ear)
        + ink(blob(head), "#FBF7EE")
        + fill("M-19.5 54C-17 64 -18 74 -18.6 84C-15 76 -13.5 66 -15 56Z", "#E3DACA")
        + fill(blob(nose), "#F6DACB")
        + fill("M-17.6 90C-15 98 -8 101 0 101.6C-6 98 -12 95 -13 88Z", "#E8C2AE")
        + eyes(12.2, 57, (6.8, 6.6), 8, "#E3DACA", 46.6, 5.8, pupil=4.2)
        + both(lashes)
        + both(disc(15.6, 69, 3.4, "#F4C3B2"))
        + both(fill("M3.6 83C5.6 79 10.4 79.6 11 83.6C9 85.6 5.6 86 3.6 83Z", INK))
        + line("M-8 97Q1 101.6 10 95.6", 2)
        + ink("M-5.4 36L3 -1L8 35Q1.6 39.6 -5.4 36Z", "#FFF1D2", 2.6)
        + line(
            "M-4 31Q1.6 33 7.2 28M-2.4 24Q1.8 25.6 6.2 21M-.8 17Q2 18 5 14M.6 10.6Q2.4 11 4 8", 2, "#C8962A"
        )
        + ink(
            "M4 33C-8 31 -17 38 -15.4 51C-13 46 -9.6 44.6 -6 46C-6.4 50 -4 55 1 57"
            "C-.6 51 2 47 7 45C10 41 9 35 4 33Z",
            MANE,
            2.4,
        )
        + line("M-9.6 39Q-12 42 -11.6 45.6M-1 38Q-3.4 44 -1.4 50", 1.5, MANE_DARK)
    )


def monkey() -> Bust:
    fur, shade, face = "#9A6438", "#80502B", "#F6D7A8"
    coat = ink("M-50 142C-50 124 -40 114 -20 108H20C40 114 50 124 50 142Z", FELT)
    coat += both(ink("M3 112L20 106L26 116L8 124Z", CURTAIN, 2.2))
    coat += ink("M-7 112L0 121L7 112L9 142H-9Z", IVORY, 2) + disc(0, 130, 2, GOLD, 1.4)
    skull = [(0, 38), (14, 40), (25, 49), (30, 62), (30.5, 76), (31, 90), (24, 104), (11, 110), (0, 111)]
    mask = (
        "M0 54C-5 47 -16 46 -21 53C-25 60 -22 69 -19 73C-29 80 -29 98 -16 105"
        "C-8 108.5 8 108.5 16 105C29 98 29 80 19 73C22 69 25 60 21 53C16 46 5 47 0 54Z"
    )
    head = both(disc(32, 73, 10, fur, 3) + disc(32.6, 73.4, 5.2, face, 1.8))
    head += ink(blob(skull), fur)
    head += fill("M-29.6 80C-30 96 -22 106 -8 109C-20 102 -25 93 -25 82Z", shade) + ink(mask, face, 2.2)
    head += eyes(10.5, 63, (6.6, 7.6), 5, "#E3B985", 51.5, 5.6)
    head += line("M-4.5 77.5Q-2.6 75.4 -1.4 77.4M4.5 77.5Q2.6 75.4 1.4 77.4", 2)
    grin = ink("M-14 93Q0 97 14 93Q11 104.5 0 104.5Q-11 104.5 -14 93Z", "#7A2230", 2.2)
    grin += fill("M-11.6 94Q0 97.4 11.6 94L10.4 97.6Q0 100.4 -10.4 97.6Z", IVORY)
    fez = ink("M-15 43L-11 20Q0 16.5 11 20L15 43Q0 48.5 -15 43Z", CURTAIN)
    fez += fill("M-13.2 41.6L-9.6 21.6L-3.6 20L-6 43.6Z", "#6F1725")
    fez += line("M0 18.5C9 14.5 17 19 19 28", 2) + ink("M16.4 27H21.8L23.4 38H15Z", GOLD, 1.8)
    false = place(moustache("walrus", 6, INK, "#7A6552"), 1, 85.5, 0.92, -13)
    return Bust(coat + head + grin + fez + monkeys_loot(fur), false)


def monkeys_loot(fur: str) -> str:
    """The hand with the card that it has just taken."""
    card = box(-9.5, -14, 19, 27, PAPER, 2.2, radius=2.6) + star(0, -3, 6, width=1.4)
    hand = (
        "M-44 142C-45 132 -42 125 -35 122C-36 118 -31 117 -30 120.4C-28 117.4 -24 119 -25 122"
        "C-22 120.4 -19.4 123 -21.4 126C-23 131 -25 134 -25 142Z"
    )
    return (
        place(card, -31, 110, turn=-16)
        + ink(hand, fur, 2.6)
        + line("M-30.4 121L-32 127M-25.4 122.6L-27 128", 1.6)
    )


def pigeon() -> Bust:
    grey, shade = "#A9B3C2", "#909CAE"
    breast = [
        (0, 40),
        (12, 42),
        (19.5, 51),
        (20.5, 64),
        (19, 76),
        (25, 90),
        (38, 106),
        (46, 124),
        (47, 146),
        (0, 148),
    ]
    seam = [(26.0, 92.0), (18.0, 95.0), (9.0, 97.0), (0.0, 98.0), (-9.0, 97.0), (-18.0, 95.0), (-26.0, 92.0)]
    hem = [
        (-37.0, 105.0),
        (-27.0, 110.0),
        (-14.0, 113.0),
        (0.0, 114.0),
        (14.0, 113.0),
        (27.0, 110.0),
        (37.0, 105.0),
    ]
    top = [(20.0, 80.0), (13.0, 83.0), (5.0, 84.6), (-5.0, 84.6), (-13.0, 83.0), (-20.0, 80.0)]
    band = joined(fluff(seam, -0.3, False) + "C-31 98 -34 101 -37 105", fluff(hem, -0.3, False))
    ruff = joined(fluff(top, -0.34, False), fluff(seam[::-1], -0.3, False))
    body = ink(blob(breast), grey)
    body += ink(band + "C34 101 31 98 26 92Z", "#2A7F78", 2) + ink(ruff + "Z", "#9A6BB0", 2)
    body += fill("M-41 118C-42 128 -43 136 -43 142H-34C-36 132 -37 124 -35 116Z", shade)
    body += line("M-20 124Q-16 129 -12 124M-4 128Q0 133 4 128M12 124Q16 129 20 124", 1.8, shade)
    for x in (-10.5, 10.5):
        body += disc(x, 60, 7.4, "#F0A03C", 2.2) + disc(x + 0.8, 60, 3.4, INK) + disc(x + 2, 58.8, 1.1, WHITE)
    body += line("M-16 50.5L-6 52M16 49L6 51.4", 2.4) + bowler()
    beak = ink("M-6 70C-7.5 65 -3 63.5 0 66C3 63.5 7.5 65 6 70Z", IVORY, 2)
    beak += ink("M-5.6 70H5.6C5 77 3 82.5 0 86C-3 82.5 -5 77 -5.6 70Z", "#E08A3C", 2.4)
    beak += line("M-3.4 78Q0 80 3.4 78", 1.4)
    return Bust(body, place(moustache("hamster", 5.4, "#5B3A22", "#94683F"), 0, 79, 1.02, 7), beak)


def bowler() -> str:
    return (
        ink("M-16 43C-17 24 -9 17 0 17C9 17 17 24 16 43Z", INK)
        + line("M-11 36C-11 27 -7 22 -2 21", 2, "#5C4B3C")
        + ink("M-15.8 36.5Q0 41 15.8 36.5V42Q0 46 -15.8 42Z", CURTAIN, 1.6)
        + ink("M-25 41C-14 47 14 47 25 41C24 49 13 51 0 51C-13 51 -24 49 -25 41Z", INK, 2)
    )


JOKERS: dict[str, Callable[[], Bust]] = {"unicorn": unicorn, "monkey": monkey, "pigeon": pigeon}


def joker_mark(name: str) -> str:
    """The joker's own sign, about 22 × 26 around (0, 0): a horn, a banana, a feather."""
    if name == "unicorn":
        return ink("M-6 11L5 -12L7.5 10Q1 14 -6 11Z", GOLD, 2) + line(
            "M-3.4 6Q2 8 6.6 3M-.4 -.4Q3 1 6 -3", 1.7
        )
    if name == "monkey":
        peel = ink("M6 -12L9.4 -9.6C10 2 2 12 -9 11L-10.4 7.4C-2 6 4 -1 6 -12Z", GOLD, 2)
        return peel + line("M-6 8.6C1 7 5.6 1 7 -7", 1.5, GOLD_SHADE)
    quill = "M-9 14L5 -8M-4 4L-6.5 .5M-.5 -.6L-3.5 -4.4M-2 3L3.4 3.4M1.6 -2L7 -2"
    return ink("M-7 12C-12 0 -4 -12 9 -12C11 -2 6 8 -5 9Z", "#A9B3C2", 2) + line(quill, 1.5)


def small_card(x: float, y: float, k: float, turn: float = 0, colour: str = PAPER) -> str:
    return place(box(-5, -7, 10, 14, colour, 1.6, radius=1.6), x, y, k, turn)


def joker_effect(name: str, x: float, y: float) -> str:
    """What the joker does, as a small sign: wins, steals one, throws all away."""
    out = box(x - 21, y - 9, 42, 18, CURTAIN_DARK, 1.8, radius=9)
    if name == "unicorn":
        return out + place(crown(), x, y, 0.3)
    if name == "monkey":
        arrow = f"M{num(x + 1.6)} {num(y)}h-6m2.4 -3l-3 3l3 3"
        out += small_card(x + 8, y, 0.86) + small_card(x + 12.6, y, 0.86)
        return out + small_card(x - 11.5, y - 0.4, 0.86, -12, GOLD) + line(arrow, 2.2, PAPER)
    out += small_card(x - 8, y, 0.86, -10) + small_card(x, y - 0.6, 0.86) + small_card(x + 8, y, 0.86, 10)
    stroke = f"M{num(x - 13)} {num(y + 5.6)}l26 -11.2"
    return out + line(stroke, 5) + line(stroke, 2.8, "#D9553F")

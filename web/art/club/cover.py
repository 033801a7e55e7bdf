"""The picture of the game for the home page (4:3): a box at the theatre, and everybody masked."""

from ..house.theatre import drape, swag
from ..palette import CURTAIN, CURTAIN_DARK, GOLD, GOLD_LIGHT, GOLD_SHADE, INK, WOOD_DARK, mix
from ..pen import both, disc, ellipse, fill, ink, limb, line, oval, place, rays, star
from .coats import COATS, sign
from .heads import head
from .masks import fan_hidden
from .things import cocktail


def cover() -> str:
    night = fill("M0 0H400V300H0Z", "#2A1440") + fill(rays(200, 120, 330, 16), "#34194E")
    return night + chandelier() + guests() + balustrade() + on_the_rail() + arch()


def chandelier() -> str:
    lamps = "".join(
        disc(200 + dx, y, 5, "#FFF3C4", 2) for dx, y in ((-46, 66), (-24, 74), (0, 77), (24, 74), (46, 66))
    )
    frame = line("M200 20V50M152 62C160 46 240 46 248 62M154 66C170 86 230 86 246 66", 3.4, GOLD_SHADE)
    glow = ellipse(200, 70, 96, 44, "#FFE9A8", opacity=".14")
    return glow + frame + lamps


def tail(coat: str, x: float, y: float, k: float, flip: bool = False) -> str:
    c, d = COATS[coat], "M0 46C34 40 40 16 30 2"
    end = place(sign(c.tip, 7.6, mix(c.fur, "#FFFFFF", 0.38), 2.4), 28, -5)
    return place(limb(d, 9, c.fur) + end, x, y, k, flip=flip)


def masked(
    coat: str,
    pattern: str | None,
    mood: str,
    x: float,
    y: float,
    k: float,
    turn: float = 0,
    hat: bool = False,
) -> str:
    """A cat from the chest up."""
    c = COATS[coat]
    out = ink("M-32 64C-36 26 -22 6 0 6C22 6 36 26 32 64Z", c.fur) + fill(
        "M-30 62C-34 34 -26 16 -14 10C-22 26 -22 46 -18 62Z", mix(c.fur, INK, 0.14)
    )
    out += both(ink("M0 22L15 15C18 20 18 27 15 31L0 26Z", CURTAIN, 2.2)) + disc(0, 24, 3.4, GOLD, 2)
    return place(out + place(head(coat, pattern, mood, hat, 1.1), 0, -4, 1.1, turn), x, y, k)


def guests() -> str:
    out = tail("white", 50, 142, 1.12, flip=True) + tail("purple", 352, 142, 1.12)
    out += masked("white", "striped", "level", 66, 142, 1.12, -6) + masked(
        "purple", None, "wide", 338, 142, 1.12, 8
    )
    out += masked("red", "spotted", "wink", 132, 138, 1.5, -8) + masked(
        "blue", None, "smug", 272, 138, 1.5, 6
    )
    return out + masked("black", None, "smug", 202, 132, 1.9, 0, hat=True)


def paws(coat: str, x: float, y: float, k: float) -> str:
    paw = ink(oval(0, 0, 10, 7.6), COATS[coat].fur, 2.6) + line("M-3 2v4M3 2v4", 1.6)
    return place(paw, x - 16 * k, y, k) + place(paw, x + 16 * k, y, k)


def balustrade() -> str:
    rail = ink("M-6 214Q200 240 406 214V234Q200 262 -6 234Z", CURTAIN)
    front = ink("M-6 232Q200 260 406 232V310H-6Z", WOOD_DARK) + fill(
        "M-6 284Q200 304 406 284V310H-6Z", "#5E3218"
    )
    panels = ""
    for x in (44, 122, 200, 278, 356):
        y = 262 + 16 * (1 - ((x - 200) / 200) ** 2)
        panels += (
            ellipse(x, y, 33, 17, CURTAIN_DARK, 2.6)
            + ellipse(x, y, 28.6, 13, "none", 1.8, GOLD)
            + star(x, y, 8)
        )
    trim = line("M-6 236Q200 264 406 236", 7) + line("M-6 236Q200 264 406 236", 3.6, GOLD)
    return front + panels + rail + trim


def on_the_rail() -> str:
    out = (
        paws("white", 60, 217, 0.8)
        + paws("red", 128, 224, 1)
        + paws("black", 200, 228, 1.16)
        + paws("blue", 276, 224, 1)
        + paws("purple", 342, 217, 0.8)
    )
    return (
        out
        + place(fan_hidden(), 128, 196, 0.36, -16)
        + place(cocktail(), 244, 224, 1.06)
        + place(opera_glasses(), 318, 190, 0.9, -14)
    )


def opera_glasses() -> str:
    tube = (
        ink("M3 -8L16 -10V10L3 8Z", GOLD, 2.4)
        + ink(oval(17, 0, 5, 11), GOLD_LIGHT, 2.4)
        + fill(oval(17, 0, 2.6, 7), INK)
    )
    return both(tube) + ink("M-4 -5H4V5H-4Z", GOLD_SHADE, 2)


def arch() -> str:
    swags = "".join(place(swag(), x, 0) for x in (0, 100, 200, 300))
    return place(drape(), -58, -16, 0.62) + place(drape(flip=True), 365, -16, 0.62) + swags

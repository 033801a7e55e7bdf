"""Garments on their own, as they fall to the floor: 40 × 40 each, in the colours of whoever wore them."""

from ..palette import CURTAIN, GOLD, INK, RED, shade
from ..pen import disc, fill, ink, line, oval, place, star
from . import abuela, dandy, luchadora, mariachi
from .characters import WARDROBE
from .clothes import boot, sombrero, top_hat

EDGE, FOLD = 2.0, 1.3
TOP = "M13 7L4 15L9 22L12 19V34H28V19L31 22L36 15L27 7C23 11 17 11 13 7Z"
LEATHER = "#7A4526"


def cloth(d: str, colour: str, *folds: str) -> str:
    """A piece of cloth, with folds in its one darker tone."""
    dark = shade(colour, 0.35)
    return ink(d, colour, EDGE) + "".join(line(fold, FOLD, dark) for fold in folds)


def pair(body: str, apart: float = 17) -> str:
    """The left one and the right one, the right one a little lower."""
    return body + place(body, apart, 1.6)


def bow(colour: str) -> str:
    wings = cloth("M20 20L5 11C3 17 3 23 5 29Z", colour, "M16 20L9 16") + cloth(
        "M20 20L35 11C37 17 37 23 35 29Z", colour, "M24 20L31 16"
    )
    return wings + ink(oval(20, 20, 4, 4.6), shade(colour, 0.2), EDGE)


def jacket(colour: str, trim: str) -> str:
    lapels = ink("M17 9.6L20 21L23 9.6L20 12Z", trim, FOLD)
    buttons = "".join(disc(x, y, 1.2, GOLD) for x in (16.4, 23.6) for y in (25, 29.6))
    return cloth(TOP, colour, "M20 21V34", "M12 19L13.6 15M28 19L26.4 15") + lapels + buttons


def sash(colour: str) -> str:
    end = cloth("M26 23L33 37L25 34L20 37V25Z", colour, "M25 26L27 32")
    return end + cloth("M3 14C14 20 26 20 37 14V22C26 28 14 28 3 22Z", colour, "M6 18C16 22.6 24 22.6 34 18")


def trousers(colour: str, seam: str = "") -> str:
    studs = "".join(disc(x, y, 0.9, GOLD) for x in (12.4, 27.6) for y in (18, 23, 28, 33)) if seam else ""
    return (
        cloth("M11 5H29L31 36H22L20 16L18 36H9Z", colour, "M20 10V16")
        + line("M11.4 9.6H28.6", FOLD, seam or shade(colour, 0.35))
        + studs
    )


def shirt(colour: str) -> str:
    collar = ink("M14.6 7.4L20 13.4L25.4 7.4L20 9Z", shade(colour, 0.1), FOLD)
    return cloth(TOP, colour, "M20 13V33", "M12 19L13.6 15M28 19L26.4 15") + collar


def blouse(colour: str) -> str:
    return cloth(TOP, colour, "M15.6 14V31M20 13V33M24.4 14V31") + line("M13 9C17 13 23 13 27 9", 2.4, RED)


def cape(colour: str, trim: str) -> str:
    return cloth("M14 6H26L37 35C26 31 14 31 3 35Z", colour, "M17 10L13 30M23 10L27 30M20 10V31") + ink(
        "M13 4H27V9H13Z", trim, EDGE
    )


def belt(colour: str, trim: str) -> str:
    return (
        cloth("M2 15H38V26H2Z", colour, "M5 17.6H13M27 17.6H35")
        + ink("M13 11.4H27V29.6H13Z", trim, EDGE)
        + star(20, 20.8, 5, "#F6DC8E", FOLD)
    )


def gloves(colour: str, trim: str) -> str:
    hand = cloth("M4 15C3 6 17 6 17 14V29H6L5 22C1 21 1 16 4 15Z", colour, "M8 12V16M12 11V16")
    return pair(hand + ink("M5.4 26H17.6V33H5.4Z", trim, EDGE))


def kneepads(colour: str, trim: str) -> str:
    return pair(ink(oval(11.5, 19, 7.6, 8.6), colour, EDGE) + star(11.5, 19.4, 4.6, trim, FOLD))


def tights(colour: str) -> str:
    return cloth("M12 5H28L30 36H22.5L20 17L17.5 36H10Z", colour, "M12.6 9H27.4", "M16 20L15 32M24 20L25 32")


def leotard(colour: str, trim: str) -> str:
    d = "M10 5H15C16 12 24 12 25 5H30L28 17L31 26L22 36H18L9 26L12 17Z"
    wings = "M20 19C16 13 11 15 13 19C11 23 16 24 20 20C24 24 29 23 27 19C29 15 24 13 20 19Z"
    return cloth(d, colour, "M11 26L18 33M29 26L22 33") + ink(wings, trim, FOLD)


def chillies(colour: str) -> str:
    hang = zip((7, 14, 21, 28, 34), (10, 13, 14, 13, 10), strict=True)
    fruit = "".join(
        ink(f"M{x} {y}c5 1 5 8 -1 13c-4 -2 -4 -11 1 -13Z", colour, 1.7) + line(f"M{x} {y}v-2.4", 2, "#3C7034")
        for x, y in hang
    )
    return line("M3 5C12 14 28 14 37 5", EDGE) + fruit


def shawl(colour: str, trim: str) -> str:
    fringe = "".join(line(f"M{x} {y}v4", FOLD) for x, y in ((11, 23), (15, 28), (20, 34), (25, 28), (29, 23)))
    return (
        fringe
        + cloth("M3 11C14 7 26 7 37 11L20 35Z", colour, "M14 24L20 20L26 24")
        + line("M8.6 15C16 19 24 19 31.4 15", 2, trim)
    )


def apron(colour: str) -> str:
    strings = line("M11 8H5M29 8H35", EDGE)
    pocket = ink("M13 20H27V29H13Z", shade(colour, 0.08), FOLD) + line("M13.6 22.6H26.4", FOLD, CURTAIN)
    return strings + cloth("M11 6H29V13H34L32 33C24 37 16 37 8 33L6 13H11Z", colour, "M12 13H28") + pocket


def skirt(colour: str, trim: str) -> str:
    d = "M13 6H27L38 33C26 37 14 37 2 33Z"
    hem = ink("M4 28C15 32 25 32 36 28L38 33C26 37 14 37 2 33Z", trim, EDGE)
    return cloth(d, colour, "M16 10L11 28M20 10V30M24 10L29 28") + hem


def tailcoat(colour: str, trim: str) -> str:
    d = "M13 5L4 14L9 20L12 17V25L9 37L18 33L20 25L22 33L31 37L28 25V17L31 20L36 14L27 5L20 14Z"
    lapels = ink("M13 5L20 15L27 5L20 9Z", trim, FOLD)
    return cloth(d, colour, "M20 15V25", "M12 17L13.6 13M28 17L26.4 13") + lapels


def cravat(colour: str) -> str:
    return cloth("M13 7H27L23 16L28 31L20 37L12 31L17 16Z", colour, "M20 19L19 33") + line(
        "M16.6 16H23.4", EDGE
    )


def waistcoat(colour: str) -> str:
    buttons = "".join(disc(20, y, 1.3, INK) for y in (22, 26.6, 31.2))
    return cloth("M13 6L11 33L20 37L29 33L27 6L20 17Z", colour, "M13.6 27H17.4M22.6 27H26.4") + buttons


def shoes(colour: str) -> str:
    shoe = cloth("M4 18H11C12 24 19 23 19 31H4Z", colour) + line("M11.6 22L14.4 20.4", FOLD, "#F4EBDC")
    return pair(shoe + fill("M3.4 30.4H19.6V33H3.4Z", INK))


def boots(leather: str) -> str:
    return pair(boot(8.4, 28, leather, high=20))


# One for each garment of a wardrobe, in the same order.
FALLEN: dict[str, tuple[str, ...]] = {
    "mariachi": (
        place(sombrero(mariachi.SUIT, GOLD), 20, 27, 0.56),
        bow(RED),
        jacket(mariachi.SUIT, "#F4EBDC"),
        boots(LEATHER),
        sash(RED),
        trousers(mariachi.SUIT, GOLD),
        shirt(mariachi.SHIRT),
    ),
    "luchadora": (
        cape(RED, GOLD),
        belt("#6B4423", GOLD),
        gloves(GOLD, RED),
        kneepads("#F4EBDC", "#D9553F"),
        boots(GOLD),
        tights(luchadora.TIGHTS),
        leotard(luchadora.SUIT, GOLD),
    ),
    "abuela": (
        place(sombrero(GOLD, CURTAIN), 20, 27, 0.56),
        chillies("#D9553F"),
        shawl("#2F8074", GOLD),
        boots("#4A2F22"),
        apron("#F4EBDC"),
        skirt(CURTAIN, GOLD),
        blouse(abuela.BLOUSE),
    ),
    "dandy": (
        place(top_hat(), 20, 33, 0.94),
        tailcoat(dandy.COAT, GOLD),
        cravat("#7A4BB0"),
        waistcoat("#D99A35"),
        shoes(INK),
        trousers(dandy.CLOTH),
        shirt(dandy.SHIRT),
    ),
}


def fallen(name: str, worn: int) -> str:
    """What a character loses that has so many garments on."""
    return FALLEN[name][len(WARDROBE[name]) - worn]

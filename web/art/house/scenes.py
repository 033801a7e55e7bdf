"""Pictures for the calm pages (240 × 180): when something is missing, somebody is always to blame."""

from collections.abc import Callable

from ..club.cats import cat
from ..gracias.clothes import boot, foot, top_hat
from ..letters import letters
from ..moustache.animals import bust
from ..moustache.growth import moustache
from ..moustache.jokers import JOKERS
from ..palette import (
    BLUSH,
    CURTAIN,
    FELT,
    FELT_LIGHT,
    FLOOR,
    FLOOR_SHADE,
    GOLD,
    GOLD_SHADE,
    INK,
    IVORY,
    PAPER,
    PIT,
    RED,
    WALL,
    WALL_LIGHT,
    WHITE,
    WOOD,
    WOOD_DARK,
    mix,
)
from ..pen import both, box, clipped, disc, ellipse, fill, ink, limb, line, num, oval, part, place
from ..tache import tache
from .theatre import folds, fringe, spotlight, swag

FRAME = "M17 3H223Q237 3 237 17V163Q237 177 223 177H17Q3 177 3 163V17Q3 3 17 3Z"


def framed(*layers: str) -> str:
    return clipped(FRAME, "".join(layers)) + line(FRAME, 4)


def papered_wall() -> str:
    stripes = "".join(f"M{x} 0h12v140h-12Z" for x in range(0, 240, 24))
    skirting = box(-3, 130, 246, 10, WOOD, 2)
    return part(box(0, 0, 240, 140, WALL_LIGHT) + fill(stripes, WALL) + skirting)


def dark_wall() -> str:
    return box(0, 0, 240, 180, PIT) + folds(0, 0, 240, 140, 12) + fill("M0 0H240V140H0Z", PIT, opacity=".55")


def boards(y: float = 140) -> str:
    seams = "".join(f"M{num(120 + (x - 120) * 0.7)} {num(y)}L{x} 180" for x in range(-60, 301, 30))
    return part(box(-3, y, 246, 60, FLOOR, 2.6) + line(seams, 1.6, FLOOR_SHADE))


def pelmet() -> str:
    return "".join(place(swag(), x, 0, 0.8) for x in (0, 80, 160))


# ---------------------------------------------------------------------------------------------------- lost


def lost() -> str:
    """The connection: a mouse has found the telephone's cord."""
    cord = "M-4 152C20 164 52 166 84 152C98 146 106 140 114 133"
    rest = "M130 132C140 150 156 160 176 150C186 146 186 138 186 130"
    sparks = line(
        "M121 122L119 114M127 124L133 117M131 130L140 128M118 138L113 146M126 139L130 147", 2.6, "#E0742C"
    )
    return framed(
        papered_wall(),
        boards(),
        limb(rest, 2.4, "#8A6A3A", 1.8),
        telephone(),
        limb(cord, 2.4, "#8A6A3A", 1.8),
        mouse(),
        sparks,
    )


def telephone() -> str:
    stand = ink("M160 112H214V120H160Z", WOOD) + limb(
        "M187 120V160M187 156L170 166M187 156L204 166", 4, WOOD_DARK, 2.2
    )
    base = ink("M172 112C172 102 178 98 187 98C196 98 202 102 202 112Z", INK, 2) + limb(
        "M187 98V62", 6, INK, 1.4
    )
    mouth = (
        ink("M180 58L166 50C162 58 164 68 170 72L182 66Z", GOLD)
        + disc(187, 62, 6, INK, 2)
        + line("M169 55Q166 61 170 68", 1.8, GOLD_SHADE)
    )
    fork = line("M190 66C198 68 202 66 204 60", 3.4)
    receiver = place(
        ink("M-6 -15H6L4 0L6 15H-6L-4 0Z", INK, 2)
        + ink("M-7 -19H7V-14H-7Z", GOLD, 2)
        + ink("M-7 14H7V19H-7Z", GOLD, 2),
        216,
        132,
        1,
        14,
    )
    wire = limb("M194 110C206 116 212 112 213 116", 1.6, "#8A6A3A", 1.4)
    return stand + wire + base + mouth + fork + receiver


def mouse() -> str:
    grey = "#A8A29B"
    dark = mix(grey, INK, 0.2)
    tail = limb("M40 146C22 146 16 132 26 124C32 119 38 124 34 129", 3, "#E0A090", 2)
    ears = (
        disc(70, 88, 13, grey, 2.7)
        + disc(70, 89, 7.6, BLUSH)
        + disc(94, 82, 13, grey, 2.7)
        + disc(94, 83, 7.6, BLUSH)
    )
    body = ink("M38 152C32 126 46 106 68 106C90 106 100 128 96 152Z", grey) + fill(
        "M40 150C38 132 44 118 54 112C46 126 46 140 50 151Z", dark
    )
    head = ink(
        "M66 108C62 92 82 82 100 90C112 96 122 106 124 112C120 122 100 130 84 126C74 124 68 118 66 108Z", grey
    )
    eye = disc(97, 102, 5.4, WHITE, 2) + disc(98.6, 102.6, 2.6, INK) + line("M90 94Q97 90 103 95", 2.4)
    teeth = ink("M108 121H117V129Q112.6 131 108 129Z", IVORY, 1.8) + line("M112.6 121.4V129", 1.2)
    whiskers = place(tache(18, 1, INK, 0.36), 111, 119, 1, 8)
    paws = limb("M86 132C94 138 102 138 108 134", 6, grey, 2.4) + both(ellipse(20, 152, 12, 5, grey, 2.6), 34)
    return tail + body + ears + head + eye + teeth + whiskers + disc(124, 112, 4, "#D9776E", 2) + paws


# ------------------------------------------------------------------------------------------------- unknown


def unknown() -> str:
    """No table of that name: a pigeon looks at where it is not."""
    outline = dashed(oval(98, 122, 62, 19)) + dashed("M98 141V160M70 164Q98 152 126 164")
    doubt = letters("?", 98, 98, 62, CURTAIN, bold=1.2)
    return framed(
        papered_wall(),
        boards(),
        spotlight(98, -4, 150, 84),
        outline,
        doubt,
        place(str(JOKERS["pigeon"]()), 196, 66, 0.86),
    )


def dashed(d: str) -> str:
    return line(d, 3, stroke_dasharray="9 7")


# ---------------------------------------------------------------------------------------------------- full


def full() -> str:
    """No chair left."""
    back = place(str(JOKERS["monkey"]()), 88, 4, 0.62) + place(str(JOKERS["unicorn"]()), 152, 0, 0.62)
    front = place(str(bust("hamster", 6)), 44, 44, 0.66) + place(str(bust("llama", 8)), 174, 30, 0.7)
    front += place(str(bust("walrus", 9)), 122, 36, 0.7) + place(str(bust("pig", 7)), 80, 42, 0.66)
    table = (
        ellipse(112, 150, 112, 30, WOOD_DARK, 2.7)
        + ellipse(112, 145, 112, 28, FELT, 2.7)
        + ellipse(112, 145, 102, 23, "none", 1.4, FELT_LIGHT)
    )
    cards = "".join(
        place(
            box(-8, -11, 16, 22, PAPER, 2, radius=2.4) + box(-5, -8, 10, 16, CURTAIN, radius=1), x, y, 1, turn
        )
        for x, y, turn in ((62, 138, -14), (96, 146, 4), (132, 140, 12))
    )
    waiting = place(cat("sit", "blue"), 172, 88, 0.86)
    return framed(papered_wall(), back, front, boards(160), table, cards, waiting)


# ---------------------------------------------------------------------------------------------------- over


def over() -> str:
    """The curtain is down; not everybody has gone."""
    shoes = boot(64, 146, WOOD_DARK, -1, 22) + boot(88, 146, WOOD_DARK, 1, 22)
    shoes += (
        limb("M154 120V146M170 120V146", 6, "#EBC29B")
        + foot(152, 149, "#EBC29B", -1)
        + foot(172, 149, "#EBC29B", 1)
    )
    cloth = folds(0, 0, 240, 112, 11) + part(fringe(114, 240, 8)) + line("M120 0V108", 2.7)
    slit = ink("M120 36C104 50 102 84 120 106C138 84 136 50 120 36Z", PIT)
    slit += fill("M120 44C108 55 106 82 120 98C134 82 132 55 120 44Z", "#D9A679")
    peep = (
        disc(113, 58, 6.4, WHITE, 2)
        + disc(127, 58, 6.4, WHITE, 2)
        + disc(114.4, 60, 2.8, INK)
        + disc(128.4, 60, 2.8, INK)
    )
    nose = ink("M114 64C106 78 110 85 120 85C130 85 134 78 126 64", "#D9A679", 2.4) + place(
        moustache("pig", 9, "#3B2620", "#7A5244"), 120, 88, 0.9
    )
    rose = (
        limb("M196 166C206 160 214 160 224 164", 1.8, "#3C7034", 1.2)
        + disc(194, 166, 6, RED, 2.2)
        + line("M191 165Q194 162 197 165Q195 168 193 167", 1.3)
    )
    return framed(boards(124), shoes, cloth, pelmet(), slit, peep, nose, rose)


# --------------------------------------------------------------------------------------------------- empty


def empty() -> str:
    """One chair, one spotlight."""
    back = ink("M92 50Q120 34 148 50L144 104H96Z", WOOD) + ink(
        "M101 57Q120 47 139 57L136 96H104Z", CURTAIN, 2.2
    )
    back += place(tache(17, 1, GOLD, 0.36), 120, 74)
    legs = limb("M96 116L90 158M144 116L150 158M106 116L104 150M134 116L136 150", 4.4, WOOD_DARK, 2.2)
    seat = ink("M86 104H154L158 116H82Z", CURTAIN) + ink("M82 116H158V121H82Z", WOOD, 2.2)
    hat = place(top_hat(), 124, 103, 1.2, 6)
    return framed(dark_wall(), boards(), spotlight(120, -6, 150, 66), legs, back, seat, hat, pelmet())


SCENES: dict[str, Callable[[], str]] = {
    "lost": lost,
    "unknown": unknown,
    "full": full,
    "over": over,
    "empty": empty,
}

"""Cards of the Club: a cat on its stage with its attributes as medals below, and the back (100 × 140)."""

from ..cardstock import blank
from ..palette import CURTAIN, CURTAIN_DARK, GOLD, INK, OUTLINE, PAPER, WALL, WALL_LIGHT, WHITE
from ..pen import both, box, clipped, disc, fill, ink, line, oval, part, place
from .attributes import icon, medal
from .cats import cat
from .coats import COATS, coat_moustache, tip
from .heads import HEAD, MASK

STAGE = "M10.4 6H89.6Q94 6 94 10.4V105.6Q94 110 89.6 110H10.4Q6 110 6 105.6V10.4Q6 6 10.4 6Z"
FLOOR_LINE = 96


def paper(frame: str, colour: str = PAPER) -> str:
    return blank(colour) + box(5, 5, 90, 130, "none", 1.2, frame, 5)


def stage() -> str:
    """Wall, curtain and boards behind a cat."""
    edge = "C30 12 14 15 8 32C7 36 5 38 4 40C6 56 7 76 8 90"
    drape = fill(f"M0 0H34{edge}H0Z", CURTAIN) + line(f"M34 0{edge}", 1.8)
    drape += line("M24 0C20 9 9 12 5 24M13 0C11 6 6 9 3 14", 1.3, CURTAIN_DARK)
    drape += line("M0 42C2 42.4 3 41.6 4.6 40", 2.6, GOLD)
    scene = fill("M6 6H94V110H6Z", WALL) + fill(oval(50, 64, 40, 44), WALL_LIGHT)
    scene += fill(f"M6 {FLOOR_LINE}H94V110H6Z", "#D8A262") + line(f"M6 {FLOOR_LINE}H94", 1.6)
    scene += line("M22 98L16 110M41 98L38 110M59 98L62 110M78 98L84 110", 1, "#A9743A")
    scene += place(drape, 6, 6) + place(drape, 94, 6, flip=True)
    return part(clipped(STAGE, scene) + line(STAGE, 1.6))


def cat_card(pose: str, coat: str, pattern: str | None, accessory: str | None) -> str:
    attributes = [a for a in (pose, coat, pattern, accessory) if a]
    k = 0.84 if pose == "roll" else 0.88
    out = paper(INK if coat == "black" else COATS[coat].marking) + stage()
    out += place(cat(pose, coat, pattern, accessory), 50 - 50 * k, 105 - 95 * k, k)
    out += disc(17, 17, 11, PAPER, 1.8) + place(icon(coat), 7.2, 7.2, 0.196)
    size = 21.5 if len(attributes) == 3 else 20
    step = 25 if len(attributes) == 3 else 21.4
    left = 50 - (len(attributes) - 1) * step / 2
    return out + "".join(medal(a, left + i * step, 122.8, size) for i, a in enumerate(attributes))


def back() -> str:
    """The cat in its box at the theatre, seen only by mask and moustache."""
    inner = "M10.4 6H89.6Q94 6 94 10.4V129.6Q94 134 89.6 134H10.4Q6 134 6 129.6V10.4Q6 6 10.4 6Z"
    folds = "".join(
        f"M{6 + i * 14} 4C{10 + i * 14} 50 {2 + i * 14} 90 {6 + i * 14} 138" for i in range(-1, 8)
    )
    face = fill(HEAD, INK) + ink(MASK, GOLD, 1.7)
    face += both(ink(oval(8.6, -3.2, 5, 4.2), WHITE, 1.3) + fill(oval(8.2, -2.6, 2, 3.2), INK))
    face += coat_moustache("brown", PAPER) + fill("M-3 3.2C-1 2.4 1 2.4 3 3.2L0 6.8Z", "#E58B86")
    stars = "".join(
        place(fill(tip("star", 3.6), GOLD), x, y) for x, y in ((14, 15), (86, 15), (14, 125), (86, 125))
    )
    return (
        paper(GOLD, CURTAIN)
        + clipped(inner, line(folds, 5, "#7A1626"))
        + ink(inner, "none", 1.6, GOLD)
        + ink(oval(50, 70, 33, 41), CURTAIN_DARK, OUTLINE)
        + line(oval(50, 70, 29.6, 37.6), 1.3, GOLD)
        + place(face, 50, 74, 1.22)
        + stars
    )

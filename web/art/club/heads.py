"""A cat's head, 45 × 42 around (0, 0): ball mask, moustache, and eyes that tell the mood of the pose."""

from ..palette import CURTAIN, FELT, INK, OUTLINE, PAPER, PLUM, WHITE, mix
from ..pen import both, clipped, fill, ink, line, num, oval, part, place
from .coats import COATS, coat_moustache
from .things import top_hat

HEAD = (
    "M-17 -9C-18.4 -16 -18.6 -22 -17.6 -26.4C-13 -24.6 -9.4 -21 -6.6 -17.2C-2.6 -18.4 2.6 -18.4 6.6 -17.2"
    "C9.4 -21 13 -24.6 17.6 -26.4C18.6 -22 18.4 -16 17 -9C19 -5 19.4 -1 18.8 2L22.4 5.2L18 6.4L20 10.4L14.6 10.6"
    "C10.6 14.4 5 15.6 0 15.6C-5 15.6 -10.6 14.4 -14.6 10.6L-20 10.4L-18 6.4L-22.4 5.2L-18.8 2C-19.4 -1 -19 -5 -17 -9Z"
)
MASK = (
    "M0 -5.4C5.4 -9.4 14 -11.4 21.4 -9.4C21.4 -3 18 4.4 10.6 4.6C5.4 4.6 3.4 1.4 0 1"
    "C-3.4 1.4 -5.4 4.6 -10.6 4.6C-18 4.4 -21.4 -3 -21.4 -9.4C-14 -11.4 -5.4 -9.4 0 -5.4Z"
)
EAR = "M15.8 -22.4C15.8 -18.6 15.4 -15.6 14.8 -13.6L9.8 -16.8C11.4 -19.2 13.4 -21.2 15.8 -22.4Z"
MUZZLE = "M0 3.4C5 2 10 5 9.4 9.4C9 13.2 4 14.6 0 14.6C-4 14.6 -9 13.2 -9.4 9.4C-10 5 -5 2 0 3.4Z"
NOSE = "M-3 3.2C-1 2.4 1 2.4 3 3.2C2.4 5.4 1 6.4 0 6.8C-1 6.4 -2.4 5.4 -3 3.2Z"


def head(coat: str, pattern: str | None, mood: str, hat: bool = False, scale: float = 1) -> str:
    """`scale` is that of the place where it goes: the outline is drawn so much finer."""
    c = COATS[coat]
    line_ink = PAPER if coat == "black" else INK
    skin = fill("M-24 18C-10 12 10 12 24 18L24 7C12 15.4 -12 15.4 -24 7Z", mix(c.fur, INK, 0.13))
    out = part(ink(HEAD, INK, 2 * OUTLINE / scale) + fill(HEAD, c.fur))
    out += clipped(HEAD, part(skin + markings(pattern, c.marking)))
    out += both(fill(EAR, "#F3BCAE" if coat == "red" else "#E9A79B")) + fill(MUZZLE, muzzle_of(coat))
    out += line("M0 9V10.6C1 13.2 4 13 5 11.8M0 10.6C-1 13.2 -4 13 -5 11.8", 1.3, line_ink)
    out += coat_moustache(coat, line_ink) + ink(NOSE, "#E58B86", 1.2) + ink(MASK, c.mask, 1.8)
    out += eyes(mood, c.mask)
    return out + (place(top_hat(), 3, -17.2, 0.84, 9) if hat else "")


def muzzle_of(coat: str) -> str:
    if coat == "black":
        return "#6A625E"
    return "#FFFFFF" if coat == "white" else mix(COATS[coat].fur, "#FFFFFF", 0.55)


def markings(pattern: str | None, colour: str) -> str:
    if pattern == "striped":
        side = line("M5.4 -20L4 -11.6", 3, colour) + line("M11.6 -22L9.8 -13", 2.8, colour)
        side += line("M24 1L16.6 3.4M24 8L17 9", 2.4, colour)
        return both(side) + line("M0 -20V-12.6", 3, colour)
    if pattern == "spotted":
        spots = oval(-10, -15.6, 5.4, 5) + oval(4, -13.6, 3.6, 3.2) + oval(14.6, -19, 3.4, 4)
        return fill(spots + oval(17.6, 7.4, 3.4, 2.8) + oval(-17, 9, 3, 2.6), colour)
    return ""


# half height of the eye, shift of the pupil, width of the pupil
MOODS = {
    "wide": (4.6, 1.2, 2.5),
    "smug": (4.0, 1.4, 2.1),
    "level": (4.2, 0.0, 2.1),
    "wink": (4.6, 0.4, 2.3),
}


def eyes(mood: str, mask: str) -> str:
    """Eyes in the holes of the mask."""
    dark = PAPER if mask in (CURTAIN, FELT, PLUM) else INK
    out, y = "", -3.2
    for side in (-1, 1):
        x = 8.6 * side
        if mood == "asleep":
            d = f"M{num(x - 5)} {y}C{num(x - 2.4)} {num(y + 3.6)} {num(x + 2.4)} {num(y + 3.6)} {num(x + 5)} {y}"
            out += line(d, 2.2, dark)
        elif mood == "wink" and side == 1:
            d = f"M{num(x - 4.6)} {num(y + 1.6)}C{num(x - 2)} {num(y - 3.4)} {num(x + 2)} {num(y - 3.4)} "
            out += line(d + f"{num(x + 4.6)} {num(y + 1.6)}", 2.4, dark)
        else:
            out += open_eye(x, y, side, mood, mix(mask, INK, 0.28))
    return part(out)


def open_eye(x: float, y: float, side: int, mood: str, lid: str) -> str:
    ry, shift, width = MOODS[mood]
    px = x + (shift if mood != "level" else -0.9 * side)
    out = ink(oval(x, y, 5, ry), WHITE, 1.4) + fill(oval(px, y + 0.4, width, ry - 0.9), INK)
    out += fill(oval(px + 0.8, y - 1, 0.8), WHITE)
    if mood in ("smug", "level"):
        edge = y + (0.2 if mood == "smug" else -1.4)
        top = f"C{num(x - 4.6)} {num(y - ry - 1)} {num(x + 4.6)} {num(y - ry - 1)} {num(x + 5)} {num(y)}"
        out += ink(
            f"M{num(x - 5)} {num(y)}{top}L{num(x + 4.8)} {num(edge)}L{num(x - 4.8)} {num(edge)}Z", lid, 1.3
        )
    return out

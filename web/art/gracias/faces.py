"""Faces of the four characters: smug when dressed, alarmed when not. The moustache is the barometer."""

from ..palette import INK, WHITE, mix
from ..pen import both, fill, ink, line, num, oval, part, place, sweat
from ..tache import tache

# Half axes of the eye, shift of the pupil and its size, brow above the eye, slope of the brow.
EYES = {
    "smug": ((3.8, 3.4), (0.4, 0.6), 1.9, 6.0, 1.2),
    "uneasy": ((3.8, 3.8), (1.4, 0.0), 1.9, 6.6, -1.0),
    "alarmed": ((4.4, 4.8), (0.0, 0.0), 1.35, 8.4, -1.6),
    "shame": ((4.0, 4.0), (-1.6, 1.2), 1.35, 7.0, -2.4),
}
MOUTHS = {
    "smug": line("M-3 13.4Q1 16 4 12.8", 1.8),
    "uneasy": line("M-3 13.8H3", 1.8),
    "alarmed": ink(oval(0, 14, 2.2, 2), "#7A2A28", 1.3),
    "shame": line("M-4 14.4q1.4 -2 2.8 0t2.6 0t2.6 0", 1.6),
}
HEAD = "M-13.4 -4C-13.6 -17 13.6 -17 13.4 -4C14 7 9 16.6 0 16.6C-9 16.6 -14 7 -13.4 -4Z"
NOSE = "M-2.8 -2C-5.6 4.4 -4 7 0 7C4 7 5.6 4.4 2.8 -2"


def mood_of(dressed: int) -> str:
    return "smug" if dressed >= 6 else "uneasy" if dressed >= 4 else "alarmed" if dressed else "shame"


def eyes(mood: str, x: float, y: float, lid: str, angry: bool = False) -> str:
    (rx, ry), (dx, dy), pupil, brow, slope = EYES[mood]
    out = ""
    for side in (-1, 1):
        cx = x * side
        out += ink(oval(cx, y, rx, ry), WHITE, 1.4) + fill(oval(cx + dx, y + dy, pupil), INK)
        if mood == "smug" or angry:
            tilt = 1.6 * side if angry else 0
            arc = (
                f"M{num(cx - rx)} {num(y)}"
                f"C{num(cx - rx)} {num(y - ry - 1)} {num(cx + rx)} {num(y - ry - 1)} {num(cx + rx)} {num(y)}"
            )
            out += ink(f"{arc}L{num(cx + rx)} {num(y - tilt)}L{num(cx - rx)} {num(y + tilt)}Z", lid, 1.2)
        fall = 0.6 if mood == "uneasy" and side < 0 else slope
        fall, by = (3, y - 5.4) if angry else (fall, y - brow)
        d = (
            f"M{num(cx - 4 * side)} {num(by + fall)}"
            f"Q{num(cx)} {num(by - 1.4)} {num(cx + 4.4 * side)} {num(by - fall * 0.4)}"
        )
        out += line(d, 2.3)
    return out


def face(
    skin: str,
    dressed: int,
    size: float,
    hair: str = "",
    moustache: str = INK,
    false: bool = False,
    angry: bool = False,
) -> str:
    """A head of about 28 × 32 around (0, 0); a false moustache hangs on a string and slips."""
    mood = mood_of(dressed)
    out = both(ink(oval(13.6, 0, 3, 3.8), skin, 2.1)) + ink(HEAD, skin, 2.2)
    if dressed <= 1:
        out += both(fill(oval(8.6, 4, 3.4, 2.2), "#E2705E"))
    out += hair + eyes(mood, 5.4, -3, mix(skin, INK, 0.14), angry)
    out += line("M-4 14.4Q0 12 4 14.4", 2) if angry else MOUTHS[mood]
    grown = tache(size, -1 + 2 * dressed / 7, moustache, 0.25)
    if false:
        tilt = 0 if dressed >= 5 else 7 if dressed >= 3 else 14
        out += line("M-13 3L0 7L13 3", 1, "#8C7A66") + place(grown, 0, 8 + tilt * 0.1, 1, tilt)
    else:
        out += place(grown, 0, 7)
    out += ink(NOSE, mix(skin, "#7A3A1E", 0.28), 1.7)
    if dressed <= 3:
        out += sweat(17, -12) + (sweat(-18, -8) if dressed <= 1 else "")
    return part(out)

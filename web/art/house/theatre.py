"""The theatre around every table: curtain, pelmet, boards, footlights. Pieces are made to be repeated or stretched."""

from ..palette import CURTAIN, CURTAIN_LIGHT, FLOOR, FLOOR_SHADE, GOLD, GOLD_LIGHT, GOLD_SHADE, LIP, OUTLINE
from ..pen import at, box, disc, ellipse, fill, ink, line, num, part, place

CURTAIN_SIZE = (200, 400)
DRAPE_SIZE = (150, 500)
FOLD, FOLD_LIGHT = "#6F1725", "#9C2C3C"  # between curtain and its dark and light


def folds(x: float, y: float, w: float, h: float, k: int) -> str:
    """A hanging cloth: flat folds, one shade, one light."""
    s = w / k
    dark = "".join(f"M{num(x + i * s)} {num(y)}h{num(s * 0.3)}v{num(h)}h{num(-s * 0.3)}Z" for i in range(k))
    lit = "".join(
        f"M{num(x + i * s + s * 0.62)} {num(y)}h{num(s * 0.12)}v{num(h)}h{num(-s * 0.12)}Z" for i in range(k)
    )
    return box(x, y, w, h, CURTAIN) + fill(dark, FOLD) + fill(lit, FOLD_LIGHT)


def fringe(y: float, width: float, step: float = 10) -> str:
    """Gold tassels along a hem."""
    k = int(width / step)
    teeth = "".join(f"M{num(i * step + 1)} {num(y)}h{num(step - 2)}l-1 12h{num(4 - step)}Z" for i in range(k))
    return ink(f"M0 {num(y - 6)}H{num(width)}V{num(y + 2)}H0Z", GOLD, 2) + ink(teeth, GOLD, 1.4)


def curtain(flip: bool = False) -> str:
    """One half of the closed curtain, 200 × 400; it may be squeezed to the side."""
    w, h = CURTAIN_SIZE
    half = folds(0, 0, w, h - 12, 7) + fringe(h - 14, w) + line(f"M{w - 1.5} 0V{h}", OUTLINE)
    return place(half, w, 0, flip=True) if flip else half


def drape(flip: bool = False) -> str:
    """A side curtain gathered by a gold tie, 150 × 500."""
    w, h = DRAPE_SIZE
    tie = h * 0.62

    def above(a: float, b: float) -> str:
        """A fold from the rail to the tie; a and b are shares of the width."""
        return f"M{at(w * a, 0)}C{at(w * a, tie * 0.5, w * a * 0.9, tie * 0.8, w * b, tie)}"

    def below(a: float, b: float) -> str:
        return f"C{at(w * (b + 0.06), tie + h * 0.12, w * a * 0.74, h * 0.86, w * a * 0.76, h)}"

    edge = above(1, 0.46)[1:] + f"C{at(w * 0.62, tie + h * 0.12, w * 0.7, h * 0.86, w * 0.72, h)}"
    cloth = ink(f"M-3 -3H{num(w)}L{edge}V{num(h + 3)}H-3Z", CURTAIN)
    for a, b in ((0.16, 0.1), (0.4, 0.22), (0.64, 0.33), (0.86, 0.42)):
        cloth += line(above(a, b) + below(a, b), 5, FOLD)
    cloth += line(above(0.28, 0.16) + above(0.76, 0.38), 2.6, FOLD_LIGHT)
    cord = f"M{at(-4, tie - 12)}Q{at(w * 0.3, tie + 8, w * 0.5, tie - 7)}V{num(tie + 5)}Q{at(w * 0.3, tie + 21, -4, tie + 3)}Z"
    tassel = f"M{at(w * 0.46, tie)}L{at(w * 0.6, tie + 32)}H{num(w * 0.38)}Z"
    whole = cloth + ink(cord, GOLD) + ink(tassel, GOLD) + disc(w * 0.47, tie, 6, GOLD_LIGHT, 2.4)
    return place(whole, w, 0, flip=True) if flip else whole


def swag() -> str:
    """One swag of the pelmet, 100 × 44; the next one begins where it ends."""
    cloth = ink("M-2 -3H102V7Q50 52 -2 7Z", CURTAIN)
    cloth += fill("M20 -1Q26 17 48 26Q35 14 36 -1ZM62 -1Q66 14 56 27Q76 20 80 -1Z", FOLD)
    cloth += line("M6 -1Q14 20 40 27", 2.4, FOLD_LIGHT)
    hem = "M-2 7Q50 52 102 7"
    tassel = (
        ink("M-4 11H4L5.4 27H-5.4Z", GOLD, 2.2)
        + line("M-1.6 16V25M1.6 16V25", 1.2, GOLD_SHADE)
        + disc(0, 8, 5, GOLD_LIGHT, 2.2)
    )
    return part(cloth + line(hem, 8) + line(hem, 4.4, GOLD) + place(tassel, 0, 0) + place(tassel, 100, 0))


def footlight() -> str:
    """A shell lamp at the front of the stage with its glow, 84 × 48; its foot on the lower edge."""
    glow = "".join(
        fill(f"M{42 - r} 46A{r} {r} 0 0 1 {42 + r} 46Z", "#FFE9A8", opacity=".16") for r in (41, 30, 21)
    )
    shell = ink("M29 46C29 35 35 30 42 30C49 30 55 35 55 46Z", GOLD, 2.4)
    shell += line("M35.4 45L38 34.4M42 45V33M48.6 45L46 34.4", 1.6, GOLD_SHADE)
    return glow + shell + ellipse(42, 45.4, 13, 2.6, "#FFF3C4", 1.8)


def floor(w: float = 400, h: float = 120, k: int = 14) -> str:
    """Boards in flat perspective, with the lip of the stage; it may be stretched."""
    seams = ""
    for i in range(k + 1):
        x = w * (-0.3 + 1.6 * i / k)
        seams += f"M{num(w / 2 + (x - w / 2) * 0.6)} 0L{num(x)} {num(h)}"
    joints = (
        f"M{num(w * 0.31)} {num(h * 0.3)}h{num(w * 0.07)}M{num(w * 0.62)} {num(h * 0.55)}h{num(w * 0.09)}"
    )
    lip = box(-3, h - 14, w + 6, 20, LIP, OUTLINE)
    return box(0, 0, w, h, FLOOR) + line(seams + joints, 1.6, FLOOR_SHADE) + line(f"M0 0H{num(w)}") + lip


def spotlight(x: float, top: float, bottom: float, r: float) -> str:
    """A cone of light and its pool on the floor."""
    d = (
        f"M{num(x - r * 0.2)} {num(top)}L{num(x - r)} {num(bottom)}"
        f"A{num(r)} {num(r * 0.26)} 0 0 0 {num(x + r)} {num(bottom)}L{num(x + r * 0.2)} {num(top)}Z"
    )
    return fill(d, "#FFF3C4", opacity=".28") + ellipse(x, bottom, r, r * 0.26, "#FFF3C4", opacity=".6")


def chair() -> str:
    """A free chair, 100 × 100: gold wood and red velvet."""
    legs = ink("M30 64L25 90H32L37 66ZM70 64L75 90H68L63 66Z", GOLD_SHADE, 2.6)
    back = ink("M31 62C28 40 29 24 36 18C42 10 58 10 64 18C71 24 72 40 69 62Z", GOLD)
    velvet = ink("M38 58C36 42 37 30 41 25C46 19 54 19 59 25C63 30 64 42 62 58Z", CURTAIN, 2)
    studs = "".join(disc(x, y, 1.8, GOLD_LIGHT) for x, y in ((50, 30), (44, 40), (56, 40), (50, 50)))
    seat = ink("M25 58C36 53 64 53 75 58C78 63 77 68 74 70C62 74 38 74 26 70C23 68 22 63 25 58Z", CURTAIN)
    return legs + back + velvet + studs + seat + line("M29 62C40 58 60 58 71 62", 2, CURTAIN_LIGHT)

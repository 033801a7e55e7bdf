"""What the lotería motifs share: things that wear, meet or fear a moustache have eyes."""

from ..palette import INK, OUTLINE, WHITE
from ..pen import fill, ink, num, oval

SCALE = 0.82  # a motif on its card
BOLD = OUTLINE / SCALE
OCHRE, LEAF = "#D99A3A", "#6FA057"


def peepers(
    x: float, y: float, gap: float = 9, r: float = 4.2, look: float = 0, lid: str = "", width: float = 1.9
) -> str:
    """Two eyes; a lid gives half-closed ones in that colour."""
    out = ""
    for side in (-1, 1):
        cx = x + side * gap / 2
        out += ink(oval(cx, y, r, r * 1.08), WHITE, width) + fill(
            oval(cx + look, y + 0.5, r * 0.48, r * 0.58), INK
        )
        if lid:
            arc = (
                f"C{num(cx - r)} {num(y - 1.5 * r)} {num(cx + r)} {num(y - 1.5 * r)} {num(cx + r)} {num(y)}Z"
            )
            out += ink(f"M{num(cx - r)} {num(y)}{arc}", lid, width * 0.8)
    return out

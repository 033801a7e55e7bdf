"""Lotería cards, the back and the peso. A title is a word: the page sets it into the band below the picture."""

from collections.abc import Callable

from ..cardstock import blank
from ..letters import letters
from ..palette import CURTAIN, FELT, GOLD, INK, OUTLINE, PAPER
from ..pen import box, clipped, disc, fill, ink, line, num, oval, place
from ..tache import tache
from . import motifs_1_to_7 as low
from . import motifs_8_to_14 as middle
from . import motifs_15_to_21 as high
from .clothes import sombrero
from .motif import OCHRE, SCALE

MOTIFS: dict[str, Callable[[], str]] = {
    "hair": low.hair,
    "comb": low.comb,
    "snail": low.snail,
    "teapot": low.teapot,
    "wax": low.wax,
    "bicycle": low.bicycle,
    "sausage": low.sausage,
    "mirror": middle.mirror,
    "soup": middle.soup,
    "chilli": middle.chilli,
    "egg": middle.egg,
    "scissors": middle.scissors,
    "owl": middle.owl,
    "balloon": middle.balloon,
    "lamp": high.lamp,
    "gramophone": high.gramophone,
    "octopus": high.octopus,
    "locomotive": high.locomotive,
    "lighthouse": high.lighthouse,
    "volcano": high.volcano,
    "great-moustache": high.great_moustache,
}
GROUNDS = ("#BFDCD2", "#F3D59A", "#F2C3B8", "#C9D6EA", "#DCE3B4")
GREAT_GROUND, JOKER_GROUND = "#F6E3AE", "#E9C7D8"


def paper(frame: str, colour: str = PAPER) -> str:
    return blank(colour) + box(5, 5, 90, 130, "none", 1.2, frame, 5)


def loteria(number: int) -> str:
    """The card of a number: its picture on one flat colour, the number large at the top left."""
    motif = list(MOTIFS.values())[number - 1]
    ground = GREAT_GROUND if number == 21 else GROUNDS[number % 5]
    size = 24.6 if number == 5 else 26.4 if number < 10 else 24.6  # a 5 has a tall flag
    return picture(ground, motif()) + corner(
        26 if number < 10 else 38, letters(str(number), 0, 0, size, CURTAIN, bold=0.9)
    )


def joker() -> str:
    """Nothing or everything: 0 or 22."""
    values = letters("0", -13, 0, 19, CURTAIN, bold=0.7) + line("M-4.6 -15.4V2", 1.8, CURTAIN)
    values += letters("22", 8.4, 0, 19, CURTAIN, 0.9, 0.7)
    return picture(JOKER_GROUND, high.joker()) + corner(48, place(values, -0.4, -2.2))


def picture(ground: str, motif: str) -> str:
    window = box(8, 8, 84, 106, ground, 1.8, radius=3.4)
    return paper(CURTAIN) + window + place(motif, 50 - 50 * SCALE, 32, SCALE)


def corner(width: float, figures: str) -> str:
    edge = f"M5 5H{num(5 + width)}V26C{num(5 + width)} 30 {num(width)} 31 {num(width - 1)} 31H5Z"
    return ink(edge, PAPER, 1.8) + place(figures, 5 + width / 2, 27.4)


def peso() -> str:
    """A coin, 40 × 40."""
    out = disc(20, 20, 18, GOLD, OUTLINE) + disc(20, 20, 14.2, "none", 1.5, "#9A7418")
    return (
        out
        + fill("M7 31C15 38.4 28 37 35 26C33 35 25 39.4 16 37.6Z", "#B98A24")
        + place(tache(11, 1, "#6A4A0C"), 20, 22)
    )


def back() -> str:
    """Serape stripes, a hat and a moustache, nobody between."""
    inner = "M10.4 6H89.6Q94 6 94 10.4V129.6Q94 134 89.6 134H10.4Q6 134 6 129.6V10.4Q6 6 10.4 6Z"
    stripes = ""
    for i, colour in enumerate((CURTAIN, OCHRE, FELT, "#D9667E", "#F3E3BE", FELT, OCHRE, CURTAIN)):
        stripes += fill(f"M6 {6 + i * 8}H94v8H6ZM6 {126 - i * 8}H94v8H6Z", colour)
    zigzag = "".join(f"l4 {-5 if i % 2 else 5}" for i in range(23))
    stripes += line(f"M6 34{zigzag}M6 110{zigzag}", 1.8, PAPER)
    medal = ink(oval(50, 70, 36, 33), PAPER) + line(oval(50, 70, 32.4, 29.4), 1.3, GOLD)
    out = paper(GOLD, CURTAIN) + clipped(inner, stripes) + ink(inner, "none", 1.6, GOLD) + medal
    return out + place(sombrero("#33405E", GOLD, 0.82), 50, 70) + place(tache(23, 1, INK), 50, 86)

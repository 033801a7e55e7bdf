"""The colours and the line of the house, from the art direction: flat poster colours, warm paper, one ink.

Colours that belong to one drawing only stay with it; what two drawings share is here.
"""

INK = "#2B2118"
PAPER, PAPER_SHADE = "#FBF3E0", "#EADFC4"
IVORY, IVORY_SHADE = "#FFF8E6", "#E8D9B5"
WHITE = "#FFFDF4"
GOLD, GOLD_SHADE, GOLD_LIGHT = "#E3B23C", "#C08E24", "#F6DC8E"
CURTAIN, CURTAIN_DARK, CURTAIN_LIGHT = "#8E1F2F", "#4A0F1B", "#A93644"
FELT, FELT_DARK, FELT_LIGHT = "#1F4D4A", "#173C3A", "#2C6A64"
FLOOR, FLOOR_SHADE, LIP = "#C98B4B", "#A8702F", "#8A5526"
WALL, WALL_LIGHT = "#F0E0B8", "#F9EFD2"
PIT = "#2A0A12"
PLUM, PLUM_SHADE = "#6B3FA0", "#573289"
BLUSH, ROSE, RED, TEAL = "#F0B7A6", "#D9667E", "#B8323E", "#2F7F78"
STEEL, WOOD, WOOD_DARK = "#B9C2C6", "#B57B45", "#7A4526"

# Widths in units of a card of 100 × 140. A drawing that is placed smaller or larger divides by its scale.
OUTLINE = 2.7
DETAIL = 1.8
HAIRLINE = 1.3


def mix(a: str, b: str, t: float) -> str:
    """The colour that lies the share `t` of the way from `a` to `b`."""
    pairs = [(int(a[i : i + 2], 16), int(b[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(x + (y - x) * t):02X}" for x, y in pairs)


def shade(colour: str, t: float = 0.15) -> str:
    """The one darker tone that a shape may have."""
    return mix(colour, INK, t)


def light(colour: str, t: float = 0.4) -> str:
    """The one highlight that a shape may have."""
    return mix(colour, "#FFFFFF", t)

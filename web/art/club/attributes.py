"""The nineteen attributes as signs (100 × 100), and as discs for the fan and the notebook."""

from ..letters import tag
from ..palette import GOLD, INK, PAPER
from ..pen import both, clipped, disc, fill, ink, line, oval, part, place
from .cats import silhouette
from .coats import COATS, PATTERNS, on, sign, tip
from .heads import MASK
from .poses import POSES
from .things import THINGS

ATTRIBUTES = (*POSES, *COATS, *PATTERNS, *THINGS)

# Where the letter stands inside a coat's sign: aside, down, size (if not the usual).
LETTER_AT = {
    "star": (0, 4, 0),
    "drop": (0, 12, 0),
    "clover": (0, 3, 0),
    "heart": (0, -3, 0),
    "moon": (-14, 4, 22),
}
THING_AT = {"yarn": (42, 46, 2.3), "cocktail": (48, 90, 1.86), "hat": (50, 71, 2.3), "mouse": (47, 74, 2.15)}
SILHOUETTE_AT = {
    "leap": (6, 4, 0.9),
    "strut": (8, 6, 0.88),
    "sit": (6, 6, 0.88),
    "rest": (5, -6, 0.9),
    "roll": (10, -8, 0.87),
}
WAVES = "M22 8C34 36 10 64 22 92M41 8C53 36 29 64 41 92M60 8C72 36 48 64 60 92M79 8C91 36 67 64 79 92"
DOTS = ((37, 33, 8.4), (61, 30, 6.4), (50, 53, 9), (70, 49, 6), (28, 55, 6), (40, 73, 7), (63, 70, 7.6))


def icon(attribute: str) -> str:
    """The sign alone."""
    if attribute in POSES:
        return part(place(silhouette(attribute), *SILHOUETTE_AT[attribute]))
    if attribute in COATS:
        return part(coat_sign(attribute))
    if attribute == "striped":
        ring = oval(50, 50, 36)
        return part(fill(ring, PAPER) + clipped(ring, line(WAVES, 9.6)) + line(ring, 5))
    if attribute == "spotted":
        dots = "".join(oval(x, y, r, r * 0.88) for x, y, r in DOTS)
        return part(ink(oval(50, 50, 36), PAPER, 5) + fill(dots, INK))
    return place(THINGS[attribute](), *THING_AT[attribute])


def coat_sign(coat: str) -> str:
    c = COATS[coat]
    dx, dy, size = LETTER_AT.get(c.tip, (0, 0, 0))
    size = size or (36 if len(c.letters) == 1 else 28)
    letter = tag(f"coat-{coat}", c.letters, 50 + dx, 50 + dy + size * 0.35, size, on(coat), size * 0.03)
    rim = ink(tip(c.tip, 32), PAPER, 12, PAPER)
    return place(rim + sign(c.tip, 32, c.fur, 4), 50, 50) + letter


def attribute_disc(attribute: str) -> str:
    """The sign on a paper disc with a gold rim."""
    return part(disc(50, 50, 47.5, PAPER, 4) + disc(50, 50, 43, "none", 1.6, GOLD)) + place(
        icon(attribute), 11, 11, 0.78
    )


def hidden_disc() -> str:
    """An attribute that nobody has named yet: a mask on dark ground."""
    mask = fill(MASK, GOLD) + both(fill(oval(8.6, -3.2, 4, 3), "#5E1220"))
    return part(
        disc(50, 50, 47.5, "#5E1220", 4) + disc(50, 50, 43, "none", 1.6, GOLD) + place(mask, 50, 55, 1.62)
    )


def open_ring() -> str:
    """Lies over a disc whose attribute has been unmasked: a gold ring and a star."""
    ring = disc(50, 50, 44.5, "none", 10) + disc(50, 50, 44.5, "none", 6, GOLD)
    return ring + place(ink(tip("star", 13), GOLD, 4), 81, 19)


def medal(attribute: str, x: float, y: float, size: float) -> str:
    """A small disc on a card."""
    return disc(x, y, size / 2, PAPER, 1.5) + place(
        icon(attribute), x - size * 0.43, y - size * 0.43, size * 0.0086
    )

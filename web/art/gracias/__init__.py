"""The drawings of Moustache Gracias, by name."""

from ..cardstock import CARD
from ..pen import part
from ..sheet import Sheet
from . import cards
from .characters import CHARACTERS, figure
from .cover import cover
from .garments import fallen

# The bust is the figure seen through a smaller window.
BUSTS = {"mariachi": "6 4 88 88", "luchadora": "6 6 88 88", "abuela": "8 14 86 86", "dandy": "2 2 88 88"}


def sheet() -> Sheet:
    s = Sheet("g")
    for number in range(1, 22):
        s.add(f"loteria-{number}", CARD, cards.loteria(number))
    s.add("loteria-J", CARD, cards.joker())
    s.add("back-gracias", CARD, cards.back())
    for name in CHARACTERS:
        for dressed in range(7, -1, -1):
            whole = part(figure(name, dressed))
            s.add(f"figure-{name}-{dressed}", "100 170", whole)
            s.add(f"bust-{name}-{dressed}", BUSTS[name], whole)
        for worn in range(7, 0, -1):  # what comes off whoever wears so many
            s.add(f"garment-{name}-{worn}", "40 40", fallen(name, worn))
    s.add("peso", "40 40", cards.peso())
    s.add("cover-gracias", "400 300", cover())
    return s

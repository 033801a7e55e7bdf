"""The drawings of the Club, by name."""

from ..cardstock import CARD
from ..sheet import Sheet
from . import attributes, cards, masks
from .coats import COATS, PATTERNS
from .cover import cover
from .poses import POSES

# The forty cats of the standard edition: in each pose, coat by coat, what a cat has besides.
DECK = {
    "leap": "striped|yarn|spotted mouse|hat|yarn|spotted|striped|cocktail",
    "strut": "striped|spotted|striped yarn|striped cocktail|spotted hat|spotted|mouse|hat",
    "sit": "yarn|striped|cocktail|mouse|spotted|striped hat|spotted cocktail|spotted",
    "rest": "spotted|striped|hat|spotted|mouse|cocktail|yarn|striped",
    "roll": "mouse|cocktail|spotted|spotted yarn|striped|striped mouse|hat|striped",
}


def sheet() -> Sheet:
    s = Sheet("c")
    for pose in POSES:
        for coat, besides in zip(COATS, DECK[pose].split("|"), strict=True):
            words = besides.split()
            pattern = next((word for word in words if word in PATTERNS), None)
            accessory = next((word for word in words if word not in PATTERNS), None)
            s.add(f"cat-{pose}-{coat}", CARD, cards.cat_card(pose, coat, pattern, accessory))
    for attribute in attributes.ATTRIBUTES:
        s.add(f"icon-{attribute}", "100 100", attributes.icon(attribute))
        s.add(f"attr-{attribute}", "100 100", attributes.attribute_disc(attribute))
    s.add("attr-hidden", "100 100", attributes.hidden_disc())
    s.add("attr-open", "100 100", attributes.open_ring())
    for seat in range(len(masks.MASKS)):
        s.add(f"mask-{seat}", "80 60", masks.mask(seat))
    s.add("fan", "200 120", masks.fan())
    s.add("fan-closed", "200 120", masks.fan_hidden())
    s.add("fan-own", "200 120", masks.fan_own())
    s.add("fan-folded", "40 100", masks.fan_folded())
    s.add("back-club", CARD, cards.back())
    s.add("cover-club", "400 300", cover())
    return s

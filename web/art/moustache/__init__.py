"""The drawings of Moustache, by name."""

from ..cardstock import CARD
from ..pen import place, star
from ..sheet import Sheet
from . import cards, pieces, rules
from .cover import cover
from .jokers import JOKERS
from .suits import SUITS, suit_shape

MOST_STARS = 6


def sheet() -> Sheet:
    s = Sheet("m")
    for suit in SUITS:
        for value in range(11):
            s.add(f"card-{suit.letter}{value}", CARD, cards.face(suit, value))
            s.add(f"plain-{suit.letter}{value}", CARD, cards.plain(suit, value))
            s.add(f"mini-{suit.letter}{value}", CARD, cards.mini(suit, value))
        s.add(f"suit-{suit.colour}", "40 40", suit_shape(suit, 20, 20, 32, 3))
    for joker in JOKERS:
        s.add(f"card-{joker}", CARD, cards.joker(joker))
        s.add(f"mini-{joker}", CARD, cards.mini_joker(joker))
    for count in range(1, MOST_STARS + 1):
        s.add(f"stars-{count}", CARD, cards.star_plaque(count))
    s.add("back-moustache", CARD, cards.back())
    for rule in rules.PICTURES:
        s.add(f"rule-{rule}", "72 50", rules.picture(rule))
    for pack in ("white", "black"):
        s.add(f"rulecard-{pack}", CARD, rules.playbill(pack))
        s.add(f"ruleback-{pack}", CARD, rules.rule_back(pack))
        s.add(f"rulehidden-{pack}", "72 50", rules.hidden_picture(pack))
        s.add(f"ruleown-{pack}", "72 50", rules.own_picture(pack))
    s.add("team-0", "80 96", place(pieces.pennant(), 40, 48))
    s.add("team-1", "80 96", place(pieces.rosette(), 40, 48))
    s.add("crown", "70 60", place(pieces.crown(), 35, 29.5))
    s.add("star", "40 40", star(20, 21, 17, width=3))
    s.add("cup", "100 100", pieces.cup())
    s.add("cup-hidden", "100 100", pieces.cup_hidden())
    s.add("cover-moustache", "400 300", cover())
    return s

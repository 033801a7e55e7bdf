"""What belongs to no single game: theatre, guests, bots, calm pages, signs, wordmark and logo, by name."""

from ..sheet import INKED, LINE, Sheet
from . import scenes, signs, theatre, wordmark
from .bots import bot
from .guests import GUESTS, guest

STRETCHED = INKED + ' preserveAspectRatio="none"'


def sheet() -> Sheet:
    s = Sheet("h")
    s.add("wordmark", wordmark.wordmark_size(), wordmark.wordmark())
    s.add("logo", "100 100", wordmark.logo())
    for i in range(len(GUESTS)):
        s.add(f"guest-{i}", "100 100", guest(i))
    for level in ("novice", "regular", "expert"):
        s.add(f"bot-{level}", "100 100", bot(level))
    s.add("curtain-left", "200 400", theatre.curtain(), STRETCHED)
    s.add("curtain-right", "200 400", theatre.curtain(flip=True), STRETCHED)
    s.add("drape-left", "150 500", theatre.drape(), STRETCHED)
    s.add("drape-right", "150 500", theatre.drape(flip=True), STRETCHED)
    s.add("valance", "100 44", theatre.swag())
    s.add("footlight", "84 48", theatre.footlight())
    s.add("chair", "100 100", theatre.chair())
    s.add("floor", "400 120", theatre.floor(), STRETCHED)
    for name, scene in scenes.SCENES.items():
        s.add(f"scene-{name}", "240 180", scene())
    for name, sign in signs.SIGNS.items():
        s.add(f"ui-{name}", "24 24", sign, LINE)
    return s

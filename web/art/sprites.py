"""The four sprite files, and the few drawings that need a file of their own."""

from . import club, gracias, house, moustache
from .house import theatre, wordmark
from .sheet import INKED, Sheet

# Drawings that stand alone: what a style sheet repeats as a background, and the icon of the browser's tab.
ALONE = {
    "tile-valance": ((100, 44), theatre.swag),
    "tile-folds": ((120, 60), lambda: theatre.folds(0, 0, 120, 60, 4)),
    "tile-floor": ((400, 120), theatre.floor),
    "logo": ((100, 100), wordmark.logo),
}


def sheets() -> dict[str, Sheet]:
    """Every sheet by the name of its file."""
    return {
        "house": house.sheet(),
        "moustache": moustache.sheet(),
        "gracias": gracias.sheet(),
        "club": club.sheet(),
    }


def alone(name: str) -> str:
    """A file of its own for one drawing."""
    (w, h), draw = ALONE[name]
    sheet = Sheet("t")
    sheet.add(name, f"{w} {h}", draw())
    before, symbol = sheet.text().split("<symbol", 1)
    drawing = symbol.split(">", 1)[1].removesuffix("</symbol>\n</svg>\n")
    size = f'viewBox="0 0 {w} {h}" width="{w}" height="{h}" {INKED}'
    return before.replace("<svg ", f"<svg {size} ", 1) + drawing + "</svg>\n"


def files() -> dict[str, str]:
    """Everything that is drawn, by file name."""
    drawn = {f"{name}.svg": sheet.text() for name, sheet in sheets().items()}
    return drawn | {f"{name}.svg": alone(name) for name in ALONE}

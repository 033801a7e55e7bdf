"""The four characters by name, in any state of dress."""

from collections.abc import Callable

from ..pen import fill, oval, place
from .abuela import abuela
from .dandy import dandy
from .luchadora import luchadora
from .mariachi import mariachi

# What comes off, in this order; a character wears the last so many.
WARDROBE = {
    "mariachi": ("sombrero", "bow", "jacket", "boots", "sash", "trousers", "shirt"),
    "luchadora": ("cape", "belt", "gloves", "kneepads", "boots", "tights", "leotard"),
    "abuela": ("sombrero", "chillies", "shawl", "boots", "apron", "skirt", "blouse"),
    "dandy": ("hat", "tailcoat", "cravat", "waistcoat", "shoes", "trousers", "shirt"),
}
CHARACTERS: dict[str, Callable[[set[str], int], str]] = {
    "mariachi": mariachi,
    "luchadora": luchadora,
    "abuela": abuela,
    "dandy": dandy,
}


def figure(name: str, dressed: int) -> str:
    """A character, 100 × 170, with so many garments on."""
    on = set(WARDROBE[name][7 - dressed :])
    shadow = fill(oval(48 if name == "dandy" else 50, 154, 32, 3), "#000", opacity=".22")
    return place(shadow + CHARACTERS[name](on, dressed), 0, 12)

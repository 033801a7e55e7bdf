"""What people may say: preset phrases by id, which every client shows in its own language, and free text, cleaned."""

from __future__ import annotations

import unicodedata

PHRASES = frozenset(
    {
        # phrases
        "hello",
        "good-luck",
        "well-played",
        "thank-you",
        "sorry",
        "oops",
        "one-moment",
        "your-turn",
        "nice-moustache",
        "what-a-trick",
        "good-game",
        "again",
        "goodbye",
        # reactions
        "laugh",
        "applause",
        "surprise",
        "thinking",
        "tear",
        "heart",
        "fire",
        "moustache",
    }
)
"""Their words are in the language files, under `phrase`."""

UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # kinds of characters that are not to be seen


def clean(text: str) -> str:
    """One line of characters that can be seen, without any that turn the direction of writing."""
    normal = unicodedata.normalize("NFC", text)
    seen = "".join(letter if unicodedata.category(letter) not in UNSEEN else " " for letter in normal)
    return " ".join(seen.split())

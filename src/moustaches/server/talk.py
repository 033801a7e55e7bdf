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
"""Their words are in `content/phrases`, one file for each language."""

NICKNAME, TEXT = 24, 200  # characters at most
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # kinds of characters that are not to be seen
BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")  # letters without a shape
MARKS = 3  # on one letter: enough for every script, too few to scribble over other lines


def clean(text: str, longest: int = TEXT) -> str:
    """One line of characters that can be seen, without any that turn the direction of writing."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text.translate(BLANK)):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= MARKS:
            kept.append(" " if kind in UNSEEN else letter)
    return " ".join("".join(kept).split())[:longest].rstrip()

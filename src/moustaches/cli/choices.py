"""What a player may answer, and how an answer is understood.

A choice is the beginning of a move, in words: `play B7` in one go, `pass G1` and then two more, `unmask 2` and then an
attribute. A line is understood as the key of a choice, as a card, or as a whole move.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Choice(Struct, frozen=True):
    """An answer that is offered: what to type for it, and what has then been said of a move."""

    key: str
    said: tuple[str, ...]
    label: str = ""


def numbered(moves: Sequence[tuple[str, ...]], labels: Sequence[str] = ()) -> list[Choice]:
    """Choices with the numbers 1, 2, 3 …"""
    return [
        Choice(str(number), said, labels[number - 1] if labels else "")
        for number, said in enumerate(moves, 1)
    ]


def keys(choices: Sequence[Choice]) -> str:
    """The keys in short: `1-4`, or `3, 18, J0, J22`."""
    typed = [choice.key for choice in choices]
    if len(typed) > 2 and typed == [
        str(number) for number in range(int_or(typed[0]), int_or(typed[0]) + len(typed))
    ]:
        return f"{typed[0]}-{typed[-1]}"
    return ", ".join(typed)


def int_or(text: str, other: int = -1) -> int:
    return int(text) if text.isdecimal() else other

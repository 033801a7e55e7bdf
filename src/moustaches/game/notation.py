"""Numbers with names: cards, cats, attributes and moves are whole numbers to the engine and words to people."""

from __future__ import annotations

from functools import cache
from typing import ClassVar, Self

from moustaches.content.value import did_you_mean
from moustaches.errors import BadMove


class Named(int):
    """One of a list of things: its number is its place in the list, its text parses back."""

    NAMES: ClassVar[tuple[str, ...]]
    KIND: ClassVar[str]
    EXPECTED: ClassVar[str]

    @classmethod
    def parse(cls, text: str) -> Self:
        """The thing of that name; raises BadMove."""
        try:
            return cls(cls.NAMES.index(text))
        except ValueError:
            near = did_you_mean(str(text), cls.NAMES)
            raise BadMove(f"no {cls.KIND} is called {text!r}; expected {cls.EXPECTED}{near}") from None

    def __str__(self) -> str:
        return self.NAMES[self]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class Move(int):
    """A choice: a whole number in a fixed range, and a text that parses back. Each game has its own kind."""

    COUNT: ClassVar[int]

    @classmethod
    def parse(cls, text: str) -> Self:
        """The move that a text says; raises BadMove."""
        raise NotImplementedError

    @classmethod
    def read(cls, text: str) -> Self:
        """The same, for texts that come again and again."""
        known = cls.known()
        move = known.get(text)
        if move is None:
            move = cls.parse(text)
            if str(move) == text:  # one may also write it with more spaces
                known[text] = move
        return move

    @classmethod
    @cache
    def known(cls) -> dict[str, Self]:
        """Moves by their texts, as far as they have been read."""
        return {}

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

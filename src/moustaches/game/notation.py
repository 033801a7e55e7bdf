"""Numbers with names: cards, cats and attributes are whole numbers to the engine and words to people."""

from __future__ import annotations

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

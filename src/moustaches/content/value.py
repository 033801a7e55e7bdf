"""A value of an edition file, or of another document, that knows where it stands.

Reading goes through these, so whatever is wrong is reported with file, dotted key, what was expected and what
was found, and no reader has to carry that along. List places are counted from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from moustaches.errors import BadEdition, MoustachesError

WORD: Final = re.compile(r"[a-z]+")
ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean cups?`, or nothing when no known word is near."""
    near = get_close_matches(word, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""


class Value:
    """What a file says at a key; None where it says nothing, since TOML has no null."""

    __slots__ = ("error", "file", "key", "raw")

    def __init__(self, file: str, key: str, raw: object, error: type[MoustachesError] = BadEdition) -> None:
        self.file = file
        self.key = key
        self.raw = raw
        self.error = error

    def wrong(self, expected: str, found: str = "") -> MoustachesError:
        where = f"{self.file}: {self.key}" if self.key else self.file
        return self.error(f"{where}: expected {expected}, found {found or self.found}")

    @property
    def found(self) -> str:
        match self.raw:
            case None:
                return "nothing"
            case bool(flag):
                return "true" if flag else "false"
            case str(text):
                return f'"{text}"'
            case dict():
                return "a table"
            case list(items):
                return f"a list of {len(items)}"
            case other:
                return str(other)

    def __getitem__(self, name: str) -> Value:
        assert isinstance(self.raw, dict)
        return Value(self.file, f"{self.key}.{name}" if self.key else name, self.raw.get(name), self.error)

    def table(self, *known: str) -> Value:
        """This value, which is a table with no other keys than these."""
        if not isinstance(self.raw, dict):
            raise self.wrong(f"a table with {', '.join(known)}")
        for name in map(str, self.raw):
            if name not in known:
                found = f'"{name}"{did_you_mean(name, known)}'
                raise self[name].wrong(f"one of the keys {', '.join(known)}", found)
        return self

    def items(self, what: str, count: int | None = None) -> tuple[Value, ...]:
        expected = f"{count} {what}" if count is not None else f"a list of {what}"
        if not isinstance(self.raw, list):
            raise self.wrong(expected)
        if count is not None and len(self.raw) != count:
            raise self.wrong(expected, str(len(self.raw)))
        return tuple(
            Value(self.file, f"{self.key}[{place}]", raw, self.error) for place, raw in enumerate(self.raw)
        )

    def whole(self, low: int, high: int) -> int:
        # bool is an int to Python, but `true` is no number to a box owner
        if type(self.raw) is int and low <= self.raw <= high:
            return self.raw
        raise self.wrong(f"the whole number {low}" if low == high else f"a whole number from {low} to {high}")

    def wholes(self, count: int, low: int, high: int) -> tuple[int, ...]:
        return tuple(item.whole(low, high) for item in self.items("whole numbers", count))

    def flag(self) -> bool:
        if isinstance(self.raw, bool):
            return self.raw
        raise self.wrong("true or false")

    def text(self) -> str:
        if isinstance(self.raw, str) and self.raw.strip():
            return self.raw
        raise self.wrong("some text")

    def choice(self, *known: str) -> str:
        if isinstance(self.raw, str) and self.raw in known:
            return self.raw
        near = did_you_mean(self.raw, known) if isinstance(self.raw, str) else ""
        raise self.wrong(" or ".join(f'"{word}"' for word in known), self.found + near)

    def matching(self, pattern: re.Pattern[str], what: str) -> str:
        if isinstance(self.raw, str) and pattern.fullmatch(self.raw):
            return self.raw
        raise self.wrong(what)

    def id(self) -> str:
        return self.matching(ID, "lower-case letters, digits and hyphens")

    def ids(self, count: int) -> tuple[str, ...]:
        items = self.items("names", count)
        all_different(items)
        return tuple(item.id() for item in items)


def all_different(values: Iterable[Value]) -> None:
    """Raise for the first value that has been said before."""
    seen: list[object] = []
    for value in values:
        if value.raw in seen:
            raise value.wrong("a name not used before", f"{value.found} again")
        seen.append(value.raw)

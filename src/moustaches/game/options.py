"""A table's options: which there are, what values they take, and one clear error for anything else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct

from moustaches.content.value import did_you_mean
from moustaches.errors import BadOption

OptionValue = str | bool | list[str]


class Option(Struct, frozen=True):
    """What an option takes, in words, and how a value is read (None: it is not one)."""

    expected: str
    read: Callable[[object], OptionValue | None]
    default: OptionValue = False
    kind: Literal["flag", "choice", "row"] = "flag"
    values: tuple[str, ...] = ()
    """Those of a choice."""


flag = Option("true or false", lambda value: value if isinstance(value, bool) else None)


def one_of(*words: str) -> Option:
    """One of some words; the first is the default."""
    return Option(
        " or ".join(words),
        lambda value: value if isinstance(value, str) and value in words else None,
        words[0],
        "choice",
        words,
    )


def read_options(
    game: str, known: Mapping[str, Option], given: Mapping[str, object]
) -> dict[str, OptionValue]:
    """The options that were set, checked. Those at their default are left out."""
    chosen: dict[str, OptionValue] = {}
    for name in given:
        if not isinstance(name, str):
            raise BadOption(f"expected the name of an option, found {name!r}")
    for name, value in sorted(given.items()):
        option = known.get(name)
        if option is None:
            choice = f"it has {', '.join(sorted(known))}" if known else "it has none"
            raise BadOption(f"{game} has no option {name!r}; {choice}{did_you_mean(name, known)}")
        read = option.read(value)
        if read is None:
            raise BadOption(f"{name}: expected {option.expected}, found {value!r}")
        if read != option.default:
            chosen[name] = read
    return chosen

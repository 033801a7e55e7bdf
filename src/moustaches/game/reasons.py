"""Explanations as data: ids and arguments that any language can turn into a sentence.

A `Reason` names what decided (`id`), the rule card (`rule`) and the rulings behind it, and the facts that fill the
sentence (`args`); `steps` are the reasons it is made of, in order.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

Fact = str | int | Sequence[str | int]


class Reason(Struct, frozen=True, omit_defaults=True, gc=False):
    """Why something is so."""

    id: str
    rule: str = ""
    rulings: tuple[str, ...] = ()
    args: dict[str, Fact] = {}
    steps: tuple[Reason, ...] = ()

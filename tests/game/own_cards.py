"""Rule cards of a box owner, and some that are not quite: plain Python, named by the editions of the tests."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from moustaches.engine.trick import ORANGE, TENS, ZEROS, Count, RuleCard, Trick

ONES = ZEROS << 1


class KingsFall(RuleCard):
    """A 10 never wins a trick."""

    id: ClassVar[str] = "kings-fall"

    def otherwise(self, trick: Trick) -> i64:
        rest = trick.cards & ~TENS
        return trick.strongest(rest) if rest else 0


class OnesWin(RuleCard):
    """A 1 wins the trick."""

    id: ClassVar[str] = "ones-win"

    def winner(self, trick: Trick) -> i64:
        ones = trick.cards & ONES
        return trick.strongest(ones) if ones else 0


class OrangeFeast(RuleCard):
    """Orange cards lie open and are worth a star more; the last trick costs its taker one."""

    id: ClassVar[str] = "orange-feast"

    def opens(self) -> i64:
        return ORANGE

    def bonus(self, card: i64) -> i64:
        return 1 if card & ORANGE else 0

    def extra(self, count: Count, team: i64) -> i64:
        return -1 if count.last_taker == team else 0


class NeedsMore(RuleCard):
    """Cannot be made without being told something."""

    id: ClassVar[str] = "needs-more"

    def __init__(self, something: int) -> None:
        self.something = something


class NoRuleCard:
    """Has an id, but is no rule card."""

    id: ClassVar[str] = "no-rule-card"


not_a_class = 5

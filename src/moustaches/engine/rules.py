"""The sixteen rule cards of Moustache, one class each, as their texts say.

To add one, derive a class from `RuleCard`, override the moments at which it acts, give it an `id`, and
name it in an edition (`class = "mypack.cards:KingsFall"`); which pack it is in is the edition's to say.
"""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from .bits import popcount
from .trick import BLUE, GREEN, PINK, TENS, THREES, TWOS, ZEROS, Count, RuleCard, Trick, colour_of


class GreenNegative(RuleCard):
    """Each star on a green card counts −1 instead of +1."""

    id: ClassVar[str] = "green-negative"

    def printed(self, card: i64, stars: i64) -> i64:
        return -stars if card & GREEN else stars


class PinkOpen(RuleCard):
    """The pink cards of every hand lie face up on the table (still in hand)."""

    id: ClassVar[str] = "pink-open"

    def opens(self) -> i64:
        return PINK


class PassThree(RuleCard):
    """At the start of the round everyone gives 3 cards to the left, chosen before seeing what arrives."""

    id: ClassVar[str] = "pass-three"

    def passes(self) -> bool:
        return True


class BlueTax(RuleCard):
    """The team with more blue cards loses 5 stars; equal: nobody."""

    id: ClassVar[str] = "blue-tax"

    def extra(self, count: Count, team: i64) -> i64:
        mine = popcount(count.pile(team) & BLUE)
        theirs = popcount(count.pile(1 - team) & BLUE)
        return -5 if mine > theirs else 0


class PinkPlus(RuleCard):
    """Each pink card taken is worth 1 star more."""

    id: ClassVar[str] = "pink-plus"

    def bonus(self, card: i64) -> i64:
        return 1 if card & PINK else 0


class FewestStars(RuleCard):
    """The team with fewer stars wins the round."""

    id: ClassVar[str] = "fewest-stars"

    def fewest_win(self) -> bool:
        return True


class ZeroHeroes(RuleCard):
    """Each 0 taken is worth 2 stars, in place of printed ones."""

    id: ClassVar[str] = "zero-heroes"

    def instead(self, card: i64, stars: i64) -> i64:
        return 2 if card & ZEROS else stars


class LastTrick(RuleCard):
    """The team that takes the last trick gains 3 stars."""

    id: ClassVar[str] = "last-trick"

    def extra(self, count: Count, team: i64) -> i64:
        return 3 if count.last_taker == team else 0


class TwosWin(RuleCard):
    """A 2 wins the trick whatever its colour; several 2s: the strongest colour."""

    id: ClassVar[str] = "twos-win"

    def winner(self, trick: Trick) -> i64:
        twos = trick.cards & TWOS
        return trick.strongest(twos) if twos else 0


class EqualsVanish(RuleCard):
    """Cards of equal value are discarded before the trick is resolved; nobody gets them."""

    id: ClassVar[str] = "equals-vanish"

    def vanish(self, trick: Trick) -> i64:
        green = trick.cards & GREEN
        pink = trick.cards >> 11 & GREEN
        orange = trick.cards >> 22 & GREEN
        blue = trick.cards >> 33
        values = green & pink | (green | pink) & orange | (green | pink | orange) & blue
        return trick.cards & (values | values << 11 | values << 22 | values << 33)


class ColoursInverted(RuleCard):
    """Blue < orange < pink < green."""

    id: ClassVar[str] = "colours-inverted"

    def order(self, order: i64) -> i64:
        return (order & 15) << 12 | (order >> 4 & 15) << 8 | (order >> 8 & 15) << 4 | order >> 12


class ThreeLowest(RuleCard):
    """If a 3 is in the trick, the lowest value of the strongest colour wins."""

    id: ClassVar[str] = "three-lowest"

    def winner(self, trick: Trick) -> i64:
        if not trick.cards & THREES:
            return 0
        colour = trick.strongest_colour(trick.cards)
        return colour & -colour


class CutRedirects(RuleCard):
    """An animal off the demanded colour makes its own colour the demanded one."""

    id: ClassVar[str] = "cut-redirects"

    def redirect(self, demanded: i64, laid: i64) -> i64:
        return colour_of(laid)


class LeadIsTrump(RuleCard):
    """The demanded colour is the strongest colour of that trick."""

    id: ClassVar[str] = "lead-is-trump"

    def trump(self, trick: Trick) -> i64:
        return trick.demanded


class SecondBest(RuleCard):
    """The second strongest card takes the trick."""

    id: ClassVar[str] = "second-best"

    def otherwise(self, trick: Trick) -> i64:
        rest = trick.cards ^ trick.strongest(trick.cards)
        return trick.strongest(rest) if rest else 0


class ZeroFellsTen(RuleCard):
    """In a trick with a 10, a 0 wins; several 0s: the strongest colour."""

    id: ClassVar[str] = "zero-fells-ten"

    def winner(self, trick: Trick) -> i64:
        zeros = trick.cards & ZEROS
        return trick.strongest(zeros) if zeros and trick.cards & TENS else 0


def our_rules() -> list[RuleCard]:
    """One of each card in this file."""
    return [
        GreenNegative(),
        PinkOpen(),
        PassThree(),
        BlueTax(),
        PinkPlus(),
        FewestStars(),
        ZeroHeroes(),
        LastTrick(),
        TwosWin(),
        EqualsVanish(),
        ColoursInverted(),
        ThreeLowest(),
        CutRedirects(),
        LeadIsTrump(),
        SecondBest(),
        ZeroFellsTen(),
    ]

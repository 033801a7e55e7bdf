"""What a rule card of Moustache can see and change: the trick, the count of a round, and the card itself.

Animals are bits 0…43 (colour × 11 + value; green, pink, orange, blue), the jokers bits 44…46. A rule card derives from
`RuleCard` and overrides the moments at which it acts; a row of them is a `Row`. Cards of third parties
work in the same row, compiled or not.
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from .bits import bit, highest, index

ANIMALS: Final = (1 << 44) - 1
UNICORN: Final = 1 << 44
MONKEY: Final = 1 << 45
PIGEON: Final = 1 << 46
JOKERS: Final = UNICORN | MONKEY | PIGEON

GREEN: Final = 0x7FF
PINK: Final = 0x7FF << 11
ORANGE: Final = 0x7FF << 22
BLUE: Final = 0x7FF << 33

ZEROS: Final = 1 | 1 << 11 | 1 << 22 | 1 << 33
TWOS: Final = ZEROS << 2
THREES: Final = ZEROS << 3
TENS: Final = ZEROS << 10

NATURAL_ORDER: Final = 0x3210  # four colours, the weakest in the lowest digit

# Moments of a trick at which a rule card acted, for explanations
VANISH: Final = 0
ORDER: Final = 1
TRUMP: Final = 2
WINNER: Final = 3
OTHERWISE: Final = 4


def colour_cards(digit: i64) -> i64:
    """All cards of a colour given by its number."""
    return bit(digit * 11) * GREEN


def colour_of(card: i64) -> i64:
    """All cards of an animal's colour."""
    if card & BLUE:
        return BLUE
    if card & ORANGE:
        return ORANGE
    if card & PINK:
        return PINK
    return GREEN


def digit_of(colour: i64) -> i64:
    """A colour's number: green 0, pink 1, orange 2, blue 3."""
    if colour & BLUE:
        return 3
    if colour & ORANGE:
        return 2
    return 1 if colour & PINK else 0


@final
class Trick:
    """The animals of a trick that are still in it, the demanded colour, and the order of colours."""

    def __init__(self) -> None:
        self.cards: i64 = 0
        self.demanded: i64 = 0  # all cards of that colour; 0 before the first animal
        self.order: i64 = NATURAL_ORDER

    def strongest_colour(self, cards: i64) -> i64:
        """Those of the cards that have the strongest colour among them."""
        shift: i64 = 12
        while shift >= 0:
            found = cards & colour_cards(self.order >> shift & 15)
            if found:
                return found
            shift -= 4
        return 0

    def strongest(self, cards: i64) -> i64:
        """The strongest card: colour first, then value."""
        if self.order == NATURAL_ORDER:
            return highest(cards)
        return highest(self.strongest_colour(cards))


@final
class Count:
    """The count of a round: both teams' piles, and who took the last trick (−1: nobody)."""

    def __init__(self, pile0: i64, pile1: i64, last_taker: i64) -> None:
        self.pile0 = pile0
        self.pile1 = pile1
        self.last_taker = last_taker

    def pile(self, team: i64) -> i64:
        return self.pile1 if team else self.pile0


@mypyc_attr(allow_interpreted_subclasses=True)
class RuleCard:
    """A rule card does nothing until it overrides a moment.

    A trick passes through `redirect` while it is laid, then `vanish`, `order`, `trump`, `winner` and `otherwise`,
    each moment from left to right through the row; the first `winner` that names a card decides (M1). A card's stars
    pass through `printed`, `instead` and `bonus`, a team's total through `extra`.
    """

    id: ClassVar[str] = ""

    # The start of a round

    def opens(self) -> i64:
        """Cards that lie face up in every hand."""
        return 0

    def passes(self) -> bool:
        """Does everyone give three cards to the left?"""
        return False

    # The trick

    def redirect(self, demanded: i64, laid: i64) -> i64:
        """The colour demanded after an animal off the demanded colour was laid."""
        return demanded

    def vanish(self, trick: Trick) -> i64:
        """Cards that leave the complete trick before it is resolved."""
        return 0

    def order(self, order: i64) -> i64:
        """The order of colours, four digits, the weakest lowest."""
        return order

    def trump(self, trick: Trick) -> i64:
        """A colour that is the strongest in this trick, whatever the order; 0 for none."""
        return 0

    def winner(self, trick: Trick) -> i64:
        """The card that takes the trick; 0 if this rule does not apply."""
        return 0

    def otherwise(self, trick: Trick) -> i64:
        """The card that takes a trick in which no rule named a winner; 0 if this rule does not apply."""
        return 0

    # The count

    def printed(self, card: i64, stars: i64) -> i64:
        """Changes the printed stars of a card."""
        return stars

    def instead(self, card: i64, stars: i64) -> i64:
        """Replaces the stars of a card."""
        return stars

    def bonus(self, card: i64) -> i64:
        """Stars that a card is worth besides."""
        return 0

    def extra(self, count: Count, team: i64) -> i64:
        """Stars that a team gains or loses besides those of its cards."""
        return 0

    def fewest_win(self) -> bool:
        """Does the team with fewer stars win the round?"""
        return False


def acting(rules: list[RuleCard], moment: str) -> list[RuleCard]:
    """The rules of a row that override a moment."""
    base = getattr(RuleCard, moment)
    return [rule for rule in rules if getattr(type(rule), moment) is not base]


@final
class Row:
    """The rule cards in force, from left to right, sorted by the moments at which they act."""

    def __init__(self, rules: list[RuleCard], printed: vec[i64]) -> None:
        self.rules = rules
        self.printed = printed
        self.redirecting = acting(rules, "redirect")
        self.vanishing = acting(rules, "vanish")
        self.ordering = acting(rules, "order")
        self.trumping = acting(rules, "trump")
        self.naming = acting(rules, "winner")
        self.falling_back = acting(rules, "otherwise")
        self.adding = acting(rules, "extra")
        self.redirects = len(self.redirecting) > 0
        self.reorders = len(self.ordering) + len(self.trumping) > 0
        self.fewest_win = False
        for rule in rules:
            if rule.fewest_win():
                self.fewest_win = True
        self.stars = vec[i64]([0] * 44)
        for card in range(i64(44)):
            for _, stars in self.stars_of(card):
                self.stars[card] += stars

    def stars_of(self, card: i64) -> list[tuple[int, int]]:
        """What each rule adds to a card's stars: (place, stars), the printed ones at place −1."""
        animal = bit(card)
        stars = self.printed[card]
        parts = [(-1, int(stars))]
        for rule in acting(self.rules, "printed"):
            changed = rule.printed(animal, stars)
            parts.append((self.rules.index(rule), int(changed - stars)))
            stars = changed
        for rule in acting(self.rules, "instead"):
            changed = rule.instead(animal, stars)
            parts.append((self.rules.index(rule), int(changed - stars)))
            stars = changed
        for rule in acting(self.rules, "bonus"):
            parts.append((self.rules.index(rule), int(rule.bonus(animal))))
        return parts

    def redirect(self, demanded: i64, laid: i64) -> i64:
        for rule in self.redirecting:
            demanded = rule.redirect(demanded, laid)
        return demanded

    def set_order(self, trick: Trick, notes: list[tuple[int, int, int]] | None) -> None:
        """The order of colours for this trick: changed first, then the trump on top (M3)."""
        order: i64 = NATURAL_ORDER
        for rule in self.ordering:
            order = rule.order(order)
            if notes is not None:
                notes.append((ORDER, self.rules.index(rule), int(order)))
        for rule in self.trumping:
            colour = rule.trump(trick)
            if colour:
                order = on_top(order, digit_of(colour))
                if notes is not None:
                    notes.append((TRUMP, self.rules.index(rule), int(order)))
        trick.order = order

    def resolve(self, trick: Trick, unicorn: bool, notes: list[tuple[int, int, int]] | None) -> i64:
        """The card that takes the trick, 0 if none is left. `notes` gathers (moment, place, cards or order)."""
        for rule in self.vanishing:
            gone = rule.vanish(trick)
            if gone:
                trick.cards &= ~gone
                if notes is not None:
                    notes.append((VANISH, self.rules.index(rule), int(gone)))
        if unicorn:
            return UNICORN
        if trick.cards == 0:
            return 0
        if self.reorders:
            self.set_order(trick, notes)
        for rule in self.naming:
            card = rule.winner(trick)
            if card:
                if notes is not None:
                    notes.append((WINNER, self.rules.index(rule), int(card)))
                return card
        for rule in self.falling_back:
            card = rule.otherwise(trick)
            if card:
                if notes is not None:
                    notes.append((OTHERWISE, self.rules.index(rule), int(card)))
                return card
        return trick.strongest(trick.cards)

    def total(self, count: Count, team: i64) -> i64:
        """A team's stars."""
        stars: i64 = 0
        cards = count.pile(team) & ANIMALS
        while cards:
            lowest = cards & -cards
            stars += self.stars[index(lowest)]
            cards ^= lowest
        for rule in self.adding:
            stars += rule.extra(count, team)
        return stars

    def account(self, count: Count, team: i64) -> list[int]:
        """A team's stars, part by part: the printed ones, then what each rule of the row adds."""
        parts = [0] * (len(self.rules) + 1)
        cards = count.pile(team) & ANIMALS
        while cards:
            lowest = cards & -cards
            for place, stars in self.stars_of(index(lowest)):
                parts[place + 1] += stars
            cards ^= lowest
        for rule in self.adding:
            parts[self.rules.index(rule) + 1] += int(rule.extra(count, team))
        return parts


def on_top(order: i64, colour: i64) -> i64:
    """The order with one colour made the strongest."""
    new: i64 = 0
    shift: i64 = 0
    for place in range(i64(4)):
        digit = order >> place * 4 & 15
        if digit != colour:
            new |= digit << shift
            shift += 4
    return new | colour << 12

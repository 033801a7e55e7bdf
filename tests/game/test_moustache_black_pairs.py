"""Every pair of black rule cards in both orders, pinned by tricks that were worked out by hand from the rules.

A row of the table: the two rules, the trick in the order in which it is laid, and for each order of the rules the card
that takes it and what decides (a rule's id, or "strongest" where no rule names a card). Seat 0 leads; nobody could
have followed but by the cards shown. Green < pink < orange < blue, unless a rule says otherwise.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import pytest

from moustaches.game.events import ColourDemanded
from tests.game.table import BLACK, trick


class Pair(NamedTuple):
    """A trick under two rules."""

    one: str
    other: str
    cards: str
    one_first: tuple[str, str]
    """With `one` on the left: the card that takes the trick, and what decides."""
    other_first: tuple[str, str]


def both(one: str, other: str, cards: str, winner: str, by: str) -> Pair:
    """The order does not matter."""
    return Pair(one, other, cards, (winner, by), (winner, by))


STRONGEST = "strongest"
TABLE = [
    # twos-win and equals-vanish: equals go first (M2). Both 2s vanish, so no 2 is left to win: B9 over O1.
    both("twos-win", "equals-vanish", "G2 P2 B9 O1", "B9", STRONGEST),
    # The 9s vanish, and the only 2 wins over P1.
    both("twos-win", "equals-vanish", "G2 B9 O9 P1", "G2", "twos-win"),
    # twos-win and colours-inverted: of two 2s the strongest colour, and green is above blue now (M3).
    both("twos-win", "colours-inverted", "B2 G2 O9 P1", "G2", "twos-win"),
    # One 2 wins whatever the order of colours says: inverted, P9 would be the strongest.
    both("twos-win", "colours-inverted", "B2 B10 O9 P9", "B2", "twos-win"),
    # twos-win and three-lowest: both name a winner, the left one decides (M1): the 2, or the lowest of B3 and B9.
    Pair("twos-win", "three-lowest", "B3 G2 B9 P5", ("G2", "twos-win"), ("B3", "three-lowest")),
    # Of two 2s the blue one; or, as G3 is there, the lowest blue, B1.
    Pair("twos-win", "three-lowest", "G3 B2 B1 O2", ("B2", "twos-win"), ("B1", "three-lowest")),
    # No 3 in the trick: three-lowest does not apply even on the left.
    both("twos-win", "three-lowest", "B4 G2 B9 P5", "G2", "twos-win"),
    # twos-win and cut-redirects: the demanded colour goes pink, orange, blue; the 2 wins all the same.
    both("twos-win", "cut-redirects", "P9 O2 O5 B1", "O2", "twos-win"),
    # twos-win and lead-is-trump: green was led, so green is the strongest colour among the 2s (M3).
    both("twos-win", "lead-is-trump", "G2 B2 G9 O5", "G2", "twos-win"),
    # Pink was led, but no 2 is pink: of G2 and O2 orange is the stronger.
    both("twos-win", "lead-is-trump", "P9 O2 G2 B5", "O2", "twos-win"),
    # twos-win and second-best: a 2 wins wherever second-best lies (M1) …
    both("twos-win", "second-best", "B10 O9 G2 P1", "G2", "twos-win"),
    # … and without a 2 the second strongest takes it: after B10 comes O9.
    both("twos-win", "second-best", "B10 O9 G4 P1", "O9", "second-best"),
    # twos-win and zero-fells-ten: both name a winner, the left one decides (M1).
    Pair("twos-win", "zero-fells-ten", "B10 G2 P0 O5", ("G2", "twos-win"), ("P0", "zero-fells-ten")),
    # Without a 10 a 0 does nothing.
    both("twos-win", "zero-fells-ten", "B9 G2 P0 O5", "G2", "twos-win"),
    # equals-vanish and colours-inverted: the 9s vanish; of P4 and O8 pink is above orange now.
    both("equals-vanish", "colours-inverted", "G9 B9 P4 O8", "P4", STRONGEST),
    # equals-vanish and three-lowest: the 3s vanish, so no 3 is in the trick (M2): B9 over B4.
    both("equals-vanish", "three-lowest", "G3 P3 B9 B4", "B9", STRONGEST),
    # The 9s vanish; O3 stays, the strongest colour left is orange (M3), its lowest O3.
    both("equals-vanish", "three-lowest", "B9 G9 O3 O8", "O3", "three-lowest"),
    # equals-vanish and cut-redirects: pink, orange, green are demanded; the 9s vanish; O2 over G1.
    both("equals-vanish", "cut-redirects", "P9 O9 O2 G1", "O2", STRONGEST),
    # equals-vanish and lead-is-trump: P9 vanishes, but pink stays demanded (M2): P1 over B10.
    both("equals-vanish", "lead-is-trump", "P9 B9 P1 B10", "P1", STRONGEST),
    # All of the demanded colour is gone: the strongest among the cards still there (M3), O1 over G8.
    both("equals-vanish", "lead-is-trump", "P9 B9 O1 G8", "O1", STRONGEST),
    # equals-vanish and second-best: the 9s vanish; of O8 and P7 the second.
    both("equals-vanish", "second-best", "B9 G9 O8 P7", "P7", "second-best"),
    # Three 5s vanish; one animal is left, and it wins (M15).
    both("equals-vanish", "second-best", "G5 P5 O1 B5", "O1", STRONGEST),
    # equals-vanish and zero-fells-ten: the 10s vanish, so there is no 10 to fell: O5 over P0.
    both("equals-vanish", "zero-fells-ten", "B10 G10 P0 O5", "O5", STRONGEST),
    # The 0s vanish: nothing fells B10.
    both("equals-vanish", "zero-fells-ten", "B10 G0 P0 O5", "B10", STRONGEST),
    # The 5s vanish; B10 and O0 stay: O0.
    both("equals-vanish", "zero-fells-ten", "B10 O0 G5 P5", "O0", "zero-fells-ten"),
    # colours-inverted and three-lowest: a 3 is there; green is the strongest colour now, its lowest G4.
    both("colours-inverted", "three-lowest", "B3 G9 G4 P1", "G4", "three-lowest"),
    # colours-inverted and cut-redirects: green, blue, pink are demanded; green is the strongest: G1.
    both("colours-inverted", "cut-redirects", "G1 B9 P4 P2", "G1", STRONGEST),
    # colours-inverted and lead-is-trump: invert, then orange on top (M3): O1, neither G0 nor B10.
    both("colours-inverted", "lead-is-trump", "O1 B10 G0 P9", "O1", STRONGEST),
    # colours-inverted and second-best: green, then pink: after G0 comes P8.
    both("colours-inverted", "second-best", "B10 O9 P8 G0", "P8", "second-best"),
    # colours-inverted and zero-fells-ten: of two 0s the green one.
    both("colours-inverted", "zero-fells-ten", "B10 G0 O0 P5", "G0", "zero-fells-ten"),
    # three-lowest and cut-redirects: pink, blue, orange are demanded; a 3 is there: the lowest blue.
    both("three-lowest", "cut-redirects", "P9 B3 B8 O10", "B3", "three-lowest"),
    # three-lowest and lead-is-trump: green is the strongest colour; a 3 is there: the lowest green, neither B9 nor G8.
    both("three-lowest", "lead-is-trump", "G3 B9 G8 O1", "G3", "three-lowest"),
    # three-lowest and second-best: with a 3 the lowest blue of three, not the second highest (M1) …
    both("three-lowest", "second-best", "B9 B4 G3 B6", "B4", "three-lowest"),
    # … and without a 3 the second strongest: after B9 comes O10.
    both("three-lowest", "second-best", "B9 O4 G2 O10", "O10", "second-best"),
    # three-lowest and zero-fells-ten: both name a winner, the left one decides (M1).
    Pair("three-lowest", "zero-fells-ten", "B3 B9 G10 P0", ("B3", "three-lowest"), ("P0", "zero-fells-ten")),
    # No 0: the lowest blue in both orders.
    both("three-lowest", "zero-fells-ten", "B3 B9 G10 P1", "B3", "three-lowest"),
    # cut-redirects and lead-is-trump: blue, pink, green are demanded; the last one is the trump (M3): G2 over G1.
    both("cut-redirects", "lead-is-trump", "B9 P4 G2 G1", "G2", STRONGEST),
    # cut-redirects and second-best: pink, orange, blue are demanded; after B1 comes O5.
    both("cut-redirects", "second-best", "P9 O2 O5 B1", "O5", "second-best"),
    # cut-redirects and zero-fells-ten: the colour changes with each card; of two 0s the orange one.
    both("cut-redirects", "zero-fells-ten", "P10 O0 G0 B5", "O0", "zero-fells-ten"),
    # lead-is-trump and second-best: green is on top: after G9 comes G4, not O5.
    both("lead-is-trump", "second-best", "G4 B10 G9 O5", "G4", "second-best"),
    # One green only: after G4 comes B10.
    both("lead-is-trump", "second-best", "G4 B10 P9 O5", "B10", "second-best"),
    # lead-is-trump and zero-fells-ten: green was led, so of two 0s the green one.
    both("lead-is-trump", "zero-fells-ten", "G0 B10 O0 P5", "G0", "zero-fells-ten"),
    # second-best and zero-fells-ten: the 0 wins wherever second-best lies (M1) …
    both("second-best", "zero-fells-ten", "B10 O9 G0 P5", "G0", "zero-fells-ten"),
    # … and without a 10 the second strongest: after B9 comes O8.
    both("second-best", "zero-fells-ten", "B9 O8 G0 P5", "O8", "second-best"),
]

ROWS = [
    row
    for pair in TABLE
    for row in (
        (pair.one, pair.other, pair.cards, *pair.one_first),
        (pair.other, pair.one, pair.cards, *pair.other_first),
    )
]


def test_the_table_has_every_pair_in_both_orders() -> None:
    assert {row[:2] for row in ROWS} == set(permutations(BLACK, 2))


@pytest.mark.parametrize(
    ("left", "right", "cards", "winner", "decides"),
    ROWS,
    ids=[f"{left}, {right}: {cards} -> {winner}" for left, right, cards, winner, _ in ROWS],
)
def test_black_pair(left: str, right: str, cards: str, winner: str, decides: str) -> None:
    told = trick(cards, f"{left} {right}")
    assert told.winner == winner
    step = told.steps[-1]
    assert step.partition(":")[2] == decides if decides != STRONGEST else step == STRONGEST


@pytest.mark.parametrize(
    ("cards", "colours"),
    [
        ("P9 O2 O5 B1", "pink orange blue"),
        ("G1 B9 P4 P2", "green blue pink"),
        ("P10 O0 G0 B5", "pink orange green blue"),
    ],
)
@pytest.mark.parametrize("other", [rule for rule in BLACK if rule != "cut-redirects"])
def test_cut_redirects_with_any_other(other: str, cards: str, colours: str) -> None:
    """The demanded colour changes in both orders, whatever the other rule does with the trick."""
    for rules in (f"cut-redirects {other}", f"{other} cut-redirects"):
        told = trick(cards, rules)
        assert [event.colour for event in told.all(ColourDemanded)] == colours.split()

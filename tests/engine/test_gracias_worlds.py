"""`resample` of Gracias against brute force: every deal that fits what was seen, all equally often.

The brute force knows nothing of the engine. It deals the unseen cards in every way and keeps those in which each card
that was laid was one that its player could lay from the hand it then had.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import combinations
from math import comb, sqrt
from typing import Any

import pytest

import moustaches
from moustaches.engine import COMPILED
from moustaches.engine import gracias as engine
from moustaches.engine.bits import Rng, members
from moustaches.game.gracias import Gracias

SAMPLES = 30 if COMPILED else 10  # for each possible world
DECK = frozenset(["J", *(str(number) for number in range(1, 22))])

Hand = frozenset[str]
World = tuple[Hand, ...]
Play = tuple[int, str]


# What was seen


class Table:
    """A round from its deal on, with all that was laid."""

    def __init__(self, cards: list[str], bids: list[int | None] | None = None, **description: Any) -> None:
        hands = [hand.split() for hand in cards]
        number = {5: 1, 4: 2, 3: 3, 2: 4, 1: 5}[max(map(len, hands))]
        start = {"players": len(hands), "gringo": len(hands) - 1, "round": number}
        if bids is None:
            bids = [0 if hand else None for hand in hands]
        game = moustaches.position("gracias", {**start, "hands": hands, "bids": bids, **description}, seed=1)
        assert isinstance(game, Gracias)
        self.game = game
        self.state: engine.State = game.state
        self.options = set(description.get("options", {}))
        self.tricks: list[list[Play]] = [[]]
        self.in_seats = [seat for seat, hand in enumerate(hands) if hand]

    def lay(self, *cards: str) -> Table:
        """Cards in turn."""
        for card in cards:
            (seat,) = self.game.to_act
            self.game.play(seat, f"play {card}")
            self.tricks[-1].append((seat, card))
            if len(self.tricks[-1]) == len(self.in_seats):
                self.tricks.append([])
        return self

    def choose(self, *choices: Play) -> Table:
        """Cards face down; they are seen only when a trick is complete, and then they show nothing more."""
        for seat, card in choices:
            self.game.play(seat, f"play {card}")
        return self

    @property
    def plays(self) -> list[tuple[int, str, int | None]]:
        """Who laid what over which strongest card, in order."""
        found: list[tuple[int, str, int | None]] = []
        for trick in self.tricks:
            top: int | None = None
            for seat, card in trick:
                found.append((seat, card, top))
                top = value(card) if top is None else max(top, value(card))
        return found


def value(card: str) -> int:
    return int(card.removeprefix("J"))


def card_of(said: str) -> str:
    return "J" if said in ("J0", "J22") else said


def could_lay(options: set[str], hand: set[str], top: int | None) -> set[str]:
    """The rules: beat if able; the joker never has to be laid (G5), unless it is strict."""
    joker = {"J0", "J22"} if "J" in hand else set()
    numbers = hand - {"J"}
    if top is None or options & {"noyade", "uno-dos-tres"}:
        return numbers | joker
    beating = {card for card in numbers if int(card) > top}
    if joker and "strict-joker" in options:
        return beating | {"J22"}
    return beating | joker if beating else numbers | joker


def fits(table: Table, world: World) -> bool:
    """Whether every card laid could be laid from the hands of this world."""
    held = [set(hand) for hand in world]
    for seat, said, top in reversed(table.plays):
        held[seat].add(card_of(said))
        if said not in could_lay(table.options, held[seat], top):
            return False
    return True


def deals(unseen: Hand, sizes: list[int]) -> Iterator[World]:
    """All ways to deal so many of these cards to each seat."""
    if not sizes:
        yield ()
        return
    for cards in combinations(sorted(unseen), sizes[0]):
        for rest in deals(unseen - {*cards}, sizes[1:]):
            yield (frozenset(cards), *rest)


def hands_of(state: engine.State) -> World:
    return tuple(frozenset("J" if card == 0 else str(card) for card in members(hand)) for hand in state.hands)


def possible_worlds(table: Table, known: dict[int, Hand]) -> list[World]:
    """All hands that fit, for a viewer who knows some of them."""
    laid = {card_of(said) for _, said, _ in table.plays}
    unseen = DECK - laid - {card for hand in known.values() for card in hand}
    sizes = [0 if seat in known else size for seat, size in enumerate(table.game.view(None).hand_sizes)]
    dealt = (
        tuple(known.get(seat, hand) for seat, hand in enumerate(world)) for world in deals(unseen, sizes)
    )
    return [world for world in dealt if fits(table, world)]


def own_hand(table: Table, viewer: int) -> dict[int, Hand]:
    return {viewer: hands_of(table.state)[viewer]}


# How often


def is_fair(count: Counter[Hashable], chances: dict[Hashable, float]) -> bool:
    """Pearson's chi-square, against the limit that a fair source exceeds once in ten thousand runs (Wilson and
    Hilferty). The seeds are fixed, so a run is always the same."""
    assert set(count) <= set(chances)
    if len(chances) == 1:
        return True
    total = count.total()
    spread = sum(
        (count[outcome] - total * chance) ** 2 / (total * chance) for outcome, chance in chances.items()
    )
    free = len(chances) - 1
    return spread < free * (1 - 2 / (9 * free) + 3.72 * sqrt(2 / (9 * free))) ** 3


def check(table: Table, viewer: int, possible: list[World]) -> None:
    """The hands that this viewer imagines are the possible ones, all equally often; nothing else changes."""
    state, rng = table.state, Rng(len(possible))
    assert hands_of(state) in possible
    count: Counter[Hashable] = Counter()
    for _ in range(max(2000, SAMPLES * len(possible))):
        imagined = state.resample(viewer, rng)
        count[hands_of(imagined)] += 1
    assert is_fair(count, dict.fromkeys(possible, 1 / len(possible)))
    for name in ("bids", "taken", "garments", "out_round"):
        assert list(getattr(imagined, name)) == list(getattr(state, name))
    for name in ("phase", "round", "cards", "to_act", "leader", "top", "seen", "seats_in", "gringo"):
        assert getattr(imagined, name) == getattr(state, name)
    assert imagined.legal(viewer) == state.legal(viewer)


# The positions


def test_nothing_is_shown_by_cards_that_beat() -> None:
    table = Table(["3 9", "5 J", "18 20"]).lay("3", "5", "18")
    possible = possible_worlds(table, own_hand(table, 0))
    assert len(possible) == 18 * 17
    check(table, 0, possible)


def test_a_failure_to_beat_leaves_only_lower_numbers_and_the_joker() -> None:
    table = Table(["7 9 10", "2 5 J", "8 20 21"]).lay("7", "2", "8")
    possible = possible_worlds(table, own_hand(table, 0))
    low = [card for card in DECK - {"7", "2", "8", "9", "10"} if card == "J" or int(card) < 7]
    assert {card for world in possible for card in world[1]} == set(low)
    assert len(possible) == comb(len(low), 2) * comb(22 - 5 - 2, 2)
    check(table, 0, possible)


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_failures_at_different_strengths(viewer: int) -> None:
    """Seat 1 cannot beat 9, seat 2 cannot beat 9 and then not 12."""
    table = Table(["9 12 13", "3 4 8", "5 6 J"]).lay("9", "3", "5", "12", "4", "6")
    check(table, viewer, possible_worlds(table, own_hand(table, viewer)))


def test_the_middle_of_a_trick() -> None:
    table = Table(["9 12", "3 4", "5 6"]).lay("9", "3")
    for viewer in (1, 2):
        check(table, viewer, possible_worlds(table, own_hand(table, viewer)))


def test_who_may_hold_more_and_needs_more_is_dealt_no_likelier() -> None:
    """Seat 2 may hold four of the unseen cards and has one, seat 0 may hold those and the 12 and has two."""
    table = Table(["3 5 7 9 11", "10 13 14 20 21", "1 2 4 6 8"], gringo=0)
    table.lay("10", "2", "11", "3", "14", "4", "13", "6", "5", "20", "8")
    possible = possible_worlds(table, own_hand(table, 1))
    assert len(possible) == 4 * 3 + 6 * 2
    check(table, 1, possible)


def test_four_players_with_two_failures() -> None:
    table = Table(["1 6", "2 3", "4 21", "5 7"]).lay("6", "2", "21", "5")
    possible = possible_worlds(table, own_hand(table, 3))
    assert all(
        max(value(card) for card in world[1] if card != "J") <= 6 for world in possible if world[1] != {"J"}
    )
    check(table, 3, possible)


def test_a_joker_laid_as_0_shows_nothing() -> None:
    table = Table(["9 12", "J 4", "20 6"]).lay("9", "J0", "20")
    possible = possible_worlds(table, own_hand(table, 0))
    assert len(possible) == 18 * 17
    check(table, 0, possible)


def test_a_joker_laid_as_22_leaves_all_cards_below_it() -> None:
    table = Table(["J 12", "21 4", "20 6"]).lay("J22", "4", "6")
    possible = possible_worlds(table, own_hand(table, 0))
    assert len(possible) == 18 * 17
    check(table, 0, possible)


@pytest.mark.parametrize(("options", "may_hold_joker"), [({}, True), ({"strict-joker": True}, False)])
def test_a_strict_joker_is_shown_not_to_be_held(options: dict[str, bool], may_hold_joker: bool) -> None:
    table = Table(["7 9", "2 5", "8 20"], options=options).lay("7", "2", "8")
    possible = possible_worlds(table, own_hand(table, 0))
    assert ("J" in {card for world in possible for card in world[1]}) == may_hold_joker
    check(table, 0, possible)


def test_under_noyade_a_lower_card_shows_nothing() -> None:
    table = Table(["7 9", "2 21", "3 20"], options={"noyade": True}).lay("7", "2", "3")
    possible = possible_worlds(table, own_hand(table, 0))
    assert len(possible) == 18 * 17
    check(table, 0, possible)


def test_one_who_is_out_knows_no_hand() -> None:
    out = {"options": {"end": "last-dressed"}, "round": 11, "out_round": [0, 0, 4], "gringo": 1}
    table = Table(["7", "2", ""], [1, 1, None], **out)
    possible = possible_worlds(table, {})
    assert len(possible) == 22 * 21
    check(table, 2, possible)
    table.lay("7")
    possible = possible_worlds(table, {})
    assert len(possible) == 21
    check(table, 2, possible)


@pytest.mark.parametrize("options", [{}, {"strict-joker": True}, {"noyade": True}], ids=str)
@pytest.mark.parametrize("players", [3, 4])
def test_random_rounds(players: int, options: dict[str, bool]) -> None:
    """Hands of two or three cards, some moves on, as each seat still to act sees it."""
    choose = random.Random(f"{players} {options}")
    checked = 0
    while checked < (12 if COMPILED else 3):
        size = choose.choice((2, 3))
        cards = choose.sample(sorted(DECK, key=str), size * players)
        table = Table([" ".join(cards[seat::players]) for seat in range(players)], options=options)
        for _ in range(choose.randrange(1, size * players)):
            (seat,) = table.game.to_act
            table.lay(str(choose.choice(table.game.legal(seat))).split()[1])
        (viewer,) = table.game.to_act
        others = [size for seat, size in enumerate(table.game.view(None).hand_sizes) if seat != viewer]
        if sum(others) > 4 - (players == 4):
            continue
        possible = possible_worlds(table, own_hand(table, viewer))
        if 2 <= len(possible) <= 1500:
            check(table, viewer, possible)
            checked += 1


# Cards chosen face down


def chances_with_choices(
    table: Table, viewer: int, possible: list[World], choosers: list[int]
) -> dict[Hashable, float]:
    """All deals alike, and in each a choice face down is any of the hand's own, the joker's two values apart."""
    chances: dict[Hashable, float] = {}
    for world in possible:
        outcomes: dict[tuple[str, ...], float] = {(): 1 / len(possible)}
        for seat in choosers:
            ways = could_lay(table.options, set(world[seat]), None)
            outcomes = {(*said, way): chance / len(ways) for said, chance in outcomes.items() for way in ways}
        chances.update({(world, said): chance for said, chance in outcomes.items()})
    return chances


def said(state: engine.State, seat: int) -> str:
    strength = int(state.chosen[seat]).bit_length() - 1
    return {0: "J0", 22: "J22"}.get(strength, str(strength))


@pytest.mark.parametrize(
    ("viewer", "choices"),
    [(0, [(1, "3")]), (0, [(2, "J22"), (1, "4")]), (1, [(1, "3"), (2, "6")]), (1, [(1, "3")])],
)
def test_choices_face_down_are_any_of_the_imagined_hand(viewer: int, choices: list[Play]) -> None:
    """The first trick is over; what lies face down in the second is unknown, except to who chose it."""
    table = Table(["9 12 2", "3 4 19", "J 6 20"], options={"uno-dos-tres": True})
    table.choose((0, "2"), (1, "19"), (2, "20"))
    table.tricks = [[(0, "2"), (1, "19"), (2, "20")]]
    seen = frozenset(str(number) for number in range(7, 19)) - {"9", "12"}
    table.state.seen |= sum(
        1 << int(card) for card in seen
    )  # as if they had been laid: fewer worlds to count
    table.tricks += [[(0, card) for card in seen]]
    table.choose(*choices)
    possible = possible_worlds(table, own_hand(table, viewer))
    hidden = [seat for seat, _ in choices if seat != viewer]
    chances = chances_with_choices(table, viewer, possible, hidden)
    rng, count = Rng(3), Counter[Hashable]()
    for _ in range(2 * SAMPLES * len(possible)):
        imagined = table.state.resample(viewer, rng)
        count[hands_of(imagined), tuple(said(imagined, seat) for seat in hidden)] += 1
        for seat, own in choices:
            assert imagined.chosen[seat] != 0
            if seat == viewer:
                assert said(imagined, seat) == own
    assert is_fair(count, chances)
    assert imagined.to_act == table.state.to_act


def test_the_last_choice_reveals_the_imagined_ones() -> None:
    table = Table(["9 12", "3 4", "J 6"], options={"uno-dos-tres": True}).choose((1, "3"), (2, "J0"))
    for seed in range(20):
        imagined = table.state.resample(0, Rng(seed))
        before = hands_of(imagined)
        choices = {seat: said(imagined, seat) for seat in (1, 2)}
        imagined.apply(0, imagined.legal(0)[0])
        after = hands_of(imagined)
        for seat, choice in choices.items():
            assert before[seat] - after[seat] == {card_of(choice)}


# The forehead round


def forehead(cards: list[str], bids: list[int | None], **more: Any) -> Table:
    return Table(cards, bids, **{"round": 6, **more})


@pytest.mark.parametrize("bids", [[None, None, None], [1, 0, None]])
@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_on_the_forehead_only_ones_own_card_is_unknown(viewer: int, bids: list[int | None]) -> None:
    table = forehead(["7", "J", "15"], bids)
    hands = hands_of(table.state)
    possible = possible_worlds(table, {seat: hands[seat] for seat in range(3) if seat != viewer})
    assert len(possible) == 20
    check(table, viewer, possible)


def test_on_the_forehead_with_four_players() -> None:
    table = forehead(["7", "J", "15", "2"], [None] * 4)
    hands = hands_of(table.state)
    possible = possible_worlds(table, {seat: hands[seat] for seat in (0, 1, 3)})
    assert len(possible) == 19
    check(table, 2, possible)


def test_on_the_forehead_one_who_is_out_knows_no_card_G3() -> None:
    out = {"options": {"end": "last-dressed"}, "round": 12, "out_round": [0, 0, 4], "gringo": 1}
    table = forehead(["7", "J", ""], [None, None, None], **out)
    possible = possible_worlds(table, {})
    assert len(possible) == 22 * 21
    check(table, 2, possible)
    hands = hands_of(table.state)
    check(table, 0, possible_worlds(table, {1: hands[1], 2: hands[2]}))


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_when_the_cards_have_turned_nothing_is_unknown(viewer: int) -> None:
    table = forehead(["7", "J", "15"], [1, 0, 1])
    assert table.game.view(None).phase == "say"
    check(table, viewer, [hands_of(table.state)])

"""`resample` of Moustache against brute force: every world that fits what a seat saw, all equally often.

The brute force knows nothing of the engine: it deals the unseen cards in all ways, tries all gifts, and keeps what the
rules allow. Most animals are laid in the positions here, so that few worlds are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product
from math import sqrt
from typing import Any, TypeAlias

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import moustaches
from moustaches.engine import COMPILED
from moustaches.engine.bits import Rng, members
from moustaches.engine.moustache import State
from moustaches.engine.worlds import Unseen
from moustaches.game.moustache import Moustache
from moustaches.game.moustache_words import CARDS
from tests.engine.chances import is_uniform

Cards: TypeAlias = frozenset[str]
World: TypeAlias = tuple[tuple[Cards, ...], tuple[Cards, ...]]
"""The hands, and what each seat received, or has chosen to give."""

ANIMALS = [f"{colour}{value}" for colour in "GPOB" for value in range(11)]
JOKERS = ["unicorn", "monkey", "pigeon"]
SAMPLES = 80 if COMPILED else 11  # for each world
TEAMS = {3: [0, 1, 1], 4: [0, 1, 0, 1], 5: [0, 1, 0, 1, 1], 6: [0, 1, 0, 1, 0, 1]}


# -- brute force


def all_worlds(position: dict[str, Any], viewer: int) -> set[World]:
    """What a seat must think possible, from the description of the position and the rules."""
    players = position["players"]
    hands = [frozenset(hand) for hand in position["hands"]]
    shown = shown_by(position)
    rules = position["row"][: position["round"]]
    received = [frozenset(cards) for cards in position.get("received", [])]
    first_open = "pink-open" in rules and (
        "pass-three" not in rules or rules.index("pink-open") < rules.index("pass-three")
    )
    pinks_open = "pink-open" in rules
    left = (viewer + 1) % players
    deck = set(ANIMALS) | (set(JOKERS) if players % 2 else set())
    known = [pinks(hand) if pinks_open else frozenset() for hand in hands]
    known[viewer] = hands[viewer]
    if received:
        known[left] |= hands[left] & received[left]
    unseen = frozenset(deck.difference(*shown, *known))
    if pinks_open:
        unseen -= pinks(unseen)
    voids = position.get("voids", [[]] * players)
    found: set[World] = set()
    for deal in deals(unseen, [len(hands[seat]) - len(known[seat]) for seat in range(players)], voids):
        held = tuple(known[seat] | deal[seat] for seat in range(players))
        full = [held[seat] | shown[seat] for seat in range(players)]
        if not received:
            if dealt_by_the_rules(position, full):
                found.add((held, (frozenset[str](),) * players))
            continue
        choices = [
            [received[seat]]
            if seat in (viewer, left)
            else [
                cards
                for cards in threes(full[seat])
                if not first_open or pinks(cards) == pinks(received[seat])
            ]
            for seat in range(players)
        ]
        for gifts in product(*choices):
            dealt = [full[seat] - gifts[seat] | gifts[(seat + 1) % players] for seat in range(players)]
            if dealt_by_the_rules(position, dealt):
                found.add((held, gifts))
    return found


def shown_by(position: dict[str, Any]) -> list[set[str]]:
    """The cards that each seat has laid."""
    players = position["players"]
    past = [card for pile in position.get("piles", []) for card in pile] + position.get("gone", [])
    shown = [set(cards) for cards in position.get("laid", [past, *[[]] * (players - 1)])]
    for place, card in enumerate(position.get("trick", [])):
        shown[(position["leader"] + place) % players].add(card)
    return shown


def pinks(cards: frozenset[str]) -> Cards:
    return frozenset(card for card in cards if card in ANIMALS and card[0] == "P")


def threes(cards: Cards) -> list[Cards]:
    return [frozenset(three) for three in combinations(sorted(cards), 3)]


def deals(unseen: Cards, need: list[int], voids: list[list[str]]) -> Iterator[list[Cards]]:
    """All ways to deal the unseen cards."""
    if not need:
        yield []
        return
    letters = {colour[0].upper() for colour in voids[0]}
    may = [card for card in sorted(unseen) if card in JOKERS or card[0] not in letters]
    for hand in combinations(may, need[0]):
        for rest in deals(unseen - frozenset(hand), need[1:], voids[1:]):
            yield [frozenset(hand), *rest]


def dealt_by_the_rules(position: dict[str, Any], dealt: list[Cards]) -> bool:
    """3 players: all jokers to the lone one; 5 players: one to each of the two; the others none."""
    for seat, team in enumerate(position["teams"]):
        jokers = len(dealt[seat] & set(JOKERS))
        expected = {3: 3, 5: 1}.get(position["players"], 0) if team == 0 else 0
        if jokers != expected:
            return False
    return True


# -- the engine's worlds


def words(mask: int) -> Cards:
    return frozenset(CARDS[number] for number in members(mask))


def world_of(state: State) -> World:
    gifts = state.received if state.gave else state.given
    return tuple(words(hand) for hand in state.hands), tuple(words(cards) for cards in gifts)


def begin(position: dict[str, Any]) -> Moustache:
    game = moustaches.position("moustache", position, seed=1)
    assert isinstance(game, Moustache)
    return game


def compare(position: dict[str, Any], viewer: int, least: int = 1, **seen: Any) -> int:
    """Samples worlds of a viewer and compares them with all there are; returns their number. What was `seen` in the
    play of the position is told to the brute force only."""
    possible = all_worlds(position | seen, viewer)
    state = begin(position).state
    assert world_of(state) in possible, "the real world is possible"
    assert least <= len(possible) <= 2000, len(possible)
    rng = Rng(viewer)
    times = max(2000 if COMPILED else 400, SAMPLES * len(possible))
    count = Counter(world_of(state.resample(viewer, rng)) for _ in range(times))
    assert set(count) <= possible
    assert is_uniform(count, len(possible))
    return len(possible)


# -- positions


def table(rules: str, hands: str, unseen: str = "", **more: Any) -> dict[str, Any]:
    """Hands separated by `|`; all animals that are not named here were laid by the first seat, or by `by`."""
    held = [hand.split() for hand in hands.split("|")]
    players = len(held)
    whites = [rule for rule in rules.split() if rule in ("pink-open", "pass-three")]
    whites += [rule for rule in ("blue-tax", "green-negative") if rule not in whites]
    laid = [text.split() for text in more.pop("laid", "|" * (players - 1)).split("|")]
    by = more.pop("by", 0)
    trick = more.get("trick", [])
    named = {card for hand in [*held, *laid, unseen.split(), trick] for card in hand}
    if more.get("phase") != "give":
        laid[by] += [card for card in ANIMALS if card not in named]
        more |= {"laid": laid, "gone": [card for cards in laid for card in cards], "leader": 0}
    row = [*whites[:2], "twos-win", "cut-redirects"]
    position = {
        "players": players,
        "round": 2,
        "row": row,
        "teams": TEAMS[players],
        "crown": 1,
        "hands": held,
    }
    return position | more


def gift(text: str) -> list[list[str]]:
    return [cards.split() for cards in text.split("|")]


@pytest.mark.parametrize("viewer", [0, 3])
def test_four_players(viewer: int) -> None:
    assert compare(table("", "G1 P1|G2 P2|G3 O3|B4 O4", "B9"), viewer, 200) == 630


@pytest.mark.parametrize("viewer", range(4))
def test_voids_shown(viewer: int) -> None:
    voids = [[], ["blue", "orange"], ["pink"], ["green"]]
    compare(table("", "G1 P1|G2 P2|G3 O3|B4 O4", "B9", voids=voids), viewer, 10)


def test_voids_that_leave_one_world() -> None:
    voids = [[], ["blue", "orange"], ["green", "pink"], ["green", "pink", "orange"]]
    assert compare(table("", "G1 P1|G2 P2|O2 O3|B4 B5", voids=voids), 0) == 1


@pytest.mark.parametrize("viewer", range(4))
def test_who_does_not_follow_shows_a_void(viewer: int) -> None:
    """Seat 1 lays green on orange; nobody tells the engine what that means."""
    position = table("", "P1|P2|G3 O3|B4 O4", "B9", trick=["O1", "G2"])
    compare(position, viewer, 20, voids=[[], ["orange"], [], []])


@pytest.mark.parametrize("viewer", range(4))
def test_M14_a_void_is_in_the_colour_in_force(viewer: int) -> None:
    """Seat 1 makes green the demanded colour; seat 2 has no green, but may have orange."""
    position = table("", "P1|P2|O3|B4 O4", "B9 G9", trick=["O1", "G2", "B5"]) | {"round": 4}
    compare(position, viewer, 30, voids=[[], ["orange"], ["green"], []])


@pytest.mark.parametrize("viewer", range(3))
def test_a_joker_shows_no_void(viewer: int) -> None:
    """The lone seat 1 lays the pigeon on orange, and may still hold orange."""
    position = table("", "P1|O2|G3 P3", "B9 G9", laid="|monkey unicorn|", trick=["O1", "pigeon"])
    compare(position | {"teams": [1, 0, 1], "crown": 0}, viewer, 5)


@pytest.mark.parametrize("viewer", range(3))
def test_while_the_monkey_steals(viewer: int) -> None:
    position = table(
        "", "G1 P1|G2 P2|G3 P3", "B9", laid="unicorn pigeon||", trick=["monkey", "O1", "B2"], phase="steal"
    )
    compare(position, viewer, 30)


@pytest.mark.parametrize("viewer", [0, 2, 5])
def test_six_players(viewer: int) -> None:
    voids = [[], ["green"], [], ["green", "pink"], [], []]
    compare(table("", "G1|P2|G3|B4|O5|B6", "G9", voids=voids), viewer, 50)


@pytest.mark.parametrize("viewer", range(4))
def test_pink_open(viewer: int) -> None:
    position = table("pink-open", "G1 P1|P2 P3|G3 O3|B4 O4", "B9 P9", voids=[[], [], ["blue"], []])
    compare(position, viewer, 4)


@pytest.mark.parametrize("viewer", range(3))
def test_three_players_the_lone_one_has_the_jokers(viewer: int) -> None:
    position = table("", "unicorn G1 P1|G2 P2 O2|G3 P3 B3", "B9", laid="monkey pigeon||")
    compare(position, viewer, 50)


@pytest.mark.parametrize("viewer", range(5))
def test_five_players_each_of_the_two_has_a_joker(viewer: int) -> None:
    position = table("", "unicorn|P2|monkey|B4|O5", "G9")
    compare(position, viewer, 4)


@pytest.mark.parametrize("viewer", range(5))
def test_five_players_after_one_joker(viewer: int) -> None:
    position = table("", "G1 P1|G2 P2|monkey P3|B4 O4|O5 B5", laid="unicorn||||")
    voids = [[], ["blue"], [], ["green", "pink"], ["green"]]
    compare(position | {"voids": voids}, viewer, 10)


@pytest.mark.parametrize("viewer", range(5))
def test_five_players_hands_with_a_joker_are_weighed_by_their_deals(viewer: int) -> None:
    """A joker in one hand leaves less room for animals there: not all its places are equally likely."""
    position = table(
        "pink-open", "unicorn G1|P2 G2|monkey P3|P4 O4|P5 B5", voids=[["blue"], [], [], [], ["green"]]
    )
    compare(position, viewer, 2)


GIFTS = gift("G1 P1 O1|G2 P2 O2|G3 P3 O3|G4 P4 O4")


@pytest.mark.parametrize("viewer", [0, 3])
@pytest.mark.parametrize("rules", ["pass-three", "pass-three pink-open", "pink-open pass-three"])
def test_gifts_are_known_to_giver_and_receiver(rules: str, viewer: int) -> None:
    """The viewer and its left have laid the most, since what they received is no riddle to the viewer."""
    position = table(
        rules,
        "O1 B1|O2 B2|O3 B3|O4 B4",
        laid="P1 G1|P2 G2|P3 G3|P4 G4",
        by=viewer,
        received=GIFTS,
    )
    compare(position, viewer, 16)


@pytest.mark.parametrize("viewer", [1, 2])
@pytest.mark.parametrize("rules", ["pass-three pink-open", "pink-open pass-three"])
def test_open_pinks_after_the_gifts(rules: str, viewer: int) -> None:
    """Pinks in hand lie open; whether one was a gift is seen only with pink-open on the left (M10)."""
    position = table(
        rules, "P1 B1|P2 B2|P3 B3|P4 B4", "B9", laid="O1 G1|O2 G2|O3 G3|O4 G4", by=viewer, received=GIFTS
    )
    worlds = compare(position, viewer)
    swapped = position | {"row": [position["row"][1], position["row"][0], *position["row"][2:]]}
    more, fewer = worlds, len(all_worlds(swapped, viewer))
    if rules.startswith("pink"):
        more, fewer = fewer, more
    assert fewer < more


@pytest.mark.parametrize("viewer", range(3))
def test_three_players_jokers_may_have_been_given_away(viewer: int) -> None:
    """The lone player gave the pigeon, which was laid on the other side, laid the monkey, and kept the unicorn."""
    position = table(
        "pass-three",
        "unicorn G1|G2 P2|G3 P3",
        "B9",
        laid="monkey G4 O8|pigeon G5|O6 O7",
        by=viewer,
        received=gift("G1 G4 O8|pigeon G2 G5|P3 O6 O7"),
    )
    compare(position, viewer, 5)


@pytest.mark.parametrize("viewer", range(3))
def test_three_players_all_jokers_unseen(viewer: int) -> None:
    position = table(
        "pass-three",
        "unicorn monkey|pigeon P2|G3 P3",
        laid="G1 G4 O8|G2 G5|O6 O7",
        by=viewer,
        received=gift("G1 G4 O8|pigeon G2 G5|P3 O6 O7"),
    )
    compare(position, viewer)


@pytest.mark.parametrize("rules", ["pass-three pink-open", "pink-open pass-three"])
@pytest.mark.parametrize("viewer", range(3))
def test_no_joker_can_be_where_open_pinks_fill_the_hand(rules: str, viewer: int) -> None:
    position = table(
        rules,
        "unicorn G1 G2|P1 P2 P3|O1 O2 O3",
        "B9",
        laid="monkey pigeon G3|B1 B2|B3 B4 B5",
        by=viewer,
        received=gift("G1 G2 G3|P1 P2 P3|O1 O2 O3"),
    )
    compare(position, viewer)


@pytest.mark.parametrize("rules", ["pass-three", "pink-open pass-three", "pass-three pink-open"])
@pytest.mark.parametrize("viewer", range(5))
def test_five_players_with_gifts(rules: str, viewer: int) -> None:
    """Seat 0 kept the unicorn, seat 2 gave the monkey to seat 3; the pigeon is out."""
    position = table(
        rules,
        "unicorn|P2|O9|monkey|B5",
        "B9",
        laid="G0 G1 G2|P3 P4|O3 O4|B3 B4|O5 O6",
        by=viewer,
        received=gift("G0 G1 G2|P2 P3 P4|O9 O3 O4|monkey B3 B4|B5 O5 O6"),
    )
    compare(position, viewer, 2)


@pytest.mark.parametrize("viewer", range(5))
def test_five_players_gifts_weigh_the_places_of_the_jokers(viewer: int) -> None:
    """Where more cards may have been the gift, a joker that stayed is likelier."""
    position = table(
        "pass-three",
        "unicorn|P2|O9|monkey|B5",
        laid="G0 G1 G2|P3 P4|O3 O4|B3 B4 B6|O5 O6",
        by=viewer,
        received=gift("G0 G1 G2|P2 P3 P4|O9 O3 O4|monkey B3 B4|B5 O5 O6"),
    )
    compare(position, viewer, 2)


@pytest.mark.parametrize("viewer", [0, 2, 3])
@pytest.mark.parametrize("rules", ["pass-three", "pink-open pass-three"])
def test_while_gifts_are_chosen(rules: str, viewer: int) -> None:
    """Who has chosen is seen, not what: any three of any cards. No animal is laid yet and the worlds are far too many,
    so it is counted which cards are held, and which of a hand are kept."""
    chosen = gift("G1 P1 O1|G2 P2 O2||G4 P4 O4")
    hands = "G1 P1 O1 B1|G2 P2 O2 B2|G3 P3 O3 B3|G4 P4 O4 B4"
    state = begin(table(rules, hands, phase="give", chosen=chosen)).state
    rng = Rng(viewer)
    held: Counter[str] = Counter()
    kept: Counter[int] = Counter()
    for _ in range(3000):
        hands_now, gifts = world_of(state.resample(viewer, rng))
        assert (gifts[viewer], gifts[2]) == (frozenset(chosen[viewer]), frozenset())
        for seat in {0, 1, 3} - {viewer}:
            assert len(gifts[seat]) == 3
            (card,) = hands_now[seat] - gifts[seat]
            kept[sorted(hands_now[seat]).index(card)] += 1
        held.update(hands_now[(viewer + 1) % 4])
        if rules.startswith("pink"):
            assert [pinks(hand) for hand in hands_now] == [{f"P{seat + 1}"} for seat in range(4)]
    assert is_uniform(kept, 4)
    mine = words(state.hands[viewer])
    unseen = {card for card in ANIMALS if card not in mine}
    if rules.startswith("pink"):
        unseen -= pinks(frozenset(ANIMALS))
        held -= Counter(card for card in held.elements() if card[0] == "P")
    assert set(held) == unseen
    assert is_uniform(held, len(unseen))


# -- rule cards and cups


@pytest.mark.parametrize("round", [1, 2, 3])
def test_hidden_rule_cards_are_any_of_their_pack(round: int) -> None:
    row = ["pink-plus", "blue-tax", "twos-win", "equals-vanish"]
    white = ["green-negative", "pink-open", "pass-three", "blue-tax", "pink-plus", "fewest-stars"]
    black = ["twos-win", "equals-vanish", "colours-inverted", "three-lowest", "cut-redirects"]
    possible = {
        (*whites, *blacks)
        for whites in permutations(white, 2)
        for blacks in permutations(black, 2)
        if [*whites, *blacks][:round] == row[:round]
    }
    state = begin(table("", "G1|G2|G3|G4") | {"row": row, "round": round}).state
    rng = Rng(round)
    times = 60 * len(possible)
    count = Counter(tuple(rule.id for rule in state.resample(0, rng).rules) for _ in range(times))
    assert set(count) <= possible
    assert is_uniform(count, len(possible))


def test_M23_a_row_fixed_by_hand_is_known() -> None:
    row = ["pink-plus", "blue-tax", "twos-win", "equals-vanish"]
    state = begin(table("", "G1|G2|G3|G4") | {"row": row, "round": 1, "options": {"row": row}}).state
    rng = Rng(1)
    assert all([rule.id for rule in state.resample(0, rng).rules] == row for _ in range(50))


@pytest.mark.parametrize("viewer", range(5))
def test_cups_of_others_are_any_that_are_not_my_own(viewer: int) -> None:
    cups = [[1, 0, 3, 0, 0], [0, 2, 0, 5, 3]]
    tokens = [(1, 2, 3), (2, 3, 5)]
    position = table("", "unicorn|P2|monkey|B4|O5") | {"cups": cups, "round": 3}
    possible = set()
    for drawn in product(*(permutations(three) for three in tokens)):
        world = []
        for past, order in zip(cups, drawn, strict=True):
            draw = iter(order)
            world.append(tuple(next(draw) if points else 0 for points in past))
        if all(world[past][viewer] == cups[past][viewer] for past in range(2)):
            possible.add(tuple(world))
    state = begin(position).state
    rng = Rng(viewer)
    count: Counter[object] = Counter()
    for _ in range(60 * len(possible)):
        new = state.resample(viewer, rng)
        count[tuple(tuple(int(new.cup(past, seat)) for seat in range(5)) for past in range(2))] += 1
    assert set(count) <= possible
    assert is_uniform(count, len(possible))


def test_M16_equal_cups_are_known() -> None:
    cups = [[2, 0, 2, 0]]
    state = begin(table("", "G1|G2|G3|G4") | {"cups": cups, "options": {"equal-cups": True}}).state
    assert state.resample(1, Rng(1)).scores() == [2, 0, 2, 0]


# -- the dealing of unseen cards itself


def test_unseen_deals_are_uniform_under_random_constraints() -> None:
    rng = Rng(11)
    compared = 0
    while compared < (40 if COMPILED else 20):
        size = 3 + int(rng.below(5))
        seats = 2 + int(rng.below(3))
        cards = 0
        while cards.bit_count() < size:
            cards |= 1 << int(rng.below(12))
        need = [int(rng.below(3)) for _ in range(seats)]
        allowed = [int(rng.below(1 << 12)) | int(rng.below(1 << 12)) for _ in range(seats)]
        possible = set(fillings(cards, need, allowed))
        if not 2 <= len(possible) <= 200:
            continue
        unseen = Unseen(cards, vec[i64](need), vec[i64](allowed))
        assert unseen.bound() >= len(possible)
        count = Counter(tuple(int(hand) for hand in unseen.deal(rng)) for _ in range(30 * len(possible)))
        assert set(count) <= possible, (cards, need, allowed)
        assert is_uniform(count, len(possible)), (cards, need, allowed)
        compared += 1


def fillings(cards: int, need: list[int], allowed: list[int]) -> Iterator[tuple[int, ...]]:
    """All ways to give each seat what it needs."""
    if not need:
        yield ()
        return
    may = [number for number in range(12) if cards & allowed[0] & 1 << number]
    for chosen in combinations(may, need[0]):
        hand = sum(1 << number for number in chosen)
        for rest in fillings(cards & ~hand, need[1:], allowed[1:]):
            yield (hand, *rest)


def test_acceptance_is_the_share_of_deals_in_the_bound() -> None:
    """`attempt` succeeds in len(deals) of bound() cases: so several `Unseen` can be weighed against each other."""
    cards, need, allowed = 0b111111, [2, 1, 1], [0b000111, 0b011110, 0b111000]
    unseen = Unseen(cards, vec[i64](need), vec[i64](allowed))
    share = len(set(fillings(cards, need, allowed))) / unseen.bound()
    rng = Rng(5)
    times = 20000
    accepted = sum(unseen.attempt(rng) for _ in range(times))
    assert abs(accepted - times * share) < 4 * sqrt(times * share * (1 - share)) + 1


# -- whole games


def played(players: int, seed: int, moves: int) -> Moustache:
    """A game with all cards of the packs, some moves in."""
    game = moustaches.new("moustache", players=players, seed=seed, options={"own-rules": True})
    advance(game, moves, Rng(seed))
    return game


def advance(game: Moustache, moves: int, rng: Rng) -> None:
    for _ in range(moves):
        if game.over:
            return
        seat = game.to_act[int(rng.below(len(game.to_act)))]
        legal = game.legal(seat)
        game.play(seat, legal[int(rng.below(len(legal)))])


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_seat_cannot_tell_its_worlds_from_the_real_one(players: int) -> None:
    rng = Rng(players)
    for seed in range(6):
        game = played(players, seed, 0)
        while not game.over:
            for viewer in range(players):
                other = game.copy()
                other.state = game.state.resample(viewer, rng)
                assert other.view(viewer) == game.view(viewer)
                places = [
                    set(hand) | shown
                    for hand, shown in zip(world_of(other.state)[0], laid(game), strict=True)
                ]
                assert sum(map(len, places)) == len(set().union(*places))
            advance(game, 7, rng)


def laid(game: Moustache) -> list[Cards]:
    return [words(cards) for cards in game.state.shown]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_resampled_state_depends_on_nothing_that_the_seat_does_not_know(players: int) -> None:
    rng = Rng(players)
    for seed in range(6):
        game = played(players, seed, 0)
        while not game.over:
            before = world_of(game.state)
            for viewer in range(players):
                other = game.state.resample(viewer, rng)
                one, two = game.state.resample(viewer, Rng(seed)), other.resample(viewer, Rng(seed))
                assert world_of(one) == world_of(two)
                assert list(one.cups) == list(two.cups)
                assert [rule.id for rule in one.rules] == [rule.id for rule in two.rules]
            assert world_of(game.state) == before
            advance(game, 7, rng)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_an_imagined_game_can_be_played_on(players: int) -> None:
    rng = Rng(players)
    for seed in range(20):
        game = played(players, seed, 5 * seed)
        if not game.over:
            new = game.state.resample(seed % players, rng)
            new.playout(rng)
            assert new.won

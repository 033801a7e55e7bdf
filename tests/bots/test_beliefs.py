"""Beliefs are counted, not guessed: they equal brute force where all worlds can be listed, and agree with the engine's
sampling where they cannot.

The brute force knows the rules in its own words: it deals the unseen in every way and keeps what could be played.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import sqrt
from typing import Any

import msgspec
import numpy as np
import pytest

import moustaches
from moustaches.bots.beliefs import (
    UNSEEN,
    Beliefs,
    beliefs,
    card_marginals,
    club_exposure,
    club_marginals,
    club_sets,
)
from moustaches.bots.counting import Deals, Sets, disjoint_weights
from moustaches.bots.imagine import imagine
from moustaches.engine import COMPILED
from moustaches.engine.bits import Rng, members
from moustaches.errors import BadOption
from moustaches.game.club import Club
from moustaches.game.club_words import ATTRIBUTES, ClubView
from moustaches.game.game import Game
from moustaches.game.gracias import Gracias
from moustaches.game.gracias_words import CARDS as LOTERIA
from moustaches.game.moustache import Moustache
from moustaches.game.moustache_words import CARDS, MoustacheView
from tests.engine.test_gracias_worlds import DECK, Table, own_hand, possible_worlds

Chances = dict[str, dict[str, float]]


def same(found: Chances, expected: Chances) -> bool:
    """Equal to nine digits, and nothing is believed possible that is not."""
    if {card: set(places) for card, places in found.items()} != {
        card: set(places) for card, places in expected.items()
    }:
        return False
    return all(
        abs(chance - expected[card][place]) < 1e-9
        for card, places in found.items()
        for place, chance in places.items()
    )


def shares(possible: list[tuple[int, tuple[frozenset[str], ...]]], asked: set[str]) -> Chances:
    """Where each card is in these worlds, each with its weight."""
    total = sum(weight for weight, _ in possible)
    count: dict[str, Counter[str]] = {card: Counter() for card in asked}
    for weight, hands in possible:
        places = {card: str(seat) for seat, hand in enumerate(hands) for card in hand}
        for card in asked:
            count[card][places.get(card, UNSEEN)] += weight
    return {card: {place: n / total for place, n in places.items()} for card, places in count.items()}


# Gracias


@pytest.mark.parametrize(
    "options", [{}, {"strict-joker": True}, {"noyade": True}, {"uno-dos-tres": True}], ids=str
)
@pytest.mark.parametrize("players", [3, 4])
def test_gracias_equals_brute_force(players: int, options: dict[str, bool]) -> None:
    choose = random.Random(f"{players} {options}")
    checked = 0
    while checked < (12 if COMPILED else 4):
        size = choose.choice((2, 3))
        cards = choose.sample(sorted(DECK), size * players)
        table = Table([" ".join(cards[seat::players]) for seat in range(players)], options=options)
        for _ in range(choose.randrange(1, size * players)):
            seat = choose.choice(table.game.to_act)
            card = str(choose.choice(table.game.legal(seat))).split()[1]
            if "uno-dos-tres" in options:
                table.choose((seat, card))
                past = [[(laid.seat, laid.card) for laid in trick.cards] for trick in table.game.sight.tricks]
                table.tricks = [*past, []]
            else:
                table.lay(card)
        viewer = choose.randrange(players)
        others = [size for seat, size in enumerate(table.game.view(None).hand_sizes) if seat != viewer]
        if not table.game.to_act or sum(others) > 4 - (players == 4):
            continue
        known = own_hand(table, viewer)
        possible = [(1, world) for world in possible_worlds(table, known)]
        asked = set(DECK) - known[viewer] - {card.split("J")[0] or "J" for _, card, _ in table.plays}
        assert same(card_marginals(table.game.view(viewer)), shares(possible, asked)), table.game.record()
        checked += 1


def test_on_the_forehead_the_own_card_is_any_that_is_not_seen() -> None:
    table = Table(["7", "J", "15"], [None, None, None], round=6)
    found = card_marginals(table.game.view(0))
    assert found["J"] == {"1": 1.0}
    assert found["15"] == {"2": 1.0}
    assert found["7"] == pytest.approx({"0": 1 / 20, UNSEEN: 19 / 20})
    assert len(found) == 22


def test_who_cannot_beat_holds_no_higher_card() -> None:
    table = Table(["7 9 10", "2 5 J", "8 20 21"]).lay("7", "2", "8")
    found = card_marginals(table.game.view(0))
    assert "1" not in found["21"]
    assert found["6"]["1"] == pytest.approx(2 / 6)  # of 1, 3, 4, 5, 6 and the joker it has two
    assert found["21"]["2"] == pytest.approx(2 / 15)


# Moustache


def laid_by(view: MoustacheView) -> list[set[str]]:
    """What each seat has laid in this round."""
    found: list[set[str]] = [set() for _ in range(view.players)]
    for cards in [*(trick.cards for trick in view.tricks), view.trick]:
        for laid in cards:
            found[laid.seat].add(laid.card)
    return found


def voids(view: MoustacheView) -> list[set[str]]:
    """The colours that each seat has shown not to have: it laid an animal of another one."""
    found: list[set[str]] = [set() for _ in range(view.players)]
    redirects = "cut-redirects" in view.row[: view.revealed]
    past = [trick.cards for trick in view.tricks]
    for cards in past if view.phase == "steal" else [*past, view.trick]:
        demanded = ""
        for laid in cards:
            if laid.card[0].islower():  # a joker
                continue
            if demanded and laid.card[0] != demanded:
                found[laid.seat].add(demanded)
                if not redirects:
                    continue
            demanded = laid.card[0]
    return found


def moustache_worlds(
    view: MoustacheView, dealt_jokers: list[int]
) -> Iterator[tuple[int, tuple[frozenset[str], ...]]]:
    """Every deal that this seat cannot exclude, and how many gifts lead to it."""
    me = view.seat
    assert me is not None
    players = view.players
    laid, void = laid_by(view), voids(view)
    known = [set(cards) for cards in view.open]
    known[me] = set(view.hand)
    left = (me + 1) % players
    if view.received:
        known[left] |= set(view.gave) - laid[left]
    deck = set(CARDS if players % 2 else CARDS[:44])
    unseen = deck.difference(*laid, *known)
    pinks_open = "pink-open" in view.row[: view.revealed]
    may = [
        {
            card
            for card in unseen
            if card[0].islower() or not (card[0] in void[seat] or (pinks_open and card[0] == "P"))
        }
        for seat in range(players)
    ]
    need = [view.hand_sizes[seat] - len(known[seat]) for seat in range(players)]

    def dealt(seat: int, taken: frozenset[str]) -> Iterator[tuple[frozenset[str], ...]]:
        if seat == players:
            yield ()
            return
        for some in combinations(sorted(may[seat] - taken), need[seat]):
            for rest in dealt(seat + 1, taken | set(some)):
                yield (frozenset(known[seat] | set(some)), *rest)

    for hands in dealt(0, frozenset()):
        ways = gifts(view, [hand | laid[seat] for seat, hand in enumerate(hands)], dealt_jokers)
        if ways:
            yield ways, hands


def gifts(view: MoustacheView, full: list[frozenset[str] | set[str]], dealt_jokers: list[int]) -> int:
    """In how many ways these hands came about: by the deal alone, or by the deal and what was given."""
    jokers = [sum(card[0].islower() for card in hand) for hand in full]
    if not view.received:
        return int(jokers == dealt_jokers)
    me, players = view.seat, view.players
    assert me is not None
    left = (me + 1) % players
    choices: list[list[frozenset[str]]] = []
    for seat in range(players):
        if seat in (me, left):
            choices.append([frozenset(view.received if seat == me else view.gave)])
        else:
            moving = set(view.seen_moving[seat])
            seen = any(view.seen_moving)  # pinks lay open while they moved
            threes = [frozenset(three) for three in combinations(sorted(full[seat]), 3)]
            choices.append(
                [
                    three
                    for three in threes
                    if moving <= three and not (seen and any(card[0] == "P" for card in three - moving))
                ]
            )
    if not any(dealt_jokers):
        return int(np.prod([len(each) for each in choices]))
    ways = 0
    for received in product_of(choices):
        dealt = [full[seat] - received[seat] | received[(seat + 1) % players] for seat in range(players)]
        ways += [sum(card[0].islower() for card in hand) for hand in dealt] == dealt_jokers
    return ways


def product_of(choices: list[list[frozenset[str]]]) -> Iterator[tuple[frozenset[str], ...]]:
    if not choices:
        yield ()
        return
    for first in choices[0]:
        for rest in product_of(choices[1:]):
            yield (first, *rest)


MOUSTACHE_TABLES: list[tuple[int, dict[str, Any], int]] = [
    (3, {"row": ["blue-tax", "green-negative", "twos-win", "cut-redirects"]}, 2),
    (3, {"row": ["pass-three", "pink-open", "twos-win", "cut-redirects"]}, 1),
    (4, {"row": ["pink-open", "pass-three", "cut-redirects", "twos-win"]}, 2),
    (4, {"row": ["pass-three", "pink-plus", "cut-redirects", "twos-win"]}, 1),
    (5, {"row": ["pink-open", "blue-tax", "cut-redirects", "twos-win"]}, 1),
    (6, {"row": ["pink-open", "blue-tax", "cut-redirects", "twos-win"]}, 1),
]


@pytest.mark.parametrize(("players", "options", "held"), MOUSTACHE_TABLES, ids=str)
def test_moustache_equals_brute_force(players: int, options: dict[str, Any], held: int) -> None:
    """Near the end of a round, with at most so many cards in a hand, each seat in turn."""
    chooser = random.Random(f"{players} {options}")
    checked = 0
    for seed in range(100):
        game = moustaches.new("moustache", players=players, seed=seed, options=options)
        while not game.over:
            view = game.view(chooser.randrange(players))
            if view.phase != "give" and max(view.hand_sizes) <= held and chooser.random() < 0.3:
                dealt = [{3: 3, 5: 1}.get(players, 0) * (team == 0) for team in view.teams]
                possible = list(moustache_worlds(view, dealt))
                hidden = set(CARDS if players % 2 else CARDS[:44]).difference(view.hand, *laid_by(view))
                assert same(card_marginals(view), shares(possible, hidden)), game.record()
                checked += 1
            seat = chooser.choice(game.to_act)
            game.play(seat, chooser.choice(game.legal(seat)))
        if checked >= (16 if COMPILED else 4):
            return
    pytest.fail("too few positions were small enough")


# Both, where the worlds are too many to list

LARGE: list[tuple[str, int, dict[str, Any]]] = [
    *(
        ("moustache", players, {"row": row})
        for players in (3, 4, 5, 6)
        for row in (
            ["pass-three", "pink-open", "cut-redirects", "equals-vanish"],
            ["pink-open", "pass-three", "twos-win", "three-lowest"],
            ["blue-tax", "pass-three", "lead-is-trump", "second-best"],
        )
    ),
    ("moustache", 5, {"equal-cups": True}),
    *(("gracias", players, {"end": "last-dressed", "chico": True}) for players in (3, 4)),
    *(("gracias", players, {"strict-joker": True}) for players in (3, 4)),
    ("gracias", 4, {"noyade": True}),
    ("gracias", 3, {"uno-dos-tres": True, "blind-joker-zero": True}),
]
SAMPLES = 1500 if COMPILED else 150


@pytest.mark.parametrize(("name", "players", "options"), LARGE, ids=str)
def test_beliefs_agree_with_sampled_worlds(name: str, players: int, options: dict[str, Any]) -> None:
    chooser = random.Random(f"{name} {players} {options}")
    words = CARDS if name == "moustache" else LOTERIA
    game: Game = moustaches.new(name, players=players, seed=5, options=options)
    checked = 0
    while not game.over:
        if chooser.random() < (0.05 if name == "moustache" else 0.08) or checked == 0:
            viewer = chooser.randrange(players)
            view: Any = game.view(viewer)
            found = card_marginals(view)
            state, rng = imagine(view), Rng(checked)
            count: dict[str, Counter[str]] = {card: Counter() for card in found}
            for _ in range(SAMPLES):
                hands = state.resample(viewer, rng).hands
                place = {words[card]: str(seat) for seat, hand in enumerate(hands) for card in members(hand)}
                for card in found:
                    count[card][place.get(card, UNSEEN)] += 1
            for card, places in found.items():
                assert set(count[card]) <= set(places), (card, game.record())
                assert sum(places.values()) == pytest.approx(1)
                for at, chance in places.items():
                    doubt = 5 * sqrt(SAMPLES * chance * (1 - chance)) + 1
                    assert abs(count[card][at] - SAMPLES * chance) < doubt, (card, at, game.record())
            checked += 1
        seat = chooser.choice(game.to_act)
        game.play(seat, chooser.choice(game.legal(seat)))
    assert checked > 2


@pytest.mark.parametrize("name", ["moustache", "gracias"])
@pytest.mark.parametrize("players", [3, 4])
def test_all_hands_are_filled_and_no_card_is_twice(name: str, players: int) -> None:
    """The chances of a hand add up to its cards; cards that are seen are not asked about."""
    chooser = random.Random(7)
    game: Game = moustaches.new(name, players=players, seed=8)
    assert isinstance(game, Moustache | Gracias)
    while not game.over:
        viewer = chooser.randrange(players)
        view: Any = game.view(viewer)
        found = card_marginals(view)
        assert not set(found) & set(view.hand)
        for seat, size in enumerate(view.hand_sizes):
            if seat != viewer or (name == "gracias" and view.forehead and view.phase == "bid"):
                total = sum(places.get(str(seat), 0.0) for places in found.values())
                assert total == pytest.approx(0 if view.phase == "say" else size), game.record()
        seat = chooser.choice(game.to_act)
        game.play(seat, chooser.choice(game.legal(seat)))
    assert card_marginals(game.view(0)) == {}


# Club


def club_games(players: int, seeds: range) -> Iterator[tuple[Club, ClubView]]:
    """Positions of all stages, as some seat sees them."""
    for seed in seeds:
        game = moustaches.new("club", players=players, seed=seed)
        state = game.state
        chooser = random.Random(seed)
        for _ in range(3 + 4 * (seed % 9)):
            if game.over:
                break
            legal = [str(move) for move in game.legal(game.to_act[0])]
            right = [
                move
                for move in legal
                if move.startswith("unmask")
                and ATTRIBUTES.index(move.split()[2]) in members(state.secrets[int(move.split()[1])])
            ]
            way = chooser.random()
            if "keep" in legal:
                legal = ["keep"] if way < 0.5 else right if way < 0.8 and right else legal
            game.play(game.to_act[0], chooser.choice(legal))
        if not game.over:
            yield game, game.view(chooser.randrange(players))


def fits(game: Club, seat: int, secrets: frozenset[str]) -> bool:
    """Whether the public record allows a seat these secrets."""
    view = game.view(None)
    for staged in view.stage:
        pose, coat = staged.cat.split("-")
        box = game.setting.edition.club
        carried = next(cat.attributes for cat in box.cats if {pose, coat} <= set(cat.attributes))
        if (seat in staged.masks) == secrets.isdisjoint(carried):
            return False
    shown = {word for words in view.shown for word in words}
    return set(view.shown[seat]) == secrets & shown and secrets.isdisjoint(view.denied[seat])


def listed(game: Club, me: int | None) -> list[tuple[frozenset[str], ...]]:
    """The secrets of all seats in every world that a seat, or (none) everybody, cannot exclude."""
    own = frozenset(game.view(me).secrets) if me is not None else frozenset[str]()
    rest = [word for word in ATTRIBUTES if word not in own]
    triples = [frozenset(three) for three in combinations(rest, 3)]
    found: list[tuple[frozenset[str], ...]] = [()]
    for seat in range(game.players):
        may = [own] if seat == me else [three for three in triples if fits(game, seat, three)]
        if len(found) * len(may) > 150_000:
            return []
        found = [(*world, each) for world in found for each in may if not each & set().union(*world)]
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_club_equals_brute_force(players: int) -> None:
    checked = 0
    for game, view in club_games(players, range(60)):
        me = view.seat
        assert me is not None
        possible = listed(game, me)
        if not possible:
            continue
        marginals, sets = club_marginals(view), club_sets(view)
        assert set(marginals) == set(sets) == {s for s in range(players) if s != me and view.hidden[s]}
        for seat, chances in marginals.items():
            hidden = [world[seat] - set(view.shown[seat]) for world in possible]
            for word in ATTRIBUTES:
                share = sum(word in each for each in hidden) / len(possible)
                assert chances[word] == pytest.approx(share, abs=1e-12), game.record()
            count = Counter(hidden)
            assert {frozenset(guise.attributes) for guise in sets[seat]} == set(count)
            for guise in sets[seat]:
                assert guise.chance == pytest.approx(count[frozenset(guise.attributes)] / len(possible))
            assert [g.chance for g in sets[seat]] == sorted((g.chance for g in sets[seat]), reverse=True)
        checked += 1
        if checked == (15 if COMPILED else 5):
            return
    pytest.fail("too few positions were small enough")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_exposure_is_what_the_table_says_to_everybody(players: int) -> None:
    checked = 0
    for game, view in club_games(players, range(80)):
        me = view.seat
        assert me is not None
        possible = listed(game, None)
        if not possible:
            continue
        expected = {
            word: sum(word in world[me] for world in possible) / len(possible)
            for word in view.secrets
            if word not in view.shown[me]
        }
        assert club_exposure(view) == pytest.approx(expected, abs=1e-12), game.record()
        checked += 1
        if checked == (10 if COMPILED else 4):
            return
    pytest.fail("too few positions were small enough")


@pytest.mark.parametrize("players", [3, 4])
def test_club_agrees_with_sampled_worlds(players: int) -> None:
    """From the first turn on, when there are up to a hundred million worlds."""
    for number, (game, view) in enumerate(club_games(players, range(0, 27, 3))):
        me = view.seat
        assert me is not None
        state, rng = imagine(view), Rng(number)
        count = {seat: Counter[str]() for seat in club_marginals(view)}
        for _ in range(SAMPLES):
            secrets = state.resample(me, rng).secrets
            for seat, found in count.items():
                found.update(ATTRIBUTES[each] for each in members(secrets[seat] & ~state.shown[seat]))
        for seat, chances in club_marginals(view).items():
            for word, chance in chances.items():
                doubt = 5 * sqrt(SAMPLES * chance * (1 - chance)) + 1e-6
                assert abs(count[seat][word] - SAMPLES * chance) < doubt, game.record()


def test_before_the_first_cat_all_attributes_are_equally_likely() -> None:
    view = moustaches.new("club", players=4, seed=1).view(2)
    for seat, chances in club_marginals(view).items():
        assert seat != 2
        for word, chance in chances.items():
            assert chance == pytest.approx(0 if word in view.secrets else 3 / 16)
    assert club_exposure(view) == pytest.approx(dict.fromkeys(view.secrets, 3 / 19))


# Around


def test_beliefs_are_data() -> None:
    for name in ("moustache", "gracias", "club"):
        view = moustaches.new(name, players=4, seed=3).view(1)
        found = beliefs(view)
        assert msgspec.json.decode(msgspec.json.encode(found), type=Beliefs) == found
        assert (found.game, found.seat) == (name, 1)
        assert bool(found.cards) == (name != "club")


def test_a_spectator_has_no_beliefs() -> None:
    for name in ("moustache", "gracias", "club"):
        view = moustaches.new(name, players=4, seed=3).view(None)
        with pytest.raises(BadOption, match="expected the view of a seat"):
            beliefs(view)
    with pytest.raises(BadOption, match="gracias or moustache"):
        card_marginals(moustaches.new("club", players=2, seed=3).view(0))


def test_the_counting_of_deals() -> None:
    """Against listing, under random constraints."""
    chooser = random.Random(3)
    for _ in range(40):
        cards = chooser.randrange(1, 1 << 9)
        seats = chooser.randrange(1, 4)
        need = [chooser.randrange(0, 3) for _ in range(seats)]
        allowed = [chooser.choice((-1, chooser.randrange(1 << 9))) for _ in range(seats)]
        deals = list(fillings(cards, need, allowed))
        counted = Deals(cards, allowed, [size + chooser.randrange(2) for size in need])
        assert counted.count(need) == len(deals)
        if not deals:
            continue
        for kind, chances in counted.chances(need):
            for card in members(kind):
                for seat in range(seats):
                    share = sum(deal[seat] >> card & 1 for deal in deals) / len(deals)
                    assert chances.get(seat, 0.0) == pytest.approx(share)


def fillings(cards: int, need: list[int], allowed: list[int]) -> Iterator[tuple[int, ...]]:
    if not need:
        yield ()
        return
    may = [1 << card for card in range(cards.bit_length()) if cards & allowed[0] & 1 << card]
    for chosen in combinations(may, need[0]):
        for rest in fillings(cards & ~sum(chosen), need[1:], allowed[1:]):
            yield (sum(chosen), *rest)


@pytest.mark.parametrize("alike", [0, 1, 4])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_counting_of_sets_that_share_nothing(seats: int, alike: int) -> None:
    """The bits from 10 on are alike."""
    chooser = random.Random(4)
    sets = []
    for _ in range(seats):
        masks = np.array([chooser.randrange(1 << 8) for _ in range(9)])
        sets.append(Sets(masks, np.array([chooser.randrange(min(alike, 2) + 1) for _ in range(9)])))
    found = disjoint_weights(sets, alike)
    listed = [
        [
            (place, mask | sum(some))
            for place, (mask, spare) in enumerate(zip(*each, strict=True))
            for some in combinations([1 << 10 + number for number in range(alike)], spare)
        ]
        for each in sets
    ]
    for seat in range(seats):
        others = [[mask for _, mask in listed[other]] for other in range(seats) if other != seat]
        count = Counter(dict.fromkeys(range(9), 0))
        for place, own in listed[seat]:
            count[place] += deals_around(int(own), others)
        assert list(found[seat]) == [count[place] for place in range(9)]


def deals_around(taken: int, others: list[list[int]]) -> int:
    if not others:
        return 1
    return sum(deals_around(taken | each, others[1:]) for each in others[0] if not each & taken)

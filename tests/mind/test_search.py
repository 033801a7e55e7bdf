"""Search finds what is plain to see, uses nothing that its seat does not know, and counts what it is told to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from math import sqrt

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from moustaches.engine import COMPILED, gracias
from moustaches.engine.bits import Rng
from moustaches.mind.gracias import GraciasWorld
from moustaches.mind.moustache import MoustacheWorld
from moustaches.mind.search import Judged, flat_search, tree_search
from moustaches.mind.world import World

from .tables import TABLES, Table, positions, words_of

Search = Callable[[World, int, int, Rng], list[Judged]]
SEARCHES = (flat_search, tree_search)
ENOUGH = 400 if COMPILED else 150


def one_card_each(hands: list[int], forehead: bool = False) -> GraciasWorld:
    """The fifth round of Gracias (or the sixth, on the forehead); seat 0 bids first."""
    state = gracias.start(len(hands), gracias.Options())
    state.round = 5 if forehead else 4
    state.gringo = len(hands) - 1
    state.begin(vec[i64]([1 << card for card in hands]))
    return GraciasWorld(state, [state.options])


def found(judged: list[Judged]) -> list[tuple[list[int], int, float, float, float]]:
    return [(list(each.slots), each.visits, each.value, each.win, each.margin) for each in judged]


# It finds the move


@pytest.mark.parametrize("search", SEARCHES)
def test_bids_one_on_the_highest_card_and_none_on_the_lowest(search: Search) -> None:
    assert search(one_card_each([21, 5, 9, 14]), 0, ENOUGH, Rng(1))[0].slots == [1]
    assert search(one_card_each([1, 5, 9, 14]), 0, ENOUGH, Rng(1))[0].slots == [0]


@pytest.mark.parametrize("search", SEARCHES)
def test_bids_by_what_it_sees_on_the_foreheads_of_the_others(search: Search) -> None:
    for own in (3, 12):  # unseen, and without effect
        assert search(one_card_each([own, 21, 9, 14], forehead=True), 0, ENOUGH, Rng(1))[0].slots == [0]
        assert search(one_card_each([own, 1, 2, 4], forehead=True), 0, ENOUGH, Rng(1))[0].slots == [1]


@pytest.mark.parametrize("search", SEARCHES)
def test_says_of_the_joker_what_meets_the_bid(search: Search) -> None:
    for bid, joker in ((0, 0), (1, 22)):
        world = one_card_each([0, 5, 9, 14])
        for each in (bid, 1, 1, 0):
            world.play(each)
        judged = search(world, 0, ENOUGH, Rng(1))
        assert judged[0].slots == [gracias.LAY + joker]
        assert judged[0].margin > judged[1].margin


@pytest.mark.parametrize("search", SEARCHES)
def test_where_nothing_is_left_to_chance_the_numbers_are_exact(search: Search) -> None:
    state = gracias.start(3, gracias.Options())
    state.round = 3
    state.gringo = 0
    state.begin(vec[i64]([1 << 20 | 1 << 2, 1 << 10 | 1 << 11, 1 << 12 | 1 << 13]))
    for seat, bid in ((1, 0), (2, 1), (0, 0)):
        state.bid(seat, bid)
    for seat, card in ((1, 10), (2, 12), (0, 20), (0, 2), (1, 11)):
        state.lay(seat, 1 << card)
    (only,) = search(GraciasWorld(state, [state.options]), 2, 20, Rng(1))
    assert list(only.slots) == [gracias.LAY + 13]
    assert only.margin == 0.5  # seat 0 alone loses a garment: half a garment more than the others on average


@pytest.mark.parametrize("search", SEARCHES)
def test_the_monkey_takes_the_card_with_most_stars(search: Search) -> None:
    steals = 0
    for seed in range(30):
        for world in positions(("moustache", 3, {"first-game": True}), 1, seed):
            assert isinstance(world, MoustacheWorld)
            state = world.state
            if world.legal(1) and not any(state.hands) and not state.row.adding:
                stars = {
                    64 + card: int(state.row.stars[card]) for card in range(44) if world.legal(1) >> card & 1
                }
                best = search(world, int(world.turn()), ENOUGH, Rng(1))[0]
                wanted = min(stars.values()) if state.row.fewest_win else max(stars.values())
                assert stars[best.slots[0]] == wanted
                steals += 1
    assert steals


# It knows what its seat knows


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_worlds_that_the_seat_cannot_tell_apart_get_the_same_answer(table: Table) -> None:
    for number, world in enumerate(positions(table, 5 if COMPILED else 23)):
        seat = int(world.turn())
        other = world.imagine(seat, Rng(number))
        for search in SEARCHES:
            assert found(search(world, seat, 60, Rng(3))) == found(search(other, seat, 60, Rng(3)))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_dreams_leave_all_that_the_seat_observes_as_it_is(table: Table) -> None:
    rng = Rng(5)
    for world in positions(table, 3 if COMPILED else 17):
        for seat in range(world.players):
            observed = words_of(world, seat) if seat == world.turn() else None
            dreams = world.dreams(seat)
            for _ in range(4):
                dream = dreams.next(rng)
                assert dream.turn() == world.turn()
                if observed is not None:
                    assert words_of(dream, seat) == observed
                    assert [dream.legal(part) for part in range(dream.parts)] == [
                        world.legal(part) for part in range(world.parts)
                    ]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_dreams_are_as_likely_as_imagined_worlds(table: Table) -> None:
    """How often each card (Club: attribute) is with each seat, both ways."""
    rng = Rng(7)
    samples = 2000 if COMPILED else 200
    for world in positions(table, 9 if COMPILED else 40):
        seat = int(world.turn())
        dreams = world.dreams(seat)
        dreamt: Counter[tuple[int, int]] = Counter()
        imagined: Counter[tuple[int, int]] = Counter()
        for _ in range(samples):
            dreamt.update(holdings(dreams.next(rng)))
            imagined.update(holdings(world.imagine(seat, rng)))
        for key in dreamt.keys() | imagined.keys():
            share = (dreamt[key] + imagined[key]) / (2 * samples)
            spread = sqrt(2 * samples * share * (1 - share))
            assert abs(dreamt[key] - imagined[key]) <= 5.5 * spread + 1e-9, (key, dreamt[key], imagined[key])


def holdings(world: World) -> list[tuple[int, int]]:
    state = getattr(world, "state")  # noqa: B009  (the common face does not have it)
    masks = [*state.hands, *(state.secrets if hasattr(state, "secrets") else ())]
    masks += list(state.received) if hasattr(state, "given") else []
    return [(place, card) for place, mask in enumerate(masks) for card in range(47) if mask >> card & 1]


# It does as it is told


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_same_seed_gives_the_same_answer(table: Table, search: Search) -> None:
    world = next(positions(table, 1))
    once, again = (search(world, int(world.turn()), 100, Rng(9)) for _ in range(2))
    assert found(once) == found(again)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_simulation_is_spent_on_a_legal_move(table: Table) -> None:
    for world in positions(table, 7 if COMPILED else 29):
        seat, steps = int(world.turn()), int(world.steps())
        slots = {
            part * 64 + bit
            for part in range(world.parts)
            for bit in range(64)
            if world.legal(part) >> bit & 1
        }
        for simulations in (1, 300):
            tree = tree_search(world, seat, simulations, Rng(2))
            flat = flat_search(world, seat, simulations, Rng(2))
            assert sum(each.visits for each in tree) == simulations - (simulations // 4 if steps > 1 else 0)
            assert len({each.visits for each in flat}) == 1  # all in the same worlds
            for judged in (tree, flat):
                assert judged[0].visits
                for each in judged:
                    assert len(set(each.slots)) == steps
                    assert slots.issuperset(each.slots)
                    assert 0.0 <= each.win <= 1.0
            if steps == 1:
                assert {each.slots[0] for each in tree} == {each.slots[0] for each in flat} == slots


def test_compiled_and_interpreted_search_give_the_same_numbers() -> None:
    digest = sha256()
    for table in TABLES:
        for world in positions(table, 19):
            for search in SEARCHES:
                judged = search(world, int(world.turn()), 80, Rng(4))
                digest.update(
                    repr([(each[:2], *map(float.hex, each[2:])) for each in found(judged)]).encode()
                )
    assert digest.hexdigest()[:16] == "30188597ddf2ad29"

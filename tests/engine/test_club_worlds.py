"""`resample` of the Club against brute force: every world that fits the public record, all equally often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from itertools import count as count_from
from math import comb, factorial, prod

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from moustaches.content.editions import edition
from moustaches.engine import club
from moustaches.engine.bits import Rng, members, popcount
from tests.engine.chances import is_uniform

BOX = edition().club
WORDS = BOX.attribute_cards
CARRIED = tuple(sum(1 << WORDS.index(word) for word in cat.attributes) for cat in BOX.cats)
CATS_OF = [{WORDS.index(word) for word in cat.attributes} for cat in BOX.cats]

Triple = frozenset[int]


def game(players: int, seed: int, secrets: int = 3) -> club.State:
    """A game that has just begun, with a log."""
    state = club.start(players, club.Deck(CARRIED, secrets=secrets))
    state.log = []
    rng = Rng(seed)
    state.supply([rng.shuffle(size) for _, size in state.wants()])
    return state


def advance(state: club.State, moves: int, rng: Rng) -> None:
    """Random moves; every other guess is kept, every third is right."""
    for _ in range(moves):
        if state.over:
            return
        seat = int(state.turn)
        legal = state.legal(seat)
        if state.phase == club.GUESS:
            way = rng.below(6)
            right = [move for move in legal if move >= club.UNMASK and is_right(state, move)]
            if way < 3:
                legal = [club.KEEP]
            elif way < 5 and right:
                legal = right
        state.apply(seat, legal[int(rng.below(len(legal)))])


def is_right(state: club.State, move: int) -> bool:
    seat, attribute = divmod(move - club.UNMASK, 19)
    return attribute in members(state.secrets[seat])


def fits(state: club.State, seat: int, triple: Triple) -> bool:
    """Whether the public record allows a seat these secrets: all the masks that it placed and did not place, and all
    its answers."""
    assert state.log is not None
    masks = {a for kind, placing, a, _ in state.log if kind == club.MASKED and placing == seat}
    for kind, _, a, b in state.log:
        if kind == club.PLAYED and (a in masks) != bool(CATS_OF[a] & triple):
            return False
        if kind == club.RIGHT and (a == seat) != (b in triple):
            return False
        if kind == club.WRONG and a == seat and b in triple:
            return False
    return True


def candidates(state: club.State, viewer: int, size: int = 3) -> list[list[Triple]]:
    """For each seat, all the secrets that the viewer thinks possible, seen one by one."""
    own = members(state.secrets[viewer])
    rest = [attribute for attribute in range(19) if attribute not in own]
    triples = [frozenset(triple) for triple in combinations(rest, size)]
    return [
        [frozenset(own)] if seat == viewer else [triple for triple in triples if fits(state, seat, triple)]
        for seat in range(int(state.players))
    ]


def worlds(choices: list[list[Triple]]) -> list[tuple[Triple, ...]]:
    """The secrets of all seats in every possible world: no attribute is there twice."""
    found: list[tuple[Triple, ...]] = [()]
    for triples in choices:
        found = [
            (*world, triple)
            for world in found
            for triple in triples
            if all(triple.isdisjoint(other) for other in world)
        ]
    return found


def secrets_of(state: club.State) -> tuple[Triple, ...]:
    return tuple(frozenset(members(secrets)) for secrets in state.secrets)


def cats_of(state: club.State) -> tuple[object, ...]:
    """The hands, and the pile in order."""
    return (*(frozenset(members(hand)) for hand in state.hands), *list(state.pile)[int(state.drawn) :])


def small_positions(
    players: int, secrets: int, most: int
) -> Iterator[tuple[club.State, list[tuple[Triple, ...]]]]:
    """Twelve positions from all stages of random games, each with the worlds of the seat to act: 2 to `most`."""
    found = 0
    for seed in count_from(1):
        state = game(players, seed, secrets)
        advance(state, 3 + 4 * (seed % 8), Rng(seed))
        if state.over:
            continue
        choices = candidates(state, int(state.turn), secrets)
        if prod(map(len, choices)) > 100 * most:
            continue
        possible = worlds(choices)
        if 2 <= len(possible) <= most:
            yield state, possible
            found += 1
            if found == 12:
                return


@pytest.mark.parametrize(
    ("players", "secrets", "most"), [(2, 3, 560), (3, 3, 200), (3, 2, 300), (4, 1, 300), (4, 3, 300)]
)
def test_secrets_are_uniform_over_all_that_fit_the_record(players: int, secrets: int, most: int) -> None:
    rng = Rng(players)
    for state, possible in small_positions(players, secrets, most):
        viewer = int(state.turn)
        count: Counter[object] = Counter()
        for _ in range(40 * len(possible)):
            count[secrets_of(state.resample(viewer, rng))] += 1
        assert set(count) <= set(possible), state.log
        assert is_uniform(count, len(possible)), state.log


def test_secrets_are_uniform_before_the_first_cat() -> None:
    for players, secrets in ((2, 3), (3, 1), (2, 4)):
        state = game(players, 3, secrets)
        possible = worlds(candidates(state, 0, secrets))
        others = (players - 1) * secrets
        assert len(possible) == comb(19 - secrets, others) * (2 if players == 3 else 1)
        rng = Rng(players)
        count: Counter[object] = Counter(
            secrets_of(state.resample(0, rng)) for _ in range(12 * len(possible))
        )
        assert set(count) <= set(possible)
        assert is_uniform(count, len(possible))


@pytest.mark.parametrize(("players", "pile"), [(2, 3), (3, 1)])
def test_hands_and_the_order_of_the_pile_are_uniform(players: int, pile: int) -> None:
    """All cats but two in each hand and a few in the pile lie on the stage."""
    state = club.start(players, club.Deck(CARRIED, masks=99))
    state.log = []
    order = Rng(4).shuffle(40)
    held = [order[2 * seat : 2 * seat + 2] for seat in range(players)]
    left = order[2 * players : 2 * players + pile]
    state.begin(
        0,
        vec[i64]([0b111 << 3 * seat for seat in range(players)]),
        vec[i64]([sum(1 << cat for cat in cats) for cats in held]),
        vec[i64](left),
    )
    for cat in order[2 * players + pile :]:
        state.show(0, cat)
    viewer = players - 1
    unseen = [cat for seat, cats in enumerate(held) for cat in cats if seat != viewer] + left
    possible: set[object] = set()
    for deal in permutations(unseen):
        hands = [frozenset(deal[2 * seat : 2 * seat + 2]) for seat in range(players - 1)]
        possible.add((*hands, frozenset(held[viewer]), *deal[2 * (players - 1) :]))
    assert len(possible) == factorial(len(unseen)) // 2 ** (players - 1)
    rng = Rng(9)
    count = Counter(cats_of(state.resample(viewer, rng)) for _ in range(40 * len(possible)))
    assert set(count) <= possible
    assert is_uniform(Counter[object](count), len(possible))


def test_secrets_and_cats_are_independent() -> None:
    """The joint distribution, in a position with few of both."""
    state = club.start(2, club.Deck(CARRIED, masks=99))
    state.log = []
    seen = [cat for cat in range(40) if cat not in (0, 13, 26, 39) and cat % 3]
    unseen = [cat for cat in range(40) if cat not in seen]
    held, rest = unseen[: len(unseen) - 4], unseen[-4:]
    state.begin(
        0,
        vec[i64]([1 << 0 | 1 << 5 | 1 << 13, 1 << 1 | 1 << 6 | 1 << 15]),
        vec[i64]([sum(1 << cat for cat in held), 1 << rest[0] | 1 << rest[1]]),
        vec[i64](rest[2:]),
    )
    for cat in seen[:6]:
        state.show(0, cat)
    for cat in seen[6:]:
        state.hands[0] |= 1 << cat
    possible = len(worlds(candidates(state, 0))) * 12
    assert 100 < possible < 1000
    rng = Rng(2)
    count: Counter[object] = Counter()
    for _ in range(12 * possible):
        new = state.resample(0, rng)
        count[secrets_of(new), cats_of(new)] += 1
    assert is_uniform(count, possible)


def known(state: club.State, viewer: int) -> tuple[object, ...]:
    """All that a seat may see of a state."""
    return (
        *(int(n) for n in (state.players, state.phase, state.to_act, state.turn, state.turns, state.first)),
        *(state.finishing, int(state.played), int(state.open), len(state.pile) - int(state.drawn)),
        *(
            [int(n) for n in numbers]
            for numbers in (
                *(state.shown, state.reserve, state.received, state.denied, state.masked, state.excluded),
            )
        ),
        *(state.on_stage(), state.legal(viewer)),
        *([int(popcount(hand)) for hand in state.hands], members(state.hands[viewer])),
        members(state.secrets[viewer]),
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_resampled_state_keeps_everything_that_the_seat_knows(players: int) -> None:
    for seed in range(12):
        state, rng = game(players, seed), Rng(seed)
        while not state.over:
            for viewer in range(players):
                new = state.resample(viewer, rng)
                assert known(new, viewer) == known(state, viewer)
                triples = secrets_of(new)
                assert len(frozenset[int]().union(*triples)) == 3 * players
                assert all(fits(state, seat, triples[seat]) for seat in range(players))
                places = [members(hand) for hand in (*new.hands, new.played)]
                places.append([int(cat) for cat in new.pile][int(new.drawn) :])
                assert sorted(cat for place in places for cat in place) == list(range(40))
            advance(state, 1, rng)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_resampled_state_depends_on_nothing_that_the_seat_does_not_know(players: int) -> None:
    for seed in range(12):
        state, rng = game(players, seed), Rng(seed)
        while not state.over:
            before = (secrets_of(state), cats_of(state))
            for viewer in range(players):
                other = state.resample(viewer, rng)
                one, two = state.resample(viewer, Rng(seed)), other.resample(viewer, Rng(seed))
                assert (secrets_of(one), cats_of(one)) == (secrets_of(two), cats_of(two))
            assert (secrets_of(state), cats_of(state)) == before
            advance(state, 1, rng)


def test_R4_after_the_end_nothing_is_hidden() -> None:
    state = game(3, 1)
    state.playout(Rng(1))
    new = state.resample(0, Rng(2))
    assert (secrets_of(new), cats_of(new)) == (secrets_of(state), cats_of(state))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_imagined_game_can_be_played_to_its_end(players: int) -> None:
    for seed in range(20):
        state, rng = game(players, seed), Rng(seed)
        advance(state, seed, rng)
        new = state.resample(int(state.turn), rng)
        new.playout(rng)
        assert new.over
        assert new.played & state.played == state.played

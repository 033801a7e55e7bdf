"""Worlds of Moustache: a table dealt anew from what one seat knows.

The seat sees its own hand, all cards laid, those that lie open, what it gave and received, voids that others have
shown, the rule cards turned and its own cups. Everything else is dealt again, every possibility with the same chance.
Jokers come first: where they can be decides how many deals and gifts remain.
"""

from __future__ import annotations

from math import comb
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from .bits import Rng, bit, index, members, popcount
from .moustache import (
    GIVE,
    JOKER_CARD,
    NO_JOKERS,
    ONE_EACH,
    OVER,
    PASSED,
    PLAY,
    ROUNDS,
    ROW,
    TAKE,
    State,
    zeros,
)
from .trick import ANIMALS
from .worlds import Unseen

JOKER_DEALS: Final = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]


@final
class Placement:
    """One way in which the jokers may lie."""

    def __init__(self, players: i64) -> None:
        self.at = zeros(players)  # jokers that each seat had after the gifts
        self.in_hand = zeros(players)  # those not laid yet
        self.moved: i64 = 0
        self.unseen = Unseen(0, vec[i64](), vec[i64]())


def imagine(state: State, new: State, me: i64, rng: Rng) -> None:
    """Deals anew in `new`, a copy of the state, all that `me` does not know."""
    resample_row(state, new, rng)
    resample_cups(state, new, me, rng)
    if state.phase == GIVE or state.phase == PLAY or state.phase == TAKE:
        moved_jokers = resample_hands(state, new, me, rng)
        if state.gave:
            resample_gifts(state, new, me, moved_jokers, rng)
        elif state.phase == GIVE:
            resample_choices(state, new, me, rng)


def resample_row(state: State, new: State, rng: Rng) -> None:
    """Hidden rule cards may be any of their pack that are not in the row yet."""
    if state.setup.row or state.phase == ROW or state.round == ROUNDS:
        return
    rules = state.rules[: state.round]
    while len(rules) < ROUNDS:
        pack = state.setup.white if len(rules) < 2 else state.setup.black
        used = [rule.id for rule in rules]
        rest = [rule for rule in pack if rule.id not in used]
        rules.append(rest[rng.below(i64(len(rest)))])
    new.rules = rules


def resample_cups(state: State, new: State, me: i64, rng: Rng) -> None:
    """The others' tokens are any that are not my own."""
    if state.setup.equal_cups or state.phase == OVER:
        return
    cups = state.cups[:]
    for start in range(0, i64(ROUNDS) * state.players, state.players):
        mine = cups[start + me]
        left: i64 = 7
        if mine:
            left ^= bit(mine - 1)
        for seat in range(state.players):
            if seat != me and cups[start + seat]:
                token = rng.pick(left)
                left ^= token
                cups[start + seat] = index(token) + 1
    new.cups = cups


def known_cards(state: State, me: i64, seat: i64) -> i64:
    """The animals of a seat's present hand that another seat knows."""
    if me == seat:
        return state.hands[seat]
    known = state.hands[seat] & state.open_kind
    if state.gave and seat == state.left_of(me):
        known |= state.hands[seat] & state.received[seat]
    return known


def resample_hands(state: State, new: State, me: i64, rng: Rng) -> i64:
    """Deals anew what `me` does not see. Returns the jokers that were given to the left."""
    jokers = zeros(state.players)
    moved: i64 = 0
    if state.setup.jokers == NO_JOKERS:
        hands = unseen(state, me, jokers).deal(rng)
    else:
        placement = place_jokers(state, me, rng)
        jokers = placement.in_hand
        moved = placement.moved
        hands = placement.unseen.hands
    for seat in range(state.players):
        if seat != me:
            new.hands[seat] = known_cards(state, me, seat) | jokers[seat] | hands[seat]
    return moved


def unseen(state: State, me: i64, jokers: vec[i64]) -> Unseen:
    """The animals that `me` does not see, given the jokers in the others' hands."""
    cards: i64 = ANIMALS
    need = zeros(state.players)
    allowed = zeros(state.players)
    for seat in range(state.players):
        known = known_cards(state, me, seat) & ANIMALS
        cards &= ~(known | state.shown[seat])
        if seat != me:
            need[seat] = popcount(state.hands[seat]) - popcount(known | jokers[seat])
            allowed[seat] = state.may_hold[seat] & ~state.open_kind
    return Unseen(cards, need, allowed)


def place_jokers(state: State, me: i64, rng: Rng) -> Placement:
    """Where the jokers are, and the hands that go with it, in proportion to the number of deals and gifts."""
    placements: list[Placement] = []
    weights: list[int] = []
    total = 0
    for placement in possible_placements(state, me):
        ways = ways_of_giving(state, me, placement) if fits(state, me, placement) else 0
        if ways:
            placement.unseen = unseen(state, me, placement.in_hand)
            placements.append(placement)
            weights.append(ways * placement.unseen.bound())
            total += weights[-1]
    if total == 0:
        raise ValueError("no deal of the jokers agrees with this position")
    while True:
        drawn = rng.below_large(total)
        chosen = 0
        while drawn >= weights[chosen]:
            drawn -= weights[chosen]
            chosen += 1
        if placements[chosen].unseen.attempt(rng):
            return placements[chosen]


def possible_placements(state: State, me: i64) -> list[Placement]:
    """All ways in which the jokers can have been dealt and given that `me` cannot exclude."""
    team = members((bit(state.players) - 1) & ~state.second_team)
    found: list[Placement] = []
    for deal in JOKER_DEALS if state.setup.jokers == ONE_EACH else JOKER_DEALS[:1]:
        origin = vec[i64]([-1, -1, -1])
        if state.setup.jokers == ONE_EACH:
            for i in range(i64(len(team))):
                origin[i64(deal[i])] = i64(team[i])
        else:
            origin = vec[i64]([team[0]] * 3)
        for moved in range(i64(8) if state.gave else i64(1)):
            placement = placed(state, me, origin, moved)
            if placement is not None:
                found.append(placement)
    return found


def placed(state: State, me: i64, origin: vec[i64], moved: i64) -> Placement | None:
    """The jokers dealt to `origin`, those of `moved` (bits 0…2) given to the left; none if `me` knows better."""
    found = Placement(state.players)
    mine = state.hands[me] | state.shown[me]
    dealt_to_me = mine & ~state.received[me] | state.received[state.left_of(me)] if state.gave else mine
    for joker in range(i64(3)):
        card = bit(JOKER_CARD + joker)
        moves = moved >> joker & 1 == 1
        at = origin[joker]
        if (at < 0 and moves) or (at == me) != (dealt_to_me & card != 0):
            return None
        if moves:
            if at == me and not state.received[state.left_of(me)] & card:
                return None
            at = state.left_of(at)
            found.moved |= card
            if at == me and not state.received[me] & card:
                return None
        if (at == me) != (mine & card != 0):
            return None
        for seat in range(state.players):
            public = state.shown[seat] | state.hands[seat] & state.open_kind
            if (public & card and at != seat) or (state.open_kind & ~public & card and at == seat):
                return None
        if at >= 0:
            found.at[at] |= card
            found.in_hand[at] |= card & ~state.shown[at]
    return found


def fits(state: State, me: i64, placement: Placement) -> bool:
    """Have the hands room for these jokers beside the cards that are known to be there?"""
    for seat in range(state.players):
        known = known_cards(state, me, seat) | placement.in_hand[seat]
        if seat != me and popcount(known) > popcount(state.hands[seat]):
            return False
    return True


def ways_of_giving(state: State, me: i64, placement: Placement) -> int:
    """How many choices of gifts lead to the same hands."""
    ways = 1
    if state.gave:
        for seat in range(state.players):
            if seat != me and seat != state.left_of(me):
                held = state.hands[seat] | state.shown[seat]
                seen = held & state.gift_kind & ANIMALS
                free = popcount(held) - popcount(placement.at[seat]) - popcount(seen)
                known = popcount(state.received[seat] & state.gift_kind & ANIMALS)
                rest = PASSED - known - popcount(placement.at[seat] & placement.moved)
                ways *= comb(int(free), int(rest)) if 0 <= rest <= free else 0
    return ways


def resample_gifts(state: State, new: State, me: i64, moved_jokers: i64, rng: Rng) -> None:
    """Which cards of the others' hands were given to them."""
    received = state.received[:]
    for seat in range(state.players):
        if seat != me and seat != state.left_of(me):
            held = new.hands[seat] | state.shown[seat]
            known = state.received[seat] & state.gift_kind & ANIMALS | held & moved_jokers
            free = held & ANIMALS & ~state.gift_kind
            received[seat] = known | rng.subset(free, PASSED - popcount(known))
    new.received = received


def resample_choices(state: State, new: State, me: i64, rng: Rng) -> None:
    """Cards that lie chosen for the left are any three of that hand."""
    given = state.given[:]
    for seat in range(state.players):
        if seat != me and given[seat]:
            given[seat] = rng.subset(new.hands[seat], PASSED)
    new.given = given

"""Moustache Gracias as search and training see it: an episode is a round. A slot is the move's number."""

from __future__ import annotations

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from moustaches.engine.bits import Rng, bit, index, popcount
from moustaches.engine.gracias import (
    BID,
    DECK,
    FIRST_BARE,
    LAST_DRESSED,
    LAY,
    PLAY,
    SAY,
    SIX_ROUNDS,
    TOP,
    ZERO,
    Options,
    State,
    none,
    start,
)
from moustaches.engine.worlds import Unseen

from .dealing import Dealing
from .world import Dreams, World, one_of, spot, thermometer

SEATS: Final = 4

FIELDS: Final = (
    ("hand", 22),
    ("seen", 22),
    ("strongest", 23),
    ("phase", 3),
    ("cards", 5),
    ("tricks left", 5),
    ("round", 6),
    ("rounds left", 8),
    ("table", 11),
    ("forbidden bid", 6),
    ("bids over the cards", 16),
    *((f"seat {seat}: role", 6) for seat in range(SEATS)),
    *((f"seat {seat}: bid", 7) for seat in range(SEATS)),
    *((f"seat {seat}: taken", 6) for seat in range(SEATS)),
    *((f"seat {seat}: wanted", 11) for seat in range(SEATS)),
    *((f"seat {seat}: garments", 8) for seat in range(SEATS)),
    *((f"seat {seat}: may hold", 22) for seat in range(1, SEATS)),
    *((f"seat {seat}: forehead", 22) for seat in range(1, SEATS)),
)
WORDS: Final = 37

CHOICE_FIELDS: Final = (
    ("move", 29),
    ("kind", 6),
    ("stronger unseen", 22),
    ("own stronger", 6),
    ("own weaker", 6),
)
CHOICE_WORDS: Final = 5
MOST: Final = 8


# How far a lead of one garment carries: the odds of a seat with g garments are as exp(g / spread). Spreads after each
# of the six rounds fitted to games between searching players; the first is for games that end otherwise.
SPREADS: Final = (1.0, 0.75, 0.7, 0.65, 0.55, 0.45)
HOPES: Final = vec[float]([exp(garments / spread) for spread in SPREADS for garments in range(8)])


@final
class GraciasWorld(World):
    """A round, and the game around it."""

    def __init__(self, state: State, tables: list[Options]) -> None:
        super().__init__(state.players, 1, WORDS, CHOICE_WORDS, MOST)
        self.state = state
        self.tables = tables  # new games take one of these at random
        self.before = state.garments  # replaced, never changed, by the engine
        self.seats_in = state.seats_in

    def copy(self) -> World:
        new = GraciasWorld(self.state.clone(), self.tables)
        new.before = self.before
        new.seats_in = self.seats_in
        return new

    def become(self, other: World) -> None:
        assert isinstance(other, GraciasWorld)
        self.state.become(other.state)
        self.before = other.before
        self.seats_in = other.seats_in

    def imagine(self, seat: i64, rng: Rng) -> World:
        new = GraciasWorld(self.state.resample(int(seat), rng), self.tables)
        new.before = self.before
        new.seats_in = self.seats_in
        return new

    def dreams(self, seat: i64) -> Dreams:
        return GraciasDreams(self, seat)

    def deal(self, rng: Rng) -> None:
        state = self.state
        if state.over or state.round == 0:
            options = self.tables[rng.below(i64(len(self.tables)))]
            state = start(int(self.players), options)
            self.state = state
        while not state.to_act:
            state.supply([rng.shuffle(size) for _, size in state.wants()])
        self.before = state.garments
        self.seats_in = state.seats_in

    def turn(self) -> i64:
        state = self.state
        if state.to_act == 0:
            return -1
        if state.in_turn or state.phase != PLAY:
            return state.turn
        return index(state.to_act & -state.to_act)

    def legal(self, part: i64) -> i64:
        return self.state.legal_mask(self.turn())

    def play(self, slot: i64) -> None:
        state = self.state
        if state.phase == BID:
            state.bid(state.turn, slot)
        elif state.phase == SAY:
            state.say(bit(slot - 6))
        elif state.in_turn:
            state.lay(state.turn, bit(slot - 6))
        else:
            state.choose(self.turn(), bit(slot - 6))

    def playout(self, rng: Rng) -> None:
        self.state.playout(rng)

    def concealed(self) -> bool:
        return self.state.phase == PLAY and not self.state.in_turn

    def settled(self) -> bool:
        return self.state.over

    def win(self, seat: i64) -> float:
        """A share for each of the best. Before the last round it is what players of equal skill with so many garments
        win on average, as far as a weight for each garment can say."""
        state = self.state
        if not state.over:
            return self.hope(seat)
        best: i64 = -1000
        winners: i64 = 0
        mine: i64 = 0
        for each in range(self.players):
            standing = state.garments[each]
            if not state.seats_in >> each & 1:
                standing = state.out_round[each] - 500
            if each == seat:
                mine = standing
            if standing > best:
                best = standing
                winners = 1
            elif standing == best:
                winners += 1
        if mine < best:
            return 0.0
        return 1.0 / float(winners)

    def hope(self, seat: i64) -> float:
        state = self.state
        if not state.seats_in >> seat & 1:
            return 0.0
        row: i64 = 0
        if state.options.end == SIX_ROUNDS and state.round < 6:
            row = state.round * 8
        total = 0.0
        for each in range(self.players):
            if state.seats_in >> each & 1:
                total += HOPES[row + state.garments[each]]
        return HOPES[row + state.garments[seat]] / total

    def margin(self, seat: i64) -> float:
        """Garments kept in this round, against the mean of the others."""
        total: i64 = 0
        others: i64 = 0
        mine: i64 = 0
        for each in range(self.players):
            if self.seats_in >> each & 1:
                kept = self.state.garments[each] - self.before[each]
                if each == seat:
                    mine = kept
                else:
                    total += kept
                    others += 1
        return float(mine) - float(total) / float(others)

    def value(self, seat: i64) -> float:
        if self.state.over:
            return self.margin(seat) * 0.25 + self.win(seat) - 1.0 / float(self.players)
        return self.margin(seat) * 0.25

    def values(self, into: vec[float]) -> None:
        total: i64 = 0
        others: i64 = -1
        for each in range(self.players):
            if self.seats_in >> each & 1:
                total += self.state.garments[each] - self.before[each]
                others += 1
        for each in range(self.players):
            if self.seats_in >> each & 1:
                mine = self.state.garments[each] - self.before[each]
                into[each] = (float(mine) - float(total - mine) / float(others)) * 0.25
                if self.state.over:
                    into[each] = into[each] + self.win(each) - 1.0 / float(self.players)

    def observe(self, seat: i64, into: vec[i64], at: i64) -> None:
        state = self.state
        options = state.options
        players = self.players
        hidden = state.forehead and state.phase == BID
        hand: i64 = 0
        if not hidden:
            hand = state.hands[seat]
        into[at] = hand
        into[at + 1] = state.seen
        into[at + 2] = state.top
        into[at + 3] = bit(state.phase - BID)
        into[at + 4] = one_of(state.cards, 1, 5)
        done: i64 = 0
        bids: i64 = 0
        for each in range(players):
            done += state.taken[each]
            if state.seats_in >> each & 1 and state.bids[each] >= 0:
                bids += state.bids[each]
        into[at + 5] = one_of(state.cards - done, 1, 5)
        step = (state.round - 1) % options.cycle
        into[at + 6] = one_of(step, 0, 6)
        into[at + 7] = thermometer(options.cycle - step, 8)
        into[at + 8] = self.table_bits()
        forbidden: i64 = -1
        if state.phase == BID and seat == state.gringo:
            forbidden = state.forbidden_bid()
        into[at + 9] = spot(forbidden)
        into[at + 10] = one_of(bids - state.cards, -5, 16)
        unseen: i64 = DECK & ~(state.seen | hand)
        at += 11
        for distance in range(i64(SEATS)):
            each = seat + distance
            if each >= players:
                each -= players
            if distance >= players or not state.seats_in >> each & 1:
                for family in range(i64(5)):
                    into[at + family * SEATS + distance] = 0
                if distance:
                    into[at + 19 + distance] = 0
                    into[at + 22 + distance] = 0
                continue
            bid = state.bids[each]
            into[at + distance] = self.role(each)
            into[at + 4 + distance] = bit(bid) if bid >= 0 else bit(6)
            into[at + 8 + distance] = one_of(state.taken[each], 0, 6)
            into[at + 12 + distance] = 0
            if bid >= 0:
                into[at + 12 + distance] = one_of(bid - state.taken[each], -5, 11)
            into[at + 16 + distance] = bit(state.garments[each])
            if distance:
                if state.forehead:
                    into[at + 19 + distance] = 0
                    into[at + 22 + distance] = state.hands[each]
                else:
                    into[at + 19 + distance] = state.may_hold[each] & unseen
                    into[at + 22 + distance] = 0

    def describe(self, seat: i64, into: vec[i64], at: i64) -> i64:
        state = self.state
        moves = self.legal(0)
        unseen: i64 = DECK & ~(state.seen | state.hands[seat])
        last = state.phase == PLAY and state.in_turn and state.next_in(seat) == state.leader
        count: i64 = 0
        while moves and count < MOST:
            move = moves & -moves
            moves ^= move
            self.menu[count] = index(move)
            into[at] = move
            kind: i64 = 1
            into[at + 2] = 0
            into[at + 3] = 0
            into[at + 4] = 0
            if state.phase != BID:
                strength = move >> LAY
                kind = 2
                if strength & (ZERO | TOP):
                    kind |= 4
                if strength > state.top:
                    kind |= 8
                if last:
                    kind |= 16
                if state.phase == SAY:
                    kind |= 32
                above = -strength & ~strength
                into[at + 2] = thermometer(popcount(unseen & above), 22)
                into[at + 3] = thermometer(popcount(state.hands[seat] & above), 6)
                into[at + 4] = thermometer(popcount(state.hands[seat] & ~(above | strength)), 6)
            into[at + 1] = kind
            at += CHOICE_WORDS
            count += 1
        return count

    def table_bits(self) -> i64:
        """The options and the number of players."""
        options = self.state.options
        bits: i64 = bit(self.players - 3)
        if options.end == FIRST_BARE:
            bits |= 4
        if options.end == LAST_DRESSED:
            bits |= 8
        if options.noyade:
            bits |= 16
        if options.uno_dos_tres:
            bits |= 32
        if options.chico:
            bits |= 64
        if options.strict_joker:
            bits |= 128
        if options.blind_joker_zero:
            bits |= 256
        if self.state.forehead:
            bits |= 512
        if self.state.round > options.cycle:
            bits |= 1024
        return bits

    def role(self, seat: i64) -> i64:
        """In the game, El Gringo, the leader, still to lay in this trick, its strongest so far, the announcer."""
        state = self.state
        bits: i64 = 1
        if seat == state.gringo:
            bits |= 2
        if seat == state.leader:
            bits |= 4
        if state.phase == PLAY and state.in_turn:
            if self.place(seat) >= self.place(state.turn):
                bits |= 8
            if state.top and seat == state.top_seat:
                bits |= 16
        if seat == state.next_in(state.gringo):
            bits |= 32
        return bits

    def place(self, seat: i64) -> i64:
        """How far a seat sits from the leader."""
        place = seat - self.state.leader
        return place if place >= 0 else place + self.players


@final
class GraciasDreams(Dreams):
    """The unseen cards dealt anew to the hands that the seat does not see."""

    def __init__(self, real: GraciasWorld, seat: i64) -> None:
        super().__init__(real, seat)
        state = real.state
        self.start = real
        self.trial = GraciasWorld(state.clone(), real.tables)
        self.unknown: i64 = state.seats_in & ~state.knows(seat)
        cards: i64 = DECK & ~state.seen
        need = none(state.players)
        for each in range(state.players):
            if self.unknown >> each & 1:
                need[each] = popcount(state.hands[each])
            else:
                cards &= ~state.hands[each]
        self.dealing = Dealing(Unseen(cards, need, state.may_hold))

    def next(self, rng: Rng) -> World:
        real = self.start.state
        self.trial.become(self.start)
        state = self.trial.state
        self.dealing.deal(rng)
        for each in range(real.players):
            if self.unknown >> each & 1:
                state.hands[each] = self.dealing.hands[each]
                if real.chosen[each]:
                    chosen = state.chosen[:]
                    chosen[each] = rng.pick(state.legal_strengths(each))
                    state.chosen = chosen
        return self.trial

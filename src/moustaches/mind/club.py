"""The Club as search and training see it: an episode is the game. Slots: a cat, or `keep` as the 40th (part 0); naming
an attribute of the next seat (part 1), the one after it (part 2), the third (part 3).

A seat observes what a perfect notebook holds (`notebook.py`). Its learned policy chooses among less than all slots:
the cats by their places in the notebook, and the likeliest attribute of each other seat.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from moustaches.engine.bits import Rng, bit, index, popcount
from moustaches.engine.club import (
    ATTRIBUTES,
    KEEP,
    PLAY,
    Deck,
    Guises,
    State,
    start,
)

from .notebook import PLACES, SCALE, SEATS, Notebook, Tally, doubt, likely
from .world import PART, Dreams, World, one_of, thermometer

FIELDS: Final = (
    ("table", 16),
    ("pile", 20),
    *((f"seat {seat}: role", 6) for seat in range(SEATS)),
    *((f"seat {seat}: hidden", 4) for seat in range(SEATS)),
    *((f"seat {seat}: reserve", 16) for seat in range(SEATS)),
    *((f"seat {seat}: received", 12) for seat in range(SEATS)),
    *((f"own attribute {number}: known", SCALE) for number in range(4)),
    *((f"seat {seat}: attribute {number}", SCALE) for seat in range(1, SEATS) for number in range(3)),
    *((f"seat {seat}: doubt", SCALE) for seat in range(1, SEATS)),
    *((f"seat {seat}: behind me", 17) for seat in range(1, SEATS)),
    ("own hidden", 19),
)
WORDS: Final = 38

CHOICE_FIELDS: Final = (
    ("kind", 6),
    ("likelihood", SCALE),
    ("cat of me", 2 + 2 * SCALE),
    *((f"cat of seat {seat}", 2 * SCALE) for seat in range(1, SEATS)),
    ("asked: hidden", 4),
    ("asked: reserve", 16),
    ("asked: received", 12),
    ("attributes", 19),
)
CHOICE_WORDS: Final = 10
MOST: Final = 16
NAMED: Final = 3  # attributes of each other seat that are considered


@final
class ClubWorld(World):
    """A game."""

    def __init__(self, state: State, tables: list[Deck]) -> None:
        super().__init__(state.players, 4, WORDS, CHOICE_WORDS, MOST)
        self.state = state
        self.tables = tables
        self.notebook = Notebook()
        self.named: i64 = NAMED

    def copy(self) -> World:
        return ClubWorld(self.state.clone(), self.tables)

    def become(self, other: World) -> None:
        assert isinstance(other, ClubWorld)
        self.state.become(other.state)

    def imagine(self, seat: i64, rng: Rng) -> World:
        return ClubWorld(self.state.resample(int(seat), rng), self.tables)

    def dreams(self, seat: i64) -> Dreams:
        return ClubDreams(self, seat)

    def deal(self, rng: Rng) -> None:
        state = start(int(self.players), self.tables[rng.below(i64(len(self.tables)))])
        state.supply([rng.shuffle(size) for _, size in state.wants()])
        self.state = state

    def turn(self) -> i64:
        return self.state.turn if self.state.to_act else i64(-1)

    def seat_after(self, seat: i64, distance: i64) -> i64:
        after = seat + distance
        return after if after < self.players else after - self.players

    def legal(self, part: i64) -> i64:
        state = self.state
        if part == 0:
            return state.hands[state.turn] if state.phase == PLAY else bit(KEEP)
        if state.phase == PLAY or part >= self.players:
            return 0
        return state.offered(self.seat_after(state.turn, part))

    def play(self, slot: i64) -> None:
        state = self.state
        part = slot // PART
        if state.phase == PLAY:
            state.play(state.turn, slot)
        elif part == 0:
            state.keep(state.turn)
        else:
            state.unmask(state.turn, self.seat_after(state.turn, part), slot % PART)

    def playout(self, rng: Rng) -> None:
        self.state.playout(rng)

    def win(self, seat: i64) -> float:
        """Points first, then hidden attributes; a share for each of the best."""
        best: i64 = -1
        winners: i64 = 0
        mine: i64 = 0
        for each in range(self.players):
            standing = self.points(each) * 4 + self.state.hidden(each)
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

    def points(self, seat: i64) -> i64:
        return self.state.received[seat] + self.state.hidden(seat)

    def margin(self, seat: i64) -> float:
        """Points ahead of the mean of the others."""
        total: i64 = 0
        for each in range(self.players):
            if each != seat:
                total += self.points(each)
        return float(self.points(seat)) - float(total) / float(self.players - 1)

    def so_far(self, seat: i64) -> float:
        return self.margin(seat)

    def value(self, seat: i64) -> float:
        return self.win(seat) * 2.0 - 1.0 + self.margin(seat) * 0.1

    def curiosity(self) -> float:
        return 1.0

    # Observations

    def observe(self, seat: i64, into: vec[i64], at: i64) -> None:
        state = self.state
        players = self.players
        notebook = self.notebook
        notebook.read(state, seat)
        place = seat - state.first
        if place < 0:
            place += players
        table = bit(players - 2) | bit(3 + place) | one_of(players - place, 1, 4) << 9
        if state.phase == PLAY:
            table |= 128
        if state.finishing:
            table |= 256
        if state.hands[seat] == 0:
            table |= 8192
        into[at] = table
        into[at + 1] = thermometer((i64(len(state.pile)) - state.drawn + 1) // 2, 20)
        for word in range(i64(2), i64(WORDS)):
            into[at + word] = 0
        for distance in range(players):
            each = self.seat_after(seat, distance)
            into[at + 2 + distance] = self.role(each)
            into[at + 6 + distance] = one_of(state.hidden(each), 0, 4)
            into[at + 10 + distance] = thermometer(state.reserve[each], 16)
            into[at + 14 + distance] = thermometer(state.received[each], 12)
            tally = notebook.tallies[distance]
            if distance == 0:
                self.observe_likely(tally, state.secrets[seat] & ~state.shown[seat], 4, into, at + 18)
            else:
                self.observe_likely(tally, state.offered(each), 3, into, at + 19 + distance * 3)
                into[at + 30 + distance] = doubt(tally.total)
                into[at + 33 + distance] = one_of(self.points(seat) - self.points(each), -8, 17)
        into[at + 37] = state.secrets[seat] & ~state.shown[seat]

    def describe(self, seat: i64, into: vec[i64], at: i64) -> i64:
        """After `observe` of the same seat: the cats in hand, the most telling first; or `keep`, and the likeliest
        attributes of each other seat."""
        state = self.state
        notebook = self.notebook
        count: i64 = 0
        if state.phase == PLAY:
            for place in range(notebook.places):
                self.blank(into, at, 1)
                cat = notebook.cats[place]
                self.menu[count] = cat
                into[at + 2] = notebook.words[place]
                for distance in range(i64(1), self.players):
                    into[at + 2 + distance] = notebook.words[PLACES + place * 3 + distance - 1]
                into[at + 9] = state.attributes[cat]
                at += CHOICE_WORDS
                count += 1
            return count
        self.menu[0] = KEEP
        self.blank(into, at, 2)
        count = 1
        for distance in range(i64(1), self.players):
            asked = self.seat_after(seat, distance)
            tally = notebook.tallies[distance]
            among = state.offered(asked)
            for _ in range(self.named):
                best = self.next_named(tally, among)
                if best < 0:
                    break
                among ^= bit(best)
                at += CHOICE_WORDS
                self.blank(into, at, 4 | bit(2 + distance))
                self.menu[count] = distance * PART + best
                into[at + 1] = likely(tally.ways[best], tally.total)
                into[at + 6] = one_of(state.hidden(asked), 0, 4)
                into[at + 7] = thermometer(state.reserve[asked], 16)
                into[at + 8] = thermometer(state.received[asked], 12)
                into[at + 9] = bit(best)
                count += 1
        return count

    def next_named(self, tally: Tally, among: i64) -> i64:
        """The likeliest attribute; for who considers everything, in the end those that cannot be, too."""
        best = tally.likeliest(among)
        if best < 0 and among and self.named > NAMED:
            return index(among & -among)
        return best

    def widen(self) -> None:
        """From now on every legal guess is considered, as a coach must; a player need not."""
        self.named = ATTRIBUTES
        self.most = 1 + 3 * ATTRIBUTES
        self.menu = vec[i64]([0] * int(self.most))

    def blank(self, into: vec[i64], at: i64, kind: i64) -> None:
        """A choice of a kind, nothing else said yet."""
        for word in range(i64(CHOICE_WORDS)):
            into[at + word] = 0
        into[at] = kind

    def observe_likely(self, tally: Tally, among: i64, count: i64, into: vec[i64], at: i64) -> None:
        """How likely the likeliest attributes are, the most likely first."""
        for number in range(count):
            best = tally.likeliest(among)
            if best < 0:
                return
            among ^= bit(best)
            into[at + number] = likely(tally.ways[best], tally.total)

    def role(self, seat: i64) -> i64:
        """At the table, the first player, and how many cats in hand."""
        bits: i64 = 1
        if seat == self.state.first:
            bits |= 2
        return bits | one_of(popcount(self.state.hands[seat]), 0, 4) << 2


@final
class ClubDreams(Dreams):
    """Secrets, cats in hand and the pile, drawn anew."""

    def __init__(self, real: ClubWorld, seat: i64) -> None:
        super().__init__(real, seat)
        self.start = real
        self.trial = ClubWorld(real.state.clone(), real.tables)
        self.guises: list[Guises] = []
        for each in range(real.players):
            if each != seat:
                self.guises.append(real.state.guises(seat, each))

    def next(self, rng: Rng) -> World:
        world = self.trial
        world.become(self.start)
        world.state.secrets = self.secrets(rng)
        world.state.imagine_cats(self.seat, rng)
        return world

    def secrets(self, rng: Rng) -> vec[i64]:
        """Drawn for each of the others by itself, all of them again until no two overlap."""
        secrets = self.start.state.secrets[:]
        clash = True
        while clash:
            clash = False
            taken = secrets[self.seat]
            for guises in self.guises:
                secret = guises.draw(rng)
                if secret & taken:
                    clash = True
                    break
                taken |= secret
                secrets[guises.seat] = secret
        return secrets

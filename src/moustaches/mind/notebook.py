"""A perfect notebook of the Club: what a seat can work out of everybody's attributes, and of what a cat would tell.

`Notebook.read` fills it from a state, for one seat, from what that seat knows. The cats in hand are put into *places*,
the most telling first; of each other seat the likeliest attribute is noted. These are what the learned policy chooses
among.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from moustaches.engine.bits import bit, index, members, popcount
from moustaches.engine.club import ALL_ATTRIBUTES, ATTRIBUTES, PLAY, Guises, State, choices

SEATS: Final = 4
PLACES: Final = 4
SCALE: Final = 12  # a likelihood is written as so many bits: those below it are set
FORTIETHS: Final = vec[i64]([1, 3, 6, 10, 14, 18, 22, 26, 30, 34, 38, 40])


@final
class Tally:
    """Of some guises, how many there are, and in how many each attribute is."""

    def __init__(self) -> None:
        self.total: i64 = 0
        self.ways = vec[i64]([0] * ATTRIBUTES)

    def count(self, guises: Guises, without: i64) -> None:
        """Only the guises that have none of these attributes."""
        self.total = 0
        ways = self.ways
        for attribute in range(i64(ATTRIBUTES)):
            ways[attribute] = 0
        for group in range(i64(len(guises.until))):
            certain = guises.certain[group]
            if certain & without:
                continue
            size = guises.size[group]
            free: i64 = guises.free[group] & ~without
            number = choices(popcount(free), size)
            if number == 0:
                continue
            self.total += number
            while certain:
                attribute = certain & -certain
                certain ^= attribute
                ways[index(attribute)] += number
            if size:
                number = choices(popcount(free) - 1, size - 1)
                while free:
                    attribute = free & -free
                    free ^= attribute
                    ways[index(attribute)] += number

    def certain(self) -> i64:
        """A mask of the attributes that are in all of them."""
        mask: i64 = 0
        for attribute in range(i64(ATTRIBUTES)):
            if self.ways[attribute] == self.total:
                mask |= bit(attribute)
        return mask

    def likeliest(self, among: i64) -> i64:
        """The attribute that is in most of them, −1 if none is in any."""
        best: i64 = -1
        most: i64 = 0
        while among:
            lowest = among & -among
            among ^= lowest
            attribute = index(lowest)
            if self.ways[attribute] > most:
                most = self.ways[attribute]
                best = attribute
        return best


@final
class Notebook:
    """What one seat knows, by the distance of the others to its left; distance 0 is what anybody knows of it."""

    def __init__(self) -> None:
        self.places: i64 = 0  # that hold a cat
        self.cats = vec[i64]([0] * PLACES)
        self.named = vec[i64]([0] * SEATS)  # the likeliest attribute of each seat that may be named, −1: none
        self.tallies = [Tally() for _ in range(SEATS)]
        self.part = Tally()
        self.scores = vec[float]([0.0] * 41)
        self.words = vec[i64]([0] * (PLACES + PLACES * 3))

    def read(self, state: State, seat: i64) -> None:
        """Everything, for the seat to act."""
        guises: list[Guises] = []
        sure = vec[i64]([0] * SEATS)
        for distance in range(state.players):
            other = after(state, seat, distance)
            found = known_of(state, seat, other, 0)
            guises.append(found)
            self.tallies[distance].count(found, 0)
            if distance:
                sure[distance] = self.tallies[distance].certain()
        for distance in range(i64(1), state.players):
            taken: i64 = 0
            for each in range(i64(1), state.players):
                if each != distance:
                    taken |= sure[each]
            other = after(state, seat, distance)
            if taken & ~state.open:
                guises[distance] = known_of(state, seat, other, taken)
                self.tallies[distance].count(guises[distance], 0)
            self.named[distance] = self.tallies[distance].likeliest(state.offered(other))
        self.places = 0
        if state.phase == PLAY:
            self.read_cats(state, seat, guises)

    def read_cats(self, state: State, seat: i64, guises: list[Guises]) -> None:
        """What each cat in hand would tell, the most telling first."""
        hand = state.hands[seat]
        for cat in members(hand):
            worth = 0.0
            for distance in range(i64(1), state.players):
                other = after(state, seat, distance)
                tally = self.tallies[distance]
                worth += float(self.hits(state, guises[distance], tally, other, cat)) / float(tally.total)
            self.scores[cat] = worth
        while hand and self.places < PLACES:
            best: i64 = -1
            rest = hand
            while rest:
                lowest = rest & -rest
                rest ^= lowest
                each = index(lowest)
                if best < 0 or self.scores[each] > self.scores[best]:
                    best = each
            hand ^= bit(best)
            self.cats[self.places] = best
            self.write_place(state, seat, guises, self.places, best)
            self.places += 1

    def hits(self, state: State, guises: Guises, tally: Tally, other: i64, cat: i64) -> i64:
        """In how many guises the best guess after this cat's answer is right. `part` keeps the unmasked ones."""
        part = self.part
        part.count(guises, state.attributes[cat])
        masked: i64 = 0
        bare: i64 = 0
        among = state.offered(other)
        while among:
            lowest = among & -among
            among ^= lowest
            attribute = index(lowest)
            ways = part.ways[attribute]
            if ways > bare:
                bare = ways
            if tally.ways[attribute] - ways > masked:
                masked = tally.ways[attribute] - ways
        return masked + bare

    def write_place(self, state: State, seat: i64, guises: list[Guises], place: i64, cat: i64) -> None:
        """A place as bits: what the cat tells of me, and of each other."""
        mine = self.tallies[0]
        part = self.part
        part.count(guises[0], state.attributes[cat])
        wears = state.attributes[cat] & state.secrets[seat] != 0
        whole = part.total
        if wears:
            whole = mine.total - part.total
        most: i64 = 0
        hidden: i64 = state.secrets[seat] & ~state.shown[seat]
        while hidden:
            lowest = hidden & -hidden
            hidden ^= lowest
            attribute = index(lowest)
            ways = part.ways[attribute]
            if wears:
                ways = mine.ways[attribute] - ways
            if ways > most:
                most = ways
        word = likely(mine.total - part.total, mine.total) << 2 | likely(most, whole) << 2 + SCALE | 1
        if wears:
            word |= 2
        self.words[place] = word
        for distance in range(i64(1), state.players):
            other = after(state, seat, distance)
            tally = self.tallies[distance]
            hits = self.hits(state, guises[distance], tally, other, cat)
            masks = likely(tally.total - self.part.total, tally.total)
            self.words[PLACES + place * 3 + distance - 1] = masks | likely(hits, tally.total) << SCALE


def after(state: State, seat: i64, distance: i64) -> i64:
    """The seat so many to the left."""
    seat += distance
    if seat >= state.players:
        seat -= state.players
    return seat


def known_of(state: State, seat: i64, other: i64, taken: i64) -> Guises:
    """What another's secrets may be for a seat that knows these attributes to be elsewhere; of itself, for one who
    sees nothing but the table."""
    guises = Guises(state.deck, other)
    shown = state.shown[other]
    unexplained = state.masked[other]
    for attribute in members(shown):
        unexplained &= ~state.deck.carriers[attribute]
    free: i64 = ALL_ATTRIBUTES & ~(state.open | state.excluded[other] | taken)
    if other != seat:
        free &= ~state.secrets[seat]
    guises.explain(unexplained, shown, free, state.hidden(other))
    return guises


def likely(part: i64, whole: i64) -> i64:
    """A likelihood on the scale."""
    bits: i64 = 0
    for step in range(i64(SCALE)):
        if part * 40 < FORTIETHS[step] * whole:
            return bits
        bits |= bit(step)
    return bits


def doubt(ways: i64) -> i64:
    """How many times the ways can be halved, up to the scale's end."""
    halvings: i64 = 0
    while ways > 1:
        ways >>= 1
        halvings += 1
    if halvings > SCALE:
        halvings = SCALE
    return bit(halvings) - 1

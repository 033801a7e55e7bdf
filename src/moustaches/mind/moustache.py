"""Moustache as search and training see it: an episode is a round. Slots: laying a card (part 0), stealing an animal
(part 1), one of the three cards to give (part 2).

Cards that a rule makes special are not told by its name alone: what each card is worth, which ones would lead the
trick and who leads it now are asked of the row itself.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from moustaches.engine.bits import Rng, bit, index, popcount
from moustaches.engine.moustache import (
    GIVE,
    NO_JOKERS,
    PASSED,
    PLAY,
    ROUND,
    ROUNDS,
    ROW,
    TAKE,
    Setup,
    State,
    start,
    zeros,
)
from moustaches.engine.moustache_worlds import (
    Placement,
    fits,
    known_cards,
    possible_placements,
    resample_choices,
    resample_gifts,
    unseen,
    ways_of_giving,
)
from moustaches.engine.trick import ANIMALS, BLUE, GREEN, ORANGE, PINK, UNICORN, Count, Trick, colour_of

from .dealing import Dealing
from .notebook import likely
from .world import PART, Dreams, World, one_of, thermometer

SEATS: Final = 6
STEAL_PART: Final = 1
GIVE_PART: Final = 2

# The rule cards that the networks know, in the order of their bits. The order never changes: only append.
KNOWN_RULES: Final = (
    "green-negative",
    "pink-open",
    "pass-three",
    "blue-tax",
    "pink-plus",
    "fewest-stars",
    "zero-heroes",
    "last-trick",
    "twos-win",
    "equals-vanish",
    "colours-inverted",
    "three-lowest",
    "cut-redirects",
    "lead-is-trump",
    "second-best",
    "zero-fells-ten",
)

FIELDS: Final = (
    ("hand", 47),
    ("to give", 47),
    ("our pile", 47),
    ("their pile", 47),
    ("gone", 47),
    ("unseen", 47),
    ("laid in the trick", 47),
    ("would lead", 47),
    ("worth less than 0", 44),
    ("worth 1 or more", 44),
    ("worth 2 or more", 44),
    ("worth 3 or more", 44),
    ("demanded", 4),
    ("order of colours", 16),
    ("leads now", 7),
    ("stars in the trick", 20),
    ("our lead", 41),
    ("stars to come", 20),
    ("our blues", 17),
    ("rules", 16),
    ("order of rules", 4),
    ("table", 11),
    ("tricks left", 12),
    *((f"seat {seat}: role", 6) for seat in range(SEATS)),
    *((f"seat {seat}: lays", 47) for seat in range(1, SEATS)),
    *((f"seat {seat}: shown", 47) for seat in range(1, SEATS)),
    *((f"seat {seat}: known", 47) for seat in range(1, SEATS)),
    *((f"seat {seat}: may have", 4) for seat in range(1, SEATS)),
)
WORDS: Final = 49

CHOICE_FIELDS: Final = (
    ("card", 47),
    ("value and rank of the colour", 15),
    ("stars", 8),
    ("kind", 9),
    ("leads after the unseen", 12),
    ("own of the colour", 6),
    ("unseen of the colour", 11),
    ("stars in the trick with it", 20),
    ("our team takes the trick", 12),
    ("stars won in the trick", 25),
)
CHOICE_WORDS: Final = 10
GLIMPSES: Final = 32  # worlds in which the trick at hand is played to its end, for the last two
MOST: Final = 16


@final
class MoustacheWorld(World):
    """A round."""

    def __init__(self, state: State, tables: list[Setup]) -> None:
        super().__init__(state.players, 3, WORDS, CHOICE_WORDS, MOST)
        self.state = state
        self.tables = tables  # new rounds take one of these at random
        self.giving: i64 = 0  # chosen to give by the seat to act, not yet all three
        self.trial = Trick()
        self.unseen: i64 = 0  # as of the last observation, and the seat that leads the trick
        self.leading_seat: i64 = -1
        self.glimpses: i64 = GLIMPSES
        self.glimpse: State | None = None  # memory for looking ahead
        self.row = state.row  # the row of the next two
        self.rule_bits: i64 = 0
        self.rule_order: i64 = 0
        self.read_row()

    def copy(self) -> World:
        new = MoustacheWorld(self.state.clone(), self.tables)
        new.giving = self.giving
        return new

    def become(self, other: World) -> None:
        assert isinstance(other, MoustacheWorld)
        self.state.become(other.state)
        self.giving = other.giving

    def imagine(self, seat: i64, rng: Rng) -> World:
        new = MoustacheWorld(self.state.resample(int(seat), rng), self.tables)
        new.giving = self.giving
        return new

    def dreams(self, seat: i64) -> Dreams:
        return MoustacheDreams(self, seat)

    def deal(self, rng: Rng) -> None:
        """A round of any number of rules, of a row drawn anew."""
        state = start(self.tables[rng.below(i64(len(self.tables)))])
        if state.phase == ROW:
            state.supply([rng.shuffle(size) for _, size in state.wants()])
        state.round = rng.below(ROUNDS)
        state.supply([rng.shuffle(size) for _, size in state.wants()])
        assert state.phase != ROUND
        self.state = state
        self.players = state.players
        self.giving = 0

    def turn(self) -> i64:
        state = self.state
        if state.phase == GIVE:
            return index(state.to_act & -state.to_act)
        if state.to_act == 0:
            return -1
        return state.turn

    def legal(self, part: i64) -> i64:
        state = self.state
        if state.phase == PLAY:
            return state.legal_cards(state.turn) if part == 0 else i64(0)
        if state.phase == TAKE:
            return state.trick.cards if part == STEAL_PART else i64(0)
        if part != GIVE_PART:
            return 0
        return state.hands[self.turn()] & ~self.giving

    def play(self, slot: i64) -> None:
        state = self.state
        card = bit(slot % PART)
        if state.phase == PLAY:
            state.lay(state.turn, card)
        elif state.phase == TAKE:
            state.take(card)
        else:
            self.giving |= card
            if popcount(self.giving) == PASSED:
                three = self.giving
                self.giving = 0
                state.give(self.turn(), three)

    def steps(self) -> i64:
        if self.state.phase == GIVE:
            return PASSED - popcount(self.giving)
        return 1

    def playout(self, rng: Rng) -> None:
        if self.giving:
            seat = self.turn()
            rest = rng.subset(self.state.hands[seat] & ~self.giving, PASSED - popcount(self.giving))
            three = self.giving | rest
            self.giving = 0
            self.state.give(seat, three)
        self.state.playout(rng)

    def concealed(self) -> bool:
        return self.state.phase == GIVE

    def win(self, seat: i64) -> float:
        return float(self.state.won >> seat & 1)

    def margin(self, seat: i64) -> float:
        """Stars ahead; behind where fewer win."""
        state = self.state
        ahead = self.lead(state.team_of(seat))
        if state.row.fewest_win:
            ahead = -ahead
        return float(ahead)

    def so_far(self, seat: i64) -> float:
        return self.margin(seat)

    def value(self, seat: i64) -> float:
        return self.win(seat) * 2.0 - 1.0 + self.margin(seat) * 0.01

    def curiosity(self) -> float:
        return 1.6

    def values(self, into: vec[float]) -> None:
        value = self.value(0)
        second = self.state.team_of(0)
        for each in range(self.players):
            into[each] = value
            if self.state.team_of(each) != second:
                into[each] = -value

    def lead(self, team: i64) -> i64:
        """How many more stars a team has by now."""
        state = self.state
        count = Count(state.pile0, state.pile1, state.last_taker)
        return state.row.total(count, team) - state.row.total(count, 1 - team)

    # Observations

    def read_row(self) -> None:
        """The rules of the row as bits, and which of those that name a winner comes first."""
        row = self.state.row
        self.row = row
        self.rule_bits = 0
        ids = [rule.id for rule in row.rules]
        for number in range(len(KNOWN_RULES)):
            if KNOWN_RULES[number] in ids:
                self.rule_bits |= bit(number)
        self.rule_order = 0
        for place, (first, second) in enumerate(ORDERED):
            if first in ids and second in ids and ids.index(first) < ids.index(second):
                self.rule_order |= bit(place)

    def laid_mask(self) -> i64:
        """The cards laid in this trick, jokers too."""
        state = self.state
        cards: i64 = 0
        for each in range(self.players):
            if self.has_laid(each):
                cards |= state.lays[each]
        return cards

    def has_laid(self, seat: i64) -> bool:
        state = self.state
        if state.phase == TAKE:
            return True
        if state.phase != PLAY:
            return False
        return self.place(seat) < self.place(state.turn)

    def place(self, seat: i64) -> i64:
        """How far a seat sits from the leader."""
        place = seat - self.state.leader
        return place if place >= 0 else place + self.players

    def leads(self, animals: i64, demanded: i64, unicorn: bool) -> i64:
        """The card that would take a trick of these cards."""
        trial = self.trial
        trial.cards = animals
        trial.demanded = demanded
        return self.state.row.resolve(trial, unicorn, None)

    def would_lead(self, cards: i64, laid: i64) -> i64:
        """Those of the cards that would take the trick, if it ended with them."""
        state = self.state
        animals = state.trick.cards
        demanded = state.trick.demanded
        leading: i64 = cards & UNICORN
        if laid & UNICORN:
            return leading
        rest: i64 = cards & ANIMALS
        while rest:
            card = rest & -rest
            rest ^= card
            asked = demanded
            if asked == 0:
                asked = colour_of(card)
            elif not card & asked and state.row.redirects:
                asked = state.row.redirect(asked, card)
            if self.leads(animals | card, asked, False) == card:
                leading |= card
        return leading

    def observe(self, seat: i64, into: vec[i64], at: i64) -> None:
        state = self.state
        if self.row is not state.row:
            self.read_row()
        row = state.row
        players = self.players
        team = state.team_of(seat)
        hand = state.hands[seat]
        laid = self.laid_mask()
        into[at] = hand
        into[at + 1] = self.giving
        into[at + 2] = state.pile1 if team else state.pile0
        into[at + 3] = state.pile0 if team else state.pile1
        into[at + 4] = state.gone
        into[at + 6] = laid
        into[at + 7] = 0
        if state.phase == PLAY:
            into[at + 7] = self.would_lead(state.legal_cards(seat), laid)
        self.observe_stars(team, into, at)
        into[at + 12] = colour_bits(state.trick.demanded)
        into[at + 13] = self.colour_order()
        winner: i64 = -1
        if state.phase == TAKE:
            winner = state.winner
        elif laid:
            best = self.leads(state.trick.cards, state.trick.demanded, laid & UNICORN != 0)
            if best:
                winner = state.holder(best)
        into[at + 14] = bit(6)
        if winner >= 0:
            into[at + 14] = bit(self.distance(seat, winner))
        into[at + 18] = one_of(
            popcount((state.pile1 if team else state.pile0) & BLUE)
            - popcount((state.pile0 if team else state.pile1) & BLUE),
            -8,
            17,
        )
        into[at + 19] = self.rule_bits
        into[at + 20] = self.rule_order
        table = bit(players - 3) | bit(state.phase - GIVE + 4)
        if state.team_of(state.crown) == team:
            table |= 128
        if row.fewest_win:
            table |= 256
        if state.gave:
            table |= 512
        if state.setup.jokers:
            table |= 1024
        into[at + 21] = table
        into[at + 22] = thermometer(popcount(hand), 12)
        unseen: i64 = state.setup.deck & ~hand
        at += 23
        for distance in range(i64(SEATS)):
            if distance >= players:
                into[at + distance] = 0
                if distance:
                    into[at + 5 + distance] = 0
                    into[at + 10 + distance] = 0
                    into[at + 15 + distance] = 0
                    into[at + 20 + distance] = 0
                continue
            each = seat + distance
            if each >= players:
                each -= players
            unseen &= ~state.shown[each]
            into[at + distance] = self.role(each, team)
            if distance:
                into[at + 5 + distance] = 0
                if self.has_laid(each):
                    into[at + 5 + distance] = state.lays[each]
                into[at + 10 + distance] = state.shown[each]
                known = self.known(seat, each)
                unseen &= ~known
                into[at + 15 + distance] = known
                into[at + 20 + distance] = colour_bits(state.may_hold[each])
        into[at - 18] = unseen
        self.unseen = unseen
        self.leading_seat = winner

    def describe(self, seat: i64, into: vec[i64], at: i64) -> i64:
        """After `observe` of the same seat."""
        state = self.state
        laid = self.laid_mask()
        last = state.phase == PLAY and self.place(seat) == self.players - 1
        order = state.trick.order
        unseen: i64 = self.unseen & ANIMALS
        team = state.team_of(seat)
        stake = self.stars_in(state.trick.cards)
        count: i64 = 0
        for part in range(self.parts):
            cards = self.legal(part)
            while cards and count < MOST:
                card = cards & -cards
                cards ^= card
                self.menu[count] = part * PART + index(card)
                into[at] = card
                kind = bit(part)
                for word in range(i64(1), i64(CHOICE_WORDS)):
                    into[at + word] = 0
                if last:
                    kind |= 8
                if card & ANIMALS:
                    number = index(card)
                    colour = colour_of(card)
                    into[at + 1] = bit(number % 11) | bit(11 + rank_in(order, number // 11))
                    into[at + 2] = one_of(state.row.stars[number], -3, 8)
                    if card & state.trick.demanded:
                        kind |= 16
                    if part != STEAL_PART and not laid & UNICORN:
                        share = self.leads_after(card, unseen, last)
                        into[at + 4] = likely(share, 1 if last else popcount(unseen))
                    into[at + 5] = thermometer(popcount(state.hands[seat] & colour), 6)
                    into[at + 6] = thermometer(popcount(unseen & colour), 11)
                    into[at + 7] = one_of(stake + state.row.stars[number], -6, 20)
                else:
                    into[at + 7] = one_of(stake, -6, 20)
                if part == 0:
                    if self.would_lead(card, laid):
                        kind |= 32
                    if self.leading_seat >= 0:
                        kind |= 64 if state.team_of(self.leading_seat) == team else 128
                    if self.opponents_to_come(seat, team):
                        kind |= 256
                into[at + 3] = kind
                at += CHOICE_WORDS
                count += 1
        if state.phase == PLAY:
            self.look_ahead(seat, count, last, into, at - count * CHOICE_WORDS)
        return count

    def look_ahead(self, seat: i64, count: i64, last: bool, into: vec[i64], at: i64) -> None:
        """What becomes of the trick after each choice, at random in some worlds that the seat thinks possible. The
        chance in it depends on what the seat observes alone."""
        rng = Rng(int(self.unseen) * 64 + int(self.state.tricks))
        team = self.state.team_of(seat)
        worlds: i64 = 1 if last else self.glimpses
        taken = vec[i64]([0] * MOST)
        stars = vec[i64]([0] * MOST)
        trial = self.glimpse
        if trial is None:
            trial = self.state.clone()
            self.glimpse = trial
        trial.setup = self.state.setup
        dreams: Dreams = self.dreams(seat)
        for _ in range(worlds):
            world: World = self
            if not last:
                world = dreams.next(rng)
            assert isinstance(world, MoustacheWorld)
            before0 = world.state.pile0
            before1 = world.state.pile1
            for choice in range(count):
                trial.become(world.state)
                trial.lay(seat, bit(self.menu[choice]))
                while trial.phase == PLAY and trial.tricks == self.state.tricks:
                    trial.lay(trial.turn, rng.pick(trial.legal_cards(trial.turn)))
                if trial.last_taker == team:
                    taken[choice] += 1
                won = self.stars_in(trial.pile0 ^ before0) - self.stars_in(trial.pile1 ^ before1)
                if trial.phase == TAKE:
                    won = self.stars_in(trial.trick.cards)
                    if trial.last_taker:
                        won = -won
                stars[choice] += -won if team else won
        for choice in range(count):
            into[at + choice * CHOICE_WORDS + 8] = likely(taken[choice], worlds)
            into[at + choice * CHOICE_WORDS + 9] = one_of(stars[choice] * 2 // worlds, -12, 25)

    def stars_in(self, cards: i64) -> i64:
        """What some animals are worth."""
        stars: i64 = 0
        cards &= ANIMALS
        while cards:
            lowest = cards & -cards
            cards ^= lowest
            stars += self.state.row.stars[index(lowest)]
        return stars

    def opponents_to_come(self, seat: i64, team: i64) -> bool:
        """Does one of the others play to this trick after the seat?"""
        for each in range(self.players):
            if self.place(each) > self.place(seat) and self.state.team_of(each) != team:
                return True
        return False

    def leads_after(self, card: i64, unseen: i64, last: bool) -> i64:
        """After how many of the unseen animals, each by itself, this card would lead the trick; 1 if it does so as the
        last."""
        state = self.state
        animals: i64 = state.trick.cards | card
        demanded = state.trick.demanded
        if demanded == 0:
            demanded = colour_of(card)
        elif not card & demanded and state.row.redirects:
            demanded = state.row.redirect(demanded, card)
        if last:
            return 1 if self.leads(animals, demanded, False) == card else 0
        count: i64 = 0
        while unseen:
            other = unseen & -unseen
            unseen ^= other
            asked = demanded
            if state.row.redirects and not other & asked:
                asked = state.row.redirect(asked, other)
            if self.leads(animals | other, asked, False) == card:
                count += 1
        return count

    def observe_stars(self, team: i64, into: vec[i64], at: i64) -> None:
        """What cards are worth, and how the count stands."""
        state = self.state
        stars = state.row.stars
        negative: i64 = 0
        one: i64 = 0
        two: i64 = 0
        three: i64 = 0
        stake: i64 = 0
        to_come: i64 = 0
        over: i64 = state.pile0 | state.pile1 | state.gone
        for card in range(i64(44)):
            worth = stars[card]
            if worth:
                here = bit(card)
                if worth < 0:
                    negative |= here
                else:
                    one |= here
                    if worth > 1:
                        two |= here
                        if worth > 2:
                            three |= here
                if state.trick.cards & here:
                    stake += worth
                if not over & here:
                    if worth < 0:
                        to_come -= worth
                    else:
                        to_come += worth
        into[at + 8] = negative
        into[at + 9] = one
        into[at + 10] = two
        into[at + 11] = three
        into[at + 15] = one_of(stake, -6, 20)
        into[at + 16] = thermometer(self.lead(team) + 20, 41)
        into[at + 17] = thermometer((to_come + 1) // 2, 20)

    def known(self, seat: i64, other: i64) -> i64:
        """The cards of another hand that a seat knows of: open ones, and those that it gave."""
        state = self.state
        known = state.hands[other] & state.open_kind
        if state.gave:
            gift: i64 = state.received[other]
            if state.left_of(seat) != other:
                gift &= state.gift_kind
            known |= gift & state.hands[other]
        return known

    def role(self, seat: i64, team: i64) -> i64:
        """At the table, of our team, the crown, the leader, still to lay, has a card more to lay."""
        state = self.state
        bits: i64 = 1
        if state.team_of(seat) == team:
            bits |= 2
        if seat == state.crown:
            bits |= 4
        if seat == state.leader:
            bits |= 8
        if not self.has_laid(seat):
            bits |= 16
        if state.phase == TAKE and seat == state.winner:
            bits |= 32
        return bits

    def distance(self, seat: i64, other: i64) -> i64:
        """How far another sits to the left."""
        distance = other - seat
        return distance if distance >= 0 else distance + self.players

    def colour_order(self) -> i64:
        """For each of the four ranks, a bit for its colour."""
        state = self.state
        if state.row.reorders:
            state.row.set_order(state.trick, None)
        order = state.trick.order
        bits: i64 = 0
        for rank in range(i64(4)):
            bits |= bit(rank * 4 + (order >> rank * 4 & 15))
        return bits


ORDERED: Final = [
    ("twos-win", "three-lowest"),
    ("twos-win", "zero-fells-ten"),
    ("three-lowest", "zero-fells-ten"),
    ("pass-three", "pink-open"),
]


def rank_in(order: i64, colour: i64) -> i64:
    """How strong a colour is, 0…3."""
    rank: i64 = 0
    while order & 15 != colour:
        order >>= 4
        rank += 1
    return rank


def colour_bits(cards: i64) -> i64:
    """Green, pink, orange, blue: a bit for each colour among the cards."""
    bits: i64 = 0
    if cards & GREEN:
        bits |= 1
    if cards & PINK:
        bits |= 2
    if cards & ORANGE:
        bits |= 4
    if cards & BLUE:
        bits |= 8
    return bits


@final
class MoustacheDreams(Dreams):
    """The hands of the others dealt anew, with what lies chosen or was given among them. Hidden rule cards and cups
    have no say in a round and stay."""

    def __init__(self, real: MoustacheWorld, seat: i64) -> None:
        super().__init__(real, seat)
        state = real.state
        self.start = real
        self.trial = MoustacheWorld(state.clone(), real.tables)
        self.known = zeros(state.players)  # what the seat knows of each hand
        self.placements: list[Placement] = []  # where the jokers may lie, and the deals around them
        self.dealings: list[Dealing] = []
        self.weights: list[int] = []
        self.total = 0
        for each in range(state.players):
            self.known[each] = known_cards(state, seat, each)
        if state.setup.jokers == NO_JOKERS:
            self.add(state, Placement(state.players), 1)
        else:
            for placement in possible_placements(state, seat):
                if fits(state, seat, placement):
                    self.add(state, placement, ways_of_giving(state, seat, placement))

    def add(self, state: State, placement: Placement, ways: int) -> None:
        """A way in which the jokers may lie, by the number of deals and gifts that lead there."""
        if ways:
            placement.unseen = unseen(state, self.seat, placement.in_hand)
            self.placements.append(placement)
            self.dealings.append(Dealing(placement.unseen))
            self.weights.append(ways * placement.unseen.bound())
            self.total += self.weights[-1]

    def place(self, rng: Rng) -> Placement:
        """Where the jokers lie, with the hands dealt around them."""
        if len(self.placements) == 1:
            self.dealings[0].deal(rng)
            return self.placements[0]
        while True:
            drawn = rng.below_large(self.total)
            chosen = 0
            while drawn >= self.weights[chosen]:
                drawn -= self.weights[chosen]
                chosen += 1
            if self.dealings[chosen].attempt(rng):
                return self.placements[chosen]

    def next(self, rng: Rng) -> World:
        world = self.trial
        world.become(self.start)
        real = self.start.state
        state = world.state
        placement = self.place(rng)
        for each in range(real.players):
            if each != self.seat:
                state.hands[each] = self.known[each] | placement.in_hand[each] | placement.unseen.hands[each]
        if real.gave:
            resample_gifts(real, state, self.seat, placement.moved, rng)
        elif real.phase == GIVE:
            resample_choices(real, state, self.seat, rng)
        return world

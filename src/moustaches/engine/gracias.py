"""Moustache Gracias: bid your tricks, lose a garment for each one you were off.

Card 0 is the joker, cards 1…21 the lotería. A *strength* is 0…22: a number's own value, or what the joker's player
said. Hands are masks of cards, tricks are masks of strengths. Moves are whole numbers: a bid b is b, laying a card
at strength s is LAY + s.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from .bits import Rng, bit, index, members, popcount
from .worlds import Unseen

CARDS: Final = 22
DECK: Final = 0x3FFFFF
JOKER: Final = 1  # as a card
ZERO: Final = 1  # the joker laid as 0
TOP: Final = 1 << 22  # the joker laid as 22
NUMBERS: Final = 0x3FFFFE
DRESSED: Final = 7
LONGEST: Final = 20  # cycles of `last-dressed` (G11)

LAY: Final = 6
MOVES: Final = 29

# Ends of the game
SIX_ROUNDS: Final = 0
FIRST_BARE: Final = 1
LAST_DRESSED: Final = 2

# Phases
DRAW: Final = 0
DEAL: Final = 1
BID: Final = 2
PLAY: Final = 3
SAY: Final = 4  # the forehead cards are turned; the joker's owner says 0 or 22
OVER: Final = 5

# What a state notes for the game room: (kind, seat, a, b)
DRAWN: Final = 0  # seat drew card a for the deal (joker: set aside, G1)
DEALER: Final = 1  # seat is El Gringo
ROUND: Final = 2  # round a begins with b cards each, seat is El Gringo
DEALT: Final = 3  # seat has the cards of mask a
BIDS: Final = 4  # seat bids a
CHOSEN: Final = 5  # seat has chosen face down
LAID: Final = 6  # seat lays strength a (a mask of one); b is the strongest before it
TURNED: Final = 7  # seat's forehead card a
TAKEN: Final = 8  # seat takes the trick with strength a (a mask of one)
MET: Final = 9  # seat took the tricks that it bid
LOST: Final = 10  # seat loses a garments and has b left
REGAINED: Final = 11  # seat puts one on (chico) and has b left
BARE: Final = 12  # seat is at 0
ENDED: Final = 13


@final
class Options:
    """A table's choices, the same for the whole game."""

    def __init__(
        self,
        end: int = SIX_ROUNDS,
        noyade: bool = False,
        uno_dos_tres: bool = False,
        chico: bool = False,
        strict_joker: bool = False,
        blind_joker_zero: bool = False,
        rounds: tuple[int, ...] = (5, 4, 3, 2, 1, 1),
        forehead: int = 6,
    ) -> None:
        self.end: i64 = end
        self.noyade = noyade
        self.uno_dos_tres = uno_dos_tres
        self.chico = chico
        self.strict_joker = strict_joker
        self.blind_joker_zero = blind_joker_zero
        self.rounds = vec[i64](rounds)
        self.cycle: i64 = len(rounds)
        self.forehead: i64 = forehead  # the round of a cycle, from 1, that is played on the forehead


@final
class State:
    """A game between two moves. Seats out of the game (`last-dressed`) stay in every list."""

    def __init__(self, options: Options) -> None:
        """An empty table: `start` seats the players."""
        self.options = options
        self.in_turn = not options.uno_dos_tres
        self.duty_to_beat = not options.noyade and self.in_turn
        self.strict_joker = options.strict_joker
        self.players: i64 = 0
        self.phase: i64 = DRAW
        self.round: i64 = 0  # rounds begun; the first is 1
        self.cards: i64 = 0  # cards each in this round
        self.forehead = False
        self.seats_in: i64 = 0
        self.to_act: i64 = 0
        self.turn: i64 = 0  # the seat to act, where only one is
        self.gringo: i64 = 0
        self.leader: i64 = 0
        self.top: i64 = 0  # the strongest so far in the trick
        self.top_seat: i64 = 0
        self.seen: i64 = 0  # cards laid or turned in this round
        self.hands = vec[i64]()
        self.may_hold = vec[i64]()  # what a seat's play leaves possible
        self.bids = vec[i64]()  # −1: not yet
        self.taken = vec[i64]()
        # Replaced, never changed in place: copies share them.
        self.chosen = vec[i64]()  # strengths face down (uno-dos-tres)
        self.garments = vec[i64]()
        self.out_round = vec[i64]()
        self.log: list[tuple[int, int, int, int]] | None = None

    def clone(self) -> State:
        """An independent copy; it notes nothing."""
        new = State(self.options)
        new.players = self.players
        new.hands = self.hands[:]
        new.may_hold = self.may_hold[:]
        new.bids = self.bids[:]
        new.taken = self.taken[:]
        new.copy_rest(self)
        return new

    def copy_rest(self, other: State) -> None:
        """All but the lists that change in place."""
        self.phase = other.phase
        self.round = other.round
        self.cards = other.cards
        self.forehead = other.forehead
        self.seats_in = other.seats_in
        self.to_act = other.to_act
        self.turn = other.turn
        self.gringo = other.gringo
        self.leader = other.leader
        self.top = other.top
        self.top_seat = other.top_seat
        self.seen = other.seen
        self.chosen = other.chosen
        self.garments = other.garments
        self.out_round = other.out_round

    def become(self, other: State) -> None:
        """Takes over another state of the same table, without new memory."""
        for seat in range(self.players):
            self.hands[seat] = other.hands[seat]
            self.may_hold[seat] = other.may_hold[seat]
            self.bids[seat] = other.bids[seat]
            self.taken[seat] = other.taken[seat]
        self.copy_rest(other)

    def wait_for(self, seat: i64) -> None:
        """One seat is to act."""
        self.turn = seat
        self.to_act = bit(seat)

    def note(self, kind: i64, seat: i64, a: i64, b: i64) -> None:
        if self.log is not None:
            self.log.append((int(kind), int(seat), int(a), int(b)))

    def next_in(self, seat: i64) -> i64:
        """The next seat clockwise that is still in the game."""
        while True:
            seat += 1
            if seat == self.players:
                seat = 0
            if self.seats_in >> seat & 1:
                return seat

    @property
    def over(self) -> bool:
        return self.phase == OVER

    # Chance

    def wants(self) -> list[tuple[str, int]]:
        """The shuffles that must be supplied before anyone can act."""
        if self.phase == DRAW:
            return [("draw", CARDS)]
        if self.phase == DEAL:
            return [("deal", CARDS)]
        return []

    def supply(self, shuffles: list[list[int]]) -> None:
        """Hands over what `wants` asked for."""
        if self.phase == DRAW:
            self.draw(shuffles[0])
        elif self.phase == DEAL:
            self.deal(shuffles[0])
        else:
            raise ValueError("no shuffle is wanted now")

    def draw(self, deck: list[int]) -> None:
        """Everyone draws; the lowest card is El Gringo. The joker is set aside and its drawer draws again (G1)."""
        drawn: i64 = 0
        lowest: i64 = CARDS
        for seat in range(self.players):
            card = i64(deck[drawn])
            drawn += 1
            self.note(DRAWN, seat, card, 0)
            if card == 0:
                card = i64(deck[drawn])
                drawn += 1
                self.note(DRAWN, seat, card, 0)
            if card < lowest:
                lowest = card
                self.gringo = seat
        self.note(DEALER, self.gringo, 0, 0)
        self.phase = DEAL

    def deal(self, deck: list[int]) -> None:
        """Begins the next round: each seat in the game takes its cards in seat order, the rest stays unseen."""
        cards = self.options.rounds[self.round % self.options.cycle]
        hands = none(self.players)
        dealt: i64 = 0
        for seat in range(self.players):
            if self.seats_in >> seat & 1:
                for _ in range(cards):
                    hands[seat] |= bit(deck[dealt])
                    dealt += 1
        self.begin(hands)

    def begin(self, hands: vec[i64]) -> None:
        """Begins the next round with these hands."""
        step = self.round % self.options.cycle
        self.round += 1
        self.cards = self.options.rounds[step]
        self.forehead = step + 1 == self.options.forehead
        self.seen = 0
        self.top = 0
        self.hands = hands
        self.note(ROUND, self.gringo, self.round, self.cards)
        for seat in range(self.players):
            self.may_hold[seat] = DECK
            self.taken[seat] = 0
            self.bids[seat] = -1
            if self.seats_in >> seat & 1:
                self.note(DEALT, seat, hands[seat], 0)
        self.phase = BID
        self.leader = self.next_in(self.gringo)
        self.wait_for(self.leader)

    # Legal moves

    def forbidden_bid(self) -> i64:
        """What El Gringo may not bid now (−1: nothing): it would make the sum equal to the cards (G2)."""
        total: i64 = 0
        for seat in range(self.players):
            if self.seats_in >> seat & 1 and seat != self.gringo:
                if self.bids[seat] < 0:
                    return -1
                total += self.bids[seat]
        if total > self.cards:
            return -1
        return self.cards - total

    def legal_bids(self, seat: i64) -> i64:
        """A mask of bids."""
        bids = bit(self.cards + 1) - 1
        if seat == self.gringo:
            forbidden = self.forbidden_bid()
            if forbidden >= 0:
                bids &= ~bit(forbidden)
        return bids

    def legal_strengths(self, seat: i64) -> i64:
        """A mask of the strengths at which the seat may lay a card now."""
        hand = self.hands[seat]
        numbers = hand & NUMBERS
        joker: i64 = 0
        if hand & JOKER:
            joker = ZERO | TOP
        top = self.top
        if top == 0 or not self.duty_to_beat:
            return numbers | joker
        higher = numbers & -(top + top)
        if joker and self.strict_joker:
            return higher | TOP
        if higher:
            return higher | joker
        return numbers | joker

    def legal_mask(self, seat: i64) -> i64:
        """The legal moves of a seat as a mask of whole numbers."""
        if not self.to_act >> seat & 1:
            return 0
        if self.phase == BID:
            return self.legal_bids(seat)
        if self.phase == PLAY:
            return self.legal_strengths(seat) << LAY
        return (ZERO | TOP) << LAY

    def legal(self, seat: int) -> list[int]:
        """The legal moves of a seat, none if it need not act."""
        return members(self.legal_mask(seat))

    # Moves

    def apply(self, seat: int, move: int) -> None:
        """Plays a move."""
        if not self.legal_mask(seat) >> i64(move) & 1:
            raise ValueError(f"move {move} is not legal for seat {seat}")
        if self.phase == BID:
            self.bid(seat, move)
        elif self.phase == SAY:
            self.say(bit(move - LAY))
        elif self.in_turn:
            self.lay(seat, bit(move - LAY))
        else:
            self.choose(seat, bit(move - LAY))

    def bid(self, seat: i64, bid: i64) -> None:
        self.bids[seat] = bid
        if self.log is not None:
            self.note(BIDS, seat, bid, 0)
        if seat != self.gringo:
            self.wait_for(self.next_in(seat))
        elif self.forehead:
            self.turn_foreheads()
        else:
            self.phase = PLAY
            self.lead(self.leader)

    def lead(self, seat: i64) -> None:
        """A trick begins: one leads, or all choose at once (G12)."""
        self.leader = seat
        self.top = 0
        if self.in_turn:
            self.wait_for(seat)
        else:
            self.to_act = self.seats_in

    def put_down(self, seat: i64, strength: i64) -> bool:
        """A card leaves the hand and lies in the trick. True if it is the strongest so far."""
        card = strength if strength != TOP else i64(JOKER)
        self.hands[seat] &= ~card
        self.seen |= card
        if self.log is not None:
            self.note(LAID, seat, strength, self.top)
        if strength < self.top:
            return False
        self.top = strength
        self.top_seat = seat
        return True

    def lay(self, seat: i64, strength: i64) -> None:
        """Lays a card in turn. A number under the strongest shows that nothing in hand could beat it."""
        beats = self.put_down(seat, strength)
        if not beats and strength != ZERO and self.duty_to_beat:
            excluded = NUMBERS & -(self.top + self.top)
            if self.strict_joker:
                excluded |= JOKER
            self.may_hold[seat] &= ~excluded
        following = self.next_in(seat)
        if following == self.leader:
            self.end_trick()
        else:
            self.wait_for(following)

    def choose(self, seat: i64, strength: i64) -> None:
        """Chooses face down; the last choice reveals all (R3)."""
        chosen = self.chosen[:]
        chosen[seat] = strength
        self.chosen = chosen
        self.to_act &= ~bit(seat)
        self.note(CHOSEN, seat, 0, 0)
        if self.to_act == 0:
            for each in range(self.players):
                if self.seats_in >> each & 1:
                    self.put_down(each, chosen[each])
            self.chosen = none(self.players)
            self.end_trick()

    def turn_foreheads(self) -> None:
        """All cards turn at once; the joker's owner then says its value (G3)."""
        self.top = 0
        self.to_act = 0
        owner: i64 = -1
        for seat in range(self.players):
            if self.seats_in >> seat & 1:
                card = self.hands[seat]
                self.note(TURNED, seat, index(card), 0)
                self.seen |= card
                if card == JOKER:
                    owner = seat
        if owner >= 0 and not self.options.blind_joker_zero:
            self.phase = SAY
            self.wait_for(owner)
        else:
            self.say(ZERO)

    def say(self, joker: i64) -> None:
        """The only trick of the forehead round, the joker at the strength said."""
        for seat in range(self.players):
            if self.seats_in >> seat & 1:
                card = self.hands[seat]
                self.put_down(seat, joker if card == JOKER else card)
        self.end_trick()

    def end_trick(self) -> None:
        winner = self.top_seat
        self.taken[winner] += 1
        if self.log is not None:
            self.note(TAKEN, winner, self.top, 0)
        if self.hands[winner]:
            self.lead(winner)
        else:
            self.count()

    # The count

    def count(self) -> None:
        """Each loses the difference between bid and tricks; then the next round, or the end."""
        met: i64 = 0
        for seat in range(self.players):
            if self.seats_in >> seat & 1 and self.bids[seat] == self.taken[seat]:
                met |= bit(seat)
        bare: i64 = 0
        self.garments = self.garments[:]
        for seat in range(self.players):
            if self.seats_in >> seat & 1:
                self.dress(seat, met)
                if self.garments[seat] == 0:
                    bare |= bit(seat)
        if self.log is not None:
            for seat in range(self.players):
                if bare >> seat & 1:
                    self.note(BARE, seat, 0, 0)
        self.to_act = 0
        self.phase = DEAL
        if self.options.end == LAST_DRESSED:
            self.leave(bare)
        elif bare or (self.options.end == SIX_ROUNDS and self.round == self.options.cycle):
            self.phase = OVER
        if self.phase == OVER:
            self.note(ENDED, 0, 0, 0)
        else:
            self.gringo = self.next_in(self.gringo)

    def dress(self, seat: i64, met: i64) -> None:
        """Garments off for tricks off; `chico`: one on for the only one who met the bid (G7, G10)."""
        off = self.bids[seat] - self.taken[seat]
        if off < 0:
            off = -off
        if off:
            left = self.garments[seat] - off
            if left < 0:
                left = 0
            if self.log is not None:
                self.note(LOST, seat, self.garments[seat] - left, left)
            self.garments[seat] = left
            return
        if self.log is not None:
            self.note(MET, seat, 0, 0)
        if self.options.chico and met == bit(seat) and self.garments[seat] < DRESSED:
            self.garments[seat] += 1
            self.note(REGAINED, seat, 1, self.garments[seat])

    def leave(self, bare: i64) -> None:
        """`last-dressed`: who is bare is out, until one is left (G8, G11)."""
        self.seats_in &= ~bare
        self.out_round = self.out_round[:]
        for seat in range(self.players):
            if bare >> seat & 1:
                self.out_round[seat] = self.round
        if self.seats_in & (self.seats_in - 1) == 0 or self.round == LONGEST * self.options.cycle:
            self.phase = OVER

    def scores(self) -> list[int]:
        """Higher is better: garments, and in `last-dressed` for those who are out, the round they left, below all
        who are in."""
        scores: list[int] = []
        for seat in range(self.players):
            if self.seats_in >> seat & 1:
                scores.append(int(self.garments[seat]))
            else:
                scores.append(int(self.out_round[seat] - LONGEST * self.options.cycle - 1))
        return scores

    # Imagined games

    def knows(self, seat: i64) -> i64:
        """A mask of the seats whose present hands this seat sees."""
        me = bit(seat)
        if self.phase == SAY:
            return self.seats_in
        if not self.forehead or self.phase != BID:
            return me & self.seats_in
        return self.seats_in & ~me if self.seats_in & me else 0

    def resample(self, seat: int, rng: Rng) -> State:
        """A state that this seat cannot tell from the real one, uniform over the deals that remain possible.
        A choice that lies face down is uniform among that hand's legal ones."""
        new = self.clone()
        known = self.knows(seat)
        unseen: i64 = DECK & ~self.seen
        need = none(self.players)
        for each in range(self.players):
            if known >> each & 1:
                unseen &= ~self.hands[each]
            else:
                need[each] = popcount(self.hands[each])
        hands = Unseen(unseen, need, self.may_hold).deal(rng)
        for each in range(self.players):
            if not known >> each & 1:
                new.hands[each] = hands[each]
                if self.chosen[each]:
                    chosen = new.chosen[:]
                    chosen[each] = rng.pick(new.legal_strengths(each))
                    new.chosen = chosen
        return new

    def playout(self, rng: Rng) -> None:
        """Random legal moves until a shuffle is wanted or the game is over."""
        while self.phase == BID:
            self.bid(self.turn, index(rng.pick(self.legal_bids(self.turn))))
        if self.in_turn:
            while self.phase == PLAY:
                self.lay(self.turn, rng.pick(self.legal_strengths(self.turn)))
        while self.phase == PLAY:
            seat = index(self.to_act & -self.to_act)
            self.choose(seat, rng.pick(self.legal_strengths(seat)))
        if self.phase == SAY:
            self.say(rng.pick(ZERO | TOP))

    def rollouts(self, count: int, rng: Rng) -> list[int]:
        """The sum of each seat's garments after `count` random ends of this round."""
        sums = none(self.players)
        trial = self.clone()
        for _ in range(i64(count)):
            trial.become(self)
            trial.playout(rng)
            for seat in range(self.players):
                sums[seat] += trial.garments[seat]
        return [int(total) for total in sums]


def none(players: i64) -> vec[i64]:
    """A zero for each seat."""
    return vec[i64]([0] * players)


def start(players: int, options: Options) -> State:
    """A table before the draw for the dealer."""
    state = State(options)
    state.players = players
    state.seats_in = bit(state.players) - 1
    state.hands = none(state.players)
    state.may_hold = none(state.players)
    state.bids = none(state.players)
    state.taken = none(state.players)
    state.chosen = none(state.players)
    state.out_round = none(state.players)
    state.garments = vec[i64]([DRESSED] * players)
    return state

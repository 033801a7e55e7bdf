"""Moustache: team trick-taking; teams are dealt anew each round and one more rule card holds each round.

Cards and rule cards are described in `trick.py` and `rules.py`. Moves are whole numbers: laying card c is c, stealing
animal c is STEAL + c, giving three cards to the left is PASS + the rank of the three among all sets of three.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from .bits import Rng, bit, index, members
from .trick import ANIMALS, JOKERS, MONKEY, PIGEON, UNICORN, Count, Row, RuleCard, Trick, colour_of, digit_of

CARDS: Final = 47
JOKER_CARD: Final = 44  # the first of the three
STEAL: Final = 47
PASS: Final = 91
MOVES: Final = 91 + 16215
PASSED: Final = 3  # cards given to the left
ROUNDS: Final = 4

# How the first team gets its jokers
NO_JOKERS: Final = 0
ONE_EACH: Final = 1
ALL_THREE: Final = 3

# Phases
ROW: Final = 0
ROUND: Final = 1
GIVE: Final = 2
PLAY: Final = 3
TAKE: Final = 4  # the monkey's player takes a card
CUPS: Final = 5
OVER: Final = 6

# What a state notes for the game room: (kind, seat, a, b)
REVEALED: Final = 0  # the rule card at place a
TEAM: Final = 1  # seat is in team a; b: 1 with the crown
DEALT: Final = 2  # seat has the cards of mask a
OPENED: Final = 3  # the cards of mask a lie open before seat
GIVES: Final = 4  # seat has chosen what to give
GIVEN: Final = 5  # seat gives mask a to its left; those of mask b are seen to move
LEADS: Final = 6  # seat leads
LAID: Final = 7  # seat lays card a
DEMANDED: Final = 8  # seat's card makes colour a the demanded one; b: 1 if it was another before
ACTED: Final = 9  # the rule at place seat acted at moment a on cards (or order) b
TRICK: Final = 10  # seat would take the trick (−1: nobody) with card a (−1: none); b: cards that vanished
DISCARDED: Final = 11  # the cards of mask a go to nobody
STOLE: Final = 12  # seat takes card a for its team
COLLECTED: Final = 13  # team a gets the cards of mask b, by seat
TOTALS: Final = 14  # open counts: a and b stars
COUNTED: Final = 15  # team seat has a stars in the end
WON: Final = 16  # team a wins the round; b: 1 by the crown
CUP: Final = 17  # seat gets the cup token a (its number among the three); b: 1 openly
ENDED: Final = 18


@final
class Setup:
    """A table's choices and its edition's numbers, the same for the whole game."""

    def __init__(
        self,
        players: int,
        first_team: int,
        hand: int,
        jokers: int,
        crown: int,
        stars: list[int],
        cups: list[list[int]],
        white: list[RuleCard],
        black: list[RuleCard],
        row: list[RuleCard],
        open_counts: bool = False,
        equal_cups: bool = False,
    ) -> None:
        self.players: i64 = players
        self.first_team: i64 = first_team  # team cards below this number are team 0's
        self.hand: i64 = hand
        self.jokers: i64 = jokers
        self.crown: i64 = crown  # the team card with the crown
        self.stars = vec[i64](stars)
        self.cups = cups
        self.white = white
        self.black = black
        self.row = row  # fixed by hand, or empty
        self.open_counts = open_counts
        self.equal_cups = equal_cups
        self.deck: i64 = ANIMALS | JOKERS if jokers else ANIMALS
        self.rows: dict[str, Row] = {}

    def row_of(self, rules: list[RuleCard]) -> Row:
        """The row of these rules, made once."""
        key = " ".join([rule.id for rule in rules])
        row = self.rows.get(key)
        if row is None:
            row = Row(rules, self.stars)
            self.rows[key] = row
        return row


@final
class State:
    """A game between two moves."""

    def __init__(self, setup: Setup, row: Row) -> None:
        """An empty table: `start` seats the players."""
        self.setup = setup
        self.row = row  # the rules in force
        self.players: i64 = setup.players
        self.phase: i64 = ROW
        self.round: i64 = 0  # rounds begun; the first is 1
        self.to_act: i64 = 0
        self.turn: i64 = 0  # the seat to act, where only one is
        self.second_team: i64 = 0  # a mask of the seats of team 1
        self.crown: i64 = 0
        self.leader: i64 = 0
        self.started: i64 = 0  # places of the row whose start of round is done
        self.open_kind: i64 = 0  # cards that lie open in any hand
        self.gave = False  # three cards were given to the left in this round
        self.gift_kind: i64 = 0  # cards that lay open while the gifts moved
        self.winner: i64 = 0  # of the trick, while the monkey takes
        self.pile0: i64 = 0
        self.pile1: i64 = 0
        self.gone: i64 = 0  # vanished or discarded in this round
        self.last_taker: i64 = -1  # team that took the last trick
        self.tricks: i64 = 0  # complete tricks of this round
        self.won: i64 = 0  # a mask of the seats that won the last round counted
        self.trick = Trick()
        self.hands = vec[i64]()
        self.lays = vec[i64]()  # this trick: cards by seat
        self.shown = vec[i64]()  # all that a seat laid in this round
        self.may_hold = vec[i64]()  # animals that a seat's play leaves possible
        # Replaced, never changed in place: copies share them.
        self.given = vec[i64]()  # chosen for the left, not yet moved
        self.received = vec[i64]()
        self.cups = vec[i64]()  # by round and seat: 1 + the token's number among the three, 0 for none
        self.rules: list[RuleCard] = []  # the whole row, hidden ones too
        self.log: list[tuple[int, int, int, int]] | None = None

    def clone(self) -> State:
        """An independent copy; it notes nothing."""
        new = State(self.setup, self.row)
        new.hands = self.hands[:]
        new.lays = self.lays[:]
        new.shown = self.shown[:]
        new.may_hold = self.may_hold[:]
        new.copy_rest(self)
        return new

    def become(self, other: State) -> None:
        """Takes over another state of the same table, without new memory."""
        for seat in range(self.players):
            self.hands[seat] = other.hands[seat]
            self.lays[seat] = other.lays[seat]
            self.shown[seat] = other.shown[seat]
            self.may_hold[seat] = other.may_hold[seat]
        self.copy_rest(other)

    def copy_rest(self, other: State) -> None:
        """All but the lists that change in place."""
        self.row = other.row
        self.phase = other.phase
        self.round = other.round
        self.to_act = other.to_act
        self.turn = other.turn
        self.second_team = other.second_team
        self.crown = other.crown
        self.leader = other.leader
        self.started = other.started
        self.open_kind = other.open_kind
        self.gave = other.gave
        self.gift_kind = other.gift_kind
        self.winner = other.winner
        self.pile0 = other.pile0
        self.pile1 = other.pile1
        self.gone = other.gone
        self.last_taker = other.last_taker
        self.tricks = other.tricks
        self.won = other.won
        self.trick.cards = other.trick.cards
        self.trick.demanded = other.trick.demanded
        self.trick.order = other.trick.order
        self.given = other.given
        self.received = other.received
        self.cups = other.cups
        self.rules = other.rules

    def note(self, kind: i64, seat: i64, a: i64, b: i64) -> None:
        if self.log is not None:
            self.log.append((int(kind), int(seat), int(a), int(b)))

    def left_of(self, seat: i64) -> i64:
        return seat + 1 if seat + 1 < self.players else 0

    def team_of(self, seat: i64) -> i64:
        return self.second_team >> seat & 1

    def wait_for(self, seat: i64) -> None:
        """One seat is to act."""
        self.turn = seat
        self.to_act = bit(seat)

    @property
    def over(self) -> bool:
        return self.phase == OVER

    # Chance

    def wants(self) -> list[tuple[str, int]]:
        """The shuffles that must be supplied before anyone can act."""
        if self.phase == ROW:
            return [("white", len(self.setup.white)), ("black", len(self.setup.black))]
        if self.phase == ROUND:
            shuffles = [("teams", int(self.players)), ("animals", 44)]
            if self.setup.jokers:
                shuffles.append(("jokers", 3))
            return shuffles
        if self.phase == CUPS:
            return [("cups", 3)]
        return []

    def supply(self, shuffles: list[list[int]]) -> None:
        """Hands over what `wants` asked for."""
        if self.phase == ROW:
            white, black = shuffles
            setup = self.setup
            self.rules = [
                setup.white[white[0]],
                setup.white[white[1]],
                setup.black[black[0]],
                setup.black[black[1]],
            ]
            self.phase = ROUND
        elif self.phase == ROUND:
            self.deal(shuffles[0], shuffles[1], shuffles[2] if self.setup.jokers else [])
        elif self.phase == CUPS:
            self.draw_cups(shuffles[0])
        else:
            raise ValueError("no shuffle is wanted now")

    def deal(self, teams: list[int], animals: list[int], jokers: list[int]) -> None:
        """The next round: each seat takes a team card, then its animals in seat order; jokers go to team 0."""
        hands = zeros(self.players)
        second: i64 = 0
        crown: i64 = 0
        dealt: i64 = 0
        jokers_dealt: i64 = 0
        for seat in range(self.players):
            card = i64(teams[seat])
            need = self.setup.hand
            if card >= self.setup.first_team:
                second |= bit(seat)
            else:
                for _ in range(self.setup.jokers):
                    hands[seat] |= bit(JOKER_CARD + jokers[jokers_dealt])
                    jokers_dealt += 1
                    need -= 1
            if card == self.setup.crown:
                crown = seat
            for _ in range(need):
                hands[seat] |= bit(animals[dealt])
                dealt += 1
        self.begin(second, crown, hands)

    def begin(self, second_team: i64, crown: i64, hands: vec[i64]) -> None:
        """Begins the next round (M20): rule card, teams, deal, the rules of the start, the lead."""
        self.row = self.setup.row_of(self.rules[: self.round + 1])
        self.note(REVEALED, -1, self.round, 0)
        self.round += 1
        self.second_team = second_team
        self.crown = crown
        self.hands = hands
        for seat in range(self.players):
            self.note(TEAM, seat, self.team_of(seat), 1 if seat == crown else 0)
        for seat in range(self.players):
            self.note(DEALT, seat, hands[seat], 0)
            self.shown[seat] = 0
            self.lays[seat] = 0
            self.may_hold[seat] = ANIMALS
        self.given = zeros(self.players)
        self.received = zeros(self.players)
        self.gave = False
        self.started = 0
        self.open_kind = 0
        self.gift_kind = 0
        self.pile0 = 0
        self.pile1 = 0
        self.gone = 0
        self.last_taker = -1
        self.tricks = 0
        self.trick.cards = 0
        self.trick.demanded = 0
        self.leader = crown
        self.start_rules()

    def start_rules(self) -> None:
        """The rules that act at the start of a round, from left to right (M10); then the crown leads."""
        while self.started < i64(len(self.row.rules)):
            rule = self.row.rules[self.started]
            self.started += 1
            kind = rule.opens()
            if kind:
                self.open_kind |= kind
                for seat in range(self.players):
                    self.note(OPENED, seat, self.hands[seat] & kind, 0)
            if rule.passes():
                self.phase = GIVE
                self.to_act = bit(self.players) - 1
                return
        self.lead(self.leader)

    # Legal moves

    def legal_cards(self, seat: i64) -> i64:
        """The cards that a seat may lay: the demanded colour if it can, and jokers at any time."""
        hand = self.hands[seat]
        following = hand & self.trick.demanded
        return following | hand & JOKERS if following else hand

    def is_legal(self, seat: i64, move: i64) -> bool:
        if not self.to_act >> seat & 1:
            return False
        if self.phase == PLAY:
            return 0 <= move < STEAL and self.legal_cards(seat) >> move & 1 == 1
        if self.phase == TAKE:
            return STEAL <= move < PASS and self.trick.cards >> move - STEAL & 1 == 1
        if not PASS <= move < MOVES:
            return False
        three = three_of(move - PASS)
        return three & self.hands[seat] == three

    def legal(self, seat: int) -> list[int]:
        """The legal moves of a seat, none if it need not act."""
        if not self.to_act >> i64(seat) & 1:
            return []
        if self.phase == PLAY:
            return members(self.legal_cards(seat))
        if self.phase == TAKE:
            return [STEAL + card for card in members(self.trick.cards)]
        return threes(self.hands[seat])

    # Moves

    def apply(self, seat: int, move: int) -> None:
        """Plays a move."""
        if not self.is_legal(seat, move):
            raise ValueError(f"move {move} is not legal for seat {seat}")
        if self.phase == PLAY:
            self.lay(seat, bit(move))
        elif self.phase == TAKE:
            self.take(bit(move - STEAL))
        else:
            self.give(seat, three_of(move - PASS))

    def give(self, seat: i64, three: i64) -> None:
        """Chooses three cards for the left; when all have chosen, they move (M10)."""
        given = self.given[:]
        given[seat] = three
        self.given = given
        self.to_act &= ~bit(seat)
        self.note(GIVES, seat, 0, 0)
        if self.to_act:
            return
        received = zeros(self.players)
        self.gave = True
        self.gift_kind = self.open_kind
        for giver in range(self.players):
            left = self.left_of(giver)
            moving = given[giver] & self.open_kind
            self.hands[giver] ^= given[giver]
            received[left] = given[giver]
            self.note(GIVEN, giver, given[giver], moving)
        for each in range(self.players):
            self.hands[each] |= received[each]
        self.received = received
        self.given = zeros(self.players)
        self.start_rules()

    def lead(self, seat: i64) -> None:
        self.phase = PLAY
        self.leader = seat
        self.trick.cards = 0
        self.trick.demanded = 0
        if self.log is not None:
            self.note(LEADS, seat, 0, 0)
        self.wait_for(seat)

    def lay(self, seat: i64, card: i64) -> None:
        """Lays a card. An animal off the demanded colour shows that the seat has none of it."""
        self.hands[seat] ^= card
        self.lays[seat] = card
        self.shown[seat] |= card
        if self.log is not None:
            self.note(LAID, seat, index(card), 0)
        if card < UNICORN:
            trick = self.trick
            trick.cards |= card
            if trick.demanded == 0:
                trick.demanded = colour_of(card)
                if self.log is not None:
                    self.note(DEMANDED, seat, digit_of(trick.demanded), 0)
            elif not card & trick.demanded:
                self.may_hold[seat] &= ~trick.demanded
                if self.row.redirects:
                    self.redirect(seat, card)
        following = seat + 1
        if following == self.players:
            following = 0
        if following == self.leader:
            self.end_trick()
        else:
            self.turn = following
            self.to_act = bit(following)

    def redirect(self, seat: i64, card: i64) -> None:
        """A rule may make another colour the demanded one."""
        colour = self.row.redirect(self.trick.demanded, card)
        if colour != self.trick.demanded:
            self.trick.demanded = colour
            self.note(DEMANDED, seat, digit_of(colour), 1)

    def holder(self, card: i64) -> i64:
        """Who laid this card in the trick."""
        seat: i64 = 0
        while self.lays[seat] != card:
            seat += 1
        return seat

    def trick_cards(self) -> i64:
        """All cards laid in the trick, jokers and vanished ones too."""
        cards: i64 = 0
        for seat in range(self.players):
            cards |= self.lays[seat]
        return cards

    def end_trick(self) -> None:
        """The row resolves the trick; pigeon and monkey see to its cards."""
        self.tricks += 1
        self.to_act = 0
        laid = self.trick.cards
        cards = laid
        if self.setup.jokers:
            cards = self.trick_cards()
        if self.log is None:
            best = self.row.resolve(self.trick, cards & UNICORN != 0, None)
        else:
            best = self.explain_trick(cards)
        vanished = laid ^ self.trick.cards
        self.winner = -1
        if best:
            self.winner = self.holder(best)
        if self.log is not None:
            self.note(TRICK, self.winner, index(best) if best else -1, vanished)
        self.gone |= vanished
        cards ^= vanished
        if best == 0 or cards & PIGEON:
            self.gone |= cards
            self.last_taker = -1
            if cards:
                self.note(DISCARDED, -1, cards, 0)
            self.next_trick()
            return
        self.last_taker = self.team_of(self.winner)
        if cards & MONKEY and self.trick.cards:
            thief = self.holder(MONKEY)
            if self.team_of(thief) != self.last_taker:
                self.phase = TAKE
                self.wait_for(thief)
                return
        self.collect(self.winner, cards)
        self.next_trick()

    def explain_trick(self, cards: i64) -> i64:
        """Resolves the trick and notes each rule that acted."""
        steps: list[tuple[int, int, int]] = []
        best = self.row.resolve(self.trick, cards & UNICORN != 0, steps)
        for moment, place, what in steps:
            self.note(ACTED, place, moment, what)
        return best

    def take(self, card: i64) -> None:
        """The monkey's player takes an animal of the trick; the winner gets the rest (M7)."""
        thief = self.turn
        self.note(STOLE, thief, index(card), 0)
        self.collect(thief, card)
        vanished = self.trick_cards() & self.gone
        self.collect(self.winner, self.trick_cards() & ~card & ~vanished)
        self.to_act = 0
        self.next_trick()

    def collect(self, seat: i64, cards: i64) -> None:
        if self.team_of(seat):
            self.pile1 |= cards
        else:
            self.pile0 |= cards
        if self.log is not None:
            self.note(COLLECTED, seat, self.team_of(seat), cards)

    def next_trick(self) -> None:
        """The winner leads, or the leader again if nobody won; when hands are empty, the count."""
        if self.setup.open_counts:
            count = Count(self.pile0, self.pile1, self.last_taker)
            self.note(TOTALS, -1, self.row.total(count, 0), self.row.total(count, 1))
        if self.hands[self.leader]:
            self.lead(self.winner if self.winner >= 0 else self.leader)
        else:
            self.count()

    # The count

    def count(self) -> None:
        """Both teams count their stars; the winners draw their cups."""
        count = Count(self.pile0, self.pile1, self.last_taker)
        stars0 = self.row.total(count, 0)
        stars1 = self.row.total(count, 1)
        self.note(COUNTED, 0, stars0, 0)
        self.note(COUNTED, 1, stars1, 0)
        if stars0 == stars1:
            best = self.team_of(self.crown)
        else:
            best = 1 if (stars1 > stars0) != self.row.fewest_win else 0
        everyone = bit(self.players) - 1
        self.won = self.second_team if best else everyone ^ self.second_team
        self.note(WON, -1, best, 1 if stars0 == stars1 else 0)
        self.phase = CUPS
        if self.setup.equal_cups:
            self.share_cups()

    def share_cups(self) -> None:
        """`equal-cups`: every winner gets the middle token, openly (M16)."""
        tokens = self.setup.cups[self.round - 1]
        middle = tokens.index(sorted(tokens)[1])
        self.hand_out([middle] * len(tokens), 1)

    def draw_cups(self, tokens: list[int]) -> None:
        """The winners draw in seat order (M22); the rest leave unseen."""
        self.hand_out(tokens, 0)

    def hand_out(self, tokens: list[int], openly: i64) -> None:
        cups = self.cups[:]
        drawn: i64 = 0
        for seat in range(self.players):
            if self.won >> seat & 1:
                cups[(self.round - 1) * self.players + seat] = i64(tokens[drawn]) + 1
                self.note(CUP, seat, i64(tokens[drawn]), openly)
                drawn += 1
        self.cups = cups
        if self.round == ROUNDS:
            self.phase = OVER
            self.note(ENDED, 0, 0, 0)
        else:
            self.phase = ROUND

    def cup(self, round: i64, seat: i64) -> i64:
        """The points of a seat in a round counted from 0."""
        token = self.cups[round * self.players + seat]
        return i64(self.setup.cups[round][token - 1]) if token else 0

    def scores(self) -> list[int]:
        """Points: the cups drawn so far."""
        scores: list[int] = []
        for seat in range(self.players):
            points: i64 = 0
            for round in range(i64(ROUNDS)):
                points += self.cup(round, seat)
            scores.append(int(points))
        return scores

    # Imagined games

    def resample(self, seat: int, rng: Rng) -> State:
        """A state that this seat cannot tell from the real one, uniform over all deals, gifts, hidden rule cards
        and cups that remain possible."""
        from .moustache_worlds import imagine  # it builds on this module

        new = self.clone()
        imagine(self, new, seat, rng)
        return new

    def playout(self, rng: Rng) -> None:
        """Random legal moves until a shuffle is wanted or the game is over."""
        while self.phase == GIVE:
            seat = index(self.to_act & -self.to_act)
            self.give(seat, rng.subset(self.hands[seat], PASSED))
        while True:
            while self.phase == PLAY:
                self.lay(self.turn, rng.pick(self.legal_cards(self.turn)))
            if self.phase != TAKE:
                return
            self.take(rng.pick(self.trick.cards))

    def rollouts(self, count: int, rng: Rng) -> list[int]:
        """How often each seat wins the round in `count` random ends of it."""
        wins = zeros(self.players)
        trial = self.clone()
        for _ in range(i64(count)):
            trial.become(self)
            trial.playout(rng)
            for seat in range(self.players):
                wins[seat] += trial.won >> seat & 1
        return [int(won) for won in wins]


def zeros(players: i64) -> vec[i64]:
    """A zero for each seat."""
    return vec[i64]([0] * players)


def start(setup: Setup) -> State:
    """A table before the first shuffle."""
    state = State(setup, setup.row_of([]))
    state.hands = zeros(state.players)
    state.lays = zeros(state.players)
    state.shown = zeros(state.players)
    state.may_hold = zeros(state.players)
    state.given = zeros(state.players)
    state.received = zeros(state.players)
    state.cups = zeros(state.players * ROUNDS)
    if setup.row:
        state.rules = setup.row
        state.phase = ROUND
    return state


def rank_of(three: i64) -> i64:
    """The number of a set of three cards: 0…16214."""
    low, middle, high = members(three)
    return i64(high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low)


def three_of(rank: i64) -> i64:
    """The inverse of `rank_of`."""
    high: i64 = 2
    while (high + 1) * high * (high - 1) // 6 <= rank:
        high += 1
    rank -= high * (high - 1) * (high - 2) // 6
    middle: i64 = 1
    while (middle + 1) * middle // 2 <= rank:
        middle += 1
    low = rank - middle * (middle - 1) // 2
    return bit(high) | bit(middle) | bit(low)


def threes(hand: i64) -> list[int]:
    """All moves that give three cards of a hand."""
    cards = members(hand)
    moves: list[int] = []
    for k in range(len(cards)):
        high = cards[k]
        for j in range(k):
            first = PASS + high * (high - 1) * (high - 2) // 6 + cards[j] * (cards[j] - 1) // 2
            for i in range(j):
                moves.append(first + cards[i])
    return moves

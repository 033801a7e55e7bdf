"""Le Club des Moustaches: masked cats. Deduce the others' three attributes before yours are known.

Attributes are bits 0…18: the poses 0–4, the coats 5–12, the patterns 13–14, the accessories 15–18. A cat is
pose × 8 + coat, 0…39; which attributes it carries is the deck's. Secrets are masks of attributes, hands are masks of
cats. Moves are whole numbers: playing a cat is the cat, then comes KEEP, and naming attribute a of seat s is
UNMASK + s × 19 + a.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from .bits import Rng, bit, index, members, popcount

ATTRIBUTES: Final = 19
ALL_ATTRIBUTES: Final = 0x7FFFF
CATS: Final = 40
ALL_CATS: Final = 0xFFFFFFFFFF

KEEP: Final = 40
UNMASK: Final = 41
MOVES: Final = 117  # four seats

HALF: Final = 10  # attributes in the lower half of a mask
LOWER: Final = (1 << HALF) - 1

# Phases
DEAL: Final = 0
PLAY: Final = 1
GUESS: Final = 2
OVER: Final = 3

# What a state notes for the game room: (kind, seat, a, b)
FIRST: Final = 0  # seat begins, and with it every round
DEALT_SECRETS: Final = 1  # seat has the attributes of mask a
DEALT_CATS: Final = 2  # seat has the cats of mask a
PLAYED: Final = 3  # seat lays cat a face up
MASKED: Final = 4  # seat puts a mask on cat a and has b left; all that belong to a cat follow its PLAYED
KEPT: Final = 5  # seat does not guess
GUESSED: Final = 6  # seat names attribute b of seat a
RIGHT: Final = 7  # seat was right: attribute b of seat a lies open
WRONG: Final = 8  # seat was wrong: seat a answers no to attribute b
PAID: Final = 9  # seat receives a mask of seat a's reserve and has received b in all
DREW: Final = 10  # seat draws cat a; b are left in the pile
PILE_EMPTY: Final = 11  # seat drew the last cat
FINISHING: Final = 12  # seat's turn makes this round the last; a is why (below), b the seat unmasked
RESERVE_EMPTY: Final = 13  # seat has no mask left
ENDED: Final = 14

# Why a round is the last
ALL_UNMASKED: Final = 0
NO_CATS: Final = 1


@final
class Deck:
    """A box's cats and counts, the same for the whole game: the mask of attributes that each cat carries, and what
    each player gets of masks, secret attributes and cats in hand."""

    def __init__(self, attributes: tuple[int, ...], masks: int = 16, secrets: int = 3, hand: int = 3) -> None:
        self.attributes = vec[i64](attributes)
        self.masks: i64 = masks
        self.secrets: i64 = secrets
        self.hand: i64 = hand
        self.carriers = none(ATTRIBUTES)  # the cats that carry each attribute
        for cat in range(i64(CATS)):
            for attribute in range(i64(ATTRIBUTES)):
                if self.attributes[cat] >> attribute & 1:
                    self.carriers[attribute] |= bit(cat)


@final
class State:
    """A game between two moves."""

    def __init__(self, deck: Deck) -> None:
        """An empty table: `start` seats the players."""
        self.deck = deck
        self.attributes = deck.attributes
        self.players: i64 = 0
        self.phase: i64 = DEAL
        self.to_act: i64 = 0
        self.turn: i64 = 0  # the seat to act
        self.turns: i64 = 0  # turns begun; the first is 1
        self.first: i64 = 0
        self.finishing = False  # the round is completed with guesses only
        self.played: i64 = 0  # the cats on the stage
        self.open: i64 = 0  # the attributes lying open, whosever they are
        self.drawn: i64 = 0  # how many of the pile are gone
        self.staged: i64 = 0  # how many cats are on the stage
        self.shown = vec[i64]()  # attributes unmasked
        self.hands = vec[i64]()
        self.reserve = vec[i64]()
        self.received = vec[i64]()
        self.denied = vec[i64]()  # attributes to which a seat answered no
        self.masked = vec[i64]()  # cats that carry a seat's mask
        self.excluded = vec[i64]()  # what a seat is known not to have: denied, or on a cat without its mask
        self.stage = vec[i64]()  # in order of play: seat × 40 + cat; only the first `staged` count
        # Replaced, never changed in place: copies share them.
        self.secrets = vec[i64]()  # shown or not
        self.pile = vec[i64]()  # the next to be drawn is at `drawn`
        self.log: list[tuple[int, int, int, int]] | None = None

    def clone(self) -> State:
        """An independent copy; it notes nothing."""
        new = State(self.deck)
        new.players = self.players
        new.shown = self.shown[:]
        new.hands = self.hands[:]
        new.reserve = self.reserve[:]
        new.received = self.received[:]
        new.denied = self.denied[:]
        new.masked = self.masked[:]
        new.excluded = self.excluded[:]
        new.stage = self.stage[:]
        new.copy_rest(self)
        return new

    def copy_rest(self, other: State) -> None:
        """All but the lists that change in place."""
        self.phase = other.phase
        self.to_act = other.to_act
        self.turn = other.turn
        self.turns = other.turns
        self.first = other.first
        self.finishing = other.finishing
        self.played = other.played
        self.open = other.open
        self.drawn = other.drawn
        self.staged = other.staged
        self.secrets = other.secrets
        self.pile = other.pile

    def become(self, other: State) -> None:
        """Takes over another state of the same table, without new memory."""
        for seat in range(self.players):
            self.shown[seat] = other.shown[seat]
            self.hands[seat] = other.hands[seat]
            self.reserve[seat] = other.reserve[seat]
            self.received[seat] = other.received[seat]
            self.denied[seat] = other.denied[seat]
            self.masked[seat] = other.masked[seat]
            self.excluded[seat] = other.excluded[seat]
        for place in range(other.staged):
            self.stage[place] = other.stage[place]
        self.copy_rest(other)

    def note(self, kind: i64, seat: i64, a: i64, b: i64) -> None:
        if self.log is not None:
            self.log.append((int(kind), int(seat), int(a), int(b)))

    @property
    def over(self) -> bool:
        return self.phase == OVER

    def on_stage(self) -> list[tuple[int, int]]:
        """The cats played, in order, each with the seat that played it: (seat, cat)."""
        return [(int(self.stage[i] // CATS), int(self.stage[i] % CATS)) for i in range(self.staged)]

    # Chance

    def wants(self) -> list[tuple[str, int]]:
        """The shuffles that must be supplied before anyone can act."""
        if self.phase == DEAL:
            return [("first", int(self.players)), ("attributes", ATTRIBUTES), ("cats", CATS)]
        return []

    def supply(self, shuffles: list[list[int]]) -> None:
        """Hands over what `wants` asked for. Seat by seat, each takes its attributes and its cats from the front; the
        other attributes stay unseen, the other cats are the pile."""
        if self.phase != DEAL:
            raise ValueError("no shuffle is wanted now")
        secrets = none(self.players)
        hands = none(self.players)
        dealt: i64 = 0
        for seat in range(self.players):
            for _ in range(self.deck.secrets):
                secrets[seat] |= bit(shuffles[1][dealt])
                dealt += 1
        dealt = 0
        for seat in range(self.players):
            for _ in range(self.deck.hand):
                hands[seat] |= bit(i64(shuffles[2][dealt]))
                dealt += 1
        self.begin(i64(shuffles[0][0]), secrets, hands, vec[i64](shuffles[2][dealt:]))

    def begin(self, first: i64, secrets: vec[i64], hands: vec[i64], pile: vec[i64]) -> None:
        """Begins the game with these secrets, hands and pile."""
        self.first = first
        self.secrets = secrets
        self.hands = hands
        self.pile = pile
        self.note(FIRST, first, 0, 0)
        for seat in range(self.players):
            self.note(DEALT_SECRETS, seat, secrets[seat], 0)
        for seat in range(self.players):
            self.note(DEALT_CATS, seat, hands[seat], 0)
        self.begin_turn(first)

    # Legal moves

    def offered(self, seat: i64) -> i64:
        """A mask of the attributes that others may name of this seat (C2)."""
        if self.shown[seat] == self.secrets[seat]:
            return 0
        return ALL_ATTRIBUTES & ~(self.open | self.denied[seat])

    def is_legal(self, seat: int, move: int) -> bool:
        """Whether the seat may make this move now."""
        if not 0 <= seat < self.players or not 0 <= move < MOVES or not self.to_act >> i64(seat) & 1:
            return False
        if self.phase == PLAY:
            return move < CATS and self.hands[seat] >> i64(move) & 1 != 0
        if move < UNMASK:
            return move == KEEP
        asked = i64(move - UNMASK) // ATTRIBUTES
        if asked >= self.players or asked == i64(seat):
            return False
        return self.offered(asked) >> (i64(move - UNMASK) % ATTRIBUTES) & 1 != 0

    def legal(self, seat: int) -> list[int]:
        """The legal moves of a seat, none if it need not act."""
        if not 0 <= seat < self.players or not self.to_act >> i64(seat) & 1:
            return []
        if self.phase == PLAY:
            return members(self.hands[seat])
        moves = [KEEP]
        for asked in range(self.players):
            if asked != i64(seat):
                offered = self.offered(asked)
                moves.extend(LOWER_GUESSES[asked][offered & LOWER])
                moves.extend(UPPER_GUESSES[asked][offered >> HALF])
        return moves

    # Moves

    def apply(self, seat: int, move: int) -> None:
        """Plays a move."""
        if not self.is_legal(seat, move):
            raise ValueError(f"move {move} is not legal for seat {seat}")
        if self.phase == PLAY:
            self.play(seat, move)
        elif move == KEEP:
            self.keep(seat)
        else:
            guess = i64(move - UNMASK)
            self.unmask(seat, guess // ATTRIBUTES, guess % ATTRIBUTES)

    def begin_turn(self, seat: i64) -> None:
        """A turn begins with a cat; without one, and when the game is finishing, there is only the guess (C3)."""
        self.turns += 1
        self.turn = seat
        self.to_act = bit(seat)
        self.phase = GUESS if self.finishing or self.hands[seat] == 0 else PLAY

    def play(self, seat: i64, cat: i64) -> None:
        """Steps 1 and 2: a cat, and the masks on it. Who has none left ends the game before the guess (C4)."""
        self.hands[seat] ^= bit(cat)
        if self.show(seat, cat):
            self.end_without_masks()
        else:
            self.phase = GUESS

    def show(self, seat: i64, cat: i64) -> bool:
        """Lays a cat on the stage; all who share an attribute with it mask it at once (C6). True where that empties
        a reserve."""
        card = bit(cat)
        carried = self.attributes[cat]
        empty = False
        self.played |= card
        self.stage[self.staged] = seat * CATS + cat
        self.staged += 1
        if self.log is not None:
            self.note(PLAYED, seat, cat, 0)
        for each in range(self.players):
            if self.secrets[each] & carried:
                self.masked[each] |= card
                left = self.reserve[each] - 1
                self.reserve[each] = left
                if left == 0:
                    empty = True
                if self.log is not None:
                    self.note(MASKED, each, cat, left)
            else:
                self.excluded[each] |= carried
        return empty

    def keep(self, seat: i64) -> None:
        """Step 3 without a guess (C1)."""
        if self.log is not None:
            self.note(KEPT, seat, 0, 0)
        self.end_turn(seat)

    def unmask(self, seat: i64, asked: i64, attribute: i64) -> None:
        """Step 3: one attribute of one player is named, answered and paid for."""
        if self.log is not None:
            self.note(GUESSED, seat, asked, attribute)
        if self.secrets[asked] >> attribute & 1:
            self.lay_open(asked, attribute)
            if self.log is not None:
                self.note(RIGHT, seat, asked, attribute)
            self.pay(asked, seat)
        else:
            self.deny(asked, attribute)
            if self.log is not None:
                self.note(WRONG, seat, asked, attribute)
            self.pay(seat, asked)
        if self.reserve[asked] == 0 or self.reserve[seat] == 0:
            self.end_without_masks()
            return
        if not self.finishing and self.shown[asked] == self.secrets[asked]:
            self.finishing = True
            self.note(FINISHING, seat, ALL_UNMASKED, asked)
        self.end_turn(seat)

    def lay_open(self, seat: i64, attribute: i64) -> None:
        """This attribute of the seat is known to all."""
        self.shown[seat] |= bit(attribute)
        self.open |= bit(attribute)

    def deny(self, seat: i64, attribute: i64) -> None:
        """All know that the seat does not have this attribute."""
        self.denied[seat] |= bit(attribute)
        self.excluded[seat] |= bit(attribute)

    def pay(self, giver: i64, receiver: i64) -> None:
        """A mask moves from a reserve to the points of another."""
        self.reserve[giver] -= 1
        self.received[receiver] += 1
        if self.log is not None:
            self.note(PAID, receiver, giver, self.received[receiver])

    def end_turn(self, seat: i64) -> None:
        """Step 4, unless the game is finishing (C7); then the next seat, or the end of the last round."""
        if not self.finishing:
            self.draw(seat)
        following = seat + 1
        if following == self.players:
            following = 0
        if self.finishing and following == self.first:
            self.end()
        else:
            self.begin_turn(following)

    def draw(self, seat: i64) -> None:
        """Draws a cat. With the pile and all hands empty, the round is the last (C3)."""
        left = i64(len(self.pile)) - self.drawn
        if left:
            cat = self.pile[self.drawn]
            self.drawn += 1
            self.hands[seat] |= bit(cat)
            if self.log is not None:
                self.note(DREW, seat, cat, left - 1)
                if left == 1:
                    self.note(PILE_EMPTY, seat, 0, 0)
        elif self.no_cats():
            self.finishing = True
            self.note(FINISHING, seat, NO_CATS, 0)

    def no_cats(self) -> bool:
        """Whether every hand is empty."""
        for seat in range(self.players):
            if self.hands[seat]:
                return False
        return True

    # The end

    def end_without_masks(self) -> None:
        """A reserve is empty: the game ends at once (C4, C5)."""
        for seat in range(self.players):
            if self.reserve[seat] == 0:
                self.note(RESERVE_EMPTY, seat, 0, 0)
        self.end()

    def end(self) -> None:
        self.phase = OVER
        self.to_act = 0
        self.note(ENDED, 0, 0, 0)

    def hidden(self, seat: i64) -> i64:
        """How many attributes of the seat are not unmasked."""
        return popcount(self.secrets[seat] & ~self.shown[seat])

    def scores(self) -> list[int]:
        """Points: the masks received and the attributes still hidden. Masks on cats are nobody's (C9)."""
        return [int(self.received[seat] + self.hidden(seat)) for seat in range(self.players)]

    def tiebreaks(self) -> list[int]:
        """Among equal points the higher wins: the attributes still hidden."""
        return [int(self.hidden(seat)) for seat in range(self.players)]

    # Imagined games

    def resample(self, seat: int, rng: Rng) -> State:
        """A state that this seat cannot tell from the real one, uniform over all that remain possible. Before the
        deal and after the end (R4) nothing is hidden."""
        new = self.clone()
        if self.to_act:
            new.secrets = self.imagine_secrets(seat, rng)
            new.imagine_cats(seat, rng)
        return new

    def imagine_secrets(self, seat: i64, rng: Rng) -> vec[i64]:
        """Secrets for all the others that agree with every mask and answer. Each is drawn by itself from what it may
        be, all of them again until no two overlap: so all joint deals are equally likely."""
        secrets = self.secrets[:]
        guises: list[Guises] = []
        for each in range(self.players):
            if each != seat:
                guises.append(self.guises(seat, each))
        clash = True
        while clash:
            clash = False
            taken = self.secrets[seat]
            for guise in guises:
                secret = guise.draw(rng)
                if secret & taken:
                    clash = True
                    break
                taken |= secret
                secrets[guise.seat] = secret
        return secrets

    def guises(self, seat: i64, other: i64) -> Guises:
        """What the other seat's secrets may be, as far as this seat can tell."""
        guises = Guises(self.deck, other)
        shown = self.shown[other]
        unexplained = self.masked[other]
        for attribute in members(shown):
            unexplained &= ~self.deck.carriers[attribute]
        free = ALL_ATTRIBUTES & ~(self.open | self.excluded[other] | self.secrets[seat])
        guises.explain(unexplained, shown, free, self.hidden(other))
        return guises

    def imagine_cats(self, seat: i64, rng: Rng) -> None:
        """The cats that the seat has not seen, dealt anew to the others' hands and the pile."""
        unseen: i64 = ALL_CATS & ~(self.played | self.hands[seat])
        cats = none(popcount(unseen))
        count: i64 = 0
        while unseen:
            lowest = unseen & -unseen
            unseen ^= lowest
            other = rng.below(count + 1)
            cats[count] = cats[other]
            cats[other] = index(lowest)
            count += 1
        dealt: i64 = 0
        for each in range(self.players):
            if each != seat:
                hand: i64 = 0
                for _ in range(popcount(self.hands[each])):
                    hand |= bit(cats[dealt])
                    dealt += 1
                self.hands[each] = hand
        self.pile = cats[: dealt + i64(len(self.pile)) - self.drawn]  # a described pile may lack some cats
        self.drawn = dealt

    def playout(self, rng: Rng) -> None:
        """Random legal moves until the game is over (or, before the deal, none)."""
        while self.to_act:
            if self.phase == PLAY:
                self.play(self.turn, index(rng.pick(self.hands[self.turn])))
            else:
                self.guess(rng)

    def guess(self, rng: Rng) -> None:
        """A random one of the legal moves of step 3."""
        seat = self.turn
        ways: i64 = 1
        for asked in range(self.players):
            if asked != seat:
                ways += popcount(self.offered(asked))
        skip = rng.below(ways)
        for asked in range(self.players):
            if asked != seat:
                attributes = self.offered(asked)
                count = popcount(attributes)
                if skip < count:
                    while skip:
                        attributes &= attributes - 1
                        skip -= 1
                    self.unmask(seat, asked, index(attributes & -attributes))
                    return
                skip -= count
        self.keep(seat)

    def rollouts(self, count: int, rng: Rng) -> list[int]:
        """The sum of each seat's points after `count` random ends of this game."""
        sums = none(self.players)
        trial = self.clone()
        for _ in range(i64(count)):
            trial.become(self)
            trial.playout(rng)
            for seat in range(self.players):
                sums[seat] += trial.received[seat] + trial.hidden(seat)
        return [int(total) for total in sums]


@final
class Guises:
    """All that one seat's secrets may be, in groups that do not overlap: certain attributes, and any `size` of the
    free ones. So a group of hundreds is three numbers."""

    def __init__(self, deck: Deck, seat: i64) -> None:
        self.attributes = deck.attributes
        self.carriers = deck.carriers
        self.seat = seat
        self.total: i64 = 0
        self.until = vec[i64]()  # the total with this group
        self.certain = vec[i64]()
        self.free = vec[i64]()
        self.size = vec[i64]()

    def explain(self, cats: i64, certain: i64, free: i64, size: i64) -> None:
        """Adds every choice of `size` free attributes that explains the masks on these cats. One cat is taken, and
        one by one its attributes as the first that explains it: those before it are free no longer, so nothing is
        counted twice."""
        if cats == 0:
            ways = choices(popcount(free), size)
            if ways:
                self.total += ways
                self.until = append(self.until, self.total)
                self.certain = append(self.certain, certain)
                self.free = append(self.free, free)
                self.size = append(self.size, size)
        elif size:
            reasons = self.attributes[index(cats & -cats)] & free
            while reasons:
                reason = reasons & -reasons
                reasons ^= reason
                free ^= reason
                self.explain(cats & ~self.carriers[index(reason)], certain | reason, free, size - 1)

    def draw(self, rng: Rng) -> i64:
        """One of them, all equally likely."""
        number = rng.below(self.total)
        group: i64 = 0
        while self.until[group] <= number:
            group += 1
        return self.certain[group] | rng.subset(self.free[group], self.size[group])


def choices(count: i64, size: i64) -> i64:
    """How many ways there are to choose `size` out of `count`."""
    ways: i64 = 1
    for i in range(size):
        ways = ways * (count - i) // (i + 1)
    return ways


def none(count: i64) -> vec[i64]:
    """So many zeros: one for each seat, mostly."""
    return vec[i64]([0] * count)


def start(players: int, deck: Deck) -> State:
    """A table before the deal."""
    state = State(deck)
    state.players = players
    state.shown = none(state.players)
    state.hands = none(state.players)
    state.received = none(state.players)
    state.denied = none(state.players)
    state.masked = none(state.players)
    state.excluded = none(state.players)
    state.secrets = none(state.players)
    state.stage = none(CATS)
    state.reserve = vec[i64]([deck.masks] * players)
    return state


def guesses(start: i64, attributes: i64) -> list[list[int]]:
    """For each mask of some attributes, the moves that name them, counted from `start`."""
    return [[int(start) + attribute for attribute in members(mask)] for mask in range(bit(attributes))]


# A list of all guesses is put together from two halves a seat: most of a game's moves are guesses.
LOWER_GUESSES: Final = [guesses(UNMASK + seat * ATTRIBUTES, HALF) for seat in range(4)]
UPPER_GUESSES: Final = [guesses(UNMASK + seat * ATTRIBUTES + HALF, ATTRIBUTES - HALF) for seat in range(4)]

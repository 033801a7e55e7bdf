"""From a view to a state of the engine that its seat cannot tell from the real one.

`imagine(view)` holds everything that the seat knows and arbitrary cards where it knows nothing; its
`resample(seat, rng)` then deals the unknown anew, uniformly. The public past is replayed through the engine, so that no
rule is written a second time.

A game may begin in a position: then the view does not tell of the tricks before it. What was laid in those is unknown
like any other card, but for what the own hand and the gifts betray.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Final, Generic, NamedTuple, TypeVar, overload

from librt.vecs import vec
from mypy_extensions import i64

from moustaches.content import Edition, in_use
from moustaches.engine import club, gracias, moustache
from moustaches.engine.bits import mask_of, members
from moustaches.engine.moustache_worlds import fits, possible_placements, ways_of_giving
from moustaches.engine.trick import ANIMALS, JOKERS, RuleCard
from moustaches.game.club import deck_of
from moustaches.game.club_words import Attribute, Cat, ClubView
from moustaches.game.gracias import options_of
from moustaches.game.gracias_words import STRENGTHS, GraciasView
from moustaches.game.gracias_words import Card as LoteriaCard
from moustaches.game.moustache import card_of, setup_of
from moustaches.game.moustache_words import CARDS, MoustacheView

View = MoustacheView | GraciasView | ClubView
State = moustache.State | gracias.State | club.State
Options = dict[str, str | bool | list[str]]
T = TypeVar("T")


@overload
def imagine(view: MoustacheView) -> moustache.State: ...
@overload
def imagine(view: GraciasView) -> gracias.State: ...
@overload
def imagine(view: ClubView) -> club.State: ...


def imagine(view: View) -> State:
    """A state for a view of a seat; its unknown cards mean nothing until they are resampled."""
    if isinstance(view, MoustacheView):
        return imagine_moustache(view)
    return imagine_gracias(view) if isinstance(view, GraciasView) else imagine_club(view)


class Kept(Generic[T]):
    """What the engine is told of a table, made once for each box, number of players and choice of options."""

    MOST: Final = 256

    def __init__(self, make: Callable[[int, Edition, Options], T]) -> None:
        self.make = make
        self.made: dict[tuple[str, int, str], T] = {}

    def of(self, view: View) -> T:
        box = in_use(view.edition)
        key = (box.digest, view.players, str(view.options))
        found = self.made.get(key)
        if found is None:
            if len(self.made) == self.MOST:
                self.made.clear()
            found = self.made[key] = self.make(view.players, box, view.options)
        return found


class Stock:
    """Cards that lie nowhere yet: stand-ins for those that the seat does not see."""

    def __init__(self, cards: int, used: int) -> None:
        self.cards = (1 << cards) - 1 & ~used

    def take(self, count: int, allowed: int = -1) -> int:
        """A mask of so many cards, of the allowed ones."""
        taken = int(mask_of(members(self.cards & allowed)[:count]))
        self.cards ^= taken
        return taken


# Gracias

GRACIAS: Final = Kept(lambda players, box, options: options_of(box, options))


def imagine_gracias(view: GraciasView) -> gracias.State:
    state = gracias.start(view.players, GRACIAS.of(view))
    state.round = view.round - 1
    state.gringo = view.gringo
    state.garments = vec[i64](view.garments)
    state.out_round = vec[i64](view.out_rounds)
    state.seats_in = mask_of(list(view.seats_in))
    state.begin(vec[i64](gracias_hands(view)))
    seat = int(state.turn)
    while state.phase == gracias.BID and (bid := view.bids[seat]) is not None:
        state.bid(seat, bid)
        seat = int(state.turn)
    for trick in view.tricks if not view.forehead else ():
        state.lead(trick.cards[0].seat)
        for laid in trick.cards:
            put(state, laid.seat, STRENGTHS.index(laid.card))
    if view.leader is not None:
        state.lead(view.leader)
    for laid in view.trick:
        put(state, laid.seat, STRENGTHS.index(laid.card))
    state.taken = vec[i64](view.taken)
    for seat, chosen in enumerate(view.chosen):
        if chosen and state.to_act >> seat & 1:
            own = STRENGTHS.index(view.own_choice) if seat == view.seat and view.own_choice else None
            card = int(state.hands[seat]).bit_length() - 1
            state.choose(seat, 1 << (card if own is None else own))
    return state


def gracias_hands(view: GraciasView) -> list[int]:
    """The hands before all that the view tells of: what was laid, what is seen, and stand-ins."""
    hands = [0] * view.players
    tricks = [trick.cards for trick in view.tricks] if not view.forehead else []
    for laid in [card for trick in (*tricks, view.trick) for card in trick]:
        hands[laid.seat] |= 1 << (0 if laid.card[0] == "J" else int(laid.card))
    sizes = [laid.bit_count() + left for laid, left in zip(hands, view.hand_sizes, strict=True)]
    for seat, card in enumerate(view.foreheads):
        hands[seat] |= 1 << LoteriaCard.parse(card) if card else 0
    if view.seat is not None:
        hands[view.seat] |= sum(1 << LoteriaCard.parse(card) for card in view.hand)
    stock = Stock(gracias.CARDS, sum(hands))
    for seat in view.seats_in:
        hands[seat] |= stock.take(sizes[seat] - hands[seat].bit_count(), gracias.NUMBERS)
    return hands


def put(state: gracias.State, seat: int, strength: int) -> None:
    """A card of the past, laid in turn or turned with the others."""
    if state.in_turn:
        state.lay(seat, 1 << strength)
    else:
        state.choose(seat, 1 << strength)


# Moustache

MOUSTACHE: Final = Kept(setup_of)
BITS: Final = {card: 1 << place for place, card in enumerate(CARDS)}


def imagine_moustache(view: MoustacheView) -> moustache.State:
    setup = MOUSTACHE.of(view)
    state = moustache.start(setup)
    state.rules = row_of(view, setup)
    state.round = view.round - 1
    hands = moustache_hands(view, setup, state.rules[: view.revealed])
    left = [(seat + 1) % view.players for seat in range(view.players)]
    dealt = [
        hands.held[seat] & ~hands.received[seat] | hands.received[left[seat]] for seat in range(view.players)
    ]
    second_team = mask_of([seat for seat, team in enumerate(view.teams) if team])
    state.begin(second_team, view.crown, vec[i64](dealt))
    if state.phase == moustache.GIVE:
        for seat in range(view.players):
            if view.received:
                state.give(seat, hands.received[left[seat]])
            elif view.chosen[seat]:
                own = mask(view.gave) if seat == view.seat else 0
                state.give(seat, own or lowest_three(dealt[seat]))
        if state.phase == moustache.GIVE and view.phase != "give":
            state.start_rules()  # of a position in which nothing was passed
    for seat in range(view.players):
        state.hands[seat] &= ~hands.away[seat]
        state.shown[seat] |= hands.laid[seat]
    for trick in view.tricks:
        if trick.cards != view.trick:
            state.lead(trick.cards[0].seat)
            for laid in trick.cards:
                state.lay(laid.seat, BITS[laid.card])
            if trick.stolen is not None:
                state.take(BITS[trick.stolen.card])
    if view.phase in ("play", "steal"):
        state.lead(view.leader)
    for laid in view.trick:
        state.lay(laid.seat, BITS[laid.card])
    state.cups = vec[i64](cups_of(view))
    if hands.untold and setup.jokers and view.seat is not None:
        lay_jokers(state, view.seat)
    return state


def row_of(view: MoustacheView, setup: moustache.Setup) -> list[RuleCard]:
    """The row, with any cards of their packs where they lie face down. A position may name cards of no pack."""
    box = in_use(view.edition).moustache
    known = {rule.id: rule for rule in (*setup.white, *setup.black, *setup.row)}
    row = [known.get(id) or card_of(box.rule(id)) for id in view.row if id is not None]
    for pack in (setup.white, setup.white, setup.black, setup.black)[len(row) :]:
        row.append(next(rule for rule in pack if rule not in row))
    return row


def open_kind(rules: list[RuleCard], until_gifts: bool) -> int:
    """Cards that lie open in any hand, at the end of all these rules or while three cards are passed (M10)."""
    kind = 0
    for rule in rules:
        kind |= rule.opens()
        if until_gifts and rule.passes():
            break
    return kind


class Hands(NamedTuple):
    """The hands after the gifts, by seat: known cards, and stand-ins where nothing is known."""

    held: list[int]
    received: list[int]
    laid: list[int]
    """Those of them that were laid in tricks of which the view does not tell, as far as gifts betray it."""
    away: list[int]
    """These, and what the seat gave away itself and cannot know to be in that hand still."""
    untold: bool
    """Is there such a trick?"""


def moustache_hands(view: MoustacheView, setup: moustache.Setup, rules: list[RuleCard]) -> Hands:
    seats = range(view.players)
    closed = ~open_kind(rules, until_gifts=view.phase == "give")
    closed_then = ~open_kind(rules, until_gifts=True)
    played = [0] * view.players
    for card in [card for trick in view.tricks for card in trick.cards] + list(view.trick):
        played[card.seat] |= BITS[card.card]
    untold = view.hand_sizes[0] + played[0].bit_count() < setup.hand
    known = [mask(view.open[seat]) for seat in seats]
    received = [mask(view.seen_moving[seat]) for seat in seats]
    me = view.seat
    if me is not None:
        known[me] = mask(view.hand)
        if view.received:
            received[me] = mask(view.received)
            received[(me + 1) % view.players] = mask(view.gave)
    laid, away = [0] * view.players, [0] * view.players
    for seat in seats if view.received else ():
        rest = received[seat] & ~known[seat] & ~played[seat]
        if untold:
            laid[seat] = rest if seat == me else rest & ~closed
            away[seat] = rest
        else:
            known[seat] |= rest
    used = 0
    for seat in seats:
        used |= known[seat] | played[seat] | away[seat]
    stock = Stock(moustache.CARDS, used)  # jokers come last: only where no animal is left to stand in for one
    for seat in sorted(seats, key=lambda seat: not away[seat]):
        known[seat] |= stock.take(view.hand_sizes[seat] - known[seat].bit_count(), closed & setup.deck)
        stock.cards |= away[seat] & ~laid[seat]
    for seat in seats if view.received else ():
        free = Stock(44, ~(known[seat] | played[seat]) | received[seat])
        received[seat] |= free.take(3 - received[seat].bit_count(), closed_then)
        gift = stock.take(3 - received[seat].bit_count(), closed & closed_then & ANIMALS) if untold else 0
        received[seat] |= gift
        laid[seat] |= gift
        away[seat] |= gift
    held = [known[seat] | played[seat] | away[seat] for seat in seats]
    return Hands(held, received, laid, away, untold)


def lay_jokers(state: moustache.State, me: int) -> None:
    """Lays jokers that no hand can hold, in tricks of which the view does not tell: as few as will do."""
    loose = JOKERS & ~state.hands[me]
    for shown in state.shown:
        loose &= ~shown
    jokers = [1 << joker for joker in members(loose)]
    before = state.shown[:]
    ways = product((None, *range(state.players)), repeat=len(jokers))
    for seats in sorted(ways, key=lambda seats: len(jokers) - seats.count(None)):
        state.shown = before[:]
        for joker, seat in zip(jokers, seats, strict=True):
            if seat is not None:
                state.shown[seat] |= joker
        if any(
            fits(state, me, each) and ways_of_giving(state, me, each)
            for each in possible_placements(state, me)
        ):
            return
    state.shown = before


def mask(cards: tuple[str, ...]) -> int:
    return sum([BITS[card] for card in cards])


def lowest_three(hand: int) -> int:
    return Stock(moustache.CARDS, ~hand).take(3)


def cups_of(view: MoustacheView) -> list[int]:
    """Tokens by round and seat; those unseen are any that are left."""
    tokens = [0] * (view.players * moustache.ROUNDS)
    box = in_use(view.edition).moustache.cups
    for past, points in enumerate(view.cups):
        left = [1, 2, 3]
        for seat, value in enumerate(points):
            if value:
                token = next(number for number in (1, 2, 3) if box[past][number - 1] == value)
                tokens[past * view.players + seat] = token
                left = [number for number in left if number != token or "equal-cups" in view.options]
        for seat, value in enumerate(points):
            if value is None:
                tokens[past * view.players + seat] = left.pop(0)
    return tokens


# Club

CLUB: Final = Kept(lambda players, box, options: deck_of(box))


def imagine_club(view: ClubView) -> club.State:
    state = club.start(view.players, CLUB.of(view))
    seats = range(view.players)
    shown = [mask_of([Attribute.parse(word) for word in view.shown[seat]]) for seat in seats]
    secrets = list(shown)
    if view.seat is not None:
        secrets[view.seat] = mask_of([Attribute.parse(word) for word in view.secrets])
    free = Stock(club.ATTRIBUTES, sum(secrets))
    for seat in seats:
        secrets[seat] |= free.take(len(view.shown[seat]) + view.hidden[seat] - int(secrets[seat]).bit_count())
    hands = [0] * view.players
    if view.seat is not None:
        hands[view.seat] = int(mask_of([Cat.parse(cat) for cat in view.hand]))
    staged = [Cat.parse(cat.cat) for cat in view.stage]
    stock = Stock(club.CATS, sum(hands) | int(mask_of(list(staged))))
    for seat in seats:
        hands[seat] |= stock.take(view.hand_sizes[seat] - hands[seat].bit_count())
    pile = members(stock.cards)[: view.pile]
    state.begin(view.first, vec[i64](secrets), vec[i64](hands), vec[i64](pile))
    for place, cat in enumerate(view.stage):
        state.stage[place] = cat.seat * club.CATS + staged[place]
        state.played |= 1 << staged[place]
        for seat in seats:
            if seat in cat.masks:
                state.masked[seat] |= 1 << staged[place]
            else:
                state.excluded[seat] |= state.attributes[staged[place]]
    state.staged = len(staged)
    for seat in seats:
        for word in view.denied[seat]:
            state.deny(seat, Attribute.parse(word))
        for word in view.shown[seat]:
            state.lay_open(seat, Attribute.parse(word))
    state.reserve = vec[i64](view.reserve)
    state.received = vec[i64](view.received)
    state.turn = view.turn
    state.turns = (view.turn - view.first) % view.players + 1
    state.to_act = mask_of(list(view.to_act))
    state.finishing = view.finishing
    state.phase = club.PLAY if view.phase == "play" else club.GUESS
    return state

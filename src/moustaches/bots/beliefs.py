"""What a seat can know of what it does not see, worked out exactly from its view.

Every deal that agrees with the view counts the same: the same worlds that `imagine(view).resample` draws, counted
instead of drawn. How the others bid, discard or guess is no evidence here, only what the rules make of it: who cannot
follow or beat, what lies open, what was given, masks and answers.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from typing import NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct

from moustaches.engine import club, gracias, moustache
from moustaches.engine import moustache_worlds as worlds
from moustaches.engine.bits import members
from moustaches.engine.moustache import zeros
from moustaches.engine.trick import ANIMALS, JOKERS
from moustaches.errors import BadOption
from moustaches.game.club_words import ATTRIBUTES, ClubView, attribute_words
from moustaches.game.gracias_words import CARDS as LOTERIA
from moustaches.game.gracias_words import GraciasView
from moustaches.game.moustache_words import CARDS, NUMBERS, MoustacheView
from moustaches.game.views import View

from .counting import Counts, Deals, Sets, disjoint_weights
from .imagine import imagine_club, imagine_gracias, imagine_moustache

UNSEEN = "unseen"
"""The place of a card that nobody holds."""
NOTHING = 1e-9
"""What is less is a rounding error."""

Places: TypeAlias = dict[str, float]
"""How likely a card is in the hand of seat "0", "1" …, or `UNSEEN`; places where it cannot be are left out."""


class Guise(Struct, frozen=True):
    """Attributes that a seat may be hiding, and how likely it is just these."""

    attributes: tuple[str, ...]
    chance: float


class Beliefs(Struct, frozen=True, omit_defaults=True):
    """All that a view says about what it does not show."""

    game: str
    seat: int
    cards: dict[str, Places] = {}
    """Gracias and Moustache: where each card is that is neither in the own hand nor laid."""
    attributes: dict[int, dict[str, float]] = {}
    """Club: how likely each other seat hides each attribute."""
    exposure: dict[str, float] = {}
    """Club: how likely each of the own hidden attributes is to someone who sees only the table."""


def beliefs(view: View) -> Beliefs:
    """What the seat of this view can know."""
    seat = seat_of(view)
    if isinstance(view, ClubView):
        return Beliefs(view.game, seat, attributes=club_marginals(view), exposure=club_exposure(view))
    return Beliefs(view.game, seat, cards=card_marginals(view))


def seat_of(view: View) -> int:
    if view.seat is None:
        raise BadOption("expected the view of a seat, found a spectator's: it believes nothing")
    return view.seat


# Gracias and Moustache


def card_marginals(view: View) -> dict[str, Places]:
    """Where each card is that is neither in the own hand nor laid; in the forehead round the own card is such a one.
    Once the game is over nothing is hidden, and the answer is empty."""
    seat = seat_of(view)
    if view.phase == "over":
        return {}
    if isinstance(view, GraciasView):
        return gracias_marginals(view, seat)
    if isinstance(view, MoustacheView):
        return moustache_marginals(view, seat)
    raise BadOption(f"expected a view of gracias or moustache, found one of {view.game}")


def gracias_marginals(view: GraciasView, me: int) -> dict[str, Places]:
    state = imagine_gracias(view)
    known = int(state.knows(me))
    cards = gracias.DECK & ~int(state.seen)
    need = [0] * view.players
    found: dict[str, Places] = {}
    for seat in view.seats_in:
        hand = int(state.hands[seat]) & cards
        if known >> seat & 1:
            cards &= ~hand
            if seat != me:
                found.update({LOTERIA[card]: {str(seat): 1.0} for card in members(hand)})
        else:
            need[seat] = hand.bit_count()
    allowed = [int(may) for may in state.may_hold]
    for kind, chances in Deals(cards, allowed, need).chances(need):
        found.update({LOTERIA[card]: places(chances) for card in members(kind)})
    return dict(sorted(found.items(), key=lambda item: LOTERIA.index(item[0])))


def moustache_marginals(view: MoustacheView, me: int) -> dict[str, Places]:
    """The jokers come first: each way in which they may lie leaves other hands to fill, in its own number of ways."""
    state = imagine_moustache(view)
    hidden = worlds.unseen(state, me, zeros(state.players))
    most = [int(need) for need in hidden.need]
    deals = Deals(int(hidden.cards), [int(may) for may in hidden.allowed], most)
    found: dict[str, Places] = {}
    for seat in range(view.players):
        if seat != me:
            known = members(int(worlds.known_cards(state, me, seat)) & ANIMALS)
            found.update({CARDS[card]: {str(seat): 1.0} for card in known})
    ways = {
        jokers: times * deals.count(beside(most, jokers)) for jokers, times in joker_ways(state, me).items()
    }
    total = sum(ways.values())
    for jokers, weight in ways.items():
        part = weight / total
        for kind, chances in deals.chances(beside(most, jokers)) if part else ():
            for card in members(kind):
                add(found.setdefault(CARDS[card], {}), places(chances), part)
        for joker in members(out_of_sight(state, me)):
            holders = [str(seat) for seat, held in enumerate(jokers) if held >> joker & 1]
            add(found.setdefault(CARDS[joker], {}), {(holders or [UNSEEN])[0]: 1.0}, part)
    return dict(sorted(found.items(), key=lambda item: NUMBERS[item[0]]))


def joker_ways(state: moustache.State, me: int) -> dict[tuple[int, ...], int]:
    """The jokers in each hand, in all ways that are possible, and how many gifts lead to each."""
    if state.setup.jokers == moustache.NO_JOKERS:
        return {(0,) * int(state.players): 1}
    found: Counter[tuple[int, ...]] = Counter()
    for placement in worlds.possible_placements(state, me):
        if worlds.fits(state, me, placement):
            held = tuple(int(jokers) for jokers in placement.in_hand)
            found[held] += worlds.ways_of_giving(state, me, placement)
    return found


def out_of_sight(state: moustache.State, me: int) -> int:
    """The jokers that are neither in the own hand nor laid."""
    seen = int(state.hands[me])
    for shown in state.shown:
        seen |= int(shown)
    return int(state.setup.deck) & JOKERS & ~seen


def beside(need: list[int], jokers: tuple[int, ...]) -> list[int]:
    """The animals that are needed beside the jokers; where nothing is (the own hand), still nothing."""
    return [max(0, size - held.bit_count()) for size, held in zip(need, jokers, strict=True)]


def places(chances: dict[int, float]) -> Places:
    """The seats as texts, and the rest as unseen."""
    found = {str(seat): min(chance, 1.0) for seat, chance in chances.items() if chance}
    rest = 1.0 - sum(chances.values())
    return found | {UNSEEN: rest} if rest > NOTHING else found


def add(to: Places, chances: Places, share: float) -> None:
    for place, chance in chances.items():
        to[place] = min(to.get(place, 0.0) + chance * share, 1.0)


# Club


class Page(NamedTuple):
    """What a seat may be hiding: sets, each with any so many of the attributes that nothing tells apart, and the number
    of deals with each."""

    sets: Sets
    alike: int
    deals: Counts

    def chance(self, word: str) -> float:
        """How likely it hides this attribute."""
        number, total = ATTRIBUTES.index(word), self.deals.sum()
        if self.alike >> number & 1:
            return float((self.deals * self.sets.spare).sum() / total / self.alike.bit_count())
        return float(self.deals[self.sets.masks >> number & 1 == 1].sum() / total)

    def guises(self) -> list[Guise]:
        """All of them one by one, the likeliest first."""
        found: list[Guise] = []
        alike = [1 << number for number in members(self.alike)]
        for mask, spare, deals in zip(*self.sets, self.deals, strict=True):
            chance = float(deals / self.deals.sum() / comb(len(alike), spare))
            if chance:
                found += [
                    Guise(attribute_words(int(mask) | sum(some)), chance)
                    for some in combinations(alike, spare)
                ]
        return sorted(found, key=lambda guise: -guise.chance)


def club_sets(view: ClubView) -> dict[int, list[Guise]]:
    """The perfect notebook: for each other seat with something to hide, all that it may be hiding, the likeliest first.
    Each chance is that of all deals together, in which no attribute is there twice."""
    return {seat: page.guises() for seat, page in notebook(view, seat_of(view)).items()}


def club_marginals(view: ClubView) -> dict[int, dict[str, float]]:
    """For each other seat with something to hide, how likely it hides each of the attributes."""
    book = notebook(view, seat_of(view))
    return {seat: {word: page.chance(word) for word in ATTRIBUTES} for seat, page in book.items()}


def club_exposure(view: ClubView) -> dict[str, float]:
    """How likely each of the own hidden attributes is to someone who sees only what lies on the table."""
    seat = seat_of(view)
    book = notebook(view, None)
    hidden = [word for word in view.secrets if word not in view.shown[seat]]
    return {word: book[seat].chance(word) for word in hidden if seat in book}


def notebook(view: ClubView, me: int | None) -> dict[int, Page]:
    """A page for each seat that hides something, as a seat sees it or (none) everybody."""
    if view.phase == "over":
        return {}
    state = imagine_club(view)
    seats = [seat for seat in range(view.players) if seat != me and view.hidden[seat]]
    taken = int(state.open) | (0 if me is None else int(state.secrets[me]))
    free = {seat: club.ALL_ATTRIBUTES & ~taken & ~int(state.excluded[seat]) for seat in seats}
    riddles = {seat: unexplained(state, seat) for seat in seats}
    alike = club.ALL_ATTRIBUTES
    for seat in seats:
        alike &= free[seat]
        for cat in members(riddles[seat]):
            alike &= ~int(state.attributes[cat])
    sets = [hidden_sets(state, seat, riddles[seat], free[seat], alike) for seat in seats]
    deals = disjoint_weights(sets, alike.bit_count()) if seats else []
    return {seat: Page(each, alike, count) for seat, each, count in zip(seats, sets, deals, strict=True)}


def unexplained(state: club.State, seat: int) -> int:
    """The cats that carry a seat's mask for a reason that does not lie open."""
    cats = int(state.masked[seat])
    for attribute in members(state.shown[seat]):
        cats &= ~int(state.deck.carriers[attribute])
    return cats


def hidden_sets(state: club.State, seat: int, riddles: int, free: int, alike: int) -> Sets:
    """All that a seat may be hiding by its own masks and answers."""
    guises = club.Guises(state.deck, seat)
    guises.explain(riddles, 0, free, state.hidden(seat))
    masks: list[int] = []
    spare: list[int] = []
    for certain, rest, size in zip(guises.certain, guises.free, guises.size, strict=True):
        others = [1 << number for number in members(rest & ~alike)]
        for some in range(min(size, alike.bit_count()) + 1):
            found = [certain | sum(each) for each in combinations(others, size - some)]
            masks += found
            spare += [some] * len(found)
    return Sets(np.array(masks, np.int64), np.array(spare, np.int64))

"""Facts about a position that several players need, worked out from a view and the state imagined for it.

Who wins a trick and what a card is worth is asked of the engine, so a rule card that nobody here has heard of counts
like any other. Cards are the engine's numbers here; words are for views and moves.
"""

from __future__ import annotations

from math import comb

from moustaches.engine import club, moustache
from moustaches.engine.bits import members
from moustaches.engine.trick import ANIMALS, MONKEY, PIGEON, UNICORN, Count, Trick, colour_of
from moustaches.game.gracias_words import CARDS as LOTERIA
from moustaches.game.gracias_words import STRENGTHS, GraciasView
from moustaches.game.moustache_words import MoustacheView

# Gracias


def strength(card: str) -> int:
    """How strong a laid or playable card is: 0…22."""
    return STRENGTHS.index(card)


def wanted(view: GraciasView) -> int:
    """Tricks that the seat still needs to meet its bid; below 0 where it has too many."""
    assert view.seat is not None
    return (view.bids[view.seat] or 0) - view.taken[view.seat]


def top(view: GraciasView) -> int:
    """The strongest so far in the trick, −1 for an empty one."""
    return max((strength(laid.card) for laid in view.trick), default=-1)


def is_last(view: GraciasView | MoustacheView) -> bool:
    """Does this card complete the trick?"""
    seats = len(view.seats_in) if isinstance(view, GraciasView) else view.players
    return len(view.trick) == seats - 1


def unseen(view: GraciasView) -> list[int]:
    """The cards that the seat has not seen in this round, the joker as 0."""
    seen = {laid.card for trick in view.tricks for laid in trick.cards}
    seen |= {laid.card for laid in view.trick} | set(view.hand) | {card for card in view.foreheads if card}
    if seen & {"J0", "J22"}:
        seen.add("J")
    return [number for number, card in enumerate(LOTERIA) if card not in seen]


def forehead_chance(view: GraciasView) -> float:
    """How likely one's own forehead card is the highest: it is any of the unseen ones. A joker on another forehead
    may be said as 22; one's own wins if its owner may choose."""
    seen = [strength(card) for card in view.foreheads if card and card != "J"]
    blind = "blind-joker-zero" in view.options
    if "J" in view.foreheads and not blind:
        return 0.5 * higher_share(unseen(view), max(seen, default=0), blind)
    return higher_share(unseen(view), max(seen, default=0), blind)


def higher_share(cards: list[int], than: int, blind: bool) -> float:
    return sum(card > than or (card == 0 and not blind) for card in cards) / len(cards)


# Moustache


def worth(state: moustache.State, card: int) -> int:
    """What a card adds for the team that takes it: its stars under the row, with the sign turned where fewer win."""
    if card >= moustache.JOKER_CARD:
        return 0
    stars = int(state.row.stars[card])
    return -stars if state.row.fewest_win else stars


def worth_of(state: moustache.State, cards: int) -> int:
    return sum(worth(state, card) for card in members(cards))


def laid(state: moustache.State) -> dict[int, int]:
    """The cards of the trick so far, each as a mask, with the seat that laid it."""
    seat, cards = int(state.leader), {}
    while state.phase == moustache.PLAY and seat != state.turn:
        cards[int(state.lays[seat])] = seat
        seat = int(state.left_of(seat))
    return cards


class Outlook:
    """How a trick would end if the cards laid so far and some more were all of it."""

    def __init__(self, state: moustache.State, cards: dict[int, int]) -> None:
        everything = sum(cards)
        trick = Trick()
        trick.cards = everything & ANIMALS
        trick.demanded = state.trick.demanded
        for card in cards:
            demand(state, trick, card)
        best = int(state.row.resolve(trick, everything & UNICORN != 0, None))
        self.winner = cards[best] if best else -1
        """The seat that takes it, or would if there were no pigeon; −1: nobody."""
        self.cards = int(trick.cards)
        """The animals that somebody gets: neither vanished nor thrown away."""
        if not best or everything & PIGEON:
            self.cards = 0
        self.thief = cards.get(MONKEY, -1) if self.cards else -1
        """Who lays the monkey; −1: nobody, or there is nothing to steal."""


def demand(state: moustache.State, trick: Trick, card: int) -> None:
    """The demanded colour after a card that was not in the trick of the state."""
    if card & ANIMALS and not card & state.trick.cards:
        if not trick.demanded:
            trick.demanded = colour_of(card)
        elif not card & trick.demanded:
            trick.demanded = state.row.redirect(trick.demanded, card)


def swing(state: moustache.State, mine: int, outlook: Outlook) -> float:
    """What a team gains on the other, in stars, by a trick that ends so. The monkey takes the best card."""
    if outlook.winner < 0:
        return 0.0
    winners = int(state.team_of(outlook.winner))
    if outlook.thief < 0 or int(state.team_of(outlook.thief)) == winners:
        return gain(state, mine, winners, outlook.cards)
    best = max(members(outlook.cards), key=lambda card: worth(state, card))
    return gain(state, mine, winners, outlook.cards ^ 1 << best, 1 << best)


def gain(state: moustache.State, mine: int, takers: int, cards: int, stolen: int = 0) -> float:
    """What a team gains on the other if one of them takes these cards of a trick and the other one steals some: above
    0 is good for it, also where fewer stars win."""
    stars = worth_of(state, cards) - worth_of(state, stolen)
    if takers != mine:
        stars = -stars
    if not state.row.adding:
        return stars
    piles = [int(state.pile0), int(state.pile1)]
    before = extras(state, Count(piles[0], piles[1], -1), mine)
    piles[takers] |= cards
    piles[1 - takers] |= stolen
    after = extras(state, Count(piles[0], piles[1], takers if tricks_left(state) == 1 else -1), mine)
    return stars + progress(state) * (after - before)


def extras(state: moustache.State, count: Count, mine: int) -> int:
    """What rules add to whole piles, ours less theirs: a tax, a last trick."""
    lead = sum(int(rule.extra(count, mine) - rule.extra(count, 1 - mine)) for rule in state.row.adding)
    return -lead if state.row.fewest_win else lead


def tricks_left(state: moustache.State) -> int:
    """The tricks that are not collected yet, the one on the table included."""
    in_hand = int(state.hands[state.turn]).bit_count()
    return in_hand + 1 if state.phase == moustache.TAKE else in_hand


def progress(state: moustache.State) -> float:
    """How much of the round is played, this trick included: 0…1. A rule on whole piles is not settled before."""
    left = tricks_left(state)
    done = int(state.tricks) + (0 if state.phase == moustache.TAKE else 1)
    return done / (done + left - 1)


def hidden_cards(state: moustache.State, view: MoustacheView) -> int:
    """The animals that the seat has not seen in this round and that may be in play."""
    seen = sum(int(cards) for cards in state.shown)
    return ANIMALS & ~seen & ~int(state.hands[view.seat or 0])


def beaters(state: moustache.State, view: MoustacheView, cards: dict[int, int], among: int) -> int:
    """Those of the other cards that, laid next by an opponent, would take a trick that stands so from the team of
    the view's seat, or keep it from it."""
    assert view.seat is not None
    mine = view.teams[view.seat]
    ours = sum(card for card, seat in cards.items() if view.teams[seat] == mine)
    everything = sum(cards)
    if everything & UNICORN:
        return among if not ours & UNICORN else 0
    trick = Trick()
    trick.demanded = state.trick.demanded
    for card in cards:
        demand(state, trick, card)
    demanded, animals, resolve = trick.demanded, everything & ANIMALS, state.row.resolve
    redirects = state.row.redirects or not demanded
    found = 0
    while among:
        card = among & -among
        among ^= card
        trick.cards = animals | card
        trick.demanded = demanded
        if redirects:
            demand(state, trick, card)
        if not int(resolve(trick, False, None)) & ours:
            found |= card
    return found


# Club


def guises_of(state: club.State, seat: int, other: int) -> list[tuple[int, int, int, int]]:
    """All that another seat's secrets may be, as far as this seat can tell from that seat's own masks and answers:
    groups of (how many, certain attributes, free ones, how many of them). That two others cannot share an attribute
    is left out."""
    guises = state.guises(seat, other)
    groups, before = [], 0
    for until, certain, free, size in zip(
        guises.until, guises.certain, guises.free, guises.size, strict=True
    ):
        groups.append((int(until) - before, int(certain), int(free), int(size)))
        before = int(until)
    return groups


def likelihoods(state: club.State, seat: int, other: int) -> dict[int, float]:
    """How likely the other seat hides each attribute, looked at by itself."""
    counts = [0.0] * club.ATTRIBUTES
    total = 0
    for ways, certain, free, size in guises_of(state, seat, other):
        total += ways
        for attribute in members(certain):
            counts[attribute] += ways
        choices = members(free) if size else []
        for attribute in choices:
            counts[attribute] += ways * size / len(choices)
    shown = int(state.shown[other])
    return {
        attribute: count / total
        for attribute, count in enumerate(counts)
        if count and not shown >> attribute & 1
    }


def mask_chance(groups: list[tuple[int, int, int, int]], carried: int) -> float:
    """How likely a seat masks a cat that carries these attributes."""
    masked = total = 0.0
    for ways, certain, free, size in groups:
        total += ways
        if certain & carried:
            masked += ways
        else:
            without = (free & ~carried).bit_count()
            masked += ways * (1 - comb(without, size) / comb(free.bit_count(), size))
    return masked / total


def split(state: club.State, seat: int, cat: int) -> float:
    """How much a cat asks: for each other seat with something to hide 1 if a mask is as likely as not, 0 if it is
    certain whether it comes."""
    carried = int(state.attributes[cat])
    chances = [
        mask_chance(guises_of(state, seat, other), carried)
        for other in range(int(state.players))
        if other != seat and state.hidden(other)
    ]
    return sum(4 * chance * (1 - chance) for chance in chances)


def meanings(state: club.State, seat: int, cat: int) -> int:
    """How many of a cat's attributes the others cannot rule out for this seat: what a mask of it there may mean. An
    attribute of the seat that lies open explains a mask by itself."""
    carried = int(state.attributes[cat])
    if carried & int(state.shown[seat]):
        return 0
    return (carried & ~int(state.excluded[seat] | state.open)).bit_count()

"""Simple opponents for the terminal: a few plain rules of thumb each.

A bot gets the view of its seat and the box, nothing else, and answers with one of `view.legal`. The same view always
gets the same answer: what is left to chance is drawn from the view itself.
"""

from __future__ import annotations

import random
from collections import Counter

from msgspec import Struct

from moustaches.content.editions import Edition
from moustaches.game.club import ClubView
from moustaches.game.gracias import STRENGTHS, GraciasView
from moustaches.game.moustache import JOKERS, LETTERS, MoustacheView

from .cards import stars
from .notebook import carried, possible

SURE = 0.75  # how likely a guess must be


def choose(view: Struct, box: Edition) -> str:
    """The move of the seat whose view this is."""
    match view:
        case MoustacheView():
            return moustache(view, box, dice(view.commitment, view.seat, view.version))
        case GraciasView():
            return gracias(view, dice(view.commitment, view.seat, view.version))
        case ClubView():
            return club(view, box, dice(view.commitment, view.seat, view.version))
    raise TypeError(f"no bot plays {type(view).__name__}")


def dice(*facts: object) -> random.Random:
    return random.Random(" ".join(map(str, facts)))


# Moustache


def moustache(view: MoustacheView, box: Edition, rng: random.Random) -> str:
    """Gives away the weakest; takes a trick with stars unless a partner has it; else throws the weakest."""
    strength = {card: power(card, view) for card in (*view.hand, *(laid.card for laid in view.trick))}
    if view.phase == "give":
        given = sorted(view.hand, key=lambda card: strength[card] + rng.random())[:3]
        return next(move for move in view.legal if set(move.split()[1:]) == set(given))
    if view.phase == "steal":
        return max(view.legal, key=lambda move: (worth(move.split()[1], view, box), rng.random()))
    cards = [move.split()[1] for move in view.legal]
    animals = [card for card in cards if card not in JOKERS]
    stake = sum(worth(laid.card, view, box) for laid in view.trick)
    last = len(view.trick) == view.players - 1
    best = max(view.trick, key=lambda laid: strength[laid.card], default=None)
    friendly = best is not None and view.seat is not None and view.teams[best.seat] == view.teams[view.seat]
    winning = [card for card in animals if best is None or strength[card] > strength[best.card]]
    wanted = not friendly and (stake > 0 if view.trick else rng.random() < 0.5)
    if wanted and last and stake >= 3 and "unicorn" in cards and not winning:
        return "play unicorn"
    if wanted and stake < 0 and "pigeon" in cards:
        return "play pigeon"
    if wanted and winning:
        chosen = min(winning, key=strength.__getitem__) if last else max(winning, key=strength.__getitem__)
        return f"play {chosen}"
    if friendly and last and animals:
        return f"play {max(animals, key=lambda card: (worth(card, view, box), -strength[card]))}"
    rest = animals or cards
    return f"play {min(rest, key=lambda card: (worth(card, view, box), strength.get(card, 0), rng.random()))}"


def power(card: str, view: MoustacheView) -> int:
    """How strong a card is as the colours stand; rules that name a winner come on top."""
    if card in JOKERS:
        return 99 if card == "unicorn" else -1
    colour = ("green", "pink", "orange", "blue")[LETTERS.index(card[0])]
    value = int(card[1:])
    if "twos-win" in view.row[: view.revealed] and value == 2:
        return 50 + view.order.index(colour)
    return view.order.index(colour) * 11 + value


def worth(card: str, view: MoustacheView, box: Edition) -> int:
    """The stars of a card under the rules in force; below 0 where fewer stars win."""
    rules = view.row[: view.revealed]
    value = stars(card, box)
    if "green-negative" in rules and card.startswith("G"):
        value = -value
    if "zero-heroes" in rules and card[1:] == "0":
        value = 2
    if "pink-plus" in rules and card in {f"P{number}" for number in range(11)}:
        value += 1
    return -value if "fewest-stars" in rules else value


# Gracias


def gracias(view: GraciasView, rng: random.Random) -> str:
    """Bids one for each card likely to win; then beats while below the bid, and ducks once it is met."""
    if view.phase == "bid":
        seen = [card for card in view.foreheads if card]
        if view.forehead:
            hopes = 0.0 if any(STRENGTHS.index(card) > 13 for card in seen if card != "J") else 1.0
        else:
            hopes = sum(chance(card, view.players) for card in view.hand)
        bids = [int(move.split()[1]) for move in view.legal]
        return f"bid {min(bids, key=lambda bid: (abs(bid - hopes), rng.random()))}"
    assert view.seat is not None
    wanted = (view.bids[view.seat] or 0) - view.taken[view.seat]
    cards = sorted((move.split()[1] for move in view.legal), key=STRENGTHS.index)
    top = max((STRENGTHS.index(laid.card) for laid in view.trick), default=0)
    winning = [card for card in cards if STRENGTHS.index(card) > top]
    losing = [card for card in cards if STRENGTHS.index(card) < top]
    if wanted > 0:
        return f"play {(winning or cards)[-1] if winning else cards[0]}"
    if losing:
        return f"play {losing[-1]}"
    return f"play {cards[0]}"


def chance(card: str, players: int) -> float:
    """How likely a card is to take a trick: higher than one card of each other player."""
    if card == "J":
        return 0.9
    return float((int(card) / 21) ** (players - 1))


# Club


def club(view: ClubView, box: Edition, rng: random.Random) -> str:
    """Guesses when the masks leave little doubt; plays the cat that has most in common with it: such a mask may
    mean many things."""
    if view.phase == "play":
        cats = carried(box)
        shares = {cat: len(set(view.secrets).intersection(cats[cat])) for cat in view.hand}
        return max(view.legal, key=lambda move: (shares[move.split()[1]], rng.random()))
    best, found = 0.0, "keep"
    for seat in range(view.players):
        if seat == view.seat or not view.hidden[seat]:
            continue
        sets = possible(view, seat, box)
        count = Counter(word for secrets in sets for word in secrets)
        for word, having in count.items():
            move = f"unmask {seat} {word}"
            likely = having / len(sets)
            if move in view.legal and likely >= SURE and likely > best:
                best, found = likely, move
    return found

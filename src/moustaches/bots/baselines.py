"""Two players to measure others by: one that moves at random, and one that takes whatever lies before it."""

from __future__ import annotations

from moustaches.game.club_words import ATTRIBUTES, Cat, ClubView
from moustaches.game.gracias_words import GraciasView
from moustaches.game.moustache_words import Card, MoustacheMove, MoustacheView
from moustaches.game.views import View

from .choice import Choice, dice
from .imagine import imagine
from .sense import (
    Outlook,
    forehead_chance,
    laid,
    likelihoods,
    split,
    strength,
    swing,
    wanted,
    worth,
    worth_of,
)

LIKELY = 0.5  # greedy bids on a card, and guesses, from here on


class Random:
    """Any legal move, all equally likely."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View) -> Choice:
        return Choice(view.legal[int(dice(view, self.seed).below(len(view.legal)))])


class Greedy:
    """The best for this trick or this guess, and no thought of what comes after. It needs no chance."""

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View) -> Choice:
        if isinstance(view, GraciasView):
            return Choice(gracias(view))
        if isinstance(view, MoustacheView):
            return Choice(moustache(view))
        assert isinstance(view, ClubView)
        return Choice(guess(view) if view.phase == "guess" else show(view))


def gracias(view: GraciasView) -> str:
    """Bids the cards that are likely to win, then takes what it can while below the bid, and lays low after."""
    if view.phase == "bid":
        if view.forehead:
            hoped = 1 if forehead_chance(view) >= LIKELY else 0
        else:
            hoped = sum(wins_often(card, len(view.seats_in)) for card in view.hand)
        return min(view.legal, key=lambda move: abs(int(move.split()[1]) - hoped))
    moves = sorted(view.legal, key=lambda move: strength(move.split()[1]))
    return moves[-1] if wanted(view) > 0 else moves[0]


def wins_often(card: str, players: int) -> bool:
    """Is it higher than a random card of each other player, more often than not?"""
    return card == "J" or bool(((int(card) - 1) / 20) ** (players - 1) >= LIKELY)


def moustache(view: MoustacheView) -> str:
    """Takes what is worth taking, as cheaply as it can, and else throws what is worth least to the others."""
    state = imagine(view)
    assert view.seat is not None
    if view.phase == "steal":
        return max(view.legal, key=lambda move: worth(state, Card.parse(move.split()[1])))
    if view.phase == "give":
        return min(view.legal, key=lambda move: worth_of(state, MoustacheMove.parse(move).cards))
    before = laid(state)
    gains = {}
    for move in view.legal:
        card = Card.parse(move.split()[1])
        outlook = Outlook(state, {**before, 1 << card: view.seat})
        gains[move] = (swing(state, view.teams[view.seat], outlook), -card)
    return max(gains, key=gains.__getitem__)


def guess(view: ClubView) -> str:
    """The likeliest attribute of all, if it is as likely as not."""
    state = imagine(view)
    assert view.seat is not None
    best, found = LIKELY, "keep"
    for other in range(view.players):
        if other != view.seat and view.hidden[other]:
            for attribute, likely in likelihoods(state, view.seat, other).items():
                move = f"unmask {other} {ATTRIBUTES[attribute]}"
                if likely >= best and move in view.legal:
                    best, found = likely, move
    return found


def show(view: ClubView) -> str:
    """The cat that tells most about the others."""
    state = imagine(view)
    seat = view.seat
    assert seat is not None
    return max(view.legal, key=lambda move: split(state, seat, Cat.parse(move.split()[1])))

"""How the novice plays the Club: it guesses what its notebook makes likely, and shows cats that ask much and tell
little."""

from __future__ import annotations

from moustaches.engine import club
from moustaches.engine.bits import Rng, bit, members
from moustaches.game.club_words import ATTRIBUTES, Cat, ClubView

from .sense import likelihoods, meanings, split

MISSES = 40  # % of guesses for which a mask on the stage is overlooked
SURE_ENOUGH = 0.6  # how likely a guess has to be
LAST_CHANCE = 0.4  # the same in the finishing round


def choose(view: ClubView, state: club.State, rng: Rng) -> str:
    """The novice's move."""
    return show(view, state) if view.phase == "play" else guess(view, state, rng)


def guess(view: ClubView, state: club.State, rng: Rng) -> str:
    """The likeliest attribute of anyone, if it is likely enough."""
    assert view.seat is not None
    if rng.below(100) < MISSES:
        state = without_a_mask(view, state, rng)
    best, found = LAST_CHANCE if view.finishing else SURE_ENOUGH, "keep"
    for other in range(view.players):
        if other != view.seat and view.hidden[other]:
            for attribute, likely in likelihoods(state, view.seat, other).items():
                move = f"unmask {other} {ATTRIBUTES[attribute]}"
                if likely > best and move in view.legal:
                    best, found = likely, move
    return found


def without_a_mask(view: ClubView, state: club.State, rng: Rng) -> club.State:
    """The same stage, but one mask of one other seat is not noticed."""
    others = [seat for seat in range(view.players) if seat != view.seat and state.masked[seat]]
    if not others:
        return state
    missed = state.clone()
    other = others[int(rng.below(len(others)))]
    cats = members(missed.masked[other])
    missed.masked[other] ^= bit(cats[int(rng.below(len(cats)))])
    return missed


def show(view: ClubView, state: club.State) -> str:
    """The cat that asks most of the others, and less gladly one on which its own mask would say much."""
    seat = view.seat
    assert seat is not None

    def liking(move: str) -> float:
        cat = Cat.parse(move.split()[1])
        return split(state, seat, cat) - tells(state, seat, cat)

    return max(view.legal, key=liking)


def tells(state: club.State, seat: int, cat: int) -> float:
    """How much a cat gives away of oneself: a mask that can mean one thing only most of all, a mask that is explained
    already nothing."""
    if not int(state.attributes[cat]) & int(state.secrets[seat]):
        return 0.3
    count = meanings(state, seat, cat)
    return 1 / count if count else 0.0

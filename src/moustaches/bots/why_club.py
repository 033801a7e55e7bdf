"""Reasons for a move of the Club: how likely a guess is, by exact beliefs, and what a cat asks and gives away."""

from __future__ import annotations

from moustaches.engine import club
from moustaches.game.club_words import ATTRIBUTES, Cat, ClubView
from moustaches.game.reasons import Fact, Reason

from .sense import likelihoods, meanings, split

MANY = 60  # sets of attributes for a seat: with more, nothing about it is likely

Marginals = dict[int, dict[str, float]]


def reasons(view: ClubView, state: club.State, move: str) -> list[Reason]:
    match move.split():
        case ["play", cat]:
            return shown(view, state, Cat.parse(cat))
        case ["unmask", seat, attribute]:
            found = named(view, state, move, int(seat), attribute)
        case _:
            found = kept(view, state)
    return [*found, Reason("bot-last-guess", rulings=("C8",))] if view.finishing else found


def others(view: ClubView) -> list[int]:
    """The other seats that still hide something."""
    return [seat for seat in range(view.players) if seat != view.seat and view.hidden[seat]]


def marginals(view: ClubView, state: club.State) -> Marginals:
    """How likely each other seat hides each attribute, exactly: one seat alone can be looked at by itself."""
    assert view.seat is not None
    seats = others(view)
    if len(seats) == 1:
        likely = likelihoods(state, view.seat, seats[0])
        return {seats[0]: {ATTRIBUTES[attribute]: chance for attribute, chance in likely.items()}}
    from .beliefs import club_marginals  # it brings NumPy, which two players do without

    return club_marginals(view)


def percent(chance: float) -> int:
    """100 only for what is certain, and 0 never: what is excluded is not asked for its percent."""
    return 100 if chance == 1.0 else min(max(round(100 * chance), 1), 99)


def named(view: ClubView, state: club.State, move: str, seat: int, attribute: str) -> list[Reason]:
    """A guess."""
    if move in view.cannot_be_right:
        return [Reason("bot-bluffs", rulings=("C2",), args={"attribute": attribute})]
    assert view.seat is not None
    args: dict[str, Fact] = {"seat": seat, "attribute": attribute}
    alone = likelihoods(state, view.seat, seat).get(ATTRIBUTES.index(attribute), 0.0)
    certain = settled(alone) in (0.0, 1.0)  # what the seat's own masks settle, the others' cannot change
    chance = settled(alone if certain else marginals(view, state)[seat][attribute])
    if chance == 1.0:
        return [Reason("bot-certain", args=args)]
    if chance == 0.0:
        return [Reason("bot-excluded", args=args)]
    return [Reason("bot-likely", args={**args, "percent": percent(chance)})]


def settled(chance: float) -> float:
    """Without the dust of adding fractions."""
    return float(round(chance, 9))


def kept(view: ClubView, state: club.State) -> list[Reason]:
    """No guess: what would have been the best one."""
    assert view.seat is not None
    counts = {seat: int(state.guises(view.seat, seat).total) for seat in others(view)}
    clearest = min(counts, key=counts.__getitem__)
    if counts[clearest] > MANY:
        return [Reason("bot-too-many", args={"seat": clearest, "sets": counts[clearest]})]
    chances = {
        (seat, word): settled(chance)
        for seat, likely in marginals(view, state).items()
        for word, chance in likely.items()
        if f"unmask {seat} {word}" in view.legal
    }
    seat, word = max(chances, key=chances.__getitem__)
    likely = percent(chances[seat, word])
    return [Reason("bot-too-uncertain", args={"seat": seat, "attribute": word, "percent": likely})]


def shown(view: ClubView, state: club.State, cat: Cat) -> list[Reason]:
    """A cat: what it asks of the others, and what one's own mask on it says."""
    assert view.seat is not None
    found = []
    asks = {other: split(state, view.seat, other) for other in map(Cat.parse, view.hand)}
    if asks[cat] and asks[cat] == max(asks.values()):
        found.append(Reason("bot-asks-most", args={"cat": str(cat)}))
    own = int(state.secrets[view.seat])
    carried = int(state.attributes[cat])
    if not carried & own:
        found.append(Reason("bot-without-mask"))
    elif carried & int(state.shown[view.seat]):
        found.append(Reason("bot-tells-nothing"))
    else:
        found.append(Reason("bot-hides-behind", args={"number": meanings(state, view.seat, cat)}))
    return found

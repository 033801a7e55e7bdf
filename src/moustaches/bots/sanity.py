"""What is certain at the table, whatever a learned judgement says of it: `overrule(view, world, values)`.

A network judges by resemblance and errs by a hair where a player who counts cannot err. Two things are put right. The
last choice of a round, and the last guess of the Club, are worked out exactly. And a move that another one beats in
every way that can come, or in all but odd ones, is worth no more than that other, and comes after it.
"""

from __future__ import annotations

from moustaches.engine import club
from moustaches.engine import moustache as engine
from moustaches.engine.bits import bit, mask_of, members
from moustaches.engine.trick import BLUE
from moustaches.game.club_words import ATTRIBUTES, ClubView
from moustaches.game.gracias_words import GraciasView
from moustaches.game.moustache_words import Card, MoustacheView
from moustaches.game.views import View
from moustaches.mind.club import ClubWorld
from moustaches.mind.moustache import MoustacheWorld
from moustaches.mind.world import World

from .choice import Value
from .sense import is_last, likelihoods, strength, top, unseen, wanted, worth
from .slots import move_slots

FEW = 2  # cards that could still take a trick from a hand that needs them all
CERTAIN = 1 - 1e-9

Values = tuple[Value, ...]


def overrule(view: View, world: World, values: Values) -> Values:
    """These values of the moves of the view's seat, the best first, with what is certain put right. `world` is
    `table_of(view)`."""
    exact = last_choice(view, world)
    if exact:
        return exact
    return put_behind(values, foolish(view, world))


def put_behind(values: Values, foolish: set[str]) -> Values:
    """The foolish moves after the others, worth no more than the best of these."""
    sound = [value for value in values if value.move not in foolish]
    if not sound:
        return values
    best = sound[0]
    rest = [
        Value(value.move, min(value.win, best.win), min(value.margin, best.margin))
        for value in values
        if value.move in foolish
    ]
    return (*sound, *rest)


def foolish(view: View, world: World) -> set[str]:
    """Moves that some other move beats."""
    if isinstance(view, GraciasView):
        return low_bid(view) | wrong_discards(view) | early_leads(view)
    if isinstance(view, MoustacheView) and isinstance(world, MoustacheWorld):
        return poor_thefts(view, world.state)
    if isinstance(view, ClubView) and isinstance(world, ClubWorld):
        return idle_guesses(view, world.state)
    return set()


# Choices after which nothing is open


def last_choice(view: View, world: World) -> Values:
    """What each move is worth, where the round ends with any of them and the result can be counted."""
    if isinstance(view, ClubView) and isinstance(world, ClubWorld):
        values = last_guess(view, world) if is_last_guess(view) else []
    elif is_last_card(view):
        values = [counted(move, played(world, move_slots(view, move)[0]), view) for move in view.legal]
    else:
        values = []
    return tuple(sorted(values, key=lambda value: (-value.win, -value.margin)))


def is_last_card(view: View) -> bool:
    """Is nothing in any hand after this choice? It is a joker's value, or what the monkey takes."""
    if isinstance(view, GraciasView):
        return view.phase == "say" or (len(view.hand) == 1 and view.leader is not None and is_last(view))
    return isinstance(view, MoustacheView) and view.phase == "steal" and not any(view.hand_sizes)


def is_last_guess(view: ClubView) -> bool:
    return view.finishing and (view.turn + 1) % view.players == view.first


def last_guess(view: ClubView, world: ClubWorld) -> list[Value]:
    """Every guess by how likely it is right; both answers are counted."""
    from .beliefs import club_marginals

    likely = club_marginals(view)
    values = []
    for move in view.legal:
        if move == "keep":
            values.append(counted(move, played(world, club.KEEP), view))
            continue
        _, seat, word = move.split()
        chance = likely[int(seat)][word]
        right, wrong = (
            counted(move, answered(world, int(seat), ATTRIBUTES.index(word), answer), view)
            for answer in (True, False)
        )
        values.append(
            Value(
                move,
                chance * right.win + (1 - chance) * wrong.win,
                chance * right.margin + (1 - chance) * wrong.margin,
            )
        )
    return values


def played(world: World, slot: int) -> World:
    trial = world.copy()
    trial.play(slot)
    return trial


def answered(world: ClubWorld, asked: int, attribute: int, right: bool) -> World:
    """After a guess that is right or wrong. What else the asked seat hides has no say in the count."""
    trial = ClubWorld(world.state.clone(), world.tables)
    state = trial.state
    shown = int(state.shown[asked])
    others = members(club.ALL_ATTRIBUTES & ~shown & ~bit(attribute))[: int(state.hidden(asked)) - right]
    secrets = state.secrets[:]
    secrets[asked] = shown | mask_of(others) | (bit(attribute) if right else 0)
    state.secrets = secrets
    state.unmask(state.turn, asked, attribute)
    return trial


def counted(move: str, world: World, view: View) -> Value:
    assert view.seat is not None
    assert world.turn() < 0
    return Value(move, world.win(view.seat), world.margin(view.seat))


# Gracias


def low_bid(view: GraciasView) -> set[str]:
    """With one card each and the 21 in hand only the joker can take the trick: 0 is no bid, if 1 is allowed."""
    alone = view.phase == "bid" and view.hand == ("21",)
    return {"bid 0"} if alone and "bid 1" in view.legal else set()


def wrong_discards(view: GraciasView) -> set[str]:
    """A card that cannot take the trick is a free discard. Who wants no more tricks throws the highest of these, who
    needs all that are left the lowest; cards between which none is out are equal."""
    if view.phase != "play" or not view.trick:
        return set()
    numbers = numbers_in(view.legal)
    losing = [number for number in numbers if number < top(view)]
    if not losing or (len(losing) < len(numbers) and not is_last(view)):
        return set()
    missing = wanted(view)
    if missing <= 0:
        rest = [
            number for number in numbers if number > losing[-1] or is_out_between(view, number, losing[-1])
        ]
        return {f"play {number}" for number in rest} | ({"play J0", "play J22"} & set(view.legal))
    if missing >= len(view.hand) - 1 and losing == numbers and "J" not in view.hand:
        return {f"play {number}" for number in losing if is_out_between(view, losing[0], number)}
    return set()


def early_leads(view: GraciasView) -> set[str]:
    """Who needs every trick, and holds cards that nobody can beat, leads those first if hardly a card is out that could
    beat the rest: it may be thrown away in the meantime. (With more of them out, a low lead can do better: somebody who
    wants no trick must take it.)"""
    if view.leader != view.seat or view.trick or len(view.hand) < 2 or "noyade" in view.options:
        return set()
    numbers = numbers_in(view.legal)
    out = unseen(view)
    if wanted(view) != len(view.hand) or sum(card > numbers[0] for card in out) > FEW:
        return set()
    sure = {f"play {number}" for number in numbers if 0 not in out and all(card < number for card in out)}
    sure |= {"play J22"} & set(view.legal)
    return set(view.legal) - sure if sure else set()


def numbers_in(moves: tuple[str, ...]) -> list[int]:
    """The cards that these moves lay, but for the joker, the lowest first."""
    return sorted(strength(move.split()[1]) for move in moves if move.split()[1][0] != "J")


def is_out_between(view: GraciasView, low: int, high: int) -> bool:
    return any(low < card < high for card in unseen(view))


# Moustache


def poor_thefts(view: MoustacheView, state: engine.State) -> set[str]:
    """The monkey takes what is worth most: nothing else depends on it. Under `blue-tax` a blue card is a burden as well
    (a boon where fewer stars win); a card that is better in one way and worse in the other is left to judgement."""
    rules = {rule.id for rule in state.row.adding}
    if view.phase != "steal" or not rules <= {"blue-tax", "last-trick"}:
        return set()
    blue = 0 if "blue-tax" not in rules else 1 if state.row.fewest_win else -1
    merits = {
        move: (worth(state, card), blue if bit(card) & BLUE else 0)
        for move, card in ((move, Card.parse(move.split()[1])) for move in view.legal)
    }
    return {
        move
        for move, (stars, tax) in merits.items()
        if any(a >= stars and b >= tax and (a, b) != (stars, tax) for a, b in merits.values())
    }


# Club


def idle_guesses(view: ClubView, state: club.State) -> set[str]:
    """Who knows an attribute for certain, and does not end the game by naming it, does not keep: the point is there for
    the taking."""
    assert view.seat is not None
    if view.phase != "guess":
        return set()
    for seat in range(view.players):
        if seat != view.seat and view.hidden[seat] > 1 and view.reserve[seat] > 1:
            if any(chance > CERTAIN for chance in likelihoods(state, view.seat, seat).values()):
                return {"keep"}
    return set()

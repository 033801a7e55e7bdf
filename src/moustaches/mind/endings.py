"""Endings solved exactly: with few cards left, every line of play is followed to its end in each imagined world.

In Gracias everyone maximises their own value (max^n); of equal choices a seat takes the lowest. Moustache is between
two teams (minimax with alpha-beta). Who averages this over many worlds plays as if all hands lay open from now on.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from moustaches.engine.bits import Rng, highest, index, popcount
from moustaches.engine.gracias import LAY, NUMBERS, SAY
from moustaches.engine.gracias import PLAY as GRACIAS_PLAY
from moustaches.engine.moustache import PLAY, TAKE

from .gracias import GraciasWorld
from .moustache import MoustacheWorld
from .search import Judged, best_first, every_slot
from .world import World

FEW: Final = 4  # cards in a hand that count as an ending
DEEPEST: Final = 40  # choices to the end
SEATS: Final = 6


def is_ending(world: World) -> bool:
    """Can the rest of this episode be solved? Not while choices are secret or bids are open."""
    if isinstance(world, GraciasWorld):
        state = world.state
        if state.phase == SAY:
            return True
        if state.phase != GRACIAS_PLAY or not state.in_turn:
            return False
        return popcount(state.hands[state.turn]) <= FEW
    if isinstance(world, MoustacheWorld):
        table = world.state
        if table.phase != PLAY and table.phase != TAKE:
            return False
        return popcount(table.hands[table.turn]) <= FEW
    return False


def ending_values(world: World, seat: int, worlds: int, rng: Rng) -> list[Judged]:
    """Judges the moves of the seat, which is to act in an ending, over so many worlds; the best first."""
    moves = [Judged([slot]) for slot in every_slot(world)]
    dreams = world.dreams(i64(seat))
    if isinstance(world, GraciasWorld):
        gracias = GraciasEnding(world, i64(seat))
        for _ in range(i64(worlds)):
            gracias.judge(dreams.next(rng), moves)
    else:
        assert isinstance(world, MoustacheWorld)
        moustache = MoustacheEnding(world, i64(seat))
        for _ in range(i64(worlds)):
            moustache.judge(dreams.next(rng), moves)
    return best_first(moves, False)


@final
class GraciasEnding:
    """Max^n over the cards of a round. A world for each depth, so that nothing is made anew."""

    def __init__(self, world: GraciasWorld, seat: i64) -> None:
        self.me = seat
        self.players = world.players
        self.worlds = [GraciasWorld(world.state.clone(), world.tables) for _ in range(DEEPEST)]
        self.values = vec[float]([0.0] * (DEEPEST * SEATS))  # by depth and seat
        self.wins = vec[float]([0.0] * DEEPEST)  # of `me`, by depth
        self.margins = vec[float]([0.0] * DEEPEST)
        self.ended = vec[float]([0.0] * SEATS)

    def judge(self, world: World, moves: list[Judged]) -> None:
        """Adds what each move leads to in this world."""
        assert isinstance(world, GraciasWorld)
        state = world.state
        distinct = distinct_strengths(world, state.legal_mask(state.turn) >> LAY)
        solved: i64 = 0  # the slot solved last, which stands for those above it that are not distinct
        for move in moves:
            slot = i64(move.slots[0])
            if distinct >> (slot - LAY) & 1:
                self.worlds[0].become(world)
                self.worlds[0].play(slot)
                self.solve(0)
                solved = slot
            assert solved
            move.visits += 1
            move.value += self.values[self.me]
            move.win += self.wins[0]
            move.margin += self.margins[0]

    def solve(self, depth: i64) -> None:
        """Fills in what everyone gets from this depth on."""
        world = self.worlds[depth]
        state = world.state
        seat = state.turn
        strengths: i64 = 0
        while state.to_act:
            seat = state.turn
            strengths = distinct_strengths(world, state.legal_mask(seat) >> LAY)
            if strengths & (strengths - 1):
                break
            world.play(LAY + index(strengths))
        if state.to_act == 0:
            self.settle(world, depth)
            return
        following = self.worlds[depth + 1]
        own = depth * SEATS + seat
        untried = True
        while strengths:
            strength = strengths & -strengths
            strengths ^= strength
            following.become(world)
            following.play(LAY + index(strength))
            self.solve(depth + 1)
            if untried or self.values[own + SEATS] > self.values[own]:
                untried = False
                self.take_over(depth)

    def take_over(self, depth: i64) -> None:
        """What the next depth found is the best so far."""
        here = depth * SEATS
        for seat in range(self.players):
            self.values[here + seat] = self.values[here + SEATS + seat]
        self.wins[depth] = self.wins[depth + 1]
        self.margins[depth] = self.margins[depth + 1]

    def settle(self, world: GraciasWorld, depth: i64) -> None:
        """The round is over."""
        world.values(self.ended)
        for seat in range(self.players):
            self.values[depth * SEATS + seat] = self.ended[seat]
        self.wins[depth] = world.win(self.me)
        self.margins[depth] = world.margin(self.me)


def distinct_strengths(world: GraciasWorld, strengths: i64) -> i64:
    """Of numbers between which no card of another hand or of the trick lies, only the lowest: they do the same."""
    state = world.state
    numbers = strengths & NUMBERS
    if state.phase == SAY or numbers & (numbers - 1) == 0:
        return strengths
    between = state.top
    for seat in range(state.players):
        if seat != state.turn:
            between |= state.hands[seat]
    distinct: i64 = strengths & ~NUMBERS
    before: i64 = 0
    while numbers:
        number = numbers & -numbers
        numbers ^= number
        if before == 0 or between & (number - before):
            distinct |= number
        before = number
    return distinct


@final
class MoustacheEnding:
    """Minimax between the teams over the cards of a round."""

    def __init__(self, world: MoustacheWorld, seat: i64) -> None:
        self.me = seat
        self.worlds = [MoustacheWorld(world.state.clone(), world.tables) for _ in range(DEEPEST)]
        self.wins = vec[float]([0.0] * DEEPEST)  # of `me`, by depth
        self.margins = vec[float]([0.0] * DEEPEST)

    def judge(self, world: World, moves: list[Judged]) -> None:
        """Adds what each move leads to in this world."""
        for move in moves:
            self.worlds[0].become(world)
            self.worlds[0].play(move.slots[0])
            move.visits += 1
            move.value += self.solve(0, -10.0, 10.0)
            move.win += self.wins[0]
            move.margin += self.margins[0]

    def solve(self, depth: i64, least: float, most: float) -> float:
        """What `me` gets from this depth on, if both teams play well; exact between the two bounds."""
        world = self.worlds[depth]
        state = world.state
        choices: i64 = 0
        while state.to_act:
            choices = self.choices(world)
            if choices & (choices - 1):
                break
            self.choose(world, choices)
        if state.to_act == 0:
            self.wins[depth] = world.win(self.me)
            self.margins[depth] = world.margin(self.me)
            return world.value(self.me)
        ours = state.team_of(state.turn) == state.team_of(self.me)
        best = 10.0
        if ours:
            best = -10.0
        following = self.worlds[depth + 1]
        while choices:
            card = highest(choices)
            choices ^= card
            following.become(world)
            self.choose(following, card)
            value = self.solve(depth + 1, least, most)
            if (ours and value > best) or (not ours and value < best):
                best = value
                self.wins[depth] = self.wins[depth + 1]
                self.margins[depth] = self.margins[depth + 1]
                if ours and best > least:
                    least = best
                elif not ours and best < most:
                    most = best
                if least >= most:
                    break
        return best

    def choices(self, world: MoustacheWorld) -> i64:
        """Cards to lay or, with the monkey, to take."""
        state = world.state
        if state.phase == TAKE:
            return state.trick.cards
        return state.legal_cards(state.turn)

    def choose(self, world: MoustacheWorld, card: i64) -> None:
        state = world.state
        if state.phase == TAKE:
            state.take(card)
        else:
            state.lay(state.turn, card)

"""The past and the future of a round of Gracias in imagined worlds, as questions to a network: many decisions at once.

`Past` deals worlds that a seat cannot tell apart and plays the round again in each of them, one move after the other:
would the others have done what they did, with these hands? `Futures` tries moves of the seat in such worlds and plays
on side by side, everyone by what the network answers, to the end of the round.
"""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from moustaches.engine.bits import Rng, bit
from moustaches.engine.gracias import LAY, none

from .gracias import CHOICE_WORDS, MOST, WORDS, GraciasWorld


@final
class Questions:
    """Decisions to be judged: what is observed in each, and the choices of all of them, one after the other."""

    def __init__(self, room: i64) -> None:
        self.observed = vec[i64]([0] * int(room * WORDS))
        self.choices = vec[i64]([0] * int(room * MOST * CHOICE_WORDS))
        self.counts = vec[i64]([0] * int(room))  # of the choices
        self.world = vec[i64]([0] * int(room))  # in which it is asked
        self.number: i64 = 0  # of questions
        self.rows: i64 = 0  # of choices

    def clear(self) -> None:
        self.number = 0
        self.rows = 0

    def ask(self, number: i64, world: GraciasWorld) -> None:
        """What would the seat to act do in the world of this number?"""
        seat = world.turn()
        world.observe(seat, self.observed, self.number * WORDS)
        count = world.describe(seat, self.choices, self.rows * CHOICE_WORDS)
        self.counts[self.number] = count
        self.world[self.number] = number
        self.number += 1
        self.rows += count


@final
class Past:
    """Worlds that a seat cannot tell apart, and the round so far in each of them. `laid` is what each seat has laid."""

    def __init__(self, real: GraciasWorld, seat: int, laid: list[int], count: int, rng: Rng) -> None:
        self.seat: i64 = seat
        self.worlds: list[GraciasWorld] = []
        self.again: list[GraciasWorld] = []
        self.likely = list(range(count))  # the worlds that are still asked about
        self.questions = Questions(i64(count))
        self.chosen = vec[i64]([0] * count)  # by question: the number of the choice that was made
        dreams = real.dreams(self.seat)
        for _ in range(i64(count)):
            world = dreams.next(rng).copy()
            assert isinstance(world, GraciasWorld)
            self.worlds.append(world)
            self.again.append(beginning(world, laid))

    def step(self, slot: int) -> None:
        """The next move of the round was this one: asks about it in the worlds in which another seat had a choice."""
        questions = self.questions
        questions.clear()
        for number in self.likely:
            world = self.again[number]
            if world.turn() != self.seat and world.ways() > 1:
                place = questions.number
                questions.ask(number, world)
                for choice in range(questions.counts[place]):
                    if world.menu[choice] == i64(slot):
                        self.chosen[place] = choice
            world.play(slot)


def beginning(world: GraciasWorld, laid: list[int]) -> GraciasWorld:
    """The same round before the first bid."""
    new = GraciasWorld(world.state.clone(), world.tables)
    state = new.state
    hands = none(state.players)
    for seat in range(state.players):
        hands[seat] = state.hands[seat] | i64(laid[seat])
    state.chosen = none(state.players)
    state.round -= 1
    state.begin(hands)
    return new


@final
class Futures:
    """Every one of some moves of a seat in each of these worlds, world by world."""

    def __init__(self, worlds: list[GraciasWorld], seat: int, slots: list[int]) -> None:
        self.worlds: list[GraciasWorld] = []
        for world in worlds:
            for slot in slots:
                self.worlds.append(after(world, seat, slot))
        size = len(self.worlds)
        self.questions = Questions(i64(size))
        self.wins = vec[float]([0.0] * size)
        self.margins = vec[float]([0.0] * size)
        self.advance()

    def advance(self) -> None:
        """On to the next decision of each world; forced choices make themselves."""
        questions = self.questions
        questions.clear()
        for number in range(i64(len(self.worlds))):
            world = self.worlds[number]
            while world.turn() >= 0:
                if world.ways() > 1:
                    questions.ask(number, world)
                    break
                world.play(world.only())

    def answer(self, chosen: list[int]) -> None:
        """Makes these choices, one for each question, and asks the next."""
        questions = self.questions
        for place in range(questions.number):
            world = self.worlds[questions.world[place]]
            world.play(world.menu[i64(chosen[place])])
        self.advance()

    def settle(self, seat: int) -> None:
        """What the seat has of it, when nothing is asked any more."""
        for number in range(i64(len(self.worlds))):
            self.wins[number] = self.worlds[number].win(seat)
            self.margins[number] = self.worlds[number].margin(seat)


def after(world: GraciasWorld, seat: i64, slot: i64) -> GraciasWorld:
    """A world after a move of the seat. Where all choose at once, what the others may have chosen is open again."""
    new = world.copy()
    assert isinstance(new, GraciasWorld)
    if world.concealed():
        state = new.state
        state.chosen = none(state.players)
        state.to_act = state.seats_in
        state.choose(seat, bit(slot - LAY))
    else:
        new.play(slot)
    return new

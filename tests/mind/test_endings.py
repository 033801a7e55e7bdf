"""Solved endings against plain enumeration: every line of play of the engine, without any short cut."""

from __future__ import annotations

from hashlib import sha256

import pytest

from moustaches.engine import COMPILED
from moustaches.engine.bits import Rng
from moustaches.engine.gracias import BID
from moustaches.mind.endings import FEW, ending_values, is_ending
from moustaches.mind.gracias import GraciasWorld
from moustaches.mind.moustache import MoustacheWorld
from moustaches.mind.search import every_slot
from moustaches.mind.world import World

from .tables import TABLES, Table, positions

IN_TURN = [table for table in TABLES if table[0] != "club" and "uno-dos-tres" not in table[2]]
GAMES = 8 if COMPILED else 2


def best_for_all(world: World) -> list[float]:
    """What every seat gets if each takes what is best for itself, the lowest slot of equal ones. In Moustache that is
    the same as one team against the other."""
    seat = int(world.turn())
    if seat < 0:
        return [float(world.value(each)) for each in range(world.players)]
    best: list[float] = []
    for slot in every_slot(world):
        new = world.copy()
        new.play(slot)
        values = best_for_all(new)
        if not best or values[seat] > best[seat]:
            best = values
    return best


def cards_left(world: World) -> int:
    assert isinstance(world, GraciasWorld | MoustacheWorld)
    return int(world.state.hands[world.turn()]).bit_count()


def endings(table: Table, most: int) -> list[World]:
    """Positions of random games in which the seat to act has at most so many cards."""
    return [
        world
        for seed in range(GAMES)
        for world in positions(table, 1 if COMPILED else 5, seed)
        if is_ending(world) and cards_left(world) <= most
    ]


@pytest.mark.parametrize("table", IN_TURN, ids=str)
def test_endings_are_those_of_plain_enumeration(table: Table) -> None:
    checked = 0
    for world in endings(table, 2):
        seat = int(world.turn())
        known = world.dreams(seat).next(Rng(3))
        for move in ending_values(world, seat, 1, Rng(3)):
            new = known.copy()
            new.play(move.slots[0])
            assert move.value == best_for_all(new)[seat]
            checked += 1
    assert checked


def test_three_cards_of_gracias_are_those_of_plain_enumeration() -> None:
    checked = 0
    for world in endings(("gracias", 3, {}), 3)[:: 1 if COMPILED else 6]:
        seat = int(world.turn())
        known = world.dreams(seat).next(Rng(3))
        for move in ending_values(world, seat, 1, Rng(3)):
            new = known.copy()
            new.play(move.slots[0])
            assert move.value == best_for_all(new)[seat]
            checked += 1
    assert checked


@pytest.mark.parametrize("table", IN_TURN, ids=str)
def test_wins_and_margins_belong_to_the_value(table: Table) -> None:
    for world in endings(table, 2):
        for move in ending_values(world, int(world.turn()), 1, Rng(2)):
            if isinstance(world, MoustacheWorld):
                assert move.value == pytest.approx(move.win * 2 - 1 + move.margin * 0.01)
            else:  # the game goes on, or this round decides it
                beside = move.value - move.margin / 4
                assert pytest.approx(0) == beside or pytest.approx(move.win - 1 / world.players) == beside


@pytest.mark.parametrize("table", IN_TURN, ids=str)
def test_worlds_that_the_seat_cannot_tell_apart_get_the_same_answer(table: Table) -> None:
    for world in endings(table, 3)[::3]:
        seat = int(world.turn())
        here, there = (
            [(move.slots, move.value) for move in ending_values(each, seat, 3, Rng(6))]
            for each in (world, world.imagine(seat, Rng(1)))
        )
        assert here == there


def test_secret_choices_bids_and_full_hands_are_no_endings() -> None:
    for table in TABLES:
        for world in positions(table, 2):
            if is_ending(world):
                assert table[0] != "club"
                assert not world.concealed()
                assert not (isinstance(world, GraciasWorld) and world.state.phase == BID)
                assert cards_left(world) <= FEW


def test_compiled_and_interpreted_endings_give_the_same_numbers() -> None:
    digest = sha256()
    for table in IN_TURN:
        for world in [each for each in positions(table, 11) if is_ending(each) and cards_left(each) < 3]:
            for move in ending_values(world, int(world.turn()), 4, Rng(4)):
                digest.update(f"{move.slots} {float(move.value).hex()} {float(move.win).hex()}".encode())
    assert digest.hexdigest()[:16] == "f9bdeb7b9e4045e8"

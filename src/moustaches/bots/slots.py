"""The way between what a seat sees and what search and the learned policy work with: a view becomes a `World`, and the
slots of a world become moves as the view writes them, and back.

A move is one slot; giving three cards is three, chosen one after the other.
"""

from __future__ import annotations

from moustaches.engine import club, moustache
from moustaches.engine.bits import bit, index, members
from moustaches.game.club_words import ClubMove, ClubView
from moustaches.game.gracias_words import GraciasMove, GraciasView
from moustaches.game.moustache_words import CARDS, MoustacheMove, MoustacheView
from moustaches.game.views import View
from moustaches.mind.club import ClubWorld
from moustaches.mind.gracias import GraciasWorld
from moustaches.mind.moustache import GIVE_PART, STEAL_PART, MoustacheWorld
from moustaches.mind.world import PART, World

from .imagine import State, imagine


def table_of(view: View) -> World:
    """The world of a view's seat, which is to act in it. What the seat does not know are stand-ins: `imagine` of the
    world deals them anew. Where others choose at the same time, they have chosen already, and that is unknown too."""
    if isinstance(view, GraciasView):
        gracias_state = imagine(view)
        while len(view.to_act) > 1 and waits_for_another(int(gracias_state.to_act), view):
            seat = index(gracias_state.to_act & -gracias_state.to_act)
            strengths = gracias_state.legal_strengths(seat)
            gracias_state.choose(seat, strengths & -strengths)
        return GraciasWorld(gracias_state, [gracias_state.options])
    if isinstance(view, MoustacheView):
        state = imagine(view)
        while len(view.to_act) > 1 and waits_for_another(int(state.to_act), view):
            seat = index(state.to_act & -state.to_act)
            state.give(seat, sum(bit(card) for card in members(state.hands[seat])[:3]))
        return MoustacheWorld(state, [state.setup])
    assert isinstance(view, ClubView)
    club_state = imagine(view)
    return ClubWorld(club_state, [club_state.deck])


def state_of(world: World) -> State:
    """The state of the engine in a world."""
    assert isinstance(world, GraciasWorld | MoustacheWorld | ClubWorld)
    return world.state


def waits_for_another(to_act: int, view: View) -> bool:
    """Would a world let a seat choose before the view's own?"""
    return view.seat in view.to_act and (to_act & -to_act).bit_length() - 1 != view.seat


def legal_slots(world: World) -> list[int]:
    """The slots that the seat to act may choose."""
    return [part * PART + slot for part in range(world.parts) for slot in members(world.legal(part))]


def move_text(view: View, slots: list[int]) -> str:
    """The move that these slots make for the view's seat, as `view.legal` has it."""
    slot = slots[0]
    part, number = divmod(slot, PART)
    if isinstance(view, GraciasView):
        return str(GraciasMove(slot))
    if isinstance(view, MoustacheView):
        if part == GIVE_PART:
            return " ".join(("pass", *(CARDS[card] for card in sorted(each % PART for each in slots))))
        return str(MoustacheMove(moustache.STEAL + number if part == STEAL_PART else number))
    if part == 0:
        return str(ClubMove(slot))
    assert view.seat is not None
    asked = (view.seat + part) % view.players
    return str(ClubMove(club.UNMASK + asked * club.ATTRIBUTES + number))


def move_slots(view: View, move: str) -> list[int]:
    """The slots of a move of the view's seat."""
    if isinstance(view, GraciasView):
        return [int(GraciasMove.parse(move))]
    if isinstance(view, MoustacheView):
        cards = MoustacheMove.parse(move)
        part = {"play": 0, "steal": STEAL_PART, "pass": GIVE_PART}[cards.kind]
        return [part * PART + card for card in members(cards.cards)]
    number = int(ClubMove.parse(move))
    if number < club.UNMASK:
        return [number]
    assert view.seat is not None
    asked, attribute = divmod(number - club.UNMASK, club.ATTRIBUTES)
    return [(asked - view.seat) % view.players * PART + attribute]

"""A view holds all that its seat knows, and resampling uses nothing else.

A state made from a view alone must, with the same random numbers, be resampled to the very same world as the real one:
whatever the real state knows beyond the view would show.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import moustaches
from moustaches.bots.imagine import imagine
from moustaches.engine import COMPILED
from moustaches.engine.bits import Rng
from moustaches.game.moustache_words import MoustacheView

# What makes a world; where a list or number is stale between tricks or rounds it is left out.
FACTS = {
    "gracias": "hands chosen bids taken garments out_round may_hold phase round cards forehead seats_in to_act "
    "gringo leader top seen",
    "moustache": "hands shown may_hold given received cups phase round to_act second_team crown leader started "
    "open_kind gave gift_kind pile0 pile1 gone last_taker",
    "club": "secrets shown hands pile drawn reserve received denied masked excluded played open first turn finishing "
    "phase to_act staged",
}
ROWS = (
    ["pass-three", "pink-open", "cut-redirects", "equals-vanish"],
    ["pink-open", "pass-three", "twos-win", "three-lowest"],
    ["blue-tax", "pass-three", "lead-is-trump", "second-best"],
)
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    *(("moustache", players, {"row": row}) for players in (3, 4, 5, 6) for row in ROWS),
    *(("moustache", players, {"own-rules": True}) for players in (3, 4, 5, 6)),
    ("moustache", 5, {"equal-cups": True}),
    *(
        ("gracias", players, {"end": "last-dressed", "uno-dos-tres": uno})
        for players in (3, 4)
        for uno in (False, True)
    ),
    *(("gracias", players, {"strict-joker": strict}) for players in (3, 4) for strict in (False, True)),
    ("gracias", 4, {"noyade": True}),
    *(("club", players, {}) for players in (2, 3, 4)),
]


def facts(game: str, state: Any) -> dict[str, object]:
    """Everything that makes this world, as plain values."""
    found: dict[str, object] = {}
    for name in FACTS[game].split():
        value = getattr(state, name)
        found[name] = value if isinstance(value, int) else list(value)
    if game == "moustache":
        found["rules"] = [rule.id for rule in state.rules]
        found["trick"] = (state.trick.cards, state.trick.demanded)
    return found


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_worlds_from_a_view_are_the_worlds_from_the_table(
    name: str, players: int, options: dict[str, Any]
) -> None:
    chooser = random.Random(f"{name} {players} {options}")
    compared = 0
    for seed in range(12 if COMPILED else 2):
        game = moustaches.new(name, players=players, seed=seed, options=options)
        while not game.over:
            if chooser.random() < 0.2:
                for seat in range(players):
                    drawn = chooser.randrange(1 << 30)
                    real = game.state.resample(seat, Rng(drawn))
                    imagined = imagine(game.view(seat)).resample(seat, Rng(drawn))  # type: ignore[call-overload]
                    assert facts(name, imagined) == facts(name, real), game.record()
                    compared += 1
            seat = chooser.choice(game.to_act)
            game.play(seat, chooser.choice(game.legal(seat)))
    assert compared > 5


def test_a_world_keeps_the_own_hand_and_the_public_past() -> None:
    game = moustaches.new("moustache", players=4, seed=11)
    for _ in range(10):
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[0])
    view = game.view(2)
    assert isinstance(view, MoustacheView)
    world = imagine(view).resample(2, Rng(1))
    assert world.hands[2] == game.state.hands[2]
    assert [world.shown[seat] for seat in range(4)] == [game.state.shown[seat] for seat in range(4)]

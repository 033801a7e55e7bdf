"""The expert of Gracias looks back and ahead: worlds are weighed by what the others did, and played on to the end of a
round. Both against the plain way: one world and one decision after the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64

import moustaches
from moustaches.bots import expert, foresight, player
from moustaches.bots.network import SHAPES, Network, load
from moustaches.bots.policy import Judgement, judge
from moustaches.bots.regular import valued
from moustaches.bots.slots import table_of
from moustaches.engine import COMPILED, gracias
from moustaches.engine.bits import Rng, bit, members
from moustaches.game.gracias import Gracias
from moustaches.game.gracias_words import GraciasView
from moustaches.mind.foresight import Past
from moustaches.mind.gracias import GraciasWorld

TABLES: list[tuple[int, dict[str, Any]]] = [
    (4, {}),
    (3, {"uno-dos-tres": True, "chico": True}),
    (3, {"noyade": True, "end": "first-bare", "blind-joker-zero": True}),
    (4, {"strict-joker": True, "end": "last-dressed"}),
]
WORLDS = 12 if COMPILED else 4


def whole_numbers() -> Network:
    """A network of small whole numbers: its sums are exact in whatever order they are made."""
    chance = np.random.default_rng(1)
    sizes = (SHAPES["gracias"].both.size, 12, 2)
    layers = [
        (chance.integers(-3, 4, (a, b)).astype(np.float32), chance.integers(-3, 4, b).astype(np.float32))
        for a, b in pairwise(sizes)
    ]
    return Network("gracias", layers, {})


def decisions(
    players: int, options: dict[str, Any], every: int, seed: int = 1
) -> Iterator[tuple[Gracias, GraciasView]]:
    """Every so many choices of a card in a game between novices."""
    game = moustaches.new("gracias", players=players, seed=seed, options=options)
    assert isinstance(game, Gracias)
    novice, met = player("novice"), 0
    while not game.over:
        seat = game.to_act[-1]
        view = game.view(seat)
        if len(view.legal) > 1 and view.phase == "play":
            met += 1
            if met % every == 0:
                yield game, view
        game.play(seat, novice.choose(view).move)


def worlds_of(view: GraciasView, count: int) -> Past:
    assert view.seat is not None
    world = table_of(view)
    assert isinstance(world, GraciasWorld)
    return Past(world, view.seat, foresight.laid_by(view), count, Rng(1))


# Looking back


def plain_likelihood(network: Network, view: GraciasView, hands: list[int]) -> float:
    """How likely the others would have done what they did, if these are the hands now: one decision after the other."""
    state = gracias.start(view.players, table_of(view).state.options)  # type: ignore[attr-defined]
    state.round = view.round - 1
    state.gringo = view.gringo
    state.garments = vec[i64](view.garments)
    state.out_round = vec[i64](view.out_rounds)
    state.seats_in = sum(1 << seat for seat in view.seats_in)
    laid = foresight.laid_by(view)
    state.begin(vec[i64]([held | gone for held, gone in zip(hands, laid, strict=True)]))
    world = GraciasWorld(state, [state.options])
    likely = 1.0
    for move in foresight.past_of(view):
        if world.turn() != view.seat and world.ways() > 1:
            found = judge(network, world)
            chances = np.exp((found.scores - found.scores.max()).astype(float) / foresight.TEMPERATURE)
            chance = chances[found.slots.index(move)] / chances.sum()
            likely *= (1 - foresight.SLIP) * chance + foresight.SLIP / len(chances)
        world.play(move)
    return likely


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_a_world_is_as_likely_as_the_choices_that_the_others_made_in_it(
    players: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foresight, "TEMPERATURE", 20.0)
    monkeypatch.setattr(foresight, "HOPELESS", -1e9)
    network = whole_numbers()
    met = 0
    for _, view in decisions(players, options, 3 if COMPILED else 11):
        past = worlds_of(view, WORLDS)
        found = foresight.likelihoods(network, past, foresight.past_of(view))
        plain = [
            plain_likelihood(network, view, [int(hand) for hand in world.state.hands])
            for world in past.worlds
        ]
        assert found == pytest.approx(np.array(plain) / max(plain))
        met += len(set(plain)) > 1
    assert met > 1


def test_beliefs_from_behaviour_are_those_of_all_deals_counted() -> None:
    """Two cards each; seat 2 is the last to lay in the first trick. Seat 0 wanted one trick and led the 14."""
    network = load("gracias", "regular")
    game = moustaches.position(
        "gracias",
        {
            "players": 3,
            "round": 4,
            "gringo": 2,
            "hands": [["14", "20"], ["4", "16"], ["11", "18"]],
            "bids": [1, 0, 0],
            "trick": ["14", "16"],
        },
        seed=1,
    )
    view = game.view(2)
    assert isinstance(view, GraciasView)
    unseen = [card for card in range(22) if card not in (11, 14, 16, 18)]
    exact, drawn = np.zeros((2, 22)), np.zeros((2, 22))
    for first, second in permutations(unseen, 2):
        exact[[0, 1], [first, second]] += plain_likelihood(
            network, view, [1 << first, 1 << second, 1 << 11 | 1 << 18]
        )
    past = worlds_of(view, 4000)
    weights = foresight.likelihoods(network, past, foresight.past_of(view))
    for world, weight in zip(past.worlds, weights, strict=True):
        for seat in (0, 1):
            drawn[seat, members(int(world.state.hands[seat]))] += weight
    shares = exact / exact[0].sum()
    assert drawn / drawn[0].sum() == pytest.approx(shares, abs=0.03)
    assert shares[0] @ np.arange(22) > np.mean(unseen) + 3  # who wants a trick has a card for it


# Looking ahead


def plain_future(network: Network, world: GraciasWorld, seat: int, slot: int) -> tuple[float, float]:
    """One world to the end of the round, one decision after the other."""
    world = world.copy()  # type: ignore[assignment]
    state = world.state
    if world.concealed():
        state.chosen = vec[i64]([0] * world.players)
        state.to_act = state.seats_in
        state.choose(seat, bit(slot - gracias.LAY))
    else:
        world.play(slot)
    while world.turn() >= 0:
        found = judge(network, world)
        world.play(found.slots[found.best])
    return float(world.win(seat)), float(world.margin(seat))


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_side_by_side_is_the_same_as_one_after_the_other(players: int, options: dict[str, Any]) -> None:
    network = whole_numbers()
    met = 0
    for _, view in decisions(players, options, 5 if COMPILED else 17):
        assert view.seat is not None
        worlds = worlds_of(view, WORLDS).worlds
        slots = judge(network, table_of(view)).slots
        wins, margins = foresight.play_on(network, worlds, view.seat, slots)
        for number, world in enumerate(worlds):
            for place, slot in enumerate(slots):
                win, margin = plain_future(network, world, view.seat, slot)
                assert (wins[number, place], margins[number, place]) == (win, margin)
                met += 1
    assert met > 10


def test_worlds_are_drawn_in_proportion_to_their_weights() -> None:
    weights = np.array([0.0, 1.0, 0.5, 0.0, 2.5])
    assert foresight.drawn(weights, 80, Rng(1)) == pytest.approx(np.array([0, 20, 10, 0, 50]), abs=1)
    assert foresight.drawn(weights, 80, Rng(1)).sum() == 80


def test_a_card_that_was_not_tried_stays_as_far_behind_the_best_as_before() -> None:
    """0 and 2 were tried, and 2 turned out to be the better one."""
    wins = np.array([0.30, 0.20, 0.29])
    found = Judgement([7, 8, 9], wins, np.zeros(3), wins)
    both = foresight.averaged(found, np.array([0, 2]), np.array([0.20, 0.33]), np.array([0.0, 1.0]))
    assert both.best == 2
    assert both.wins == pytest.approx([0.25, 0.22, 0.31])
    assert both.scores[2] - both.scores[1] == pytest.approx(found.scores[2] - found.scores[1])


# Where it cannot look back


@pytest.mark.parametrize(
    "described", [{"taken": [1, 0, 0], "round": 3}, {"leader": 1, "trick": ["8", "9"], "round": 4}]
)
def test_a_round_that_began_in_the_middle_is_left_to_the_network(described: dict[str, Any]) -> None:
    """Tricks of which the view does not tell, and a trick that somebody else would have led."""
    game = moustaches.position(
        "gracias",
        {
            "players": 3,
            "gringo": 2,
            "bids": [0, 1, 0],
            "hands": [["12", "10"], ["5", "8"], ["9", "16"]],
            **described,
        },
        seed=1,
    )
    view = game.view(0)
    assert player("expert").choose(view).values == valued(view, load("gracias", "expert"), table_of(view))


def test_looks_back_with_the_large_network_where_the_small_one_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gracias-regular.npz").write_bytes(b"PK\x03\x04 half of a file")
    monkeypatch.setenv("MOUSTACHES_WEIGHTS", str(tmp_path))
    monkeypatch.setattr(expert, "WORLDS", WORLDS)
    monkeypatch.setattr(expert, "TRIED", WORLDS)
    for _, view in decisions(3, {}, 5):
        choice = player("expert").choose(view)
        assert choice.move in view.legal
        assert "bot-no-weights" not in {reason.id for reason in choice.why}

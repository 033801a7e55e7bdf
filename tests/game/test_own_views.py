"""A view is what all share and what is a seat's own; what the own part depends on says when it may have changed."""

from __future__ import annotations

from random import Random

import pytest

import moustaches
from tests.game.playing import TABLES, Table


@pytest.mark.parametrize("table", TABLES[::5], ids=str)
def test_the_own_part_changes_only_with_what_it_depends_on(table: Table) -> None:
    game = table.new(seed=5)
    chance = Random(5)
    viewers = [*range(table.players), None]
    bases = game.sight.own_depend_on(len(game.moves))
    known = [game.sight.own(viewer) for viewer in viewers]
    unchanged = 0
    while not game.over:
        seat = chance.choice(game.to_act)
        game.play(seat, chance.choice(game.legal(seat)))
        before, bases = bases, game.sight.own_depend_on(len(game.moves))
        assert len(bases) == len(viewers)
        for place, viewer in enumerate(viewers):
            own = game.sight.own(viewer)
            if bases[place] == before[place]:
                unchanged += 1
                assert own == known[place]
            known[place] = own
            view = game.view(viewer)
            assert all(getattr(view, name) == value for name, value in {**game.common(), **own}.items())
    assert unchanged


@pytest.mark.parametrize("players", range(3, 7))
def test_what_others_choose_to_give_changes_nothing_of_ones_own(players: int) -> None:
    row = ["pass-three", "pink-open", "twos-win", "equals-vanish"]
    game = moustaches.new("moustache", players, 4, {"row": row})
    before = game.sight.own_depend_on(0)
    own = [game.sight.own(seat) for seat in range(players)]
    giver = game.to_act[-1]
    game.play(giver, game.legal(giver)[3])
    after = game.sight.own_depend_on(1)
    for seat in range(players):
        assert (after[seat] == before[seat]) == (seat != giver)
        assert (game.sight.own(seat) == own[seat]) == (seat != giver)

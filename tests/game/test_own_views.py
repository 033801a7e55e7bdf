"""A view is what all share and what is a seat's own; what the own part depends on says when it may have changed."""

from __future__ import annotations

from random import Random

import pytest

from tests.game.playing import TABLES, Table


@pytest.mark.parametrize("table", TABLES[::5], ids=str)
def test_the_own_part_changes_only_with_what_it_depends_on(table: Table) -> None:
    game = table.new(seed=5)
    chance = Random(5)
    viewers = [None, *range(table.players)]
    known = {viewer: (game.own_depends_on(viewer), game.own(viewer)) for viewer in viewers}
    unchanged = 0
    while not game.over:
        seat = chance.choice(game.to_act)
        game.play(seat, chance.choice(game.legal(seat)))
        for viewer in viewers:
            basis, own = game.own_depends_on(viewer), game.own(viewer)
            if basis == known[viewer][0]:
                unchanged += 1
                assert own == known[viewer][1]
            known[viewer] = (basis, own)
            view = game.view(viewer)
            assert all(getattr(view, name) == value for name, value in {**game.common(), **own}.items())
    assert unchanged

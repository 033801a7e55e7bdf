"""A few faults of each kind; `make chaos` has more than a hundred."""

from __future__ import annotations

import pytest

from benchmarks.chaos import chaos


@pytest.mark.xdist_group("servers")
def test_nothing_that_breaks_costs_a_move_or_a_seat() -> None:
    rows = chaos(faults=7, tables=3)
    broken = [f"{row.name}: {row.ours} {row.unit} {row.note}" for row in rows if row.met is False]
    assert not broken
    assert sum(row.ours for row in rows if row.name.endswith("acknowledged to clients")) > 100

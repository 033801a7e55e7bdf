"""A match comes out the same wherever it is played, and says in one line what cannot be played."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from moustaches.arena import Match, Result, match, running
from moustaches.errors import BadEdition, BadOption, BadPlayers, MoustachesError, UnknownGame


@pytest.fixture(scope="module")
def alone() -> Result:
    return played()


def played(**how: Any) -> Result:
    return match("gracias", ["novice", "random"], players=3, deals=7, seed=4, **how)


def test_a_match_again_is_the_same(alone: Result) -> None:
    assert played().without_run() == alone.without_run()


def test_another_seed_is_another_match(alone: Result) -> None:
    other = match("gracias", ["novice", "random"], players=3, deals=7, seed=5)
    assert other.comparisons != alone.comparisons


def test_two_workers_find_what_one_finds(alone: Result) -> None:
    done: list[int] = []
    both = played(workers=2, told=done.append)
    assert both.without_run() == alone.without_run()
    assert both.run is not None
    assert (both.run.on, both.run.workers) == ("processes", 2)
    assert done == sorted(done)
    assert done[-1] == 7


def test_a_ray_cluster_finds_what_one_finds(alone: Result, capfd: pytest.CaptureFixture[str]) -> None:
    """And Ray is heard of only in the result."""
    ray = pytest.importorskip("ray")
    there = played(on="ray", workers=2)
    assert not ray.is_initialized()
    assert there.without_run() == alone.without_run()
    assert there.run is not None
    assert there.run.on == "ray"
    said = capfd.readouterr()
    assert (said.out, said.err) == ("", "")


def test_the_order_in_which_deals_come_in_does_not_matter(
    alone: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    def backwards(plan: Match) -> Iterator[running.Portion]:
        yield from list(here(plan))[::-1]

    here = running.here
    monkeypatch.setattr(running, "here", backwards)
    assert played().without_run() == alone.without_run()


def test_how_far_it_is(alone: Result) -> None:
    done: list[int] = []
    played(told=done.append)
    assert done == list(range(1, 8))


def test_without_ray_there_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match=r"pip install 'moustaches\[cluster\]'"):
        played(on="ray")


def test_a_cluster_that_does_not_answer_is_found_out_at_once() -> None:
    pytest.importorskip("ray")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and nobody listens
        port = taken.getsockname()[1]
        with pytest.raises(BadOption, match=f"no Ray cluster answers at 127.0.0.1:{port}"):
            played(on="ray", address=f"127.0.0.1:{port}")


@pytest.mark.parametrize(
    ("wrong", "error", "answer"),
    [
        ({"game": "chess"}, UnknownGame, "no game is called 'chess'"),
        ({"players": 7}, BadPlayers, "3 to 4 players, not 7"),
        ({"options": {"noyadee": True}}, BadOption, "did you mean noyade"),
        ({"edition": "nowhere"}, BadEdition, "nowhere"),
        ({"names": ["random"]}, BadOption, "at least two players, found random"),
        ({"names": []}, BadOption, "at least two players, found none"),
        ({"names": "random"}, BadOption, "expected a list of players"),
        ({"names": ["random", "radnom"]}, BadOption, "did you mean random"),
        ({"names": ["random", "greedy", "random"]}, BadOption, "random is named twice"),
        ({"deals": 1}, BadOption, "deals: expected a whole number from 2 on, found 1"),
        ({"deals": 2.5}, BadOption, "deals: expected a whole number from 2 on, found 2.5"),
        ({"workers": 0}, BadOption, "workers: expected a whole number from 1 on, found 0"),
        ({"seed": -1}, BadOption, "seed: expected"),
        ({"kind": "teems"}, BadOption, "did you mean teams"),
        ({"kind": "teams"}, BadOption, "teams is for moustache"),
        ({"names": ["random", "greedy", "novice"], "kind": "one"}, BadOption, "for two players, found 3"),
        ({"on": "the moon"}, BadOption, "on: expected processes or ray"),
        ({"address": "here:1"}, BadOption, "only a match on ray has one"),
    ],
)
def test_what_cannot_be_played_is_said_before_it_begins(
    wrong: dict[str, Any], error: type[MoustachesError], answer: str
) -> None:
    asked: dict[str, Any] = {"game": "gracias", "names": ["random", "greedy"], "deals": 2} | wrong
    with pytest.raises(error) as problem:
        match(**asked)
    assert answer in str(problem.value)

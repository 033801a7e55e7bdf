"""The coach names what was done badly, judges by what was known at the time, and loses nothing on the way to JSON."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import moustaches
from moustaches.bots.choice import Bot, Choice
from moustaches.bots.coach import FORCED, GRADES, UNJUDGED, Analysis, analyse, hint
from moustaches.bots.players import player
from moustaches.engine import COMPILED
from moustaches.errors import BadOption, BadPlayers, BadRecord, NotYourTurn
from moustaches.game.game import Game, as_json
from moustaches.game.views import View

JUDGE = "flat-mc:600" if COMPILED else "flat-mc:60"


def finish(game: Game, judge: str) -> Game:
    """Everybody plays on as the judge would."""
    bot = player(judge)
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, bot.choose(game.view(seat)).move)
    return game


def played(name: str, players: int = 4, seed: int = 3, **options: Any) -> Game:
    """A game between novices."""
    return finish(moustaches.new(name, players=players, seed=seed, options=options), "novice")


# Planted mistakes: everything else is as the judge would play


def test_bidding_nothing_on_the_21_is_the_worst_decision() -> None:
    game = moustaches.position(
        "gracias",
        {"players": 3, "round": 5, "gringo": 2, "hands": [["21"], ["5"], ["9"]], "bids": [None] * 3},
        seed=1,
    )
    game.play(0, "bid 0")
    found = analyse(finish(game, JUDGE).record(), JUDGE)
    blunder = found.decisions[0]
    assert (blunder.seat, blunder.move, blunder.best) == (0, "bid 0", "bid 1")
    assert blunder.grade == "blunder"
    assert blunder.why
    assert found.summaries[0].worst == 0
    assert {each.grade for each in found.decisions[1:]} <= {"best", FORCED}
    assert [each.worst for each in found.summaries[1:]] == [None, None]


def test_keeping_quiet_about_a_certain_last_guess_is_the_worst_decision() -> None:
    """Seat 0 has the last guess of a game that is level; all that seat 1 can still be hiding is the mouse."""
    no = ["leap", "strut", "sit", "rest", "roll", "white", "brown", "black", "green", "yellow", "purple"]
    game = moustaches.position(
        "club",
        {
            "players": 2,
            "secrets": [["red", "hat", "yarn"], ["blue", "striped", "mouse"]],
            "shown": [["red", "hat", "yarn"], ["blue", "striped"]],
            "denied": [[], [*no, "spotted", "cocktail"]],
            "hands": [["leap-red"], ["roll-white"]],
            "received": [1, 0],
            "first": 1,
            "turn": 0,
            "step": "guess",
            "finishing": True,
        },
        seed=1,
    )
    game.play(0, "keep")
    found = analyse(game, JUDGE)
    (decision,) = found.decisions
    assert (decision.move, decision.best, decision.grade) == ("keep", "unmask 1 mouse", "blunder")
    assert decision.values[0].win == 1.0
    assert found.summaries[0].worst == 0


# Never hindsight


class Witness:
    """A judge that remembers what it was shown."""

    def __init__(self, judge: Bot) -> None:
        self.judge = judge
        self.seen: list[View] = []

    @property
    def name(self) -> str:
        return self.judge.name

    def choose(self, view: View) -> Choice:
        self.seen.append(view)
        return self.judge.choose(view)


@pytest.mark.parametrize("name", ["gracias", "moustache", "club"])
def test_the_judge_is_shown_the_view_of_that_moment_and_nothing_else(name: str) -> None:
    game = moustaches.new(name, players=3, seed=6)
    expected: list[bytes] = []
    novice = player("novice")
    while not game.over:
        seat = game.to_act[0]
        view = game.view(seat)
        if len(view.legal) > 1:
            expected.append(as_json(view))
        game.play(seat, novice.choose(view).move)
    witness = Witness(player("flat-mc:20"))
    analyse(game.record(), witness)
    assert [as_json(view) for view in witness.seen] == expected
    assert all(view.seed is None and view.scores is None for view in witness.seen)


def test_the_same_view_is_judged_the_same_whatever_the_others_hold() -> None:
    hands = [["3", "12", "17", "J"], ["1", "2", "4", "5"], ["8", "9", "10", "11"]]
    other = [["3", "12", "17", "J"], ["21", "20", "19", "18"], ["6", "7", "13", "14"]]
    judged = []
    for cards in (hands, other):
        start = {"players": 3, "round": 2, "gringo": 2, "hands": cards, "bids": [None] * 3}
        game = moustaches.position("gracias", start, seed=9)
        for move in ("bid 3", "bid 0", "bid 0", "play 12"):
            game.play(game.to_act[0], move)
        judged.append(analyse(finish(game, "random"), JUDGE, seats=[0]).decisions[:2])
    assert judged[0] == judged[1]
    assert [each.move for each in judged[0]] == ["bid 3", "play 12"]


# The form of an analysis


def test_an_analysis_is_data_that_reads_back() -> None:
    for name in ("gracias", "moustache", "club"):
        found = analyse(played(name, players=3), "flat-mc:20")
        assert msgspec.json.decode(msgspec.json.encode(found), type=Analysis) == found


TABLES: list[tuple[str, int, dict[str, Any]]] = [
    *(("gracias", players, {"uno-dos-tres": True}) for players in (3, 4)),
    ("gracias", 4, {"end": "last-dressed", "strict-joker": True}),
    *(
        ("moustache", players, {"row": ["pass-three", "pink-open", "cut-redirects", "equals-vanish"]})
        for players in (3, 4, 5, 6)
    ),
    *(("club", players, {}) for players in (2, 3, 4)),
]


@pytest.mark.parametrize(("name", "players", "options"), TABLES, ids=str)
def test_every_choice_of_every_table_is_judged(name: str, players: int, options: dict[str, Any]) -> None:
    game = played(name, players, **options)
    found = analyse(game, "flat-mc:20")
    assert [(each.seat, each.move) for each in found.decisions] == [(s, str(m)) for s, m in game.moves]
    limits = {grade: most for most, grade in GRADES}
    for each in found.decisions:
        if each.grade in (FORCED, UNJUDGED):
            assert each.loss == 0
            assert (each.grade == FORCED) == (each.values == ())
            continue
        values = {value.move: value for value in each.values}
        assert each.loss == max(0, values[each.best].win - values[each.move].win)
        assert each.loss <= limits[each.grade]
        assert each.why
    for summary in found.summaries:
        own = [d for d in found.decisions if d.seat == summary.seat and d.grade not in (FORCED, UNJUDGED)]
        assert summary.decisions == len(own) == len(summary.curve) == sum(summary.grades.values())
        assert summary.mean_loss == pytest.approx(sum(d.loss for d in own) / len(own))
        worst = [d.loss for d in own if d.number == summary.worst] or [0]
        assert worst == [max(d.loss for d in own)]
    assert game.outcome is not None
    assert (found.scores, found.winners) == (game.outcome.scores, game.outcome.winners)


def test_a_game_that_is_not_over_is_judged_as_far_as_it_went() -> None:
    game = moustaches.new("gracias", players=3, seed=2)
    for _ in range(4):
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[0])
    found = analyse(game.record(), "flat-mc:30")
    assert (found.over, found.winners, found.moves, len(found.decisions)) == (False, (), 4, 4)
    assert not game.over


def test_only_the_seats_that_were_asked_for() -> None:
    game = played("gracias")
    whole, one = analyse(game, "flat-mc:20"), analyse(game, "flat-mc:20", seats=[2])
    assert one.decisions == tuple(each for each in whole.decisions if each.seat == 2)
    assert one.summaries == (whole.summaries[2],)


def test_the_number_of_workers_changes_nothing() -> None:
    game = played("gracias", players=3)
    steps: list[tuple[int, int]] = []
    alone = analyse(game, "flat-mc:20", progress=lambda done, total: steps.append((done, total)))
    assert analyse(game, "flat-mc:20", workers=2) == alone
    assert steps == [(done, len(alone.decisions)) for done in range(len(alone.decisions) + 1)]


def test_a_hint_is_what_the_judge_would_do() -> None:
    game = moustaches.new("gracias", players=4, seed=5)
    view = game.view(game.to_act[0])
    found = hint(view, JUDGE)
    assert found == player(JUDGE).choose(view)
    assert {value.move for value in found.values} == set(view.legal)
    assert found.move == found.values[0].move
    assert found.why


# What cannot be judged


def test_one_clear_error() -> None:
    game = moustaches.new("gracias", players=3, seed=5)
    waiting = next(seat for seat in range(3) if seat not in game.to_act)
    with pytest.raises(NotYourTurn, match="nothing to choose"):
        hint(game.view(waiting), JUDGE)
    over = played("gracias", players=3)
    with pytest.raises(BadOption, match=r"no player is called 'expret'.*did you mean expert"):
        analyse(over, "expret")
    with pytest.raises(BadOption, match="'novice' does not say what its moves are worth"):
        analyse(over, "novice")
    with pytest.raises(BadPlayers, match="from 0 to 2, found 3"):
        analyse(over, JUDGE, seats=[3])
    with pytest.raises(BadOption, match="workers: expected a number from 1 on, found 0"):
        analyse(over, JUDGE, workers=0)
    with pytest.raises(BadRecord):
        analyse("no record", JUDGE)

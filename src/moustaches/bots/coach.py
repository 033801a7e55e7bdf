"""The coach: what each choice of a game was worth, judged by what its seat could know when it chose.

The game is played again move by move. At each choice the judge, a player that values every legal move, is given the
view that the seat had then, and nothing that came to light later. `hint` asks the same judge during a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, TypeAlias

from msgspec import Struct

from moustaches.content import Edition, remember
from moustaches.errors import BadOption, NotYourTurn
from moustaches.game.game import Game
from moustaches.game.reasons import Reason
from moustaches.game.records import load
from moustaches.game.tables import start
from moustaches.game.views import View

from .choice import Bot, Choice, Value
from .players import player

JUDGE: Final = "expert"
Judge: TypeAlias = Bot | str
"""A player, or the name of one."""

BEST: Final = "best"
FORCED: Final = "forced"
UNJUDGED: Final = "unjudged"
GRADES: Final = ((0.005, BEST), (0.03, "fine"), (0.08, "slip"), (0.15, "mistake"), (1.0, "blunder"))
"""How much of the victory a choice may cost to be called that."""
GOOD: Final = (BEST, "fine")


class Decision(Struct, frozen=True, omit_defaults=True):
    """A choice that a seat made, and what it could have done instead."""

    number: int
    """How many moves of the game came before."""
    seat: int
    phase: str
    move: str
    """What was played."""
    best: str
    """What the judge would have played."""
    grade: str
    """`best`, `fine`, `slip`, `mistake`, `blunder`; `forced` where there was no choice, `unjudged` where the judge
    never tried the move."""
    loss: float = 0.0
    """The share of the victory that the move gave away."""
    margin_loss: float = 0.0
    """What it gave away of the margin, as the judge counts it: stars, garments or points."""
    round: int = 0
    """Of Gracias and Moustache."""
    values: tuple[Value, ...] = ()
    """Every legal move that the judge tried, the best first."""
    why: tuple[Reason, ...] = ()
    """Why the best move, the most telling first."""


class Point(Struct, frozen=True):
    """What a seat could expect at one of its choices, if it chose well."""

    number: int
    win: float


class Summary(Struct, frozen=True, omit_defaults=True):
    """How a seat played."""

    seat: int
    decisions: int = 0
    """Choices that were judged: not the forced ones."""
    accuracy: float | None = None
    """The share of them that were best or fine."""
    mean_loss: float | None = None
    grades: dict[str, int] = {}
    worst: int | None = None
    """The number of the choice that cost most; none where nothing was lost."""
    curve: tuple[Point, ...] = ()


class Analysis(Struct, frozen=True):
    """All choices of a game, or of some of its seats."""

    game: str
    players: int
    commitment: str
    """Names the game: it is in its record and in every view."""
    judge: str
    moves: int
    over: bool
    scores: tuple[int, ...]
    """Of a finished game."""
    winners: tuple[int, ...]
    decisions: tuple[Decision, ...]
    summaries: tuple[Summary, ...]


class Situation(Struct, frozen=True):
    """A choice as it came up: who had to choose, by what view, and what it did."""

    number: int
    seat: int
    view: View
    move: str


def hint(view: View, judge: Judge = JUDGE) -> Choice:
    """What the judge would do here, why, and what every legal move is worth."""
    if not view.legal:
        raise NotYourTurn("there is nothing to choose in this view now")
    bot = judge_of(judge)
    return advice(bot, view) if len(view.legal) > 1 else bot.choose(view)


def analyse(
    game: Game | str,
    judge: Judge = JUDGE,
    seats: Sequence[int] | None = None,
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Analysis:
    """Judges every choice of a game or of a record, finished or not. The result is the same for any number of workers.
    It tells what each seat knew: before the end of a game it is for nobody's eyes but the host's."""
    if isinstance(game, str):
        game = load(game)
    chosen = sorted({game.seat(seat) for seat in (range(game.players) if seats is None else seats)})
    if workers < 1:
        raise BadOption(f"workers: expected a number from 1 on, found {workers}")
    name = judge if isinstance(judge, str) else judge.name
    judge_of(judge)  # whoever is unknown is refused before the work begins
    situations = [each for each in replayed(game) if each.seat in chosen]
    decisions: list[Decision] = []
    progress(0, len(situations))
    for decision in judged(situations, judge, min(workers, len(situations)), game.setting.edition):
        decisions.append(decision)
        progress(len(decisions), len(situations))
    outcome = game.outcome
    return Analysis(
        game=game.name,
        players=game.players,
        commitment=game.commitment,
        judge=name,
        moves=len(game.moves),
        over=game.over,
        scores=outcome.scores if outcome else (),
        winners=outcome.winners if outcome else (),
        decisions=tuple(decisions),
        summaries=tuple(summary(seat, [each for each in decisions if each.seat == seat]) for seat in chosen),
    )


def replayed(game: Game) -> Iterator[Situation]:
    """The choices of a game in their order, each with the view of that moment."""
    told = game.setting
    now = start(game.name, game.players, told.seed, told.options, told.edition, told.entropy, told.position)
    for number, (seat, move) in enumerate(game.moves):
        yield Situation(number, seat, now.view(seat), str(move))
        now.play(seat, move)


def judge_of(judge: Judge) -> Bot:
    return player(judge) if isinstance(judge, str) else judge


def judged(situations: Sequence[Situation], judge: Judge, workers: int, box: Edition) -> Iterator[Decision]:
    """The decisions in their order."""
    remember(box)
    if workers <= 1:
        yield from map(partial(decision_of, judge_of(judge)), situations)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # fresh processes: a fork of one that runs threads (a progress bar is enough) can hang
    fresh = get_context("spawn")
    with ProcessPoolExecutor(workers, fresh, initializer=sit, initargs=(judge, box)) as pool:
        yield from pool.map(judged_there, situations, chunksize=4)


seated: list[Bot] = []  # the judge of a worker process


def sit(judge: Judge, box: Edition) -> None:
    remember(box)
    seated[:] = [judge_of(judge)]


def judged_there(situation: Situation) -> Decision:
    return decision_of(seated[0], situation)


def decision_of(judge: Bot, situation: Situation) -> Decision:
    """What the judge says to a choice."""
    view, move = situation.view, situation.move
    facts = (situation.number, situation.seat, view.phase, move)
    round = int(getattr(view, "round", 0))
    if len(view.legal) == 1:
        return Decision(*facts, move, FORCED, round=round)
    choice = advice(judge, view)
    values = {value.move: value for value in choice.values}
    best = values[choice.move]
    own = values.get(move)
    if own is None:
        return Decision(*facts, choice.move, UNJUDGED, 0.0, 0.0, round, choice.values, choice.why)
    loss = max(0.0, best.win - own.win)
    lost = max(0.0, best.margin - own.margin)
    grade = BEST if move == choice.move else next(name for most, name in GRADES if loss <= most)
    return Decision(*facts, choice.move, grade, loss, lost, round, choice.values, choice.why)


def advice(judge: Bot, view: View) -> Choice:
    """The judge's own choice, with what the moves are worth."""
    choice = judge.choose(view)
    if all(value.move != choice.move for value in choice.values):
        raise BadOption(
            f"player {judge.name!r} does not say what its moves are worth; expected one that does, like flat-mc"
        )
    return choice


def summary(seat: int, decisions: Sequence[Decision]) -> Summary:
    """How a seat played, choice by choice and in all."""
    free = [each for each in decisions if each.grade not in (FORCED, UNJUDGED)]
    if not free:
        return Summary(seat)
    names = [name for _, name in GRADES]
    grades = [each.grade for each in free]
    worst = max(free, key=lambda each: (each.loss, each.margin_loss))
    return Summary(
        seat=seat,
        decisions=len(free),
        accuracy=sum(grade in GOOD for grade in grades) / len(free),
        mean_loss=sum(each.loss for each in free) / len(free),
        grades={name: grades.count(name) for name in names if name in grades},
        worst=worst.number if worst.loss > 0 else None,
        curve=tuple(Point(each.number, worth(each)) for each in free),
    )


def worth(decision: Decision) -> float:
    """What the seat could expect if it chose the best move."""
    return next(value.win for value in decision.values if value.move == decision.best)

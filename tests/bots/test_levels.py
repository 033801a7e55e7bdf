"""What holds for every player: the same for the same view, whoever asks, and blind to what its seat does not see. The
learned ones value every move at every table, and play on by search where their network cannot help."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import ClassVar

import msgspec
import numpy as np
import pytest
from mypy_extensions import i64

import moustaches
from moustaches.bots import BASELINES, LEVELS, Choice, expert, player, regular
from moustaches.bots.players import SEARCHES
from moustaches.engine import COMPILED
from moustaches.engine.bits import Rng
from moustaches.engine.trick import ZEROS, RuleCard, Trick
from moustaches.game import PLAYERS
from moustaches.game.club_words import ClubView
from moustaches.game.game import Game, as_json
from moustaches.game.gracias_words import GraciasView
from moustaches.game.moustache_words import MoustacheView
from moustaches.game.views import View
from tests.bots.situations import OWN_CARDS, choices, own_box, some_tables
from tests.game.playing import Options

LEARNED = ("regular", "expert")
EVERYONE = [*LEVELS, *(f"{name}:60" if name in SEARCHES else name for name in BASELINES)]
VIEWS: dict[str, type[View]] = {"moustache": MoustacheView, "gracias": GraciasView, "club": ClubView}
SIMULATIONS = 200 if COMPILED else 60

each_game = pytest.mark.parametrize("name", PLAYERS)
each_learned = pytest.mark.parametrize("level", LEARNED)


def search_less(put: Callable[[object, str, int], None]) -> None:
    """How long a search takes matters to none of these promises."""
    for each in (regular, expert):
        put(each, "FALLBACK", SIMULATIONS)
        put(each, "GLIMPSES", 32 if COMPILED else 4)
    put(expert, "SIMULATIONS", SIMULATIONS)
    put(expert, "WORLDS", 60 if COMPILED else 6)
    put(expert, "TRIED", 20 if COMPILED else 3)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    search_less(monkeypatch.setattr)


def decisions(game: Game, every: int) -> Iterator[tuple[Game, View]]:
    """Every so many choices of a game between novices, and the first of each phase of each round."""
    novice = player("novice")
    begun: set[tuple[int, str]] = set()
    met = 0
    while not game.over:
        seat = game.to_act[-1]
        view = game.view(seat)
        if len(view.legal) > 1:
            met += 1
            part = (getattr(view, "round", 0), view.phase)
            if met % every == 0 or part not in begun:
                begun.add(part)
                yield game, view
        game.play(seat, novice.choose(view).move)


def check(view: View, choice: Choice) -> None:
    """A legal move, reasons for it, and the values of all moves, that move's first."""
    assert choice.move in view.legal
    assert choice.why
    assert all(reason.id.startswith("bot-") for reason in choice.why)
    told = [value.move for value in choice.values]
    if len(view.legal) == 1:
        assert not told
        return
    assert told[0] == choice.move
    assert sorted(told) == sorted(view.legal)
    assert all(0 <= value.win <= 1 for value in choice.values)


# Every table


@each_game
@each_learned
def test_chooses_and_values_legal_moves_at_every_table(level: str, name: str) -> None:
    """Every number of players, option and rule card."""
    bot = player(level)
    tables = [table for table in some_tables() if table.name == name]
    for table in tables if COMPILED else tables[::5]:
        for _, view in decisions(table.new(seed=4), 8 if COMPILED else 25):
            check(view, bot.choose(view))


@each_game
@each_learned
def test_plays_whole_games(level: str, name: str) -> None:
    for players in PLAYERS[name] if COMPILED else PLAYERS[name][:1]:
        game = moustaches.new(name, players=players, seed=3)
        for view, choice in choices(game, player(level)):
            check(view, choice)
        assert game.outcome is not None


# The same view, the same choice


def answers(name: str, views: list[bytes]) -> dict[str, list[Choice]]:
    """What everyone chooses, the last view first, in a process that knows nothing else."""
    search_less(setattr)
    read = [msgspec.json.decode(view, type=VIEWS[name]) for view in reversed(views)]
    return {bot: [player(bot, seed=5).choose(view) for view in read][::-1] for bot in EVERYONE}


@each_game
def test_the_same_view_and_seed_get_the_same_choice_in_another_process(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was asked before, and in whatever order Python keeps its sets."""
    games = [moustaches.new(name, players=3, seed=seed) for seed in (range(3) if COMPILED else [2])]
    every = 1 if name == "club" else 5
    views = [view for game in games for _, view in decisions(game, every if COMPILED else 40)]
    here = {bot: [player(bot, seed=5).choose(view) for view in views] for bot in EVERYONE}
    for order in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", order)
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            there = process.submit(answers, name, [as_json(view) for view in views]).result()
        for bot in EVERYONE:
            assert there[bot] == here[bot], bot


@each_game
@pytest.mark.parametrize("bot", EVERYONE)
def test_what_a_seat_does_not_see_has_no_say(bot: str, name: str) -> None:
    """Tables at which the seat sees the same to the byte, and the others hold other cards or secrets."""
    others = 0
    for game, view in decisions(moustaches.new(name, players=3, seed=6), 11 if COMPILED else 40):
        assert view.seat is not None
        choice = player(bot, seed=1).choose(view)
        for luck in range(2):
            other = game.copy()
            other.state = game.state.resample(view.seat, Rng(luck))
            others += hidden(other) != hidden(game)
            seen = other.view(view.seat)
            assert as_json(seen) == as_json(view)
            assert player(bot, seed=1).choose(seen) == choice
    assert others


def hidden(game: Game) -> list[list[int]]:
    """The hands, and in the Club the secrets."""
    return [[int(each) for each in lists] for lists in (game.state.hands, getattr(game.state, "secrets", ()))]


@pytest.mark.parametrize(
    ("bot", "chance"), [("random", True), ("expert", True), ("regular", False), ("greedy", False)]
)
def test_another_seed_may_choose_otherwise_where_something_is_left_to_chance(bot: str, chance: bool) -> None:
    """The expert searches in imagined worlds; the regular and the greedy need no chance."""
    game = moustaches.new("moustache", players=4, seed=2)
    views = [view for _, view in decisions(game, 8 if COMPILED else 30)]
    one, other = ([player(bot, seed).choose(view) for view in views] for seed in (1, 2))
    assert (one != other) == chance


@each_game
def test_nobody_draws_from_what_others_draw_from_too(name: str) -> None:
    game = moustaches.new(name, players=3, seed=1)
    random.random()  # so that dice set back to some seed are found too
    np.random.random()
    before = common_chance()
    for bot in EVERYONE:
        player(bot).choose(game.view(game.to_act[0]))
    assert common_chance() == before


def common_chance() -> tuple[object, ...]:
    """How far Python's and NumPy's own dice are."""
    numbers = np.random.get_state(legacy=False)["state"]
    return random.getstate(), numbers["key"].tobytes(), numbers["pos"]


# Where the network cannot help


class TwosLose(RuleCard):
    """Another card under the id of one of ours: a 2 never wins a trick."""

    id: ClassVar[str] = "twos-win"

    def otherwise(self, trick: Trick) -> i64:
        rest = trick.cards & ~(ZEROS << 2)
        return trick.strongest(rest) if rest else 0


RULE = '[[moustache.rules]]\nid = "{id}"\npack = "{pack}"\nsource = "printed"\nfirst_game = true\n'
OTHER_TWOS = (
    'format = 1\nbase = "standard"\n'
    + RULE.format(id="blue-tax", pack="white")
    + RULE.format(id="last-trick", pack="white")
    + RULE.format(id="second-best", pack="black")
    + RULE.format(id="twos-win", pack="black")
    + f'text = "A 2 never wins a trick."\nclass = "{__name__}:TwosLose"\n'
)


def check_search(view: View, choice: Choice) -> None:
    """The first reason apart, it is what a search of as many simulations says."""
    found = player(f"flat-mc:{SIMULATIONS}").choose(view)
    assert (choice.move, choice.why[1:], choice.values) == (found.move, found.why, found.values)


@each_learned
@pytest.mark.parametrize("box", ["new ids", "an id of ours"])
def test_searches_with_a_rule_card_that_it_has_never_met(
    box: str, level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the round on in which the card is in force."""
    monkeypatch.setenv("MOUSTACHES_EDITIONS", str(tmp_path))
    if box == "new ids":
        row, strangers = ["pink-open", "orange-feast", "ones-win", "kings-fall"], set(OWN_CARDS)
        edition = own_box(tmp_path)
    else:
        row, strangers = ["blue-tax", "last-trick", "second-best", "twos-win"], {"twos-win"}
        edition = "twos"
        (tmp_path / "twos.toml").write_text(OTHER_TWOS, "utf-8")
    first = min(row.index(stranger) for stranger in strangers) + 1
    game = moustaches.new("moustache", players=4, seed=1, edition=edition, options={"row": row})
    rounds: set[int] = set()
    for _, view in decisions(game, 12 if COMPILED else 40):
        assert isinstance(view, MoustacheView)
        rounds.add(view.round)
        choice = player(level).choose(view)
        check(view, choice)
        told = [reason.rule for reason in choice.why if reason.id == "bot-unknown-rule"]
        if view.round < first:
            assert not told
        else:
            assert told == [choice.why[0].rule]
            assert told[0] in strangers
            check_search(view, choice)
    assert rounds == {1, 2, 3, 4}


@each_game
@each_learned
@pytest.mark.parametrize("kind", ["damaged", "missing"])
def test_plays_on_without_weights(
    level: str, name: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "damaged":
        for each in LEARNED:
            (tmp_path / f"{name}-{each}.npz").write_bytes(b"PK\x03\x04 half of a file")
    folder = tmp_path if kind == "damaged" else tmp_path / "nowhere"
    monkeypatch.setenv("MOUSTACHES_WEIGHTS", str(folder))
    game = moustaches.new(name, players=3, seed=1)
    for number, (view, choice) in enumerate(choices(game, player(level))):
        assert choice.move in view.legal
        if len(view.legal) > 1:
            assert choice.why[0].id == "bot-no-weights"
            check_search(view, choice)
        if not COMPILED and number == 12:
            return
    assert game.outcome is not None


# The box of the table


KNOWN_ROW: dict[str, Options] = {"moustache": {"row": ["blue-tax", "pass-three", "twos-win", "second-best"]}}


@each_game
@each_learned
def test_a_box_with_other_contents_is_no_riddle(
    level: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other stars, rounds and secrets."""
    monkeypatch.setenv("MOUSTACHES_EDITIONS", str(tmp_path))
    box = own_box(tmp_path)
    for players in PLAYERS[name]:
        game = moustaches.new(name, players=players, seed=1, edition=box, options=KNOWN_ROW.get(name, {}))
        for _, view in decisions(game, 7 if COMPILED else 40):
            choice = player(level).choose(view)
            check(view, choice)
            assert not {"bot-unknown-rule", "bot-no-weights"} & {reason.id for reason in choice.why}

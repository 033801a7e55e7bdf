"""Gracias as a game of open_spiel, and a match of one of our players against open_spiel's own ISMCTS bot.

Importing this module registers `python_moustache_gracias` (players 3 or 4; `rounds` 6 for the whole game, 1 for its
first round), driven by our engine. It runs in the interpreter that has open_spiel, of the same version as ours; our
package must be on its path:

    PYTHONPATH=… $PEER_PYTHON -m benchmarks.open_spiel_gracias expert --deals 20

prints the match as one line of JSON. From our own interpreter, `match` does that.

open_spiel's ISMCTS comes in C++ and in Python, one the copy of the other. The C++ one cannot resample a game written in
Python (neither `resample_from_infostate` nor `set_resampler` reach it), so the match is against the Python one, with
what makes it fast: worlds come from our exact resampling, and random ends of a round are played by our engine.
It searches the round at hand for the same value as our own searches.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import moustaches
from moustaches.bots.choice import Bot, Choice
from moustaches.bots.imagine import imagine
from moustaches.bots.players import player
from moustaches.engine import gracias as engine
from moustaches.engine.bits import Rng, members
from moustaches.game.gracias import Gracias
from moustaches.game.gracias_words import TEXTS, GraciasView
from moustaches.game.views import View
from moustaches.mind.gracias import GraciasWorld

ROOT = Path(__file__).resolve().parent.parent
PLAYERS = 4
CURIOSITY = 0.6  # the constant of the bot's bounds; from 0.3 to 2.5 it plays equally well
FACTOR = 10.0  # times our time per move
SPARE = 1.2  # the bot gets somewhat more than that, as positions differ


# --- The match, seen from our own interpreter ------------------------------------------------------------------------


def match(peer_python: str, ours: str, deals: int, first: int = 0, factor: float = FACTOR) -> dict[str, Any]:
    """Plays `ours` against open_spiel's bot in the interpreter that has it; see `play_match`."""
    command = [peer_python, "-m", "benchmarks.open_spiel_gracias", ours]
    command += ["--deals", str(deals), "--first", str(first), "--factor", str(factor)]
    home = str(Path(moustaches.__file__).parent.parent)
    path = os.pathsep.join([home, *(entry for entry in sys.path if "site-packages" in entry)])
    answer = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def play_match(ours: str, deals: int, first: int = 0, factor: float = FACTOR) -> dict[str, Any]:
    """Whole games on duplicate deals: ours at each seat against three of theirs, and theirs at each against three of
    ours. By deal, the mean win share (par 0.25) and the mean lead in garments of the one over the mean of the three."""
    rival = OpenSpielISMCTS(simulations_for(ours, factor))
    result: dict[str, Any] = {
        "ours": ours,
        "simulations": rival.simulations,
        "factor": factor,
        "first": first,
    }
    us, them = Timed(player(ours)), Timed(rival)
    for name, one, rest in (("ours_against_three", us, them), ("three_of_ours_against_one", them, us)):
        shares, leads = [], []
        for deal in range(first, first + deals):
            games = [
                play_game([one if seat == alone else rest for seat in range(PLAYERS)], deal)
                for alone in range(PLAYERS)
            ]
            shares.append(sum(share_of(game, alone) for alone, game in enumerate(games)) / PLAYERS)
            leads.append(sum(lead_of(game, alone) for alone, game in enumerate(games)) / PLAYERS)
        result[name] = {"wins": shares, "leads": leads}
    result["ms_per_move"] = {"ours": us.milliseconds, "open_spiel": them.milliseconds}
    return result


class Timed:
    """A player, and how long it takes where it has a choice."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.spent = 0.0
        self.moves = 0

    def move(self, view: View) -> str:
        start = perf_counter()
        move = self.bot.choose(view).move
        if len(view.legal) > 1:
            self.spent += perf_counter() - start
            self.moves += 1
        return move

    @property
    def milliseconds(self) -> float:
        return 1000 * self.spent / max(self.moves, 1)


def play_game(players: list[Timed], seed: int) -> Gracias:
    game = moustaches.new("gracias", players=PLAYERS, seed=seed)
    assert isinstance(game, Gracias)
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, players[seat].move(game.view(seat)))
    return game


def share_of(game: Gracias, seat: int) -> float:
    """The seat's share of the victory."""
    assert game.outcome is not None
    return (seat in game.outcome.winners) / len(game.outcome.winners)


def lead_of(game: Gracias, seat: int) -> float:
    """Garments ahead of the mean of the others."""
    scores = game.scores()
    return scores[seat] - (sum(scores) - scores[seat]) / (PLAYERS - 1)


def simulations_for(ours: str, factor: float) -> int:
    """How many simulations the bot can make in that many times the time that ours takes per move."""
    trial = OpenSpielISMCTS(400)
    us, them = Timed(player(ours)), Timed(trial)
    for seed in (1001, 1002):
        play_game([us, them, us, them], seed)
    return max(1, round(SPARE * factor * us.milliseconds / (them.milliseconds / trial.simulations)))


# --- Gracias as a game of open_spiel ---------------------------------------------------------------------------------

try:
    import pyspiel  # type: ignore[import-not-found,unused-ignore]
except ImportError:  # our own interpreter, which only calls `match`
    pyspiel = None


class Table:
    """A state of our engine that open_spiel may copy, and the garments before the round."""

    def __init__(self, state: engine.State, before: Any) -> None:
        self.state = state
        self.before = before

    def __deepcopy__(self, memo: object) -> Table:
        return Table(self.state.clone(), self.before)


def values_of(table: Table) -> list[float]:
    """What the round, or the game, is worth to each seat: as in our own searches. The sum is zero."""
    world = GraciasWorld(table.state, [])
    world.before = table.before
    return [float(world.value(seat)) for seat in range(table.state.players)]


if pyspiel is not None:
    GAME_TYPE = pyspiel.GameType(
        short_name="python_moustache_gracias",
        long_name="Moustache Gracias",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=3,
        max_num_players=4,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={"players": PLAYERS, "rounds": 6},
    )

    class GraciasGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]
        """The table. `rounds` is 1 (the first round) or 6 (the whole game)."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            self.players = int((params or {}).get("players", PLAYERS))
            self.rounds = int((params or {}).get("rounds", 6))
            self.rng = Rng(1)
            info = pyspiel.GameInfo(
                num_distinct_actions=engine.MOVES,
                max_chance_outcomes=engine.CARDS,
                num_players=self.players,
                min_utility=-5.0,
                max_utility=5.0,
                utility_sum=0.0,
                max_game_length=24 * self.rounds,
            )
            super().__init__(GAME_TYPE, info, params or {})

        def new_initial_state(self) -> GraciasState:
            return GraciasState(self)

        def state_at(self, table: engine.State) -> GraciasState:
            """A state that goes on from a table of ours to the end of its round."""
            state = GraciasState(self)
            state.table = Table(table, table.garments)
            state.last = table.round
            return state

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            return Observer()

    class GraciasState(pyspiel.State):  # type: ignore[misc,unused-ignore]
        """A table of ours. Chance draws one card after the other; moves have our numbers."""

        def __init__(self, game: GraciasGame) -> None:
            super().__init__(game)
            start = engine.start(game.players, engine.Options())
            self.players = game.players
            self.table = Table(start, start.garments)
            self.last = game.rounds  # the round after which it ends
            self.drawn: list[int] = []
            self.public = ""  # the moves of this round

        def current_player(self) -> int:
            state = self.table.state
            if state.to_act:
                return int(state.turn)
            return int(pyspiel.PlayerId.TERMINAL if self.is_terminal() else pyspiel.PlayerId.CHANCE)

        def is_terminal(self) -> bool:
            state = self.table.state
            return state.over or (state.phase == engine.DEAL and state.round >= self.last)

        def legal_actions(self, player: int | None = None) -> list[int]:
            seat = self.current_player()
            if seat == pyspiel.PlayerId.CHANCE:
                return [card for card, _ in self.chance_outcomes()]
            if seat < 0 or (player is not None and player != seat):
                return []
            return self.table.state.legal(seat)

        def _legal_actions(self, player: int) -> list[int]:
            return self.table.state.legal(player)

        def chance_outcomes(self) -> list[tuple[int, float]]:
            left = [card for card in range(engine.CARDS) if card not in self.drawn]
            return [(card, 1 / len(left)) for card in left]

        def _apply_action(self, action: int) -> None:
            state = self.table.state
            if state.to_act:
                self.public += f"{action} "
                state.apply(int(state.turn), action)
                return
            self.drawn.append(action)
            wanted = self.players + 1
            if state.phase == engine.DEAL:
                self.public = ""
                wanted = self.players * int(state.options.rounds[state.round % state.options.cycle])
            if len(self.drawn) == wanted:
                state.supply([self.drawn + [card for card in range(engine.CARDS) if card not in self.drawn]])
                self.drawn = []

        def _action_to_string(self, player: int, action: int) -> str:
            return f"card {action}" if player == pyspiel.PlayerId.CHANCE else TEXTS[action]

        def returns(self) -> list[float]:
            if not self.is_terminal():
                return [0.0] * self.players
            return values_of(self.table)

        def clone(self) -> GraciasState:
            return self.with_table(self.table.state.clone())

        def with_table(self, table: engine.State) -> GraciasState:
            new = GraciasState(self.get_game())
            new.table = Table(table, self.table.before)
            new.last = self.last
            new.drawn = self.drawn[:]
            new.public = self.public
            return new

        def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> GraciasState:
            return self.resampled(player, Rng(int(sampler() * (1 << 53))))

        def resampled(self, player: int, rng: Rng) -> GraciasState:
            """Another state that the player cannot tell from this one, all equally likely."""
            return self.with_table(self.table.state.resample(player, rng))

        def information_state_string(self, player: int | None = None) -> str:
            """What a seat knows of this round: hands that it sees, and all moves."""
            state = self.table.state
            seat = self.current_player() if player is None else player
            hands = [int(state.hands[each]) for each in members(state.knows(seat))]
            return f"{state.round} {self.public} {hands}"

        observation_string = information_state_string

        def __str__(self) -> str:
            hands = [int(hand) for hand in self.table.state.hands]
            return f"{self.table.state.round} {self.public} {hands} {self.drawn}"

    class Observer:
        """What C++ asks for: the same string."""

        tensor = None
        dict: dict[str, Any] = {}  # noqa: RUF012  (open_spiel asks for this name)

        def set_from(self, state: GraciasState, player: int) -> None:
            """There are no tensors."""

        def string_from(self, state: GraciasState, player: int) -> str:
            return state.information_state_string(player)

    class Playouts:
        """Random ends of a round by our engine: an evaluator of open_spiel's searches."""

        def __init__(self, rng: Rng) -> None:
            self.rng = rng

        def evaluate(self, state: GraciasState) -> list[float]:
            end = Table(state.table.state.clone(), state.table.before)
            end.state.playout(self.rng)
            return values_of(end)

        def prior(self, state: GraciasState) -> list[tuple[int, float]]:
            legal = state.legal_actions()
            return [(action, 1 / len(legal)) for action in legal]

    pyspiel.register_game(GAME_TYPE, GraciasGame)


class OpenSpielISMCTS:
    """open_spiel's bot behind our protocol: it is given a view and nothing else."""

    name = "open-spiel-ismcts"

    def __init__(self, simulations: int, seed: int = 0, curiosity: float = CURIOSITY) -> None:
        import numpy
        from open_spiel.python.algorithms import ismcts  # type: ignore[import-not-found,unused-ignore]

        self.simulations = simulations
        self.game = GraciasGame({"players": PLAYERS, "rounds": 1})
        self.rng = Rng(seed)
        self.bot = ismcts.ISMCTSBot(
            game=self.game,
            evaluator=Playouts(self.rng),
            uct_c=curiosity,
            max_simulations=simulations,
            random_state=numpy.random.RandomState(seed),
        )
        self.bot.set_resampler(lambda state, seat: state.resampled(seat, self.rng))

    def choose(self, view: View) -> Choice:
        assert isinstance(view, GraciasView)
        return Choice(TEXTS[int(self.bot.step(self.game.state_at(imagine(view))))])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.open_spiel_gracias", description=__doc__)
    parser.add_argument("player", help="the name of one of our players")
    parser.add_argument("--deals", type=int, default=10, help="eight games each")
    parser.add_argument("--first", type=int, default=0, help="the first deal's seed")
    parser.add_argument(
        "--factor", type=float, default=FACTOR, help="times our time per move that the bot gets"
    )
    arguments = parser.parse_args()
    if pyspiel is None:
        sys.exit("open_spiel is not installed in this interpreter; `make bench-engine` makes one that has it")
    print(json.dumps(play_match(arguments.player, arguments.deals, arguments.first, arguments.factor)))


if __name__ == "__main__":
    main()

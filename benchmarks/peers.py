"""The peers' side of the engine benchmark: `python -m benchmarks.peers MEASURE SECONDS` prints one JSON line.

Run by the interpreter that has open_spiel and rlcard, one measure in a process of its own. Wherever a peer offers
several ways to do the same, the fastest is measured.
"""

from __future__ import annotations

import json
import random
import sys
from importlib.metadata import version
from time import perf_counter
from typing import Any

from .common import bytes_each, rate

PEERS = {
    "oh_hell": "oh_hell(players=4,num_tricks_fixed=5,num_suits=4,num_cards_per_suit=6)",
    "hearts": "hearts",
    "go_fish": "go_fish(players=4)",
    "hanabi": "hanabi(players=4)",  # cannot be played inside: MCTSBot refuses it
}
ROLLOUTS = 4000
GAMES = 50  # driven from Python with each deal
POSITIONS = 64
STATES = 20_000
SIMULATIONS = 2000  # of a search
CHANCE = -1  # these are pyspiel's PlayerId
TERMINAL = -4


def load(peer: str) -> Any:
    import pyspiel  # type: ignore[import-not-found,unused-ignore]

    return pyspiel.load_game(PEERS[peer])


def dealt(game: Any) -> Any:
    """A state with all cards dealt and the first player to act."""
    state = game.new_initial_state()
    while state.is_chance_node():
        step(state)
    return state


def step(state: Any) -> None:
    """A random move, or a card drawn."""
    state.apply_action(random.choice(state.legal_actions()))


def drive(state: Any) -> int:
    """Random moves to the end from Python: how many. Cards drawn are no moves; they are taken in the same way, as if
    all were equally likely, which is much faster than to ask for their chances."""
    choose = random.random
    moves = 0
    while (player := state.current_player()) != TERMINAL:
        legal = state.legal_actions()
        state.apply_action(legal[int(choose() * len(legal))])
        if player != CHANCE:
            moves += 1
    return moves


def follow_the_example(state: Any) -> int:
    """The same, written as open_spiel's own example plays a game. It asks for the chances at each card drawn (and then
    draws with NumPy, which is slower still: all are equally likely here)."""
    choose = random.random
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(choose() * len(outcomes))][0])
        else:
            legal = state.legal_actions(state.current_player())
            state.apply_action(legal[int(choose() * len(legal))])
            moves += 1
    return moves


def halfway(game: Any) -> Any:
    """A game of which about half the moves are made, with a player to act."""
    while True:
        state = dealt(game)
        for _ in range(drive(state.clone()) // 2):
            while state.is_chance_node():
                step(state)
            if not state.is_terminal():
                step(state)
        if state.current_player() >= 0:
            return state


def inside(peer: str, seconds: float) -> float:
    """Random moves per second with nothing of Python in the loop.

    MCTSBot with one simulation evaluates the given state once, and RandomRolloutEvaluator plays that many random
    games from it in C++: clone, then legal actions, draw, apply. Nothing else is searched. This is open_spiel's C++
    at its best: `evaluate_bots` takes 1.4 to 3 times as long, ISMCTSBot (where it works) as long as this.
    """
    import pyspiel  # type: ignore[import-not-found,unused-ignore]

    game = load(peer)

    def deal() -> tuple[float, float]:
        state = dealt(game)
        moves = sum(drive(state.clone()) for _ in range(GAMES)) / GAMES
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, random.getrandbits(30))
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)
        start = perf_counter()
        bot.step(state)
        return moves * ROLLOUTS, perf_counter() - start

    return rate(deal, seconds)


def driven(peer: str, seconds: float) -> float:
    """Random moves per second from Python, from the deal to the end: each game is a clone of one just dealt."""
    game = load(peer)

    def deal() -> tuple[float, float]:
        state = dealt(game)
        start = perf_counter()
        moves = sum(drive(state.clone()) for _ in range(GAMES))
        return moves, perf_counter() - start

    return rate(deal, seconds)


def whole(peer: str, seconds: float) -> float:
    """Moves per second of whole games with their deals, as this library's own example plays them."""
    game = load(peer)

    def deal() -> tuple[float, float]:
        start = perf_counter()
        moves = sum(follow_the_example(game.new_initial_state()) for _ in range(GAMES))
        return moves, perf_counter() - start

    return rate(deal, seconds)


def resample(seconds: float) -> float:
    """Oh Hell's hidden cards dealt anew, for the player to act in the middle of a round."""
    game = load("oh_hell")
    positions = [halfway(game) for _ in range(POSITIONS)]

    def each() -> tuple[float, float]:
        start = perf_counter()
        for state in positions:
            state.resample_from_infostate(state.current_player(), random.random)
        return len(positions), perf_counter() - start

    return rate(each, seconds)


def memory(peer: str, _: float) -> float:
    """Bytes per state in the middle of a game."""
    game = load(peer)
    return bytes_each(lambda: halfway(game), STATES)


def ismcts(seconds: float) -> float:
    """Simulations per second of open_spiel's ISMCTS (the C++ one), at the first bid of Oh Hell."""
    import pyspiel  # type: ignore[import-not-found,unused-ignore]

    game = load("oh_hell")

    def deal() -> tuple[float, float]:
        state = dealt(game)
        evaluator = pyspiel.RandomRolloutEvaluator(1, random.getrandbits(30))
        bot = pyspiel.ISMCTSBot(random.getrandbits(30), evaluator, 1.0, SIMULATIONS)
        start = perf_counter()
        bot.step(state)
        return SIMULATIONS, perf_counter() - start

    return rate(deal, seconds)


def doudizhu(seconds: float) -> float:
    """RLCard's random moves per second; dealing is not timed."""
    import rlcard  # type: ignore[import-not-found,unused-ignore]

    env = rlcard.make("doudizhu")

    def play() -> tuple[float, float]:
        choose = random.random
        state, _ = env.reset()
        moves = 0
        start = perf_counter()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(choose() * len(legal))])
            moves += 1
        return moves, perf_counter() - start

    return rate(play, seconds)


def measure(name: str, seconds: float) -> float:
    """What `inside hearts`, `driven …`, `whole …`, `memory …`, `resample`, `ismcts` or `doudizhu` gives."""
    kind, _, peer = name.partition(" ")
    if peer:
        return {"inside": inside, "driven": driven, "whole": whole, "memory": memory}[kind](peer, seconds)
    return {"resample": resample, "ismcts": ismcts, "doudizhu": doudizhu}[kind](seconds)


if __name__ == "__main__":
    random.seed(1)
    if sys.argv[1] == "versions":
        print(json.dumps({name: version(name) for name in ("open_spiel", "rlcard")}))
    else:
        print(json.dumps(measure(sys.argv[1], float(sys.argv[2]))))

"""What the engine does in hundreds of random games, as one digest per table. Prints them, and which engine ran:

    python tests/engine/digest.py

It needs the package and nothing else, so that the same file runs on the compiled and on the interpreted engine.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import moustaches
from moustaches import engine
from moustaches.engine.bits import Rng
from moustaches.game.game import Game, as_json

Options = dict[str, Any]
TABLES: list[tuple[str, int, Options]] = [
    *(("moustache", players, {}) for players in (3, 4, 5, 6)),
    *(("moustache", players, {"own-rules": True, "open-counts": True}) for players in (3, 4, 5, 6)),
    ("moustache", 3, {"row": ["pass-three", "pink-open", "cut-redirects", "equals-vanish"]}),
    ("moustache", 5, {"row": ["pink-open", "pass-three", "second-best", "three-lowest"]}),
    *(("gracias", players, {"end": "last-dressed", "chico": True}) for players in (3, 4)),
    ("gracias", 3, {"uno-dos-tres": True, "end": "first-bare"}),
    ("gracias", 4, {"strict-joker": True}),
    ("gracias", 4, {"noyade": True, "blind-joker-zero": True}),
    *(("club", players, {}) for players in (2, 3, 4)),
]
GAMES = {"moustache": 12, "gracias": 25, "club": 30}


def facts(state: Any) -> list[Any]:
    """Everything that a state holds, as plain data."""
    found: list[Any] = []
    for name in sorted(dir(state)):
        value = getattr(state, name)
        if (
            name.startswith("_")
            or callable(value)
            or name in ("log", "setup", "options", "deck", "attributes")
        ):
            continue
        if name == "stage":  # what lies behind the last cat is left over from other games
            value = state.on_stage()
        elif name in ("row", "rules"):
            value = [rule.id for rule in getattr(value, "rules", value)]
        elif name == "trick":
            value = [int(value.cards), int(value.demanded), int(value.order)]
        elif isinstance(value, bool | int):
            value = int(value)
        else:
            value = [int(each) for each in value]
        found.append([name, value])
    return found


def explore(game: Game, rng: Rng, digest: Any) -> None:
    """Looks around without touching the game: copies, imagined worlds, random ends."""
    state = game.state
    digest.update(repr(facts(state)).encode())
    clone = state.clone()
    assert facts(clone) == facts(state)
    for seat in range(game.players):
        imagined = state.resample(seat, rng)
        digest.update(repr(facts(imagined)).encode())
        digest.update(repr(imagined.rollouts(2, rng)).encode())
    clone.playout(rng)
    digest.update(repr(facts(clone)).encode())
    clone.become(state)
    assert facts(clone) == facts(state)
    notes: list[tuple[int, int, int, int]] = []
    clone.log = notes
    clone.playout(rng)
    digest.update(repr(notes).encode())


def digest_of(name: str, players: int, options: Options) -> str:
    """The digest of some games: all legal moves, events, records, and what `explore` finds."""
    digest = sha256()
    for number in range(GAMES[name]):
        rng = Rng(number)
        game = moustaches.new(name, players=players, seed=number, options=options)
        while not game.over:
            if rng.below(15) == 0:
                explore(game, rng, digest)
            seats = game.to_act
            seat = seats[int(rng.below(len(seats)))]
            legal = game.legal(seat)
            digest.update(repr([seats, list(map(int, legal))]).encode())
            guess = name == "club" and rng.below(2)
            game.play(seat, legal[0 if guess else int(rng.below(len(legal)))])
        digest.update(game.record().encode() + as_json(game.history) + as_json(game.view(0)))
    return digest.hexdigest()


def digests() -> dict[str, str]:
    return {
        f"{name} {players} {options}": digest_of(name, players, options) for name, players, options in TABLES
    }


if __name__ == "__main__":
    print(json.dumps({"compiled": engine.COMPILED, "digests": digests()}))

"""Writes the golden playthroughs: whole games that must replay to the same bytes for ever.

    python -m tests.golden.make

writes all of them anew, from the root of the repository. Do so only when the rules' texts, events or records were
changed on purpose, and read the difference before you commit it. A playthrough is three files:

- NAME.txt: the record of a finished game of random moves;
- NAME.jsonl: what a spectator was told, an event a line;
- NAME.seat0.jsonl: what seat 0 was told otherwise: the event's number, and the event that it saw.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from moustaches.game.game import Game
from tests.game.playing import SEATS, Options, Table, Viewer, as_json, finish

FOLDER = Path(__file__).parent


def golden_tables() -> Iterator[tuple[str, Table]]:
    """Every game and number of players, then every option at least once."""
    for name, players in SEATS:
        yield f"{name}-{players}", Table(name, players, {})
    gracias: dict[str, tuple[int, Options]] = {
        "first-bare": (3, {"end": "first-bare"}),
        "last-dressed": (4, {"end": "last-dressed"}),
        "noyade": (4, {"noyade": True}),
        "uno-dos-tres": (3, {"uno-dos-tres": True}),
        "chico": (3, {"chico": True}),
        "strict-joker": (4, {"strict-joker": True}),
        "blind-joker-zero": (4, {"blind-joker-zero": True}),
        "everything": (4, {"end": "last-dressed", "uno-dos-tres": True, "chico": True}),
    }
    for name, (players, options) in gracias.items():
        yield f"gracias-{players}-{name}", Table("gracias", players, options)
    moustache: dict[str, tuple[int, Options]] = {
        "own-rules": (5, {"own-rules": True, "open-counts": True}),
        "first-game": (3, {"first-game": True, "equal-cups": True}),
        "row": (3, {"row": ["pass-three", "pink-open", "cut-redirects", "equals-vanish"]}),
        "open-row": (
            5,
            {"row": ["pink-open", "pass-three", "second-best", "three-lowest"], "equal-cups": True},
        ),
    }
    for name, (players, options) in moustache.items():
        yield f"moustache-{players}-{name}", Table("moustache", players, options)


def played(name: str, table: Table) -> Game:
    """The game of a golden playthrough: seed and moves follow from its name."""
    rng = Random(f"golden {name}")
    return finish(table.new(rng.randrange(2**256)), rng)


def told(game: Game) -> dict[Viewer, list[bytes]]:
    """What a spectator and seat 0 were told move by move, as JSON. The end opens only what comes with it."""
    again = Table(game.name, game.players, game.setting.options).new(int.from_bytes(game.setting.seed, "big"))
    lines: dict[Viewer, list[bytes]] = {None: [], 0: []}
    for seat, move in [*game.moves, (-1, None)]:
        for viewer, known in lines.items():
            known += [as_json(event) for event in again.events(viewer, len(known))]
        if move is not None:
            again.play(seat, move)
    return lines


def files_of(game: Game) -> dict[str, bytes]:
    """The files of a playthrough, by the ends of their names."""
    lines = told(game)
    differing = [
        msgspec.json.encode([number, msgspec.Raw(mine)])
        for number, (public, mine) in enumerate(zip(lines[None], lines[0], strict=True))
        if public != mine
    ]
    return {
        ".txt": game.record().encode(),
        ".jsonl": b"\n".join(lines[None]) + b"\n",
        ".seat0.jsonl": b"\n".join(differing) + b"\n",
    }


def main() -> None:
    for old in [*FOLDER.glob("*.txt"), *FOLDER.glob("*.jsonl")]:
        old.unlink()
    total = 0
    for name, table in golden_tables():
        for end, content in files_of(played(name, table)).items():
            (FOLDER / f"{name}{end}").write_bytes(content)
            total += len(content)
    print(f"{total // 1000} kB in {FOLDER}")


if __name__ == "__main__":
    main()

"""A process in which bots think: views come in on its standard input, moves go out on its standard output.

It ends when its input ends, so no thinker outlives the server that started it.
"""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import suppress
from typing import BinaryIO

from moustaches.game.views import View

from .players import LEVELS, player

SIZE = 4  # bytes before each message, that say how long it is
LIFE = 10_000  # thoughts, then another process takes the place: what leaks in years does not add up


def main() -> None:
    """A thinker's whole life."""
    requests = sys.stdin.buffer
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what anything prints is no answer
    for level in LEVELS:
        player(level)
    with suppress(BrokenPipeError):
        for _ in range(LIFE):
            request = read(requests)
            if request is None:
                return
            answer = pickle.dumps(thought(*pickle.loads(request)))
            answers.write(len(answer).to_bytes(SIZE, "big") + answer)
            answers.flush()


def read(requests: BinaryIO) -> bytes | None:
    size = requests.read(SIZE)
    return requests.read(int.from_bytes(size, "big")) if len(size) == SIZE else None


def thought(view: View, level: str, seed: int) -> tuple[str, str]:
    """The move of a bot, or what went wrong."""
    try:
        return player(level, seed).choose(view).move, ""
    except Exception as problem:
        return "", repr(problem)


if __name__ == "__main__":
    main()

"""A table on paper: intents are judged and what they would write is applied, without a server, by a clock that the test
moves. For what does not depend on sockets and storage.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from moustaches.game import Game
from moustaches.server.entries import AnyEntry, Created, Sat, decoder, encoder
from moustaches.server.judging import Refusal, judge
from moustaches.server.protocol import AnyIntent, Move, Sit, Start
from moustaches.server.setup import Clock, Setup, checked
from moustaches.server.table import Chair, Change, Table, table_of

SEED = "5eed" * 16
NAMES = ("ada", "bob", "cleo", "dan", "eve", "fay")
PLAYERS = {"moustache": 4, "gracias": 4, "club": 3}


class Paper:
    """A table with the first `persons` of NAMES in its seats; `ada` is the host."""

    def __init__(
        self,
        game: str,
        persons: int = 2,
        players: int | None = None,
        seed: str = SEED,
        start: bool = True,
        **setup: Any,
    ) -> None:
        self.now = 1_000_000_000_000
        wanted = checked(Setup(game=game, players=players or PLAYERS[game], **setup))
        created = Created(wanted, seed, "ada", "papertable")
        self.log: list[tuple[AnyEntry, int]] = [(created, self.now)]
        self.table = Table(created, self.now)
        self.write(Sat(0, "ada", "Ada", "secret-of-ada"))
        for person in NAMES[1:persons]:
            self.intend(person, Sit(id="sit"))
        if start:
            self.intend("ada", Start(id="start"))

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    def write(self, *entries: AnyEntry) -> list[Change]:
        """As the log would hold them: through their bytes."""
        changes = []
        for entry in entries:
            stored = decoder.decode(encoder.encode(entry))
            self.log.append((stored, self.now))
            changes.append(self.table.apply(stored, self.now))
        return changes

    def intend(self, person: str, intent: AnyIntent) -> list[Change]:
        return self.write(*judge(self.table, person, person.title(), intent, self.now))

    def refused(self, person: str, intent: AnyIntent) -> Refusal:
        """The refusal of an intent, which has changed nothing."""
        before = facts(self.table)
        with pytest.raises(Refusal) as caught:
            judge(self.table, person, person.title(), intent, self.now)
        assert facts(self.table) == before
        return caught.value

    def wait(self, seconds: float) -> None:
        self.now += int(1000 * seconds)

    def move(self, seat: int, move: str) -> list[Change]:
        """By the person of a seat, who knows the table as it is."""
        intent = Move(id="move", move=move, expected=self.table.version)
        return self.intend(self.table.chairs[seat].person, intent)

    def play(self, seat: int, dice: Random) -> list[Change]:
        """Any legal choice of a seat, by its person or its bot."""
        from moustaches.server.entries import Moved

        move = str(dice.choice(self.game.legal(seat)))
        if self.table.chairs[seat].person:
            return self.move(seat, move)
        return self.write(Moved(seat, move, "bot"))

    def read_again(self) -> Table:
        """The table that its log tells of."""
        return table_of(self.log)


def facts(table: Table) -> dict[str, Any]:
    """Everything that a table knows, in a form that can be compared."""
    found = {name: value for name, value in attributes(table).items() if name != "game"}
    found["info"] = table.info()
    game = table.game
    if game is not None:
        found["record"] = game.record()
        found["history"] = list(game.history[:])
        found["views"] = [game.view(seat) for seat in (None, *range(table.setup.players))]
    return {name: msgspec.json.encode(value, enc_hook=plain) for name, value in found.items()}


def attributes(value: Any) -> dict[str, Any]:
    """Of an object of ours, compiled or not."""
    names = getattr(type(value), "__mypyc_attrs__", None) or vars(value)
    return {name: getattr(value, name) for name in names}


def plain(value: Any) -> Any:
    if isinstance(value, Chair):
        return attributes(value)
    return sorted(value, key=str) if isinstance(value, set | frozenset) else list(value)


__all__ = ["NAMES", "PLAYERS", "Clock", "Paper", "facts"]

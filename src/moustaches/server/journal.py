"""The journal of SQLite: entries are put at its end at once, and sorted into the logs of their tables later, many
together.

A log lies in the file table by table: forty moves at forty tables change forty pages there, in the journal two or
three. Whoever reads or changes a log has it settled before; so does every start.

That a version and an intent are written once is seen by what the process remembers of each log that it writes to: an
index of intents would be as large as the log, and every intent would change another page of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any

from mypy_extensions import mypyc_attr

FULL = 3000  # entries
OLD = 2.0  # seconds: where little comes in, little is to be sorted, and nobody waits for it
REMEMBERED = 5000  # logs
CREATE = """
CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    code VARCHAR(12) NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    at BIGINT NOT NULL,
    entry BLOB NOT NULL,
    intent VARCHAR(80)
)
"""
ADD = "INSERT INTO journal (code, version, at, entry, intent) VALUES (?, ?, ?, ?, ?)"
SETTLE = """
INSERT INTO log (code, version, at, entry, intent)
SELECT code, version, at, entry, intent FROM journal ORDER BY code, version
"""
EMPTY = "DELETE FROM journal"
WRITTEN = "SELECT version, intent FROM log WHERE code = ? ORDER BY version"

Entry = tuple[str, int, int, bytes, str | None]
"""Table, version, time, what happened, and the intent that it came from."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Piece:
    """Something to be done in a transaction."""

    def __init__(self, entry: Entry | None, beside: bool = False, code: str | None = None) -> None:
        """`entry`: what it writes if nothing stands in its way; its answer is None then. `beside`: it has nothing to do
        with logs. `code`: it changes the log of this table alone."""
        self.entry = entry
        self.beside = beside
        self.code = code

    def work(self, connection: Any) -> Any:
        raise NotImplementedError

    def done(self, answer: Any, problem: Exception | None) -> None:
        """Hears the answer once it is stored, or what went wrong."""
        raise NotImplementedError


class Tail:
    """What is remembered of a log: its last version, and eight bytes of each intent."""

    def __init__(self) -> None:
        self.last = 0
        self.intents = bytearray()

    def takes(self, version: int, intent: str | None) -> bool:
        """Whether both are new, as far as can be said here; then they are known. Of very many intents one may look
        like another: whoever is told no looks into the log itself."""
        if version <= self.last:
            return False
        if intent is not None:
            mark = mark_of(intent)
            if mark in self.intents:
                return False
            self.intents += mark
        self.last = version
        return True


def mark_of(intent: str) -> bytes:
    """What is remembered of an intent while the process lives."""
    return hash(intent).to_bytes(8, "little", signed=True)


class Journal:
    """Of one connection, which alone writes to it."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver
        self.tails: dict[str, Tail] = {}  # of every table with an entry in it, and of others
        self.entries = 0
        self.emptied = monotonic()

    def add(self, entries: Sequence[Entry]) -> bool:
        """Puts all of them at the end; not, where a version or an intent may be there already. Then it must be settled
        next, and everything is forgotten."""
        tails = self.tails
        for code, version, _, _, intent in entries:
            tail = tails.get(code)
            if tail is None:
                tail = tails[code] = self.tail(code)
            if not tail.takes(version, intent):
                return False
        self.driver.executemany(ADD, entries)
        self.entries += len(entries)
        return True

    def tail(self, code: str) -> Tail:
        """Of a log of which nothing is in the journal."""
        tail = Tail()
        for version, intent in self.driver.execute(WRITTEN, (code,)):
            tail.last = version
            if intent is not None:
                tail.intents += mark_of(intent)
        return tail

    @property
    def ripe(self) -> bool:
        """Whether it is time to settle it."""
        return self.entries >= FULL or (self.entries > 0 and monotonic() - self.emptied > OLD)

    def settle(self) -> None:
        """Into the logs, within the transaction that has begun."""
        if self.entries:
            settle(self.driver)

    def settled(self, changed: Sequence[str] | None) -> None:
        """The transaction is stored. `changed`: the tables whose logs were written to besides; none: whichever."""
        self.entries = 0
        self.emptied = monotonic()
        if changed is None or len(self.tails) > REMEMBERED:
            self.tails.clear()
        else:
            for code in changed:
                self.tails.pop(code, None)


def settle(driver: Any) -> None:
    driver.execute(SETTLE)
    driver.execute(EMPTY)

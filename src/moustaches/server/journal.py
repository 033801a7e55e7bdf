"""The journal of SQLite: entries are put at its end at once, and sorted into the logs of their tables later, many
together.

A log lies in the file table by table, and there is an index of intents: forty moves at forty tables change eighty pages
there, in the journal two or three. Whoever reads or changes a log has it settled before; so does every start.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any

FULL = 3000  # entries
OLD = 0.5  # seconds: where little comes in, little is to be sorted, and nobody waits for it
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
ADD = """
INSERT INTO journal (code, version, at, entry, intent) SELECT ?1, ?2, ?3, ?4, ?5
WHERE NOT EXISTS (SELECT 1 FROM log WHERE code = ?1 AND version = ?2)
AND NOT EXISTS (SELECT 1 FROM log WHERE code = ?1 AND intent = ?5)
"""
SETTLE = """
INSERT INTO log (code, version, at, entry, intent)
SELECT code, version, at, entry, intent FROM journal ORDER BY code, version
"""
EMPTY = "DELETE FROM journal"

Entry = tuple[str, int, int, bytes, str | None]
"""Table, version, time, what happened, and the intent that it came from."""


class Journal:
    """Of one connection, which alone writes to it."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver
        self.known: set[tuple[str, int | str]] = set()  # tables' versions and intents in it
        self.entries = 0
        self.emptied = monotonic()

    def add(self, entries: Sequence[Entry]) -> bool:
        """Puts all of them at the end; not, where a version or an intent is there already."""
        keys: list[tuple[str, int | str]] = [(entry[0], entry[1]) for entry in entries]
        keys += [(entry[0], entry[4]) for entry in entries if entry[4] is not None]
        new = set(keys)
        if len(new) < len(keys) or not new.isdisjoint(self.known):
            return False
        if self.driver.executemany(ADD, entries).rowcount != len(entries):
            return False
        self.known |= new
        self.entries += len(entries)
        return True

    @property
    def ripe(self) -> bool:
        """Whether it is time to settle it."""
        return self.entries >= FULL or (self.entries > 0 and monotonic() - self.emptied > OLD)

    def settle(self) -> None:
        """Into the logs, within the transaction that has begun."""
        if self.entries:
            settle(self.driver)

    def settled(self) -> None:
        """The transaction is stored."""
        self.known.clear()
        self.entries = 0
        self.emptied = monotonic()


def settle(driver: Any) -> None:
    driver.execute(SETTLE)
    driver.execute(EMPTY)

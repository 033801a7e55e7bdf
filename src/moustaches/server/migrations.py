"""Brings the database to the form that this release needs: forwards only, by itself, on every start.

Each step is applied once, in order, all in one transaction: what was interrupted has not begun. Workers that start
together wait for each other.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Column, Connection, Integer, MetaData, Table, func, insert, inspect, select, text

from . import journal, store

schema = MetaData()
steps_done = Table("schema_steps", schema, Column("step", Integer, primary_key=True))


def first_tables(connection: Connection) -> None:
    store.metadata.create_all(connection)


def journal_of_sqlite(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        connection.execute(text(journal.CREATE))


def no_index_of_intents_in_sqlite(connection: Connection) -> None:
    """A constraint of SQLite cannot be dropped: the log is written anew without it."""
    if connection.dialect.name != "sqlite" or not inspect(connection).get_unique_constraints("log"):
        return
    connection.execute(text("ALTER TABLE log RENAME TO log_before"))
    store.log.create(connection)
    before = store.log.to_metadata(MetaData(), name="log_before")
    connection.execute(store.log.insert().from_select(store.COLUMNS, select(before)))
    connection.execute(text("DROP TABLE log_before"))


STEPS: tuple[Callable[[Connection], None], ...] = (
    first_tables,
    journal_of_sqlite,
    no_index_of_intents_in_sqlite,
)
"""Only append: a step that has been released is never changed."""


def migrate(connection: Connection) -> None:
    """Applies what is missing."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(7301)"))
    schema.create_all(connection)
    done = connection.execute(select(func.max(steps_done.c.step))).scalar() or 0
    if done > len(STEPS):
        raise RuntimeError(
            f"the database is of a newer release (step {done}, this release knows {len(STEPS)}); upgrade moustaches"
        )
    for number, step in enumerate(STEPS[done:], done + 1):
        step(connection)
        connection.execute(insert(steps_done).values(step=number))
    if connection.dialect.name == "sqlite":
        journal.settle(connection.connection.driver_connection)  # what the last run has left there

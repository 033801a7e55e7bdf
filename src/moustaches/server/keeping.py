"""What becomes of old tables and of people who never came back.

Finished tables are put away after a while: the whole log as one compressed row, without what was said and without the
names of those who no longer sat there at the end. Their links and records work as before. Tables where nothing has
happened for long are removed, and so are identities whose tokens have run out. It is done in small pieces, so that
nobody who plays has to wait for it.
"""

from __future__ import annotations

import asyncio
from functools import partial
from random import random
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, exists, select

from .entries import Said
from .erasing import Eraser
from .logs import log_problem, note
from .people import GOOD_FOR
from .store import Store, Stored, archive, insert, log, packed, people, sittings, tables

if TYPE_CHECKING:
    from .house import House

HOUR = 3600.0  # seconds
DAY = 24 * 60 * 60 * 1000  # milliseconds
PIECE = 50  # tables at a time


class Kept(Struct, frozen=True):
    """What one round of keeping house did."""

    archived: int = 0
    removed: int = 0
    people: int = 0


async def keep_house(house: House) -> None:
    """Every hour; not all workers at the same moment."""
    while True:
        await asyncio.sleep(HOUR * (0.5 + random()))
        try:
            await tidy(house)
        except Exception as problem:
            log_problem("keeping house failed", problem)


async def tidy(house: House) -> Kept:
    """Everything that is old enough by now."""
    now, settings, store = house.now(), house.settings, house.store
    kept = Kept()
    if settings.keep_days:
        removed = 0
        while codes := await remove_old(store, now - settings.keep_days * DAY, in_use(house)):
            for code in codes:
                house.lives.pop(code, None)
                house.bus.leave(code)
            removed += len(codes)
        kept = msgspec.structs.replace(kept, removed=removed)
    if settings.archive_days:
        archived = 0
        while number := await put_away(store, now - settings.archive_days * DAY):
            archived += number
        kept = msgspec.structs.replace(kept, archived=archived)
    kept = msgspec.structs.replace(kept, people=await remove_people(store, now - GOOD_FOR))
    house.metrics.archived.inc(kept.archived)
    house.metrics.removed.inc(kept.removed)
    note("kept house", archived=kept.archived, removed=kept.removed, people=kept.people)
    return kept


def in_use(house: House) -> list[str]:
    return [code for code, live in house.lives.items() if live.viewers]


async def remove_old(store: Store, before: int, spared: list[str]) -> list[str]:
    """Removes some tables where nothing has happened since; their codes."""
    since = exists().where(log.c.code == tables.c.code, log.c.at >= before)
    query = (
        select(tables.c.code)
        .where(tables.c.changed < before, ~since, tables.c.code.not_in(spared))
        .limit(PIECE)
        .with_for_update(skip_locked=True)
    )

    def work(connection: Connection) -> list[str]:
        codes = list(connection.execute(query).scalars())
        for table in (log, archive, sittings, tables):
            connection.execute(delete(table).where(table.c.code.in_(codes)))
        return codes

    return await store.database.run(work)


async def put_away(store: Store, before: int) -> int:
    """Puts some finished tables into the archive; how many."""
    query = (
        select(tables.c.code)
        .where(tables.c.phase == "over", tables.c.changed < before)
        .where(exists().where(log.c.code == tables.c.code))
        .where(~exists().where(log.c.code == tables.c.code, log.c.at >= before))
        .limit(PIECE)
    )
    codes = await store.database.read(lambda connection: list(connection.execute(query).scalars()))
    for code in codes:
        await store.database.run(partial(pack, code, await store.entries(code)))
    return len(codes)


def pack(code: str, entries: list[Stored], connection: Connection) -> None:
    """The log as one row. What is written meanwhile stays where it is."""
    seated = set(connection.execute(select(sittings.c.person).where(sittings.c.code == code)).scalars())
    seated |= set(connection.execute(select(tables.c.host).where(tables.c.code == code)).scalars())
    eraser = Eraser(lambda person: person not in seated)
    kept = [
        Stored(
            each.version,
            each.at,
            silenced(each.entry) if isinstance(each.entry, Said) else eraser.erased(each.entry),
        )
        for each in entries
    ]
    values = {"code": code, "entries": packed(kept)}
    statement = insert(connection, archive).values(values)
    connection.execute(statement.on_conflict_do_update(index_elements=["code"], set_=values))
    connection.execute(delete(log).where(log.c.code == code, log.c.version <= kept[-1].version))


def silenced(said: Said) -> Said:
    return Said(said.seat, "", said.phrase)


async def remove_people(store: Store, before: int) -> int:
    """Those whose tokens are all too old to be used."""
    statement = delete(people).where(people.c.seen < before)
    return await store.database.run(lambda connection: connection.execute(statement).rowcount)

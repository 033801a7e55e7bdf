"""Someone's own data: all of it to take away, and all of it to be forgotten.

Whoever is forgotten leaves every table: where the game goes on a bot plays their seat, where they were alone the table
goes too. A finished game keeps its link and its record, with nobody in their seat. Their names, words and ids are
taken out of the logs, not only hidden.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, delete, select, union, update

from .bus import Left, Removed
from .entries import AnyEntry, Forgotten, HostPassed, Stood, decoder, encoder
from .erasing import Eraser
from .logs import note
from .protocol import Closing
from .protocol import encoder as news_encoder
from .store import Conflict, Person, Store, archive, log, packed, people, sittings, tables, unpacked
from .table import Table

if TYPE_CHECKING:
    from .house import House
    from .live import Live

NOT_OURS_TO_TELL = ("person", "link", "host", "seed")
"""Fields of an entry: ids, which are other people's too, and secrets."""


class Deed(Struct, frozen=True):
    """Something that someone did at a table."""

    at: float
    """Seconds since 1970."""
    what: dict[str, Any]


class MyTable(Struct, frozen=True):
    """What is kept of someone at one table."""

    code: str
    game: str
    phase: str
    seat: int | None
    host: bool
    did: list[Deed]


class MyData(Struct, frozen=True):
    """Everything that is kept of someone."""

    name: str
    first_seen: float
    last_seen: float
    tables: list[MyTable]


async def data_of(store: Store, person: Person) -> MyData:
    """To take away. Of old tables there is no more than the seat."""

    def work(connection: Connection) -> list[MyTable]:
        return [table_of(connection, code, person.id) for code in codes_of(connection, person.id)]

    found = await store.database.read(work)
    return MyData(person.name, person.born / 1000, person.seen / 1000, found)


def table_of(connection: Connection, code: str, person: str) -> MyTable:
    row = connection.execute(select(tables).where(tables.c.code == code)).mappings().one()
    seat = connection.execute(
        select(sittings.c.seat).where(sittings.c.code == code, sittings.c.person == person)
    ).scalar()
    query = select(log.c.at, log.c.entry).where(log.c.code == code, own(person)).order_by(log.c.version)
    did = [Deed(at / 1000, told(decoder.decode(entry))) for at, entry in connection.execute(query)]
    return MyTable(code, row["game"], row["phase"], seat, row["host"] == person, did)


def told(entry: AnyEntry) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(entry)
    return {name: value for name, value in fields.items() if name not in NOT_OURS_TO_TELL}


def own(person: str) -> ColumnElement[bool]:
    """Entries that a person's intents have written; their keys begin with the person."""
    return (log.c.intent >= f"{person}:") & (log.c.intent < f"{person};")


def codes_of(connection: Connection, person: str) -> list[str]:
    """Every table that knows of someone."""
    query = union(
        select(sittings.c.code).where(sittings.c.person == person),
        select(tables.c.code).where(tables.c.host == person),
        select(log.c.code).where(own(person)),
    )
    return list(connection.execute(query).scalars())


# Forgetting


async def forget(house: House, person: str) -> int:
    """Afterwards nothing here leads to them; at how many tables they were. Begun and broken off, it can be begun anew:
    the person goes last."""
    codes = await house.store.database.read(partial(codes_of, person=person))
    for code in codes:
        live = await house.live(code)
        if live is not None:
            await leave(house, live, person)
    statement = delete(people).where(people.c.id == person)
    await house.database.run(lambda connection: connection.execute(statement))
    show_out(house, person)
    house.bus.tell(Left("", house.worker, person))
    note("someone took their data back", tables=len(codes))
    return len(codes)


async def leave(house: House, live: Live, person: str) -> None:
    """One table forgets someone: first what is stored, then who is there now."""
    eraser = Eraser(lambda each: each == person)
    async with live.lock:
        while True:
            entries = goodbye(live.table, person, eraser.nobody(person))
            if entries is None:
                await remove(house, live)
                return
            await house.database.run(partial(erase, live.table.code, person, eraser))
            try:
                await live.write(entries)
                break
            except Conflict:
                await live.catch_up()
        for key in [key for key in live.recent if key.startswith(f"{person}:")]:
            del live.recent[key]


def goodbye(table: Table, person: str, nobody: str) -> list[AnyEntry] | None:
    """What happens at a table when someone goes for good; none: it was theirs alone."""
    seat, host = table.seat_of(person), table.host == person
    if table.phase == "over":
        return [Forgotten(nobody, seat, host)]
    entries: list[AnyEntry] = []
    if host:
        others = [chair.person for chair in table.chairs if chair.person and chair.person != person]
        if not others:
            return None
        entries.append(HostPassed(others[0]))
    if seat is not None:
        entries.append(Stood(seat, "regular" if table.phase == "playing" else ""))
    return [*entries, Forgotten(nobody)]


def erase(code: str, person: str, eraser: Eraser, connection: Connection) -> None:
    """Takes someone out of what is stored of a table."""
    here = log.c.code == code
    said = set(connection.execute(select(log.c.version).where(here, own(person))).scalars())
    for version, entry in connection.execute(select(log.c.version, log.c.entry).where(here)).all():
        old = decoder.decode(entry)
        new = eraser.erased(old, version in said)
        if new is not old:
            changed = update(log).where(here, log.c.version == version).values(entry=encoder.encode(new))
            connection.execute(changed)
    connection.execute(update(log).where(here, own(person)).values(intent=None))
    away = unpacked(connection.execute(select(archive.c.entries).where(archive.c.code == code)).scalar())
    if away:
        kept = [msgspec.structs.replace(each, entry=eraser.erased(each.entry)) for each in away]
        connection.execute(update(archive).where(archive.c.code == code).values(entries=packed(kept)))


async def remove(house: House, live: Live) -> None:
    """A table goes, with all that is kept of it."""
    code = live.table.code
    await house.store.remove([code])
    house.drop(live)
    house.bus.tell(Removed(code, house.worker))
    house.bus.leave(code)


def show_out(house: House, person: str) -> None:
    """Sockets of someone who is no more here."""
    message = news_encoder.encode(Closing(retry=-1, reason="you have been forgotten here"))
    for live in house.lives.values():
        for viewer in [each for each in live.viewers if each.person == person]:
            viewer.put(message)
            viewer.close()

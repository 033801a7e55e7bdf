"""What becomes of old tables: put away, then removed; and nobody who plays notices."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from msgspec.structs import replace
from sqlalchemy import Connection, Table, func, select

import moustaches
from moustaches.server.entries import BotSat, Created, Moved, Sat, Started
from moustaches.server.house import House
from moustaches.server.keeping import Kept, tidy
from moustaches.server.live import Live, row_of
from moustaches.server.people import GOOD_FOR
from moustaches.server.protocol import Move, Rematch, Say, Sit, Stand
from moustaches.server.settings import Settings
from moustaches.server.setup import Setup
from moustaches.server.store import archive, log, people, tables
from moustaches.server.viewers import Viewer
from tests.server.serving import run

DAY = 24 * 60 * 60 * 1000
NAME, TEXT, EVE = "Zerubbabel", "quixotic jackdaws", "0e" * 16


class LaterHouse(House):
    """A house whose clock can be put forward."""

    later = 0

    def now(self) -> int:
        return super().now() + self.later * DAY


@asynccontextmanager
async def house_in(folder: Path, **settings: int) -> AsyncIterator[LaterHouse]:
    house = LaterHouse(Settings(folder=folder, free_of_limits=True, **settings))  # type: ignore[arg-type]
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def finished(house: House, host: str, setup: Setup | None = None) -> Live:
    """A table where two people have played to the end; Eve sat there first, and what was said is in the log."""
    setup = setup or Setup("gracias", 3, talk="free")
    live = await house.create(host, setup, [Sat(0, host, "Ada", "a" * 32)])
    await house.intend(live, EVE, NAME, Sit(id="1", seat=1))
    await house.intend(live, EVE, NAME, Say(id="2", text=TEXT))
    await house.intend(live, EVE, NAME, Stand(id="3"))
    await house.intend(live, "bob", "Bob", Sit(id="1", seat=1))
    await live.write([BotSat(2, "novice"), Started()])
    game, random = live.table.game, Random(7)
    assert game is not None
    number = 0
    while not game.over:
        for seat in game.to_act:
            person = (host, "bob", "")[seat]
            move = random.choice(game.legal(seat))
            number += 1
            if person:
                intent = Move(id=f"m{number}", move=str(move), expected=live.table.version)
                await house.intend(live, person, "", intent)
            else:
                await live.write([Moved(seat, str(move), "bot")])
    await indexed(house, live.table.code)
    return live


async def count(house: House, table: Table, code: str | None = None) -> int:
    query = select(func.count()).select_from(table)
    if code is not None:
        query = query.where(table.c.code == code)

    def work(connection: Connection) -> int:
        return connection.execute(query).scalar_one()

    return await house.database.read(work)


async def indexed(house: House, code: str) -> None:
    """Until the index says what the log says."""
    while (row := await house.store.row(code)) is not None and row.phase != "over":
        await asyncio.sleep(0.01)


def test_a_finished_table_is_put_away_and_its_link_and_record_work_as_before(tmp_path: Path) -> None:
    async def go() -> None:
        async with house_in(tmp_path) as house:
            live = await finished(house, "ada")
            code, version, seats = live.table.code, live.table.version, live.table.info().seats
            assert live.table.game is not None
            record = live.table.game.record()

            house.later = 29
            assert await tidy(house) == Kept()
            house.later = 31
            assert await tidy(house) == Kept(archived=1)
            assert await tidy(house) == Kept()
            assert await count(house, log, code) == 0
            assert await count(house, archive, code) == 1

            house.lives.clear()
            again = await house.live(code)
            assert again is not None
            assert again.table.version == version
            assert again.table.info().seats == seats
            assert again.table.game is not None
            assert again.table.game.record() == record
            assert moustaches.verify(record).winners

            kept = str(await house.store.entries(code))
            assert "Ada" in kept
            for word in (NAME, TEXT, EVE):
                assert word not in kept

    run(go())


def test_a_table_that_was_put_away_goes_on(tmp_path: Path) -> None:
    async def go() -> None:
        async with house_in(tmp_path) as house:
            code = (await finished(house, "ada")).table.code
            house.later = 31
            assert (await tidy(house)).archived == 1
            house.lives.clear()
            live = await house.live(code)
            assert live is not None
            version = live.table.version
            await house.intend(live, "bob", "Bob", Say(id="after", phrase="good-game"))
            done = await house.intend(live, "bob", "Bob", Rematch(id="again"))
            assert done.code
            assert live.table.version == version + 2

            house.lives.clear()
            again = await house.live(code)
            assert again is not None
            assert (again.table.version, again.table.rematch) == (version + 2, done.code)
            house.later = 70
            assert (await tidy(house)).archived == 1
            house.lives.clear()
            third = await house.live(code)
            assert third is not None
            assert (third.table.version, third.table.rematch) == (version + 2, done.code)

    run(go())


def test_what_nobody_came_back_to_is_removed_and_nothing_else(tmp_path: Path) -> None:
    async def go() -> None:
        async with house_in(tmp_path, keep_days=100) as house:
            over = (await finished(house, "ada")).table.code
            waiting = (
                await house.create("ada", Setup("club", 2), [Sat(0, "ada", "Ada", "a" * 32)])
            ).table.code
            playing = await house.create(
                "ada", Setup("club", 2), [Sat(0, "ada", "Ada", "a" * 32), BotSat(1, "novice"), Started()]
            )
            house.later = 60
            game = playing.table.game
            assert game is not None
            seat = game.to_act[0]
            await playing.write(
                [Moved(seat, str(game.legal(seat)[0]), "bot")]
            )  # turn by turn, with much patience
            recent = (await house.create("ada", Setup("club", 2), [])).table.code

            house.later = 101
            kept = await tidy(house)
            assert kept.removed == 2
            assert await house.live(over) is None
            assert await house.live(waiting) is None
            assert await house.live(playing.table.code) is not None
            assert await house.live(recent) is not None
            assert await count(house, tables) == 2
            assert await count(house, log, over) == 0

    run(go())


def test_a_table_that_someone_looks_at_stays_for_the_moment(tmp_path: Path) -> None:
    async def go() -> None:
        async with house_in(tmp_path, keep_days=10) as house:
            live = await house.create("ada", Setup("club", 2), [])
            viewer = Viewer("ada")
            live.enter(viewer)
            house.later = 11
            assert (await tidy(house)).removed == 0
            live.leave(viewer)
            assert (await tidy(house)).removed == 1

    run(go())


def test_tables_can_be_kept_for_ever(tmp_path: Path) -> None:
    async def go() -> None:
        async with house_in(tmp_path, keep_days=0, archive_days=0) as house:
            await finished(house, "ada")
            house.later = 10_000
            assert await tidy(house) == Kept()

    run(go())


def test_people_who_never_came_back_are_forgotten_when_their_token_is_void(tmp_path: Path) -> None:
    async def go() -> None:
        async with house_in(tmp_path) as house:
            ada = await house.people.newcomer("Ada", house.now())
            bob = await house.people.newcomer("Bob", house.now())
            token = house.people.token(ada.id, house.now())
            house.later = 200
            house.saw(bob)
            while (found := await house.store.person(bob.id)) is not None and found.seen == bob.seen:
                await asyncio.sleep(0.01)
            assert (await tidy(house)).people == 0
            house.later = GOOD_FOR // DAY + 1
            assert house.people.read(token, house.now()) is None
            assert (await tidy(house)).people == 1
            assert await house.store.person(ada.id) is None
            assert await house.store.person(bob.id) is not None
            assert await count(house, people) == 1

    run(go())


def test_many_old_tables_are_put_away_in_small_pieces(tmp_path: Path) -> None:
    """Between two of them a move is stored."""

    async def go() -> None:
        async with house_in(tmp_path) as house:
            first = await finished(house, "ada")
            entries = [each.entry for each in await house.store.entries(first.table.code)]
            created = entries[0]
            assert isinstance(created, Created)
            for number in range(120):
                code = f"copy{number:06d}"
                row = replace(row_of(house, first.table, "over", house.now()), code=code)
                await house.store.append(
                    code, 1, [replace(created, code=code), *entries[1:]], house.now(), None, row
                )
            house.later = 31
            other = await house.create("ada", Setup("club", 2), [])
            tidying = asyncio.create_task(tidy(house))
            said = 0
            while not tidying.done():
                await house.intend(other, "ada", "Ada", Say(id=f"s{said}", phrase="hello"))
                said += 1
            assert (await tidying).archived == 121
            assert said > 20

    run(go())

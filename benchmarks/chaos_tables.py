"""Tables in play while things go wrong around them, and the proof that nothing happened to them.

Each table has players who come back by themselves (`moustaches.client`), a spectator, and bots in the other seats. What
a player was told is stored is written down here; when the game is over it is compared with the log in the database.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import Any, TypeVar

import httpx
from sqlalchemy import Connection, FromClause, column, select, table

import moustaches
from moustaches.client import Client, Refused
from moustaches.server.database import Database, Unavailable
from moustaches.server.entries import AnyEntry, Moved, decoder
from moustaches.server.store import log

T = TypeVar("T")
GAMES = (("moustache", 4), ("gracias", 4), ("club", 3), ("moustache", 3), ("gracias", 3), ("club", 4))
PATIENCE = 60.0  # seconds after which a request that fails has failed


@dataclass(frozen=True)
class Acknowledged:
    """A move that the server said was stored."""

    version: int
    seat: int
    move: str
    id: str


@dataclass
class Played:
    """A table from its beginning to its end."""

    code: str
    game: str
    clients: list[Client] = field(default_factory=list)
    acknowledged: list[Acknowledged] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    over: bool = False

    @property
    def version(self) -> int:
        return max((client.version or 0 for client in self.clients), default=0)


@dataclass
class Findings:
    """What the log says of what was promised."""

    tables: Counter[str] = field(default_factory=Counter)
    """Played to a correct end, by game."""
    moves: int = 0
    """In the logs."""
    acknowledged: int = 0
    kept: int = 0
    """Acknowledged, and in the log once, in its place."""
    asked: int = 0
    """Moves of people in the logs."""
    once: int = 0
    """Of these, such that someone asked for that one once and was told so."""
    wrong: list[str] = field(default_factory=list)


class Crowd:
    """All tables, their players, and a slow or quick pace."""

    def __init__(self, base: str, database: Database, tables: int) -> None:
        self.base = base
        self.database = database
        self.number = tables
        self.pause = 0.6  # seconds at most before a choice
        self.enough = False  # no new tables
        self.playing: dict[str, Played] = {}
        self.findings = Findings()
        self.games: Iterator[int] = count()
        self.http = httpx.AsyncClient(base_url=base, timeout=10)

    @property
    def clients(self) -> list[Client]:
        return [client for played in self.playing.values() for client in played.clients]

    async def play(self) -> None:
        """Until it is enough, and every game that was begun is over."""
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(self.number):
                    group.create_task(self.one_after_the_other())
        finally:
            await self.http.aclose()

    async def one_after_the_other(self) -> None:
        while not self.enough:
            await self.one_game(*GAMES[next(self.games) % len(GAMES)])

    async def one_game(self, game: str, players: int) -> None:
        token = await self.person("Host")
        setup = {"setup": {"game": game, "players": players}}
        code = (await self.ask("POST", "/api/tables", token, setup))["code"]
        played = self.playing[code] = Played(code, game)
        link = f"{self.base}/t/{code}"
        try:
            async with AsyncExitStack() as stack:
                for number in range(players - 1):  # two or three people, a bot, a spectator
                    name = ("Ada", "Bob", "Cleo")[number]
                    client = Client(link, name, token if number == 0 else await self.person(name))
                    played.clients.append(await stack.enter_async_context(client))
                    if number:
                        await client.sit()
                spectator = Client(link, "Eve", await self.person("Eve"))
                played.clients.append(await stack.enter_async_context(spectator))
                await played.clients[0].start("novice")
                seated = played.clients[:-1]
                await asyncio.gather(*(self.seat(played, client) for client in seated))
                await spectator.until(lambda: spectator.over)
                same = {(client.version, str((client.view or {}).get("scores"))) for client in played.clients}
                record = await self.text(f"/api/tables/{code}/record")
            played.over = True
            people = {client.seat: client.name for client in seated}
            await self.prove(played, people.keys(), record, len(same) == 1)
        finally:
            del self.playing[code]

    async def seat(self, played: Played, client: Client) -> None:
        """Plays a seat at random to the end."""
        async for _ in client.turns():
            await asyncio.sleep(random.random() * self.pause)
            if not client.to_act or client.view is None:
                continue
            move = random.choice(client.view["legal"])
            try:
                done = await client.intend("move", move=move, expected=client.version)
            except Refused as refused:
                played.refused.append(refused.error)
                continue
            played.acknowledged.append(Acknowledged(done["version"], client.seat or 0, move, done["id"]))

    # The proof

    async def prove(self, played: Played, people: Iterable[int | None], record: str, same: bool) -> None:
        """Compares what players were told with what is stored."""
        found = self.findings
        rows = await self.rows(played.code)
        moves = {
            version: (entry, intent) for version, entry, intent in rows if isinstance(entry, Moved)
        }  # by version
        stored = {
            version: (entry.seat, entry.move, (intent or "").rpartition(":")[2])
            for version, (entry, intent) in moves.items()
        }
        told = {each.version: (each.seat, each.move, each.id) for each in played.acknowledged}
        ids = Counter(id for _, _, id in stored.values() if id)
        found.moves += len(moves)
        found.acknowledged += len(played.acknowledged)
        found.kept += sum(stored.get(each.version) == told[each.version] for each in played.acknowledged)
        asked = {version: each for version, each in stored.items() if each[0] in set(people)}
        found.asked += len(asked)
        found.once += sum(told.get(version) == each and ids[each[2]] == 1 for version, each in asked.items())

        def wrong(what: str) -> None:
            found.wrong.append(f"{played.game} {played.code}: {what}")

        if [version for version, _, _ in rows] != list(range(1, len(rows) + 1)):
            wrong("the log has a gap")
        if not same:
            wrong("viewers did not see the same end")
        for error in played.refused:
            wrong(f"a move was refused as {error}")
        checked = moustaches.verify(record)
        if checked.moves != len(moves):
            wrong(f"{checked.moves} moves in the record, {len(moves)} in the log")
        found.tables[played.game] += 1

    async def rows(self, code: str) -> list[tuple[int, AnyEntry, str | None]]:
        places: list[FromClause] = (
            [log] if self.database.shared else [log, table("journal", *map(column, log.columns.keys()))]
        )
        queries = [
            select(each.c.version, each.c.entry, each.c.intent).where(each.c.code == code) for each in places
        ]

        def work(connection: Connection) -> list[Any]:
            return sorted(row for query in queries for row in connection.execute(query))

        rows = await again(lambda: self.database.read(work))
        return [(version, decoder.decode(entry), intent) for version, entry, intent in rows]

    # Over HTTP, again until it is answered

    async def person(self, name: str) -> str:
        return str((await self.ask("POST", "/api/me", "", {"name": name}))["token"])

    async def ask(self, method: str, path: str, token: str = "", body: object = None) -> Any:
        return (await again(lambda: self.once(method, path, token, body))).json()

    async def text(self, path: str) -> str:
        return (await again(lambda: self.once("GET", path))).text

    async def once(self, method: str, path: str, token: str = "", body: object = None) -> httpx.Response:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = await self.http.request(method, path, json=body, headers=headers)
        self.http.cookies.clear()
        if answer.status_code == 503:
            raise OSError("unavailable")
        answer.raise_for_status()
        return answer


async def again(asking: Callable[[], Awaitable[T]]) -> T:
    """The answer to a question that is asked until someone is there to answer."""
    end = monotonic() + PATIENCE
    while True:
        try:
            return await asking()
        except (httpx.TransportError, OSError, Unavailable):
            if monotonic() > end:
                raise
        await asyncio.sleep(0.1)

"""Nobody at a table gets what is not theirs, on any socket, in any message: not a hidden card, not who the others are,
not their links, not the seed before the end.

Most games are played in a house without a network: real tables, a real database, real boxes of messages, and the code
that hears what a socket brings. Some are played over real sockets. MOUSTACHES_GAMES says how many, for a long run.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any, cast

import pytest

import moustaches
from moustaches.engine import COMPILED
from moustaches.game.fair import seed_bytes
from moustaches.game.game import Game
from moustaches.server.entries import AnyEntry, Created, Moved, Sat, SeatMoved, Started
from moustaches.server.house import CODE, LETTERS, House
from moustaches.server.judging import Refusal
from moustaches.server.live import Live, row_of, seats_of
from moustaches.server.protocol import decoder
from moustaches.server.settings import Settings
from moustaches.server.setup import Clock, Setup
from moustaches.server.socket import Talker
from moustaches.server.table import table_of
from moustaches.server.talk import PHRASES
from moustaches.server.viewers import Viewer
from tests.game import test_non_interference as twins
from tests.game.playing import TABLES as ALL_TABLES
from tests.game.playing import Table as Kind
from tests.game.playing import advance, choose
from tests.server.serving import Message, Server, Wire, play, run

GAMES = int(os.environ.get("MOUSTACHES_GAMES", "0")) or (60 if COMPILED else 12)
AT_ONCE = 30  # games that are played side by side, so that they are written to the disk together
STEPS = 40  # moves of a pair
moment: ContextVar[int] = ContextVar("moment", default=1_700_000_000_000)


@asynccontextmanager
async def houses(folder: Path, number: int) -> AsyncIterator[list[House]]:
    """Houses in which it is as late as the game at hand says."""
    opened: list[House] = []
    try:
        for place in range(number):
            settings = Settings(folder=folder / str(place), free_of_limits=True, bot_pause=0.0, thinkers=1)
            house = House(settings)
            house.now = moment.get  # type: ignore[method-assign]
            await house.open()
            opened.append(house)
        yield opened
    finally:
        for house in opened:
            await house.close()


async def side_by_side(works: list[Callable[[], Awaitable[int]]]) -> int:
    """The sum of what all pieces of work return, some of them at a time."""
    free = asyncio.Semaphore(AT_ONCE)

    async def one(work: Callable[[], Awaitable[int]]) -> int:
        async with free:
            return await work()

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(work)) for work in works]
    return sum(task.result() for task in tasks)


class Recorder:
    """Someone at a table: what they say is heard as from a socket, and all that they are told is kept."""

    def __init__(self, live: Live, person: str, since: int | None = None) -> None:
        self.live = live
        self.viewer = Viewer(person)
        self.talker = Talker(live.house, cast("Any", None), "here")
        self.talker.name = f"name of {person[:8]}" if person else ""
        self.told: list[str] = []
        live.enter(self.viewer, since)

    async def say(self, message: Message) -> None:
        self.talker.wrong = 0
        await self.talker.hear(self.live, self.viewer, decoder.decode(json.dumps(message)))

    def drained(self) -> list[str]:
        """What has come since the last time, in order."""
        viewer = self.viewer
        assert not viewer.dropped
        news = [message.decode() for message in viewer.waiting]
        viewer.waiting.clear()
        viewer.size = 0
        self.told += news
        return news


def new_id(rng: Random) -> str:
    return f"{rng.randrange(16**32):032x}"


# Tables that look the same


class Seating:
    """The beginning of a log: a table and its people, the same wherever it is put."""

    def __init__(self, kind: Kind, rng: Random, clock: Clock) -> None:
        self.people = [new_id(rng) for _ in range(kind.players)]
        self.onlooker = new_id(rng)
        code = "".join(rng.choice(LETTERS) for _ in range(CODE))
        setup = Setup(
            game=kind.name,
            players=kind.players,
            options=kind.options,
            clock=clock,
            talk="free",
            assist="full",
        )
        seed = seed_bytes(rng.randrange(2**32)).hex()
        self.entries: list[AnyEntry] = [Created(setup, seed, self.people[0], code)]
        for seat, person in enumerate(self.people):
            self.entries.append(Sat(seat, person, f"Name {seat}", new_id(rng)))

    async def put(self, house: House) -> Live:
        """The table in a house, read from its log."""
        at = moment.get()
        table = table_of([(entry, at) for entry in self.entries])
        row = row_of(house, table, table.phase, at)
        await house.store.append(table.code, 1, self.entries, at, None, row, seats_of(table))
        live = await house.live(table.code)
        assert live is not None
        return live


dealt_otherwise: dict[int, Callable[[], Game]] = {}
"""Games of tables whose seed is this very object."""


@pytest.fixture
def dealing_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game begins as `dealt_otherwise` has it, if it does."""
    begin = moustaches.new

    def new(name: str, players: int, seed: Any, *more: Any, **named: Any) -> Game:
        game = dealt_otherwise.get(id(seed))
        return begin(name, players, seed, *more, **named) if game is None else game()

    monkeypatch.setattr(moustaches, "new", new)


class Pair:
    """A table in one house, and one in another where cards that one viewer cannot see lie elsewhere."""

    def __init__(self, viewer: int | None, rng: Random) -> None:
        self.viewer = viewer
        self.rng = rng
        self.lives: list[Live] = []
        self.there: list[dict[str, Recorder]] = []
        self.number = 0
        self.compared = 0

    @property
    def games(self) -> tuple[Game, Game]:
        real, twin = (live.table.game for live in self.lives)
        assert real is not None
        assert twin is not None
        return real, twin

    async def dealt(self, both: list[House], kind: Kind) -> None:
        """From the beginning: the twin's dealer exchanges cards in every deal."""
        clock = self.rng.choice([Clock(), Clock("move", 3000), Clock("bank", 3000, 5)])
        seating = Seating(kind, self.rng, clock)
        self.lives = [await seating.put(house) for house in both]
        real, twin = self.lives

        def otherwise() -> Game:
            assert real.table.game is not None
            return twins.dealt_otherwise(real.table.game, self.viewer, self.rng)

        twin.table.seed = "".join([*twin.table.seed])  # the same, but not the same object
        dealt_otherwise[id(twin.table.seed)] = otherwise
        self.come(seating)
        await self.say(0, {"do": "start"})

    async def imagined(self, both: list[House], kind: Kind) -> None:
        """In the middle: the twin's cards are such as the viewer could imagine."""
        seating = Seating(kind, self.rng, Clock())
        game = table_of([(entry, moment.get()) for entry in [*seating.entries, Started()]]).game
        assert game is not None
        for _ in range(self.rng.randrange(40)):
            ahead = advance(game.copy(), 1, self.rng)
            if ahead.over:
                break
            game = ahead
        seating.entries += [Started(), *(Moved(seat, str(move)) for seat, move in game.moves)]
        self.lives = [await seating.put(house) for house in both]
        real, _ = self.games
        self.lives[1].table.game = twins.imagined_otherwise(real, self.viewer, self.rng)
        self.come(seating)

    def come(self, seating: Seating) -> None:
        """Everybody comes to both tables: those who play, an onlooker, a stranger."""
        people = {str(seat): person for seat, person in enumerate(seating.people)}
        people |= {"onlooker": seating.onlooker, "stranger": ""}
        for live in self.lives:
            self.there.append({name: Recorder(live, person) for name, person in people.items()})

    @property
    def name(self) -> str:
        return "onlooker" if self.viewer is None else str(self.viewer)

    async def say(self, who: int | str, *messages: Message) -> None:
        """At both tables; where there are two messages, each at its own."""
        self.number += 1
        moment.set(moment.get() + self.rng.randrange(1000))
        for place, there in enumerate(self.there):
            await there[str(who)].say({"id": f"i{self.number}"} | messages[place % len(messages)])

    async def compare(self) -> None:
        """All that the viewer was told is the same at both tables; so it is for those who know less."""
        for _ in range(3):
            await asyncio.sleep(0)  # what is said to all follows at the loop's next turn
        for name in {self.name, "onlooker", "stranger"}:
            ours, theirs = (there[name].drained() for there in self.there)
            assert ours == theirs, name
        for there in self.there:
            for recorder in there.values():
                recorder.drained()

    async def play(self) -> int:
        """Moves that look equal, and between them everything that the viewer could try. How often something that it
        could not see was different."""
        for _ in range(STEPS):
            await self.compare()
            real, twin = self.games
            self.compared += twins.differ(real, twin)
            await self.pry()
            await self.compare()
            seat = self.rng.choice(real.to_act)
            pair = twins.choose_both(real, twin, self.viewer, seat, self.rng)
            if pair is None:
                break
            version = self.lives[0].table.version
            moves = [{"do": "move", "move": str(real.move_type(move)), "expected": version} for move in pair]
            await self.say(seat, *moves)
            assert [live.table.version for live in self.lives] == [version + 1] * 2
            real, twin = self.games
            if real.over or not twins.same_row(real, twin):
                break
        else:
            await self.compare()
        for live, there in zip(self.lives, self.there, strict=True):
            for recorder in there.values():
                live.leave(recorder.viewer)
        return self.compared

    async def pry(self) -> None:
        """What a curious viewer would send: wrong moves, stale ones, other people's business, and a new socket; and
        what its notebook says."""
        rng, table = self.rng, self.lives[0].table
        if self.viewer is not None and table.setup.game == "club":
            ours, theirs = (live.notebook(self.viewer) for live in self.lives)
            assert ours == theirs
        wrong = self.wrong_moves()
        for message in [*rng.sample(wrong, min(2, len(wrong))), rng.choice(BUSINESS)]:
            await self.say(self.name, message)
            if table.asked is not None:
                other = next(each for each in range(table.setup.players) if each != self.viewer)
                await self.say(other, {"do": "answer-take-back", "yes": False})
        if rng.random() < 0.5:
            return
        since = rng.choice([None, 0, 1, table.version - 1, table.version, table.version + 7])
        again = [Recorder(live, there[self.name].viewer.person, since) for live, there in self.both]
        welcomes = [recorder.drained() for recorder in again]
        assert welcomes[0] == welcomes[1]
        for recorder in again:
            recorder.live.leave(recorder.viewer)

    @property
    def both(self) -> list[tuple[Live, dict[str, Recorder]]]:
        return list(zip(self.lives, self.there, strict=True))

    def wrong_moves(self) -> list[Message]:
        """None that would be played."""
        real, rng = self.games[0], self.rng
        version = self.lives[0].table.version
        if self.viewer is None:
            return [{"do": "move", "move": "play B7", "expected": version}]
        found = []
        for move in twins.tries(real, self.viewer, rng):
            text = (
                move
                if isinstance(move, str)
                else str(real.move_type(move))
                if 0 <= move < real.move_type.COUNT
                else "x"
            )
            stale = rng.random() < 0.3
            if stale or not may_be_played(real, self.viewer, text):
                expected = rng.choice([0, 1, version + 1]) if stale else version
                found.append({"do": "move", "move": text, "expected": expected})
        return found


BUSINESS: list[Message] = [
    {"do": "take-back"},
    {"do": "answer-take-back", "yes": True},
    {"do": "nudge"},
    {"do": "say", "phrase": "hello"},
    {"do": "say", "text": "who has the pigeon?"},
    {"do": "sit", "seat": 1},
    {"do": "sit"},
    {"do": "start"},
    {"do": "swap", "seats": [0, 1]},
    {"do": "put-bot", "seat": 1, "level": "expert"},
    {"do": "pass-host", "seat": 1},
    {"do": "change", "setup": {"game": "club", "players": 3}},
    {"do": "rematch"},
]


def may_be_played(game: Game, seat: int, text: str) -> bool:
    return twins.answer(lambda: game.why(seat, text)).startswith((b'{"id":"legal"', b'{"id":"bluff"'))


@pytest.mark.usefixtures("dealing_otherwise")
def test_what_a_viewer_is_told_does_not_depend_on_what_it_may_not_know(tmp_path: Path) -> None:
    """Byte for byte, in the same order, errors and resyncs included."""
    rng = Random("wire")

    async def one(both: list[House], number: int) -> int:
        kind = twins.TABLES[number % len(twins.TABLES)]
        viewer = rng.choice([None, *range(kind.players)])
        pair = Pair(viewer, Random(f"pair {number}"))
        await (pair.imagined if number % 3 == 2 else pair.dealt)(both, kind)
        return await pair.play()

    async def work() -> int:
        async with houses(tmp_path, 2) as both:
            return await side_by_side([partial(one, both, number) for number in range(GAMES)])

    different = run(work(), 3600)
    print(f"{GAMES} pairs, {different} positions in which something hidden was different")
    assert different > 5 * GAMES, "the pairs are hardly ever different: this test tests nothing"


# The lives of tables


class Life:
    """A table from its creation to its end, with people who do whatever they like, and a recorder for each socket."""

    def __init__(self, house: House, rng: Random) -> None:
        self.house = house
        self.rng = rng
        self.people = [token_hex(16) for _ in range(8)]
        self.there: list[tuple[str, Recorder]] = []
        self.links: dict[str, set[str]] = {}  # by person: those that were theirs
        self.number = 0
        self.over_at = 0  # the version with which the game was over
        self.checked = 0

    async def run(self, kind: Kind) -> int:
        house, rng = self.house, self.rng
        setup = Setup(
            game=kind.name,
            players=kind.players,
            options=kind.options,
            clock=rng.choice([Clock(), Clock("bank", 3500, 60)]),
            take_back=rng.choice([0, 10]),
            talk=rng.choice(["phrases", "free"]),
        )
        host = self.people[0]
        live = await house.create(host, setup, [Sat(0, host, "Host", token_hex(16), token_hex(8))])
        table = self.table = live.table
        for person in [*self.people, ""]:
            self.there.append((person, Recorder(live, person)))
        for person in self.people[1 : kind.players]:
            await self.do(person, {"do": "sit", "name": f"N{self.number}", "entropy": token_hex(8)})
        await self.meddle(4)
        for person in self.people:  # whoever was sent away comes back; bots would think, and that takes time
            if table.seat_of(person) is None and any(chair.shown().who != "person" for chair in table.chairs):
                await self.do(person, {"do": "sit"})
        await self.do(table.host, {"do": "start"})
        assert table.phase == "playing"
        while table.game is not None and not table.game.over:
            seat = rng.choice(table.game.to_act)
            move = str(choose(table.game, seat, rng))
            await self.do(table.chairs[seat].person, {"do": "move", "move": move, "expected": table.version})
            if table.phase != "over" and rng.random() < 0.1:
                await self.meddle(1)
            if self.number > 2500:  # people who take back for ever never come to an end
                break
        await self.do(self.people[0], {"do": "rematch"})
        await self.check()
        for _, recorder in self.there:
            live.leave(recorder.viewer)
        live.rest()
        return self.checked

    async def do(self, person: str, message: Message) -> None:
        self.number += 1
        moment.set(moment.get() + self.rng.randrange(1000))
        recorder = next(each for who, each in self.there if who == person)
        await recorder.say({"id": f"i{self.number}"} | message)
        if self.table.phase == "over":
            self.over_at = self.over_at or self.table.version
        if self.number % 16 == 0:
            await self.check()

    async def meddle(self, times: int) -> None:
        """Things that people do besides playing."""
        rng, table = self.rng, self.table
        for _ in range(times):
            person = rng.choice(self.people)
            seat = rng.randrange(table.setup.players)
            anything: list[Message] = [
                {"do": "say", "phrase": rng.choice(sorted(PHRASES))},
                {"do": "say", "text": "a word"},
                {"do": "nudge"},
                {"do": "take-back"},
                *[{"do": "answer-take-back", "yes": rng.random() < 0.7}] * 3,
                {"do": "pass-host", "seat": seat},
                {"do": "move", "move": "play B7", "expected": 1},
                {"do": "swap", "seats": [0, seat]},
            ]
            await self.do(person, rng.choice(anything))
            await self.do(table.host, rng.choice(anything))
            if rng.random() < 0.2:
                await self.move_house(seat)

    async def move_house(self, seat: int) -> None:
        """A seat moves to another device by its link."""
        table = self.table
        chair = table.chairs[seat]
        newcomer = next((each for each in self.people if table.seat_of(each) is None), None)
        if not chair.link or newcomer is None:
            return
        live = self.house.lives[table.code]
        try:
            await self.house.rejoin(live, newcomer, chair.link)
        except Refusal:
            return

    async def check(self) -> None:
        """Nothing that was told since the last time holds a secret."""
        for _ in range(3):
            await asyncio.sleep(0)
        table = self.table
        for stored in await self.house.store.entries(table.code):
            if isinstance(stored.entry, Sat | SeatMoved):
                self.links.setdefault(stored.entry.person, set()).add(stored.entry.link)
        tokens = {self.house.people.token(person, moment.get()) for person in self.people}
        secrets = {*self.people, *tokens, *(chair.entropy for chair in table.chairs if chair.entropy)}
        for person, recorder in self.there:
            others = {link for who, theirs in self.links.items() if who != person for link in theirs}
            for text in recorder.drained():
                if table.seed in text:
                    assert self.over_at
                    assert json.loads(text)["version"] >= self.over_at
                found = [secret for secret in (secrets | others) - {""} if secret in text]
                assert not found, f"told to {person or 'a stranger'}: {text}"
                self.checked += 1


def test_no_message_names_persons_tokens_links_of_others_or_the_seed(tmp_path: Path) -> None:
    rng = Random("lives")

    async def work() -> int:
        async with houses(tmp_path, 1) as (house,):
            kinds = [ALL_TABLES[(7 * number) % len(ALL_TABLES)] for number in range(max(8, GAMES // 3))]
            return await side_by_side(
                [partial(Life(house, Random(rng.random())).run, kind) for kind in kinds]
            )

    checked = run(work(), 3600)
    print(f"{max(8, GAMES // 3)} games, {checked} messages")
    assert checked > 100 * GAMES


# Over real sockets


async def watched(server: Server, game: str, players: int) -> list[tuple[str, Wire]]:
    """A game of two people and bots to its end, with a recorder beside every player, an onlooker and a stranger."""
    host, guest, onlooker = (server.person(name) for name in ("Ada", "Bob", "Eve"))
    code = server.table(game, players, host)
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(server.client(code, "Ada", host))
        second = await stack.enter_async_context(server.client(code, "Bob", guest))
        await second.sit()
        watching = [(token, Wire(server, code, token)) for token in (host, guest, onlooker, "")]
        for _, wire in watching:
            await stack.enter_async_context(wire)
        await first.start("novice")
        await asyncio.gather(play(first), play(second))
        for _, wire in watching:
            await wire.settled()
    return watching


def test_nothing_secret_goes_over_real_sockets_and_http(server: Server) -> None:
    for game, players in (("moustache", 4), ("gracias", 3), ("club", 3)):
        watching = run(watched(server, game, players), 120)
        code = json.loads(watching[0][1].texts[0])["table"]["code"]
        entries = server.entries(code)
        created = next(entry for entry in entries if isinstance(entry, Created))
        sat = [entry for entry in entries if isinstance(entry, Sat | SeatMoved)]
        tokens = {token for token, _ in watching if token}
        own = {token: token.partition(".")[0] for token in tokens}
        for token, wire in watching:
            said = [*wire.texts, server.ask("GET", f"/api/tables/{code}", None, token).text]
            said += [server.ask("GET", path, None, token).text for path in ("/api/tables", "/api/me/tables")]
            said.append(server.ask("GET", f"/api/tables/{code}/record", None, token).text)
            others = {entry.link for entry in sat if entry.person != own.get(token)}
            for text in said:
                assert not [secret for secret in {*tokens, *own.values(), *others} if secret in text]
            before = [text for text in wire.texts if created.seed not in text]
            assert len(wire.texts) - len(before) == 1, "the seed is told with the last move, once"
            assert json.loads(wire.texts[len(before) - 1])["news"] != "welcome"

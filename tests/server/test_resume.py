"""Coming back to a table: after a lost connection, a restart, a crash; nothing is missed, nothing comes twice."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from moustaches.client import Client
from moustaches.server.entries import Moved
from moustaches.server.table import table_of
from tests.server.serving import Message, Server, Wire, play, run

PASSING = {"row": ["pass-three", "pink-open", "twos-win", "second-best"]}
GAMES = [("gracias", {}), ("moustache", PASSING), ("club", {})]


class Keeper:
    """Folds what comes over a wire, as any client would: events, view and version."""

    def __init__(self) -> None:
        self.version = 0
        self.events: list[Message] = []
        self.view: Message = {}

    def hear(self, news: Message) -> None:
        if news["news"] == "welcome":
            self.version = news["version"]
            self.events = self.events[: news.get("since", 0)] + news.get("events", [])
            self.view = news.get("view") or {}
        elif news["news"] == "update":
            assert news["version"] == self.version + 1, "a gap"
            self.version = news["version"]
            if news.get("restart"):
                self.events, self.view = [], {}
            self.events += news.get("events", [])
            self.view = self.view | news.get("view", {}) | news.get("own", {})


def kept(wire: Wire, keeper: Keeper | None = None) -> Keeper:
    keeper = keeper or Keeper()
    for news in wire.heard:
        keeper.hear(news)
    return keeper


def the_same(mine: list[Message], theirs: list[Message]) -> bool:
    """What was hidden once may be told to one who comes later, when all lies open; everything else must agree."""
    pairs = zip(mine, theirs, strict=True)
    return all(one == other or "hidden" in (one["event"], other["event"]) for one, other in pairs)


def looks(server: Server, code: str, tokens: list[str]) -> list[Message]:
    """The table as everybody sees it, apart from who is there just now."""
    found = [server.look(code, token) for token in (*tokens, "")]
    return [{name: look[name] for name in look if name not in ("now", "present")} for look in found]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_who_comes_and_goes_sees_what_they_see_who_never_left(
    server: Server, game: str, options: Message
) -> None:
    """A second window of a player and a second spectator come and go all the time, with the last version they had."""

    async def go() -> None:
        ada, bob = server.person("Ada"), server.person("Bob")
        code = server.table(game, host=ada, options=options)
        server.intend(code, bob, "sit")
        dice = Random(3)
        async with (
            server.client(code, token=ada) as one,
            server.client(code, token=bob) as two,
            Wire(server, code, bob) as seated,
            Wire(server, code) as looking,
        ):
            comers = [(bob, Keeper()), ("", Keeper())]
            await one.start("novice")
            playing = asyncio.gather(
                *(play(each, lambda view: dice.choice(view["legal"])) for each in (one, two))
            )
            visits = 0
            while not playing.done():
                for token, keeper in comers:
                    async with Wire(server, code, token, keeper.version or None) as wire:
                        goal = wire.versions[0] + dice.randrange(4)
                        await wire.until(lambda w=wire, g=goal: w.versions[-1] >= g or one.over)
                        await wire.settled()
                    kept(wire, keeper)
                    visits += 1
            await playing
            for token, keeper in comers:
                async with Wire(server, code, token, keeper.version) as wire:
                    kept(wire, keeper)
            await seated.until(lambda: seated.versions[-1] == one.version)
            await looking.until(lambda: looking.versions[-1] == one.version)
            for wire, (_, keeper) in zip((seated, looking), comers, strict=True):
                stayed = kept(wire)
                assert stayed.version == keeper.version == len(server.log(code))
                assert the_same(stayed.events, keeper.events)
                assert stayed.view == keeper.view == server.look(code)["view"] | stayed.view
            assert visits > 4

    run(go(), 90)  # a whole game, also on a busy machine


def test_versions_have_no_gaps_for_anybody_and_what_is_hidden_has_a_placeholder(server: Server) -> None:
    async def go() -> None:
        ada = server.person("Ada")
        code = server.table("moustache", host=ada, options=PASSING)
        async with Wire(server, code, ada) as seated, Wire(server, code) as looking:
            async with server.client(code, token=ada) as one:
                await one.start("novice")
                await play(one)
            for wire in (seated, looking):
                await wire.until(lambda wire=wire: wire.versions[-1] >= len(server.log(code)))
                assert wire.versions == list(range(wire.versions[0], wire.versions[-1] + 1))
            mine, theirs = kept(seated).events, kept(looking).events
            assert len(mine) == len(theirs)
            dealt = [event["event"] for event in theirs[: len(theirs) // 2]]
            assert "hidden" in dealt
            assert sum(e["event"] == "hidden" for e in mine) < sum(e["event"] == "hidden" for e in theirs)

    run(go())


def test_a_version_that_cannot_be_continued_gets_the_whole_picture(server: Server) -> None:
    async def go() -> None:
        ada, bob = server.person("Ada"), server.person("Bob")
        code = server.table("gracias", 3, host=ada, take_back=60)
        server.intend(code, bob, "sit")
        server.intend(code, ada, "put-bot", seat=2, level="novice")
        early = server.look(code)["version"]
        server.intend(code, ada, "start")
        tokens = (ada, bob)
        async with Wire(server, code, ada) as one, Wire(server, code, bob):
            await one.until(lambda: server.look(code)["view"]["to_act"][0] < 2)
            look = server.look(code)
            seat = look["view"]["to_act"][0]
            move = server.look(code, tokens[seat])["view"]["legal"][0]
            server.intend(code, tokens[seat], "move", move=move, expected=look["version"])
            moved = server.look(code)["version"]
            async with Wire(server, code, ada, moved) as wire:
                assert wire.of("welcome")[0]["since"] == len(server.look(code)["events"])
                assert wire.of("welcome")[0].get("events", []) == []
            assert server.intend(code, tokens[seat], "take-back")["status"] == 200
            whole = server.look(code, ada)
            for version in (None, 0, early, moved, 10_000, -5):
                async with Wire(server, code, ada, version) as wire:
                    welcome = wire.of("welcome")[0]
                    assert welcome.get("since", 0) == 0
                    assert welcome["events"] == whole["events"]
                    assert welcome["view"] == whole["view"]

    run(go())


def test_cut_sockets_cost_nothing(server: Server) -> None:
    """Connections break at any moment, without a goodbye; every choice is made once and the game comes to its end."""

    async def go() -> None:
        ada, bob = server.person("Ada"), server.person("Bob")
        code = server.table("moustache", host=ada)
        server.intend(code, bob, "sit")
        dice = Random(11)
        async with server.client(code, token=ada) as one, server.client(code, token=bob) as two:
            await one.start("novice")

            async def cut() -> int:
                cuts = 0
                while not one.over and not two.over:
                    await asyncio.sleep(dice.uniform(0.005, 0.05))
                    client = dice.choice((one, two))
                    if client.socket is not None:
                        client.socket.transport.abort()
                        cuts += 1
                return cuts

            cutting = asyncio.create_task(cut())
            made = await asyncio.gather(play(one), play(two))
            assert await cutting >= 3
            log = [entry for entry in server.entries(code) if isinstance(entry, Moved)]
            assert [sum(e.seat == seat and e.by == "person" for e in log) for seat in (0, 1)] == list(made)
            assert one.connections + two.connections >= 5
            await two.until(lambda: two.version == one.version)
            look = server.look(code, ada)
            assert one.view == look["view"]
            assert the_same(one.events, look["events"])

    run(go())


def test_a_stopping_server_says_when_to_come_back(own_server: Server) -> None:
    server = own_server

    async def go() -> None:
        ada = server.person("Ada")
        code = server.table("gracias", 3, host=ada)
        async with Wire(server, code, ada) as wire, Wire(server, code) as looking:
            await asyncio.to_thread(server.stop)
            for each in (wire, looking):
                await each.until(lambda each=each: each.closed is not None)
                assert each.heard[-1]["news"] == "closing"
                assert 0 < each.heard[-1]["retry"] <= 5
                assert each.closed == 1012

    run(go())


@pytest.mark.parametrize("hard", [False, True], ids=["stopped", "killed"])
def test_a_table_comes_back_from_its_log(own_server: Server, hard: bool) -> None:
    """In the middle of all three games: the same picture for everybody, and the game goes on to its end."""
    server = own_server

    async def go() -> None:
        tables: list[tuple[str, list[str]]] = []
        for game, options in GAMES:
            tokens = [server.person(name) for name in ("Ada", "Bob", "Cleo")]
            code = server.table(game, 3, host=tokens[0], options=options)
            for token in tokens[1:]:
                server.intend(code, token, "sit", entropy=token[:8])
            server.intend(code, tokens[0], "start")
            server.intend(code, tokens[1], "say", phrase="hello")
            for _ in range(8):
                look = server.look(code)
                seat = look["view"]["to_act"][0]
                move = server.look(code, tokens[seat])["view"]["legal"][-1]
                server.intend(code, tokens[seat], "move", move=move, expected=look["version"])
            tables.append((code, tokens))
        before = [looks(server, code, tokens) for code, tokens in tables]
        logs = [server.log(code) for code, _ in tables]
        server.restart(hard)
        assert [looks(server, code, tokens) for code, tokens in tables] == before
        for (code, tokens), log in zip(tables, logs, strict=True):
            assert server.log(code) == log
            clients = [server.client(code, token=token) for token in tokens]
            async with clients[0], clients[1], clients[2]:
                await asyncio.gather(*(play(client) for client in clients))
                assert all(client.over for client in clients)
            folded = table_of([(entry, at) for _, at, entry in server.log(code)])
            assert folded.game is not None
            assert folded.game.record() == server.ask("GET", f"/api/tables/{code}/record").text

    run(go())


def test_players_play_on_through_crashes(own_server: Server) -> None:
    """Killed while they play; every choice that was acknowledged is there, once, and they are back within 3 seconds."""
    server = own_server

    async def go() -> None:
        ada, bob = server.person("Ada"), server.person("Bob")
        code = server.table("moustache", host=ada)
        server.intend(code, bob, "sit")
        acknowledged: dict[int, list[str]] = {0: [], 1: []}

        async def playing(client: Client) -> None:
            async for view in client.turns():
                move = view["legal"][0]
                await client.move(move)
                acknowledged[view["seat"]].append(move)
                await asyncio.sleep(0.01)

        async with server.client(code, token=ada) as one, server.client(code, token=bob) as two:
            await one.start("novice")
            both = asyncio.gather(playing(one), playing(two))
            for _ in range(2):
                await asyncio.sleep(0.25)
                await asyncio.to_thread(server.restart, True)
                back = asyncio.get_running_loop().time()
                for client in (one, two):
                    await client.until(lambda client=client: client.socket is not None)
                assert asyncio.get_running_loop().time() - back < 3
            await both
        log = [entry for entry in server.entries(code) if isinstance(entry, Moved) and entry.by == "person"]
        for seat in (0, 1):
            assert [entry.move for entry in log if entry.seat == seat] == acknowledged[seat]
        versions = [version for version, _, _ in server.log(code)]
        assert versions == list(range(1, len(versions) + 1))

    run(go())

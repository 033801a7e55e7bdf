"""Seats are fluid: at any moment a person's or a bot's, on this device or on that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from moustaches.client import Client
from moustaches.server.entries import AnyEntry, CameBack, Moved, Stood, WentAway
from tests.server.serving import Message, Server, Wire, play, run, view


def who(server: Server, code: str) -> list[tuple[str, str]]:
    seats = server.look(code)["table"]["seats"]
    return [(seat["who"], seat.get("name") or seat.get("level", "")) for seat in seats]


def count(server: Server, code: str, kind: type[AnyEntry]) -> int:
    return sum(isinstance(entry, kind) for entry in server.entries(code))


def moves(server: Server, code: str, seat: int, by: str) -> int:
    made = [entry for entry in server.entries(code) if isinstance(entry, Moved)]
    return sum(entry.seat == seat and entry.by == by for entry in made)


async def soon(condition: Callable[[], object]) -> None:
    """Until something is true on the server's disk; the test's own limit is the limit."""
    while not condition():
        await asyncio.sleep(0.02)


# Bots


def test_bots_come_and_go_before_the_game(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    code = server.table("gracias", host=ada)
    assert server.intend(code, ada, "put-bot", seat=1, level="expert")["status"] == 200
    assert server.intend(code, ada, "put-bot", seat=2)["status"] == 200
    assert who(server, code) == [("person", "Ada"), ("bot", "expert"), ("bot", "regular"), ("empty", "")]
    assert server.intend(code, ada, "put-bot", seat=2, level="novice")["status"] == 200
    assert server.intend(code, ada, "put-bot", seat=1, level=None)["status"] == 200
    assert who(server, code)[1:3] == [("empty", ""), ("bot", "novice")]
    assert server.intend(code, bob, "put-bot", seat=3)["error"] == "not-allowed"
    assert server.intend(code, ada, "put-bot", seat=0)["error"] == "not-allowed"
    assert server.intend(code, ada, "put-bot", seat=3, level="genius")["error"] == "bad-setup"
    assert server.intend(code, bob, "sit", seat=2)["status"] == 200  # a bot makes room
    assert who(server, code)[2] == ("person", "Bob")


def test_empty_seats_are_taken_by_bots_at_the_start(server: Server) -> None:
    ada = server.person("Ada")
    code = server.table("gracias", host=ada)
    server.intend(code, ada, "put-bot", seat=2, level="expert")
    server.intend(code, ada, "start", level="novice")
    assert who(server, code) == [("person", "Ada"), ("bot", "novice"), ("bot", "expert"), ("bot", "novice")]


def test_a_person_takes_a_bots_seat_in_the_middle_of_a_game_and_plays_on(server: Server) -> None:
    async def go() -> None:
        ada = server.person("Ada")
        code = server.post("/api/play", {"setup": {"game": "gracias"}, "level": "novice"}, ada)["code"]
        async with server.client(code, token=ada) as one, server.client(code, "Bob") as two:
            await one.until(lambda: one.to_act)
            assert two.view is not None
            assert two.view["hand"] == []
            await two.sit(2)
            await two.until(lambda: two.seat == 2 and two.view["hand"])
            await asyncio.gather(play(one), play(two))
            assert moves(server, code, 2, "person") > 0
            last = [e.by for e in server.entries(code) if isinstance(e, Moved) and e.seat == 2][-1]
            assert last == "person"

    run(go())


def test_who_stands_up_is_replaced_at_once_and_may_return_only_to_the_same_cards(server: Server) -> None:
    async def go() -> None:
        ada, bob = server.person("Ada"), server.person("Bob")
        code = server.table("gracias", host=ada)
        server.intend(code, bob, "sit", seat=2)
        async with server.client(code, token=ada) as one, server.client(code, token=bob) as two:
            await one.start("novice")
            await two.until(lambda: two.view)
            await two.intend("stand")
            await two.until(lambda: two.seat is None)
            assert two.view is not None
            assert two.view["hand"] == []
            assert who(server, code)[2] == ("bot", "regular")
            for seat in (1, 3):
                assert server.intend(code, bob, "sit", seat=seat)["error"] == "not-allowed"
            await two.sit()
            assert two.seat == 2
            await asyncio.gather(play(one), play(two))

    run(go())


def test_nobody_plays_two_seats(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    code = server.table("gracias", host=ada)
    server.intend(code, bob, "sit")
    server.intend(code, ada, "start", level="novice")
    assert server.intend(code, bob, "sit", seat=2)["error"] == "not-allowed"
    secret = server.look(code, ada)["you"]["rejoin"]
    answer = server.ask("POST", f"/api/tables/{code}/rejoin", {"secret": secret}, bob)
    assert answer.status_code == 403
    assert who(server, code)[:2] == [("person", "Ada"), ("person", "Bob")]


# Away and back


def test_who_waits_at_a_table_becomes_the_host_when_the_host_stays_away(impatient: Server) -> None:
    server = impatient

    async def go() -> None:
        ada, bob = server.person("Ada"), server.person("Bob")
        code = server.table("gracias", host=ada)
        server.intend(code, bob, "sit", seat=2)
        async with server.client(code, token=bob) as two:
            async with server.client(code, token=ada):
                await asyncio.sleep(2)
                assert server.look(code)["table"]["host"] == 0  # she is here
            await soon(lambda: server.look(code)["table"]["host"] == 2)
            await two.start("novice")
            await two.until(lambda: two.view)
        assert server.look(code, ada)["you"]["seat"] == 0

    run(go())


def test_a_bot_plays_on_for_who_is_away_and_hands_back_in_the_middle_of_the_game(impatient: Server) -> None:
    server = impatient

    async def go() -> None:
        ada, bob = server.person("Ada"), server.person("Bob")
        code = server.table("moustache", host=ada)
        server.intend(code, bob, "sit")
        async with server.client(code, token=ada) as one:
            async with server.client(code, token=bob) as two:
                await one.start("novice")
                await two.until(lambda: two.view)
            away = asyncio.create_task(play(one))
            await soon(lambda: moves(server, code, 1, "bot") >= 2)
            assert server.look(code)["table"]["seats"][1]["away"] is True
            assert one.present[1] is False
            async with server.client(code, token=bob) as two:
                assert two.seat == 1
                await soon(lambda: count(server, code, CameBack) == 1)
                await two.until(lambda: not two.table["seats"][1].get("away"))
                handed_back = len(server.log(code))
                await asyncio.gather(away, play(two))
            since = [e for e in server.entries(code)[handed_back:] if isinstance(e, Moved) and e.seat == 1]
            assert since
            assert {entry.by for entry in since} == {"person"}
            assert one.over

    run(go())


def test_who_sat_down_but_never_came_is_away_too(impatient: Server) -> None:
    server = impatient

    async def go() -> None:
        ada, bob = server.person("Ada"), server.person("Bob")
        code = server.table("gracias", 3, host=ada)
        server.intend(code, bob, "sit")
        async with server.client(code, token=ada) as one:
            await one.start("novice")
            await play(one)
        assert count(server, code, WentAway) == 1

    run(go())


def test_a_short_absence_changes_nothing(server: Server) -> None:
    async def go() -> None:
        ada, bob = server.person("Ada"), server.person("Bob")
        code = server.table("gracias", 3, host=ada)
        server.intend(code, bob, "sit")
        async with server.client(code, token=ada) as one:
            await one.start("novice")
            for _ in range(5):
                async with server.client(code, token=bob) as two:
                    await two.until(lambda two=two: two.view)
                    await one.until(lambda: one.present[1])
                await one.until(lambda: not one.present[1])
            async with server.client(code, token=bob) as two:
                await asyncio.gather(play(one), play(two))
        assert count(server, code, WentAway) == 0
        assert moves(server, code, 1, "bot") == 0

    run(go())


def test_with_nobody_there_the_game_rests(impatient: Server) -> None:
    server = impatient

    async def go() -> None:
        ada = server.person("Ada")
        code = server.post("/api/play", {"setup": {"game": "gracias"}, "level": "novice"}, ada)["code"]
        await asyncio.sleep(0.5)
        assert count(server, code, Moved) == 0
        async with server.client(code, token=ada) as one:
            await one.until(lambda: one.to_act)
            await one.move(view(one)["legal"][0])
        async with Wire(server, code) as stranger:  # one who looks on does not keep it going
            await stranger.until(lambda: not stranger.of("welcome", "present")[-1]["present"][0])
            before = server.log(code)
            await asyncio.sleep(1.0)
            assert server.log(code) == before
        async with server.client(code, token=ada) as one:
            assert one.table["seats"][0].get("away", False) is False
            await play(one)

    run(go())


# Another device


def rejoin(server: Server, code: str, secret: str, token: str) -> Message:
    answer = server.ask("POST", f"/api/tables/{code}/rejoin", {"secret": secret}, token)
    found: Message = {"status": answer.status_code} | answer.json()
    return found


def test_the_rejoin_link_moves_the_seat_and_the_old_device_loses_it(server: Server) -> None:
    async def go() -> None:
        ada, bob, phone = server.person("Ada"), server.person("Bob"), server.person("Bob's phone")
        code = server.table("gracias", 3, host=ada)
        server.intend(code, bob, "sit")
        async with server.client(code, token=ada) as one, Wire(server, code, bob) as old:
            await one.start("novice")
            await old.until(lambda: [e for e in old.of("update") if "own" in e])
            hand = server.look(code, bob)["view"]["hand"]
            secret = server.look(code, bob)["you"]["rejoin"]
            assert len(secret) >= 16
            moved = rejoin(server, code, secret, phone)
            assert moved["status"] == 200
            assert moved["you"]["seat"] == 1
            assert moved["view"]["hand"] == hand
            assert who(server, code)[1] == ("person", "Bob")
            # The old device looks on from now on.
            await old.until(lambda: "seat" not in old.of("welcome")[-1]["you"])
            assert old.of("welcome")[-1]["view"]["hand"] == []
            assert "rejoin" not in old.of("welcome")[-1]["you"]
            version = server.look(code)["version"]
            refused = await old.intend("move", move="bid 0", expected=version)
            assert refused["error"] == "not-allowed"
            # The old link is void, the new one is good, and only the new device has it.
            assert moved["you"]["rejoin"] != secret
            assert rejoin(server, code, secret, bob)["error"] == "unknown-link"
            async with server.client(code, token=phone) as two:
                await asyncio.gather(play(one), play(two))
            before = len(old.heard)
            await old.settled()
            assert all(
                "own" not in e or "hand" not in e["own"] for e in old.heard[before:] if e["news"] == "update"
            )
            assert moves(server, code, 1, "person") > 0

    run(go())


def test_the_link_brings_back_who_is_away_and_takes_the_host_along(impatient: Server) -> None:
    server = impatient

    async def go() -> None:
        ada, bob, phone = server.person("Ada"), server.person("Bob"), server.person("phone")
        code = server.table("gracias", 3, host=ada)
        server.intend(code, bob, "sit")
        secret = server.look(code, ada)["you"]["rejoin"]
        async with server.client(code, token=bob) as two:
            server.intend(code, ada, "start", level="novice")
            playing = asyncio.create_task(play(two))
            await soon(lambda: count(server, code, WentAway) == 1)
            async with server.client(code, token=phone) as one:  # comes first, then shows the link
                assert one.seat is None
                assert rejoin(server, code, secret, phone)["status"] == 200
                await one.until(lambda: one.seat == 0 and one.you.get("host"))
                await soon(lambda: count(server, code, CameBack) == 1)
                assert server.look(code, ada)["you"].get("host", False) is False
                await asyncio.gather(playing, play(one))

    run(go())


def test_links_are_for_the_one_who_sits_there(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    code = server.table("gracias", 3, host=ada)
    server.intend(code, bob, "sit")
    mine = server.look(code, ada)["you"]["rejoin"]
    for token in (bob, ""):
        assert mine not in server.ask("GET", f"/api/tables/{code}", token=token).text
    other = server.table("gracias", 3, host=server.person("Eve"))
    assert rejoin(server, other, mine, bob)["error"] == "unknown-link"
    assert rejoin(server, code, "0" * 32, bob)["error"] == "unknown-link"
    server.intend(code, ada, "stand")
    assert rejoin(server, code, mine, server.person())["error"] == "unknown-link"
    assert count(server, code, Stood) == 1


def test_a_person_may_sit_with_several_windows_open(server: Server) -> None:
    """All of them see the same hand, and presence lasts until the last is closed."""

    async def go() -> None:
        ada, bob = server.person("Ada"), server.person("Bob")
        code = server.table("gracias", 3, host=ada)
        server.intend(code, bob, "sit")
        async with server.client(code, token=ada) as one, server.client(code, token=ada) as again:
            async with server.client(code, token=bob) as two:
                await one.start("novice")
                assert isinstance(again, Client)
                await again.until(lambda: again.version == one.version)
                await asyncio.gather(play(one), play(two))
                await again.until(lambda: again.over)
                assert again.view == one.view
            await one.until(lambda: one.present == [True, False, False])

    run(go())

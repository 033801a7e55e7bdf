"""What docs/security.md promises: whose page may ask, what browsers are told, signed identities, links that cannot be
found, limits, readers that do not read, and logs without people's words.
"""

from __future__ import annotations

import ast
import asyncio
import base64
import json
import os
import signal
import socket
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from functools import partial
from math import log2
from pathlib import Path
from typing import Any, cast

import pytest
from litestar.types import HTTPResponseStartEvent, Scope
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

import moustaches.server
from moustaches.server import judging
from moustaches.server.frames import Line
from moustaches.server.headers import headers_of
from moustaches.server.house import CODE, LETTERS, House
from moustaches.server.judging import Refusal
from moustaches.server.limits import (
    TABLES,
    TABLES_EACH,
    Bucket,
    Limits,
    LocalLimits,
    Pace,
    ValkeyLimits,
    household,
)
from moustaches.server.people import DAY, GOOD_FOR, KNOWN, NEW_SECRET, People
from moustaches.server.protocol import Say
from moustaches.server.settings import Settings
from moustaches.server.setup import Setup
from moustaches.server.viewers import Viewer
from tests.server import serving
from tests.server.servers import Servers, Valkey
from tests.server.serving import Message, Server, Wire, run


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with all its limits, behind a proxy: each test comes from an address of its own."""
    with Server(tmp_path_factory.mktemp("limited"), free_of_limits=False, proxies=1) as running:
        yield running


# What browsers are told


def test_every_response_has_the_headers_that_keep_a_browser_safe(server: Server) -> None:
    code = server.table("gracias", 3, server.person())
    asked = [
        server.http.get("/"),
        server.http.get("/health"),
        server.http.get("/schema"),
        server.http.get("/schema/http/openapi.json"),
        server.http.get(f"/api/tables/{code}"),
        server.http.get(f"/api/tables/{code}/qr.svg"),
        server.http.get(f"/api/tables/{code}/record"),
        server.http.get("/api/tables/nosuchtabl"),
        server.http.get("/api/nothing/here"),
        server.http.get("/nothing.txt"),
        server.http.put("/api/me"),
        server.http.post("/api/me", content=b"{"),
        server.http.post("/api/me", content=b"x" * 50_000),
        server.http.post("/api/me", json={"name": "Ada"}, headers={"origin": "https://elsewhere.example"}),
    ]
    assert {answer.status_code for answer in asked} == {200, 400, 403, 404, 405, 413}
    for answer in asked:
        told = answer.headers
        assert told["x-content-type-options"] == "nosniff"
        assert told["referrer-policy"] == "no-referrer"
        assert told["x-frame-options"] == "DENY"
        assert told["cross-origin-opener-policy"] == "same-origin"
        assert told["cross-origin-resource-policy"] == "same-origin"
        assert "camera=()" in told["permissions-policy"]
        policy = told["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "server" not in told
        assert "access-control-allow-origin" not in told
        assert told["cache-control"] == ("no-cache" if answer is asked[0] else "no-store")


def test_a_page_may_load_what_is_ours_and_nothing_else() -> None:
    async def policy(settings: Settings) -> dict[str, str]:
        message = {
            "type": "http.response.start",
            "status": 200,
            "headers": [(b"content-type", b"text/html; charset=utf-8")],
        }
        await cast("Any", headers_of(settings))(cast("HTTPResponseStartEvent", message), cast("Scope", {}))
        return {name.decode(): value.decode() for name, value in cast("Any", message)["headers"]}

    plain = asyncio.run(policy(Settings(folder=Path())))
    rules = dict(rule.split(" ", 1) for rule in plain["content-security-policy"].split("; "))
    assert set(rules.values()) == {"'none'", "'self'"}
    assert rules["default-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert "strict-transport-security" not in plain
    safe = asyncio.run(policy(Settings(folder=Path(), address="https://cards.example")))
    assert safe["strict-transport-security"].startswith("max-age=")


# Whose page asks


STRANGE = [
    {"origin": "https://elsewhere.example"},
    {"origin": "null"},
    {"origin": "http://127.0.0.1:1"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
]


@pytest.mark.parametrize("strange", STRANGE, ids=str)
def test_pages_of_others_can_change_nothing(server: Server, strange: dict[str, str]) -> None:
    token = server.person()
    code = server.table("gracias", 3, token)
    paths = server.get("/schema/http/openapi.json")["paths"]
    tried = 0
    for path, methods in paths.items():
        for method in set(methods) - {"get"}:
            body: Message = {"name": "Ada", "setup": {"game": "club", "players": 3}}
            address = path.replace("{code}", code)
            if address.endswith(code):
                body = {"do": "start", "id": "a"}
            elif address.endswith("rejoin"):
                body = {"secret": "s" * 20}
            elif address.endswith("/me"):
                body = {"name": "Eve"}
            headers = {"authorization": f"Bearer {token}"} | strange
            answer = server.http.request(method.upper(), address, json=body, headers=headers)
            assert answer.status_code == 403, (method, path, answer.text)
            tried += 1
    assert tried >= 5
    assert server.look(code)["table"]["phase"] == "waiting"
    assert server.get("/api/me", token)["name"] == "Ada"

    async def open_socket() -> int:
        with pytest.raises(InvalidStatus) as refused:
            async with connect(address_of(server, code), additional_headers=strange):
                pass
        return refused.value.response.status_code

    assert run(open_socket()) == 403


def address_of(server: Server, code: str) -> str:
    return f"ws://127.0.0.1:{server.port}/api/tables/{code}/socket"


def test_our_own_page_has_a_cookie_that_no_script_can_read(server: Server) -> None:
    """And it is enough: over HTTP and for the socket."""
    own = {"origin": server.base, "sec-fetch-site": "same-origin"}
    answer = server.http.post("/api/me", json={"name": "Ada"}, headers=own)
    cookie = answer.headers["set-cookie"]
    server.http.cookies.clear()
    assert answer.json()["token"] == ""
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    with_cookie = own | {"cookie": cookie.partition(";")[0]}
    assert server.http.get("/api/me", headers=with_cookie).json() == {"name": "Ada", "token": ""}
    body = {"setup": {"game": "gracias", "players": 3}}
    code = server.http.post("/api/tables", json=body, headers=with_cookie).json()["code"]

    async def seat() -> int:
        async with connect(address_of(server, code), additional_headers=with_cookie) as opened:
            await opened.send('{"do":"hello"}')
            return int(json.loads(await opened.recv())["you"]["seat"])

    assert run(seat()) == 0


def test_over_https_only_our_host_can_set_or_use_the_cookie(tmp_path: Path) -> None:
    with Server(tmp_path, address="https://cards.example") as server:
        answer = server.http.post(
            "/api/me", json={"name": "Ada"}, headers={"origin": "https://cards.example"}
        )
        assert answer.headers["set-cookie"].startswith("__Host-moustaches=")
        assert "Secure" in answer.headers["set-cookie"]
        for wrong in ("http://cards.example", "https://cards.example.evil.example", server.base):
            answer = server.http.post("/api/me", json={"name": "Ada"}, headers={"origin": wrong})
            assert answer.status_code == 403


# Identities


@asynccontextmanager
async def a_house(folder: Path, **settings: Any) -> AsyncIterator[House]:
    house = House(Settings(folder=folder, **settings))
    await house.open()
    try:
        yield house
    finally:
        await house.close()


NOW = 1_800_000_000_000


def test_a_token_that_was_touched_is_nobodys(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_house(tmp_path) as house:
            people = house.people
            token = people.token("a" * 32, house.now())
            assert people.read(token, house.now()) == "a" * 32
            for place in range(len(token)):
                other = "0" if token[place] != "0" else "1"
                assert people.read(token[:place] + other + token[place + 1 :], house.now()) is None, place
            person, time, key, signature = token.split(".")
            for wrong in (
                f"{'b' * 32}.{time}.{key}.{signature}",
                f"{person}.{int(time) + 1}.{key}.{signature}",
                f"{person}.{time}.other.{signature}",
                f"{person}.{time}.{key}.",
                f"{person}.{time}.{key}",
                f"{token}.{signature}",
                f"{person}.{time}.{key}.é",
                f"{person}.²³.{key}.{signature}",
                "",
                "...",
                "x" * 10_000,
            ):
                assert people.read(wrong, house.now()) is None

    run(work())


def test_secrets_are_made_on_the_first_start_and_kept(tmp_path: Path) -> None:
    async def started() -> dict[str, tuple[bytes, int]]:
        async with a_house(tmp_path) as house:
            return dict(house.people.secrets)

    first, again = run(started()), run(started())
    assert first == again
    assert [len(secret) for secret, _ in first.values()] == [32]


def test_secrets_change_by_themselves_and_no_one_loses_their_seat(tmp_path: Path) -> None:
    """Two workers on one database; the one that did not make the new secret knows it before it is used."""

    async def work() -> None:
        async with a_house(tmp_path) as house:
            one, other = People(house.store), People(house.store)
            await house.people.read_secrets(house.now())
            for people in (one, other):
                await people.read_secrets(NOW)
            old = one.token("ada", NOW)
            later = NOW + NEW_SECRET + DAY
            await one.read_secrets(later)
            signed = one.token("ada", later)
            assert other.read(signed, later) == "ada", "signed with a secret that only one worker knows"
            await other.stay_fresh(later + 2 * 60_000)
            after = later + KNOWN
            new = one.token("ada", after)
            assert new.split(".")[2] != old.split(".")[2]
            assert other.read(new, after) == "ada"
            assert one.read(old, after) == other.read(old, after) == "ada"
            assert not one.is_fresh(old, after)
            assert one.is_fresh(new, after)

    run(work())


def test_tokens_and_secrets_grow_old(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_house(tmp_path) as house:
            people = People(house.store)
            await people.read_secrets(NOW)
            token = people.token("ada", NOW)
            key = token.split(".")[2]
            last = people.token("ada", NOW + NEW_SECRET)
            assert people.read(token, NOW + GOOD_FOR - DAY) == "ada"
            assert people.read(token, NOW + GOOD_FOR + DAY) is None
            await people.read_secrets(NOW + GOOD_FOR + DAY)
            assert people.read(last, NOW + GOOD_FOR + DAY) == "ada", "it is younger than its secret"
            await people.read_secrets(NOW + GOOD_FOR + 4 * NEW_SECRET)
            assert key not in people.secrets

    run(work())


def test_an_old_token_is_exchanged_for_a_new_one(server: Server) -> None:
    """With the next thing that its owner does."""
    token = server.person()
    with closing(sqlite3.connect(server.file)) as connection:
        [(key, secret)] = connection.execute("SELECT id, secret FROM secrets").fetchall()
    import hmac

    person, time, _, _ = token.split(".")
    body = f"{person}.{int(time) - 8 * 24 * 60 * 60}.{key}"
    old = f"{body}.{hmac.new(secret, body.encode(), 'sha256').hexdigest()}"
    answer = server.ask("POST", "/api/me", {"name": "Ada"}, old)
    assert answer.json()["token"] not in (old, "")
    assert "set-cookie" in answer.headers
    assert server.get("/api/me", answer.json()["token"])["name"] == "Ada"


def test_no_seat_without_its_token(server: Server) -> None:
    """Neither a stranger nor another person sees or plays what is in a seat."""
    host, guest, other = (server.person(name) for name in ("Ada", "Bob", "Eve"))
    code = server.table("gracias", 3, host)
    server.intend(code, guest, "sit")
    server.intend(code, host, "start")
    seat = server.look(code, host)["view"]["to_act"][0]
    owner = {0: host, 1: guest}.get(seat, host)
    view = server.look(code, owner)
    forged = ".".join([owner.split(".")[0], *other.split(".")[1:]])
    for token in (other, forged, owner[:-1] + "x", ""):
        seen = server.look(code, token)
        assert "seat" not in seen["you"] or seen["you"]["seat"] is None
        assert "rejoin" not in seen["you"]
        assert not seen["view"].get("hand")
        move = (view["view"]["legal"] or ["bid 1"])[0]
        answer = server.intend(code, token, "move", move=move, expected=view["version"])
        assert answer["status"] in (401, 403)
    assert server.look(code, owner)["version"] == view["version"]


# Links


def test_links_cannot_be_guessed(server: Server) -> None:
    """A table's has 49 bits and misses are dear; the one that moves a seat has 128."""
    host = server.person()
    codes = {server.table("gracias", 3, host) for _ in range(20)}
    assert len(codes) == 20
    assert {len(code) for code in codes} == {CODE}
    assert len(set("".join(codes))) > 20
    assert CODE * log2(len(LETTERS)) > 49
    secret = server.look(next(iter(codes)), host)["you"]["rejoin"]
    assert len(secret) == 32
    for code in codes:
        answer = server.ask("POST", f"/api/tables/{code}/rejoin", {"secret": secret}, server.person())
        assert answer.status_code in (200, 404)


def test_who_tries_links_is_stopped_after_a_few(limited: Server) -> None:
    statuses = statuses_from(limited, ["203.0.113.1"] * 93)
    assert statuses[0] == 404
    assert 20 < statuses.count(404) < 50
    assert set(statuses) == {404, 429}


def statuses_from(server: Server, *ways: list[str]) -> list[int]:
    """What those hear who look for a table that is not there; each has come by these addresses."""
    found = []
    for way in zip(*ways, strict=True):
        headers = [("x-forwarded-for", address) for address in way]
        found.append(server.http.get("/api/tables/aaaaaaaaaa", headers=headers).status_code)
    return found


def test_without_spectators_only_players_see_the_game(server: Server) -> None:
    host, guest, other = (server.person(name) for name in ("Ada", "Bob", "Eve"))
    code = server.table("gracias", 3, host, spectators=False)

    async def work() -> None:
        async with Wire(server, code, other) as waiting, Wire(server, code, guest) as playing:
            await playing.intend("sit")
            assert server.intend(code, host, "start")["status"] == 200
            await waiting.until(lambda: waiting.closed is not None)
            assert waiting.closed == 4403
            assert not [news for news in waiting.heard if news.get("view")]
            await playing.until(lambda: any(news.get("view") for news in playing.heard))
        async with Wire(server, code, other) as late:
            await late.until(lambda: late.closed is not None)
            assert late.closed == 4403

    run(work())
    assert server.ask("GET", f"/api/tables/{code}", None, other).status_code == 403
    assert server.ask("GET", f"/api/tables/{code}", None, "").status_code == 403
    assert server.ask("GET", f"/api/tables/{code}", None, guest).status_code == 200


# Limits


def test_a_bucket_gives_what_it_has_and_fills_again() -> None:
    async def work(limits: Limits) -> None:
        bucket = Bucket(10, 100)
        person, address = ("person a", bucket), ("address b", Bucket(15, 100))
        assert await limits.spend([person, address], 8) == 0
        wait = await limits.spend([person, address], 8)
        assert 0.03 < wait <= 0.06
        assert await limits.spend([address], 6) == 0, "what was refused has cost nothing"
        await asyncio.sleep(wait + 0.05)
        assert await limits.spend([person], 8) == 0
        await limits.spend([("debt", bucket)], 9, anyway=True)
        await limits.spend([("debt", bucket)], 9, anyway=True)
        assert await limits.spend([("debt", bucket)], 1) > 0.05
        await limits.close()

    run(work(LocalLimits()))
    with Valkey() as valkey:
        run(work(ValkeyLimits(valkey.url)))


def test_the_buckets_in_memory_do_not_grow_without_end() -> None:
    limits = LocalLimits()
    for number in range(50_000):
        limits.take([(f"address {number}", TABLES)], 1)
        limits.take([("address of one who never stops", TABLES)], 1)
    assert len(limits.buckets) <= 20_000
    assert limits.take([("address of one who never stops", TABLES)], 1) > 0


@pytest.mark.xdist_group("servers")
def test_workers_share_one_limit_through_valkey(servers: Servers) -> None:
    async def work() -> None:
        one, other = ValkeyLimits(servers.bus), ValkeyLimits(servers.bus)
        slow = [(f"person {os.urandom(8).hex()}", Bucket(10, 0.001))]
        given = [await limits.spend(slow, 1) == 0 for _ in range(10) for limits in (one, other)]
        assert sum(given) == 10
        assert not one.local.buckets
        await one.close()
        await other.close()

    run(work())


def test_while_valkey_is_away_each_worker_has_its_own_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    from moustaches.server import limits as module

    monkeypatch.setattr(module, "AWAY", 0.1)

    async def work(valkey: Valkey) -> None:
        limits = ValkeyLimits(valkey.url)
        slow = [("person a", Bucket(5, 0.001))]
        assert await limits.spend(slow, 5) == 0
        assert await limits.spend(slow, 1) > 0
        valkey.stop(signal.SIGKILL)
        given = [await limits.spend(slow, 1) == 0 for _ in range(8)]
        assert given == 5 * [True] + 3 * [False]
        valkey.start()
        while limits.away_until > asyncio.get_running_loop().time() or limits.local.buckets:
            limits.local.buckets.clear()
            await asyncio.sleep(0.02)
            await limits.spend([("person b", Bucket(5, 5))], 1)
        assert await limits.spend(slow, 1) == 0
        assert not limits.local.buckets
        await limits.close()

    with Valkey() as valkey:
        run(work(valkey))


def test_many_addresses_of_one_household_are_one() -> None:
    assert household("2001:db8:1:2::1") == household("2001:db8:1:2:ffff::9") != household("2001:db8:1:3::1")
    assert household("::ffff:192.0.2.7") == household("192.0.2.7") == "192.0.2.7"
    assert household("fe80::1%eth0") == household("fe80::2")
    assert household("a name") == "a name"


def test_who_may_name_an_address_is_settled_by_the_settings(tmp_path: Path, limited: Server) -> None:
    """A client cannot hide behind addresses that it makes up: only the nearest proxy is believed."""
    made_up = [f"198.51.100.{number}" for number in range(60)]
    assert 429 in statuses_from(limited, made_up, ["192.0.2.1"] * 60)
    assert 429 in statuses_from(limited, [f"{each}, 192.0.2.2" for each in made_up])
    assert statuses_from(limited, ["192.0.2.1"], ["192.0.2.3"]) == [404]
    with Server(tmp_path, free_of_limits=False) as server:
        assert 429 in statuses_from(server, made_up), "without a proxy nobody is believed"


def test_one_host_and_one_address_have_so_many_tables(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_house(tmp_path) as house:
            setup = Setup(game="gracias", players=3)
            for _ in range(TABLES_EACH):
                await house.few_enough("ada", "192.0.2.1")
                await house.create("ada", setup, [])
            with pytest.raises(Refusal, match="host of 30 unfinished tables"):
                await house.few_enough("ada", "192.0.2.2")
            for number in range(int(TABLES.size) - TABLES_EACH):
                await house.few_enough(f"person {number}", "192.0.2.1")
            with pytest.raises(Refusal, match="many tables were set up from where you are"):
                await house.few_enough("another", "192.0.2.1")
            await house.few_enough("another", "192.0.2.3")

    run(work())


def test_tables_that_nobody_looks_at_do_not_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many are asked for; and each is there again when it is."""
    monkeypatch.setattr("moustaches.server.house.ROOM", 3)

    async def work() -> None:
        async with a_house(tmp_path) as house:
            setup = Setup(game="gracias", players=3)
            codes = [(await house.create("ada", setup, [])).table.code for _ in range(10)]
            house.let_rest()
            assert len(house.lives) == 3
            for code in codes:
                found = await house.find(code.upper())
                assert found is not None
                assert found.table.code == code

    run(work())


def test_the_log_of_a_table_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "ENTRIES", 30)

    async def work() -> None:
        async with a_house(tmp_path, free_of_limits=True) as house:
            live = await house.create("ada", Setup(game="gracias", players=3), [])
            for number in range(29):
                await live.intend("ada", "Ada", Say(id=f"i{number}", phrase="hello"))
            with pytest.raises(Refusal, match="only moves are possible"):
                await live.intend("ada", "Ada", Say(id="more", phrase="hello"))
            assert live.table.version == 30

    run(work())


FLOOD: list[Message] = [
    {"do": "ping"},
    {"do": "say", "phrase": "hello", "id": "same"},
    {"do": "mute", "seat": 1},
]


@pytest.mark.parametrize("message", FLOOD, ids=str)
def test_a_flood_on_a_socket_is_refused_and_then_ended(limited: Server, message: Message) -> None:
    host = person_from(limited, "203.0.113.2")
    code = limited.table("gracias", 3, host)

    async def flood() -> Wire:
        async with Wire(limited, code, host) as wire:
            with suppress(ConnectionClosed):
                for _ in range(40):  # as fast as it is read
                    due = len(wire.heard) + 1 + 10 * (message["do"] != "mute")  # which is not answered
                    for each in [message] * 10 + [{"do": "ping"}]:
                        await wire.send(each)
                    await wire.until(lambda due=due: len(wire.heard) >= due or wire.closed is not None)
            await wire.until(lambda: wire.closed is not None)
        return wire

    wire = run(flood())
    assert wire.closed == 4429
    assert wire.of("refused")[-1]["error"] == "too-often"
    assert wire.heard[-1]["news"] == "closing"
    assert len(wire.heard) < 200
    assert len(limited.entries(code)) < 5


def person_from(server: Server, address: str) -> str:
    """A new person who comes from there."""
    answer = server.http.post("/api/me", json={"name": "Ada"}, headers={"x-forwarded-for": address})
    server.http.cookies.clear()
    return str(answer.json()["token"])


def test_one_person_has_so_many_sockets(limited: Server) -> None:
    host = person_from(limited, "203.0.113.3")
    code = limited.table("gracias", 3, host)

    async def work() -> None:
        async with AsyncExitStack() as stack:
            wires = [await stack.enter_async_context(Wire(limited, code, host)) for _ in range(21)]
            assert [wire.closed for wire in wires] == 20 * [None] + [4429]
        async with Wire(limited, code, host) as again:
            assert again.closed is None

    run(work())


def test_requests_come_at_a_pace(limited: Server) -> None:
    token = person_from(limited, "203.0.113.4")
    answers = [limited.ask("GET", "/api/me", None, token) for _ in range(90)]
    assert [answer.status_code for answer in answers[:40]] == 40 * [200]
    late = [answer for answer in answers if answer.status_code == 429]
    assert late
    assert late[0].json()["error"] == "too-often"
    assert limited.ask("GET", "/health").status_code == 200


def test_a_pace_is_kept() -> None:
    pace = Pace(Bucket(5, 0.001))
    assert [pace.spend(2) for _ in range(4)] == [True, True, False, False]


# Connections


HASTY = """import moustaches.server.wire as wire, socket
wire.REQUEST, wire.TAKEN, wire.UNSENT = 0.4, 0.4, 8192
vars(socket).pop("TCP_USER_TIMEOUT", None)
"""


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for nobody longer than 0.4 seconds and keeps little for anybody, all by itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serving, "START", HASTY + serving.START)
        with Server(tmp_path_factory.mktemp("hasty"), grace=3600) as running:
            yield running


def raw(server: Server, received: int = 0) -> socket.socket:
    connection = socket.socket()
    if received:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, received)
    connection.settimeout(60)  # on a machine that is busy
    connection.connect(("127.0.0.1", server.port))
    return connection


def ended(connection: socket.socket) -> bytes:
    """What comes until the other side hangs up."""
    got = b""
    with suppress(ConnectionResetError):
        while some := connection.recv(65536):
            got += some
    return got


SLOW = {
    "nothing": b"",
    "half a head": b"GET /health HTTP/1.1\r\nHost: a\r\n",
    "half a body": b"POST /api/me HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
}


@pytest.mark.parametrize("slow", SLOW)
def test_a_request_that_never_ends_is_cut(hasty: Server, slow: str) -> None:
    with closing(raw(hasty)) as connection:
        connection.sendall(SLOW[slow])
        assert b" 200 " not in ended(connection)


def test_a_head_without_end_is_refused(server: Server) -> None:
    heads = [
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost: a\r\n" + b"X-Name: a value\r\n" * 5000 + b"\r\n",
        b"GET /health HTTP/1.1\r\nX: " + b"y" * 40_000,
    ]
    for head in heads:
        with closing(raw(server)) as connection:
            connection.sendall(head)
            assert ended(connection).startswith(b"HTTP/1.1 400 ")
    assert server.get("/health")["status"] == "ok"


def upgraded(server: Server, code: str, received: int = 0) -> socket.socket:
    """A socket by hand: what a client library would not do can be done with it."""
    connection = raw(server, received)
    key = base64.b64encode(os.urandom(16)).decode()
    connection.sendall(
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    head = b""
    while b"\r\n\r\n" not in head:
        head += connection.recv(1)
    assert b" 101 " in head
    return connection


def frame(text: bytes, kind: int = 1, last: bool = True) -> bytes:
    size = len(text)
    head = bytes([kind | (0x80 if last else 0)])
    head += bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
    return head + bytes(4) + text  # masked with zeros


FLOODS = {
    "pieces without end": frame(b"", 1, last=False) + frame(b"", 0, last=False) * 2000,
    "more messages than anybody sends": frame(b"1") * 60_000,
    "pings whose answers nobody takes": frame(b"x" * 120, 9) * 100_000,
}


@pytest.mark.parametrize("flood", FLOODS)
def test_a_socket_without_bounds_is_cut(server: Server, flood: str) -> None:
    code = server.table("gracias", 3, server.person())
    before = memory(server)
    with closing(upgraded(server, code, 4096)) as connection:
        connection.sendall(frame(b'{"do":"hello"}'))
        with suppress(ConnectionResetError, BrokenPipeError):
            connection.sendall(FLOODS[flood])
        assert b"refused" not in ended(connection), "it was read, one by one"
    assert memory(server, "VmHWM") - before < 8 * 2**20
    assert server.get("/health")["status"] == "ok"


def memory(server: Server, what: str = "VmRSS") -> int:
    """Bytes of the server in memory now; `VmHWM`: at most, since this was last asked for what is there now."""
    assert server.process is not None
    place = Path(f"/proc/{server.process.pid}")
    if what == "VmRSS":
        (place / "clear_refs").write_text("5")
    status = (place / "status").read_text()
    return 1024 * next(int(line.split()[1]) for line in status.splitlines() if line.startswith(what))


def onlookers(wire: Wire) -> int:
    """How many look on, as was last said."""
    return int(wire.of("present")[-1]["spectators"]) if wire.of("present") else 0


def test_readers_that_do_not_read_are_let_go_and_the_server_does_not_grow(hasty: Server) -> None:
    """Forty of them look at a busy table. All are cut, nobody else notices, and one comes back and misses nothing."""
    server = hasty
    host, guest = server.person("Ada"), server.person("Bob")
    code = server.table("gracias", 3, host, talk="free")

    async def work() -> int:
        async with Wire(server, code, host) as busy, Wire(server, code, guest) as reading:
            before = memory(server)
            deaf = [upgraded(server, code, 2048) for _ in range(40)]
            for connection in deaf:
                connection.sendall(frame(b'{"do":"hello"}'))
            await busy.until(lambda: onlookers(busy) == 41)
            for number in range(700):
                await busy.intend("say", text=f"{number} " + "x" * 190)
            await busy.until(lambda: onlookers(busy) == 1)
            for connection in deaf:
                connection.close()
            await reading.until(lambda: reading.versions[-1] == busy.versions[-1])
            assert reading.versions == list(range(reading.versions[0], busy.versions[-1] + 1))
            async with Wire(server, code, guest, version=5) as again:
                assert again.versions == [busy.versions[-1]]
            return memory(server, "VmHWM") - before

    assert run(work()) < 40 * 400 * 1024


def test_a_reader_of_a_quiet_table_that_does_not_read_is_let_go_too(hasty: Server) -> None:
    """Its box is not full, and it is not asked for: the message that it does not take is enough."""
    host = hasty.person()
    code = hasty.table("gracias", 3, host, talk="free")

    async def work() -> None:
        async with Wire(hasty, code, host) as busy:
            with closing(upgraded(hasty, code, 2048)) as deaf:
                deaf.sendall(frame(b'{"do":"hello"}'))
                await busy.until(lambda: onlookers(busy) == 1)
                for number in range(450):  # more than the buffers hold, less than the box does besides
                    await busy.intend("say", text=f"{number} " + "x" * 190)
                await busy.until(lambda: onlookers(busy) == 0)

    run(work(), 15)


def test_the_box_of_a_reader_has_a_size() -> None:
    """By number and by weight; what is in it when it overflows is thrown away, and the connection is cut."""
    for message, most in ((b"x" * 100, 256), (b"x" * 2**16, 8)):
        cut: list[bool] = []
        line = Line(None)
        line.full = True
        viewer = Viewer("", line, partial(cut.append, True))
        for _ in range(most):
            viewer.put(message)
        assert not viewer.dropped
        assert len(viewer.waiting) == most
        viewer.put(message)
        assert viewer.dropped
        assert not viewer.open
        assert not viewer.waiting
        assert viewer.farewell[0] == 4408
        assert cut == [True]
        viewer.put(message)
        assert not viewer.waiting


def test_a_client_that_asks_and_does_not_listen_is_cut(server: Server) -> None:
    """A stale intent is answered with the whole table: asked for again and again it would fill the memory."""
    host = server.person()
    code = server.table("gracias", 3, host)
    server.intend(code, host, "start")
    before = memory(server)
    stale = {"do": "move", "id": "stale", "move": "bid 1", "expected": 10**6}
    some = frame(json.dumps(stale).encode()) * 10
    with closing(upgraded(server, code, 2048)) as connection:
        connection.sendall(frame(json.dumps({"do": "hello", "token": host}).encode()))
        end = time.monotonic() + 60
        with suppress(ConnectionResetError, BrokenPipeError):
            while time.monotonic() < end:
                connection.sendall(some)
                time.sleep(0.005)
        assert time.monotonic() < end
    assert memory(server, "VmHWM") - before < 8 * 2**20
    assert server.look(code, host)["you"]["seat"] == 0


# Logs and queries


def test_nothing_that_people_write_is_in_the_log(tmp_path: Path) -> None:
    """Not even when something breaks in the middle of it."""
    mark = "Zwetschgenmus"
    with Server(tmp_path, log="debug") as server:
        server.breaks = True
        host = server.person(f"{mark} A")
        code = server.table("gracias", 3, host, talk="free")
        server.ask("POST", "/api/tables", {"setup": {"game": mark}}, host)
        server.ask("GET", f"/api/{mark}?{mark}={mark}")
        server.http.post("/api/me", content=mark.encode())
        server.intend(code, host, "say", text=f"{mark} and more")

        async def talk() -> None:
            async with Wire(server, code, host) as wire:
                await wire.send(mark)
                await wire.send({"do": "say", "id": "a", "text": mark})
                await wire.send({"do": "move", "id": "b", "move": mark, "expected": 1})
                await wire.settled()

        run(talk())
        with closing(sqlite3.connect(server.file)) as connection:
            connection.execute("DROP TABLE people")
        answer = server.ask("POST", "/api/me", {"name": f"{mark} B"})
        assert answer.status_code == 500
        assert answer.json()["error"] == "internal"
        said = server.said
        assert '"a request failed"' in said
        for secret in (mark, code, host, host.partition(".")[0]):
            assert secret not in said


def test_no_query_is_put_together_from_texts() -> None:
    """What goes to a database is an expression or a constant."""
    folder = Path(moustaches.server.__file__).parent
    asking = {"execute", "executemany", "exec_driver_sql", "text", "scalar", "scalars", "literal_column"}
    found = 0
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args:
                name = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                if name in asking:
                    found += 1
                    inside = list(ast.walk(node.args[0]))
                    made = [each for each in inside if isinstance(each, ast.JoinedStr | ast.BinOp)]
                    made = [each for each in made if not is_expression(each)]
                    formats = [
                        each
                        for each in inside
                        if isinstance(each, ast.Call) and getattr(each.func, "attr", "") in ("format", "join")
                    ]
                    formats = [
                        each
                        for each in formats
                        if isinstance(getattr(each.func, "value", None), ast.Constant)
                    ]
                    assert not made + formats, f"{path.name}:{node.lineno}"
    assert found > 20


def is_expression(node: ast.AST) -> bool:
    """Sums of numbers and comparisons of columns are no texts; of texts, one side is one."""
    if isinstance(node, ast.JoinedStr):
        return False
    sides = [getattr(node, "left", node), getattr(node, "right", node)]
    return not any(isinstance(side, ast.Constant) and isinstance(side.value, str) for side in sides)

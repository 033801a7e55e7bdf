"""Whatever arrives, the server answers with a clear error, stays up, and nothing changes at any table.

MOUSTACHES_FUZZ says how many messages the fuzzer sends, for a long run (`make fuzz`: 100,000).
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any
from urllib.parse import quote

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import CHECKS
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from moustaches.server.protocol import LARGEST
from tests.server.serving import Message, Server, Wire, play, run

MESSAGES = int(os.environ.get("MOUSTACHES_FUZZ", "0")) or 3000
LONG_RUN = "MOUSTACHES_FUZZ" in os.environ
ERRORS = {
    *("bad-move", "bad-setup", "full", "illegal", "malformed", "not-allowed", "not-your-turn"),
    *(
        "stale",
        "stranger",
        "too-often",
        "unknown-link",
        "unknown-table",
        "too-many",
        "too-large",
        "not-found",
    ),
}


# HTTP by its schema

OPERATIONS = [
    *("GET /api/me", "POST /api/me", "DELETE /api/me", "GET /api/me/data", "GET /api/me/tables"),
    *("GET /api/games", "GET /api/tables", "POST /api/tables", "POST /api/play"),
    *("GET /api/tables/{code}", "POST /api/tables/{code}", "POST /api/tables/{code}/rejoin"),
    *("GET /api/tables/{code}/record", "GET /api/tables/{code}/qr.svg", "GET /api/tables/{code}/notebook"),
    *("GET /api/phrases", "GET /api/editions/{name}", "GET /health", "GET /ready", "GET /schema"),
]
SETUPS: list[Message] = [
    {"game": "gracias", "players": 3},
    {"game": "moustache", "players": 6, "options": {"own-rules": True}},
    {"game": "club", "players": 2, "clock": {"kind": "move", "seconds": 60}},
]
SEMANTIC = ["positive_data_acceptance", "use_after_free", "ensure_resource_availability", "ignored_auth"]
"""Not asked of us: a form that the schema allows may still name a game that there is not."""


def test_the_schema_lists_every_operation(server: Server) -> None:
    paths = server.get("/schema/http/openapi.json")["paths"]
    found = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    assert found == set(OPERATIONS)


@pytest.mark.parametrize("label", OPERATIONS)
def test_requests_made_from_the_schema_are_answered_as_it_says(server: Server, label: str) -> None:
    """Right ones and wrong ones: no 5xx, and every answer has the form that the schema gives it."""
    rng = Random(label)
    schema = schemathesis.openapi.from_url(f"{server.base}/schema/http/openapi.json")
    method, _, path = label.partition(" ")
    operation = schema[path][method]
    right_ones = {"code": server.table("gracias", 4, server.person()), "name": "standard"}
    checks = [check for check in CHECKS.get_all() if check.__name__ not in SEMANTIC]
    with requests.Session() as session:

        def check(case: Any) -> None:
            if case.path_parameters and rng.random() < 0.7:
                case.path_parameters.update({name: right_ones[name] for name in case.path_parameters})
            if right and isinstance(case.body, dict) and "setup" in case.body and rng.random() < 0.5:
                case.body["setup"] = rng.choice(SETUPS)
            token = server.person() if rng.random() < 0.2 else rng.choice(["", "a.1.b.c", "x" * 300])
            session.cookies.clear()
            answer = case.call(session=session, headers={"authorization": f"Bearer {token}"} if token else {})
            if answer.status_code != 413:  # the one refusal of bad data that the checks do not know
                case.validate_response(answer, checks=checks)
            assert answer.status_code < 500
            if answer.status_code >= 400:
                assert is_clear(answer.json())

        modes = [schemathesis.GenerationMode.POSITIVE]
        if operation.body:  # anything else there is nothing wrong to say with
            modes.append(schemathesis.GenerationMode.NEGATIVE)
        for mode in modes:
            right = mode is schemathesis.GenerationMode.POSITIVE
            some = settings(
                max_examples=MESSAGES // 1000 if LONG_RUN else 10,
                deadline=None,
                database=None,
                derandomize=not LONG_RUN,
                suppress_health_check=list(HealthCheck),
                phases=[Phase.generate],
            )
            some(given(case=operation.as_strategy(generation_mode=mode))(check))()


def is_clear(problem: Message) -> bool:
    return problem["error"] in ERRORS and len(problem["message"]) > 5


BODIES: dict[str, tuple[bytes, int]] = {
    "nothing": (b"", 400),
    "no JSON": (b"{", 400),
    "not UTF-8": (b'{"name": "\xff\xfe"}', 400),
    "half a character": (b'{"name": "\\ud83d"}', 400),
    "a list": (b"[]", 400),
    "null": (b"null", 400),
    "brackets": (b"[" * 15_000, 400),
    "an endless number": (b'{"name": ' + b"9" * 10_000 + b"}", 400),
    "an invisible name": ('{"name": "\u200b\u202e"}'.encode(), 400),
    "an empty name": (b'{"name": ""}', 400),
    "a long name": (b'{"name": "' + b"x" * 25 + b'"}', 400),
    "another field": (b'{"name": "Ada", "admin": true}', 400),
    "too much": (b'{"name": "' + b"x" * 20_000 + b'"}', 413),
}


@pytest.mark.parametrize("body", BODIES)
def test_a_bad_body_gets_a_clear_error(server: Server, body: str) -> None:
    content, status = BODIES[body]
    answer = server.http.post("/api/me", content=content, headers={"content-type": "application/json"})
    assert answer.status_code == status
    assert is_clear(answer.json())


def test_a_table_for_a_billion_players_is_refused_at_once(server: Server) -> None:
    for path in ("/api/tables", "/api/play"):
        for players in (10**9, 10**30, -1, 0):
            answer = server.ask("POST", path, {"setup": {"game": "gracias", "players": players}})
            assert answer.status_code == 400
            assert is_clear(answer.json())


# Sockets


class Fuzzer:
    """Messages that must not do anything, whoever of these sends them: a stranger, an onlooker, someone from another
    table, and a player whose turn it is not."""

    def __init__(self, rng: Random, replayed: list[Message]) -> None:
        self.rng = rng
        self.replayed = replayed  # the intents of others, as they sent them

    def message(self, who: str) -> tuple[str, str | bytes]:
        """What kind of message it is, and the message."""
        kinds: dict[str, Callable[[str], str | bytes]] = {
            "forbidden": self.forbidden,
            "replayed": self.replay,
            "mistyped": self.mistyped,
            "cut": self.cut,
            "garbage": self.garbage,
            "huge": self.huge,
            "deep": self.deep,
        }
        kind = self.rng.choices(list(kinds), [8, 3, 4, 2, 2, 1, 1])[0]
        return kind, kinds[kind](who)

    def intent(self, who: str) -> Message:
        """Well formed, and refused to them all."""
        rng = self.rng
        seat = rng.randrange(6)
        intents: list[Message] = [
            {"do": "move", "move": rng.choice(MOVES), "expected": rng.choice([0, 1, 9, 10**6, 10**30])},
            {"do": "sit", "seat": rng.randrange(3)},
            {"do": "sit"},
            {"do": "put-bot", "seat": seat, "level": rng.choice(["expert", "god", None])},
            {"do": "swap", "seats": [seat, rng.randrange(6)]},
            {"do": "pass-host", "seat": seat},
            {"do": "change", "setup": {"game": "club", "players": rng.choice([2, 99])}},
            {"do": "change-clock", "clock": {"kind": "move", "seconds": rng.choice([60, -1, 10**12])}},
            {"do": "start", "level": rng.choice(["regular", "", "x" * 12])},
            {"do": "answer-take-back", "yes": True},
            {"do": "rematch"},
            {"do": "say", "phrase": "no-such-phrase"},
            {"do": "say", "text": "not at this table"},
            {"do": "say"},
            {"do": "stand", "seat": rng.choice([0, 3, 4, 5])},
        ]
        if who != "player":
            intents += [{"do": "take-back"}, {"do": "nudge"}, {"do": "stand"}]
        return {"id": token_hex(6)} | rng.choice(intents)

    def forbidden(self, who: str) -> str:
        return json.dumps(self.intent(who))

    def replay(self, who: str) -> str:
        return json.dumps(self.rng.choice(self.replayed))

    def mistyped(self, who: str) -> str:
        """A field with a value of another kind, a field too many, or one too few."""
        rng = self.rng
        message = self.intent(who)
        field = rng.choice(list(message))
        way = rng.randrange(3)
        if way == 0:
            message[field] = rng.choice(
                [None, [], {}, -1, 1.5, True, "", "\u0000", "💥" * 30, {"do": "start"}]
            )
            if field in ("level", "seat", "seats", "text", "yes", "phrase") and message[field] in (
                None,
                "",
                True,
            ):
                message[field] = {}
        elif way == 1:
            message["person"] = token_hex(16)
        else:
            del message["id"]
        if "id" in message and message["id"] is True:
            message["id"] = 1
        return json.dumps(message)

    def cut(self, who: str) -> str:
        text = json.dumps(self.intent(who))
        return text[: self.rng.randrange(len(text))]

    def garbage(self, who: str) -> str | bytes:
        rng = self.rng
        if rng.random() < 0.2:
            return rng.randbytes(rng.randrange(1, 50))
        return "".join(
            chr(rng.choice([rng.randrange(32), rng.randrange(0xD800)])) for _ in range(rng.randrange(60))
        )

    def huge(self, who: str) -> str:
        """More than a message may have, and less than what cuts the connection."""
        filling = "x" * self.rng.randrange(LARGEST, 2 * LARGEST - 200)
        return json.dumps({"do": "say", "id": "huge", "text": filling})

    def deep(self, who: str) -> str:
        depth = self.rng.randrange(100, 2000)
        return self.rng.choice(
            ["[" * depth, '{"do":' * (depth // 4), '{"do":"change","id":"a","setup":' + "[" * depth]
        )


MOVES = [
    "bid 1",
    "bid 0",
    "play 7",
    "play J22",
    "play X9",
    "unmask 1 red",
    "keep",
    "pass R1 R2 R3",
    "",
    "💥",
    "-1",
]
BURST = 12  # messages that are sent before their answers are read


class Attacker:
    """One of those who send them, over one socket after the other."""

    def __init__(self, server: Server, code: str, who: str, token: str, fuzzer: Fuzzer) -> None:
        self.server = server
        self.address = f"ws://127.0.0.1:{server.port}/api/tables/{code}/socket"
        self.who = who
        self.token = token
        self.fuzzer = fuzzer
        self.counts: Counter[str] = Counter()
        self.version = 0

    async def attack(self, messages: int) -> None:
        sent = 0
        while sent < messages:
            async with connect(self.address, compression=None, max_size=2**22) as socket:
                await socket.send(json.dumps({"do": "hello", "token": self.token}))
                assert json.loads(await socket.recv())["news"] == "welcome"
                try:
                    while sent < messages:
                        await self.burst(socket)
                        sent += BURST
                except ConnectionClosed:
                    assert socket.close_code in (4400, 4429), (socket.close_code, self.server.said)
                    self.counts["closed"] += 1
                    sent += BURST

    async def burst(self, socket: ClientConnection) -> None:
        """Some messages, and an answer for each."""
        kinds = []
        for _ in range(BURST):
            kind, message = self.fuzzer.message(self.who)
            kinds.append(kind)
            await socket.send(message)
            self.counts[kind] += 1
        answers = 0
        while answers < BURST:
            news = json.loads(await socket.recv())
            match news["news"]:
                case "refused":
                    assert is_clear(news), news
                    self.counts[f"error {news['error']}"] += 1
                    answers += 1
                case "done":
                    assert self.who == "player", news
                    assert "replayed" in kinds
                    assert news["version"] <= self.version, "an intent that was sent again took effect again"
                    answers += 1
                case "closing":
                    self.counts["let go"] += 1
                case "update":
                    raise AssertionError(f"something changed: {news}")


def test_no_message_on_a_socket_changes_what_it_must_not(tmp_path: Path) -> None:
    """A game waits for the host's move while others send whatever they like."""
    with Server(tmp_path, grace=3600) as server:
        host, player, third, other = (server.person(name) for name in ("Ada", "Bob", "Cid", "Eve"))
        code = server.table("gracias", 3, host)
        foreign = server.table("gracias", 3, other)
        sent: list[Message] = []

        def intend(token: str, intent: Message) -> None:
            answer = server.ask("POST", f"/api/tables/{code}", intent, token)
            assert answer.status_code == 200, answer.text
            sent.append(intent)

        for number, token in enumerate((player, third), 1):
            intend(token, {"do": "sit", "id": f"sit{number}", "seat": number})
        intend(host, {"do": "start", "id": "start"})
        people = [host, player, third]
        for number in range(40):  # until it is the host's turn, and others have moved too
            view = server.look(code, host)["view"]
            if number > 6 and view["to_act"] == [0]:
                break
            seat = view["to_act"][0]
            own = server.look(code, people[seat])
            move = {
                "do": "move",
                "id": f"move{number}",
                "move": own["view"]["legal"][0],
                "expected": own["version"],
            }
            intend(people[seat], move)

        before = server.log(code), server.log(foreign), server.look(code)["version"]
        memory = resident(server)
        forged = player[:-4] + ("0000" if player[-4:] != "0000" else "1111")
        tokens = {
            "stranger": "",
            "onlooker": server.person("Dan"),
            "foreigner": other,
            "forger": forged,
            "player": player,
        }
        attackers = [
            Attacker(server, code, who, token, Fuzzer(Random(who), sent)) for who, token in tokens.items()
        ]

        async def all_at_once() -> None:
            async with asyncio.TaskGroup() as group:
                for attacker in attackers:
                    attacker.version = before[2]
                    group.create_task(attacker.attack(MESSAGES // len(attackers)))

        run(all_at_once(), 3600)
        assert (server.log(code), server.log(foreign), server.look(code)["version"]) == before
        assert '"level":"error"' not in server.said
        assert resident(server) - memory < 64 * 2**20
        counts = sum((attacker.counts for attacker in attackers), Counter[str]())
        print(json.dumps(counts, indent=1, sort_keys=True))
        assert (
            sum(counts[kind] for kind in ("forbidden", "replayed", "mistyped", "cut", "garbage"))
            > MESSAGES / 2
        )
        assert {"error illegal", "error malformed", "error not-allowed", "error stranger"} & set(counts)

        async def to_the_end() -> None:
            clients = [server.client(code, token=token) for token in people]
            async with clients[0], clients[1], clients[2]:
                await asyncio.gather(*(play(client) for client in clients))

        run(to_the_end())
        assert server.look(code)["table"]["phase"] == "over"


def resident(server: Server) -> int:
    """Bytes of the server in memory."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return 1024 * next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def test_a_message_that_is_too_large_ends_the_connection(server: Server) -> None:
    code = server.table("gracias", 3, server.person())

    async def work() -> int | None:
        async with Wire(server, code) as wire:
            await wire.send("x" * (2 * LARGEST + 1))
            await wire.until(lambda: wire.closed is not None)
        return wire.closed

    assert run(work()) == 1009


FIRST = [
    "",
    "{",
    "[]",
    '{"do":"ping"}',
    '{"do":"hello","protocol":2}',
    '{"do":"hello","token":1}',
    '{"do":"sit","id":"a"}',
]


@pytest.mark.parametrize("first", FIRST)
def test_without_a_greeting_there_is_nothing_to_see(server: Server, first: str) -> None:
    code = server.table("gracias", 3, server.person())

    async def work() -> tuple[int | None, str | None]:
        address = f"ws://127.0.0.1:{server.port}/api/tables/{code}/socket"
        async with connect(address, compression=None) as socket:
            await socket.send(first)
            with pytest.raises(ConnectionClosed):
                await socket.recv()
            return socket.close_code, socket.close_reason

    closed, reason = run(work())
    assert closed == 4400
    assert reason


CODES = [
    "nosuchtabl",
    "x",
    "ABCDEFGHIJ",
    "a" * 500,
    "%00%00%00%00%00%00%00%00%00%00",
    "' OR 1=1 --",
    "٣٣٣٣٣٣٣٣٣٣",
    "..",
]


@pytest.mark.parametrize("code", CODES)
def test_a_link_that_leads_nowhere_says_so(server: Server, code: str) -> None:
    answer = server.http.get(f"/api/tables/{code}")
    assert answer.status_code == 404
    assert is_clear(answer.json())

    async def work() -> int | None:
        path = code if "%" in code else quote(code)
        address = f"ws://127.0.0.1:{server.port}/api/tables/{path}/socket"
        async with connect(address, compression=None) as socket:
            with pytest.raises(ConnectionClosed):
                await socket.recv()
            return socket.close_code

    assert run(work()) == 4404


def test_an_id_cannot_break_out_of_its_answer(server: Server) -> None:
    """It comes back in answers: whatever it holds, they are JSON and say what was meant."""
    host = server.person()
    code = server.table("gracias", 3, host)

    async def work() -> None:
        async with Wire(server, code, host) as wire:
            for id in ("a\n", 'a","version":9,"x":"', "a\\", "é", "", "a" * 41, "ok"):
                await wire.send({"do": "say", "phrase": "hello", "id": id})
            await wire.settled()
            news = [each for each in wire.heard if each["news"] in ("update", "refused", "done")]
            assert len([each for each in news if each["news"] == "refused"]) >= 5
            assert {each["version"] for each in news if "version" in each} <= {3, 4}

    run(work())

"""Moves: sent at least once, effective exactly once, stored before they are shown; what is refused changes nothing."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from secrets import token_hex

import pytest

from moustaches.server.entries import Moved, Said, Sat
from tests.server.serving import Message, Server, Wire, run

PASSING = {"row": ["pass-three", "pink-open", "twos-win", "second-best"]}


def begun(server: Server, game: str = "gracias", persons: int = 3, **setup: object) -> tuple[str, list[str]]:
    """A game of persons alone; its code and their tokens by seat."""
    tokens = [server.person(name) for name in ("Ada", "Bob", "Cleo", "Dan")[:persons]]
    code = server.table(game, persons, host=tokens[0], **setup)
    for token in tokens[1:]:
        assert server.intend(code, token, "sit")["status"] == 200
    assert server.intend(code, tokens[0], "start")["status"] == 200
    return code, tokens


def everything(server: Server, code: str, tokens: list[str]) -> list[object]:
    """The log on the disk, and the table as everybody sees it."""
    looks = [server.look(code, token) for token in (*tokens, "")]
    return [server.log(code), *({name: look[name] for name in look if name != "now"} for look in looks)]


def turn(server: Server, code: str, tokens: list[str]) -> tuple[int, Message, int]:
    """Who is to act, with the view and the version."""
    look = server.look(code)
    seat = look["view"]["to_act"][0]
    look = server.look(code, tokens[seat])
    return seat, look["view"], look["version"]


# Once


def test_an_intent_sent_again_takes_effect_once(server: Server) -> None:
    """On the same socket, on another one, and over HTTP; each time the same answer."""

    async def go() -> None:
        code, tokens = begun(server)
        seat, view, version = turn(server, code, tokens)
        intent = {"do": "move", "id": "once", "move": view["legal"][0], "expected": version}
        async with Wire(server, code, tokens[seat]) as one:
            first = await one.intend(**intent)
            assert first == {"news": "done", "id": "once", "version": version + 1}
            assert await one.intend(**intent) == first
        async with Wire(server, code, tokens[seat]) as other:
            assert await other.intend(**intent) == first
        answer = server.ask("POST", f"/api/tables/{code}", intent, tokens[seat])
        assert answer.json()["version"] == version + 1
        assert sum(isinstance(entry, Moved) for entry in server.entries(code)) == 1
        assert server.look(code)["version"] == version + 1

    run(go())


def test_an_intent_sent_on_many_sockets_at_the_same_moment_takes_effect_once(server: Server) -> None:
    async def go() -> None:
        code, tokens = begun(server)
        for _ in range(10):
            seat, view, version = turn(server, code, tokens)
            before = len(server.log(code))
            intent = {"do": "move", "id": token_hex(4), "move": view["legal"][0], "expected": version}
            async with asyncio.TaskGroup() as group:
                answers = [group.create_task(alone(code, tokens[seat], intent)) for _ in range(6)]
            assert {each.result()["version"] for each in answers} == {version + 1}
            assert len(server.log(code)) == before + 1

    async def alone(code: str, token: str, intent: Message) -> Message:
        async with Wire(server, code, token) as wire:
            return await wire.intend(**intent)

    run(go())


@pytest.mark.parametrize("hard", [False, True], ids=["stopped", "killed"])
def test_an_intent_sent_again_after_a_restart_takes_effect_once(own_server: Server, hard: bool) -> None:
    """Also one that could well be done a second time."""
    server = own_server

    async def go() -> None:
        code, tokens = begun(server)
        seat, view, version = turn(server, code, tokens)
        move = {"do": "move", "id": "m", "move": view["legal"][0], "expected": version}
        say = {"do": "say", "id": "s", "phrase": "hello"}
        async with Wire(server, code, tokens[seat]) as wire:
            answers = [await wire.intend(**move), await wire.intend(**say)]
        before = everything(server, code, tokens)
        server.restart(hard)
        async with Wire(server, code, tokens[seat]) as wire:
            assert [await wire.intend(**say), await wire.intend(**move)] == answers[::-1]
        assert everything(server, code, tokens) == before

    run(go())


def test_ids_are_each_persons_own(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    code = server.table("gracias", 3, host=ada)
    for token in (ada, bob):
        body = {"do": "say", "id": "1", "phrase": "hello"}
        assert server.ask("POST", f"/api/tables/{code}", body, token).status_code == 200
    assert sum(isinstance(entry, Said) for entry in server.entries(code)) == 2


def test_of_two_who_want_the_same_seat_one_gets_it(server: Server) -> None:
    async def go() -> None:
        code = server.table("gracias", 3, host=server.person())
        tokens = [server.person(f"p{number}") for number in range(6)]

        async def sit(token: str) -> Message:
            async with Wire(server, code, token) as wire:
                return await wire.intend("sit", seat=1)

        answers = await asyncio.gather(*(sit(token) for token in tokens))
        assert sum(each["news"] == "done" for each in answers) == 1
        assert {each.get("error") for each in answers} == {None, "not-allowed"}
        assert sum(isinstance(entry, Sat) for entry in server.entries(code)) == 2

    run(go())


# Refused


def test_a_stale_intent_gets_a_fresh_picture_and_changes_nothing(server: Server) -> None:
    async def go() -> None:
        code, tokens = begun(server)
        first, view, old = turn(server, code, tokens)
        async with Wire(server, code, tokens[first]) as one:
            assert (await one.intend("move", move=view["legal"][0], expected=old))["news"] == "done"
        seat, view, version = turn(server, code, tokens)
        before = everything(server, code, tokens)
        for late, expected in ((first, old), (seat, old), (seat, version + 5)):
            async with Wire(server, code, tokens[late]) as wire:
                refused = await wire.intend("move", move=view["legal"][0], expected=expected)
                assert refused["news"] == "refused"
                assert refused["error"] == "stale"
                await wire.until(lambda wire=wire: len(wire.of("welcome")) == 2)
                fresh = wire.of("welcome")[-1]
                assert fresh["version"] == version
                assert fresh["view"] == server.look(code, tokens[late])["view"]
            answer = server.intend(code, tokens[late], "move", move=view["legal"][0], expected=expected)
            assert answer["status"] == 409
        assert everything(server, code, tokens) == before

    run(go())


def test_an_illegal_move_gets_its_explanation_and_changes_nothing(server: Server) -> None:
    async def go() -> None:
        code, tokens = begun(server, "gracias")
        while True:  # until the one who bids last may not make the sum even
            seat, view, version = turn(server, code, tokens)
            forbidden = view["forbidden_bid"]
            if forbidden is not None:
                break
            assert server.intend(code, tokens[seat], "move", move="bid 0", expected=version)["status"] == 200
        before = everything(server, code, tokens)
        other = (seat + 1) % 3
        async with Wire(server, code, tokens[seat]) as wire, Wire(server, code, tokens[other]) as looking:
            await looking.settled()
            told = len(looking.heard)
            cases = [
                (f"bid {forbidden}", "illegal", "forbidden-sum"),
                ("bid 20", "bad-move", None),
                (f"play {view['hand'][-1]}", "illegal", "another-kind"),
                ("bid many", "bad-move", None),
                ("💥" * 20, "bad-move", None),
            ]
            for move, error, reason in cases:
                refused = await wire.intend("move", move=move, expected=version)
                assert refused["error"] == error, refused
                assert (refused.get("why") or {}).get("id") == reason
            wrong = await looking.intend("move", move="bid 0", expected=version)
            assert wrong["error"] == "not-your-turn"
            assert wrong["why"]["args"]["seats"] == [seat]
            await looking.settled()
            assert [each["news"] for each in looking.heard[told:]] == ["refused", "pong"]
        for token, error in ((server.person("Eve"), "not-allowed"), (tokens[other], "not-your-turn")):
            answer = server.intend(code, token, "move", move="bid 0", expected=version)
            assert answer["error"] == error
        async with Wire(server, code) as stranger:
            refused = await stranger.intend("move", move="bid 0", expected=version)
            assert refused["error"] == "stranger"
        assert everything(server, code, tokens) == before

    run(go())


def test_the_explanation_names_the_ruling(server: Server) -> None:
    """Gracias: who can beat the trick must (G4)."""

    async def go() -> None:
        code, tokens = begun(server, "gracias")
        while True:
            seat, view, version = turn(server, code, tokens)
            cannot = [card for card in view["hand"] if f"play {card}" not in view["legal"]]
            if view["phase"] == "play" and view["trick"] and cannot and cannot[0] != "J":
                break
            server.intend(code, tokens[seat], "move", move=view["legal"][0], expected=version)
        refused = server.intend(code, tokens[seat], "move", move=f"play {cannot[0]}", expected=version)
        assert refused["status"] == 400
        assert refused["why"]["id"] == "must-beat"
        assert "G4" in refused["why"]["rulings"]

    run(go())


# In order


def test_nothing_is_shown_or_acknowledged_before_it_is_stored(own_server: Server) -> None:
    """While the disk is held by somebody else nobody hears of the move; then everybody does."""
    server = own_server

    async def go() -> None:
        code, tokens = begun(server)
        seat, view, version = turn(server, code, tokens)
        other = (seat + 1) % 3
        holder = sqlite3.connect(server.file, isolation_level=None)
        async with (
            Wire(server, code, tokens[seat]) as mover,
            Wire(server, code, tokens[other]) as seated,
            Wire(server, code) as looking,
        ):
            holder.execute("BEGIN IMMEDIATE")
            try:
                wires = (mover, seated, looking)
                await asyncio.gather(*(wire.settled() for wire in wires))
                heard = [len(wire.heard) for wire in wires]
                intent = {"do": "move", "id": "m", "move": view["legal"][0], "expected": version}
                await mover.send(intent)
                await asyncio.sleep(0.4)
                assert [len(wire.heard) for wire in wires] == heard
                assert server.look(code)["version"] == version
            finally:
                holder.execute("ROLLBACK")
                holder.close()
            assert (await mover.answer("m"))["version"] == version + 1
            for wire in wires:
                await wire.until(lambda wire=wire: version + 1 in wire.versions)

    run(go())


def test_every_version_that_is_heard_of_is_on_the_disk(server: Server) -> None:
    async def go() -> None:
        code, tokens = begun(server)
        async with Wire(server, code) as looking:
            for _ in range(25):
                seat, view, version = turn(server, code, tokens)
                server.intend(code, tokens[seat], "move", move=view["legal"][-1], expected=version)
                await looking.until(lambda version=version: looking.versions[-1] > version)
                assert len(server.log(code)) >= looking.versions[-1]

    run(go())


@pytest.mark.parametrize(
    ("game", "persons", "options"), [("moustache", 4, PASSING), ("gracias", 4, {"uno-dos-tres": True})]
)
def test_choices_made_at_once_do_not_make_each_other_stale(
    server: Server, game: str, persons: int, options: Message
) -> None:
    async def go() -> None:
        code, tokens = begun(server, game, persons, options=options)
        while len((look := server.look(code))["view"]["to_act"]) < persons:
            seat, view, version = turn(server, code, tokens)
            server.intend(code, tokens[seat], "move", move=view["legal"][0], expected=version)
        version = look["version"]
        wires = [Wire(server, code, token) for token in tokens]
        async with wires[0], wires[1], wires[2], wires[3]:
            legal = [server.look(code, token)["view"]["legal"][0] for token in tokens]
            answers = await asyncio.gather(
                *(
                    wire.intend("move", move=move, expected=version)
                    for wire, move in zip(wires, legal, strict=True)
                )
            )
            assert sorted(each["version"] for each in answers) == [version + 1 + n for n in range(4)]
            # A second choice on the same old picture is stale, though: this one is over.
            assert (await wires[0].intend("move", move=legal[0], expected=version))["error"] == "stale"

    run(go())


def test_what_is_malformed_is_refused_and_the_socket_lives_on(server: Server) -> None:
    async def go() -> None:
        code, tokens = begun(server)
        before = everything(server, code, tokens)
        async with Wire(server, code, tokens[0]) as wire:
            for message in (
                "{",
                "[]",
                json.dumps({"do": "move"}),
                json.dumps({"do": "move", "id": "x", "move": "bid 0", "expected": "soon"}),
                json.dumps({"do": "dance", "id": "x"}),
                json.dumps({"do": "sit", "id": "x", "seat": 9}),
                json.dumps({"do": "say", "id": "x", "phrase": "hello", "volume": 11}),
            ):
                heard = len(wire.of("refused"))
                await wire.send(message)
                await wire.until(lambda heard=heard: len(wire.of("refused")) > heard)
                assert wire.of("refused")[-1]["error"] == "malformed"
            await wire.settled()
        assert everything(server, code, tokens) == before

    run(go())

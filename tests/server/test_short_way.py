"""The short way of a move, from the wire to the disk: it is as exact as the long one, and gives way to it."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic

import pytest
from websockets.frames import Frame, Opcode

from moustaches.server.database import Sqlite, Unavailable
from moustaches.server.entries import AnyEntry, Moved, Nudged
from moustaches.server.frames import body_of, unmasked
from moustaches.server.migrations import migrate
from moustaches.server.store import Conflict, Repeated, Row, Store
from moustaches.server.turns import Turns
from tests.server.serving import Message, Server, Wire, run
from tests.server.test_moves import begun, turn

# On the wire


@pytest.mark.parametrize("size", [0, 1, 3, 4, 125, 126, 127, 128, 1000, 65_535])
def test_a_whole_frame_is_read_as_the_library_reads_it(size: int) -> None:
    body = os.urandom(size)
    frame = Frame(Opcode.TEXT, body).serialize(mask=True)
    assert unmasked(frame, body_of(frame)) == body


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 1000])
def test_whatever_is_not_one_whole_frame_is_left_to_the_library(size: int) -> None:
    whole = Frame(Opcode.TEXT, bytes(size)).serialize(mask=True)
    piece = Frame(Opcode.TEXT, bytes(size), fin=False).serialize(mask=True)
    bare = Frame(Opcode.TEXT, bytes(size)).serialize(mask=False)
    for data in (whole[:-1], whole[:3], whole + b"\x81", whole + whole, piece, bare):
        assert body_of(data) == 0


@pytest.mark.parametrize("way", ["two in one", "cut in two", "in two frames"])
def test_a_client_is_heard_however_its_messages_come(server: Server, way: str) -> None:
    """What is not one message in one piece goes the long way, and so does everything after it."""

    async def go() -> None:
        code, tokens = begun(server)
        for token in tokens[1:]:
            assert server.intend(code, token, "stand")["status"] == 200  # bots play there
        reader, writer = await upgraded(server, code)
        writer.write(text({"do": "hello", "token": tokens[0]}))
        done = 0
        while done < 5:
            look = server.look(code, tokens[0])
            if 0 not in look["view"]["to_act"]:
                await asyncio.sleep(0.01)
                continue
            move = {"do": "move", "move": look["view"]["legal"][0], "expected": look["version"]}
            message = text({"id": f"m{done}", **move})
            if done == 1:
                head, rest = apart(json.dumps({"id": "m1", **move}).encode())
                pieces = {
                    "two in one": (text({"do": "ping"}) + message,),
                    "cut in two": (message[:9], message[9:]),
                    "in two frames": (head, rest),
                }
                for piece in pieces[way]:
                    writer.write(piece)
                    await asyncio.sleep(0.05)
            else:
                writer.write(message)
            while f'"m{done}"' not in await received(reader):
                pass
            done += 1
        writer.close()
        own = [each for each in server.entries(code) if isinstance(each, Moved) and each.seat == 0]
        assert len(own) == 5

    run(go())


def test_a_frame_within_a_frame_is_not_heard(server: Server) -> None:
    """Though it comes in a piece of its own, and looks like a move."""

    async def go() -> None:
        code, tokens = begun(server)
        seat, view, version = turn(server, code, tokens)
        reader, writer = await upgraded(server, code)
        writer.write(text({"do": "hello", "token": tokens[seat]}))
        while '"welcome"' not in await received(reader):
            pass
        inner = text({"do": "move", "id": "m", "move": view["legal"][0], "expected": version})
        outer = Frame(Opcode.TEXT, inner).serialize(mask=False)
        head = bytes([outer[0], outer[1] | 0x80, *outer[2 : -len(inner)], *bytes(4)])  # masked with zeros
        writer.write(head)
        await asyncio.sleep(0.05)
        writer.write(inner)
        with suppress(asyncio.IncompleteReadError):
            while '"refused"' not in await received(reader):
                pass
        writer.close()
        assert server.look(code)["version"] == version

    run(go())


async def upgraded(server: Server, code: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def text(message: Message) -> bytes:
    return bytes(Frame(Opcode.TEXT, json.dumps(message).encode()).serialize(mask=True))


def apart(message: bytes) -> tuple[bytes, bytes]:
    """A message in two frames."""
    first = Frame(Opcode.TEXT, message[:9], fin=False).serialize(mask=True)
    return bytes(first), bytes(Frame(Opcode.CONT, message[9:]).serialize(mask=True))


async def received(reader: asyncio.StreamReader) -> str:
    """The next message."""
    head = await reader.readexactly(2)
    size = head[1]
    if size >= 126:
        size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
    return (await reader.readexactly(size)).decode(errors="replace")


# At the table


def test_an_id_from_before_a_restart_is_known_on_the_short_way_too(own_server: Server) -> None:
    """The store finds it; the answer is the version that it had, and nothing happens again."""
    server = own_server

    async def go() -> None:
        code, tokens = begun(server)
        seat, view, version = turn(server, code, tokens)
        async with Wire(server, code, tokens[seat]) as wire:
            await wire.intend("move", id="once", move=view["legal"][0], expected=version)
        server.restart(hard=True)
        mover, view, at = turn(server, code, tokens)
        while mover != seat:
            assert (
                server.intend(code, tokens[mover], "move", move=view["legal"][0], expected=at)["status"]
                == 200
            )
            mover, view, at = turn(server, code, tokens)
        before = server.entries(code)
        async with Wire(server, code, tokens[seat]) as wire:
            again = await wire.intend("move", id="once", move=view["legal"][0], expected=at)
            assert again["version"] == version + 1
            assert server.entries(code) == before
            new = await wire.intend("move", id="new", move=view["legal"][0], expected=at)
            assert new["version"] == at + 1

    run(go())


def test_turns_come_in_order_and_none_is_lost() -> None:
    async def go() -> None:
        turns = Turns()
        order: list[str] = []

        async def wait(name: str) -> None:
            async with turns:
                order.append(name)
                await asyncio.sleep(0)

        assert turns.take()
        assert not turns.take()
        tasks = [asyncio.create_task(wait(name)) for name in "abcd"]
        await asyncio.sleep(0)
        tasks[1].cancel()  # while it waits
        turns.release()
        tasks[0].cancel()  # at the moment at which it is its turn
        assert not turns.take()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert order == ["c", "d"]
        assert turns.take()

    run(go())


# On the disk


def test_of_what_is_stored_together_only_that_fails_which_must(tmp_path: Path) -> None:
    async def go() -> None:
        database = Sqlite(tmp_path / "tables.db")
        store = Store(database)
        await database.run(migrate)
        for code in "abcd":
            await store.append(code, 1, [Nudged(0)], 1, f"first {code}", row(code))
        moves: list[AnyEntry] = [Moved(0, "bid 1")]
        answers = await asyncio.gather(
            store.append("a", 2, moves, 2, "second"),
            store.append("b", 1, moves, 2, "another"),
            store.append("c", 2, moves, 2, "first c"),
            store.append("none", 1, moves, 2, "no table"),
            store.append("d", 2, moves, 2),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers[:3]] == [type(None), Conflict, Repeated]
        assert isinstance(answers[3], Exception)
        assert answers[4] is None
        found = {
            code: [each.version for each in await store.entries(code)]
            for code in ("a", "b", "c", "d", "none")
        }
        assert found == {"a": [1, 2], "b": [1], "c": [1], "d": [1, 2], "none": []}
        await database.close()

    run(go())


def row(code: str) -> Row:
    return Row(code, "gracias", 4, "playing", listed=False, host="", changed=1, free=0)


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Another process is writing."""
    with closing(sqlite3.connect(file, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        yield
        holder.execute("ROLLBACK")


def test_while_another_process_writes_the_loop_goes_on(tmp_path: Path) -> None:
    async def go() -> None:
        database = Sqlite(tmp_path / "tables.db")
        store = Store(database)
        await database.run(migrate)
        await store.append("a", 1, [Nudged(0)], 1, None, row("a"))
        with held(tmp_path / "tables.db"):
            writing = asyncio.create_task(store.append("a", 2, [Moved(0, "bid 1")], 2, "id"))
            for _ in range(20):
                begun = asyncio.get_running_loop().time()
                await asyncio.sleep(0.01)
                assert asyncio.get_running_loop().time() - begun < 1
            assert not writing.done()
        await writing
        assert [each.version for each in await store.entries("a")] == [1, 2]
        await database.close()

    run(go())


def test_a_file_that_stays_locked_is_unavailable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All who wait for it are told at once, and may ask again."""
    monkeypatch.setattr("moustaches.server.database.LOCKED", 0.3)

    async def go() -> None:
        database = Sqlite(tmp_path / "tables.db")
        store = Store(database)
        await database.run(migrate)
        await store.append("a", 1, [Nudged(0)], 1, None, row("a"))
        moves: list[AnyEntry] = [Moved(0, "bid 1")]
        with held(tmp_path / "tables.db"):
            begun = monotonic()
            tries = [store.append("a", 2, moves, 2, f"id {number}") for number in range(8)]
            answers = await asyncio.gather(*tries, return_exceptions=True)
            assert [type(answer) for answer in answers] == [Unavailable] * 8
            assert monotonic() - begun < 2
        await store.append("a", 2, moves, 2, "id 0")
        await database.close()

    run(go())

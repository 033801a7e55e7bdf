"""What those who run a server rely on: it says how it is, counts, writes down no one's words, and stops in order."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from moustaches.cli.serve import has_screen
from moustaches.client import Refused
from moustaches.errors import BadOption
from moustaches.server.entries import Moved
from moustaches.server.settings import NAMES, from_environment
from tests.server.serving import STARTING, Server, Wire, play, run

NAME, TEXT, ENTROPY = "Zerubbabel", "quixotic jackdaws", "feedc0ffee" * 4


def numbers(server: Server) -> dict[str, float]:
    """What the server counts: by name with labels."""
    answer = server.ask("GET", "/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = [line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def lines(server: Server) -> list[dict[str, Any]]:
    """What it wrote down."""
    return [json.loads(line) for line in server.said.splitlines()]


def children(pid: int) -> set[int]:
    """The processes that a process has started, and theirs."""
    found = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    own = {int(each) for each in found.stdout.split()}
    return own | {each for child in own for each in children(child)}


def alive(pids: set[int]) -> set[int]:
    return {pid for pid in pids if Path(f"/proc/{pid}").exists() and state(pid) != "Z"}


def state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def eventually(condition: Any, seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.02)


# How it is, and what it counts


def test_health_and_readiness(server: Server) -> None:
    health = server.get("/health")
    assert health["status"] == "ok"
    assert health["protocol"] == 1
    assert server.get("/ready") == {"ready": True, "database": True, "bus": True, "closing": False}


def test_what_happens_is_counted(own_server: Server) -> None:
    server = own_server
    ada = server.person("Ada")
    code = server.table("gracias", 3, ada)

    async def go() -> int:
        async with server.client(code, token=ada) as a, Wire(server, code):
            await a.start("novice")
            with pytest.raises(Refused, match="already"):
                await a.intend("sit", seat=0)
            during = numbers(server)
            assert during["moustaches_sockets"] == 2
            assert during["moustaches_tables"] == during["moustaches_tables_playing"] == 1
            return await play(a)

    made = run(go())
    moved = [entry for entry in server.entries(code) if isinstance(entry, Moved)]
    found = numbers(server)
    assert found['moustaches_moves_total{by="person",game="gracias"}'] == made
    assert found['moustaches_moves_total{by="bot",game="gracias"}'] == len(moved) - made
    assert found['moustaches_games_total{game="gracias"}'] == 1
    assert found['moustaches_tables_created_total{game="gracias"}'] == 1
    assert found['moustaches_refused_total{error="not-allowed"}'] == 1
    for until in ("stored", "told"):  # each move, and the start
        assert found[f'moustaches_intent_seconds_count{{until="{until}"}}'] == made + 1
    assert (
        0
        < found['moustaches_intent_seconds_sum{until="stored"}']
        < found['moustaches_intent_seconds_sum{until="told"}']
    )
    assert found['moustaches_thinking_seconds_count{level="novice"}'] >= len(moved) - made
    assert found["moustaches_failures_total"] == found["moustaches_readers_dropped_total"] == 0
    assert found["process_resident_memory_bytes"] > 1e7
    eventually(lambda: numbers(server)["moustaches_sockets"] == 0)


def test_a_refused_request_is_counted_by_its_error(server: Server) -> None:
    before = numbers(server)
    server.ask("GET", "/api/tables/nowhere222")
    server.ask("POST", "/api/tables", {"setup": {"game": "whist"}})
    server.ask("POST", "/api/tables", {"unknown": 1})
    after = numbers(server)
    for error in ("unknown-table", "bad-setup", "malformed"):
        name = f'moustaches_refused_total{{error="{error}"}}'
        assert after[name] == before.get(name, 0) + 1


# What it writes down


def test_nobodys_words_are_in_the_logs(tmp_path: Path) -> None:
    with Server(tmp_path, log="debug") as server:
        server.breaks = True
        ada = server.person(NAME)
        code = server.table("gracias", 3, ada, talk="free")

        async def go() -> None:
            async with server.client(code, token=ada) as a, server.client(code, NAME + "2") as b:
                await b.sit(entropy=ENTROPY)
                await a.intend("say", text=TEXT)
                await a.start("novice")
                await asyncio.gather(play(a), play(b))

        run(go())
        rejoin = server.look(code, ada)["you"]["rejoin"]
        server.ask("GET", f"/api/tables/{code}/{TEXT}", None, ada)
        server.ask("POST", "/api/me", {"name": TEXT * 9})

        # something that breaks, and that quotes a word where it breaks
        broken = server.table("club", 2, ada)
        server.stop()
        connection = sqlite3.connect(server.file)
        with connection:
            entry = json.dumps({"entry": TEXT}).encode()
            connection.execute("UPDATE log SET entry = ? WHERE code = ? AND version = 2", (entry, broken))
        connection.close()
        server.start()
        answer = server.ask("GET", f"/api/tables/{broken}")
        assert (answer.status_code, answer.json()["error"]) == (500, "internal")
        assert TEXT not in answer.text
        assert numbers(server)["moustaches_failures_total"] == 1
        server.stop()

        said = server.said
        for secret in (NAME, TEXT, ENTROPY, rejoin, code, broken, ada, ada.partition(".")[0]):
            assert secret not in said
        failed = [line for line in lines(server) if line["level"] == "error"]
        assert [(line["event"], line["error"]) for line in failed] == [
            ("a request failed", "ValidationError")
        ]
        assert any(place.startswith("server/store.py:") for place in failed[0]["where"])


def test_logs_are_one_object_a_line(own_server: Server) -> None:
    own_server.stop()
    events = [line["event"] for line in lines(own_server)]
    assert events == ["started", "stopping", "stopped"]
    for line in lines(own_server):
        assert {"at", "level", "event"} <= line.keys()


# How it stops


def test_it_stops_in_order_and_everybody_hears_when_to_come_back(tmp_path: Path) -> None:
    with Server(tmp_path, bot_pause=0.05) as server:
        ada = server.person()
        code = server.table("moustache", 4, ada)
        assert server.process is not None
        process = server.process

        async def go() -> int:
            async with Wire(server, code, ada) as seat, Wire(server, code) as spectator:
                await seat.intend("start", level="expert")
                await spectator.until(lambda: any("events" in each for each in spectator.heard))
                while not children(process.pid):  # until a bot thinks
                    view = server.look(code, ada)["view"]
                    if 0 in view["to_act"]:
                        server.intend(
                            code, ada, "move", move=view["legal"][0], expected=server.look(code)["version"]
                        )
                begun = children(process.pid)
                process.terminate()
                at = time.monotonic()
                await seat.until(lambda: seat.closed is not None)
                await spectator.until(lambda: spectator.closed is not None)
                for wire in (seat, spectator):
                    assert wire.closed == 1012
                    (closing,) = wire.of("closing")
                    assert wire.heard[-1] == closing
                    assert 0 < closing["retry"] <= 2
                await asyncio.to_thread(process.wait, 10)
                assert time.monotonic() - at < 4
                assert alive(begun) == set()
                return seat.versions[-1]

        version = run(go())
        assert process.returncode == 0
        server.process = None
        assert [line["event"] for line in lines(server)] == ["started", "stopping", "stopped"]
        assert len(server.log(code)) >= version


def acknowledged(wire: Wire) -> list[int]:
    """The versions as which intents of this socket have taken effect."""
    return [each["version"] for each in wire.heard if each["news"] == "done" or "done" in each]


def test_a_move_under_way_is_finished_before_the_goodbye(own_server: Server) -> None:
    """Whatever was acknowledged is stored, and whatever was stored before the goodbye was told."""
    server = own_server
    ada, bob = server.person("Ada"), server.person("Bob")
    code = server.table("gracias", 3, ada)

    async def go() -> Wire:
        async with Wire(server, code, bob) as other, Wire(server, code, ada) as seat:
            for number in range(60):
                await seat.send({"do": "say", "id": f"word-{number}", "phrase": "hello"})
            await seat.until(lambda: acknowledged(seat))
            assert server.process is not None
            server.process.terminate()
            await seat.until(lambda: seat.closed is not None)
            await other.until(lambda: other.closed is not None)
            assert other.versions == list(range(other.versions[0], len(server.log(code)) + 1))
            return seat

    seat = run(go())
    server.stop()
    stored = len(server.log(code))
    assert max(acknowledged(seat)) <= stored
    server.start()
    assert server.look(code)["version"] == stored


# The command


@contextmanager
def command(*arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """`moustaches serve` as a person starts it, with Ctrl-C at hand."""
    inherited = {name: value for name, value in os.environ.items() if name not in NAMES}
    process = subprocess.Popen(
        [sys.executable, "-m", "moustaches", "serve", *arguments],
        env=inherited | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):  # what it started goes too, whatever became of it
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def test_serve_prints_the_address_to_open_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    with command("--port", "0", "--data", str(tmp_path)) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        address = re.fullmatch(r"Open (http://127\.0\.0\.1:\d+)\n", first)
        assert address, first
        assert httpx.get(f"{address[1]}/health").json()["status"] == "ok"
        assert "Moustaches" in httpx.get(address[1]).text
        httpx.post(
            f"{address[1]}/api/play", json={"setup": {"game": "gracias", "players": 3}}
        ).raise_for_status()
        begun = children(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=10)
        assert process.returncode == 130
        assert "Traceback" not in errors
        assert "leaked" not in errors
        assert alive(begun) == set()
        assert (tmp_path / "moustaches.db").exists()


def test_serve_opens_the_page_in_a_browser_where_there_is_one(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}.part\nmv {seen}.part {seen}\n')
    browser.chmod(0o755)
    arguments = ("--open", "--port", "0", "--data", str(tmp_path))
    with command(*arguments, BROWSER=f"{browser} %s") as process:
        assert process.stdout is not None
        address = process.stdout.readline().removeprefix("Open ")
        end = time.monotonic() + STARTING
        while not seen.exists():
            assert time.monotonic() < end
            time.sleep(0.02)
        assert seen.read_text() == address


def test_without_a_screen_the_address_is_printed_and_that_is_all(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert not has_screen()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert has_screen()


def refused(*arguments: str, **environment: str) -> str:
    """The one line that says why it does not start."""
    with command(*arguments, **environment) as process:
        out, errors = process.communicate(timeout=STARTING)
        assert process.returncode == 2, (out, errors)
        assert out == ""
        (line,) = errors.splitlines()
        return line


def test_a_port_in_use_and_a_folder_in_use_are_said_in_one_line(own_server: Server, tmp_path: Path) -> None:
    taken = refused("--port", str(own_server.port), "--data", str(tmp_path / "other"))
    assert f"port {own_server.port} cannot be had" in taken
    assert "--port" in taken
    assert "another server uses the data folder" in refused("--port", "0", "--data", str(own_server.folder))
    (tmp_path / "file").write_text("")
    assert "cannot be used" in refused("--port", "0", "--data", str(tmp_path / "file"))


def test_a_damaged_database_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "moustaches.db").write_bytes(b"not a database, not a database" * 100)
    assert "not a database" in refused("--port", "0", "--data", str(tmp_path))


def test_several_workers_need_what_they_share(tmp_path: Path) -> None:
    assert "DATABASE_URL and VALKEY_URL" in refused("--workers", "2", "--data", str(tmp_path))
    assert "--workers: expected 1 or more" in refused("--workers", "0", "--data", str(tmp_path))


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("MOUSTACHES_PORT", "http", "a whole number"),
        ("MOUSTACHES_PORT", "70000", "0 to 65535"),
        ("MOUSTACHES_PORT", "-1", "a whole number"),
        ("MOUSTACHES_GRACE", "long", "a number of seconds"),
        ("MOUSTACHES_GRACE", "nan", "a number of seconds"),
        ("MOUSTACHES_IDLE", "-3", "a number of seconds"),
        ("MOUSTACHES_COMPRESS", "perhaps", "yes or no"),
        ("MOUSTACHES_LOG", "loud", "debug, info, warning, error"),
        ("MOUSTACHES_ADDRESS", "cards.example", "https://"),
        ("DATABASE_URL", "mysql://localhost", "postgresql://"),
        ("DATABASE_URL", "postgresql://localhost", "VALKEY_URL: expected"),
        ("VALKEY_URL", "localhost:6379", "valkey://"),
    ],
)
def test_a_setting_that_makes_no_sense_is_named(name: str, value: str, expected: str) -> None:
    with pytest.raises(BadOption, match=re.escape(expected)) as problem:
        from_environment({name: value})
    assert re.match(r"[A-Z_]+: ", str(problem.value))


def test_settings_are_read_from_the_environment() -> None:
    given = from_environment(
        {"MOUSTACHES_PORT": " 9000 ", "MOUSTACHES_COMPRESS": "Yes", "MOUSTACHES_GRACE": "2.5"}
    )
    assert (given.port, given.compress, given.grace) == (9000, True, 2.5)
    assert from_environment({}).port == 8300

"""`moustaches serve --workers`: several processes behind one port, watched over, counting together, stopping together;
and what is forgotten, kept and ready where the tables are in PostgreSQL.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from moustaches.client import Client
from moustaches.server.metrics import SHARED, Metrics
from tests.server.servers import PostgreSQL, Servers
from tests.server.serving import Server, Wire, play, run
from tests.server.test_operation import alive, children, command, eventually

pytestmark = pytest.mark.xdist_group("servers")
NAME, TEXT = "Zerubbabel", "quixotic jackdaws"


@pytest.fixture
def started(servers: Servers, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Two workers, and their address."""
    environment = {
        "DATABASE_URL": servers.new_database(),
        "VALKEY_URL": servers.bus,
        "MOUSTACHES_THINKERS": "1",
        "MOUSTACHES_BOT_PAUSE": "0",
        "MOUSTACHES_FREE_OF_LIMITS": "yes",
    }
    with command("--workers", "2", "--port", "0", "--data", str(tmp_path), **environment) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[1]
        eventually(lambda: len(workers(address)) == 2)
        yield process, address


def workers(address: str) -> set[int]:
    """The processes that serve."""
    found = metric(address, "moustaches_worker_up")
    return {int(label.partition('pid="')[2].partition('"')[0]) for label, up in found.items() if up}


def metric(address: str, name: str) -> dict[str, float]:
    found = {}
    for line in httpx.get(f"{address}/metrics").text.splitlines():
        if line.startswith(name):
            label, _, value = line.rpartition(" ")
            found[label] = float(value)
    return found


def test_several_workers_serve_count_and_stop_as_one_and_a_dead_one_is_replaced(
    started: tuple[subprocess.Popen[str], str],
) -> None:
    process, address = started
    assert httpx.get(f"{address}/ready").json()["ready"]

    def game(number: int) -> str:
        token = httpx.post(f"{address}/api/me", json={"name": f"P{number}"}).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        setup = {"game": "gracias", "players": 3}
        body = {"setup": setup, "level": "novice"}
        code = httpx.post(f"{address}/api/play", json=body, headers=headers).json()["code"]

        async def go() -> None:
            async with Client(f"{address}/t/{code}", token=token) as client:
                await play(client)

        run(go())
        return str(code)

    for number in range(4):
        game(number)
    total = 'moustaches_games_total{game="gracias"}'
    assert all(metric(address, total) == {total: 4} for _ in range(6))  # whichever of them answers

    victim = workers(address).pop()
    os.kill(victim, signal.SIGKILL)
    eventually(lambda: victim not in workers(address) and len(workers(address)) == 2)
    assert metric(address, total) == {total: 4}  # what it had counted is not lost

    begun = children(process.pid)
    os.killpg(process.pid, signal.SIGINT)  # Ctrl-C is heard by all of them
    _, errors = process.communicate(timeout=15)
    assert process.returncode == 130
    eventually(lambda: not alive(begun))
    assert "leaked" not in errors
    events = [json.loads(line)["event"] for line in errors.splitlines()]
    expected = ["a worker ended", *["started"] * 3, *["stopped"] * 2, *["stopping"] * 2]
    assert sorted(events) == expected, errors


def test_counts_can_be_read_while_a_worker_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files are there a moment before anything is in them."""
    monkeypatch.setenv(SHARED, str(tmp_path))
    metrics = Metrics()
    for name in ("counter", "gauge_livesum"):
        (tmp_path / f"{name}_{os.getpid()}.db").touch()
    assert metrics.text() == b""


def test_workers_end_with_their_parent(started: tuple[subprocess.Popen[str], str]) -> None:
    process, _ = started
    begun = children(process.pid)
    assert begun
    process.kill()
    eventually(lambda: not alive(begun))


def test_workers_that_cannot_start_say_why_in_one_line(servers: Servers, tmp_path: Path) -> None:
    where = servers.new_database() + "_that_is_not_there"
    environment = {"DATABASE_URL": where, "VALKEY_URL": servers.bus}
    with command("--workers", "2", "--port", "0", "--data", str(tmp_path), **environment) as process:
        out, errors = process.communicate(timeout=60)
        assert process.returncode == 2
        assert out == ""
        (line,) = errors.splitlines()
        assert "does not exist" in line


def test_readiness_tells_what_does_not_answer(servers: Servers, tmp_path: Path) -> None:
    if servers.postgres is None or servers.valkey is None:
        pytest.skip("somebody else's servers are not stopped")
    settings: dict[str, Any] = {"database": servers.new_database(), "valkey": servers.bus}
    with Server(tmp_path, **settings) as server:

        def said() -> tuple[int, bool, bool]:
            answer = server.ask("GET", "/ready")
            found = answer.json()
            return answer.status_code, found["database"], found["bus"]

        eventually(lambda: said() == (200, True, True))
        servers.valkey.stop(signal.SIGKILL)
        try:
            eventually(lambda: said() == (503, True, False))
        finally:
            servers.valkey.start()
        eventually(lambda: said() == (200, True, True))
        servers.postgres.stop(PostgreSQL.HARD)
        try:
            eventually(lambda: said() == (503, False, True))
            assert server.get("/health")["status"] == "ok"
        finally:
            servers.postgres.start()
        eventually(lambda: said() == (200, True, True))


def test_who_is_forgotten_at_one_worker_is_forgotten_at_all(servers: Servers, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"database": servers.new_database(), "valkey": servers.bus}
    with Server(tmp_path / "one", **settings) as one, Server(tmp_path / "other", **settings) as other:
        ada, bob = one.person(NAME), one.person("Bob")
        code = one.table("gracias", 3, ada, talk="free")
        mine = one.table("club", 2, ada)

        async def go() -> None:
            async with (
                Wire(other, code, ada) as seat,
                Wire(other, code, bob) as friend,
                Wire(other, mine) as stranger,
            ):
                await friend.intend("sit", seat=1)
                await seat.intend("say", text=TEXT)
                data = one.get("/api/me/data", ada)
                assert {table["code"] for table in data["tables"]} == {code, mine}
                assert TEXT in json.dumps(data)
                answer = await asyncio.to_thread(one.ask, "DELETE", "/api/me", None, ada)
                assert answer.json() == {"tables": 2}
                await seat.until(lambda: seat.closed is not None)
                await stranger.until(lambda: stranger.closed is not None)
                assert seat.of("closing")[-1]["retry"] == stranger.of("closing")[-1]["retry"] == -1
                await friend.until(
                    lambda: any("host" in each.get("table", {}) for each in friend.of("update"))
                )

        run(go())
        look = other.look(code, bob)
        assert look["table"]["seats"][0] == {"who": "empty"}
        assert look["you"]["host"]
        assert "talk" not in look
        assert other.ask("GET", f"/api/tables/{mine}").status_code == 404

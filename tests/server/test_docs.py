"""What docs/operate.md and docs/client.md say is so: settings, metrics, backups, examples."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from moustaches.client import Client
from moustaches.server.metrics import Metrics
from moustaches.server.settings import NAMES, Settings, from_environment
from tests.server.serving import Server, Wire, play, run

ROOT = Path(__file__).parents[2]
OPERATE = (ROOT / "docs" / "operate.md").read_text("utf-8")
CLIENT = (ROOT / "docs" / "client.md").read_text("utf-8")


def blocks(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page, re.DOTALL)


def test_every_setting_is_in_the_table_with_its_default() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \|([^|]*)\|", OPERATE, re.MULTILINE))
    assert list(rows) == ["MOUSTACHES_DATA", *NAMES]
    assert set(NAMES.values()) == set(Settings.__struct_fields__) - {"folder"}
    del rows["MOUSTACHES_DATA"]
    for name, text in rows.items():
        assert bool(text.strip()) == (getattr(Settings(folder=Path()), NAMES[name]) != "")
        given = from_environment({name: text})
        assert given == from_environment({}), f"{name}: {text}"


def test_every_metric_is_in_the_table(server: Server) -> None:
    described = set(re.findall(r"^\| `(moustaches_[a-z_]+)` \|", OPERATE, re.MULTILINE))
    told = {
        line.split()[2]
        for line in server.ask("GET", "/metrics").text.splitlines()
        if line.startswith("# TYPE")
    }
    ours = {name for name in told if name.startswith("moustaches_") and not name.endswith("_created")}
    assert described == ours
    assert Metrics().text()


def test_a_backup_of_a_running_server_can_be_restored(own_server: Server, tmp_path: Path) -> None:
    ada = own_server.person("Ada")
    code = own_server.table("gracias", 3, ada)
    (copying,) = blocks(OPERATE)

    async def go() -> list[int]:
        async with own_server.client(code, token=ada) as table, Wire(own_server, code) as wire:
            await table.start("novice")
            playing = asyncio.create_task(play(table))
            await wire.until(lambda: len(wire.versions) > 8)
            await asyncio.to_thread(
                subprocess.run, [sys.executable, "-c", copying], cwd=own_server.folder, check=True
            )
            await playing
            return wire.versions

    versions = run(go())
    restored = tmp_path / "restored"
    restored.mkdir()
    (own_server.folder / "backup.db").rename(restored / "moustaches.db")
    with Server(restored) as again:
        look = again.look(code, ada)
        assert 8 < look["version"] <= versions[-1]
        assert look["you"]["seat"] == 0

        async def on() -> None:
            async with again.client(code, token=ada) as table:
                await play(table)
                assert table.over

        run(on())


def test_the_example_bot_of_the_page_is_the_one_in_the_folder_and_plays() -> None:
    bot = (ROOT / "examples" / "bot.py").read_text("utf-8")
    assert blocks(CLIENT)[0].strip() == bot.partition('"""\n\n')[2].strip()
    code = [line for line in bot.splitlines() if line.strip() and not line.startswith(('"""', "#"))]
    assert len(code) <= 20


def test_the_example_bot_joins_by_a_link_and_plays_to_the_end(server: Server) -> None:
    async def go() -> str:
        host = await Client.host(server.base, name="Ada", game="gracias", players=3)
        async with host as table:
            bot = await asyncio.create_subprocess_exec(
                *(sys.executable, str(ROOT / "examples" / "bot.py"), table.link),
                stdout=asyncio.subprocess.PIPE,
                env=os.environ,
            )
            await table.until(lambda: any(said.get("phrase") == "hello" for said in table.talk))
            assert table.table["seats"][1] == {"who": "person", "name": "random"}
            await table.start("novice")
            await play(table)
            out, _ = await bot.communicate()
            assert bot.returncode == 0
            return out.decode()

    assert re.fullmatch(r"final scores: \[-?\d+, -?\d+, -?\d+\]\n", run(go()))


def test_the_other_example_of_the_client_runs(server: Server) -> None:
    names: dict[str, Any] = {}
    exec(blocks(CLIENT)[1].replace("http://127.0.0.1:8300", server.base), names)
    assert names["fair"].winners


def test_every_name_in_the_table_of_the_client_is_there() -> None:
    rows = re.findall(r"^\| (`.*?) \| ", CLIENT, re.MULTILINE)
    client = Client("http://127.0.0.1:1/t/code")
    for name in re.findall(r"`(\w+)(?:\(|`)", " ".join(rows)):
        assert name in ("Client", "Refused") or hasattr(client, name), name

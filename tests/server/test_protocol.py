"""docs/protocol.md tells the whole protocol and nothing else, and `/schema` is what is really said."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from moustaches.server import protocol, viewers
from moustaches.server.problems import STATUS
from moustaches.server.protocol import PROTOCOL, FromClient, FromServer
from moustaches.server.setup import Clock, Setup
from tests.server.serving import Server, Wire, run

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")
SERVER = ROOT / "src" / "moustaches" / "server"
CLIENT_KINDS, SERVER_KINDS = get_args(FromClient), get_args(FromServer)


def tag(kind: type) -> str:
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


def sections() -> dict[str, str]:
    """The text under each heading of the third level."""
    parts = re.split(r"^##+ (.*)$", PAGE, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("kind", [*CLIENT_KINDS, *SERVER_KINDS], ids=tag)
def test_every_message_is_described_with_all_its_fields(kind: type) -> None:
    text = sections()[tag(kind)]
    for field in kind.__struct_fields__:  # type: ignore[attr-defined]
        assert f"`{field}`" in text, f"{tag(kind)}: {field}"


@pytest.mark.parametrize(
    ("section", "kinds"),
    [
        ("table", (protocol.TableInfo, protocol.Seat, protocol.ClockFace, protocol.Asked)),
        ("setup", (Setup, Clock)),
        ("you", (protocol.You,)),
        ("talk", (protocol.Talk,)),
    ],
)
def test_everything_in_a_message_is_described(section: str, kinds: tuple[type, ...]) -> None:
    for kind in kinds:
        for field in kind.__struct_fields__:  # type: ignore[attr-defined]
            assert f"`{field}`" in sections()[section], f"{kind.__name__}: {field}"


def test_no_message_is_described_that_there_is_not() -> None:
    known = {tag(kind) for kind in (*CLIENT_KINDS, *SERVER_KINDS)} | {"table", "setup", "you", "talk"}
    described = set(re.findall(r"^### (.*)$", PAGE, re.MULTILINE))
    assert described == known


def examples() -> list[str]:
    """Every JSON message of the page; some blocks have one a line."""
    found = []
    for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL):
        found += [part.strip() for part in re.split(r"\n(?=\{)", block.strip())]
    return found


def test_the_page_has_examples() -> None:
    assert len(examples()) >= 8


@pytest.mark.parametrize("text", examples(), ids=lambda text: text[:30])
def test_every_example_is_a_message(text: str) -> None:
    message = json.loads(text)
    if "do" in message:
        protocol.decoder.decode(text)
    else:
        known = {tag(kind): kind for kind in SERVER_KINDS}[message["news"]]
        assert message.keys() - {"news"} <= set(known.__struct_fields__)
        msgspec.convert(message, known)


def errors() -> set[str]:
    """Every word for an error that the server's sources have."""
    found = set(STATUS) | {"not-found", "too-large"}
    for path in SERVER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if (
                node.func.id in ("Refusal", "Problem")
                and node.args
                and isinstance(node.args[0], ast.Constant)
            ):
                found.add(str(node.args[0].value))
            if node.func.id == "Refused":
                words = [each.value for each in node.keywords if each.arg == "error"]
                found |= {str(word.value) for word in words if isinstance(word, ast.Constant)}
    return found


def test_every_error_is_in_the_table_with_its_status() -> None:
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (\d+) \|", PAGE, re.MULTILINE))
    assert rows.keys() == errors()
    for error, status in STATUS.items():
        assert rows[error] == str(status)


def test_every_reason_for_closing_a_socket_is_in_the_table() -> None:
    rows = {int(code) for code in re.findall(r"^\| (\d{4}) \|", PAGE, re.MULTILINE)}
    own = {value for value in vars(viewers).values() if isinstance(value, int) and 1000 <= value < 5000}
    assert own <= rows
    assert rows <= own | {1000, 1011, 1012}


def test_every_request_is_in_the_table(server: Server) -> None:
    paths: dict[str, dict[str, Any]] = server.get("/schema/http/openapi.json")["paths"]
    published = {
        f"{method.upper()} {path}"
        for path, methods in paths.items()
        for method in methods
        if method != "parameters"
    }
    described = set(re.findall(r"^\| `((?:GET|POST|DELETE) [^`]*)`", PAGE, re.MULTILINE))
    assert described == published


def test_the_schema_is_made_of_the_types(server: Server) -> None:
    schema = server.get("/schema")
    assert schema["protocol"] == PROTOCOL
    client = {each["$ref"].rpartition("/")[2] for each in schema["client"]["anyOf"]}
    assert client == {kind.__name__ for kind in CLIENT_KINDS}
    told = {each["$ref"].rpartition("/")[2] for each in schema["server"]["anyOf"]}
    assert told == {kind.__name__ for kind in SERVER_KINDS}
    assert {"GraciasView", "MoustacheView", "ClubView", "Hidden", "BidMade"} <= schema["$defs"].keys()
    for name in re.findall(r'"#/\$defs/([^"]+)"', json.dumps(schema)):
        assert name in schema["$defs"]


def test_what_is_said_fits_the_schema(server: Server) -> None:
    from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

    schema = server.get("/schema")
    whole = Draft202012Validator({"$defs": schema["$defs"], **schema["server"]})
    view = Draft202012Validator({"$defs": schema["$defs"], **schema["view"]})
    event = Draft202012Validator({"$defs": schema["$defs"], **schema["event"]})

    async def go() -> None:
        for game in ("moustache", "gracias", "club"):
            ada = server.person()
            code = server.table(game, 3, ada, clock={"kind": "move", "seconds": 60})
            async with Wire(server, code, ada) as wire:
                await wire.intend("start", level="novice")
                await wire.intend("sit", seat=0)
                await wire.intend("say", phrase="hello")
                await wire.settled()
                heard = list(wire.heard)
            async with Wire(server, code, ada) as wire:
                heard += wire.heard[:1]
            assert {"welcome", "update", "present", "refused", "pong"} <= {each["news"] for each in heard}
            for message in heard:
                whole.validate(message)
                for each in message.get("events", ()):
                    event.validate(each)
            view.validate(heard[-1]["view"])

    run(go())


def test_another_version_of_the_protocol_is_refused(server: Server) -> None:
    async def go() -> None:
        wire = Wire(server, server.table(host=server.person()))
        wire.hello["protocol"] = PROTOCOL + 1
        async with wire:
            assert wire.closed == viewers.WRONG_PROTOCOL

    run(go())

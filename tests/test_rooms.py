"""The house keeps its order: a lower room knows nothing of an upper one, and what should be compiled is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import hatch_build
from moustaches.engine import COMPILED

SOURCES = Path(__file__).parents[1] / "src" / "moustaches"

MAY_KNOW = {
    "engine": "",
    "mind": "engine",
    "content": "errors",
    "game": "errors engine content",
    "bots": "errors engine mind content game",
    "arena": "errors engine mind content game bots",
    "train": "errors engine mind content game bots",
    "server": "errors content game bots",
    "client": "errors",
    "cli": "errors engine mind content game bots arena train server client",
}


def imported(path: Path) -> Iterator[str]:
    """The modules that a module imports, wherever in it it does so."""
    package = path.relative_to(SOURCES.parent).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Import():
                yield from (name.name for name in node.names)
            case ast.ImportFrom(module=module, names=names, level=level):
                start = package[: len(package) - level + 1] if level else ()
                base = ".".join((*start, *([module] if module else [])))
                yield from (f"{base}.{name.name}" for name in names)


def room_of(module: str) -> str:
    """The room of one of our modules; the package itself shows what `game` offers."""
    _, _, inner = module.partition(".")
    room = inner.partition(".")[0]
    return room if room in MAY_KNOW or room == "errors" else "game"


def test_every_room_has_its_place() -> None:
    rooms = {path.parent.name for path in SOURCES.glob("*/__init__.py")}
    assert rooms == set(MAY_KNOW)


@pytest.mark.parametrize("room", MAY_KNOW)
def test_a_room_knows_only_those_below(room: str) -> None:
    known = {room, *MAY_KNOW[room].split()}
    for path in sorted((SOURCES / room).rglob("*.py")):
        ours = {name for name in imported(path) if name.partition(".")[0] == "moustaches"}
        above = sorted(name for name in ours if room_of(name) not in known)
        assert not above, f"{path.relative_to(SOURCES)} imports {', '.join(above)}"


@pytest.mark.parametrize("pattern", hatch_build.COMPILED)
def test_what_should_be_compiled_is(pattern: str) -> None:
    paths = [path for path in SOURCES.glob(pattern) if path.stem != "__init__"]
    assert paths
    for path in paths:
        module = import_module(f"moustaches.{path.parent.name}.{path.stem}")
        assert (not (module.__file__ or "").endswith(".py")) == COMPILED, module.__file__

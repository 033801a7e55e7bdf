"""Writes src/protocol.ts: everything that the server and its clients say to each other, as types of TypeScript.

They are made from the types that the server itself speaks with, words of explanation included. `make types` writes the
file; a test fails when it is no longer what this would write.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, get_args

from msgspec import NODEFAULT
from msgspec import inspect as kinds

from moustaches.bots.players import LEVELS
from moustaches.content import Phrases
from moustaches.game.events import Event
from moustaches.game.tables import GAMES
from moustaches.game.views import View
from moustaches.server.app import GameInfo, Gone, Listed, Me, NewMe, NewTable, PlayNow, Rejoining, TableLink
from moustaches.server.boxes import Box
from moustaches.server.notebook import Notebook
from moustaches.server.operation import Health
from moustaches.server.problems import Problem
from moustaches.server.protocol import PROTOCOL, AnyIntent, FromClient, FromServer

WRITTEN = Path(__file__).with_name("src") / "protocol.ts"
HEAD = """\
// What the server and its clients say to each other: messages on sockets, views, events, and the requests over HTTP.
// docs/protocol.md describes it. Made from the server's own types by `make types`: do not edit it here.
"""
WIDTH = 110

UNIONS = {
    "Intent": get_args(AnyIntent),
    "FromClient": get_args(FromClient),
    "FromServer": get_args(FromServer),
    "View": tuple(sorted(View.__subclasses__(), key=lambda view: view.__name__)),
    "GameEvent": tuple(Event.__subclasses__()),
}
"""Told apart by `do`, `news`, `game` and `event`."""
REQUESTS = (NewMe, NewTable, PlayNow, Rejoining)
ANSWERS = (Me, Gone, Listed, TableLink, GameInfo, Notebook, Box, Phrases, Problem, Health)

GAME, LEVEL, PHASE = "GameName", "Level", "Phase"
CLOSER: dict[str, str] = {
    "Setup.game": GAME,
    "GameStarted.game": GAME,
    "Listed.game": GAME,
    "GameInfo.game": GAME,
    "PutBot.level": f"{LEVEL} | null",
    "Start.level": LEVEL,
    "PlayNow.level": LEVEL,
    "Seat.level": LEVEL,
    "Listed.phase": PHASE,
    "TableInfo.phase": PHASE,
    "RuleCard.pack": "'white' | 'black'",
    "RuleCard.source": "'printed' | 'reported' | 'ours'",
    "AttributeCard.kind": "'pose' | 'coat' | 'pattern' | 'accessory'",
    "Welcome.view": "View | null",
    "Welcome.events": "GameEvent[]",
    "Update.events": "GameEvent[]",
    "Update.view": "Partial<View> | null",
    "Update.own": "Partial<View> | null",
    "Update.table": "Partial<TableInfo> | null",
    "Problem.why": "Reason | null",
} | {f"{kind.__name__}.game": f"'{kind.__name__.removesuffix('View').lower()}'" for kind in UNIONS["View"]}
"""Where the server's own types are wider than what it says."""
CHOICES = (kinds.UnionType, kinds.LiteralType)


def typescript() -> str:
    """The whole file."""
    found: list[type] = []
    for kind in (*chain(*UNIONS.values()), *REQUESTS, *ANSWERS):
        collect(kind, found)
    names = {kind: name_of(kind, found) for kind in found}
    parts = [
        HEAD,
        f"export const PROTOCOL = {PROTOCOL};\n",
        union(GAME, [f"'{game}'" for game in GAMES]),
        union(LEVEL, [f"'{level}'" for level in LEVELS]),
        union(PHASE, ["'waiting'", "'playing'", "'over'"]),
        *(union(name, [names[kind] for kind in members]) for name, members in UNIONS.items()),
        *(interface(kind, names) for kind in found),
    ]
    return "\n".join(parts)


def union(name: str, members: list[str]) -> str:
    line = f"export type {name} = {' | '.join(members)};\n"
    if len(line) <= WIDTH:
        return line
    return f"export type {name} =\n" + "\n".join(f"  | {member}" for member in members) + ";\n"


def collect(kind: type, found: list[type]) -> None:
    """A struct, and all that it is made of."""
    if kind in found:
        return
    found.append(kind)
    info = kinds.type_info(kind)
    assert isinstance(info, kinds.StructType)
    for field in info.fields:
        for each in parts_of(field.type):
            collect(each, found)


def name_of(kind: type, found: list[type]) -> str:
    """Its own, unless two games call different things the same."""
    if [each.__name__ for each in found].count(kind.__name__) == 1:
        return kind.__name__
    return kind.__module__.rpartition(".")[2].removesuffix("_words").capitalize() + kind.__name__


def parts_of(info: Any) -> Iterator[type]:
    if isinstance(info, kinds.StructType):
        yield info.cls
    inside = [*getattr(info, "types", ()), *getattr(info, "item_types", ())]
    inside += [getattr(info, name) for name in ("item_type", "value_type") if hasattr(info, name)]
    for each in inside:
        yield from parts_of(each)


def interface(kind: type, names: dict[type, str]) -> str:
    """A struct with the words that explain it."""
    info = kinds.type_info(kind)
    assert isinstance(info, kinds.StructType)
    config: Any = kind.__struct_config__  # type: ignore[attr-defined]
    lines = [*comment(vars(kind).get("__doc__") or "", ""), f"export interface {names[kind]} {{"]
    if info.tag_field:
        lines.append(f"  {info.tag_field}: '{info.tag}';")
    explained = explanations(kind)
    for field in info.fields:
        # What has its usual value is left out by the server where it says so, and may be by a client.
        has_default = field.default is not NODEFAULT or field.default_factory is not NODEFAULT
        optional = has_default and (config.omit_defaults or config.forbid_unknown_fields)
        said = CLOSER.get(f"{kind.__name__}.{field.name}") or spelled(field.type, names)
        lines += comment(explained.get(field.name, ""), "  ")
        lines.append(f"  {field.encode_name}{'?' if optional else ''}: {said};")
    return "\n".join([*lines, "}\n"])


def comment(text: str, indent: str) -> list[str]:
    if not text:
        return []
    words = " ".join(text.split())
    if len(indent) + len(words) + 7 <= WIDTH:
        return [f"{indent}/** {words} */"]
    wrapped = textwrap.wrap(words, WIDTH - len(indent) - 3, break_on_hyphens=False)
    return [f"{indent}/**", *(f"{indent} * {line}" for line in wrapped), f"{indent} */"]


def explanations(kind: type) -> dict[str, str]:
    """The words under each field, its bases' too."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if not each.__module__.startswith("moustaches."):
            continue
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(each))).body
        assert isinstance(definition, ast.ClassDef)
        for field, words in zip(definition.body, definition.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                if isinstance(words, ast.Expr) and isinstance(words.value, ast.Constant):
                    found[field.target.id] = str(words.value.value)
    return found


def spelled(info: Any, names: dict[type, str]) -> str:
    """A type as TypeScript writes it."""
    match info:
        case kinds.StructType():
            return names[info.cls]
        case kinds.Metadata():
            return spelled(info.type, names)
        case kinds.StrType():
            return "string"
        case kinds.IntType() | kinds.FloatType():
            return "number"
        case kinds.BoolType():
            return "boolean"
        case kinds.NoneType():
            return "null"
        case kinds.LiteralType():
            return " | ".join(f"'{value}'" for value in info.values)
        case kinds.UnionType():
            return " | ".join(dict.fromkeys(spelled(each, names) for each in info.types))
        case kinds.TupleType():
            return f"[{', '.join(spelled(each, names) for each in info.item_types)}]"
        case kinds.ListType() | kinds.VarTupleType() | kinds.CollectionType():
            item = spelled(info.item_type, names)
            return f"({item})[]" if isinstance(info.item_type, CHOICES) else f"{item}[]"
        case kinds.DictType():
            return f"Record<string, {spelled(info.value_type, names)}>"
        case kinds.AnyType() | kinds.RawType():
            return "unknown"
    raise AssertionError(f"no type of TypeScript for {info}")


if __name__ == "__main__":
    WRITTEN.write_text(typescript(), "utf-8")

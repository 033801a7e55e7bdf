"""`moustaches serve`: tables for friends, in this machine's browser, its network, or the world."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import webbrowser
from threading import Thread

from moustaches.server.serve import serve as run
from moustaches.server.settings import NAMES, from_environment

EVERYWHERE = ("0.0.0.0", "::")


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--host", metavar="HOST", help="0.0.0.0: others may come too (default 127.0.0.1)")
    command.add_argument("--port", type=int, metavar="N", help="0: any that is free (default 8300)")
    command.add_argument("--workers", type=int, default=1, metavar="N", help="processes (default 1)")
    command.add_argument("--data", metavar="FOLDER", help="where the tables are kept")
    command.add_argument("--open", action="store_true", help="open the page in this machine's browser")
    command.epilog = f"From the environment: MOUSTACHES_DATA, {', '.join(NAMES)}; see docs/operate.md."


def serve(given: argparse.Namespace) -> int:
    """Until Ctrl-C, or until it is told to stop."""
    asked = {"MOUSTACHES_HOST": given.host, "MOUSTACHES_PORT": given.port, "MOUSTACHES_DATA": given.data}
    environment = os.environ | {name: str(value) for name, value in asked.items() if value is not None}
    settings = from_environment(environment)

    def opened(address: str) -> None:
        page, others = settings.address or address, []
        if settings.host in EVERYWHERE and not settings.address:
            page = address.replace(settings.host_name, "localhost")
            others = nearby(address, settings.host_name)
        print(f"Open {page}", *others, "Ctrl-C stops the server.", sep="\n", flush=True)
        if given.open and has_screen():
            Thread(target=webbrowser.open, args=(page,), daemon=True).start()

    run(settings, given.workers, opened)
    return 0


def has_screen() -> bool:
    """Whether a browser can show itself. One that writes into the terminal is no help: whoever has no other reads the
    address there."""
    if sys.platform in ("win32", "darwin") or "BROWSER" in os.environ:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def nearby(address: str, host: str) -> list[str]:
    """Where others in the same network find this machine, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # nothing is sent: it only chooses the way there
        except OSError:
            return []
        return [f"From other devices in your network: {address.replace(host, asking.getsockname()[0])}"]

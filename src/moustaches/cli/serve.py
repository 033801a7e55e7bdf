"""`moustaches serve`: tables for friends, in this machine's browser, its network, or the world."""

from __future__ import annotations

import argparse
import os
import socket

from moustaches.server.serve import serve as run
from moustaches.server.settings import NAMES, from_environment

EVERYWHERE = ("0.0.0.0", "::")


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--host", metavar="HOST", help="0.0.0.0: others may come too (default 127.0.0.1)")
    command.add_argument("--port", type=int, metavar="N", help="0: any that is free (default 8300)")
    command.add_argument("--workers", type=int, default=1, metavar="N", help="processes (default 1)")
    command.add_argument("--data", metavar="FOLDER", help="where the tables are kept")
    command.epilog = f"From the environment: MOUSTACHES_DATA, {', '.join(NAMES)}; see docs/operate.md."


def serve(given: argparse.Namespace) -> int:
    """Until Ctrl-C, or until it is told to stop."""
    asked = {"MOUSTACHES_HOST": given.host, "MOUSTACHES_PORT": given.port, "MOUSTACHES_DATA": given.data}
    environment = os.environ | {name: str(value) for name, value in asked.items() if value is not None}
    settings = from_environment(environment)

    def opened(address: str) -> None:
        lines = [f"Open {settings.address or address}"]
        if settings.host in EVERYWHERE and not settings.address:
            lines = [f"Open {address.replace(settings.host_name, 'localhost')}"]
            lines += nearby(address, settings.host_name)
        print(*lines, "Ctrl-C stops the server.", sep="\n", flush=True)

    run(settings, given.workers, opened)
    return 0


def nearby(address: str, host: str) -> list[str]:
    """Where others in the same network find this machine, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # nothing is sent: it only chooses the way there
        except OSError:
            return []
        return [f"From other devices in your network: {address.replace(host, asking.getsockname()[0])}"]

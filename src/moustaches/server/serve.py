"""Runs the server: one worker by default, several where PostgreSQL and Valkey are given."""

from __future__ import annotations

import os

import uvicorn

from .app import create
from .protocol import LARGEST
from .settings import Settings, from_environment


def serve(settings: Settings | None = None, workers: int = 1) -> None:
    """Until it is told to stop. Several workers read their settings from the environment."""
    settings = settings or from_environment()
    options = {
        "host": settings.host,
        "port": settings.port,
        "ws": "websockets-sansio",
        "ws_max_size": 2 * LARGEST,
        "ws_per_message_deflate": settings.compress,
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "server_header": False,
        "access_log": False,
        "log_level": "warning",
        "timeout_graceful_shutdown": 5,
        "backlog": 4096,
    }
    if workers > 1:
        os.environ.setdefault("MOUSTACHES_HOST", settings.host)
        uvicorn.run("moustaches.server.app:create", factory=True, workers=workers, **options)  # type: ignore[arg-type]
    else:
        uvicorn.run(create(settings), **options)  # type: ignore[arg-type]

"""The framework alone, with the settings of our server: every message at a table goes around to all its sockets, as a
text of a given size. What it delivers is what our server could if it had nothing else to do."""

from __future__ import annotations

import sys
from collections import defaultdict
from contextlib import suppress
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from moustaches.server.protocol import LARGEST


def application(size: int) -> Litestar:
    tables: defaultdict[str, list[WebSocket[Any, Any, Any]]] = defaultdict(list)
    text = "x" * size

    @websocket("/{table:str}")
    async def around(socket: WebSocket[Any, Any, Any], table: str) -> None:
        await socket.accept()
        sockets = tables[table]
        sockets.append(socket)
        with suppress(WebSocketDisconnect):
            while True:
                await socket.receive_data("text")
                for each in sockets:
                    await each.send_data(text)
        sockets.remove(socket)

    return Litestar([around], openapi_config=None)


def main() -> None:
    port, size = map(int, sys.argv[1:])
    uvicorn.run(
        application(size),
        host="127.0.0.1",
        port=port,
        ws="websockets-sansio",
        ws_max_size=2 * LARGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        server_header=False,
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=1,
    )


if __name__ == "__main__":
    main()

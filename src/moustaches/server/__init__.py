"""The table server: `create()` makes the application, `serve()` runs it. See docs/protocol.md and docs/operate.md."""

from .app import create

__all__ = ["create"]

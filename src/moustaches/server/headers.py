"""What browsers are told with every response, and what they tell with every request: who may use our pages, and whose
page asks.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.types import BeforeMessageSendHookHandler, Message, Scope

from .limits import household
from .settings import Settings

Connection = ASGIConnection[Any, Any, Any, Any]

PAGE = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""A page of ours loads what is ours: scripts, styles, pictures, sockets. Nothing inline, nothing from elsewhere."""
DATA = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""Everything else is no page, even if someone opens it as one."""

ALWAYS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # the address of a table is its key
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
YEAR = 365 * 24 * 60 * 60
NOT_CHANGED = 304
"""Has no type, and what it said of a policy would replace that of the page which the browser has kept."""


def headers_of(settings: Settings) -> BeforeMessageSendHookHandler:
    """Adds the headers to every response, errors too."""
    always = dict(ALWAYS)
    if settings.address.startswith("https:"):
        always["strict-transport-security"] = f"max-age={YEAR}"

    async def add(message: Message, scope: Scope) -> None:
        if message["type"] != "http.response.start":
            return
        headers = MutableScopeHeaders.from_message(message)
        for name, value in always.items():
            headers[name] = value
        is_page = headers.get("content-type", "").startswith("text/html")
        if message["status"] != NOT_CHANGED:
            headers.setdefault("content-security-policy", PAGE if is_page else DATA)
        headers.setdefault("cache-control", "no-store")

    return add


def own_page(settings: Settings, connection: Connection) -> bool:
    """Whether a page of ours asks. A browser says whose page it is; other programs say nothing, and have no cookies
    that a page could misuse."""
    if connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    asking = urlsplit(origin.lower())
    if settings.address:
        own = urlsplit(settings.address.lower())
        return (asking.scheme, asking.netloc) == (own.scheme, own.netloc)
    host = connection.headers.get("host", "").lower()
    return bool(host) and asking.netloc == host


def is_page(connection: Connection) -> bool:
    """Whether a page asks at all: a browser cannot hide that."""
    return "origin" in connection.headers or "sec-fetch-site" in connection.headers


def address_of(settings: Settings, connection: Connection) -> str:
    """Whose machine it is: what the outermost proxy that we trust says, else the peer."""
    if settings.proxies:
        lines = ",".join(connection.headers.getall("x-forwarded-for", []))
        named = [each.strip() for each in lines.split(",") if each.strip()]
        if len(named) >= settings.proxies:
            return household(named[-settings.proxies])
    return household(connection.client.host) if connection.client else ""

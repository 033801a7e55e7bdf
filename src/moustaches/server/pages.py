"""The client for browsers: one page at all addresses that people pass on, and the files that it loads.

A wheel brings the built client along in `site/`; in a source checkout it is `web/dist`. All files are read once, when
the server starts, and kept as they go over the wire. Which address shows what is the client's business: the page is the
same for a table that there is, one that there is not, and the settings.
"""

from __future__ import annotations

import gzip
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from litestar import Request, Response, route
from litestar.exceptions import NotFoundException
from msgspec import Struct

from moustaches import __version__

INSTALLED = Path(__file__).resolve().with_name("site")
BUILT = Path(__file__).resolve().parents[3] / "web" / "dist"
NOT_BUILT = f"""Moustaches {__version__}

A table server for three card games. Its client for browsers has not been built: in a source checkout, `make play`
builds it and opens it. Programs find the protocol at /schema and the requests at /schema/http/openapi.json; in Python,
moustaches.client plays at a table by its link.
"""

TEXT = {
    "css": "text/css",
    "html": "text/html",
    "js": "text/javascript",
    "json": "application/json",
    "map": "application/json",
    "svg": "image/svg+xml",
    "txt": "text/plain",
    "webmanifest": "application/manifest+json",
}
"""What is smaller when it is packed."""
TYPES = TEXT | {
    "ico": "image/x-icon",
    "jpg": "image/jpeg",
    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
    "png": "image/png",
    "wav": "audio/wav",
    "webp": "image/webp",
    "woff": "font/woff",
    "woff2": "font/woff2",
}
FOR_EVER = "public, max-age=31536000, immutable"  # a file whose name changes with what is in it
FOR_AN_HOUR = "public, max-age=3600"
ASK_AGAIN = "no-cache"


class File(Struct, frozen=True):
    """A file as it is sent."""

    type: str
    cache: str
    tag: str
    body: bytes
    packed: bytes | None = None
    """With gzip, where that is shorter."""


def file_of(name: str, body: bytes) -> File:
    """The file of this name in the client's folder."""
    stem, _, ending = name.rpartition(".")
    packed = gzip.compress(body, 9, mtime=0) if ending in TEXT else body
    return File(
        TYPES.get(ending, "application/octet-stream"),
        FOR_EVER if name.startswith("assets/") else ASK_AGAIN if stem == "index" else FOR_AN_HOUR,
        f'W/"{sha256(body).hexdigest()[:20]}"',
        body,
        packed if len(packed) < len(body) else None,
    )


class Site(Struct, frozen=True):
    """The page, and the files beside it."""

    page: File
    files: dict[str, File]

    def at(self, path: str) -> File | None:
        """What lies at an address, written without the slash at its beginning: a file, or else the page, unless the
        address looks like that of a file."""
        file = self.files.get(path)
        return file or (None if "." in path else self.page)


def read_site(folder: Path) -> Site:
    """All files of a built client."""
    files: dict[str, File] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.startswith("."):
            files[name] = file_of(name, path.read_bytes())
    return Site(files["index.html"], files)


@cache
def site() -> Site:
    """The client of this installation, or words in its place."""
    for folder in (INSTALLED, BUILT):
        if (folder / "index.html").is_file():
            return read_site(folder)
    return Site(file_of("index.txt", NOT_BUILT.encode()), {})


def takes_gzip(accepted: str) -> bool:
    """Whether a browser that says so can unpack it."""
    for each in accepted.lower().split(","):
        name, _, quality = each.partition(";")
        if name.strip() == "gzip":
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def sent(file: File, request: Request[Any, Any, Any]) -> Response[bytes]:
    headers = {"etag": file.tag, "cache-control": file.cache}
    if file.packed is not None:
        headers["vary"] = "accept-encoding"
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, media_type=file.type, headers=headers)
    if file.packed is not None and takes_gzip(request.headers.get("accept-encoding", "")):
        headers["content-encoding"] = "gzip"
        return Response(file.packed, media_type=file.type, headers=headers)
    return Response(file.body, media_type=file.type, headers=headers)


@route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False)
async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page or one of its files. Addresses of the protocol are matched before."""
    found = site().at(request.scope["path"].strip("/"))
    if found is None:
        raise NotFoundException("there is no such address")
    return sent(found, request)


ROUTES = [page]

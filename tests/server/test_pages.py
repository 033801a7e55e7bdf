"""The client for browsers is one page at every address that people pass on, and files that are fetched once."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from moustaches.server import pages
from moustaches.server.pages import Site, read_site, takes_gzip
from tests.server.serving import Server

SCRIPT = b"export const seats = [" + b"0, 1, 2, 3, " * 200 + b"];"
FILES = {
    "index.html": b"<!doctype html><title>Moustaches</title>" + b"<p>The curtain rises.</p>" * 20,
    "assets/app-1f3a.js": SCRIPT,
    "assets/app-2b4c.css": b"body { margin: 0 }",
    "assets/title-77aa.woff2": b"\x00" * 500,
    "assets/nobody-knows.xyz": b"?",
    "manifest.webmanifest": b'{"name": "Moustaches"}',
    "robots.txt": b"User-agent: *",
    ".stamp": b"not for the world",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, body in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(body)
    return tmp_path


@pytest.fixture
def site(folder: Path) -> Site:
    return read_site(folder)


@pytest.fixture
def client(site: Site, monkeypatch: pytest.MonkeyPatch) -> TestClient[Litestar]:
    """The pages alone, on a client that was built here."""
    monkeypatch.setattr(pages, "site", lambda: site)
    return TestClient(Litestar(pages.ROUTES, logging_config=None))


@pytest.mark.parametrize("path", ["/", "/t/abcdefghjk", "/t/nosuchtabl/", "/new", "/settings", "/about/us"])
def test_every_address_of_the_client_is_the_same_page(client: TestClient[Litestar], path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.content == FILES["index.html"]
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("name", "kind", "kept"),
    [
        ("assets/app-1f3a.js", "text/javascript; charset=utf-8", True),
        ("assets/app-2b4c.css", "text/css; charset=utf-8", True),
        ("assets/title-77aa.woff2", "font/woff2", True),
        ("assets/nobody-knows.xyz", "application/octet-stream", True),
        ("manifest.webmanifest", "application/manifest+json", False),
        ("robots.txt", "text/plain; charset=utf-8", False),
    ],
)
def test_a_file_is_sent_with_its_type_and_kept_for_ever_if_its_name_is_new_each_time(
    client: TestClient[Litestar], name: str, kind: str, kept: bool
) -> None:
    answer = client.get(f"/{name}")
    assert answer.content == FILES[name]
    assert answer.headers["content-type"] == kind
    wanted = "public, max-age=31536000, immutable" if kept else "public, max-age=3600"
    assert answer.headers["cache-control"] == wanted


@pytest.mark.parametrize(
    "path", ["/assets/app-0000.js", "/robots.text", "/.stamp", "/../pages.py", "/%2e%2e%2fpages.py", "/a.b/c"]
)
def test_there_is_no_other_file(client: TestClient[Litestar], path: str) -> None:
    assert client.get(path).status_code == 404


def test_what_a_browser_has_is_not_sent_again(client: TestClient[Litestar]) -> None:
    for path in ("/", "/t/abcdefghjk", "/robots.txt", "/assets/app-1f3a.js"):
        first = client.get(path)
        again = client.get(path, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
        assert again.headers["cache-control"] == first.headers["cache-control"]
        assert client.get(path, headers={"if-none-match": 'W/"another"'}).status_code == 200


def test_text_is_packed_for_who_can_unpack_it(client: TestClient[Litestar]) -> None:
    packed = client.get("/assets/app-1f3a.js", headers={"accept-encoding": "br, gzip;q=0.5"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "accept-encoding"
    assert int(packed.headers["content-length"]) < len(SCRIPT) / 5
    assert packed.content == SCRIPT
    plain = client.get("/assets/app-1f3a.js", headers={"accept-encoding": "br"})
    assert "content-encoding" not in plain.headers
    assert plain.headers["vary"] == "accept-encoding"
    assert plain.content == SCRIPT


def test_a_picture_and_what_is_short_already_go_as_they_are(site: Site) -> None:
    assert site.files["assets/title-77aa.woff2"].packed is None
    assert site.files["assets/app-2b4c.css"].packed is None
    assert gzip.decompress(site.page.packed or b"") == FILES["index.html"]


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ("", False),
        ("gzip", True),
        ("GZIP", True),
        ("br,gzip", True),
        ("gzip;q=0", False),
        ("gzip ; q=0.1", True),
    ],
)
def test_who_takes_gzip(accepted: str, takes: bool) -> None:
    assert takes_gzip(accepted) == takes


def test_only_its_head_can_be_asked_for(client: TestClient[Litestar]) -> None:
    assert client.head("/t/abcdefghjk").headers["content-type"] == "text/html; charset=utf-8"
    assert client.post("/t/abcdefghjk").status_code == 405


def test_without_a_client_there_are_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("INSTALLED", "BUILT"):
        monkeypatch.setattr(pages, name, tmp_path)
    words = pages.site.__wrapped__()
    for path in ("", "t/abcdefghjk"):
        found = words.at(path)
        assert found is not None
        assert (found.type, found.cache) == ("text/plain", "no-cache")
        assert b"make play" in found.body
    assert words.at("robots.txt") is None


def test_an_installed_client_is_found_before_a_built_one(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path_factory.mktemp("built")
    (other / "index.html").write_text("built")
    monkeypatch.setattr(pages, "BUILT", other)
    monkeypatch.setattr(pages, "INSTALLED", folder)
    assert pages.site.__wrapped__().page.body == FILES["index.html"]
    monkeypatch.setattr(pages, "INSTALLED", folder / "assets")
    assert pages.site.__wrapped__().page.body == b"built"


# On a real server


def test_the_page_is_no_address_of_the_protocol(server: Server) -> None:
    page = server.http.get("/").content
    for path in ("/t/nosuchtabl", "/settings"):
        assert server.http.get(path).content == page
    for path in ("/api", "/api/nothing", "/api/tables/nosuchtabl/nothing", "/schema/nothing", "/nothing.txt"):
        answer = server.http.get(path)
        assert answer.status_code == 404, path
        assert answer.json()["error"] == "not-found"
    assert server.http.get("/health").json()["status"] == "ok"


def test_all_that_the_page_loads_is_there(server: Server) -> None:
    answer = server.http.get("/")
    if not answer.headers["content-type"].startswith("text/html"):
        pytest.skip("the client was not built")
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    named = re.findall(r'(?:src|href)="([^"]+)"', answer.text)
    assert named
    if "/manifest.webmanifest" in named:
        named += [icon["src"] for icon in server.http.get("/manifest.webmanifest").json()["icons"]]
    for path in named:
        assert path.startswith("/")
        assert server.http.get(path).status_code == 200, path
    for forbidden in ("<script>", "<style", " style=", "data:", "onload="):
        assert forbidden not in answer.text

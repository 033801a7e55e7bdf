"""A client can draw an edition, and the form of a game's options, from what the server says of them."""

from __future__ import annotations

from pathlib import Path

import pytest

import moustaches
from moustaches.content import edition
from moustaches.game.club_words import ATTRIBUTES, CATS
from moustaches.game.tables import OPTIONS
from tests.server.serving import Server


def test_an_edition_is_told_as_far_as_it_can_be_seen(server: Server) -> None:
    box = server.get("/api/editions/standard")
    ours = edition("standard")
    assert (box["name"], box["digest"]) == ("standard", ours.digest)
    assert box["moustache"]["stars"]["green"] == list(ours.moustache.stars[0])
    assert [len(cups) for cups in box["moustache"]["cups"]] == [3, 3, 3, 3]
    assert [card["id"] for card in box["moustache"]["rules"]] == [card.id for card in ours.moustache.rules]
    assert {card["pack"] for card in box["moustache"]["rules"]} == {"white", "black"}
    assert [table["players"] for table in box["moustache"]["tables"]] == [3, 4, 5, 6]
    assert [len(one["garments"]) for one in box["gracias"]["characters"]] == [7, 7, 7, 7]
    assert len(box["gracias"]["loteria"]) == 21
    assert tuple(box["club"]["cats"]) == CATS
    assert [card["id"] for card in box["club"]["attributes"]] == list(ATTRIBUTES)
    for card in box["club"]["attributes"]:
        carriers = [cat for cat, words in box["club"]["cats"].items() if card["id"] in words]
        assert card["cats"] == len(carriers)
    assert "leap" in box["club"]["cats"]["leap-red"]
    assert "red" in box["club"]["cats"]["leap-red"]


def test_an_edition_is_asked_for_once(server: Server) -> None:
    first = server.http.get("/api/editions/standard")
    assert first.headers["cache-control"] == "public, max-age=300"
    again = server.http.get("/api/editions/standard", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_no_other_file_is_read(server: Server) -> None:
    for name in ("deluxe", "..%2fstandard", "standard.toml", "%2fetc%2fpasswd"):
        answer = server.ask("GET", f"/api/editions/{name}")
        assert answer.status_code == 404
        assert answer.json()["error"] == "not-found"


def test_the_editions_that_there_are_can_be_chosen_by_their_titles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.toml").write_text('format = 1\nbase = "standard"\ntitle = "My box"\n')
    (tmp_path / "torn.toml").write_text('format = 1\nbase = "standard"\ntitle = 3\n')
    monkeypatch.setenv("MOUSTACHES_EDITIONS", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "none"))
    with Server(tmp_path / "own") as server:
        for info in server.get("/api/games"):
            assert info["editions"] == {"mine": "My box", "standard": edition("standard").title}


def test_every_option_has_a_form_and_takes_what_it_offers(server: Server) -> None:
    for info in server.get("/api/games"):
        assert info["forms"].keys() == info["options"].keys() == OPTIONS[info["game"]].keys()
        for name, form in info["forms"].items():
            values = {"flag": [True, False], "choice": form["values"], "row": []}[form["kind"]]
            assert form["default"] in [*values, []]
            for value in values:
                game = moustaches.new(info["game"], info["players"][0], 0, {name: value})
                assert game.setting.options == ({} if value == form["default"] else {name: value})

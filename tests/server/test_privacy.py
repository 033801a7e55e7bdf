"""All my data to take away, and all of it forgotten; a finished game stays, with nobody in my seat."""

from __future__ import annotations

import asyncio

import moustaches
from moustaches.server.entries import Moved
from tests.server.serving import Message, Server, Wire, play, run

NAME, TEXT = "Zerubbabel", "quixotic jackdaws"  # words that are nowhere else


async def finished(server: Server, ada: str, bob: str, **setup: object) -> str:
    """A game of two people and a bot, played to its end; what Ada said is in its log."""
    code = server.table("gracias", 3, ada, talk="free", **setup)
    async with server.client(code, token=ada) as a, server.client(code, token=bob) as b:
        await b.sit(1)
        await a.intend("say", text=TEXT)
        await a.start("novice")
        await asyncio.gather(play(a), play(b))
    return code


def stored(server: Server) -> bytes:
    """Every byte on the disk, once the server has written all of it to one place."""
    return b"".join(path.read_bytes() for path in server.folder.glob("moustaches.db*"))


def test_the_data_that_i_take_away_tells_what_i_did_and_nothing_of_others(server: Server) -> None:
    ada, bob = server.person(NAME), server.person("Bob")
    code = run(finished(server, ada, bob))
    passed = server.table("gracias", 3, ada)
    server.intend(passed, bob, "sit", seat=1)
    assert server.intend(passed, ada, "pass-host", seat=1)["status"] == 200
    answer = server.ask("GET", "/api/me/data", token=ada)
    assert "attachment" in answer.headers["content-disposition"]
    data = answer.json()
    assert data["name"] == NAME
    assert 0 < data["first_seen"] <= data["last_seen"]
    (other,) = [each for each in data["tables"] if each["code"] == passed]
    assert [deed["what"] for deed in other["did"]] == [{"entry": "host-passed"}]
    (table,) = [each for each in data["tables"] if each is not other]
    assert (table["code"], table["game"], table["phase"]) == (code, "gracias", "over")
    assert (table["seat"], table["host"]) == (0, True)
    did = [deed["what"] for deed in table["did"]]
    assert {"entry": "said", "seat": 0, "name": NAME, "text": TEXT} in did
    moves = [deed["move"] for deed in did if deed["entry"] == "moved"]
    made = [entry for entry in server.entries(code) if isinstance(entry, Moved) and entry.seat == 0]
    assert moves == [entry.move for entry in made]
    assert "Bob" not in answer.text
    assert bob.partition(".")[0] not in answer.text
    assert server.look(code, bob)["you"]["rejoin"] not in answer.text
    assert server.ask("GET", "/api/me/data").status_code == 401


def test_what_is_forgotten_is_on_the_disk_no_more_and_the_game_stays(own_server: Server) -> None:
    server = own_server
    ada, bob = server.person(NAME), server.person("Bob")
    code = run(finished(server, ada, bob))
    id = ada.partition(".")[0]
    record = server.ask("GET", f"/api/tables/{code}/record").text
    assert server.ask("DELETE", "/api/me", token=ada).json() == {"tables": 1}

    assert server.ask("GET", "/api/me", token=ada).status_code == 401
    assert server.ask("GET", "/api/me/data", token=ada).status_code == 401
    assert server.get("/api/me/tables", ada) == []
    look = server.look(code, bob)
    assert look["table"]["seats"][0] == {"who": "person"}
    assert look["table"]["seats"][1]["name"] == "Bob"
    assert "talk" not in look
    assert server.ask("GET", f"/api/tables/{code}/record").text == record
    assert moustaches.verify(record).winners

    server.stop()
    disk = stored(server)
    assert b"Bob" in disk
    for word in (NAME, TEXT, id):
        assert word.encode() not in disk
    server.start()
    assert server.look(code, bob)["table"]["seats"] == look["table"]["seats"]
    assert server.ask("GET", f"/api/tables/{code}/record").text == record


def test_where_the_game_goes_on_a_bot_plays_for_who_is_forgotten_and_another_is_host(server: Server) -> None:
    async def go() -> None:
        ada, bob = server.person(NAME), server.person("Bob")
        code = server.table("gracias", 3, ada)
        async with Wire(server, code, ada) as mine, server.client(code, token=bob) as b:
            await b.sit(1)
            await mine.intend("start", level="novice")
            answer = await asyncio.to_thread(server.ask, "DELETE", "/api/me", None, ada)
            assert answer.json() == {"tables": 1}
            await mine.until(lambda: mine.closed is not None)
            assert mine.heard[-1] == {
                "news": "closing",
                "retry": -1,
                "reason": "you have been forgotten here",
            }
            await b.until(lambda: b.table["host"] == 1)
            assert b.table["seats"][0] == {"who": "bot", "level": "regular"}
            await play(b)
            assert b.over

    run(go())


def test_a_table_that_was_mine_alone_goes_with_me(server: Server) -> None:
    ada = server.person(NAME)
    code = server.post("/api/play", {"setup": {"game": "gracias", "players": 3}}, ada)["code"]
    waiting = server.table("club", 3, ada)

    async def go() -> None:
        async with Wire(server, waiting) as stranger:
            await asyncio.to_thread(server.ask, "DELETE", "/api/me", None, ada)
            await stranger.until(lambda: stranger.closed is not None)
            assert stranger.heard[-1]["retry"] == -1

    run(go())
    for gone in (code, waiting):
        assert server.ask("GET", f"/api/tables/{gone}").status_code == 404
        assert server.log(gone) == []


def test_who_only_looked_on_and_spoke_is_forgotten_too(own_server: Server) -> None:
    server = own_server

    async def go() -> str:
        ada, eve = server.person("Ada"), server.person(NAME)
        code = server.table("gracias", 3, ada, talk="free")
        async with server.client(code, token=eve) as spectator:
            await spectator.intend("say", text=TEXT)
        assert server.look(code, ada)["talk"][0]["text"] == TEXT
        assert server.ask("DELETE", "/api/me", token=eve).json() == {"tables": 1}
        assert "talk" not in server.look(code, ada)
        return code

    code = run(go())
    server.restart()
    assert "talk" not in server.look(code)
    server.stop()
    disk = stored(server)
    assert NAME.encode() not in disk
    assert TEXT.encode() not in disk


def test_the_cookie_goes_and_whoever_comes_back_is_someone_else(server: Server) -> None:
    ada = server.person(NAME)
    answer = server.ask("DELETE", "/api/me", token=ada)
    assert "Max-Age=0" in answer.headers["set-cookie"]
    again: Message = server.post("/api/me", {"name": "Ada"}, ada)
    assert again["token"].partition(".")[0] != ada.partition(".")[0]


def test_another_sites_page_cannot_have_me_forgotten(server: Server) -> None:
    ada = server.person()
    headers = {"authorization": f"Bearer {ada}", "origin": "https://evil.example"}
    assert server.http.delete("/api/me", headers=headers).status_code == 403
    assert server.get("/api/me", ada)["name"] == "Ada"


def test_a_rematch_after_someone_was_forgotten_has_a_bot_in_their_seat(server: Server) -> None:
    ada, bob = server.person(NAME), server.person("Bob")
    code = run(finished(server, ada, bob))
    server.ask("DELETE", "/api/me", token=ada)
    again = server.intend(code, bob, "rematch")
    look = server.look(again["code"], bob)
    assert [seat["who"] for seat in look["table"]["seats"]] == ["bot", "person", "bot"]
    assert look["you"]["host"]

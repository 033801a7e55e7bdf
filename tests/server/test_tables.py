"""Tables: created, found, sat at, started, looked at, handed over, and played again."""

from __future__ import annotations

import asyncio
import re
from random import Random
from typing import Any

import pytest

import moustaches
from moustaches.server.entries import Started
from tests.server.serving import Message, Server, Wire, play, run


def who(table: Message) -> list[str]:
    return [seat["who"] for seat in table["seats"]]


def refused(answer: Message, error: str = "not-allowed") -> bool:
    return answer.get("error") == error


# To make and to find


def test_a_table_has_a_short_code_a_link_and_a_picture_of_it(server: Server) -> None:
    ada = server.person("Ada")
    made = server.post("/api/tables", {"setup": {"game": "gracias", "players": 3}}, ada)
    code = made["code"]
    assert re.fullmatch("[a-z2-9]{6,12}", code)
    assert made["link"] == f"{server.base}/t/{code}"
    assert made["table"]["phase"] == "waiting"
    assert who(made["table"]) == ["person", "empty", "empty"]
    assert made["table"]["host"] == 0
    picture = server.ask("GET", f"/api/tables/{code}/qr.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")
    other = server.table(host=ada)
    assert server.ask("GET", f"/api/tables/{other}/qr.svg").text != picture.text
    assert server.look(code.upper())["table"]["code"] == code  # as people type it
    assert server.ask("GET", "/api/tables/nosuchcode").status_code == 404


def test_the_setup_is_kept_as_it_was_asked_for(server: Server) -> None:
    setup = {
        "game": "gracias",
        "players": 3,
        "options": {"uno-dos-tres": True},
        "clock": {"kind": "bank", "seconds": 300, "increment": 5},
        "privacy": "open",
        "spectators": False,
        "take_back": 3,
        "talk": "free",
    }
    code = server.post("/api/tables", {"setup": setup}, server.person())["code"]
    found = server.look(code)["table"]["setup"]
    assert {name: found[name] for name in setup} == setup
    assert found.get("edition", "standard") == "standard"


@pytest.mark.parametrize(
    "setup",
    [
        {"game": "bridge"},
        {"game": "club", "players": 5},
        {"game": "gracias", "options": {"noise": True}},
        {"game": "gracias", "edition": "../../etc/passwd"},
        {"game": "gracias", "clock": {"kind": "move", "seconds": 1}},
        {"game": "gracias", "take_back": 3600},
    ],
)
def test_a_setup_that_makes_no_sense_is_refused_with_a_reason(server: Server, setup: Message) -> None:
    before = server.get("/api/me/tables", ada := server.person())
    answer = server.ask("POST", "/api/tables", {"setup": setup}, ada)
    assert answer.status_code == 400
    assert answer.json()["error"] == "bad-setup"
    assert len(answer.json()["message"]) > 10
    assert server.get("/api/me/tables", ada) == before


def test_open_tables_are_listed_while_there_is_a_seat_and_others_never(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    hidden = server.table("club", 2, host=ada)
    shown = server.table("club", 2, host=ada, privacy="open")

    def listed() -> dict[str, Message]:
        return {each["code"]: each for each in server.get("/api/tables")}

    assert hidden not in listed()
    assert listed()[shown]["free"] == 1
    assert listed()[shown]["game"] == "club"
    server.intend(shown, bob, "sit")
    assert shown not in listed()
    server.intend(shown, bob, "stand")
    assert shown in listed()
    setup = server.look(shown)["table"]["setup"]
    server.intend(shown, ada, "change", setup=setup | {"privacy": "link"})
    assert shown not in listed()


def test_everybody_finds_their_own_tables(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    one, two = server.table(host=ada), server.table(host=ada)
    server.intend(two, bob, "sit", seat=3)
    assert {each["code"]: each["seat"] for each in server.get("/api/me/tables", ada)} == {one: 0, two: 0}
    assert [(each["code"], each["seat"]) for each in server.get("/api/me/tables", bob)] == [(two, 3)]
    assert server.get("/api/me/tables") == []


def test_a_guest_needs_only_a_name_and_becomes_somebody_by_the_first_action(server: Server) -> None:
    answer = server.ask("POST", "/api/tables", {"setup": {"game": "club", "players": 2}, "name": "Zoë"})
    assert answer.status_code == 201
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert answer.json()["table"]["seats"][0]["name"] == "Zoë"
    name, _, value = cookie.partition(";")[0].partition("=")
    again = server.http.get("/api/me", headers={"cookie": f"{name}={value}"})
    assert again.json()["name"] == "Zoë"
    assert server.ask("GET", "/api/me").status_code == 401


# Before the game


def test_persons_sit_move_swap_and_stand(server: Server) -> None:
    ada, bob, cleo = (server.person(name) for name in ("Ada", "Bob", "Cleo"))
    code = server.table("gracias", host=ada)
    assert server.intend(code, bob, "sit")["status"] == 200
    assert server.intend(code, cleo, "sit", seat=3, name="Chloé")["status"] == 200
    seats = server.look(code)["table"]["seats"]
    assert [seat.get("name", "") for seat in seats] == ["Ada", "Bob", "", "Chloé"]
    assert refused(server.intend(code, cleo, "sit", seat=0))  # taken
    assert refused(server.intend(code, cleo, "sit", seat=3))  # there already
    assert server.intend(code, cleo, "sit", seat=2)["status"] == 200
    assert refused(server.intend(code, bob, "swap", seats=[0, 1]))  # the host's to do
    assert server.intend(code, ada, "swap", seats=[0, 3])["status"] == 200
    assert [seat.get("name", "") for seat in server.look(code)["table"]["seats"]] == [
        "",
        "Bob",
        "Chloé",
        "Ada",
    ]
    assert refused(server.intend(code, bob, "stand", seat=2))
    assert server.intend(code, ada, "stand", seat=1)["status"] == 200
    assert server.intend(code, cleo, "stand")["status"] == 200
    assert who(server.look(code)["table"]) == ["empty", "empty", "empty", "person"]


def test_the_host_sets_the_table_up_anew_but_nobody_loses_a_seat_by_it(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    code = server.table("gracias", host=ada)
    server.intend(code, bob, "sit", seat=3)
    three = {"game": "gracias", "players": 3}
    assert refused(server.intend(code, bob, "change", setup=three))
    assert refused(server.intend(code, ada, "change", setup=three))  # Bob would fall from the chair
    server.intend(code, ada, "swap", seats=[2, 3])
    assert server.intend(code, ada, "change", setup=three)["status"] == 200
    assert server.intend(code, ada, "change", setup={"game": "moustache", "players": 6})["status"] == 200
    assert who(server.look(code)["table"]) == ["person", "empty", "person", "empty", "empty", "empty"]
    assert refused(server.intend(code, ada, "change", setup={"game": "club", "players": 9}), "bad-setup")


def test_only_the_host_starts_and_only_once(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    code = server.table("gracias", host=ada)
    server.intend(code, bob, "sit")
    assert refused(server.intend(code, bob, "start"))
    assert refused(server.intend(code, ada, "start", level="genius"), "bad-setup")
    assert server.intend(code, ada, "start")["status"] == 200
    assert refused(server.intend(code, ada, "start"))
    assert sum(isinstance(entry, Started) for entry in server.entries(code)) == 1
    for do, fields in (
        ("swap", {"seats": [0, 1]}),
        ("change", {"setup": {"game": "club", "players": 2}}),
        ("stand", {"seat": 1}),
        ("put-bot", {"seat": 2, "level": None}),
        ("rematch", {}),
    ):
        assert refused(server.intend(code, ada, do, **fields)), do


def test_a_table_without_persons_does_not_start(server: Server) -> None:
    ada = server.person("Ada")
    code = server.table("gracias", host=ada)
    server.intend(code, ada, "stand")
    assert refused(server.intend(code, ada, "start"))


def test_the_host_can_hand_over_and_takes_the_office_along(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    code = server.table("gracias", host=ada)
    server.intend(code, bob, "sit", seat=2)
    assert refused(server.intend(code, bob, "pass-host", seat=2))
    assert refused(server.intend(code, ada, "pass-host", seat=1))  # nobody sits there
    assert server.intend(code, ada, "pass-host", seat=2)["status"] == 200
    assert server.look(code, bob)["you"]["host"] is True
    assert server.look(code)["table"]["host"] == 2
    assert refused(server.intend(code, ada, "start"))
    server.intend(code, bob, "sit", seat=3)
    assert server.look(code)["table"]["host"] == 3
    server.intend(code, bob, "stand")
    assert server.look(code)["table"]["host"] is None  # looks on, and is the host still
    assert server.intend(code, bob, "start")["status"] == 200


# At the game


def test_play_now_is_one_request(server: Server) -> None:
    ada = server.person("Ada")
    for game, players in (("gracias", 4), ("moustache", 5), ("club", 2)):
        body = {"setup": {"game": game, "players": players}, "level": "novice", "seat": 1}
        made = server.post("/api/play", body, ada)
        assert made["table"]["phase"] == "playing"
        assert who(made["table"]) == ["person" if seat == 1 else "bot" for seat in range(players)]
        look = server.look(made["code"], ada)
        assert look["you"]["seat"] == 1
        assert look["view"]["game"] == game


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("gracias", 4, {"uno-dos-tres": True}),
        ("moustache", 4, {}),
        ("moustache", 5, {"row": ["pass-three", "pink-open", "twos-win", "second-best"]}),
        ("club", 4, {}),
    ],
)
def test_a_whole_game_with_persons_bots_and_spectators(
    server: Server, game: str, players: int, options: dict[str, Any]
) -> None:
    """Everybody ends with the same picture, and it is the one of the record."""

    async def go() -> None:
        ada = server.person("Ada")
        code = server.table(game, players, host=ada, options=options)
        dice = Random(7)
        async with (
            server.client(code, token=ada) as one,
            server.client(code, "Bob") as two,
            server.client(code, "Cleo") as looking,
        ):
            await two.sit(players - 1)
            await one.start("novice")
            made = await asyncio.gather(
                play(one, lambda view: dice.choice(view["legal"])),
                play(two, lambda view: dice.choice(view["legal"])),
            )
            assert all(made)
            await looking.until(lambda: looking.over and looking.version == one.version)
            await two.until(lambda: two.version == one.version)
            record = server.ask("GET", f"/api/tables/{code}/record").text
            verified = moustaches.verify(record)
            replayed = moustaches.load(record)
            assert replayed.outcome is not None
            for client in (one, two, looking):
                assert client.view is not None
                assert client.view["scores"] == list(replayed.outcome.scores)
                assert client.view == server.look(code, client.token)["view"]
                assert len(client.events) == replayed.version
            assert verified.commitment == one.table["commitment"]
            assert one.events[-1] == two.events[-1] == looking.events[-1]
            assert one.events[-1]["event"] == "game-ended"

    run(go())


def test_spectators_see_what_lies_open_and_can_be_kept_out(server: Server) -> None:
    async def go() -> None:
        ada, bob = server.person("Ada"), server.person("Bob")
        code = server.table("gracias", 3, host=ada, spectators=False)
        async with Wire(server, code, bob) as early, Wire(server, code) as stranger:
            assert server.intend(code, ada, "start", level="novice")["status"] == 200
            await early.until(lambda: early.closed is not None)
            await stranger.until(lambda: stranger.closed is not None)
            for wire in (early, stranger):
                assert wire.of("closing")[-1]["retry"] == -1
                assert all("own" not in each and "view" not in each for each in wire.of("update"))
        async with Wire(server, code, bob) as late:
            await late.until(lambda: late.closed is not None)
            assert late.closed == 4403
        assert server.ask("GET", f"/api/tables/{code}", token=bob).status_code == 403
        async with Wire(server, code, ada) as host:
            assert host.of("welcome")[0]["view"]["hand"]
        open_code = server.post("/api/play", {"setup": {"game": "gracias"}}, ada)["code"]
        async with Wire(server, open_code, bob) as looking:
            welcome = looking.of("welcome")[0]
            assert welcome["view"]["hand"] == []
            assert welcome["view"]["seat"] is None
            assert "seat" not in welcome["you"]

    run(go())


# Afterwards


def test_a_finished_game_keeps_its_place_and_its_record(server: Server) -> None:
    code, _ = finished(server)
    look = server.look(code)
    assert look["table"]["phase"] == "over"
    assert look["view"]["seed"]
    answer = server.ask("GET", f"/api/tables/{code}/record")
    assert "attachment" in answer.headers["content-disposition"]
    assert moustaches.verify(answer.text).game == "gracias"


def test_the_same_people_play_again(server: Server) -> None:
    code, (ada, bob) = finished(server)
    stranger = server.person("Eve")
    assert refused(server.intend(code, stranger, "rematch"))
    first = server.intend(code, bob, "rematch")
    assert server.intend(code, ada, "rematch")["code"] == first["code"]  # asked twice, once made
    assert server.look(code)["table"]["rematch"] == first["code"]
    again = server.look(first["code"], ada)
    assert again["table"]["phase"] == "waiting"
    assert who(again["table"]) == ["person", "person", "bot"]
    assert again["table"]["setup"] == server.look(code)["table"]["setup"]
    assert again["table"]["commitment"] != server.look(code)["table"]["commitment"]
    assert again["you"]["seat"] == 0
    assert again["you"]["host"] is True
    assert server.look(first["code"], bob)["you"]["seat"] == 1
    assert again["you"]["rejoin"] != server.look(code, ada)["you"]["rejoin"]
    assert server.intend(first["code"], ada, "start", level="novice")["status"] == 200


def test_a_rematch_has_a_host_who_is_there(server: Server) -> None:
    code, (_, bob) = finished(server, host_leaves=True)
    again = server.intend(code, bob, "rematch")["code"]
    assert server.look(again, bob)["you"]["host"] is True
    assert server.intend(again, bob, "start", level="novice")["status"] == 200


def finished(server: Server, host_leaves: bool = False) -> tuple[str, tuple[str, str]]:
    """A finished game of two persons and a bot."""

    async def go() -> tuple[str, tuple[str, str]]:
        ada, bob = server.person("Ada"), server.person("Bob")
        code = server.table("gracias", 3, host=ada)
        server.intend(code, bob, "sit")
        async with server.client(code, token=ada) as one, server.client(code, token=bob) as two:
            await one.start("novice")
            if host_leaves:
                await one.intend("stand")
                await play(two)
            else:
                await asyncio.gather(play(one), play(two))
        return code, (ada, bob)

    return run(go())

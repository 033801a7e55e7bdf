"""Talk: preset phrases for all; free text where host and rules allow it, cleaned; and nobody has to listen."""

from __future__ import annotations

import asyncio

import pytest

from moustaches.server.judging import Refusal, judge
from moustaches.server.protocol import Say, Sit
from moustaches.server.talk import PHRASES, clean
from tests.server.paper import Paper
from tests.server.serving import Server, Wire, play, run


def text(words: str) -> Say:
    return Say(id="say", text=words)


def test_phrases_are_for_everybody_at_any_time() -> None:
    for paper in (Paper("moustache", start=False), Paper("moustache")):
        for phrase in sorted(PHRASES):
            for person in ("ada", "looking"):
                (change,) = paper.intend(person, Say(id="say", phrase=phrase))
                assert change.talk is not None
                assert change.talk.phrase == phrase
                assert change.talk.seat == (0 if person == "ada" else None)
                assert change.talk.name == person.title()
        assert paper.refused("ada", Say(id="say", phrase="buy-my-beard-oil")).error == "malformed"
        assert paper.refused("ada", Say(id="say")).error == "malformed"
        assert paper.refused("ada", Say(id="say", phrase="hello", text="hello")).error == "malformed"


def test_free_text_only_where_the_host_allows_it() -> None:
    closed, free = Paper("gracias"), Paper("gracias", talk="free")
    assert closed.refused("ada", text("good evening")).error == "not-allowed"
    (change,) = free.intend("ada", text("good evening"))
    assert change.talk is not None
    assert change.talk.text == "good evening"


def test_M17_free_text_is_closed_during_a_game_of_moustache() -> None:
    paper = Paper("moustache", talk="free", start=False)
    paper.intend("ada", text("before the cards are dealt"))
    paper = Paper("moustache", talk="free")
    refusal = paper.refused("bob", text("I have the blue ten"))
    assert refusal.error == "not-allowed"
    assert refusal.why is not None
    assert refusal.why.rulings == ("M17",)
    paper.intend("bob", Say(id="say", phrase="nice-moustache"))


def test_spectators_tell_nobody_what_they_see() -> None:
    paper = Paper("gracias", talk="free", start=False)
    paper.intend("looking", text("hello"))
    paper = Paper("gracias", talk="free")
    assert paper.refused("looking", text("she has the joker")).error == "not-allowed"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  two\n\tlines \x00\x07 ", "two lines"),
        ("\u202egnp.exe\u2066", "gnp.exe"),
        ("cafe\u0301", "café"),
        ("z" + "\u0336" * 40 + "!", "z" + "\u0336" * 3 + "!"),
        ("\u3164\u2800\u200b", ""),
        ("<b>ok</b> & 🙂", "<b>ok</b> & 🙂"),
        ("नमस्ते", "नमस्ते"),
        ("x" * 500, "x" * 200),
    ],
)
def test_text_is_one_line_that_can_be_read(given: str, shown: str) -> None:
    assert clean(given) == shown
    assert clean(shown) == shown


def test_text_that_cannot_be_seen_is_refused() -> None:
    paper = Paper("gracias", talk="free")
    assert paper.refused("ada", text("\u200b\u2800 \u3164")).error == "malformed"
    with pytest.raises(Refusal, match="nickname"):
        judge(Paper("gracias", start=False).table, "cleo", "\u3164", Sit(id="sit"), 0)


def test_everybody_hears_it_and_newcomers_the_last_of_it(server: Server) -> None:
    async def go() -> None:
        ada, bob = server.person("Ada"), server.person("Bob")
        code = server.table("gracias", 3, host=ada, talk="free")
        server.intend(code, bob, "sit")
        async with Wire(server, code, ada) as one, Wire(server, code) as looking:
            for number in range(25):
                assert (await one.intend("say", text=f"number {number}"))["news"] == "done"
            await one.intend("say", phrase="hello")
            await looking.until(lambda: looking.heard[-1].get("talk", {}).get("phrase") == "hello")
            said = [each["talk"] for each in looking.of("update") if "talk" in each]
            assert said[0] == {"seat": 0, "name": "Ada", "text": "number 0"}
            assert len(said) == 26
            async with Wire(server, code, bob) as late:
                assert late.of("welcome")[0]["talk"] == said[-20:]
            await one.send({"do": "say", "id": "long", "text": "x" * 201})
            await one.until(lambda: one.of("refused"))
            assert one.of("refused")[0]["error"] == "malformed"

    run(go())


def test_muted_seats_are_not_heard_but_no_version_is_missing(server: Server) -> None:
    async def go() -> None:
        ada, bob = server.person("Ada"), server.person("Bob")
        code = server.table("gracias", 3, host=ada)
        server.intend(code, bob, "sit")
        async with (
            Wire(server, code, ada) as deaf,
            Wire(server, code) as other,
            Wire(server, code, bob) as two,
            Wire(server, code, server.person("Eve")) as looking,
        ):
            await deaf.send({"do": "mute", "seat": 1})
            await deaf.settled()
            await two.intend("say", phrase="hello")
            await asyncio.gather(deaf.settled(), other.settled())
            assert "talk" not in deaf.of("update")[-1]
            assert other.of("update")[-1]["talk"]["phrase"] == "hello"
            assert deaf.versions == list(range(deaf.versions[0], deaf.versions[-1] + 1))
            assert deaf.versions[-1] == other.versions[-1]
            await deaf.send({"do": "mute", "seat": 1, "muted": False})
            await deaf.settled()
            await two.intend("say", phrase="sorry")
            await deaf.settled()
            assert deaf.of("update")[-1]["talk"]["phrase"] == "sorry"
            await deaf.send({"do": "mute", "seat": None})
            await deaf.settled()
            for wire in (two, looking):
                await wire.intend("say", phrase="laugh")
            await deaf.settled()
            assert deaf.of("update")[-2]["talk"]["phrase"] == "laugh"
            assert "talk" not in deaf.of("update")[-1]

    run(go())


def test_talk_is_no_part_of_the_game(server: Server) -> None:
    """Nothing that is said makes a choice stale, and nothing of it is in the record."""

    async def go() -> None:
        ada = server.person("Ada")
        code = server.table("gracias", 3, host=ada, talk="free")
        async with server.client(code, token=ada) as one:
            await one.start("novice")
            await one.until(lambda: one.to_act)
            expected = one.version
            server.intend(code, ada, "say", text="let me think")
            move = one.view["legal"][0] if one.view else ""
            assert server.intend(code, ada, "move", move=move, expected=expected)["status"] == 200
            await one.until(lambda: one.version == len(server.log(code)))
            await play(one)
            assert "let me think" not in server.ask("GET", f"/api/tables/{code}/record").text

    run(go())

"""Fair deals: the table commits to its seed, the players add to it, and at the end everybody can check them."""

from __future__ import annotations

import asyncio
import json
from hashlib import sha256
from typing import Any

import pytest

import moustaches
from moustaches.errors import BadRecord
from moustaches.server.entries import Created
from moustaches.server.protocol import Sit, Start
from tests.server.paper import Paper, facts
from tests.server.serving import Server, Wire, play, run


def dealt(paper: Paper) -> list[Any]:
    return [deal for _, deal in paper.game.deals]


def with_entropy(*entropies: str) -> Paper:
    paper = Paper("gracias", persons=2, start=False)
    for person, entropy in zip(("ada", "bob"), entropies, strict=True):
        if entropy:
            paper.intend(person, Sit(id="sit", entropy=entropy))
    paper.intend("ada", Start(id="start"))
    return paper


def test_what_any_player_adds_changes_the_deals() -> None:
    plain, one, other = with_entropy("", ""), with_entropy("dice: 4", ""), with_entropy("dice: 5", "")
    late, both = with_entropy("", "coffee"), with_entropy("dice: 4", "coffee")
    deals = [json.dumps([list(d.order) for d in dealt(each)]) for each in (plain, one, other, late, both)]
    assert len(set(deals)) == 5
    assert dealt(with_entropy("dice: 4", "coffee")) == dealt(both)
    assert both.game.setting.entropy == ("dice: 4", "coffee", "", "")


def test_the_host_and_those_who_sit_again_can_add_too_until_the_cards_are_dealt() -> None:
    paper = Paper("gracias", persons=2, start=False)
    link = paper.table.chairs[0].link
    paper.intend("ada", Sit(id="1", entropy="mine"))
    assert paper.table.chairs[0].entropy == "mine"
    assert paper.table.chairs[0].link == link  # the seat is the same
    paper.intend("ada", Sit(id="2", seat=3))
    assert paper.table.chairs[3].entropy == "mine"  # and moves along
    assert paper.refused("ada", Sit(id="3", entropy="mine")).error == "not-allowed"  # nothing new
    paper.intend("ada", Start(id="4"))
    assert paper.refused("ada", Sit(id="5", entropy="other")).error == "not-allowed"


@pytest.mark.parametrize("entropy", ["a\nseed: 0", "\u2028", "\x00", '"],["', "é" * 64, "checksum: "])
def test_whatever_players_add_the_record_can_be_verified(entropy: str) -> None:
    from random import Random

    paper = with_entropy(entropy, "b")
    while not paper.game.over:
        paper.play(paper.game.to_act[0], Random(1))
    assert moustaches.verify(paper.game.record()).seed == paper.table.seed
    assert facts(paper.read_again()) == facts(paper.table)


def test_the_seed_is_committed_to_before_anybody_adds_to_it_and_told_only_at_the_end(server: Server) -> None:
    async def go() -> None:
        ada = server.person("Ada")
        code = server.table("gracias", 3, host=ada)
        (created, *_) = server.entries(code)
        assert isinstance(created, Created)
        seed = created.seed
        committed = server.look(code)["table"]["commitment"]
        assert committed == sha256(bytes.fromhex(seed)).hexdigest()
        async with (
            server.client(code, token=ada) as one,
            server.client(code, "Bob") as two,
            Wire(server, code, ada) as seated,
            Wire(server, code) as looking,
        ):
            await one.sit(entropy="from Ada")
            await two.sit(entropy="from Bob")
            assert server.look(code)["table"]["commitment"] == committed
            await one.start("novice")
            assert server.ask("GET", f"/api/tables/{code}/record").status_code == 403
            await asyncio.gather(play(one), play(two))
            for wire in (seated, looking):
                await wire.until(lambda wire=wire: wire.versions[-1] == one.version)
                told = [number for number, line in enumerate(wire.texts) if seed in line]
                over = [number for number, line in enumerate(wire.texts) if '"game-ended"' in line]
                assert told
                assert told[0] == over[0]
                assert not [line for line in wire.texts[: over[0]] if "from Bob" in line]
            record = server.ask("GET", f"/api/tables/{code}/record").text
            verified = moustaches.verify(record)
            assert verified.seed == seed
            assert verified.commitment == committed
            assert 'entropy: ["from Ada","from Bob",""]' in record
            with pytest.raises(BadRecord):
                moustaches.verify(record.replace("from Bob", "from Eve"))

    run(go())


def test_no_two_tables_have_the_same_seed(server: Server) -> None:
    ada = server.person("Ada")
    seeds = set()
    for _ in range(20):
        (created, *_) = server.entries(server.table("gracias", host=ada))
        assert isinstance(created, Created)
        assert len(bytes.fromhex(created.seed)) == 32
        seeds.add(created.seed)
    assert len(seeds) == 20

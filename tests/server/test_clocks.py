"""Clocks: none, for each choice, or a bank with an increment; live, or turn by turn over days."""

from __future__ import annotations

import asyncio
import sqlite3
from random import Random
from typing import Any

import pytest

from moustaches.errors import BadOption
from moustaches.server.entries import CameBack, Moved, Nudged, TookBack, WentAway, Woke
from moustaches.server.protocol import ChangeClock
from moustaches.server.setup import Clock, Setup, checked
from tests.server.paper import Paper, facts
from tests.server.serving import Server, Wire, play, run, view

PASSING = {"row": ["pass-three", "pink-open", "twos-win", "second-best"]}
MOVE, BANK, DAYS = Clock("move", 30), Clock("bank", 60, 10), Clock("move", 3 * 24 * 3600)


def mover(paper: Paper) -> int:
    return paper.game.to_act[0]


def left(paper: Paper, seat: int) -> float:
    """Seconds until a seat's time is up."""
    deadline = paper.table.deadline(seat)
    assert deadline is not None
    return (deadline - paper.now) / 1000


# On paper


def test_without_a_clock_nobody_runs_out_of_time() -> None:
    paper = Paper("gracias", persons=4)
    paper.wait(1_000_000)
    assert [paper.table.deadline(seat) for seat in range(4)] == [None] * 4
    assert paper.table.info().clocks is None


def test_each_choice_has_its_own_time() -> None:
    paper = Paper("gracias", persons=4, clock=MOVE)
    dice = Random(1)
    for _ in range(8):
        seat = mover(paper)
        assert left(paper, seat) == 30
        paper.wait(29)
        assert left(paper, seat) == 1
        assert all(paper.table.deadline(other) is None for other in range(4) if other != seat)
        paper.play(seat, dice)


def test_a_bank_loses_what_is_used_and_gains_the_increment() -> None:
    paper = Paper("gracias", persons=4, clock=BANK)
    dice = Random(1)
    banks = [60.0] * 4
    for pause in (5, 20, 0, 59, 7, 3, 11):
        seat = mover(paper)
        assert left(paper, seat) == pytest.approx(banks[seat])
        paper.wait(pause)
        paper.play(seat, dice)
        banks[seat] = max(0.0, banks[seat] - pause) + 10
        clocks = paper.table.info().clocks
        assert clocks is not None
        assert [face.left for face in clocks] == pytest.approx(banks)
        assert [face.since is not None for face in clocks] == [each == mover(paper) for each in range(4)]


def test_choices_made_at_once_are_timed_for_each_seat() -> None:
    paper = Paper("moustache", persons=4, clock=BANK, options=PASSING)
    dice = Random(2)
    assert paper.game.to_act == (0, 1, 2, 3)
    paper.wait(4)
    paper.play(1, dice)
    assert paper.table.deadline(1) is None
    paper.wait(4)
    paper.play(3, dice)
    assert [left(paper, seat) for seat in (0, 2)] == [52, 52]
    clocks = paper.table.info().clocks
    assert clocks is not None
    assert [face.left for face in clocks] == [60, 66, 60, 62]


def test_bots_and_those_who_are_away_have_no_running_clock() -> None:
    paper = Paper("gracias", persons=4, clock=BANK)
    seat = mover(paper)
    paper.wait(15)
    paper.write(WentAway(seat))
    assert paper.table.deadline(seat) is None
    paper.wait(100)
    paper.write(CameBack(seat))
    assert left(paper, seat) == 45  # what was used before is gone, the rest is not
    alone = Paper("gracias", persons=1, clock=MOVE)
    while 0 in alone.game.to_act:
        alone.play(0, Random(1))
    assert [alone.table.deadline(each) for each in range(4)] == [None] * 4


def test_the_clock_can_be_changed_in_the_middle() -> None:
    paper = Paper("gracias", persons=4, clock=MOVE)
    dice = Random(1)
    paper.play(mover(paper), dice)
    paper.wait(20)
    paper.intend("ada", ChangeClock(id="c", clock=DAYS))
    assert left(paper, mover(paper)) == DAYS.seconds
    paper.wait(50_000)
    paper.play(mover(paper), dice)
    paper.intend("ada", ChangeClock(id="c", clock=BANK))
    assert left(paper, mover(paper)) == 60
    paper.intend("ada", ChangeClock(id="c", clock=Clock()))
    assert paper.table.deadline(mover(paper)) is None
    assert paper.table.info().clocks is None
    assert paper.refused("bob", ChangeClock(id="c", clock=MOVE)).error == "not-allowed"
    assert paper.refused("ada", ChangeClock(id="c", clock=Clock("move", 1))).error == "bad-setup"


def test_taking_back_wins_no_time() -> None:
    paper = Paper("gracias", persons=4, clock=BANK, take_back=5)
    dice = Random(1)
    seat = mover(paper)
    paper.wait(3)
    for _ in range(4):
        paper.play(seat, dice)
        paper.write(TookBack(seat, len(paper.game.moves) - 1))
    assert left(paper, seat) == 57
    paper.intend("ada", ChangeClock(id="c", clock=Clock("bank", 100, 20)))
    paper.play(seat, dice)
    paper.intend("ada", ChangeClock(id="c", clock=BANK))
    paper.write(TookBack(seat, len(paper.game.moves) - 1))
    assert left(paper, seat) == 60  # wound anew since: there is nothing to give back


def test_a_rest_uses_no_time() -> None:
    paper = Paper("gracias", persons=4, clock=BANK)
    paper.wait(100_000)
    paper.write(Woke())
    assert left(paper, mover(paper)) == 60


def test_a_clock_is_folded_from_the_log_alone() -> None:
    paper = Paper("gracias", persons=3, clock=BANK)
    dice = Random(4)
    while not paper.game.over:
        paper.wait(dice.choice((0.25, 2, 17)))
        paper.play(mover(paper), dice)
    assert facts(paper.read_again()) == facts(paper.table)


@pytest.mark.parametrize(
    "clock",
    [
        Clock("none", 5),
        Clock("move", 4),
        Clock("move", 30, 5),
        Clock("bank", 60, -1),
        Clock("bank", 60, 25 * 3600),
        Clock("bank", 15 * 24 * 3600),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(clock: Clock) -> None:
    with pytest.raises(BadOption, match=r"^clock: "):
        checked(Setup(game="gracias", clock=clock))


# With real time


def test_who_is_out_of_time_is_reminded_and_then_the_bot_plays(impatient: Server) -> None:
    """At one table seats act one by one, at the other all choose at once; both wait for the same five seconds."""
    server = impatient

    async def one_by_one() -> None:
        ada, bob = server.person("Ada"), server.person("Bob")
        code = server.table("gracias", 3, host=ada, clock={"kind": "move", "seconds": 5})
        server.intend(code, bob, "sit")
        async with server.client(code, token=ada) as one, server.client(code, token=bob) as two:
            await one.start("novice")
            await asyncio.gather(*(each.until(lambda each=each: each.view) for each in (one, two)))
            await one.until(lambda: view(one)["to_act"][0] < 2)
            late = view(one)["to_act"][0]
            await (one, two)[late].until(lambda: by_clock(code))
            nudge, move = since_turn(code, late)
            assert move[1].seat == nudge[1].seat == late
            assert 3.7 <= (nudge[0] - move[2]) / 1000 < 5.0
            assert 5.0 <= (move[0] - move[2]) / 1000 < 9.0
            # Nobody has lost the seat, and a choice in time is one's own.
            assert [seat["who"] for seat in one.table["seats"]] == ["person", "person", "bot"]
            await asyncio.gather(play(one), play(two))
            assert len(by_clock(code)) == 1

    def by_clock(code: str) -> list[Any]:
        return [e for e in server.entries(code) if isinstance(e, Moved) and e.by == "clock"]

    def since_turn(code: str, seat: int) -> tuple[Any, Any]:
        """The reminder; and the move with the time at which its clock began."""
        log = server.log(code)
        at = next(n for n, (_, _, e) in enumerate(log) if isinstance(e, Moved) and e.by == "clock")
        nudge = next((when, e) for _, when, e in log if isinstance(e, Nudged))
        begun = log[at - 2][1]  # before the reminder: what made it this seat's turn
        return nudge, (log[at][1], log[at][2], begun)

    async def all_at_once() -> None:
        ada, bob = server.person("Ada"), server.person("Bob")
        clock = {"kind": "bank", "seconds": 5, "increment": 2}
        code = server.table("moustache", host=ada, clock=clock, options=PASSING)
        server.intend(code, bob, "sit")
        async with server.client(code, token=ada) as one, server.client(code, token=bob) as two:
            await one.start("novice")
            await two.until(lambda: two.to_act)
            await two.move(view(two)["legal"][0])
            await one.until(lambda: by_clock(code))
            assert [entry.seat for entry in by_clock(code)] == [0]
            assert [e.seat for e in server.entries(code) if isinstance(e, Moved) and e.by == "person"] == [1]
            await one.until(lambda: one.table["clocks"][0]["left"] <= 2.0)
            assert one.table["clocks"][1]["left"] > 5

    async def go() -> None:
        await asyncio.gather(one_by_one(), all_at_once())

    run(go())


def test_turn_by_turn_the_game_goes_on_without_anybody_there(own_impatient: Server) -> None:
    """Days pass while the server is down, and nobody comes."""
    server = own_impatient
    ada = server.person("Ada")
    setup = {"game": "gracias", "players": 3, "clock": {"kind": "move", "seconds": 2 * 24 * 3600}}
    code = server.post("/api/play", {"setup": setup, "level": "novice"}, ada)["code"]

    def made(by: str) -> int:
        return sum(1 for e in server.entries(code) if isinstance(e, Moved) and e.by == by)

    async def go() -> None:
        async with Wire(server, code) as stranger:  # only to hear of it
            await stranger.until(lambda: 0 in server.look(code)["view"]["to_act"])
        server.stop()
        with sqlite3.connect(server.file) as connection:
            connection.execute("UPDATE log SET at = at - ?", (3 * 24 * 3600 * 1000,))
        connection.close()
        before = made("bot")
        server.start()
        while not (made("clock") and made("bot") > before and 0 in server.look(code)["view"]["to_act"]):
            await asyncio.sleep(0.05)
        assert made("clock") == 1  # and then there are two days again
        assert server.look(code)["present"] == [False] * 3
        assert server.look(code)["table"]["seats"][0].get("away", False) is False

    run(go())


def test_a_live_game_rests_without_players_and_gives_them_their_time_when_they_return(
    own_server: Server,
) -> None:
    server = own_server
    ada = server.person("Ada")
    setup = {"game": "gracias", "players": 3, "clock": {"kind": "bank", "seconds": 300, "increment": 0}}
    code = server.post("/api/play", {"setup": setup, "level": "novice"}, ada)["code"]

    async def go() -> None:
        async with server.client(code, token=ada) as one:
            await one.until(lambda: one.to_act)
        server.restart(hard=True)
        with sqlite3.connect(server.file) as connection:
            connection.execute("UPDATE log SET at = at - 3600000")
        connection.close()
        server.restart()
        before = len(server.log(code))
        assert server.look(code)["view"]["to_act"] == [0]
        assert len(server.log(code)) == before
        async with server.client(code, token=ada) as one:
            await one.until(lambda: one.version is not None and one.version > before)
            assert isinstance(server.entries(code)[before], Woke)
            face = one.table["clocks"][0]
            assert face["left"] > 290
            assert abs(face["since"] - server.log(code)[before][1] / 1000) < 0.01
            await play(one)
        assert all(e.by != "clock" for e in server.entries(code) if isinstance(e, Moved))

    run(go())


def test_anybody_who_plays_may_remind_who_is_to_act(server: Server) -> None:
    async def go() -> None:
        ada, bob = server.person("Ada"), server.person("Bob")
        code = server.table("gracias", 3, host=ada)
        server.intend(code, bob, "sit")
        async with (
            Wire(server, code, ada) as one,
            Wire(server, code, bob) as two,
            Wire(server, code) as third,
        ):
            await one.intend("start", level="novice")
            await one.until(lambda: server.look(code)["view"]["to_act"][0] < 2)
            late = server.look(code)["view"]["to_act"][0]
            waiting, waited_for = (two, one) if late == 0 else (one, two)
            assert (await waiting.intend("nudge"))["news"] == "done"
            assert (await waited_for.intend("nudge"))["error"] == "not-allowed"
            assert (await third.intend("nudge"))["error"] == "stranger"
            for wire in (one, two, third):
                await wire.until(lambda wire=wire: [e for e in wire.of("update") if e.get("nudged") == late])

    run(go())

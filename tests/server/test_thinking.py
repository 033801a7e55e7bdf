"""Bots think in a bounded number of processes, in turn, and no thought is lost."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import moustaches
from moustaches.game.views import View
from moustaches.server.entries import AnyEntry, BotSat, Sat, Started
from moustaches.server.house import House
from moustaches.server.settings import Settings
from moustaches.server.setup import Setup
from moustaches.server.thinking import Thinkers
from tests.server.serving import run

# Long enough to be killed or overtaken in the middle, on any machine.
SLOW = "flat-mc:1000000"
QUICK = "novice"


def a_view() -> View:
    game = moustaches.new("moustache", 4, 1)
    return game.view(game.to_act[0])


VIEW = a_view()


def with_thinkers(size: int, work: Callable[[Thinkers], Awaitable[None]]) -> None:
    async def whole() -> None:
        thinkers = Thinkers(size)
        try:
            await work(thinkers)
        finally:
            await thinkers.close()
        assert not alive(thinkers)

    run(whole())


def alive(thinkers: Thinkers) -> list[int]:
    return [process.pid for process in thinkers.processes if process.returncode is None]


async def begun(thinkers: Thinkers) -> int:
    """Until the only thinker is at work; its process."""
    while not alive(thinkers) or thinkers.waiting:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)
    return alive(thinkers)[0]


@pytest.mark.parametrize("level", ["novice", "regular", "expert"])
@pytest.mark.parametrize("game", ["moustache", "gracias", "club"])
def test_a_thought_is_the_move_of_the_bot(game: str, level: str) -> None:
    from moustaches.bots.players import player

    position = moustaches.new(game, 3, 5)
    view = position.view(position.to_act[0])

    async def work(thinkers: Thinkers) -> None:
        assert await thinkers.think(view, level, 7) == player(level, 7).choose(view).move

    with_thinkers(1, work)


def test_there_are_never_more_thinkers_than_asked_for() -> None:
    async def work(thinkers: Thinkers) -> None:
        moves = await asyncio.gather(*(thinkers.think(VIEW, QUICK, n, f"t{n}") for n in range(30)))
        assert all(move in VIEW.legal for move in moves)
        assert 1 <= len(alive(thinkers)) <= 2

    with_thinkers(2, work)


def test_a_table_with_many_bots_does_not_push_the_others_back() -> None:
    async def work(thinkers: Thinkers) -> None:
        order: list[str] = []

        async def think(table: str) -> None:
            await thinkers.think(VIEW, QUICK, 0, table)
            order.append(table)

        slow = asyncio.create_task(thinkers.think(VIEW, SLOW, 0, "first"))
        pid = await begun(thinkers)
        line = [asyncio.create_task(think(table)) for table in ("many",) * 5 + ("one", "other")]
        await asyncio.sleep(0)
        assert thinkers.waiting == 7
        slow.cancel()
        os.kill(pid, signal.SIGKILL)  # nobody waits for that thought any more
        await asyncio.gather(*line)
        assert order.index("one") <= 2
        assert order.index("other") <= 2

    with_thinkers(1, work)


def test_a_thought_that_is_not_wanted_any_more_leaves_the_line() -> None:
    async def work(thinkers: Thinkers) -> None:
        slow = asyncio.create_task(thinkers.think(VIEW, SLOW, 0, "first"))
        await begun(thinkers)
        waiting = asyncio.create_task(thinkers.think(VIEW, QUICK, 0, "second"))
        await asyncio.sleep(0)
        assert thinkers.waiting == 1
        waiting.cancel()
        slow.cancel()
        await asyncio.gather(waiting, slow, return_exceptions=True)
        assert thinkers.waiting == 0
        assert not thinkers.line

    with_thinkers(1, work)


def test_a_thought_is_begun_anew_when_its_thinker_is_killed() -> None:
    async def work(thinkers: Thinkers) -> None:
        first = asyncio.create_task(thinkers.think(VIEW, SLOW, 0, "first"))
        pid = await begun(thinkers)
        others = [asyncio.create_task(thinkers.think(VIEW, QUICK, n, f"t{n}")) for n in range(3)]
        os.kill(pid, signal.SIGKILL)
        while alive(thinkers) in ([], [pid]):
            await asyncio.sleep(0.01)
        assert not first.done()
        first.cancel()
        os.kill(await begun_after(thinkers, pid), signal.SIGKILL)
        assert all(move in VIEW.legal for move in await asyncio.gather(*others))

    async def begun_after(thinkers: Thinkers, before: int) -> int:
        while True:
            found = [pid for pid in alive(thinkers) if pid != before]
            if found:
                return found[0]
            await asyncio.sleep(0.01)

    with_thinkers(1, work)


def test_a_thinker_that_dies_again_and_again_is_a_clear_error() -> None:
    async def work(thinkers: Thinkers) -> None:
        thought = asyncio.create_task(thinkers.think(VIEW, SLOW, 0, "first"))
        seen: set[int] = set()
        while not thought.done():
            for pid in alive(thinkers):
                if pid not in seen:
                    seen.add(pid)
                    os.kill(pid, signal.SIGKILL)
            await asyncio.sleep(0.01)
        with pytest.raises(RuntimeError, match="died 3 times"):
            await thought
        assert await thinkers.think(VIEW, QUICK, 0) in VIEW.legal

    with_thinkers(1, work)


def test_a_bot_that_fails_says_so_and_the_thinker_goes_on() -> None:
    async def work(thinkers: Thinkers) -> None:
        with pytest.raises(RuntimeError, match="no player is called"):
            await thinkers.think(VIEW, "wizard", 0)
        assert await thinkers.think(VIEW, QUICK, 0) in VIEW.legal

    with_thinkers(1, work)


def test_a_closed_pool_leaves_nobody_waiting_and_no_process() -> None:
    async def whole() -> None:
        thinkers = Thinkers(1)
        thoughts = [asyncio.create_task(thinkers.think(VIEW, SLOW, n, "t")) for n in range(3)]
        pid = await begun_one(thinkers)
        await thinkers.close()
        answers = await asyncio.gather(*thoughts, return_exceptions=True)
        assert all(isinstance(answer, asyncio.CancelledError) for answer in answers)
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)

    async def begun_one(thinkers: Thinkers) -> int:
        while not alive(thinkers):
            await asyncio.sleep(0.01)
        return alive(thinkers)[0]

    run(whole())


def test_no_thought_is_spent_on_a_choice_that_is_no_longer_owed(tmp_path: Path) -> None:
    """As when another worker was quicker, or the game has ended meanwhile."""

    async def work() -> None:
        house = House(Settings(folder=tmp_path, bot_pause=0.0, thinkers=1))
        await house.open()
        try:
            bots: list[AnyEntry] = [BotSat(1, "novice"), BotSat(2, "novice")]
            live = await house.create(
                "ada", Setup("club", 3), [Sat(0, "ada", "Ada", "link"), *bots, Started()]
            )
            for seat in (1, 2):
                await live.bot_moves(seat, live.table.version + 1)
            assert not house.thinkers.processes
        finally:
            await house.close()

    run(work())


def test_thinkers_end_with_their_server_even_if_it_is_killed(tmp_path: Path) -> None:
    program = """
import asyncio, sys
import moustaches
from moustaches.server.thinking import Thinkers

async def main():
    thinkers = Thinkers(1)
    game = moustaches.new("gracias", 4, 1)
    await thinkers.think(game.view(game.to_act[0]), "novice", 0)
    print(next(iter(thinkers.processes)).pid, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=tmp_path) as server:
        assert server.stdout is not None
        thinker = int(server.stdout.readline())
        os.kill(thinker, 0)
        server.kill()
    run(gone(thinker), 20)


async def gone(pid: int) -> None:
    """Until a process has ended; one that nobody waited for does not count."""
    while True:
        try:
            os.kill(pid, 0)
            if "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text():
                return
        except OSError:
            return
        await asyncio.sleep(0.02)

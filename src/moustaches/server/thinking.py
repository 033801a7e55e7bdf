"""Bots think in processes of their own, never where the sockets are served.

There are at most as many thinkers as the machine has cores to spare; each is started when it is first needed. The
tables take turns: the thought that is begun next belongs to the table that has waited longest, so no table can push the
others back with many bots. A thought that is no longer wanted leaves the line. A thinker that dies is replaced, and its
thought begun anew.

The processes are `moustaches.bots.thinker`: they end with their server, even if it is killed.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter

from moustaches.bots.thinker import SIZE
from moustaches.game.views import View

TRIES = 3
LONGEST = 30.0  # seconds for a thought, and for a thinker to be ready


class Thinkers:
    """A pool of processes, of a size that does not grow."""

    def __init__(self, size: int, took: Callable[[str, float], None] = lambda level, seconds: None) -> None:
        self.size = size
        self.took = took
        self.line: OrderedDict[str, deque[Thought]] = OrderedDict()  # by table; the next one's turn is first
        self.free: deque[asyncio.Future[None]] = deque()  # thinkers that wait for a thought
        self.tasks: set[asyncio.Task[None]] = set()  # one for each thinker
        self.processes: set[Process] = set()

    @property
    def waiting(self) -> int:
        """Thoughts that nobody has begun."""
        return sum(len(thoughts) for thoughts in self.line.values())

    async def think(self, view: View, level: str, seed: int, table: str = "") -> str:
        """A move for this view. Cancelled while it waits, it leaves the line."""
        begun = perf_counter()
        thought = Thought(view, level, seed)
        self.line.setdefault(table, deque()).append(thought)
        self.call_a_thinker()
        try:
            return await thought.answer
        finally:
            self.forget(table, thought)
            self.took(level, perf_counter() - begun)

    def forget(self, table: str, thought: Thought) -> None:
        with suppress(KeyError, ValueError):  # it was begun
            self.line[table].remove(thought)
            if not self.line[table]:
                del self.line[table]

    def call_a_thinker(self) -> None:
        while self.free:
            free = self.free.popleft()
            if not free.done():
                free.set_result(None)
                return
        if len(self.tasks) < self.size:
            task = asyncio.create_task(self.employ())
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def next_thought(self) -> Thought:
        """Of the table whose turn it is; that table then goes to the end of the line."""
        while not self.line:
            free = asyncio.get_running_loop().create_future()
            self.free.append(free)
            await free
        table, thoughts = self.line.popitem(last=False)
        thought = thoughts.popleft()
        if thoughts:
            self.line[table] = thoughts
        return thought

    async def employ(self) -> None:
        """One thinker after the other in one place, as long as the pool is open."""
        thinker: Process | None = None
        while True:
            thought = await self.next_thought()
            try:
                thinker = await self.answer(thought, thinker)
            finally:
                thought.answer.cancel()  # unless it was answered

    async def answer(self, thought: Thought, thinker: Process | None) -> Process | None:
        """Has a thought thought, by this thinker or by its successors; the one who is left."""
        for _ in range(TRIES):
            if thought.answer.done():
                return thinker
            try:
                async with asyncio.timeout(LONGEST):
                    thinker = thinker or await self.start()
                    thought.answered(await ask(thinker, thought.request))
                return thinker
            except (EOFError, OSError):  # it is dead, or as good as that
                if thinker is not None:
                    await self.stop(thinker)
                thinker = None
        if not thought.answer.done():
            thought.answer.set_exception(
                RuntimeError(f"a thinker died {TRIES} times over a {thought.level} move")
            )
        return None

    async def start(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "moustaches.bots.thinker"),
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,  # Ctrl-C is for the server alone
        )
        self.processes.add(process)
        return process

    async def stop(self, process: Process) -> None:
        with suppress(ProcessLookupError):
            process.kill()
        self.processes.discard(process)
        await process.communicate()

    async def close(self) -> None:
        """No thinker is left when it returns."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for thoughts in self.line.values():
            for thought in thoughts:
                thought.answer.cancel()
        self.line.clear()
        await asyncio.gather(*(self.stop(process) for process in list(self.processes)))


class Thought:
    """A view to think about, and the move that is waited for."""

    def __init__(self, view: View, level: str, seed: int) -> None:
        self.level = level
        self.request = pickle.dumps((view, level, seed))
        self.answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def answered(self, answer: bytes) -> None:
        move, problem = pickle.loads(answer)
        if self.answer.done():  # nobody waits for it any more
            return
        if problem:
            self.answer.set_exception(RuntimeError(f"a bot could not choose: {problem}"))
        else:
            self.answer.set_result(move)


async def ask(thinker: Process, request: bytes) -> bytes:
    """The answer of a thinker; EOFError or OSError: it is dead."""
    assert thinker.stdin is not None
    assert thinker.stdout is not None
    thinker.stdin.write(len(request).to_bytes(SIZE, "big") + request)
    await thinker.stdin.drain()
    size = int.from_bytes(await thinker.stdout.readexactly(SIZE), "big")
    return await thinker.stdout.readexactly(size)

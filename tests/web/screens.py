"""All screens of the client, each with a way to it: an address, who looks, and what is pressed there.

Tables are brought into a situation over the protocol, by another connection of the same seat, and stay there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from tests.server.serving import Message, Server, run

T = TypeVar("T")

LONG = "Maximiliana von Zwirbelb"  # as long as a name can be
NAMES = [LONG, "Аристарх Константинопол", "Wilhelmine-Ottilie Bartw", "María de los Bigotes Ro"]
PASSING = {"row": ["pass-three", "pink-open", "cut-redirects", "equals-vanish"]}
Until = Callable[[Message], bool]


@dataclass(frozen=True)
class Situation:
    """A table that waits for seat 0 to choose."""

    game: str
    players: int
    until: Until = lambda view: True
    options: Message = field(default_factory=dict)
    likes: str = ""
    """The choice that people make whenever they can."""
    people: int = 3
    """How many seats are people's; bots have the others."""
    over: bool = False


def mine(name: str) -> Until:
    """Whether a choice of this kind is due; for Moustache and Gracias, with something on the table already."""

    def due(view: Message) -> bool:
        return any(str(move).startswith(name) for move in view["legal"])

    return due


def following(view: Message) -> bool:
    """In the middle of a trick, late enough for all cards and marks to be there."""
    return view["phase"] == "play" and len(view["trick"]) >= view["players"] // 2 and bool(view["tricks"])


def torn(view: Message) -> bool:
    """Some cards of the hand may be laid, others not."""
    cards = {"J" if str(move).startswith("play J") else str(move) for move in view["legal"]}
    return view["phase"] == "play" and len(cards) < len(view["hand"])


SITUATIONS: dict[str, Situation] = {
    "moustache": Situation("moustache", 6, lambda view: following(view) and view["round"] == 4),
    "moustache-alone": Situation("moustache", 4, following, people=1),
    "moustache-must": Situation("moustache", 4, lambda view: following(view) and torn(view)),
    "moustache-last": Situation("moustache", 6, lambda view: len(view["hand"]) == 1, people=1),
    "moustache-give": Situation("moustache", 6, mine("pass"), PASSING),
    "moustache-steal": Situation("moustache", 5, mine("steal"), likes="play monkey"),
    "moustache-over": Situation("moustache", 6, over=True),
    "gracias-must": Situation("gracias", 4, lambda view: bool(view["trick"]) and torn(view)),
    "gracias-last": Situation(
        "gracias", 4, lambda view: mine("play")(view) and len(view["hand"]) == 1, people=1
    ),
    "gracias-bid": Situation(
        "gracias", 4, lambda view: mine("bid")(view) and view["forbidden_bid"] is not None
    ),
    "gracias-alone": Situation("gracias", 4, lambda view: mine("bid")(view) and view["round"] == 2, people=1),
    "gracias": Situation("gracias", 4, following),
    "gracias-forehead": Situation("gracias", 4, lambda view: bool(view["forehead"])),
    "gracias-joint": Situation(
        "gracias", 4, lambda view: view["phase"] == "play" and len(view["tricks"]) > 0, {"uno-dos-tres": True}
    ),
    "gracias-over": Situation("gracias", 4, over=True),
    "club": Situation("club", 4, lambda view: mine("play")(view) and len(view["stage"]) >= 8),
    "club-alone": Situation("club", 4, lambda view: mine("play")(view) and len(view["stage"]) >= 4, people=1),
    "club-guess": Situation("club", 4, lambda view: mine("unmask")(view) and len(view["stage"]) >= 16),
    "club-over": Situation("club", 4, over=True),
}


@dataclass(frozen=True)
class Place:
    """Where somebody is."""

    path: str
    token: str = ""

    @property
    def code(self) -> str:
        return self.path.rpartition("/")[2]


class Screens:
    """Makes each place once."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.known: dict[str, Place] = {}

    def at(self, name: str) -> Place:
        if name not in self.known:
            self.known[name] = self.make(name)
        return self.known[name]

    def make(self, name: str) -> Place:
        server = self.server
        if name in SITUATIONS:
            return self.situation(SITUATIONS[name])
        match name:
            case "home":
                return Place("/")
            case "home-again":  # with tables to go on at, and open ones
                token = server.person(LONG)
                for game in ("moustache", "gracias", "club"):
                    server.table(game, host=token, privacy="open")
                return Place("/", token)
            case "waiting":
                token = server.person(NAMES[0])
                code = server.table("moustache", 6, token)
                for each in NAMES[1:3]:
                    server.intend(code, server.person(each), "sit")
                server.intend(code, token, "put-bot", seat=4, level="expert")
                return Place(f"/t/{code}", token)
            case "waiting-club":
                token = server.person(NAMES[0])
                return Place(f"/t/{server.table('club', 4, token)}", token)
            case "arriving":  # the link of a table where one does not sit yet
                code = server.table("gracias", 4, server.person(NAMES[0]))
                return Place(f"/t/{code}", server.person(NAMES[1]))
            case "full":
                host = server.person(NAMES[0])
                code = server.table("club", 2, host)
                server.intend(code, server.person(NAMES[1]), "sit")
                return Place(f"/t/{code}", server.person(NAMES[2]))
            case "closed":
                host = server.person(NAMES[0])
                code = server.table("club", 2, host, spectators=False)
                server.intend(code, server.person(NAMES[1]), "sit")
                server.intend(code, host, "start")
                return Place(f"/t/{code}", server.person(NAMES[2]))
            case "unknown":
                return Place("/t/nosuchtable")
            case "nowhere":
                return Place("/nowhere/at/all")
            case "spectator":
                return Place(self.at("moustache").path, server.person(NAMES[1]))
        raise AssertionError(f"no screen {name}")

    def situation(self, wanted: Situation) -> Place:
        """Plays until the situation comes, in as many games as it takes."""
        for game in range(40):
            place = self.played(wanted, game)
            if place is not None:
                return place
        raise AssertionError("this situation never comes")

    def played(self, wanted: Situation, number: int) -> Place | None:
        """One game, by its number always the same: people with long names in the first seats, bots in the others."""
        server = self.server
        people = [server.person(name) for name in NAMES[: min(wanted.people, wanted.players)]]
        code = server.table(wanted.game, wanted.players, people[0], options=wanted.options)
        for seat, person in enumerate(people):
            server.intend(code, person, "sit", seat=seat, entropy=f"game {number}")

        async def follow(token: str, until: Until) -> bool:
            dice = Random(f"{number} {people.index(token)}")
            async with server.client(code, token=token) as client:
                if token == people[0]:
                    await client.start("novice")
                async for view in client.turns():
                    if until(view):
                        return True
                    legal = view["legal"]
                    await client.move(wanted.likes if wanted.likes in legal else dice.choice(legal))
            return False

        async def go() -> bool:
            others = [asyncio.create_task(follow(token, lambda view: False)) for token in people[1:]]
            came = await follow(people[0], lambda view: not wanted.over and wanted.until(view))
            for other in others:
                other.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            return came or wanted.over

        return Place(f"/t/{code}", people[0]) if in_thread(go) else None


def in_thread(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """The browser's driver has a loop in this thread already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: run(work(), 60)).result()

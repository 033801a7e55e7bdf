"""Tables of the three servers, played by scripted clients: ours, the bare framework's, and boardgame.io's.

Each client keeps what it needs of the view that the server draws for it, and chooses among what that says is legal.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from .server_load import Playing
from .server_wire import Asking, Broken, Wire

# Ours


class Shown(Struct):
    """What a player needs of a view."""

    to_act: tuple[int, ...] | UnsetType = UNSET
    legal: tuple[str, ...] | UnsetType = UNSET


class You(Struct):
    seat: int | None = None


class Info(Struct):
    phase: str = ""


class Heard(Struct):
    """What a player needs of a message."""

    news: str
    version: int = 0
    view: Shown | None = None
    own: Shown | None = None
    you: You | None = None
    table: Info | None = None
    error: str = ""
    message: str = ""


decoder = msgspec.json.Decoder(Heard)


class Sitter:
    """One socket at one of our tables."""

    def __init__(self, table: OurTable, token: str) -> None:
        self.table = table
        self.token = token
        self.seat: int | None = None
        self.version = 0
        self.legal: tuple[str, ...] = ()
        self.welcome = asyncio.Event()
        self.wire = Wire(table.port, f"/api/tables/{table.code}/socket", self.hear)

    async def connect(self) -> None:
        await self.wire.open()
        self.wire.send(b'{"do":"hello","token":"%s"}' % self.token.encode())
        await self.welcome.wait()

    def hear(self, text: bytes) -> None:
        heard = decoder.decode(text)
        table = self.table
        if heard.news == "update":
            if heard.version != self.version + 1:
                table.lost += 1
            self.version = heard.version
            if heard.view is not None and heard.view.to_act is not UNSET:
                table.to_act = heard.view.to_act
            if heard.own is not None and heard.own.legal is not UNSET:
                self.legal = heard.own.legal
            if heard.table is not None and heard.table.phase:
                table.enters(heard.table.phase)
            if table.missing and heard.version == table.version + 1:
                if table.missing == 1:
                    table.version += 1
                table.received(text)
            elif not table.missing:
                table.version = max(table.version, heard.version)
                table.changed.set()
        elif heard.news == "welcome":
            assert heard.you is not None
            assert heard.table is not None
            self.version = heard.version
            self.seat = heard.you.seat
            table.enters(heard.table.phase)
            table.version = max(table.version, heard.version)
            if heard.view is not None:
                assert heard.view.to_act is not UNSET
                assert heard.view.legal is not UNSET
                table.to_act, self.legal = heard.view.to_act, heard.view.legal
            self.welcome.set()
        elif heard.news in ("refused", "closing"):
            raise Broken(f"the server said {text.decode()}")


class OurTable(Playing):
    """A table of our server, all seats persons."""

    def __init__(self, port: int, game: str, tokens: Sequence[str], chance: random.Random) -> None:
        super().__init__()
        self.port = port
        self.kind = game
        self.tokens = tokens
        self.chance = chance
        self.code = ""
        self.phase = ""
        self.version = 0
        self.to_act: tuple[int, ...] = ()
        self.sitters: list[Sitter] = []
        self.lost = 0  # times that a viewer missed a version
        self.changed = asyncio.Event()

    def enters(self, phase: str) -> None:
        self.phase = phase
        self.over = phase == "over"

    async def open(self, asking: Asking) -> None:
        """Creates the table, seats everybody and begins."""
        setup = {"game": self.kind, "players": len(self.tokens)}
        self.code = (await asking.ask("/api/tables", {"setup": setup}, self.tokens[0]))["code"]
        self.sitters = [Sitter(self, token) for token in self.tokens]
        self.wires = [sitter.wire for sitter in self.sitters]
        for sitter in self.sitters:
            await sitter.connect()
        for sitter in self.sitters[1:]:
            sitter.welcome.clear()
            sitter.wire.send(b'{"do":"sit","id":"sit"}')
            await sitter.welcome.wait()
        self.wires[0].send(b'{"do":"start","id":"start"}')
        while self.phase != "playing" or not self.complete:
            self.changed.clear()
            await self.changed.wait()

    @property
    def complete(self) -> bool:
        """Whether every viewer has come to the table's version, without a gap."""
        return not self.lost and all(sitter.version == self.version for sitter in self.sitters)

    def intent(self) -> tuple[Wire, bytes]:
        seat = self.to_act[0]
        sitter = next(sitter for sitter in self.sitters if sitter.seat == seat)
        move = sitter.legal[int(self.chance.random() * len(sitter.legal))].encode()
        text = b'{"do":"move","id":"m-%d","move":"%s","expected":%d}' % (self.version, move, self.version)
        return sitter.wire, text


class Onlooker:
    """A socket that only looks on."""

    def __init__(self, table: OurTable) -> None:
        self.wire = Wire(table.port, f"/api/tables/{table.code}/socket", self.hear)
        self.welcome = asyncio.Event()

    async def open(self, _: Asking) -> None:
        await self.wire.open()
        self.wire.send(b'{"do":"hello"}')
        await self.welcome.wait()

    def hear(self, text: bytes) -> None:
        self.welcome.set()


# The bare framework


class BareTable(Playing):
    """Sockets among which every message goes around."""

    def __init__(self, port: int, name: str, sockets: int, says: bytes, chance: random.Random) -> None:
        super().__init__()
        self.port = port
        self.name = name
        self.sockets = sockets
        self.says = says
        self.chance = chance

    async def open(self, asking: Asking) -> None:
        self.wires = [Wire(self.port, f"/{self.name}", self.received) for _ in range(self.sockets)]
        for wire in self.wires:
            await wire.open()

    def intent(self) -> tuple[Wire, bytes]:
        return self.wires[int(self.chance.random() * self.sockets)], self.says


# boardgame.io


class Player(Struct):
    hand: list[str]


class Cards(Struct):
    """What a player needs of boardgame.io's `G`; the other hands are not in it."""

    players: dict[str, Player]
    trick: list[str]


class Turn(Struct, rename="camel"):
    current_player: str


class State(Struct):
    cards: Cards = field(name="G")
    ctx: Turn
    id: int = field(name="_stateID")


class Synced(Struct):
    state: State


class Emitted(Struct, array_like=True):
    """An `update` as socket.io sends it."""

    name: str
    match: str
    state: State


class FirstEmitted(Struct, array_like=True):
    """The answer to `sync`."""

    name: str
    match: str
    sync: Synced


updates = msgspec.json.Decoder(Emitted)
syncs = msgspec.json.Decoder(FirstEmitted)
EVENT = b"42/tricks,"  # a packet of socket.io in the game's own namespace
SEATS = 4


class PeerPlayer:
    """One connection to boardgame.io, by socket.io over a WebSocket."""

    def __init__(self, table: PeerTable, seat: int, key: str) -> None:
        self.table = table
        self.seat = str(seat)
        self.key = key
        self.hand: list[str] = []
        self.ready = asyncio.Event()
        self.wire = Wire(table.port, "/socket.io/?EIO=4&transport=websocket", self.hear)

    async def connect(self) -> None:
        await self.wire.open()
        await self.ready.wait()

    def hear(self, text: bytes) -> None:
        if text.startswith(b'42/tricks,["update"'):
            self.see(updates.decode(text[len(EVENT) :]).state)
            self.table.received(text)
        elif text.startswith(b'42/tricks,["sync"'):
            self.see(syncs.decode(text[len(EVENT) :]).sync.state)
            self.ready.set()
        elif text == b"2":
            self.wire.send(b"3")
        elif text.startswith(b"0"):
            self.wire.send(b"40/tricks,")
        elif text.startswith(b"40/tricks,"):
            self.wire.send(emitted("sync", self.table.match, self.seat, self.key, SEATS))
        elif not text.startswith(b'42/tricks,["matchData"'):
            raise Broken(f"boardgame.io said {text.decode()}")

    def see(self, state: State) -> None:
        self.table.state = state
        self.hand = state.cards.players[self.seat].hand

    def choice(self) -> str:
        """A card that may be played: of the colour that was led, if there is one."""
        trick = self.table.state.cards.trick
        follow = [card for card in self.hand if card[0] == trick[0][0]] if trick else []
        return self.table.chance.choice(follow or self.hand)


class PeerTable(Playing):
    """A match on boardgame.io's server."""

    state: State

    def __init__(self, port: int, chance: random.Random) -> None:
        super().__init__()
        self.port = port
        self.chance = chance
        self.match = ""
        self.players: list[PeerPlayer] = []

    async def open(self, asking: Asking) -> None:
        self.match = (await asking.ask("/games/tricks/create", {"numPlayers": SEATS}))["matchID"]
        for seat in range(SEATS):
            who = {"playerID": str(seat), "playerName": f"player {seat}"}
            key = (await asking.ask(f"/games/tricks/{self.match}/join", who))["playerCredentials"]
            self.players.append(PeerPlayer(self, seat, key))
        for player in self.players:
            await player.connect()
        self.wires = [player.wire for player in self.players]

    def intent(self) -> tuple[Wire, bytes]:
        player = self.players[int(self.state.ctx.current_player)]
        card = player.choice()
        choice = {"type": "play", "args": [card], "playerID": player.seat, "credentials": player.key}
        action = {"type": "MAKE_MOVE", "payload": choice}
        return player.wire, emitted("update", action, self.state.id, self.match, player.seat)


def emitted(*event: object) -> bytes:
    return EVENT + json.dumps(event).encode()

"""A table as its log tells it: `apply` takes one entry after the other and nothing else changes a table.

So every worker that has read the same entries holds the same table. What an entry means for viewers is said as a
`Change`; whether it may be written at all was decided before, by `judging`.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Sequence
from hashlib import sha256

from msgspec.structs import replace

import moustaches
from moustaches.game import Game
from moustaches.game.events import Event
from moustaches.game.history import History

from .entries import (
    AnyEntry,
    BotSat,
    CameBack,
    Changed,
    ClockChanged,
    Created,
    Forgotten,
    HostPassed,
    Moved,
    Nudged,
    Rematched,
    Said,
    Sat,
    SeatMoved,
    Started,
    Stood,
    Swapped,
    TakeBackAnswered,
    TakeBackAsked,
    TookBack,
    WentAway,
    Woke,
)
from .protocol import Asked, ClockFace, Seat, TableInfo, Talk
from .setup import Setup
from .taking_back import QUIET, only

HEARD = 20  # things said that a newcomer still hears
SEATING = (BotSat, Changed, Forgotten, Sat, SeatMoved, Stood, Swapped)


class Chair:
    """Who sits in a seat; nobody: neither person nor level."""

    def __init__(
        self, person: str = "", name: str = "", level: str = "", link: str = "", entropy: str = ""
    ) -> None:
        self.person = person
        self.name = name
        self.level = level
        self.link = link
        self.entropy = entropy
        self.away = False

    def copy(self) -> Chair:
        new = Chair(self.person, self.name, self.level, self.link, self.entropy)
        new.away = self.away
        return new

    @property
    def gone(self) -> bool:
        """Whether it was the seat of someone who has taken their data back."""
        return bool(self.person) and not self.link

    @property
    def played_by_bot(self) -> bool:
        return bool(self.level) or self.away

    def shown(self) -> Seat:
        if self.person:
            return Seat("person", self.name, away=self.away)
        return Seat("bot", level=self.level) if self.level else Seat("empty")


class Change:
    """What an entry did, for those who look on."""

    def __init__(
        self,
        events: Sequence[Event] = (),
        table: bool = True,
        over: bool = False,
        seats: bool = False,
        restart: bool = False,
        talk: Talk | None = None,
        nudged: int | None = None,
    ) -> None:
        self.events = events
        self.table = table  # something of the table's own has changed, besides the game
        self.over = over  # the game has come to its end
        self.seats = seats  # somebody else sits somewhere
        self.restart = restart  # the game began or went back
        self.talk = talk
        self.nudged = nudged


class Table:
    """From the first entry, `Created`, on."""

    def __init__(self, created: Created, at: int) -> None:
        self.code = created.code
        self.seed = created.seed
        self.commitment = moustaches.commitment(created.seed)
        self.host = created.host
        self.version = 1
        self.begun_at = at
        self.changed_at = at  # milliseconds since 1970, as all times in the log
        self.setup = created.setup
        self.chairs: list[Chair] = []
        self.set_up(created.setup)
        self.game: Game | None = None
        self.versions = array("q")  # by move: the version that it made
        self.times = array("q")  # and when
        self.owing: list[int] = []  # by seat: the version since which it owes its choice; −1: it owes none
        self.left: list[float] = []  # seconds on each clock
        self.running: list[int] = []  # since when each clock runs; −1: it stands
        self.asked: TakeBackAsked | None = None
        self.agreed: set[int] = set()
        self.barred: dict[str, int] = {}  # who has seen the cards of a seat may sit in no other
        self.rematch: str | None = None
        self.restarted = 0  # the version at which the game last began or went back
        self.ends = array("q")  # by move: how many events there were after it
        self.first = 0  # events before the first move
        self.wound = 0  # the version at which the clocks were last wound
        self.quiet = False  # whether a person's last choice has shown nothing but itself
        self.heard: deque[Talk] = deque(maxlen=HEARD)

    @property
    def phase(self) -> str:
        if self.game is None:
            return "waiting"
        return "over" if self.game.course.over else "playing"

    def set_up(self, setup: Setup) -> None:
        self.setup = setup
        kept = self.chairs[: setup.players]
        self.chairs = kept + [Chair() for _ in range(setup.players - len(kept))]

    def seating(self) -> Table:
        """Its chairs and its host at a table of their own, without the game."""
        new = Table(Created(self.setup, self.seed, self.host, self.code), self.changed_at)
        new.chairs = [chair.copy() for chair in self.chairs]
        return new

    # What happens

    def apply(self, entry: AnyEntry, at: int) -> Change:
        """One entry further."""
        self.version += 1
        self.changed_at = at
        match entry:
            case Moved(seat=seat, move=move, by=by):
                return self.moved(seat, move, by, at)
            case Started():
                return self.started(at)
            case TookBack(moves=moves, alone=alone):
                return self.went_back(moves, alone, at)
            case Said(phrase="", text=""):
                return Change(table=False)  # it was taken back with all else of its speaker
            case Said(seat=seat, name=name, phrase=phrase, text=text):
                talk = Talk(seat, name, phrase, text)
                self.heard.append(talk)
                return Change(talk=talk, table=False)
            case Nudged(seat=seat):
                return Change(nudged=seat, table=False)
            case Forgotten():
                self.heard.clear()
        self.arrange(entry, at)
        return Change(seats=isinstance(entry, SEATING))

    def arrange(self, entry: AnyEntry, at: int) -> None:
        """What concerns the chairs and the table itself."""
        match entry:
            case Changed(setup=setup):
                self.set_up(setup)
            case ClockChanged(clock=clock):
                self.setup = replace(self.setup, clock=clock)
                if self.game is not None:
                    self.wind_clocks(at)
            case Sat(seat=seat, person=person, name=name, link=link, entropy=entropy):
                self.chairs[seat] = Chair(person, name, link=link, entropy=entropy)
                if self.game is not None:
                    self.barred[person] = seat
                self.agreed = self.agreed - {seat}
                self.run_clocks(at)
            case SeatMoved(seat=seat, person=person, link=link):
                chair = self.chairs[seat]
                if chair.person == self.host:
                    self.host = person
                chair.person, chair.link = person, link
                if self.game is not None:
                    self.barred[person] = seat
            case Stood(seat=seat, level=level):
                self.chairs[seat] = Chair(level=level)
                if self.asked is not None and self.asked.seat == seat:
                    self.asked = None
                self.run_clocks(at)
            case BotSat(seat=seat, level=level):
                self.chairs[seat] = Chair(level=level)
            case Swapped(seats=(one, other)):
                chairs = self.chairs
                chairs[one], chairs[other] = chairs[other], chairs[one]
            case HostPassed(person=person):
                self.host = person
            case WentAway(seat=seat):
                self.chairs[seat].away = True
                self.run_clocks(at)
            case CameBack(seat=seat):
                self.chairs[seat].away = False
                self.run_clocks(at)
            case Woke():
                self.running = [at if since >= 0 else -1 for since in self.running]
            case TakeBackAsked():
                self.asked = entry
                self.agreed = {entry.seat}
            case TakeBackAnswered(seat=seat, yes=yes):
                self.agreed = self.agreed | {seat}
                if not yes:
                    self.asked = None
            case Forgotten(instead=nobody, seat=seat, host=host):
                if host:
                    self.host = nobody
                if seat is not None:
                    chair = self.chairs[seat]
                    if self.game is not None:
                        self.barred.pop(chair.person, None)
                    chair.person, chair.name, chair.link = nobody, "", ""
            case Rematched(code=code):
                self.rematch = code

    # The game

    def started(self, at: int) -> Change:
        entropy = (
            [chair.entropy for chair in self.chairs] if any(chair.entropy for chair in self.chairs) else []
        )
        self.game = self.new_game(entropy)
        self.barred = {chair.person: seat for seat, chair in enumerate(self.chairs) if chair.person}
        self.restarted = self.version
        self.first = self.game.version
        self.owing = [-1] * self.setup.players
        self.owe(())
        self.wind_clocks(at)
        return Change(self.game.history[:], restart=True)

    def new_game(self, entropy: list[str]) -> Game:
        setup = self.setup
        game = moustaches.new(setup.game, setup.players, self.seed, setup.options, setup.edition, entropy)
        game.history = History(game.history)
        return game

    def moved(self, seat: int, move: str, by: str, at: int) -> Change:
        assert self.game is not None
        course = self.game.course
        chosen = course.found(seat, move)
        events = self.game.play(seat, move) if chosen is None else course.play(seat, chosen)
        over, setup = course.over, self.setup
        clocks = setup.clock.kind != "none"
        self.quiet = setup.take_back > 0 and by == "person" and only(QUIET, events)
        self.versions.append(self.version)
        self.times.append(at)
        self.ends.append(course.version)
        if clocks:
            self.stop_clock(seat, at)
            self.left[seat] += setup.clock.increment
        self.owe((seat,))
        if clocks:
            self.run_clocks(at)
        table = clocks or self.asked is not None or over or setup.take_back > 0
        self.asked = None
        return Change(events, table=table, over=over)

    def went_back(self, moves: int, alone: bool, at: int) -> Change:
        """Plays the game again up to there; `alone`: and on, without the one choice."""
        old = self.game
        assert old is not None
        until = moves + 1 if alone else len(old.moves)
        for number in range(moves, until):  # what is taken back has earned no time
            if self.versions[number] > self.wound:
                seat = old.moves[number][0]
                self.left[seat] = max(0.0, self.left[seat] - self.setup.clock.increment)
        self.versions = self.versions[:moves] + self.versions[until:]
        self.times = self.times[:moves] + self.times[until:]
        self.game = self.new_game(list(old.setting.entropy))
        self.ends = array("q")
        for seat, move in old.moves[:moves] + old.moves[until:]:
            self.game.play(seat, move)
            self.ends.append(self.game.version)
        self.restarted = self.version
        self.owing = [-1] * self.setup.players
        self.owe(())
        self.asked = None
        self.quiet = False
        self.running = [-1] * self.setup.players
        self.run_clocks(at)
        return Change(self.game.history[:], restart=True)

    def owe(self, movers: tuple[int, ...]) -> None:
        """Who owes a choice, and since when."""
        assert self.game is not None
        waiting = self.game.course.to_act
        for seat in range(len(self.owing)):
            if seat not in waiting:
                self.owing[seat] = -1
            elif self.owing[seat] < 0 or seat in movers:
                self.owing[seat] = self.version

    # Clocks

    def wind_clocks(self, at: int) -> None:
        """All at their beginning."""
        self.wound = self.version
        self.left = [float(self.setup.clock.seconds)] * self.setup.players
        self.running = [-1] * self.setup.players
        self.run_clocks(at)

    def stop_clock(self, seat: int, at: int) -> None:
        """What it has run is used, unless each choice has its own time."""
        if self.setup.clock.kind == "bank" and self.running[seat] >= 0:
            used = (at - self.running[seat]) / 1000
            self.left[seat] = max(0.0, self.left[seat] - used)
        self.running[seat] = -1

    def run_clocks(self, at: int) -> None:
        """Those of the persons who owe a choice run, all others stand."""
        if self.setup.clock.kind == "none" or self.game is None:
            return
        for seat, chair in enumerate(self.chairs):
            runs = self.owing[seat] >= 0 and bool(chair.person) and not chair.away
            if runs and self.running[seat] < 0:
                self.running[seat] = at
            elif not runs and self.running[seat] >= 0:
                self.stop_clock(seat, at)

    def deadline(self, seat: int) -> int | None:
        """When the clock of a seat will have run out."""
        if self.setup.clock.kind == "none" or self.game is None or self.running[seat] < 0:
            return None
        return self.running[seat] + int(1000 * self.left[seat])

    def events_after(self, moves: int) -> int:
        """How many events there were after so many moves."""
        return self.ends[moves - 1] if moves else self.first

    # Who is who

    def seat_of(self, person: str) -> int | None:
        if person:
            for seat, chair in enumerate(self.chairs):
                if chair.person == person:
                    return seat
        return None

    def others(self, seat: int) -> tuple[int, ...]:
        """The seats of all other persons who play themselves."""
        found = enumerate(self.chairs)
        return tuple(each for each, chair in found if chair.person and not chair.away and each != seat)

    @property
    def unsure(self) -> tuple[int, ...]:
        """Who has not yet agreed to the take-back that is being asked for."""
        if self.asked is None:
            return ()
        return tuple(seat for seat in self.others(self.asked.seat) if seat not in self.agreed)

    @property
    def take_back_until(self) -> float | None:
        """Until when the last choice may be taken back without asking."""
        if not self.setup.take_back or not self.quiet or self.phase != "playing":
            return None
        return self.times[-1] / 1000 + self.setup.take_back

    def may_look(self, person: str) -> bool:
        """Whether someone may look on: without spectators only those who play, while the game lasts."""
        seated = self.seat_of(person) is not None or (bool(person) and person == self.host)
        return self.setup.spectators or self.phase != "playing" or seated

    def bot_of(self, seat: int) -> str:
        """The level at which a seat is played by a bot now; none: a person plays it."""
        chair = self.chairs[seat]
        return chair.level or ("regular" if chair.away else "")

    def bot_seed(self, seat: int) -> int:
        """The bots' own chance, which has nothing to do with the deals. Like them it is secret until the end: who
        knew it could tell a bot's cards by its moves."""
        digest = sha256(f"moustaches bot 1 {self.seed} {seat}".encode()).digest()
        return int.from_bytes(digest[:8], "big") >> 1

    @property
    def needs_keeping(self) -> bool:
        """Whether anything happens here by itself: bots move, or clocks run."""
        if self.setup.clock.kind != "none":
            return True
        for chair in self.chairs:  # noqa: SIM110 -- asked after every move
            if chair.level or chair.away:
                return True
        return False

    def bots_to_act(self) -> list[int]:
        if self.game is None or self.game.over:
            return []
        return [seat for seat in self.game.to_act if self.chairs[seat].played_by_bot]

    def info(self) -> TableInfo:
        """What everybody may know."""
        asked = None
        if self.asked is not None:
            asked = Asked(self.asked.seat, self.asked.moves, self.unsure)
        clocks = None
        if self.setup.clock.kind != "none" and self.game is not None:
            clocks = tuple(
                ClockFace(left, since / 1000 if since >= 0 else None)
                for left, since in zip(self.left, self.running, strict=True)
            )
        return TableInfo(
            code=self.code,
            phase=self.phase,  # type: ignore[arg-type]
            setup=self.setup,
            seats=tuple(chair.shown() for chair in self.chairs),
            host=self.seat_of(self.host),
            commitment=self.commitment,
            clocks=clocks,
            take_back=asked,
            take_back_until=self.take_back_until,
            rematch=self.rematch,
        )


def table_of(entries: list[tuple[AnyEntry, int]]) -> Table:
    """The table that a log tells of."""
    (created, at), *rest = entries
    assert isinstance(created, Created)
    table = Table(created, at)
    for entry, time in rest:
        table.apply(entry, time)
    return table

"""May it happen? `judge` turns an intent into the entries that it would write, or raises `Refusal`. It changes nothing:
only what has been stored is applied.
"""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_urlsafe
from typing import TypeVar

from msgspec.structs import replace

from moustaches.errors import IllegalMove, MoustachesError
from moustaches.game import Game
from moustaches.game.reasons import Reason

from . import entries as log
from .entries import AnyEntry
from .limits import ENTRIES
from .protocol import (
    AnswerTakeBack,
    AnyIntent,
    Change,
    ChangeClock,
    Move,
    Nudge,
    PassHost,
    PutBot,
    Say,
    Sit,
    Stand,
    Start,
    Swap,
    TakeBack,
)
from .setup import Setup, checked, known_level
from .table import Table
from .taking_back import FACE_DOWN, OPEN, QUIET, only, turned
from .talk import NICKNAME, PHRASES, clean

T = TypeVar("T")


class Refusal(Exception):  # noqa: N818 -- nothing broke: the table says no
    """Why an intent changes nothing."""

    def __init__(self, error: str, message: str, why: Reason | None = None) -> None:
        super().__init__(message)
        self.error = error
        self.message = message
        self.why = why


def judge(table: Table, person: str, name: str, intent: AnyIntent, now: int) -> list[AnyEntry]:
    """The entries that this person's intent would write now."""
    if table.version >= ENTRIES and not isinstance(intent, Move):
        raise Refusal("too-many", "so much has happened at this table that only moves are possible any more")
    match intent:
        case Move():
            return [moved(table, person, intent)]
        case Sit():
            return sat(table, person, name, intent)
        case Stand():
            return [stood(table, person, intent)]
        case PutBot():
            return [bot_put(table, person, intent)]
        case Swap():
            return [swapped(table, person, intent)]
        case PassHost():
            return [host_passed(table, person, intent)]
        case Change():
            return changed(table, person, intent)
        case ChangeClock():
            host_only(table, person)
            not_over(table)
            setup = with_clock(table, intent)
            return [log.ClockChanged(setup.clock)]
        case Start():
            return started(table, person, intent)
        case TakeBack():
            return [taken_back(table, person, now)]
        case AnswerTakeBack():
            return answered(table, person, intent)
        case Nudge():
            return [nudged(table, person)]
        case Say():
            return [said(table, person, name, intent)]
    raise Refusal("not-allowed", f"{type(intent).__name__} is no intent for a table")


# The game


def moved(table: Table, person: str, intent: Move) -> log.Moved:
    seat = own_seat(table, person)
    game = playing(table)
    if intent.expected > table.version:
        raise Refusal("stale", f"expected a version up to {table.version}, found {intent.expected}")
    if table.owing[seat] < 0:
        if intent.expected < table.version:
            raise Refusal("stale", "the table has moved on; here is what it looks like now")
        raise Refusal(
            "not-your-turn", "it is not your turn", Reason("not-your-turn", args={"seats": list(game.to_act)})
        )
    if intent.expected < table.owing[seat]:
        raise Refusal("stale", "the table has moved on; here is what it looks like now")
    if game.course.found(seat, intent.move) is not None:
        return log.Moved(seat, intent.move)
    try:
        move = game.checked(seat, intent.move)
    except IllegalMove as problem:
        why = problem.explanation if isinstance(problem.explanation, Reason) else None
        raise Refusal("illegal", str(problem), why) from None
    except MoustachesError as problem:
        raise Refusal("bad-move", str(problem)) from None
    return log.Moved(seat, str(move))


def started(table: Table, person: str, intent: Start) -> list[AnyEntry]:
    host_only(table, person)
    waiting(table)
    level = readable(known_level, intent.level)
    bots = [
        log.BotSat(seat, level) for seat, chair in enumerate(table.chairs) if chair.shown().who == "empty"
    ]
    if not any(chair.person for chair in table.chairs):
        raise Refusal("not-allowed", "nobody sits at the table; take a seat first")
    return [*bots, log.Started()]


def taken_back(table: Table, person: str, now: int) -> AnyEntry:
    """At once where nobody has learned anything since, else a question to the others."""
    seat = own_seat(table, person)
    game = playing(table)
    if table.asked is not None:
        if table.asked.seat == seat and not table.unsure:
            return took_back(table.asked)  # whoever had not answered yet has left
        raise Refusal("not-allowed", "a take-back is being asked for; answer that first")
    moves = last_choice(game, seat)
    since = game.history[table.events_after(moves) :]
    hidden = only(FACE_DOWN, since)
    last = moves == len(game.moves) - 1
    alone = hidden and not last
    if now < table.times[moves] + 1000 * table.setup.take_back:
        if hidden or (last and only(QUIET, since)):
            return log.TookBack(seat, moves, alone)
    if not hidden and (turned(since) or not only(OPEN, since)):
        raise Refusal("not-allowed", "cards were turned or dealt since; that cannot be taken back")
    asked = log.TakeBackAsked(seat, moves, alone)
    return asked if table.others(seat) else took_back(asked)


def took_back(asked: log.TakeBackAsked) -> log.TookBack:
    return log.TookBack(asked.seat, asked.moves, asked.alone)


def last_choice(game: Game, seat: int) -> int:
    """How many moves had been made before the seat's last one."""
    for number in range(len(game.moves) - 1, -1, -1):
        if game.moves[number][0] == seat:
            return number
    raise Refusal("not-allowed", "you have made no choice yet")


def answered(table: Table, person: str, intent: AnswerTakeBack) -> list[AnyEntry]:
    """The last one who agrees takes the game back; the one who asked can think better of it."""
    seat = own_seat(table, person)
    playing(table)
    asked = table.asked
    if asked is None or (seat in table.agreed and (intent.yes or seat != asked.seat)):
        raise Refusal("not-allowed", "nobody waits for your consent")
    answer = log.TakeBackAnswered(seat, intent.yes)
    if intent.yes and set(table.unsure) <= {seat}:
        return [answer, took_back(asked)]
    return [answer]


def nudged(table: Table, person: str) -> log.Nudged:
    own_seat(table, person)
    game = playing(table)
    for seat in game.to_act:
        chair = table.chairs[seat]
        if chair.person and chair.person != person and not chair.away:
            return log.Nudged(seat)
    raise Refusal("not-allowed", "nobody is to be waited for")


# Chairs


def sat(table: Table, person: str, name: str, intent: Sit) -> list[AnyEntry]:
    """Down, over to another seat, or again where one sits, to change the name or to add to the seed."""
    if table.phase == "over":
        raise Refusal("not-allowed", "the game is over; ask for a rematch")
    here = table.seat_of(person)
    seat = intent.seat
    if seat is None:
        seat = free_seat(table, person) if here is None else here
    if not 0 <= seat < table.setup.players:
        raise Refusal("not-allowed", f"seat: expected 0 to {table.setup.players - 1}, found {seat}")
    if table.chairs[seat].person and seat != here:
        raise Refusal("not-allowed", f"seat {seat} is taken")
    if table.phase == "playing" and seat != here:
        if here is not None or table.barred.get(person, seat) != seat:
            raise Refusal("not-allowed", "you have seen the cards of another seat in this game")
    name = clean(intent.name or (name if here is None else table.chairs[here].name), NICKNAME)
    if not name:
        raise Refusal("malformed", f"name: expected a nickname of 1 to {NICKNAME} characters")
    if here is None:
        return [log.Sat(seat, person, name, token_urlsafe(16), intent.entropy)]
    old = table.chairs[here]
    again = log.Sat(seat, person, name, old.link, intent.entropy or old.entropy)
    if seat != here:
        return [log.Stood(here), again]
    if table.phase == "playing" or (name, again.entropy) == (old.name, old.entropy):
        raise Refusal("not-allowed", "you sit there already")
    return [again]


def free_seat(table: Table, person: str) -> int:
    """An empty one, else a bot's; in the middle of a game the one that this person had."""
    if person in table.barred and table.game is not None:
        return table.barred[person]
    for wanted in ("empty", "bot"):
        for seat, chair in enumerate(table.chairs):
            if chair.shown().who == wanted:
                return seat
    raise Refusal("full", "all seats are taken; you can look on")


def stood(table: Table, person: str, intent: Stand) -> log.Stood:
    here = table.seat_of(person)
    seat = here if intent.seat is None else intent.seat
    if seat is None or not 0 <= seat < table.setup.players or not table.chairs[seat].person:
        raise Refusal("not-allowed", "nobody sits there")
    if table.phase == "over":
        raise Refusal("not-allowed", "the game is over; seats stay as they were")
    if seat != here:
        host_only(table, person)
        waiting(table)
    return log.Stood(seat, "regular" if table.phase == "playing" else "")


def bot_put(table: Table, person: str, intent: PutBot) -> AnyEntry:
    host_only(table, person)
    not_over(table)
    seat = on_table(table, intent.seat)
    if table.chairs[seat].person:
        raise Refusal("not-allowed", f"a person sits in seat {seat}")
    if intent.level is None:
        waiting(table)
        return log.Stood(seat)
    return log.BotSat(seat, readable(known_level, intent.level))


def swapped(table: Table, person: str, intent: Swap) -> log.Swapped:
    host_only(table, person)
    waiting(table)
    one, other = (on_table(table, seat) for seat in intent.seats)
    if one == other:
        raise Refusal("not-allowed", "expected two different seats")
    return log.Swapped((one, other))


def host_passed(table: Table, person: str, intent: PassHost) -> log.HostPassed:
    host_only(table, person)
    chair = table.chairs[on_table(table, intent.seat)]
    if not chair.person:
        raise Refusal("not-allowed", "only a person can be the host")
    return log.HostPassed(chair.person)


# The table


def changed(table: Table, person: str, intent: Change) -> list[AnyEntry]:
    host_only(table, person)
    waiting(table)
    setup = readable(checked, intent.setup)
    lost = [seat for seat in range(setup.players, table.setup.players) if table.chairs[seat].person]
    if lost:
        raise Refusal("not-allowed", f"a person sits in seat {lost[0]}; swap seats first")
    return [log.Changed(setup)]


def with_clock(table: Table, intent: ChangeClock) -> Setup:
    return readable(checked, replace(table.setup, clock=intent.clock))


def said(table: Table, person: str, name: str, intent: Say) -> log.Said:
    seat = table.seat_of(person)
    name = clean(name, NICKNAME) if seat is None else table.chairs[seat].name
    if bool(intent.phrase) == bool(intent.text):
        raise Refusal("malformed", "expected either a phrase or a text")
    if intent.phrase:
        if intent.phrase not in PHRASES:
            raise Refusal("malformed", f"there is no phrase {intent.phrase!r}")
        return log.Said(seat, name, phrase=intent.phrase)
    if table.setup.talk != "free":
        raise Refusal("not-allowed", "at this table people speak in preset phrases")
    if table.setup.game == "moustache" and table.phase == "playing":
        raise Refusal(
            "not-allowed",
            "during a round of Moustache people speak in preset phrases",
            Reason("talk-closed", rulings=("M17",)),
        )
    if seat is None and table.phase == "playing":
        raise Refusal("not-allowed", "spectators speak in preset phrases while the game lasts")
    text = clean(intent.text)
    if not text:
        raise Refusal("malformed", "expected a text that can be read")
    return log.Said(seat, name, text=text)


# What many of them ask


def own_seat(table: Table, person: str) -> int:
    seat = table.seat_of(person)
    if seat is None:
        raise Refusal("not-allowed", "you do not sit at this table")
    return seat


def on_table(table: Table, seat: int) -> int:
    if not 0 <= seat < table.setup.players:
        raise Refusal("not-allowed", f"seat: expected 0 to {table.setup.players - 1}, found {seat}")
    return seat


def host_only(table: Table, person: str) -> None:
    if person != table.host:
        raise Refusal("not-allowed", "only the host may do that")


def waiting(table: Table) -> None:
    if table.phase != "waiting":
        raise Refusal("not-allowed", "the game has begun")


def not_over(table: Table) -> None:
    if table.phase == "over":
        raise Refusal("not-allowed", "the game is over")


def playing(table: Table) -> Game:
    if table.game is None:
        raise Refusal("not-allowed", "the game has not begun")
    if table.game.course.over:
        raise Refusal("not-allowed", "the game is over", Reason("game-over"))
    return table.game


def readable(check: Callable[[T], T], value: T) -> T:
    """What a check makes of a value; its error as a refusal."""
    try:
        return check(value)
    except MoustachesError as problem:
        raise Refusal("bad-setup", str(problem)) from None

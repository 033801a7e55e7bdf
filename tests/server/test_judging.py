"""Whatever anybody wants, in whatever order: what is refused changes nothing, the log alone is the table, and what
everybody may know holds no secret.
"""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from moustaches.bots.players import LEVELS
from moustaches.server.entries import AnyEntry, CameBack, Nudged, WentAway, Woke, decoder, encoder
from moustaches.server.judging import Refusal, judge
from moustaches.server.protocol import (
    AnswerTakeBack,
    AnyIntent,
    Change,
    ChangeClock,
    Move,
    Nudge,
    PassHost,
    PutBot,
    Rematch,
    Say,
    Sit,
    Stand,
    Start,
    Swap,
    TakeBack,
)
from moustaches.server.setup import Clock, Setup
from tests.server.paper import PLAYERS, SEED, Paper, facts

PERSONS = ("ada", "bob", "cleo", "dan", "eve-who-only-looks")
CLOCKS = (Clock(), Clock("move", 30), Clock("bank", 60, 5), Clock("move", 100_000), Clock("move", 1))
SETUPS = (
    Setup(game="gracias", players=3, take_back=5),
    Setup(game="gracias", players=4, options={"uno-dos-tres": True}, talk="free"),
    Setup(game="club", players=2, clock=Clock("bank", 60, 5)),
    Setup(game="moustache", players=6, spectators=False),
    Setup(game="moustache", players=2),
    Setup(game="club", players=3, options={"nonsense": True}),
)


def anything(paper: Paper, dice: Random) -> AnyIntent:
    """An intent of any kind; moves are often legal, and often not."""
    seat = dice.randrange(6)
    match dice.randrange(22):
        case 0:
            return Sit(id="x", seat=dice.choice((None, seat)), entropy=dice.choice(("", "mine", "\n")))
        case 1:
            return Stand(id="x", seat=dice.choice((None, None, seat)))
        case 2:
            return PutBot(id="x", seat=seat, level=dice.choice((None, "genius", *LEVELS)))
        case 3:
            return Swap(id="x", seats=(seat, dice.randrange(6)))
        case 4:
            return PassHost(id="x", seat=seat)
        case 5:
            return Change(id="x", setup=dice.choice(SETUPS))
        case 6:
            return ChangeClock(id="x", clock=dice.choice(CLOCKS))
        case 7:
            return Start(id="x", level=dice.choice(("novice", "regular", "nobody")))
        case 8 | 9:
            return TakeBack(id="x")
        case 10 | 11:
            return AnswerTakeBack(id="x", yes=dice.random() < 0.8)
        case 12:
            return Nudge(id="x")
        case 13:
            return Say(id="x", phrase=dice.choice(("", "hello", "nothing")), text=dice.choice(("", "", "hm")))
        case 14:
            return Rematch(id="x")
    expected = paper.table.version - dice.choice((0, 0, 0, 1, 2, 5, -1))
    return Move(id="x", move=some_move(paper, dice), expected=max(0, expected))


def some_move(paper: Paper, dice: Random) -> str:
    game = paper.table.game
    if game is None or game.over or dice.random() < 0.1:
        return dice.choice(("bid 0", "play J", "", "keep", "💥"))
    return str(dice.choice(game.legal(dice.choice(game.to_act))))


def by_itself(paper: Paper, dice: Random) -> list[AnyEntry]:
    """What the server may write without being asked."""
    table = paper.table
    if table.game is None or table.game.over:
        return []
    seat = dice.randrange(table.setup.players)
    chair = table.chairs[seat]
    if chair.person:
        return [CameBack(seat)] if chair.away else [dice.choice((WentAway(seat), Nudged(seat), Woke()))]
    return []


@pytest.mark.parametrize("game", sorted(PLAYERS))
@effort(max_examples=25)
@given(number=st.integers(0, 2**32))
def test_refused_intents_change_nothing_and_the_log_is_the_table(game: str, number: int) -> None:
    dice = Random(number)
    paper = Paper(game, persons=dice.choice((1, 2, 3)), start=dice.random() < 0.7, take_back=5)
    refused = 0
    for _ in range(60):
        paper.wait(dice.choice((0, 0.5, 3, 20)))
        if dice.random() < 0.3 and paper.table.bots_to_act():
            paper.play(dice.choice(paper.table.bots_to_act()), dice)
            continue
        if dice.random() < 0.05:
            paper.write(*by_itself(paper, dice))
            continue
        person = dice.choice(PERSONS)
        intent = anything(paper, dice)
        before = facts(paper.table)
        version = paper.table.version
        try:
            entries = judge(paper.table, person, person.title(), intent, paper.now)
        except Refusal:
            refused += 1
        else:
            assert entries
            assert [decoder.decode(encoder.encode(entry)) for entry in entries] == entries
            assert facts(paper.table) == before  # until it is stored
            paper.write(*entries)
            assert paper.table.version == version + len(entries)
        if paper.table.version == version:
            assert facts(paper.table) == before
        open_to_all(paper)
    assert facts(paper.read_again()) == facts(paper.table)
    assert refused


def open_to_all(paper: Paper) -> None:
    """The table's page for everybody names no person, no link, no seed and nobody's entropy."""
    table = paper.table
    told = msgspec.json.encode(table.info()).decode()
    secrets = [SEED, *(f'"{person}"' for person in PERSONS)]
    for chair in table.chairs:
        secrets += [secret for secret in (chair.link, chair.entropy) if len(secret) > 4]
    assert not [secret for secret in secrets if secret in told]
    if table.game is not None and not table.game.over:
        for seat in (None, *range(table.setup.players)):
            assert SEED not in msgspec.json.encode(table.game.view(seat)).decode()


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_the_fold_of_the_log_is_the_live_table_after_every_entry(game: str) -> None:
    paper = Paper(game, persons=2, take_back=5, clock=Clock("bank", 60, 5))
    dice = Random(9)
    while not paper.game.over:
        paper.wait(dice.choice((0.25, 8)))
        seat = dice.choice(paper.game.to_act)
        paper.play(seat, dice)
        if dice.random() < 0.2:
            person = paper.table.chairs[seat].person
            try:
                paper.intend(person, TakeBack(id="x"))
            except Refusal:
                continue
        if len(paper.log) % 7 == 0:
            assert facts(paper.read_again()) == facts(paper.table)
    assert facts(paper.read_again()) == facts(paper.table)

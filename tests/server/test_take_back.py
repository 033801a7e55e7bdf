"""Misclicks: taken back at once while nothing was shown, later by consent, never across a reveal or chance."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

import moustaches
from moustaches.game.events import Event
from moustaches.server.entries import Moved, Stood, TakeBackAsked, TookBack, WentAway
from moustaches.server.judging import Refusal, judge
from moustaches.server.protocol import AnswerTakeBack, Sit, Stand, TakeBack
from tests.server.paper import NAMES, Paper, facts
from tests.server.serving import Server, Wire, run

BACK, SIT = TakeBack(id="back"), Sit(id="sit")
YES, NO = AnswerTakeBack(id="yes", yes=True), AnswerTakeBack(id="no", yes=False)

# By the rulebooks: a choice, and what all at the table could work out from open choices. Whatever is not here turned a
# card, told a secret or was chance.
OPEN = {
    "bid-made",
    "card-chosen",
    "card-laid",
    "card-stolen",
    "cards-collected",
    "cards-vanished",
    "colour-demanded",
    "gift-chosen",
    "kept",
    "rule-acted",
    "stars-shown",
    "trick-led",
    "trick-taken",
}
FACE_DOWN = {"card-chosen", "gift-chosen"}


def kind(event: Event) -> str:
    return str(event.__struct_config__.tag)


def until(paper: Paper, dice: Random, wanted: str, seat: int | None = None) -> int:
    """Plays on until a choice of a person has this kind of event as its only one; the seat."""
    while not paper.game.over:
        mover = dice.choice(paper.game.to_act)
        copy = paper.game.copy()
        move = dice.choice(paper.game.legal(mover))
        shown = [kind(event) for event in copy.play(mover, move)]
        if shown == [wanted] and paper.table.chairs[mover].person and seat in (None, mover):
            paper.move(mover, str(move))
            return mover
        if paper.table.chairs[mover].person:
            paper.move(mover, str(move))
        else:
            paper.write(Moved(mover, str(move), "bot"))
    raise AssertionError(f"nobody's choice was {wanted} alone")


QUIET_CHOICES = [
    ("gracias", {}, "bid-made"),
    ("gracias", {}, "card-laid"),
    ("gracias", {"uno-dos-tres": True}, "card-chosen"),
    ("moustache", {}, "gift-chosen"),
    ("moustache", {}, "card-laid"),
    ("club", {}, "kept"),
]


@pytest.mark.parametrize(("game", "options", "shown"), QUIET_CHOICES)
def test_within_the_window_a_choice_that_showed_only_itself_is_taken_back_at_once(
    game: str, options: dict[str, bool], shown: str
) -> None:
    for number in range(400):  # a guess is seldom spared in the last round of the Club
        paper = Paper(game, persons=3, seed=f"{number:064x}", options=options, take_back=5)
        dice = Random(number)
        try:
            seat = until(paper, dice, shown)
        except AssertionError:
            continue
        moves = list(paper.game.moves)
        paper.wait(4.999)
        if shown not in FACE_DOWN:
            info = paper.table.info()
            assert info.take_back_until is not None
            assert info.take_back_until > paper.now / 1000
        assert judge(paper.table, NAMES[seat], "", BACK, paper.now) == [TookBack(seat, len(moves) - 1)]
        (change,) = paper.intend(NAMES[seat], BACK)
        assert change.restart
        assert paper.game.moves == moves[:-1]
        assert seat in paper.game.to_act
        return
    raise AssertionError(f"no {shown} in so many games")


def test_after_the_window_the_others_are_asked() -> None:
    paper = Paper("gracias", persons=3, take_back=5)
    seat = until(paper, Random(1), "bid-made")
    paper.wait(5)
    assert paper.table.info().take_back_until == paper.now / 1000
    entries = judge(paper.table, NAMES[seat], "", BACK, paper.now)
    assert entries == [TakeBackAsked(seat, len(paper.game.moves) - 1)]


def test_without_a_window_nothing_is_taken_back_without_consent() -> None:
    paper = Paper("gracias", persons=3)
    seat = until(paper, Random(1), "bid-made")
    assert isinstance(judge(paper.table, NAMES[seat], "", BACK, paper.now)[0], TakeBackAsked)
    assert paper.table.info().take_back_until is None


def test_all_at_the_table_must_agree() -> None:
    paper = Paper("gracias", persons=3)
    seat = until(paper, Random(1), "bid-made")
    made = len(paper.game.moves)
    paper.intend(NAMES[seat], BACK)
    first, second = (other for other in range(3) if other != seat)
    asked = paper.table.info().take_back
    assert asked is not None
    assert asked.waiting == (first, second)
    paper.refused(NAMES[seat], YES)
    paper.refused(NAMES[first], BACK)
    paper.refused("stranger", YES)
    paper.intend(NAMES[first], YES)
    assert len(paper.game.moves) == made
    paper.refused(NAMES[first], YES)
    _, change = paper.intend(NAMES[second], YES)
    assert change.restart
    assert len(paper.game.moves) == made - 1
    assert paper.table.info().take_back is None


def test_one_no_is_enough_and_the_next_choice_is_one_too() -> None:
    paper = Paper("gracias", persons=3)
    dice = Random(1)
    seat = until(paper, dice, "bid-made")
    made = len(paper.game.moves)
    paper.intend(NAMES[seat], BACK)
    paper.intend(NAMES[(seat + 1) % 3], NO)
    assert paper.table.info().take_back is None
    assert len(paper.game.moves) == made
    paper.intend(NAMES[seat], BACK)
    paper.play(paper.game.to_act[0], dice)
    assert paper.table.info().take_back is None
    paper.refused(NAMES[(seat + 1) % 3], YES)


def test_who_asks_can_think_better_of_it() -> None:
    paper = Paper("gracias", persons=3)
    seat = until(paper, Random(1), "bid-made")
    paper.intend(NAMES[seat], BACK)
    paper.intend(NAMES[seat], NO)
    assert paper.table.info().take_back is None


def test_bots_and_those_who_are_away_are_not_asked() -> None:
    alone = Paper("gracias", persons=1)
    seat = until(alone, Random(1), "bid-made")
    assert judge(alone.table, NAMES[seat], "", BACK, alone.now) == [TookBack(seat, len(alone.game.moves) - 1)]
    paper = Paper("gracias", persons=3)
    seat = until(paper, Random(1), "bid-made")
    first, second = (other for other in range(3) if other != seat)
    paper.write(WentAway(first))
    paper.intend(NAMES[seat], BACK)
    asked = paper.table.info().take_back
    assert asked is not None
    assert asked.waiting == (second,)
    # The last one who could have answered leaves: whoever asked asks again and has it.
    paper.intend(NAMES[second], Stand(id="stand"))
    assert isinstance(paper.log[-1][0], Stood)
    (change,) = paper.intend(NAMES[seat], BACK)
    assert change.restart


def test_who_sits_down_anew_is_asked_anew_and_who_leaves_asks_no_more() -> None:
    paper = Paper("gracias", persons=3)
    seat = until(paper, Random(1), "bid-made")
    first, second = (other for other in range(3) if other != seat)
    paper.intend(NAMES[seat], BACK)
    paper.intend(NAMES[first], YES)
    paper.intend(NAMES[first], Stand(id="stand"))
    paper.write(*judge(paper.table, "dan", "Dan", SIT, paper.now))
    asked = paper.table.info().take_back
    assert asked is not None
    assert paper.table.seat_of("dan") in asked.waiting
    assert second in asked.waiting
    paper.intend(NAMES[seat], Stand(id="stand"))
    assert paper.table.info().take_back is None


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("gracias", {}),
        ("gracias", {"uno-dos-tres": True}),
        ("moustache", {"open-counts": True}),
        ("club", {}),
    ],
)
def test_nothing_is_ever_taken_back_across_a_reveal_or_chance(game: str, options: dict[str, bool]) -> None:
    """Whole games, in which everybody tries it all the time."""
    allowed = refused = 0
    for number in range(3 if game == "moustache" else 8):
        paper = Paper(game, persons=3, seed=f"{number:064x}", options=options, take_back=5)
        dice = Random(number)
        while not paper.game.over:
            paper.play(dice.choice(paper.game.to_act), dice)
            paper.wait(dice.choice((1, 6)))
            if paper.game.over:
                paper.refused(NAMES[0], BACK)
                break
            for seat in range(3):
                before = paper.game
                last = max((at for at, (who, _) in enumerate(before.moves) if who == seat), default=None)
                if last is None:
                    paper.refused(NAMES[seat], BACK)
                    continue
                since = [kind(event) for event in before.history[paper.table.events_after(last) :]]
                secret = any(
                    event.audience is not None for event in before.history[paper.table.events_after(last) :]
                )
                chance = sum(1 for at, _ in before.deals if at > last)
                face_down = set(since) <= FACE_DOWN
                possible = face_down or (set(since) <= OPEN and not set(since) & FACE_DOWN)
                possible = possible and not secret
                if not possible:
                    assert paper.refused(NAMES[seat], BACK).error == "not-allowed"
                    refused += 1
                    continue
                assert not chance
                (entry,) = judge(paper.table, NAMES[seat], "", BACK, paper.now)
                assert isinstance(entry, TookBack | TakeBackAsked)
                assert entry.moves == last
                assert entry.alone == (face_down and last < len(before.moves) - 1)
                if isinstance(entry, TookBack):
                    assert face_down or last == len(before.moves) - 1
                    assert paper.now < paper.table.times[last] + 5000
                allowed += 1
    assert refused > 20
    assert allowed > 20 or game == "club"  # where nearly every choice tells a secret


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("gracias", {"uno-dos-tres": True}),
        ("moustache", {"row": ["pass-three", "pink-open", "twos-win", "second-best"]}),
    ],
)
def test_a_choice_face_down_is_taken_back_alone(game: str, options: dict[str, Any]) -> None:
    """Others who have chosen too need not choose again; nobody has learned anything."""
    paper = Paper(game, persons=4, options=options, take_back=5)
    dice = Random(3)
    while len(paper.game.to_act) < 3:
        paper.play(paper.game.to_act[0], dice)
    first, second, *_ = paper.game.to_act
    paper.play(first, dice)
    paper.play(second, dice)
    chosen = paper.game.moves[-1]
    others = [paper.game.view(seat) for seat in range(4) if seat != first]
    paper.intend(NAMES[first], BACK)
    assert first in paper.game.to_act
    assert second not in paper.game.to_act
    assert paper.game.moves[-1] == chosen
    for seat, before in zip([seat for seat in range(4) if seat != first], others, strict=True):
        after = paper.game.view(seat)
        own = {"legal", "hand", "own_choice"} & set(after.__struct_fields__)
        assert all(getattr(after, name) == getattr(before, name) for name in own)
    assert len(paper.table.times) == len(paper.game.moves)
    assert facts(paper.read_again()) == facts(paper.table)


def test_after_a_take_back_the_game_is_as_if_the_choice_had_never_been_made() -> None:
    paper = Paper("moustache", persons=4, take_back=5)
    dice, gone_back = Random(5), 0
    for _ in range(60):
        seat = dice.choice(paper.game.to_act)
        paper.play(seat, dice)
        try:
            (change,) = paper.intend(NAMES[seat], BACK)
        except Refusal:
            continue
        if not change.restart:
            continue
        setup = paper.table.setup
        fresh = moustaches.new(setup.game, setup.players, paper.table.seed, setup.options, setup.edition)
        for mover, move in paper.game.moves:
            fresh.play(mover, move)
        assert list(paper.game.history[:]) == list(fresh.history)
        assert [paper.game.view(each) for each in (None, 0, 1, 2, 3)] == [
            fresh.view(each) for each in (None, 0, 1, 2, 3)
        ]
        assert paper.table.events_after(len(fresh.moves)) == fresh.version
        gone_back += 1
        paper.play(seat, dice)
    assert gone_back > 10


def test_over_sockets_everybody_goes_back_and_bots_wait_for_the_window(server: Server) -> None:
    async def go() -> None:
        ada, bob = server.person("Ada"), server.person("Bob")
        code = server.table("gracias", host=ada, take_back=2)
        assert server.intend(code, bob, "sit", seat=1)["status"] == 200
        async with (
            Wire(server, code, ada) as one,
            Wire(server, code, bob) as other,
            Wire(server, code) as stranger,
        ):
            assert (await one.intend("start", level="novice"))["news"] == "done"
            mover, seat = await a_turn_before_a_bot(one, other)
            before = server.look(code)["view"]
            view = server.look(code, ada if mover is one else bob)["view"]
            done = await mover.intend("move", move=view["legal"][0], expected=server.look(code)["version"])
            assert done["news"] == "done"
            await asyncio.sleep(0.6)  # a bot would have moved long ago
            assert server.look(code)["version"] == done["version"]
            back = await mover.intend("take-back")
            assert back["news"] == "done", back
            await asyncio.gather(one.settled(), other.settled(), stranger.settled())
            for wire in (one, other, stranger):
                await wire.until(lambda wire=wire: wire.versions[-1] >= back["version"])
                update = next(each for each in wire.of("update") if each["version"] == back["version"])
                assert update["restart"]
                assert update["view"]["to_act"] == [seat]
            assert server.look(code)["view"] == before
            moved = [entry for entry in server.entries(code) if isinstance(entry, Moved)]
            assert moved[-1].seat == seat

    async def a_turn_before_a_bot(one: Wire, other: Wire) -> tuple[Wire, int]:
        """Plays until the persons of seats 0 and 1 are to act with a bot after them."""
        wires = (one, other)
        tokens = (one.hello["token"], other.hello["token"])
        code = one.address.split("/")[-2]
        while True:
            await one.until(lambda: server.look(code)["view"]["to_act"][0] < 2)
            look = server.look(code)
            seat = look["view"]["to_act"][0]
            if seat == 1:
                return other, 1
            view = server.look(code, tokens[seat])["view"]
            await wires[seat].intend("move", move=view["legal"][0], expected=look["version"])

    run(go())

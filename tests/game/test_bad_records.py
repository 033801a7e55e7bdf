"""Records that are torn, altered or made up: one BadRecord each, whatever was done to them."""

from __future__ import annotations

import random
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import moustaches
from moustaches.errors import BadRecord

NAMES = ("moustache", "gracias", "club")


def record(name: str, moves: int | None = None) -> str:
    """The record of a game of three, finished or so many moves on."""
    game = moustaches.new(name, players=3, seed=21, entropy=["salt"])
    choose = random.Random(name)
    while not game.over and (moves is None or len(game.moves) < moves):
        seat = game.to_act[0]
        game.play(seat, choose.choice(game.legal(seat)))
    return game.record()


RECORDS = {name: record(name) for name in NAMES}
SHORT = {name: record(name, 9) for name in NAMES}


def sealed(text: str) -> str:
    """The text with a checksum that is right."""
    body = text.rpartition("checksum: ")[0]
    return f"{body}checksum: {sha256(body.encode(errors='surrogatepass')).hexdigest()}\n"


def changed(text: str, old: str, new: str) -> str:
    """One place changed, and sealed again."""
    assert old in text
    return sealed(text.replace(old, new, 1))


def refusal(text: Any) -> str:
    """What a record is refused for, by `load` and by `verify`."""
    with pytest.raises(BadRecord) as caught:
        moustaches.load(text)
    if isinstance(text, str):
        with pytest.raises(BadRecord) as again:
            moustaches.verify(text)
        assert str(again.value) == str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("name", NAMES)
def test_an_unharmed_record_is_read(name: str) -> None:
    for text in (RECORDS[name], SHORT[name]):
        assert sealed(text) == text
        assert moustaches.load(text).record() == text
    assert moustaches.verify(RECORDS[name]).game == name


# Torn


@pytest.mark.parametrize("text", [None, 3, b"moustaches record 1\n", ["moustaches record 1"], object()])
def test_what_is_no_text(text: Any) -> None:
    assert refusal(text).startswith("expected the text of a record, found ")


@pytest.mark.parametrize(
    "text", ["", "\n", "hello", "moustaches record 1", "Moustaches record 1\n", " moustaches record 1\n"]
)
def test_what_is_no_record(text: str) -> None:
    assert refusal(text).startswith("expected a text that begins with `moustaches record 1`")


def test_an_unknown_version() -> None:
    for version in ("2", "0", "10", "1.1", ""):
        text = changed(RECORDS["gracias"], "moustaches record 1\n", f"moustaches record {version}\n")
        assert "moustaches record 1" in refusal(text)
    text = changed(RECORDS["gracias"], "engine: 1\n", "engine: 99\n")
    assert "engine 99" in refusal(text)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_a_record_cut_off_anywhere_is_refused(name: str, data: st.DataObject) -> None:
    text = RECORDS[name]
    length = data.draw(st.integers(0, len(text) - 2))
    refusal(text[:length])


def test_a_lost_last_line_end_is_no_harm() -> None:
    text = RECORDS["gracias"]
    assert moustaches.load(text.removesuffix("\n")).record() == text
    assert moustaches.load(text + "\n").record() == text


def test_a_record_that_lost_its_beginning_is_refused() -> None:
    text = RECORDS["gracias"]
    for start in (1, 20, len(text) // 2):
        refusal(text[start:])


# Altered


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_any_character_changed_is_refused(name: str, data: st.DataObject) -> None:
    text = RECORDS[name]
    place = data.draw(st.integers(0, len(text) - 2))
    other = data.draw(st.characters() | st.sampled_from("0123456789abcdef \n"))
    assume(other != text[place])
    refusal(text[:place] + other + text[place + 1 :])


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_any_character_added_or_lost_is_refused(name: str, data: st.DataObject) -> None:
    text = RECORDS[name]
    place = data.draw(st.integers(0, len(text) - 2))
    other = data.draw(st.characters())
    refusal(text[:place] + text[place + 1 :])
    refusal(text[:place] + other + text[place:])


def test_a_text_that_is_no_unicode_is_refused() -> None:
    text = RECORDS["gracias"]
    refusal(text.replace("options", "\ud800", 1))
    refusal(changed(text, "options", "\ud800"))
    refusal(changed(text, "salt", "\ud800"))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(data=st.data())
def test_a_change_sealed_again_is_refused_or_still_a_game_by_the_rules(
    name: str, data: st.DataObject
) -> None:
    """Never another error than BadRecord."""
    text = SHORT[name]
    place = data.draw(st.integers(0, text.rindex("checksum: ") - 1))
    other = data.draw(st.characters() | st.sampled_from('0123456789abcdef \n:[]{}",J'))
    tampered = sealed(text[:place] + other + text[place + 1 :])
    try:
        game = moustaches.load(tampered)
    except BadRecord as problem:
        outcome = str(problem)
    else:
        outcome = game.record()
        assert moustaches.load(outcome).record() == outcome
    assert outcome


# Made up, with a checksum that is right


def swap(text: str, first: int, second: int) -> str:
    lines = text.split("\n")
    lines[first], lines[second] = lines[second], lines[first]
    return sealed("\n".join(lines))


@pytest.mark.parametrize("name", NAMES)
def test_a_deal_that_does_not_follow_from_the_seed(name: str) -> None:
    text = RECORDS[name]
    for line in [line for line in text.split("\n") if line.startswith("deal ")]:
        head, _, order = line.partition(": ")
        first, second, *rest = order.split(" ")
        if first == second:
            continue
        message = refusal(changed(text, line, f"{head}: {' '.join([second, first, *rest])}"))
        assert "does not follow from the seed" in message
        assert line in message


@pytest.mark.parametrize("name", NAMES)
def test_deals_in_another_order(name: str) -> None:
    lines = RECORDS[name].split("\n")
    deals = [number for number, line in enumerate(lines) if line.startswith("deal ")]
    assert "does not follow from the seed" in refusal(swap(RECORDS[name], deals[0], deals[1]))


@pytest.mark.parametrize("name", NAMES)
def test_a_deal_left_out_or_added(name: str) -> None:
    text = RECORDS[name]
    deals = [line for line in text.split("\n") if line.startswith("deal ")]
    assert "deal" in refusal(changed(text, deals[0] + "\n", ""))
    assert "deal" in refusal(changed(text, deals[-1] + "\n", ""))
    assert "no deal now" in refusal(changed(text, "result: ", f"{deals[-1]}\nresult: "))


def test_a_deal_before_its_time() -> None:
    """The moves before a later deal must be there."""
    lines = RECORDS["gracias"].split("\n")
    later = [number for number, line in enumerate(lines) if line.startswith("deal ")][2]
    refusal(swap(RECORDS["gracias"], later, later - 1))


@pytest.mark.parametrize("name", NAMES)
def test_another_seed_or_commitment(name: str) -> None:
    text = RECORDS[name]
    seed, other = f"{21:064x}", f"{22:064x}"
    assert "commitment" in refusal(changed(text, f"seed: {seed}", f"seed: {other}"))
    mine, theirs = moustaches.commitment(21), moustaches.commitment(22)
    assert "commitment" in refusal(changed(text, mine, theirs))
    both = text.replace(f"seed: {seed}", f"seed: {other}").replace(mine, theirs)
    assert "does not follow from the seed" in refusal(sealed(both))


@pytest.mark.parametrize("name", NAMES)
def test_other_entropy(name: str) -> None:
    assert "does not follow from the seed" in refusal(changed(RECORDS[name], '["salt"]', '["pepper"]'))
    assert "does not follow from the seed" in refusal(changed(RECORDS[name], 'entropy: ["salt"]\n', ""))


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_result(name: str) -> None:
    text = RECORDS[name]
    result = next(line for line in text.split("\n") if line.startswith("result: "))
    for wrong in ("result: unfinished", result + " 1", "result: scores 99 0 0 ranks 1 2 2", "result: "):
        message = refusal(changed(text, result, wrong))
        assert f"expected `{result}`, found `{wrong}`" in message
    short = SHORT[name]
    assert "expected `result: unfinished`" in refusal(changed(short, "result: unfinished", result))
    assert "result" in refusal(changed(text, result + "\n", ""))


@pytest.mark.parametrize("name", NAMES)
def test_a_move_that_the_rules_forbid(name: str) -> None:
    text = RECORDS[name]
    line = next(line for line in text.split("\n") if line[:2] in ("0 ", "1 ", "2 "))
    seat, _, move = line.partition(" ")
    other = (int(seat) + 1) % 3
    for wrong, said in (
        (f"{other} {move}", "not to act now"),
        (f"3 {move}", "from 0 to 2"),
        (f"-1 {move}", "from 0 to 2"),
        (f"x {move}", "x"),
        (move, move),
        (f"{seat} fly", "is no move"),
        (f"{seat}", "is no move"),
        ("", ""),
        (f"{line}\n{line}", "line"),
    ):
        message = refusal(changed(text, line, wrong))
        assert said in message
        assert "of the course" in message


@pytest.mark.parametrize("name", NAMES)
def test_moves_left_out_or_after_the_end(name: str) -> None:
    text = RECORDS[name]
    lines = text.split("\n")
    last = max(number for number, line in enumerate(lines) if line[:2] in ("0 ", "1 ", "2 "))
    refusal(sealed("\n".join(lines[:last] + lines[last + 1 :])))
    assert "the game is over" in refusal(changed(text, "\nresult", f"\n{lines[last]}\nresult"))


@pytest.mark.parametrize("header", ["engine", "game", "players", "edition", "options", "seed", "commitment"])
def test_a_header_left_out_or_said_twice(header: str) -> None:
    text = RECORDS["gracias"]
    line = next(line for line in text.split("\n") if line.startswith(f"{header}: "))
    assert f"`{header}: …`" in refusal(changed(text, line + "\n", ""))
    assert header in refusal(changed(text, line, f"{line}\n{line}"))


@pytest.mark.parametrize("line", ["colour: blue", "Game: gracias", "moves", ": ", "seed : 12"])
def test_an_unknown_header(line: str) -> None:
    message = refusal(changed(RECORDS["gracias"], "\n\n", f"\n{line}\n\n"))
    assert "expected the headers engine, game, players" in message


@pytest.mark.parametrize(
    ("header", "wrong"),
    [
        ("game", "poker"),
        ("game", "club"),
        ("game", ""),
        ("players", "5"),
        ("players", "4"),
        ("players", "three"),
        ("players", "3.0"),
        ("players", ""),
        ("edition", "pirate 0000000000000000"),
        ("edition", "standard"),
        ("edition", "standard 0000000000000000"),
        ("edition", ""),
        ("options", "[]"),
        ("options", "3"),
        ("options", "{"),
        ("options", ""),
        ("options", '{"chica":true}'),
        ("options", '{"chico":1}'),
        ("seed", "00"),
        ("seed", "zz" * 32),
        ("seed", ""),
        ("commitment", ""),
        ("entropy", "3"),
        ("entropy", "[3]"),
        ("entropy", "null"),
        ("entropy", '["a","b","c","d"]'),
        ("entropy", '"salt"'),
        ("entropy", '{"salt":1}'),
        ("entropy", "["),
    ],
)
def test_a_header_with_a_wrong_value(header: str, wrong: str) -> None:
    text = RECORDS["gracias"]
    line = next(line for line in text.split("\n") if line.startswith(f"{header}: "))
    assert refusal(changed(text, line, f"{header}: {wrong}"))


@pytest.mark.parametrize(
    "position",
    ["null", "3", "[]", "{", "{}", '{"players":3}', '{"players":4,"hands":[["1"],["2"],["3"]],"round":5}'],
)
def test_a_position_that_is_none(position: str) -> None:
    description = {"players": 3, "round": 5, "hands": [["1"], ["2"], ["3"]]}
    text = moustaches.position("gracias", description, seed=3).record()
    line = next(line for line in text.split("\n") if line.startswith("position: "))
    assert refusal(changed(text, line, f"position: {position}"))


def test_only_a_finished_game_can_be_verified() -> None:
    for text in SHORT.values():
        with pytest.raises(BadRecord, match="only a finished game can be verified"):
            moustaches.verify(text)


@given(entropy=st.lists(st.text(), max_size=3))
def test_any_entropy_goes_round(entropy: list[str]) -> None:
    """Line ends of all alphabets, quotes, empty lines and checksums in a text break no record."""
    game = moustaches.new("club", players=3, seed=5, entropy=entropy)
    again = moustaches.load(game.record())
    assert again.record() == game.record()
    assert again.setting.entropy == tuple(entropy)


@pytest.mark.parametrize("text", ["a\nb", "\n\n", "\r", "a\u2028b", "\x85", "checksum: ", 'say "hi"', "\x00"])
def test_odd_entropy_goes_round(text: str) -> None:
    record = moustaches.new("club", players=2, seed=5, entropy=[text, text]).record()
    assert moustaches.load(record).record() == record

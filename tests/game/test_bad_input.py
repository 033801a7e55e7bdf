"""Whatever is wrong gives one error of its own type that says what was wrong and what would be right, and the game is
as it was. Records are in `test_bad_records.py`, positions with the other tests of each game's positions."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import moustaches
from moustaches.errors import (
    BadEdition,
    BadMove,
    BadOption,
    BadPlayers,
    BadPosition,
    GameOver,
    IllegalMove,
    MoustachesError,
    NotYourTurn,
    UnknownGame,
)
from moustaches.game.club_words import ClubMove
from moustaches.game.gracias_words import GraciasMove
from moustaches.game.moustache_words import MoustacheMove

NAMES = ("moustache", "gracias", "club")
ROW = ["blue-tax", "pink-open", "twos-win", "cut-redirects"]


def error(kind: type[MoustachesError], act: Callable[[], object]) -> str:
    """The message of exactly this error."""
    with pytest.raises(MoustachesError) as caught:
        act()
    assert type(caught.value) is kind
    return str(caught.value)


def refused(game: moustaches.Game, seat: Any, move: Any, kind: type[MoustachesError]) -> str:
    """The message of exactly this error, with the game unchanged."""
    viewers = (*range(game.players), None)
    before = (game.record(), game.version, game.to_act, [game.view(viewer) for viewer in viewers])
    message = error(kind, lambda: game.play(seat, move))
    assert (game.record(), game.version, game.to_act, [game.view(viewer) for viewer in viewers]) == before
    return message


def started(name: str, moves: int = 3) -> moustaches.Game:
    """A game of three, some moves on."""
    game = moustaches.new(name, players=3, seed=11)
    choose = random.Random(name)
    for _ in range(moves):
        seat = game.to_act[0]
        game.play(seat, choose.choice(game.legal(seat)))
    return game


def finished(name: str) -> moustaches.Game:
    game = started(name, 0)
    choose = random.Random(name)
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, choose.choice(game.legal(seat)))
    return game


# The table


@pytest.mark.parametrize("name", ["poker", "Gracias", "", "moustaches", None, 3, ["club"], ("gracias",), {}])
def test_an_unknown_game(name: Any) -> None:
    message = error(UnknownGame, lambda: moustaches.new(name, players=3))
    assert repr(name) in message
    assert "moustache, gracias and club" in message
    assert error(UnknownGame, lambda: moustaches.position(name, {"players": 3})) == message


def test_a_game_nearly_named() -> None:
    assert error(UnknownGame, lambda: moustaches.new("gracia")).endswith("did you mean gracias?")


@pytest.mark.parametrize(
    ("name", "low", "high"), [("moustache", 3, 6), ("gracias", 3, 4), ("club", 2, 4)], ids=NAMES
)
def test_players_out_of_range(name: str, low: int, high: int) -> None:
    for players in (low - 1, high + 1, 0, -1, 7, 10**30):
        message = error(BadPlayers, lambda: moustaches.new(name, players=players))  # noqa: B023
        assert message == f"{name} is for {low} to {high} players, not {players}"
    for players in range(low, high + 1):
        assert moustaches.new(name, players=players).players == players


@pytest.mark.parametrize("players", ["4", 4.0, None, True, [4], (0, 1, 2)])
@pytest.mark.parametrize("name", NAMES)
def test_players_of_a_wrong_type(name: str, players: Any) -> None:
    message = error(BadPlayers, lambda: moustaches.new(name, players=players))
    assert repr(players) in message
    assert "players, not" in message


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("gracias", {"chica": True}, "gracias has no option 'chica'"),
        ("gracias", {"chica": True}, "did you mean chico?"),
        ("gracias", {"chica": True}, "blind-joker-zero, chico, end, noyade, strict-joker, uno-dos-tres"),
        ("gracias", {"row": ROW}, "gracias has no option 'row'"),
        ("moustache", {"chico": True}, "moustache has no option 'chico'"),
        ("moustache", {"equal-cup": True}, "did you mean equal-cups?"),
        ("club", {"chico": True}, "club has no option 'chico'; it has none"),
        ("gracias", {1: True}, "found 1"),
        ("gracias", {None: True, "chico": True}, "found None"),
    ],
)
def test_an_unknown_option(name: str, options: Any, message: str) -> None:
    assert message in error(BadOption, lambda: moustaches.new(name, players=3, options=options))


@pytest.mark.parametrize(
    ("name", "option", "value", "expected"),
    [
        ("gracias", "chico", "yes", "true or false"),
        ("gracias", "chico", 1, "true or false"),
        ("gracias", "noyade", None, "true or false"),
        ("gracias", "uno-dos-tres", "true", "true or false"),
        ("gracias", "strict-joker", [], "true or false"),
        ("gracias", "blind-joker-zero", 0, "true or false"),
        ("gracias", "end", "last", "six-rounds or first-bare or last-dressed"),
        ("gracias", "end", True, "six-rounds or first-bare or last-dressed"),
        ("gracias", "end", ["six-rounds"], "six-rounds or first-bare or last-dressed"),
        ("moustache", "own-rules", 1, "true or false"),
        ("moustache", "first-game", "no", "true or false"),
        ("moustache", "open-counts", {}, "true or false"),
        ("moustache", "equal-cups", 0.0, "true or false"),
        ("moustache", "row", "twos-win", "a list of four rule cards"),
        ("moustache", "row", True, "a list of four rule cards"),
        ("moustache", "row", [], "a list of four rule cards"),
        ("moustache", "row", ROW[:3], "a list of four rule cards"),
        ("moustache", "row", [*ROW, "second-best"], "a list of four rule cards"),
        ("moustache", "row", [1, 2, 3, 4], "a list of four rule cards"),
        ("moustache", "row", set(ROW), "a list of four rule cards"),
    ],
)
def test_a_wrong_value_of_an_option(name: str, option: str, value: Any, expected: str) -> None:
    message = error(BadOption, lambda: moustaches.new(name, players=3, options={option: value}))
    assert message.startswith(f"{option}: expected {expected}")
    assert f"found {value!r}" in message


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (["twos-win", "cut-redirects", "blue-tax", "pink-open"], "two different white rule cards, then two"),
        (["blue-tax", "twos-win", "pink-open", "cut-redirects"], "twos-win (black)"),
        (["blue-tax", "blue-tax", "twos-win", "cut-redirects"], "two different white rule cards"),
        (["blue-tax", "pink-open", "twos-win", "twos-win"], "two different black ones (M23)"),
        (["blue-tax", "pink-open", "twos-wins", "cut-redirects"], "did you mean twos-win?"),
        (["", "pink-open", "twos-win", "cut-redirects"], "no rule card is called ''"),
    ],
)
def test_a_row_that_contradicts_the_packs(row: list[str], message: str) -> None:
    assert message in error(BadOption, lambda: moustaches.new("moustache", options={"row": row}))


@pytest.mark.parametrize("options", [None, ["chico"], "chico", 3, {"chico"}])
def test_options_that_are_no_names_and_values(options: Any) -> None:
    message = error(BadOption, lambda: moustaches.new("gracias", options=options))
    assert message == f"options: expected names and values, found {options!r}"


@pytest.mark.parametrize(
    "seed",
    [
        -1,
        2**256,
        1.5,
        True,
        [],
        "",
        "seven",
        "x" * 64,
        "0" * 63,
        "00" * 31 + "  ",
        "00" * 33,
        b"",
        b"7" * 31,
        b"7" * 33,
    ],
)
def test_a_bad_seed(seed: Any) -> None:
    for act in (lambda: moustaches.new("club", seed=seed), lambda: moustaches.commitment(seed)):
        message = error(BadOption, act)
        assert message.startswith(
            "seed: expected a whole number below 2**256, 64 hex digits or 32 bytes, found "
        )


def test_the_ways_to_write_a_seed() -> None:
    number = 7**60
    texts = {
        moustaches.new("club", seed=seed).record()
        for seed in (number, f"{number:064x}", f"{number:064X}", number.to_bytes(32, "big"))
    }
    assert len(texts) == 1
    assert moustaches.new("club").commitment != moustaches.new("club").commitment


@pytest.mark.parametrize(
    "entropy", [5, None, "abc", b"abc", ["a"] * 4, [1], [None], ["a", b"b"], ["\ud800"], {"a": "b"}, {"a"}]
)
def test_bad_entropy(entropy: Any) -> None:
    message = error(BadOption, lambda: moustaches.new("gracias", players=3, entropy=entropy))
    assert message.startswith("entropy: expected ")
    assert "text" in message


@pytest.mark.parametrize(
    "edition", ["pirate", "", "Standard", "../standard", 5, None, ["standard"], b"standard"]
)
def test_an_unknown_edition(edition: Any) -> None:
    message = error(BadEdition, lambda: moustaches.new("gracias", edition=edition))
    assert repr(edition) in message
    assert "expected" in message
    assert ".toml file" in message


def test_an_edition_file_that_is_missing_or_malformed(tmp_path: Path) -> None:
    missing = str(tmp_path / "own.toml")
    assert missing in error(BadEdition, lambda: moustaches.new("gracias", edition=missing))
    (tmp_path / "own.toml").write_text("base = [")
    assert "expected TOML" in error(BadEdition, lambda: moustaches.new("gracias", edition=missing))
    (tmp_path / "own.toml").write_text('format = 1\nbase = "standard"\n[gracias]\nforehead = 9\n')
    message = error(BadEdition, lambda: moustaches.new("gracias", edition=missing))
    assert message == f"{missing}: gracias.forehead: expected a whole number from 1 to 6, found 9"


@pytest.mark.parametrize("description", [{"players": object()}, {"players": 3, "hands": [{1, 2}]}])
def test_a_position_that_is_no_json(description: Any) -> None:
    assert "expected" in error(BadPosition, lambda: moustaches.position("gracias", description))


def test_a_position_within_itself() -> None:
    description: dict[str, Any] = {"players": 3}
    description["hands"] = description
    assert "expected" in error(BadPosition, lambda: moustaches.position("gracias", description))


# Moves


@pytest.mark.parametrize("name", NAMES)
def test_a_move_out_of_turn(name: str) -> None:
    game = started(name, 4)
    idle = next(seat for seat in range(3) if seat not in game.to_act)
    for move in (game.legal(game.to_act[0])[0], str(game.legal(game.to_act[0])[0])):
        message = refused(game, idle, move, NotYourTurn)
        assert message == f"seat {idle} is not to act now; seat {game.to_act[0]} is"
    assert game.why(idle, game.legal(game.to_act[0])[0]).id == "not-your-turn"


def test_a_move_out_of_turn_where_several_are_to_act() -> None:
    game = moustaches.position(
        "gracias",
        {
            "players": 3,
            "round": 4,
            "hands": [["1", "2"], ["3", "4"], ["5", "6"]],
            "bids": [0, 0, 0],
            "options": {"uno-dos-tres": True},
            "chosen": ["1", None, None],
        },
    )
    assert "1 and 2" in refused(game, 0, "play 2", NotYourTurn)


@pytest.mark.parametrize(
    ("name", "move"),
    [
        *(
            (name, text)
            for name in NAMES
            for text in ("", " ", "pass", "resign", "7", "play", "PLAY", "?", "\x00")
        ),
        *(("moustache", text) for text in ("play B11", "play b7", "pass G1 G1 G2", "steal unicorn", "bid 1")),
        *(("gracias", text) for text in ("bid 6", "bid -1", "play 0", "play 22", "play J", "bid  ", "keep")),
        *(("club", text) for text in ("play cat", "unmask 4 hat", "unmask 1 tabby", "unmask hat", "keep it")),
    ],
)
def test_a_text_that_is_no_move(name: str, move: str) -> None:
    game = started(name)
    for seat in range(3):
        assert "expected" in refused(game, seat, move, BadMove)
    assert "expected" in error(BadMove, lambda: game.why(0, move))


GAMES = {name: started(name) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
@given(text=st.text(max_size=20), seat=st.integers(-1, 3))
def test_any_text_gives_a_typed_error_or_is_played(name: str, text: str, seat: int) -> None:
    game = GAMES[name].copy()
    before = game.record()
    try:
        game.play(seat, text)
    except (BadMove, BadPlayers, NotYourTurn, IllegalMove) as problem:
        happened = str(problem)
        assert game.record() == before
    else:
        happened = str(game.moves[-1][1])
    assert happened


@pytest.mark.parametrize("name", NAMES)
@given(number=st.integers(-5, 20000), seat=st.integers(0, 2))
def test_any_number_gives_a_typed_error_or_is_played(name: str, number: int, seat: int) -> None:
    game = GAMES[name].copy()
    before = game.record()
    try:
        game.play(seat, number)
    except (BadMove, NotYourTurn, IllegalMove) as problem:
        kind = type(problem)
        assert game.record() == before
        assert (kind is BadMove) == (not 0 <= number < game.move_type.COUNT)
    else:
        assert number in GAMES[name].legal(seat)


@pytest.mark.parametrize("move", [None, 1.0, True, False, b"keep", ["keep"], ("bid", 1), object, -1, 10**9])
@pytest.mark.parametrize("name", NAMES)
def test_a_move_of_a_wrong_type(name: str, move: Any) -> None:
    game = started(name)
    count = game.move_type.COUNT
    message = refused(game, game.to_act[0], move, BadMove)
    assert message.startswith(f"expected a move's text or a whole number from 0 to {count - 1}, found ")


@pytest.mark.parametrize(
    ("name", "move"),
    [
        ("gracias", ClubMove.parse("play leap-white")),
        ("gracias", MoustacheMove.parse("play G0")),
        ("club", GraciasMove.parse("bid 0")),
        ("club", MoustacheMove.parse("play G0")),
        ("moustache", ClubMove.parse("keep")),
        ("moustache", GraciasMove.parse("bid 5")),
    ],
)
def test_a_move_of_another_game(name: str, move: moustaches.Move) -> None:
    game = started(name, 0)
    message = refused(game, game.to_act[0], move, BadMove)
    assert f"expected a move of {name}" in message
    assert str(move) in message


@pytest.mark.parametrize("name", NAMES)
def test_an_illegal_move_says_why_and_what_is_legal(name: str) -> None:
    game = started(name, 4)
    (seat,) = game.to_act
    legal = game.legal(seat)
    tried = 0
    for number in range(game.move_type.COUNT):
        move = game.move_type(number)
        if move in legal:
            continue
        tried += 1
        if tried > 150:
            break
        reason = game.why(seat, move)
        assert reason.id not in ("legal", "bluff", "illegal")
        with pytest.raises(IllegalMove) as caught:
            game.play(seat, move)
        assert caught.value.explanation == reason
        message = str(caught.value)
        assert message.startswith(f"{move} is not legal for seat {seat} ({reason.id}); legal: {legal[0]}")
    assert tried > 20
    assert len(game.moves) == 4


@pytest.mark.parametrize("name", NAMES)
def test_an_illegal_card_changes_nothing(name: str) -> None:
    game = started(name, 4)
    (seat,) = game.to_act
    illegal = next(
        game.move_type(number) for number in range(game.move_type.COUNT) if number not in game.legal(seat)
    )
    refused(game, seat, illegal, IllegalMove)
    refused(game, seat, str(illegal), IllegalMove)
    refused(game, seat, int(illegal), IllegalMove)


@pytest.mark.parametrize("seat", [-1, 3, 10**30, "0", 0.0, True, None, [0]])
@pytest.mark.parametrize("name", NAMES)
def test_a_seat_that_is_not_at_the_table(name: str, seat: Any) -> None:
    game = started(name)
    move = game.legal(game.to_act[0])[0]
    expected = f"seat: expected a whole number from 0 to 2, found {seat!r}"
    assert refused(game, seat, move, BadPlayers) == expected
    assert error(BadPlayers, lambda: game.legal(seat)) == expected
    assert error(BadPlayers, lambda: game.why(seat, move)) == expected


@pytest.mark.parametrize("viewer", [-1, 3, "0", 1.0, False, "spectator", (0,)])
@pytest.mark.parametrize("name", NAMES)
def test_an_unknown_viewer(name: str, viewer: Any) -> None:
    game = started(name)
    expected = f"expected a whole number from 0 to 2, found {viewer!r}"
    assert expected in error(BadPlayers, lambda: game.view(viewer))
    assert expected in error(BadPlayers, lambda: game.events(viewer))
    done = finished(name)
    assert expected in error(BadPlayers, lambda: done.view(viewer))
    assert expected in error(BadPlayers, lambda: done.events(viewer))


@pytest.mark.parametrize("name", NAMES)
def test_a_move_after_the_end(name: str) -> None:
    game = finished(name)
    assert game.to_act == ()
    for seat in range(3):
        assert game.legal(seat) == []
        for move in (game.moves[-1][1], str(game.moves[-1][1]), int(game.moves[-1][1])):
            message = refused(game, seat, move, GameOver)
            assert message == "the game is over; start a new one to play on"
    assert game.why(0, game.moves[-1][1]).id == "game-over"


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_is_independent(name: str) -> None:
    game = started(name)
    before = game.record()
    copy = game.copy()
    seat = copy.to_act[0]
    copy.play(seat, copy.legal(seat)[0])
    assert game.record() == before
    assert copy.record() != before

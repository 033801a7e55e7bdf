"""Real sessions in a terminal of 80 × 24."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

import moustaches

PROMPT = r"Your choice \(([^)]*)\), or \? for help: "
ENTER = r"Press Enter to go on\. "
Session = Any  # pexpect's stubs leave out what a match has


class Terminal:
    """Starts `moustaches` as a person would, and ends what it started."""

    def __init__(self) -> None:
        self.sessions: list[Session] = []

    def __call__(self, *arguments: str) -> Session:
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        session = pexpect.spawn(
            sys.executable,
            ["-m", "moustaches", *arguments],
            env=environment,
            encoding="utf-8",
            dimensions=(24, 80),
            timeout=60,
            preexec_fn=listen_to_ctrl_c,
        )
        self.sessions.append(session)
        return session


def listen_to_ctrl_c() -> None:
    """A test run in the background ignores Ctrl-C, and would hand that on."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    started = Terminal()
    yield started
    for session in started.sessions:
        session.close(force=True)


def first_choice(session: Session) -> str:
    """The first key that the prompt offers."""
    found = re.match(r"\w+", session.match.group(1))
    assert found
    return found.group()


def ended(session: Session) -> int:
    session.expect(pexpect.EOF)
    session.close()
    return int(session.exitstatus)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("moustache", ["--players", "3", "--option", "row=pass-three,pink-open,equals-vanish,twos-win"]),
        ("gracias", ["--players", "3"]),
        ("club", ["--players", "2"]),
    ],
)
def test_a_whole_game_by_always_taking_the_first_choice(
    name: str, options: list[str], terminal: Terminal, tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    session = terminal("play", name, "--seed", "11", "--fast", "--save", str(path), *options)
    moves = 0
    while session.expect([PROMPT, pexpect.EOF]) == 0:
        session.sendline(first_choice(session))
        moves += 1
    assert "Final standing" in session.before
    assert f"{11:064x}" in session.before
    assert "moustaches verify" in session.before
    session.close()
    assert session.exitstatus == 0
    assert moves > 4
    assert moustaches.verify(path.read_text("utf-8")).game == name


def test_questions_at_the_table(terminal: Terminal) -> None:
    session = terminal("play", "moustache", "--seed", "5", "--fast")
    session.expect(PROMPT)
    for line, answer in [
        ("?", "You may choose anything that you have"),
        ("last", "No trick has been played in this round yet"),
        ("why G3", "yes, you may"),
        ("why B10", "You do not have B10"),
        ("why", "Say which"),
        ("? M7", "The monkey's player steals"),
        ("? zebra", "nothing|no ruling"),
        ("99", "There is no choice 99"),
        ("hm", "I did not understand 'hm'"),
        ("steal G3", "You are asked to lay a card now"),
        ("log", "A game of Moustache for 4 begins"),
        ("rules", "Four rounds"),
        ("save", "Say which"),
        ("save no/such/folder/x", "cannot write"),
        ("", r"\n"),
    ]:
        session.sendline(line)
        session.expect(answer)
        session.expect(PROMPT)
    session.sendline("g3")
    session.expect("You lay G3")
    session.expect(PROMPT)
    session.sendline("last")
    session.expect("Trick: ")
    session.expect(r"1\. ")
    session.expect(PROMPT)
    session.sendline("quit")
    session.expect("not saved")
    assert ended(session) == 0


def test_why_a_card_may_not_be_laid(terminal: Terminal) -> None:
    session = terminal("play", "moustache", "--seed", "5", "--fast")
    forbidden = None
    while forbidden is None:
        session.expect(PROMPT)
        session.sendline("?")
        if (
            session.expect([r"Not allowed: (\w+)[^.]*\. The demanded colour is", "You may choose anything"])
            == 0
        ):
            forbidden = session.match.group(1)
        session.expect(PROMPT)
        if forbidden is None:
            session.sendline(first_choice(session))
    session.sendline(f"why {forbidden}")
    session.expect("The demanded colour is .* and you can follow")
    session.sendline(forbidden)
    session.expect("The demanded colour is .* and you can follow")


def test_giving_three_cards_one_by_one_or_together(terminal: Terminal) -> None:
    row = "row=pass-three,pink-open,equals-vanish,twos-win"
    session = terminal("play", "moustache", "--seed", "2", "--fast", "--option", row)
    for line, answer in [
        ("1", "Chosen so far"),
        ("back", "Choose three cards"),
        ("1 2 3 4", "give three"),
        ("1 99", "There is no choice 99"),
        ("1 zebra", "You do not have zebra"),
        ("1 1 2", "That would be 2 cards: give three"),
        ("1 2 3", "You give Basile"),
    ]:
        session.expect(PROMPT)
        session.sendline(line)
        session.expect(answer)


def test_naming_someone_in_the_club(terminal: Terminal) -> None:
    session = terminal("play", "club", "--seed", "3", "--fast")
    session.expect(PROMPT)
    session.sendline("1")
    session.expect("Masks on")
    session.expect(PROMPT)
    for line, answer in [
        ("unmask 0 red", "You cannot unmask yourself"),
        ("stage", "On stage"),
        ("last", "You play"),
        ("2", "What do you think Basile is hiding"),
        ("back", "Unmask someone, or keep quiet"),
        ("basile toy mouse", "You ask Basile: toy mouse"),
    ]:
        session.sendline(line)
        session.expect(answer)
        session.expect(PROMPT)


def test_save_quit_and_go_on(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    session = terminal("play", "gracias", "--seed", "3", "--fast", "--players", "3")
    for _ in range(3):
        session.expect(PROMPT)
        session.sendline(first_choice(session))
    session.expect(PROMPT)
    session.sendline(f"save {path}")
    session.expect("Go on with: moustaches play")
    session.expect(PROMPT)
    session.sendline("quit")
    assert ended(session) == 0
    moves = len(moustaches.load(path.read_text("utf-8")).moves)

    again = terminal("play", str(path), "--fast")
    while again.expect([PROMPT, pexpect.EOF]) == 0:
        again.sendline(first_choice(again))
    again.close()
    assert again.exitstatus == 0
    assert len(moustaches.load(path.read_text("utf-8")).moves) > moves
    assert terminal("play", "--resume", str(path)).expect("moustaches: the game in .* is over") == 0


def test_pauses_can_be_skipped_and_rounds_wait(terminal: Terminal) -> None:
    session = terminal("play", "gracias", "--seed", "3", "--players", "3")
    session.expect("Round 1 begins")
    for _ in range(200):
        met = session.expect([PROMPT, ENTER, r"(?:bids|lays) \w+\.", "Round 2 begins"])
        if met == 3:
            break
        session.sendline(first_choice(session) if met == 0 else "")
    assert met == 3


def test_ctrl_c_leaves_the_table(terminal: Terminal) -> None:
    session = terminal("play", "club", "--seed", "3", "--fast")
    session.expect(PROMPT)
    session.sendintr()
    assert ended(session) == 130
    assert "Traceback" not in session.before


def test_replay_steps_both_ways(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    game = moustaches.new("gracias", players=3, seed=4)
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[0])
    path.write_text(game.record(), "utf-8")
    moves = len(game.moves)
    session = terminal("replay", str(path))
    session.expect(f"move 0 of {moves}")
    for key, place in [
        ("n", 1),
        ("\r", 2),
        ("\x1b[C", 3),
        ("p", 2),
        ("\x1b[D", 1),
        ("\x1b[D", 0),
        ("p", 0),
        ("\x1b[F", moves),
        ("n", moves),
    ]:
        session.send(key)
        session.expect(f"move {place} of {moves} ")
    session.send("g")
    session.expect("Go to move")
    session.sendline("7")
    session.expect(f"move 7 of {moves} ")
    session.send("v")
    session.expect("View of seat")
    session.sendline("1")
    session.expect("Hands")
    session.expect(f"move 7 of {moves} ")
    session.send("e")
    session.expect("A game of Moustache Gracias")
    session.send("q")
    assert ended(session) == 0


def test_a_closed_pipe_is_quiet() -> None:
    command = f"{sys.executable} -m moustaches rules moustache | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout == "Moustache\n"
    assert done.stderr == ""

"""The terminal: printing, asking, pausing. Nothing here knows a game.

In a terminal a table is drawn on a clear screen; into a file or a pipe it is simply printed, without pauses.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress

from rich.console import Console
from rich.text import Text

NARROW, KEPT = (
    "\u202f",
    "\ue000",
)  # the space before French signs, and what stands for it while lines are made
KEYS = {"[C": "right", "[D": "left", "OC": "right", "OD": "left", "[H": "home", "[F": "end"}


def wrapped(line: Text, width: int) -> list[Text]:
    """Lines of that width; a space that does not break stays between its words."""
    whole = line.copy()
    whole.plain = line.plain.replace(NARROW, KEPT)
    parts = list(whole.wrap(Console(width=width), width))
    for part in parts:
        part.plain = part.plain.replace(KEPT, NARROW)
    return parts


class Screen:
    """Where a game is shown and answers are read."""

    def __init__(self, fast: bool = False) -> None:
        self.console = Console(highlight=False, emoji=False, markup=False, soft_wrap=False)
        self.live = self.console.is_terminal and sys.stdin.isatty()
        self.fast = fast or not self.live
        self.ahead: deque[str] = deque()  # lines typed during a pause
        if self.live:
            with suppress(ImportError):
                import readline  # noqa: F401 -- gives `input` its line editing

    @property
    def width(self) -> int:
        return max(30, min(self.console.width, 100))

    @property
    def height(self) -> int:
        return self.console.height if self.live else 1000

    def print(self, *lines: Text | str) -> None:
        for line in lines:
            self.console.print(line)

    def draw(self, top: Sequence[Text], news: Sequence[str], bottom: Sequence[Text], spare: int) -> None:
        """A full screen: the table, as much news as has room, one's own hand."""
        lines = list(top)
        room = max(2, min(9, self.height - len(top) - len(bottom) - spare))
        wrapped = [line for item in news for line in self.wrap(item)]
        if self.live:
            self.console.clear()
            shown = [Text(f"  {line}") for line in wrapped[-room:]]
            gaps = [Text()] * (len(shown) + 2 <= room)
            lines += [*gaps, *shown, *gaps]
        self.print(*lines, *bottom)

    def wrap(self, text: str) -> list[str]:
        return [line.plain.rstrip() for line in wrapped(Text(text), self.width - 4)]

    def pause(self, seconds: float) -> None:
        """Waits; Enter cuts it short, and what was typed with it is kept for the next question."""
        if self.fast:
            return
        try:
            ready, _, _ = select.select([sys.stdin], [], [], seconds)
        except (OSError, ValueError):  # no select on this kind of terminal
            time.sleep(seconds)
            return
        if ready:
            line = sys.stdin.readline().strip()
            if line:
                self.ahead.append(line)

    def wait(self, text: str) -> None:
        """Goes on when the reader has read."""
        if not self.fast:
            self.ask(text + " ")

    def ask(self, prompt: str) -> str:
        """A line from the player; raises EOFError when there will be none any more."""
        if self.ahead:
            return self.ahead.popleft()
        line = input(prompt).strip()
        if not self.live:
            self.console.print(line)  # so that a transcript shows it
        return line

    def key(self) -> str:
        """One key, without Enter where the terminal can do that: `n`, `enter`, `left`, `right` …"""
        try:
            import termios
            import tty
        except ImportError:
            return input().strip() or "enter"
        stream = sys.stdin.fileno()
        before = termios.tcgetattr(stream)
        try:
            tty.setcbreak(stream)
            sign = os.read(stream, 1).decode(errors="replace")
            if sign == "\x1b" and select.select([stream], [], [], 0.05)[0]:
                return KEYS.get(os.read(stream, 2).decode(errors="replace"), "")
        finally:
            termios.tcsetattr(stream, termios.TCSADRAIN, before)
        if not sign:
            raise EOFError
        return "enter" if sign in "\r\n" else sign

"""`moustaches replay`: a recorded game in the terminal, forwards and backwards.

A finished game is shown with all hands open (R4); one that is still going on only as a spectator sees it, unless a
seat is chosen. Into a pipe or a file the whole game is printed as text.
"""

from __future__ import annotations

from typing import Any

from rich.text import Text

import moustaches
from moustaches.content import texts
from moustaches.errors import BadPlayers
from moustaches.game.events import Event
from moustaches.game.game import Game
from moustaches.game.tables import start

from .cards import FAINT, HEADING, hanging
from .choices import int_or
from .files import read_text
from .say import Teller
from .screen import Screen
from .seat import TABLES

STRIDE = 50  # moves between two games that are kept


def replay(file: str, edition: str | None = None, language: str = "en") -> int:
    """Shows the game of a record."""
    game = moustaches.load(read_text(file), edition)
    screen = Screen(fast=True)
    if screen.live:
        try:
            Player(game, screen, language).run()
        except EOFError:
            return 0
    else:
        print_all(game, screen, language)
    return 0


def print_all(game: Game, screen: Screen, language: str) -> None:
    """The whole game as text."""
    say = Teller(game.copy(), None, language)
    for event in game.events(None):
        screen.print(*hanging(Text(say.event(event)), screen.width, 2))


class Reel:
    """A game at any of its moves: some are kept, the rest is played from the one before."""

    def __init__(self, game: Game) -> None:
        setting = game.setting
        self.moves = game.moves
        now = start(
            game.name,
            game.players,
            setting.seed,
            setting.options,
            setting.edition,
            setting.entropy,
            setting.position,
        )
        self.kept = [now.copy()]
        self.versions = [now.version]  # after each move
        for number, (seat, move) in enumerate(game.moves, 1):
            now.play(seat, move)
            self.versions.append(now.version)
            if number % STRIDE == 0:
                self.kept.append(now.copy())

    def at(self, move: int) -> Game:
        """The game after that many moves."""
        game = self.kept[move // STRIDE].copy()
        for seat, played in self.moves[move // STRIDE * STRIDE : move]:
            game.play(seat, played)
        return game


class Player:
    """Steps through a game."""

    def __init__(self, game: Game, screen: Screen, language: str) -> None:
        self.game = game
        self.language = language
        self.prompts = texts(language).prompts
        self.screen = screen
        self.reel = Reel(game)
        self.place = 0
        self.viewer: int | None = None
        self.table = TABLES[game.name]

    def run(self) -> None:
        redraw = True
        while True:
            if redraw:
                self.draw()
            redraw = True
            match self.screen.key():
                case "n" | "enter" | "right" | " ":
                    self.place = min(self.place + 1, len(self.game.moves))
                case "p" | "left":
                    self.place = max(self.place - 1, 0)
                case "home":
                    self.place = 0
                case "end":
                    self.place = len(self.game.moves)
                case "g":
                    number = int_or(self.screen.ask(self.prompts["go-to"].format(last=len(self.game.moves))))
                    self.place = min(max(number, 0), len(self.game.moves)) if number >= 0 else self.place
                case "v":
                    self.choose_viewer(self.screen.ask(self.prompts["view-of"]))
                case "e":
                    self.events()
                    redraw = False
                case "q" | "\x04":
                    return
                case _:
                    redraw = False

    def choose_viewer(self, line: str) -> None:
        try:
            self.viewer = self.game.viewer(int_or(line)) if line else None
        except BadPlayers as problem:
            self.screen.print(str(problem))

    def draw(self) -> None:
        """The table after this move, the hands that may be seen, and what the move did."""
        now = self.reel.at(self.place)
        say = Teller(now, self.viewer, self.language)
        view: Any = now.view(self.viewer)
        top = self.table.table(view, say, self.screen.width, tight=self.screen.height < 36)
        bottom = self.hands(now, say)
        at = say.label("move", number=self.place, moves=len(self.game.moves))
        bottom += [Text.assemble((f"{at}   ", HEADING), (say.prompt("replay-keys"), FAINT))]
        self.screen.draw(top, self.news(say), bottom, spare=1)

    def hands(self, now: Game, say: Teller) -> list[Text]:
        """All hands of a finished game, or that of the seat whose view it is."""
        open_to_all = self.game.over and self.viewer is None
        seats = range(now.players) if open_to_all else () if self.viewer is None else (self.viewer,)
        lines = [Text(say.label("hands"), HEADING)] if seats else []
        for seat in seats:
            held = self.table.hands(now.view(seat), say)
            lines += hanging(Text(f" {say.title(seat):<9}") + held, self.screen.width, 10)
        return lines

    def happened(self, first: int, last: int) -> list[Event]:
        """The events between two versions that may be seen here."""
        if self.game.over and self.viewer is None:
            return self.game.history[first:last]
        return [event for event in self.game.history[first:last] if event.seen_by(self.viewer)]

    def news(self, say: Teller) -> list[str]:
        first = self.reel.versions[self.place - 1] if self.place else 0
        return say.news(self.happened(first, self.reel.versions[self.place]))

    def events(self) -> None:
        """Everything up to this move."""
        say = Teller(self.reel.at(self.place), self.viewer, self.language)
        for event in self.happened(0, self.reel.versions[self.place]):
            self.screen.print(*hanging(Text(say.event(event)), self.screen.width, 2))

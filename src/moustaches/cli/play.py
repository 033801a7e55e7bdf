"""`moustaches play`: a game in the terminal against bots of a level.

The loop is: bots move, what happened is told, the table is drawn, the player is asked, the answer is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rich.table import Table
from rich.text import Text

import moustaches
from moustaches.bots.choice import Bot
from moustaches.bots.players import LEVELS, player
from moustaches.content import Texts, texts
from moustaches.content.value import did_you_mean
from moustaches.errors import BadMove, BadOption, BadPlayers, GameOver, IllegalMove, MoustachesError
from moustaches.game import GAMES
from moustaches.game.events import GameEnded, RoundBegan, TrickTaken
from moustaches.game.game import Game
from moustaches.game.reasons import Reason

from .cards import FAINT, HEADING, hanging
from .choices import Choice
from .files import read_text, write_text
from .questions import QUESTIONS
from .say import capital
from .screen import Screen
from .seat import Seat

LEVEL = "regular"  # of the bots, where nobody says
SHORT, LONG = 0.6, 1.6  # seconds to read a line, a trick
QUIT = ("quit", "q", "exit")


def play(
    name: str | None,
    players: int = 4,
    seat: int = 0,
    seed: int | str | None = None,
    options: Mapping[str, object] = {},
    edition: str = "standard",
    save: str | None = None,
    resume: str | None = None,
    fast: bool = False,
    level: str | None = None,
    language: str = "en",
) -> int:
    """Plays a new game, or goes on with a record."""
    level = level or LEVEL
    if level not in LEVELS:
        raise BadOption(
            f"--level: expected {', '.join(LEVELS)}, found {level!r}{did_you_mean(level, LEVELS)}"
        )
    words = texts(language)
    screen = Screen(fast)
    if resume is None and name is not None and name not in GAMES and Path(name).is_file():
        resume = name
    if resume is not None:
        game = moustaches.load(read_text(resume), None if edition == "standard" else edition)
        if game.over:
            raise GameOver(f"the game in {resume} is over; look at it with: moustaches replay {resume}")
    else:
        name = name or which_game(words, screen)
        if name is None:
            return 0
        game = moustaches.new(name, players=players, seed=seed, options=options, edition=edition)
    if not 0 <= seat < game.players:
        raise BadPlayers(f"--seat: expected 0 to {game.players - 1}, found {seat}")
    return Sitting(game, seat, screen, save or resume, player(level), language).run()


def which_game(words: Texts, screen: Screen) -> str | None:
    """Asks for one of the three."""
    names = list(words.games)
    screen.print(Text(words.prompts["which-game"], HEADING))
    for number, (name, game) in enumerate(words.games.items(), 1):
        line = Text.assemble((f" {number} {name:<10} ", HEADING), game.summary)
        screen.print(*hanging(line, screen.width, 14))
    while True:
        try:
            answer = screen.ask("› ").lower()
        except EOFError:
            return None
        if answer in QUIT:
            return None
        if answer in ("1", "2", "3"):
            return names[int(answer) - 1]
        near = [name for name in names if answer and name.startswith(answer)]
        if len(near) == 1:
            return near[0]
        screen.print(words.prompts["which-of-three"])


class Quit(Exception):  # noqa: N818 -- not an error
    """The player leaves the table."""


class Sitting(Seat):
    """One player at the table, from the first deal to the last."""

    def __init__(
        self, game: Game, seat: int, screen: Screen, save: str | None, bot: Bot, language: str
    ) -> None:
        super().__init__(game, seat, screen, language)
        self.bot = bot
        self.save_in = save
        self.told = game.version if game.moves else 0

    def run(self) -> int:
        try:
            self.welcome()
            while not self.game.over:
                self.tell()
                bots = [seat for seat in self.game.to_act if seat != self.seat]
                if bots:
                    self.game.play(bots[0], self.bot.choose(self.game.view(bots[0])).move)
                else:
                    self.turn()
            self.tell()
            self.final()
        except (Quit, EOFError):
            self.leave()
        except KeyboardInterrupt:
            if self.save_in:
                self.save(self.save_in)
            raise
        return 0

    def welcome(self) -> None:
        others = self.say.names(seat for seat in range(self.game.players) if seat != self.seat)
        line = self.say.prompt("which-seats", seat=self.seat, players=self.game.players, others=others)
        game = self.say.words.games[self.game.name]
        self.screen.print(Text(game.name, HEADING))
        remarks: tuple[Reason, ...] = getattr(self.game, "remarks", ())
        options = self.say.options(self.game.setting.options)
        for text in (game.summary, line, *options, *(self.say.reason(remark) for remark in remarks), ""):
            self.print(text, 0)
        self.news = [line]

    def tell(self) -> None:
        """Tells what has happened since the last time, as this seat saw it."""
        for event in self.game.events(self.seat, since=self.told):
            if isinstance(event, RoundBegan) and event.round > 1:
                self.screen.wait(self.say.prompt("enter"))
                self.news.clear()
            lines = [] if isinstance(event, GameEnded) else self.say.news([event])
            self.news += lines
            for line in lines:
                self.print(f"  {line}", 4)
                self.screen.pause(LONG if isinstance(event, TrickTaken) else SHORT)
        self.told = self.game.version

    def turn(self) -> None:
        """Draws the table and asks until a move is made."""
        picked: tuple[str, ...] = ()
        redraw = True
        while True:
            offered: list[Choice] = self.table.choices(self.view, self.say, picked)
            if redraw:
                self.draw(offered, picked)
            line = self.ask(offered)
            redraw = False
            try:
                if self.is_question(line):
                    continue
                picked = self.answer(line, offered, picked)
                redraw = True
                if self.is_whole(picked):
                    self.game.play(self.seat, " ".join(picked))
                    self.news.clear()
                    return
            except (BadMove, IllegalMove) as problem:
                picked, redraw = (), False
                self.complain(problem, line)

    def is_question(self, line: str) -> bool:
        """Answers a question; false if the line was none."""
        word, *rest = line.split() or [""]
        if word.lower() in QUIT:
            raise Quit
        try:
            if word.lower() == "save":
                self.save_as(rest)
            elif word.lower() in QUESTIONS:
                QUESTIONS[word.lower()](self, rest)
            else:
                return False
        except MoustachesError as problem:
            self.print(str(problem))
        return True

    # Saving, and the end

    def save_as(self, words: list[str]) -> None:
        file = " ".join(words) or self.save_in
        if file is None:
            self.print(self.say.prompt("say-which", example="save evening.txt"))
        else:
            self.save(file)
            self.save_in = file

    def save(self, file: str) -> None:
        write_text(file, self.game.record())
        self.print(self.say.prompt("saved-over" if self.game.over else "saved", file=file))

    def leave(self) -> None:
        if self.save_in:
            self.save(self.save_in)
        else:
            self.print(self.say.prompt("not-saved"))
        self.print(self.say.prompt("bye"))

    def final(self) -> None:
        """The standing, the seed, and how to check the deals."""
        outcome = self.game.outcome
        assert outcome is not None
        say = self.say
        standing = Table(title=say.label("final"), title_justify="left", title_style="bold")
        for column in ("rank", "player", f"score-{self.game.name}"):
            standing.add_column(say.label(column), justify="left" if column == "player" else "right")
        for seat in sorted(range(self.game.players), key=lambda seat: outcome.ranks[seat]):
            score = outcome.scores[seat]
            style = "bold" if seat == self.seat else ""
            standing.add_row(str(outcome.ranks[seat]), say.title(seat), str(score), style=style)
        self.screen.print("")
        self.screen.console.print(standing)
        self.print(say.reason(outcome.why))
        won = say.prompt(
            "won" if self.seat in outcome.winners else "lost", winners=say.names(outcome.winners)
        )
        self.screen.print(Text(capital(won), HEADING), "")
        self.screen.print(Text(say.prompt("seed", seed=self.game.seed), FAINT))
        self.screen.print(Text(say.prompt("check", commitment=self.game.commitment), FAINT))
        if self.save_in:
            self.save(self.save_in)

"""`moustaches play`: a game in the terminal against simple bots.

The loop is: bots move, what happened is told, the table is drawn, the player is asked, the answer is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from rich.table import Table
from rich.text import Text

import moustaches
from moustaches.content import texts
from moustaches.errors import BadMove, BadPlayers, GameOver, IllegalMove, MoustachesError
from moustaches.game import GAMES
from moustaches.game.events import CatPlayed, GameEnded, RoundBegan, TrickTaken
from moustaches.game.club import ClubView
from moustaches.game.game import Game
from moustaches.game.moustache import RULINGS
from moustaches.game.reasons import Reason

from . import club, gracias, moustache
from .bots import choose
from .cards import FAINT, HEADING, hanging
from .choices import Choice, keys
from .files import read_text, write_text
from .say import Teller
from .screen import Screen

TABLES: dict[str, ModuleType] = {"moustache": moustache, "gracias": gracias, "club": club}
EXAMPLES = {
    "pass": "pass G1 P4 B9",
    "play": "play B7",
    "steal": "steal B7",
    "bid": "bid 2",
    "say": "play J22",
    "guess": "unmask 2 striped",
}
SHORT, LONG = 0.6, 1.6  # seconds to read a card, a trick
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
) -> int:
    """Plays a new game, or goes on with a record."""
    screen = Screen(fast)
    if resume is None and name is None:
        name = which_game(screen)
        if name is None:
            return 0
    if resume is None and name is not None and name not in GAMES and Path(name).is_file():
        resume = name
    if resume is not None:
        game = moustaches.load(read_text(resume))
        save = save or resume
        if game.over:
            raise GameOver(f"the game in {resume} is over; look at it with: moustaches replay {resume}")
    else:
        game = moustaches.new(name or "", players=players, seed=seed, options=options, edition=edition)
    if not 0 <= seat < game.players:
        raise BadPlayers(f"--seat: expected 0 to {game.players - 1}, found {seat}")
    return Sitting(game, seat, screen, save).run()


def which_game(screen: Screen) -> str | None:
    """Asks for one of the three."""
    words = texts()
    screen.print(Text(words.prompts["which-game"], HEADING))
    for number, (name, game) in enumerate(words.games.items(), 1):
        line = Text.assemble((f" {number} ", HEADING), (f"{name:<10} ", HEADING), game.summary)
        screen.print(*hanging(line, screen.width, 14))
    names = list(words.games)
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
        screen.print(f"Type 1, 2 or 3, or a name: {', '.join(names)}. (quit leaves.)")


class Quit(Exception):  # noqa: N818 -- not an error
    """The player leaves the table."""


class Sitting:
    """One player at the table, from the first deal to the last."""

    def __init__(self, game: Game, seat: int, screen: Screen, save: str | None) -> None:
        self.game = game
        self.seat = seat
        self.screen = screen
        self.save_in = save
        self.saved = False
        self.say = Teller(game, seat)
        self.table = TABLES[game.name]
        self.seen = 0 if not game.moves else game.version
        self.news: list[str] = []

    def run(self) -> int:
        try:
            self.welcome()
            while not self.game.over:
                bots = [seat for seat in self.game.to_act if seat != self.seat]
                if bots:
                    self.game.play(bots[0], choose(self.game.view(bots[0]), self.game.setting.edition))
                    self.tell()
                else:
                    self.tell()
                    self.turn()
                    self.tell()
        except (Quit, EOFError):
            self.leave()
            return 0
        except KeyboardInterrupt:
            if self.save_in:
                self.save(self.save_in)
            raise
        self.final()
        return 0

    def welcome(self) -> None:
        others = [self.say.words.seats.names[seat] for seat in range(self.game.players) if seat != self.seat]
        line = self.say.prompt(
            "which-seats", seat=self.seat, players=self.game.players, others=self.say.joined(others)
        )
        game = self.say.words.games[self.game.name]
        self.screen.print(Text(game.name, HEADING), game.summary, line)
        self.screen.print(*self.say.options(self.game.setting.options))
        remarks: tuple[Reason, ...] = getattr(self.game, "remarks", ())
        self.screen.print(*(self.say.reason(remark) for remark in remarks))
        self.screen.print("")
        self.news = [line]

    # What happens

    def tell(self) -> None:
        """Tells what has happened since the last time, as this seat saw it."""
        happened = self.game.events(self.seat, since=self.seen)
        self.seen = self.game.version
        for event in happened:
            lines = self.say.news([event])
            if isinstance(event, RoundBegan) and event.round > 1:
                self.screen.wait(self.say.prompt("enter"))
                self.news.clear()
            if isinstance(event, GameEnded):
                lines = []
            self.news += lines
            for line in lines:
                self.screen.tell(hang(line, self.screen), LONG if isinstance(event, TrickTaken) else SHORT)

    # The player's turn

    def turn(self) -> None:
        """Draws the table and asks until a move is made."""
        picked: tuple[str, ...] = ()
        redraw = True
        while True:
            view = self.game.view(self.seat)
            offered: list[Choice] = self.table.choices(view, self.say, picked)
            if redraw:
                self.draw(view, offered, picked)
            line = self.screen.ask(self.say.prompt("choose", choices=self.typed(offered)))
            try:
                said = self.answer(line, offered, picked)
                redraw = said is not None
                if said is None:
                    continue
                picked = said
                if self.is_whole(said):
                    self.news.clear()
                    self.game.play(self.seat, " ".join(said))
                    return
            except (BadMove, IllegalMove) as problem:
                picked, redraw = (), False
                self.complain(problem, line, offered)

    def typed(self, offered: list[Choice]) -> str:
        """What may be typed, in short."""
        if len(offered) == 1:
            return self.say.label("or-enter", key=offered[0].key)
        return keys(offered)

    def is_whole(self, said: tuple[str, ...]) -> bool:
        """Is it a whole move, or only its beginning?"""
        return len(said) == {"pass": 4, "unmask": 3, "keep": 1}.get(said[0] if said else "", 2)

    def draw(self, view: Any, offered: list[Choice], picked: tuple[str, ...]) -> None:
        screen, say = self.screen, self.say
        bottom = self.table.hand(view, say, screen.width, offered)
        question = Text(self.question(view, picked), "bold")
        room = screen.height - len(bottom) - 5
        top = self.table.table(view, say, screen.width, tight=False)
        if len(top) > room:
            top = self.table.table(view, say, screen.width, tight=True)
        screen.draw(top, self.news, [*bottom, *hanging(question, screen.width, 0)], spare=3)

    def question(self, view: Any, picked: tuple[str, ...]) -> str:
        say, kind = self.say, self.table.kind(view)
        if picked and kind == "pass":
            return say.prompt("picked", cards=" ".join(picked[1:]))
        if picked and kind == "guess":
            return say.prompt("club-unmask", asked=say.name(int(picked[1])))
        return say.prompt(f"{self.game.name}-{kind}", left=say.name((self.seat + 1) % self.game.players))

    def answer(self, line: str, offered: list[Choice], picked: tuple[str, ...]) -> tuple[str, ...] | None:
        """What has been said of a move after this line; None if the line was about something else."""
        words = line.split()
        if not words:
            if len(offered) == 1:
                return offered[0].said
            raise BadMove("")
        command = COMMANDS.get(words[0].lower())
        if command is not None:
            command(self, words[1:])
            return None
        if words[0].lower() == "back":
            return ()
        by_key = {choice.key.lower(): choice for choice in offered}
        if all(word.lower() in by_key for word in words):
            chosen = [by_key[word.lower()].said[-1] for word in words]
            start = by_key[words[0].lower()].said[:-1]
            return self.counted((*start, *chosen)) if len(words) > 1 else by_key[words[0].lower()].said
        if all(word.isdecimal() for word in words) and self.game.name != "gracias":
            choices = keys(offered)
            raise BadMove(self.say.prompt("no-such-choice", number=words[0], choices=choices))
        return self.counted(self.move_of(words, picked))

    def counted(self, said: tuple[str, ...]) -> tuple[str, ...]:
        if said[0] == "pass" and len(said) > 4:
            raise BadMove(self.say.prompt("need-three", number=len(said) - 1))
        return said

    def move_of(self, words: list[str], picked: tuple[str, ...]) -> tuple[str, ...]:
        """A card, or a whole move, as typed."""
        kind = self.table.kind(self.game.view(self.seat))
        read = self.table.read(words, self.say)
        if read[0] in ("pass", "play", "steal", "bid", "unmask", "keep"):
            said = tuple(read)
        elif picked:
            said = (*picked, *read)
        else:
            said = ({"guess": "unmask", "say": "play"}.get(kind, kind), *read)
        if said[0] != "pass" or len(said) == 4:
            self.game.move_type.parse(" ".join(said))
        return said

    def complain(self, problem: MoustachesError, line: str, offered: list[Choice]) -> None:
        """One helpful line."""
        kind = self.table.kind(self.game.view(self.seat))
        if isinstance(problem, IllegalMove) and isinstance(problem.explanation, Reason):
            text = self.because(problem.explanation)
        elif str(problem).startswith(("There is no choice", "That would be")):
            text = str(problem)
        else:
            text = self.say.prompt("not-understood", line=line, example=EXAMPLES[kind])
        self.screen.print(*hang(text, self.screen))

    def because(self, reason: Reason) -> str:
        """A reason with its rulings."""
        rulings = f" ({', '.join(reason.rulings)})" if reason.rulings else ""
        return " ".join([self.say.reason(reason), *self.say.steps(reason)]) + rulings

    # What a player may ask

    def help(self, words: list[str]) -> None:
        """What is asked, what is allowed and why the rest is not, the rules in force, the last trick."""
        if words:
            from .rules import find

            self.screen.print(*find(words, self.screen.width))
            return
        view = self.game.view(self.seat)
        say, screen = self.say, self.screen
        screen.print("", Text(self.question(view, ()), HEADING), *self.allowed(view))
        for rule in getattr(view, "row", ())[: getattr(view, "revealed", 0)]:
            line = Text.assemble((say.rule_name(rule), HEADING), f": {say.rule_text(rule)}")
            rulings = RULINGS.get(rule, ())
            screen.print(*hanging(line + Text(f" ({', '.join(rulings)})", FAINT), screen.width, 2))
        screen.print(*say.options(self.game.setting.options))
        self.last([])
        kind = self.table.kind(view)
        screen.print("", Text(say.prompt("commands", example=EXAMPLES[kind]).strip("\n")))

    def allowed(self, view: Any) -> list[Text]:
        """Cards in hand that are not allowed, with the rule that forbids them."""
        kind = self.table.kind(view)
        forbidden: dict[str, list[str]] = {}
        if kind == "play":
            for card in view.hand:
                moves = [f"play {card}"] if card != "J" else ["play J0", "play J22"]
                for move in moves:
                    if move not in view.legal:
                        why = self.because(self.game.why(self.seat, move))
                        forbidden.setdefault(why, []).append(move.split()[1])
        elif kind == "bid" and view.forbidden_bid is not None and self.seat == view.gringo:
            bid = view.forbidden_bid
            forbidden[self.because(self.game.why(self.seat, f"bid {bid}"))] = [str(bid)]
        if not forbidden:
            return [Text(self.say.prompt("all-allowed"))] if kind == "play" else []
        lines = []
        for why, cards in forbidden.items():
            line = self.say.prompt("may-not", cards=self.say.joined(cards), why=why)
            lines += hanging(Text(line), self.screen.width, 2)
        return lines

    def why(self, words: list[str]) -> None:
        """Which rule allows or forbids a card or a move."""
        kind = self.table.kind(self.game.view(self.seat))
        if not words:
            self.screen.print(self.say.prompt("say-which", example=f"why {EXAMPLES[kind].split()[-1]}"))
            return
        try:
            reason = self.game.why(self.seat, " ".join(self.move_of(words, ())))
        except MoustachesError as problem:
            self.screen.print(str(problem))
            return
        self.screen.print(*hang(self.because(reason), self.screen))

    def last(self, words: list[str]) -> None:
        """The last trick, step by step; in the Club, the last turn."""
        history = self.game.events(self.seat)
        if self.game.name == "club":
            places = [place for place, event in enumerate(history) if isinstance(event, CatPlayed)]
            if not places:
                self.screen.print(self.say.prompt("no-turn-yet"))
            for line in self.say.news(history[places[-1] :] if places else []):
                self.screen.print(*hang(line, self.screen))
            return
        tricks = getattr(self.game.view(self.seat), "tricks", ())
        taken = [event for event in history if isinstance(event, TrickTaken)]
        if not tricks or not taken:
            self.screen.print(self.say.prompt("no-trick-yet"))
            return
        laid = ", ".join(f"{self.say.title(laid.seat)} {laid.card}" for laid in tricks[-1].cards)
        self.screen.print(Text.assemble((self.say.label("trick") + ": ", HEADING), laid))
        why = taken[-1].why
        for number, step in enumerate(why.steps or (why,), 1):
            self.screen.print(*hang(f"{number}. {self.because(step)}", self.screen))
        self.screen.print(*hang(self.say.event(taken[-1]).split(". ")[0] + ".", self.screen))

    def log(self, words: list[str]) -> None:
        """Everything so far that this seat has seen."""
        for event in self.game.events(self.seat):
            if type(event).__name__ != "Hidden":
                self.screen.print(*hang(self.say.event(event), self.screen))

    def rules(self, words: list[str]) -> None:
        from .rules import find

        self.screen.print(*find(words or [self.game.name], self.screen.width))

    def stage(self, words: list[str]) -> None:
        """All cats on stage."""
        view = self.game.view(self.seat)
        lines = club.stage(view, self.say, self.screen.width, 40) if isinstance(view, ClubView) else []
        self.screen.print(*(lines or [Text(self.say.prompt("no-turn-yet"))]))

    def save_as(self, words: list[str]) -> None:
        if not words and not self.save_in:
            self.screen.print(self.say.prompt("say-which", example="save evening.txt"))
            return
        self.save_in = " ".join(words) or self.save_in or ""
        try:
            self.save(self.save_in)
        except MoustachesError as problem:
            self.screen.print(str(problem))

    def quit(self, words: list[str]) -> None:
        raise Quit

    # The end

    def save(self, file: str) -> None:
        write_text(file, self.game.record())
        self.saved = True
        self.screen.print(self.say.prompt("saved-over" if self.game.over else "saved", file=file))

    def leave(self) -> None:
        if self.save_in:
            self.save(self.save_in)
        else:
            self.screen.print(self.say.prompt("not-saved"))
        self.screen.print(self.say.prompt("bye"))

    def final(self) -> None:
        """The standing, the seed, and how to check the deals."""
        outcome = self.game.outcome
        assert outcome is not None
        say, screen = self.say, self.screen
        standing = Table(title=say.label("final"), title_justify="left", title_style="bold")
        for column in ("rank", "player", f"score-{self.game.name}"):
            standing.add_column(say.label(column), justify="left" if column == "player" else "right")
        for seat in sorted(range(self.game.players), key=lambda seat: outcome.ranks[seat]):
            style = "bold" if seat == self.seat else ""
            score = max(outcome.scores[seat], 0) if self.game.name == "gracias" else outcome.scores[seat]
            standing.add_row(str(outcome.ranks[seat]), say.title(seat), str(score), style=style)
        screen.print("")
        screen.console.print(standing)
        screen.print(*hang(say.reason(outcome.why), screen, 0))
        won = say.prompt(
            "won" if self.seat in outcome.winners else "lost", winners=say.names(outcome.winners)
        )
        screen.print(Text(won[:1].upper() + won[1:], HEADING))
        screen.print("", Text(say.prompt("seed", seed=self.game.seed), FAINT))
        screen.print(Text(say.prompt("check", commitment=self.game.commitment), FAINT))
        if self.save_in:
            self.save(self.save_in)


def hang(line: str, screen: Screen, indent: int = 2) -> list[str]:
    """A sentence in as many lines as it needs."""
    return [part.plain for part in hanging(Text(line), screen.width, indent)]


COMMANDS = {
    "?": Sitting.help,
    "help": Sitting.help,
    "why": Sitting.why,
    "last": Sitting.last,
    "log": Sitting.log,
    "rules": Sitting.rules,
    "stage": Sitting.stage,
    "save": Sitting.save_as,
    **dict.fromkeys(QUIT, Sitting.quit),
}

"""A seat taken by a person: its table on the screen, what it is asked, and how its answers are understood."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from rich.text import Text

from moustaches.errors import BadMove, IllegalMove, MoustachesError
from moustaches.game.game import Game
from moustaches.game.reasons import Reason

from . import club, gracias, moustache
from .cards import hanging
from .choices import Choice, keys
from .say import Teller
from .screen import Screen

TABLES: dict[str, ModuleType] = {"moustache": moustache, "gracias": gracias, "club": club}
VERBS = ("pass", "play", "steal", "bid", "unmask", "keep")
WORDS = {"pass": 4, "unmask": 3, "keep": 1}  # in a whole move; all others have two
EXAMPLES = {
    ("moustache", "pass"): "pass G1 P4 B9",
    ("moustache", "play"): "play B7",
    ("moustache", "steal"): "steal B7",
    ("gracias", "bid"): "bid 2",
    ("gracias", "play"): "play 18",
    ("gracias", "say"): "play J22",
    ("club", "play"): "play leap-red",
    ("club", "guess"): "unmask 2 striped",
}


class Unclear(BadMove):
    """An answer that cannot be played; the message is for the player."""


class Seat:
    """Where a person sits."""

    def __init__(self, game: Game, seat: int, screen: Screen, language: str = "en") -> None:
        self.game = game
        self.seat = seat
        self.screen = screen
        self.say = Teller(game, seat, language)
        self.table = TABLES[game.name]
        self.news: list[str] = []
        self.latest: Any = None

    @property
    def view(self) -> Any:
        """What this seat may know, made once for each state of the table."""
        if self.latest is None or self.latest.version != self.game.version:
            self.latest = self.game.view(self.seat)
        return self.latest

    @property
    def kind(self) -> str:
        """What is asked: `play`, `bid`, `guess` …"""
        return str(self.table.kind(self.view))

    @property
    def example(self) -> str:
        return EXAMPLES[self.game.name, self.kind]

    def print(self, text: str, indent: int = 2) -> None:
        """A sentence in as many lines as it needs."""
        self.screen.print(*hanging(Text(text), self.screen.width, indent))

    def draw(self, offered: list[Choice], picked: tuple[str, ...]) -> None:
        """The table, the news, one's hand and the question."""
        view, say, screen = self.view, self.say, self.screen
        bottom: list[Text] = self.table.hand(view, say, screen.width, offered)
        bottom += hanging(Text(self.question(picked), "bold"), screen.width, 0)
        top = self.table.table(view, say, screen.width, tight=False)
        if len(top) + len(bottom) + min(len(self.news), 6) + 3 > screen.height:
            top = self.table.table(view, say, screen.width, tight=True)
        screen.draw(top, self.news, bottom, spare=3)

    def question(self, picked: tuple[str, ...] = ()) -> str:
        if picked and picked[0] == "pass":
            return self.say.prompt("picked", cards=" ".join(picked[1:]))
        if picked and picked[0] == "unmask":
            return self.say.prompt("club-unmask", asked=self.say.name(int(picked[1])))
        left = self.say.name((self.seat + 1) % self.game.players)
        return self.say.prompt(f"{self.game.name}-{self.kind}", left=left)

    def ask(self, offered: list[Choice]) -> str:
        typed = self.say.label("or-enter", key=offered[0].key) if len(offered) == 1 else keys(offered)
        return self.screen.ask(self.say.prompt("choose", choices=typed))

    def answer(self, line: str, offered: list[Choice], picked: tuple[str, ...]) -> tuple[str, ...]:
        """What has been said of a move after this line; raises BadMove."""
        words = line.lower().split()
        if not words and len(offered) == 1:
            return offered[0].said
        if words == ["back"]:
            return ()
        by_key = {choice.key.lower(): choice.said for choice in offered}
        if len(words) == 1 and words[0] in by_key:
            return by_key[words[0]]
        wrong = [word for word in words if word.isdecimal() and word not in by_key]
        if wrong and self.game.name == "moustache":  # elsewhere a number may be a card or a seat
            raise Unclear(self.say.prompt("no-such-choice", number=wrong[0], choices=keys(offered)))
        if self.kind == "pass":  # several at once: `1 4 G7`
            words = [by_key[word][-1] if word in by_key else word for word in words]
        return self.counted(self.move_of(words, picked))

    def counted(self, said: tuple[str, ...]) -> tuple[str, ...]:
        """Cards to give are three different ones of one's hand, or fewer so far."""
        if said[0] == "pass" and self.kind == "pass":
            cards = set(said[1:])
            if len(said) > WORDS["pass"] or len(cards) < len(said) - 1:
                raise Unclear(self.say.prompt("need-three", number=len(cards)))
            missing = sorted(cards.difference(self.view.hand))
            if missing:
                raise Unclear(self.say.reason(Reason("not-in-hand", args={"cards": missing})))
        return said

    def is_whole(self, said: tuple[str, ...]) -> bool:
        """Is it a whole move, or only its beginning?"""
        return len(said) == WORDS.get(said[0], 2) if said else False

    def move_of(self, words: list[str], picked: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A card, or a whole move, as typed."""
        read: list[str] = self.table.read(words, self.say)
        if read and read[0] in VERBS:
            said = tuple(read)
        elif picked:
            said = (*picked, *read)
        else:
            said = ({"guess": "unmask", "say": "play"}.get(self.kind, self.kind), *read)
        if said[0] != "pass":  # of which there may be only a beginning
            self.game.move_type.parse(" ".join(said))
        return said

    def because(self, reason: Reason) -> str:
        """A reason with its rulings."""
        rulings = f" ({', '.join(reason.rulings)})" if reason.rulings else ""
        return self.say.reason(reason) + rulings

    def complain(self, problem: MoustachesError, line: str) -> None:
        """One helpful line."""
        if not line.strip():
            return
        if isinstance(problem, IllegalMove) and isinstance(problem.explanation, Reason):
            self.print(self.because(problem.explanation))
        elif isinstance(problem, Unclear) or line.lower().split()[:1] in ([verb] for verb in VERBS):
            self.print(str(problem))
        else:
            self.print(self.say.prompt("not-understood", line=line, example=self.example))

"""What a player may ask instead of answering: `?`, `why`, `last`, `log`, `rules`, `stage`."""

from __future__ import annotations

from rich.text import Text

from moustaches.game.club_words import ClubView
from moustaches.game.events import CatPlayed, Hidden, TrickTaken
from moustaches.game.moustache_words import RULINGS, MoustacheView

from . import club
from .cards import FAINT, HEADING, hanging
from .rules import find
from .seat import Seat


def help(at: Seat, words: list[str]) -> None:
    """What is asked, what is not allowed and why, the rules in force, the last trick; or a ruling."""
    if words:
        at.screen.print(*find(at.say.words, words, at.screen.width))
        return
    at.screen.print("", Text(at.question(), HEADING))
    not_allowed(at)
    rules_in_force(at)
    last(at, [])
    at.screen.print("", Text(at.say.prompt("commands", example=at.example).strip("\n")))


def not_allowed(at: Seat) -> None:
    """Cards and bids that one might think of, with the rule that forbids them."""
    view, forbidden = at.view, dict[str, list[str]]()
    if at.kind == "play":
        cards = [value for card in view.hand for value in (("J0", "J22") if card == "J" else (card,))]
        moves = [f"play {card}" for card in cards]
    elif at.kind == "bid":
        moves = [f"bid {bid}" for bid in range(view.cards + 1)]
    else:
        return
    for move in moves:
        if move not in view.legal:
            forbidden.setdefault(at.because(at.game.why(at.seat, move)), []).append(move.split()[1])
    for why, cards in forbidden.items():
        at.print(at.say.prompt("may-not", cards=at.say.joined(cards), why=why))
    if not forbidden:
        at.print(at.say.prompt("all-allowed"))


def rules_in_force(at: Seat) -> None:
    """The rule cards of the row, and the options of the table."""
    view = at.view
    if isinstance(view, MoustacheView):
        for rule in view.row[: view.revealed]:
            line = Text.assemble((at.say.rule_name(rule or ""), HEADING), f": {at.say.rule_text(rule or '')}")
            line.append(f" ({', '.join(RULINGS.get(rule or '', ()))})", FAINT)
            at.screen.print(*hanging(line, at.screen.width, 2))
    for option in at.say.options(at.game.setting.options):
        at.print(option)


def why(at: Seat, words: list[str]) -> None:
    """Which rule allows or forbids a card or a move."""
    if not words:
        at.print(at.say.prompt("say-which", example=f"why {at.example.partition(' ')[2]}"))
        return
    at.print(at.because(at.game.why(at.seat, " ".join(at.move_of(words)))))


def last(at: Seat, words: list[str]) -> None:
    """The last trick, step by step; in the Club, the last turn."""
    view, history = at.view, at.game.events(at.seat)
    if isinstance(view, ClubView):
        turns = [place for place, event in enumerate(history) if isinstance(event, CatPlayed)]
        for line in at.say.news(history[turns[-1] :]) if turns else [at.say.prompt("no-turn-yet")]:
            at.print(line)
        return
    taken = [event for event in history if isinstance(event, TrickTaken)]
    if not view.tricks or not taken:
        at.print(at.say.prompt("no-trick-yet"))
        return
    laid = ", ".join(f"{at.say.title(laid.seat)} {laid.card}" for laid in view.tricks[-1].cards)
    at.screen.print(
        *hanging(Text.assemble((f"{at.say.label('trick')}: ", HEADING), laid), at.screen.width, 2)
    )
    reason = taken[-1].why
    for number, step in enumerate(reason.steps or (reason,), 1):
        at.print(f"{number}. {at.because(step)}")
    taker = view.tricks[-1].taker
    at.print(f"→ {at.say.title(taker) if taker is not None else at.say.words.seats.nobody}")


def log(at: Seat, words: list[str]) -> None:
    """Everything so far that this seat has seen."""
    for event in at.game.events(at.seat):
        if not isinstance(event, Hidden):
            at.print(at.say.event(event))


def rules(at: Seat, words: list[str]) -> None:
    """How to play, or what is looked up."""
    at.screen.print(*find(at.say.words, words or [at.game.name], at.screen.width))


def stage(at: Seat, words: list[str]) -> None:
    """All cats on stage."""
    view = at.view
    lines = club.stage(view, at.say, at.screen.width, len(view.stage)) if isinstance(view, ClubView) else []
    at.screen.print(*(lines or [Text(at.say.prompt("no-turn-yet"))]))


QUESTIONS = {"?": help, "help": help, "why": why, "last": last, "log": log, "rules": rules, "stage": stage}

"""Tables for the tests of players: every game, number of players, option and rule card, and a box of another kind."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from moustaches.bots.choice import Bot, Choice
from moustaches.game import PLAYERS
from moustaches.game.game import Game
from moustaches.game.views import View
from tests.game.playing import Table, all_options

OWN_BOX = """
format = 1
base = "standard"
[moustache]
table.3.hand = 3  # the lone player holds nothing but jokers
stars = { green = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4], blue = [0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0] }
[gracias]
rounds = [1, 3, 5]
forehead = 1
[club]
attributes = 4
cats_in_hand = 2
masks = 9
"""
OWN_CARDS = {"kings-fall": "KingsFall", "ones-win": "OnesWin", "orange-feast": "OrangeFeast"}
OWN_CARD = """[[moustache.more_rules]]
id = "{id}"
pack = "{pack}"
source = "printed"
first_game = true
text = "As its class says."
class = "tests.game.own_cards:{name}"
"""


def some_tables() -> list[Table]:
    """Every option and rule card of each game, with every number of players in turn."""
    return [
        Table(name, players, options)
        for name, counts in PLAYERS.items()
        for players, options in zip(
            cycle((*counts, *reversed(counts))), all_options(name) + [{}] * 3, strict=False
        )
    ]


def own_box(folder: Path) -> str:
    """The name of an edition with other stars, rounds and secrets, and three rule cards that nobody knows. The folder
    has to be one of the folders of editions."""
    cards = [
        OWN_CARD.format(id=id, name=name, pack="white" if id == "orange-feast" else "black")
        for id, name in OWN_CARDS.items()
    ]
    (folder / "mine.toml").write_text(OWN_BOX + "".join(cards), "utf-8")
    return "mine"


def choices(game: Game, bot: Bot) -> Iterator[tuple[View, Choice]]:
    """A whole game of one bot with itself: each view and what was chosen."""
    while not game.over:
        seat = game.to_act[-1]
        view = game.view(seat)
        choice = bot.choose(view)
        yield view, choice
        game.play(seat, choice.move)

"""Sets and plays tables of Gracias for the tests."""

from __future__ import annotations

import moustaches
from moustaches.game.events import Event
from moustaches.game.gracias import Gracias


def at(**description: object) -> Gracias:
    """A position. El Gringo is the last seat, so that seat 0 is the announcer."""
    players = description.get("players", 3)
    assert isinstance(players, int)
    game = moustaches.position("gracias", {"players": players, "gringo": players - 1, **description}, seed=1)
    assert isinstance(game, Gracias)
    return game


def hands(*cards: str) -> list[list[str]]:
    return [each.split() for each in cards]


def legal(game: Gracias, seat: int) -> list[str]:
    return [str(move) for move in game.legal(seat)]


def lay_all(game: Gracias) -> list[Event]:
    """The only trick of a round of one card, in turn."""
    events: list[Event] = []
    last = game.view(None).round
    while not game.over and game.view(None).round == last:
        (seat,) = game.to_act
        events += game.play(seat, game.legal(seat)[0])
    return events


def one_card(
    end: str, garments: list[int], bids: list[int | None], *, round: int = 5, flags: str = "", **more: object
) -> Gracias:
    """A round of one card in which seat 0 takes the trick."""
    description: dict[str, object] = {
        "players": len(garments),
        "options": {"end": end, **dict.fromkeys(flags.split(), True)},
        "round": round,
        "garments": garments,
        "hands": hands(*(str(21 - seat) for seat in range(len(garments)))),
        "bids": bids,
        **more,
    }
    return at(**description)

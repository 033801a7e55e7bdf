"""A position of the Club from its description (`docs/positions.md`)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from moustaches.content.value import Value
from moustaches.engine import club as engine
from moustaches.engine.bits import mask_of, members

from .club import Club
from .club_words import Attribute, Cat, attribute_words, words
from .positions import disjoint, masks, named, whole, wholes

KEYS = (
    "players",
    "options",
    "edition",
    "first",
    "turn",
    "step",
    "finishing",
    "secrets",
    "shown",
    "denied",
    "hands",
    "pile",
    "reserve",
    "received",
    "stage",
)


def take(game: Club, value: Value) -> None:
    """Turns the game's fresh table into the position described."""
    value.table(*KEYS)
    state = game.state
    secrets = masks(value["secrets"], game.players, Attribute.parse, "attributes")
    disjoint(value["secrets"], secrets, attribute_words)
    wanted = int(state.deck.secrets)
    if any(each.bit_count() != wanted for each in secrets):
        raise value["secrets"].wrong(f"{wanted} attributes for each seat")
    take_cats(game, value, secrets)
    take_answers(game, value, secrets)
    take_masks(game, value)
    take_turn(game, value)
    game.course.hear()


def take_cats(game: Club, value: Value, secrets: list[int]) -> None:
    """Hands, pile and stage; the masks on the stage follow from the secrets."""
    state = game.state
    hands = masks(value["hands"], game.players, Cat.parse, "cats")
    staged: list[tuple[int, int]] = []
    for item in value["stage"].items("cats") if value["stage"].raw is not None else ():
        item.table("seat", "cat")
        staged.append((item["seat"].whole(0, game.players - 1), named(item["cat"], Cat.parse)))
    cats = [cat for _, cat in staged]
    if len(set(cats)) < len(cats):
        raise value["stage"].wrong("each cat once")
    seen = disjoint(value["hands"], [*hands, int(mask_of(cats))], words)
    pile = [cat for cat in range(engine.CATS) if not seen >> cat & 1]
    if value["pile"].raw is not None:
        pile = [named(item, Cat.parse) for item in value["pile"].items("cats")]
        if len(set(pile)) < len(pile) or mask_of(pile) & seen:
            raise value["pile"].wrong("each cat once, and none that lies elsewhere")
    first = whole(value["first"], 0, game.players - 1, 0)
    state.begin(first, vec[i64](secrets), vec[i64](hands), vec[i64](pile))
    for player, cat in staged:
        state.show(player, cat)
        game.course.hear()


def take_answers(game: Club, value: Value, secrets: list[int]) -> None:
    """What lies open, and what was denied."""
    state = game.state
    nothing = [0] * game.players
    shown = (
        masks(value["shown"], game.players, Attribute.parse, "attributes")
        if value["shown"].raw is not None
        else nothing
    )
    denied = (
        masks(value["denied"], game.players, Attribute.parse, "attributes")
        if value["denied"].raw is not None
        else nothing
    )
    for seat in range(game.players):
        if shown[seat] & ~secrets[seat]:
            raise value["shown"].wrong(f"attributes that seat {seat} has")
        if denied[seat] & secrets[seat]:
            raise value["denied"].wrong(f"attributes that seat {seat} does not have")
        for attribute in members(shown[seat]):
            state.lay_open(seat, attribute)
        for attribute in members(denied[seat]):
            state.deny(seat, attribute)


def take_masks(game: Club, value: Value) -> None:
    state = game.state
    if value["reserve"].raw is not None:
        state.reserve = vec[i64](value["reserve"].wholes(game.players, 1, 99))
    elif min(state.reserve) < 1:
        raise value["reserve"].wrong("the masks that each seat has left")
    state.received = vec[i64](wholes(value["received"], game.players, 0, 99, 0))


def take_turn(game: Club, value: Value) -> None:
    """Whose turn it is, and at which step."""
    state = game.state
    first = int(state.first)
    turn = whole(value["turn"], 0, game.players - 1, first)
    state.turn = turn
    state.turns = (turn - first) % game.players + 1
    state.to_act = 1 << turn
    state.finishing = value["finishing"].flag() if value["finishing"].raw is not None else False
    if not state.finishing and any(state.hidden(seat) == 0 for seat in range(game.players)):
        raise value["finishing"].wrong("true, since a seat has all its attributes open")
    only_guess = state.finishing or not state.hands[turn]
    step = value["step"].choice("play", "guess") if value["step"].raw is not None else ""
    if step == "play" and only_guess:
        raise value["step"].wrong("`guess`: there is no cat to play")
    state.phase = engine.GUESS if only_guess or step == "guess" else engine.PLAY

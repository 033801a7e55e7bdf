"""What a client needs of an edition to draw the three boxes. Cats and attributes go by the words of the notation, which
views and moves use too, whatever an edition calls them.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from litestar import Request, Response
from litestar.exceptions import NotFoundException
from msgspec import Struct

from moustaches.content.editions import COLOURS, Edition, editions, in_use
from moustaches.errors import BadEdition
from moustaches.game.club_words import ATTRIBUTES, COATS, POSES
from moustaches.game.club_words import CATS as CAT_NAMES

from .problems import get


class RuleCard(Struct, frozen=True):
    """A rule card of Moustache."""

    id: str
    pack: str
    """`white` or `black`."""
    source: str
    """`printed`, `reported` or `ours`: the last are dealt only with the option own-rules."""
    first_game: bool
    """Whether it may come in a first game."""
    name: str
    """Only for a card that the edition brings itself; all others are named in the texts."""
    text: str


class TableFor(Struct, frozen=True):
    """How a number of players plays Moustache."""

    players: int
    teams: tuple[int, int]
    """The size of each."""
    hand: int
    """Cards in each hand, jokers included."""
    jokers: int
    """How many are dealt."""


class MoustacheContents(Struct, frozen=True):
    """The box of Moustache."""

    stars: dict[str, tuple[int, ...]]
    """By colour, on the animals of value 0 to 10."""
    cups: tuple[tuple[int, ...], ...]
    """The three tokens of each of the four rounds, from low to high."""
    tables: tuple[TableFor, ...]
    rules: tuple[RuleCard, ...]


class Dressed(Struct, frozen=True):
    """A character of Gracias."""

    id: str
    garments: tuple[str, ...]
    """The first comes off first."""


class GraciasContents(Struct, frozen=True):
    """The box of Gracias."""

    rounds: tuple[int, ...]
    """Cards in hand, round by round."""
    forehead: int
    """The round, counted from 1, that is played on the forehead."""
    characters: tuple[Dressed, ...]
    """By seat."""
    loteria: tuple[str, ...]
    """The motifs of the cards 1 to 21."""
    joker: str


class AttributeCard(Struct, frozen=True):
    """An attribute of the Club."""

    id: str
    kind: str
    """`pose`, `coat`, `pattern` or `accessory`."""
    cats: int
    """How many carry it, as the invitation says."""


class ClubContents(Struct, frozen=True):
    """The box of the Club."""

    masks: int
    """In the reserve of each seat."""
    secrets: int
    """Attributes that each seat hides."""
    hand: int
    """Cats in each hand."""
    attributes: tuple[AttributeCard, ...]
    cats: dict[str, tuple[str, ...]]
    """The attributes of each cat."""


class Box(Struct, frozen=True):
    """An edition, as far as it can be seen on a table."""

    name: str
    title: str
    digest: str
    """Another one: another edition."""
    moustache: MoustacheContents
    gracias: GraciasContents
    club: ClubContents


def box_of(edition: Edition) -> Box:
    return Box(
        name=edition.name,
        title=edition.title,
        digest=edition.digest,
        moustache=moustache_of(edition),
        gracias=gracias_of(edition),
        club=club_of(edition),
    )


def moustache_of(edition: Edition) -> MoustacheContents:
    box = edition.moustache
    return MoustacheContents(
        stars=dict(zip(COLOURS, box.stars, strict=True)),
        cups=box.cups,
        tables=tuple(TableFor(size.players, size.teams, size.hand, size.jokers_dealt) for size in box.tables),
        rules=tuple(
            RuleCard(card.id, card.pack, card.source, card.first_game, card.name, card.text)
            for card in box.rules
        ),
    )


def gracias_of(edition: Edition) -> GraciasContents:
    box = edition.gracias
    return GraciasContents(
        rounds=box.rounds,
        forehead=box.forehead,
        characters=tuple(Dressed(one.id, one.garments) for one in box.characters),
        loteria=box.loteria,
        joker=box.joker,
    )


def club_of(edition: Edition) -> ClubContents:
    box = edition.club
    notation = dict(zip(box.attribute_cards, ATTRIBUTES, strict=True))
    kinds = ["pose"] * len(POSES) + ["coat"] * len(COATS) + ["pattern"] * 2 + ["accessory"] * 4
    return ClubContents(
        masks=box.masks,
        secrets=box.attributes,
        hand=box.cats_in_hand,
        attributes=tuple(
            AttributeCard(notation[word], kind, number)
            for (word, number), kind in zip(box.invitation.items(), kinds, strict=True)
        ),
        cats={
            name: tuple(notation[word] for word in cat.attributes)
            for name, cat in zip(CAT_NAMES, box.cats, strict=True)
        },
    )


def titles() -> dict[str, str]:
    """The editions that can be played, with what people call them; one that is not in order is left out."""
    found: dict[str, str] = {}
    for name in editions():
        with suppress(BadEdition):
            found[name] = in_use(name).title
    return found


@get("/api/editions/{name:str}")
async def edition(request: Request[Any, Any, Any], name: str) -> Response[Box]:
    """What is in the boxes of an edition."""
    if name not in editions():
        raise NotFoundException(f"expected an edition ({', '.join(editions())}), found {name!r}")
    box = in_use(name)
    tag = f'"{box.digest}"'
    headers = {"etag": tag, "cache-control": "public, max-age=300"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(None, status_code=304, headers=headers)  # type: ignore[arg-type]
    return Response(box_of(box), headers=headers)


ROUTES = [edition]

"""Everything that happens at a table, as events with an audience.

Play, replay, log, animation and screen reader all read the same events. `audience` names the seats that may know of
an event while the game lasts; without one, everybody may. A viewer outside the audience gets a `Hidden` in its place,
so that each viewer sees a sequence without gaps. When the game is over everything is open (R4).
"""

from __future__ import annotations

from msgspec import Struct

from .reasons import Reason


def kebab(name: str) -> str:
    """TrickTaken → trick-taken."""
    return "".join("-" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("-")


class Event(Struct, frozen=True, omit_defaults=True, kw_only=True, gc=False, tag_field="event", tag=kebab):
    """A fact that happened."""

    audience: tuple[int, ...] | None = None

    def seen_by(self, viewer: int | None) -> bool:
        return self.audience is None or viewer in self.audience


class Hidden(Event, frozen=True):
    """Something that this viewer may not know."""


class GameStarted(Event, frozen=True):
    game: str
    players: int
    edition: str
    options: dict[str, str | bool | list[str]]
    commitment: str
    """SHA-256 of the seed that all deals follow from."""


class RoundBegan(Event, frozen=True):
    round: int
    cards: int
    dealer: int | None = None


class Dealt(Event, frozen=True):
    """Cards into a hand. On the forehead the others see them, not the seat itself."""

    seat: int
    cards: tuple[str, ...]


class GameEnded(Event, frozen=True):
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    seed: str
    why: Reason


# Moustache


class RuleRevealed(Event, frozen=True):
    place: int
    rule: str


class TeamDealt(Event, frozen=True):
    seat: int
    team: int
    crown: bool


class CardsOpened(Event, frozen=True):
    """Cards of a hand that lie face up from now on."""

    seat: int
    cards: tuple[str, ...]


class GiftChosen(Event, frozen=True):
    seat: int


class CardsGiven(Event, frozen=True):
    """Three cards move to the left; only giver and receiver see which."""

    seat: int
    to: int
    cards: tuple[str, ...]


class OpenCardsGiven(Event, frozen=True):
    """Those of them that lay open are seen to move."""

    seat: int
    to: int
    cards: tuple[str, ...]


class TrickLed(Event, frozen=True):
    seat: int


class CardLaid(Event, frozen=True):
    seat: int
    card: str


class ColourDemanded(Event, frozen=True):
    seat: int
    colour: str
    why: Reason


class RuleActed(Event, frozen=True):
    """A rule card changed how the trick resolves."""

    place: int
    rule: str
    why: Reason


class CardsVanished(Event, frozen=True):
    """Cards that nobody gets."""

    cards: tuple[str, ...]
    why: Reason


class TrickTaken(Event, frozen=True):
    """Who takes the trick, or would have; nobody if no card was left that can."""

    seat: int | None
    card: str | None
    why: Reason


class CardStolen(Event, frozen=True):
    seat: int
    card: str
    why: Reason


class CardsCollected(Event, frozen=True):
    seat: int
    team: int
    cards: tuple[str, ...]


class StarsShown(Event, frozen=True):
    """Open counts: both totals as if this trick had been the last."""

    stars: tuple[int, int]


class PileCounted(Event, frozen=True):
    team: int
    cards: tuple[str, ...]
    stars: int
    why: Reason


class RoundWon(Event, frozen=True):
    team: int
    seats: tuple[int, ...]
    why: Reason


class CupDrawn(Event, frozen=True):
    seat: int


class CupSeen(Event, frozen=True):
    """The value of a cup token, for its owner, or for all under equal cups."""

    seat: int
    points: int


# Gracias


class CardDrawn(Event, frozen=True):
    """The draw for the dealer."""

    seat: int
    card: str
    set_aside: bool


class DealerChosen(Event, frozen=True):
    seat: int
    why: Reason


class BidMade(Event, frozen=True):
    seat: int
    bid: int


class CardChosen(Event, frozen=True):
    """A card lies face down until all have chosen."""

    seat: int


class CardTurned(Event, frozen=True):
    """A forehead card that its owner sees at last."""

    seat: int
    card: str


class BidMet(Event, frozen=True):
    seat: int
    why: Reason


class GarmentsLost(Event, frozen=True):
    seat: int
    lost: int
    left: int
    why: Reason


class GarmentRegained(Event, frozen=True):
    seat: int
    left: int
    why: Reason


class PlayerBare(Event, frozen=True):
    seat: int


# Club


class FirstPlayer(Event, frozen=True):
    seat: int


class SecretsDealt(Event, frozen=True):
    seat: int
    attributes: tuple[str, ...]


class CatPlayed(Event, frozen=True):
    seat: int
    cat: str


class MasksPlaced(Event, frozen=True):
    """All masks of one cat, together (C6)."""

    cat: str
    seats: tuple[int, ...]
    reserves: tuple[int, ...]
    """What each seat of the table has left."""


class Guessed(Event, frozen=True):
    seat: int
    asked: int
    attribute: str


class Answered(Event, frozen=True):
    seat: int
    attribute: str
    right: bool


class MaskPaid(Event, frozen=True):
    seat: int
    to: int
    received: int
    """What the receiver has in all."""


class Kept(Event, frozen=True):
    """No guess this turn."""

    seat: int


class CatDrawn(Event, frozen=True):
    seat: int
    left: int
    """Cats in the draw pile."""


class CatSeen(Event, frozen=True):
    """What was drawn, for the one who drew it."""

    seat: int
    cat: str


class LastRound(Event, frozen=True):
    """The round is finished with guesses only."""

    seat: int
    why: Reason


class ReserveEmpty(Event, frozen=True):
    seat: int

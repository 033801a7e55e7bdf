"""How the novice plays Gracias: bid what the hand should take, take while tricks are missing, then stay under."""

from __future__ import annotations

from moustaches.engine.bits import Rng
from moustaches.game.gracias_words import GraciasView

from .sense import forehead_chance, is_last, strength, top, unseen, wanted

MISJUDGES = 25  # % of bids that are off by one
MISCOUNTS = 10  # % of cards for which it thinks that it has a trick more or less
FORGETS = 40  # % of cards for which it does not remember what was played
JOKER_HOPE = 0.9  # tricks that a joker in hand is good for


def choose(view: GraciasView, rng: Rng) -> str:
    """The novice's move."""
    if view.phase == "bid":
        return bid(view, rng)
    if len(view.legal) == 1:
        return view.legal[0]
    missing = wanted(view)
    if rng.below(100) < MISCOUNTS:
        missing += 1 if rng.below(2) else -1
    cards = sorted((move.split()[1] for move in view.legal), key=strength)
    return f"play {take(view, cards, rng) if missing > 0 else duck(view, cards)}"


def bid(view: GraciasView, rng: Rng) -> str:
    """As near as it may to the tricks that it hopes for."""
    if view.forehead:
        hope = forehead_chance(view)
    else:
        hope = sum(chance(card, view) for card in view.hand)
    if rng.below(100) < MISJUDGES:
        hope += 1 if rng.below(2) else -1
    return min(view.legal, key=lambda move: abs(int(move.split()[1]) - hope))


def chance(card: str, view: GraciasView) -> float:
    """How likely a card takes a trick: that it is higher than one card of each other player, which a beginner takes
    to be any cards."""
    if card == "J":
        return JOKER_HOPE
    others = len(view.seats_in) - 1
    return float(((int(card) - 1) / 20) ** others)


def take(view: GraciasView, cards: list[str], rng: Rng) -> str:
    """Tricks are missing. It wins with a number, as the last one with its lowest, else with its highest; with the
    joker where no number will do. Where it cannot win it throws its lowest."""
    winning = [card for card in cards if strength(card) > top(view)]
    numbers = [card for card in winning if card[0] != "J"]
    if not winning:
        return lowest(cards)
    all_needed = wanted(view) >= len(view.hand)
    if numbers and ("J22" not in winning or not all_needed or will_win(numbers[-1], view, rng)):
        return numbers[0] if is_last(view) else numbers[-1]
    return "J22"


def will_win(card: str, view: GraciasView, rng: Rng) -> bool:
    """Is no higher number out, as far as it remembers?"""
    if is_last(view):
        return True
    if rng.below(100) < FORGETS:
        return int(card) >= 19
    return not any(number > int(card) for number in unseen(view))


def duck(view: GraciasView, cards: list[str]) -> str:
    """No trick is missing. Under the best card so far it sheds the highest that it can. Where it has to win it does so
    with its highest number, and while others are still to lay it hopes that they beat its lowest."""
    losing = [card for card in cards if strength(card) < top(view)]
    numbers = [card for card in losing or cards if card[0] != "J"]
    if losing or is_last(view):
        return (numbers or losing or cards)[-1]
    return lowest(cards)


def lowest(cards: list[str]) -> str:
    """The lowest number; the joker only where there is nothing else."""
    return next((card for card in cards if card[0] != "J"), cards[0])

"""Reasons for a move of Moustache: who takes the trick with this card, and the stars in it. The engine says both."""

from __future__ import annotations

from moustaches.engine import moustache
from moustaches.engine.bits import members
from moustaches.engine.trick import ANIMALS, MONKEY, PIGEON, UNICORN
from moustaches.game.moustache_words import JOKERS, Card, MoustacheMove, MoustacheView
from moustaches.game.reasons import Reason

from .sense import Outlook, beaters, hidden_cards, is_last, laid, worth


def reasons(view: MoustacheView, state: moustache.State, move: str) -> list[Reason]:
    kind, *cards = move.split()
    if kind == "pass":
        found = gift(view, cards)
    elif kind == "steal":
        found = [Reason("bot-steals", args={"card": cards[0], "stars": stars(state, mask(move))})]
    else:
        found = joker(state, mask(move)) or card(view, state, cards[0])
    if kind != "steal":
        found += kept_jokers(view, cards)
    if kind != "pass":
        found += [Reason("bot-fewer-stars", rule.id) for rule in state.row.rules if rule.fewest_win()]
    return found


def mask(move: str) -> int:
    return MoustacheMove.parse(move).cards


def stars(state: moustache.State, cards: int) -> int:
    """What these cards count under the row."""
    return sum(int(state.row.stars[card]) for card in members(cards & ANIMALS))


def gift(view: MoustacheView, cards: list[str]) -> list[Reason]:
    assert view.seat is not None
    left = (view.seat + 1) % view.players
    partner = view.teams[left] == view.teams[view.seat]
    return [Reason("bot-gives-partner" if partner else "bot-gives-away", args={"seat": left, "cards": cards})]


def kept_jokers(view: MoustacheView, cards: list[str]) -> list[Reason]:
    held = [card for card in view.hand if card in JOKERS]
    if not held or not set(held).isdisjoint(cards):
        return []
    return [Reason("bot-keeps-jokers", args={"number": len(held)})]


def joker(state: moustache.State, laying: int) -> list[Reason]:
    count = stars(state, sum(laid(state)))
    if laying == UNICORN:
        return [Reason("bot-unicorn-wins", rulings=("M4",), args={"stars": count})]
    if laying == PIGEON:
        return [Reason("bot-pigeon-discards", args={"stars": count})]
    return [Reason("bot-monkey-waits", rulings=("M7",))] if laying == MONKEY else []


def card(view: MoustacheView, state: moustache.State, name: str) -> list[Reason]:
    """An animal: who would take the trick with it, and what that means."""
    assert view.seat is not None
    before = laid(state)
    cards = {**before, 1 << Card.parse(name): view.seat}
    after = Outlook(state, cards)
    if after.winner < 0:
        return [Reason("bot-nobody-wins")]
    if not is_last(view) and after.winner == view.seat:
        hidden = hidden_cards(state, view)
        threats = beaters(state, view, cards, hidden).bit_count()
        percent = round(100 * threats / max(hidden.bit_count(), 1))
        return [Reason("bot-wins-so-far" if before else "bot-leads", args={"card": name, "percent": percent})]
    if after.winner == view.seat:
        count = stars(state, after.cards)
        robbed = after.thief >= 0 and view.teams[after.thief] != view.teams[view.seat]
        good = count > 0 and not state.row.fewest_win and not robbed
        return [Reason("bot-takes-stars" if good else "bot-takes-trick", args={"stars": count})]
    if view.teams[after.winner] == view.teams[view.seat]:
        return partner(view, state, name, before, after)
    return opponent(view, state, name, after)


def partner(
    view: MoustacheView, state: moustache.State, name: str, before: dict[int, int], after: Outlook
) -> list[Reason]:
    """A partner has the trick."""
    assert view.seat is not None
    now = Outlook(state, before).winner
    had = now >= 0 and view.teams[now] == view.teams[view.seat]
    found = [Reason("bot-partner-wins" if had else "bot-helps-partner", args={"seat": after.winner})]
    number = Card.parse(name)
    if worth(state, number) > 0 and not state.row.fewest_win:
        found.append(Reason("bot-gives-stars", args={"card": name, "stars": int(state.row.stars[number])}))
    return found


def opponent(view: MoustacheView, state: moustache.State, name: str, after: Outlook) -> list[Reason]:
    """An opponent has the trick."""
    found = []
    count = stars(state, after.cards)
    if (count >= 0) == state.row.fewest_win and count:
        found.append(Reason("bot-leaves-trick", args={"seat": after.winner, "stars": count}))
    animals = [Card.parse(move.split()[1]) for move in view.legal if move.split()[1] not in JOKERS]
    number = Card.parse(name)
    if worth(state, number) == min(worth(state, each) for each in animals):
        found.append(Reason("bot-throws-least", args={"card": name, "stars": int(state.row.stars[number])}))
    return found or [Reason("bot-cannot-win", args={"seat": after.winner, "card": name})]

"""Reasons for a move of Gracias: the bid, what is missing to it, and how the card stands in the trick."""

from __future__ import annotations

from moustaches.game.gracias_words import CARDS as LOTERIA
from moustaches.game.gracias_words import GraciasView
from moustaches.game.reasons import Fact, Reason

from .sense import forehead_chance, is_last, strength, top, unseen, wanted


def reasons(view: GraciasView, move: str) -> list[Reason]:
    said = move.split()[1]
    if view.phase != "bid":
        return card(view, said)
    return forehead(view) if view.forehead else bid(view, int(said))


def forehead(view: GraciasView) -> list[Reason]:
    """What the others' foreheads say about one's own card."""
    if "J" in view.foreheads and "blind-joker-zero" not in view.options:
        return [Reason("bot-sees-joker", rulings=("G3",), args={"seat": view.foreheads.index("J")})]
    seats = [seat for seat, seen in enumerate(view.foreheads) if seen]
    highest = max(seats, key=lambda seat: LOTERIA.index(view.foreheads[seat] or "J"))
    percent = round(100 * forehead_chance(view))
    args: dict[str, Fact] = {"seat": highest, "card": str(view.foreheads[highest]), "percent": percent}
    return [Reason("bot-sees-highest", args=args), *forbidden(view)]


def bid(view: GraciasView, tricks: int) -> list[Reason]:
    """The cards that the bid counts on."""
    hand = sorted(view.hand, key=lambda card: 22 if card == "J" else int(card))
    if tricks:
        return [Reason("bot-counts-on", args={"bid": tricks, "cards": hand[-tricks:]}), *forbidden(view)]
    return [Reason("bot-counts-on-none", args={"card": hand[-1]}), *forbidden(view)]


def forbidden(view: GraciasView) -> list[Reason]:
    """What El Gringo may not bid."""
    if view.seat != view.gringo or view.forbidden_bid is None:
        return []
    return [Reason("bot-may-not-bid", args={"bid": view.forbidden_bid})]


def card(view: GraciasView, said: str) -> list[Reason]:
    assert view.seat is not None
    missing = wanted(view)
    tally = {"bid": view.bids[view.seat] or 0, "taken": view.taken[view.seat]}
    found = [Reason("bot-over-bid", args={**tally})] if missing < 0 else []
    found += joker(said) or (needing(view, said, missing) if missing > 0 else sated(view, said, missing))
    if missing > 0 and "J" in view.hand and said[0] != "J":
        found.append(Reason("bot-keeps-jokers", args={"number": 1}))
    return found


def joker(said: str) -> list[Reason]:
    if said[0] != "J":
        return []
    wins = said == "J22"
    return [Reason("bot-joker-wins" if wins else "bot-joker-ducks")]


def needing(view: GraciasView, said: str, missing: int) -> list[Reason]:
    """Tricks are missing."""
    if strength(said) < top(view):
        lowest = said == numbers(view)[0]
        return [Reason("bot-throws-low" if lowest else "bot-stays-under", args={"card": said})]
    left = len(view.hand)
    found = [
        Reason("bot-needs-all", args={"needed": missing})
        if missing == left
        else Reason("bot-needs-tricks", args={"needed": missing, "left": left})
    ]
    if view.leader == view.seat and said == numbers(view)[-1]:
        found.append(Reason("bot-leads-top", args={"card": said}))
    if unbeatable(view, said):
        found.append(Reason("bot-cannot-be-beaten", args={"card": said}))
    return found


def sated(view: GraciasView, said: str, missing: int) -> list[Reason]:
    """No trick is missing."""
    assert view.seat is not None
    args: dict[str, Fact] = {
        "bid": view.bids[view.seat] or 0,
        "taken": view.taken[view.seat],
        "card": said,
    }
    if strength(said) < top(view):
        losing = [card for card in numbers(view) if strength(card) < top(view)]
        if missing == 0 and said == losing[-1]:
            return [Reason("bot-meets-bid", args=args)]
        return [Reason("bot-stays-under", args={"card": said})]
    if not view.trick:
        return [Reason("bot-leads-low", args={"card": said})] if said == numbers(view)[0] else []
    if all(strength(move.split()[1]) > top(view) for move in view.legal):
        return [Reason("bot-must-beat", args={"card": said})]
    return []


def numbers(view: GraciasView) -> list[str]:
    """The legal cards but for the joker, the lowest first."""
    cards = [move.split()[1] for move in view.legal]
    return sorted((card for card in cards if card[0] != "J"), key=int)


def unbeatable(view: GraciasView, said: str) -> bool:
    """Can nothing that is still to be laid in this trick be higher?"""
    if is_last(view):
        return True
    out = unseen(view)
    return 0 not in out and all(card < int(said) for card in out)

"""The table of Moustache Gracias on a screen: everyone's garments, bid and tricks, the trick and the hand."""

from __future__ import annotations

from rich.text import Text

from moustaches.game.gracias_words import STRENGTHS, GraciasView

from .cards import FAINT, HEADING, cell, chip, hanging, row
from .choices import Choice
from .say import Teller
from .tricks import last_trick

SEAT = 12
DRESSED = 7


def table(view: GraciasView, say: Teller, width: int, tight: bool) -> list[Text]:
    """Everything above the hand."""
    head = [*hanging(title(view, say), width, 2), Text(), *seats(view, say, width >= 56)]
    return [*head, *hanging(sum_of_bids(view, say), width, 2), Text(), *trick(view, say, width)]


def title(view: GraciasView, say: Teller) -> Text:
    line = Text(say.words.games["gracias"].name, HEADING)
    rounds = len(say.box.gracias.rounds)
    if "end" in view.options or view.round > rounds:
        line.append(" · " + say.label("round-number", round=view.round), "not bold")
    else:
        line.append(" · " + say.label("round", round=view.round, rounds=rounds), "not bold")
    if view.phase == "play":
        number = min(len(view.tricks) + 1, view.cards)
        line.append(" · " + say.label("trick-number", number=number, tricks=view.cards), "not bold")
    return line


def seats(view: GraciasView, say: Teller, wide: bool) -> list[Text]:
    """Everyone's garments, bid and tricks; a narrow screen shows garments as a number only."""
    columns = 14 if wide else 8
    bids = max(5, len(say.label("bid")) + 1)
    head = f"{'':<24}{say.label('garments'):<{columns}}{say.label('bid'):>{bids}}{say.label('tricks'):>8}"
    lines = [Text(head, FAINT)]
    for seat in range(view.players):
        office = say.label("gringo") if seat == view.gringo else ""
        if not office and seat == view.announcer:
            office = say.label("announcer")
        worn = view.garments[seat]
        line = Text(f"  {say.title(seat):<10}", HEADING if seat in view.to_act else "")
        line.append(f"{office:<12}", f"not bold {FAINT}")
        bar = "█" * worn + "·" * (DRESSED - worn) + " " if wide else ""
        line.append(f"{bar}{worn:<{columns - len(bar)}}", "not bold")
        if seat not in view.seats_in:
            line.append(f"  {say.label('out')}", "not bold")
        else:
            bid = "" if view.bids[seat] is None else str(view.bids[seat])
            line.append(f"{bid:>{bids}}{view.taken[seat]:>8}", "bold")
        lines.append(line)
    return lines


def sum_of_bids(view: GraciasView, say: Teller) -> Text:
    said = sum(bid or 0 for bid in view.bids)
    line = "  " + say.label("bids-against", bids=said, cards=view.cards)
    if view.forbidden_bid is not None:
        line += " · " + say.label("forbidden", bid=view.forbidden_bid)
    return Text(line, FAINT)


def trick(view: GraciasView, say: Teller, width: int) -> list[Text]:
    """The seats from the leader on, each with its card; in the forehead round, what is seen of it."""
    laid = {each.seat: each.card for each in view.trick}
    best = max(laid.values(), key=STRENGTHS.index, default=None)
    first = view.leader if view.leader is not None else view.announcer
    order = [(first + turn) % view.players for turn in range(view.players)]
    cells = []
    for seat in order:
        if seat not in view.seats_in:
            continue
        name = Text(say.title(seat), HEADING if seat in view.to_act else "")
        note = say.label("leads") if seat == view.leader else ""
        if seat in laid:
            card, note = chip(laid[seat]), say.label("highest") if laid[seat] == best else note
        elif view.forehead:
            forehead = view.foreheads[seat]
            card = chip(forehead) if forehead else Text(say.label("unseen"), HEADING)
        elif view.own_choice and seat == view.seat:
            card, note = chip(view.own_choice), say.label("chosen")
        elif view.chosen[seat]:
            card = Text(say.label("chosen"), FAINT)
        else:
            card = Text("?" if seat in view.to_act and view.phase == "play" else "·", FAINT)
        cells.append(cell([name, card, Text(note, FAINT)], SEAT))
    heading = [Text(say.label("forehead"), HEADING)] if view.forehead else []
    return [*heading, *row(cells, width), *last_trick(view, say, width)]


# The hand, and what may be chosen


def choices(view: GraciasView, say: Teller, picked: tuple[str, ...]) -> list[Choice]:
    """Here a number is the bid or the card itself."""
    return [Choice(move.split()[1], tuple(move.split())) for move in view.legal]


def hand(view: GraciasView, say: Teller, width: int, offered: list[Choice]) -> list[Text]:
    if view.forehead:
        return []
    if not view.hand:
        return [Text(say.label("no-hand"), FAINT)]
    keys = {choice.key for choice in offered} if view.phase == "play" else set(view.hand)
    cells = []
    for card in view.hand:
        allowed = card in keys or (card == "J" and "J22" in keys)
        said = "J0/J22" if card == "J" else card
        mark = Text("▼" if allowed and view.phase == "play" else " ", HEADING)
        cells.append(cell([mark, chip(said, allowed)], max(6, len(said) + 4)))
    return [Text(say.label("hand"), HEADING), *row(cells, width)]


def read(words: list[str], say: Teller) -> list[str]:
    """What a player types, in the notation: `j22` → `J22`."""
    return [word.upper() if word.lower() in ("j", "j0", "j22") else word.lower() for word in words]


def kind(view: GraciasView) -> str:
    return view.phase


def hands(view: GraciasView, say: Teller) -> Text:
    return Text(" ").join(chip(card) for card in view.hand)

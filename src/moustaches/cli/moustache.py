"""The table of Moustache on a screen: the row of rules, the order of colours, the teams, the trick and the hand."""

from __future__ import annotations

from rich.text import Text

from moustaches.game.moustache_words import JOKERS, NUMBERS, MoustacheView

from .cards import FAINT, HEADING, cell, chip, colour_chip, hanging, row, stars
from .choices import Choice, numbered
from .say import Teller
from .tricks import last_trick

SEAT = 13  # columns for a seat in the trick
INDENT = 8


def table(view: MoustacheView, say: Teller, width: int, tight: bool) -> list[Text]:
    """Everything above the hand. `tight`: a line for each rule, even if its text is cut off."""
    lines = [
        *hanging(title(view, say), width, INDENT),
        *rules(view, say, width, tight),
        *hanging(order(view, say), width, INDENT),
        *hanging(teams(view, say), width, INDENT),
        Text(),
    ]
    return [*lines, *trick(view, say, width), *open_cards(view, say, width)]


def title(view: MoustacheView, say: Teller) -> Text:
    line = Text(say.words.games["moustache"].name, HEADING)
    line.append(" · " + say.label("round", round=view.round, rounds=len(view.row)), "not bold")
    if view.phase in ("play", "steal"):
        number = len(view.tricks) + (view.phase == "play")
        tricks = len(view.tricks) + max(view.hand_sizes)
        line.append(" · " + say.label("trick-number", number=number, tricks=tricks), "not bold")
    if view.stars:
        line.append(" · " + say.label("stars-so-far", stars=say.by_team(view.stars)), "not bold")
    if view.seat is not None:
        points = sum(cups[view.seat] or 0 for cups in view.cups)
        line.append(" · " + say.label("your-points", points=points), "not bold")
    return line


def rules(view: MoustacheView, say: Teller, width: int, tight: bool) -> list[Text]:
    lines: list[Text] = []
    for place, rule in enumerate(view.row[: view.revealed]):
        head = Text(f"{say.label('rules') if place == 0 else '':<{INDENT}}", HEADING)
        head.append(f"{place + 1} ", "not bold")
        head.append(say.rule_name(rule or ""), HEADING)
        line = Text.assemble(head, ": ", say.rule_text(rule or ""))
        if tight:
            line.truncate(width, overflow="ellipsis")
            lines.append(line)
        else:
            lines += hanging(line, width, INDENT + 2)
    hidden = len(view.row) - view.revealed
    if hidden:
        known = [say.rule_name(rule) for rule in view.row[view.revealed :] if rule]
        more = say.label("face-down", number=hidden)
        to_come = say.label("to-come", rules=", ".join(known)) if known else more
        lines.append(Text(" " * (INDENT + 2) + to_come, FAINT))
    return lines


def order(view: MoustacheView, say: Teller) -> Text:
    line = Text(f"{say.label('order'):<{INDENT}}", HEADING)
    for place, colour in enumerate(view.order):
        line.append_text(Text(" < " if place else "", "not bold"))
        line.append_text(colour_chip(colour, say.words.colours[colour]))
    line.append("   ", "not bold")
    if view.demanded:
        line.append(say.label("demanded"), "not bold")
        line.append_text(colour_chip(view.demanded, say.words.colours[view.demanded]))
    else:
        line.append(say.label("nothing-demanded"), f"not bold {FAINT}")
    return line


def teams(view: MoustacheView, say: Teller) -> Text:
    sides: list[list[int]] = [[], []]
    for seat in range(view.players):
        sides[view.teams[seat]].append(seat)
    sides.sort(key=lambda side: view.seat not in side)
    said = [say.joined([crowned(view, say, seat) for seat in side]) for side in sides]
    line = Text(f"{say.label('teams'):<{INDENT}}", HEADING)
    line.append(f"{said[0]}  {say.label('against')}  {said[1]}", "not bold")
    return line


def crowned(view: MoustacheView, say: Teller, seat: int) -> str:
    return say.title(seat) + (f" ({say.label('crown')})" if seat == view.crown else "")


def trick(view: MoustacheView, say: Teller, width: int) -> list[Text]:
    """The seats in the order of this trick, each with its card."""
    laid = {each.seat: each.card for each in view.trick}
    cells = []
    for turn in range(view.players):
        seat = (view.leader + turn) % view.players
        name = Text(say.title(seat), HEADING if seat in view.to_act else "")
        card = (
            card_with_stars(laid[seat], say)
            if seat in laid
            else Text("?" if seat in view.to_act else "·", FAINT)
        )
        if view.phase == "give":
            card = Text(say.label("chosen") if view.chosen[seat] else "?", FAINT)
        cells.append(cell([name, card, Text(role(view, say, seat, turn), FAINT)], SEAT))
    return [*row(cells, width), *last_trick(view, say, width)]


def card_with_stars(card: str, say: Teller) -> Text:
    return chip(card) + Text("★" * stars(card, say.box))


def role(view: MoustacheView, say: Teller, seat: int, turn: int) -> str:
    leads = " " + say.label("leads") if turn == 0 and view.phase != "give" else ""
    if view.seat is None:
        return leads.strip()
    if seat == view.seat:
        return say.label("you-role") + leads
    return say.label("partner" if view.teams[seat] == view.teams[view.seat] else "rival") + leads


def open_cards(view: MoustacheView, say: Teller, width: int) -> list[Text]:
    """The pinks that lie face up in the others' hands."""
    shown = [(seat, cards) for seat, cards in enumerate(view.open) if cards and seat != view.seat]
    if not shown:
        return []
    line = Text(f"{say.label('open-cards'):<{INDENT}}", HEADING)
    for seat, cards in shown:
        line.append(f"{say.title(seat)} ", "not bold")
        line.append_text(Text(" ").join(chip(card) for card in cards))
        line.append("  ", "not bold")
    return hanging(line, width, INDENT)


# The hand, and what may be chosen


def choices(view: MoustacheView, say: Teller, picked: tuple[str, ...]) -> list[Choice]:
    if view.phase == "give":
        left = [card for card in view.hand if card not in picked]
        return numbered([(*(picked or ("pass",)), card) for card in left])
    return numbered([tuple(move.split()) for move in view.legal])


def hand(view: MoustacheView, say: Teller, width: int, offered: list[Choice]) -> list[Text]:
    """One's cards: over each that may be laid its number, under each its stars."""
    key = {choice.said[-1]: choice.key for choice in offered}
    heading = "hand"
    cards = view.hand
    if view.phase == "steal" and view.seat in view.to_act:
        heading, cards = "to-steal", view.still_in
    if not cards:
        return [Text(say.label("no-hand"), FAINT)]
    cells = []
    for card in cards:
        allowed = card in key or view.seat not in view.to_act
        size = max(6, len(card) + 3)
        lines = [Text(key.get(card, "·"), HEADING if allowed else FAINT), chip(card, allowed)]
        cells.append(cell([*lines, Text("★" * stars(card, say.box))], size))
    return [Text(say.label(heading), HEADING), *row(cells, width)]


def read(words: list[str], say: Teller) -> list[str]:
    """What a player types, in the notation: `b7` → `B7`."""
    names = {name.lower(): name for name in NUMBERS}
    return [names.get(word.lower(), word.lower()) for word in words]


def kind(view: MoustacheView) -> str:
    return {"give": "pass"}.get(view.phase, view.phase)


def hands(view: MoustacheView, say: Teller) -> Text:
    """A hand in one line, as a replay shows it."""
    return Text(" ").join(chip(card) for card in sorted(view.hand, key=lambda card: card in JOKERS))

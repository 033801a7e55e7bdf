"""The table of Le Club des Moustaches on a screen: the stage with its masks, the notebook, secrets and cats."""

from __future__ import annotations

from rich.text import Text

from moustaches.game.club_words import ATTRIBUTES, COATS, POSES, ClubView

from .cards import FAINT, HEADING, chip, hanging
from .choices import Choice, int_or, numbered
from .notebook import signs
from .say import Teller

STAGED = 4  # cats shown when room is short
NAME = 10  # columns for a name
CARRIES = 41  # at least, for what a cat carries
TAGS = {"strut": "st", "striped": "sr", "rest": "re", "red": "rd", "black": "bk", "blue": "bl", "green": "gn"}
GROUPS = (POSES, COATS, ("striped", "spotted"), ("yarn", "cocktail", "hat", "mouse"))


def table(view: ClubView, say: Teller, width: int, tight: bool) -> list[Text]:
    """Everything above the cats in hand. `tight`: only the last cats on stage."""
    newest = STAGED if tight else 8
    return [
        title(view, say),
        *stage(view, say, width, newest),
        *notebook(view, say, width),
        *secrets(view, say),
    ]


def title(view: ClubView, say: Teller) -> Text:
    line = Text(say.words.games["club"].name, HEADING)
    line.append(" · " + say.label("pile", number=view.pile), "not bold")
    if view.finishing:
        line.append(" · " + say.label("finishing"), "bold")
    return line


def stage(view: ClubView, say: Teller, width: int, newest: int) -> list[Text]:
    """The cats played last, what they carry and whose masks lie on them."""
    earlier = len(view.stage) - newest
    more = f"({say.label('earlier', number=earlier)})" if earlier > 0 else ""
    shown = view.stage[max(0, earlier) :]
    carries = max([CARRIES, *(len(say.cat(staged.cat)) + 2 for staged in shown)])
    head = Text(f"{say.label('stage'):<16}", HEADING)
    head.append(f"{more:<{carries}}{say.label('masked-by')}", f"not bold {FAINT}")
    lines = [head]
    for staged in shown:
        line = Text(" ") + padded(chip(staged.cat), 14)
        line.append(f" {say.cat(staged.cat):<{carries}}")
        masks = say.names(staged.masks) if staged.masks else say.label("no-masks")
        line.append(masks, "" if staged.masks else FAINT)
        lines += hanging(line, width, 16)
    return lines if view.stage else []


def padded(text: Text, width: int) -> Text:
    return text + Text(" " * (width - text.cell_len))


def notebook(view: ClubView, say: Teller, width: int) -> list[Text]:
    """Seat by seat: masks in reserve, points, and a sign for each attribute."""
    wide = width >= 78
    tags = "  ".join(" ".join(tag(word) for word in group) for group in GROUPS) if wide else ""
    lines = [Text.assemble((f"{say.label('notebook'):<{NAME}}", HEADING), ("  m  p  " + tags, FAINT))]
    for seat in range(view.players):
        line = Text(f" {seat} {say.title(seat):<{NAME - 3}}", HEADING if seat in view.to_act else "")
        line.append(f"{view.reserve[seat]:>3}{view.received[seat]:>3}  ", "not bold")
        found = signs_of(view, seat, say)
        if wide:
            cells = "  ".join(" ".join(f"{found[word]:<2}" for word in group) for group in GROUPS)
            line.append(cells.rstrip(), "not bold")
        else:
            line.append(short_signs(found), "not bold")
        lines += hanging(line, width, NAME + 8)
    return [*lines, *hanging(Text(say.label("legend"), FAINT), width, 0)]


def signs_of(view: ClubView, seat: int, say: Teller) -> dict[str, str]:
    """A seat's signs; of oneself only what one has."""
    found = signs(view, seat, say.box)
    if seat != view.seat:
        return found
    own = dict.fromkeys(view.secrets, "!") | dict.fromkeys(view.shown[seat], "O")
    return {word: own.get(word, " ") for word in found}


def tag(word: str) -> str:
    """Two letters for an attribute."""
    return TAGS.get(word, word[:2])


def short_signs(found: dict[str, str]) -> str:
    """On a narrow screen: what the seat has, then what it cannot have."""
    has = [f"{sign}{tag(word)}" for word, sign in found.items() if sign in "!O"]
    not_ = [f"x{tag(word)}" for word, sign in found.items() if sign == "x"]
    return " ".join(has + not_)


def secrets(view: ClubView, say: Teller) -> list[Text]:
    if view.seat is None:
        return []
    shown = view.shown[view.seat]
    words = [
        say.attribute(word) + (f" ({say.label('open')})" if word in shown else "") for word in view.secrets
    ]
    return [Text.assemble((say.label("secrets") + ": ", HEADING), ", ".join(words))]


# The cats in hand, and what may be chosen


def choices(view: ClubView, say: Teller, picked: tuple[str, ...]) -> list[Choice]:
    """A cat; then whom to unmask, or keep; then which attribute."""
    if view.phase == "play":
        return numbered([tuple(move.split()) for move in view.legal])
    guesses = [tuple(move.split()) for move in view.legal if move != "keep"]
    if picked:
        left = [guess for guess in guesses if guess[:2] == picked]
        return numbered(left, [say.attribute(guess[2]) for guess in left])
    seats = sorted({guess[1] for guess in guesses})
    labels = [say.label("keep"), *(say.label("unmask", seat=say.name(int(seat))) for seat in seats)]
    return numbered([("keep",), *(("unmask", seat) for seat in seats)], labels)


def hand(view: ClubView, say: Teller, width: int, offered: list[Choice]) -> list[Text]:
    if view.phase != "play" or view.seat not in view.to_act:
        return guesses(view, say, width, offered)
    lines = []
    for choice in offered:
        cat = choice.said[-1]
        lines.append(Text.assemble((f" {choice.key} ", HEADING), padded(chip(cat), 14), " ", say.cat(cat)))
    return [Text(say.label("hand"), HEADING), *lines]


def guesses(view: ClubView, say: Teller, width: int, offered: list[Choice]) -> list[Text]:
    """Whom, or what: in columns, with the notebook's sign."""
    if not offered:
        return [
            Text.assemble((say.label("hand") + " ", HEADING), Text(" ").join(chip(cat) for cat in view.hand))
        ]
    asked = int(offered[0].said[1]) if len(offered[0].said) == 3 else None
    found = signs(view, asked, say.box) if asked is not None else {}
    cells = []
    for choice in offered:
        sign = found.get(choice.said[-1], "") if len(choice.said) == 3 else ""
        style = FAINT if sign == "x" else HEADING if sign == "!" else ""
        cells.append(Text(f" {choice.key:>2} {choice.label} {sign.replace('.', '')}", style))
    column = max(20, *(cell.cell_len + 1 for cell in cells))
    cells = [padded(cell, column) for cell in cells]
    across = max(1, width // column)
    return [Text.assemble(*cells[start : start + across]) for start in range(0, len(cells), across)]


def read(words: list[str], say: Teller) -> list[str]:
    """What a player types, in the notation: seats by name or number, attributes by the words shown."""
    spoken = {say.attribute(word).lower(): word for word in ATTRIBUTES}
    seats = {name.lower(): str(seat) for seat, name in enumerate(say.words.seats.names)}
    line = " ".join(words).lower()
    for said, word in spoken.items():
        if line.endswith(said) and len(said.split()) > 1:
            words = [*line.removesuffix(said).split(), word]
    read = [spoken.get(word.lower(), word.lower()) for word in words]
    read = [seats.get(word, word) for word in read]
    if len(read) == 2 and int_or(read[0]) >= 0 and read[1] in ATTRIBUTES:
        return ["unmask", *read]
    return read


def kind(view: ClubView) -> str:
    return view.phase


def hands(view: ClubView, say: Teller) -> Text:
    words = ", ".join(say.attribute(word) for word in view.secrets)
    return Text.assemble(Text(" ").join(chip(cat) for cat in view.hand), f"  ({words})")

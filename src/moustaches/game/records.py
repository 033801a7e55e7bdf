"""Game records: a whole game as text that people can read and programs can replay, check and verify.

`docs/records.md` describes the format. A record ends in a checksum, so a torn or altered one is refused; a deal that
does not follow from the seed is refused even if the checksum was made anew.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from msgspec import Struct

from moustaches.content import edition as find_edition
from moustaches.errors import BadRecord, MoustachesError

from .fair import commitment
from .game import Game
from .tables import start

FIRST_LINE = "moustaches record 1"
ENGINE = "1"  # raised whenever the same moves could lead to other events
NEEDED = ("engine", "game", "players", "edition", "options", "seed", "commitment")
HEADERS = (*NEEDED, "entropy", "position")


class Verification(Struct, frozen=True):
    """What `verify` has checked."""

    game: str
    commitment: str
    seed: str
    deals: int
    moves: int
    winners: tuple[int, ...]


class Parts(Struct):
    """A record taken apart."""

    headers: dict[str, str]
    lines: list[str]
    result: str


def write(game: Game) -> str:
    """The record of a game, finished or not. It holds the seed: until the end it is the host's secret."""
    setting = game.setting
    lines = [
        FIRST_LINE,
        f"engine: {ENGINE}",
        f"game: {game.name}",
        f"players: {game.players}",
        f"edition: {setting.edition.name} {setting.edition.digest}",
        f"options: {compact(setting.options)}",
        f"seed: {setting.seed.hex()}",
        f"commitment: {game.commitment}",
    ]
    if setting.entropy:
        lines.append(f"entropy: {compact(setting.entropy)}")
    if setting.position is not None:
        lines.append(f"position: {compact(setting.position)}")
    lines += ["", *course(game), f"result: {result_of(game)}"]
    body = "\n".join(lines) + "\n"
    return body + f"checksum: {sha256(body.encode()).hexdigest()}\n"


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def course(game: Game) -> list[str]:
    """Deals and moves in the order in which they happened."""
    lines: list[str] = []
    deals = iter([*game.deals, (len(game.moves) + 1, None)])
    at, deal = next(deals)
    for number, (seat, move) in enumerate([*game.moves, (-1, None)]):
        while deal is not None and at == number:
            lines.append(f"deal {deal.name}: {' '.join(deal.order)}")
            at, deal = next(deals)
        if move is not None:
            lines.append(f"{seat} {move}")
    return lines


def result_of(game: Game) -> str:
    outcome = game.outcome
    if outcome is None:
        return "unfinished"
    scores = " ".join(map(str, outcome.scores))
    ranks = " ".join(map(str, outcome.ranks))
    return f"scores {scores} ranks {ranks}"


def load(text: str, edition: str | None = None) -> Game:
    """The game of a record; raises BadRecord if it is torn, altered, or was not played by the rules.

    An edition that lies in no folder of editions is named by its path.
    """
    if not isinstance(text, str):
        raise BadRecord(f"expected the text of a record, found {text!r}")
    parts = take_apart(text)
    header = parts.headers
    try:
        box = find_edition(edition or header["edition"].split()[0])
        if box.digest != header["edition"].split()[1]:
            raise BadRecord(
                f"edition {box.name!r} is not the one of this record: its file has other contents"
            )
        position = parsed("position", header["position"], dict) if "position" in header else None
        if position is not None and position.get("players") != int(header["players"]):
            raise BadRecord(
                f"position: expected {header['players']} players, found {position.get('players')}"
            )
        game = start(
            header["game"],
            int(header["players"]),
            bytes.fromhex(header["seed"]),
            parsed("options", header["options"], dict),
            box,
            tuple(parsed("entropy", header.get("entropy", "[]"), list)),
            position,
        )
    except BadRecord:
        raise
    except (ValueError, IndexError, TypeError, AttributeError) as problem:
        raise BadRecord(f"this record's beginning is wrong: {problem}") from None
    if header["commitment"] != game.commitment:
        raise BadRecord("the seed does not match the commitment that was published")
    replay(game, parts.lines)
    if parts.result != result_of(game):
        raise BadRecord(f"expected `result: {result_of(game)}`, found `result: {parts.result}`")
    return game


def parsed(name: str, text: str, kind: type[Any]) -> Any:
    """A header in JSON."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        value = None
    if not isinstance(value, kind):
        expected = "a list" if kind is list else "a table"
        raise BadRecord(f"{name}: expected {expected} in JSON, found {text!r}")
    return value


def take_apart(text: str) -> Parts:
    """Checks the frame: first line, headers, result and checksum."""
    if not text.startswith(FIRST_LINE + "\n"):
        raise BadRecord(f"expected a text that begins with `{FIRST_LINE}`, found {text[:40]!r}")
    body, mark, checksum = text.rpartition("checksum: ")
    if not mark or sha256(body.encode(errors="surrogatepass")).hexdigest() != checksum.strip():
        raise BadRecord("the checksum does not match: the record is torn or was altered")
    head, _, rest = body.partition("\n\n")
    headers: dict[str, str] = {}
    for line in head.split("\n")[1:]:
        name, _, value = line.partition(": ")
        if name in headers:
            raise BadRecord(f"expected each header once, found {name!r} twice")
        headers[name] = value
    for name in NEEDED:
        if name not in headers:
            raise BadRecord(f"expected a line `{name}: …` before the moves, found none")
    for name in headers:
        if name not in HEADERS:
            raise BadRecord(f"expected the headers {', '.join(HEADERS)}, found {name!r}")
    if headers["engine"] != ENGINE:
        raise BadRecord(
            f"expected a game of engine {ENGINE}, found engine {headers['engine']}: use the release that made it"
        )
    *lines, result = rest.removesuffix("\n").split("\n")
    if not result.startswith("result: "):
        raise BadRecord("expected a line `result: …` before the checksum, found none")
    return Parts(headers, lines, result.removeprefix("result: "))


def replay(game: Game, lines: list[str]) -> None:
    """Plays the moves; every deal must come out as it was written."""
    shown = 0
    for number, line in enumerate(lines, 1):
        if line.startswith("deal "):
            expected = course_deal(game, shown)
            if line != expected:
                raise BadRecord(
                    f"line {number} of the course: `{line}` does not follow from the seed: {expected}"
                )
            shown += 1
            continue
        seat, _, move = line.partition(" ")
        if shown < len(game.deals):
            raise BadRecord(
                f"line {number} of the course: expected {course_deal(game, shown)}, found `{line}`"
            )
        try:
            game.play(int(seat), move)
        except (MoustachesError, ValueError) as problem:
            raise BadRecord(f"line {number} of the course, `{line}`: {problem}") from None
    if shown < len(game.deals):
        raise BadRecord(f"expected {course_deal(game, shown)} at the end of the course, found nothing")


def course_deal(game: Game, number: int) -> str:
    if number >= len(game.deals):
        return "no deal now"
    deal = game.deals[number][1]
    return f"deal {deal.name}: {' '.join(deal.order)}"


def verify(text: str, edition: str | None = None) -> Verification:
    """Recomputes every deal of a finished game from its seed, and replays every move."""
    game = load(text, edition)
    outcome = game.outcome
    if outcome is None:
        raise BadRecord("only a finished game can be verified: until then the seed is secret")
    seed = game.setting.seed
    return Verification(
        game.name, commitment(seed), seed.hex(), len(game.deals), len(game.moves), outcome.winners
    )

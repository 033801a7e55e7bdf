"""Editions: the contents of the three boxes, read from TOML and checked before anyone plays with them.

An edition is looked for as a path, then in the folders of $MOUSTACHES_EDITIONS, then in the user's data
folder, then among ours, and last among those that this process was given by their path. One that names a base gives
only what differs from it.
"""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from msgspec import Struct

from moustaches.errors import BadEdition, BadOption, BadPlayers

from .value import ID, WORD, Value, all_different, did_you_mean

COLOURS: Final = ("green", "pink", "orange", "blue")
ANIMALS: Final = 44
JOKERS: Final = 3
CUPS: Final = 3
LOTERIA_CARDS: Final = 22
CATS: Final = 40
ATTRIBUTES: Final = 19

OURS: Final = Path(__file__).with_name("editions")
Source: TypeAlias = tuple[Path, bytes]
CLASS: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")


class TableSize(Struct, frozen=True):
    """How a number of players plays Moustache."""

    players: int
    teams: tuple[int, int]
    """Team sizes, the smaller first."""
    hand: int
    """Cards in each hand, jokers included."""
    jokers: str
    """What the first team gets: `all`, `one-each` or `none`."""
    crown: str
    """The side that gets the crown: `larger`, `smaller`, or `either` where teams are equal."""

    @property
    def jokers_dealt(self) -> int:
        return {"all": JOKERS, "one-each": self.teams[0], "none": 0}[self.jokers]


class RuleCardEntry(Struct, frozen=True, rename={"class_": "class"}):
    """A rule card of the box; what it does is the engine's, or that of the class it names."""

    id: str
    pack: str
    """`white` or `black`."""
    source: str
    """`printed`, `reported` or `ours`."""
    first_game: bool
    class_: str = ""
    """`package.module:Class` of a box owner's own card."""
    name: str = ""
    text: str = ""


class MoustacheBox(Struct, frozen=True):
    """The box of Moustache."""

    stars: tuple[tuple[int, ...], ...]
    """By colour in the order of `COLOURS`, then by value 0 to 10."""
    cups: tuple[tuple[int, ...], ...]
    """The three tokens of each of the four rounds, from low to high."""
    tables: tuple[TableSize, ...]
    rules: tuple[RuleCardEntry, ...]

    def table(self, players: int) -> TableSize:
        for size in self.tables:
            if size.players == players:
                return size
        raise BadPlayers(f"Moustache is for 3 to 6 players, not {players}")

    def rule(self, id: str) -> RuleCardEntry:
        for card in self.rules:
            if card.id == id:
                return card
        known = [card.id for card in self.rules]
        near = did_you_mean(id, known)
        raise BadOption(f"no rule card is called {id!r}; expected one of {', '.join(known)}{near}")


class Character(Struct, frozen=True):
    """Someone with seven garments, the first to come off first."""

    id: str
    garments: tuple[str, ...]


class GraciasBox(Struct, frozen=True):
    """The box of Moustache Gracias."""

    rounds: tuple[int, ...]
    """Cards in hand, round by round."""
    forehead: int
    """The round, counted from 1, that is played on the forehead."""
    garments: tuple[str, ...]
    """The wardrobe of a character without its own."""
    characters: tuple[Character, ...]
    loteria: tuple[str, ...]
    """The motifs of the cards 1 to 21."""
    joker: str


class Cat(Struct, frozen=True):
    """A cat of the Club, named by pose and coat."""

    pose: str
    coat: str
    pattern: str = ""
    accessory: str = ""

    @property
    def name(self) -> str:
        return f"{self.pose}-{self.coat}"

    @property
    def attributes(self) -> tuple[str, ...]:
        return tuple(word for word in (self.pose, self.coat, self.pattern, self.accessory) if word)


class ClubBox(Struct, frozen=True):
    """The box of Le Club des Moustaches."""

    masks: int
    attributes: int
    """Secret attributes per player."""
    cats_in_hand: int
    poses: tuple[str, ...]
    coats: tuple[str, ...]
    patterns: tuple[str, ...]
    accessories: tuple[str, ...]
    cats: tuple[Cat, ...]
    """Pose by pose, in each the coats, both in the order of their lists."""

    @property
    def attribute_cards(self) -> tuple[str, ...]:
        return self.poses + self.coats + self.patterns + self.accessories

    @property
    def invitation(self) -> dict[str, int]:
        """How many cats carry each attribute."""
        count = Counter(word for cat in self.cats for word in cat.attributes)
        return {word: count[word] for word in self.attribute_cards}


class Edition(Struct, frozen=True):
    """The three boxes of one edition, and the file that they were read from."""

    name: str
    title: str
    moustache: MoustacheBox
    gracias: GraciasBox
    club: ClubBox
    digest: str
    """16 hex digits of the SHA-256 of the file's bytes; those of its bases come first."""
    path: str


def editions() -> list[str]:
    """The names that `edition` knows, ours and the user's."""
    names = {path.stem for folder in _folders() for path in folder.glob("*.toml")}
    return sorted(name for name in names if ID.fullmatch(name))


def edition(name_or_path: str = "standard") -> Edition:
    """The edition of that name or in that file; raises BadEdition, naming file, key and expectation."""
    if not isinstance(name_or_path, str):
        raise BadEdition(
            f"expected the name of an edition or the path of a .toml file, found {name_or_path!r}"
        )
    try:
        path = _find(name_or_path)
    except BadEdition:
        if name_or_path not in _seen_at:
            raise
        path = _seen_at[name_or_path]
    box = _edition(_with_bases(path))
    if name_or_path.endswith(".toml"):
        _seen_at[box.name] = path.resolve()
    remember(box)
    return box


def in_use(name: str) -> Edition:
    """The edition that this process used last under that name, wherever its file lies and whatever is in it by now. A
    view says no more of its box than the name."""
    return _boxes.get(name) or edition(name)


def remember(box: Edition) -> None:
    """From now on this edition is the one `in_use` under its name: for a process that is handed views of another."""
    _boxes[box.name] = box


_boxes: dict[str, Edition] = {}
_seen_at: dict[str, Path] = {}


def _folders() -> list[Path]:
    named = [Path(folder) for folder in os.environ.get("MOUSTACHES_EDITIONS", "").split(os.pathsep) if folder]
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return [*named, Path(data) / "moustaches" / "editions", OURS]


def _find(name: str, *, besides: Sequence[Path] = ()) -> Path:
    if name.endswith(".toml"):
        return Path(name)
    if ID.fullmatch(name):
        for folder in _folders():
            path = folder / f"{name}.toml"
            if path.is_file() and not any(path.samefile(used) for used in besides):
                return path
    known = editions()
    expected = f"{', '.join(known)} or the path of a .toml file{did_you_mean(name, known)}"
    raise BadEdition(f"no edition is called {name!r}; expected {expected}")


def _with_bases(path: Path) -> tuple[Source, ...]:
    """The file and the bases it stands on, the lowest first.

    A base is looked for among the files not yet in use, so an own `standard` may have ours as its base.
    """
    chain: list[Source] = []
    while True:
        try:
            data = path.read_bytes()
        except OSError as problem:
            raise BadEdition(f"{path}: expected a readable edition file, found: {problem.strerror}") from None
        chain.insert(0, (path, data))
        document = _parsed(path, data)
        if "base" not in document:
            return tuple(chain)
        base = Value(str(path), "base", document["base"])
        try:
            path = _find(base.id(), besides=[used for used, _ in chain])
        except BadEdition:
            raise base.wrong(f"the name of another edition ({', '.join(editions())})") from None


# Both caches are keyed by the bytes as they are on disk now, so a corrected file is seen at once.
@lru_cache(maxsize=32)
def _parsed(path: Path, data: bytes) -> dict[str, Any]:
    try:
        return tomllib.loads(data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise BadEdition(f"{path}: expected TOML in UTF-8, found: {problem}") from None


@lru_cache(maxsize=32)
def _edition(chain: tuple[Source, ...]) -> Edition:
    document: dict[str, Any] = {}
    digest = hashlib.sha256()
    layers: list[Edition] = []
    # Each base is read in full before the next file is laid over it: a mistake is blamed on its own file.
    for path, data in chain:
        document = _merged(document, {"name": path.stem, "title": path.stem} | _parsed(path, data))
        digest.update(data)
        layers.append(_read(Value(str(path), "", document), path, digest.hexdigest()[:16]))
        box = document["moustache"]
        rules = box.get("rules", []) + box.get("more_rules", [])
        document["moustache"] = {key: box[key] for key in box if key != "more_rules"} | {"rules": rules}
    return layers[-1]


def _merged(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, value in own.items():
        below = base.get(key)
        result[key] = _merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return result


def _read(top: Value, path: Path, digest: str) -> Edition:
    top.table("format", "base", "name", "title", "moustache", "gracias", "club")
    top["format"].whole(1, 1)
    if top["name"].id() != path.stem:
        # a table remembers its edition by name, and finds it again by file
        raise top["name"].wrong(f'"{path.stem}", as the file is called')
    return Edition(
        name=path.stem,
        title=top["title"].text(),
        moustache=_moustache(top["moustache"]),
        gracias=_gracias(top["gracias"]),
        club=_club(top["club"]),
        digest=digest,
        path=str(path),
    )


def _moustache(box: Value) -> MoustacheBox:
    box.table("stars", "cups", "table", "rules", "more_rules")
    stars = box["stars"].table(*COLOURS)
    tables = box["table"].table("3", "4", "5", "6")
    return MoustacheBox(
        stars=tuple(stars[colour].wholes(11, 0, 9) for colour in COLOURS),
        cups=tuple(_cups(cups) for cups in box["cups"].items("lists of cup tokens", 4)),
        tables=tuple(_table_size(tables[str(players)], players) for players in (3, 4, 5, 6)),
        rules=_rules(box),
    )


def _cups(value: Value) -> tuple[int, ...]:
    cups = value.wholes(CUPS, 0, 99)
    if list(cups) != sorted(cups):
        raise value.wrong("tokens from low to high", ", ".join(map(str, cups)))
    return cups


def _table_size(table: Value, players: int) -> TableSize:
    table.table("teams", "hand", "jokers", "crown")
    first, second = table["teams"].wholes(2, 1, 5)
    found = f"{first} and {second}"
    if first + second != players:
        raise table["teams"].wrong(f"two teams of {players} players in all", found)
    if first > second:
        raise table["teams"].wrong("the smaller team first", found)
    if second > CUPS:
        raise table["teams"].wrong(f"at most {CUPS} in a team, since a round has {CUPS} cup tokens", found)
    equal = first == second
    size = TableSize(
        players=players,
        teams=(first, second),
        hand=table["hand"].whole(1, ANIMALS),
        # jokers make up for a missing partner, so equal teams get none
        jokers=table["jokers"].choice("none") if equal else table["jokers"].choice("all", "one-each", "none"),
        crown=table["crown"].choice("either") if equal else table["crown"].choice("larger", "smaller"),
    )
    if size.jokers == "all" and first != 1:
        raise table["jokers"].wrong('"one-each" or "none": "all" is for a lone player')
    least, most = 3, (ANIMALS + size.jokers_dealt) // players
    if not least <= size.hand <= most:
        # three cards are passed by pass-three, and held by a lone player with all the jokers
        raise table["hand"].wrong(
            f"{least} to {most} cards for {players} players, {size.jokers_dealt} jokers dealt"
        )
    return size


def _rules(box: Value) -> tuple[RuleCardEntry, ...]:
    cards = box["rules"].items("rule cards")
    if box["more_rules"].raw is not None:
        cards += box["more_rules"].items("rule cards")
    rules = tuple(_rule(card) for card in cards)
    all_different(card["id"] for card in cards)
    return rules


def _rule(card: Value) -> RuleCardEntry:
    card.table("id", "pack", "source", "first_game", "class", "name", "text")
    return RuleCardEntry(
        id=card["id"].id(),
        pack=card["pack"].choice("white", "black"),
        source=card["source"].choice("printed", "reported", "ours"),
        first_game=card["first_game"].flag(),
        class_="" if card["class"].raw is None else card["class"].matching(CLASS, '"package.module:Class"'),
        name="" if card["name"].raw is None else card["name"].text(),
        text="" if card["text"].raw is None else card["text"].text(),
    )


def _gracias(box: Value) -> GraciasBox:
    box.table("rounds", "forehead", "garments", "characters", "loteria", "joker")
    hands = box["rounds"].items("hand sizes")
    if not hands:
        raise box["rounds"].wrong("at least one round", "none")
    rounds = tuple(hand.whole(1, LOTERIA_CARDS // 4) for hand in hands)
    forehead = box["forehead"].whole(1, len(rounds))
    if rounds[forehead - 1] != 1:
        raise box["forehead"].wrong("a round of 1 card", f"round {forehead} with {rounds[forehead - 1]}")
    garments = box["garments"].ids(7)
    characters = box["characters"].items("characters", 4)
    for character in characters:
        character.table("id", "garments")
    all_different(character["id"] for character in characters)
    return GraciasBox(
        rounds=rounds,
        forehead=forehead,
        garments=garments,
        characters=tuple(
            Character(one["id"].id(), garments if one["garments"].raw is None else one["garments"].ids(7))
            for one in characters
        ),
        loteria=box["loteria"].ids(21),
        joker=box["joker"].id(),
    )


def _club(box: Value) -> ClubBox:
    lists = {"poses": 5, "coats": 8, "patterns": 2, "accessories": 4}
    box.table("masks", "attributes", "cats_in_hand", *lists, "cats")
    words = {name: box[name].items("words", count) for name, count in lists.items()}
    all_words = [word for name in lists for word in words[name]]
    all_different(all_words)
    for word in all_words:
        # one word of letters, since a cat is written pose-coat
        word.matching(WORD, "one lower-case word")
    poses, coats, patterns, accessories = (tuple(str(word.raw) for word in words[name]) for name in lists)
    cats = box["cats"].table(*poses)
    return ClubBox(
        masks=box["masks"].whole(1, 99),
        attributes=box["attributes"].whole(1, ATTRIBUTES // 4),
        cats_in_hand=box["cats_in_hand"].whole(1, CATS // 4),
        poses=poses,
        coats=coats,
        patterns=patterns,
        accessories=accessories,
        cats=tuple(
            _cat(cats[pose].table(*coats)[coat], pose, coat, patterns, accessories)
            for pose in poses
            for coat in coats
        ),
    )


def _cat(value: Value, pose: str, coat: str, patterns: tuple[str, ...], accessories: tuple[str, ...]) -> Cat:
    worn = value.raw.split() if isinstance(value.raw, str) else []
    pattern = [word for word in worn if word in patterns]
    accessory = [word for word in worn if word in accessories]
    if not worn or len(pattern) > 1 or len(accessory) > 1 or len(pattern) + len(accessory) != len(worn):
        raise value.wrong(
            f"a pattern ({', '.join(patterns)}) or an accessory ({', '.join(accessories)}), or both"
        )
    return Cat(pose, coat, "".join(pattern), "".join(accessory))

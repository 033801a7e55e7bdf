"""A box owner's own rule cards: a Python class named in an edition plays in the same row with ours."""

from __future__ import annotations

from pathlib import Path

import pytest

import moustaches
from moustaches.engine.bits import Rng
from moustaches.errors import BadOption
from moustaches.game.events import ColourDemanded, PileCounted, TrickTaken
from moustaches.game.moustache import Moustache
from tests.game.table import Told, play

OWN = "tests.game.own_cards"


def box(folder: Path, *cards: tuple[str, str, str]) -> str:
    """An edition with these cards besides ours: (id, pack, class)."""
    lines = ["format = 1", 'base = "standard"']
    for id, pack, name in cards:
        lines += ["[[moustache.more_rules]]", f'id = "{id}"', f'pack = "{pack}"', 'source = "printed"']
        lines += ["first_game = true", f'name = "{id}"', 'text = "As its class says."']
        if name:
            lines.append(f'class = "{name}"')
    (folder / "mine.toml").write_text("\n".join(lines) + "\n")
    return str(folder / "mine.toml")


@pytest.fixture
def mine(tmp_path: Path) -> str:
    return box(
        tmp_path,
        ("kings-fall", "black", f"{OWN}:KingsFall"),
        ("ones-win", "black", f"{OWN}:OnesWin"),
        ("orange-feast", "white", f"{OWN}:OrangeFeast"),
    )


def lay(edition: str, row: str, cards: str, *, round: int = 4, **more: object) -> Told:
    """Lays a trick of four under a row of which the first cards are in force."""
    position = {
        "players": 4,
        "edition": edition,
        "row": row.split(),
        "round": round,
        "teams": [0, 1, 0, 1],
        "crown": 1,
        "leader": 0,
        "hands": [[card] for card in cards.split()],
    }
    game = moustaches.position("moustache", position | more, seed=1)
    assert isinstance(game, Moustache)
    return play(game, *(f"play {card}" for card in cards.split()))


def test_an_own_card_plays_in_a_row_with_ours(mine: str) -> None:
    told = lay(mine, "pink-plus blue-tax colours-inverted kings-fall", "G10 P5 B9 O1")
    assert told.winner == "P5", "G10 falls, and pink is the next strongest, inverted"
    assert told.steps == ["changes-order:colours-inverted", "takes-otherwise:kings-fall"]


@pytest.mark.parametrize(
    ("blacks", "winner"),
    [
        ("ones-win twos-win", "G1"),
        ("twos-win ones-win", "P2"),
        ("ones-win kings-fall", "G1"),
        ("kings-fall ones-win", "G1"),
    ],
)
def test_M1_the_row_decides_between_own_cards_and_ours(mine: str, blacks: str, winner: str) -> None:
    assert lay(mine, f"pink-plus blue-tax {blacks}", "B10 G1 P2 O5").winner == winner


def test_M2_equals_vanish_before_an_own_card(mine: str) -> None:
    assert lay(mine, "pink-plus blue-tax ones-win equals-vanish", "G1 P1 B5 O9").winner == "B5"


def test_an_own_card_counts_and_opens(mine: str) -> None:
    told = lay(mine, "orange-feast blue-tax twos-win cut-redirects", "O5 G9 G1 O1", round=1)
    assert told.stars == (3 + 2 - 1, 0)
    why = told.all(PileCounted)[0].why
    assert [(step.rule, step.args["stars"]) for step in why.steps] == [("", 3), ("orange-feast", 1)]
    game = moustaches.new(
        "moustache",
        seed=1,
        edition=mine,
        options={"row": ["orange-feast", "blue-tax", "twos-win", "ones-win"]},
    )
    open_cards = game.view(None).open
    assert all(card[0] == "O" for cards in open_cards for card in cards)
    assert [len(cards) for cards in open_cards] == [
        sum(card[0] == "O" for card in game.view(seat).hand) for seat in range(4)
    ]


def test_an_own_card_is_drawn_like_ours(mine: str) -> None:
    drawn = set()
    for seed in range(60):
        game = moustaches.new("moustache", seed=seed, edition=mine)
        drawn |= {rule.id for rule in game.state.rules}
    assert {"kings-fall", "ones-win", "orange-feast"} < drawn


def test_a_game_with_an_own_card_plays_to_its_end_and_replays(
    mine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOUSTACHES_EDITIONS", str(tmp_path))
    row = ["orange-feast", "pass-three", "ones-win", "kings-fall"]
    game = moustaches.new("moustache", players=5, seed=1, edition="mine", options={"row": row})
    rng = Rng(1)
    while not game.over:
        seat = game.to_act[0]
        legal = game.legal(seat)
        game.play(seat, legal[int(rng.below(len(legal)))])
    again = moustaches.load(game.record())
    assert again.events() == game.events()
    decided = {
        step.rule for event in game.events() if isinstance(event, TrickTaken) for step in event.why.steps
    }
    assert {"ones-win", "kings-fall"} < decided
    assert any(isinstance(event, ColourDemanded) for event in game.events())


def test_an_own_card_in_force_is_not_imagined_a_second_time(mine: str) -> None:
    for row, round in (
        ("orange-feast blue-tax twos-win cut-redirects", 1),
        ("pink-plus blue-tax ones-win kings-fall", 3),
    ):
        game = lay(
            mine,
            row,
            "G5 G6 G7 G8",
            round=round,
            hands=[["G5", "P5"], ["G6", "P6"], ["G7", "P7"], ["G8", "P8"]],
        ).game
        rng = Rng(3)
        for _ in range(200):
            rules = [rule.id for rule in game.state.resample(0, rng).rules]
            assert len(set(rules)) == 4, rules
            assert rules[:round] == row.split()[:round]


@pytest.mark.parametrize(
    ("id", "name", "problem"),
    [
        ("no-such", f"{OWN}:NoSuch", "cannot load"),
        ("no-such", "no_such_module_anywhere:Card", "cannot load"),
        ("no-such", "tests.game.no_such_module:Card", "cannot load"),
        ("another-id", f"{OWN}:OnesWin", "RuleCard of that id"),
        ("no-rule-card", f"{OWN}:NoRuleCard", "expected a RuleCard"),
        ("needs-more", f"{OWN}:NeedsMore", "cannot load"),
        ("not-a-class", f"{OWN}:not_a_class", "cannot load"),
        ("no-class", "", "must name its class"),
    ],
)
def test_a_card_that_cannot_be_played_is_refused(tmp_path: Path, id: str, name: str, problem: str) -> None:
    edition = box(tmp_path, (id, "black", name))
    with pytest.raises(BadOption, match=f"rule card '{id}'.*{problem}"):
        moustaches.new("moustache", edition=edition)

"""The engine plays as the rules say: random games, move by move against the naive reading of the rules.

At every step both must agree on who acts, on the legal moves of every seat, and on all that a move brings about.
All is seeded; a difference is shown with the game's record, which `moustaches.load` replays.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any, TypeAlias

import pytest

import moustaches
from moustaches.engine import COMPILED
from moustaches.game import events as ev
from tests.reference import Fact, Shuffles
from tests.reference.club import Club
from tests.reference.gracias import Gracias
from tests.reference.moustache import ANIMALS, JOKERS, Moustache, colour, demanded_colour, value

Reference: TypeAlias = Moustache | Gracias | Club
Style: TypeAlias = Callable[[Any, int, str], float]
"""How much a player likes a move."""

THOROUGH = COMPILED
"""The interpreted engine is slower, so that it plays fewer games."""


# --- Events as facts


TOLD = {
    ev.GameStarted: "",
    ev.RoundBegan: "round round cards dealer",
    ev.Dealt: "dealt seat cards audience",
    ev.GameEnded: "end scores ranks",
    # Moustache
    ev.RuleRevealed: "rule place rule",
    ev.TeamDealt: "team seat team crown",
    ev.CardsOpened: "opened seat cards",
    ev.GiftChosen: "chosen seat",
    ev.CardsGiven: "given seat to cards audience",
    ev.OpenCardsGiven: "open-given seat to cards",
    ev.TrickLed: "led seat",
    ev.CardLaid: "laid seat card",
    ev.ColourDemanded: "demanded seat colour",
    ev.RuleActed: "",
    ev.CardsVanished: "vanished cards",
    ev.TrickTaken: "trick seat card",
    ev.CardStolen: "stolen seat card",
    ev.CardsCollected: "collected seat team cards",
    ev.StarsShown: "stars stars",
    ev.PileCounted: "pile team cards stars",
    ev.RoundWon: "won team seats",
    ev.CupDrawn: "",
    ev.CupSeen: "cup seat points audience",
    # Gracias
    ev.CardDrawn: "drawn seat card set_aside",
    ev.DealerChosen: "gringo seat",
    ev.BidMade: "bid seat bid",
    ev.CardChosen: "chosen seat",
    ev.CardTurned: "turned seat card",
    ev.BidMet: "met seat",
    ev.GarmentsLost: "lost seat left",
    ev.GarmentRegained: "regained seat left",
    ev.PlayerBare: "bare seat",
    # Club
    ev.FirstPlayer: "first seat",
    ev.SecretsDealt: "secrets seat attributes audience",
    ev.CatPlayed: "cat seat cat",
    ev.MasksPlaced: "masks cat seats reserves",
    ev.Guessed: "guess seat asked attribute",
    ev.Answered: "answer seat attribute right",
    ev.MaskPaid: "paid seat to received",
    ev.Kept: "kept seat",
    ev.CatDrawn: "draws seat left",
    ev.CatSeen: "sees seat cat audience",
    ev.LastRound: "last-round seat",
    ev.ReserveEmpty: "empty seat",
}
"""The fact that an event tells: its word, then fields of the event; nothing where it only explains another."""
FIELDS = {event: told.split() for event, told in TOLD.items()}


def field_of(event: ev.Event, name: str) -> object:
    content = getattr(event, name)
    if name in ("cards", "attributes", "audience") and isinstance(content, tuple):
        assert len(set(content)) == len(content)
        return set(content)  # their order means nothing
    return content


def facts(happened: Iterable[ev.Event]) -> list[Fact]:
    return [
        (told[0], *[field_of(event, name) for name in told[1:]])
        for event in happened
        if (told := FIELDS[type(event)])
    ]


# --- One game


def same(engine: Any, rules: Any, what: str) -> None:
    if engine == rules:
        return
    if isinstance(engine, list):  # from the first difference on
        start = 0
        while engine[start : start + 1] == rules[start : start + 1]:
            start += 1
        engine, rules = engine[start:], rules[start:]
    raise AssertionError(f"{what}: the engine says {engine}, the rules {rules}")


def follows(game: moustaches.Game, reference: Reference, like: Style, chance: random.Random) -> int:
    """Plays a game to its end on both sides; the number of moves."""
    moves = 0
    while True:
        same(list(game.to_act), reference.to_act, "who must act")
        offered: list[list[str]] = []
        for seat in range(reference.players):
            texts = [str(move) for move in game.legal(seat)]
            offered.append(texts)
            same(set(texts), reference.legal(seat), f"the legal moves of seat {seat}")
            assert len(texts) == len(set(texts)), f"a move of seat {seat} is offered twice"
        if not reference.to_act:
            break
        seat = chance.choice(game.to_act)
        (move,) = chance.choices(offered[seat], [like(reference, seat, text) for text in offered[seat]])
        happened = facts(game.play(seat, move))
        expected = reference.play(seat, move)
        same(happened, expected, f"what `{seat} {move}` brings about")
        assert reference.shuffles.all_used, "a deal that the rules do not ask for"
        moves += 1
    assert game.outcome is not None
    assert ("end", game.outcome.scores, game.outcome.ranks) == expected[-1]
    winners = tuple(seat for seat, rank in enumerate(game.outcome.ranks) if rank == 1)
    assert game.outcome.winners == winners
    return moves


def played_through(game: moustaches.Game, reference: Reference, like: Style, chance: random.Random) -> int:
    """The same; on a difference the test fails and shows the record."""
    try:
        return follows(game, reference, like, chance)
    except AssertionError as problem:
        difference = f"{problem}\n\n{game.record()}"
    pytest.fail(difference, pytrace=False)


def compare(
    name: str, players: int, options: dict[str, Any], seed: int, style: Style, edition: str = "standard"
) -> int:
    game = moustaches.new(name, players=players, seed=seed, options=options, edition=edition)
    boxes = moustaches.edition(edition)
    shuffles = Shuffles(lambda: game.deals)
    reference: Reference
    if name == "moustache":
        reference = Moustache(players, options, boxes.moustache, shuffles)
    elif name == "gracias":
        reference = Gracias(players, options, boxes.gracias, shuffles)
    else:
        reference = Club(players, options, boxes.club, shuffles)
    begun = reference.set_up()
    moves = played_through(game, reference, style, random.Random(seed))
    assert facts(game.events(None))[: len(begun)] == begun, f"the set-up\n\n{game.record()}"
    return moves


# --- How they play


def anything(reference: Reference, seat: int, move: str) -> float:
    return 1


def rare_tricks(reference: Moustache, seat: int, move: str) -> float:
    """Likes jokers, cutting, values that lie in the trick already, and the values that rules name."""
    verb, *cards = move.split()
    if verb == "pass":
        return 1 + 20 * any(card in JOKERS for card in cards)
    (card,) = cards
    if card in JOKERS:
        return 5 if reference.laid else 2
    laid = [other for _, other in reference.laid if other not in JOKERS]
    demanded = demanded_colour(reference.laid, reference.rules)
    return (
        1
        + 4 * (demanded is not None and colour(card) != demanded)
        + 6 * any(value(other) == value(card) for other in laid)
        + 2 * (value(card) in (0, 2, 3, 10))
    )


def rare_bids(reference: Gracias, seat: int, move: str) -> float:
    """Likes the joker, and bids of the share that one can expect: such games last longer."""
    verb, what = move.split()
    if verb == "bid":
        return 5 if int(what) in (reference.cards // len(reference.seats), 1) else 1
    return 4 if what in ("J0", "J22") else 1


def quiet(reference: Club, seat: int, move: str) -> float:
    return 400 if move == "keep" else 1


def knowing(reference: Club, seat: int, move: str) -> float:
    """Guesses what is so, or knowingly wrong, more often than by chance."""
    if not move.startswith("unmask"):
        return 10
    _, asked, attribute = move.split()
    return 20 if attribute in reference.secrets[int(asked)] else 1


def hunting(reference: Club, seat: int, move: str) -> float:
    """Goes for one player's secrets: the game ends by unmasking."""
    if not move.startswith("unmask"):
        return 1
    _, asked, attribute = move.split()
    return 500 if attribute in reference.secrets[int(asked)] else 0.01


# --- Moustache

WHITE = [card.id for card in moustaches.edition().moustache.rules if card.pack == "white"]
BLACK = [card.id for card in moustaches.edition().moustache.rules if card.pack == "black"]
ROWS = [
    [*white, *black] for white, black in product(list(permutations(WHITE, 2)), list(permutations(BLACK, 2)))
]
"""All rows that can be set by hand (M23)."""
PACKS = [
    dict.fromkeys(chosen, True)
    for size in range(5)
    for chosen in combinations(("own-rules", "first-game", "equal-cups", "open-counts"), size)
]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_moustache_with_rows_by_hand(players: int) -> None:
    rows = random.Random(players).sample(ROWS, 200 if THOROUGH else 24)
    for seed, row in enumerate(rows):
        options = {"row": row} | ({"open-counts": True} if seed % 2 else {})
        compare("moustache", players, options, seed, rare_tricks if seed % 3 else anything)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_moustache_with_drawn_rows(players: int) -> None:
    for seed in range((5 if THOROUGH else 1) * len(PACKS)):
        options = PACKS[seed % len(PACKS)]
        compare("moustache", players, options, 1000 + seed, rare_tricks if seed % 3 else anything)


def last_trick(players: int, chance: random.Random) -> dict[str, Any]:
    """A position before the last trick of the last round, with four rules in force and a card in each hand."""
    table = moustaches.edition().moustache.table(players)
    row = chance.choice(ROWS)
    teams = [0] * table.teams[0] + [1] * table.teams[1]
    chance.shuffle(teams)
    animals, jokers = chance.sample(ANIMALS, len(ANIMALS)), chance.sample(JOKERS, len(JOKERS))
    hands: list[list[str]] = []
    for team in teams:
        mine = [jokers.pop() for _ in range({3: 3, 5: 1}.get(players, 0))] if team == 0 else []
        hands.append(mine + [animals.pop() for _ in range(table.hand - len(mine))])
    position: dict[str, Any] = {"players": players, "round": 4, "row": row, "teams": teams}
    if "pass-three" in row:  # jokers are passed if they come first
        gifts = [hand[:3] if chance.random() < 0.5 else chance.sample(hand, 3) for hand in hands]
        position["received"] = [gifts[seat - 1] for seat in range(players)]
        for seat in range(players):
            hands[seat] = [card for card in hands[seat] if card not in gifts[seat]] + gifts[seat - 1]
    trick: list[str] = []
    for hand in hands:  # jokers, values that lie there already and those that rules name come together
        values = [value(card) for card in trick if card not in JOKERS] or [0, 2, 3, 10]
        rare = [card for card in hand if card in JOKERS or value(card) in values]
        trick.append(chance.choice(rare if rare and chance.random() < 0.6 else hand))
    laid = [[card for card in hand if card not in trick] for hand in hands]
    heaps: tuple[list[str], list[str], list[str]] = ([], [], [])
    for cards in laid:
        for card in cards:
            chance.choices(heaps, [4, 4, 1])[0].append(card)
    return position | {
        "crown": chance.choice([seat for seat in range(players) if teams[seat] == 1]),
        "leader": chance.randrange(players),
        "hands": [[card] for card in trick],
        "piles": [heaps[0], heaps[1]],
        "gone": heaps[2],
        "laid": laid,
        "options": {"open-counts": True} if chance.random() < 0.5 else {},
    }


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_moustache_tricks(players: int) -> None:
    """Complete tricks under random rows of four, and the count that follows."""
    for seed in range(750 if THOROUGH else 300):
        chance = random.Random(10 * seed + players)
        position = last_trick(players, chance)
        game = moustaches.position("moustache", position, seed=seed)
        shuffles = Shuffles(lambda: game.deals)  # noqa: B023
        reference = Moustache(players, position["options"], moustaches.edition().moustache, shuffles)
        reference.round = 4
        reference.row, reference.teams = position["row"], position["teams"]
        reference.crown, reference.leader = position["crown"], position["leader"]
        reference.hands = [set(hand) for hand in position["hands"]]
        reference.piles = [list(pile) for pile in position["piles"]]
        played_through(game, reference, anything, chance)


# --- Gracias

VARIANTS = ("noyade", "uno-dos-tres", "chico", "strict-joker", "blind-joker-zero")
CHOICES = [chosen for size in range(6) for chosen in combinations(VARIANTS, size)]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("end", ["six-rounds", "first-bare", "last-dressed"])
def test_gracias(players: int, end: str) -> None:
    for seed in range((10 if THOROUGH else 1) * len(CHOICES)):
        options: dict[str, Any] = {"end": end} | dict.fromkeys(CHOICES[seed % len(CHOICES)], True)
        compare("gracias", players, options, seed, rare_bids if seed // len(CHOICES) % 2 else anything)


@pytest.mark.parametrize("players", [3, 4])
def test_gracias_ends_after_120_rounds(players: int) -> None:
    """G11: two who could go on for ever, a few rounds before the last."""
    for seed in range(100 if THOROUGH else 20):
        chance = random.Random(seed)
        seats = sorted(chance.sample(range(players), 2))
        cards = [*(str(number) for number in range(1, 22)), "J"]
        hands = [[chance.choice(cards)] if seat in seats else [] for seat in range(players)]
        hands[seats[1]] = [chance.choice([card for card in cards if card not in hands[seats[0]]])]
        garments = [chance.choice([2, 6, 7]) if seat in seats else 0 for seat in range(players)]
        out = [0 if seat in seats else chance.choice([12, 13]) for seat in range(players)]
        options = {"end": "last-dressed", "chico": True}
        position = {
            "players": players,
            "options": options,
            "round": 119,
            "gringo": seats[0],
            "garments": garments,
            "out_round": out,
            "hands": hands,
        }
        game = moustaches.position("gracias", position, seed=seed)
        shuffles = Shuffles(lambda: game.deals)  # noqa: B023
        reference = Gracias(players, options, moustaches.edition().gracias, shuffles)
        reference.round, reference.gringo, reference.seats = 119, seats[0], seats
        reference.out = {seat: out[seat] for seat in range(players) if seat not in seats}
        reference.garments, reference.hands = garments, [set(hand) for hand in hands]
        reference.leader = reference.announcer
        played_through(game, reference, anything, chance)


# --- Club


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("style", [anything, quiet, knowing, hunting])
@pytest.mark.parametrize("masks", [4, 16, 60])
def test_club(tmp_path: Path, players: int, style: Style, masks: int) -> None:
    """With few masks a reserve runs out early, with many the cats do (C3)."""
    own = tmp_path / "masks.toml"
    own.write_text(f'format = 1\nbase = "standard"\ntitle = "Masks"\n\n[club]\nmasks = {masks}\n')
    edition = "standard" if masks == 16 else str(own)
    for seed in range(40 if THOROUGH else 3):
        compare("club", players, {}, seed, style, edition)

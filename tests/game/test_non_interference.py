"""No viewer learns what it may not know: exchange the cards that it cannot tell apart, and all that it gets stays the
same, byte for byte, until the rules lay them open.

A pair is a real game and a twin whose hidden cards lie elsewhere. Both go on with equal moves; a hidden choice of
another seat may differ. The pair ends when no equal move is left, when the next move reveals by the rules what is
different, or with the game. Twins are made in two ways that have nothing in common: `resample` in the middle of a
game, and a dealer who exchanges cards that the viewer does not get to see, from the first deal on. In the second way
both games are dealt and told from beginning to end as any other.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from unittest.mock import patch

import pytest

from moustaches.engine import club as club_engine
from moustaches.engine import gracias as gracias_engine
from moustaches.engine import moustache as moustache_engine
from moustaches.engine.bits import Rng, mask_of, members
from moustaches.errors import MoustachesError
from moustaches.game.club import Club
from moustaches.game.fair import Dealer
from moustaches.game.game import Game
from moustaches.game.gracias import Gracias
from moustaches.game.moustache import Moustache
from tests.game.playing import (
    Options,
    Table,
    Viewer,
    advance,
    as_json,
    choose,
    finish,
    is_right,
    step,
    viewers,
)

PASS_FIRST = ["pass-three", "pink-open", "cut-redirects", "equals-vanish"]
OPEN_FIRST = ["pink-open", "pass-three", "twos-win", "second-best"]
STARS = ["blue-tax", "last-trick", "lead-is-trump", "three-lowest"]

TABLES = [
    *(Table("moustache", players, {"row": PASS_FIRST}) for players in range(3, 7)),
    *(Table("moustache", players, {"row": OPEN_FIRST}) for players in range(3, 7)),
    *(Table("moustache", players, {"row": STARS, "open-counts": True}) for players in (3, 5)),
    *(Table("moustache", players, {"own-rules": True}) for players in range(3, 7)),
    Table("moustache", 4, {"first-game": True, "equal-cups": True}),
    *(Table("gracias", players, {}) for players in (3, 4)),
    *(Table("gracias", players, {"uno-dos-tres": True, "end": "first-bare"}) for players in (3, 4)),
    *(Table("gracias", players, {"end": "last-dressed", "chico": True}) for players in (3, 4)),
    Table("gracias", 3, {"noyade": True, "blind-joker-zero": True}),
    Table("gracias", 4, {"strict-joker": True}),
    *(Table("club", players, {}) for players in (2, 3, 4)),
]


def name_of(table: Table) -> str:
    row = table.options.get("row")
    words = [row[0], row[1]] if isinstance(row, list) else [f"{each}" for each in table.options]
    return "-".join([table.name, str(table.players), *words])


# What a viewer gets


def everything(game: Game, viewer: Viewer, since: int, rng: Random) -> list[bytes]:
    """All that a viewer can get: view, news, legal moves, explanations, and errors for its wrong tries."""
    got = [
        as_json(game.view(viewer)),
        as_json(game.events(viewer, since)),
        as_json([game.to_act, game.version, game.over, game.seed, game.outcome, game.commitment]),
        answer(lambda: game.view(game.players)),
    ]
    if viewer is not None:
        got.append(as_json([str(move) for move in game.legal(viewer)]))
        for move in tries(game, viewer, rng):
            why = answer(partial(game.why, viewer, move))
            got.append(why)
            if not why.startswith((b'{"id":"legal"', b'{"id":"bluff"')):
                got.append(answer(partial(game.play, viewer, move)))
    return got


def answer(ask: Callable[[], object]) -> bytes:
    """What comes back, or the error as the viewer reads it."""
    try:
        return as_json(ask())
    except MoustachesError as problem:
        return as_json([type(problem).__name__, str(problem), getattr(problem, "explanation", None)])


def tries(game: Game, viewer: int, rng: Random) -> list[int | str]:
    """Moves of all kinds, most of them wrong: some at random, some with what this viewer holds, and nonsense."""
    kind = game.move_type
    moves: list[int | str] = [rng.randrange(kind.COUNT) for _ in range(4)]
    hand = getattr(game.view(viewer), "hand", ())
    if hand:
        moves.append(f"play {rng.choice(hand)}")
    if isinstance(game, Moustache):
        moves += [
            rng.randrange(moustache_engine.PASS),
            f"pass {' '.join(rng.sample(list(hand), min(3, len(hand))))}",
        ]
    elif isinstance(game, Club):
        moves.append(f"unmask {rng.randrange(4)} {rng.choice(['red', 'striped', 'hat', 'sit'])}")
    else:
        moves += [f"bid {rng.randrange(7)}", f"play {rng.choice(['J0', 'J22', '21', '1'])}"]
    nonsense: list[int | str] = ["", "dance", "play", "play X7", "unmask", -1, kind.COUNT]
    return [*moves, rng.choice(nonsense)]


# What the rules reveal


def reveals(real: Game, twin: Game, viewer: Viewer, seat: int, move: int, other: int) -> bool:
    """Whether a move (in the twin: the other one) lays open, to this viewer, something in which the two differ."""
    if isinstance(real, Moustache) and isinstance(twin, Moustache):
        return gifts_reveal(real.state, twin.state, viewer, seat, move, other)
    if isinstance(real, Gracias) and isinstance(twin, Gracias):
        return cards_reveal(real.state, twin.state, seat, move, other)
    assert isinstance(real, Club)
    assert isinstance(twin, Club)
    return masks_reveal(real, twin, move) or (seat == viewer and draw_reveals(real, twin, move))


def gifts_reveal(
    real: moustache_engine.State,
    twin: moustache_engine.State,
    viewer: Viewer,
    seat: int,
    move: int,
    other: int,
) -> bool:
    """The last gift chosen: gifts move, and open kinds lie open (M10). What is laid and stolen is equal anyway."""
    if real.phase != moustache_engine.GIVE or members(real.to_act) != [seat]:
        return False
    players = int(real.players)
    given = [list(map(int, state.given)) for state in (real, twin)]
    for gifts, chosen in zip(given, (move, other), strict=True):
        gifts[seat] = int(moustache_engine.three_of(chosen - moustache_engine.PASS))
    if viewer is not None and given[0][viewer - 1] != given[1][viewer - 1]:
        return True
    opened = opening(real)
    after = [
        [(int(state.hands[each]) & ~gifts[each] | gifts[each - 1]) & opened for each in range(players)]
        for state, gifts in zip((real, twin), given, strict=True)
    ]
    moving = [[gift & int(real.open_kind) for gift in gifts] for gifts in given]
    return after[0] != after[1] or moving[0] != moving[1]


def opening(state: moustache_engine.State) -> int:
    """The cards that the rules in force lay open at some time of the round's start."""
    return int(mask_of([card for rule in state.row.rules for card in members(rule.opens())]))


def cards_reveal(
    real: gracias_engine.State, twin: gracias_engine.State, seat: int, move: int, other: int
) -> bool:
    """The last choice face down turns all choices (R3); the last bid turns the cards on the foreheads (G3)."""
    if real.phase == gracias_engine.BID and real.forehead and seat == real.gringo:
        return list(real.hands) != list(twin.hands)
    if real.phase == gracias_engine.PLAY and not real.in_turn and members(real.to_act) == [seat]:
        return move != other or [*real.chosen] != [*twin.chosen]
    return False


def masks_reveal(real: Club, twin: Club, move: int) -> bool:
    """Masks on a cat and answers are the truth."""
    if move < club_engine.KEEP:
        carried = int(real.state.attributes[move])
        masks = [[bool(secret & carried) for secret in game.state.secrets] for game in (real, twin)]
        return masks[0] != masks[1]
    return is_right(real, move) != is_right(twin, move)


def draw_reveals(real: Club, twin: Club, move: int) -> bool:
    """After its guess the viewer draws, and sees the next cat of the pile."""
    following = [[*game.state.pile][int(game.state.drawn) :][:1] for game in (real, twin)]
    return move >= club_engine.KEEP and following[0] != following[1]


def same_row(real: Game, twin: Game) -> bool:
    """Whether the rule cards revealed so far are the same."""
    if isinstance(real, Moustache) and isinstance(twin, Moustache):
        place = int(real.state.round)
        return [rule.id for rule in real.state.rules[:place]] == [
            rule.id for rule in twin.state.rules[:place]
        ]
    return True


def differ(real: Game, twin: Game) -> bool:
    """Whether anything is hidden elsewhere."""
    return hidden(real) != hidden(twin)


def hidden(game: Game) -> list[object]:
    """Where the cards really are."""
    hands = [int(hand) for hand in game.state.hands]
    if isinstance(game, Moustache):
        state = game.state
        gifts = [int(cards) for cards in [*state.given, *state.received]]
        return [hands, gifts, [int(cup) for cup in state.cups], [rule.id for rule in state.rules]]
    if isinstance(game, Gracias):
        return [hands, [int(strength) for strength in game.state.chosen]]
    assert isinstance(game, Club)
    pile = [int(cat) for cat in game.state.pile]
    return [hands, [int(secrets) for secrets in game.state.secrets], pile[int(game.state.drawn) :]]


# Twins


class Exchanger(Dealer):
    """Deals as the real game's dealer has dealt, but for some cards that this viewer does not see."""

    def __init__(self, real: Game, viewer: Viewer, rng: Random) -> None:
        super().__init__(real.setting.seed, real.setting.entropy)
        self.real = real
        self.viewer = viewer
        self.rng = rng

    def shuffle(self, name: str, size: int) -> list[int]:
        order = super().shuffle(name, size)
        places = self.owners(name.split()[1], order)
        unseen = [place for place in range(size) if places[place] is not None]
        for _ in range(self.rng.choice((1, 1, 2, 4)) if unseen else 0):
            one, other = self.rng.choice(unseen), self.rng.choice(unseen)
            if places[one] != places[other]:
                order[one], order[other] = order[other], order[one]
        return order

    def owners(self, kind: str, order: list[int]) -> list[int | None]:
        """Who gets each card of a shuffle: a seat, nobody (−1), or None where the viewer sees it."""
        real, size = self.real, len(order)
        if isinstance(real, Moustache):
            return self.moustache_owners(real.state, kind, order)
        if isinstance(real, Gracias):
            return self.gracias_owners(real.state, kind, size)
        assert isinstance(real, Club)
        return self.club_owners(real.state, kind, size)

    def moustache_owners(
        self, state: moustache_engine.State, kind: str, order: list[int]
    ) -> list[int | None]:
        size = len(order)
        setup = state.setup
        first_team = [seat for seat in range(self.real.players) if not state.second_team >> seat & 1]
        if kind == "teams" or (kind in ("white", "black") and self.rng.random() < 0.5):
            return [None] * size
        if kind in ("white", "black"):  # the first white one lies open from the beginning
            return [None if kind == "white" else 0, 1, *[-1] * (size - 2)]
        if kind == "cups":
            return self.unseen(members(state.won), size)
        if kind == "jokers":
            return self.unseen([seat for seat in first_team for _ in range(int(setup.jokers))], size)
        shares = [
            int(setup.hand) - (int(setup.jokers) if seat in first_team else 0)
            for seat in range(self.real.players)
        ]
        owners = self.unseen([seat for seat, share in enumerate(shares) for _ in range(share)], size)
        ids = [rule.id for rule in state.row.rules]
        later = "pink-open" in ids and "pass-three" in ids[: ids.index("pink-open")]
        opened = 0 if later and self.rng.random() < 0.3 else opening(state)
        return [None if opened >> card & 1 else owner for owner, card in zip(owners, order, strict=True)]

    def gracias_owners(self, state: gracias_engine.State, kind: str, size: int) -> list[int | None]:
        if kind == "draw":
            return [None] * size
        holders = [seat for seat in members(state.seats_in) for _ in range(int(state.cards))]
        if state.forehead and self.viewer in holders:
            mine = [*(seat if seat == self.viewer else None for seat in holders)]
            return [*mine, *[-1] * (size - len(holders))]
        return self.unseen(holders, size)

    def club_owners(self, state: club_engine.State, kind: str, size: int) -> list[int | None]:
        players = self.real.players
        if kind == "first":
            return [None] * size
        holders = [seat for seat in range(players) for _ in range(3)]
        if kind == "cats":  # the pile, by who draws: everyone draws once a turn
            holders += [(int(state.first) + turn) % players for turn in range(size - len(holders))]
        owners = self.unseen(holders, size)
        return [None if owner is None else place for place, owner in enumerate(owners)]

    def unseen(self, holders: list[int], size: int) -> list[int | None]:
        mine = [None if seat == self.viewer else seat for seat in holders]
        return [*mine, *[-1] * (size - len(holders))]


def dealt_otherwise(real: Game, viewer: Viewer, rng: Random) -> Game:
    """The same table from the beginning, with hidden cards exchanged in every deal."""
    table = Table(real.name, real.players, real.setting.options)
    dealer = Exchanger(real, viewer, rng)
    with patch("moustaches.game.game.Dealer", lambda seed, entropy: dealer):
        return table.new(int.from_bytes(real.setting.seed, "big"))


def imagined_otherwise(real: Game, viewer: Viewer, rng: Random) -> Game:
    """The same game with a state that the viewer cannot tell from the real one. A spectator knows less than every
    seat, so it may be imagined for one seat after the other."""
    twin = real.copy()
    seats = [viewer] if viewer is not None else rng.sample(range(real.players), real.players)
    for seat in seats:
        twin.state = twin.state.resample(seat, Rng(rng.randrange(2**32)))
    twin.state.log = []
    if isinstance(twin, Moustache) and rng.random() < 0.7:
        twin.state.rules = real.state.rules  # or the pair would end with the next rule card
    twin.course.dealer = Exchanger(real, viewer, rng)
    return twin


# Pairs


def choose_both(real: Game, twin: Game, viewer: Viewer, seat: int, rng: Random) -> tuple[int, int] | None:
    """Moves that look equal to the viewer: a random one that reveals no difference, if there is any."""
    if isinstance(real, Moustache) and real.state.phase == moustache_engine.GIVE and seat != viewer:
        pairs = [gift_both(real, twin, viewer, seat, rng) for _ in range(4)]
    else:
        legal = {int(move) for move in twin.legal(seat)}
        both = [int(move) for move in real.legal(seat) if move in legal]
        first = int(choose(real, seat, rng))
        both = [move for move in [first] if move in both] + rng.sample(both, len(both))
        pairs = [(move, move) for move in both]
    for pair in pairs:
        if pair is not None and not reveals(real, twin, viewer, seat, *pair):
            return pair
    return None


def gift_both(real: Game, twin: Game, viewer: Viewer, seat: int, rng: Random) -> tuple[int, int] | None:
    """Three cards for the left, often others in the twin, but equal in all that this viewer will see move."""
    move = int(rng.choice(real.legal(seat)))
    gift = int(moustache_engine.three_of(move - moustache_engine.PASS))
    hand = int(twin.state.hands[seat])
    if viewer == (seat + 1) % real.players:
        return (move, move) if gift & ~hand == 0 else None
    shown = opening(real.state)
    fixed = gift & shown
    free = members(hand & ~shown)
    missing = 3 - fixed.bit_count()
    if fixed & ~hand or len(free) < missing:
        return None
    other = fixed | int(mask_of(rng.sample(free, missing)))
    return move, moustache_engine.PASS + int(moustache_engine.rank_of(other))


def compare(real: Game, twin: Game, viewer: Viewer, rng: Random, moves: int) -> int:
    """Plays both on and compares all that the viewer gets after every move. Returns how often they truly differed."""
    compared, since = 0, 0
    for _ in range(moves):
        draw = rng.randrange(2**32)
        ours = everything(real, viewer, since, Random(draw))
        theirs = everything(twin, viewer, since, Random(draw))
        assert ours == theirs
        compared += differ(real, twin)
        since = real.version
        seat = rng.choice(real.to_act)
        pair = choose_both(real, twin, viewer, seat, rng)
        if pair is None:
            break
        real.play(seat, pair[0])
        twin.play(seat, pair[1])
        if real.over or not same_row(real, twin):
            break
    else:
        assert as_json(real.events(viewer)) == as_json(twin.events(viewer))
    return compared


def compare_many(make: Callable[[], tuple[Game, Game]], viewer: Viewer, rng: Random, wanted: int) -> None:
    """Compares pair after pair, until so many positions have been met in which something hidden was different."""
    for _ in range(60):
        if wanted <= 0:
            return
        real, twin = make()
        wanted -= compare(real, twin, viewer, rng, 60)
    pytest.fail(f"pairs for viewer {viewer} are hardly ever different: this test tests nothing")


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_cards_dealt_otherwise_change_nothing_for_a_viewer(table: Table) -> None:
    rng = Random(f"dealt {table}")

    def make(viewer: Viewer) -> tuple[Game, Game]:
        real = table.new(rng.randrange(2**32))
        return real, dealt_otherwise(real, viewer, rng)

    for viewer in viewers(table.new(0)):
        compare_many(partial(make, viewer), viewer, rng, 40)


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_cards_imagined_otherwise_change_nothing_for_a_viewer(table: Table) -> None:
    rng = Random(f"imagined {table}")

    moves = len(finish(table.new(0), rng).moves)

    def make(viewer: Viewer) -> tuple[Game, Game]:
        real = advance(table.new(rng.randrange(2**32)), rng.randrange(moves), rng)
        while real.over:
            real = advance(table.new(rng.randrange(2**32)), rng.randrange(moves), rng)
        return real, imagined_otherwise(real, viewer, rng)

    for viewer in viewers(table.new(0)):
        compare_many(partial(make, viewer), viewer, rng, 12)


def giving(game: Game) -> bool:
    """Some have chosen their gift, some have not."""
    return isinstance(game, Moustache) and game.state.phase == moustache_engine.GIVE and any(game.state.given)


def given(game: Game) -> bool:
    """Gifts have moved, and the first trick is being played."""
    return isinstance(game, Moustache) and bool(game.state.gave) and game.state.tricks == 0


def stealing(game: Game) -> bool:
    return isinstance(game, Moustache) and game.state.phase == moustache_engine.TAKE


def cups_drawn(game: Game) -> bool:
    """Three rounds' cups lie face down."""
    return isinstance(game, Moustache) and game.state.round == 4


def forehead(game: Game) -> bool:
    return isinstance(game, Gracias) and game.state.forehead and game.state.phase == gracias_engine.BID


def forehead_with_someone_out(game: Game) -> bool:
    return forehead(game) and any(game.state.out_round)


def face_down(game: Game) -> bool:
    """Some have chosen a card, some have not."""
    return isinstance(game, Gracias) and any(game.state.chosen)


def finishing(game: Game) -> bool:
    return isinstance(game, Club) and game.state.finishing and not game.over


NEW_DEALS = (cups_drawn, forehead, forehead_with_someone_out)
LAST_DRESSED: Options = {"end": "last-dressed"}
MOMENTS = [
    (Table("moustache", 3, {"row": PASS_FIRST}), giving),
    (Table("moustache", 5, {"row": PASS_FIRST}), giving),
    (Table("moustache", 3, {"row": OPEN_FIRST}), giving),
    (Table("moustache", 5, {"row": OPEN_FIRST}), giving),
    (Table("moustache", 3, {"row": OPEN_FIRST}), given),
    (Table("moustache", 5, {"row": PASS_FIRST}), given),
    (Table("moustache", 3, {"row": STARS}), stealing),
    (Table("moustache", 5, {"row": PASS_FIRST}), stealing),
    (Table("moustache", 4, {}), cups_drawn),
    (Table("moustache", 6, {}), cups_drawn),
    (Table("gracias", 3, {}), forehead),
    (Table("gracias", 4, {"uno-dos-tres": True}), forehead),
    (Table("gracias", 3, LAST_DRESSED), forehead_with_someone_out),
    (Table("gracias", 4, LAST_DRESSED), forehead_with_someone_out),
    (Table("gracias", 3, {"uno-dos-tres": True}), face_down),
    (Table("gracias", 4, {"uno-dos-tres": True, **LAST_DRESSED}), face_down),
    (Table("club", 3, {}), finishing),
]


def until(table: Table, moment: Callable[[Game], bool], rng: Random) -> tuple[Game, Game]:
    """A game that has just come to this moment, and the same game one move earlier."""
    game = table.new(rng.randrange(2**32))
    before = game.copy()
    while not moment(game):
        if game.over:
            game = table.new(rng.randrange(2**32))
        before = game.copy()
        step(game, rng)
    return before, game


DEALT_MOMENTS = [(table, moment) for table, moment in MOMENTS if moment in NEW_DEALS]


@pytest.mark.parametrize(("table", "moment"), DEALT_MOMENTS)
def test_cards_dealt_otherwise_for_a_special_moment(table: Table, moment: Callable[[Game], bool]) -> None:
    rng = Random(f"dealt {moment.__name__} {table}")

    found = [until(table, moment, rng) for _ in range(3)]

    def make(viewer: Viewer) -> tuple[Game, Game]:
        before, after = rng.choice(found)
        real, twin = before.copy(), before.copy()
        twin.course.dealer = Exchanger(real, viewer, rng)
        for game in (real, twin):
            game.play(*after.moves[-1])
        return real, twin

    for viewer in viewers(table.new(0)):
        compare_many(partial(make, viewer), viewer, rng, 6)


@pytest.mark.parametrize(("table", "moment"), MOMENTS)
def test_cards_imagined_otherwise_at_a_special_moment(table: Table, moment: Callable[[Game], bool]) -> None:
    rng = Random(f"{moment.__name__} {table}")

    found = [until(table, moment, rng) for _ in range(3)]

    def make(viewer: Viewer) -> tuple[Game, Game]:
        real = rng.choice(found)[1].copy()
        while rng.random() < 0.5 and moment(ahead := advance(real.copy(), 1, rng)):
            real = ahead
        return real, imagined_otherwise(real, viewer, rng)

    for viewer in viewers(table.new(0)):
        compare_many(partial(make, viewer), viewer, rng, 3)

"""A position of Gracias from its description (`docs/positions.md`)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from moustaches.content.value import Value
from moustaches.engine import gracias as engine

from .gracias import Gracias
from .gracias_words import STRENGTHS, Card, GraciasMove, words
from .positions import disjoint, mask, masks, whole, wholes

KEYS = (
    "players",
    "options",
    "edition",
    "round",
    "gringo",
    "garments",
    "out_round",
    "hands",
    "bids",
    "taken",
    "leader",
    "trick",
    "seen",
    "at_most",
    "chosen",
)


def take(game: Gracias, value: Value) -> None:
    """Turns the game's fresh table into the position described."""
    value.table(*KEYS)
    take_seats(game, value)
    take_hands(game, value)
    game.course.hear()
    take_bids(game, value["bids"])
    take_trick(game, value)
    game.course.hear()


def take_seats(game: Gracias, value: Value) -> None:
    """The round, who is still in, and how they are dressed."""
    state = game.state
    options = state.options
    cycles = 1 if options.end == engine.SIX_ROUNDS else engine.LONGEST
    state.round = whole(value["round"], 1, cycles * int(options.cycle), 1) - 1
    last_out = int(state.round) if options.end == engine.LAST_DRESSED else 0
    out = wholes(value["out_round"], game.players, 0, last_out, 0)
    state.out_round = vec[i64](out)
    state.seats_in = sum(1 << seat for seat, round in enumerate(out) if not round)
    if out.count(0) < 2:
        raise value["out_round"].wrong("at least two seats still in (0)", str(out))
    dressed = [0 if round else engine.DRESSED for round in out]
    garments = (
        dressed
        if value["garments"].raw is None
        else wholes(value["garments"], game.players, 0, engine.DRESSED)
    )
    if any((worn == 0) != (round > 0) for worn, round in zip(garments, out, strict=True)):
        raise value["garments"].wrong("1 to 7 for each seat still in, 0 for one that is out", str(garments))
    state.garments = vec[i64](garments)
    state.gringo = whole(value["gringo"], 0, game.players - 1, (dressed.index(engine.DRESSED)))
    if not state.seats_in >> state.gringo & 1:
        raise value["gringo"].wrong("a seat still in the game")


def take_hands(game: Gracias, value: Value) -> None:
    """The hands of the round, and what play has shown of them."""
    state = game.state
    hands = masks(value["hands"], game.players, Card.parse, "cards")
    seen = mask(value["seen"], Card.parse, "cards") if value["seen"].raw is not None else 0
    disjoint(value["hands"], [*hands, seen], words)
    state.begin(vec[i64](hands))
    taken = wholes(value["taken"], game.players, 0, int(state.cards), 0)
    left = int(state.cards) - sum(taken)
    if left < 1:
        raise value["taken"].wrong(f"fewer than {state.cards} tricks in all", str(sum(taken)))
    for seat, hand in enumerate(hands):
        expected = left if state.seats_in >> seat & 1 else 0
        if hand.bit_count() != expected:
            raise value["hands"].wrong(
                f"{expected} cards for seat {seat}, those in the trick included", str(hand.bit_count())
            )
    state.taken = vec[i64](taken)
    state.seen = seen
    if value["at_most"].raw is not None:
        for seat, bound in enumerate(value["at_most"].wholes(game.players, 0, 21)):
            if hands[seat] >> bound + 1:
                raise value["at_most"].wrong(f"no less than the highest number of seat {seat}", str(bound))
            state.may_hold[seat] = (2 << bound) - 1


def take_bids(game: Gracias, value: Value) -> None:
    """Bids by seat, none where one has not bid yet; made in order from the announcer."""
    state = game.state
    bids = value.items("bids", game.players) if value.raw is not None else ()
    while bids and state.phase == engine.BID and bids[int(state.turn)].raw is not None:
        seat = int(state.turn)
        item = bids[seat]
        bid = item.whole(0, int(state.cards))
        if not state.legal_bids(seat) >> bid & 1:
            raise item.wrong(f"a bid that does not make the sum {state.cards} (G2)")
        state.apply(seat, bid)
    made = sum(bid >= 0 for bid in state.bids)
    if sum(item.raw is not None for item in bids) != made:
        raise value.wrong("bids in order, from the announcer on")


def take_trick(game: Gracias, value: Value) -> None:
    """Cards of the present trick, laid in turn or chosen face down."""
    state = game.state
    trick = value["trick"].items("cards") if value["trick"].raw is not None else ()
    chosen = value["chosen"].items("cards", game.players) if value["chosen"].raw is not None else ()
    playing = state.phase == engine.PLAY
    seats = int(state.seats_in).bit_count()
    if len(trick) >= seats:
        raise value["trick"].wrong(f"at most {seats - 1} cards of a trick that is not complete")
    if trick and not (playing and state.in_turn):
        raise value["trick"].wrong(
            "no card before all have bid, on the forehead, or where all choose at once"
        )
    if chosen and (not playing or state.in_turn):
        raise value["chosen"].wrong("nothing, except under uno-dos-tres when all have bid")
    if not playing:
        if value["leader"].raw is not None:
            raise value["leader"].wrong("nothing before all have bid, nor on the forehead")
        if state.phase == engine.BID and any(state.taken):
            raise value["taken"].wrong("no trick before all have bid")
    else:
        leader = whole(value["leader"], 0, game.players - 1, int(state.leader))
        if not state.seats_in >> leader & 1:
            raise value["leader"].wrong("a seat still in the game")
        state.lead(leader)
    for item in trick:
        lay(game, int(state.turn), item)
    for seat, item in enumerate(chosen):
        if item.raw is not None:
            lay(game, seat, item)


def lay(game: Gracias, seat: int, value: Value) -> None:
    move = GraciasMove.parse(f"play {value.choice(*STRENGTHS)}")
    if not game.state.legal_mask(seat) >> move & 1:
        raise value.wrong(f"a card that seat {seat} could lay")
    game.state.apply(seat, move)

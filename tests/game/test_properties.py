"""What holds in every game, with all players, options and moves: random games of all kinds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import moustaches
from moustaches.content import edition, texts
from moustaches.engine import moustache as moustache_engine
from moustaches.engine.bits import members
from moustaches.errors import BadMove, BadPlayers, GameOver, IllegalMove, MoustachesError, NotYourTurn
from moustaches.game.club import Club
from moustaches.game.club_words import CATS, ClubView
from moustaches.game.game import Game
from moustaches.game.gracias import Gracias
from moustaches.game.gracias_words import GraciasMove
from moustaches.game.moustache import Moustache
from moustaches.game.moustache_words import Card
from moustaches.game.notation import Move
from tests.game.folding import FOLDS, same_facts
from tests.game.playing import (
    SEATS,
    TABLES,
    Table,
    advance,
    as_json,
    choose,
    finish,
    plain,
    seeds,
    seen,
    step,
    tables,
    tables_of,
    viewers,
)

few = settings(max_examples=16, derandomize=True, deadline=None)
some = settings(max_examples=30, derandomize=True, deadline=None)
NAMES = ("moustache", "gracias", "club")


# Cards


def check_cards(game: Game) -> None:
    """Every card is in one place, and none is missing."""
    if isinstance(game, Moustache):
        check_animals(game)
    elif isinstance(game, Gracias):
        check_loteria(game)
    else:
        assert isinstance(game, Club)
        check_cats_and_masks(game)


def dealt_this_round(game: Game) -> list[str]:
    """What the events say was dealt since the round began."""
    cards: list[str] = []
    for event in map(plain, game.history):
        if event["event"] == "round-began":
            cards = []
        elif event["event"] == "dealt":
            cards += event["cards"]
    return cards


def check_animals(game: Moustache) -> None:
    """Hands, trick, piles and what is gone are what was dealt; with the unseen rest, the deck."""
    state = game.state
    trick = sum(1 << Card.parse(laid.card) for laid in game.view(None).trick)
    places = [*map(int, state.hands), int(state.pile0), int(state.pile1), int(state.gone)]
    if not game.over:
        places.append(trick & ~places[-1])
    cards = [number for place in places for number in members(place)]
    dealt = [int(Card.parse(card)) for card in dealt_this_round(game)]
    assert sorted(cards) == sorted(dealt)
    assert len({*cards}) == len(cards) == game.players * state.setup.hand
    assert not set(cards) - set(members(state.setup.deck))


def check_loteria(game: Gracias) -> None:
    """Hands and what was laid are what was dealt; the rest of the 22 is unseen."""
    state = game.state
    cards = [card for hand in state.hands for card in members(hand)]
    laid = members(state.seen) if not (state.forehead and not game.over) else []
    dealt = dealt_this_round(game)
    assert sorted(cards + laid) == sorted(0 if card == "J" else int(card) for card in dealt)
    assert len({*cards, *laid}) == len(cards) + len(laid) <= 22


def check_cats_and_masks(game: Club) -> None:
    """Hands, stage and pile are the 40 cats; the masks are in reserves, with others, or on cats; nobody shares a
    secret."""
    state = game.state
    pile = [*map(int, state.pile)][int(state.drawn) :]
    stage = [cat for _, cat in state.on_stage()]
    cats = [*(cat for hand in state.hands for cat in members(hand)), *pile, *stage]
    assert sorted(cats) == list(range(len(CATS)))
    masks = sum(state.reserve) + sum(state.received) + sum(len(members(each)) for each in state.masked)
    assert masks == 16 * game.players
    assert min(state.reserve) >= 0
    secrets = [attribute for each in state.secrets for attribute in members(each)]
    assert len({*secrets}) == len(secrets) == 3 * game.players


@some
@given(table=tables(), seed=seeds)
def test_cards_are_conserved(table: Table, seed: int) -> None:
    rng = Random(seed)
    game = table.new(seed)
    check_cards(game)
    while not game.over:
        step(game, rng)
        check_cards(game)


def test_cards_are_conserved_where_some_vanish_and_one_is_stolen() -> None:
    table = Table("moustache", 5, {"row": ["blue-tax", "pink-plus", "equals-vanish", "twos-win"]})
    thefts = 0
    for seed in range(12):
        rng = Random(seed)
        game = table.new(seed)
        while not game.over:
            _, move = step(game, rng)
            if str(move).startswith("steal"):
                thefts += 1
                check_cards(game)
    assert thefts > 12


@few
@given(table=tables(("moustache",)), seed=seeds)
def test_all_cards_of_a_round_of_moustache_are_collected_or_gone(table: Table, seed: int) -> None:
    dealt: list[str] = []
    laid: list[str] = []
    collected: list[str] = []
    vanished: list[str] = []
    for event in map(plain, finish(table.new(seed), Random(seed)).history):
        match event["event"]:
            case "round-began":
                dealt, laid, collected, vanished = [], [], [], []
            case "dealt":
                dealt += event["cards"]
            case "card-laid":
                laid.append(event["card"])
            case "cards-collected":
                collected += event["cards"]
            case "card-stolen":
                assert event["card"] not in collected
            case "cards-vanished":
                vanished += event["cards"]
            case "round-won":
                assert sorted(dealt) == sorted(laid) == sorted(collected + vanished)


# Turns


def check_turns(game: Game) -> None:
    """Someone owes a choice until the end, has one, and nobody else has."""
    assert bool(game.to_act) != game.over
    for seat in range(game.players):
        legal = game.legal(seat)
        assert bool(legal) == (seat in game.to_act)
        assert len({*legal}) == len(legal)
        assert list(map(str, legal)) == list(getattr(game.view(seat), "legal", ()))
    assert as_json(game.view(0)) == as_json(game.copy().view(0))  # no view is out of date
    assert (game.outcome is None) == (game.seed is None) == (not game.over)


@some
@given(table=tables(), seed=seeds)
def test_who_must_act_can_and_nobody_else(table: Table, seed: int) -> None:
    rng = Random(seed)
    game = table.new(seed)
    check_turns(game)
    while not game.over:
        step(game, rng)
        check_turns(game)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("part", range(4))
def test_every_game_of_every_option_combination_ends(name: str, part: int) -> None:
    for number, table in enumerate(tables_of(name)[part::4]):
        for seed in range(2 if name == "gracias" else 1 if name == "moustache" else 25):
            rng = Random(f"{table} {number} {seed}")
            game = finish(table.new(rng.randrange(2**64)), rng)
            check_scores(game)


def test_tables_cover_every_option() -> None:
    assert len(tables_of("gracias")) == 2 * 3 * 2**5
    assert {(table.name, table.players) for table in TABLES} == set(SEATS)
    rows = [table.options["row"] for table in tables_of("moustache") if "row" in table.options]
    places = {(place, rule) for row in rows if isinstance(row, list) for place, rule in enumerate(row)}
    assert len(places) == 4 * 8


# Scores


def check_scores(game: Game) -> None:
    """The result follows from the events."""
    outcome = game.outcome
    assert outcome is not None
    events = [plain(event) for event in game.history]
    last = events[-1]
    assert (last["event"], tuple(last["scores"]), tuple(last["ranks"])) == (
        "game-ended",
        outcome.scores,
        outcome.ranks,
    )
    assert last["seed"] == game.setting.seed.hex()
    assert outcome.winners == tuple(seat for seat, rank in enumerate(outcome.ranks) if rank == 1)
    assert min(outcome.ranks) == 1
    assert getattr(game.view(None), "scores", None) == outcome.scores
    if isinstance(game, Moustache):
        check_points(game, events)
    elif isinstance(game, Gracias):
        check_garments(game, events)
    else:
        assert isinstance(game, Club)
        check_masks_and_secrets(game, events)


def check_points(game: Moustache, events: list[dict[str, Any]]) -> None:
    """Points are the cups won; each round has three, and every winner one."""
    outcome = game.outcome
    assert outcome is not None
    seats = range(game.players)
    cups = [event for event in events if event["event"] == "cup-seen"]
    points = [sum(cup["points"] for cup in cups if cup["seat"] == seat) for seat in seats]
    assert list(outcome.scores) == points
    tokens = edition().moustache.cups
    wins = [event["seats"] for event in events if event["event"] == "round-won"]
    drawn = iter(cups)
    for winners, round_tokens in zip(wins, tokens, strict=True):
        given = [next(drawn) for _ in winners]
        assert [cup["seat"] for cup in given] == list(winners)
        if game.setting.options.get("equal-cups"):
            assert {cup["points"] for cup in given} == {sorted(round_tokens)[1]}
        else:
            rest = list(round_tokens)
            for cup in given:
                rest.remove(cup["points"])
    assert len(wins) == 4
    assert next(drawn, None) is None
    for event in events:
        if event["event"] == "pile-counted":
            assert sum(part["args"]["stars"] for part in event["why"]["steps"]) == event["stars"]
    ranked = sorted(seats, key=lambda seat: outcome.ranks[seat])
    assert [points[seat] for seat in ranked] == sorted(points, reverse=True)


def check_garments(game: Gracias, events: list[dict[str, Any]]) -> None:
    """Garments are seven, less all losses, and what `chico` gave back; never below 0 nor above 7."""
    garments = [7] * game.players
    bare = [0] * game.players
    round_now = 0
    bids: dict[int, int] = {}
    tricks: dict[int, int] = {}
    for event in events:
        seat = event.get("seat", -1)
        match event["event"]:
            case "round-began":
                bids, tricks = {}, {}
                round_now = event["round"]
            case "player-bare":
                bare[seat] = round_now
            case "bid-made":
                bids[seat] = event["bid"]
            case "trick-taken":
                tricks[seat] = tricks.get(seat, 0) + 1
            case "garments-lost":
                assert event["lost"] == min(garments[seat], abs(bids[seat] - tricks.get(seat, 0))) > 0
                garments[seat] -= event["lost"]
            case "bid-met":
                assert bids[seat] == tricks.get(seat, 0)
            case "garment-regained":
                assert game.setting.options["chico"]
                assert [each for each in bids if bids[each] == tricks.get(each, 0)] == [seat]
                garments[seat] += 1
    assert garments == [*map(int, game.state.garments)] == list(game.view(None).garments)
    assert all(0 <= each <= 7 for each in garments)
    outcome = game.outcome
    assert outcome is not None
    assert list(outcome.scores) == garments
    if game.setting.options.get("end") != "last-dressed":
        assert all(
            (garments[seat] == max(garments)) == (seat in outcome.winners) for seat in range(game.players)
        )
    else:  # R5: who went out later ranks higher; G8: if nobody is left dressed, the last share the victory
        rounds = [0 if worn else left for worn, left in zip(garments, bare, strict=True)]
        best = sorted(range(game.players), key=lambda seat: (-garments[seat], -rounds[seat]))
        ranks = [outcome.ranks[seat] for seat in best]
        assert ranks == sorted(ranks)
        for one, other in pairwise(best):
            same = (garments[one], rounds[one]) == (garments[other], rounds[other])
            assert same == (outcome.ranks[one] == outcome.ranks[other])


def check_masks_and_secrets(game: Club, events: list[dict[str, Any]]) -> None:
    """One point for each mask received, one for each attribute still hidden."""
    paid = [event["to"] for event in events if event["event"] == "mask-paid"]
    found = [event["seat"] for event in events if event["event"] == "answered" and event["right"]]
    seats = range(game.players)
    hidden = [3 - found.count(seat) for seat in seats]
    points = [paid.count(seat) + hidden[seat] for seat in seats]
    outcome = game.outcome
    assert outcome is not None
    assert list(outcome.scores) == points
    best = max(zip(points, hidden, strict=True))
    assert outcome.winners == tuple(seat for seat in seats if (points[seat], hidden[seat]) == best)


# Records


def check_record(game: Game) -> None:
    """A record gives back the same game: record, events and views, byte for byte."""
    record = game.record()
    again = moustaches.load(record)
    assert again.record() == record
    assert seen(again) == seen(game)
    assert as_json(again.outcome) == as_json(game.outcome)


@some
@given(table=tables(), seed=seeds)
def test_a_record_gives_back_the_same_game(table: Table, seed: int) -> None:
    check_record(finish(table.new(seed), Random(seed)))


@few
@given(table=tables(), seed=seeds, stop=st.floats(0, 1))
def test_a_record_gives_back_an_unfinished_game(table: Table, seed: int, stop: float) -> None:
    moves = len(finish(table.new(seed), Random(seed)).moves)
    game = advance(table.new(seed), int(stop * moves), Random(seed))
    check_record(game)
    again = moustaches.load(game.record())
    assert finish(again, Random(1)).record() == finish(game, Random(1)).record()


@pytest.mark.parametrize(("name", "players"), SEATS)
def test_every_beginning_of_a_game_gives_back_the_same_game(name: str, players: int) -> None:
    rng = Random(players)
    game = Table(name, players, {}).new(players)
    while not game.over:
        record = game.record()
        assert moustaches.load(record).record() == record
        advance(game, rng.choice((1, 2, 13)), rng)


# Notation


@pytest.mark.parametrize("name", NAMES)
def test_every_move_has_a_text_that_parses_back(name: str) -> None:
    kind = moustaches.game.GAMES[name].move_type
    for number in range(0, kind.COUNT, 1 if kind.COUNT < 1000 else 7):
        move = kind(number)
        assert kind.parse(str(move)) == number
        assert repr(move) == f"Move('{move}')"


@few
@given(table=tables(), seed=seeds)
def test_legal_moves_parse_back_and_may_be_played_in_any_form(table: Table, seed: int) -> None:
    rng = Random(seed)
    games = [table.new(seed) for _ in range(3)]
    while not games[0].over:
        seat = rng.choice(games[0].to_act)
        for legal in games[0].legal(seat)[:60]:
            assert games[0].move_type.parse(str(legal)) == legal
        move = choose(games[0], seat, rng)
        forms: tuple[Move | str | int, ...] = (move, str(move), int(move))
        told = [as_json(game.play(seat, form)) for game, form in zip(games, forms, strict=True)]
        assert told[0] == told[1] == told[2]
    assert games[0].record() == games[1].record() == games[2].record()


# Copies


@some
@given(table=tables(), seed=seeds, stop=st.floats(0, 0.95))
def test_a_copy_is_independent(table: Table, seed: int, stop: float) -> None:
    moves = len(finish(table.new(seed), Random(seed)).moves)
    game = advance(table.new(seed), int(stop * moves), Random(seed))
    before = (game.record(), seen(game))
    copy = game.copy()
    assert (copy.record(), seen(copy)) == before
    finish(copy, Random(1))
    assert (game.record(), seen(game)) == before
    after = (copy.record(), seen(copy))
    finish(game, Random(2))
    assert (copy.record(), seen(copy)) == after
    assert finish(moustaches.load(before[0]), Random(1)).record() == after[0]


# Events


@few
@given(table=tables(), seed=seeds)
def test_a_view_is_what_its_viewer_s_events_have_told(table: Table, seed: int) -> None:
    rng = Random(seed)
    game = table.new(seed)
    folds = [FOLDS[game.name](viewer, game.players) for viewer in viewers(game)]
    while True:
        for fold in folds:
            fold.read(plain(game.events(fold.viewer, fold.version)))
            facts = fold.facts()
            if game.over:  # everything is open, and nothing lies on the table
                facts = {
                    name: facts[name] for name in facts if name in ("version", "garments", "reserve", "stage")
                }
            assert same_facts(plain(game.view(fold.viewer)), facts)
        if game.over:
            return
        step(game, rng)


@few
@given(table=tables(), seed=seeds)
def test_every_viewer_gets_the_same_number_of_events_without_gaps(table: Table, seed: int) -> None:
    rng = Random(seed)
    game = table.new(seed)
    told = {viewer: plain(game.events(viewer)) for viewer in viewers(game)}
    while not game.over:
        before = game.version
        seat = rng.choice(game.to_act)
        events = game.play(seat, choose(game, seat, rng))
        assert game.version == before + len(events)
        for viewer in viewers(game):
            news = plain(game.events(viewer, before))
            assert len(news) == len(events)
            for event, public in zip(news, map(plain, events), strict=True):
                may_see = viewer in public.get("audience", [viewer]) or game.over
                assert event == (public if may_see else {"event": "hidden"})
            told[viewer] += news
    assert {len(events) for events in told.values()} == {game.version}
    assert len({as_json(game.events(viewer)) for viewer in viewers(game)}) == 1  # R4: at the end all is open


# Explanations

RULES = {rule.id for rule in edition().moustache.rules}


def reasons_in(value: Any) -> Iterator[dict[str, Any]]:
    """All reasons in plain data, the steps of others too."""
    if isinstance(value, dict):
        if "id" in value:
            yield value
        for each in value.values():
            yield from reasons_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from reasons_in(each)


def check_reasons(value: object) -> set[str]:
    """Every reason has a sentence; the rule cards and rulings that it names exist."""
    found = set()
    for reason in reasons_in(plain(value)):
        assert reason["id"] in texts().reasons, reason
        assert not reason.get("rule") or reason["rule"] in RULES
        assert set(reason.get("rulings", ())) <= set(texts().rulings), reason
        found.add(reason["id"])
    return found


@some
@given(table=tables(), seed=seeds)
def test_every_move_is_explained(table: Table, seed: int) -> None:
    rng = Random(seed)
    game = table.new(seed)
    kind = game.move_type
    while not game.over:
        for seat in range(game.players):
            legal = set(game.legal(seat))
            others = [kind(rng.randrange(kind.COUNT)) for _ in range(2)]
            for move in [*rng.sample(sorted(legal), min(2, len(legal))), *others]:
                why = game.why(seat, move)
                allowed = why.id in ("legal", "bluff")
                assert allowed == (move in legal)
                assert (why.id == "not-your-turn") == (seat not in game.to_act)
                check_reasons(why)
        step(game, rng)
    assert game.why(0, kind(0)).id == "game-over"
    check_reasons(game.history)
    check_reasons(game.outcome)


@pytest.mark.parametrize("options", [table.options for table in tables_of("gracias")[:96]], ids=str)
def test_G13_options_without_effect_are_named(options: dict[str, Any]) -> None:
    game = moustaches.new("gracias", players=3, seed=1, options=options)
    assert check_reasons(game.remarks) <= {"without-effect"}
    chosen = {"noyade", "uno-dos-tres", "strict-joker"} & set(options)
    assert len(game.remarks) == {0: 0, 1: 0, 2: 1, 3: 3}[len(chosen)]


# Errors


def wrong_tries(game: Game, rng: Random) -> Iterator[tuple[Any, Any, type[MoustachesError]]]:
    """A seat, a move, and the error that it must give."""
    kind = game.move_type
    fine = kind(0)
    acting = game.to_act[0]
    for seat in range(game.players):
        legal = set(game.legal(seat))
        move = kind(rng.randrange(kind.COUNT))
        if seat not in game.to_act:
            yield seat, move, NotYourTurn
        elif move not in legal:
            yield seat, move, IllegalMove
            yield seat, str(move), IllegalMove
    for nonsense in ("", "dance", "play", "play X", kind.COUNT, -1, 1.5, None, True, b"keep"):
        yield acting, nonsense, BadMove
    for nobody in (-1, game.players, True, None, "0", 0.0):
        yield nobody, fine, BadPlayers


@some
@given(table=tables(), seed=seeds, stop=st.floats(0, 1))
def test_after_an_error_nothing_has_changed(table: Table, seed: int, stop: float) -> None:
    moves = len(finish(table.new(seed), Random(seed)).moves)
    game = advance(table.new(seed), int(stop * (moves - 1)), Random(seed))
    before = (game.record(), seen(game), game.state.log)
    for seat, move, error in wrong_tries(game, Random(seed)):
        with pytest.raises(error) as problem:
            game.play(seat, move)
        assert type(problem.value) is error
        assert str(problem.value)
        assert (error is IllegalMove) == (getattr(problem.value, "explanation", None) is not None)
    assert (game.record(), seen(game), game.state.log) == before
    end = finish(game, Random(3)).record()
    with pytest.raises(GameOver):
        game.play(0, game.move_type(0))
    assert game.record() == end


def test_a_move_of_another_game_is_no_move_here() -> None:
    game = moustaches.new("club", players=2, seed=1)
    with pytest.raises(BadMove):
        game.play(game.to_act[0], str(GraciasMove.parse("bid 2")))
    assert isinstance(game.view(0), ClubView)
    assert moustache_engine.MOVES == moustaches.game.GAMES["moustache"].move_type.COUNT

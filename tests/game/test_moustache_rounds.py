"""The course of a game of Moustache: deals, rounds, gifts, what is seen, options; M10, M17, M18, M20, M23, R1 to R5."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

import moustaches
from moustaches.content.texts import texts
from moustaches.engine.bits import Rng
from moustaches.errors import BadMove, BadOption, NotYourTurn
from moustaches.game.events import (
    CardsGiven,
    CardsOpened,
    CupSeen,
    Dealt,
    Event,
    GiftChosen,
    Hidden,
    OpenCardsGiven,
    RoundBegan,
    RuleRevealed,
    StarsShown,
    TeamDealt,
)
from moustaches.game.moustache import Moustache
from moustaches.game.moustache_words import MoustacheMove
from tests.game.table import BLACK, JOKERS, WHITE, play, sit, trick

OURS = {"zero-heroes", "last-trick", "lead-is-trump", "second-best", "zero-fells-ten"}
HELD_BACK = {"equals-vanish", "three-lowest", "lead-is-trump", "second-best"}
ROW = ["pink-plus", "blue-tax", "twos-win", "cut-redirects"]


def finish(game: Moustache, seed: int = 1, rounds: int = 4) -> Moustache:
    """Random legal moves to the end, or to the end of a round."""
    rng = Rng(seed)
    while not game.over and len(game.view(None).rounds) < rounds:
        seat = game.to_act[0]
        legal = game.legal(seat)
        game.play(seat, legal[int(rng.below(len(legal)))])
    return game


def names(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


# -- the deal


@pytest.mark.parametrize(("players", "hand"), [(3, 12), (4, 10), (5, 8), (6, 7)])
def test_hands_by_number_of_players(players: int, hand: int) -> None:
    game = moustaches.new("moustache", players=players, seed=1)
    hands = [game.view(seat).hand for seat in range(players)]
    assert [len(cards) for cards in hands] == [hand] * players
    assert len({card for cards in hands for card in cards}) == hand * players


@pytest.mark.parametrize(("players", "teams"), [(3, (1, 2)), (4, (2, 2)), (5, (2, 3)), (6, (3, 3))])
def test_teams_by_number_of_players_seated_at_random(players: int, teams: tuple[int, int]) -> None:
    seatings = {
        moustaches.new("moustache", players=players, seed=seed).view(None).teams for seed in range(200)
    }
    assert len(seatings) == len(list(combinations(range(players), teams[0]))), "partners may sit side by side"
    assert {(seating.count(0), seating.count(1)) for seating in seatings} == {teams}


def jokers_dealt(players: int, seed: int) -> list[list[str]]:
    game = moustaches.new("moustache", players=players, seed=seed)
    return [[card for card in game.view(seat).hand if card in JOKERS] for seat in range(players)]


@pytest.mark.parametrize("players", [4, 6])
def test_no_jokers_with_4_or_6_players(players: int) -> None:
    assert all(not any(jokers_dealt(players, seed)) for seed in range(10))


def test_with_3_players_the_lone_one_has_all_jokers() -> None:
    for seed in range(10):
        teams = moustaches.new("moustache", players=3, seed=seed).view(None).teams
        assert [len(cards) for cards in jokers_dealt(3, seed)] == [3 if team == 0 else 0 for team in teams]


def test_with_5_players_each_of_the_two_has_one_random_joker() -> None:
    pairs = set()
    for seed in range(60):
        teams = moustaches.new("moustache", players=5, seed=seed).view(None).teams
        dealt = jokers_dealt(5, seed)
        assert [len(cards) for cards in dealt] == [1 if team == 0 else 0 for team in teams]
        pairs.add(tuple(cards[0] for cards in dealt if cards))
    assert len(pairs) == 6


def test_four_rounds_each_with_one_more_rule_card() -> None:
    game = finish(moustaches.new("moustache", seed=2, options={"row": ROW}))
    history = game.events()
    assert [event.round for event in history if isinstance(event, RoundBegan)] == [1, 2, 3, 4]
    assert [event.rule for event in history if isinstance(event, RuleRevealed)] == ROW
    assert len(game.view(None).rounds) == 4
    assert game.outcome is not None


def test_teams_and_hands_are_dealt_anew_each_round() -> None:
    game = finish(moustaches.new("moustache", seed=2))
    teams = [event.team for event in game.events() if isinstance(event, TeamDealt)]
    hands = [event.cards for event in game.events() if isinstance(event, Dealt)]
    assert len(teams) == len(hands) == 16
    assert len({tuple(teams[start : start + 4]) for start in range(0, 16, 4)}) > 1
    assert len(set(hands)) == 16


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_crown_leads_the_first_trick(players: int) -> None:
    for seed in range(8):
        game = moustaches.new("moustache", players=players, seed=seed, options={"row": ROW})
        assert game.to_act == (game.view(None).crown,)


def test_two_white_then_two_black_cards_face_down_but_the_first() -> None:
    view = moustaches.new("moustache", seed=1).view(0)
    assert view.row[0] in WHITE
    assert view.row[1:] == (None, None, None)
    row = finish(moustaches.new("moustache", seed=1)).view(None).row
    assert len(set(row)) == 4
    assert {row[0], row[1]} < set(WHITE)
    assert {row[2], row[3]} < set(BLACK)


def test_M20_order_of_a_round_start() -> None:
    rules = ["pink-open", "pass-three", "twos-win", "cut-redirects"]
    game = finish(moustaches.new("moustache", seed=3, options={"row": rules}), rounds=1)
    began = [place for place, event in enumerate(game.history) if isinstance(event, RoundBegan)]
    for seat in range(4):
        game.play(seat, game.legal(seat)[0])
    assert names(game.history[began[1] :]) == (
        ["RoundBegan", "RuleRevealed"]
        + ["TeamDealt"] * 4
        + ["Dealt"] * 4
        + ["CardsOpened"] * 4
        + ["GiftChosen"] * 4
        + ["CardsGiven", "OpenCardsGiven"] * 4
        + ["TrickLed"]
    )
    crown = next(
        event.seat for event in game.history[began[1] :] if isinstance(event, TeamDealt) and event.crown
    )
    assert game.to_act == (crown,)


def test_M20_the_crown_is_dealt_anew() -> None:
    crowns = set()
    for seed in range(8):
        game = finish(moustaches.new("moustache", seed=seed))
        crowns.add(tuple(e.seat for e in game.history if isinstance(e, TeamDealt) and e.crown))
    assert all(len(each) == 4 for each in crowns)
    assert any(len(set(each)) > 1 for each in crowns)


# -- pass-three and pink-open

HANDS = ("G1 G2 P1 B1", "G3 G4 P3 B3", "G5 G6 P5 B5", "G7 G8 P7 B7")
GIFTS = ("pass G1 P1 B1", "pass G3 P3 B3", "pass G5 P5 B5", "pass G7 P7 B7")


def test_M10_everyone_gives_three_cards_to_the_left_at_once() -> None:
    game = sit("pass-three", *HANDS, phase="give")
    assert game.view(None).phase == "give"
    assert list(game.to_act) == [0, 1, 2, 3]
    assert len(game.legal(2)) == 4
    for seat in (2, 0, 3):
        told = game.play(seat, GIFTS[seat])
        assert told == [GiftChosen(seat=seat)], "what was chosen stays secret"
    assert list(game.to_act) == [1]
    assert game.view(1).hand == ("G3", "G4", "P3", "B3"), "chosen before seeing what arrives"
    game.play(1, GIFTS[1])
    assert [set(game.view(seat).hand) for seat in range(4)] == [
        {"G2", "G7", "P7", "B7"},
        {"G4", "G1", "P1", "B1"},
        {"G6", "G3", "P3", "B3"},
        {"G8", "G5", "P5", "B5"},
    ]


def test_M10_only_giver_and_receiver_know_a_gift() -> None:
    game = sit("pass-three", *HANDS, phase="give")
    play(game, *GIFTS)
    given = [event for event in game.history if isinstance(event, CardsGiven)]
    assert [(event.seat, event.to, event.audience) for event in given] == [
        (0, 1, (0, 1)),
        (1, 2, (1, 2)),
        (2, 3, (2, 3)),
        (3, 0, (3, 0)),
    ]
    assert game.view(0).gave == ("G1", "P1", "B1")
    assert game.view(1).received == ("G1", "P1", "B1")
    assert (game.view(None).gave, game.view(None).received) == ((), ())
    seen = [event for event in game.events(2) if isinstance(event, CardsGiven)]
    assert [event.seat for event in seen] == [1, 2]


def test_M10_gifts_happen_in_every_round_from_the_reveal_on() -> None:
    row = ["blue-tax", "pass-three", "twos-win", "cut-redirects"]
    game = finish(moustaches.new("moustache", seed=3, options={"row": row}))
    rounds = [event.round for event in game.history if isinstance(event, RoundBegan)]
    given: dict[int, int] = dict.fromkeys(rounds, 0)
    now = 0
    for event in game.history:
        if isinstance(event, RoundBegan):
            now = event.round
        given[now] = given.get(now, 0) + isinstance(event, CardsGiven)
    assert [given[each] for each in rounds] == [0, 4, 4, 4]


def test_M10_jokers_may_be_passed() -> None:
    game = sit("pass-three", "unicorn monkey pigeon G1", "G2 G3 G4 G5", "P2 P3 P4 P5", phase="give")
    play(game, "pass unicorn monkey pigeon", "pass G2 G3 G4", "pass P2 P3 P4")
    assert set(game.view(1).hand) == {"G5", "unicorn", "monkey", "pigeon"}


def test_M10_pass_three_on_the_left_nothing_lies_open_until_all_have_passed() -> None:
    game = sit("pass-three pink-open", *HANDS, phase="give")
    assert game.view(None).open == ((), (), (), ())
    play(game, *GIFTS[:3])
    assert game.view(None).open == ((), (), (), ())
    told = play(game, GIFTS[3])
    assert told.all(OpenCardsGiven) == []
    assert [event.cards for event in told.all(CardsOpened)] == [("P7",), ("P1",), ("P3",), ("P5",)]
    order = names(told.events)
    assert order.index("CardsOpened") > order.index("CardsGiven")
    assert game.view(None).open == (("P7",), ("P1",), ("P3",), ("P5",)), "received ones too"


def test_M10_pink_open_on_the_left_pinks_are_seen_to_move() -> None:
    game = sit("pink-open pass-three", *HANDS, phase="give")
    assert game.view(None).open == (("P1",), ("P3",), ("P5",), ("P7",))
    told = play(game, *GIFTS)
    assert [(event.seat, event.to, event.cards) for event in told.all(OpenCardsGiven)] == [
        (0, 1, ("P1",)),
        (1, 2, ("P3",)),
        (2, 3, ("P5",)),
        (3, 0, ("P7",)),
    ]
    assert all(event.audience is None for event in told.all(OpenCardsGiven))
    assert game.view(None).open == (("P7",), ("P1",), ("P3",), ("P5",))


def test_pink_open_cards_are_still_in_hand() -> None:
    game = sit("pink-open", "P1 G1", "P2 G2", "P3 G3", "O4 G4")
    assert game.view(None).open == (("P1",), ("P2",), ("P3",), ())
    assert game.view(1).hand == ("G2", "P2")
    game.play(0, "play P1")
    assert game.view(None).open == ((), ("P2",), ("P3",), ())


# -- what is seen


def test_M17_no_channel_but_the_moves() -> None:
    assert "chat" in texts("en").ruling("M17")
    kinds = {MoustacheMove(number).kind for number in range(MoustacheMove.COUNT)}
    assert kinds == {"play", "steal", "pass"}, "a seat can say nothing else"
    game = moustaches.new("moustache", seed=1, options={"row": ROW})
    for words in ("say I have B10", "chat hello", "play B10 please"):
        with pytest.raises(BadMove):
            game.play(game.to_act[0], words)


def test_M18_the_last_complete_trick_is_shown() -> None:
    game = trick("G1 G5 G9 G3", more="P1 P2 P3 P4").game
    (past,) = game.view(None).tricks
    assert [(laid.seat, laid.card) for laid in past.cards] == [(0, "G1"), (1, "G5"), (2, "G9"), (3, "G3")]
    assert past.taker == 2


def test_M18_tricks_are_of_this_round_only() -> None:
    assert trick("G1 G5 G9 G3").game.view(None).tricks == ()


def test_M18_star_counts_are_hidden_by_default() -> None:
    told = trick("G1 G5 O5 G3", more="P1 P2 P3 P4")
    assert told.all(StarsShown) == []
    assert told.game.view(0).stars is None


def test_M18_open_counts_show_the_totals_with_all_active_rules() -> None:
    told = trick(
        "G1 G5 O5 G3", "green-negative last-trick", more="P1 P2 P3 P4", options={"open-counts": True}
    )
    assert told.one(StarsShown).stars == (3 - 3 - 1 + 3, 0), "as if it had been the last trick"
    assert told.game.view(None).stars == (2, 0)
    second = play(told.game, "play P3", "play P4", "play P1", "play P2")
    assert second.one(StarsShown).stars == (3 - 3 - 1, 2 + 1 + 3)


def test_M18_open_counts_wait_for_the_monkey() -> None:
    told = trick("monkey B5 O4", more="P1 P2 P3", options={"open-counts": True})
    assert told.all(StarsShown) == []
    assert play(told.game, "steal B5").one(StarsShown).stars == (3 - 5, 2)


def test_R1_left_is_the_next_seat() -> None:
    game = sit("pass-three", *HANDS, phase="give")
    told = play(game, *GIFTS)
    assert [(event.seat, event.to) for event in told.all(CardsGiven)][-1] == (3, 0)
    with pytest.raises(moustaches.BadPlayers, match="0 to 3"):
        game.legal(4)


def test_R2_a_single_choice_is_a_move_all_the_same() -> None:
    game = sit("", "G1", "G2", "G3", "G4")
    assert game.to_act == (0,)
    assert [str(move) for move in game.legal(0)] == ["play G1"]
    game.play(0, "play G1")
    assert game.to_act == (1,), "nobody plays by itself"


def test_R3_simultaneous_choices_are_final() -> None:
    game = sit("pass-three", *HANDS, phase="give")
    game.play(0, "pass G1 P1 B1")
    with pytest.raises(NotYourTurn):
        game.play(0, "pass G2 P1 B1")
    assert game.view(0).gave == ("G1", "P1", "B1")
    assert game.view(None).chosen == (True, False, False, False)


def test_R4_what_is_unseen_stays_unseen_until_the_game_is_over() -> None:
    game = moustaches.new("moustache", players=3, seed=4, options={"row": ROW})
    assert [event.seat for event in game.events(1) if isinstance(event, Dealt)] == [1]
    assert any(isinstance(event, Hidden) for event in game.events(1))
    assert not any(isinstance(event, Dealt) for event in game.events())
    assert game.seed is None
    finish(game)
    assert len([event for event in game.events() if isinstance(event, Dealt)]) == 12
    assert not any(isinstance(event, Hidden) for event in game.events())
    assert game.seed is not None
    assert all(points is not None for past in game.view(None).cups for points in past)


def test_R4_cups_are_opened_at_the_end() -> None:
    game = finish(moustaches.new("moustache", seed=4))
    drawn = [0] * 4
    for event in game.events():
        if isinstance(event, CupSeen):
            drawn[event.seat] += event.points
    assert game.outcome is not None
    assert game.outcome.scores == tuple(drawn) == game.view(None).scores


def test_R5_ranks_are_by_points() -> None:
    for seed in range(5):
        outcome = finish(moustaches.new("moustache", players=5, seed=seed), seed).outcome
        assert outcome is not None
        expected = [1 + sum(other > mine for other in outcome.scores) for mine in outcome.scores]
        assert list(outcome.ranks) == expected
        assert outcome.winners == tuple(seat for seat in range(5) if outcome.ranks[seat] == 1)


def test_order_of_colours_is_the_plain_one_while_gifts_are_chosen() -> None:
    """The trump of a trick ends with it."""
    row = ["pass-three", "blue-tax", "lead-is-trump", "twos-win"]
    game = trick("O1 O3 O4 O5", row=row, round=3).game
    assert game.view(None).phase == "give"
    assert game.view(0).order == ("green", "pink", "orange", "blue")


# -- options and packs


def packs(**options: bool) -> tuple[set[str], set[str]]:
    """The cards from which a row is drawn, as the deals tell."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    (_, white), (_, black) = moustaches.new("moustache", seed=1, options=named).deals[:2]
    return set(white.order), set(black.order)


def test_by_default_a_row_is_drawn_from_printed_and_reported_cards() -> None:
    assert packs() == (set(WHITE) - OURS, set(BLACK) - OURS)


def test_own_rules_adds_ours() -> None:
    assert packs(own_rules=True) == (set(WHITE), set(BLACK))


def test_first_game_holds_cards_back() -> None:
    assert packs(first_game=True) == (set(WHITE) - OURS, set(BLACK) - OURS - HELD_BACK)
    assert packs(first_game=True, own_rules=True) == (set(WHITE), set(BLACK) - HELD_BACK)


def test_every_card_of_the_packs_comes_up() -> None:
    seen = set()
    for seed in range(120):
        game = moustaches.new("moustache", seed=seed, options={"own-rules": True})
        seen |= {rule.id for rule in game.state.rules}
    assert seen == {*WHITE, *BLACK}


def test_M23_a_row_fixed_by_hand_is_public() -> None:
    view = moustaches.new("moustache", options={"row": ROW}).view(None)
    assert view.row == tuple(ROW)
    assert view.revealed == 1


def test_M23_a_fixed_row_overrides_the_pack_options() -> None:
    row = ["zero-heroes", "last-trick", "lead-is-trump", "second-best"]
    game = moustaches.new("moustache", options={"row": row, "first-game": True})
    assert game.view(None).row == tuple(row)


@pytest.mark.parametrize(
    "row",
    [
        ["pink-plus", "pink-plus", "twos-win", "cut-redirects"],
        ["pink-plus", "blue-tax", "twos-win", "twos-win"],
        ["twos-win", "cut-redirects", "pink-plus", "blue-tax"],
        ["pink-plus", "twos-win", "blue-tax", "cut-redirects"],
        ["pink-plus", "blue-tax", "pass-three", "cut-redirects"],
    ],
)
def test_M23_refuses_a_row_that_is_not_two_white_then_two_black(row: list[str]) -> None:
    with pytest.raises(BadOption, match="M23"):
        moustaches.new("moustache", options={"row": row})


@pytest.mark.parametrize(
    "row",
    [[], ["pink-plus"], [*ROW, "second-best"], "pink-plus", ["pink-plus", "blue-tax", "twos-win", 4], None],
)
def test_M23_refuses_a_row_that_is_not_four_cards(row: object) -> None:
    with pytest.raises(BadOption, match="row: expected"):
        moustaches.new("moustache", options={"row": row})


def test_M23_refuses_an_unknown_card() -> None:
    with pytest.raises(BadOption, match="did you mean twos-win"):
        moustaches.new("moustache", options={"row": ["pink-plus", "blue-tax", "two-win", "cut-redirects"]})


def test_M23_refuses_packs_with_fewer_than_two_cards(tmp_path: Path) -> None:
    box = tmp_path / "thin.toml"
    rules = [("pink-plus", "white", "printed"), ("blue-tax", "white", "printed")]
    rules += [("twos-win", "black", "printed"), ("second-best", "black", "ours")]
    lines = ["format = 1", 'base = "standard"', 'name = "thin"']
    for id, pack, source in rules:
        lines += ["[[moustache.rules]]", f'id = "{id}"', f'pack = "{pack}"', f'source = "{source}"']
        lines.append("first_game = true")
    box.write_text("\n".join(lines))
    with pytest.raises(BadOption, match=r"1 black rule cards; a row needs two \(M23\)"):
        moustaches.new("moustache", edition=str(box))
    game = moustaches.new("moustache", edition=str(box), options={"own-rules": True})
    assert {rule.id for rule in game.state.rules} == {id for id, _, _ in rules}


@pytest.mark.parametrize("option", ["own-rules", "first-game", "open-counts", "equal-cups"])
def test_a_flag_takes_true_or_false(option: str) -> None:
    with pytest.raises(BadOption, match=f"{option}: expected true or false, found 'yes'"):
        moustaches.new("moustache", options={option: "yes"})
    assert moustaches.new("moustache", options={option: True}).view(None).options == {option: True}
    assert moustaches.new("moustache", options={option: False}).view(None).options == {}


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(BadOption, match="did you mean equal-cups"):
        moustaches.new("moustache", options={"equal-cup": True})


@pytest.mark.parametrize("players", [2, 7])
def test_3_to_6_players(players: int) -> None:
    with pytest.raises(moustaches.BadPlayers, match="3 to 6 players"):
        moustaches.new("moustache", players=players)


def test_a_trick_after_the_end_is_refused() -> None:
    game = finish(moustaches.new("moustache", seed=4))
    with pytest.raises(moustaches.GameOver):
        game.play(0, "play G1")
    assert game.why(0, "play G1").id == "game-over"
    assert names(game.events())[-1] == "GameEnded"

"""A position of Moustache from its description (`docs/positions.md`)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from moustaches.content.editions import COLOURS
from moustaches.content.value import Value
from moustaches.engine import moustache as engine
from moustaches.engine.bits import mask_of
from moustaches.engine.trick import ANIMALS, GREEN, JOKERS

from . import events
from .moustache import Moustache, card_of
from .moustache_words import CARDS, Card, words
from .positions import disjoint, mask, masks, named, whole

KEYS = (
    "players",
    "options",
    "edition",
    "round",
    "row",
    "teams",
    "crown",
    "hands",
    "leader",
    "trick",
    "piles",
    "gone",
    "laid",
    "voids",
    "phase",
    "chosen",
    "received",
    "last_taker",
    "cups",
)


def take(game: Moustache, value: Value) -> None:
    """Turns the game's fresh table into the position described."""
    value.table(*KEYS)
    state = game.state
    state.round = whole(value["round"], 1, engine.ROUNDS, 1)
    take_row(game, value)
    take_teams(game, value)
    take_cards(game, value)
    take_cups(game, value["cups"])
    begin(game, value)


def take_row(game: Moustache, value: Value) -> None:
    """All four rule cards, those still hidden too."""
    state = game.state
    box = game.setting.edition.moustache
    if value["row"].raw is None and state.setup.row:
        rules = state.setup.row
    else:
        ids = [item.choice(*(card.id for card in box.rules)) for item in value["row"].items("rule cards", 4)]
        packs = [box.rule(id).pack for id in ids]
        if packs != ["white", "white", "black", "black"] or len(set(ids)) < 4:
            raise value["row"].wrong(
                "two different white rule cards, then two different black ones (M23)", " ".join(ids)
            )
        if state.setup.row and ids != game.setting.options["row"]:
            raise value["row"].wrong("the row of the options", " ".join(ids))
        rules = [card_of(box.rule(id)) for id in ids]
    state.rules = rules
    state.row = state.setup.row_of(rules[: state.round])


def take_teams(game: Moustache, value: Value) -> None:
    state = game.state
    teams = value["teams"].wholes(game.players, 0, 1)
    first = int(state.setup.first_team)
    if teams.count(0) != first:
        raise value["teams"].wrong(
            f"{first} seats in team 0 and {game.players - first} in team 1", str(list(teams))
        )
    crown = value["crown"].whole(0, game.players - 1)
    sides = {"larger": (1,), "smaller": (0,), "either": (0, 1)}[
        game.setting.edition.moustache.table(game.players).crown
    ]
    if teams[crown] not in sides:
        raise value["crown"].wrong(f"a seat of team {sides[0]} (M11)")
    state.second_team = mask_of([seat for seat, team in enumerate(teams) if team])
    state.crown = crown


def take_cards(game: Moustache, value: Value) -> None:
    """Hands, piles, and what play has shown. A card that is named nowhere lies unseen."""
    state = game.state
    hands = masks(value["hands"], game.players, Card.parse, "cards")
    piles = masks(value["piles"], 2, Card.parse, "cards") if value["piles"].raw is not None else [0, 0]
    gone = mask(value["gone"], Card.parse, "cards") if value["gone"].raw is not None else 0
    laid = mask(value["trick"], Card.parse, "cards") if value["trick"].raw is not None else 0
    everywhere = disjoint(value, [*hands, *piles, gone, laid], words)
    if everywhere & JOKERS and not state.setup.jokers:
        raise value.wrong(f"no joker with {game.players} players", ", ".join(words(everywhere & JOKERS)))
    state.hands = vec[i64](hands)
    state.pile0, state.pile1, state.gone = piles[0], piles[1], gone
    past = piles[0] | piles[1] | gone
    if value["laid"].raw is not None:
        shown = masks(value["laid"], game.players, Card.parse, "cards")
        if disjoint(value["laid"], shown, words) != past:
            raise value["laid"].wrong("exactly the cards of piles and gone, by the seat that laid them")
    elif past & JOKERS:
        raise value["laid"].wrong("the cards of piles and gone by seat, since a joker is among them")
    else:
        shown = [past, *[0] * (game.players - 1)]
    state.shown = vec[i64](shown)
    state.may_hold = vec[i64](
        [ANIMALS & ~colours(each) for each in lists(value["voids"], game.players, "colours")]
    )
    taker = value["last_taker"]
    state.last_taker = -1 if taker.raw is None else taker.whole(0, 1)


def lists(value: Value, count: int, what: str) -> list[Value | None]:
    """A list for each seat, or nothing for all."""
    return (
        [None] * count
        if value.raw is None
        else list(value.items(f"lists of {what}, one for each seat", count))
    )


def colours(value: Value | None) -> int:
    """The cards of some colours."""
    items = value.items("colours") if value is not None else ()
    return sum(GREEN << 11 * COLOURS.index(item.choice(*COLOURS)) for item in items)


def take_cups(game: Moustache, value: Value) -> None:
    """Points by past round and seat; 0 for who did not win."""
    state = game.state
    cups = [0] * (game.players * engine.ROUNDS)
    if value.raw is not None:
        for past, item in enumerate(value.items("rounds", int(state.round) - 1)):
            start = past * game.players
            cups[start : start + game.players] = cups_of(game, item, past)
    state.cups = vec[i64](cups)


def cups_of(game: Moustache, value: Value, past: int) -> list[int]:
    """The tokens that each seat drew in a past round: 1 + the token's number, 0 for none."""
    setup = game.state.setup
    tokens = setup.cups[past]
    found: list[int] = []
    for item in value.items("points, one for each seat", game.players):
        points = item.whole(0, max(tokens))
        left = [
            number + 1 for number, each in enumerate(tokens) if each == points and number + 1 not in found
        ]
        if setup.equal_cups:
            left = [2] if points == sorted(tokens)[1] else []
        if points and not left:
            raise item.wrong(
                f"0 or a token of round {past + 1} that is not drawn yet ({', '.join(map(str, tokens))})"
            )
        found.append(left[0] if points else 0)
    winners = sum(token > 0 for token in found)
    teams = {int(setup.first_team), game.players - int(setup.first_team)}
    if winners not in teams:
        raise value.wrong(
            f"tokens for a whole team ({' or '.join(map(str, sorted(teams)))} seats)", str(winners)
        )
    return found


def begin(game: Moustache, value: Value) -> None:
    """Tells what lies on the table, and goes on to gifts or to the trick."""
    state = game.state
    phase = "play" if value["phase"].raw is None else value["phase"].choice("give", "play", "steal")
    trick = value["trick"].items("cards") if value["trick"].raw is not None else ()
    if len(trick) > game.players:
        raise value["trick"].wrong(f"at most {game.players} cards")
    state.leader = whole(value["leader"], 0, game.players - 1, int(state.crown))
    order = [(int(state.leader) + place) % game.players for place in range(len(trick))]
    cards = [named(item, Card.parse) for item in trick]
    for seat, card in zip(order, cards, strict=True):
        state.hands[seat] |= 1 << card
    for seat in range(game.players):
        if state.hands[seat] & ANIMALS & ~state.may_hold[seat]:
            raise value["voids"].wrong(f"only colours that seat {seat} neither holds nor lays now")
    sizes = {int(hand).bit_count() for hand in state.hands}
    if len(sizes) > 1 or 0 in sizes or max(sizes) > state.setup.hand:
        raise value["hands"].wrong(
            f"the same number of cards for all, 1 to {state.setup.hand}, those in the trick included"
        )
    if phase == "give":
        take_gifts(game, value)
        return
    take_received(game, value)
    check_jokers(game, value["hands"])
    announce(game)
    state.lead(state.leader)
    for item, seat, card in zip(trick, order, cards, strict=True):
        if not state.is_legal(seat, card):
            raise item.wrong(f"a card that seat {seat} could lay", CARDS[card])
        state.lay(seat, 1 << card)
    game.course.hear()
    if (phase == "steal") != (state.phase == engine.TAKE):
        raise value["phase"].wrong(
            "`steal` where, and only where, the trick is complete and a monkey has a choice"
        )


def take_received(game: Moustache, value: Value) -> None:
    """What lies open, and what was given to the left, in the order of the row (M10)."""
    state = game.state
    passing = False
    for rule in state.row.rules:
        state.open_kind |= rule.opens()
        if rule.passes():
            passing = True
            state.gift_kind = state.open_kind
    state.started = len(state.row.rules)
    if value["chosen"].raw is not None:
        raise value["chosen"].wrong("nothing, except in the phase `give`")
    if value["received"].raw is None:
        return
    if not passing:
        raise value["received"].wrong("nothing, since no rule in force passes cards")
    received = masks(value["received"], game.players, Card.parse, "cards")
    disjoint(value["received"], received, words)
    for seat, cards in enumerate(received):
        held = int(state.hands[seat] | state.shown[seat])
        if cards.bit_count() != engine.PASSED or cards & ~held:
            raise value["received"].wrong("for each seat three cards that it holds or has laid")
    state.received = vec[i64](received)
    state.gave = True


def check_jokers(game: Moustache, value: Value) -> None:
    """Jokers are dealt to the first team: all three to a lone player, otherwise one to each (M9)."""
    state = game.state
    if not state.setup.jokers:
        return
    for seat in range(game.players):
        dealt = int(state.hands[seat] | state.shown[seat])
        if state.gave:
            dealt = dealt & ~int(state.received[seat]) | int(state.received[(seat + 1) % game.players])
        jokers = (dealt & JOKERS).bit_count()
        expected = 0 if state.team_of(seat) else int(state.setup.jokers)
        if jokers != expected:
            raise value.wrong(f"{expected} of the jokers dealt to seat {seat}, in hand or laid", str(jokers))


def announce(game: Moustache) -> None:
    """The events that a client needs to draw the position."""
    state = game.state
    rules = [events.RuleRevealed(place=place, rule=game.sight.rule(place)) for place in range(state.round)]
    game.history.append(events.RoundBegan(round=int(state.round), cards=int(state.setup.hand)))
    game.history.extend(rules)
    for seat in range(game.players):
        state.note(engine.TEAM, seat, state.team_of(seat), int(seat == state.crown))
    for seat in range(game.players):
        state.note(engine.DEALT, seat, state.hands[seat], 0)


def take_gifts(game: Moustache, value: Value) -> None:
    """The start of a round with `pass-three`: some may have chosen."""
    state = game.state
    if state.leader != state.crown:
        raise value["leader"].wrong("the crown, who leads the first trick (M20)")
    for key in ("trick", "piles", "gone", "laid", "voids", "received", "last_taker"):
        if value[key].raw is not None:
            raise value[key].wrong("nothing in the phase `give`, before the first trick")
    if not any(rule.passes() for rule in state.row.rules):
        raise value["phase"].wrong("`play`, since no rule in force passes cards")
    if int(state.hands[0]).bit_count() < engine.PASSED:
        raise value["hands"].wrong("at least three cards each, to pass three")
    check_jokers(game, value["hands"])
    announce(game)
    state.start_rules()
    chosen = (
        masks(value["chosen"], game.players, Card.parse, "cards") if value["chosen"].raw is not None else []
    )
    for seat, cards in enumerate(chosen):
        if cards:
            if cards.bit_count() != engine.PASSED or cards & ~state.hands[seat]:
                raise value["chosen"].wrong("for each seat nothing, or three cards of its hand")
            state.give(seat, cards)
    game.course.hear()

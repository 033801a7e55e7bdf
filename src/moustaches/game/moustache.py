"""Moustache at the table: its notation, events, views, explanations and positions."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any, ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from moustaches.content.editions import COLOURS, Edition, RuleCardEntry
from moustaches.engine import moustache as engine
from moustaches.engine import rules as our_cards
from moustaches.engine.bits import mask_of, members
from moustaches.engine.trick import ORDER, TRUMP, VANISH, Count, RuleCard, Trick
from moustaches.errors import BadMove, BadOption

from . import events
from .game import Game, Move, Note
from .notation import Named
from .options import Option, flag
from .positions import described
from .reasons import Reason
from .views import View

LETTERS = "GPOB"
JOKERS = ("unicorn", "monkey", "pigeon")
CARDS = (*(f"{letter}{value}" for letter in LETTERS for value in range(11)), *JOKERS)
NUMBERS = {name: number for number, name in enumerate(CARDS)}
TEAMS = ("first", "second")
PHASES = {engine.GIVE: "give", engine.PLAY: "play", engine.TAKE: "steal", engine.OVER: "over"}
KINDS = {engine.GIVE: "pass", engine.PLAY: "play", engine.TAKE: "steal"}

RULINGS = {
    "green-negative": ("M13",),
    "pink-open": ("M10",),
    "pass-three": ("M10",),
    "blue-tax": ("M13",),
    "pink-plus": ("M13",),
    "fewest-stars": ("M12",),
    "zero-heroes": ("M13",),
    "last-trick": ("M21",),
    "twos-win": ("M1",),
    "equals-vanish": ("M2",),
    "colours-inverted": ("M3",),
    "three-lowest": ("M1", "M19"),
    "cut-redirects": ("M14",),
    "lead-is-trump": ("M3",),
    "second-best": ("M1", "M15"),
    "zero-fells-ten": ("M1",),
}


class Card(Named):
    """A card: `G0`…`B10`, `unicorn`, `monkey`, `pigeon`; as a number, its place in that order."""

    NAMES = CARDS
    KIND = "card"
    EXPECTED = "G0 to B10, unicorn, monkey or pigeon"


class MoustacheMove(Move):
    """`play B7`, `pass G1 P4 B9`, `steal B10`."""

    COUNT: ClassVar[int] = engine.MOVES

    @classmethod
    def parse(cls, text: str) -> Self:
        kind, *names = text.split()[:5] or [""]
        cards = [Card.parse(name) for name in names]
        if kind == "play" and len(cards) == 1:
            return cls(cards[0])
        if kind == "steal" and len(cards) == 1 and cards[0] < len(CARDS) - len(JOKERS):
            return cls(engine.STEAL + cards[0])
        if kind == "pass" and len(set(cards)) == len(cards) == engine.PASSED:
            return cls(engine.PASS + engine.rank_of(mask_of(list(cards))))
        raise BadMove(
            f"{text!r} is no move; expected `play B7`, `pass G1 P4 B9` (three cards) or `steal B10`"
        )

    def __str__(self) -> str:
        if self < engine.PASS:
            return TEXTS[self]
        return f"pass {' '.join(words(engine.three_of(self - engine.PASS)))}"

    @property
    def kind(self) -> str:
        return "play" if self < engine.STEAL else "steal" if self < engine.PASS else "pass"

    @property
    def cards(self) -> int:
        """The cards it names, as a mask."""
        if self < engine.STEAL:
            return 1 << self
        return 1 << self - engine.STEAL if self < engine.PASS else engine.three_of(self - engine.PASS)


TEXTS = (*(f"play {card}" for card in CARDS), *(f"steal {animal}" for animal in CARDS[:44]))


class Laid(Struct, frozen=True, gc=False):
    """A card in a trick."""

    seat: int
    card: str


class PastTrick(Struct, frozen=True, gc=False):
    """A complete trick of this round, and who took it or would have (none: nobody)."""

    cards: tuple[Laid, ...]
    taker: int | None
    why: Reason
    stolen: Laid | None = None
    """What the monkey's player took for its team."""


class PastRound(Struct, frozen=True, gc=False):
    """How a round was counted."""

    stars: tuple[int, int]
    winners: tuple[int, ...]


class MoustacheView(View, frozen=True, kw_only=True):
    """What one seat of Moustache may know."""

    round: int
    row: tuple[str | None, ...]
    """The four rule cards; none where one lies face down."""
    revealed: int
    """How many of them are in force."""
    teams: tuple[int, ...]
    crown: int
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    open: tuple[tuple[str, ...], ...]
    """The cards of each hand that lie face up."""
    chosen: tuple[bool, ...]
    """Who has chosen what to give."""
    gave: tuple[str, ...]
    """What this seat chose for its left, or gave in this round."""
    received: tuple[str, ...]
    seen_moving: tuple[tuple[str, ...], ...]
    """By receiver: cards that lay open while they were given (M10)."""
    leader: int
    demanded: str | None
    order: tuple[str, ...]
    """The colours, the weakest first, as they stand in this trick."""
    trick: tuple[Laid, ...]
    still_in: tuple[str, ...]
    """While the monkey steals: the animals to choose from."""
    tricks: tuple[PastTrick, ...]
    """The complete tricks of this round; the last one lies on the table (M18)."""
    stars: tuple[int, int] | None
    """Both totals so far, under open counts."""
    rounds: tuple[PastRound, ...]
    cups: tuple[tuple[int | None, ...], ...]
    """By round and seat: points this viewer knows of; none: unseen, 0: no cup."""


class Moustache(Game):
    """A game of Moustache."""

    name = "moustache"
    move_type = MoustacheMove
    state: engine.State

    laying: tuple[Laid, ...] = ()
    tricks: tuple[PastTrick, ...] = ()
    rounds: tuple[PastRound, ...] = ()
    stars: tuple[int, int] | None = None
    steps: tuple[Reason, ...] = ()
    round_shown: tuple[object, dict[str, Any]] | None = None
    order_shown: tuple[object, tuple[str, ...]] | None = None
    cups_shown: tuple[object, dict[int | None, tuple[tuple[int | None, ...], ...]]] | None = None

    def first_state(self) -> engine.State:
        return engine.start(setup_of(self.setting.players, self.setting.edition, self.setting.options))

    def copy(self) -> Self:
        new = super().copy()
        new.round_shown = new.order_shown = new.cups_shown = None
        return new

    def rule(self, place: int) -> str:
        return str(self.state.rules[place].id)

    # Events

    def tell(self, notes: list[Note]) -> list[events.Event]:
        told: list[events.Event] = []
        for kind, seat, a, b in notes:
            told.extend(TELLING[kind](self, seat, a, b))
        return told

    def revealed(self, seat: int, place: int, _: int) -> list[events.Event]:
        self.tricks = ()
        self.stars = None
        self.laying = ()
        hand = int(self.state.setup.hand)
        return [
            events.RoundBegan(round=place + 1, cards=hand),
            events.RuleRevealed(place=place, rule=self.rule(place)),
        ]

    def team(self, seat: int, team: int, crown: int) -> list[events.Event]:
        return [events.TeamDealt(seat=seat, team=team, crown=bool(crown))]

    def dealt(self, seat: int, cards: int, _: int) -> list[events.Event]:
        return [events.Dealt(seat=seat, cards=words(cards), audience=(seat,))]

    def opened(self, seat: int, cards: int, _: int) -> list[events.Event]:
        return [events.CardsOpened(seat=seat, cards=words(cards))]

    def gift_chosen(self, seat: int, a: int, b: int) -> list[events.Event]:
        return [events.GiftChosen(seat=seat)]

    def given(self, seat: int, cards: int, seen: int) -> list[events.Event]:
        left = (seat + 1) % self.players
        given: list[events.Event] = [
            events.CardsGiven(seat=seat, to=left, cards=words(cards), audience=(seat, left))
        ]
        if self.state.gift_kind:
            given.append(events.OpenCardsGiven(seat=seat, to=left, cards=words(seen)))
        return given

    def led(self, seat: int, a: int, b: int) -> list[events.Event]:
        self.laying = ()
        return [events.TrickLed(seat=seat)]

    def laid(self, seat: int, card: int, _: int) -> list[events.Event]:
        self.laying = (*self.laying, Laid(seat, CARDS[card]))
        self.steps = ()
        return [events.CardLaid(seat=seat, card=CARDS[card])]

    def demanded(self, seat: int, colour: int, changed: int) -> list[events.Event]:
        args: dict[str, Any] = {"colour": COLOURS[colour], "seat": seat}
        if changed:
            rule = next(rule.id for rule in self.state.row.redirecting)
            why = Reason("redirected", rule, RULINGS.get(rule, ()), args)
        else:
            led_by_joker = len(self.laying) > 1
            why = Reason("first-animal", rulings=("M8",) if led_by_joker else (), args=args)
        return [events.ColourDemanded(seat=seat, colour=COLOURS[colour], why=why)]

    def acted(self, place: int, moment: int, what: int) -> list[events.Event]:
        rule = self.rule(place)
        args: dict[str, Any] = {"place": place}
        if moment in (ORDER, TRUMP):
            args["order"] = list(order_words(what))
        else:
            args["cards"] = list(words(what))
        why = Reason(MOMENTS[moment], rule, RULINGS.get(rule, ()), args)
        self.steps = (*self.steps, why)
        acted: list[events.Event] = [events.RuleActed(place=place, rule=rule, why=why)]
        if moment == VANISH:
            acted.append(events.CardsVanished(cards=words(what), why=why))
        return acted

    def trick_taken(self, seat: int, card: int, vanished: int) -> list[events.Event]:
        jokers = {laid.card: laid.seat for laid in self.laying if laid.card in JOKERS}
        steps = list(self.steps)
        if card < 0:
            steps.append(Reason("nobody-left", rulings=("M5",), args={"seat": int(self.state.leader)}))
        elif CARDS[card] == "unicorn":
            steps.append(Reason("unicorn", rulings=("M4",), args={"seat": seat}))
        elif not steps or steps[-1].id not in ("names-winner", "takes-otherwise"):
            steps.append(Reason("strongest", args={"card": CARDS[card], "seat": seat}))
        if "pigeon" in jokers:
            rulings = ("M6",) if "monkey" in jokers else ()
            steps.append(Reason("pigeon", rulings=rulings, args={"seat": jokers["pigeon"]}))
        why = Reason("trick", args={"seat": seat} if seat >= 0 else {}, steps=tuple(steps))
        taker = seat if seat >= 0 else None
        self.tricks = (*self.tricks, PastTrick(self.laying, taker, why))
        return [events.TrickTaken(seat=taker, card=CARDS[card] if card >= 0 else None, why=why)]

    def discarded(self, _: int, cards: int, b: int) -> list[events.Event]:
        pigeon = any(laid.card == "pigeon" for laid in self.laying)
        why = Reason("pigeon-discards") if pigeon else Reason("nobody-left", rulings=("M5",))
        return [events.CardsVanished(cards=words(cards), why=why)]

    def stole(self, seat: int, card: int, _: int) -> list[events.Event]:
        why = Reason("monkey", rulings=("M7",), args={"seat": seat, "card": CARDS[card]})
        last = replace(self.tricks[-1], stolen=Laid(seat, CARDS[card]))
        self.tricks = (*self.tricks[:-1], last)
        return [events.CardStolen(seat=seat, card=CARDS[card], why=why)]

    def collected(self, seat: int, team: int, cards: int) -> list[events.Event]:
        return [events.CardsCollected(seat=seat, team=team, cards=words(cards))]

    def totals(self, _: int, first: int, second: int) -> list[events.Event]:
        self.stars = (first, second)
        return [events.StarsShown(stars=(first, second))]

    def counted(self, team: int, stars: int, _: int) -> list[events.Event]:
        state = self.state
        count = Count(state.pile0, state.pile1, state.last_taker)
        printed, *changes = state.row.account(count, team)
        steps = [Reason("printed-stars", args={"stars": printed})]
        for rule, change in zip(state.row.rules, changes, strict=True):
            if change:
                steps.append(Reason("rule-stars", rule.id, RULINGS.get(rule.id, ()), {"stars": change}))
        why = Reason(
            "stars", rulings=("M12",) if stars < 0 else (), args={"stars": stars}, steps=tuple(steps)
        )
        self.counts = (*self.counts, stars)[-2:]
        return [events.PileCounted(team=team, cards=words(count.pile(team)), stars=stars, why=why)]

    counts: tuple[int, ...] = ()

    def won(self, _: int, team: int, by_crown: int) -> list[events.Event]:
        winners = tuple(members(self.state.won))
        args: dict[str, Any] = {"team": TEAMS[team], "stars": list(self.counts)}
        if by_crown:
            why = Reason("crown-breaks-tie", rulings=("M11",), args=args)
        elif self.state.row.fewest_win:
            rule = next(rule.id for rule in self.state.row.rules if rule.fewest_win())
            why = Reason("fewer-stars", rule, ("M12",), args)
        else:
            why = Reason("more-stars", args=args)
        self.rounds = (*self.rounds, PastRound((self.counts[0], self.counts[1]), winners))
        return [events.RoundWon(team=team, seats=winners, why=why)]

    def cup(self, seat: int, token: int, openly: int) -> list[events.Event]:
        points = self.state.setup.cups[self.state.round - 1][token]
        seen = events.CupSeen(seat=seat, points=points, audience=None if openly else (seat,))
        return [events.CupDrawn(seat=seat), seen]

    def ended(self, seat: int, a: int, b: int) -> list[events.Event]:
        return []

    def deal_words(self, name: str, order: list[int]) -> tuple[str, ...]:
        setup = self.state.setup
        if name in ("white", "black"):
            pack = setup.white if name == "white" else setup.black
            return tuple(str(pack[number].id) for number in order)
        if name == "animals":
            return tuple(CARDS[number] for number in order)
        if name == "jokers":
            return tuple(JOKERS[number] for number in order)
        if name == "cups":
            return tuple(str(setup.cups[self.state.round - 1][number]) for number in order)
        return tuple(
            TEAMS[number >= setup.first_team] + ("-crown" if number == setup.crown else "")
            for number in order
        )

    # Explanations

    def why_not(self, seat: int, move: Move) -> Reason:
        assert isinstance(move, MoustacheMove)
        state = self.state
        hand = int(state.hands[seat])
        expected = KINDS[state.phase]
        if move.kind != expected:
            return Reason("another-kind", args={"move": str(move), "expected": expected})
        if expected == "steal":
            choice = list(words(state.trick.cards))
            return Reason("not-in-trick", rulings=("M7",), args={"cards": choice, "move": str(move)})
        missing = move.cards & ~hand
        if missing:
            return Reason("not-in-hand", args={"cards": list(words(missing))})
        colour = order_word(int(state.trick.demanded))
        redirected = (
            len({laid.card[0] for laid in self.laying if laid.card not in JOKERS}) > 1 and state.row.redirects
        )
        return Reason(
            "must-follow",
            rulings=("M14",) if redirected else (),
            args={"colour": colour, "cards": list(words(hand & state.trick.demanded))},
        )

    def why_outcome(self) -> Reason:
        scores = self.state.scores()
        return Reason("most-points", rulings=("R5",), args={"points": scores})

    # Views

    def public(self) -> dict[str, Any]:
        state = self.state
        phase, open_kind, gift_kind = state.phase, int(state.open_kind), state.gift_kind
        hands = [int(hand) for hand in state.hands]
        playing = phase in (engine.PLAY, engine.TAKE)
        nothing = ((),) * self.players
        return {
            **self.of_the_round(),
            "phase": PHASES[phase],
            "hand_sizes": tuple([hand.bit_count() for hand in hands]),
            "open": tuple([words(hand & open_kind) for hand in hands]) if open_kind else nothing,
            "chosen": tuple([three != 0 for three in state.given]),
            "seen_moving": tuple([words(each & gift_kind) for each in state.received])
            if gift_kind
            else nothing,
            "leader": int(state.leader),
            "demanded": order_word(int(state.trick.demanded)) if playing and state.trick.demanded else None,
            "order": self.order(),
            "trick": self.laying if playing else (),
            "still_in": words(state.trick.cards) if phase == engine.TAKE else (),
            "tricks": self.tricks,
            "stars": self.stars,
            "rounds": self.rounds,
        }

    def of_the_round(self) -> dict[str, Any]:
        """What all may know that stays as it is for a round, made once for it."""
        state = self.state
        basis = (state.rules, state.round, state.second_team, state.crown, state.over)
        if self.round_shown is None or self.round_shown[0] != basis:
            round_now = int(state.round)
            shown = len(state.rules) if state.setup.row or self.over else round_now
            known = {
                "round": round_now,
                "row": tuple([rule.id if place < shown else None for place, rule in enumerate(state.rules)]),
                "revealed": round_now,
                "teams": tuple([int(state.team_of(seat)) for seat in range(self.players)]),
                "crown": int(state.crown),
            }
            self.round_shown = (basis, known)
        return self.round_shown[1]

    def order(self) -> tuple[str, ...]:
        """The colours, the weakest first, made once for each colour that is demanded under the same rules."""
        state = self.state
        basis = (state.row, state.round, state.trick.demanded)
        if self.order_shown is None or self.order_shown[0] != basis:
            trick = Trick()
            trick.demanded = state.trick.demanded
            state.row.set_order(trick, None)
            self.order_shown = (basis, order_words(trick.order))
        return self.order_shown[1]

    def view(self, viewer: int | None) -> MoustacheView:
        return MoustacheView(**self.common(), **self.own(self.viewer(viewer)))

    def own(self, seat: int | None) -> dict[str, Any]:
        state = self.state
        cups = self.known_cups(seat)
        if seat is None:
            return {"seat": None, "legal": (), "hand": (), "gave": (), "received": (), "cups": cups}
        return {
            "seat": seat,
            "legal": self.legal_texts(seat),
            "hand": words(state.hands[seat]),
            "gave": words(state.given[seat] | state.received[state.left_of(seat)]),
            "received": words(state.received[seat]),
            "cups": cups,
        }

    def own_depends_on(self, seat: int | None) -> object:
        state = self.state
        if seat is None:
            return state.round, state.over
        gave = state.given[seat] | state.received[state.left_of(seat)]
        now = len(self.moves) if state.to_act >> seat & 1 else -1
        return state.hands[seat], gave, state.received[seat], state.round, state.over, now

    def known_cups(self, viewer: int | None) -> tuple[tuple[int | None, ...], ...]:
        """By past round and seat, made once for each viewer in a round."""
        basis = (self.state.round, self.over)
        if self.cups_shown is None or self.cups_shown[0] != basis:
            self.cups_shown = (basis, {})
        shown = self.cups_shown[1]
        if viewer not in shown:
            past, seats = range(self.state.round if self.over else self.state.round - 1), range(self.players)
            shown[viewer] = tuple(
                [tuple([self.known_cup(viewer, each, seat) for seat in seats]) for each in past]
            )
        return shown[viewer]

    def known_cup(self, viewer: int | None, round: int, seat: int) -> int | None:
        """Points of a past round that a viewer knows of: its own, all under equal cups, all at the end."""
        state = self.state
        if state.cups[round * self.players + seat] == 0:
            return 0
        known = viewer == seat or state.setup.equal_cups or self.over
        return int(state.cup(round, seat)) if known else None

    # Positions

    def take_position(self, description: dict[str, Any]) -> None:
        from .moustache_position import take

        take(self, described(description))


TELLING = {
    engine.REVEALED: Moustache.revealed,
    engine.TEAM: Moustache.team,
    engine.DEALT: Moustache.dealt,
    engine.OPENED: Moustache.opened,
    engine.GIVES: Moustache.gift_chosen,
    engine.GIVEN: Moustache.given,
    engine.LEADS: Moustache.led,
    engine.LAID: Moustache.laid,
    engine.DEMANDED: Moustache.demanded,
    engine.ACTED: Moustache.acted,
    engine.TRICK: Moustache.trick_taken,
    engine.DISCARDED: Moustache.discarded,
    engine.STOLE: Moustache.stole,
    engine.COLLECTED: Moustache.collected,
    engine.TOTALS: Moustache.totals,
    engine.COUNTED: Moustache.counted,
    engine.WON: Moustache.won,
    engine.CUP: Moustache.cup,
    engine.ENDED: Moustache.ended,
}
MOMENTS = ("vanish", "changes-order", "trump", "names-winner", "takes-otherwise")


# Words


@lru_cache(4096)
def words(mask: int) -> tuple[str, ...]:
    """The cards of a mask, weakest first."""
    return tuple([CARDS[number] for number in members(mask)])


def order_word(colour: int) -> str:
    """The colour of a mask of cards."""
    return COLOURS[members(colour)[0] // 11]


def order_words(order: int) -> tuple[str, ...]:
    """The colours of an order, the weakest first."""
    return tuple([COLOURS[order >> shift & 15] for shift in (0, 4, 8, 12)])


# The table


def four(value: object) -> list[str] | None:
    """A row fixed by hand, as ids."""
    ok = isinstance(value, list | tuple) and len(value) == 4 and all(isinstance(each, str) for each in value)
    return list(value) if ok and isinstance(value, list | tuple) else None


OPTIONS = {
    "own-rules": flag,
    "first-game": flag,
    "open-counts": flag,
    "equal-cups": flag,
    "row": Option("a list of four rule cards: two white ones, then two black ones", four, [], "row"),
}


def setup_of(players: int, edition: Edition, options: dict[str, str | bool | list[str]]) -> engine.Setup:
    """What the engine needs to know of a table."""
    box = edition.moustache
    size = box.table(players)
    packs = {
        pack: [card_of(entry) for entry in box.rules if entry.pack == pack and allowed(entry, options)]
        for pack in ("white", "black")
    }
    row = options.get("row", [])
    assert isinstance(row, list)
    if row:
        entries = [box.rule(id) for id in row]
        if [entry.pack for entry in entries] != ["white", "white", "black", "black"] or len(set(row)) < 4:
            raise BadOption(
                f"row: expected two different white rule cards, then two different black ones (M23), "
                f"found {', '.join(f'{entry.id} ({entry.pack})' for entry in entries)}"
            )
    else:
        for pack, cards in packs.items():
            if len(cards) < 2:
                raise BadOption(f"these options leave {len(cards)} {pack} rule cards; a row needs two (M23)")
    crown = 0 if size.crown == "smaller" else players - 1
    return engine.Setup(
        players,
        size.teams[0],
        size.hand,
        {"all": engine.ALL_THREE, "one-each": engine.ONE_EACH, "none": engine.NO_JOKERS}[size.jokers],
        crown,
        [stars for colour in box.stars for stars in colour],
        [list(tokens) for tokens in box.cups],
        packs["white"],
        packs["black"],
        [card_of(box.rule(id)) for id in row],
        bool(options.get("open-counts")),
        bool(options.get("equal-cups")),
    )


def allowed(entry: RuleCardEntry, options: dict[str, str | bool | list[str]]) -> bool:
    """Is the card in the packs of this table?"""
    if entry.source == "ours" and not options.get("own-rules"):
        return False
    return entry.first_game or not options.get("first-game")


def card_of(entry: RuleCardEntry) -> RuleCard:
    """The rule card itself: ours, or the class that the edition names."""
    if entry.id in CACHE and not entry.class_:
        return CACHE[entry.id]
    if not entry.class_:
        raise BadOption(f"rule card {entry.id!r} is none of ours; its edition must name its class")
    module, _, name = entry.class_.partition(":")
    try:
        card = getattr(import_module(module), name)()
    except (ImportError, AttributeError, TypeError) as problem:
        raise BadOption(f"rule card {entry.id!r}: cannot load {entry.class_}: {problem}") from None
    if not isinstance(card, RuleCard) or card.id != entry.id:
        raise BadOption(f"rule card {entry.id!r}: expected a RuleCard of that id in {entry.class_}")
    return card


CACHE = {card.id: card for card in our_cards.our_rules()}

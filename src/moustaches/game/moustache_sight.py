"""What is seen of a table of Moustache: its events, and its views."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from moustaches.content.editions import COLOURS
from moustaches.engine import moustache as engine
from moustaches.engine.bits import members
from moustaches.engine.trick import ORDER, TRUMP, VANISH, Count, Trick

from . import events
from .moustache_words import (
    CARDS,
    JOKERS,
    PHASES,
    RULINGS,
    TEAMS,
    TEXTS,
    Laid,
    PastRound,
    PastTrick,
    order_word,
    order_words,
)
from .reasons import Reason
from .sight import Note, Sight, named


class MoustacheSight(Sight):
    """Of one table."""

    def __init__(self, state: engine.State) -> None:
        super().__init__(TEXTS)
        self.state = state
        self.players = int(state.players)
        self.laying: tuple[Laid, ...] = ()
        self.tricks: tuple[PastTrick, ...] = ()
        self.rounds: tuple[PastRound, ...] = ()
        self.stars: tuple[int, int] | None = None
        self.steps: tuple[Reason, ...] = ()
        self.counts: tuple[int, ...] = ()
        self.round_shown: tuple[object, dict[str, Any]] | None = None
        self.order_shown: tuple[object, tuple[str, ...]] | None = None
        self.cups_shown: tuple[object, dict[int | None, tuple[tuple[int | None, ...], ...]]] | None = None

    def copy(self, state: Any) -> MoustacheSight:
        new = MoustacheSight(state)
        new.laying, new.tricks, new.rounds, new.stars = self.laying, self.tricks, self.rounds, self.stars
        new.steps, new.counts = self.steps, self.counts
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
        return [events.Dealt(seat=seat, cards=named(cards, CARDS), audience=(seat,))]

    def opened(self, seat: int, cards: int, _: int) -> list[events.Event]:
        return [events.CardsOpened(seat=seat, cards=named(cards, CARDS))]

    def gift_chosen(self, seat: int, a: int, b: int) -> list[events.Event]:
        return [events.GiftChosen(seat=seat)]

    def given(self, seat: int, cards: int, seen: int) -> list[events.Event]:
        left = (seat + 1) % self.players
        given: list[events.Event] = [
            events.CardsGiven(seat=seat, to=left, cards=named(cards, CARDS), audience=(seat, left))
        ]
        if self.state.gift_kind:
            given.append(events.OpenCardsGiven(seat=seat, to=left, cards=named(seen, CARDS)))
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
            args["cards"] = list(named(what, CARDS))
        why = Reason(MOMENTS[moment], rule, RULINGS.get(rule, ()), args)
        self.steps = (*self.steps, why)
        acted: list[events.Event] = [events.RuleActed(place=place, rule=rule, why=why)]
        if moment == VANISH:
            acted.append(events.CardsVanished(cards=named(what, CARDS), why=why))
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
        return [events.CardsVanished(cards=named(cards, CARDS), why=why)]

    def stole(self, seat: int, card: int, _: int) -> list[events.Event]:
        why = Reason("monkey", rulings=("M7",), args={"seat": seat, "card": CARDS[card]})
        last = replace(self.tricks[-1], stolen=Laid(seat, CARDS[card]))
        self.tricks = (*self.tricks[:-1], last)
        return [events.CardStolen(seat=seat, card=CARDS[card], why=why)]

    def collected(self, seat: int, team: int, cards: int) -> list[events.Event]:
        return [events.CardsCollected(seat=seat, team=team, cards=named(cards, CARDS))]

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
        return [events.PileCounted(team=team, cards=named(count.pile(team), CARDS), stars=stars, why=why)]

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

    # Deals, and the end

    def deal_words(self, name: str, order: list[int]) -> tuple[str, ...]:
        setup = self.state.setup
        if name in ("white", "black"):
            pack = setup.white if name == "white" else setup.black
            return tuple([str(pack[number].id) for number in order])
        if name == "animals":
            return tuple([CARDS[number] for number in order])
        if name == "jokers":
            return tuple([JOKERS[number] for number in order])
        if name == "cups":
            return tuple([str(setup.cups[self.state.round - 1][number]) for number in order])
        return tuple(
            [
                TEAMS[number >= setup.first_team] + ("-crown" if number == setup.crown else "")
                for number in order
            ]
        )

    def scores(self) -> list[int]:
        return list(self.state.scores())

    def standings(self) -> list[tuple[int, ...]]:
        return [(score,) for score in self.state.scores()]

    def why_outcome(self) -> Reason:
        scores = self.state.scores()
        return Reason("most-points", rulings=("R5",), args={"points": scores})

    # Views

    def public(self) -> dict[str, Any]:
        state = self.state
        phase, open_kind, gift_kind = state.phase, state.open_kind, state.gift_kind
        players = self.players
        playing = phase in (engine.PLAY, engine.TAKE)
        nothing = ((),) * players
        return {
            **self.of_the_round(),
            "phase": PHASES[phase],
            "hand_sizes": tuple([int(state.hands[seat]).bit_count() for seat in range(players)]),
            "open": tuple([named(state.hands[seat] & open_kind, CARDS) for seat in range(players)])
            if open_kind
            else nothing,
            "chosen": tuple([state.given[seat] != 0 for seat in range(players)]),
            "seen_moving": tuple([named(state.received[seat] & gift_kind, CARDS) for seat in range(players)])
            if gift_kind
            else nothing,
            "leader": int(state.leader),
            "demanded": order_word(int(state.trick.demanded)) if playing and state.trick.demanded else None,
            "order": self.order(),
            "trick": self.laying if playing else (),
            "still_in": named(state.trick.cards, CARDS) if phase == engine.TAKE else (),
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
            shown = len(state.rules) if state.setup.row or state.over else round_now
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

    def own(self, seat: int | None) -> dict[str, Any]:
        state = self.state
        cups = self.known_cups(seat)
        if seat is None:
            return {"seat": None, "legal": (), "hand": (), "gave": (), "received": (), "cups": cups}
        return {
            "seat": seat,
            "legal": self.words_of(state.legal(seat)) if state.to_act >> seat & 1 else (),
            "hand": named(state.hands[seat], CARDS),
            "gave": named(state.given[seat] | state.received[state.left_of(seat)], CARDS),
            "received": named(state.received[seat], CARDS),
            "cups": cups,
        }

    def words_of(self, moves: list[int]) -> tuple[str, ...]:
        if moves and moves[0] >= engine.PASS:
            threes = [named(engine.three_of(move - engine.PASS), CARDS) for move in moves]
            return tuple([f"pass {' '.join(three)}" for three in threes])
        return super().words_of(moves)

    def own_depend_on(self, moves: int) -> list[object]:
        state, players = self.state, self.players
        to_act = int(state.to_act)
        all_know = (int(state.round), bool(state.over))
        if state.phase == engine.GIVE:
            moves = 0  # what others choose to give changes nothing for oneself
        bases: list[object] = [
            (
                int(state.hands[seat]),
                int(state.given[seat] | state.received[state.left_of(seat)]),
                int(state.received[seat]),
                all_know,
                moves if to_act >> seat & 1 else -1,
            )
            for seat in range(players)
        ]
        bases.append(all_know)
        return bases

    def known_cups(self, viewer: int | None) -> tuple[tuple[int | None, ...], ...]:
        """By past round and seat, made once for each viewer in a round."""
        state = self.state
        basis = (state.round, state.over)
        if self.cups_shown is None or self.cups_shown[0] != basis:
            self.cups_shown = (basis, {})
        shown = self.cups_shown[1]
        if viewer not in shown:
            past, seats = range(state.round if state.over else state.round - 1), range(self.players)
            shown[viewer] = tuple(
                [tuple([self.known_cup(viewer, each, seat) for seat in seats]) for each in past]
            )
        return shown[viewer]

    def known_cup(self, viewer: int | None, round: int, seat: int) -> int | None:
        """Points of a past round that a viewer knows of: its own, all under equal cups, all at the end."""
        state = self.state
        if state.cups[round * self.players + seat] == 0:
            return 0
        known = viewer == seat or state.setup.equal_cups or self.state.over
        return int(state.cup(round, seat)) if known else None


TELLING = {
    engine.REVEALED: MoustacheSight.revealed,
    engine.TEAM: MoustacheSight.team,
    engine.DEALT: MoustacheSight.dealt,
    engine.OPENED: MoustacheSight.opened,
    engine.GIVES: MoustacheSight.gift_chosen,
    engine.GIVEN: MoustacheSight.given,
    engine.LEADS: MoustacheSight.led,
    engine.LAID: MoustacheSight.laid,
    engine.DEMANDED: MoustacheSight.demanded,
    engine.ACTED: MoustacheSight.acted,
    engine.TRICK: MoustacheSight.trick_taken,
    engine.DISCARDED: MoustacheSight.discarded,
    engine.STOLE: MoustacheSight.stole,
    engine.COLLECTED: MoustacheSight.collected,
    engine.TOTALS: MoustacheSight.totals,
    engine.COUNTED: MoustacheSight.counted,
    engine.WON: MoustacheSight.won,
    engine.CUP: MoustacheSight.cup,
    engine.ENDED: MoustacheSight.ended,
}
MOMENTS = ("vanish", "changes-order", "trump", "names-winner", "takes-otherwise")

"""Moustache, as its rules tell it. Cards are texts: "G5" is a green 5, "monkey" a joker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from tests.reference import Fact, Shuffles, ranks

COLOURS = {"G": "green", "P": "pink", "O": "orange", "B": "blue"}
ANIMALS = [f"{letter}{value}" for letter in COLOURS for value in range(11)]
JOKERS = ["unicorn", "monkey", "pigeon"]
DECK = ANIMALS + JOKERS
PLACE = {card: place for place, card in enumerate(DECK)}

Laid = Sequence[tuple[int, str]]
"""The cards of a trick in the order laid, each with the seat that laid it."""


def in_order(cards: Sequence[str] | set[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=PLACE.__getitem__))


def colour(card: str) -> str:
    return COLOURS[card[0]]


def value(card: str) -> int:
    return int(card[1:])


def demanded_colour(laid: Laid, rules: Sequence[str]) -> str | None:
    """The colour of the first animal laid, whatever jokers came before (M8)."""
    demanded = None
    for _, card in laid:
        if card in JOKERS:  # no colour: it neither sets (M8) nor redirects (M9)
            continue
        if demanded is None:
            demanded = colour(card)
        elif "cut-redirects" in rules and colour(card) != demanded:
            demanded = colour(card)
    return demanded


class Resolved(NamedTuple):
    vanished: list[str]
    """By `equals-vanish`."""
    animals: list[str]
    """Those still in the trick."""
    seat: int | None
    """Who wins it, or would have but for a pigeon."""
    card: str | None
    """With which card."""


def resolve(laid: Laid, rules: Sequence[str]) -> Resolved:
    """A complete trick under the rule cards in force, which are given from left to right (M1)."""
    who = {card: seat for seat, card in laid}
    animals = [card for card in who if card not in JOKERS]

    # M2: equal values go before any rule that names a winner; jokers have no value.
    vanished: list[str] = []
    if "equals-vanish" in rules:
        times = Counter(value(card) for card in animals)
        vanished = [card for card in animals if times[value(card)] > 1]
        animals = [card for card in animals if card not in vanished]

    # M3: the order of colours, weakest first; inverted first, then the demanded colour on top.
    order = ["green", "pink", "orange", "blue"]
    if "colours-inverted" in rules:
        order.reverse()
    demanded = demanded_colour(laid, rules)  # as it stands when the trick ends, vanished cards included (M2)
    if "lead-is-trump" in rules and demanded is not None:
        order.remove(demanded)
        order.append(demanded)

    def strongest_first(cards: Sequence[str]) -> list[str]:
        return sorted(cards, key=lambda card: (order.index(colour(card)), value(card)), reverse=True)

    def winner() -> str | None:
        if "unicorn" in who:  # M4
            return "unicorn"
        if not animals:  # M5: pigeon and monkey never win
            return None
        having = {number: [card for card in animals if value(card) == number] for number in range(11)}
        for rule in rules:  # M1: the leftmost that applies
            if rule == "twos-win" and having[2]:
                return strongest_first(having[2])[0]
            if rule == "three-lowest" and having[3]:  # M19
                best = colour(strongest_first(animals)[0])
                return min((card for card in animals if colour(card) == best), key=value)
            if rule == "zero-fells-ten" and having[10] and having[0]:
                return strongest_first(having[0])[0]
        if "second-best" in rules and len(animals) >= 2:  # M1: only where none of them applies; M15
            return strongest_first(animals)[1]
        return strongest_first(animals)[0]

    card = winner()
    return Resolved(vanished, animals, None if card is None else who[card], card)


def count(
    piles: Sequence[Sequence[str]],
    rules: Sequence[str],
    printed: Mapping[str, int],
    last_taker: int | None,
) -> list[int]:
    """The stars of both teams, by the cards in their piles (M13); they may be negative (M12)."""

    def stars(card: str) -> int:
        if card in JOKERS:  # M9
            return 0
        worth = printed[card]
        if "green-negative" in rules and colour(card) == "green":  # printed stars only
            worth = -worth
        if "zero-heroes" in rules and value(card) == 0:  # in place of printed ones, positive for green too
            worth = 2
        if "pink-plus" in rules and colour(card) == "pink":  # starless ones too; adds to a pink 0
            worth += 1
        return worth

    totals = [sum(stars(card) for card in pile) for pile in piles]
    if "blue-tax" in rules:
        blue = [sum(card not in JOKERS and colour(card) == "blue" for card in pile) for pile in piles]  # M9
        for team in (0, 1):
            if blue[team] > blue[1 - team]:
                totals[team] -= 5
    if "last-trick" in rules and last_taker is not None:  # M21
        totals[last_taker] += 3
    return totals


def round_winner(totals: Sequence[int], rules: Sequence[str], crown_team: int) -> int:
    if totals[0] == totals[1]:  # M11, M12
        return crown_team
    more = 0 if totals[0] > totals[1] else 1
    return 1 - more if "fewest-stars" in rules else more  # M12: last


class Moustache:
    """A table. Team 0 is the smaller team."""

    def __init__(self, players: int, options: Mapping[str, Any], box: Any, shuffles: Shuffles) -> None:
        self.players = players
        self.options = options
        self.box = box
        self.shuffles = shuffles
        self.table = box.table(players)
        self.printed = {card: box.stars[i // 11][i % 11] for i, card in enumerate(ANIMALS)}
        self.facts: list[Fact] = []
        self.row: list[str] = []
        self.round = 0
        self.teams = [0] * players
        self.crown = 0
        self.hands: list[set[str]] = [set() for _ in range(players)]
        self.open: list[set[str]] = [set() for _ in range(players)]
        self.piles: list[list[str]] = [[], []]
        self.pinks_lie_open = False
        self.gifts: dict[int, list[str]] = {}
        self.start_rules: list[str] = []
        self.leader = 0
        self.laid: list[tuple[int, str]] = []
        self.last_taker: int | None = None
        self.points = [0] * players
        self.phase = "play"

    # --- what a table is asked

    @property
    def rules(self) -> list[str]:
        """The rule cards in force, from left to right."""
        return self.row[: self.round]

    @property
    def to_act(self) -> list[int]:
        if self.phase == "give":  # M10: simultaneous
            return [seat for seat in range(self.players) if seat not in self.gifts]
        if self.phase == "steal":
            return [seat for seat, card in self.laid if card == "monkey"]
        if self.phase == "play":
            return [(self.leader + len(self.laid)) % self.players]
        return []

    def legal(self, seat: int) -> set[str]:
        if seat not in self.to_act:
            return set()
        hand = self.hands[seat]
        if self.phase == "give":  # M10: any three, jokers too
            return {f"pass {' '.join(three)}" for three in combinations(in_order(hand), 3)}
        if self.phase == "steal":  # M7: the animals still in the trick
            return {f"steal {card}" for card in resolve(self.laid, self.rules).animals}
        demanded = demanded_colour(self.laid, self.rules)  # M14: the colour in force now
        following = {card for card in hand if card not in JOKERS and colour(card) == demanded}
        if following:
            return {f"play {card}" for card in hand if card in following or card in JOKERS}
        return {f"play {card}" for card in hand}

    def play(self, seat: int, move: str) -> list[Fact]:
        """Plays a move and says what happened."""
        self.facts = []
        verb, *cards = move.split()
        if verb == "pass":
            self.give(seat, cards)
        elif verb == "steal":
            self.facts.append(("stolen", seat, cards[0]))
            self.collect(stolen=cards[0], thief=seat)
        else:
            self.lay(seat, cards[0])
        return self.facts

    # --- the game

    def set_up(self) -> list[Fact]:
        self.facts = []
        if "row" in self.options:  # M23: a row by hand overrides the packs
            self.row = list(self.options["row"])
        else:
            self.row = self.shuffles.next("white", self.pack("white"))[:2]
            self.row += self.shuffles.next("black", self.pack("black"))[:2]
        self.begin_round()
        return self.facts

    def pack(self, pack: str) -> list[str]:
        """Printed and reported cards; an option adds ours, another leaves out the starred ones."""
        return [
            card.id
            for card in self.box.rules
            if card.pack == pack
            and (card.source != "ours" or self.options.get("own-rules", False))
            and (card.first_game or not self.options.get("first-game", False))
        ]

    def begin_round(self) -> None:
        """M20: rule card, teams, deal, start rules in row order, the crown leads."""
        self.round += 1
        self.facts.append(("round", self.round, self.table.hand, None))
        self.facts.append(("rule", self.round - 1, self.row[self.round - 1]))
        self.deal_teams()
        self.deal_cards()
        self.open = [set() for _ in range(self.players)]
        self.pinks_lie_open = False
        self.piles = [[], []]
        self.last_taker = None
        self.leader = self.crown
        self.start_rules = [rule for rule in self.rules if rule in ("pink-open", "pass-three")]
        self.next_start_rule()

    def deal_teams(self) -> None:
        small, large = self.table.teams
        cards = ["first"] * small + ["second"] * (large - 1) + ["second-crown"]  # M11: the larger team's
        dealt = self.shuffles.next("teams", cards)
        self.teams = [0 if card == "first" else 1 for card in dealt]
        self.crown = dealt.index("second-crown")
        for seat in range(self.players):
            self.facts.append(("team", seat, self.teams[seat], seat == self.crown))

    def deal_cards(self) -> None:
        animals = self.shuffles.next("animals", ANIMALS)
        jokers = self.shuffles.next("jokers", JOKERS) if self.players in (3, 5) else []
        for seat in range(self.players):
            mine: list[str] = []
            if self.teams[seat] == 0 and self.players == 3:  # the lone player: all three
                mine = [jokers.pop(0) for _ in range(3)]
            if self.teams[seat] == 0 and self.players == 5:  # one each; the third is out
                mine = [jokers.pop(0)]
            while len(mine) < self.table.hand:
                mine.append(animals.pop(0))
            self.hands[seat] = set(mine)
            self.facts.append(("dealt", seat, set(mine), {seat}))

    def next_start_rule(self) -> None:
        while self.start_rules:
            rule = self.start_rules.pop(0)
            if rule == "pass-three":
                self.phase = "give"
                self.gifts = {}
                return
            self.open_pinks()
        self.phase = "play"
        self.facts.append(("led", self.leader))

    def open_pinks(self) -> None:
        self.pinks_lie_open = True
        for seat, hand in enumerate(self.hands):
            pinks = {card for card in hand if card not in JOKERS and colour(card) == "pink"}
            self.facts.append(("opened", seat, set(pinks)))  # none is seen too
            self.open[seat] = pinks

    def give(self, seat: int, cards: list[str]) -> None:
        """M10: final and hidden until the last one is in (R3)."""
        self.gifts[seat] = cards
        self.facts.append(("chosen", seat))
        if len(self.gifts) < self.players:
            return
        for giver in range(self.players):
            self.hands[giver] -= set(self.gifts[giver])
        seen = [set(self.gifts[giver]) & self.open[giver] for giver in range(self.players)]
        for giver in range(self.players):
            left = (giver + 1) % self.players
            self.hands[left] |= set(self.gifts[giver])
            self.facts.append(("given", giver, left, set(self.gifts[giver]), {giver, left}))
            if self.pinks_lie_open:  # those are seen to move
                self.facts.append(("open-given", giver, left, seen[giver]))
            self.open[giver] -= seen[giver]
        for giver in range(self.players):
            self.open[(giver + 1) % self.players] |= seen[giver]
        self.next_start_rule()

    def lay(self, seat: int, card: str) -> None:
        before = demanded_colour(self.laid, self.rules)
        self.hands[seat].remove(card)
        self.open[seat].discard(card)
        self.laid.append((seat, card))
        self.facts.append(("laid", seat, card))
        demanded = demanded_colour(self.laid, self.rules)
        if demanded != before:
            self.facts.append(("demanded", seat, demanded))
        if len(self.laid) == self.players:
            self.trick_is_complete()

    def trick_is_complete(self) -> None:
        vanished, animals, seat, card = resolve(self.laid, self.rules)
        cards = [card for _, card in self.laid]
        if vanished:
            self.facts.append(("vanished", set(vanished)))
        self.facts.append(("trick", seat, card))
        rest = [card for card in cards if card not in vanished]
        if seat is None or "pigeon" in cards:
            # M5: without a winner the cards go to nobody, jokers too, and the leader leads again.
            # M6: the pigeon prevails over the monkey; who would have won leads.
            if rest:
                self.facts.append(("vanished", set(rest)))
            self.last_taker = None  # M21
            self.trick_is_over(self.leader if seat is None else seat)
            return
        thief = next((laid_by for laid_by, joker in self.laid if joker == "monkey"), None)
        if thief is not None and self.teams[thief] != self.teams[seat] and animals:  # M7, M9
            self.phase = "steal"
            return
        self.collect()

    def collect(self, stolen: str | None = None, thief: int = 0) -> None:
        """The winner's team takes what has not vanished; a stolen card goes to the thief's team."""
        vanished, _, seat, _ = resolve(self.laid, self.rules)
        assert seat is not None
        taken = [card for _, card in self.laid if card not in vanished and card != stolen]
        if stolen is not None:
            self.piles[self.teams[thief]].append(stolen)
            self.facts.append(("collected", thief, self.teams[thief], {stolen}))
        self.piles[self.teams[seat]] += taken
        self.facts.append(("collected", seat, self.teams[seat], set(taken)))
        self.last_taker = self.teams[seat]  # M21: even if no animal is left to it
        self.trick_is_over(seat)

    def trick_is_over(self, leader: int) -> None:
        self.laid = []
        self.leader = leader
        self.phase = "play"
        if self.options.get("open-counts", False):  # M18: the totals as if it had been the last
            self.facts.append(("stars", tuple(count(self.piles, self.rules, self.printed, self.last_taker))))
        if any(self.hands):
            self.facts.append(("led", leader))
        else:
            self.count_round()

    def count_round(self) -> None:
        totals = count(self.piles, self.rules, self.printed, self.last_taker)
        for team in (0, 1):
            self.facts.append(("pile", team, set(self.piles[team]), totals[team]))
        won = round_winner(totals, self.rules, self.teams[self.crown])
        winners = tuple(seat for seat in range(self.players) if self.teams[seat] == won)
        self.facts.append(("won", won, winners))
        cups = [str(points) for points in self.box.cups[self.round - 1]]
        if self.options.get("equal-cups", False):  # M16: the middle token for every winner
            tokens = [cups[1]] * len(winners)
        else:
            tokens = self.shuffles.next("cups", cups)
        for seat, token in zip(winners, tokens, strict=False):  # M22: in seat order
            self.points[seat] += int(token)
            audience = None if self.options.get("equal-cups", False) else {seat}  # M16: openly
            self.facts.append(("cup", seat, int(token), audience))
        if self.round < 4:
            self.begin_round()
        else:
            self.phase = "over"
            self.facts.append(("end", tuple(self.points), ranks(self.points)))

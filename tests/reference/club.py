"""Le Club des Moustaches, as its rules tell it. A cat is named by its pose and coat: "leap-red"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.reference import Fact, Shuffles, ranks


class Club:
    def __init__(self, players: int, options: Mapping[str, Any], box: Any, shuffles: Shuffles) -> None:
        self.players = players
        self.box = box
        self.shuffles = shuffles
        self.cats: dict[str, set[str]] = {cat.name: set(cat.attributes) for cat in box.cats}
        self.facts: list[Fact] = []
        self.first = 0
        self.turn = 0
        self.step = "play"
        self.finishing = False
        self.secrets: list[set[str]] = []
        self.shown: list[set[str]] = [set() for _ in range(players)]
        self.denied: list[set[str]] = [set() for _ in range(players)]
        self.hands: list[set[str]] = []
        self.pile: list[str] = []
        self.reserve = [int(box.masks)] * players
        self.received = [0] * players

    # --- what a table is asked

    def hidden(self, seat: int) -> set[str]:
        return self.secrets[seat] - self.shown[seat]

    @property
    def to_act(self) -> list[int]:
        return [] if self.step == "over" else [self.turn]

    def legal(self, seat: int) -> set[str]:
        if seat not in self.to_act:
            return set()
        if self.step == "play":
            return {f"play {cat}" for cat in self.hands[seat]}
        # C1, C2: not offered are yourself, a player with nothing hidden, an attribute lying open anywhere,
        # and one to which this player has already answered "no".
        lying_open = set().union(*self.shown)
        return {"keep"} | {
            f"unmask {asked} {attribute}"
            for asked in range(self.players)
            if asked != seat and self.hidden(asked)
            for attribute in self.box.attribute_cards
            if attribute not in lying_open and attribute not in self.denied[asked]
        }

    def play(self, seat: int, move: str) -> list[Fact]:
        """Plays a move and says what happened."""
        self.facts = []
        verb, *words = move.split()
        if verb == "play":
            self.play_cat(words[0])
        else:
            if verb == "keep":
                self.facts.append(("kept", seat))
            else:
                self.guess(int(words[0]), words[1])
            self.end_turn()
        return self.facts

    # --- the game

    def set_up(self) -> list[Fact]:
        self.facts = []
        self.first = int(self.shuffles.next("first", [str(seat) for seat in range(self.players)])[0])
        self.turn = self.first
        self.facts.append(("first", self.first))
        attributes = self.shuffles.next("attributes", self.box.attribute_cards)
        self.pile = self.shuffles.next("cats", list(self.cats))
        for seat in range(self.players):
            self.secrets.append({attributes.pop(0) for _ in range(self.box.attributes)})
            self.facts.append(("secrets", seat, self.secrets[seat], {seat}))
        for seat in range(self.players):
            self.hands.append({self.pile.pop(0) for _ in range(self.box.cats_in_hand)})
            self.facts.append(("dealt", seat, set(self.hands[seat]), {seat}))
        return self.facts

    def play_cat(self, cat: str) -> None:
        """Steps 1 and 2: a mask from everyone with an attribute of the cat, open ones too, all together (C6)."""
        self.hands[self.turn].remove(cat)
        self.facts.append(("cat", self.turn, cat))
        masked = tuple(seat for seat in range(self.players) if self.secrets[seat] & self.cats[cat])
        for seat in masked:
            self.reserve[seat] -= 1
        self.facts.append(("masks", cat, masked, tuple(self.reserve)))
        self.step = "guess"
        if 0 in self.reserve:  # C4: all place, no step 3
            self.end_game()

    def guess(self, asked: int, attribute: str) -> None:
        """Step 3."""
        right = attribute in self.hidden(asked)
        self.facts.append(("guess", self.turn, asked, attribute))
        self.facts.append(("answer", asked, attribute, right))
        if right:
            self.shown[asked].add(attribute)
            payer, receiver = asked, self.turn
        else:
            self.denied[asked].add(attribute)
            payer, receiver = self.turn, asked
        self.reserve[payer] -= 1
        self.received[receiver] += 1  # open, apart from reserves
        self.facts.append(("paid", payer, receiver, self.received[receiver]))

    def end_turn(self) -> None:
        """After step 3: the end of the game, or step 4 and the next player."""
        if 0 in self.reserve:  # C4, C5: settled, paid, and over at once, in a finishing round too
            self.end_game()
            return
        if not self.finishing and any(not self.hidden(seat) for seat in range(self.players)):
            self.finish_round()  # C7: who triggers the end does not draw
        elif not self.finishing and self.pile:  # step 4
            cat = self.pile.pop(0)
            self.hands[self.turn].add(cat)
            self.facts.append(("draws", self.turn, len(self.pile)))
            self.facts.append(("sees", self.turn, cat, {self.turn}))
        elif not self.finishing and not any(self.hands):  # C3: every hand is empty
            self.finish_round()
        self.turn = (self.turn + 1) % self.players
        if self.finishing and self.turn == self.first:  # C7: the round is complete
            self.end_game()
            return
        self.step = "guess" if self.finishing or not self.hands[self.turn] else "play"  # C8, C3

    def finish_round(self) -> None:
        self.finishing = True
        self.facts.append(("last-round", self.turn))

    def end_game(self) -> None:
        """One point for each mask received and each attribute still hidden; ties: more hidden attributes."""
        self.step = "over"
        hidden = [len(self.hidden(seat)) for seat in range(self.players)]
        points = [self.received[seat] + hidden[seat] for seat in range(self.players)]
        self.facts += [("empty", seat) for seat in range(self.players) if self.reserve[seat] == 0]
        self.facts.append(("end", tuple(points), ranks(list(zip(points, hidden, strict=True)))))

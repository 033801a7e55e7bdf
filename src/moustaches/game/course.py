"""The course of a game: moves in, events out, and shuffles whenever the engine wants them.

It is the part of `Game` that is done for every move, and compiled as the sights are. It is given nothing that a caller
might get wrong: `Game` has looked at that before.
"""

from __future__ import annotations

from typing import Any

from .events import Event, GameEnded
from .fair import Deal
from .notation import Move
from .outcome import Outcome, ranks_of
from .sight import SEATS, Note, Sight


class Course:
    """Of one game, from the first deal to the final score."""

    def __init__(self, sight: Sight, dealer: Any, seed: str, known: dict[str, Move]) -> None:
        """`dealer` shuffles; `seed`: what it shuffles by, in hex; `known`: moves by their texts."""
        seen: Any = sight
        self.sight = sight
        self.state = seen.state  # the engine's table, of one game or another
        self.state.log = []
        self.dealer = dealer
        self.seed = seed
        self.known = known
        self.history: Any = []  # a list of events, or a `History`
        self.moves: list[tuple[int, Move]] = []
        self.deals: list[tuple[int, Deal]] = []  # with the number of moves made before
        self.supplied = 0
        self.shown: dict[str, Any] = {}  # what all views share
        self.shown_at = -1  # after so many moves

    def copy(self) -> Course:
        """Another one that goes on from here."""
        new = self.with_state(self.state.clone())
        new.history = self.history[:]
        new.moves = self.moves[:]
        new.deals = self.deals[:]
        return new

    def with_state(self, state: Any) -> Course:
        """The same course, at another table of the engine."""
        new = Course(self.sight.copy(state), self.dealer, self.seed, self.known)
        new.history, new.moves, new.deals, new.supplied = (
            self.history,
            self.moves,
            self.deals,
            self.supplied,
        )
        return new

    @property
    def over(self) -> bool:
        return bool(self.state.over)

    @property
    def version(self) -> int:
        """How many events there have been."""
        return len(self.history)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a choice now."""
        return SEATS[self.state.to_act]

    def found(self, seat: int, text: str) -> Move | None:
        """The move that a text says, if it is known and the seat may play it now. None: `Game.checked` knows more."""
        move = self.known.get(text)
        if move is None or not int(self.state.to_act) >> seat & 1 or move not in self.state.legal(seat):
            return None
        return move

    def play(self, seat: int, move: Move) -> list[Event]:
        """A legal move; what happened."""
        self.state.apply(seat, move)
        self.moves.append((seat, move))
        return self.go_on()

    def go_on(self) -> list[Event]:
        """Tells what happened, and supplies shuffles until someone is to act or the game is over."""
        state = self.state
        told = self.hear()
        wanted: list[tuple[str, int]] = state.wants()
        while wanted:
            self.supplied += 1
            shuffles = []
            for name, size in wanted:
                order: list[int] = self.dealer.shuffle(f"{self.supplied} {name}", size)
                deal = Deal(f"{self.supplied} {name}", self.sight.deal_words(name, order))
                self.deals.append((len(self.moves), deal))
                shuffles.append(order)
            state.supply(shuffles)
            told += self.hear()
            wanted = state.wants()
        if state.over:
            outcome = self.outcome()
            ended = GameEnded(scores=outcome.scores, ranks=outcome.ranks, seed=self.seed, why=outcome.why)
            self.history.append(ended)
            told.append(ended)
        return told

    def hear(self) -> list[Event]:
        """Turns the engine's notes into events."""
        notes: list[Note] = self.state.log
        if not notes:
            return []
        self.state.log = []
        told = self.sight.tell(notes)
        self.history.extend(told)
        return told

    def outcome(self) -> Outcome:
        """How it ended."""
        sight = self.sight
        ranks = ranks_of(sight.standings())
        winners = tuple([seat for seat, rank in enumerate(ranks) if rank == 1])
        return Outcome(tuple(sight.scores()), ranks, winners, sight.why_outcome())

    def changing(self) -> dict[str, Any]:
        """What all views share, as far as it can change; made once after each move."""
        moves = len(self.moves)
        if self.shown_at != moves:
            shown = self.sight.public()
            over = self.over
            shown["version"] = len(self.history)
            shown["seed"] = self.seed if over else None
            shown["to_act"] = self.to_act
            shown["scores"] = tuple(self.sight.scores()) if over else None
            self.shown = shown
            self.shown_at = moves
        return self.shown

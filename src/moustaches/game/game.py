"""A game as people meet it: moves in, events out, a view for each seat.

`Game` holds what the three games share: turns, errors, deals, history. A subclass knows one game: its engine, its
options and its explanations; its sight says what each note of the engine means as an event, and what a seat may see.
"""

from __future__ import annotations

import copy as copying
from typing import Any, ClassVar, Protocol, Self, TypeVar

import msgspec
from msgspec import Struct

from moustaches.content.editions import Edition
from moustaches.errors import BadMove, BadOption, BadPlayers, GameOver, IllegalMove, NotYourTurn

from .events import Event, GameEnded, GameStarted, Hidden
from .fair import Dealer, commitment
from .history import History
from .notation import Move
from .reasons import Reason
from .sight import SEATS, Note
from .views import View

encoder = msgspec.json.Encoder()


class State(Protocol):
    """What the three engines have in common."""

    log: list[Note] | None

    @property
    def to_act(self) -> int: ...
    @property
    def over(self) -> bool: ...
    def wants(self) -> list[tuple[str, int]]: ...
    def supply(self, shuffles: list[list[int]], /) -> None: ...
    def legal(self, seat: int, /) -> list[int]: ...
    def apply(self, seat: int, move: int, /) -> None: ...
    def clone(self) -> Self: ...
    def scores(self) -> list[int]: ...


class Deal(Struct, frozen=True):
    """A shuffle that was supplied: its name, and the order of the cards in words."""

    name: str
    order: tuple[str, ...]


class Outcome(Struct, frozen=True):
    """How a game ended. Rank 1 has won; equal results share a rank (R5)."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    why: Reason


class Setting(Struct, frozen=True):
    """All that a game starts from, besides its rules."""

    players: int
    edition: Edition
    options: dict[str, str | bool | list[str]]
    seed: bytes
    entropy: tuple[str, ...] = ()
    position: dict[str, Any] | None = None


S = TypeVar("S", bound=State)


class Game:
    """One game from the first deal to the final score."""

    name: ClassVar[str]
    move_type: ClassVar[type[Move]]
    sight: Any
    """A `Sight`; each game names its own."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.players = setting.players
        self.commitment = commitment(setting.seed)
        self.history: list[Event] | History = []
        self.moves: list[tuple[int, Move]] = []
        self.deals: list[tuple[int, Deal]] = []  # with the number of moves made before
        self.dealer = Dealer(setting.seed, setting.entropy)
        self.supplied = 0
        self.shared: tuple[int, dict[str, Any]] | None = None  # what all views share, after so many moves
        self.judged: tuple[tuple[int, int, Move | str | int], Move] | None = None  # the last move found legal
        self.sight = self.first_sight()
        self.state.log = []
        self.history.append(
            GameStarted(
                game=self.name,
                players=self.players,
                edition=setting.edition.name,
                options=setting.options,
                commitment=self.commitment,
            )
        )
        if setting.position is None:
            self.deal()
        else:
            self.take_position(setting.position)
            self.state.log = []
            if not self.state.over and not self.state.to_act:
                self.deal()

    # What each game knows

    def first_sight(self) -> Any:
        """Of the engine's table before the first shuffle."""
        raise NotImplementedError

    def take_position(self, description: dict[str, Any]) -> None:
        """Turns the state into the position described; raises BadPosition."""
        raise NotImplementedError

    def deal_words(self, name: str, order: list[int]) -> tuple[str, ...]:
        """A shuffle in the words of the table."""
        raise NotImplementedError

    def view(self, viewer: int | None) -> View:
        """What a seat may know; None: a spectator."""
        raise NotImplementedError

    def why_not(self, seat: int, move: Move) -> Reason:
        """Which rule forbids a move to a seat that is to act."""
        raise NotImplementedError

    def why_so(self, seat: int, move: Move) -> Reason:
        """What allows a legal move."""
        return Reason("legal", args={"move": str(move)})

    def why_outcome(self) -> Reason:
        """How the ranks came about."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Points, or what this game counts."""
        return list(self.state.scores())

    def standings(self) -> list[tuple[int, ...]]:
        """What ranks each seat: higher is better."""
        return [(score,) for score in self.state.scores()]

    # The table

    @property
    def state(self) -> Any:
        """The engine's table."""
        return self.sight.state

    @state.setter
    def state(self, state: Any) -> None:
        self.sight = self.sight.copy(state)
        self.shared = None

    @property
    def over(self) -> bool:
        return bool(self.state.over)

    @property
    def seed(self) -> str | None:
        """The seed, once the game is over."""
        return self.setting.seed.hex() if self.over else None

    @property
    def version(self) -> int:
        """How many events there have been."""
        return len(self.history)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a choice now."""
        return SEATS[self.state.to_act]

    def legal(self, seat: int) -> list[Move]:
        """The legal moves of a seat; none if it owes no choice."""
        kind = self.move_type
        return [kind(number) for number in self.state.legal(self.seat(seat))]

    def play(self, seat: int, move: Move | str | int) -> list[Event]:
        """Plays a move and returns what happened. On any error the game is unchanged."""
        chosen = self.checked(seat, move)
        self.state.apply(seat, int(chosen))
        self.moves.append((seat, chosen))
        return self.deal()

    def why(self, seat: int, move: Move | str | int) -> Reason:
        """Why a move is legal for a seat now, or why it is not."""
        try:
            chosen = self.checked(seat, move)
        except IllegalMove as problem:
            reason = problem.explanation
            return reason if isinstance(reason, Reason) else Reason("illegal")
        except GameOver:
            return Reason("game-over")
        except NotYourTurn:
            return Reason("not-your-turn", args={"seats": list(self.to_act)})
        return self.why_so(seat, chosen)

    def events(self, viewer: int | None = None, since: int = 0) -> list[Event]:
        """What a viewer has seen from version `since` on, with a placeholder for what is hidden from it."""
        self.viewer(viewer)
        if isinstance(since, bool) or not isinstance(since, int) or not 0 <= since <= self.version:
            raise BadOption(f"since: expected a version from 0 to {self.version}, found {since!r}")
        if self.over:
            return self.history[since:]
        return [event if event.seen_by(viewer) else HIDDEN for event in self.history[since:]]

    def common(self) -> dict[str, Any]:
        """The part that all views share."""
        return {**self.fixed(), **self.changing()}

    def fixed(self) -> dict[str, Any]:
        """What stays as it is from the first move to the last."""
        setting = self.setting
        return {
            "game": self.name,
            "players": self.players,
            "options": setting.options,
            "edition": setting.edition.name,
            "commitment": self.commitment,
        }

    def changing(self) -> dict[str, Any]:
        """All else that views share, made once after each move."""
        moves = len(self.moves)
        if self.shared is None or self.shared[0] != moves:
            over = self.over
            changing = {
                "version": self.version,
                "seed": self.seed if over else None,
                "to_act": self.to_act,
                "scores": tuple(self.scores()) if over else None,
                **self.sight.public(),
            }
            self.shared = (moves, changing)
        return self.shared[1]

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""
        if not self.over:
            return None
        ranks = ranks_of(self.standings())
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
        return Outcome(tuple(self.scores()), ranks, winners, self.why_outcome())

    def copy(self) -> Self:
        """An independent game at the same point."""
        new = copying.copy(self)
        new.history = self.history[:]
        new.moves = self.moves[:]
        new.deals = self.deals[:]
        new.state = self.state.clone()
        new.state.log = []
        new.judged = None
        return new

    def record(self) -> str:
        """The game as text: everything needed to replay and verify it."""
        from .records import write  # records know games, so games cannot know records earlier

        return write(self)

    # Behind the table

    def seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.players:
            raise BadPlayers(f"seat: expected a whole number from 0 to {self.players - 1}, found {seat!r}")
        return seat

    def viewer(self, viewer: int | None) -> int | None:
        return None if viewer is None else self.seat(viewer)

    def parsed(self, move: Move | str | int) -> Move:
        kind = self.move_type
        if isinstance(move, str):
            return kind.read(move)
        if isinstance(move, Move) and not isinstance(move, kind):
            raise BadMove(f"expected a move of {self.name}, found {move!r} of another game")
        if isinstance(move, bool) or not isinstance(move, int) or not 0 <= move < kind.COUNT:
            raise BadMove(
                f"expected a move's text or a whole number from 0 to {kind.COUNT - 1}, found {move!r}"
            )
        return kind(move)

    def checked(self, seat: int, move: Move | str | int) -> Move:
        """The move, if this seat may play it now."""
        asked = (len(self.moves), seat, move)
        if self.judged is not None and self.judged[0] == asked:
            return self.judged[1]
        chosen = self.parsed(move)
        self.seat(seat)
        state = self.state
        if state.over:
            raise GameOver("the game is over; start a new one to play on")
        if not state.to_act >> seat & 1:
            waiting = " and ".join(str(each) for each in self.to_act)
            raise NotYourTurn(f"seat {seat} is not to act now; seat {waiting} is")
        if int(chosen) not in state.legal(seat):
            reason = self.why_not(seat, chosen)
            legal = self.legal(seat)
            choice = ", ".join(str(each) for each in legal[:12]) + (" …" if len(legal) > 12 else "")
            raise IllegalMove(
                f"{chosen} is not legal for seat {seat} ({reason.id}); legal: {choice}", explanation=reason
            )
        self.judged = (asked, chosen)
        return chosen

    def deal(self) -> list[Event]:
        """Tells what happened, and supplies shuffles until someone is to act or the game is over."""
        state = self.state
        told = self.hear()
        wanted = state.wants()
        while wanted:
            self.supplied += 1
            shuffles = []
            for name, size in wanted:
                order = self.dealer.shuffle(f"{self.supplied} {name}", size)
                deal = Deal(f"{self.supplied} {name}", self.deal_words(name, order))
                self.deals.append((len(self.moves), deal))
                shuffles.append(order)
            state.supply(shuffles)
            told += self.hear()
            wanted = state.wants()
        if state.over:
            outcome = self.outcome
            assert outcome is not None
            ended = GameEnded(
                scores=outcome.scores, ranks=outcome.ranks, seed=self.setting.seed.hex(), why=outcome.why
            )
            self.history.append(ended)
            told.append(ended)
        return told

    def hear(self) -> list[Event]:
        """Turns the engine's notes into events."""
        notes = self.state.log
        if not notes:
            return []
        self.state.log = []
        told: list[Event] = self.sight.tell(notes)
        self.history.extend(told)
        return told


HIDDEN = Hidden()


def ranks_of(standings: list[tuple[int, ...]]) -> tuple[int, ...]:
    """1 for the best; equal standings share a rank, the next rank counts everyone before it."""
    return tuple(1 + sum(other > mine for other in standings) for mine in standings)


def as_json(value: object) -> bytes:
    """Events, views and reasons as JSON."""
    return encoder.encode(value)

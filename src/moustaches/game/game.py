"""A game as people meet it: moves in, events out, a view for each seat.

`Game` holds what the three games share: it looks at what it is given, and answers with errors that say what would be
right. A subclass knows one game: its engine, its options and its explanations. What is done for every move is in its
`course`; its `sight` says what each note of the engine means as an event, and what a seat may see.
"""

from __future__ import annotations

import copy as copying
from typing import Any, ClassVar, Protocol, Self

import msgspec
from msgspec import Struct

from moustaches.content.editions import Edition
from moustaches.errors import BadMove, BadOption, BadPlayers, GameOver, IllegalMove, NotYourTurn

from .course import Course
from .events import Event, GameStarted, Hidden
from .fair import Deal, Dealer, commitment
from .history import History
from .notation import Move
from .outcome import Outcome
from .reasons import Reason
from .sight import Note
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


class Setting(Struct, frozen=True):
    """All that a game starts from, besides its rules."""

    players: int
    edition: Edition
    options: dict[str, str | bool | list[str]]
    seed: bytes
    entropy: tuple[str, ...] = ()
    position: dict[str, Any] | None = None


class Game:
    """One game from the first deal to the final score."""

    name: ClassVar[str]
    move_type: ClassVar[type[Move]]

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.players = setting.players
        self.commitment = commitment(setting.seed)
        dealer = Dealer(setting.seed, setting.entropy)
        self.course = Course(self.first_sight(), dealer, setting.seed.hex(), self.move_type.known())
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
            self.course.go_on()
        else:
            self.take_position(setting.position)
            self.state.log = []
            if not self.state.over and not self.state.to_act:
                self.course.go_on()

    # What each game knows

    def first_sight(self) -> Any:
        """Of the engine's table before the first shuffle."""
        raise NotImplementedError

    def take_position(self, description: dict[str, Any]) -> None:
        """Turns the state into the position described; raises BadPosition."""
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

    # The table

    @property
    def sight(self) -> Any:
        """A `Sight`; each game has its own."""
        return self.course.sight

    @property
    def state(self) -> Any:
        """The engine's table."""
        return self.course.state

    @state.setter
    def state(self, state: Any) -> None:
        self.course = self.course.with_state(state)

    @property
    def history(self) -> list[Event] | History:
        """Everything that has happened, whoever may know of it."""
        history: list[Event] | History = self.course.history
        return history

    @history.setter
    def history(self, history: list[Event] | History) -> None:
        self.course.history = history

    @property
    def moves(self) -> list[tuple[int, Move]]:
        """Seats and what they chose."""
        return self.course.moves

    @property
    def deals(self) -> list[tuple[int, Deal]]:
        """Shuffles, with the number of moves made before."""
        return self.course.deals

    @property
    def over(self) -> bool:
        return self.course.over

    @property
    def seed(self) -> str | None:
        """The seed, once the game is over."""
        return self.setting.seed.hex() if self.over else None

    @property
    def version(self) -> int:
        """How many events there have been."""
        return self.course.version

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a choice now."""
        return self.course.to_act

    def scores(self) -> list[int]:
        """Points, or what this game counts."""
        scores: list[int] = self.sight.scores()
        return scores

    def legal(self, seat: int) -> list[Move]:
        """The legal moves of a seat; none if it owes no choice."""
        kind = self.move_type
        return [kind(number) for number in self.state.legal(self.seat(seat))]

    def play(self, seat: int, move: Move | str | int) -> list[Event]:
        """Plays a move and returns what happened. On any error the game is unchanged."""
        return self.course.play(seat, self.checked(seat, move))

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
        return {**self.fixed(), **self.course.changing()}

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

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""
        return self.course.outcome() if self.over else None

    def copy(self) -> Self:
        """An independent game at the same point."""
        new = copying.copy(self)
        new.course = self.course.copy()
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
        return chosen


HIDDEN = Hidden()


def as_json(value: object) -> bytes:
    """Events, views and reasons as JSON."""
    return encoder.encode(value)

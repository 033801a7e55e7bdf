"""Every mistake that a caller can make, as a type of its own.

This module belongs to no room and imports nothing of ours, so any room may raise these. A message says what
was wrong and what would be right; whatever raised it has left the game unchanged.
"""

# ruff: noqa: N818 -- `except IllegalMove` reads as it is said at the table


class MoustachesError(ValueError):
    """The base of all our errors."""


class UnknownGame(MoustachesError):
    """There is no game of that name."""


class BadPlayers(MoustachesError):
    """The game cannot be played by that many."""


class BadOption(MoustachesError):
    """An option is unknown, has a wrong value, or contradicts another."""


class BadEdition(MoustachesError):
    """An edition file is missing or wrong; the message names file, key and expectation."""


class BadPosition(MoustachesError):
    """The description of a position is malformed or impossible."""


class BadRecord(MoustachesError):
    """A game record is torn, tampered with, or of an unknown version."""


class BadMove(MoustachesError):
    """The text is not a move of this game."""


class NotYourTurn(MoustachesError):
    """The seat owes no choice now."""


class IllegalMove(MoustachesError):
    """The rules do not allow the move now; `explanation` says why, as data."""

    def __init__(self, message: str, *, explanation: object = None) -> None:
        super().__init__(message)
        self.explanation = explanation


class GameOver(MoustachesError):
    """The game has ended; nobody moves any more."""


class BadWeights(MoustachesError):
    """A file of a network's weights is missing or is not what it should be."""


class UnknownRuling(MoustachesError):
    """There is no ruling of that number."""

"""`moustaches verify`: recomputes every deal of a finished game from its seed."""

from __future__ import annotations

from rich.text import Text

import moustaches
from moustaches.content import texts

from .cards import hanging
from .files import read_text
from .screen import Screen


def verify(file: str, edition: str | None = None) -> int:
    """Says what was checked, or raises BadRecord for the first thing that is wrong."""
    checked = moustaches.verify(read_text(file), edition)
    winners = ", ".join(f"seat {seat}" for seat in checked.winners)
    screen = Screen()
    screen.print(
        f"This record of {texts().games[checked.game].name} is genuine.",
        f"  commitment  {checked.commitment}",
        f"  seed        {checked.seed}",
        f"  deals       {checked.deals}",
        f"  moves       {checked.moves}",
        f"  won by      {winners}",
    )
    what = (
        "Checked: the text is whole (checksum); the seed is the one that the commitment announced; all "
        f"{checked.deals} shuffles follow from the seed; all {checked.moves} moves were legal; the result is right."
    )
    screen.print(*hanging(Text(what), screen.width, 0))
    return 0

"""The result of a match as a picture: win shares and margins with their intervals.

An SVG that needs nothing else; it is legible on light and on dark paper, and its text can be read aloud.
"""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10

from moustaches.content import texts

from .estimates import Estimate
from .results import Comparison, Result, counts_rounds, signed, title, unit

WIDTH, NAMES, GAP, VALUES = 860, 150, 34, 64
PANEL = (WIDTH - NAMES - GAP - 2 * VALUES) // 2 - 12
TOP, HEAD, ROW, FOOT = 64, 34, 26, 44
COLOURS = ("#0b84d8", "#e0671b", "#2a9d5c", "#b154c9", "#c8960c", "#d8436b", "#1c9aa8", "#8a7a6b")

STYLE = """
svg { color-scheme: light dark; }
text { font: 13px system-ui, "Segoe UI", Roboto, sans-serif; fill: #222; }
.paper { fill: #fff; }
.title { font-size: 17px; font-weight: 600; }
.head { font-weight: 600; }
.faint { font-size: 11.5px; fill: #666; }
.value { font-variant-numeric: tabular-nums; }
.grid { stroke: #e4e4e4; }
.level { stroke: #777; stroke-dasharray: 3 3; }
.interval { stroke-width: 3; stroke-linecap: round; opacity: .55; }
@media (prefers-color-scheme: dark) {
  text { fill: #eee; }
  .paper { fill: #16181c; }
  .faint { fill: #a5a5a5; }
  .grid { stroke: #33373d; }
  .level { stroke: #9a9a9a; }
}
""".strip()


class Panel:
    """A scale from left to right, and what is drawn along it."""

    def __init__(self, left: float, low: float, high: float, step: float) -> None:
        self.left = left
        self.low = low
        self.high = high
        self.step = step

    def x(self, value: float) -> float:
        within = min(max(value, self.low), self.high)
        return round(self.left + PANEL * (within - self.low) / (self.high - self.low), 1)

    def line(self, value: float, top: float, bottom: float, style: str) -> str:
        at = self.x(value)
        return f'<line class="{style}" x1="{at}" x2="{at}" y1="{top}" y2="{bottom}"/>'

    def grid(self, top: float, bottom: float) -> list[str]:
        return [self.line(value, top, bottom, "grid") for value in self.ticks]

    @property
    def ticks(self) -> list[float]:
        return [
            round(self.low + self.step * n, 9) for n in range(round((self.high - self.low) / self.step) + 1)
        ]

    def numbers(self, y: float, percent: bool) -> list[str]:
        return [
            f'<text class="faint" text-anchor="middle" x="{self.x(value)}" y="{y}">'
            f"{f'{100 * value:.0f} %' if percent else tick(value)}</text>"
            for value in self.ticks
        ]

    def mark(self, found: Estimate, y: float, colour: str, text: str) -> list[str]:
        """The mean as a dot, the interval as a bar, and both in words at the right."""
        return [
            f'<line class="interval" stroke="{colour}" x1="{self.x(found.low)}" x2="{self.x(found.high)}"'
            f' y1="{y}" y2="{y}"/>',
            f'<circle fill="{colour}" cx="{self.x(found.mean)}" cy="{y}" r="4.2"/>',
            f'<text class="value" text-anchor="end" x="{self.left + PANEL + VALUES}" y="{y + 4.5}">{text}</text>',
        ]


def plot(result: Result) -> str:
    """The picture as text."""
    match = result.match
    sides = [side for comparison in result.comparisons for side in comparison.sides]
    widest = max(max(abs(side.margin.low), abs(side.margin.high)) for side in sides)
    step = nice(max(widest, 0.05) / 3)
    reach = step * max(1, ceil(widest / step - 1e-9))
    wins = Panel(NAMES, 0.0, 1.0, 0.25)
    margins = Panel(NAMES + PANEL + VALUES + GAP, -reach, reach, step)
    drawn: list[str] = []
    y = TOP
    for comparison in result.comparisons:
        drawn += group(result, comparison, wins, margins, y)
        y += HEAD + ROW * len(comparison.sides) + FOOT
    game = texts().games[match.game].name
    what = f"{game}, {match.players} players: {' · '.join(match.names)}"
    how = f"{match.deals:,} deals, each in every seating; bars are 95 % intervals, clustered by deal"
    told = "; ".join(
        f"{title(match, each.kind)}: "
        + ", ".join(
            f"{side.name} {percent(side.win)}, margin {signed(side.margin.mean)}" for side in each.sides
        )
        for each in result.comparisons
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" role="img"'
            ' aria-labelledby="title told">',
            f'<title id="title">{escape(what)}</title>',
            f'<desc id="told">{escape(told)}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect class="paper" width="{WIDTH}" height="{y}" rx="8"/>',
            f'<text class="title" x="20" y="32">{escape(what)}</text>',
            f'<text class="faint" x="20" y="52">{escape(how)}</text>',
            *drawn,
            "</svg>\n",
        ]
    )


def group(result: Result, comparison: Comparison, wins: Panel, margins: Panel, top: float) -> list[str]:
    """One comparison: a heading, a row for each player, two scales."""
    match = result.match
    first = top + HEAD
    bottom = first + ROW * len(comparison.sides)
    what = "rounds won" if counts_rounds(match, comparison.kind) else "wins"
    drawn = [
        *wins.grid(first - 4, bottom),
        *margins.grid(first - 4, bottom),
        wins.line(comparison.par, first - 4, bottom, "level"),
        margins.line(0.0, first - 4, bottom, "level"),
        f'<text class="head" x="20" y="{top + 18}">{escape(title(match, comparison.kind))}</text>',
        *wins.numbers(bottom + 15, True),
        *margins.numbers(bottom + 15, False),
        caption(wins, bottom + 31, f"{what}, par {100 * comparison.par:.0f} %"),
        caption(margins, bottom + 31, f"margin, {unit(match, comparison.kind)}"),
    ]
    for place, side in enumerate(comparison.sides):
        y = first + ROW * place + ROW / 2 - 2
        colour = COLOURS[place % len(COLOURS)]
        drawn.append(f'<text x="20" y="{y + 4.5}">{escape(side.name)}</text>')
        drawn += wins.mark(side.win, y, colour, percent(side.win))
        drawn += margins.mark(side.margin, y, colour, signed(side.margin.mean))
    return drawn


def caption(panel: Panel, y: float, text: str) -> str:
    return (
        f'<text class="faint" text-anchor="middle" x="{panel.left + PANEL / 2}" y="{y}">{escape(text)}</text>'
    )


def nice(size: float) -> float:
    """The nearest of 1, 2, 5 × a power of ten from above."""
    unit = 10.0 ** floor(log10(size))
    return next(unit * step for step in (1, 2, 5, 10) if size <= unit * step * (1 + 1e-9))


def percent(share: Estimate) -> str:
    return f"{100 * share.mean:.1f} %"


def tick(number: float) -> str:
    """As few digits as it takes."""
    text = signed(number).rstrip("0").rstrip(".")
    return "0" if text in ("+0", "−0") else text

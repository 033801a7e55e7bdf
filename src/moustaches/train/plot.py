"""The curve of a run as an SVG that stands for itself: strength over the decisions learned from."""

from __future__ import annotations

from html import escape
from typing import Any

WIDTH, HEIGHT = 720, 420
LEFT, TOP, RIGHT, BOTTOM = 64, 48, 24, 56
COLOURS = ("#c2410c", "#1d6f8f", "#6b8e23")


def draw(game: str, lines: list[dict[str, Any]]) -> str:
    """Win share above par against each opponent, with its interval."""
    most: int = max((line["decisions"] for line in lines), default=1)
    names = [each["against"] for each in lines[-1]["strength"]] if lines else []
    found = [each for line in lines for each in line["strength"]]
    low = min([0.0, *(each["wins"] - each["wins_by"] for each in found)])
    high = max([0.1, *(each["wins"] + each["wins_by"] for each in found)])

    def x(decisions: float) -> float:
        return float(LEFT + (WIDTH - LEFT - RIGHT) * decisions / most)

    def y(wins: float) -> float:
        return float(TOP + (HEIGHT - TOP - BOTTOM) * (high - wins) / (high - low))

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="13">',
        f"<title>{escape(game)}: strength over training</title>",
        "<style>text{fill:#3b2f2a}.grid{stroke:#d8cfc4}.back{fill:#fffaf2}"
        "@media(prefers-color-scheme:dark){text{fill:#f1e7da}.grid{stroke:#4a4038}.back{fill:#211b17}}</style>",
        f'<rect class="back" width="{WIDTH}" height="{HEIGHT}"/>',
        f'<text x="{LEFT}" y="26" font-size="16">{escape(game)}: wins above par</text>',
    ]
    for step in range(5):
        wins = low + (high - low) * step / 4
        parts.append(
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(wins):.1f}" y2="{y(wins):.1f}"/>'
            f'<text x="{LEFT - 8}" y="{y(wins) + 4:.1f}" text-anchor="end">{100 * wins:.0f} %</text>'
        )
        parts.append(
            f'<text x="{x(most * step / 4):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">'
            f"{most * step / 4 / 1e6:.3g} M</text>"
        )
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 12}">decisions learned from</text>')
    for number, name in enumerate(names):
        colour = COLOURS[number % len(COLOURS)]
        points = [(line["decisions"], line["strength"][number]) for line in lines]
        path = " ".join(f"{x(decisions):.1f},{y(each['wins']):.1f}" for decisions, each in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for decisions, each in points:
            ends = y(each["wins"] - each["wins_by"]), y(each["wins"] + each["wins_by"])
            at = f"{x(decisions):.1f}"
            parts.append(
                f'<line x1="{at}" x2="{at}" y1="{ends[0]:.1f}" y2="{ends[1]:.1f}" stroke="{colour}" opacity="0.5"/>'
                f'<circle cx="{at}" cy="{y(each["wins"]):.1f}" r="3" fill="{colour}"/>'
            )
        parts.append(
            f'<text x="{WIDTH - RIGHT}" y="{26 + 18 * number}" text-anchor="end" style="fill:{colour}">'
            f"against {escape(name)}</text>"
        )
    return "\n".join([*parts, "</svg>"]) + "\n"

"""An analysis as one HTML page that needs nothing else: no script, no picture, no font from anywhere.

It is read on a phone as well as on a desk, by day and with the lights down. What a colour says, a word says too, and
every text is escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby

from moustaches.bots.choice import Value
from moustaches.bots.coach import FORCED, GRADES, UNJUDGED, Analysis, Decision, Summary

from .say import Teller

UNITS = {"moustache": "stars", "gracias": "garments", "club": "points"}  # of the margin
SCORES = {"moustache": "Points", "gracias": "Garments", "club": "Points"}  # of the end
BAD = ("slip", "mistake", "blunder")
SHOWN = 12  # choices that are worth a second look
VALUES = 12  # moves in the list of a choice
WIDTH, HEIGHT, LEFT, TOP = 300, 150, 52, 10  # of a graph
FOOT = 26  # below it, for the numbers of the rounds
APART = 16  # two of them, at least


def worst_of(decisions: Sequence[Decision], most: int) -> list[Decision]:
    """The choices that cost most, in the order of play."""
    bad = [each for each in decisions if each.grade in BAD]
    chosen = sorted(bad, key=lambda each: (-each.loss, -each.margin_loss))[:most]
    return sorted(chosen, key=lambda each: each.number)


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def page(analysis: Analysis, say: Teller) -> str:
    """The whole report."""
    name = say.words.games[analysis.game].name
    worst = worst_of(analysis.decisions, SHOWN)
    parts = [
        f"<header><h1>{escape(name)}</h1><p>{escape(about(analysis))}</p></header><main>",
        f"<p>{escape(result(analysis, say))} {escape(measure(analysis))}</p>",
        '<section class="seats">',
        *(seat_card(analysis, each, say) for each in analysis.summaries),
        "</section>",
        "<h2>Worth a second look</h2>",
        *(second_look(each, analysis, say) for each in worst),
        "" if worst else "<p>Nothing: no choice gave away much.</p>",
        "<h2>Every choice</h2>",
        *every_choice(analysis, say),
        f"</main><footer><p>{escape(footnote())}</p></footer>",
    ]
    head = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>{escape(name)}: analysis</title>'
        f"<style>{STYLE}</style></head><body>"
    )
    return head + "\n".join(part for part in parts if part) + "</body></html>\n"


# Words


def about(analysis: Analysis) -> str:
    return f"{analysis.players} players, {analysis.moves} moves, judged by {analysis.judge}"


def result(analysis: Analysis, say: Teller) -> str:
    if not analysis.over:
        return "The game is not over."
    scores = ", ".join(f"{say.title(seat)} {score}" for seat, score in enumerate(analysis.scores))
    return f"Won by {say.names(analysis.winners)}. {SCORES[analysis.game]} in the end: {scores}."


def measure(analysis: Analysis) -> str:
    what = "round" if analysis.game == "moustache" else "game"
    return (
        f"Each choice is judged by what its player could know at that moment, never by what came out later. "
        f"A loss is the share of the {what} that the choice gave away."
    )


def footnote() -> str:
    steps = ", ".join(f"{name} up to {100 * most:g} %" for most, name in GRADES[:-1])
    return f"Grades by loss: {steps}, {GRADES[-1][1]} beyond. Accuracy is the share of choices that were best or fine."


def tally(summary: Summary) -> str:
    """3 blunders, 1 mistake, 2 slips."""
    counted = [(summary.grades.get(name, 0), name) for name in reversed(BAD)]
    return ", ".join(f"{n} {name}{'s' * (n != 1)}" for n, name in counted if n) or "no slip"


def whys(decision: Decision, say: Teller) -> str:
    """Why the best move, in sentences."""
    return " ".join(say.reason(reason) for reason in decision.why)


# Seats


def seat_card(analysis: Analysis, summary: Summary, say: Teller) -> str:
    """How a seat played, and its graph."""
    title = escape(say.title(summary.seat))
    if summary.accuracy is None or summary.mean_loss is None:
        return f'<article class="card"><h3>{title}</h3><p>Had nothing to choose.</p></article>'
    facts = {
        "accuracy": percent(summary.accuracy),
        "mean loss": f"{100 * summary.mean_loss:.1f} %",
        "choices": str(summary.decisions),
    }
    boxes = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in facts.items())
    worst = ""
    if summary.worst is not None:
        worst = f' The costliest: <a href="#m{summary.worst}">move {summary.worst + 1}</a>.'
    return (
        f'<article class="card"><h3>{title}</h3><dl>{boxes}</dl>'
        f"{graph(analysis, summary, title)}<p>{escape(tally(summary).capitalize())}.{worst}</p></article>"
    )


def graph(analysis: Analysis, summary: Summary, title: str) -> str:
    """What the seat could expect at each of its choices. In Moustache every round is a new start."""
    high, low = TOP, HEIGHT - FOOT
    judged = {each.number: each for each in analysis.decisions if each.seat == summary.seat}

    def x(number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - 8) * number / max(1, analysis.moves - 1), 1)

    def y(win: float) -> float:
        return round(low - (low - high) * win, 1)

    lines = []
    for share in (0.0, 0.5, 1.0):
        lines.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - 8}" y1="{y(share)}" y2="{y(share)}"/>')
        lines.append(f'<text x="{LEFT - 5}" y="{y(share) + 5}" text-anchor="end">{100 * share:.0f} %</text>')
    free = 0.0
    for number, first in rounds(analysis):
        if x(first) >= free:
            lines.append(f'<line class="round" x1="{x(first)}" x2="{x(first)}" y1="{high}" y2="{low}"/>')
            lines.append(f'<text x="{x(first)}" y="{HEIGHT - 6}" text-anchor="middle">{number}</text>')
            free = x(first) + APART
    new_start = analysis.game == "moustache"
    for _, points in groupby(summary.curve, lambda point: judged[point.number].round if new_start else 0):
        path = " ".join(f"{x(point.number)},{y(point.win)}" for point in points)
        lines.append(f'<polyline points="{path}"/>')
    lines += [mark(judged[point.number], x(point.number), y(point.win)) for point in summary.curve]
    what = "round" if new_start else "game"
    label = f"{title}: expected share of the {what} at each choice"
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}"><title>{label}</title>'
        + "".join(lines)
        + "</svg>"
    )


def rounds(analysis: Analysis) -> list[tuple[int, int]]:
    """Each round seen here and the number of its first choice."""
    first: dict[int, int] = {}
    for decision in analysis.decisions:
        if decision.round:
            first.setdefault(decision.round, decision.number)
    return list(first.items())


def mark(decision: Decision, x: float, y: float) -> str:
    """A point of the graph: a diamond where much was lost, and the way to the choice."""
    title = f"<title>{escape(f'move {decision.number + 1}: {decision.move}, {decision.grade}')}</title>"
    if decision.grade in ("mistake", "blunder"):
        shape = f'<path class="bad" d="M{x} {y - 6:.1f}l6 6l-6 6l-6-6z">{title}</path>'
    else:
        shape = f'<circle cx="{x}" cy="{y}" r="2.5">{title}</circle>'
    return f'<a href="#m{decision.number}">{shape}</a>'


# Choices


def second_look(decision: Decision, analysis: Analysis, say: Teller) -> str:
    return (
        f'<article class="card look"><h3>{heading(decision, say)}{in_round(decision)}</h3>'
        f"<p>Played {chip(decision.move)}: {badge(decision)}. Better was {chip(decision.best)}.</p>"
        f'<p class="why">{escape(whys(decision, say))}</p>{values(decision, analysis)}</article>'
    )


def in_round(decision: Decision) -> str:
    return f", round {decision.round}" if decision.round else ""


def every_choice(analysis: Analysis, say: Teller) -> list[str]:
    """All choices, by round."""
    parts: list[str] = []
    for number, decisions in groupby(analysis.decisions, lambda each: each.round):
        if number:
            parts.append(f"<h3>Round {number}</h3>")
        parts += [choice(each, analysis, say) for each in decisions]
    return parts


def choice(decision: Decision, analysis: Analysis, say: Teller) -> str:
    line = f"{heading(decision, say)} {chip(decision.move)} {badge(decision)}"
    if decision.grade == FORCED:
        return f'<p class="forced" id="m{decision.number}">{line}</p>'
    better = f"Best was {chip(decision.best)}. " if decision.best != decision.move else ""
    return (
        f'<details id="m{decision.number}"><summary>{line}</summary>'
        f'<p class="why">{better}{escape(whys(decision, say))}</p>{table(decision, analysis)}</details>'
    )


def heading(decision: Decision, say: Teller) -> str:
    return (
        f'<span class="number">{decision.number + 1}.</span> '
        f'<span class="who">{escape(say.title(decision.seat))}</span>'
    )


def chip(move: str) -> str:
    return f"<code>{escape(move)}</code>"


def badge(decision: Decision) -> str:
    cost = f" −{100 * decision.loss:.0f} %" if decision.grade in BAD else ""
    return f'<span class="grade {decision.grade}">{decision.grade}{cost}</span>'


def values(decision: Decision, analysis: Analysis) -> str:
    return f"<details><summary>What each move was worth</summary>{table(decision, analysis)}</details>"


def table(decision: Decision, analysis: Analysis) -> str:
    """What the moves were worth: the best ones, and always the one that was played."""
    shown = list(decision.values[:VALUES])
    played = next((value for value in decision.values if value.move == decision.move), None)
    if played is not None and played not in shown:
        shown.append(played)
    rows = "".join(row(value, decision) for value in shown)
    left = len(decision.values) - len(shown)
    more = f"<p>{left} more {'move' if left == 1 else 'moves'} between or below.</p>" if left else ""
    if decision.grade == UNJUDGED:
        more += "<p>The judge never tried the move that was played.</p>"
    unit = UNITS[analysis.game]
    return (
        f'<table><thead><tr><th scope="col">move</th><th scope="col">share</th><th scope="col">{unit} ahead</th>'
        f"</tr></thead><tbody>{rows}</tbody></table>{more}"
    )


def row(value: Value, decision: Decision) -> str:
    words = {decision.best: "best", decision.move: "played"}
    word = f" <small>{words[value.move]}</small>" if value.move in words else ""
    margin = f"{value.margin:+.1f}".replace("-", "−")
    bar = f'<span class="bar" style="width:{max(1.0, 100 * value.win):.0f}%"></span>'
    return (
        f'<tr><th scope="row">{chip(value.move)}{word}</th>'
        f"<td>{bar}{100 * value.win:.1f} %</td><td>{margin}</td></tr>"
    )


STYLE = """
:root{--paper:#fbf3e0;--card:#fffaf0;--ink:#2b2118;--faint:#6b5d4d;--rule:#d9c8a5;--line:#1d4e96;
--bar:#c9d8ef;--bad:#8e1f2f;--slip:#9a5200;--good:#1f6b3a;--top:#8e1f2f;--link:#1d4e96}
@media (prefers-color-scheme:dark){:root{--paper:#12302e;--card:#1b403d;--ink:#f6ecd6;--faint:#c9bfa6;--rule:#3a615d;
--line:#e3b23c;--bar:#2d5f73;--bad:#ff9d9d;--slip:#f0ad55;--good:#8fd3a0;--top:#4a0f1b;--link:#9cc4ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.5 "Alegreya Sans","Gill Sans",system-ui,sans-serif}
header{background:var(--top);color:#f6ecd6;padding:1.2rem 1rem;border-bottom:4px solid #e3b23c;text-align:center}
h1,h2,h3,dd{font-family:"Yeseva One",Georgia,serif;font-weight:400;line-height:1.2}
h1{margin:0;font-size:2rem}header p{margin:.3rem 0 0}
main,footer{max-width:64rem;margin:0 auto;padding:0 1rem}
h2{font-size:1.5rem;margin:2rem 0 .6rem}h3{font-size:1.15rem;margin:0 0 .5rem}
main>h3{margin:1.4rem 0 .4rem}
.seats{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr));gap:1rem}
.card{background:var(--card);border:1px solid var(--rule);border-radius:8px;padding:1rem}
.look{margin:.8rem 0}.card p{margin:.4rem 0}
dl{display:flex;gap:1.4rem;margin:0 0 .6rem}dt{color:var(--faint);font-size:.9rem}dd{margin:0;font-size:1.3rem}
svg{display:block;width:100%;max-width:28rem;height:auto}
svg text{fill:var(--faint);font-size:15px}
.grid,.round{stroke:var(--rule);stroke-width:1}.round{stroke-dasharray:3 3}
polyline{fill:none;stroke:var(--line);stroke-width:2;stroke-linejoin:round}
circle{fill:var(--line)}.bad{fill:var(--bad);stroke:var(--card);stroke-width:1.5}
a{color:var(--link)}
code{font:600 .95em "Alegreya Sans",system-ui,sans-serif;border:1px solid var(--rule);background:var(--card);
border-radius:5px;padding:.05em .4em;white-space:nowrap}
.number{display:inline-block;min-width:2em;color:var(--faint)}.who{font-weight:700}
h3 .who{font-weight:400}
.grade{white-space:nowrap;font-weight:700}.slip{color:var(--slip)}.mistake,.blunder{color:var(--bad)}
.best,.fine{color:var(--good)}.forced,.unjudged{color:var(--faint);font-weight:400}
.blunder{text-decoration:underline;text-underline-offset:.2em}
main>details,p.forced{margin:0;padding:.35rem 0;border-bottom:1px solid var(--rule)}
summary{cursor:pointer;min-height:1.6em}p.forced{padding-left:1.1em}
details:target,p:target{background:var(--card);outline:2px solid #e3b23c;outline-offset:2px}
.why{max-width:46rem}
table{border-collapse:collapse;width:100%;max-width:34rem;margin:.4rem 0;font-variant-numeric:tabular-nums}
th,td{padding:.2rem .5rem .2rem 0;text-align:left;font-weight:400;border-bottom:1px solid var(--rule)}
thead th,small{color:var(--faint);font-size:.9rem}
td{white-space:nowrap}td:nth-child(2){position:relative;min-width:7rem;isolation:isolate}
.bar{position:absolute;inset:.25rem auto .25rem 0;background:var(--bar);border-radius:3px;z-index:-1}
footer{color:var(--faint);padding-bottom:2rem}
""".replace("\n", "")

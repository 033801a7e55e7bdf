"""A sheet is one sprite file: named drawings (symbols), and the parts and clips that several of them share.

A drawing marks a piece with `part`; the sheet draws a piece once if it occurs more than once and is long enough to
be worth it. All ids inside a sheet begin with its letter, so that several sheets can lie in one page. Each drawing,
part and clip is a line of the file: a page takes out the few that it shows.
"""

import re
from collections import Counter
from dataclasses import dataclass, field

from .palette import INK
from .pen import element

INKED = f'stroke="{INK}" stroke-width="0" stroke-linejoin="round" stroke-linecap="round"'
LINE = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"'
WORTH_SHARING = 120

INNERMOST = re.compile("⟦([^⟦⟧]*)⟧")
TOKEN = re.compile("⟨([0-9]+)⟩")
CLIP = re.compile("⟪([^⟪⟫]*)⟫")


@dataclass
class Symbol:
    name: str
    box: str
    body: str
    attributes: str


@dataclass
class Sheet:
    letter: str
    symbols: list[Symbol] = field(default_factory=list)

    def add(self, name: str, box: str, body: str, attributes: str = INKED) -> None:
        """A drawing by its name; box is the viewBox, or just its size."""
        if len(box.split()) == 2:
            box = "0 0 " + box
        self.symbols.append(Symbol(name, box, body, attributes))

    def text(self) -> str:
        clips: dict[str, str] = {}
        parts: dict[str, int] = {}

        def named_clip(found: re.Match[str]) -> str:
            name = clips.setdefault(found[1], f"{self.letter}c{len(clips)}")
            return f"url(#{name})"

        def token(found: re.Match[str]) -> str:
            return f"⟨{parts.setdefault(found[1], len(parts))}⟩"

        bodies = []
        for symbol in self.symbols:
            body, more = CLIP.sub(named_clip, symbol.body), 1
            while more:
                body, more = INNERMOST.subn(token, body)
            bodies.append(body)

        pieces = list(parts)
        uses = Counter(int(key) for body in (*bodies, *pieces) for key in TOKEN.findall(body))
        drawn: dict[int, str] = {}

        def settled(body: str) -> str:
            return TOKEN.sub(shown, body)

        def shown(found: re.Match[str]) -> str:
            key = int(found[1])
            if key not in drawn:
                body = settled(pieces[key])
                drawn[key] = body if uses[key] == 1 or len(body) < WORTH_SHARING else ""
            return drawn[key] or f'<use href="#{self.letter}{key}"/>'

        symbols = [
            f'<symbol id="{symbol.name}" viewBox="{symbol.box}" {symbol.attributes}>{settled(body)}</symbol>'
            for symbol, body in zip(self.symbols, bodies, strict=True)
        ]
        shared = [
            element("g", settled(pieces[key]), id=f"{self.letter}{key}")
            for key, body in sorted(drawn.items())
            if not body
        ]
        shapes = [element("clipPath", element("path", d=d), id=name) for d, name in clips.items()]
        head = ["<defs>", *shapes, *shared, "</defs>"] if shapes or shared else []
        return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *head, *symbols, "</svg>\n"])

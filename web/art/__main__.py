"""`python3 -m art OUT` draws the sprites into OUT; with `--board` also a page that shows them all."""

import sys
from pathlib import Path

from .board import board
from .sprites import files, sheets


def main(arguments: list[str]) -> int:
    folders = [a for a in arguments if not a.startswith("--")]
    if len(folders) != 1:
        print("usage: python3 -m art OUT [--board]", file=sys.stderr)
        return 2
    out = Path(folders[0])
    out.mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (out / name).write_text(text, encoding="utf-8")
    if "--board" in arguments:
        (out / "board.html").write_text(board(sheets()), encoding="utf-8")
    return 0


sys.exit(main(sys.argv[1:]))

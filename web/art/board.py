"""A page that shows every drawing of the sheets, on light and on dark ground, to look at while drawing."""

from .sheet import Sheet

STYLE = """body{margin:0;font:12px sans-serif}
section{padding:12px;display:flex;flex-wrap:wrap;gap:8px;align-items:flex-end}
.light{background:#FBF3E0;color:#2B2118}.dark{background:#1F4D4A;color:#F6ECD6}
figure{margin:0;text-align:center}svg{display:block;margin:auto;overflow:visible}
"""


def shown(name: str, box: str, height: float) -> str:
    _, _, w, h = (float(v) for v in box.split())
    return f'<svg width="{height * w / h:.0f}" height="{height:.0f}"><use href="#{name}"/></svg>'


def board(sheets: dict[str, Sheet], only: str = "", height: float = 140, captions: bool = True) -> str:
    """All symbols whose name begins with one of the words of `only`."""
    words = tuple(only.split(",")) if only else ("",)
    names = [(s.name, s.box) for sheet in sheets.values() for s in sheet.symbols if s.name.startswith(words)]
    art = "".join(sheet.text() for sheet in sheets.values())
    rows = ""
    for ground in ("light", "dark"):
        rows += (
            f'<section class="{ground}">'
            + "".join(
                f"<figure>{shown(name, box, height)}{name if captions else ''}</figure>"
                for name, box in names
            )
            + "</section>"
        )
    return (
        f'<!doctype html><meta charset="utf-8"><title>Board</title><style>{STYLE}</style>'
        f'<div style="position:absolute;width:0;height:0;overflow:hidden">{art}</div>{rows}'
    )

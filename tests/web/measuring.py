"""Measures a page as it lies there: text that is cut off, runs out of its place or lies on other text, things too small
to be touched, and whether anything scrolls."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

MEASURES = Path(__file__).with_suffix(".js").read_text("utf-8")


def misfits(page: Page) -> list[str]:
    """Texts that do not fit."""
    found: list[str] = page.evaluate(f"{MEASURES}.misfits(1.5)")
    return found


def too_small(page: Page, least: float = 43.5) -> list[str]:
    """What can be pressed, but not easily hit."""
    found: list[str] = page.evaluate(f"{MEASURES}.targets({least})")
    return found


def scrolls(page: Page) -> str:
    """How far the page is larger than the screen; nothing: it is not."""
    page.evaluate("() => scrollTo(0, 0)")
    width, height = page.evaluate(
        "() => { const { scrollWidth, scrollHeight } = document.scrollingElement;"
        " return [scrollWidth - innerWidth, scrollHeight - innerHeight]; }"
    )
    return f"{width} × {height}" if width > 0 or height > 0 else ""


def too_wide(page: Page) -> bool:
    """Whether one must scroll sideways, on the page or on a sheet."""
    return bool(
        page.evaluate(
            "() => document.scrollingElement.scrollWidth > innerWidth || [...document.querySelectorAll("
            "'dialog[open] .content')].some((sheet) => sheet.scrollWidth > sheet.clientWidth)"
        )
    )


def covered(page: Page, cards: str) -> list[str]:
    """Cards that something else lies on, and what."""
    found: list[str] = page.evaluate(f"(cards) => {MEASURES}.covered(cards)", cards)
    return found


def shifted(page: Page) -> list[str]:
    """Boxes of a table that moved inside, though nobody is meant to scroll them."""
    found: list[str] = page.evaluate(f"{MEASURES}.shifted()")
    return found


def bad_drawings(page: Page) -> list[str]:
    """Drawings that are missing, cut off by their own frame, or out of the screen."""
    found: list[str] = page.evaluate(f"{MEASURES}.drawings(1.5)")
    return found


def focus(page: Page) -> tuple[str, bool] | None:
    """What has the focus, and whether that is to be seen; none: nothing has."""
    found = page.evaluate(f"{MEASURES}.focus()")
    return (found["called"], found["shown"]) if found else None

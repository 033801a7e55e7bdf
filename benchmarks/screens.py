"""Pictures of every screen, phone and desktop, in three languages: `make screens` writes them to docs/screens.

The tables are real games against bots from fixed seats, played a few choices far.
"""

from __future__ import annotations

import asyncio
import base64
import sys
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page

from .browser import CHOICES, DESKTOP, PHONE, choose, chromium, opened, seated, served

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "screens"
SIZES = {"phone": PHONE, "desktop": DESKTOP}
ROW = ["pink-plus", "blue-tax", "twos-win", "colours-inverted"]
TABLES: dict[str, tuple[dict[str, Any], int]] = {
    "moustache": ({"game": "moustache", "players": 4, "options": {"row": ROW}}, 13),
    "gracias": ({"game": "gracias", "players": 4}, 3),
    "club": ({"game": "club", "players": 4, "assist": "full"}, 4),
}  # fmt: skip
LANGUAGES = {
    ("home", "phone"): "fr",
    ("home", "desktop"): "en",
    ("waiting", "phone"): "en",
    ("waiting", "desktop"): "ru",
    ("moustache", "phone"): "ru",
    ("moustache", "desktop"): "en",
    ("gracias", "phone"): "en",
    ("gracias", "desktop"): "fr",
    ("club", "phone"): "en",
    ("club", "desktop"): "fr",
    ("end", "phone"): "fr",
    ("end", "desktop"): "en",
}
QUALITY = 82
MOMENTS = 8  # choices until the picture is a good one
NAMED = """fetch('/api/me', {method: 'POST', body: JSON.stringify({name: 'Ada'}),
  headers: {'content-type': 'application/json'}})"""


async def take(page: Page, name: str) -> None:
    devtools = await page.context.new_cdp_session(page)
    shot = await devtools.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    path = FOLDER / f"{name}.webp"
    path.write_bytes(base64.b64decode(shot["data"]))
    print(f"{path.relative_to(FOLDER.parents[1])}  {path.stat().st_size // 1000} KB")


async def home(browser: Browser, base: str, size: str) -> None:
    page = await opened(browser, base, SIZES[size], LANGUAGES["home", size])
    await page.locator(".cover .art").last.wait_for()
    await page.wait_for_timeout(500)
    await take(page, f"home-{size}")
    await page.context.close()


async def waiting(browser: Browser, base: str, size: str) -> None:
    page = await opened(browser, base, SIZES[size], LANGUAGES["waiting", size], name="Ada")
    await page.locator("article .secondary").first.click()
    await page.locator("[data-who=empty]").first.wait_for()
    await page.wait_for_load_state("networkidle")
    await take(page, f"waiting-{size}")
    await page.context.close()


async def table(browser: Browser, base: str, game: str, size: str, to_the_end: bool = False) -> None:
    setup, choices = TABLES[game]
    name = "end" if to_the_end else game
    motion = "none" if to_the_end else "quick"
    page = await opened(
        browser, base, SIZES[size], LANGUAGES[name, size], name="Ada", motion=motion, confirm=True
    )
    await page.evaluate(NAMED)
    await page.goto(base + await seated(page, setup))
    played = 0
    while (to_the_end or played < choices) and await choose(page):
        played += 1
    if not to_the_end:
        await pick(page)
    await page.wait_for_timeout(1_500)
    if to_the_end:
        await page.locator("[data-verify]").click()
        await page.locator("[data-finding]").wait_for()
        await page.locator("[data-end]").evaluate("end => end.closest('.content').scrollTo(0, 0)")
    await take(page, f"{name}-{size}")
    await page.context.close()


async def pick(page: Page) -> None:
    """Raises a card that may be laid, so that the picture shows what can be done; in a trick, after two others."""
    card = page.locator(".hand [data-card]:not([aria-disabled=true])")
    lying = page.locator(".stage li")
    for _ in range(MOMENTS):
        await page.locator(f"{CHOICES}, [data-end], [data-go-on]").first.wait_for(state="attached")
        await page.wait_for_timeout(600)  # until the last trick is gone
        if await card.count() and await lying.count() >= 2:
            break
        await choose(page)
    await card.last.dispatch_event("click")


async def all_of_them(wanted: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    async with served(MOUSTACHES_BOT_PAUSE="0.1") as base, chromium() as browser:
        for size in SIZES:
            for name in ("home", "waiting", "moustache", "gracias", "club", "end"):
                if wanted and name not in wanted:
                    continue
                if name == "home":
                    await home(browser, base, size)
                elif name == "waiting":
                    await waiting(browser, base, size)
                else:
                    await table(browser, base, "gracias" if name == "end" else name, size, name == "end")


if __name__ == "__main__":
    asyncio.run(all_of_them(sys.argv[1:]))

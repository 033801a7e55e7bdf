"""A real Chromium and a real server for what is measured and shown in a browser."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.async_api import Browser, Page, ViewportSize, async_playwright

from .server_process import LOAD, SERVER, Process, free_port, pin
from .server_wire import HOST

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
GAMES = ("moustache", "gracias", "club")
PHONE = ViewportSize(width=390, height=844)
DESKTOP = ViewportSize(width=1280, height=800)


@asynccontextmanager
async def served(**settings: str) -> AsyncIterator[str]:
    """A server of ours; gives its address."""
    with TemporaryDirectory(prefix="moustaches-") as folder:
        port = free_port()
        command = [sys.executable, "-m", "moustaches", "serve", "--port", str(port), "--data", folder]
        limits = {"MOUSTACHES_FREE_OF_LIMITS": "1"}
        async with Process("web", command, port, Path(folder), limits | settings):
            pin(LOAD | SERVER)  # a browser is many processes: on one core they would wait for each other
            yield f"http://{HOST}:{port}"


@asynccontextmanager
async def chromium(*more: str) -> AsyncIterator[Browser]:
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        sys.exit("Chromium is missing: install Debian's package chromium")
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path=found, args=[*QUIET, *more])
        try:
            yield browser
        finally:
            await browser.close()


async def opened(
    browser: Browser, base: str, viewport: ViewportSize, language: str = "en", **settings: Any
) -> Page:
    """A page of someone who has met all games; `settings` are those that a player can set."""
    context = await browser.new_context(viewport=viewport, locale=language, has_touch=viewport == PHONE)
    kept = json.dumps({"met": GAMES, "sound": False} | settings)
    await context.add_init_script(f"localStorage.moustaches ??= {json.dumps(kept)}")
    page = await context.new_page()
    page.set_default_timeout(30_000)
    await page.goto(base)
    return page


async def seated(page: Page, setup: dict[str, Any], level: str = "regular") -> str:
    """Begins a game against bots from this page; gives the table's path."""
    asked = {"setup": setup, "level": level}
    code = await page.evaluate(
        """async (body) => (await (await fetch('/api/play', {method: 'POST', body: JSON.stringify(body),
           headers: {'content-type': 'application/json'}})).json()).code""",
        asked,
    )
    return f"/t/{code}"


CHOICES = ".front [data-move]:not([disabled]):not([aria-disabled=true]), .hand [data-card]:not([aria-disabled=true])"


async def choose(page: Page) -> bool:
    """Makes one choice as a hand would, if one is due: the first that is offered. False: the game is over."""
    due = page.locator(f"{CHOICES}, [data-end], [data-go-on]").first
    await due.wait_for(state="attached")
    if await page.locator("[data-end]").count():
        return False
    if await page.locator("[data-go-on]").count():
        await page.locator("[data-go-on]").first.click()
        return True
    primary = page.locator(".action .primary:not([disabled])")
    for card in await page.locator(CHOICES).all():
        if await primary.count():
            break
        await card.dispatch_event("click")  # in a fan a point of it is hard to hit
        await asyncio.sleep(0.05)
        if not await page.locator(CHOICES).count():
            return True
    if await primary.count():
        await primary.first.click()
    return True

"""The table in a real Chromium: `make bench-web` prints the table and writes `build/bench/web.json`.

What a phone has to load before the first card, how soon it can be laid on a mid-range phone (a processor four times
slower, 10 Mbit/s, 40 ms there and back), how evenly the cards fly with six players, and how long the page takes to show
an update. Figures of time are those of this machine's processor drawing without a graphics card.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
from itertools import pairwise
from typing import Any

from playwright.async_api import Browser, CDPSession, Page

from .browser import DESKTOP, PHONE, choose, chromium, opened, seated, served
from .common import Row, machine, report

SLOWER = 4
MEGABITS = 10
THERE_AND_BACK = 40  # ms
FRAME = 1000 / 60
READY = ".hand [data-card]:not([aria-disabled=true]), .front [data-move]:not([disabled])"

WATCH_FRAMES = """
window.frames = [];
const each = (now) => { window.frames.push(now); requestAnimationFrame(each); };
requestAnimationFrame(each);
"""

# From the arrival of a message to the page being laid out anew: what Svelte does at once, and what it does in a
# microtask after it. A message channel comes after both.
WATCH_UPDATES = """
window.updates = [];
const setter = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
Object.defineProperty(WebSocket.prototype, 'onmessage', {
  ...setter,
  set(hear) {
    setter.set.call(this, (message) => {
      const start = performance.now();
      hear.call(this, message);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        document.body.getBoundingClientRect();
        if (message.data.startsWith('{"news":"update"')) window.updates.push(performance.now() - start);
        port1.close();
      };
      port2.postMessage(0);
    });
  },
});
"""


async def weights(browser: Browser, base: str) -> tuple[float, float]:
    """Compressed bytes of script and style, and of everything, for the first load of a table."""
    page = await opened(browser, base, PHONE)
    path = await seated(page, {"game": "moustache", "players": 4})
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Network.enable")
    await devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    kinds: dict[str, str] = {}
    sizes: dict[str, float] = {}
    devtools.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    devtools.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
    )
    await page.goto(base + path)
    await page.locator(READY).first.wait_for()
    await page.wait_for_load_state("networkidle")
    code = sum(size for id, size in sizes.items() if kinds.get(id) in ("Script", "Stylesheet"))
    await page.context.close()
    return code, sum(sizes.values())


async def slowed(page: Page) -> CDPSession:
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    await devtools.send("Network.enable")
    speed = MEGABITS * 1e6 / 8
    network = {
        "offline": False,
        "latency": THERE_AND_BACK,
        "downloadThroughput": speed,
        "uploadThroughput": speed,
    }
    await devtools.send("Network.emulateNetworkConditions", network)
    return devtools


async def until_ready(browser: Browser, base: str) -> float:
    """Seconds from opening a table's link to a card that can be laid, with nothing in the cache."""
    page = await opened(browser, base, PHONE, motion="none")
    path = await seated(page, {"game": "gracias", "players": 3})
    await page.goto(base + path)
    await choose(page)  # from here on the table is shown as it is, without its beginning
    await page.locator(READY).first.wait_for()
    await slowed(page)
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    await page.goto("about:blank")
    await page.goto(base + path, wait_until="commit")
    await page.locator(READY).first.wait_for()
    since: float = await page.evaluate("performance.now()")
    await page.context.close()
    return since / 1000


async def play_some(page: Page, cards: int) -> None:
    """Lays cards with six players; everything moves."""
    for _ in range(cards):
        ready = page.locator(READY).first
        await ready.wait_for(timeout=60_000)
        card = await ready.get_attribute("data-card")
        await ready.evaluate("card => card.click()")
        await page.locator(f'.hand [data-card="{card}"]').wait_for(state="detached", timeout=20_000)


async def flying(browser: Browser, base: str) -> tuple[list[float], list[float]]:
    """Milliseconds between frames while cards fly at a table of six, and of each update."""
    page = await opened(browser, base, DESKTOP, confirm=False, motion="full")
    await page.context.add_init_script(WATCH_UPDATES)
    rules = ["blue-tax", "pink-plus", "twos-win", "equals-vanish"]
    setup: dict[str, Any] = {"game": "moustache", "players": 6, "options": {"row": rules}}
    path = await seated(page, setup)
    await page.goto(base + path)
    await page.locator(READY).first.wait_for(timeout=60_000)
    await page.evaluate(WATCH_FRAMES)
    await play_some(page, 4)
    frames: list[float] = await page.evaluate("window.frames")
    updates: list[float] = await page.evaluate("window.updates")
    await page.context.close()
    return [after - before for before, after in pairwise(frames)], updates


async def measured(turns: int) -> list[Row]:
    async with served(MOUSTACHES_BOT_PAUSE="0.3") as base, chromium() as browser:
        code, everything = await weights(browser, base)
        ready = [await until_ready(browser, base) for _ in range(turns)]
        gaps, updates = await flying(browser, base)
    on_time = 100 * sum(gap < 1.5 * FRAME for gap in gaps) / len(gaps)
    slow = f"processor {SLOWER} × slower, {MEGABITS} Mbit/s, {THERE_AND_BACK} ms; the median of {turns}"
    smooth = f"of {len(gaps)} frames; {1000 / statistics.fmean(gaps):.1f} a second on average"
    frames = round(1000 / statistics.median(gaps))
    return [
        at_most("first load of a table: script and style", "KB compressed", code / 1000, 200),
        at_most("first load of a table: everything", "KB compressed", everything / 1000, None),
        at_most("until a card can be laid, mid-range phone", "s", statistics.median(ready), 1.5, slow),
        Row("cards flying, 6 players: frames a second", "1/s", frames, target=60, target_of="ours"),
        Row("cards flying, 6 players: frames on time", "%", on_time, note=smooth),
        at_most("update of a view, median", "ms", statistics.median(updates), 8),
        at_most("update of a view, 95th of 100", "ms", statistics.quantiles(updates, n=20)[-1], 8),
    ]


def at_most(name: str, unit: str, ours: float, target: float | None, note: str = "") -> Row:
    return Row(name, unit, ours, target=target, target_of="ours", better="lower", note=note)


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--turns", type=int, default=5)
    given.add_argument("--markdown", action="store_true")
    asked = given.parse_args()
    report("web", asyncio.run(measured(asked.turns)), machine(), asked.markdown)


if __name__ == "__main__":
    main()

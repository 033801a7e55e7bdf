"""The table in a real Chromium: `make bench-web` prints the table and writes `build/bench/web.json`.

What a phone has to load before the first card, how soon it can be laid on a mid-range phone (a processor four times
slower, 10 Mbit/s, 40 ms there and back), how evenly the cards fly with six players, and how long the page takes to show
what changes. Figures of time are those of this machine's processor drawing without a graphics card.
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
CHOICES_OF_GRACIAS = 8
READY = ".hand [data-card]:not([aria-disabled=true]), .front [data-move]:not([disabled])"

# The first frame in which a card can be laid and nothing is undrawn. Watched from within: a driver that asks again and
# again from outside takes the slow processor's time, and asks late.
WATCH_READY = f"""
const drawn = (use) => document.getElementById(use.href.baseVal.slice(1));
const look = () => {{
  const ready = document.querySelector('{READY}') && [...document.querySelectorAll('.theatre use')].every(drawn);
  requestAnimationFrame(ready ? (now) => {{ window.ready = now; }} : look);
}};
requestAnimationFrame(look);
"""

WATCH_FRAMES = """
window.frames = [];
const each = (now) => { window.frames.push(now); requestAnimationFrame(each); };
requestAnimationFrame(each);
"""

# Every change of the picture, by a message or by the next beat of what is shown: until the page is laid out anew. What
# Svelte does follows in microtasks; no frame is drawn between them.
WATCH_UPDATES = """
window.updates = [];
let changed = false;
const watch = new MutationObserver(() => { changed = true; });
watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
const timed = async (act) => {
  changed = false;
  const start = performance.now();
  act();
  for (let after = 0; after < 50; after += 1) await null;
  document.body.getBoundingClientRect();
  if (changed) window.updates.push(performance.now() - start);
};
const setter = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
Object.defineProperty(WebSocket.prototype, 'onmessage', {
  ...setter,
  set(hear) {
    setter.set.call(this, hear && ((message) => {
      if (message.data.startsWith('{"news":"update"')) timed(() => hear.call(this, message));
      else hear.call(this, message);
    }));
  },
});
const later = window.setTimeout;
window.setTimeout = (act, ...when) => later((...given) => timed(() => act(...given)), ...when);
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
    """Seconds from opening a table's link to a card that is drawn and can be laid, with nothing in the cache."""
    page = await opened(browser, base, PHONE, motion="none")
    path = await seated(page, {"game": "gracias", "players": 3})
    await page.goto(base + path)
    await choose(page)  # from here on the table is shown as it is, without its beginning
    await page.locator(READY).first.wait_for()
    await page.close()
    await page.context.add_init_script(WATCH_READY)
    page = await page.context.new_page()
    devtools = await slowed(page)
    await devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    await page.goto(base + path, wait_until="commit")
    since = None
    while since is None:
        await asyncio.sleep(0.3)
        found = await devtools.send("Runtime.evaluate", {"expression": "window.ready"})
        since = found["result"].get("value")
    await page.context.close()
    return float(since) / 1000


async def play_some(page: Page, cards: int) -> None:
    """Lays cards with six players; everything moves."""
    for _ in range(cards):
        ready = page.locator(READY).first
        await ready.wait_for(timeout=60_000)
        card = await ready.get_attribute("data-card")
        await ready.evaluate("card => card.click()")
        await page.locator(f'.hand [data-card="{card}"]').wait_for(state="detached", timeout=20_000)


async def flying(browser: Browser, base: str) -> tuple[list[float], list[float]]:
    """Milliseconds between frames while cards fly at a table of six, and of each update of the picture."""
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


async def stripping(browser: Browser, base: str) -> list[float]:
    """Milliseconds of each update of the picture at a table of Gracias: bids, tricks, the account, the next deal."""
    page = await opened(browser, base, DESKTOP, confirm=False, motion="full")
    await page.context.add_init_script(WATCH_UPDATES)
    path = await seated(page, {"game": "gracias", "players": 4})
    await page.goto(base + path)
    for _ in range(CHOICES_OF_GRACIAS):
        await choose(page)
        await asyncio.sleep(1)
    updates: list[float] = await page.evaluate("window.updates")
    await page.context.close()
    return updates


async def measured(turns: int) -> list[Row]:
    async with served(MOUSTACHES_BOT_PAUSE="0.3") as base, chromium() as browser:
        code, everything = await weights(browser, base)
        ready = [await until_ready(browser, base) for _ in range(turns)]
        gaps, updates = await flying(browser, base)
        updates += await stripping(browser, base)
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
        at_most("update of a view, median", "ms", statistics.median(updates), 8, f"of {len(updates)}"),
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

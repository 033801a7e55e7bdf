"""A bot that joins a table by its link and plays to the end: python examples/bot.py http://127.0.0.1:8300/t/CODE"""

import asyncio
import random
import sys

from moustaches.client import Client


async def main(link: str) -> None:
    async with Client(link, name="random") as table:
        await table.sit()
        await table.say("hello")
        async for view in table.turns():
            await table.move(random.choice(view["legal"]))
        print("final scores:", table.view["scores"])


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))

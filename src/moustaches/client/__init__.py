"""A client for tables on a server: for bots, tests and anyone who would rather write than click.

>>> import asyncio
>>> from moustaches.client import Client
>>> async def play(link):
...     async with Client(link, name="Ada") as table:
...         await table.sit()
...         async for view in table.turns():
...             await table.move(view["legal"][0])
"""

from .client import Client, Refused

__all__ = ["Client", "Refused"]

"""How much one person, or one address, may ask for: a bucket that fills at a steady pace, and a cost for each action.

A bucket that is empty refuses and says when to come again. The buckets are in the worker's memory; where several
workers share a Valkey they are there, and in memory again for as long as it is away.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Any, Protocol

from msgspec import Struct


class Bucket(Struct, frozen=True):
    """So much at once, and so much more each second."""

    size: float
    pace: float


PERSON = Bucket(60, 10)
ADDRESS = Bucket(600, 100)  # a family, or a class, behind one address
SOCKET = Bucket(120, 30)  # messages on one socket, whatever they say
NEWCOMERS = Bucket(200, 1000 / 3600)  # people from one address: a class at once, then so many an hour
TABLES = Bucket(100, 200 / 3600)  # new tables from one address
COSTS = {
    "read": 1,
    "picture": 5,
    "socket": 3,
    "miss": 20,  # a table that is not there: links are not to be found by trying
    "message": 1,
    "malformed": 5,
    "move": 1,
    "intent": 2,
    "say": 6,
    "nudge": 10,
    "create": 15,
    "newcomer": 10,
    "export": 30,
}
TABLES_EACH = 30  # unfinished tables of one host
SOCKETS_EACH = 20  # of one person on one worker
SOCKETS_ADDRESS = 500
ENTRIES = 10_000  # in the log of a table; a game to its end needs less than a third of it
FULL = 20_000  # buckets in memory; those that were not used for the longest time go first
AWAY = 1.0  # seconds until Valkey is asked again after it did not answer
PATIENCE = 0.25  # seconds for its answer

Wanted = Sequence[tuple[str, Bucket]]


class Limits(Protocol):
    async def spend(self, wanted: Wanted, cost: float, anyway: bool = False) -> float:
        """Takes the cost from all these buckets, or from none; 0: it was there, else the seconds until it will be.
        `anyway`: takes it even where it is not there, as a debt of one bucketful at most."""
        ...

    async def close(self) -> None: ...


class Unlimited:
    async def spend(self, wanted: Wanted, cost: float, anyway: bool = False) -> float:
        return 0.0

    def take(self, wanted: Wanted, cost: float, anyway: bool = False) -> float:
        return 0.0

    async def close(self) -> None: ...


class LocalLimits:
    """The buckets of one process."""

    def __init__(self) -> None:
        self.buckets: dict[str, tuple[float, float]] = {}  # what is in it, and when that was so

    async def spend(self, wanted: Wanted, cost: float, anyway: bool = False) -> float:
        return self.take(wanted, cost, anyway)

    def take(self, wanted: Wanted, cost: float, anyway: bool = False) -> float:
        now = monotonic()
        levels = []
        wait = 0.0
        for who, bucket in wanted:
            level, at = self.buckets.get(who, (bucket.size, now))
            level = min(bucket.size, level + (now - at) * bucket.pace)
            levels.append(level)
            if level < cost:
                wait = max(wait, (cost - level) / bucket.pace)
        taken = cost if anyway or not wait else 0.0
        for (who, bucket), level in zip(wanted, levels, strict=True):
            self.buckets.pop(who, None)
            self.buckets[who] = (max(level - taken, -bucket.size), now)
        while len(self.buckets) > FULL:
            del self.buckets[next(iter(self.buckets))]
        return wait

    async def close(self) -> None: ...


SCRIPT = """
local moment = redis.call('TIME')
local now = moment[1] + moment[2] / 1000000
local cost, anyway = tonumber(ARGV[1]), ARGV[2] == '1'
local levels, wait = {}, 0
for number, key in ipairs(KEYS) do
    local size, pace = tonumber(ARGV[2 * number + 1]), tonumber(ARGV[2 * number + 2])
    local kept = redis.call('HMGET', key, 'level', 'at')
    local level = size
    if kept[1] then
        level = math.min(size, kept[1] + math.max(0, now - kept[2]) * pace)
    end
    levels[number] = level
    if level < cost then
        wait = math.max(wait, (cost - level) / pace)
    end
end
local taken = 0
if anyway or wait == 0 then
    taken = cost
end
for number, key in ipairs(KEYS) do
    local size, pace = tonumber(ARGV[2 * number + 1]), tonumber(ARGV[2 * number + 2])
    local level = math.max(levels[number] - taken, -size)
    redis.call('HSET', key, 'level', string.format('%.6f', level), 'at', string.format('%.6f', now))
    redis.call('PEXPIRE', key, math.ceil(1000 * (size - level) / pace) + 1000)
end
return string.format('%.6f', wait)
"""
"""One bucket after the other at once, by the clock of the server, so that workers need not agree on the time."""


class ValkeyLimits:
    """Buckets that all workers share. While Valkey is away each worker has its own."""

    def __init__(self, url: str) -> None:
        from valkey.asyncio import BlockingConnectionPool, Valkey

        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=8,
            timeout=PATIENCE,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
        )
        self.client: Any = Valkey.from_pool(pool)
        self.script = self.client.register_script(SCRIPT)
        self.local = LocalLimits()
        self.away_until = 0.0

    async def spend(self, wanted: Wanted, cost: float, anyway: bool = False) -> float:
        if monotonic() >= self.away_until:
            arguments: list[float] = [cost, int(anyway)]
            for _, bucket in wanted:
                arguments += [bucket.size, bucket.pace]
            try:
                return float(
                    await self.script(keys=[f"moustaches:limit:{who}" for who, _ in wanted], args=arguments)
                )
            except Exception:  # whatever is wrong with it: people play on
                self.away_until = monotonic() + AWAY
        return self.local.take(wanted, cost, anyway)

    async def close(self) -> None:
        with suppress(Exception):
            await self.client.aclose()


class Pace:
    """A bucket for one socket alone."""

    __slots__ = ("at", "bucket", "level")

    def __init__(self, bucket: Bucket) -> None:
        self.bucket = bucket
        self.level = bucket.size
        self.at = monotonic()

    def spend(self, cost: float) -> bool:
        """Takes the cost, if it is there."""
        now = monotonic()
        self.level = min(self.bucket.size, self.level + (now - self.at) * self.bucket.pace)
        self.at = now
        if self.level < cost:
            return False
        self.level -= cost
        return True


def household(address: str) -> str:
    """Whom a limit for an address means: of the new kind (IPv6) each household has 2⁶⁴ of them."""
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(number, IPv6Address):
        return str(number)
    if number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return f"{IPv6Address(int(number) >> 64 << 64)}/64"

"""Who someone is: an anonymous identity in a signed token. No password, no e-mail; a nickname is enough.

The token names a person and is signed with a secret that the server made on its first start. Each month there is a new
secret. Workers learn of it before any of them signs with it, and a token signed with an older one is good until it is
too old, and is exchanged for a new one long before.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from secrets import token_bytes, token_hex

from sqlalchemy import Connection, delete, select

from .settings import Settings
from .store import Person, Store, insert, secrets

MINUTE = 60 * 1000  # milliseconds
DAY = 24 * 60 * MINUTE
NEW_SECRET = 30 * DAY
KNOWN = 10 * MINUTE  # until every worker has read a new secret
GOOD_FOR = 400 * DAY
FRESH = 7 * DAY


def cookie_of(settings: Settings) -> str:
    """Its name. Over https no other host, not even one beside ours, can set a cookie of that name."""
    return "__Host-moustaches" if settings.address.startswith("https:") else "moustaches"


class People:
    """Makes tokens and reads them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.secrets: dict[str, tuple[bytes, int]] = {}  # newest last
        self.read_at = 0

    async def stay_fresh(self, now: int) -> None:
        """Looks for new secrets once a minute."""
        if now - self.read_at >= MINUTE:
            await self.read_secrets(now)

    async def read_secrets(self, now: int) -> None:
        """Those of the database; a new one where the newest is old, and none that no token can be signed with."""

        def work(connection: Connection) -> dict[str, tuple[bytes, int]]:
            query = select(secrets.c.id, secrets.c.secret, secrets.c.made).order_by(secrets.c.made)
            found = {id: (bytes(secret), made) for id, secret, made in connection.execute(query)}
            newest = max((made for _, made in found.values()), default=0)
            if now - newest > NEW_SECRET:
                month = str(now // NEW_SECRET)  # two workers that start together make the same
                values = {"id": month, "secret": token_bytes(32), "made": now}
                connection.execute(insert(connection, secrets).on_conflict_do_nothing(), values)
                last = now - GOOD_FOR - NEW_SECRET - DAY  # it was signed with until a month later
                connection.execute(delete(secrets).where(secrets.c.made < last))
                found = {id: (bytes(secret), made) for id, secret, made in connection.execute(query)}
            return found

        self.secrets = await self.store.database.run(work)
        self.read_at = now

    def token(self, person: str, now: int) -> str:
        """person.time.secret.signature"""
        body = f"{person}.{now // 1000}.{self.signing(now)}"
        return f"{body}.{self.signature(body, self.signing(now))}"

    def signing(self, now: int) -> str:
        """The newest secret that every worker knows."""
        known = [key for key, (_, made) in self.secrets.items() if made <= now - KNOWN]
        return known[-1] if known else next(iter(self.secrets))

    def signature(self, body: str, key: str) -> str:
        return hmac.new(self.secrets[key][0], body.encode(), sha256).hexdigest()

    def read(self, token: str, now: int) -> str | None:
        """The person of a token; none: it is not one of ours, or too old."""
        parts = token.split(".")
        if len(parts) != 4 or not token.isascii():
            return None
        person, time, key, signature = parts
        if key not in self.secrets or not time.isdecimal() or len(time) > 12:
            return None
        if not hmac.compare_digest(signature, self.signature(f"{person}.{time}.{key}", key)):
            return None
        return person if int(time) * 1000 > now - GOOD_FOR else None

    def is_fresh(self, token: str, now: int) -> bool:
        """Signed with the newest secret and not long ago."""
        _, time, key, _ = token.split(".")
        return key == self.signing(now) and int(time) * 1000 > now - FRESH

    async def newcomer(self, name: str, now: int) -> Person:
        person = Person(token_hex(16), name, now, now)
        await self.store.keep_person(person)
        return person

"""Who someone is: an anonymous identity in a signed token. No password, no e-mail; a nickname is enough.

The token names a person and is signed with a secret that the server made on its first start. Secrets are replaced by
themselves; a token signed with an older one is still good for a while and is exchanged for a new one.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from secrets import token_bytes, token_hex

from sqlalchemy import Connection, delete, select

from .store import Person, Store, insert, secrets

DAY = 24 * 60 * 60 * 1000  # milliseconds
NEW_SECRET = 30 * DAY
GOOD_FOR = 400 * DAY
COOKIE = "moustaches"


class People:
    """Makes tokens and reads them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.secrets: dict[str, tuple[bytes, int]] = {}  # newest last

    async def read_secrets(self, now: int) -> None:
        """Those of the database; a new one where the newest is old, and none that is older than a token may be."""

        def work(connection: Connection) -> dict[str, tuple[bytes, int]]:
            query = select(secrets.c.id, secrets.c.secret, secrets.c.made).order_by(secrets.c.made)
            found = {id: (bytes(secret), made) for id, secret, made in connection.execute(query)}
            newest = max((made for _, made in found.values()), default=0)
            if now - newest > NEW_SECRET:
                month = str(now // NEW_SECRET)  # two workers that start together make the same
                values = {"id": month, "secret": token_bytes(32), "made": now}
                connection.execute(insert(connection, secrets).on_conflict_do_nothing(), values)
                connection.execute(delete(secrets).where(secrets.c.made < now - GOOD_FOR))
                found = {id: (bytes(secret), made) for id, secret, made in connection.execute(query)}
            return found

        self.secrets = await self.store.database.run(work)

    def token(self, person: str, now: int) -> str:
        """person.time.secret.signature"""
        key = list(self.secrets)[-1]
        body = f"{person}.{now // 1000}.{key}"
        return f"{body}.{self.signature(body, key)}"

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
        return key == list(self.secrets)[-1] and int(time) * 1000 > now - 7 * DAY

    async def newcomer(self, name: str, now: int) -> Person:
        person = Person(token_hex(16), name, now, now)
        await self.store.keep_person(person)
        return person

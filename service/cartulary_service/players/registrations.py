"""Registrations: new accounts, and the answer to a request for one that is sent again under its idempotency key.

Token and recovery codes are stored as digests, so an answer cannot be looked up. They are derived instead, from the
key, which only the client has, and from a salt that is kept for ten minutes. Neither alone yields them.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from cartulary_service.errors import Problem, key_reused
from cartulary_service.players import accounts, recovery
from cartulary_service.players.callers import PREFIX
from cartulary_service.store.database import Connection, Database, connection

MINUTES: Final = 10
"""Minutes for which a request is answered again."""
SHORTEST_KEY: Final = 22
"""Characters. So many, chosen at random, cannot be guessed."""


class Key(NamedTuple):
    """The idempotency key of a registration, and the digest of what was asked for."""

    value: str
    fingerprint: bytes

    @property
    def digest(self) -> bytes:
        return sha256(self.value.encode()).digest()


class Credentials(NamedTuple):
    """The proof that a new player comes back with."""

    token: str
    codes: list[str]


def key_for(value: str | None, text: str) -> Key | None:
    """Return the key of a request that asks for `text`. Raises Problem 400 for one that could be guessed."""
    if value is None:
        return None
    if len(value) < SHORTEST_KEY:
        detail = (
            f"The Idempotency-Key of a new account has at least {SHORTEST_KEY} characters, chosen at random: whoever "
            f"sends it with the same body within {MINUTES} minutes is given the account's token."
        )
        raise Problem(HTTPStatus.BAD_REQUEST, "bad-key", detail)
    return Key(value, sha256(text.encode()).digest())


def register(database: Database, wish: Mapping[str, Any], key: Key | None) -> dict[str, Any]:
    """Add a player with a first token of every scope; sent again under its key, a request gets the same answer.

    Raises Problem 409 for a handle that is taken, 422 for a reserved one and for a key of another request.
    """
    salt = secrets.token_bytes(32)
    secret = secrets.token_urlsafe(32) if key is None else key.value
    with connection(database.serving) as c, c.transaction():
        if key is not None and c.execute(CLAIM, (key.digest, key.fingerprint, salt, MINUTES)).fetchone() is None:
            return repeat(c, wish, key)
        credentials = derive(salt, secret, wish)
        player = accounts.register(c, wish, credentials.token, credentials.codes)
        if key is not None:
            c.execute("update registrations set player_id = %s where key = %s", (player["id"], key.digest))
    return show(player, credentials)


CLAIM: Final = """
insert into registrations as r (key, fingerprint, salt) values (%s, %s, %s)
on conflict (key) do update
set fingerprint = excluded.fingerprint, salt = excluded.salt, player_id = null, created_at = now()
where r.created_at < now() - make_interval(mins => %s)
returning true
"""


def repeat(c: Connection, wish: Mapping[str, Any], key: Key) -> dict[str, Any]:
    """Return what the first request under a key was answered. Raises Problem 422 if that was another one."""
    row = c.execute(
        """
        select r.fingerprint, r.salt, p.id::text, p.handle from registrations r join players p on p.id = r.player_id
        where r.key = %s
        """,
        (key.digest,),
    ).fetchone()
    if row is None or row[0] != key.fingerprint:
        raise key_reused("account")
    _, salt, player, handle = row
    made = {"id": player, "name": wish["name"], "handle": handle, "bot": wish["bot"]}
    return show(made, derive(salt, key.value, wish))


def derive(salt: bytes, secret: str, wish: Mapping[str, Any]) -> Credentials:
    """Derive a token of 256 bits, and recovery codes if they are wished for."""

    def draw(what: str) -> bytes:
        return hmac.digest(salt, f"{what} {secret}".encode(), "sha256")

    token = PREFIX + urlsafe_b64encode(draw("token")).decode().rstrip("=")
    wanted = range(recovery.CODES) if wish["recovery_codes"] else ()
    return Credentials(token, [recovery.write_code(draw(f"code {number}")) for number in wanted])


def show(player: dict[str, Any], credentials: Credentials) -> dict[str, Any]:
    codes = {"recovery_codes": credentials.codes} if credentials.codes else {}
    return player | {"token": credentials.token} | codes


def forget(database: Database) -> None:
    """Drop the keys of registrations that are answered no more."""
    with connection(database.serving) as c:
        c.execute("delete from registrations where created_at < now() - make_interval(mins => %s)", (MINUTES,))

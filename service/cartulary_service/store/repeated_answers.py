"""Answers to requests that are sent again under their idempotency key.

Some answers show a secret that is stored as a digest alone. So each is kept for ten minutes, and encrypted under its
key, which only the client has.
"""

import hmac
import json
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

from cryptography.fernet import Fernet

from cartulary_service.errors import key_reused
from cartulary_service.store.database import Connection, Database, connection

MINUTES: Final = 10
"""Minutes for which a request is answered again."""


class Key(NamedTuple):
    """The idempotency key of a request, and the digest of what was asked for."""

    value: str
    fingerprint: bytes

    @property
    def digest(self) -> bytes:
        return sha256(self.value.encode()).digest()

    def cipher(self, salt: bytes) -> Fernet:
        return Fernet(urlsafe_b64encode(hmac.digest(salt, self.value.encode(), "sha256")))


class Answer(NamedTuple):
    """What a request has made, and the id of the player whose it is."""

    player: str
    body: Mapping[str, Any]


def find_answer(database: Database, key: Key | None) -> Mapping[str, Any] | None:
    """Return what was answered under the key, if anything. Raises Problem 422 if that was another request."""
    if key is None:
        return None
    with connection(database.serving) as c:
        return _find(c, key)


def answer_once(c: Connection, key: Key | None, make: Callable[[], Answer]) -> Mapping[str, Any]:
    """Return what `make` answers in this transaction, or what it answered before under the key.

    Raises Problem 422 if that was another request, and whatever `make` raises, which leaves the key free.
    """
    if key is None:
        return make().body
    salt = secrets.token_bytes(32)
    if c.execute(CLAIM, (key.digest, key.fingerprint, salt, MINUTES)).fetchone() is None:
        answered = _find(c, key)
        assert answered is not None
        return answered
    player, body = make()
    encrypted = key.cipher(salt).encrypt(json.dumps(body).encode())
    c.execute(
        "update repeated_answers set player_id = %s, encrypted = %s where key = %s", (player, encrypted, key.digest)
    )
    return body


CLAIM: Final = """
insert into repeated_answers as r (key, fingerprint, salt) values (%s, %s, %s)
on conflict (key) do update
set fingerprint = excluded.fingerprint, salt = excluded.salt, player_id = null, encrypted = null, created_at = now()
where r.created_at < now() - make_interval(mins => %s)
returning true
"""


def _find(c: Connection, key: Key) -> Mapping[str, Any] | None:
    row = c.execute(
        """
        select fingerprint, salt, encrypted from repeated_answers
        where key = %s and created_at >= now() - make_interval(mins => %s)
        """,
        (key.digest, MINUTES),
    ).fetchone()
    if row is None:
        return None
    fingerprint, salt, encrypted = row
    if fingerprint != key.fingerprint:
        raise key_reused("request")
    body: Mapping[str, Any] = json.loads(key.cipher(salt).decrypt(encrypted))
    return body


def forget(database: Database) -> None:
    """Drop the answers that are given no more."""
    with connection(database.serving) as c:
        c.execute("delete from repeated_answers where created_at < now() - make_interval(mins => %s)", (MINUTES,))

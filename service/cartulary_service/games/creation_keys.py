"""Idempotency keys of requests that create games: a repeated request gets the game that the first one created."""

from cartulary_service.errors import key_reused
from cartulary_service.store.append import IdempotencyKey
from cartulary_service.store.database import Connection, Database, connection


class KeyTaken(Exception):
    """Another request under the same key has created a game meanwhile."""


def find_created(database: Database, key: IdempotencyKey | None) -> str | None:
    """Return the id of the game that was created under a key. Raises Problem 422 if the request was another one."""
    if key is None:
        return None
    with connection(database.serving) as c:
        row = c.execute(
            "select fingerprint, created::text from creations where player_id = %s and key = %s",
            (key.player, key.value),
        ).fetchone()
    if row is None:
        return None
    if row[0] != key.fingerprint:
        raise key_reused("request")
    return str(row[1])


def note_created(c: Connection, key: IdempotencyKey, game_id: str) -> None:
    """Note in the transaction that creates a game under which key it does. Raises KeyTaken."""
    row = c.execute(
        """
        insert into creations (player_id, key, fingerprint, created) values (%s, %s, %s, %s)
        on conflict do nothing returning true
        """,
        (key.player, key.value, key.fingerprint, game_id),
    ).fetchone()
    if row is None:
        raise KeyTaken

"""Webhooks of players: where to send what happens in which games."""

from collections.abc import Mapping
from typing import Any, Final

from psycopg.sql import SQL, Identifier

from cartulary_service.errors import not_found
from cartulary_service.json_output import format_time
from cartulary_service.players import quotas, rights
from cartulary_service.players.callers import Caller, require_consent
from cartulary_service.store.database import Connection, Database, connection, takes_effect
from cartulary_service.subjects.notices import web_push
from cartulary_service.subjects.notices.web_push import Browser
from cartulary_service.subjects.notices.webhook_signing import new_secret

FORMATS: Final = ("standard", "discord", "slack", "ntfy", web_push.FORMAT)

COLUMNS: Final = """
    id::text, url, games::text[], events, my_turn, format, language, created_at, failing_since, disabled_at,
    disabled_because, describe_origin(origin)
"""


def create(database: Database, caller: Caller, wish: dict[str, Any], browser: Browser | None) -> Mapping[str, Any]:
    """A new webhook with its secret, which is shown this once. Raises Problem 409 when there are too many.

    One of the format `push` has the keys of a browser.
    """

    def add(c: Connection) -> dict[str, Any]:
        secret = new_secret()
        quotas.require_room_of(c, quotas.WEBHOOKS, caller)
        row = c.execute(
            f"""
            insert into webhooks (
                player_id, url, secret, games, events, my_turn, format, language, push_key, push_auth, origin
            ) values (
                %(player)s, %(url)s, %(secret)s, %(games)s::uuid[], %(events)s, %(my_turn)s, %(format)s, %(language)s,
                %(push_key)s, %(push_auth)s, %(origin)s
            )
            returning {COLUMNS}
            """,
            wish
            | {"player": caller.player, "secret": secret, "origin": caller.origin}
            | {"push_key": browser and browser.key, "push_auth": browser and browser.auth},
        ).fetchone()
        assert row is not None
        return webhook_json(row) | {"secret": secret}

    return rights.grant(database, caller, add)


def list_webhooks(database: Database, player: str) -> list[dict[str, Any]]:
    """A player's webhooks, without their secrets."""
    with connection(database.serving) as c:
        rows = c.execute(f"select {COLUMNS} from webhooks where player_id = %s order by id", (player,)).fetchall()
    return [webhook_json(row) for row in rows]


def read(database: Database, player: str, webhook: str) -> dict[str, Any]:
    """Return a webhook of a player. Raises Problem 404."""
    with connection(database.serving) as c:
        row = c.execute(
            f"select {COLUMNS} from webhooks where id = %s and player_id = %s", (webhook, player)
        ).fetchone()
    return webhook_json(find_webhook(row))


def change(database: Database, caller: Caller, webhook: str, changes: dict[str, Any]) -> dict[str, Any]:
    """Change some fields; `enabled` switches it on, as if it had never failed, or off. Raises Problem 403, 404.

    With another URL it is another webhook, and comes from the caller's token from then on.
    """
    fields = dict(changes)
    if "format" in fields:
        # No format that one can change to is encrypted for a browser.
        fields |= {"push_key": None, "push_auth": None}
    match fields.pop("enabled", None):
        case True:
            fields |= {"failing_since": None, "disabled_at": None, "disabled_because": None}
        case False:
            fields |= {"disabled_at": "now", "disabled_because": "You have switched it off."}
    if "url" in fields:
        fields["origin"] = caller.origin
    # Nothing but a no-op where nothing is to be changed.
    assignments = [SQL("id = id"), *(SQL("{} = %({})s").format(Identifier(name), SQL(name)) for name in fields)]
    statement = SQL("update webhooks set {} where id = %(id)s and player_id = %(player)s returning {}")
    with connection(database.serving) as c, c.transaction():
        rights.require_origin(c, caller)
        known = c.execute(
            """
            select (select k.id::text from oauth_consents k where k.id = origin) from webhooks
            where id = %s and player_id = %s
            """,
            (webhook, caller.player),
        ).fetchone()
        require_consent(caller, find_webhook(known)[0])
        row = c.execute(
            statement.format(SQL(", ").join(assignments), SQL(COLUMNS)),
            fields | {"id": webhook, "player": caller.player},
        ).fetchone()
    return webhook_json(find_webhook(row))


def delete(database: Database, player: str, webhook: str) -> None:
    """Send nothing more, and forget what was sent. Raises Problem 404."""
    if not takes_effect(database, "delete from webhooks where id = %s and player_id = %s", (webhook, player)):
        raise not_found("webhook of yours")


def find_webhook(row: tuple[Any, ...] | None) -> tuple[Any, ...]:
    if row is None:
        raise not_found("webhook of yours")
    return row


def webhook_json(row: tuple[Any, ...]) -> dict[str, Any]:
    """A webhook on the wire."""
    webhook, url, games, events, my_turn, form, language, created, failing_since, disabled_at, because, origin = row
    return {
        "id": webhook,
        "url": url,
        "games": games,
        "events": events,
        "my_turn": my_turn,
        "format": form,
        "language": language,
        "created_at": format_time(created),
        "enabled": disabled_at is None,
        "disabled_at": disabled_at and format_time(disabled_at),
        "disabled_because": because,
        "failing_since": failing_since and format_time(failing_since),
        "origin": origin,
    }

"""The queue of what is sent to webhooks: claimed by one worker at a time, tried until delivered or given up."""

import random
from collections.abc import Iterable
from datetime import datetime
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from cartulary.kernel.seats import Seat
from cartulary_service.errors import Problem, not_found
from cartulary_service.games.queries import GameQueries
from cartulary_service.json_output import format_time
from cartulary_service.store.database import Connection, Database, connection
from cartulary_service.subjects.notices.web_push import Browser

BACKOFF: Final = (5, 30, 300, 1_800, 7_200, 21_600, 43_200, 86_400)
"""Seconds after each failed attempt until the next; after the last of them a delivery is given up."""
JITTER: Final = 0.1
"""Up to so much of it is added, so that what failed together does not come back together."""
LEASE_SECONDS: Final = 60
"""Lease of a claimed delivery. After it the worker counts as dead, and the delivery is free again."""
DAYS_KEPT: Final = 30


class Message(NamedTuple):
    """A message to a webhook."""

    webhook: str
    media_type: str
    body: str
    game_id: str | None = None
    version: int | None = None
    held_until: datetime | None = None
    """The end of the player's quiet hours."""
    seat: Seat | None = None
    """The seat for which it was written; None for a spectator."""


class Claimed(NamedTuple):
    """A delivery that this worker, and no other, attempts now."""

    id: str
    webhook: str
    attempt: int
    unproven: bool
    """Whether the webhook failed last, by its log too, or has received nothing yet."""
    url: str
    secret: str
    media_type: str
    body: str
    player: str
    game_id: str | None = None
    seat: Seat | None = None
    push_key: bytes | None = None
    push_auth: bytes | None = None

    @property
    def browser(self) -> Browser | None:
        """The browser that the message is for, or None for another receiver."""
        return None if self.push_key is None or self.push_auth is None else Browser(self.push_key, self.push_auth)


def enqueue(c: Connection, message: Message) -> str | None:
    """Put a message into the queue; return the id of the delivery, or None if its webhook was deleted meanwhile.

    What is held gives way to later news of its game, and invitations to later ones, which have no version.
    """
    if message.held_until is not None:
        c.execute(REPLACE, message._asdict())
    row = c.execute(
        """
        insert into deliveries (webhook_id, media_type, body, game_id, version, next_try, seat)
        select id, %(media_type)s, %(body)s, %(game_id)s::uuid, %(version)s::int, coalesce(%(held_until)s, now()),
            %(seat)s::smallint
        from webhooks where id = %(webhook)s for key share
        returning id::text
        """,
        message._asdict(),
    ).fetchone()
    return None if row is None else str(row[0])


REPLACE: Final = """
delete from deliveries
where webhook_id = %(webhook)s and attempts = 0 and next_try > now()
    and (game_id = %(game_id)s or (version is null and %(version)s::int is null))
"""


class Room(NamedTuple):
    """Number of deliveries that can be attempted now, in all and to unproven webhooks."""

    most: int
    unproven: int


ONE: Final = Room(1, 1)


def claim(database: Database, room: Room, busy: Iterable[str] = (), webhook: str | None = None) -> list[Claimed]:
    """Take due deliveries, one of each webhook that is not busy, or of that one, the longest due first.

    Players take turns, so that many webhooks of one keep nobody else waiting. Unproven webhooks come after proven ones.
    """
    with connection(database.serving) as c:
        rows = c.execute(
            CLAIM,
            {
                "busy": list(busy),
                "webhook": webhook,
                "most": room.most,
                "most_unproven": room.unproven,
                "lease": LEASE_SECONDS,
            },
        ).fetchall()
    return [Claimed(*row) for row in rows]


CLAIM: Final = """
with due as (
    select distinct on (d.webhook_id) d.id, d.next_try, w.player_id,
        w.failing_since is not null as failing, w.failing_since is not null or not coalesce((
            select p.delivered_at is not null from deliveries p
            where p.webhook_id = w.id and p.attempts > 0 order by p.id desc limit 1
        ), false) as unproven
    from deliveries d join webhooks w on w.id = d.webhook_id
    where d.next_try <= now() and coalesce(d.leased_until, '-infinity') < now() and w.disabled_at is null
      and d.webhook_id <> all(%(busy)s::uuid[]) and d.webhook_id = coalesce(%(webhook)s, d.webhook_id)
    order by d.webhook_id, d.next_try, d.id
), ranked as (
    select *, row_number() over (partition by player_id order by unproven, failing, next_try) as turn
    from due
), placed as (
    select *, row_number() over (partition by unproven order by failing, turn, next_try) as place
    from ranked
), chosen as (
    select id, unproven from placed where not unproven or place <= %(most_unproven)s
    order by unproven, place limit %(most)s
), mine as (
    select d.id, chosen.unproven from deliveries d join chosen on chosen.id = d.id
    where d.next_try <= now() and coalesce(d.leased_until, '-infinity') < now()
    for update of d skip locked
)
update deliveries d
set attempts = attempts + 1, leased_until = clock_timestamp() + make_interval(secs => %(lease)s)
from mine, webhooks w where d.id = mine.id and w.id = d.webhook_id
returning d.id::text, w.id::text, d.attempts, mine.unproven, w.url, w.secret, d.media_type,
    d.body, w.player_id::text, d.game_id::text, d.seat, w.push_key, w.push_auth
"""


def mark_delivered(database: Database, claimed: Claimed, status: int) -> None:
    """The receiver has it; its webhook has not failed since."""
    with connection(database.serving) as c:
        c.execute(
            """
            with done as (
                update deliveries set delivered_at = now(), status = %(status)s, error = null, next_try = null,
                    leased_until = null
                where id = %(id)s and attempts = %(attempt)s returning webhook_id
            )
            update webhooks set failing_since = null from done where id = webhook_id and failing_since is not null
            """,
            {"id": claimed.id, "attempt": claimed.attempt, "status": status},
        )


def mark_failed(database: Database, claimed: Claimed, status: int | None, error: str, disable_hours: int) -> None:
    """To be tried again later, unless it was the last time; a webhook that has failed for so long is disabled."""
    with connection(database.serving) as c:
        c.execute(
            """
            with done as (
                update deliveries set status = %(status)s, error = %(error)s, leased_until = null,
                    next_try = now() + make_interval(secs => %(wait)s)
                where id = %(id)s and attempts = %(attempt)s returning webhook_id
            )
            update webhooks set failing_since = coalesce(failing_since, now()),
                disabled_at = case when failing_since < now() - %(hours)s * interval '1 hour' then now()
                    else disabled_at end,
                disabled_because = case when failing_since < now() - %(hours)s * interval '1 hour'
                    then 'Nothing could be delivered since ' || failing_since::text || '.' else disabled_because end
            from done where id = webhook_id and disabled_at is null
            """,
            {
                "id": claimed.id,
                "attempt": claimed.attempt,
                "status": status,
                "error": error,
                "wait": wait_after(claimed.attempt),
                "hours": disable_hours,
            },
        )


def mark_gone(database: Database, claimed: Claimed, status: int) -> None:
    """The browser has ended its subscription: nothing more is sent to it."""
    with connection(database.serving) as c:
        c.execute(
            """
            with done as (
                update deliveries set status = %(status)s, error = 'The browser has ended its subscription.',
                    leased_until = null, next_try = null
                where id = %(id)s and attempts = %(attempt)s returning webhook_id
            )
            update webhooks set disabled_at = now(), disabled_because = 'The browser has ended its subscription.'
            from done where id = webhook_id and disabled_at is null
            """,
            {"id": claimed.id, "attempt": claimed.attempt, "status": status},
        )


def withdraw(database: Database, claimed: Claimed) -> None:
    """End a delivery about a game that the player no longer sees so."""
    with connection(database.serving) as c:
        c.execute(
            """
            update deliveries set error = 'You no longer see this game as the message shows it.', leased_until = null,
                next_try = null
            where id = %s and attempts = %s
            """,
            (claimed.id, claimed.attempt),
        )


def wait_after(attempt: int) -> float | None:
    """Seconds until the next attempt after that one failed; None when it is given up."""
    return BACKOFF[attempt - 1] * (1 + JITTER * random.random()) if attempt <= len(BACKOFF) else None


COLUMNS: Final = (
    "d.id::text, d.game_id::text, d.version, d.created_at, d.attempts, d.delivered_at, d.status, d.error, d.next_try"
)


def list_deliveries(database: Database, player: str, webhook: str, limit: int) -> list[dict[str, Any]]:
    """The newest deliveries of a player's webhook."""
    with connection(database.serving) as c:
        rows = c.execute(
            f"""
            select {COLUMNS} from deliveries d join webhooks w on w.id = d.webhook_id
            where w.id = %s and w.player_id = %s order by d.id desc limit %s
            """,
            (webhook, player, limit),
        ).fetchall()
    return [delivery_json(row) for row in rows]


def redeliver(database: Database, views: GameQueries, player: str, webhook: str, delivery: str) -> dict[str, Any]:
    """Attempt a delivery once more under the same id.

    Raises Problem 404, also if the player no longer sees the game as the message shows it, or 409 for a disabled
    webhook.
    """
    with connection(database.serving) as c:
        about = c.execute(
            """
            select d.game_id::text, d.seat from deliveries d join webhooks w on w.id = d.webhook_id
            where d.id = %s and w.id = %s and w.player_id = %s and d.game_id is not null
            """,
            (delivery, webhook, player),
        ).fetchone()
    if about is not None:
        views.require_view(about[0], player, about[1])
    with connection(database.serving) as c:
        row = c.execute(
            f"""
            update deliveries d set next_try = case when w.disabled_at is null then now() else d.next_try end
            from webhooks w where d.id = %s and w.id = d.webhook_id and w.id = %s and w.player_id = %s
            returning w.disabled_at, {COLUMNS}
            """,
            (delivery, webhook, player),
        ).fetchone()
    if row is None:
        raise not_found("delivery of this webhook of yours")
    require_enabled(row[0])
    return delivery_json(row[1:])


def send(database: Database, player: str, message: Message) -> dict[str, Any]:
    """Put a message for a player's own webhook into the queue. Raises Problem 404, 409 for a disabled one."""
    with connection(database.serving) as c, c.transaction():
        hook = c.execute(
            "select disabled_at from webhooks where id = %s and player_id = %s for key share", (message.webhook, player)
        ).fetchone()
        if hook is None:
            raise not_found("webhook of yours")
        require_enabled(hook[0])
        row = c.execute(f"select {COLUMNS} from deliveries d where id = %s", (enqueue(c, message),)).fetchone()
    assert row is not None
    return delivery_json(row)


def require_enabled(disabled_at: object) -> None:
    if disabled_at is not None:
        detail = 'This webhook is disabled. PATCH it with {"enabled": true} first.'
        raise Problem(HTTPStatus.CONFLICT, "disabled", detail)


def forget_old(database: Database) -> None:
    """The log goes back so many days."""
    with connection(database.serving) as c:
        c.execute(
            """
            delete from deliveries where id in (
                select id from deliveries where created_at < now() - make_interval(days => %s) limit 1000
            )
            """,
            (DAYS_KEPT,),
        )


def delivery_json(row: tuple[Any, ...]) -> dict[str, Any]:
    """A delivery in the log."""
    delivery, game, version, created, attempts, delivered_at, status, error, next_try = row
    return {
        "id": delivery,
        "game": game,
        "version": version,
        "at": format_time(created),
        "attempts": attempts,
        "delivered_at": delivered_at and format_time(delivered_at),
        "status": status,
        "error": error,
        "next_try": next_try and format_time(next_try),
    }

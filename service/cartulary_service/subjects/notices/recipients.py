"""The rate at which one receiver is sent to, by the webhooks of all players together."""

from hashlib import sha256
from typing import Final
from urllib.parse import urlsplit

from cartulary_service.players.rate_limits import RECIPIENTS, take
from cartulary_service.store.database import Database, connection
from cartulary_service.subjects.notices.deliveries import Claimed

SECONDS_POSTPONED: Final = 30
"""Wait of what is due to a receiver that was sent too much."""


def may_send(database: Database, claimed: Claimed) -> bool:
    """Whether the receiver can be sent to now, however many webhooks of whichever players name its host and port.

    The bucket knows a digest alone, for the name of a host may be a secret.
    """
    parts = urlsplit(claimed.url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    recipient = sha256(f"{(parts.hostname or '').rstrip('.')}:{port}".encode()).hexdigest()
    with connection(database.serving) as c:
        return take(c, RECIPIENTS, recipient)[0] > 0


def postpone(database: Database, claimed: Claimed) -> None:
    """Postpone a delivery that was not attempted, with all of its webhook that are due."""
    with connection(database.serving) as c:
        c.execute(
            """
            update deliveries set next_try = now() + make_interval(secs => %(wait)s), leased_until = null,
                attempts = attempts - (id = %(id)s)::int
            where webhook_id = %(webhook)s and next_try <= now()
              and (id = %(id)s and attempts = %(attempt)s or coalesce(leased_until, '-infinity') < now())
            """,
            {"id": claimed.id, "attempt": claimed.attempt, "webhook": claimed.webhook, "wait": SECONDS_POSTPONED},
        )

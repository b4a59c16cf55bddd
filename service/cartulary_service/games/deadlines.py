"""Deadlines that have passed by the database's clock; each is processed once, whichever worker finds it."""

from datetime import datetime, timedelta
from typing import Final

from cartulary_service.store.database import Database, connection

AT_ONCE: Final = 100


def overdue(database: Database) -> list[str]:
    """Matches whose deadline has passed, the longest overdue first; some of them when there are many."""
    with connection(database.public) as c:
        rows = c.execute(
            "select id::text from games where deadline <= clock_timestamp() order by deadline limit %s", (AT_ONCE,)
        )
        return [row[0] for row in rows]


def later(at: str, seconds: int) -> str:
    """The time so many seconds after another, both as they stand in a record."""
    moment = datetime.fromisoformat(at) + timedelta(seconds=seconds)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03}Z"

"""Outages: times in which no worker ran. Deadlines near them come later."""

import threading
from datetime import timedelta
from typing import Final, NamedTuple

from cartulary.kernel.times import stamp
from cartulary_service.store.database import Database, DatabaseUnavailable, connection

SECONDS_BETWEEN_BEATS: Final = 1
SILENCE: Final = timedelta(seconds=5)
"""So long without a sign of life of any worker is an outage; a shorter time is made up for by nothing."""
AFTERWARDS: Final = timedelta(minutes=5)
"""Deadlines that come so soon after an outage are too early for players who waited for its end."""


class Outage(NamedTuple):
    """A time in which no worker ran; the texts are times of a record."""

    began: str
    ended: str
    until: str
    """Deadlines up to then come later."""


def find_outage(database: Database) -> Outage | None:
    """Return the time since the last sign of life of a worker, if it is long."""
    with connection(database.serving) as c:
        found = c.execute(
            "select at, clock_timestamp() from worker_beats where at < clock_timestamp() - %s", (SILENCE,)
        ).fetchone()
    if found is None:
        return None
    began, ended = found
    return Outage(stamp(began), stamp(ended), stamp(ended + AFTERWARDS))


def list_concerned(database: Database, outage: Outage) -> list[str]:
    """Return the games with a deadline that comes later."""
    with connection(database.serving) as c:
        rows = c.execute(
            "select id::text from games where status = 'playing' and deadline between %s and %s order by deadline",
            (outage.began, outage.until),
        )
        return [row[0] for row in rows]


def list_timed(database: Database) -> list[str]:
    """Return the games that are being played against a clock that runs."""
    with connection(database.serving) as c:
        rows = c.execute("select id::text from games where status = 'playing' and deadline is not null order by id")
        return [row[0] for row in rows]


def end_outage(database: Database) -> None:
    """Note a sign of life after what an outage did has been made up for."""
    with connection(database.serving) as c:
        c.execute("update worker_beats set at = clock_timestamp()")


def beat(database: Database, stopping: threading.Event) -> None:
    """Note a sign of life each second until told to stop. An outage has to be made up for first: this ends none."""
    while not stopping.wait(SECONDS_BETWEEN_BEATS):
        try:
            with connection(database.serving) as c:
                c.execute(
                    "update worker_beats set at = clock_timestamp() where at >= clock_timestamp() - %s", (SILENCE,)
                )
        except DatabaseUnavailable:
            continue

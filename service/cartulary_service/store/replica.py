"""A standby from which spectators are answered, as far as it has what they are to be shown."""

from collections.abc import Sequence
from time import monotonic
from typing import Final, NamedTuple

import psycopg
import structlog

from cartulary.record.event import RecordedEvent
from cartulary_service import metrics
from cartulary_service.store import events
from cartulary_service.store.database import DatabaseUnavailable, Pool

SECONDS_TO_REST: Final = 5

log = structlog.get_logger()


class Least(NamedTuple):
    """A version that has to be there, and the head that it has where that is known."""

    version: int
    head: bytes | None = None

    def is_in(self, rows: Sequence[RecordedEvent], after: int) -> bool:
        """Return whether these events include the version or begin after it; versions have no gaps."""
        if self.version <= after:
            return True
        place = self.version - after - 1
        return place < len(rows) and self.head in (None, rows[place].hash)


class Replica:
    """Asked for public events as long as it answers; then left alone for some seconds, for no request to wait."""

    def __init__(self, pool: Pool | None) -> None:
        self._pool = pool
        self._rests_until = 0.0

    def read(self, game_id: str, after: int, until: int | None, least: Sequence[Least]) -> list[RecordedEvent] | None:
        """Events of a range of positions, if all these versions are there; None where the primary has to be asked."""
        if self._pool is None:
            return None
        rows = self._ask(self._pool, game_id, after, until)
        if rows is None or not all(each.is_in(rows, after) for each in least):
            metrics.PASSED_ON.inc()
            return None
        metrics.REPLICA_READS.inc()
        return rows

    def _ask(self, pool: Pool, game_id: str, after: int, until: int | None) -> list[RecordedEvent] | None:
        now, away = monotonic(), self._rests_until > 0
        if now < self._rests_until:
            return None
        if away:
            # This request finds out whether it is back; the others go on leaving it alone.
            self._rests_until = now + SECONDS_TO_REST
        try:
            rows = events.read_replica(pool, game_id, after, until)
        except (DatabaseUnavailable, psycopg.Error) as error:
            if not away:
                log.warning("replica away", reason=str(error))
            self._rests_until = monotonic() + SECONDS_TO_REST
            return None
        self._rests_until = 0.0
        return rows

"""All that the worker does about notices."""

import time
from collections.abc import Callable
from typing import Final

import structlog

from service.config import Config
from service.database import Database, DatabaseAway
from service.notices import deliveries
from service.notices.courier import Courier
from service.notices.outbox import AT_ONCE, Outbox
from service.views import Views

MOST_BATCHES: Final = 20
SECONDS_BETWEEN_CLEARINGS: Final = 600

log = structlog.get_logger()


class Office:
    """Turns what happened into what is told, and sends it."""

    def __init__(self, database: Database, views: Views, config: Config) -> None:
        self._database = database
        self._outbox = Outbox(database, views, config.public_url)
        self.courier = Courier(database, config)
        self._next_clearing = 0.0

    def look(self) -> None:
        """Do what is due; what fails is logged, and tried again at the next look. Raises DatabaseAway."""
        for what in (self._empty, self.courier.look, self._clear):
            attempt(what)

    def stop(self) -> None:
        """Finish what has begun."""
        self.courier.stop()

    def _empty(self) -> None:
        for _ in range(MOST_BATCHES):
            if self._outbox.empty() < AT_ONCE:
                return

    def _clear(self) -> None:
        if time.monotonic() > self._next_clearing:
            self._next_clearing = time.monotonic() + SECONDS_BETWEEN_CLEARINGS
            deliveries.forget_old(self._database)


def attempt(what: Callable[[], None]) -> None:
    """Do something; what is wrong with it does not stop the rest."""
    try:
        what()
    except DatabaseAway:
        raise
    except Exception:
        log.exception("not done", what=what.__qualname__)

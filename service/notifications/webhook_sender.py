"""Delivers what is due, several receivers at a time, so that a slow one keeps nobody else waiting."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import structlog

from service.config import Config
from service.notifications import deliveries
from service.notifications.addresses import Rules
from service.notifications.deliveries import ONE, Claimed, Room
from service.notifications.http_post import Undelivered, post
from service.notifications.webhook_signing import sign
from service.store.database import Database, DatabaseUnavailable

AT_ONCE: Final = 16
"""Receivers; each of them gets one delivery after the other."""
AT_ONCE_FAILING: Final = 8
"""Threads for webhooks that failed last, so that slow ones do not occupy all threads."""
AGENT: Final = "Cartulary"

log = structlog.get_logger()


class Courier:
    """A few threads, each busy with one webhook."""

    def __init__(self, database: Database, config: Config) -> None:
        self._database = database
        self._rules = Rules.of(config)
        self._disable_hours = config.webhook_disable_hours
        self._pool = ThreadPoolExecutor(AT_ONCE, "courier")
        self._lock = threading.Lock()
        self._busy: dict[str, bool] = {}
        self._stopping = False

    def look(self) -> None:
        """Begin with whatever is due, as far as threads are free."""
        with self._lock:
            busy = dict(self._busy)
        room = Room(AT_ONCE - len(busy), AT_ONCE_FAILING - sum(busy.values()))
        if room.most == 0:
            return
        for claimed in deliveries.claim(self._database, room, busy):
            with self._lock:
                self._busy[claimed.webhook] = claimed.failing
            self._pool.submit(self._serve, claimed)

    def stop(self) -> None:
        """Finish what has begun, which takes seconds at most, and begin nothing more."""
        self._stopping = True
        self._pool.shutdown()

    def _serve(self, claimed: Claimed) -> None:
        """Send the due deliveries of a webhook one after the other, until one fails."""
        try:
            due = [claimed]
            while due and self.attempt(due[0]) and not self._stopping:
                due = deliveries.claim(self._database, ONE, webhook=claimed.webhook)
        except DatabaseUnavailable as error:
            log.warning("database away", reason=str(error))
        except Exception:
            log.exception("not delivered", webhook=claimed.webhook)
        finally:
            with self._lock:
                del self._busy[claimed.webhook]

    def attempt(self, claimed: Claimed) -> bool:
        """Send once, and note how it went; whether it went well."""
        body = claimed.body.encode()
        headers = {"Content-Type": claimed.media_type, "User-Agent": AGENT}
        headers |= sign(claimed.secret, claimed.id, int(time.time()), body)
        try:
            status = post(claimed.url, body, headers, self._rules)
        except Undelivered as error:
            deliveries.mark_failed(self._database, claimed, None, str(error), self._disable_hours)
            return False
        if 200 <= status < 300:
            deliveries.mark_delivered(self._database, claimed, status)
            return True
        deliveries.mark_failed(self._database, claimed, status, f"HTTP {status}", self._disable_hours)
        return False

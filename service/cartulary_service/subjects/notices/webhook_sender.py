"""Delivers what is due, several receivers at a time, so that a slow one keeps nobody else waiting."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Final

import structlog

from cartulary_service.config import Config
from cartulary_service.errors import Problem
from cartulary_service.games.queries import GameQueries
from cartulary_service.store.database import Database, DatabaseUnavailable
from cartulary_service.subjects.notices import deliveries, recipients, web_push
from cartulary_service.subjects.notices.addresses import Rules
from cartulary_service.subjects.notices.deliveries import ONE, Claimed, Room
from cartulary_service.subjects.notices.http_post import Undelivered, post
from cartulary_service.subjects.notices.web_push import PushKey
from cartulary_service.subjects.notices.webhook_signing import sign
from cartulary_service.trust.keys import UnfitKeys

AT_ONCE: Final = 16
"""Receivers; each of them gets one delivery after the other."""
AT_ONCE_UNPROVEN: Final = 8
"""Threads for webhooks that failed last or never received anything yet: those may never answer."""
SECONDS_AT_ONCE: Final = 2
"""Time that a webhook keeps its thread before others have their turn."""
AGENT: Final = "Cartulary"

GONE: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
"""Answers of a push service for a subscription that has ended (RFC 8030, section 7.3)."""

log = structlog.get_logger()


class Courier:
    """A few threads, each busy with one webhook."""

    def __init__(self, database: Database, views: GameQueries, config: Config) -> None:
        """`views` belongs to this courier, which lets one thread at a time use it."""
        self._database = database
        self._views, self._looking = views, threading.Lock()
        self._rules = Rules.of(config)
        self._push_key = PushKey(config)
        self._limits_rates = config.rate_limits
        self._disable_hours = config.webhook_disable_hours
        self._pool = ThreadPoolExecutor(AT_ONCE, "courier")
        self._lock = threading.Lock()
        self._busy: dict[str, bool] = {}
        self._stopping = False

    def look(self) -> None:
        """Begin with whatever is due, as far as threads are free."""
        with self._lock:
            busy = dict(self._busy)
        room = Room(AT_ONCE - len(busy), AT_ONCE_UNPROVEN - sum(busy.values()))
        if room.most == 0:
            return
        for claimed in deliveries.claim(self._database, room, busy):
            with self._lock:
                self._busy[claimed.webhook] = claimed.unproven
            self._pool.submit(self._serve, claimed)

    def stop(self) -> None:
        """Finish what has begun, which takes seconds at most, and begin nothing more."""
        self._stopping = True
        self._pool.shutdown()

    def _serve(self, claimed: Claimed) -> None:
        """Send the due deliveries of a webhook one after the other, until one fails or it is another's turn."""
        try:
            due, until = [claimed], time.monotonic() + SECONDS_AT_ONCE
            while due and self.attempt(due[0]) and not self._stopping and time.monotonic() < until:
                due = deliveries.claim(self._database, ONE, webhook=claimed.webhook)
        except DatabaseUnavailable as error:
            log.warning("database away", reason=str(error))
        except UnfitKeys as error:
            log.error("key lost", reason=str(error))
        except Exception:
            log.exception("not delivered", webhook=claimed.webhook)
        finally:
            with self._lock:
                del self._busy[claimed.webhook]

    def attempt(self, claimed: Claimed) -> bool:
        """Send once, unless the player may no longer see it or the receiver was sent too much; whether it went well."""
        if not self._may_see(claimed):
            deliveries.withdraw(self._database, claimed)
            return True
        if self._limits_rates and not recipients.may_send(self._database, claimed):
            recipients.postpone(self._database, claimed)
            return False
        body, headers = self._request(claimed)
        try:
            status = post(claimed.url, body, headers | {"User-Agent": AGENT}, self._rules)
        except Undelivered as error:
            deliveries.mark_failed(self._database, claimed, None, str(error), self._disable_hours)
            return False
        if 200 <= status < 300:
            deliveries.mark_delivered(self._database, claimed, status)
            return True
        if claimed.browser is not None and status in GONE:
            deliveries.mark_gone(self._database, claimed, status)
        else:
            deliveries.mark_failed(self._database, claimed, status, f"HTTP {status}", self._disable_hours)
        return False

    def _may_see(self, claimed: Claimed) -> bool:
        """Whether the player sees the game now as the message shows it, which may have waited for days."""
        try:
            if claimed.game_id is not None:
                with self._looking:
                    self._views.require_view(claimed.game_id, claimed.player, claimed.seat)
        except DatabaseUnavailable:
            raise
        except Problem:
            return False
        return True

    def _request(self, claimed: Claimed) -> tuple[bytes, dict[str, str]]:
        """Return body and headers: encrypted for a browser, else signed with the secret of the webhook."""
        body = claimed.body.encode()
        if claimed.browser is not None:
            headers = web_push.headers_of(claimed.game_id) | self._push_key.headers(claimed.url)
            return web_push.encrypt(body, claimed.browser), headers
        signature = sign(claimed.secret, claimed.id, int(time.time()), body)
        return body, {"Content-Type": claimed.media_type} | signature

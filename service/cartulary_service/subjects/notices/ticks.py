"""All that the worker does about notices."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

import structlog

from cartulary_service.config import Config
from cartulary_service.games.commands import GameCommands
from cartulary_service.games.queries import GameQueries
from cartulary_service.store.database import Database, DatabaseUnavailable
from cartulary_service.subject import Tick
from cartulary_service.subjects.notices import deliveries, invitation_notices, reminders
from cartulary_service.subjects.notices.digests import Digests
from cartulary_service.subjects.notices.mail_queue import MailQueue
from cartulary_service.subjects.notices.mailer import Mailer
from cartulary_service.subjects.notices.outbox import AT_ONCE, Outbox
from cartulary_service.subjects.notices.player_mail import PlayerMailer
from cartulary_service.subjects.notices.webhook_sender import Courier

SECONDS_AT_ONCE: Final = 2
"""For the outbox; then clocks and bots have their turn again."""
SECONDS_BETWEEN_CLEARINGS: Final = 600
SECONDS_BETWEEN_REMINDERS: Final = 5
FOLDS_FOR_MAIL: Final = 50
FOLDS_TO_SEND: Final = 50

log = structlog.get_logger()


class Notifying(Tick):
    """Turns what happened into what is told, and sends it."""

    def __init__(self, database: Database, table: GameCommands, config: Config) -> None:
        super().__init__(database, table, config)
        self._outbox = Outbox(database, table, config.public_url)
        self.courier = Courier(database, GameQueries(database, FOLDS_TO_SEND), config)
        self._mail = MailRoom.of(database, config)
        self._next_clearing = 0.0
        self._next_reminders = 0.0

    def look(self) -> None:
        """Do what is due; what fails is logged, and tried again at the next look. Raises DatabaseUnavailable."""
        for what in (self._empty, self._announce, self._remind, self.courier.look, self._mail.look, self._clear):
            attempt(what)

    def stop(self) -> None:
        """Finish what has begun."""
        self.courier.stop()
        self._mail.stop()

    def _empty(self) -> None:
        until = time.monotonic() + SECONDS_AT_ONCE
        while self._outbox.empty() == AT_ONCE and time.monotonic() < until:
            pass

    def _announce(self) -> None:
        while invitation_notices.announce(self.database, self.config.public_url) == invitation_notices.AT_ONCE:
            pass

    def _remind(self) -> None:
        if time.monotonic() > self._next_reminders:
            self._next_reminders = time.monotonic() + SECONDS_BETWEEN_REMINDERS
            while reminders.note_due(self.database, self.config.public_url) == reminders.AT_ONCE:
                pass

    def _clear(self) -> None:
        if time.monotonic() > self._next_clearing:
            self._next_clearing = time.monotonic() + SECONDS_BETWEEN_CLEARINGS
            deliveries.forget_old(self.database)
            reminders.forget_old(self.database)


class MailRoom:
    """Sends mail in a thread of its own, for a mail server may be slow; does nothing where none is configured."""

    def __init__(self, steps: Sequence[Callable[[], bool]]) -> None:
        """Each step sends one mail, and returns whether there was one."""
        self._steps = steps
        self._pool = ThreadPoolExecutor(1, "mail")
        self._running: Future[None] | None = None
        self._stopping = False

    @classmethod
    def of(cls, database: Database, config: Config) -> "MailRoom":
        """With folds of its own, which no other thread uses."""
        server = Mailer.of(config)
        if server is None:
            return cls(())
        mailer = PlayerMailer(server, config.public_url)
        digests = Digests(database, GameQueries(database, FOLDS_FOR_MAIL), mailer, config.rate_limits)
        return cls(
            (digests.send_code, digests.send_recovery, MailQueue(database, mailer).send_queued, digests.send_digest)
        )

    def look(self) -> None:
        """Begin to send what is due, unless that is under way."""
        if self._steps and (self._running is None or self._running.done()):
            self._running = self._pool.submit(self._send)

    def stop(self) -> None:
        """Finish the mail that is being sent."""
        self._stopping = True
        self._pool.shutdown()

    def _send(self) -> None:
        try:
            for send in self._steps:
                while not self._stopping and send():
                    pass
        except DatabaseUnavailable as error:
            log.warning("database away", reason=str(error))
        except Exception:
            log.exception("mail not sent")


def attempt(what: Callable[[], None]) -> None:
    """Do something; what is wrong with it does not stop the rest."""
    try:
        what()
    except DatabaseUnavailable:
        raise
    except Exception:
        log.exception("not done", what=what.__qualname__)

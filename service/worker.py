"""The process beside those that serve: it does what is due by the clock."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Final

import structlog

from service import integrity, logs
from service.config import Config
from service.database import Database, DatabaseAway
from service.deadlines import bots_to_act, overdue
from service.notices.office import Office
from service.problems import Problem
from service.table import Table

SECONDS_BETWEEN: Final = 1
MOST_AT_ONCE: Final = 20
"""Actions of bots in a match before the next match has its turn."""
SECONDS_BETWEEN_AUDITS: Final = 60

log = structlog.get_logger()


class Audits:
    """The check of the whole record, in a process of its own when it is due."""

    def __init__(self, config: Config) -> None:
        self._hours = config.audit_hours
        self._environment = os.environ | {"DATABASE_URL": config.database_url or ""}
        self._process: subprocess.Popen[bytes] | None = None
        self._next_look = 0.0

    def look(self, database: Database) -> None:
        """Start a check if the last one began long ago; tell of one that found something."""
        if self._process is not None and (status := self._process.poll()) is not None:
            self._process = None
            if status != 0:
                log.error("the check of the record failed: see /integrity, or run cartulary audit-all", status=status)
        if not self._hours or self._process is not None or time.monotonic() < self._next_look:
            return
        self._next_look = time.monotonic() + SECONDS_BETWEEN_AUDITS
        if integrity.due(database, self._hours):
            command = [sys.executable, "-m", "service.cli", "audit-all"]
            self._process = subprocess.Popen(command, env=self._environment, stdout=subprocess.DEVNULL)

    def stop(self) -> None:
        """Break off a check; the next one takes it up."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()


def work(config: Config, stopping: threading.Event, parent: int | None = None) -> None:
    """Do what is due until told to stop, or until the process that started this one is gone."""
    logs.configure(config.log_level)
    database = Database(config)
    table = Table(database, config)
    audits, office = Audits(config), Office(database, table, config)
    try:
        while not stopping.is_set() and (parent is None or os.getppid() == parent):
            look(database, table, audits, office)
            stopping.wait(SECONDS_BETWEEN)
    finally:
        audits.stop()
        office.stop()
        database.close()


def look(database: Database, table: Table, audits: Audits, office: Office) -> None:
    """Do what is due; what fails is logged and tried again."""
    try:
        for game_id in overdue(database):
            attempt(table.expire, game_id)
        for game_id in bots_to_act(database):
            attempt(partial(play_on, table), game_id)
        office.look()
        audits.look(database)
    except DatabaseAway as error:
        log.warning("database away", reason=str(error))


def play_on(table: Table, game_id: str) -> bool:
    """Let bots act in a match, one after the other, as long as it waits for them and is not too long at it."""
    return any(not table.play_bot(game_id) for _ in range(MOST_AT_ONCE))


def attempt(what: Callable[[str], bool], game_id: str) -> None:
    """Do something to one match; what is wrong with it does not stop the others."""
    try:
        what(game_id)
    except DatabaseAway:
        raise
    except Problem as error:
        log.info("tried again later", game=game_id, code=error.code)
    except Exception:
        log.exception("not done", game=game_id, what=str(what))

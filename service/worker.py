"""The process beside those that serve: it does what is due by the clock."""

import os
import threading
from typing import Final

import structlog

from service import logs
from service.config import Config
from service.database import Database, DatabaseAway
from service.deadlines import overdue
from service.table import Table

SECONDS_BETWEEN: Final = 1

log = structlog.get_logger()


def work(config: Config, stopping: threading.Event, parent: int | None = None) -> None:
    """Do what is due until told to stop, or until the process that started this one is gone."""
    logs.configure(config.log_level)
    database = Database(config)
    table = Table(database, config)
    try:
        while not stopping.is_set() and (parent is None or os.getppid() == parent):
            look(database, table)
            stopping.wait(SECONDS_BETWEEN)
    finally:
        database.close()


def look(database: Database, table: Table) -> None:
    """End what is overdue; what fails is logged and tried again."""
    try:
        for game_id in overdue(database):
            expire(table, game_id)
    except DatabaseAway as error:
        log.warning("database away", reason=str(error))


def expire(table: Table, game_id: str) -> None:
    """End one match; what is wrong with it does not stop the others."""
    try:
        table.expire(game_id)
    except DatabaseAway:
        raise
    except Exception:
        log.exception("deadline not enforced", game=game_id)

"""Starts the analysis of games that wait for it."""

import time
from typing import Final

import structlog

from cartulary_service.command_process import CommandProcess
from cartulary_service.config import Config
from cartulary_service.games.commands import GameCommands
from cartulary_service.store.database import Database
from cartulary_service.subject import Tick
from cartulary_service.subjects.analyses import queries

SECONDS_AFTER_A_FAILURE: Final = 60

log = structlog.get_logger()


class Starting(Tick):
    """Analyses finished games that players have asked for, in a process of its own."""

    def __init__(self, database: Database, table: GameCommands, config: Config) -> None:
        super().__init__(database, table, config)
        self._process = CommandProcess(config, "analyse-games")
        self._next_start = 0.0

    def look(self) -> None:
        if status := self._process.reap():
            log.error("the analysis of games failed", status=status)
            self._next_start = time.monotonic() + SECONDS_AFTER_A_FAILURE
        if not self._process.runs and time.monotonic() >= self._next_start and queries.is_waiting(self.database):
            self._process.start()

    def stop(self) -> None:
        self._process.stop()

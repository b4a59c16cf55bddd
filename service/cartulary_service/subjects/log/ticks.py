"""The worker's part in the transparency log."""

import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Final

from psycopg.errors import UniqueViolation

from cartulary_service.config import Config
from cartulary_service.games.commands import GameCommands
from cartulary_service.store.database import Database
from cartulary_service.subject import Tick
from cartulary_service.subjects.log import cosigning, growth
from cartulary_service.trust.keys import Keys

SECONDS_BETWEEN_LOOKS: Final = 5
SECONDS_BETWEEN_CHECKPOINTS: Final = 60
"""Witnesses look more often than that, so that all of them cosign the same checkpoints."""


class Growing(Tick):
    """Lets the log grow every minute by what is due, and asks witnesses for cosignatures."""

    def __init__(self, database: Database, table: GameCommands, config: Config) -> None:
        super().__init__(database, table, config)
        self._keys = Keys(config.keys_folder)
        self._next_look = 0.0
        self._pool = ThreadPoolExecutor(1, "witnesses")
        self._asking: Future[None] | None = None

    def look(self) -> None:
        """Append what is due, if the last checkpoint is old enough and the servers have made a key."""
        if time.monotonic() < self._next_look or not self._keys.exist():
            return
        self._next_look = time.monotonic() + SECONDS_BETWEEN_LOOKS
        signer = self._keys.active()
        # Of two hosts' workers that append at the same time one goes on; what is left is appended next time.
        with suppress(UniqueViolation):
            origin = growth.origin_of(self.config, signer)
            growth.grow(self.database, signer, origin, SECONDS_BETWEEN_CHECKPOINTS)
        # Witnesses may be slow, and nothing waits for them.
        if self.config.witnesses and (self._asking is None or self._asking.done()):
            self._asking = self._pool.submit(cosigning.ask_witnesses, self.database, self.config)

    def stop(self) -> None:
        """Wait for the witnesses that are being asked."""
        self._pool.shutdown()

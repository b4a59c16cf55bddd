"""What the worker does about the transparency log."""

import time
from typing import Final

from psycopg.errors import UniqueViolation

from service.config import Config
from service.store.database import Database
from service.trust import transparency_log
from service.trust.signing import Keys

SECONDS_BETWEEN_CHECKPOINTS: Final = 5


class LogWorker:
    """Lets the log grow every few seconds by what is due."""

    def __init__(self, database: Database, config: Config) -> None:
        self._database = database
        self._config = config
        self._keys = Keys(config.keys_dir or config.data_dir / "keys")
        self._next_checkpoint = 0.0

    def look(self) -> None:
        """Append what is due, if the last checkpoint is a few seconds old."""
        if time.monotonic() < self._next_checkpoint:
            return
        self._next_checkpoint = time.monotonic() + SECONDS_BETWEEN_CHECKPOINTS
        signer = self._keys.active()
        try:
            transparency_log.grow(self._database, signer, transparency_log.origin_of(self._config, signer))
        except UniqueViolation:
            # Another host's worker has appended at the same time; what is left is appended next time.
            return

"""The worker process that `cartulary serve` starts beside the servers, and starts again should it die."""

import os
import subprocess
import sys
from typing import Final

from cartulary_service.config import Config

SECONDS_TO_FINISH: Final = 5


class WorkerProcess:
    """The process `cartulary worker`, a child of this process."""

    def __init__(self, config: Config) -> None:
        self._environment = os.environ | {"DATABASE_URL": config.database_url or ""}
        self._process: subprocess.Popen[bytes] | None = None

    def ensure(self) -> None:
        """Start it unless it runs."""
        if self._process is None or self._process.poll() is not None:
            command = [sys.executable, "-m", "cartulary", "worker", "--parent", str(os.getpid())]
            # In a session of its own, so that an interrupt at the terminal is left to the server.
            self._process = subprocess.Popen(command, env=self._environment, start_new_session=True)

    def terminate(self) -> None:
        """Ask it to end."""
        if self._process is not None:
            self._process.terminate()

    def join(self) -> None:
        """Wait for its end, which comes by force if it takes too long."""
        if self._process is None:
            return
        try:
            self._process.wait(SECONDS_TO_FINISH)
        except subprocess.TimeoutExpired:
            self._process.kill()

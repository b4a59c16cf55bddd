"""Commands in processes of their own."""

import os
import subprocess
import sys

from cartulary_service.config import Config


class CommandProcess:
    """A command of cartulary in a process of its own, one at a time. What it does goes on if it is broken off."""

    def __init__(self, config: Config, command: str) -> None:
        self._command = [sys.executable, "-m", "cartulary", *command.split()]
        self._environment = os.environ | {"DATABASE_URL": config.database_url or ""}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def runs(self) -> bool:
        """Whether the process has been started and not yet reaped."""
        return self._process is not None

    def start(self) -> None:
        # In a session of its own, so that an interrupt at the terminal is left to the worker.
        self._process = subprocess.Popen(
            self._command, env=self._environment, stdout=subprocess.DEVNULL, start_new_session=True
        )

    def reap(self) -> int | None:
        """Return the exit status if the process has ended since the last call."""
        status = None if self._process is None else self._process.poll()
        if status is not None:
            self._process = None
        return status

    def stop(self) -> None:
        """Break the process off."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()

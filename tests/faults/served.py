"""The service as a process: `cartulary serve`, its workers, and the worker by the clock."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import psutil

from tests.faults.clusters import eventually, title_of
from tests.faults.places import free_port
from tests.faults.report import note
from tests.faults.wire import Caller, Unanswered

SECONDS_TO_START: Final = 180
COMMAND: Final = (sys.executable, "-m", "cartulary", "serve")


class Served:
    """A service that may be maltreated."""

    def __init__(self, folder: Path, settings: Mapping[str, str], command: Sequence[str] = COMMAND) -> None:
        self.port = free_port()
        self._log = folder / "served.log"
        self._command = command
        self._settings = {
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "WORKERS": "3",
            "POOL_SIZE": "6",
            "AUDIT_HOURS": "0",
            "RATE_LIMITS": "no",
            "KEYS_DIR": str(folder / "keys"),
            **settings,
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with self._log.open("a") as output:
            self._process = subprocess.Popen(
                self._command, env=os.environ | self._settings, stdout=output, stderr=output, stdin=subprocess.DEVNULL
            )
        try:
            eventually(self.answers, SECONDS_TO_START)
        except TimeoutError:
            note(self._log.read_text()[-2_000:])
            raise

    def answers(self) -> bool:
        """Whether it answers what needs no database."""
        caller = Caller(self.port)
        with suppress(Unanswered):
            return caller.send("GET", "/catalogue").status == 200
        caller.close()
        return False

    def master(self) -> psutil.Process:
        """The process that keeps the others."""
        assert self._process is not None
        return psutil.Process(self._process.pid)

    def workers(self) -> list[psutil.Process]:
        """Those that serve."""
        return [each for each in self._children() if title_of(each).endswith(" serve") or "served" in title_of(each)]

    def companions(self) -> list[psutil.Process]:
        """Those that work by the clock."""
        return [each for each in self._children() if " worker " in title_of(each)]

    def _children(self) -> list[psutil.Process]:
        with suppress(psutil.Error):
            return self.master().children()
        return []

    def signal(self, what: signal.Signals) -> None:
        """Tell the master."""
        self.master().send_signal(what)

    def restart(self) -> None:
        """Let it end as it should, and start it again."""
        self.stop()
        self.start()

    def stop(self) -> None:
        """Let it end as it should."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(30)
            self._process = None

    def kill(self) -> None:
        """SIGKILL to all of its processes at once."""
        if self._process is None:
            return
        master = self.master()
        for each in [master, *master.children(recursive=True)]:
            with suppress(psutil.Error):
                each.kill()
        self._process.wait(30)
        self._process = None


@contextmanager
def served(folder: Path, database_url: str, command: Sequence[str] = COMMAND, **settings: str) -> Iterator[Served]:
    """A service over a database, migrated by itself."""
    service = Served(folder, {"DATABASE_URL": database_url, **settings}, command)
    try:
        service.start()
        yield service
    finally:
        service.kill()


def pause(seconds: float) -> None:
    """Let things go on for a while."""
    time.sleep(seconds)

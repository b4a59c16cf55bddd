"""PostgreSQL clusters of our own, with whatever settings, which can be killed, copied and promoted."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psutil
import psycopg

from cartulary_service.store.postgresql import run, system_user
from tests.faults.places import free_port

SECONDS_TO_START: Final = 180
SETTINGS: Final = {
    "listen_addresses": "'127.0.0.1'",
    "unix_socket_directories": "''",
    "max_connections": "150",
    "shared_buffers": "'64MB'",
    "max_wal_size": "'128MB'",
    "log_min_messages": "warning",
}


@dataclass
class Cluster:
    """A cluster in `home`, at a port of its own."""

    home: Path
    port: int = field(default_factory=free_port)

    @property
    def pgdata(self) -> Path:
        return self.home / "pgdata"

    @property
    def log(self) -> Path:
        return self.home / "postgres.log"

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def create(self, settings: Mapping[str, str]) -> None:
        """Make it anew, with these settings besides ours."""
        own(self.home)
        run("initdb", "-D", self.pgdata, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C")
        self.configure({**SETTINGS, **settings})

    def configure(self, settings: Mapping[str, str]) -> None:
        """Add settings, which count from the next start or reload on."""
        with (self.pgdata / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = {value}\n" for name, value in settings.items())
            # A power cut would leave a file full of zeros.
            file.flush()
            os.fsync(file.fileno())

    def start(self, **settings: str) -> None:
        """Start it where it stopped or crashed, with settings for this time only."""
        given = " ".join(f"-c {name}={value}" for name, value in {"port": str(self.port), **settings}.items())
        run("pg_ctl", "-D", self.pgdata, "-w", "-t", str(SECONDS_TO_START), "-l", self.log, "-o", given, "start")

    def revive(self) -> None:
        """Start it after it was killed, as soon as the memory that it shared is free."""
        eventually(self._started)

    def _started(self) -> bool:
        with suppress(subprocess.CalledProcessError):
            self.start()
            return True
        return False

    def stop(self, mode: str = "fast") -> None:
        """Shut it down; to do it twice does no harm."""
        with suppress(subprocess.CalledProcessError):
            run("pg_ctl", "-D", self.pgdata, "-w", "-m", mode, "stop")

    def reload(self) -> None:
        """Read the settings again."""
        run("pg_ctl", "-D", self.pgdata, "reload")

    def promote(self) -> None:
        """Begin to make the standby a primary."""
        run("pg_ctl", "-D", self.pgdata, "-W", "promote")

    def is_primary(self) -> bool:
        """Whether it takes writes."""
        with suppress(psycopg.OperationalError):
            return self.value("select not pg_is_in_recovery()") is True
        return False

    def value(self, query: str) -> object:
        """What the owner gets for a query of one value."""
        with self.connect() as session:
            row = session.execute(query.encode()).fetchone()
        return None if row is None else row[0]

    def postmaster(self) -> psutil.Process | None:
        """The first of its processes, if it runs."""
        try:
            process = psutil.Process(int((self.pgdata / "postmaster.pid").read_text().split()[0]))
            return process if process.name() == "postgres" else None
        except (OSError, ValueError, IndexError, psutil.Error):
            return None

    def processes(self, title: str = "") -> list[psutil.Process]:
        """Its processes, or those whose title has such words."""
        postmaster = self.postmaster()
        children = [] if postmaster is None else postmaster.children()
        return [each for each in children if title in title_of(each)]

    def backends(self) -> list[psutil.Process]:
        """The processes that serve clients."""
        return self.processes("postgres 127.0.0.1")

    def kill(self) -> None:
        """SIGKILL to all of its processes at once."""
        postmaster = self.postmaster()
        if postmaster is None:
            return
        all_of_them = [postmaster, *postmaster.children(recursive=True)]
        for each in all_of_them:
            with suppress(psutil.Error):
                each.kill()
        psutil.wait_procs(all_of_them, timeout=SECONDS_TO_START)

    def connect(self) -> "psycopg.Connection[tuple[object, ...]]":
        """A session of the owner."""
        return psycopg.connect(self.url, autocommit=True, connect_timeout=5)

    def do(self, statement: str) -> None:
        """Let the owner do something."""
        with self.connect() as session:
            session.execute(statement.encode())

    def base_backup(self, home: Path, *more: str, port: int | None = None) -> "Cluster":
        """A copy of it as it runs, in another place and at another port."""
        own(home)
        copy = Cluster(home) if port is None else Cluster(home, port)
        run("pg_basebackup", "-d", self.url, "-D", copy.pgdata, "-c", "fast", "-X", "stream", *more)
        return copy

    def remove(self) -> None:
        """Kill it, and forget what it stored."""
        self.kill()
        shutil.rmtree(self.home, ignore_errors=True)


def title_of(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def own(folder: Path) -> None:
    """Let PostgreSQL write in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    name = system_user()
    if name is not None:
        shutil.chown(folder, name)


@contextmanager
def cluster(home: Path, settings: Mapping[str, str] | None = None) -> Iterator[Cluster]:
    """A new cluster that runs, and is gone afterwards."""
    made = Cluster(home)
    try:
        made.create(settings or {})
        made.start()
        yield made
    finally:
        made.remove()


def eventually(what: Callable[[], object], seconds: float = SECONDS_TO_START) -> None:
    """Wait until something is so. Raises TimeoutError."""
    deadline = time.monotonic() + seconds
    while not what():
        if time.monotonic() > deadline:
            raise TimeoutError("it did not happen")
        time.sleep(0.02)

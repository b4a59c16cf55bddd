"""A cluster of PostgreSQL in a folder: made, started, found and stopped."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import quote

from cartulary_service.store.postgresql import DidNotStart, run, system_user

if TYPE_CHECKING:
    from psutil import Process

SECONDS_TO_START: Final = 60
SECONDS_TO_STOP: Final = 60
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


class Server(NamedTuple):
    """A PostgreSQL that runs."""

    pid: int
    sockets: Path

    def url(self) -> str:
        return f"postgresql://postgres@/postgres?host={quote(str(self.sockets), safe='')}&port=5432"


def is_cluster(folder: Path) -> bool:
    """Whether a folder holds a cluster. Raises DidNotStart if that cannot be seen."""
    try:
        return (folder / "PG_VERSION").exists()
    except PermissionError as error:
        raise DidNotStart(
            f"{folder}, where the games lie, cannot be read; make it, with all in it, the user's who runs the service, "
            "or run this as that user."
        ) from error


def start(pgdata: Path) -> Server:
    """Start PostgreSQL, unless it has outlived its last owner; the cluster is made if there is none."""
    try:
        if not is_cluster(pgdata):
            make(pgdata)
    except OSError as error:
        raise did_not_start(str(error)) from error
    except subprocess.CalledProcessError as error:
        raise did_not_start(error.output) from error
    return start_existing(pgdata, None)


def start_existing(pgdata: Path, sockets: Path | None) -> Server:
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


def make(pgdata: Path) -> None:
    """Make a cluster, in a folder that PostgreSQL's user owns; it gets its name when it is whole."""
    pgdata.parent.mkdir(parents=True, exist_ok=True)
    prefix = f".{pgdata.name}.draft-"
    for killed in pgdata.parent.glob(f"{prefix}*"):
        # It goes on where the service that started it was killed.
        end([each for initdb in started("initdb", killed) for each in (initdb, *initdb.children(recursive=True))])
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
    end(started("postgres", pgdata), signal.SIGINT)


def started(program: str, folder: Path) -> list["Process"]:
    """Return the processes of a program of PostgreSQL's that was started in a folder."""
    import psutil

    return [
        each
        for each in psutil.process_iter(["name", "cmdline"])
        if each.info["name"] == program and (each.info["cmdline"] or [])[1:3] == ["-D", str(folder)]
    ]


def end(processes: list["Process"], sign: signal.Signals = signal.SIGKILL) -> None:
    """Send a signal to processes, and wait until they have ended."""
    import psutil

    for each in processes:
        with suppress(psutil.NoSuchProcess):
            each.send_signal(sign)
    psutil.wait_procs(processes, SECONDS_TO_STOP)


def control(pgdata: Path, order: str) -> None:
    """Stop or restart PostgreSQL, by an order of pg_ctl, and wait for it."""
    with suppress(subprocess.CalledProcessError):
        run("pg_ctl", "-D", pgdata, "-l", pgdata / "log", "-w", "-m", "fast", order)

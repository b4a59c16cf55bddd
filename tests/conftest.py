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
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.sql import SQL, Identifier

from cartulary_service.config import Config
from cartulary_service.store import cluster, embedded
from tests.faults.clusters import eventually
from tests.faults.partitions import split

settings.register_profile("always the same examples", derandomize=True, deadline=None)
settings.register_profile("other examples each time", deadline=None)
settings.load_profile("other examples each time" if "GAMES" in os.environ else "always the same examples")


CONNECTIONS: Final = 300
"""The services that different files share all run until the end, beside those of single tests."""
EMPTY: Final = "_empty"
"""What the copy of a process's migrated database is called after, from which others are made."""
LONGEST: Final = (
    *("test_laws.py", "test_transcripts.py", "test_whole_games.py", "browser", "verification", "secrecy", "endurance"),
    *("delivery", "cluster", "reference", "service"),
)
"""Files and folders that take longest."""


def rank(path: Path) -> int:
    """Return the place of a file in the order of running."""
    return next((place for place, name in enumerate(LONGEST) if name in (path.name, path.parent.name)), len(LONGEST))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with files that take longest, so that no process is left alone with one at the end."""
    items.sort(key=lambda item: rank(item.path))


@pytest.fixture(scope="session", autouse=True)
def untouched_checkout() -> Iterator[None]:
    """Fail where tests leave keys or data in the checkout, which `make serve` would take for those of its games."""
    folder = Config().data_dir.resolve()
    before = folder.exists()
    yield
    assert folder.exists() == before, f"A test has left {folder}: give what it starts a DATA_DIR or KEYS_DIR."


@pytest.fixture(scope="session")
def database_url() -> Iterator[str]:
    """A migrated, throw-away database for each test process: on the server of TEST_DATABASE_URL, or an embedded one.

    With TEST_PARTITIONS its tables by game have so many partitions.
    """
    with server() as url, clone(url) as own:
        migrate(own)
        split(own, int(os.environ.get("TEST_PARTITIONS", "0")))
        with clone(url, f"{name_of(own)}{EMPTY}", name_of(own)):
            yield own


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The keys of all services of a test process, since they share a database: whichever lets the log grow signs it."""
    return tmp_path_factory.mktemp("keys")


@contextmanager
def server() -> Iterator[str]:
    """The URL of some database of the server."""
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        yield given
        return
    # Not pytest's tmp_path: the path of a socket may have 107 characters.
    with (
        tempfile.TemporaryDirectory(prefix="cartulary-") as directory,
        embedded.running(Path(directory)) as url,
    ):
        suit_tests(Path(directory) / "postgres")
        yield url


def suit_tests(pgdata: Path) -> None:
    """Let a server have as many connections as the tests need, and not wait for its disk: no test cuts its power."""
    with (pgdata / "postgresql.conf").open("a", encoding="utf-8") as settings:
        settings.write(f"max_connections = {CONNECTIONS}\nfsync = off\n")
    cluster.control(pgdata, "restart")


@pytest.fixture
def durable(database_url: str) -> Iterator[None]:
    """The server waits for its disk meanwhile, as one of an operator does."""
    with psycopg.connect(database_url, autocommit=True) as session:
        session.execute("alter system set fsync = on")
        session.execute("select pg_reload_conf()")
        eventually(lambda: session.execute("show fsync").fetchall() == [("on",)])
        yield
        session.execute("alter system reset fsync")
        session.execute("select pg_reload_conf()")


@contextmanager
def created(beside: str) -> Iterator[str]:
    """A migrated database beside the `database_url` of this process, dropped at the end."""
    with clone(beside, template=f"{name_of(beside)}{EMPTY}") as url:
        yield url


@contextmanager
def clone(beside: str, name: str | None = None, template: str = "template1") -> Iterator[str]:
    """A copy of a database to which nobody is connected, dropped at the end."""
    name = name or f"test_{uuid4().hex}"
    with psycopg.connect(beside, autocommit=True) as session:
        session.execute(SQL("create database {} template {}").format(Identifier(name), Identifier(template)))
        try:
            yield make_conninfo(beside, dbname=name)
        finally:
            session.execute(SQL("drop database {} with (force)").format(Identifier(name)))


def name_of(url: str) -> str:
    """The name of a database."""
    return str(conninfo_to_dict(url)["dbname"])


def migrate(url: str) -> None:
    command = [sys.executable, "-m", "cartulary", "migrate"]
    subprocess.run(command, env=os.environ | {"DATABASE_URL": url}, check=True)

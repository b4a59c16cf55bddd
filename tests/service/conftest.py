"""The real service on a free port, over the tests' database; and applications in this process, without a server."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import psutil
import psycopg
import pytest
import requests
from flask import Flask
from flask.testing import FlaskClient
from psycopg.abc import Query
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier

from cartulary_service.application import create_app
from cartulary_service.config import ALL_SUBJECTS, Config
from cartulary_service.players import name_cache
from cartulary_service.store.database import Connection
from cartulary_service.trust.keys import Keys
from tests.conftest import created
from tests.patience import PATIENCE
from tests.service.in_process import CARRIERS, Carrier

Serve = Callable[..., str]


@pytest.fixture(scope="module")
def serve(database_url: str, keys: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Start the service, with one server unless the settings say more; answers its base URL until the module ends."""
    with ExitStack() as running:

        def start(**settings: str) -> str:
            folder = tmp_path_factory.mktemp("served")
            all_settings = {"DATABASE_URL": database_url, "KEYS_DIR": str(keys), "WORKERS": "1", **settings}
            return running.enter_context(service(all_settings, folder / "log"))

        yield start


@pytest.fixture(scope="module")
def own_base(own_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base URL of an application in this process, over a database of its own; for `Client` alone."""
    with carried(own_database, tmp_path_factory.mktemp("keys"), "own.example") as base:
        yield base


@pytest.fixture(scope="module")
def limited_base(own_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The same with rate limits."""
    with carried(own_database, tmp_path_factory.mktemp("keys"), "limited.example", rate_limits=True) as base:
        yield base


@pytest.fixture(scope="session")
def served(database_url: str, keys: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base URL of a service that runs until the end of the session."""
    folder = tmp_path_factory.mktemp("served")
    with service({"DATABASE_URL": database_url, "KEYS_DIR": str(keys)}, folder / "log") as url:
        yield url


@pytest.fixture(scope="module")
def own_database(database_url: str) -> Iterator[str]:
    """A migrated database beside that of the other tests, dropped at the end."""
    with created(database_url) as url:
        yield url


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is asked of the database, from here on; meanwhile no cached name runs out."""
    monkeypatch.setattr(name_cache, "time", SimpleNamespace(monotonic=lambda: 0.0, sleep=time.sleep))
    texts: list[str] = []
    execute = Connection.execute

    def noted(self: Connection, query: Query, *args: Any, **options: Any) -> psycopg.Cursor[Any]:
        texts.append(str(query))
        return execute(self, query, *args, **options)

    monkeypatch.setattr(Connection, "execute", noted)
    return texts


@pytest.fixture
def client(database_url: str, tmp_path: Path) -> Iterator[FlaskClient]:
    with worker(database_url, tmp_path) as one:
        yield one


@pytest.fixture
def other(database_url: str, tmp_path: Path) -> Iterator[FlaskClient]:
    """Another worker over the same database."""
    with worker(database_url, tmp_path) as another:
        yield another


@contextmanager
def worker(database_url: str, keys: Path, **settings: Any) -> Iterator[FlaskClient]:
    """A worker in this process, over that database."""
    usual: dict[str, Any] = {"rate_limits": False, "subjects": os.environ.get("SUBJECTS", ALL_SUBJECTS)}
    app = make_app(Config(database_url=database_url, keys_dir=keys, **usual | settings))
    yield app.test_client()
    app.extensions["cartulary"]["database"].close()


def make_app(config: Config) -> Flask:
    """An application as a start makes it, but for what its database knows of older keys."""
    Keys(config.keys_folder).make_first()
    return create_app(config)


@contextmanager
def carried(database_url: str, keys: Path, host: str, **settings: Any) -> Iterator[str]:
    """The base URL under which a `Client` reaches such a worker."""
    base = f"http://{host}"
    with worker(database_url, keys, **settings) as one:
        CARRIERS[base] = Carrier(one.application)
        yield base
        del CARRIERS[base]


@contextmanager
def service(settings: dict[str, str], log: Path) -> Iterator[str]:
    port = free_port()
    environment = (
        os.environ
        | {
            "HOST": "127.0.0.1",
            "PORT": str(port),
            "WORKERS": "2",
            "MIGRATE": "false",
            "AUDIT_HOURS": "0",
            "RATE_LIMITS": "no",
            "POOL_SIZE": "6",
        }
        | places(settings, log)
        | settings
    )
    url = f"http://127.0.0.1:{port}"
    with log.open("w") as output:
        command = [sys.executable, "-m", "cartulary", "serve"]
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
    try:
        wait_until_it_answers(url, process, log)
        yield url
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=PATIENCE)


def serve_in_a_terminal(settings: dict[str, str], log: Path) -> "subprocess.Popen[bytes]":
    """Start a service in a process group of its own, as a terminal does."""
    usual = {"WORKERS": "2", "AUDIT_HOURS": "0", "POOL_SIZE": "6", "PORT": str(free_port())}
    with log.open("w") as output:
        command = [sys.executable, "-m", "cartulary", "serve"]
        environment = os.environ | usual | places(settings, log) | settings
        return subprocess.Popen(command, env=environment, stdout=output, stderr=output, start_new_session=True)


def places(settings: dict[str, str], log: Path) -> dict[str, str]:
    """Where a service keeps what its settings say nothing of: beside its log, and the keys of one database together."""
    if "DATA_DIR" in settings:
        return {}
    beside = {"DATA_DIR": str(log.parent / "data")}
    database = settings.get("DATABASE_URL")
    if not database:
        return beside
    return beside | {"KEYS_DIR": str(log.parent.parent / f"keys-of-{conninfo_to_dict(database).get('dbname')}")}


def wait_until_it_answers(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < deadline:
        with suppress(requests.ConnectionError, requests.Timeout):
            requests.get(url, timeout=PATIENCE)
            return
        time.sleep(0.05)
    pytest.fail(f"The service did not start:\n{log.read_text()}")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


def workers_of(url: str) -> list[psutil.Process]:
    """The workers of a service that `service` started."""
    return [each for each in master_of(url).children() if serves(each)]


def master_of(url: str) -> psutil.Process:
    """The master of a service that `service` started."""
    port = str(urlsplit(url).port)
    (master,) = [each for each in psutil.Process().children() if environment_of(each).get("PORT") == port]
    return master


def workers_by_the_clock(url: str) -> list[psutil.Process]:
    """The workers beside the servers of a service that `service` started."""
    port = str(urlsplit(url).port)
    masters = [each for each in psutil.Process().children() if environment_of(each).get("PORT") == port]
    return [each for master in masters for each in master.children() if "worker" in each.cmdline()]


def serves(process: psutil.Process) -> bool:
    """Whether a child of the master is one of its servers, and not the worker by the clock."""
    try:
        return "serve" in process.cmdline()
    except psutil.Error:
        return False


def environment_of(process: psutil.Process) -> dict[str, str]:
    try:
        return process.environ()
    except psutil.Error:
        return {}


def kill(workers: list[psutil.Process]) -> None:
    """Kill these; they have no chance to answer anything."""
    for worker in workers:
        worker.kill()
    eventually(lambda: not any(alive(worker) for worker in workers))


def alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def eventually(what: Callable[[], object]) -> None:
    """Wait until something is so; fail if it never is."""
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.01)


def tables_with(database_url: str, text: str) -> list[str]:
    """The tables in which a text stands anywhere, as their owner sees them."""
    with psycopg.connect(database_url) as session:
        names: Sequence[tuple[Any, ...]] = session.execute(
            "select table_name from information_schema.tables where table_schema = 'public' order by 1"
        ).fetchall()
        query = SQL("select exists (select from {} as t where strpos(t::text, %s) > 0)")
        return [
            name for (name,) in names if session.execute(query.format(Identifier(name)), (text,)).fetchone() == (True,)
        ]

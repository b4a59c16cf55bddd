"""A service that starts before its database makes up for the check of its start before it answers anything."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import psutil
import pytest
import requests

from cartulary_service.store import cluster, embedded
from cartulary_service.trust.keys import Keys
from tests.conftest import migrate
from tests.patience import PATIENCE
from tests.service.conftest import eventually, free_port, service

PATHS: Final = ("/v1/catalogue", "/v1/integrity", "/v1/log/checkpoint", "/play")


class Installation:
    """A service over a PostgreSQL of its own, which has signed, and whose database is away."""

    def __init__(self, home: Path, url: str) -> None:
        self.home, self.keys, self.log = home, home / "keys", home / "log"
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.settings = {"DATABASE_URL": url, "KEYS_DIR": str(self.keys), "DATA_DIR": str(home), "AUDIT_HOURS": "0"}

    def stop_database(self) -> None:
        postmaster = psutil.Process(int((self.home / "postgres" / "postmaster.pid").read_text().split()[0]))
        postmaster.send_signal(signal.SIGQUIT)
        postmaster.wait(PATIENCE)

    def start_database(self) -> None:
        cluster.start(self.home / "postgres")

    @contextmanager
    def starting(self, command: str) -> Iterator["subprocess.Popen[bytes]"]:
        """Run a command whose output goes into the log."""
        environment = os.environ | self.settings | {"PORT": str(self.port), "MIGRATE": "false", "WORKERS": "2"}
        with self.log.open("w") as output:
            words = [sys.executable, "-m", "cartulary", command]
            process = subprocess.Popen(words, env=environment, stdout=output, stderr=output)
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)

    def is_up(self) -> bool:
        try:
            return requests.get(f"{self.base}/healthz", timeout=PATIENCE).status_code == 200
        except requests.ConnectionError:
            return False


@pytest.fixture(scope="module")
def signed() -> Iterator[Installation]:
    with tempfile.TemporaryDirectory(prefix="cartulary-") as directory:
        home = Path(directory)
        with embedded.running(home) as url:
            migrate(url)
            found = Installation(home, url)
            with service(found.settings, found.log):
                pass
            yield found


@pytest.fixture
def installation(signed: Installation) -> Iterator[Installation]:
    own = signed.home / "own keys"
    shutil.copytree(signed.keys, own)
    signed.stop_database()
    yield signed
    signed.start_database()
    shutil.rmtree(signed.keys)
    own.rename(signed.keys)


def swap(installation: Installation) -> str:
    """Put another installation's keys in place of the own ones; return the key that signed."""
    own = Keys(installation.keys).active().public.text()
    shutil.rmtree(installation.keys)
    Keys(installation.keys).make_first()
    return own


def test_nothing_is_answered_under_a_foreign_key_and_the_service_ends_once_the_database_says_so(
    installation: Installation,
) -> None:
    own = swap(installation)
    with installation.starting("serve") as process:
        eventually(installation.is_up)
        for path in PATHS:
            answer = requests.get(f"{installation.base}{path}", timeout=PATIENCE)
            assert answer.status_code == 503, path
            assert int(answer.headers["Retry-After"]) > 0
        installation.start_database()
        assert process.wait(PATIENCE) != 0
    assert f"lacks the key {own}, which signed last" in installation.log.read_text()


def test_a_start_says_that_it_waits_for_the_database_and_that_it_answers_only_once_it_does(
    installation: Installation,
) -> None:
    with installation.starting("serve"):
        eventually(installation.is_up)
        (waits,) = installation.log.read_text().splitlines()
        assert waits.startswith("cartulary: Waiting for the database (Database ")
        assert waits.endswith("; until then only probes are answered.")
        installation.start_database()
        eventually(lambda: "curl" in installation.log.read_text())
        assert installation.log.read_text().count("Cartulary answers at") == 1


def test_a_worker_says_once_that_it_waits_for_the_database(installation: Installation) -> None:
    with installation.starting("worker"):
        eventually(lambda: installation.log.read_text().endswith("\n"))
    (waits,) = installation.log.read_text().splitlines()
    assert waits.startswith("cartulary: Waiting for the database (Database ")


def test_a_worker_ends_once_the_database_says_that_its_key_is_foreign(installation: Installation) -> None:
    own = swap(installation)
    with installation.starting("worker") as process:
        installation.start_database()
        assert process.wait(PATIENCE) == 1
    assert f"lacks the key {own}, which signed last" in installation.log.read_text()


def test_with_its_own_key_it_serves_as_soon_as_the_database_is_there(installation: Installation) -> None:
    with installation.starting("serve"):
        eventually(installation.is_up)
        assert requests.get(f"{installation.base}/v1/catalogue", timeout=PATIENCE).status_code == 503
        installation.start_database()
        eventually(lambda: requests.get(f"{installation.base}/v1/catalogue", timeout=PATIENCE).status_code == 200)
        assert requests.get(f"{installation.base}/readyz", timeout=PATIENCE).status_code == 200

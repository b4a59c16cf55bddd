"""What every test can ask for: a PostgreSQL of its own, with the schema in it."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from service import embedded


@pytest.fixture(scope="session")
def database_url() -> Iterator[str]:
    """A migrated, throw-away database: TEST_DATABASE_URL, or an embedded one for each test process."""
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        migrate(given)
        yield given
        return
    # Not pytest's tmp_path: the path of a socket may have 107 characters.
    with (
        tempfile.TemporaryDirectory(prefix="cartulary-") as directory,
        embedded.running(Path(directory)) as url,
    ):
        migrate(url)
        yield url


def migrate(url: str) -> None:
    command = [sys.executable, "-m", "service.cli", "migrate"]
    subprocess.run(command, env=os.environ | {"DATABASE_URL": url}, check=True)

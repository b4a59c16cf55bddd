"""What every test can ask for: a PostgreSQL of its own, with the schema in it; and what Hypothesis does by default."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from service import embedded

settings.register_profile("always the same examples", derandomize=True, deadline=None)
settings.register_profile("other examples each time", deadline=None)
settings.load_profile("other examples each time" if "GAMES" in os.environ else "always the same examples")


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

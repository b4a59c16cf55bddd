"""A server over HTTP, which the tests share, and what runs coroutines."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.patience import PATIENCE
from tests.service.conftest import eventually, free_port

Run = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def run() -> Run:
    """Run a coroutine to its end, which comes soon."""
    return lambda coroutine: asyncio.run(asyncio.wait_for(coroutine, PATIENCE))


@pytest.fixture(scope="session")
def address(served: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server over HTTP for the tests' service."""
    port, folder = free_port(), tmp_path_factory.mktemp("mcp")
    command = [
        sys.executable,
        "-m",
        "cartulary",
        "mcp",
        "--http",
        "--url",
        served,
        "--port",
        str(port),
    ]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen([*command, "--folder", str(folder)], env=os.environ, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}/mcp"
    try:
        eventually(lambda: answers(address))
        yield address
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def answers(address: str) -> bool:
    with suppress(requests.ConnectionError):
        return requests.post(address, timeout=PATIENCE).status_code == 401
    return False


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a server over stdio keeps its player."""
    return tmp_path / "players"

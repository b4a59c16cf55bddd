"""The real service: two gunicorn workers on a free port, over the tests' database."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
import requests

SECONDS_TO_START = 30

Serve = Callable[..., str]


@pytest.fixture(scope="session")
def serve(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Start the service with these settings; answers its base URL. All end with the session."""
    with ExitStack() as running:

        def start(**settings: str) -> str:
            log = tmp_path_factory.mktemp("served") / "log"
            return running.enter_context(service({"DATABASE_URL": database_url, **settings}, log))

        yield start


@pytest.fixture(scope="session")
def served(serve: Serve) -> str:
    """The base URL of a running service."""
    return serve()


@contextmanager
def service(settings: dict[str, str], log: Path) -> Iterator[str]:
    port = free_port()
    environment = os.environ | {"HOST": "127.0.0.1", "PORT": str(port), "WORKERS": "2"} | settings
    url = f"http://127.0.0.1:{port}"
    with log.open("w") as output:
        command = [sys.executable, "-m", "service.cli", "serve"]
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
    try:
        wait_until_it_answers(url, process, log)
        yield url
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=20)


def wait_until_it_answers(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while process.poll() is None and time.monotonic() < deadline:
        with suppress(requests.ConnectionError):
            requests.get(url, timeout=5)
            return
        time.sleep(0.05)
    pytest.fail(f"The service did not start:\n{log.read_text()}")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port

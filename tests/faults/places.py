"""Folders and ports that a run has to itself."""

import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


@contextmanager
def folder() -> Iterator[Path]:
    """A new folder, which PostgreSQL's user may enter; FAULTS_DIR says on which disk."""
    path = Path(tempfile.mkdtemp(prefix="cartulary-faults-", dir=os.environ.get("FAULTS_DIR")))
    path.chmod(0o755)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)

"""Work for a process pool that goes on until a test lets it end."""

import signal
from pathlib import Path
from time import sleep
from typing import Any

from domain.kernel.visibility import Audience
from service.errors import not_found


def wait_for(file: Path) -> str:
    """Return once the file is there."""
    while not file.exists():
        sleep(0.01)
    return file.read_text()


def give_back(value: Audience) -> Audience:
    return value


def refuse(what: str) -> None:
    raise not_found(what)


def take_memory(size: int) -> Any:
    return bytearray(size)


def be_killed() -> None:
    signal.raise_signal(signal.SIGPROF)

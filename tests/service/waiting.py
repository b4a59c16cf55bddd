"""Work for a process pool that goes on until a test lets it end."""

import signal
from pathlib import Path
from time import sleep
from typing import Any, Final

from cartulary.kernel.visibility import Audience
from cartulary_service.errors import not_found

CONTEXT: Final = 40


def prepare() -> int:
    return CONTEXT


def add(context: int, number: int) -> int:
    return context + number


def wait_for(_: int, file: Path) -> str:
    """Return once the file is there."""
    while not file.exists():
        sleep(0.01)
    return file.read_text()


def give_back(_: int, value: Audience) -> Audience:
    return value


def refuse(_: int, what: str) -> None:
    raise not_found(what)


def take_memory(_: int, size: int) -> Any:
    return bytearray(size)


def be_killed(_: int) -> None:
    signal.raise_signal(signal.SIGPROF)

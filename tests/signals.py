"""Signals as the processes find them that tests start."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def handling(number: signal.Signals, handler: signal.Handlers) -> Iterator[None]:
    """Let what is started meanwhile ignore a signal or not, however the tests themselves were started."""
    usual = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, usual)

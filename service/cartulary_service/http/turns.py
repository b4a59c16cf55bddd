"""Turns of others while one request takes the worker."""

import time
from typing import Final

A_MOMENT: Final = 0.000_001
"""Seconds. After a sleep of 0 gevent runs up to 50 greenlets that are ready before it looks at sockets again."""


def give_way() -> None:
    """Yield to all that wait for the worker, those too whose request has just come."""
    time.sleep(A_MOMENT)

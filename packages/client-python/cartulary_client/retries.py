"""Retries: whether a request is sent again, and after which pause."""

import random
from dataclasses import dataclass
from typing import Any, Final

from cartulary_client.errors import CartularyError, NoAnswer, Problem
from cartulary_client.request import Request

LOST_RACE: Final = "lost-race"
TOO_MANY_REQUESTS: Final = 429
UNKNOWN: Final = (500, 502, 503, 504)
"""Statuses that leave open whether it happened."""


@dataclass(frozen=True, slots=True)
class Retries:
    """Bounds of trying again: by default about a minute."""

    attempts: int = 12
    first_pause: float = 0.2
    """Seconds; each further pause is twice as long."""
    longest_pause: float = 10
    longest_wait: float = 120
    """Seconds of a `Retry-After` that are still waited for."""

    def pause_after(self, failure: CartularyError, attempt: int) -> float:
        """Return the seconds to wait after an attempt, counted from 1. Raises the failure after the last one."""
        waits = failure.retry_after if isinstance(failure, Problem) else None
        if attempt >= self.attempts or (waits or 0) > self.longest_wait:
            raise failure
        if waits is not None:
            return waits
        pause = min(self.longest_pause, self.first_pause * 2.0 ** (attempt - 1))
        # Clients that failed together do not come back together.
        return float(pause) * random.uniform(0.5, 1)


def may_be_repeated(request: Request[Any], failure: CartularyError) -> bool:
    """Whether a request may be sent again after this: nothing happened, or twice is no more than once."""
    if isinstance(failure, NoAnswer):
        return request.may_be_repeated
    assert isinstance(failure, Problem)
    if failure.status == TOO_MANY_REQUESTS or failure.code == LOST_RACE:
        return True
    return failure.status in UNKNOWN and request.may_be_repeated

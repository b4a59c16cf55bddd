"""The clock of the service, read from the `Date` of its answers: that of this machine may be hours off."""

import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from math import inf
from typing import Final

HEADER: Final = "Date"


class Clock:
    """How far the service's clock is ahead of this machine's."""

    def __init__(self) -> None:
        self._least = -inf
        self._most = inf

    def note(self, headers: Mapping[str, str], sent: float) -> None:
        """Learn from an answer to a request that was sent at `sent`, as `time.time()` gives it."""
        try:
            date = parsedate_to_datetime(headers.get(HEADER, "")).timestamp()
        except ValueError:
            return
        # A date has whole seconds.
        low, high = date - time.time(), date + 1 - sent
        fits = low <= self._most and high >= self._least
        self._least, self._most = (max(low, self._least), min(high, self._most)) if fits else (low, high)

    @property
    def offset(self) -> timedelta:
        """How far the service's clock is ahead; zero as long as this machine's may be right."""
        if self._least <= 0 <= self._most:
            return timedelta()
        return timedelta(seconds=(self._least + self._most) / 2)

    def now(self) -> datetime:
        """Return the present moment by the service's clock, to hold a deadline against."""
        return datetime.fromtimestamp(time.time(), UTC) + self.offset

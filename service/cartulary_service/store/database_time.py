"""The database's time without asking for it, from what its answers said."""

import time
from datetime import UTC, datetime


class DatabaseTime:
    """Never later than it is there, and behind by what the quickest answer took on its way.

    Who relies on it has the database check that; where it does not hold a clock was set, and it is learned anew.
    """

    def __init__(self) -> None:
        self._ahead: float | None = None
        """Seconds by which the database's clock is at least ahead of ours."""

    def note(self, at: str) -> None:
        """An answer has just come that told this time, as it stands in a record."""
        ahead = datetime.fromisoformat(at).timestamp() - time.monotonic()
        self._ahead = ahead if self._ahead is None else max(ahead, self._ahead)

    def now(self) -> str | None:
        """The time as it stands in a record; None until an answer has told it."""
        if self._ahead is None:
            return None
        now = datetime.fromtimestamp(self._ahead + time.monotonic(), UTC)
        return now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def doubt(self) -> None:
        """Forget what was heard."""
        self._ahead = None

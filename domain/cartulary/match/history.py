"""The effective history of a match: the events that nothing has taken back."""

from collections.abc import Callable, Iterable, Sequence
from json import loads

from cartulary.match.events import BACKWARD
from cartulary.record.event import RecordedEvent

History = Callable[[], Sequence[RecordedEvent]]
"""Reads the whole record of a match; called only by what needs it."""


def counting(record: Sequence[RecordedEvent]) -> list[RecordedEvent]:
    """The events that count at the end of a record: those that no correction has taken back."""
    if not goes_back(record):
        return [*record]
    rows: list[RecordedEvent] = []
    version = len(record)
    while version:
        row = record[version - 1]
        if row.type in BACKWARD:
            back_to = loads(row.public)["data"]["back_to"]
            if not 0 <= back_to < version:
                raise ValueError("one goes back to an earlier version")
            version = back_to
        else:
            rows.append(row)
            version -= 1
    return rows[::-1]


def goes_back(rows: Iterable[RecordedEvent]) -> bool:
    """Whether what the match is after these rows takes its whole record to tell."""
    return not BACKWARD.isdisjoint([row.type for row in rows])

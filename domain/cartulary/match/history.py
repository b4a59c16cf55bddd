"""The effective history of a match: the events that nothing has taken back."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
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


def stretches(record: Sequence[RecordedEvent]) -> Iterator[Sequence[RecordedEvent]]:
    """Yield a record in parts: each event that goes back alone, and others up to where one goes back to."""
    ends = set[int]()
    for version, row in enumerate(record, 1):
        if row.type in BACKWARD:
            ends |= {version - 1, version, loads(row.public)["data"]["back_to"]}
    for start, end in pairwise(sorted({0, *ends, len(record)})):
        yield record[start:end]


def goes_back(rows: Iterable[RecordedEvent]) -> bool:
    """Whether what the match is after these rows takes its whole record to tell."""
    return not BACKWARD.isdisjoint([row.type for row in rows])

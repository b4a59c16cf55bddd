"""Events with their changes: what each event changes in a view, as JSON Patch (RFC 6902)."""

from collections.abc import Sequence
from typing import Any, Final

from orjson import loads

from domain.record.event import RecordedEvent
from service.api.computing import Work
from service.api.game_view import Texts
from service.api.json_patch import changes
from service.games.recording import Recording
from service.json_output import json_text

Views = dict[int, tuple[Any, int]]
"""Version -> the view there, and its ply."""


def event_text(row: RecordedEvent) -> str:
    """An event as it goes out: the stored bytes."""
    return f'{{"public":{row.public},"private":{row.private or "{}"}}}'


def write_changes(recording: Recording, first: int, last: int) -> list[str]:
    """Return the events of a range of positions with their changes, each as JSON.

    The record goes on to the version after `last` if there is one, which tells whether the ply goes on.
    """
    texts = Texts()
    views: Views = {
        match.version: (loads(texts.immutable(match, viewer)), match.ply)
        for match, viewer in recording.matches(max(first - 1, 1))
    }
    return with_changes(recording.rows(first)[: last - first + 1], views)


CHANGES: Final = Work(write_changes, 0.5)


def with_changes(rows: Sequence[RecordedEvent], views: Views) -> list[str]:
    """Events with the changes that lead from the view before each to that after it.

    The first event of a game replaces nothing by a whole view. `last` tells whether the event is the last of its ply,
    for which `views` has the version after the last row, if there is one.
    """
    texts, before = list[str](), views.get(rows[0].position - 1, (None, 0))[0] if rows else None
    for row in rows:
        view, ply = views[row.position]
        is_last = row.position + 1 not in views or views[row.position + 1][1] != ply
        more = {"changes": [*changes(before, view)], "last": is_last}
        texts.append(f"{event_text(row)[:-1]},{json_text(more)[1:]}")
        before = view
    return texts

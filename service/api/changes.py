"""Events with their changes: what each event changes in a view, as JSON Patch (RFC 6902)."""

from collections.abc import Iterable, Sequence
from typing import Any

from orjson import loads

from domain.kernel.visibility import Viewer
from domain.match.state import Match
from domain.record.event import RecordedEvent
from service.api.game_view import Texts
from service.api.json_patch import changes
from service.json_output import json_text

Views = dict[int, tuple[Any, int]]
"""Version -> the view there, and its ply."""


def event_text(row: RecordedEvent) -> str:
    """An event as it goes out: the stored bytes."""
    return f'{{"public":{row.public},"private":{row.private or "{}"}}}'


def views_of(texts: Texts, matches: Iterable[tuple[Match, Viewer]]) -> Views:
    return {match.version: (loads(texts.immutable(match, viewer)), match.ply) for match, viewer in matches}


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

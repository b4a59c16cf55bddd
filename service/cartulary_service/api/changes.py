"""Events with their changes: what each event changes in a view, as JSON Patch (RFC 6902)."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from orjson import loads

from cartulary.kernel.visibility import Audience
from cartulary.record.event import RecordedEvent
from cartulary_service.api.computing import Sources, Work
from cartulary_service.api.game_view import Texts
from cartulary_service.api.json_patch import changes
from cartulary_service.games.queries import GameQueries
from cartulary_service.games.recording import Recording
from cartulary_service.json_output import json_text

Views = dict[int, tuple[Any, int]]
"""Version -> the view there, and its ply."""


def event_text(row: RecordedEvent) -> str:
    """An event as it goes out: the stored bytes."""
    return f'{{"public":{row.public},"private":{row.private or "{}"}}}'


class Range(NamedTuple):
    """A range of positions of a game, and whose eyes see it: by default the viewer's own."""

    game_id: str
    viewer: str | None
    chosen: Audience | None
    first: int
    last: int
    until: int
    """The version after `last` if the game has one, which tells whether the ply goes on."""

    def read(self, queries: GameQueries) -> Recording:
        """Return the record. Raises Problem 404."""
        if self.chosen is None:
            return queries.recording(self.game_id, self.viewer, self.until)
        return queries.recording_as(self.game_id, self.chosen, self.until)


def read_changes(sources: Sources, asked: Range) -> list[str]:
    """Return the events of a range with their changes, each as JSON. Raises Problem 404."""
    return write_changes(asked.read(sources.queries), asked.first, asked.last)


CHANGES: Final = Work(read_changes, 0.5)


def write_changes(recording: Recording, first: int, last: int) -> list[str]:
    """Return the events of a range of positions with their changes, each as JSON."""
    texts = Texts()
    views: Views = {
        match.version: (loads(texts.immutable(match, viewer)), match.ply)
        for match, viewer in recording.matches(max(first - 1, 1))
    }
    return with_changes(recording.rows(first)[: last - first + 1], views)


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

"""The record of a game, as the caller may see it."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response

from cartulary.kernel.visibility import SPECTATOR, Audience
from cartulary.match.events.ending import GameEnded
from cartulary.match.events.seating import SeatCleared, SeatLeft, SeatTaken
from cartulary.match.events.substitution import SubstituteSeated
from cartulary.match.state import Match
from cartulary.record.event import RecordedEvent
from cartulary_service.api.changes import CHANGES, Range, event_text
from cartulary_service.api.computing import compute
from cartulary_service.api.entity_tags import tag_header
from cartulary_service.api.event_stream import LAST_EVENT_ID, PAGE, RESUMES, Reader, event, last_event_id, stream_reply
from cartulary_service.api.games import NO_CACHE, seat_of, version_seen
from cartulary_service.api.operations import READ, Call, operation
from cartulary_service.api.replies import EVENT_STREAM, JSON, NDJSON, join_lines, lines_reply, page_link, text_reply
from cartulary_service.api.schemas import events as s
from cartulary_service.api.viewpoints import choose_audience
from cartulary_service.errors import Problem, bad_parameters
from cartulary_service.json_output import json_text
from cartulary_service.live.broadcast import Page, Place, Stream

VARY = "Authorization, Accept"
FORMS = {JSON: "json", NDJSON: "ndjson"}
"""Media types as entity tags name them."""

SEATING: Final = (SeatTaken.NAME, SeatLeft.NAME, SeatCleared.NAME, SubstituteSeated.NAME)
"""After these events a caller may see more, or less."""

blueprint = Blueprint("events", __name__)


@operation(
    blueprint,
    "GET",
    "/games/<uuid:id>/events",
    access=READ,
    query=s.EventsQuery,
    answers={200: s.EventList, 204: None},
    request_headers={
        "Accept": "application/json for a page, application/x-ndjson for all that follow, one a line.",
        LAST_EVENT_ID: RESUMES,
    },
    response_headers=("Link",),
    media_types=(JSON, NDJSON, EVENT_STREAM),
    stream={"event": s.Event},
)
def list_events(call: Call) -> Response:
    """List the events of a game.

    Each event has a public part, and the hidden fields that the caller may see. As application/x-ndjson all events that
    follow come at once, one a line. As text/event-stream they come as they happen, with their position as `id`, until
    the game ends; a stream that begins after the end gets a 204. Once the game is over, `as` shows it through the
    eyes of any seat.
    """
    form, chosen = call.media_type, call.query["audience"]
    if form == EVENT_STREAM:
        if chosen is not None:
            raise bad_parameters({"as": ["An event stream shows what the caller sees. Ask for JSON or NDJSON."]})
        return stream(call, *call.table.read(call.game_id, call.viewer))
    after, limit, wanted = call.query["after"], call.query["limit"], call.query["changes"]
    match, own = call.table.read(call.game_id, call.viewer, at_least=max(after, version_seen()))
    audience = choose_audience(chosen, match, own)
    forms = [FORMS[form], *(["changes"] if wanted else []), *([f"as-{chosen}"] if chosen else [])]
    headers = tag_header(match, seat_of(audience), *forms) | NO_CACHE | {"Vary": VARY}
    until = match.version if form == NDJSON else min(after + limit, match.version)
    rows = call.table.rows(match, audience, after, until, replica=True)
    eyes = audience if chosen else None
    texts = render_changes(call, match, own, rows, eyes) if wanted else [event_text(row) for row in rows]
    if form == NDJSON:
        return lines_reply(join_lines(texts), headers)
    more, events = until if until < match.version else None, ",".join(texts)
    body = f'{{"events":[{events}],"version":{match.version},"next":{json_text(more)}}}'
    return text_reply(body, headers=headers | page_link(more))


def render_changes(
    call: Call, match: Match, own: Audience, rows: Sequence[RecordedEvent], chosen: Audience | None = None
) -> list[str]:
    """Events with their changes in the view of an audience, by default the caller's; of a finished game kept whole."""
    if not rows:
        return []
    first, last = rows[0].position, rows[-1].position
    wanted = Range(call.game_id, call.viewer, chosen, first, last, min(last + 1, match.version))
    if match.result is None:
        return compute(call, CHANGES, len(rows), wanted)
    key = (match.head, own if chosen is None else chosen, call.viewer if chosen is None and own != SPECTATOR else None)
    texts = call.changes.get(key)
    if texts is None:
        whole = wanted._replace(first=1, last=match.version, until=match.version)
        texts = compute(call, CHANGES, match.version, whole)
        call.changes.keep(key, texts)
    return texts[first - 1 : last]


def stream(call: Call, match: Match, audience: Audience) -> Response:
    """The events as they happen; 204 where none can follow, so that a browser does not come again."""
    after = resume_position(match.version) if last_event_id() is not None else call.query["after"]
    if match.result is not None and after >= match.version:
        return Response(status=HTTPStatus.NO_CONTENT)
    opened = call.streams.of_game(match.id, match.version, call.caller.token if call.caller else None)
    return stream_reply(call, GameReader(call, opened, match, audience, after), VARY)


def resume_position(version: int) -> int:
    """The position after which the client goes on. Raises Problem 400 for one that the game has not reached."""
    text = last_event_id() or ""
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= version):
        detail = "Unknown Last-Event-ID. Omit it to start at the beginning."
        raise Problem(HTTPStatus.BAD_REQUEST, "bad-cursor", detail)
    return int(text)


class GameReader(Reader[Audience]):
    """Reads a game for a caller, who may sit down or leave meanwhile, or act for a seat only for a time."""

    def __init__(self, call: Call, stream: Stream, match: Match, audience: Audience, after: int) -> None:
        super().__init__(stream, after, self.page, audience)
        self._table = call.table
        self._viewer = call.viewer
        self._right_may_lapse = right_may_lapse(match, audience, call.viewer)
        self._call = call
        # Which match it is counts, not how it stands.
        self._match = replace(match, state=None)

    def next_page(self) -> Page:
        try:
            if self._right_may_lapse:
                self._has_moved()
            page = super().next_page()
            while page.seating and self._has_moved():
                page = super().next_page()
        except Problem:
            # Who has left a private game, or acts for nobody in it any more, may not look on.
            return Page(b"", self.after, over=True)
        return page

    def key(self) -> Hashable:
        return self.audience, self._call.query["changes"]

    def place(self) -> Place:
        """Return the place where the reader waits; alone, if its right is checked again before each page."""
        return Place(object(), self.after) if self._right_may_lapse else super().place()

    def _has_moved(self) -> bool:
        """Whether the caller belongs to another audience than before.

        Raises Problem 404 if they may no longer watch.
        """
        before = self.audience
        if self._viewer is not None:
            match, self.audience = self._table.read(self._match.id, self._viewer)
            self._right_may_lapse = right_may_lapse(match, self.audience, self._viewer)
        return self.audience != before

    def page(self, after: int) -> Page:
        """The events after a position, as the present audience may see them."""
        rows = self._table.rows(self._match, self.audience, after, after + PAGE)
        texts = self._with_changes(rows) if self._call.query["changes"] else map(event_text, rows)
        text = "".join(event(row.position, row.type, text) for row, text in zip(rows, texts, strict=True))
        return Page(
            text.encode(),
            last=rows[-1].position if rows else after,
            full=len(rows) == PAGE,
            over=bool(rows) and rows[-1].type == GameEnded.NAME,
            seating=any(row.type in SEATING for row in rows),
        )

    def _with_changes(self, rows: Sequence[RecordedEvent]) -> list[str]:
        return render_changes(self._call, *self._table.read(self._match.id, self._viewer), rows)


def right_may_lapse(match: Match, audience: Audience, viewer: str | None) -> bool:
    """Whether the caller's right to look can end without an event: by a delegation, or an invitation to watch."""
    if isinstance(audience, int):
        return viewer is None or match.seat_of(viewer) != audience
    return match.terms.private

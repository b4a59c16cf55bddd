"""The record of a game, as the caller may see it."""

from collections.abc import Iterator
from http import HTTPStatus

from flask import Blueprint, Response, request

from domain.kernel.record import Recorded
from service.api.contract import JSON, READ, Call, operation, page_link, text_reply
from service.api.games import ETAG, NO_CACHE, etag
from service.api.schemas import events as s
from service.problems import Problem

NDJSON = "application/x-ndjson"

blueprint = Blueprint("events", __name__)


@operation(
    blueprint,
    "GET",
    "/games/<uuid:id>/events",
    access=READ,
    query=s.EventsQuery,
    answers={200: s.Events},
    request_headers={"Accept": "application/json for a page, application/x-ndjson for all that follow, one a line."},
    response_headers=ETAG | {"Link": "The next page, rel=next."},
    media_types=(JSON, NDJSON),
    problems=(404, 406),
)
def list_events(call: Call) -> Response:
    """List events after a position: what everybody may see, and the hidden fields that the caller may see."""
    match, audience = call.table.look(call.game_id, call.viewer)
    after, limit = call.query["after"], call.query["limit"]
    headers = etag(match) | NO_CACHE | {"Vary": "Authorization, Accept"}
    form = request.accept_mimetypes.best_match((JSON, NDJSON)) if request.accept_mimetypes else JSON
    if form is None:
        detail = f"Events come as {JSON} or {NDJSON}; name one of them in Accept."
        raise Problem(HTTPStatus.NOT_ACCEPTABLE, "not-acceptable", detail)
    if form == NDJSON:
        rows = call.table.rows(match, audience, after, match.version)
        return Response(lines(rows), headers=headers, content_type=NDJSON)
    until = min(after + limit, match.version)
    more = str(until) if until < match.version else "null"
    events = ",".join(event_text(row) for row in call.table.rows(match, audience, after, until))
    link = page_link("after", more) if until < match.version else {}
    return text_reply(f'{{"events":[{events}],"version":{match.version},"next":{more}}}', headers=headers | link)


def lines(rows: list[Recorded]) -> Iterator[str]:
    """One event a line."""
    return (event_text(row) + "\n" for row in rows)


def event_text(row: Recorded) -> str:
    """An event as it goes out: the stored bytes."""
    return f'{{"public":{row.public},"private":{row.private or "{}"}}}'

"""Feeds of events: of all public games, and of the caller's games."""

from collections.abc import Callable

from flask import Blueprint, Response

from cartulary_service.api.event_stream import (
    HEARTBEAT,
    LAST_EVENT_ID,
    PAGE,
    RESUMES,
    Reader,
    event,
    last_event_id,
    stream_reply,
)
from cartulary_service.api.events import VARY
from cartulary_service.api.operations import OWN, PUBLIC, Call, operation
from cartulary_service.api.replies import EVENT_STREAM, JSON, NDJSON, join_lines, lines_reply, page_link, text_reply
from cartulary_service.api.schemas.events import StreamQuery
from cartulary_service.json_output import json_text
from cartulary_service.live.broadcast import Page
from cartulary_service.subjects.feed import queries as feed
from cartulary_service.subjects.feed import schemas as s
from cartulary_service.subjects.feed.queries import Cursor, Placed

blueprint = Blueprint("feed", __name__)


@operation(
    blueprint,
    "GET",
    "/feed",
    access=PUBLIC,
    query=s.FeedQuery,
    answers={200: s.Feed},
    request_headers={LAST_EVENT_ID: RESUMES},
    response_headers=("Link",),
    media_types=(JSON, NDJSON, EVENT_STREAM),
    stream={"event": s.FeedEvent},
)
def read_feed(call: Call) -> Response:
    """Read the events of all public games.

    They stand in one order, to which nothing is ever added before an event that was shown. A page, or NDJSON, begins at
    the oldest event or after a cursor. As text/event-stream the events come as they happen, from now on or after a
    cursor.
    """
    after = None if call.query["after"] is None else Cursor.read(call.query["after"])
    if call.media_type == EVENT_STREAM:
        return feed_stream(call, after)
    found = feed.public_events(call.database, after or feed.START, call.query["limit"])
    more = str(found[-1].cursor) if len(found) == call.query["limit"] else None
    headers = {"Cache-Control": "no-cache", "Vary": "Accept"} | page_link(more)
    texts = [feed_text(each) for each in found if each.public is not None]
    if call.media_type == NDJSON:
        return lines_reply(join_lines(texts), headers)
    return text_reply(f'{{"events":[{",".join(texts)}],"next":{json_text(more)}}}', headers=headers)


def feed_text(each: Placed) -> str:
    """An event of any game as it goes out."""
    return f'{{"cursor":"{each.cursor}","game":"{each.cursor.game}","public":{each.public}}}'


def feed_stream(call: Call, after: Cursor | None) -> Response:
    """The feed as it goes on."""
    opening, start = begin_feed(call, after)

    def page(after: Cursor) -> Page:
        return page_of(feed.public_events(call.database, after, PAGE), after, feed_text)

    return stream_reply(
        call, Reader(call.streams.watch(feed.find_news, feed.PUBLIC, None), start, page, None), "Accept", opening
    )


@operation(
    blueprint,
    "GET",
    "/me/events",
    access=OWN,
    query=StreamQuery,
    answers={200: None},
    request_headers={LAST_EVENT_ID: "The id of the last event that arrived; without it the stream begins now."},
    media_types=(EVENT_STREAM,),
    tagged=False,
    stream={"event": s.MyEvent},
)
def follow_my_games(call: Call) -> Response:
    """Follow all games of the caller.

    One event stream of every game in which the caller holds a seat, those included in which the caller sits down
    meanwhile. The data of an event has its `game`, and `public` and `private` as in the events of that game.
    """
    opening, start = begin_feed(call, None)
    assert call.caller is not None
    opened = call.streams.watch(feed.find_news, call.player, call.caller.token)

    def page(after: Cursor) -> Page:
        return page_of(feed.events_of(call.database, call.player, after, PAGE), after, my_text)

    return stream_reply(call, Reader(opened, start, page, None), VARY, opening)


def my_text(each: Placed) -> str:
    """An event of one of the caller's games as it goes out."""
    return f'{{"game":"{each.cursor.game}","public":{each.public},"private":{each.private or "{}"}}}'


def begin_feed(call: Call, after: Cursor | None) -> tuple[bytes, Cursor]:
    """Return the first lines of a stream and its start: the last event received, else `after`, else now.

    The lines name the start, so that a stream that is cut before its first event can be resumed.
    """
    if (last := last_event_id()) is not None:
        after = Cursor.read(last)
    if after is not None:
        return HEARTBEAT, after
    start = feed.now(call.database)
    return f"id: {start}\n\n".encode(), start


def page_of(found: list[Placed], after: Cursor, data: Callable[[Placed], str]) -> Page:
    """Return events as a page."""
    text = "".join(event(each.cursor, each.type, data(each)) for each in found if each.public is not None)
    return Page(text.encode(), found[-1].cursor if found else after, full=len(found) == PAGE)

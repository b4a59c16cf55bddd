"""Server-sent events: what one is as text, and how a stream of them goes on until it ends."""

import re
from collections.abc import Hashable, Iterator
from contextlib import suppress
from random import randint
from time import monotonic
from typing import Any, Final, Generic, TypeVar

from flask import Response, request

from cartulary_service.api.operations import Call
from cartulary_service.api.replies import EVENT_STREAM
from cartulary_service.live.broadcast import Page, Place, ReadsPage, Stream
from cartulary_service.live.hub import Streams
from cartulary_service.store.database import DatabaseUnavailable

LAST_EVENT_ID: Final = "Last-Event-ID"
RESUMES: Final = "For text/event-stream: the id of the last event that arrived, instead of `cursor`."
PAGE: Final = 200
"""Events that are read at once."""
HEARTBEAT: Final = b": \n\n"
COME_AGAIN: Final = (1_000, 5_000)
"""Milliseconds after which clients connect again when a worker ends, between these.

Spread, so that thousands do not come back at once. What it gives is not settled: with 2,000 streams the median of a
look in a restart was 26 and 29 ms, after one second for all 1.8 s and 30 ms; on a busier machine 6.9 and 5.8 s.
"""
SECONDS_TO_TRY_AGAIN: Final = 1
NAMES: Final = re.compile(rb"^event: .*\n", re.MULTILINE)
HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def event(place: object, kind: str, data: str) -> str:
    """Return a server-sent event as text; `data` is one line."""
    return f"id: {place}\nevent: {kind}\ndata: {data}\n\n"


def last_event_id() -> str | None:
    """Return the client's `Last-Event-ID`, if it sends one."""
    return request.headers.get(LAST_EVENT_ID)


Audience = TypeVar("Audience", bound=Hashable)


class Reader(Generic[Audience]):
    """Reads for one stream, page by page, from its own place on."""

    def __init__(self, stream: Stream, after: Any, page: ReadsPage, audience: Audience) -> None:
        self.stream = stream
        self.over = False
        self.after = after
        self.audience = audience
        self._page = page

    def read(self) -> bytes:
        """The next events, if any. Raises DatabaseUnavailable."""
        page = self.next_page()
        self.after, self.over = page.last, page.over
        return page.text

    def next_page(self) -> Page:
        """The page after the last one."""
        return self.stream.read(self.key(), self.after, self._page)

    def key(self) -> Hashable:
        """The part that is equal for all streams that can share their pages."""
        return self.audience

    def place(self) -> Place:
        """Return the place where the reader waits."""
        return Place(self.key(), self.after)

    def wait(self, seconds: float) -> None:
        """Return when there may be something to read, or after so long."""
        self.after = self.stream.wait(seconds, self.place()).after


def stream_reply(call: Call, reader: Reader[Any], vary: str, opening: bytes = HEARTBEAT) -> Response:
    """The answer that goes on; `opening` is sent at once. With `names=false` no event has a name."""
    reader.stream.connection = request.environ.get("gunicorn.socket")
    names = call.query["names"]
    # A page that another stream has read is sent as it is, which is with names.
    reader.stream.chunked = names and request.environ.get("SERVER_PROTOCOL") == "HTTP/1.1"
    texts = flow(call.streams, reader, opening)
    response = Response(
        texts if names else map(without_names, texts),
        headers=HEADERS | {"Vary": vary},
        content_type=EVENT_STREAM,
    )
    response.call_on_close(lambda: call.streams.close(reader.stream))
    return response


def without_names(text: bytes) -> bytes:
    """Events without their names, so that a browser gives all of them to `onmessage`. Pages stay shared by streams."""
    return NAMES.sub(b"", text)


def flow(streams: Streams, reader: Reader[Any], opening: bytes) -> Iterator[bytes]:
    """Events as they come, with heartbeats, until nothing can follow, the token is no longer good, or we stop."""
    stream, beat = reader.stream, monotonic() + streams.heartbeat_seconds
    yield opening
    while not (reader.over or stream.cut):
        if streams.stopping.is_set():
            yield b"retry: %d\n\n" % randint(*COME_AGAIN)
            return
        if stream.behind():
            yield from read(reader)
        if monotonic() >= beat:
            yield HEARTBEAT
            beat = monotonic() + streams.heartbeat_seconds
        if not (stream.behind() or reader.over):
            reader.wait(beat - monotonic())


def read(reader: Reader[Any]) -> Iterator[bytes]:
    """The next events. It is a generator of its own so that none of them is kept while the stream waits."""
    with suppress(DatabaseUnavailable):
        if text := reader.read():
            yield text
        return
    reader.wait(SECONDS_TO_TRY_AGAIN)

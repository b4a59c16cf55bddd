"""Broadcast within a worker: channels, the streams that follow them, and pages shared by many streams."""

import os
import threading
from collections.abc import Callable, Hashable
from typing import Any, Final, NamedTuple, Protocol

from cartulary_service.http.turns import give_way

LARGEST_KEPT: Final = 16_384
"""Bytes of a page that is kept for other streams of the same audience."""
SENT_AT_ONCE: Final = 250
"""Streams that a page is sent to before others of the worker have their turn."""


class Page(NamedTuple):
    """Some events as they go out."""

    text: bytes
    last: Any
    """Start of the next page: a position, or a cursor."""
    full: bool = False
    """Whether more may follow at once."""
    over: bool = False
    """Whether nothing will ever follow."""
    seating: bool = False
    """Whether somebody sat down, or left, in it."""

    @property
    def plain(self) -> bool:
        """Whether it leaves nothing to do for who has sent it but to wait for the next."""
        return not (self.full or self.over or self.seating)


class Place(NamedTuple):
    """A waiting place: all streams in it are to receive the same next page."""

    audience: Hashable
    after: Any


ReadsPage = Callable[[Any], Page]


class Kept(NamedTuple):
    """A page that others may want too: read after which ring, from where on."""

    rings: int
    after: Any
    page: Page


class Channel:
    """A game, its chat, a player's games or the feed, as long as streams follow it here."""

    def __init__(self, version: int = 0) -> None:
        self.version = version
        """Version of a game, or change of its chat, for which the streams were last woken."""
        self.rings = 0
        self.streams: set[Stream] = set()
        self._kept: dict[Hashable, Kept] = {}
        self._reading = threading.Lock()

    def ring(self) -> None:
        """Wake all lone streams, and one stream at each place, which reads for the others."""
        self.rings += 1
        told: set[Place | None] = {None}
        for stream in list(self.streams):
            if stream.place is None or stream.place not in told:
                told.add(stream.place)
                stream.tells = stream.place
                stream.bell.set()

    def read(self, audience: Hashable, after: Any, read: ReadsPage) -> tuple[Page, int]:
        """The page after a place, and the ring that it answers; streams of one audience share one reading of it."""
        with self._reading:
            rings, kept = self.rings, self._kept.get(audience)
            if kept is not None and (kept.rings, kept.after) == (rings, after):
                return kept.page, rings
            page = read(after)
            if len(self.streams) > 1 and len(page.text) <= LARGEST_KEPT:
                self._keep(audience, Kept(rings, after, page))
        self._tell(Place(audience, after), page, rings)
        return page, rings

    def _tell(self, place: Place, page: Page, rings: int) -> None:
        """Send a page to all who wait for it, or wake them."""
        if not page.plain:
            self.wake(place)
            return
        there, chunk = Place(place.audience, page.last), b"%X\r\n%b\r\n" % (len(page.text), page.text)
        waiting = [stream for stream in list(self.streams) if stream.place == place]
        for number, stream in enumerate(waiting, 1):
            if stream.place == place:
                stream.hear(page.text and chunk, there, rings)
            if number % SENT_AT_ONCE == 0:
                give_way()

    def wake(self, place: Place | None) -> None:
        """Wake all who wait at a place."""
        for stream in list(self.streams):
            if stream.place == place:
                stream.bell.set()

    def _keep(self, audience: Hashable, page: Kept) -> None:
        """Keep one page for an audience: that of the last ring which most streams will ask for, the latest."""
        known = self._kept.get(audience)
        if known is None or (known.rings, known.after) <= (page.rings, page.after):
            self._kept[audience] = page


class Connection(Protocol):
    """Anything that sends, with the number of an open file, which is negative when it is closed."""

    def fileno(self) -> int: ...

    def sendall(self, data: bytes, /) -> None: ...


class Stream:
    """A reader of a channel."""

    def __init__(self, channel: Channel, token: str | None) -> None:
        self.channel = channel
        self.token = token
        """The id of the token that it was opened with."""
        self.bell = threading.Event()
        self.connection: Connection | None = None
        """Connection of the stream, if it can be watched."""
        self.chunked = False
        """Whether it is sent in chunks, as HTTP/1.1 does; only then others can send what they have read for it."""
        self.cut = False
        """Whether it has to end because its token is no longer good, or because its reader has gone."""
        self.place: Place | None = None
        """Place where the stream waits, if it does."""
        self.tells: Place | None = None
        """Place for which the stream reads."""
        self._reached: Place = Place(None, None)
        self._heard = -1
        self._unsent = b""

    def behind(self) -> bool:
        """Whether there may be something to read."""
        return self._heard < self.channel.rings

    def read(self, audience: Hashable, after: Any, read: ReadsPage) -> Page:
        """The page after a place."""
        page, rings = self.channel.read(audience, after, read)
        self.tells = None
        if not page.full:
            self._heard = rings
        return page

    def wait(self, seconds: float, place: Place) -> Place:
        """Return when woken, or after so long; says how far it has come, since others may have read for it."""
        self.place = self._reached = place
        self.bell.wait(max(seconds, 0))
        self.bell.clear()
        self.place = None
        unsent, self._unsent = self._unsent, b""
        if unsent and self.connection is not None:
            self.connection.sendall(unsent)
        return self._reached

    def hear(self, chunk: bytes, there: Place, rings: int) -> None:
        """Send rows that another worker has read, as many as fit at once. If none fit, the stream reads them itself."""
        if self.connection is None or not self.chunked:
            self.bell.set()
            return
        try:
            sent = os.write(self.connection.fileno(), chunk) if chunk else 0
        except BlockingIOError:
            self.bell.set()
            return
        except OSError:
            self.end()
            return
        self._reached, self._heard, self.tells = there, rings, None
        self._unsent = chunk[sent:]
        self.place = None if self._unsent else there
        if self._unsent or self.behind():
            self.bell.set()

    def end(self) -> None:
        """End the stream before it sends anything more."""
        self.cut = True
        self.place = None
        self.bell.set()

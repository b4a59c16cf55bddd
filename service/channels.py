"""What the streams of one worker follow, and the bells that wake them; knows neither HTTP nor the database."""

import threading
from collections.abc import Callable, Hashable
from typing import Any, Final, NamedTuple, Protocol

LARGEST_KEPT: Final = 16_384
"""Bytes of a page that is kept for other streams of the same audience."""


class Page(NamedTuple):
    """Some events as they go out."""

    text: bytes
    last: Any
    """Where the next page begins: a position, or a cursor."""
    full: bool = False
    """Whether more may follow at once."""
    over: bool = False
    """Whether nothing will ever follow."""
    seating: bool = False
    """Whether somebody sat down, or left, in it."""


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
        """Of a game or its chat: the newest version, or change, that its streams were woken for."""
        self.rings = 0
        self.streams: set[Stream] = set()
        self._kept: dict[Hashable, Kept] = {}
        self._reading = threading.Lock()

    def ring(self) -> None:
        """Wake every stream: there may be something to read."""
        self.rings += 1
        for stream in list(self.streams):
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
            return page, rings

    def _keep(self, audience: Hashable, page: Kept) -> None:
        """Keep one page for an audience: that of the last ring which most streams will ask for, the latest."""
        known = self._kept.get(audience)
        if known is None or (known.rings, known.after) <= (page.rings, page.after):
            self._kept[audience] = page


class Connection(Protocol):
    """Anything with the number of an open file, which is negative when it is closed."""

    def fileno(self) -> int: ...


class Stream:
    """One reader of a channel."""

    def __init__(self, channel: Channel, token: str | None) -> None:
        self.channel = channel
        self.token = token
        """The id of the token that it was opened with."""
        self.bell = threading.Event()
        self.connection: Connection | None = None
        """What it goes out by, where that can be watched."""
        self.cut = False
        """Whether it has to end because its token is no longer good, or because its reader has gone."""
        self._heard = -1

    def behind(self) -> bool:
        """Whether there may be something to read."""
        return self._heard < self.channel.rings

    def read(self, audience: Hashable, after: Any, read: ReadsPage) -> Page:
        """The page after a place."""
        page, rings = self.channel.read(audience, after, read)
        if not page.full:
            self._heard = rings
        return page

    def wait(self, seconds: float) -> None:
        """Return when woken, or after so long."""
        self.bell.wait(max(seconds, 0))
        self.bell.clear()

    def end(self) -> None:
        """Let it end before it sends anything more."""
        self.cut = True
        self.bell.set()

"""The event streams that are open on this worker, and the ticker that wakes them."""

import select
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from http import HTTPStatus
from typing import Final, NamedTuple

import structlog
from gevent import monkey

from cartulary_service import metrics
from cartulary_service.config import Config
from cartulary_service.errors import Problem
from cartulary_service.live.broadcast import Channel, Stream
from cartulary_service.players import tokens
from cartulary_service.store import events
from cartulary_service.store.database import Database, DatabaseUnavailable

log = structlog.get_logger()

HAS_GONE: Final = getattr(select, "POLLRDHUP", 0)
"""Besides what is told of every connection; where there is no such thing a heartbeat finds it out."""
SECONDS_BETWEEN_LOOKS: Final = 1

Channels = dict[str, Channel]
LaterOnes = Callable[[Database, Mapping[str, int]], list[tuple[str, int]]]
"""Returns the current versions, by name, of those games or chats whose known versions are out of date."""


class News(NamedTuple):
    """Channels for which something was settled since the last look."""

    until: int
    """The first transaction that is not settled."""
    names: Collection[str]


FindNews = Callable[[Database, int | None, Sequence[str]], News]
"""Returns the news for these channels from a transaction on; none where that is None."""


class Watch:
    """Channels that are looked after by one question, and the transaction up to which they were."""

    def __init__(self) -> None:
        self.channels: Channels = {}
        self.settled: int | None = None


class Streams:
    """Opens streams, and looks for what has happened in what they follow, in one query for all of a kind.

    As long as there is no stream nothing is asked.
    """

    def __init__(self, database: Database, config: Config, stopping: threading.Event) -> None:
        self.heartbeat_seconds = config.heartbeat_seconds
        self.stopping = stopping
        self._database = database
        self._most = config.max_streams
        self._tick_seconds = config.tick_milliseconds / 1_000
        self._changing: dict[LaterOnes, Channels] = {}
        self._watched: dict[FindNews, Watch] = {}
        self._streams: dict[Stream, tuple[Channels, str]] = {}
        self._lock = threading.Lock()
        self._ticking = False
        self._away = False
        self._next_check = 0.0
        self._next_look = 0.0

    def of_game(self, game_id: str, version: int, token: str | None) -> Stream:
        """A stream of a game of which the caller has seen that version. Raises Problem 503 when there are too many."""
        return self.follow(events.later_versions, game_id, version, token)

    def follow(self, later: LaterOnes, name: str, version: int, token: str | None) -> Stream:
        """A stream of something else of which later versions can be found, from one on. Raises Problem 503."""
        return self._open(self._changing.setdefault(later, {}), name, version, token)

    def watch(self, find: FindNews, name: str, token: str | None) -> Stream:
        """A stream of what spans games, of which news can be found. Raises Problem 503."""
        return self._open(self._watched.setdefault(find, Watch()).channels, name, 0, token)

    def _open(self, channels: Channels, name: str, version: int, token: str | None) -> Stream:
        with self._lock:
            if len(self._streams) >= self._most:
                detail = "This server cannot hold more event streams. Try again, or read the events as pages."
                raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, "too-many-streams", detail)
            stream = Stream(channels.setdefault(name, Channel(version)), token)
            stream.channel.streams.add(stream)
            self._streams[stream] = (channels, name)
            metrics.STREAMS.inc()
            if not self._ticking:
                self._ticking = True
                threading.Thread(target=self._tick_on, name="ticker", daemon=True).start()
        return stream

    def close(self, stream: Stream) -> None:
        """Forget a stream; to do it twice does no harm."""
        with self._lock:
            found = self._streams.pop(stream, None)
            if found is not None:
                metrics.STREAMS.dec()
                stream.channel.streams.discard(stream)
                if not stream.channel.streams:
                    channels, name = found
                    del channels[name]
        if stream.tells is not None:
            stream.channel.wake(stream.tells)

    def note_append(self, game_id: str, version: int) -> None:
        """Wake a game's streams, unless they know of that version already."""
        self.note_change(events.later_versions, game_id, version)

    def note_change(self, later: LaterOnes, name: str, version: int) -> None:
        """Wake the streams of what `follow` was asked to follow, unless they know of that version already."""
        wake(self._changing.get(later, {}), name, version)

    def _tick_on(self) -> None:
        """Tick as long as there are streams and the worker is not told to stop; then let all of them know."""
        while self._wants():
            self._try_to_tick()
            self.stopping.wait(self._tick_seconds)
        for stream in list(self._streams):
            stream.bell.set()

    def _wants(self) -> bool:
        with self._lock:
            self._ticking = bool(self._streams) and not self.stopping.is_set()
            return self._ticking

    def _try_to_tick(self) -> None:
        try:
            self._tick()
            self._away = False
        except DatabaseUnavailable as error:
            if not self._away:
                log.warning("streams wait for the database", reason=str(error))
            self._away = True
        except Exception:
            log.exception("streams not woken")

    def _tick(self) -> None:
        # First, so that nobody is woken for what the token no longer opens.
        self._check_tokens()
        if time.monotonic() >= self._next_look:
            self._look_for_readers()
        for later, channels in list(self._changing.items()):
            self._look_for(later, channels)
        for find, watch in list(self._watched.items()):
            self._look_for_news(find, watch)

    def _look_for(self, later: LaterOnes, channels: Channels) -> None:
        """Wake those of these streams for which there is something later."""
        known = {name: channel.version for name, channel in list(channels.items())}
        if known:
            for name, version in later(self._database, known):
                wake(channels, name, version)

    def _look_for_news(self, find: FindNews, watch: Watch) -> None:
        """Wake those of these streams for which there is news."""
        if not watch.channels:
            watch.settled = None
            return
        news = find(self._database, watch.settled, [*watch.channels])
        watch.settled = news.until
        # Who came while the question was under way may have read before it was answered: a first ring comes anyway.
        for name, channel in list(watch.channels.items()):
            if name in news.names or not channel.rings:
                channel.ring()

    def _look_for_readers(self) -> None:
        """End the streams whose reader has closed the connection, or its side of it: idle ones hear of neither."""
        streams = {each.connection.fileno(): each for each in list(self._streams) if each.connection is not None}
        # gevent's own does not know of this event; this one does not wait.
        poll = monkey.get_original("select", "poll")()
        for file in streams:
            if file >= 0:
                poll.register(file, HAS_GONE)
        for file, _ in poll.poll(0):
            streams[file].end()
        self._next_look = time.monotonic() + SECONDS_BETWEEN_LOOKS

    def _check_tokens(self) -> None:
        """End the streams whose token was revoked or has expired.

        Each tick asks for the tokens that have just ended, which costs the same however many streams there are. All
        tokens are asked for with each heartbeat only, in case a tick came too late.
        """
        held = {stream.token for stream in list(self._streams) if stream.token is not None}
        if not held:
            return
        if time.monotonic() >= self._next_check:
            ended = frozenset(held) - tokens.still_good(self._database, held)
            self._next_check = time.monotonic() + self.heartbeat_seconds
        else:
            ended = tokens.recently_ended(self._database)
        for stream in list(self._streams):
            if stream.token in ended:
                stream.end()


def wake(channels: Channels, name: str, version: int) -> None:
    """Wake the streams of a channel, unless they know of that version already."""
    channel = channels.get(name)
    if channel is not None and channel.version < version:
        channel.version = version
        channel.ring()

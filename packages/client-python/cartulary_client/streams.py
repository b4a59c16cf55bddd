"""Event streams: what to ask for, what has come, and where to go on after a cut."""

from collections.abc import Iterator
from json import loads
from typing import Any, Final, Generic, TypeVar

from cartulary_client import types
from cartulary_client.request import Request, segment

LAST_EVENT_ID: Final = "Last-Event-ID"
Item = TypeVar("Item")


class Stream(Generic[Item]):
    """A stream of server-sent events. It outlives its connections: each begins after the last event that came."""

    def __init__(self, path: str, query: dict[str, object] | None = None, last_event_id: str | None = None) -> None:
        self.path = path
        self.query = query or {}
        self.last_event_id = last_event_id
        self.pause: float | None = None
        """Seconds after which the service wants to be asked again."""
        self._block = Block()
        self._rest = b""

    def request(self) -> Request[Item]:
        """Begin a connection; what had come of a block is dropped."""
        self._block, self._rest, self.pause = Block(), b"", None
        headers = {"Accept": "text/event-stream", LAST_EVENT_ID: self.last_event_id}
        return Request("GET", self.path, query=self.query, headers=headers)

    def read(self, chunk: bytes) -> Iterator[Item]:
        """Yield what bytes of the connection complete. Its id counts as seen only then."""
        # Not `splitlines`: texts may hold separators of Unicode, which end no line here.
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            if text := line.removesuffix(b"\r").decode():
                self._block.read(text)
                continue
            block, self._block = self._block, Block()
            self.pause = block.pause if block.pause is not None else self.pause
            self.last_event_id = block.id if block.id is not None else self.last_event_id
            if block.data:
                item: Item = loads("\n".join(block.data))
                yield item


class Block:
    """The fields of one block of a stream."""

    def __init__(self) -> None:
        self.id: str | None = None
        self.data: list[str] = []
        self.pause: float | None = None

    def read(self, line: str) -> None:
        """Note a line; one that begins with a colon is a heartbeat."""
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "id":
            self.id = value
        elif name == "data":
            self.data.append(value)
        elif name == "retry" and value.isdigit():
            self.pause = int(value) / 1000


def of_game(id: str, after: int, changes: bool) -> Stream[types.Event]:
    """The events of a game after a position, until it ends."""
    query: dict[str, Any] = {"after": after, "changes": changes or None}
    return Stream(f"/games/{segment(id)}/events", query)


def of_chat(id: str, place: int | None) -> Stream[types.Message]:
    """The messages of a chat after a `place`; those that are still to come if there is none."""
    return Stream(f"/games/{segment(id)}/chat", last_event_id=None if place is None else str(place))


def of_feed(cursor: str | None) -> Stream[types.FeedEvent]:
    """The events of all public games after a cursor."""
    return Stream("/feed", {"cursor": cursor})


def of_my_games(last_event_id: str | None) -> Stream[types.MyEvent]:
    """The events of all games in which the caller holds a seat."""
    return Stream("/me/events", last_event_id=last_event_id)

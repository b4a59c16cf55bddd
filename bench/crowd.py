"""Requests at a given rate, whether or not earlier ones are answered: people do not wait for each other."""

import heapq
import random
import re
import selectors
import socket
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import count, cycle
from typing import Final
from urllib.parse import urlsplit

from bench.load import END_OF_HEAD, request

MOST_CONNECTIONS: Final = 400
SECONDS_TO_RETRY: Final = 0.25
RETRY: Final = re.compile(rb"retry: (\d+)")
SECONDS_TO_ANSWER: Final = 30
"""Seconds after the end in which what is under way may still be answered."""


@dataclass
class Ask:
    """A request: its kind, its bytes, and what follows from the status and the body of its answer."""

    kind: str
    wire: bytes
    follow: Callable[[int, bytes], "Ask | None"]
    due: float = 0
    heard: bytes = b""


@dataclass
class Times:
    """Milliseconds from when each request was due to when it was answered, by kind; and what went wrong."""

    milliseconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wrong: Counter[str] = field(default_factory=Counter)
    repeated: int = 0
    """Requests sent again, after a 503 or because the connection had gone."""

    def quantile(self, kind: str, part: float) -> float:
        times = sorted(self.milliseconds[kind])
        return times[min(len(times) - 1, int(part * len(times)))] if times else 0.0


class Crowd:
    """Sends requests over connections that are kept, as many to each host."""

    def __init__(self, urls: Sequence[str]) -> None:
        self._hosts = cycle([address_of(url) for url in urls])
        self._selector = selectors.DefaultSelector()
        self._idle: deque[socket.socket] = deque()
        self._waiting: list[tuple[float, int, Ask]] = []
        self._number = count()
        self.times = Times()

    def run(self, asks: Iterator[Ask], rate: float, seconds: float) -> Times:
        """Send so many requests a second, at random moments, and wait for the answers."""
        self.times = Times()
        until = (due := time.perf_counter()) + seconds
        while (now := time.perf_counter()) < until or self._under_way():
            if now > until + SECONDS_TO_ANSWER:
                self.times.wrong["not answered"] += len(self._waiting) + len(self._selector.get_map())
                break
            while due <= min(now, until):
                self._wait(next(asks), due)
                due += random.expovariate(rate)
            self._send_due(now)
            following = min(due, self._waiting[0][0] if self._waiting else due)
            for key, _ in self._selector.select(max(0.0, min(following - now, 0.05))):
                assert isinstance(key.fileobj, socket.socket)
                self._hear(key.fileobj, key.data)
        return self.times

    def _under_way(self) -> bool:
        return bool(self._waiting or self._selector.get_map())

    def _wait(self, ask: Ask, due: float) -> None:
        ask.due = ask.due or due
        heapq.heappush(self._waiting, (due, next(self._number), ask))

    def _send_due(self, now: float) -> None:
        while self._waiting and self._waiting[0][0] <= now:
            connection = self._connection()
            if connection is None:
                return
            self._send(connection, heapq.heappop(self._waiting)[2])

    def _connection(self) -> socket.socket | None:
        """Return a free connection, or a new one; None if all are busy or none is taken."""
        if self._idle:
            return self._idle.pop()
        if len(self._selector.get_map()) >= MOST_CONNECTIONS:
            return None
        with suppress(OSError):
            return socket.create_connection(next(self._hosts))
        return None

    def _send(self, connection: socket.socket, ask: Ask) -> None:
        ask.heard = b""
        self._selector.register(connection, selectors.EVENT_READ, ask)
        with suppress(OSError):
            # A connection that has gone is found so when its answer is read.
            connection.sendall(ask.wire)

    def _hear(self, connection: socket.socket, ask: Ask) -> None:
        """Take in what has come; on a connection that has gone nothing was answered, and the request is sent again."""
        some = b""
        with suppress(OSError):
            some = connection.recv(1 << 18)
        if not some:
            self._selector.unregister(connection)
            connection.close()
            self._repeat(ask, 0)
            return
        ask.heard += some
        head, found, body = ask.heard.partition(END_OF_HEAD)
        if not found or len(body) < int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]):
            return
        self._selector.unregister(connection)
        self._idle.append(connection)
        self._take(ask, int(head[9:12]), body)

    def _take(self, ask: Ask, status: int, body: bytes) -> None:
        now = time.perf_counter()
        if status == HTTPStatus.SERVICE_UNAVAILABLE:
            self._repeat(ask, SECONDS_TO_RETRY)
            return
        self.times.milliseconds[ask.kind].append(1_000 * (now - ask.due))
        if status >= HTTPStatus.BAD_REQUEST:
            self.times.wrong[f"{ask.kind} {status}"] += 1
        next_ask = ask.follow(status, body)
        if next_ask is not None:
            self._wait(next_ask, now)

    def _repeat(self, ask: Ask, later: float) -> None:
        self.times.repeated += 1
        self._wait(ask, time.perf_counter() + later)


def address_of(url: str) -> tuple[str | None, int | None]:
    parts = urlsplit(url)
    return parts.hostname, parts.port


def listen(urls: Sequence[str], streams: list[tuple[str, str]], heard: "list[int]") -> None:
    """Hold a stream of each path and token open for ever; count events and reopened streams in `heard`."""
    selector = selectors.DefaultSelector()
    last: dict[int, bytes] = {}
    retry: dict[int, float] = {}
    opening = [(0.0, number) for number in range(len(streams))]
    while True:
        while opening and opening[0][0] <= time.monotonic():
            number = heapq.heappop(opening)[1]
            path, token = streams[number]
            url = urls[number % len(urls)]
            header = f"Last-Event-ID: {last[number].decode()}\r\n" if number in last else ""
            try:
                stream = socket.create_connection(address_of(url))
            except OSError:
                heapq.heappush(opening, (time.monotonic() + random.uniform(0.5, 3), number))
                continue
            wanted = f"Accept: text/event-stream\r\nAuthorization: Bearer {token}\r\n{header}"
            stream.sendall(request(url, "GET", path, headers=wanted))
            selector.register(stream, selectors.EVENT_READ, number)
        for key, _ in selector.select(0.2):
            assert isinstance(key.fileobj, socket.socket)
            some = b""
            with suppress(OSError):
                some = key.fileobj.recv(65_536)
            if not some:
                selector.unregister(key.fileobj)
                key.fileobj.close()
                heard[1] += 1
                heapq.heappush(opening, (time.monotonic() + retry.get(key.data, SECONDS_TO_RETRY), key.data))
                continue
            if found := RETRY.search(some):
                retry[key.data] = int(found[1]) / 1_000
            ids = [line[4:] for line in some.split(b"\n") if line.startswith(b"id: ")]
            if ids:
                last[key.data] = ids[-1]
                heard[0] += len(ids)

"""Many clients at once on one thread: each has its own connection, and sends its requests one after the other."""

import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlsplit

END_OF_HEAD = b"\r\n\r\n"


class Load(NamedTuple):
    """Load as clients saw it: answers a second, and the milliseconds of each answer in ascending order."""

    per_second: float
    milliseconds: list[float]

    def quantile(self, part: float) -> float:
        """The milliseconds that a part of all answers took at most."""
        return self.milliseconds[min(len(self.milliseconds) - 1, int(part * len(self.milliseconds)))]


@dataclass(slots=True)
class Client:
    """A connection."""

    connection: socket.socket
    requests: Iterator[bytes]
    sent_at: float = 0
    heard: bytes = b""
    times: list[float] = field(default_factory=list)

    def sends(self) -> bool:
        """Send the next request, if there is one."""
        request = next(self.requests, None)
        if request is None:
            return False
        self.heard, self.sent_at = b"", time.perf_counter()
        self.connection.sendall(request)
        return True

    def hears(self, status: bytes) -> bool:
        """Take in what has come; whether the answer is whole. Raises RuntimeError for another status."""
        self.heard += self.connection.recv(1 << 18)
        head, found, body = self.heard.partition(END_OF_HEAD)
        if not found:
            return False
        if status not in head[:13]:
            raise RuntimeError(self.heard.decode(errors="replace"))
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        if len(body) < length:
            return False
        self.times.append(1_000 * (time.perf_counter() - self.sent_at))
        return True


def load(url: str, requests: Sequence[Iterator[bytes]], seconds: float, status: int) -> Load:
    """Run one client for each sequence of requests, until the time is up or nothing is left."""
    where = urlsplit(url)
    clients: list[Client] = []
    selector = selectors.DefaultSelector()
    began = time.perf_counter()
    for each in requests:
        # Each begins as soon as it is connected: of many that say nothing yet one worker would take almost all.
        client = Client(socket.create_connection((where.hostname, where.port)), each)
        clients.append(client)
        if client.sends():
            selector.register(client.connection, selectors.EVENT_READ, client)
    while selector.get_map() and (now := time.perf_counter()) < began + seconds:
        for key, _ in selector.select(1):
            client = key.data
            if client.hears(str(status).encode()) and not client.sends():
                selector.unregister(client.connection)
    took = now - began
    for client in clients:
        client.connection.close()
    times = sorted(each for client in clients for each in client.times)
    return Load(len(times) / took, times)


def request(url: str, method: str, path: str, body: bytes = b"", headers: str = "") -> bytes:
    """A request as it goes over the wire."""
    head = f"{method} {path} HTTP/1.1\r\nHost: {urlsplit(url).netloc}\r\n{headers}"
    if body:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return f"{head}\r\n".encode() + body

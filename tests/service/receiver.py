"""A real receiver of webhooks, which can be told to fail, to be slow, to redirect or to say too much."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from tests.patience import PATIENCE

Answer = Callable[[BaseHTTPRequestHandler], None]


class Received(NamedTuple):
    """A request as it came in."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def id(self) -> str:
        """Which delivery it is."""
        return self.headers["webhook-id"]

    def json(self) -> dict[str, Any]:
        """The body, which must be JSON."""
        assert self.headers["content-type"] == "application/json"
        body: dict[str, Any] = json.loads(self.body)
        return body


class Receiver:
    """Keeps what came in; answers each path as it was told to, else 204."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.received: list[Received] = []
        self.answers: dict[str, list[Answer]] = {}

    def at(self, path: str) -> list[Received]:
        """What came in at a path."""
        return [each for each in self.received if each.path == path]

    def told(self, path: str, *answers: Answer) -> str:
        """Answer the next requests at a path so, the last for ever; answers the URL."""
        self.answers[path] = list(answers)
        return self.url + path

    def next_answer(self, path: str) -> Answer:
        """How to answer now."""
        known = self.answers.get(path, [])
        return known.pop(0) if len(known) > 1 else known[0] if known else status(204)


def status(code: int, **headers: str) -> Answer:
    """An answer of that status without a body."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


def held(until: threading.Event) -> Answer:
    """No answer before then."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        until.wait(PATIENCE)
        status(204)(handler)

    return answer


def dripping(until: threading.Event) -> Answer:
    """A header that grows by a byte now and then, without end."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        while not until.wait(0.2):
            handler.wfile.write(b"x")

    return answer


def huge(sent: list[int]) -> Answer:
    """An answer of 64 MiB; notes how much of it was taken."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(2**26))
        handler.end_headers()
        for _ in range(2**10):
            handler.wfile.write(b"x" * 2**16)
            sent.append(2**16)

    return answer


@contextmanager
def receiver() -> Iterator[Receiver]:
    """A receiver that listens on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            answer = here.next_answer(self.path)
            headers = {name.lower(): value for name, value in self.headers.items()}
            here.received.append(Received(self.path, headers, body))
            with suppress(OSError):
                answer(self)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128

    with Server(("127.0.0.1", 0), Handler) as server:
        here = Receiver(f"http://127.0.0.1:{server.server_port}")
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield here
        server.shutdown()

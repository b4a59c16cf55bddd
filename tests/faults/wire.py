"""HTTP with as little as possible between the test and the wire: an answer, or none."""

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

SECONDS: Final = 15
UNAVAILABLE: Final = 503


class Unanswered(Exception):
    """Nobody answered, or the answer was that what was asked may have happened or not."""


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    def json(self) -> Any:
        """The body, parsed."""
        return json.loads(self.body)


class Caller:
    """Somebody with a connection of his own, and perhaps a token."""

    def __init__(self, port: int, token: str | None = None, patience: float = SECONDS) -> None:
        self._wire = http.client.HTTPConnection("127.0.0.1", port, timeout=patience)
        self._token = token

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send a request to a path under /v1, and wait for the answer. Raises Unanswered."""
        self.ask(method, path, body, **headers)
        return self.answer()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> None:
        """Send a request, and do not wait. Raises Unanswered."""
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        if self._token is not None:
            told["Authorization"] = f"Bearer {self._token}"
        if body is not None:
            told["Content-Type"] = "application/json"
        text = None if body is None else json.dumps(body)
        with self._hanging_up():
            self._wire.request(method, f"/v1{path}", text, told)

    def answer(self) -> Answer:
        """What is answered to what was asked. Raises Unanswered."""
        with self._hanging_up():
            response = self._wire.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        if answer.status == UNAVAILABLE:
            raise Unanswered(str(answer.json()["type"]))
        return answer

    def stream(self, path: str, **headers: str) -> http.client.HTTPResponse:
        """Open an event stream. Raises Unanswered, as reading from it may too."""
        self.ask("GET", path, Accept="text/event-stream", **headers)
        with self._hanging_up():
            response = self._wire.getresponse()
        if response.status != 200:
            self._wire.close()
            raise Unanswered(str(response.status))
        return response

    @contextmanager
    def _hanging_up(self) -> Iterator[None]:
        try:
            yield
        except (OSError, http.client.HTTPException) as error:
            self._wire.close()
            raise Unanswered(type(error).__name__) from error

    def close(self) -> None:
        """Hang up."""
        self._wire.close()

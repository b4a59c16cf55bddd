"""The edge: what cannot be read as a request is answered here, before the service hears of it."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from socket import SHUT_WR, socket
from typing import Any, NamedTuple

from gunicorn.http import errors
from gunicorn.http.body import ChunkedReader, LengthReader
from gunicorn.http.message import Request

from cartulary_service.http.turns import give_way


class Problem(NamedTuple):
    """Problem details (RFC 9457) for a request that could not be parsed."""

    status: HTTPStatus
    title: str
    detail: str


NOSNIFF = ("X-Content-Type-Options", "nosniff")
"""On each answer: no browser takes one for something else than it is declared as."""
MALFORMED = Problem(HTTPStatus.BAD_REQUEST, "Bad Request", "This is not a well-formed HTTP request.")
BROKEN = Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "Internal Server Error", "Internal error.")
PROBLEMS = {
    errors.ParseException: MALFORMED,
    errors.ConfigurationProblem: BROKEN,
    errors.ForbiddenProxyRequest: Problem(HTTPStatus.FORBIDDEN, "Forbidden", "This proxy is not allowed."),
    errors.LimitRequestLine: Problem(HTTPStatus.REQUEST_URI_TOO_LONG, "URI Too Long", "The request line is too long."),
    errors.ExpectationFailed: Problem(
        HTTPStatus.EXPECTATION_FAILED, "Expectation Failed", "Only 100-continue can be expected."
    ),
    errors.LimitRequestHeaders: Problem(
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        "Request Header Fields Too Large",
        "There are too many headers, or one is too long.",
    ),
    errors.UnsupportedTransferCoding: Problem(
        HTTPStatus.NOT_IMPLEMENTED, "Not Implemented", "Only the chunked transfer coding is understood."
    ),
}


CHUNKED_AT_ONCE = 128
"""Bytes of a body in chunks that are read before others have their turn."""
LONGEST_CHUNK_LINE = 64
"""Bytes of a line that tells the size of a chunk."""
LONGEST_TRAILERS = 1_024
"""Bytes of all that comes after the last chunk."""
MOST_DRAINED = 65_536
"""Bytes of a body that nobody has read after which a connection is kept."""


def problem_of(error: BaseException) -> Problem:
    found = (PROBLEMS[kind] for kind in type(error).__mro__ if kind in PROBLEMS)
    return next(found, BROKEN)


def answer(client: socket, problem: Problem) -> None:
    body = json.dumps(
        {
            "type": "about:blank",
            "title": problem.title,
            "status": problem.status.value,
            "detail": problem.detail,
        }
    )
    head = (
        f"HTTP/1.1 {problem.status.value} {problem.title}\r\n"
        "Connection: close\r\n"
        f"{': '.join(NOSNIFF)}\r\n"
        "Content-Type: application/problem+json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    with suppress(OSError):
        client.sendall((head + body).encode("ascii"))
    say_goodbye(client)


def say_goodbye(client: socket) -> None:
    """End our side, and read a little more: to close on unread bytes resets the connection, and our answer is lost."""
    with suppress(OSError):
        client.shutdown(SHUT_WR)
        swallow(client)


def swallow(client: socket) -> None:
    client.settimeout(0.5)
    for _ in range(16):
        if not client.recv(65_536):
            return


class WholeBody:
    """The body of a request, in which a broken chunk is the client's fault."""

    def __init__(self, body: Any, is_chunked: bool, broken: type[Exception]) -> None:
        self.body = body
        self.is_chunked = is_chunked
        self.broken = broken

    def read(self, size: int | None = None) -> bytes:
        return b"".join(self._read_chunks(size)) if self.is_chunked else self._read(size)

    def _read_chunks(self, size: int | None) -> Iterator[bytes]:
        """Yield the body in small pieces, since each of its bytes can be a chunk that takes as long as a large one."""
        left = sys.maxsize if size is None or size < 0 else size
        while left and (data := self._read(min(left, CHUNKED_AT_ONCE))):
            yield data
            left -= len(data)
            give_way()

    def _read(self, size: int | None) -> bytes:
        try:
            data: bytes = self.body.read(size)
        except (errors.ParseException, errors.NoMoreData) as error:
            raise self.broken from error
        return data


def limit_chunks(asked: Request) -> None:
    """Limit the lines between and after the chunks of a body: gunicorn takes megabytes of them in one go."""
    if asked.body is not None and isinstance(asked.body.reader, ChunkedReader):
        # What is told of its types is of an earlier gunicorn.
        reader: Any = asked.body.reader
        reader.parse_chunk_size = partial(parse_short_line, reader.parse_chunk_size)
        reader.limit_trailer_section = LONGEST_TRAILERS


def parse_short_line(parse: Callable[[Any, bytes], Any], unreader: Any, data: bytes | None = None) -> Any:
    """Parse the line before a chunk. gunicorn's own limit leaves out the lines that arrive whole.

    Raises InvalidChunkSize for a long one.
    """
    found = data or b""
    while b"\r\n" not in found[: LONGEST_CHUNK_LINE + 2]:
        if len(found) > LONGEST_CHUNK_LINE + 1:
            raise errors.InvalidChunkSize(found[:LONGEST_CHUNK_LINE])
        if not (more := unreader.read()):
            raise errors.NoMoreData
        found += more
    return parse(unreader, found)


def has_much_unread(asked: Request) -> bool:
    """Whether so much of a body was not read that gunicorn, which reads it away, would keep others waiting."""
    match asked.body and asked.body.reader:
        case LengthReader(length=left):
            return left > MOST_DRAINED
        case ChunkedReader(parser=rest):
            return rest is not None
        case _:
            return False


def with_whole_body(wsgi: Any) -> Any:
    from werkzeug.exceptions import ClientDisconnected

    def wrapped(environ: dict[str, Any], start_response: Any) -> Any:
        is_chunked = "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "").lower()
        environ["wsgi.input"] = WholeBody(environ["wsgi.input"], is_chunked, ClientDisconnected)
        return wsgi(environ, start_response)

    return wrapped


def with_nosniff(wsgi: Any) -> Any:
    def wrapped(environ: dict[str, Any], start_response: Any) -> Any:
        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            return start_response(status, [*headers, NOSNIFF], *more)

        return wsgi(environ, start)

    return wrapped

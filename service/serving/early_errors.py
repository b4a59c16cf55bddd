"""The edge: what cannot be read as a request is answered here, before the service hears of it."""

import json
from contextlib import suppress
from http import HTTPStatus
from socket import SHUT_WR, socket
from typing import Any, NamedTuple

from gunicorn.http import errors


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
        client.shutdown(SHUT_WR)
        swallow(client)


def swallow(client: socket) -> None:
    # To close on unread bytes resets the connection, and the client loses our answer.
    client.settimeout(0.5)
    for _ in range(16):
        if not client.recv(65_536):
            return


class WholeBody:
    """The body of a request, in which a broken chunk is the client's fault."""

    def __init__(self, body: Any, broken: type[Exception]) -> None:
        self.body = body
        self.broken = broken

    def read(self, size: int | None = None) -> bytes:
        try:
            data: bytes = self.body.read(size)
        except (errors.ParseException, errors.NoMoreData) as error:
            raise self.broken from error
        return data


def with_whole_body(wsgi: Any) -> Any:
    from werkzeug.exceptions import ClientDisconnected

    def wrapped(environ: dict[str, Any], start_response: Any) -> Any:
        environ["wsgi.input"] = WholeBody(environ["wsgi.input"], ClientDisconnected)
        return wsgi(environ, start_response)

    return wrapped

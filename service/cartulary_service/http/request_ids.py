"""Request ids in the log, and the caller's trace if there is one."""

import re
from itertools import count
from os import urandom
from typing import Any, Final

import structlog
from flask import Flask, Response, has_request_context, request
from structlog.typing import EventDict

ID: Final = "X-Request-Id"
WELL_FORMED: Final = re.compile(r"[0-9A-Za-z-]{1,64}")
TRACE: Final = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?")
"""A `traceparent` of W3C Trace Context; the first group is the trace."""

KEPT: Final = "cartulary.request_id"
OURS: Final = urandom(8).hex()
"""Prefix of the ids of this process, which imports the module after it was forked."""
COUNT: Final = count(1)

log = structlog.get_logger()


def init_app(app: Flask, log_level: str) -> None:
    """Give every answer its request's id, and log it where so much is logged."""
    app.after_request(tell)
    if log_level in ("debug", "info"):
        app.after_request(log_answer)


def request_id() -> str:
    """The id that the request came with, if it has the form of one; else one of our own."""
    environ = request.environ
    known: str | None = environ.get(KEPT)
    if known is None:
        given = environ.get("HTTP_X_REQUEST_ID")
        ours = given is None or WELL_FORMED.fullmatch(given) is None
        known = environ[KEPT] = f"{OURS}-{next(COUNT)}" if ours else given
    return str(known)


def tell(response: Response) -> Response:
    """Say in the answer which request it is to."""
    response.headers.add(ID, request_id())
    return response


def log_answer(response: Response) -> Response:
    """Log which operation was answered how; no address, for it may hold what is secret."""
    log.info("answered", operation=request.endpoint, status=response.status_code)
    return response


def about_request(_logger: Any, _method: str, said: EventDict) -> EventDict:
    """A line of the log with the request during which it is written."""
    if has_request_context():
        said["request"] = request_id()
        if trace := TRACE.fullmatch(request.headers.get("traceparent", "")):
            said["trace"] = trace[1]
    return said

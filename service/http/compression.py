"""Compressed answers for clients that ask for them, and 304 for those that already have the answer.

The entity tag of a compressed answer ends with its coding, like `"42-public-json:gzip"`: two forms of one answer are
two representations (RFC 9110, section 8.8.3.3).
"""

from typing import Any, Final

from flask import Flask, Response, request
from flask_compress import Compress

SMALLEST: Final = 1_024
"""Bytes; a shorter answer fits into one packet anyway."""
CODINGS: Final = ["zstd", "br", "gzip"]
"""By preference where a client likes several equally; docs/performance.md says what each costs."""
MEDIA_TYPES: Final = [
    "application/json",
    "application/problem+json",
    "application/x-ndjson",
    "application/yaml",
    "image/svg+xml",
    "text/calendar",
    "text/css",
    "text/html",
    "text/javascript",
    "text/markdown",
    "text/plain",
]
"""Event streams are not among them: each of their pieces is sent to many readers at once."""
SETTINGS: Final[dict[str, Any]] = {
    "COMPRESS_ALGORITHM": CODINGS,
    "COMPRESS_EVALUATE_CONDITIONAL_REQUEST": False,
    "COMPRESS_LEVEL": 4,
    "COMPRESS_MIMETYPES": MEDIA_TYPES,
    "COMPRESS_MIN_SIZE": SMALLEST,
    "COMPRESS_STREAMS": False,
}


def init_app(app: Flask) -> None:
    """Compress answers. To be called first: what is registered later comes earlier."""
    app.after_request(answer_not_modified)
    app.config.update(SETTINGS)
    Compress(app)
    app.after_request(leave_out_refused_codings)


def answer_not_modified(response: Response) -> Response:
    """Answer 304 if the request's `If-None-Match` or `If-Modified-Since` shows that the client has this answer."""
    if request.method in ("GET", "HEAD") and response.status_code == 200 and not response.is_streamed:
        response.make_conditional(request)
    return response


def leave_out_refused_codings(response: Response) -> Response:
    """Keep from Flask-Compress, which would take `gzip;q=0` for a wish, the codings that the client refuses."""
    if "q=0" in request.headers.get("Accept-Encoding", ""):
        wanted = (f"{coding};q={quality}" for coding, quality in request.accept_encodings if quality)
        request.environ["HTTP_ACCEPT_ENCODING"] = ", ".join(wanted)
    return response

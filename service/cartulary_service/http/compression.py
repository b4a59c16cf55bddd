"""Compressed answers for clients that ask for them, and 304 for those that already have the answer.

The entity tag of a compressed answer ends with its coding, like `"42-public-json:gzip"`: two forms of one answer are
two representations (RFC 9110, section 8.8.3.3).
"""

from collections.abc import Iterator
from typing import Any, Final

from flask import Flask, Response, request
from flask_compress import Compress

from cartulary_service.http.turns import give_way

SMALLEST: Final = 1_024
"""Bytes; a shorter answer fits into one packet anyway."""
AT_ONCE: Final = 65_536
"""Bytes that are compressed before others have their turn: a few milliseconds. Of 16 MB gzip takes 270, Brotli 510."""
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
    "COMPRESS_ALGORITHM_STREAMING": CODINGS,
    "COMPRESS_STREAMS": True,
}


def init_app(app: Flask) -> None:
    """Compress answers. To be called first: what is registered later comes earlier."""
    app.after_request(answer_not_modified)
    app.config.update(SETTINGS)
    Compress(app)
    app.after_request(take_in_pieces)
    app.after_request(leave_out_refused_codings)


def take_in_pieces(response: Response) -> Response:
    """Make a long answer that will be compressed one of pieces: Flask-Compress takes any other at once."""
    is_wanted = response.mimetype in MEDIA_TYPES and request.accept_encodings.best_match(CODINGS) is not None
    if is_wanted and not response.is_streamed and (response.calculate_content_length() or 0) > AT_ONCE:
        response.response = pieces_of(response.get_data())
    return response


def pieces_of(data: bytes) -> Iterator[bytes]:
    """Yield a body piece by piece; between them other requests have their turn."""
    yield data[:AT_ONCE]
    for start in range(AT_ONCE, len(data), AT_ONCE):
        give_way()
        yield data[start : start + AT_ONCE]


def answer_not_modified(response: Response) -> Response:
    """Answer 304 if the request's `If-None-Match` or `If-Modified-Since` shows that the client has this answer."""
    is_tagged = not response.is_streamed or response.get_etag()[0] is not None
    if request.method in ("GET", "HEAD") and response.status_code == 200 and is_tagged:
        response.make_conditional(request)
    return response


def leave_out_refused_codings(response: Response) -> Response:
    """Keep from Flask-Compress, which would take `gzip;q=0` for a wish, the codings that the client refuses."""
    if "q=0" in request.headers.get("Accept-Encoding", ""):
        wanted = (f"{coding};q={quality}" for coding, quality in request.accept_encodings if quality)
        request.environ["HTTP_ACCEPT_ENCODING"] = ", ".join(wanted)
    return response

"""Files as they are sent: packed for clients that unpack them, each form with a tag of its own."""

import gzip
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from flask import Response, request, send_file

GZIP: Final = "gzip"


class Forms(NamedTuple):
    """A file as it is, and packed."""

    plain: bytes
    compressed: bytes
    digest: str


@lru_cache(maxsize=256)
def forms(path: Path, modified: int) -> Forms:
    """Read and pack a file, once for each time that it was changed."""
    return compress(path.read_bytes())


@lru_cache(maxsize=256)
def text_forms(text: str) -> Forms:
    """Pack a text, once."""
    return compress(text.encode())


def compress(plain: bytes) -> Forms:
    """The forms of what is sent."""
    return Forms(plain, gzip.compress(plain, mtime=0), sha256(plain).hexdigest()[:32])


def send(path: Path, mimetype: str) -> Response:
    """A file in the form that the client takes."""
    stored = path.stat()
    return respond(forms(path, stored.st_mtime_ns), mimetype, int(stored.st_mtime))


def send_text(text: str, mimetype: str) -> Response:
    """A text in the form that the client takes."""
    return respond(text_forms(text), mimetype)


def respond(file: Forms, mimetype: str, modified: int | None = None) -> Response:
    """The form that the client takes, unless it has it already."""
    unpacks = request.accept_encodings.quality(GZIP) > 0
    body, tag = (file.compressed, f"{file.digest}-{GZIP}") if unpacks else (file.plain, file.digest)
    response = send_file(BytesIO(body), mimetype=mimetype, etag=tag, last_modified=modified, conditional=True)
    response.vary.add("Accept-Encoding")
    if unpacks and response.status_code != 304:
        response.content_encoding = GZIP
    return response

"""Files and texts of the pages, each with a tag of its content."""

from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from flask import Response

STATIC = Path(__file__).parent / "static"
DIGITS = 32


class Content(NamedTuple):
    """The bytes of a file, and their digest."""

    whole: bytes
    digest: str


@lru_cache(maxsize=256)
def read(path: Path, modified: int) -> Content:
    """Read a file, once for each time that it was changed."""
    return content_of(path.read_bytes())


@lru_cache(maxsize=256)
def encode(text: str) -> Content:
    return content_of(text.encode())


def content_of(whole: bytes) -> Content:
    return Content(whole, sha256(whole).hexdigest()[:DIGITS])


def send(path: Path, mimetype: str) -> Response:
    """Answer with a file."""
    stored = path.stat()
    response = respond(read(path, stored.st_mtime_ns), mimetype)
    response.last_modified = datetime.fromtimestamp(int(stored.st_mtime), UTC)
    return response


def send_text(text: str, mimetype: str) -> Response:
    """Answer with a text."""
    return respond(encode(text), mimetype)


def respond(content: Content, mimetype: str) -> Response:
    """Answer with bytes that a cache may keep, and asks for again each time."""
    response = Response(content.whole, mimetype=mimetype)
    response.set_etag(content.digest)
    response.cache_control.no_cache = True
    return response

"""The one way in which a value becomes bytes: RFC 8785 restricted to whole numbers and plain keys."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from json.encoder import encode_basestring
from typing import Final

Json = dict[str, "Json"] | list["Json"] | str | int | bool | None


ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def canonical(value: object) -> str:
    """The canonical JSON text of objects, lists, strings, whole numbers, booleans and null."""
    return ENCODER.encode(value)


def quote(text: str) -> str:
    """The canonical JSON text of a string."""
    return encode_basestring(text)


def base64url(data: bytes) -> str:
    """Unpadded base64url."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """The bytes of unpadded base64url."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))

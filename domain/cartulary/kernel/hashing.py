"""The two hashes of the record, over one unambiguous encoding (format `cartulary/v1`)."""

import hashlib
import hmac
from functools import cache

Part = str | int | bytes


def encode(part: Part) -> bytes:
    """A part with its length in front: text as UTF-8, integers in decimal."""
    data = part if type(part) is bytes else str(part).encode()
    return len(data).to_bytes(4, "big") + data


def encoding(tag: str, parts: tuple[Part, ...]) -> bytes:
    """The tag and the parts, each with its length in front."""
    return b"".join([beginning(tag), *map(encode, parts)])


@cache
def beginning(tag: str) -> bytes:
    """A tag, encoded."""
    return encode(f"cartulary/v1/{tag}")


def digest(tag: str, *parts: Part) -> bytes:
    """SHA-256 over tag and parts."""
    return hashlib.sha256(encoding(tag, parts)).digest()


def digest_with_key(key: bytes, tag: str, *parts: Part) -> bytes:
    """HMAC-SHA-256 under `key` over tag and parts."""
    return hmac.digest(key, encoding(tag, parts), "sha256")

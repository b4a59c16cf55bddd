"""JSON that goes out."""

from typing import Any

import orjson

Written = orjson.Fragment
"""A part of a value that is JSON text already."""


def json_bytes(value: Any) -> bytes:
    """A value as compact JSON in UTF-8."""
    return orjson.dumps(value)


def json_text(value: Any) -> str:
    """A value as compact JSON."""
    return json_bytes(value).decode()

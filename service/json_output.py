"""JSON that goes out."""

from typing import Any

import orjson


def json_text(value: Any) -> str:
    """A value as compact JSON."""
    return orjson.dumps(value).decode()

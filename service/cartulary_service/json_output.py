"""JSON that goes out."""

from datetime import UTC, datetime
from typing import Any

import orjson


def json_bytes(value: Any) -> bytes:
    """A value as compact JSON in UTF-8."""
    return orjson.dumps(value)


def json_text(value: Any) -> str:
    """A value as compact JSON."""
    return json_bytes(value).decode()


def format_time(moment: datetime) -> str:
    """Return a time as every answer has it: RFC 3339 in UTC, with milliseconds and `Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

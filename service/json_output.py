"""JSON that goes out."""

from json import JSONEncoder
from typing import Any, Final

ENCODER: Final = JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def json_text(value: Any) -> str:
    """A value as compact JSON."""
    return ENCODER.encode(value)

"""A request as a value: both clients send it, and may send it again."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, Self, TypeVar
from urllib.parse import quote
from uuid import uuid4

KEY: Final = "Idempotency-Key"
JSON: Final = "application/json"
FORM: Final = "application/x-www-form-urlencoded"
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Request(Generic[Answer]):
    """A request for an answer of that type."""

    method: str
    path: str
    query: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, str | None] = field(default_factory=dict)
    body: Any = None
    media_type: str = JSON
    """Media type of the body."""
    is_text: bool = False
    """Whether the answer is text, as lines of JSON are."""
    is_bytes: bool = False

    @property
    def may_be_repeated(self) -> bool:
        """Whether sending it twice does no more than sending it once."""
        return self.method in ("GET", "PUT") or KEY in self.headers

    def with_key(self) -> Self:
        """Return the request with an idempotency key of its own."""
        return replace(self, headers={**self.headers, KEY: new_key()})

    def with_cursor(self, cursor: object) -> Self:
        """Return the request for another page of the same list."""
        return replace(self, query={**self.query, "cursor": cursor})

    def parameters(self) -> dict[str, str]:
        """Return the query as it is sent; what is None is left out."""
        return {name: parameter(value) for name, value in self.query.items() if value is not None}


def parameter(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def segment(value: object) -> str:
    """Return a value as a part of a path."""
    return quote(str(value), safe="")


def entity_tag(version: int | str | None) -> str | None:
    """Return a version, or an `ETag` as it came, for `If-Match`."""
    return f'"{version}"' if isinstance(version, int) else version


def new_key() -> str:
    return str(uuid4())

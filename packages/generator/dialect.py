"""Types of JSON Schema in the words of a language."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol


class Dialect(Protocol):
    """A language's way to write types."""

    def primitive(self, name: str) -> str:
        """Write `string`, `integer`, `number`, `boolean`, `binary`, `null` or `any`."""

    def literal(self, values: Sequence[Any]) -> str:
        """Write one of these values."""

    def open_literal(self, values: Sequence[str]) -> str:
        """Write a text that is one of these today."""

    def array(self, item: str) -> str:
        """Write a list."""

    def record(self, value: str) -> str:
        """Write an object with any names."""

    def union(self, parts: Sequence[str]) -> str:
        """Write any of these types."""


Name = Callable[[Any], str]


def last_part(schema: Any) -> str:
    """Return the name of the schema that a reference leads to."""
    return str(schema["$ref"]).rpartition("/")[2]


def type_of(schema: Any, dialect: Dialect, reference: Name = last_part, inline: Name | None = None) -> str:
    """Return the type of a schema. `inline` writes an object whose members are described in place."""

    def inner(each: Any) -> str:
        return type_of(each, dialect, reference, inline)

    if "$ref" in schema:
        return reference(schema)
    if parts := schema.get("anyOf") or schema.get("oneOf"):
        return dialect.union([inner(each) for each in parts])
    kind = schema.get("type")
    if isinstance(kind, list):
        return dialect.union([inner(schema | {"type": each}) for each in kind])
    if kind == "null":
        return dialect.primitive("null")
    if "const" in schema:
        return dialect.literal([schema["const"]])
    if "enum" in schema:
        return dialect.literal([each for each in schema["enum"] if each is not None])
    if "x-extensible-enum" in schema:
        return dialect.open_literal(schema["x-extensible-enum"])
    if kind == "array":
        return dialect.array(inner(schema["items"]))
    if kind == "object":
        return record_of(schema, dialect, inner, inline)
    return dialect.primitive(kind or "any")


def record_of(schema: Any, dialect: Dialect, inner: Name, inline: Name | None) -> str:
    if schema.get("properties") and inline:
        return inline(schema)
    values = schema.get("additionalProperties")
    return dialect.record(inner(values) if isinstance(values, dict) else dialect.primitive("any"))

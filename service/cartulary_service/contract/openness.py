"""Answers stay open: clients must expect fields and values that came later (docs/versioning.md)."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Final

SCHEMAS: Final = "#/components/schemas/"
SHOWN: Final = frozenset(("example", "examples"))
"""Keys whose values are no schemas."""
ACTION: Final = "Action"
"""How the union of the actions of a game is called, after its prefix."""
OPEN_ENUM: Final = "x-extensible-enum"


def open_answers(document: dict[str, Any]) -> None:
    """Open the schemas of answers. Requests stay strict. Raises ValueError for a schema that is in both.

    Actions are listed as they are posted, so their schemas are strict there too.
    """
    schemas = document["components"]["schemas"]
    operations = [each for methods in document["paths"].values() for each in methods.values()]
    sent = reach(schemas, (each.get("requestBody") for each in operations))
    answers = [(each["responses"], each.get("callbacks")) for each in operations]
    answered = reach(schemas, (*chain.from_iterable(answers), document["components"]["responses"]))
    actions = reach(schemas, [{"$ref": f"{SCHEMAS}{name}"} for name in sent if name.endswith(ACTION)])
    answered -= actions
    if both := {name for name in sent & answered if opened(schemas[name]) != schemas[name]}:
        raise ValueError(f"{', '.join(sorted(both))}: what is sent is strict, what is answered is open.")
    for name in answered:
        schemas[name] = opened(schemas[name])


def reach(schemas: dict[str, Any], parts: Iterable[Any]) -> set[str]:
    """The names of the schemas that these parts of the contract refer to, directly or by others."""
    found, waiting = set[str](), [name for part in parts for name in references(part)]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += references(schemas[name])
    return found


def references(part: Any) -> Iterator[str]:
    """The names of the schemas that a part of the contract refers to."""
    if isinstance(part, list):
        for each in part:
            yield from references(each)
    elif isinstance(part, dict):
        if str(part.get("$ref")).startswith(SCHEMAS):
            yield part["$ref"].removeprefix(SCHEMAS)
        for key in part.keys() - SHOWN:
            yield from references(part[key])


def opened(schema: Any) -> Any:
    """The schema without an end to fields and values."""
    if isinstance(schema, list):
        return [opened(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: value for key, value in schema.items() if (key, value) != ("additionalProperties", False)}
    return {OPEN_ENUM if key == "enum" else key: each if key in SHOWN else opened(each) for key, each in kept.items()}

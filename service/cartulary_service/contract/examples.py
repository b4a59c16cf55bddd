"""Examples of bodies: each stands once, at the schema of what it shows."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from cartulary_service.contract.openness import OPEN_ENUM, SCHEMAS

Json = dict[str, Any]


def share_examples(document: Json) -> None:
    """Move examples of bodies to the schemas that these refer to: of each game the one that shows most.

    An example of which a third is one of another schema, or one that others hold as well, is left to its parts.
    """
    schemas, found = document["components"]["schemas"], dict[str, dict[str, list[Any]]]()
    for content in list_bodies(document):
        if "$ref" in content["schema"]:
            by_game = {game: each["value"] for game, each in content.pop("examples", {}).items()}
            if "example" in content:
                by_game[""] = content.pop("example")
            for game, value in by_game.items():
                found.setdefault(name_in(content["schema"]), {}).setdefault(game, []).append(value)
    for name, by_game in found.items():
        # An example of each game is better than one that is like one of them.
        shown = [max(each, key=size) for game, each in by_game.items() if game or len(by_game) == 1]
        if shown:
            schemas[name]["examples"] = shown
    take_apart(schemas)
    drop_listed(document, schemas)


def list_bodies(document: Json) -> Iterator[Json]:
    """Yield what is said of each body of the operations, by its media type."""
    for operation in (each for methods in document["paths"].values() for each in methods.values()):
        for part in (operation.get("requestBody", {}), *operation["responses"].values()):
            yield from part.get("content", {}).values()


def take_apart(schemas: Json) -> None:
    """Leave examples to parts that have examples of their own or occur in others too, if these are a third of them."""
    shown = {name: schema for name, schema in schemas.items() if "properties" in schema and schema.get("examples")}
    parts = {name: parts_of(schema, schemas) for name, schema in shown.items()}
    often = Counter(base_of(part, schemas) for each in parts.values() for part in {*each.values()})
    known = {name for name, schema in schemas.items() if "examples" in schema}
    for name, schema in shown.items():
        apart = {key: part for key, part in parts[name].items() if part in known or often[base_of(part, schemas)] > 1}
        if is_much_of(schema["examples"][0], apart):
            values = schema.pop("examples")
            show_members(schema, {key: each for key, each in values[0].items() if key not in apart})
            for key, part in apart.items():
                show(schemas, known, part, [first_of(value[key]) for value in values])
    for name, schema in schemas.items():
        if "allOf" in schema and "examples" in schema:
            show(schemas, known, name, schema.pop("examples"))


def is_much_of(value: Json, members: Iterable[str]) -> bool:
    return 3 * sum(size(value[key]) for key in members) > size(value)


def first_of(value: Any) -> Any:
    return value[0] if isinstance(value, list) else value


def show(schemas: Json, known: set[str], name: str, values: list[Json]) -> None:
    """Give a schema examples unless it has some: of what it adds to another, or whole."""
    if extended := base_in(schemas[name]):
        show(schemas, known, extended, values)
        show_members(schemas[name]["allOf"][-1], values[0])
    elif name not in known:
        members = schemas[name].get("properties", values[0])
        schemas[name]["examples"] = [{key: each for key, each in value.items() if key in members} for value in values]
    known.add(name)


def show_members(schema: Json, values: Json) -> None:
    for key, member in schema["properties"].items():
        # Null and either of two values say no more than the type does.
        if not isinstance(values.get(key), bool | None):
            member.setdefault("examples", [values[key]])


def drop_listed(part: Any, schemas: Json) -> None:
    """Drop examples of members whose values are listed: in place, or by the schema that they refer to."""
    for each in [*part.values()] if isinstance(part, dict) else part if isinstance(part, list) else ():
        drop_listed(each, schemas)
    if isinstance(part, dict) and "examples" in part and {"enum", OPEN_ENUM} & resolve(part, schemas).keys():
        del part["examples"]


def resolve(schema: Json, schemas: Json) -> Json:
    return schemas[name_in(schema)] if str(schema.get("$ref")).startswith(SCHEMAS) else schema


def parts_of(schema: Json, schemas: Json) -> dict[str, str]:
    """Return the schemas of objects that an example shows in its members, or as the first item of one."""
    members = {key: each.get("items", each) for key, each in schema["properties"].items()}
    named = {key: name_in(each) for key, each in members.items() if "$ref" in each and shows(schema, key)}
    return {key: name for key, name in named.items() if {"properties", "allOf", "oneOf"} & schemas[name].keys()}


def base_of(name: str, schemas: Json) -> str:
    """Return the name of the object that a schema extends, directly or by others; its own if it extends none."""
    extended = base_in(schemas[name])
    return base_of(extended, schemas) if extended else name


def base_in(schema: Json) -> str | None:
    return name_in(schema["allOf"][0]) if "allOf" in schema else None


def shows(schema: Json, key: str) -> bool:
    return all(example.get(key) for example in schema["examples"])


def name_in(reference: Json) -> str:
    return str(reference["$ref"]).removeprefix(SCHEMAS)


def size(value: Any) -> int:
    return len(json.dumps(value))

"""Schemas that extend others, as their classes do: members that are the same stand in the contract once."""

from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow import Schema

from cartulary_service.api.schemas.message_schemas import Strict
from cartulary_service.contract.openness import SCHEMAS, reach

Json = dict[str, Any]


def shared_bases(known: Mapping[str, type[Schema]]) -> Iterator[type[Schema]]:
    """Yield the classes of answers that are in none themselves, but that several others extend."""
    found = [base for kind in known.values() if (base := base_of(kind)) and not issubclass(base, Strict)]
    bases = [base for base in found if base.__name__ not in known]
    yield from (base for base in dict.fromkeys(bases) if bases.count(base) > 1)


def extend_schemas(document: Json, known: Mapping[str, type[Schema]]) -> None:
    """Refer to the base of a class for the members that both have. Requests stay strict, so each is whole."""
    schemas = document["components"]["schemas"]
    operations = [each for methods in document["paths"].values() for each in methods.values()]
    sent = reach(schemas, (each.get("requestBody") for each in operations))
    whole = {name: each.get("properties", {}) for name, each in schemas.items()}
    for name, kind in known.items():
        base = base_of(kind)
        if base and base.__name__ in schemas and name not in sent:
            inherited = whole[base.__name__]
            if inherited.items() <= {key: whole[name].get(key) for key in inherited}.items():
                schemas[name] = extension(schemas[name], base.__name__, inherited)


def base_of(kind: type[Schema]) -> type[Schema] | None:
    """Return the class that one extends, if that has members."""
    base = kind.__bases__[0]
    return base if getattr(base, "_declared_fields", None) else None


def extension(schema: Json, base: str, inherited: Json) -> Json:
    """Return an object that has, beside the members of its base, those that are its own."""
    own: Json = {
        "properties": {key: each for key, each in schema["properties"].items() if key not in inherited},
        "required": [key for key in schema.get("required", ()) if key not in inherited],
    }
    return {"allOf": [{"$ref": f"{SCHEMAS}{base}"}, {"type": "object"} | {key: own[key] for key in own if own[key]}]}

"""Legal actions as they are listed: like those that are posted, but what is left open stands under `choose`."""

from typing import Any, Final

from cartulary.catalogue import CATALOGUE
from cartulary_service.contract.descriptions import part_text, prefix, property_text
from cartulary_service.contract.openness import SCHEMAS

Json = dict[str, Any]

LISTED: Final = "LegalAction"
LISTS: Final = frozenset(("array", "object"))
"""Types of the fields that may be left open."""
BOUNDS: Final = frozenset(("enum", "minItems", "maxItems", "minimum", "maximum", "minProperties", "maxProperties"))


def type_legal_actions(schemas: Json) -> None:
    """Add a schema for each action that may be listed, and refer to them where legal actions are told."""
    choices = {"type": "object", "additionalProperties": refer("Choice")}
    schemas["Choices"] = {"description": part_text("Choices")} | choices
    unions = [add_listed(schemas, prefix(game)) for game in CATALOGUE]
    schemas[LISTED] = {"description": part_text(LISTED), "type": "object", "anyOf": [refer(name) for name in unions]}
    for where, name in (("LegalActions", "actions"), ("Problem", "legal")):
        schemas[where]["properties"][name]["items"] = refer(LISTED)


def add_listed(schemas: Json, start: str) -> str:
    """Add a schema for each action that a game may list, and their union; return the name of the union.

    `resign` is always legal and never listed.
    """
    posted: dict[str, str] = schemas[f"{start}Action"]["discriminator"]["mapping"]
    mapping = {name: ref.replace(start, f"{start}Legal") for name, ref in posted.items() if name != "resign"}
    for name, ref in mapping.items():
        schemas[ref.removeprefix(SCHEMAS)] = as_listed(schemas[posted[name].removeprefix(SCHEMAS)])
    union = f"{start}{LISTED}"
    schemas[union] = {
        "description": part_text(LISTED),
        "oneOf": [{"$ref": ref} for ref in mapping.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }
    return union


def as_listed(action: Json) -> Json:
    """Return the schema of an action as it is listed. Which values a field may have stands at the posted action."""
    members = {name: without_values(member) for name, member in action["properties"].items()}
    members["type"] |= {"const": action["properties"]["type"]["enum"][0]}
    left_open = {name for name, member in members.items() if LISTS & types_of(member)}
    if left_open:
        members["choose"] = refer("Choices") | property_text(LISTED, "choose")
    required = [name for name in action["required"] if name not in left_open]
    return action | {"properties": members, "required": required}


def without_values(schema: Any) -> Any:
    """Return a schema without the values and the numbers of items that it allows."""
    if not isinstance(schema, dict):
        return schema
    return {key: without_values(each) for key, each in schema.items() if key not in BOUNDS}


def types_of(member: Json) -> set[str]:
    found = member.get("type", ())
    return {found} if isinstance(found, str) else set(found)


def refer(name: str) -> Json:
    return {"$ref": f"{SCHEMAS}{name}"}

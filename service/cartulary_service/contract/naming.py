"""Names for what recurs in the contract: enumerations, counts by name, and tallies.

A generator of clients makes a type of each enumeration and object that stands within another schema, and calls it
after its place, like `UseBonusResourceType1`. Those that recur get a schema and a name of their own.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from cartulary.bots.strategies import STRATEGIES
from cartulary.catalogue import CATALOGUE
from cartulary.i18n.catalogues import LANGUAGES
from cartulary.kernel.codec import Keyed, Named, Tally
from cartulary.match.game import Game
from cartulary_service.api import viewpoints
from cartulary_service.api.schemas.events import EVENT_NAMES
from cartulary_service.contract.descriptions import part_text, prefix
from cartulary_service.contract.openness import SCHEMAS, reach
from cartulary_service.players.callers import SCOPES

Json = dict[str, Any]

SHARED: Final[Mapping[tuple[str, ...], str]] = {
    tuple(CATALOGUE): "GameId",
    tuple(EVENT_NAMES): "EventName",
    tuple(LANGUAGES): "Language",
    tuple(SCOPES): "Scope",
    tuple(STRATEGIES): "Strategy",
    viewpoints.NAMES: "Viewpoint",
}
"""Enumerations of the service."""
KEPT: Final = ("example", "examples", "enum")
"""Keys whose values are no schemas."""
COUNTS: Final = "Counts"
NUMBERS: Final = "Numbers"
OBJECT: Final = "AnyObject"
OBJECTS: Final[Mapping[str, Json]] = {
    COUNTS: {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 100_000}},
    NUMBERS: {"type": "object", "additionalProperties": {"type": "integer"}},
    OBJECT: {"type": "object", "additionalProperties": {}},
}
"""Objects without members of their own that recur."""


def enumerations() -> dict[tuple[str, ...], str]:
    """Return the names of enumerations by their values: those of the service, and of the cards of each game."""
    found = dict(SHARED)
    for game in CATALOGUE.values():
        names = names_of_cards(cards_of(game))
        found |= {values: prefix(game.id) + name for values, name in names.items() if values not in found}
    return found


def names_of_cards(cards: ModuleType) -> dict[tuple[str, ...], str]:
    """Return the types in a game's `cards.py` that stand for one of several names."""
    marked = [(name, mark) for name, kind in vars(cards).items() for mark in marks(kind)]
    found = {mark.names: name for name, mark in marked if isinstance(mark, Named)}
    keys = {mark.names: f"{name}Key" for name, mark in marked if isinstance(mark, Keyed | Tally)}
    return keys | found


@cache
def tallies() -> dict[str, str]:
    """Return the names of the games' tallies by those of what they count."""
    names = enumerations()
    return {
        names[mark.names]: prefix(game.id) + name
        for game in CATALOGUE.values()
        for name, kind in vars(cards_of(game)).items()
        for mark in marks(kind)
        if isinstance(mark, Tally)
    }


def cards_of(game: Game[Any]) -> ModuleType:
    return import_module(f"{game.state.__module__.rpartition('.')[0]}.cards")


def marks(kind: Any) -> tuple[Any, ...]:
    return getattr(kind, "__metadata__", ())


def name_parts(document: Json) -> None:
    """Give names to what recurs. Enumerations are named where they are sent; answers name values without an end."""
    schemas = document["components"]["schemas"]
    operations = [each for methods in document["paths"].values() for each in methods.values()]
    sent = reach(schemas, [each.get("requestBody") for each in operations])
    names = enumerations()
    for name, schema in schemas.items():
        schemas[name] = replace(schema, names if name in sent else {})
    for operation in operations:
        operation["parameters"] = [replace(each, names) for each in operation["parameters"]]
    for item, name in tallies().items():
        either = [reference(COUNTS), {"type": "array", "items": reference(item)}]
        schemas[name] = {"description": part_text(name), "anyOf": either}
    used = {ref.removeprefix(SCHEMAS) for ref in references(document)}
    named: dict[str, Json] = {name: {"type": "string", "enum": [*values]} for values, name in names.items()}
    named |= OBJECTS
    schemas.update({name: {"description": part_text(name)} | schema for name, schema in named.items() if name in used})


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from ([str(value["$ref"])] if "$ref" in value else ())
        value = [*value.values()]
    if isinstance(value, list):
        for each in value:
            yield from references(each)


def replace(value: Any, names: Mapping[tuple[str, ...], str]) -> Any:
    """Return a part of the contract in which what recurs is referred to."""
    if isinstance(value, list):
        return [replace(each, names) for each in value]
    if not isinstance(value, dict):
        return value
    inner = {key: each if key in KEPT else replace(each, names) for key, each in value.items()}
    return replace_object(replace_enumeration(inner, names))


def replace_enumeration(schema: Json, names: Mapping[tuple[str, ...], str]) -> Json:
    values = schema.get("enum")
    if not isinstance(values, list) or not names:
        return schema
    rest = {key: each for key, each in schema.items() if key not in ("enum", "type")}
    strings = tuple(each for each in values if each is not None)
    if len(values) == 1:
        return {"type": "string", "const": values[0]} | rest
    if strings not in names:
        return schema
    named = reference(names[strings])
    return rest | ({"anyOf": [named, {"type": "null"}]} if None in values else named)


def replace_object(schema: Json) -> Json:
    """Return a schema in which an object without members, or one of several types, goes by a name."""
    types = schema.get("type")
    kinds: list[str] = types if isinstance(types, list) else [str(types)]
    inner = schema.get("additionalProperties")
    if "object" not in kinds or "properties" in schema or not isinstance(inner, dict):
        return schema
    bare = {key: each for key, each in inner.items() if key != "description"}
    name = next((name for name, known in OBJECTS.items() if known["additionalProperties"] == bare), None)
    if name is None:
        return schema
    rest = {key: each for key, each in schema.items() if key not in ("type", "additionalProperties", "items")}
    if "array" in kinds:
        name = tallies()[schema["items"]["$ref"].removeprefix(SCHEMAS)]
    named = reference(name)
    return rest | ({"anyOf": [named, {"type": "null"}]} if "null" in kinds else named)


def reference(name: str) -> Json:
    return {"$ref": f"{SCHEMAS}{name}"}

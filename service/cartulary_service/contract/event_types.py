"""A JSON Schema of all events of all games, from which generators make a type for each."""

from collections.abc import Iterator, Sequence
from json import dumps
from typing import Any, Final

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.messages import Event
from cartulary.match.events import MATCH_EVENTS
from cartulary_service.api.event_schemas import DIALECT, REVEALS, VISIBLE_TO, schema_of_stored
from cartulary_service.contract.descriptions import prefix

Schema = dict[str, Any]
OF_OURS: Final = ("$schema", "$defs", REVEALS, VISIBLE_TO)
"""Keys of an event's own schema that say nothing of its type here."""
REFERENCE: Final = "#/$defs/"


def document() -> str:
    """Return the schema as JSON: an event of the list is one of `$defs`, told apart by game, type and version."""
    named = events_by_name()
    found = {name: schema for each, event in named.items() for name, schema in definitions(each, event)}
    whole = {
        "$schema": DIALECT,
        "title": "CartularyEvent",
        "anyOf": [{"$ref": f"{REFERENCE}{name}"} for name in named],
        "$defs": dict(sorted(found.items())),
    }
    return dumps(whole, ensure_ascii=False, indent=1) + "\n"


def events_by_name() -> dict[str, type[Event]]:
    """Return the types of events of all games by their names, which begin with that of their game."""
    owners: list[tuple[str, Sequence[type[Event]]]] = [("", tuple(MATCH_EVENTS))]
    owners += [(prefix(game.id), game.events) for game in CATALOGUE.values()]
    return {f"{owner}{name_of(event)}": event for owner, events in owners for event in events}


def name_of(event: type[Event]) -> str:
    """Return the name of a type of event; the first version has none of the number."""
    return f"{event.NAME}{'' if event.VERSION == 1 else event.VERSION}"


def definitions(name: str, event: type[Event]) -> Iterator[tuple[str, Schema]]:
    """Yield an event's schema, and those that stand within it, by names that no other event has."""
    schema = schema_of_stored(event)
    for nested, each in schema.get("$defs", {}).items():
        yield f"{name}{nested}", rename_references(each, name)
    yield from parts(name, rename_references(schema, name))


def parts(name: str, schema: Schema) -> Iterator[tuple[str, Schema]]:
    """Yield an object's schema by a name, and those of its members that are objects by names of their own."""
    members = dict(schema["properties"])
    for member in ("public", "private", "data", "secrets"):
        if members.get(member, {}).get("properties"):
            yield from parts(f"{name}{member.capitalize()}", members[member])
            members[member] = {"$ref": f"{REFERENCE}{name}{member.capitalize()}"}
    yield name, {**schema, "title": name, "properties": members}


def rename_references(part: Any, name: str) -> Any:
    """Return a schema with references to the names of `definitions`."""
    match part:
        case dict():
            kept = {key: rename_references(each, name) for key, each in part.items() if key not in OF_OURS}
            if "$ref" in kept:
                kept["$ref"] = f"{REFERENCE}{name}{kept['$ref'].removeprefix(REFERENCE)}"
            return kept
        case list():
            return [rename_references(each, name) for each in part]
        case _:
            return part

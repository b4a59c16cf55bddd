"""A JSON Schema of all events of all games, from which generators make a type for each."""

from collections.abc import Iterable, Iterator, Sequence
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
    """Return the schema as JSON: an event is one of `$defs`; those of a game are told apart by type and version."""
    shared = events_by_name("", tuple(MATCH_EVENTS))
    by_game = {prefix(game.id): events_by_name(prefix(game.id), game.events) for game in CATALOGUE.values()}
    named = shared | {name: event for own in by_game.values() for name, event in own.items()}
    found = {name: schema for each, event in named.items() for name, schema in definitions(each, event)}
    games = {
        f"{game}Event": {"title": f"{game}Event", "anyOf": refer([*shared, *own])} for game, own in by_game.items()
    }
    whole = {
        "$schema": DIALECT,
        "title": "CartularyEvent",
        "anyOf": refer(games),
        "$defs": dict(sorted((found | games).items())),
    }
    return dumps(whole, ensure_ascii=False, indent=1) + "\n"


def refer(names: Iterable[str]) -> list[Schema]:
    return [{"$ref": f"{REFERENCE}{name}"} for name in names]


def events_by_name(owner: str, events: Sequence[type[Event]]) -> dict[str, type[Event]]:
    """Return types of events by names that begin with that of their game."""
    return {f"{owner}{name_of(event)}": event for event in events}


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

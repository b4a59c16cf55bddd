"""The JSON Schema of every event in every version, as it stands on the wire; made from its declaration."""

from typing import Any, Final

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema

from cartulary.kernel.codec import fields_of
from cartulary.kernel.messages import Event
from cartulary_service.api.schemas.message_schemas import event_schema, schema_of_hidden

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
VISIBLE_TO: Final = "visibleTo"
"""A keyword of ours: the fields of the event that hold the seats which may see a hidden one before the end."""
REVEALS: Final = "reveals"
"""Keyword of our own: whether the event reveals hidden information to a seat."""


def schema_of_stored(event: type[Event]) -> dict[str, Any]:
    """The schema of an event, its public part and what a caller may see of its private one; without words."""
    fields = fields_of(event)
    data, hidden = json_schema(event_schema(event, "")), json_schema(schema_of_hidden(event, ""))
    nested = data.pop("$defs", {}) | hidden.pop("$defs", {})
    for each in fields:
        if each.secrecy:
            hidden["properties"][each.wire] |= {VISIBLE_TO: list(each.secrecy.viewers)}
    committed = {each.wire: {"type": "string"} for each in fields if each.secrecy and each.secrecy.committed}
    seated = any(each.name == "seat" for each in fields)
    public = close_object(
        {
            "at": {"type": "string", "format": "date-time"},
            "data": data,
            "ply": {"type": "integer", "minimum": 1},
            "position": {"type": "integer", "minimum": 1},
            "seat": {"type": "integer", "minimum": 0} if seated else {"type": "null"},
            "secrets": close_object(committed),
            "type": {"const": event.NAME},
            "v": {"const": event.VERSION},
        }
    )
    about = {"$schema": DIALECT, "title": event.NAME, REVEALS: event.REVEALS}
    return about | close_object({"public": public, "private": hidden}) | ({"$defs": nested} if nested else {})


def describe_schema(event: type[Event]) -> dict[str, Any]:
    """The same with what is said of the event."""
    return {"description": event.__doc__ or ""} | schema_of_stored(event)


def close_object(properties: dict[str, Any]) -> dict[str, Any]:
    """An object that has just these members."""
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def json_schema(schema: type[Schema]) -> dict[str, Any]:
    """The JSON Schema of a marshmallow one, nested ones under `$defs`."""
    plugin = MarshmallowPlugin()
    spec = APISpec(title="", version="", openapi_version="3.1.0", plugins=[plugin])
    converter: Any = plugin.converter
    main = converter.schema2jsonschema(schema)
    nested = spec.to_dict().get("components", {}).get("schemas", {})
    whole: dict[str, Any] = localise(main | ({"$defs": nested} if nested else {}))
    return whole


def localise(value: Any) -> Any:
    """References into the schema itself."""
    if isinstance(value, dict):
        return {
            key: value[key].replace("#/components/schemas/", "#/$defs/") if key == "$ref" else localise(value[key])
            for key in value
        }
    return [localise(each) for each in value] if isinstance(value, list) else value

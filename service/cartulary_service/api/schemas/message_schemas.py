"""Marshmallow schemas made from the annotations of the domain's messages."""

import re
import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from cartulary.kernel.codec import (
    MOST_COUNTED,
    MOST_ITEMS,
    Field,
    Inline,
    Keyed,
    Length,
    Named,
    Tally,
    fields_of,
    unwrap,
)
from cartulary.kernel.codec import field as declared_field
from cartulary.kernel.messages import Action, Event
from cartulary_service.players.references import Reference


class StrictInteger(fields.Integer):
    """A whole number, and nothing that could be taken for one."""

    def __init__(self, **more: Any) -> None:
        super().__init__(strict=True, **more)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> int:
        if isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **more)


DEPRECATED: Final = {"deprecated": True}
"""Marks a field or a parameter that goes on working, while another is better."""
URI: Final = {"format": "uri"}
NOT_EMPTY: Final = {"minLength": 1}
"""Says in the contract of a text that it is not empty; the handler refuses it with a problem of its own."""


class QueryNumber(fields.Integer):
    """A whole number in a query string: decimal digits."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> int:
        if not re.fullmatch(r"-?[0-9]{1,15}", str(value)):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **more)


class QueryText(fields.String):
    """A text in a query string that the database can compare: without U+0000."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> str:
        if "\x00" in value:
            raise self.make_error("invalid", input=value)
        return str(super()._deserialize(value, attr, data, **more))


class PlayerReference(QueryText):
    """The id or the handle of a player in a query string."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Reference:
        return Reference(super()._deserialize(value, attr, data, **more))


class StrictBoolean(fields.Boolean):
    """true or false, and nothing that could be taken for them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class FullMatch(validate.Regexp):
    """A text that has a form from end to end, in an expression that JavaScript, and so the contract, reads alike."""

    def __init__(self, expression: str, form: str) -> None:
        super().__init__(expression, error=f"Not of this form: {form}.")

    def __call__(self, value: Any) -> Any:
        if self.regex.fullmatch(value) is None:
            raise ValidationError(self._format_error(value))
        return value


class Strict(Schema):
    """Refuses fields that it does not know."""

    class Meta:
        unknown = RAISE


class Counts(fields.Dict):
    """An object, name -> how often, or a list of the names, each as often as it is meant."""

    def __init__(self, names: tuple[str, ...], **more: Any) -> None:
        self._listed = fields.List(
            fields.String(validate=validate.OneOf(names)), validate=validate.Length(max=MOST_ITEMS)
        )
        super().__init__(
            keys=fields.String(validate=validate.OneOf(names)),
            values=StrictInteger(validate=validate.Range(0, MOST_COUNTED)),
            metadata={"type": ["object", "array"], "items": {"type": "string", "enum": list(names)}},
            **more,
        )

    def deserialize(self, value: Any, attr: str | None = None, data: Any = None, **more: Any) -> Any:
        if isinstance(value, list):
            return self._listed.deserialize(value, attr, data)
        return super().deserialize(value, attr, data, **more)


SCHEMAS: dict[tuple[Any, str], type[Schema]] = {}


def schema_of(message: Any, prefix: str, members: Callable[[], dict[str, Any]]) -> type[Schema]:
    """The schema class of a message, made once, with the message's name after the prefix."""
    if (message, prefix) not in SCHEMAS:
        body = members() | {"__doc__": message.__doc__}
        SCHEMAS[message, prefix] = types.new_class(
            prefix + message.__name__, (Strict,), {}, lambda space: space.update(body)
        )
    return SCHEMAS[message, prefix]


def shape(annotation: Any, marks: tuple[Any, ...], nullable: bool, prefix: str, **more: Any) -> fields.Field[Any]:
    """The field for a type. `prefix` begins the names of nested schemas."""
    more |= {"allow_none": True} if nullable else {}
    for mark in marks:
        if isinstance(mark, Named):
            return fields.String(validate=validate.OneOf(mark.names), **more)
        if isinstance(mark, Keyed | Tally):
            keys = fields.String(validate=validate.OneOf(mark.names))
            return fields.Dict(keys=keys, values=StrictInteger(validate=validate.Range(0, MOST_COUNTED)), **more)
    origin = typing.get_origin(annotation)
    if origin is typing.Literal:
        return literal(typing.get_args(annotation), **more)
    if origin is tuple:
        return list_of(annotation, marks, prefix, **more)
    if isinstance(annotation, type) and (typing.is_typeddict(annotation) or issubclass(annotation, tuple)):
        return fields.Nested(record_schema(annotation, prefix), **more)
    field: fields.Field[Any] = PLAIN[origin or annotation](**more)
    return field


PLAIN: dict[Any, Any] = {
    int: StrictInteger,
    bool: StrictBoolean,
    str: fields.String,
    bytes: fields.String,
    dict: fields.Dict,
}


def literal(values: tuple[Any, ...], **more: Any) -> fields.Field[Any]:
    """Return a field for an enumeration, which may mix numbers and strings."""
    if all(isinstance(value, str) for value in values):
        return fields.String(validate=validate.OneOf(values), **more)
    kinds = {"integer": int, "string": str}
    named = [{"type": name, "enum": [each for each in values if type(each) is kind]} for name, kind in kinds.items()]
    one_of = validate.OneOf(values)
    # Told as one enumeration of two types, generators of clients give it up.
    return fields.Raw(validate=lambda value: one_of(value), metadata={"anyOf": named}, **more)


def list_of(annotation: Any, marks: tuple[Any, ...], prefix: str, **more: Any) -> fields.Field[Any]:
    """A list, of an exact length where that is declared."""
    item = shape(*unwrap(typing.get_args(annotation)[0]), prefix)
    sizes = [mark.size for mark in marks if isinstance(mark, Length)]
    length = validate.Length(equal=sizes[0]) if sizes else validate.Length(max=MOST_ITEMS)
    return fields.List(item, validate=length, **more)


def read_declared(field: Field, prefix: str) -> fields.Field[Any]:
    """The field for a declared one."""
    return shape(field.annotation, field.marks, field.nullable, prefix, required=not field.has_default)


def action_field(field: Field, prefix: str) -> fields.Field[Any]:
    """The field for a declared one of an action."""
    tally: Tally | None = field.mark(Tally)
    if tally is None:
        return read_declared(field, prefix)
    return Counts(tally.names, required=not field.has_default, **({"allow_none": True} if field.nullable else {}))


def record_schema(record: Any, prefix: str) -> type[Schema]:
    """The schema of a named tuple or a typed dictionary."""
    return schema_of(record, prefix, lambda: {each.wire: read_declared(each, prefix) for each in record_fields(record)})


def record_fields(record: Any) -> tuple[Field, ...]:
    """The declared fields of either."""
    if not typing.is_typeddict(record):
        return fields_of(record)
    hints = typing.get_type_hints(record, include_extras=True)
    return tuple(declared_field(name, hint) for name, hint in hints.items())


def action_schema(action: type[Action], prefix: str) -> type[Schema]:
    """The schema of an action as it is posted."""

    def members() -> dict[str, Any]:
        found: dict[str, Any] = {"type": fields.String(required=True, validate=validate.Equal(action.NAME))}
        for each in fields_of(action):
            inline: Inline | None = each.mark(Inline)
            found |= inline_members(inline, each.wire, prefix) if inline else {each.wire: action_field(each, prefix)}
        return found

    return schema_of(action, prefix, members)


def event_schema(event: type[Event], prefix: str) -> type[Schema]:
    """The schema of an event's public data; its seat and its secret fields stand elsewhere."""
    shown = [each for each in fields_of(event) if not each.secrecy and each.name != "seat"]
    return schema_of(event, prefix, lambda: {each.wire: read_declared(each, prefix) for each in shown})


def schema_of_hidden(event: type[Event], prefix: str) -> type[Schema]:
    """The schema of what an event hides, as far as it is known: all of its fields may be missing."""
    hidden = [each for each in fields_of(event) if each.secrecy]
    members = {each.wire: shape(each.annotation, each.marks, each.nullable, prefix) for each in hidden}
    return types.new_class(event.__name__, (Strict,), {}, lambda space: space.update(members))


def inline_members(inline: Inline, wire: str, prefix: str) -> dict[str, fields.Field[Any]]:
    """The name of the inner action, and every field that one of them has."""
    names = [each.NAME for each in inline.actions]
    members: dict[str, fields.Field[Any]] = {wire: fields.String(required=True, validate=validate.OneOf(names))}
    for action in inline.actions:
        for each in fields_of(action):
            # How many there must be depends on the inner action, by whose own schema it is read.
            members[each.wire] = shape(each.annotation, (), True, prefix)
    return members


@cache
def checker(schema: type[Schema]) -> Schema:
    """Return a cached instance of a schema; making one takes longer than using it."""
    return schema()


def validate_action(actions: typing.Mapping[str, type[Action]], data: Any, prefix: str) -> dict[str, Any]:
    """The action as it was posted. Raises ValidationError, with errors per field, if it has the shape of none."""
    if not isinstance(data, dict):
        raise ValidationError({"type": ["An action is an object with a type."]})
    kind = actions.get(data["type"]) if isinstance(data.get("type"), str) else None
    if kind is None:
        raise ValidationError({"type": [f"Must be one of: {', '.join(actions)}."]})
    if "choose" in data:
        raise ValidationError({"choose": ["This is a form: fill in the fields that `choose` names, and leave it out."]})
    checker(action_schema(kind, prefix)).load(data)
    for each in fields_of(kind):
        if inline := each.mark(Inline):
            outer = {"type", each.wire, *(other.wire for other in fields_of(kind))}
            # The schema has the fields of every inner action: those of others may be null.
            inner = {name: value for name, value in data.items() if name not in outer and value is not None}
            validate_action({one.NAME: one for one in inline.actions}, inner | {"type": data[each.wire]}, prefix)
    return data

"""Between declared messages and JSON; what a field is on the wire is read off its annotation."""

import types
import typing
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Annotated, Any, Final, NamedTuple

from cartulary.kernel.canonical import base64url, from_base64url
from cartulary.kernel.field_types import hints_of
from cartulary.kernel.messages import Action
from cartulary.kernel.visibility import Secrecy

Convert = Callable[[Any], Any]
MOST_ITEMS: Final = 1_000
"""No list of any game is longer, and no pile or table larger."""
MOST_COUNTED: Final = 100_000
"""Upper bound of a count, above all that a game can reach."""


class Named(NamedTuple):
    """An index that stands on the wire as a name."""

    names: tuple[str, ...]
    first: int = 0
    """The index of the first name."""


class Length(NamedTuple):
    """A list of exactly that many."""

    size: int


class Wire(NamedTuple):
    """The field's name on the wire, where Python reserves it."""

    name: str


class Instant(NamedTuple):
    """A text that is a time of the record, like `2026-01-31T12:00:00.000Z`."""


class AtMost(NamedTuple):
    """A count of things, from zero to that many."""

    most: int


Count = Annotated[int, AtMost(MOST_ITEMS)]


class Keyed(NamedTuple):
    """An object of counts under these names. A missing name means zero."""

    names: tuple[str, ...]


class Tally(NamedTuple):
    """A list of indices in ascending order that stands on the wire as an object: name -> how often.

    In an action it may be a list of names as well.
    """

    names: tuple[str, ...]


class Inline(NamedTuple):
    """An action inside an action: its name stands under the field's own, its fields beside it."""

    actions: tuple[type[Action], ...]


class Field(NamedTuple):
    """A declared field of a message."""

    name: str
    wire: str
    annotation: Any
    """The bare type, without None."""
    marks: tuple[Any, ...]
    nullable: bool
    has_default: bool
    default: Any
    """None where there is none."""
    secrecy: Secrecy | None
    encode: Convert
    decode: Convert

    def mark(self, kind: type[Any]) -> Any:
        """The annotation's mark of that kind, or None."""
        return next((mark for mark in self.marks if isinstance(mark, kind)), None)


def fields_of(message: type[Any]) -> tuple[Field, ...]:
    """The declared fields of an event, action or named tuple, in their order."""
    known = FIELDS.get(message)
    return FIELDS.setdefault(message, read_fields(message)) if known is None else known


FIELDS: dict[type[Any], tuple[Field, ...]] = {}


def read_fields(message: type[Any]) -> tuple[Field, ...]:
    """Read all annotations of a message, which is done once."""
    hints = hints_of(message)
    if issubclass(message, tuple):
        defaults = getattr(message, "_field_defaults", {})
        return tuple(field(name, hint, defaults.get(name, MISSING)) for name, hint in hints.items())
    return tuple(field(each.name, hints[each.name], each.default) for each in fields(message))


def field(name: str, hint: Any, default: Any = MISSING) -> Field:
    """Read one annotation."""
    bare, marks, nullable = unwrap(hint)
    secrecy = next((mark for mark in marks if isinstance(mark, Secrecy)), None)
    wire = next((mark.name for mark in marks if isinstance(mark, Wire)), name)
    encode, decode = converters(bare, marks)
    has_default = default is not MISSING
    return Field(
        name=name,
        wire=wire,
        annotation=bare,
        marks=marks,
        nullable=nullable,
        has_default=has_default,
        default=default if has_default else None,
        secrecy=secrecy,
        encode=either_none(encode),
        decode=either_none(decode),
    )


def unwrap(hint: Any) -> tuple[Any, tuple[Any, ...], bool]:
    """The bare type, all marks on it, and whether it may be None: through Annotated and `| None`."""
    marks: tuple[Any, ...] = ()
    nullable = False
    while True:
        if typing.get_origin(hint) is typing.Annotated:
            hint, *more = typing.get_args(hint)
            marks += tuple(more)
        elif is_optional(hint):
            hint = next(each for each in typing.get_args(hint) if each is not types.NoneType)
            nullable = True
        else:
            return hint, marks, nullable


def is_optional(hint: Any) -> bool:
    """Whether the annotation is `X | None`."""
    arguments = typing.get_args(hint)
    return (
        typing.get_origin(hint) in (types.UnionType, typing.Union)
        and len(arguments) == 2
        and types.NoneType in arguments
    )


def converters(bare: Any, marks: tuple[Any, ...]) -> tuple[Convert, Convert]:
    """Return the functions that encode and decode values of a type, None excepted."""
    if inline := next((mark for mark in marks if isinstance(mark, Inline)), None):
        return action_json, lambda value: decode_action({each.NAME: each for each in inline.actions}, value)
    if named := next((mark for mark in marks if isinstance(mark, Named)), None):
        names = dict(enumerate(named.names, named.first))
        return names.__getitem__, {name: index for index, name in names.items()}.__getitem__
    if tally := next((mark for mark in marks if isinstance(mark, Tally)), None):
        return lambda value: count_items(tally, value), lambda value: spread(tally, value)
    if bare is bytes:
        return base64url, from_base64url
    if typing.get_origin(bare) is tuple:
        item, item_marks, _ = unwrap(typing.get_args(bare)[0])
        encode, decode = converters(item, item_marks)
        return items_encoded(encode), items_decoded(decode)
    if isinstance(bare, type) and issubclass(bare, tuple):
        return record_json, lambda value: decode_record(bare, value)
    return same, same


def items_encoded(encode: Convert) -> Convert:
    """Return the encoder of a tuple from that of its items."""
    return list if encode is same else lambda value: [*map(encode, value)]


def items_decoded(decode: Convert) -> Convert:
    """Return the decoder of a list from that of its items."""
    return tuple if decode is same else lambda value: tuple(map(decode, value))


def count_items(tally: Tally, indices: Iterable[int]) -> dict[str, int]:
    """Count items by name."""
    return {tally.names[index]: count for index, count in Counter(indices).items()}


def spread(tally: Tally, counts: Mapping[str, int] | Sequence[str]) -> tuple[int, ...]:
    """Each index as often as its name says, or as its name is listed."""
    often = counts if isinstance(counts, Mapping) else Counter(counts)
    if any(number > MOST_COUNTED for number in often.values()):
        raise ValueError(f"nobody has more than {MOST_COUNTED} of a kind")
    return tuple(index for index, name in enumerate(tally.names) for _ in range(often.get(name, 0)))


def same(value: Any) -> Any:
    """A value that is JSON as it is."""
    return value


def either_none(convert: Convert) -> Convert:
    """Convert anything but None."""
    return convert if convert is same else lambda value: None if value is None else convert(value)


def record_json(record: Any) -> dict[str, Any]:
    """A named tuple as an object."""
    return {each.wire: each.encode(value) for each, value in zip(fields_of(type(record)), record, strict=True)}


def decode_record(kind: Any, data: dict[str, Any]) -> Any:
    """An object as a named tuple."""
    known = fields_of(kind)
    return kind(**{each.name: each.decode(data[each.wire]) for each in known if each.wire in data})


def decode_message(message: type[Any], data: Mapping[str, Any]) -> Any:
    """A message from JSON; fields that are missing are None, or have their default."""
    values: dict[str, Any] = {}
    for name, wire, has_default, decode in readings_of(message):
        if wire in data:
            values[name] = decode(data[wire])
        elif not has_default:
            values[name] = None
    return message(**values)


Reading = tuple[str, str, bool, Convert]
READINGS: dict[type[Any], tuple[Reading, ...]] = {}


def readings_of(message: type[Any]) -> tuple[Reading, ...]:
    """Return what decoding needs of each field: name, name on the wire, whether there is a default, decoder."""
    known = READINGS.get(message)
    if known is None:
        read = tuple((each.name, each.wire, each.has_default, each.decode) for each in fields_of(message))
        known = READINGS.setdefault(message, read)
    return known


def action_json(message: Action) -> dict[str, Any]:
    """An action as it is posted: its type, its fields, and those of an action inside it."""
    out: dict[str, Any] = {"type": message.NAME}
    for each in fields_of(type(message)):
        value = getattr(message, each.name)
        if each.mark(Inline):
            inner = action_json(value)
            out |= {each.wire: inner.pop("type"), **inner}
        elif value is not None:
            out[each.wire] = each.encode(value)
    return out


def decode_action(known: Mapping[str, type[Action]], data: dict[str, Any]) -> Action:
    """An action from JSON of the right shape."""
    kind = known[data["type"]]
    values = dict(data)
    for each in fields_of(kind):
        if each.mark(Inline):
            values[each.wire] = {**data, "type": data[each.wire]}
    action: Action = decode_message(kind, values)
    return action

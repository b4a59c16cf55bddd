"""Events as canonical text, written field by field: the same text as that of the JSON of each, at half its price."""

import typing
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from domain.kernel.canonical import canonical, quoted
from domain.kernel.codec import Field, Inline, Named, Tally, converters, fields_of, unwrapped

Write = Callable[[Any], str]


class Member(NamedTuple):
    """A field as a member of an object."""

    name: str
    wire: str
    key: str
    """The name on the wire with all that stands before a value."""
    write: Write
    committed: bool


class Members(NamedTuple):
    """An event's public fields and its hidden ones, in canonical order; its seat stands beside both."""

    public: tuple[Member, ...]
    hidden: tuple[Member, ...]


MEMBERS: dict[type[Any], Members] = {}


def members_of(kind: type[Any]) -> Members:
    """The fields of an event as they are written."""
    return MEMBERS.get(kind) or MEMBERS.setdefault(kind, declared_members(kind))


def declared_members(kind: type[Any]) -> Members:
    """Work out how each field of an event is written, which is done once."""
    public = [each for each in fields_of(kind) if not each.secrecy and each.name != "seat"]
    return Members(in_order(public), in_order([each for each in fields_of(kind) if each.secrecy]))


def in_order(fields: Sequence[Field]) -> tuple[Member, ...]:
    """Fields in canonical order, as they are written."""
    return tuple(map(member, sorted(fields, key=lambda each: each.wire)))


def member(field: Field) -> Member:
    """A field as it is written."""
    write = writing(field.annotation, field.marks)
    committed = field.secrecy is not None and field.secrecy.committed
    return Member(field.name, field.wire, f"{quoted(field.wire)}:", or_null(write), committed)


def or_null(write: Write) -> Write:
    """How a value is written that may be None."""
    return lambda value: "null" if value is None else write(value)


def writing(bare: Any, marks: tuple[Any, ...]) -> Write:
    """How a value of that type that is not None is written."""
    if named := next((mark for mark in marks if isinstance(mark, Named)), None):
        return {index: quoted(name) for index, name in enumerate(named.names, named.first)}.__getitem__
    if bare is bytes or any(isinstance(mark, (Tally, Inline)) for mark in marks):
        encode, _ = converters(bare, marks)
        return lambda value: canonical(encode(value))
    if typing.get_origin(bare) is tuple:
        item, item_marks, _ = unwrapped(typing.get_args(bare)[0])
        write = writing(item, item_marks)
        return lambda value: f"[{','.join(map(write, value))}]"
    if isinstance(bare, type) and issubclass(bare, tuple):
        members = in_order(fields_of(bare))
        return lambda value: written(members, value)
    return plain


def plain(value: Any) -> str:
    """A value that is JSON as it is."""
    return str(value) if type(value) is int else canonical(value)


def written(members: Sequence[Member], holder: Any) -> str:
    """An object with these members, of whatever holds their values."""
    return closed([each.key + each.write(getattr(holder, each.name)) for each in members])


def closed(members: Sequence[str]) -> str:
    """An object of members in canonical order."""
    return "{" + ",".join(members) + "}"

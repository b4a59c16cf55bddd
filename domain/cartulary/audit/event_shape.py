"""The shape of stored events: the members, types and spellings that their declarations give them."""

from collections.abc import Mapping, Sequence
from json import loads
from typing import Any, Final, NamedTuple

from cartulary.kernel.canonical import base64url, from_base64url
from cartulary.kernel.codec import Field, fields_of
from cartulary.kernel.declarations import Check, check_of_field
from cartulary.kernel.messages import Event
from cartulary.match.events.seating import GameCreated
from cartulary.record.bundle import WRONG, Broken
from cartulary.record.decode import EventTypes
from cartulary.record.event import RecordedEvent

DIGEST_BYTES: Final = 32
SEATS: Final = ("target", "source", "to", "expired", "first", "active", "dealer")
"""Members that hold the number of a seat."""


class Member(NamedTuple):
    """A declared field, and the check of its value."""

    field: Field
    holds: Check


class Shape(NamedTuple):
    """The members of an event by their names on the wire."""

    shown: Mapping[str, Member]
    hidden: Mapping[str, Member]
    committed: frozenset[str]
    seated: bool


SHAPES: Final[dict[type[Event], Shape]] = {}


def shape_of(kind: type[Event]) -> Shape:
    """The shape of an event, read once."""
    return SHAPES.get(kind) or SHAPES.setdefault(kind, shape_of_event(kind))


def shape_of_event(kind: type[Event]) -> Shape:
    """Read the declaration of an event."""
    fields = fields_of(kind)
    members = {each.wire: Member(each, check_of_field(each)) for each in fields if each.name != "seat"}
    return Shape(
        shown={wire: each for wire, each in members.items() if not each.field.secrecy},
        hidden={wire: each for wire, each in members.items() if each.field.secrecy},
        committed=frozenset(each.wire for each in fields if each.secrecy and each.secrecy.committed),
        seated=any(each.name == "seat" for each in fields),
    )


def require_shapes(types: EventTypes, rows: Sequence[RecordedEvent]) -> None:
    """Check that every event is as its type declares it. Raises Broken."""
    seats = loads(rows[0].public)["data"].get("seats", 0) if rows else 0
    for row in rows:
        kind = types.get((row.type, row.v))
        if kind is None:
            raise Broken(f"there is no event {row.type} of version {row.v}", row.position)
        if wrong := misshapen(shape_of(kind), loads(row.public), loads(row.private) if row.private else {}):
            raise Broken(f"its {wrong} is not as {row.type} declares it", row.position)
        if rows[0].type == GameCreated.NAME and not names_seats(row, range(seats)):
            raise Broken("there is no seat of that number", row.position)


def names_seats(row: RecordedEvent, seats: range) -> bool:
    """Whether an event names seats that there are."""
    data = loads(row.public)["data"]
    named = [data[name] for name in SEATS if type(data.get(name)) is int]
    return all(seat in seats for seat in (*named, *(() if row.seat is None else (row.seat,))))


def misshapen(shape: Shape, public: Mapping[str, Any], private: Mapping[str, Any]) -> str | None:
    """The first member that the shape does not have so; None if there is none."""
    data, secrets = public["data"], public["secrets"]
    if type(public["seat"]) is not (int if shape.seated else type(None)):
        return "seat"
    if secrets.keys() != shape.committed or not all(map(is_digest, secrets.values())):
        return "secrets"
    if shape.shown.keys() - data.keys():
        return "data"
    members = [(name, shape.shown.get(name), value) for name, value in data.items()]
    members += [(name, shape.hidden.get(name), value) for name, value in private.items()]
    return next((name for name, member, value in members if member is None or not is_value(member, value)), None)


def is_digest(text: Any) -> bool:
    """Whether a value is 32 bytes in base64url, spelled in the only way there is."""
    try:
        found = from_base64url(text)
    except WRONG:
        return False
    return len(found) == DIGEST_BYTES and base64url(found) == text


def is_value(member: Member, value: Any) -> bool:
    """Whether JSON is a value of a field, spelled in the only way there is."""
    try:
        decoded = member.field.decode(value)
        return member.holds(decoded) and is_spelled(value, member.field.encode(decoded))
    except WRONG:
        return False


def is_spelled(value: Any, again: Any) -> bool:
    """Whether JSON is what its value is written as; members that were declared since may be missing."""
    if isinstance(value, dict) and isinstance(again, dict):
        return value.keys() <= again.keys() and all(is_spelled(value[name], again[name]) for name in value)
    if isinstance(value, list) and isinstance(again, list):
        return len(value) == len(again) and all(map(is_spelled, value, again))
    return type(value) is type(again) and bool(value == again)

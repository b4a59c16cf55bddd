"""Encoding of events as they are stored: canonical JSON text, salted commitments, and the hash chain."""

import typing
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from domain.kernel.canonical import base64url, canonical, quote
from domain.kernel.codec import Field, Inline, Named, Tally, converters, fields_of, unwrap
from domain.kernel.messages import Event
from domain.record.event import RecordedEvent, RecordEnd, commitment, next_head

Write = Callable[[Any], str]


def record(place: RecordEnd, at: str, events: Iterable[Event]) -> list[RecordedEvent]:
    """Return the events of one ply as they are stored, `at` (RFC 3339, UTC) being when it happened."""
    rows: list[RecordedEvent] = []
    head = place.head
    for position, event in enumerate(events, place.version + 1):
        row = encode(place, head, position, at, event)
        rows.append(row)
        head = row.hash
    return rows


def encode(place: RecordEnd, head: bytes, position: int, at: str, event: Event) -> RecordedEvent:
    """Return one event as it is stored after `head`."""
    seat = getattr(event, "seat", None)
    public_members, hidden_members = members_of(type(event))
    hidden = [(each, each.write(getattr(event, each.name))) for each in hidden_members]
    secrets = json_object([each.key + secret(place, position, each, text) for each, text in hidden if each.committed])
    public = (
        f'{{"at":{quote(at)},"data":{members_json(public_members, event)},"ply":{place.ply},"position":{position},'
        f'"seat":{plain_json(seat)},"secrets":{secrets},"type":"{event.NAME}","v":{event.VERSION}}}'
    )
    private = json_object([each.key + text for each, text in hidden]) if hidden else None
    return RecordedEvent(position, place.ply, event.NAME, event.VERSION, seat, public, private, next_head(head, public))


def secret(place: RecordEnd, position: int, member: "Member", value: str) -> str:
    """Return the commitment to a hidden member, as JSON."""
    return f'"{base64url(commitment(place.game_id, place.seed, position, member.wire, value))}"'


def parts(event: Event) -> tuple[dict[str, Any], list[tuple[Field, Any]]]:
    """Return an event's public data, and its hidden fields with their values; its seat is in neither."""
    data: dict[str, Any] = {}
    hidden: list[tuple[Field, Any]] = []
    for each in fields_of(type(event)):
        value = each.encode(getattr(event, each.name))
        if each.secrecy:
            hidden.append((each, value))
        elif each.name != "seat":
            data[each.wire] = value
    return data, hidden


class Member(NamedTuple):
    """A field as a member of a JSON object."""

    name: str
    wire: str
    key: str
    """The quoted name on the wire, with its colon."""
    write: Write
    committed: bool


class Members(NamedTuple):
    """An event's public fields and its hidden ones, each in canonical order; the seat is in neither."""

    public: tuple[Member, ...]
    hidden: tuple[Member, ...]


MEMBERS: dict[type[Any], Members] = {}


def members_of(kind: type[Any]) -> Members:
    """Return the members of an event type. Cached: a writer for each field halves the cost of `canonical`."""
    return MEMBERS.get(kind) or MEMBERS.setdefault(kind, read_members(kind))


def read_members(kind: type[Any]) -> Members:
    public = [each for each in fields_of(kind) if not each.secrecy and each.name != "seat"]
    return Members(in_order(public), in_order([each for each in fields_of(kind) if each.secrecy]))


def in_order(fields: Sequence[Field]) -> tuple[Member, ...]:
    """Return fields as members, in canonical order."""
    return tuple(map(member, sorted(fields, key=lambda each: each.wire)))


def member(field: Field) -> Member:
    write = nullable(writer(field.annotation, field.marks))
    committed = field.secrecy is not None and field.secrecy.committed
    return Member(field.name, field.wire, f"{quote(field.wire)}:", write, committed)


def nullable(write: Write) -> Write:
    """Return a writer that also takes None."""
    return lambda value: "null" if value is None else write(value)


def writer(bare: Any, marks: tuple[Any, ...]) -> Write:
    """Return the function that writes values of a type, other than None, as canonical JSON."""
    if named := next((mark for mark in marks if isinstance(mark, Named)), None):
        return {index: quote(name) for index, name in enumerate(named.names, named.first)}.__getitem__
    if bare is bytes or any(isinstance(mark, (Tally, Inline)) for mark in marks):
        encode, _ = converters(bare, marks)
        return lambda value: canonical(encode(value))
    if typing.get_origin(bare) is tuple:
        item, item_marks, _ = unwrap(typing.get_args(bare)[0])
        write = writer(item, item_marks)
        return lambda value: f"[{','.join(map(write, value))}]"
    if isinstance(bare, type) and issubclass(bare, tuple):
        members = in_order(fields_of(bare))
        return lambda value: members_json(members, value)
    return plain_json


def plain_json(value: Any) -> str:
    """Return a value that is JSON already as canonical text."""
    return str(value) if type(value) is int else canonical(value)


def members_json(members: Sequence[Member], holder: Any) -> str:
    """Return the JSON object of these attributes of `holder`."""
    return json_object([each.key + each.write(getattr(holder, each.name)) for each in members])


def json_object(members: Sequence[str]) -> str:
    """Return an object whose members are JSON text in canonical order."""
    return "{" + ",".join(members) + "}"

"""Redaction: events without the hidden fields that an audience may not see."""

from dataclasses import replace
from json import loads
from typing import Any, Final, NamedTuple

from cartulary.kernel.canonical import canonical
from cartulary.kernel.codec import fields_of
from cartulary.kernel.messages import Event
from cartulary.kernel.seats import Seat
from cartulary.kernel.visibility import EVERYTHING, SPECTATOR, Audience
from cartulary.record.decode import EventTypes, data_of
from cartulary.record.event import RecordedEvent

OWN: Final = ("seat",)


class HiddenField(NamedTuple):
    """A hidden field, and the public fields that hold the seats which may see it; all by attribute and on the wire."""

    name: str
    wire: str
    viewers: tuple[str, ...]
    viewers_on_wire: tuple[str, ...]


HIDDEN_FIELDS: Final[dict[type[Event], tuple[HiddenField, ...]]] = {}


def find_hidden_fields(kind: type[Event]) -> tuple[HiddenField, ...]:
    """Return the hidden fields that an event type declares, worked out once."""
    return HIDDEN_FIELDS.get(kind) or HIDDEN_FIELDS.setdefault(kind, read_hidden_fields(kind))


def read_hidden_fields(kind: type[Event]) -> tuple[HiddenField, ...]:
    fields = fields_of(kind)
    attributes = {each.wire: each.name for each in fields}
    return tuple(
        HiddenField(
            each.name, each.wire, tuple(attributes[wire] for wire in each.secrecy.viewers), each.secrecy.viewers
        )
        for each in fields
        if each.secrecy
    )


def redact_row(types: EventTypes, row: RecordedEvent, audience: Audience) -> RecordedEvent:
    """Return a stored event as an audience may see it; the public part and the hash stay."""
    shown = visible_part(types, row, audience)
    return row if shown == row.private else row._replace(private=shown)


def visible_part(types: EventTypes, row: RecordedEvent, audience: Audience) -> str | None:
    """Return what an audience may see of a stored private part, as canonical JSON; None if that is nothing."""
    if row.private is None or audience is SPECTATOR:
        return None
    if audience is EVERYTHING:
        return row.private
    hidden = find_hidden_fields(types[row.type, row.v])
    shown = [each.wire for each in hidden if audience in viewers_in_row(row, each.viewers_on_wire)]
    if len(shown) in (0, len(hidden)):
        return row.private if shown else None
    values = loads(row.private)
    return canonical({name: values[name] for name in shown})


def viewers_in_row(row: RecordedEvent, fields: tuple[str, ...]) -> list[Seat | None]:
    """Return the seats that these public fields of a stored event hold."""
    if fields == OWN:
        return [row.seat]
    data = data_of(row) | {"seat": row.seat}
    return [data[each] for each in fields]


def redact_event(event: Event, audience: Audience) -> Event:
    """Return an event as an audience may see it: the same as decoding the redacted row."""
    if audience is EVERYTHING:
        return event
    hidden = find_hidden_fields(type(event))
    unseen = [
        each.name
        for each in hidden
        if audience is SPECTATOR or audience not in [getattr(event, viewer) for viewer in each.viewers]
    ]
    declared: Any = event
    redacted: Event = replace(declared, **dict.fromkeys(unseen)) if unseen else event
    return redacted

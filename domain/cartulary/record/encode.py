"""Encoding of events as they are stored: canonical JSON text, salted commitments, and the hash chain."""

from collections.abc import Iterable
from typing import Any

from cartulary.kernel.canonical import base64url, canonical
from cartulary.kernel.codec import Field, fields_of
from cartulary.kernel.messages import Event
from cartulary.record.event import RecordedEvent, RecordEnd, commitment, next_head


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
    data, hidden = parts(event)
    private = canonical({field.wire: value for field, value in hidden}) if hidden else None
    public = canonical(
        {
            "at": at,
            "data": data,
            "ply": place.ply,
            "position": position,
            "seat": seat,
            "secrets": commitments(place, position, hidden),
            "type": event.NAME,
            "v": event.VERSION,
        }
    )
    return RecordedEvent(position, place.ply, event.NAME, event.VERSION, seat, public, private, next_head(head, public))


def commitments(place: RecordEnd, position: int, hidden: Iterable[tuple[Field, Any]]) -> dict[str, str]:
    """Return the commitments to those of an event's hidden fields that have one, by their names on the wire."""
    return {
        field.wire: base64url(commitment(place.game_id, place.seed, position, field.wire, canonical(value)))
        for field, value in hidden
        if field.secrecy and field.secrecy.committed
    }


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

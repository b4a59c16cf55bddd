"""Decoding of stored events."""

from collections.abc import Iterable, Sequence
from json import JSONDecoder
from typing import Any, Final, NamedTuple

from cartulary.kernel.codec import decode_message
from cartulary.kernel.messages import Event
from cartulary.kernel.seats import Seat
from cartulary.record.event import RecordedEvent

VALUE_AT: Final = JSONDecoder().raw_decode
DATA: Final = '"data":'
PLY: Final = ',"ply":'
Words = tuple[str, int, Seat | None, str, str | None]
"""Cache key of an event: name, version, seat, public data and private part as canonical text."""


class EventTypes(dict[tuple[str, int], type[Event]]):
    """The events of a game by name and version, and those that were read before, by what they are made of."""

    def __init__(self, kinds: Iterable[type[Event]]) -> None:
        super().__init__({(each.NAME, each.VERSION): each for each in kinds})
        self.known: dict[Words, Event] = {}


AFTER_TIME: Final = len('{"at":"2026-01-01T00:00:00.000Z","data":')
MOST_KNOWN = 20_000
LONGEST_KNOWN = 200
"""Characters. Longer ones do not come again; those that are kept of a game take some 20 MB at most."""


class LogEntry(NamedTuple):
    """A stored event, and the same decoded."""

    row: RecordedEvent
    event: Event


def log_entries(types: EventTypes, rows: Sequence[RecordedEvent]) -> list[LogEntry]:
    """Return rows with their events."""
    return [*map(LogEntry, rows, decode_all(types, rows))]


def decode(types: EventTypes, row: RecordedEvent) -> Event:
    """The event in stored parts, of its newest version; fields that `private` does not have are None."""
    (event,) = decode_all(types, (row,))
    return event


def decode_all(types: EventTypes, rows: Iterable[RecordedEvent]) -> list[Event]:
    """All of them. Nine of ten were told in the same words in another game already; those are made once, and shared.

    Parsed and made anew, an event of a fold takes 14 to 15 µs instead of 4 (1,452 and 7,572 events of random games).
    """
    find, events = types.known.get, list[Event]()
    for row in rows:
        _position, _ply, name, v, seat, public, private, _head = row
        told = name, v, seat, public[AFTER_TIME : public.rindex(PLY)], private
        known = find(told)
        events.append(decode_new(types, row, told) if known is None else known)
    return events


def decode_new(types: EventTypes, row: RecordedEvent, told: Words) -> Event:
    """An event that was not read before, or is not kept."""
    event: Event = decode_message(*upcast(types, row))
    # In a foreign record a time may be of another length; what follows it would be taken for something else.
    if len(told[3]) <= LONGEST_KNOWN and data_at(row.public) == AFTER_TIME:
        if len(types.known) >= MOST_KNOWN:
            types.known.clear()
        types.known[told] = event
    return event


def upcast(types: EventTypes, row: RecordedEvent) -> tuple[type[Event], dict[str, Any]]:
    """The newest version of the event that was stored, and all its fields in that version."""
    kind, data = types[row.type, row.v], data_of(row)
    if row.private:
        data.update(VALUE_AT(row.private, 0)[0])
    if row.seat is not None:
        data["seat"] = row.seat
    while kind.UPCAST is not None:
        data = kind.UPCAST(data)
        kind = types[kind.NAME, kind.VERSION + 1]
    return kind, data


def data_of(row: RecordedEvent) -> dict[str, Any]:
    """An event's public data."""
    data: dict[str, Any] = VALUE_AT(row.public, data_at(row.public))[0]
    return data


def data_at(public: str) -> int:
    """Return the offset of an event's public data in canonical text."""
    return public.index(DATA) + len(DATA)

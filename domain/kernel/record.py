"""The record of a game (format `cartulary/v1`): canonical parts, commitments, hash chain. It never changes."""

from collections.abc import Iterable
from dataclasses import replace
from json import JSONDecoder, loads
from typing import Any, Final, NamedTuple

from domain.kernel.canonical import base64url, canonical, quoted
from domain.kernel.codec import Field, decoded, fields_of
from domain.kernel.digest import digest, keyed_digest
from domain.kernel.lifecycle import GameEnded
from domain.kernel.messages import Event
from domain.kernel.seats import Seat
from domain.kernel.visibility import EVERYTHING, SPECTATOR, Audience
from domain.kernel.writing import Member, closed, members_of, plain, written

VALUE_AT: Final = JSONDecoder().raw_decode
Viewers = tuple[str, ...]
OWN: Final[Viewers] = ("seat",)
DATA: Final = '"data":'
PLY: Final = ',"ply":'


class Recorded(NamedTuple):
    """One event as it is stored; `public` and `private` are canonical JSON text."""

    position: int
    ply: int
    type: str
    v: int
    seat: Seat | None
    public: str
    private: str | None
    hash: bytes


class Place(NamedTuple):
    """Where in which record the next events go."""

    game_id: str
    seed: bytes
    version: int
    ply: int
    head: bytes


def recorded_at(row: Recorded) -> str:
    """When an event happened."""
    return str(loads(row.public)["at"])


def genesis(game_id: str) -> bytes:
    """The head of a record without events."""
    return digest("genesis", game_id)


def next_head(head: bytes, public: str) -> bytes:
    """The head after one more event."""
    return digest("event", head, public)


def seed_commitment(game_id: str, seed: bytes) -> bytes:
    """What event 1 says of the server's seed."""
    return digest("server-seed", game_id, seed)


def commitment(game_id: str, seed: bytes, position: int, name: str, value: str) -> bytes:
    """The salted commitment to a hidden field's canonical value."""
    salt = keyed_digest(seed, "salt", game_id, position, name)
    return digest("commit", game_id, position, name, salt, value)


def record(place: Place, at: str, events: Iterable[Event]) -> list[Recorded]:
    """The events of one ply as they will be stored, `at` (RFC 3339, UTC) being when it happened."""
    rows: list[Recorded] = []
    head = place.head
    for position, event in enumerate(events, place.version + 1):
        row = recorded(place, head, position, at, event)
        rows.append(row)
        head = row.hash
    return rows


def recorded(place: Place, head: bytes, position: int, at: str, event: Event) -> Recorded:
    """One event as it will be stored. The event that ends the game discloses the seed."""
    if isinstance(event, GameEnded):
        event = replace(event, server_seed=place.seed)
    seat = getattr(event, "seat", None)
    public_members, hidden_members = members_of(type(event))
    hidden = [(each, each.write(getattr(event, each.name))) for each in hidden_members]
    secrets = closed([each.key + secret(place, position, each, text) for each, text in hidden if each.committed])
    public = (
        f'{{"at":{quoted(at)},"data":{written(public_members, event)},"ply":{place.ply},"position":{position},'
        f'"seat":{plain(seat)},"secrets":{secrets},"type":"{event.NAME}","v":{event.VERSION}}}'
    )
    private = closed([each.key + text for each, text in hidden]) if hidden else None
    return Recorded(position, place.ply, event.NAME, event.VERSION, seat, public, private, next_head(head, public))


def secret(place: Place, position: int, member: Member, value: str) -> str:
    """The commitment to a hidden member as it is written."""
    return f'"{base64url(commitment(place.game_id, place.seed, position, member.wire, value))}"'


def parts(event: Event) -> tuple[dict[str, Any], list[tuple[Field, Any]]]:
    """An event's public data, and its hidden fields with their values; its seat stands beside both."""
    data: dict[str, Any] = {}
    hidden: list[tuple[Field, Any]] = []
    for each in fields_of(type(event)):
        value = each.encode(getattr(event, each.name))
        if each.secrecy:
            hidden.append((each, value))
        elif each.name != "seat":
            data[each.wire] = value
    return data, hidden


Words = tuple[str, int, Seat | None, str, str | None]
"""What an event is made of: name, version, seat, and its public data and its private part as they are written."""


class EventTypes(dict[tuple[str, int], type[Event]]):
    """The events of a game by name and version, and those that were read before, by what they are made of."""

    def __init__(self, kinds: Iterable[type[Event]]) -> None:
        super().__init__({(each.NAME, each.VERSION): each for each in kinds})
        self.known: dict[Words, Event] = {}


AFTER_TIME: Final = len('{"at":"2026-01-01T00:00:00.000Z","data":')
MOST_KNOWN = 20_000
LONGEST_KNOWN = 200
"""Characters. Longer ones do not come again; those that are kept of a game take some 20 MB at most."""


def read(types: EventTypes, row: Recorded) -> Event:
    """The event in stored parts, of its newest version; fields that `private` does not have are None."""
    (event,) = read_all(types, (row,))
    return event


def read_all(types: EventTypes, rows: Iterable[Recorded]) -> list[Event]:
    """All of them. Nine of ten were told in the same words in another game already; those are made once, and shared."""
    find, events = types.known.get, list[Event]()
    for row in rows:
        _position, _ply, name, v, seat, public, private, _head = row
        told = name, v, seat, public[AFTER_TIME : public.rindex(PLY)], private
        known = find(told)
        events.append(made(types, row, told) if known is None else known)
    return events


def made(types: EventTypes, row: Recorded, told: Words) -> Event:
    """An event that was not read before, or is not kept."""
    event: Event = decoded(*upcast(types, row))
    # In a foreign record a time may be of another length; what follows it would be taken for something else.
    if len(told[3]) <= LONGEST_KNOWN and data_at(row.public) == AFTER_TIME:
        if len(types.known) >= MOST_KNOWN:
            types.known.clear()
        types.known[told] = event
    return event


def upcast(types: EventTypes, row: Recorded) -> tuple[type[Event], dict[str, Any]]:
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


def data_of(row: Recorded) -> dict[str, Any]:
    """An event's public data."""
    data: dict[str, Any] = VALUE_AT(row.public, data_at(row.public))[0]
    return data


def data_at(public: str) -> int:
    """Where an event's public data begins in canonical text."""
    return public.index(DATA) + len(DATA)


def visible(types: EventTypes, row: Recorded, audience: Audience) -> str | None:
    """What of a stored private part `audience` may see, as canonical JSON; None where that is nothing."""
    if row.private is None or audience is SPECTATOR:
        return None
    if audience is EVERYTHING:
        return row.private
    secrets = secrets_of(types[row.type, row.v])
    shown = [name for name, viewers in secrets if may_see(audience, row, viewers)]
    if len(shown) in (0, len(secrets)):
        return row.private if shown else None
    values = loads(row.private)
    return canonical({name: values[name] for name in shown})


def may_see(audience: Audience, row: Recorded, viewers: Viewers) -> bool:
    """Whether a seat is one of those that these public fields of an event hold."""
    return audience == row.seat if viewers == OWN else audience in [seat_told(row, each) for each in viewers]


def seat_told(row: Recorded, field: str) -> Seat | None:
    """The seat that a public field of an event holds."""
    return row.seat if field == "seat" else data_of(row)[field]


SECRETS: Final[dict[type[Event], tuple[tuple[str, Viewers], ...]]] = {}


def secrets_of(kind: type[Event]) -> tuple[tuple[str, Viewers], ...]:
    """The hidden fields of an event by their names on the wire, and the fields with the seats that may see each."""
    return SECRETS.get(kind) or SECRETS.setdefault(
        kind, tuple((each.wire, each.secrecy.viewers) for each in fields_of(kind) if each.secrecy)
    )


def redacted(types: EventTypes, row: Recorded, audience: Audience) -> Recorded:
    """The stored event without what `audience` may not see; the public part and the hash stay as they are."""
    shown = visible(types, row, audience)
    return row if shown == row.private else row._replace(private=shown)

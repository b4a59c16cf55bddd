"""Bundles that are damaged at one place, most of them chained and signed anew, for both verifiers."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any, Final

from cartulary.catalogue import CATALOGUE
from cartulary.kernel.canonical import canonical
from cartulary.match.clock.settings import Clock
from cartulary.match.evolve import fold
from cartulary.match.seating import create
from cartulary.match.terms import Terms
from cartulary.signing.notes import Signer
from tests.domain.table import AT, Table
from tests.web import verifiers
from tests.web.verifiers import SIGNER, Case, bundle_of, parts, resigned

Change = Callable[[dict[str, Any], list[tuple[dict[str, Any], Any]]], None]
OTHER: Final = Signer(b"somebody else".ljust(32))
DEEP: Final = "[" * 100_000 + "]" * 100_000
TIMES: Final = (
    "2026-01-01T00:00:00.000Z ",
    "2026-01-01T00:00:00.000ZA",
    "2026-02-30T00:00:00.000Z",
    "2026-01-01T24:00:00.000Z",
    "2026-01-01T23:59:60.000Z",
    "2026-13-01T00:00:00.000Z",
    "2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00.000+00:00",
    "0999-01-01T00:00:00.000Z",
    "٢026-01-01T00:00:00.000Z",
    "",
)


@cache
def bases() -> dict[str, bytes]:
    """Honest bundles to be damaged."""
    carta, civilization = CATALOGUE
    return {
        "finished": bundle_of(verifiers.table_of(carta, plies=12)),
        "running": bundle_of(verifiers.table_of(civilization, plies=12), 12),
        "committed": bundle_of(verifiers.played(verifiers.seated(carta, 2, 1, options=verifiers.COMMITTING), 4)),
        "timed": bundle_of(timed(carta)),
    }


def timed(id: str) -> Table:
    """A game with a clock."""
    game = CATALOGUE[id]
    table = Table(game, game.setup(None, 2, {}), bytes(32), [], rules=verifiers.RULES)
    terms = Terms(rules_sha256=verifiers.RULES, clock=Clock(kind="turn", seconds=86_400))
    table.rows = create(game, table.match.id, table.match.setup, bytes(32), AT, terms)
    table.match = fold(game, table.match.id, table.rows)
    for seat in (0, 1):
        table.sit(seat, bytes([seat] * 32))
    return verifiers.played(table, 8)


def damaged() -> Iterator[tuple[tuple[str, str], Case]]:
    """Every damaged bundle by the base and the damage."""
    for base, bundle in bases().items():
        for name, case in damages(bundle):
            yield (base, name), case


def damages(bundle: bytes) -> Iterator[tuple[str, Case]]:
    """A bundle damaged in every way."""
    yield from notes(bundle)
    yield from headers(bundle)
    for name, change in changes(parts(bundle)[1]):
        header, events = deepcopy(parts(bundle))
        change(header, events)
        yield name, Case(resigned(events, header))


def notes(bundle: bytes) -> Iterator[tuple[str, Case]]:
    """Last lines that are no note, and notes with other signatures."""
    lines = bundle.decode().splitlines()
    text, signature = json.loads(lines[-1])["note"].split("\n\n")
    for name, last in (
        ("a note that is null", '{"note":null}'),
        ("a note that is a number", '{"note":1}'),
        ("a note that is true", '{"note":true}'),
        ("a note that is a list", '{"note":[]}'),
        ("a note nested deep", f'{{"note":{DEEP}}}'),
        ("a last line nested deep", DEEP),
        ("a last line that is a number", "7"),
        ("an empty note", '{"note":""}'),
    ):
        yield name, Case("\n".join([*lines[:-1], last, ""]).encode())
    raw = SIGNER.public.id
    theirs = OTHER.note(f"{text}\n").split("\n\n")[1]
    bad = f"— {SIGNER.public.name} {b64encode(raw + bytes(64)).decode()}\n"
    for name, lines_below in (
        ("a signature of three bytes", f"{signature}— x {b64encode(b'abc').decode()}\n"),
        ("a signature of four bytes", f"{signature}— x {b64encode(b'abcd').decode()}\n"),
        ("a signature without a name", f"{signature}—  {b64encode(bytes(68)).decode()}\n"),
        ("a name with a plus", f"{signature}— a+b {b64encode(bytes(68)).decode()}\n"),
        ("a name with a control character", f"{signature}— a\x1fb {b64encode(bytes(68)).decode()}\n"),
        ("a bad signature after a good one", signature + bad),
        ("a bad signature before a good one", bad + signature),
        ("a short signature by the key", f"{signature}— {SIGNER.public.name} {b64encode(raw + b'x').decode()}\n"),
    ):
        note = canonical({"note": f"{text}\n\n{lines_below}"})
        yield name, Case("\n".join([*lines[:-1], note, ""]).encode())
    note = canonical({"note": f"{text}\n\n{signature}{bad.replace(b64encode(raw + bytes(64)).decode(), 'AAAA')}"})
    yield "a signature by the key's name alone", Case("\n".join([*lines[:-1], note, ""]).encode())
    both = canonical({"note": f"{text}\n\n{bad}{theirs}"})
    keys = f"{SIGNER.public.text()}", f"{OTHER.public.text()}"
    yield "a bad one of one key, a good one of another", Case("\n".join([*lines[:-1], both, ""]).encode(), keys[0])


def headers(bundle: bytes) -> Iterator[tuple[str, Case]]:
    """Headers that say something that is none."""
    lines = bundle.decode().splitlines()
    header = json.loads(lines[0])
    key = SIGNER.public.text()
    yield "a header nested deep", Case("\n".join([DEEP, *lines[1:], ""]).encode())
    for name, value in (
        ("no key", None),
        ("a number for a key", 7),
        ("junk for a key", "junk"),
        ("a key with a space", f"{key} "),
        ("a list for a key", [key]),
        ("an object for a key", {}),
    ):
        line = canonical(header | {"key": value})
        yield name, Case("\n".join([line, *lines[1:], ""]).encode())
        yield f"{name}, another one being given", Case("\n".join([line, *lines[1:], ""]).encode(), key)
    for name, more in (
        ("an id in capitals", {"id": header["id"].replace("7", "A")}),
        ("an id that is a number", {"id": 7}),
        ("an id with a line feed", {"id": header["id"] + "\n"}),
        ("a game that is true", {"game": True}),
        ("a game that is a list", {"game": []}),
        ("a game that there is not", {"game": "chess"}),
        ("an edition that is null", {"edition": None}),
        ("rules that are a list", {"rules_sha256": []}),
    ):
        changed, events = deepcopy(parts(bundle))
        yield name, Case(resigned(events, changed | more))


def changes(events: list[tuple[dict[str, Any], Any]]) -> Iterator[tuple[str, Change]]:
    """What an operator could tell otherwise, by where it stands."""
    for place in (0, 1, len(events) - 1):
        for time in TIMES:
            yield f"event {place + 1} at {time!r}", put(place, "at", time)
        for name in ("ply", "position", "v"):
            yield from puts(place, name, (True, 1.0, "1", None, -1, 0, 2**53))
        yield from puts(place, "seat", (True, False, -1, 7, "0", 2**53))
        for name in ("data", "secrets"):
            yield from puts(place, name, (None, [], 1, "", {"more": 1}, {"a b": 1}))
        yield from puts(place, "type", (None, 1, "Nothing", [], "constructor", "__proto__", "toString"))
    yield "the last event at the end of time", put(-1, "at", "9999-12-31T23:59:59.999Z")
    yield "the last but one at the end of time", from_the_last_but_one("9999-12-31T23:59:59.999Z")
    for place, (public, hidden) in enumerate(events):
        for name, value in public["data"].items():
            for other in others(value):
                yield f"event {place + 1}: {name} {other!r}", tell(place, name, other)
        for name in hidden:
            yield f"event {place + 1}: {name} withheld", withhold(place, name)


def others(value: Any) -> Iterator[Any]:
    """Values of other types than a value has, or outside of its own."""
    every: tuple[Any, ...] = (None, True, "?", -1, 10**6, [], {})
    yield from (each for each in every if type(each) is not type(value))
    if isinstance(value, int) and value == 1:
        yield True
    if type(value) is int:
        yield 2**53 - 1
    if isinstance(value, list) and value and isinstance(value[0], dict):
        yield from ([{**value[0], name: 2**53 - 1}, *value[1:]] for name in value[0])
    if isinstance(value, list) and value:
        yield [*value[:-1], None]
        yield [*value, {"more": 1}]
    if isinstance(value, dict):
        yield value | {"more": 1}
        yield from (value | {name: 2**53 - 1} for name in value)


def puts(place: int, name: str, values: Iterable[Any]) -> Iterator[tuple[str, Change]]:
    """An event says each of these beside its data."""
    for value in values:
        yield f"event {place + 1}: {name} {value!r}", put(place, name, value)


def put(place: int, name: str, value: Any) -> Change:
    """An event says something else beside its data."""
    return lambda _, events: events[place][0].update({name: value})


def from_the_last_but_one(time: str) -> Change:
    """The last two events happen at that time."""

    def change(_: dict[str, Any], events: list[tuple[dict[str, Any], Any]]) -> None:
        for public, _hidden in events[-2:]:
            public["at"] = time

    return change


def tell(place: int, name: str, value: Any) -> Change:
    """An event says something else in its data."""
    return lambda _, events: events[place][0]["data"].update({name: value})


def withhold(place: int, name: str) -> Change:
    """A hidden value is missing."""
    return lambda _, events: events[place][1].pop(name)

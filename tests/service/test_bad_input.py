"""What cannot be read, has the wrong shape, may not be done or is against the rules: a problem, and nothing stored."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import psycopg
import pytest
import requests
from marshmallow import Schema, fields

from cartulary_service.api.operations import Operation
from cartulary_service.api.schemas.message_schemas import StrictBoolean, StrictInteger
from cartulary_service.subjects import OPERATIONS
from cartulary_service.web.words import words
from tests.cases import cases
from tests.domain.notation import position
from tests.patience import PATIENCE
from tests.service.client import CARTA, Client, Player, Table, body_of, contract

JSON_HEADERS = {"Content-Type": "application/json"}
NOBODY = "00000000-0000-0000-0000-000000000000"
FAR_TOO_MANY = "9" * 4_000
LONG_AGO = "2020-01-01T00:00:00Z"
MOST_BYTES = 16_384
MEDIA_TYPES = ("text/plain", "text/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "é")

MIDDLE = position("A: hand W1 R1, area W3 R1 E1 | B: hand R1 C1, area R2 C2")
"""Seat 0 may use effects; seat 1 leads Culture."""
USED = position(
    "A: hand W1 R1, area W3 R1 | B: hand R1, area R2", used={"permanent": ["military"], "discard": ["religion"]}
)


@pytest.fixture(scope="module")
def table(served: str) -> Table:
    """A game in the middle of seat 0's turn, in which every action of this module is refused."""
    return Table.of(served, position=MIDDLE)


@pytest.fixture(scope="module")
def ann(table: Table) -> Player:
    return table.players[0]


@pytest.fixture(scope="module")
def draft(served: str) -> Table:
    """A draft in its first round."""
    return Table.of(served, options={"deal": "draft"})


@pytest.fixture(scope="module")
def session(database_url: str) -> Iterator[psycopg.Connection]:
    """A connection for all tests: for one each, PostgreSQL would start a process."""
    with psycopg.connect(database_url, autocommit=True) as opened:
        yield opened


@pytest.fixture
def unchanged(session: psycopg.Connection) -> Callable[[], Any]:
    """A context in which no table of the database gains or changes a row that counts."""

    @contextmanager
    def watched() -> Iterator[None]:
        before = counts(session)
        yield
        assert counts(session) == before

    return watched


def lenient(schema: Schema) -> Iterator[str]:
    """Yield the fields that take a number or boolean written as a text, or one for the other."""
    for name, each in schema.fields.items():
        inner = each.inner if isinstance(each, fields.List) else each
        if isinstance(inner, fields.Nested) and inner.schema is not schema:
            yield from lenient(inner.schema)
        elif isinstance(inner, fields.Boolean | fields.Number) and not isinstance(inner, StrictBoolean | StrictInteger):
            yield f"{type(schema).__name__}.{name}"


def test_a_body_takes_nothing_for_a_number_or_a_boolean_but_one() -> None:
    bodies = [each.body for each in OPERATIONS if isinstance(each.body, type) and issubclass(each.body, Schema)]
    assert len(bodies) > 30
    assert {each for body in bodies for each in lenient(body())} == set()


def counts(session: psycopg.Connection) -> tuple[Any, ...]:
    """How much is stored."""
    row = session.execute(
        """
        select (select count(*) from players),
               (select count(*) from tokens where revoked_at is null and coalesce(expires_at > now(), true)),
               (select count(*) from games), (select sum(version) from games), (select count(*) from game_seats),
               (select count(*) from events), (select count(*) from idempotency_keys),
               (select count(*) from webhooks), (select count(*) from deliveries),
               (select count(*) from mailboxes), (select count(*) from calendars),
               (select count(*) from notes), (select count(*) from chat where text is not null),
               (select count(*) from mutes), (select count(*) from orders),
               (select count(*) from recovery_codes)
        """
    ).fetchone()
    assert row is not None
    return row


def problem_of(response: requests.Response, status: int, code: str | None = None) -> dict[str, Any]:
    """The problem in an answer that must have that status, and that code where one is given."""
    problem = body_of(response, status)
    assert problem["status"] == status
    if code is not None:
        assert problem["code"] == code
    return problem


# What is no JSON

NO_JSON = {
    "nothing at all to act with": b"",
    "no JSON": b"{type: end_turn}",
    "half an object": b'{"type": "end_turn"',
    "two values": b'{"type":"end_turn"} {"type":"end_turn"}',
    "a key twice": b'{"type":"end_turn","type":"resign"}',
    "a key twice, once escaped": b'{"type":"end_turn","t\\u0079pe":"resign"}',
    "NaN": b'{"type":"end_turn","seat":NaN}',
    "Infinity": b'{"type":"end_turn","seat":-Infinity}',
    "a fraction": b'{"type":"embargo","seat":1.5,"sphere":"science"}',
    "a fraction by an exponent": b'{"type":"embargo","seat":1e-1,"sphere":"science"}',
    "a number beyond 2^53": b'{"type":"embargo","seat":9007199254740992,"sphere":"science"}',
    "a number of 10,000 digits": b'{"type":"embargo","seat":' + b"1" * 10_000 + b"}",
    "seventeen levels": b'{"type":' + b"[" * 16 + b"]" * 16 + b"}",
    "a thousand levels": b"[" * 1_000,
    "not UTF-8": b'{"type":"\xff"}',
    "UTF-16": '{"type":"end_turn"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"type":"end_turn"}',
    "half of a surrogate pair": b'{"type":"\\ud800"}',
    "U+0000": b'{"type":"\\u0000"}',
}
BODIES = (
    "/games",
    "/players",
    "/me/tokens",
    "/games/{game}/seats",
    "/games/{game}/actions",
    "/games/{game}/chat",
    "/webhooks",
)


@cases("path", BODIES)
@cases("name", [name for name, raw in NO_JSON.items() if raw])
def test_malformed_json_is_a_400_with_the_reason(
    table: Table, ann: Player, unchanged: Callable[[], Any], path: str, name: str
) -> None:
    with unchanged():
        refused = ann.send("POST", path.format(game=table.game), data=NO_JSON[name], headers=JSON_HEADERS)
    assert len(problem_of(refused, 400, "bad-json")["detail"]) > len("The body is not valid JSON: ")


@cases("value", [b"null", b"[]", b'"end_turn"', b"5", b"true", b"[{}]", b""])
@cases("path", ["/games", "/players", "/games/{game}/actions"])
def test_a_body_that_is_no_object_has_the_wrong_shape(
    table: Table, ann: Player, unchanged: Callable[[], Any], path: str, value: bytes
) -> None:
    with unchanged():
        refused = ann.send("POST", path.format(game=table.game), data=value, headers=JSON_HEADERS)
    assert problem_of(refused, 422, "bad-fields")["errors"]


@cases("path", BODIES)
@cases("chunked", [False, True])
def test_a_body_that_is_too_large_is_a_413(
    table: Table, ann: Player, unchanged: Callable[[], Any], path: str, chunked: bool
) -> None:
    body = b'{"type":"' + b"x" * MOST_BYTES + b'"}'
    sent = iter([body[:9_000], body[9_000:]]) if chunked else body
    with unchanged():
        refused = ann.send("POST", path.format(game=table.game), data=sent, headers=JSON_HEADERS)
    assert f"{MOST_BYTES:,} bytes" in problem_of(refused, 413)["detail"]


def test_a_body_that_is_too_large_is_not_taken_for_its_beginning(served: str, unchanged: Callable[[], Any]) -> None:
    table = Table.of(served, position=MIDDLE)
    chunks = iter([b'{"type":"end_turn"}'.ljust(MOST_BYTES), b"and more"])
    with unchanged():
        refused = table.players[0].send("POST", f"/games/{table.game}/actions", data=chunks, headers=JSON_HEADERS)
    problem_of(refused, 413)


def test_a_long_body_tells_its_length(served: str) -> None:
    bundle, headers = b"{}\n" * MOST_BYTES, {"Content-Type": "application/x-ndjson"}
    reader = Client(served)
    assert reader.send("POST", "/replays", data=bundle, headers=headers).status_code == 422
    problem_of(reader.send("POST", "/replays", data=iter([bundle]), headers=headers), 413)


def test_after_a_refused_body_the_connection_is_still_good(table: Table, ann: Player) -> None:
    for _ in range(3):
        problem_of(ann.post(f"/games/{table.game}/actions", {"type": "x" * MOST_BYTES}), 413)
        assert ann.see(table.game)["you"] == 0


@cases("path", BODIES)
@cases("media_type", MEDIA_TYPES)
def test_a_body_that_is_declared_as_something_else_is_a_415(
    table: Table, ann: Player, unchanged: Callable[[], Any], path: str, media_type: str
) -> None:
    headers = {"Content-Type": media_type.encode()}
    with unchanged():
        refused = ann.send("POST", path.format(game=table.game), data=b'{"type":"end_turn"}', headers=headers)
    problem_of(refused, 415, "not-json")


# What has the wrong shape

GAME: dict[str, Any] = {"game": CARTA, "seats": 2}


def placed(**changes: Any) -> dict[str, Any]:
    """A wish for a game from a position that differs from a good one."""
    return GAME | {"position": MIDDLE | changes}


def holding(**zones: Any) -> dict[str, Any]:
    """A wish for a game in which seat 0 of the position has these zones."""
    return placed(seats=[zones, {}])


class Misshapen(NamedTuple):
    """A body, and the field that is wrong in it, dots leading inside."""

    path: str
    body: Any
    field: str


SOMEBODY = "00000000-0000-7000-8000-000000000001"


def arranged(**wish: Any) -> dict[str, Any]:
    """Tables to create together."""
    return {"tag": "autumn", "tables": [{"game": CARTA, "seats": [NOBODY, SOMEBODY]}]} | wish


MISSHAPEN = [
    Misshapen("/games", {"seats": 2}, "game"),
    Misshapen("/games", GAME | {"game": None}, "game"),
    Misshapen("/games", GAME | {"game": 5}, "game"),
    Misshapen("/games", GAME | {"game": "chess"}, "game"),
    Misshapen("/games", {"game": CARTA}, "seats"),
    Misshapen("/games", GAME | {"seats": "2"}, "seats"),
    Misshapen("/games", GAME | {"seats": True}, "seats"),
    Misshapen("/games", GAME | {"seats": [2]}, "seats"),
    Misshapen("/games", GAME | {"seats": None}, "seats"),
    Misshapen("/games", GAME | {"edition": 5}, "edition"),
    Misshapen("/games", GAME | {"options": []}, "options"),
    Misshapen("/games", GAME | {"options": None}, "options"),
    Misshapen("/games", GAME | {"clock": {"days": 3}}, "clock"),
    Misshapen("/games", GAME | {"speed": 1}, "speed"),
    Misshapen("/games", GAME | {"title": ""}, "title"),
    Misshapen("/games", GAME | {"title": "x" * 61}, "title"),
    Misshapen("/games", GAME | {"title": "a\nb"}, "title"),
    Misshapen("/games", GAME | {"title": "a\u202eb"}, "title"),
    Misshapen("/games", GAME | {"title": "\u3164"}, "title"),
    Misshapen("/games", GAME | {"title": 5}, "title"),
    Misshapen("/games", GAME | {"language": "fr"}, "language"),
    Misshapen("/games", GAME | {"position": []}, "position"),
    Misshapen("/games", GAME | {"position": "start"}, "position"),
    Misshapen("/games", GAME | {"position": {}}, "position.active"),
    Misshapen("/games", GAME | {"position": {}}, "position.seats"),
    Misshapen("/games", placed(active="0"), "position.active"),
    Misshapen("/games", placed(active=None), "position.active"),
    Misshapen("/games", placed(step="draft"), "position.step"),
    Misshapen("/games", placed(step=["play"]), "position.step"),
    Misshapen("/games", placed(turn=True), "position.turn"),
    Misshapen("/games", placed(weather="fine"), "position.weather"),
    Misshapen("/games", placed(final_round="yes"), "position.final_round"),
    Misshapen("/games", placed(deck={"military-1": 1}), "position.deck"),
    Misshapen("/games", placed(deck=["wine-1"]), "position.deck.0"),
    Misshapen("/games", placed(deck=["military-1", None]), "position.deck.1"),
    Misshapen("/games", placed(deck=["military-1"] * 1_001), "position.deck"),
    Misshapen("/games", placed(discard=["military-1"]), "position.discard"),
    Misshapen("/games", placed(seats={}), "position.seats"),
    Misshapen("/games", placed(seats=[5, {}]), "position.seats.0"),
    Misshapen("/games", placed(seats=[{}, None]), "position.seats.1"),
    Misshapen("/games", placed(seats=[{"colour": "red"}, {}]), "position.seats.0.colour"),
    Misshapen("/games", holding(hand=["military-1"]), "position.seats.0.hand"),
    Misshapen("/games", holding(hand=5), "position.seats.0.hand"),
    Misshapen("/games", holding(hand=None), "position.seats.0.hand"),
    Misshapen("/games", holding(hand={"military-9": 1}), "position.seats.0.hand.military-9"),
    Misshapen("/games", holding(hand={"utopia-1": 1}), "position.seats.0.hand.utopia-1"),
    Misshapen("/games", holding(hand={"military-1": -1}), "position.seats.0.hand.military-1"),
    Misshapen("/games", holding(hand={"military-1": 100_001}), "position.seats.0.hand.military-1"),
    Misshapen("/games", holding(hand={"military-1": "1"}), "position.seats.0.hand.military-1"),
    Misshapen("/games", holding(hand={"military-1": True}), "position.seats.0.hand.military-1"),
    Misshapen("/games", holding(area={"military-1": {}}), "position.seats.0.area.military-1"),
    Misshapen("/games", holding(democracy={"wine": 1}), "position.seats.0.democracy.wine"),
    Misshapen("/games", holding(embargo={"science": -1}), "position.seats.0.embargo.science"),
    Misshapen("/games", placed(used={"permanent": ["wine"]}), "position.used.permanent.0"),
    Misshapen("/games", placed(used={"discard": "science"}), "position.used.discard"),
    Misshapen("/games", placed(used={"inspiration": []}), "position.used.inspiration"),
    Misshapen("/games", placed(culture_token=5), "position.culture_token"),
    Misshapen("/games", placed(culture_token={}), "position.culture_token.seat"),
    Misshapen("/games", placed(culture_token={"seat": 1, "on": {"seat": 0}}), "position.culture_token.on.sphere"),
    Misshapen("/tables", {}, "tables"),
    Misshapen("/tables", arranged(tag=None), "tag"),
    Misshapen("/tables", arranged(tag="Autumn"), "tag"),
    Misshapen("/tables", arranged(tag="a" * 41), "tag"),
    Misshapen("/tables", arranged(tag="a\n"), "tag"),
    Misshapen("/tables", arranged(starts_at="soon"), "starts_at"),
    Misshapen("/tables", arranged(starts_at="2020-01-01T00:00:00Z"), "starts_at"),
    Misshapen("/tables", arranged(starts_at="9999-12-31T23:59:59-14:00"), "starts_at"),
    Misshapen("/tables", arranged(tables=[]), "tables"),
    Misshapen("/tables", arranged(tables=[{}] * 51), "tables"),
    Misshapen("/tables", arranged(tables=[{"game": CARTA}]), "tables.0.seats"),
    Misshapen("/tables", arranged(tables=[{"game": "chess", "seats": [NOBODY, SOMEBODY]}]), "tables.0.game"),
    Misshapen("/tables", arranged(tables=[{"game": CARTA, "seats": [NOBODY]}]), "tables.0.seats"),
    Misshapen("/tables", arranged(tables=[{"game": CARTA, "seats": [NOBODY, NOBODY]}]), "tables.0.seats"),
    Misshapen("/tables", arranged(tables=[{"game": CARTA, "seats": [NOBODY, "x"]}]), "tables.0.seats.1"),
    Misshapen("/players", {}, "name"),
    Misshapen("/players", {"name": None}, "name"),
    Misshapen("/players", {"name": 5}, "name"),
    Misshapen("/players", {"name": ""}, "name"),
    Misshapen("/players", {"name": "   "}, "name"),
    Misshapen("/players", {"name": "x" * 41}, "name"),
    Misshapen("/players", {"name": "a\nb"}, "name"),
    Misshapen("/players", {"name": "a\u202eb"}, "name"),
    Misshapen("/players", {"name": "Ann", "admin": True}, "admin"),
    Misshapen("/me/tokens", {"scopes": []}, "scopes"),
    Misshapen("/me/tokens", {"scopes": "read"}, "scopes"),
    Misshapen("/me/tokens", {"scopes": ["read", "rule"]}, "scopes.1"),
    Misshapen("/me/tokens", {"expires_at": 5}, "expires_at"),
    Misshapen("/me/tokens", {"expires_at": "tomorrow"}, "expires_at"),
    Misshapen("/me/tokens", {"expires_at": "2030-01-01T00:00:00"}, "expires_at"),
    Misshapen("/me/tokens", {"expires_at": "2030-13-01T00:00:00Z"}, "expires_at"),
    Misshapen("/me/tokens", {"expires_at": "0001-01-01T00:00:00+14:00"}, "expires_at"),
    Misshapen("/me/tokens", {"expires_at": "9999-12-31T23:59:59-14:00"}, "expires_at"),
    Misshapen("/me/tokens", {"player": NOBODY}, "player"),
    Misshapen("/webhooks", {}, "url"),
    Misshapen("/webhooks", {"url": "https://1.1.1.1/", "format": "fax"}, "format"),
    Misshapen("/webhooks", {"url": "https://1.1.1.1/", "language": "fr"}, "language"),
    Misshapen("/webhooks", {"url": "https://1.1.1.1/", "my_turn": 1}, "my_turn"),
    Misshapen("/webhooks", {"url": "https://1.1.1.1/", "games": []}, "games"),
    Misshapen("/webhooks", {"url": "https://1.1.1.1/", "games": ["x"]}, "games.0"),
    Misshapen("/webhooks", {"url": "https://1.1.1.1/", "games": [NOBODY] * 101}, "games"),
    Misshapen("/webhooks", {"url": "https://1.1.1.1/", "events": ["Nothing"]}, "events.0"),
    Misshapen("/webhooks", {"url": "https://1.1.1.1/", "secret": "whsec_AA=="}, "secret"),
    Misshapen("/me/notices/confirmation", {}, "code"),
    Misshapen("/me/notices/confirmation", {"code": 5}, "code"),
    Misshapen("/me/calendar", {"language": "fr"}, "language"),
    Misshapen("/games/{game}/seats", {"seat": "0"}, "seat"),
    Misshapen("/games/{game}/seats", {"seat": -1}, "seat"),
    Misshapen("/games/{game}/seats", {"seat": False}, "seat"),
    Misshapen("/games/{game}/seats", {"player": NOBODY}, "player"),
    Misshapen("/games/{game}/seats", {"entropy": 5}, "entropy"),
    Misshapen("/games/{game}/seats", {"entropy": ""}, "entropy"),
    Misshapen("/games/{game}/seats", {"entropy": "0" * 63}, "entropy"),
    Misshapen("/games/{game}/seats", {"entropy": "0" * 65}, "entropy"),
    Misshapen("/games/{game}/seats", {"entropy": "g" * 64}, "entropy"),
    Misshapen("/games/{game}/seats", {"entropy": "0" * 64 + "\n"}, "entropy"),
    Misshapen("/games/{game}/seats", {"entropy": "\N{ARABIC-INDIC DIGIT ONE}" * 64}, "entropy"),
    Misshapen("/games/{game}/chat", {}, "text"),
    Misshapen("/games/{game}/chat", {"text": None}, "text"),
    Misshapen("/games/{game}/chat", {"text": ["x"]}, "text"),
    Misshapen("/games/{game}/chat", {"text": ""}, "text"),
    Misshapen("/games/{game}/chat", {"text": " \n\u200b\n "}, "text"),
    Misshapen("/games/{game}/chat", {"text": "a\tb"}, "text"),
    Misshapen("/games/{game}/chat", {"text": "a\rb"}, "text"),
    Misshapen("/games/{game}/chat", {"text": "a\u0085b"}, "text"),
    Misshapen("/games/{game}/chat", {"text": "a\u2028b"}, "text"),
    Misshapen("/games/{game}/chat", {"text": "a\u202eb"}, "text"),
    Misshapen("/games/{game}/chat", {"text": "x" * 2_001}, "text"),
    Misshapen("/games/{game}/chat", {"text": "x", "to": 1}, "to"),
    Misshapen("/games/{game}/actions", {}, "type"),
    Misshapen("/games/{game}/actions", {"type": None}, "type"),
    Misshapen("/games/{game}/actions", {"type": ["play"]}, "type"),
    Misshapen("/games/{game}/actions", {"type": "win"}, "type"),
    Misshapen("/games/{game}/actions", {"type": "end_turn", "seat": 0}, "seat"),
    Misshapen("/games/{game}/actions", {"type": "resign", "seat": 1}, "seat"),
    Misshapen("/games/{game}/actions", {"type": "play"}, "card"),
    Misshapen("/games/{game}/actions", {"type": "play", "card": None}, "card"),
    Misshapen("/games/{game}/actions", {"type": "play", "card": 0}, "card"),
    Misshapen("/games/{game}/actions", {"type": "play", "card": "military"}, "card"),
    Misshapen("/games/{game}/actions", {"type": "play", "card": "utopia-2"}, "card"),
    Misshapen("/games/{game}/actions", {"type": "play", "card": ["military-1"]}, "card"),
    Misshapen("/games/{game}/actions", {"type": "assassination", "discard": "military-1"}, "discard"),
    Misshapen("/games/{game}/actions", {"type": "assassination", "discard": []}, "discard"),
    Misshapen("/games/{game}/actions", {"type": "assassination", "discard": ["military-1"] * 2}, "discard"),
    Misshapen("/games/{game}/actions", {"type": "purge", "discard": ["military-1", "wine-1"]}, "discard.1"),
    Misshapen("/games/{game}/actions", {"type": "development", "discard": ["military-1"], "play": {}}, "play"),
    Misshapen("/games/{game}/actions", {"type": "monopoly", "discard": ["military-1"] * 2}, "play"),
    Misshapen("/games/{game}/actions", {"type": "attack", "sphere": "wine"}, "sphere"),
    Misshapen("/games/{game}/actions", {"type": "attack", "sphere": 0}, "sphere"),
    Misshapen("/games/{game}/actions", {"type": "attack", "sphere": "military", "pay": 5}, "pay"),
    Misshapen("/games/{game}/actions", {"type": "inquisition", "seat": "1"}, "seat"),
    Misshapen("/games/{game}/actions", {"type": "inquisition", "seat": True}, "seat"),
    Misshapen("/games/{game}/actions", {"type": "inquisition_exchange"}, "return"),
    Misshapen("/games/{game}/actions", {"type": "breakthrough_discard", "discard": [5]}, "discard.0"),
    Misshapen("/games/{game}/actions", {"type": "inspiration", "seat": 1}, "effect"),
    Misshapen("/games/{game}/actions", {"type": "inspiration", "seat": 1, "effect": "attack"}, "effect"),
    Misshapen("/games/{game}/actions", {"type": "inspiration", "seat": 1, "effect": ["purge"]}, "effect"),
    Misshapen("/games/{game}/actions", {"type": "inspiration", "seat": 1, "effect": "purge"}, "discard"),
    Misshapen(
        "/games/{game}/actions",
        {"type": "inspiration", "seat": 1, "effect": "purge", "discard": ["military-1"]},
        "discard",
    ),
    Misshapen(
        "/games/{game}/actions",
        {"type": "inspiration", "seat": 1, "effect": "purge", "discard": ["military-1"] * 2, "take": ["military-1"]},
        "take",
    ),
]


@cases("bad", MISSHAPEN)
def test_the_wrong_shape_is_a_422_that_names_the_field(
    table: Table, ann: Player, unchanged: Callable[[], Any], bad: Misshapen
) -> None:
    with unchanged():
        refused = ann.post(bad.path.format(game=table.game), bad.body)
    found = problem_of(refused, 422, "bad-fields")["errors"]
    for name in bad.field.split("."):
        assert name in found, f"no error for {bad.field}"
        found = found[name]
    assert found


@cases(
    ("path", "field"),
    [
        ("/games?status=lost", "status"),
        ("/games?game=chess", "game"),
        ("/games?game=%00", "game"),
        ("/games?game=%FF", "game"),
        ("/games?player=5", "player"),
        ("/games?limit=0", "limit"),
        ("/games?limit=101", "limit"),
        ("/games?limit=ten", "limit"),
        (f"/games?limit={FAR_TOO_MANY}", "limit"),
        ("/games?colour=red", "colour"),
        ("/games?edition=%00", "edition"),
        ("/archive?edition=%00", "edition"),
        ("/archive?kind=%00", "kind"),
        ("/archive?decided_by=%00", "decided_by"),
        ("/archive/figures?game=chess", "game"),
        ("/archive/figures?edition=%00", "edition"),
        ("/archive/figures?seats=5", "seats"),
        ("/games?seats=5", "seats"),
        ("/games?free_seats=0", "free_seats"),
        (f"/games?free_seats={FAR_TOO_MANY}", "free_seats"),
        ("/games?clock=fast", "clock"),
        ("/games/{game}/events?after=-1", "after"),
        ("/games/{game}/events?after=", "after"),
        ("/games/{game}/events?after=1.5", "after"),
        ("/games/{game}/events?after=1e3", "after"),
        ("/games/{game}/events?after=%00", "after"),
        ("/games/{game}/events?after=2147483648", "after"),
        (f"/games/{{game}}/events?after={FAR_TOO_MANY}", "after"),
        ("/games/{game}/events?limit=0", "limit"),
        ("/games/{game}/events?limit=1001", "limit"),
        ("/games/{game}/events?limit=all", "limit"),
        ("/games/{game}/events?seat=1", "seat"),
        ("/games/{game}/notes?version=-1", "version"),
        ("/games/{game}/notes?version=2147483648", "version"),
        ("/games/{game}/chat?after=-1", "after"),
        ("/games/{game}/chat?before=x", "before"),
        ("/games/{game}/chat?after=1&before=3", "before"),
        ("/games/{game}/chat?limit=201", "limit"),
        ("/feed?limit=0", "limit"),
        ("/feed?limit=1001", "limit"),
        ("/feed?game={game}", "game"),
        ("/games/{game}/actions?expand=perhaps", "expand"),
        ("/games/{game}/actions?seat=1", "seat"),
    ],
)
def test_a_bad_value_in_a_query_is_a_422_that_names_it(table: Table, ann: Player, path: str, field: str) -> None:
    assert field in problem_of(ann.get(path.format(game=table.game)), 422, "bad-fields")["errors"]


def texts_of_queries() -> Iterator[tuple[str, str]]:
    """Every operation that reads, with each of its query parameters."""
    for path, methods in contract()["paths"].items():
        for each in methods.get("get", {}).get("parameters", []):
            found = contract()["components"]["parameters"][each["$ref"].rpartition("/")[2]] if "$ref" in each else each
            if found["in"] == "query":
                yield path.removeprefix("/v1"), found["name"]


def test_the_character_that_a_database_cannot_store_is_refused_in_every_query_and_form(ann: Player) -> None:
    for path, name in texts_of_queries():
        address = re.sub(r"{\w+}", "1", path.replace("{id}", NOBODY))
        answer = ann.get(f"{address}?{name}=%00")
        assert answer.status_code in (404, 422) or path == "/me/events", (path, name, answer.text)
    problem = body_of(ann.get("/players?handle=%00"), 422)
    assert "U+0000" in problem["errors"]["handle"][0]
    form = {"grant_type": "refresh_token", "refresh_token": "\0", "client_id": NOBODY}
    assert ann.send("POST", "/oauth/tokens", data=form).status_code == 422


def test_each_refused_field_of_a_body_is_named_by_its_json_pointer(ann: Player) -> None:
    problem = problem_of(ann.post("/games", {"seats": "two", "game": CARTA, "clock": {"a/b": 1}}), 422, "bad-fields")
    found = {each["pointer"]: each["detail"] for each in problem["pointers"]}
    assert found["/seats"] == problem["errors"]["seats"][0]
    assert found["/clock/a~1b"] == "Unknown field."
    problem = problem_of(ann.post("/me/tokens", {"scopes": ["read", "nothing"]}), 422, "bad-fields")
    assert [each["pointer"] for each in problem["pointers"]] == ["/scopes/1"]


def test_a_refused_parameter_has_no_pointer(ann: Player) -> None:
    assert "pointers" not in problem_of(ann.get("/games?limit=many"), 422, "bad-fields")


def test_every_wrong_field_has_a_code_beside_its_message(ann: Player) -> None:
    body: dict[str, Any] = {
        "game": None,
        "seats": "two",
        "options": [],
        "language": "xx",
        "title": "a" * 1000,
        "colour": "red",
    }
    problem = problem_of(ann.post("/games", body), 422, "bad-fields")
    wanted = {"game": "null", "seats": "type", "options": "type", "language": "choice", "title": "length"}
    assert problem["codes"] == {field: [code] for field, code in (wanted | {"colour": "unknown"}).items()}
    assert problem["codes"].keys() == problem["errors"].keys()
    assert {each["pointer"]: each["code"] for each in problem["pointers"]} == {
        f"/{field}": code for field, (code,) in problem["codes"].items()
    }
    assert all(field in problem["detail"] for field in problem["errors"])
    for path, codes in (
        ("/games?limit=many&colour=red", {"limit": ["type"], "colour": ["unknown"]}),
        ("/games?limit=1000", {"limit": ["range"]}),
    ):
        assert problem_of(ann.get(path), 422, "bad-fields")["codes"] == codes
    for handle, code in (("a b", "pattern"), ("a" * 31, "pattern")):
        refused = problem_of(ann.post("/players", {"name": "Q", "handle": handle}), 422, "bad-fields")
        assert refused["codes"] == {"handle": [code]}
    assert problem_of(ann.post("/games", {}), 422, "bad-fields")["codes"] == {
        "game": ["required"],
        "seats": ["required"],
    }


@pytest.mark.parametrize("language", ["ru", "uk", "ko"])
def test_a_problem_without_a_rule_is_told_in_the_words_of_the_pages(served: str, ann: Player, language: str) -> None:
    headers = {"Accept-Language": language}
    for answer, key in (
        (Client(served).get("/me", headers=headers), "problem.401"),
        (ann.get(f"/games/{NOBODY}", headers=headers), "problem.404"),
    ):
        assert answer.json()["detail"] == words(language)[key]
        assert answer.headers["Content-Language"] == language
    for answer in (Client(served).get("/me"), Client(served).get("/me", headers={"Accept-Language": "en"})):
        assert "Content-Language" not in answer.headers


@pytest.mark.parametrize("language", ["ru", "uk", "ko"])
def test_what_is_wrong_with_a_field_is_told_by_its_code_and_in_the_words_of_the_pages(
    ann: Player, language: str
) -> None:
    said, headers = words(language), {"Accept-Language": language}
    for path, body, field, code in (
        ("/games", {"seats": 2}, "game", "required"),
        ("/games", {"game": CARTA, "seats": 2, "title": "a" * 1_000}, "title", "length"),
        ("/games", {"game": CARTA, "seats": 2, "title": "\u2800"}, "title", "blank"),
        ("/players", {"name": "  "}, "name", "blank"),
        ("/tables", {"tag": "No Tag", "tables": []}, "tag", "pattern"),
        ("/games", {"game": CARTA, "seats": 2, "title": "a\u202eb"}, "title", "characters"),
        ("/webhooks", {"url": "ftp://games.example/"}, "url", "url"),
    ):
        problem = problem_of(ann.post(path, body, headers=headers), 422, "bad-fields")
        assert problem["detail"] == said["problem.bad-fields"]
        wanted = {"pointer": f"/{field}", "code": code, "detail": said[f"problem.field-{code}"]}
        assert wanted in problem["pointers"]


@cases("query", ["dry_run=perhaps", "dry_run=", "expand=true", "dry_run=true&seat=1"])
def test_a_bad_query_of_an_action_is_a_422_and_nothing_happens(
    table: Table, ann: Player, unchanged: Callable[[], Any], query: str
) -> None:
    with unchanged():
        problem_of(ann.post(f"/games/{table.game}/actions?{query}", {"type": "end_turn"}), 422, "bad-fields")


@cases("cursor", ["", "x", "%C3%A9", "A" * 21, "A" * 23, FAR_TOO_MANY, "!!!!"])
def test_a_cursor_that_no_list_gave_is_a_400(served: str, cursor: str) -> None:
    problem_of(Client(served).get(f"/games?cursor={cursor}"), 400, "bad-cursor")


@cases("limit", ["%0A1", "1%20", "%D9%A1", "%EF%BC%91", "+1", "01", "1_0"])
def test_an_odd_number_is_refused_or_answered_with_a_link_that_works(table: Table, limit: str) -> None:
    response = table.visitor.get(f"/games/{table.game}/events?limit={limit}")
    if response.status_code != 200:
        problem_of(response, 422, "bad-fields")
    elif following := response.links.get("next"):
        assert table.visitor.get(following["url"].removeprefix("/v1")).status_code == 200


@cases("accept", ["text/html", "image/png, text/plain", "application/x-ndjson;q=0"])
def test_a_form_of_events_that_there_is_not_is_a_406(table: Table, accept: str) -> None:
    refused = table.visitor.get(f"/games/{table.game}/events", headers={"Accept": accept})
    problem_of(refused, 406, "not-acceptable")


@cases("declared", [each for each in OPERATIONS if each.has_body])
def test_an_accept_that_excludes_every_form_of_an_answer_is_a_406(served: str, declared: Operation) -> None:
    path = re.sub(r"<uuid:\w+>", NOBODY, declared.path)
    path = re.sub(r"<(?:\w+:)?\w+>", "1", path)
    for accept in ("image/png", f"{', '.join(each + ';q=0' for each in declared.media_types)}, image/png"):
        refused = Client(served).send(declared.method, path, headers={"Accept": accept})
        assert all(each in problem_of(refused, 406, "not-acceptable")["detail"] for each in declared.media_types)


@cases("accept", ["*/*", "application/*", "image/png, application/json;q=0.1", "application/json; charset=utf-8", ""])
def test_an_accept_that_leaves_a_form_of_the_answer_gets_it(table: Table, accept: str) -> None:
    for path in ("/games", f"/games/{table.game}", f"/games/{table.game}/since"):
        answer = table.visitor.get(path, headers={"Accept": accept})
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/json")


def test_what_has_no_answer_to_show_takes_any_accept(table: Table) -> None:
    path, headers = f"/games/{table.game}/cursor", {"Accept": "image/png"}
    assert table.players[0].send("PUT", path, json={"version": 1}, headers=headers).status_code == 204


@cases(
    ("method", "path", "sent", "name", "status"),
    [
        ("PUT", "/v1/games", {}, "method-not-allowed", 405),
        ("POST", "/v1/players", {"data": b" " * 20_000, "headers": JSON_HEADERS}, "content-too-large", 413),
    ],
)
def test_a_problem_that_is_named_by_its_status_leads_to_words_of_its_own(
    served: str, method: str, path: str, sent: dict[str, Any], name: str, status: int
) -> None:
    refused = requests.request(method, served + path, timeout=PATIENCE, **sent).json()
    assert (refused["type"], refused["status"]) == (f"{served}/problems/{name}", status)
    leads = requests.get(refused["type"], timeout=PATIENCE)
    assert leads.status_code == 200
    assert f'id="{name}"' in leads.text


# Who may


NEEDS = {
    "create_game": "play",
    "take_seat": "play",
    "open_entropy": "play",
    "leave_seat": "play",
    "create_invite": "play",
    "list_invites": "read",
    "read_invitation": "read",
    "revoke_invite": "play",
    "list_received_invites": "read",
    "decline_invite": "play",
    "create_rematch": "play",
    "read_rematch": "read",
    "list_turns": "read",
    "search_players": "read",
    "change_me": "manage",
    "create_consent": "manage",
    "list_consents": "manage",
    "end_consent": "manage",
    "read_since": "read",
    "set_cursor": "play",
    "set_chat_cursor": "play",
    "rotate_token": "manage",
    "revoke_other_tokens": "manage",
    "create_recovery_codes": "manage",
    "delete_me": "manage",
    "export_me": "manage",
    "list_delegations": "read",
    "create_delegation": "manage",
    "revoke_delegation": "manage",
    "agree_to_rules": "play",
    "list_notes": "read",
    "set_note": "play",
    "delete_note": "play",
    "fork_game": "play",
    "list_orders": "read",
    "give_order": "play",
    "withdraw_order": "play",
    "try_order": "read",
    "read_chat": "read",
    "send_message": "play",
    "erase_message": "play",
    "create_tables": "play",
    "list_organisers": "read",
    "allow_organiser": "play",
    "withdraw_organiser": "play",
    "list_mutes": "read",
    "mute_player": "play",
    "unmute_player": "play",
    "act": "play",
    "list_games": "read",
    "search_archive": "read",
    "read_game": "read",
    "change_game": "play",
    "close_game": "play",
    "read_state": "read",
    "read_states": "read",
    "draw_state": "read",
    "list_events": "read",
    "read_audit": "read",
    "request_analysis": "play",
    "read_analysis": "read",
    "list_actions": "read",
    "read_me": "read",
    "list_tokens": "manage",
    "list_rights": "manage",
    "follow_my_games": "read",
    "create_token": "manage",
    "revoke_token": "manage",
    "create_webhook": "manage",
    "list_webhooks": "manage",
    "read_webhook": "manage",
    "change_webhook": "manage",
    "delete_webhook": "manage",
    "list_deliveries": "manage",
    "redeliver": "manage",
    "try_webhook": "manage",
    "read_notices": "manage",
    "set_notices": "manage",
    "confirm_notices": "manage",
    "create_calendar": "manage",
    "delete_calendar": "manage",
}
"""Operation -> the scope it needs. An operation that takes a token and has no row here fails a test."""
OPEN_TO_ALL = (
    "list_games",
    "search_archive",
    "read_game",
    "read_state",
    "read_states",
    "draw_state",
    "list_events",
    "read_since",
    "read_audit",
    "read_analysis",
    "read_invitation",
    "read_rematch",
    "read_chat",
)
"""Operations for which no token is needed either."""
SECURED = [
    (method.upper(), path, each["operationId"])
    for path, methods in contract()["paths"].items()
    for method, each in methods.items()
    if each["security"]
]


def request_of(client: Client, method: str, path: str, game: str) -> requests.Response:
    """The plainest request of an operation."""
    path = path.removeprefix("/v1").replace("{id}", game).replace("{version}", "1")
    path = path.replace("{seat}", "0").replace("{invite}", game)
    path = path.replace("{order}", game).replace("{message}", "1").replace("{player}", game)
    path = path.replace("{webhook}", game).replace("{delivery}", game).replace("{code}", "none")
    path = path.replace("{game}", CARTA).replace("{type}", "CardsDrawn").replace("{v}", "1")
    path = path.replace("{tile}", "9%2F000")
    return client.send(method, path, **({} if method == "GET" else {"json": {}}))


TOLERANT = "read_oembed"
"""Consumers of oEmbed send parameters of their own."""
EVERY_REQUEST = [
    (method.upper(), path, each["operationId"])
    for path, methods in contract()["paths"].items()
    for method, each in methods.items()
]


@cases(("method", "path", "name"), EVERY_REQUEST)
def test_a_parameter_that_no_operation_has_is_refused_by_each(
    table: Table, ann: Player, unchanged: Callable[[], Any], method: str, path: str, name: str
) -> None:
    with unchanged():
        refused = request_of(ann, method, f"{path}?unheard_of=1", table.game)
    if name == TOLERANT:
        assert problem_of(refused, 422, "bad-fields")["errors"].keys() == {"url"}
    elif refused.status_code != 404:
        assert problem_of(refused, 422, "bad-fields")["errors"]["unheard_of"] == ["Unknown field."]


def test_every_operation_that_takes_a_token_has_its_scope_tested() -> None:
    assert {name for _, _, name in SECURED} == NEEDS.keys()


@pytest.fixture(scope="module", params=["unknown", "revoked", "expired", "empty", "of another scheme"])
def stranger(request: pytest.FixtureRequest, served: str) -> Client:
    """Somebody whose token is not good."""
    player = Player(served)
    match request.param:
        case "revoked":
            made = body_of(player.post("/me/tokens"), 201)
            assert player.delete(f"/me/tokens/{made['id']}").status_code == 204
            return Client(served, made["token"])
        case "expired":
            return Client(served, body_of(player.post("/me/tokens", {"expires_at": LONG_AGO}), 201)["token"])
        case "of another scheme":
            client = Client(served)
            client.session.headers["Authorization"] = f"Basic {player.token}"
            return client
        case "empty":
            return Client(served, "")
        case _:
            return Client(served, player.token[:-1] + ("A" if player.token[-1] != "A" else "B"))


@pytest.mark.parametrize(("method", "path", "name"), SECURED)
def test_a_token_that_is_not_good_opens_nothing(
    table: Table, unchanged: Callable[[], Any], stranger: Client, method: str, path: str, name: str
) -> None:
    with unchanged():
        refused = request_of(stranger, method, path, table.game)
    problem_of(refused, 401)
    is_token = refused.json()["code"] == "bad-token"
    assert refused.headers["WWW-Authenticate"] == ('Bearer error="invalid_token"' if is_token else "Bearer")


@cases(("method", "path", "name"), [each for each in SECURED if each[2] not in OPEN_TO_ALL])
def test_without_a_token_there_is_a_401(
    table: Table, unchanged: Callable[[], Any], method: str, path: str, name: str
) -> None:
    with unchanged():
        refused = request_of(table.visitor, method, path, table.game)
    problem_of(refused, 401, "no-token")
    assert refused.headers["WWW-Authenticate"] == "Bearer"


@cases(("method", "path", "name"), [each for each in SECURED if each[2] in OPEN_TO_ALL])
def test_public_resources_need_no_token(table: Table, method: str, path: str, name: str) -> None:
    # Of a game that is running there is no rematch yet, nor an analysis. An invitation is read by a code.
    expected = {"read_rematch": 404, "read_analysis": 404, "read_invitation": 422}.get(name, 200)
    assert request_of(table.visitor, method, path, table.game).status_code == expected


@cases(("method", "path", "name"), SECURED)
def test_a_token_without_the_scope_opens_nothing(
    table: Table, ann: Player, unchanged: Callable[[], Any], method: str, path: str, name: str
) -> None:
    others = [scope for scope in ("read", "play", "manage") if scope != NEEDS[name]]
    client = Client(table.visitor.base, body_of(ann.post("/me/tokens", {"scopes": others}), 201)["token"])
    with unchanged():
        refused = request_of(client, method, path, table.game)
    assert NEEDS[name] in problem_of(refused, 403, "scope-missing")["detail"]
    challenge = refused.headers["WWW-Authenticate"]
    assert challenge.startswith('Bearer error="insufficient_scope", scope="')
    assert NEEDS[name] in challenge


def test_a_token_gives_no_scope_that_it_has_not(ann: Player, unchanged: Callable[[], Any]) -> None:
    manager = Client(ann.base, body_of(ann.post("/me/tokens", {"scopes": ["manage"]}), 201)["token"])
    with unchanged():
        problem_of(manager.post("/me/tokens", {"scopes": ["manage", "play"]}), 403, "scope-missing")


def test_a_token_of_somebody_else_cannot_be_revoked(served: str, unchanged: Callable[[], Any]) -> None:
    made, other = body_of(Player(served).get("/me"), 200)["token"]["id"], Player(served)
    with unchanged():
        problem_of(other.delete(f"/me/tokens/{made}"), 404, "not-found")


@cases("dry_run", [False, True])
def test_spectators_cannot_act(table: Table, draft: Table, unchanged: Callable[[], Any], dry_run: bool) -> None:
    with unchanged():
        refused = draft.players[0].act(table.game, {"type": "end_turn"}, dry_run=dry_run)
    problem_of(refused, 403, "no-seat")


def test_spectators_have_no_legal_actions(table: Table, draft: Table) -> None:
    listed = body_of(draft.players[0].get(f"/games/{table.game}/actions"), 200)
    assert (listed["seat"], listed["actions"]) == (None, [])


# What there is not


@cases("method", ["GET", "POST", "DELETE"])
@cases("path", ["/games", "/catalogue", "/games/{game}", "/games/{game}/events", "/me"])
def test_an_address_with_a_slash_too_many_is_told_the_right_one(table: Table, method: str, path: str) -> None:
    right = "/v1" + path.format(game=table.game)
    for wrong in (f"{right}/", f"{right}//", right.replace("/v1/", "/v1//")):
        refused = requests.request(method, f"{table.visitor.base}{wrong}", timeout=PATIENCE, allow_redirects=False)
        problem = problem_of(refused, 404, "not-found")
        assert problem["address"] == right
        assert right in problem["detail"]


def test_a_slash_after_an_address_that_there_is_not_is_a_404_without_another(served: str) -> None:
    assert "address" not in problem_of(requests.get(f"{served}/v1/nothing/", timeout=PATIENCE), 404, "not-found")


@cases(
    "path",
    [
        "/",
        "/nothing",
        "/games/5",
        f"/games/{NOBODY}",
        f"/games/{NOBODY}/actions",
        f"/games/{NOBODY}/events",
        f"/games/{NOBODY}/states/1",
        "/games/{game}/",
        "/games/{game}/hands",
        "/games/{game}/states?from=1000000",
        "/games/{game}/states?to=500",
        "/games/{game}/states/0",
        "/games/{game}/states/-1",
        "/games/{game}/states/1.0",
        "/games/{game}/states/1000000",
        "/games/{game}/states/2147483648",
        f"/games/{{game}}/states/{FAR_TOO_MANY}",
        f"/games/{NOBODY}/orders",
        f"/games/{NOBODY}/notes",
        f"/games/{NOBODY}/chat",
        "/catalogue/chess",
        "/catalogue/%00",
        "/catalogue/%FF",
        "/../etc/passwd",
    ],
)
def test_an_unknown_resource_is_a_404(table: Table, ann: Player, path: str) -> None:
    problem_of(ann.get(path.format(game=table.game)), 404, "not-found")


@cases("path", [f"/games/{NOBODY}/actions", f"/games/{NOBODY}/seats"])
def test_nothing_can_be_done_in_a_game_that_is_not_there(ann: Player, unchanged: Callable[[], Any], path: str) -> None:
    with unchanged():
        problem_of(ann.post(path, {} if path.endswith("seats") else {"type": "end_turn"}), 404, "not-found")


METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


@cases(
    ("method", "path"),
    [
        (method, path)
        for path, methods in contract()["paths"].items()
        for method in METHODS
        if method.lower() not in methods
    ],
)
@pytest.mark.every_subject
def test_a_method_that_an_address_has_not_is_a_405_that_lists_those_it_has(
    table: Table, ann: Player, unchanged: Callable[[], Any], method: str, path: str
) -> None:
    with unchanged():
        refused = request_of(ann, method, path.replace("{game}", CARTA).replace("{v}", "1"), table.game)
    assert refused.headers["Allow"] in problem_of(refused, 405)["detail"]
    allowed = {each.strip().lower() for each in refused.headers["Allow"].split(",")}
    assert allowed - {"head", "options"} == contract()["paths"][path].keys()


# What is asked for at the wrong version, or under a used key


@cases(
    "tag",
    ['"x"', '""', '"1.0"', '"-1"', '"²"', "W/", ",", '"1" "2"', f'"{FAR_TOO_MANY}{FAR_TOO_MANY[:2_000]}"'],
)
def test_an_if_match_that_names_no_version_is_a_400(
    table: Table, ann: Player, unchanged: Callable[[], Any], tag: str
) -> None:
    with unchanged():
        refused = ann.act(table.game, {"type": "end_turn"}, if_match=tag)
    assert refused.status_code in (400, 412)
    problem_of(refused, refused.status_code, "bad-if-match" if refused.status_code == 400 else "stale")


@cases("version", [0, 1, 1_000_000, 10**30])
def test_a_version_that_is_not_the_games_is_a_412_that_says_which_is(
    table: Table, ann: Player, unchanged: Callable[[], Any], version: int
) -> None:
    with unchanged():
        refused = ann.act(table.game, {"type": "end_turn"}, if_match=version)
    assert problem_of(refused, 412, "stale")["version"] == table.see()["version"]


@cases("key", ["", "x" * 201, "a\tb", "a\xa0b"])
def test_a_key_that_is_none_is_a_400(table: Table, ann: Player, unchanged: Callable[[], Any], key: str) -> None:
    headers = {"Idempotency-Key": key.encode("latin-1")}
    with unchanged():
        refused = ann.post(f"/games/{table.game}/actions", {"type": "end_turn"}, headers=headers)
    problem_of(refused, 400)


def test_a_key_that_was_used_with_another_body_is_a_422(served: str, unchanged: Callable[[], Any]) -> None:
    table = Table.of(served, position=MIDDLE)
    table.act(0, {"type": "attack", "sphere": "military"}, key="once")
    with unchanged():
        refused = table.players[0].act(table.game, {"type": "end_turn"}, key="once")
        misshapen = table.players[0].act(table.game, {"type": "nonsense"}, key="once")
    problem_of(refused, 422, "key-reused")
    problem_of(misshapen, 422)


# What the rules refuse


class Illegal(NamedTuple):
    """An action of a seat in the position at the top, and the rule against it."""

    seat: int
    action: dict[str, Any]
    rule: str
    ruling: str | None = None


ILLEGAL = [
    Illegal(1, {"type": "end_turn"}, "turn.not_yours"),
    Illegal(1, {"type": "play", "card": "religion-1"}, "turn.not_yours"),
    Illegal(0, {"type": "play", "card": "military-1"}, "turn.already_played", "A-20"),
    Illegal(0, {"type": "skip_play"}, "turn.already_played", "A-20"),
    Illegal(0, {"type": "purge", "discard": ["military-1", "religion-1"]}, "effect.too_few_cards", "A-26"),
    Illegal(0, {"type": "oligarchy", "take": ["culture-1"]}, "effect.too_few_cards", "A-26"),
    Illegal(0, {"type": "assassination", "discard": ["utopia-3"]}, "hand.missing_card", "A-33"),
    Illegal(0, {"type": "attack", "sphere": "science"}, "attack.nothing_left", "A-42"),
    Illegal(0, {"type": "attack", "sphere": "military", "pay": "military-3"}, "area.missing_card", "A-36"),
    Illegal(0, {"type": "attack", "sphere": "military", "pay": "religion-1"}, "area.missing_card", "A-36"),
    Illegal(0, {"type": "breakthrough"}, "discard_effect.nothing_to_pay", "A-37"),
    Illegal(0, {"type": "democracy", "seat": 1, "sphere": "culture"}, "discard_effect.nothing_to_pay", "A-37"),
    Illegal(0, {"type": "inquisition", "seat": 0}, "inquisition.self", "A-51d"),
    Illegal(0, {"type": "inquisition", "seat": 7}, "target.no_such_seat"),
    Illegal(0, {"type": "inquisition", "seat": -1}, "target.no_such_seat"),
    Illegal(0, {"type": "inquisition", "seat": 2**53 - 1}, "target.no_such_seat"),
    Illegal(0, {"type": "embargo", "seat": 1, "sphere": "utopia"}, "embargo.empty_sphere", "A-65"),
    Illegal(0, {"type": "inquisition_exchange", "return": []}, "inquisition_exchange.nothing_taken", "A-51f"),
    Illegal(0, {"type": "breakthrough_discard", "discard": []}, "breakthrough_discard.nothing_drawn", "A-74"),
    Illegal(0, {"type": "inspiration", "seat": 1, "effect": "holy_book"}, "inspiration.no_lead", "A-96"),
    Illegal(0, {"type": "draft_keep", "card": "military-1"}, "draft.over", "A-07"),
]


@cases("dry_run", [False, True])
@cases("illegal", ILLEGAL)
def test_an_illegal_action_is_a_422_with_the_rule_and_the_legal_actions(
    table: Table, unchanged: Callable[[], Any], illegal: Illegal, dry_run: bool
) -> None:
    with unchanged():
        problem = table.refused(illegal.seat, illegal.action, dry_run=dry_run)
    assert (problem["code"], problem["rule"], problem["ruling"]) == ("illegal", illegal.rule, illegal.ruling)
    assert problem["detail"].endswith(".")
    assert problem["legal"] == table.legal(illegal.seat, expand=False)
    assert bool(problem["legal"]) == (illegal.seat == 0)


@cases("action", [{"type": "assassination", "discard": ["military-1"]}, {"type": "inquisition", "seat": 1}])
def test_an_effect_that_was_used_this_turn_is_refused(served: str, action: dict[str, Any]) -> None:
    assert Table.of(served, position=USED).refused(0, action)["rule"] == "effect.sphere_used"


def test_an_effect_is_not_done_twice(served: str) -> None:
    table = Table.of(served, position=MIDDLE)
    table.act(0, {"type": "attack", "sphere": "military"})
    before = table.see()["version"]
    assert table.refused(0, {"type": "attack", "sphere": "military"})["rule"] == "effect.sphere_used"
    assert table.see()["version"] == before


@cases(
    ("action", "rule"),
    [
        ({"type": "draft_keep", "card": "utopia-3"}, "draft.not_in_packet"),
        ({"type": "draft_pick", "card": "military-1"}, "draft.no_centre"),
        ({"type": "play", "card": "military-1"}, "draft.under_way"),
        ({"type": "end_turn"}, "draft.under_way"),
    ],
)
def test_in_a_draft_only_the_draft_is_legal(draft: Table, action: dict[str, Any], rule: str) -> None:
    problem = draft.refused(0, action)
    assert problem["rule"] == rule
    assert {form["type"] for form in problem["legal"]} == {"draft_keep"}


def test_a_seat_keeps_one_card_a_round(served: str) -> None:
    table = Table.of(served, options={"deal": "draft"})
    first, *_ = table.legal(0)
    table.act(0, first)
    problem = table.refused(0, first)
    assert (problem["rule"], problem["legal"]) == ("draft.already_kept", [])


@cases("action", [{"type": "end_turn"}, {"type": "resign"}])
def test_a_game_that_has_not_begun_takes_no_action(
    served: str, unchanged: Callable[[], Any], action: dict[str, Any]
) -> None:
    player = Player(served)
    game = player.new_game()
    player.sit(game)
    with unchanged():
        problem = problem_of(player.act(game, action), 422, "illegal")
    assert (problem["rule"], problem["ruling"], problem["legal"]) == ("game.not_started", None, [])
    assert player.legal(game) == []


@cases("action", [{"type": "end_turn"}, {"type": "resign"}])
def test_a_game_that_is_over_takes_no_action(served: str, unchanged: Callable[[], Any], action: dict[str, Any]) -> None:
    table = Table.of(served)
    table.act(0, {"type": "resign"})
    with unchanged():
        for seat in (0, 1):
            problem = table.refused(seat, action)
            assert (problem["rule"], problem["legal"]) == ("game.over", [])


# What cannot be set up

EPOCH_1 = ["military-1"] * 8 + ["religion-1"] * 8 + ["economy-1"] * 4 + ["science-1"] * 4 + ["culture-1"] * 4
LEADER: dict[str, Any] = {"area": {"culture-1": 2}}

IMPOSSIBLE = [
    (holding(hand={"military-1": 9}), "position.too_many_cards"),
    (holding(hand={"military-1": 4}, area={"military-1": 4}, embargo={"science": 1_000}), "position.too_many_cards"),
    (holding(democracy={"science": 17}), "position.too_many_cards"),
    (holding(embargo={"science": 17}), "position.too_many_cards"),
    (GAME | {"position": MIDDLE | {"deck": EPOCH_1[:26], "seats": [{}, {}]}}, "position.too_many_cards"),
    (placed(seats=[{}]), "position.seats"),
    (placed(seats=[{}, {}, {}]), "position.seats"),
    (placed(seats=[]), "position.seats"),
    (placed(active=2), "position.no_such_seat"),
    (placed(active=-1), "position.no_such_seat"),
    (placed(first=2**53 - 1), "position.no_such_seat"),
    (placed(culture_token={"seat": 2}), "position.no_such_seat"),
    (placed(culture_token={"seat": 1, "on": {"seat": 2, "sphere": "military"}}), "position.no_such_seat"),
    (placed(final_round=True), "position.final_round"),
    (placed(deck=[], final_round=False), "position.final_round"),
    (placed(step="play", used={"permanent": ["military"]}), "position.used"),
    (placed(used={"discard": ["culture"]}), "position.used"),
    (placed(culture_token={"seat": 0, "on": {"seat": 1, "sphere": "religion"}}), "position.culture_token"),
    (placed(culture_token={"seat": 1}), "position.culture_token"),
    (placed(culture_token={"seat": 1, "on": {"seat": 1, "sphere": "religion"}}), "position.culture_token"),
    (placed(culture_token={"seat": 1, "on": {"seat": 0, "sphere": "culture"}}), "position.culture_token"),
    (GAME | {"seats": 5}, "setup.seats"),
    (GAME | {"seats": 1}, "setup.seats"),
    (GAME | {"seats": 0}, "setup.seats"),
    (GAME | {"seats": -2}, "setup.seats"),
    (GAME | {"seats": 2**53 - 1}, "setup.seats"),
    (GAME | {"seats": 2, "options": {"teams": True}}, "setup.teams"),
    (GAME | {"seats": 3, "options": {"teams": True}}, "setup.teams"),
    (GAME | {"seats": 4, "options": {"teams": 1}}, "setup.option"),
    (GAME | {"seats": 4, "options": {"teams": "true"}}, "setup.option"),
    (GAME | {"options": {"deal": "fast"}}, "setup.option"),
    (GAME | {"options": {"deal": ["basic"]}}, "setup.option"),
    (GAME | {"options": {"deal": None}}, "setup.option"),
    (GAME | {"options": {"blitz": True}}, "setup.option"),
    (GAME | {"edition": "fr"}, "setup.unknown_edition"),
    (GAME | {"edition": "RU"}, "setup.unknown_edition"),
    (GAME | {"edition": ""}, "setup.unknown_edition"),
]


@cases(("wish", "rule"), IMPOSSIBLE)
def test_a_game_that_cannot_be_is_a_422_with_the_rule(
    ann: Player, unchanged: Callable[[], Any], wish: dict[str, Any], rule: str
) -> None:
    with unchanged():
        problem = problem_of(ann.post("/games", wish), 422, "illegal")
    assert problem["rule"] == rule
    assert "ruling" in problem
    assert problem["detail"].endswith(".")


# Seats


def test_a_seat_is_taken_once(served: str, unchanged: Callable[[], Any]) -> None:
    ann, ben = Player(served), Player(served)
    game = ann.new_game(3)
    assert ann.sit(game, seat=1).status_code == 201
    with unchanged():
        assert problem_of(ben.sit(game, seat=1), 409)["rule"] == "seat.taken"
        assert problem_of(ben.sit(game, seat=3), 409)["rule"] == "seat.taken"
        assert problem_of(ben.sit(game, seat=2**53 - 1), 409)["rule"] == "seat.taken"


def test_nobody_sits_twice_at_a_table(served: str, unchanged: Callable[[], Any]) -> None:
    ann = Player(served)
    game = ann.new_game(3)
    assert ann.sit(game).status_code == 201
    with unchanged():
        assert problem_of(ann.sit(game), 409)["rule"] == "seat.already_seated"
        assert problem_of(ann.sit(game, seat=0), 409)["rule"] == "seat.already_seated"


def test_a_full_table_takes_nobody(table: Table, draft: Table, unchanged: Callable[[], Any]) -> None:
    with unchanged():
        assert problem_of(draft.players[0].sit(table.game), 409)["rule"] == "seat.game_started"

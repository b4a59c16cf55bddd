"""A small client of the API that holds every answer against openapi.yaml."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple, Self
from xml.etree import ElementTree

import requests
import yaml
from jsonschema_rs import Draft202012Validator

from tests.patience import PATIENCE
from tests.released.changes import resolved
from tests.released.contract import with_shared_parts
from tests.service.in_process import mount

CONTRACT: Final = Path(__file__).parents[2] / "openapi.yaml"
TOLD: Final = CONTRACT.with_name("asyncapi.yaml")
JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
EVENT_STREAM: Final = "text/event-stream"
OCTETS: Final = "application/octet-stream"
PROBLEM: Final = "application/problem+json"
CARTA: Final = "carta-impera-victoria"
CIVILIZATION: Final = "civilization-the-card-game"
TIME: Final = re.compile(r'"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+[^"]*)"')
ONE_FORM: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")
"""Times as answers have them: RFC 3339 in UTC, with milliseconds."""
FORMS_OF_OAUTH: Final = frozenset(("issue_tokens", "revoke_oauth_token"))
"""Operations that answer some errors in the form of RFC 6749, section 5.2."""
OF_EVERY_RESPONSE: Final = frozenset(("Cache-Control", "RateLimit", "RateLimit-Policy", "X-Request-Id"))
"""Headers of which the contract says once that every response may have them."""
NOT_IN_THE_CONTRACT: Final = (404, 405)
"""What an address or a method that the contract lacks is answered with."""

TOUCHED: Final[set[str]] = set()
"""The operations that have been called."""


class Operation(NamedTuple):
    """An operation of the contract: its id, and what its answers may be."""

    id: str
    answers: Mapping[str, Any]


@cache
def contract() -> dict[str, Any]:
    """openapi.yaml."""
    document: dict[str, Any] = yaml.load(CONTRACT.read_text(), yaml.CSafeLoader)
    return with_shared_parts(document)


@cache
def streams_and_webhooks() -> dict[str, Any]:
    """asyncapi.yaml."""
    document: dict[str, Any] = yaml.load(TOLD.read_text(), yaml.CSafeLoader)
    return document


@cache
def schemas() -> dict[str, Any]:
    """The schemas of both contracts."""
    known: dict[str, Any] = contract()["components"]["schemas"] | streams_and_webhooks()["components"]["schemas"]
    return known


@cache
def operations() -> dict[tuple[str, str], Operation]:
    """Method and path, as a pattern, -> operation."""
    return {
        (method.upper(), re.sub(r"{\w+}", "[^/]+", path)): Operation(each["operationId"], each["responses"])
        for path, methods in contract()["paths"].items()
        for method, each in methods.items()
    }


@cache
def operation(method: str, path: str) -> Operation | None:
    """The operation that a request means: of paths that fit, the one that says most, as `{version}.svg`."""
    found = {pattern: each for (verb, pattern), each in operations().items() if verb == method}
    fitting = [pattern for pattern in found if re.fullmatch(pattern, path)]
    return found[max(fitting, key=len)] if fitting else None


def closed(schema: Any) -> Any:
    """A schema with its references followed, in which nothing is allowed that is not described."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    schema = resolved({"components": {"schemas": schemas()}}, schema)
    if "x-extensible-enum" in schema:
        schema = {"enum": schema["x-extensible-enum"]} | schema
    out = {name: members(value) if name == "properties" else closed(value) for name, value in schema.items()}
    return {"additionalProperties": False} | out if "properties" in out else out


def members(properties: dict[str, Any]) -> dict[str, Any]:
    """The members of an object, of which one may be called as a word of the schema's."""
    return {name: closed(value) for name, value in properties.items()}


@cache
def validator(operation_id: str, status: str, media_type: str) -> Draft202012Validator:
    """The validator of one documented answer, made once."""
    answers = next(each.answers for each in operations().values() if each.id == operation_id)
    return compiled(closed(answer_of(answers, int(status))["content"][media_type]["schema"]))


@cache
def schema(name: str) -> Draft202012Validator:
    """The validator of a schema by its name in the contracts."""
    return compiled(closed(schemas()[name]))


@cache
def message(channel: str, name: str) -> Draft202012Validator:
    """The validator of what asyncapi.yaml says of a message."""
    return compiled(closed(streams_and_webhooks()["channels"][channel]["messages"][name]["payload"]))


def compiled(schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator(schema, validate_formats=True)


def answer_of(answers: Mapping[str, Any], status: int) -> Any:
    """What the contract says of a status by itself, or of all that begin with its digit."""
    return answers.get(str(status), answers.get(f"{status // 100}XX"))


def check(response: requests.Response) -> None:
    """The answer is one that the contract has for that request, and never the fault of the service."""
    media_type = response.headers.get("Content-Type", "").partition(";")[0]
    status, text = response.status_code, "" if media_type == OCTETS else response.content.decode()
    request = response.request
    where = f"{request.method} {request.path_url} -> {status}\n{text[:2_000]}"
    assert status != 500, where
    assert "Traceback" not in text, where
    called = operation(str(request.method), request.path_url.partition("?")[0])
    if called is None:
        assert status in NOT_IN_THE_CONTRACT, where
        require_problem(text, media_type, where)
        return
    TOUCHED.add(called.id)
    answer = answer_of(called.answers, status)
    assert answer is not None, f"an undocumented status: {where}"
    sent = {name for name in contract()["components"]["headers"] if name in response.headers}
    assert status != 201 or "Location" in response.headers, f"a 201 without Location: {where}"
    undocumented = sent - answer.get("headers", {}).keys() - OF_EVERY_RESPONSE
    assert not undocumented, f"undocumented headers, {', '.join(sorted(undocumented))}: {where}"
    documented = answer.get("content")
    if documented is None:
        assert text == "", where
        return
    assert media_type in documented, f"an undocumented media type, {media_type}: {where}"
    if media_type == OCTETS:
        return
    if media_type == "text/plain":
        assert text.endswith("\n")
        return
    if media_type == "image/svg+xml":
        assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
        return
    if media_type == "text/calendar":
        assert text.startswith("BEGIN:VCALENDAR\r\n")
        return
    if media_type == NDJSON and called.id == "read_audit":
        require_bundle(text)
    elif media_type == NDJSON and called.id == "read_states":
        for line in text.splitlines():
            require_valid(schema("Game"), json.loads(line))
    elif media_type == NDJSON and called.id == "export_me":
        assert all(json.loads(line)["kind"] for line in text.splitlines())
    elif media_type == NDJSON and called.id == "export_games":
        for line in text.splitlines():
            require_bundle(json.loads(line)["bundle"])
    elif media_type == EVENT_STREAM:
        for line in text.splitlines():
            if line.startswith("data: "):
                require_data(called.id, line.removeprefix("data: "))
    elif media_type == NDJSON and called.id == "read_feed":
        for line in text.splitlines():
            require_data(called.id, line)
    elif media_type == NDJSON:
        # Those of a game, and those of a bundle that is played back.
        require_valid(schema("EventList"), {"events": [*map(json.loads, text.splitlines())], "version": 0, "next": 0})
    else:
        require_valid(validator(called.id, str(status), media_type), json.loads(text))
        odd = [each for each in TIME.findall(text) if ONE_FORM.fullmatch(each) is None]
        assert called.id == "read_event_schema" or not odd, f"times of another form, {odd}: {where}"
    is_of_oauth = media_type == JSON and called.id in FORMS_OF_OAUTH
    if status >= 400 and not is_of_oauth:
        require_problem(text, media_type, where)


def require_bundle(text: str) -> None:
    """A header, events whose public parts are texts, and a note."""
    header, *events, note = map(json.loads, text.splitlines())
    assert header.keys() == {"format", "id", "game", "edition", "rules_sha256", "key"}
    assert note.keys() - {"log"} == {"note"}
    parsed = [each | {"public": json.loads(each["public"])} for each in events]
    require_valid(schema("EventList"), {"events": parsed, "version": 0, "next": 0})


def require_data(operation_id: str, text: str) -> None:
    """What a stream, or a line of the feed, says of one event."""
    (name, *_) = streams_and_webhooks()["channels"][operation_id]["messages"]
    require_valid(message(operation_id, name), json.loads(text))


def require_problem(text: str, media_type: str, where: str) -> None:
    """A problem says so in its media type, and says what to do."""
    assert media_type == PROBLEM, where
    require_valid(schema("Problem"), json.loads(text))
    assert json.loads(text)["detail"], where


def require_valid(valid: Draft202012Validator, body: Any) -> None:
    errors = [f"{error.instance_path}: {error.message[:300]}" for error in valid.iter_errors(body)]
    assert not errors, errors


class Said(NamedTuple):
    """An event of a stream."""

    id: str
    type: str
    data: str


class NotStreamed(Exception):
    """The answer was no stream, but this."""

    def __init__(self, response: requests.Response) -> None:
        super().__init__(response.status_code)
        self.response = response


class EventStream:
    """A stream that is open. Reading waits for no longer than PATIENCE."""

    def __init__(self, response: requests.Response, operation_id: str) -> None:
        self._operation = operation_id
        self._lines = (line.decode() for line in response.iter_lines(chunk_size=None))
        self.headers = response.headers
        self.heartbeats = 0
        self.retry: str | None = None
        self.last_id: str | None = None

    def __iter__(self) -> Iterator[Said]:
        """The events up to the end of the stream."""
        for block in self.blocks():
            if (said := self.heard(block)) is not None:
                yield said

    def heard(self, block: list[str]) -> Said | None:
        """What a block says, if it is an event."""
        if block[0].startswith(":"):
            self.heartbeats += 1
            return None
        fields = dict(line.split(": ", 1) for line in block)
        self.retry, self.last_id = fields.get("retry", self.retry), fields.get("id", self.last_id)
        if "data" not in fields:
            return None
        assert [*fields] in (["id", "event", "data"], ["id", "data"])
        require_data(self._operation, fields["data"])
        return Said(fields["id"], fields.get("event", "message"), fields["data"])

    def blocks(self) -> Iterator[list[str]]:
        """Lines up to each empty one."""
        block: list[str] = []
        for line in self._lines:
            if line:
                block.append(line)
            else:
                yield block
                block = []
        assert not block, "the stream ended within an event"

    def take(self, count: int) -> list[Said]:
        """So many events."""
        return [said for _, said in zip(range(count), self, strict=False)]

    def beat(self) -> None:
        """Wait for a heartbeat; nothing else may come before it."""
        assert self.heard(next(self.blocks())) is None


SECONDS_KEPT: Final = 3
"""How long after a request a client goes on with its connection: the service closes it five after an answer."""


class Client:
    """Somebody who sends requests, with a token or without."""

    def __init__(self, base: str, token: str | None = None) -> None:
        self.base = base
        self.asked = monotonic()
        self.session = requests.Session()
        self.session.trust_env = False
        mount(self.session, base)
        if token is not None:
            self.session.headers["Authorization"] = f"Bearer {token}"

    def send(self, method: str, path: str, **more: Any) -> requests.Response:
        """Send a request to a path under /v1, and check the answer."""
        if monotonic() - self.asked > SECONDS_KEPT:
            self.session.close()
        self.asked = monotonic()
        response = self.session.request(
            method, f"{self.base}/v1{path}", timeout=PATIENCE, allow_redirects=False, **more
        )
        check(response)
        return response

    def get(self, path: str, **more: Any) -> requests.Response:
        """Read."""
        return self.send("GET", path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> requests.Response:
        """Send a JSON body."""
        return self.send("POST", path, json={} if body is None else body, **more)

    def delete(self, path: str) -> requests.Response:
        """Take away."""
        return self.send("DELETE", path)

    @contextmanager
    def following(self, path: str, last_id: str | None = None) -> Iterator[EventStream]:
        """Open an event stream, on a connection of its own, after an event that has arrived."""
        headers = {**self.session.headers, "Accept": EVENT_STREAM} | (
            {} if last_id is None else {"Last-Event-ID": last_id}
        )
        with requests.get(f"{self.base}/v1{path}", headers=headers, stream=True, timeout=PATIENCE) as response:
            if response.status_code != 200:
                check(response)
                raise NotStreamed(response)
            called = operation("GET", f"/v1{path}".partition("?")[0])
            assert called is not None
            assert response.headers["Content-Type"] == EVENT_STREAM
            assert response.headers["Cache-Control"] == "no-store"
            assert response.headers["X-Accel-Buffering"] == "no"
            assert "Accept" in response.headers["Vary"]
            TOUCHED.add(called.id)
            yield EventStream(response, called.id)

    def see(self, game: str, version: int | None = None) -> dict[str, Any]:
        """A game as the caller may see it, now or at a version."""
        path = f"/games/{game}" if version is None else f"/games/{game}/states/{version}"
        return body_of(self.get(path), 200)

    def events(self, game: str, after: int = 0) -> list[dict[str, Any]]:
        """Every event after a position, as the caller may see it."""
        response = self.get(f"/games/{game}/events?after={after}", headers={"Accept": NDJSON})
        assert response.status_code == 200
        return [json.loads(line) for line in response.content.decode().splitlines()]


class Player(Client):
    """Who has registered, and keeps the token."""

    def __init__(self, base: str, name: str = "Ann") -> None:
        super().__init__(base)
        registered = body_of(self.post("/players", {"name": name}), 201)
        self.id, self.name, self.token = registered["id"], registered["name"], registered["token"]
        self.handle = registered["handle"]
        self.session.headers["Authorization"] = f"Bearer {self.token}"

    def shown(self) -> dict[str, Any]:
        """The player as others are shown them."""
        return {"id": self.id, "name": self.name, "handle": self.handle, "bot": False}

    def new_game(self, seats: int = 2, *, edition: str | None = "ru", **wish: Any) -> str:
        """The id of a table that this player opens."""
        body = {"game": CARTA, "seats": seats} | ({"edition": edition} if edition else {}) | wish
        return str(body_of(self.post("/games", body), 201)["id"])

    def sit(self, game: str, **choice: Any) -> requests.Response:
        """Take a seat."""
        return self.post(f"/games/{game}/seats", choice)

    def legal(self, game: str, *, expand: bool = True) -> list[dict[str, Any]]:
        """What this player may do now."""
        path = f"/games/{game}/actions" + ("?expand=true" if expand else "")
        actions: list[dict[str, Any]] = body_of(self.get(path), 200)["actions"]
        return actions

    def act(
        self,
        game: str,
        action: Any,
        *,
        key: str | None = None,
        if_match: int | str | None = None,
        dry_run: bool = False,
    ) -> requests.Response:
        """Send an action."""
        headers = {} if key is None else {"Idempotency-Key": key}
        if if_match is not None:
            headers["If-Match"] = f'"{if_match}"' if isinstance(if_match, int) else if_match
        path = f"/games/{game}/actions" + ("?dry_run=true" if dry_run else "")
        return self.post(path, action, headers=headers)


class Table(NamedTuple):
    """A game with everybody seated, seat 0 by the first player, and somebody who looks on."""

    game: str
    players: Sequence[Player]
    visitor: Client

    @classmethod
    def of(cls, base: str, seats: int = 2, players: Sequence[Player] = (), **wish: Any) -> Self:
        """Open a table and seat players, new ones unless some are given."""
        players = players or [Player(base, f"Player {seat}") for seat in range(seats)]
        game = players[0].new_game(seats, **wish)
        for seat, player in enumerate(players):
            body_of(player.sit(game, seat=seat), 201)
        return cls(game, players, Client(base))

    def see(self, seat: int | None = None) -> dict[str, Any]:
        """The game as a seat or a spectator sees it."""
        return self.audience(seat).see(self.game)

    def audience(self, seat: int | None) -> Client:
        """Who looks at the game: a seat or a spectator."""
        return self.visitor if seat is None else self.players[seat]

    def audiences(self) -> list[int | None]:
        """Every seat and the spectator."""
        return [*range(len(self.players)), None]

    def act(self, seat: int, action: Any, **how: Any) -> dict[str, Any]:
        """Let a seat act; the action must be accepted."""
        return body_of(self.players[seat].act(self.game, action, **how), 201)

    def refused(self, seat: int, action: Any, **how: Any) -> dict[str, Any]:
        """Let a seat act; the rules must refuse it."""
        return body_of(self.players[seat].act(self.game, action, **how), 422)

    def legal(self, seat: int, *, expand: bool = True) -> list[dict[str, Any]]:
        """What a seat may do now."""
        return self.players[seat].legal(self.game, expand=expand)


def body_of(response: requests.Response, status: int) -> dict[str, Any]:
    """The JSON of an answer that must have that status."""
    assert response.status_code == status, f"{response.status_code}, not {status}: {response.content.decode()[:2_000]}"
    body: dict[str, Any] = json.loads(response.content)
    return body

"""The contract as the writers of both languages need it: schemas, events, and operations with their parts sorted."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

ROOT: Final = Path(__file__).parents[2]
JSON: Final = "application/json"
STREAM: Final = "text/event-stream"
OCTETS: Final = "application/octet-stream"
BINARY: Final = {"type": "binary"}
"""Stands for the schema of an answer of bytes."""
ACTION: Final = "Action"
"""Union of the actions that may be posted; the contract has it only in place, at `act`."""
UNION_OF_EVENTS: Final = "PublicPart"
"""Open part of an event: in the contract any, in the packages the union of the known ones."""
NOT_OFFERED: Final = ("If-None-Match", "names")
"""Parameters that the packages have no use for: they keep no cache, and know the names of all events."""


class Parameter(NamedTuple):
    """A parameter of an operation, by its name in the contract."""

    name: str
    place: str
    schema: Any
    description: str
    required: bool

    @property
    def word(self) -> str:
        """The name as a word: `If-Match` is `if_match`."""
        return self.name.lower().replace("-", "_")


class Operation(NamedTuple):
    """An operation, as a method of a client."""

    name: str
    method: str
    path: str
    summary: str
    parameters: tuple[Parameter, ...]
    body: Any
    """Schema of the body, or None."""
    body_required: bool
    media_type: str
    """Media type of the body."""
    answer: Any
    """Schema of the successful response; None where it has no body."""
    is_text: bool
    """Whether the response is text, as lines of JSON are."""
    items: tuple[str, Any] | None
    """Of a list with pages, the member that holds the items, and the schema of one."""
    fixed: dict[str, str]
    """Query parameters that are the same in each call."""

    @property
    def is_bytes(self) -> bool:
        return bool(self.answer == BINARY)

    def at(self, place: str) -> list[Parameter]:
        return [each for each in self.parameters if each.place == place]

    @property
    def noun(self) -> str:
        """The name without its verb: `list_games` is about `games`."""
        return self.name.partition("_")[2]


class Event(NamedTuple):
    """A type of event, with the schemas of its open and its hidden fields."""

    owner: str
    """`CartaImperaVictoria` for that game; empty for events of every game."""
    type: str
    version: int
    data: Any
    private: Any
    definitions: dict[str, Any]

    @property
    def name(self) -> str:
        """The name of its class; the first version has none of the number."""
        return f"{self.owner}{self.type}{'' if self.version == 1 else self.version}"


def with_own_part(schema: Any) -> Any:
    """Return what extends a schema by a part of its own with that part in place, and under `allOf` what it extends."""
    parts = schema.get("allOf", ())
    own = {key: each for part in parts if "$ref" not in part for key, each in part.items()}
    return schema | own | {"allOf": [part for part in parts if "$ref" in part]} if own else schema


class Contract:
    """openapi.yaml, and the schemas of events that are kept beside it."""

    def __init__(self, root: Path = ROOT) -> None:
        self.document: Any = yaml.load((root / "openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
        self.schemas: dict[str, Any] = {
            name: with_own_part(each) for name, each in self.document["components"]["schemas"].items()
        }
        self.events = [event for path in sorted((root / "docs" / "events").glob("*.json")) for event in events(path)]

    def follow(self, part: Any) -> Any:
        """Return what a reference leads to, or the part itself."""
        while "$ref" in part:
            _, *names = part["$ref"].split("/")
            part = self.document
            for name in names:
                part = part[name]
        return part

    def actions(self) -> Any:
        """Return the schema of the body of `act`."""
        act = self.document["paths"]["/v1/games/{id}/actions"]["post"]
        return act["requestBody"]["content"][JSON]["schema"]

    def operations(self) -> Iterator[Operation]:
        """Yield a method for each operation, but for those that are streams only or lead elsewhere."""
        for path, methods in self.document["paths"].items():
            for method, described in methods.items():
                answers = [
                    (status, self.follow(answer).get("content", {}))
                    for status, answer in described["responses"].items()
                    if status.startswith("2")
                ]
                if answers and {*answers[0][1]} != {STREAM}:
                    yield from self.split(path.removeprefix("/v1"), method.upper(), described, answers)

    def split(self, path: str, method: str, described: Any, answers: Any) -> Iterator[Operation]:
        """Yield an operation; two where a yes in the query changes the form of the response, as `dry_run` does."""
        (_, first), *others = answers
        operation = self.operation(path, method, described, first)
        usual = first.get(JSON, {}).get("schema")
        different = [content for _, content in others if JSON in content and content[JSON]["schema"] != usual]
        if not different:
            yield operation
            return
        (switch,) = [each for each in operation.at("query") if each.schema.get("type") == "boolean"]
        rest = tuple(each for each in operation.parameters if each != switch)
        yield operation._replace(parameters=rest)
        yield operation._replace(
            name=switch.name,
            summary=switch.description,
            parameters=tuple(each for each in rest if each.name != "Idempotency-Key"),
            answer=different[0][JSON]["schema"],
            fixed={switch.name: "true"},
        )

    def operation(self, path: str, method: str, described: Any, content: Any) -> Operation:
        body = described.get("requestBody", {})
        media_type, media = next(iter(body.get("content", {JSON: {}}).items()))
        schema = media.get("schema")
        answer = content[JSON]["schema"] if JSON in content else {"type": "string"} if content else None
        answer = BINARY if content and OCTETS in content else answer
        parameters = tuple(self.parameters(described, streams=STREAM in content))
        paged = any(each.name == "cursor" for each in parameters) and JSON in content
        return Operation(
            described["operationId"],
            method,
            path,
            described["summary"],
            parameters,
            {"$ref": f"#/components/schemas/{ACTION}"} if schema == self.actions() else schema,
            body.get("required", False),
            media_type,
            answer,
            answer == {"type": "string"},
            self.items(answer) if paged else None,
            {},
        )

    def parameters(self, described: Any, streams: bool) -> Iterator[Parameter]:
        """Yield the parameters that callers may set."""
        for each in map(self.follow, described.get("parameters", [])):
            resumes = streams and each["name"] == "Last-Event-ID"
            if not (each["name"] in NOT_OFFERED or each.get("deprecated") or resumes):
                yield Parameter(
                    each["name"], each["in"], each["schema"], each.get("description", ""), each.get("required", False)
                )

    def items(self, answer: Any) -> tuple[str, Any]:
        """Return the member of a page that holds its items, and the schema of one."""
        ((name, schema),) = [
            (name, each["items"])
            for name, each in self.follow(answer)["properties"].items()
            if each.get("type") == "array"
        ]
        return name, schema


def events(path: Path) -> Iterator[Event]:
    """Yield the events of a file in docs/events."""
    owner = "" if path.stem == "every-game" else words(path.stem)
    for name, schema in json.loads(path.read_text(encoding="utf-8")).items():
        event, version = name.split("/")
        parts = schema["properties"]
        data = parts["public"]["properties"]["data"]
        yield Event(owner, event, int(version), data, parts["private"], schema.get("$defs", {}))


def words(name: str) -> str:
    """`carta-impera-victoria` as `CartaImperaVictoria`."""
    return "".join(word.capitalize() for word in re.split(r"[-_ ]", name))

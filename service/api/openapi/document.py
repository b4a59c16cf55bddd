"""openapi.yaml, made from what the operations, schemas and games declare."""

import re
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema

from domain.catalogue import CATALOGUE
from domain.kernel.messages import Action
from domain.match.actions import CLOCK_ACTIONS, TakeBack
from domain.match.game import Game
from service.api.openapi.descriptions import (
    describe_properties,
    header_texts,
    parameter_text,
    prefix,
    response_text,
    tag_texts,
)
from service.api.openapi.openness import open_answers
from service.api.operations import BASE, OPERATIONS, READ, AnyAction, Operation, schema_of
from service.api.replies import JSON
from service.api.schemas.message_schemas import action_schema, record_schema
from service.api.schemas.problem import Problem
from service.http.problems import MEDIA_TYPE, phrase

EXAMPLES: Final = Path(__file__).with_name("examples")
LICENSE: Final = {"name": "Apache-2.0"}
DESCRIPTION: Final = """\
Card games over days and weeks: every action is stored as events, and every state is their fold.
Register a player, create a game, take the seats, list the legal actions, post one of them.
What a caller sees depends on the token: a seat sees its own hand, anybody else what lies open.
Errors are problem details (RFC 9457) with words that say what to do.
"""


NAMES: Final = re.compile(r"{(\w+)}")
"""Parameters of a path."""
TABLE: Final = "Table"
"""Prefix of the schemas of actions that every game has: those of the clock, and undo."""


CONTACT: Final = {"name": "The Cartulary authors"}
SERVERS: Final = [{"url": "/", "description": "The service that serves this contract"}]
OF_DEPRECATED: Final = ("Deprecation", "Sunset")
"""Headers of a deprecated operation."""
EVERY_RESPONSE: Final = ("RateLimit", "RateLimit-Policy", "X-Request-Id")
"""Headers of every response, whatever its status."""
HEADERS_OF_STATUS: Final[Mapping[int, tuple[str, ...]]] = {
    HTTPStatus.UNAUTHORIZED: ("WWW-Authenticate",),
    HTTPStatus.FORBIDDEN: ("WWW-Authenticate",),
    HTTPStatus.TOO_MANY_REQUESTS: ("Retry-After",),
    HTTPStatus.SERVICE_UNAVAILABLE: ("Retry-After",),
}


class Dumper(yaml.CSafeDumper):
    """Writes a text of several lines as a block."""


Dumper.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, "|" if "\n" in text and not text.startswith(" ") else None
    ),
)


def document() -> str:
    """The contract as YAML."""
    return as_yaml(contract())


def as_yaml(document: dict[str, Any]) -> str:
    """A contract as YAML, in the order in which it is made."""
    text: str = yaml.dump(document, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=120)
    return text


def contract() -> dict[str, Any]:
    """The contract."""
    plugin = MarshmallowPlugin(schema_name_resolver=name_of)
    spec = APISpec(
        title="Cartulary",
        version="0.1.0",
        openapi_version="3.1.0",
        info={"description": DESCRIPTION, "contact": CONTACT, "license": LICENSE | {"identifier": "Apache-2.0"}},
        servers=SERVERS,
        plugins=[plugin],
    )
    for tag, text in tag_texts().items():
        spec.tag({"name": tag, "description": text})
    for name, described in header_texts().items():
        if name not in OF_DEPRECATED or any(each.deprecated for each in OPERATIONS):
            spec.components.header(name, {"schema": {"type": "string"}} | described)
    for status in sorted({status for each in OPERATIONS for status in problems(each)}):
        spec.components.response(problem_name(status), problem(status))
    spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})
    for game in CATALOGUE.values():
        add_game(spec, game)
    add_actions(spec, TABLE, {each.NAME: each for each in (*CLOCK_ACTIONS, TakeBack)})
    for each in OPERATIONS:
        spec.path(each.documented_path(), operations={each.method.lower(): describe(each)})
    assert plugin.converter is not None
    words = {name: key[0].__doc__ for key, name in plugin.converter.refs.items()}
    whole = with_games(spec.to_dict())
    describe_schemas(whole["components"]["schemas"], words)
    describe_queries(whole["paths"])
    open_answers(whole)
    return {"openapi": whole.pop("openapi")} | whole


def describe_schemas(schemas: dict[str, Any], words: Mapping[str, str | None]) -> None:
    """Add the docstring of its class to each schema, and a text to each property."""
    schemas.update({name: {"description": text} | schemas[name] for name, text in words.items() if text})
    describe_properties(schemas)


def describe_queries(paths: dict[str, Any]) -> None:
    """Add a text to every parameter of a query."""
    for each in (operation for methods in paths.values() for operation in methods.values()):
        for value in each["parameters"]:
            if value["in"] == "query":
                value.update(parameter_text("query", value["name"], each["operationId"]))


def name_of(schema: Any) -> str:
    """A schema's name is that of its class."""
    return schema.__name__ if isinstance(schema, type) else type(schema).__name__


def add_game(spec: APISpec, game: Game[Any]) -> None:
    """A game's actions, state and position."""
    start = prefix(game.id)
    add_actions(spec, start, game.action_types)
    spec.components.schema(f"{start}State", schema=record_schema(game.state, start + "State"))
    spec.components.schema(f"{start}Position", schema=record_schema(game.position, start))


def add_actions(spec: APISpec, start: str, types: Mapping[str, type[Action]]) -> None:
    """Actions, each by itself and as one of all."""
    for kind in types.values():
        spec.components.schema(start + kind.__name__, schema=action_schema(kind, start))
    one_of = {name: f"#/components/schemas/{start}{kind.__name__}" for name, kind in types.items()}
    spec.components.schema(
        f"{start}Action",
        {
            "description": "Any of these actions.",
            "oneOf": [{"$ref": ref} for ref in one_of.values()],
            "discriminator": {"propertyName": "type", "mapping": one_of},
        },
    )


def with_games(document: dict[str, Any]) -> dict[str, Any]:
    """Each game's state and position where any game's may stand."""
    known = document["components"]["schemas"]
    known["Game"]["properties"]["state"] = any_of([f"{prefix(game.id)}State" for game in CATALOGUE.values()], True)
    known["NewGame"]["properties"]["position"] = any_of(
        [f"{prefix(game.id)}Position" for game in CATALOGUE.values()], True
    )
    return document


def any_of(names: list[str], nullable: bool = False) -> dict[str, Any]:
    """Return a schema that allows any of these, and null if nullable."""
    options: list[dict[str, Any]] = [{"$ref": f"#/components/schemas/{name}"} for name in names]
    return {"anyOf": [*options, {"type": "null"}] if nullable else options}


def describe(each: Operation) -> dict[str, Any]:
    """An operation as OpenAPI has it."""
    example = {game: known[each.name] for game, known in examples().items() if each.name in known}
    out: dict[str, Any] = {
        "operationId": each.name,
        "summary": each.summary,
        **({"description": text} if (text := description(each)) else {}),
        **({"deprecated": True} if each.deprecated else {}),
        "tags": [each.path.split("/")[1]],
        "security": security(each),
        "parameters": parameters(each),
        "responses": responses(each, example),
    }
    if each.body:
        out["requestBody"] = request_body(each, example)
    return out


def description(each: Operation) -> str:
    """Return the description of an operation below its summary."""
    deprecated = each.deprecated.sentence() if each.deprecated else ""
    return "\n\n".join(filter(None, (each.description, deprecated)))


def security(each: Operation) -> list[dict[str, list[str]]]:
    """The scopes of the token that is needed, or may be sent."""
    token = {"token": [*each.access.scopes]}
    if each.access.required:
        return [token]
    return [{}, token] if each.access == READ else []


def parameters(each: Operation) -> list[Any]:
    """Return the parameters in path, query and headers."""
    values: list[Any] = []
    for name, kind in PATH_VALUES.items():
        if f"{{{name}}}" in each.documented_path():
            text = parameter_text("path", name, each.name)
            values.append({"name": name, "in": "path", "required": True, "schema": kind} | text)
    if schema_of(each.query).fields:
        values.append({"in": "query", "schema": each.query})
    headers = [
        {"name": name, "in": "header", "required": False, "description": text, "schema": {"type": "string"}}
        for name, text in each.request_headers.items()
        if name != "Accept"
    ]
    return values + headers


PATH_VALUES: Final = {
    "id": {"type": "string", "format": "uuid"},
    "version": {"type": "integer", "minimum": 0},
    "seat": {"type": "integer", "minimum": 0},
    "invite": {"type": "string", "format": "uuid"},
    "order": {"type": "string", "format": "uuid"},
    "message": {"type": "integer", "minimum": 0},
    "player": {"type": "string", "format": "uuid"},
    "webhook": {"type": "string", "format": "uuid"},
    "delivery": {"type": "string", "format": "uuid"},
    "code": {"type": "string"},
    "game": {"type": "string"},
    "type": {"type": "string"},
    "v": {"type": "integer", "minimum": 0},
}


def show_example(example: dict[str, dict[Any, Any]], key: str | int) -> dict[str, Any]:
    """An example of each game that has one."""
    values = {game: known[key] for game, known in example.items() if key in known}
    if not values:
        return {}
    if len(values) == 1:
        return {"example": values.popitem()[1]}
    return {"examples": {game: {"value": value} for game, value in values.items()}}


def request_body(each: Operation, example: dict[str, Any]) -> dict[str, Any]:
    """Return the request body of an operation."""
    actions = [f"{start}Action" for start in (*map(prefix, CATALOGUE), TABLE)]
    schema = any_of(actions) if each.body is AnyAction else each.body
    content: dict[str, Any] = {"schema": schema}
    content |= show_example(example, "request")
    return {"required": not may_be_absent(each.body), "content": {JSON: content}}


def may_be_absent(body: Any) -> bool:
    """Whether a request without a body is as good as one with an empty object."""
    return body is not AnyAction and not schema_of(body).validate({})


def responses(each: Operation, example: dict[Any, Any]) -> dict[str, Any]:
    """Return the responses of an operation."""
    out: dict[str, Any] = {}
    for status, schema in each.answers.items():
        out[str(status)] = answer(each, status, schema, show_example(example, status))
    return out | {str(status): problem_name(status) for status in sorted(problems(each))}


def problem_name(status: int) -> str:
    """The name of the response that all problems of a status share."""
    return phrase(status).title().replace(" ", "")


def problem(status: int) -> dict[str, Any]:
    """The response that all problems of a status share."""
    return {
        "description": response_text(status),
        "headers": headers(*HEADERS_OF_STATUS.get(status, ()), "Cache-Control", *EVERY_RESPONSE),
        "content": {MEDIA_TYPE: {"schema": Problem}},
    }


def headers(*names: str) -> dict[str, Any]:
    """References to the headers of these names."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def answer(each: Operation, status: int, schema: type[Schema] | None, example: dict[str, Any]) -> dict[str, Any]:
    """Return one successful response."""
    own = [*each.response_headers]
    if each.method == "GET" and each.access.scopes:
        own.append("Cache-Control")
    if each.deprecated:
        own += OF_DEPRECATED
    out: dict[str, Any] = {"description": response_text(status), "headers": headers(*own, *EVERY_RESPONSE)}
    if schema:
        out["content"] = {each.media_types[0]: {"schema": schema} | example}
        out["content"] |= {media: {"schema": {"type": "string"}} for media in each.media_types[1:]}
    elif JSON not in each.media_types:
        out["content"] = {media: {"schema": {"type": "string"}} for media in each.media_types}
    if status == HTTPStatus.CREATED and each.name in MADE:
        out["links"] = links(each)
    return out


MADE: Final = {
    "create_game": "/games/{id}",
    "fork_game": "/games/{id}",
    "send_message": "/games/{id}/chat/{message}",
    "create_invite": "/games/{id}/invites/{invite}",
    "give_order": "/games/{id}/orders/{order}",
    "create_token": "/me/tokens/{id}",
    "create_delegation": "/me/delegations/{id}",
    "create_webhook": "/webhooks/{webhook}",
}
"""Operations on what an operation creates; `id` of its answer is the last parameter of their paths."""


def links(maker: Operation) -> dict[str, Any]:
    """Return links to the operations on what was created."""
    place = MADE[maker.name]
    names = NAMES.findall(place)
    values = {name: f"$request.path.{name}" for name in names[:-1]} | {names[-1]: "$response.body#/id"}
    found: dict[str, Any] = {}
    for each in OPERATIONS:
        path = each.documented_path().removeprefix(BASE)
        if f"{path}/".startswith(f"{place}/") and NAMES.findall(path) == names:
            found[each.name] = {"operationId": each.name, "parameters": dict(values)}
    return found


def problems(each: Operation) -> set[int]:
    """The statuses of the problems of an operation: its own, and those that come with what it reads."""
    usual = {422, 429, 500, 503, *each.problems}
    if each.access.scopes:
        usual |= {401, 403}
    if each.body:
        usual |= {400, 413, 415}
    if each.name == "list_games":
        usual |= {400}
    return usual


@cache
def examples() -> dict[str, dict[str, Any]]:
    """Examples by game: of every operation what is sent, and what is answered by status."""
    return {game: yaml.safe_load((EXAMPLES / f"{game}.yaml").read_text(encoding="utf-8")) for game in CATALOGUE}

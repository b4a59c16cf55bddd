"""The paths of the contract: what an operation declares, as OpenAPI has it."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from marshmallow import Schema

from cartulary.catalogue import CATALOGUE
from cartulary_service.api.inputs import AnyAction, Lines, schema_of
from cartulary_service.api.operations import READ, Operation
from cartulary_service.api.replies import EVENT_STREAM, FORM, JSON, NDJSON, OCTETS
from cartulary_service.api.schemas.problem import Problem
from cartulary_service.contract.descriptions import examples, parameter_text, prefix, response_text, statuses_with_text
from cartulary_service.http.problems import MEDIA_TYPE

TABLE: Final = "Table"
"""Prefix of the schemas of actions that every game has: those of the clock, and undo."""
OF_DEPRECATED: Final = ("Deprecation", "Sunset")
"""Headers of a deprecated operation."""
NOT_MODIFIED: Final = "NotModified"
"""Name of the response to a conditional request for what the client has already."""
EVERY_RESPONSE: Final = ("RateLimit", "RateLimit-Policy", "X-Request-Id")
"""Headers of every response, whatever its status; the contract says so once, and names them where a request fails."""
FAILURES: Final[Mapping[str, str]] = {"4XX": "Refused", "5XX": "Failed"}
"""The responses that all operations share, by their statuses."""


def operation_object(each: Operation) -> dict[str, Any]:
    """Return the Operation Object of OpenAPI."""
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
    """The scopes of the token that is needed, or may be sent, whether OAuth has issued it or the service itself."""
    token = [{"oauth": [*each.access.scopes]}, {"token": list[str]()}]
    if each.access.required:
        return token
    return [{}, *token] if each.access == READ else []


def parameters(each: Operation) -> list[Any]:
    """Return the parameters of an operation: of its path, its query and its headers."""
    values: list[Any] = []
    for converter, name in PATH_VALUE.findall(each.path):
        text = parameter_text("path", name, each.name)
        values.append({"name": name, "in": "path", "required": True, "schema": CONVERTED[converter]} | text)
    if schema_of(each.query).fields:
        values.append({"in": "query", "schema": each.query})
    headers = [
        {"name": name, "in": "header", "description": text, "schema": {"type": "string"}}
        for name, text in each.request_headers.items()
        if name != "Accept"
    ]
    shared = {"Idempotency-Key": each.takes_key, "If-None-Match": each.is_conditional}
    return values + headers + [name for name, is_taken in shared.items() if is_taken]


PATH_VALUE: Final = re.compile(r"<(?:(\w+):)?(\w+)>")
CONVERTED: Final[Mapping[str, Mapping[str, Any]]] = {
    "": {"type": "string"},
    "path": {"type": "string"},
    "uuid": {"type": "string", "format": "uuid"},
    "player": {"type": "string"},
    "int": {"type": "integer", "minimum": 0},
}
"""Values of a path, by the converter that it names."""


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
    if each.body is Lines:
        lines = {"schema": {"type": "string"}} | show_example(example, "request")
        return {"required": True, "content": {NDJSON: lines}}
    schema = any_of(actions) if each.body is AnyAction else each.body
    content: dict[str, Any] = {"schema": schema}
    content |= show_example(example, "request")
    return {"required": not may_be_absent(each.body), "content": {FORM if each.takes_form else JSON: content}}


def may_be_absent(body: Any) -> bool:
    """Whether a request without a body is as good as one with an empty object."""
    return body is not AnyAction and not schema_of(body).validate({})


def responses(each: Operation, example: dict[Any, Any]) -> dict[str, Any]:
    """Return the responses of an operation."""
    out: dict[str, Any] = {}
    for status, schema in each.answers.items():
        out[str(status)] = response_object(each, status, schema, show_example(example, status))
    if each.is_conditional:
        out[str(int(HTTPStatus.NOT_MODIFIED))] = NOT_MODIFIED
    for status in each.answers:
        if status >= HTTPStatus.BAD_REQUEST:
            # Clients of OAuth want its own errors in another form; all other errors of the status are problems still.
            out[str(status)]["content"][MEDIA_TYPE] = {"schema": Problem}
    if not any(status < HTTPStatus.MULTIPLE_CHOICES for status in each.answers):
        out["default"] = {"description": "What the `Location` leads to, for a client that follows it."}
    return {**out, **FAILURES}


def not_modified() -> dict[str, Any]:
    """Return the Response Object that all conditional requests share."""
    own = ("ETag", "Content-Language", "Link", "Location")
    return {"description": response_text(HTTPStatus.NOT_MODIFIED), "headers": headers(*own, *EVERY_RESPONSE)}


def failure(statuses: str) -> dict[str, Any]:
    """Return the response that all failures of these statuses share, such as `4XX`; its text says what each means."""
    meant = [f"- {status}: {response_text(status)}" for status in statuses_with_text() if str(status)[0] == statuses[0]]
    return {
        "description": "\n".join(["A problem document. Its status says:", "", *meant]),
        "headers": headers("Content-Language", "WWW-Authenticate", "Retry-After", *EVERY_RESPONSE),
        "content": {MEDIA_TYPE: {"schema": Problem}},
    }


def headers(*names: str) -> dict[str, Any]:
    """References to the headers of these names."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def response_object(
    each: Operation, status: int, schema: type[Schema] | None, example: dict[str, Any]
) -> dict[str, Any]:
    """Return the Response Object for a status that is no problem."""
    own = [*each.response_headers]
    if each.is_conditional:
        own.append("ETag")
    if status == HTTPStatus.CREATED:
        own.append("Location")
    if each.deprecated:
        own += OF_DEPRECATED
    out: dict[str, Any] = {"description": response_text(status)}
    if own:
        out["headers"] = headers(*own)
    if schema:
        out["content"] = {each.media_types[0]: {"schema": schema} | example}
        out["content"] |= {media: media_object(each, media) for media in each.media_types[1:]}
    elif JSON not in each.media_types:
        out["content"] = {media: media_object(each, media) for media in each.media_types}
    return out


def media_object(each: Operation, media_type: str) -> dict[str, Any]:
    """Return the Media Type Object of a text, which for an event stream has the schemas of its messages."""
    if media_type == OCTETS:
        return {"schema": {"type": "string", "format": "binary"}}
    if media_type != EVENT_STREAM:
        return {"schema": {"type": "string"}}
    names = "the type of the event, such as `CardPlayed`" if [*each.stream] == ["event"] else " or ".join(each.stream)
    # All messages of a stream have one schema.
    (schema,) = {*each.stream.values()}
    data = {"$ref": f"#/components/schemas/{schema.__name__}"}
    return {"schema": {"type": "string", "description": STREAM.format(names=names), "contentSchema": data}}


STREAM: Final = (
    "Server-sent events. `data` is JSON on one line, by `contentSchema`; `event` is {names}; `id` resumes the stream. "
    "Lines that begin with a colon are heartbeats."
)


def any_of(names: list[str], nullable: bool = False) -> dict[str, Any]:
    """Return a schema that allows any of these, and null if nullable."""
    options: list[dict[str, Any]] = [{"$ref": f"#/components/schemas/{name}"} for name in names]
    return {"anyOf": [*options, {"type": "null"}] if nullable else options}

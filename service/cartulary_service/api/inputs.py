"""The query and the body of a request, read by the schema that is declared for it."""

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl

from flask import Request
from marshmallow import Schema, ValidationError
from werkzeug.exceptions import RequestEntityTooLarge

from cartulary_service.api.replies import FORM, JSON, NDJSON
from cartulary_service.errors import Problem, bad_parameters
from cartulary_service.http.json_input import loads


class Lines:
    """Lines of JSON, which the handler reads."""


class AnyAction:
    """An action of whatever game the path names; it is checked once that is known."""


def read_lines(asked: Request, most: int) -> str:
    """A body of lines. Raises Problem 400 for what is no UTF-8, 415 for another type."""
    if asked.mimetype != NDJSON:
        detail = f"Send lines of JSON, with Content-Type: {NDJSON}."
        raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "not-lines", detail)
    try:
        return whole_body(asked, most).decode()
    except UnicodeDecodeError as error:
        raise Problem(HTTPStatus.BAD_REQUEST, "bad-lines", "The body is not UTF-8.") from error


def read_body(asked: Request, schema: Any, most: int) -> Any:
    """The body by its schema; `Raw` bodies are checked by the handler."""
    declared = asked.content_type
    if declared and declared != JSON and not is_json(asked.mimetype):
        detail = f"Unsupported Content-Type {asked.mimetype}. Send JSON, with Content-Type: application/json."
        raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "not-json", detail)
    body = whole_body(asked, most)
    if body and not declared:
        detail = "The request has no Content-Type. Send JSON, with Content-Type: application/json."
        raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "not-json", detail)
    data: Any = loads(body or b"{}")
    return data if schema is AnyAction else schema_of(schema).load(data)


def read_form(asked: Request, schema: type[Schema], most: int) -> dict[str, Any]:
    """The fields of a form by its schema. Raises Problem 400 for a repeated one, 415 for a body that is no form."""
    if asked.mimetype != FORM:
        detail = f"Send a form, with Content-Type: {FORM}."
        raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "not-a-form", detail)
    try:
        pairs = parse_qsl(
            whole_body(asked, most).decode(), keep_blank_values=True, strict_parsing=True, errors="strict"
        )
    except ValueError as error:
        raise Problem(HTTPStatus.BAD_REQUEST, "bad-form", "The body is not a form in UTF-8.") from error
    fields = dict(pairs)
    require_storable(fields)
    if len(fields) < len(pairs):
        raise Problem(HTTPStatus.BAD_REQUEST, "bad-form", "A form names each field once.")
    loaded: dict[str, Any] = schema_of(schema).load(fields)
    return loaded


def require_storable(fields: Mapping[str, str]) -> None:
    """Refuse what PostgreSQL cannot store in a text. Raises Problem 422."""
    if wrong := {name: ["It holds the character U+0000; leave it out."] for name in fields if "\0" in fields[name]}:
        raise bad_parameters(wrong)


def is_json(mimetype: str) -> bool:
    return mimetype == JSON or mimetype.endswith("+json")


def whole_body(asked: Request, most: int) -> bytes:
    """All of the body. Raises RequestEntityTooLarge, ClientDisconnected."""
    # A body without a length is cut there without a word; one byte more shows that it was too long.
    asked.max_content_length = most + 1
    with suppress(RequestEntityTooLarge):
        body = asked.get_data()
        if len(body) <= most:
            return body
    raise RequestEntityTooLarge(
        f"The body has more than {most:,} bytes. Send less, or a long one with Content-Length instead of in chunks."
    )


def read_query(asked: Request, schema: type[Schema]) -> dict[str, Any]:
    """Return the query by its schema. Raises Problem 422."""
    require_storable(asked.args)
    try:
        query = schema_of(schema).load(asked.args.to_dict()) if asked.query_string else defaults_of(schema)
    except ValidationError as error:
        raise bad_parameters(error.messages_dict) from error
    return {**query}


@cache
def defaults_of(schema: type[Schema]) -> dict[str, Any]:
    """Return the values of an empty query."""
    asked: dict[str, Any] = schema_of(schema).load({})
    return asked


@cache
def schema_of(kind: type[Schema]) -> Schema:
    """A schema, made once: what it reads it does not remember."""
    return kind()

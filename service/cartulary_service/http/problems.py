"""Every error that leaves the service: RFC 9457 problem details."""

import json
import re
from http import HTTPStatus
from typing import Any

import structlog
from flask import Flask, Response, current_app, request
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException, NotFound

from cartulary.kernel.rejected import Rejected
from cartulary_service import metrics
from cartulary_service.errors import HEADERS, Problem, UnreadableRecord, bad_fields, illegal
from cartulary_service.http.addresses import service_url
from cartulary_service.http.json_input import BadJson
from cartulary_service.http.languages import language, reason_of, words_of
from cartulary_service.store.database import DatabaseUnavailable

MEDIA_TYPE = "application/problem+json"
log = structlog.get_logger()


def render(
    status: int, code: str, detail: str, more: dict[str, Any], headers: dict[str, str] | None = None
) -> Response:
    """The problem as a response."""
    metrics.PROBLEMS.labels(code, more.get("rule") or "").inc()
    said = reason_of(more["rule"], detail) if "rule" in more else words_of(code, status)
    if said is not None:
        detail, headers = said, {**(headers or {}), "Content-Language": language()}
    if "pointers" in more:
        more = more | {"pointers": [in_words(each) for each in more["pointers"]]}
    body = {"type": address_of(code), "code": code, "title": phrase(status), "status": int(status), "detail": detail}
    body |= more
    if ruling := more.get("ruling"):
        body["ruling_url"] = f"{service_url()}/rulings/{ruling}"
    response = Response(json.dumps(body, ensure_ascii=False), status, headers, content_type=MEDIA_TYPE)
    response.vary.add("Accept-Language")
    return response


def in_words(pointer: dict[str, str]) -> dict[str, str]:
    """Return what is wrong with a field as the pages say it, where they do in the language of the answer."""
    return pointer | {
        "detail": words_of(f"field-{pointer['code']}", HTTPStatus.UNPROCESSABLE_ENTITY) or pointer["detail"]
    }


def address_of(code: str) -> str:
    """Return the address at which a kind of problem is described, by which the problem is told from others."""
    return f"{service_url()}/problems/{code}"


def phrase(status: int) -> str:
    """Return the name of a status; Python's own names for some depend on its version."""
    return PHRASES.get(status) or HTTPStatus(status).phrase


PHRASES = {413: "Content Too Large", 422: "Unprocessable Content"}


def render_problem(error: Problem) -> Response:
    return render(error.status, error.code, error.detail, error.more, error.headers)


def render_rejected(error: Rejected) -> Response:
    return render_problem(illegal(error))


def render_bad_json(error: BadJson) -> Response:
    return render(HTTPStatus.BAD_REQUEST, "bad-json", f"The body is not valid JSON: {error.detail}", {})


def render_invalid(error: ValidationError) -> Response:
    return render_problem(bad_fields(error.messages_dict))


def render_database_unavailable(error: DatabaseUnavailable) -> Response:
    log.error("database away", reason=str(error))
    detail = (
        "The database does not answer. No action was stored by half, but it is not known whether yours took effect. "
        "Send it again with the same Idempotency-Key."
    )
    return render(HTTPStatus.SERVICE_UNAVAILABLE, "database-away", detail, {}, HEADERS[503])


def render_http_error(error: HTTPException) -> Response:
    status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    headers = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After", "Location")}
    code = phrase(status).lower().replace(" ", "-")
    detail, more = DETAILS.get(status) or error.description or "", dict[str, Any]()
    if status == HTTPStatus.NOT_FOUND and (address := address_without_slashes()) is not None:
        detail, more = f"This address has a slash too many; use {address}.", {"address": address}
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        detail = f"This address does not take {request.method}. It takes {headers['Allow']}."
    return render(status, code, detail, more, headers)


def address_without_slashes() -> str | None:
    """Return the path of the request without doubled slashes and those at its end, if that leads somewhere."""
    path, adapter = re.sub("/+", "/", request.path).rstrip("/"), current_app.create_url_adapter(request)
    if path in ("", request.path) or adapter is None:
        return None
    try:
        adapter.match(path, request.method)
    except NotFound:
        return None
    except HTTPException:
        return path
    return path


DETAILS: dict[int, str] = {
    HTTPStatus.NOT_FOUND: "There is nothing at this address; /openapi.yaml lists what there is.",
    HTTPStatus.BAD_REQUEST: "The request could not be read.",
}


def render_unexpected(error: Exception) -> Response:
    log.exception("unexpected", error=type(error).__name__)
    return render(HTTPStatus.INTERNAL_SERVER_ERROR, "internal", "Internal error. Nothing was stored by half.", {})


def render_unreadable(error: UnreadableRecord) -> Response:
    log.exception("unexpected", error=type(error).__name__)
    detail = "The record of this game cannot be read by this service. Nothing was changed. The operators' log says why."
    return render(HTTPStatus.INTERNAL_SERVER_ERROR, "internal", detail, {})


def init_app(app: Flask) -> None:
    """Answer every error as a problem."""
    # Werkzeug redirects doubled slashes, but not one at the end: both get the same answer.
    app.url_map.merge_slashes = False
    app.register_error_handler(Problem, render_problem)
    app.register_error_handler(Rejected, render_rejected)
    app.register_error_handler(BadJson, render_bad_json)
    app.register_error_handler(ValidationError, render_invalid)
    app.register_error_handler(DatabaseUnavailable, render_database_unavailable)
    app.register_error_handler(HTTPException, render_http_error)
    app.register_error_handler(UnreadableRecord, render_unreadable)
    app.register_error_handler(Exception, render_unexpected)

"""Errors that a request ends with; `service.http.problems` renders them as RFC 9457 problem details."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from domain.kernel.rejected import Rejected

SECONDS_TO_WAIT = 5
HEADERS: dict[int, dict[str, str]] = {
    HTTPStatus.UNAUTHORIZED: {"WWW-Authenticate": "Bearer"},
    HTTPStatus.SERVICE_UNAVAILABLE: {"Retry-After": str(SECONDS_TO_WAIT)},
}


class Problem(Exception):
    """A request that is not fulfilled: its status, a stable code, and words that say what to do."""

    def __init__(self, status: HTTPStatus, code: str, detail: str, **more: Any) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.more = more
        self.headers = HEADERS.get(status, {})


def bad_token() -> Problem:
    """401: a token that is not good."""
    detail = "This token is unknown, expired or revoked. POST /v1/players registers a new player with a token."
    problem = Problem(HTTPStatus.UNAUTHORIZED, "bad-token", detail)
    problem.headers = {"WWW-Authenticate": 'Bearer error="invalid_token"'}
    return problem


def missing_scope(scopes: Iterable[str], detail: str) -> Problem:
    """403: a token that lacks these scopes (RFC 6750, section 3.1)."""
    problem = Problem(HTTPStatus.FORBIDDEN, "scope-missing", detail)
    problem.headers = {"WWW-Authenticate": f'Bearer error="insufficient_scope", scope="{" ".join(scopes)}"'}
    return problem


def not_found(what: str) -> Problem:
    """404: no such thing, or none that the caller may know of."""
    return Problem(HTTPStatus.NOT_FOUND, "not-found", f"There is no such {what}.")


def key_reused(what: str) -> Problem:
    """422: an idempotency key that was used for something else."""
    detail = f"This Idempotency-Key was used with another body. Take a new key for a new {what}."
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "key-reused", detail)


def bad_fields(errors: dict[str, Any]) -> Problem:
    """422: fields of the wrong shape."""
    return Problem(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "bad-fields",
        "Some fields are invalid; see errors.",
        errors=errors,
    )


def illegal(error: Rejected, **more: Any) -> Problem:
    """422: what the rules refuse, by which rule and ruling, and where that can be read."""
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    place = {"ruling_url": f"/rulings/{error.ruling}"} if error.ruling else {}
    return Problem(status, "illegal", error.reason, rule=error.rule, ruling=error.ruling, **place, **more)

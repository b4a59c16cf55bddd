"""Errors that a request ends with; `cartulary_service.http.problems` renders them as RFC 9457 problem details."""

import re
from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from typing import Any, Final

from cartulary.kernel.rejected import Rejected

SECONDS_TO_WAIT = 5
HEADERS: dict[int, dict[str, str]] = {
    HTTPStatus.UNAUTHORIZED: {"WWW-Authenticate": "Bearer"},
    HTTPStatus.SERVICE_UNAVAILABLE: {"Retry-After": str(SECONDS_TO_WAIT)},
}


class Problem(Exception):
    """A request that is not fulfilled: its status, a stable code, and words that say what to do."""

    def __init__(self, status: HTTPStatus, code: str, detail: str, **more: Any) -> None:
        # All arguments, so that a process can hand it to another.
        super().__init__(status, code, detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.more = more
        self.headers = HEADERS.get(status, {})

    def __str__(self) -> str:
        return self.detail


class UnreadableRecord(ValueError):
    """A stored record that was damaged, or has events that this program does not know; names the game."""


def bad_token() -> Problem:
    """401: a token that is not good."""
    detail = (
        "This token is unknown, expired or revoked. POST /v1/recoveries makes a new one for a recovery code, "
        "POST /v1/players for a new player."
    )
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
    """422: fields of a body of the wrong shape."""
    problem = bad_parameters(errors)
    problem.more["pointers"] = [
        {"pointer": pointer, "detail": detail, "code": code_of(detail)} for pointer, detail in point_at(errors)
    ]
    return problem


def bad_parameters(errors: dict[str, Any]) -> Problem:
    """422: parameters of a query of the wrong shape."""
    names = ", ".join(str(name) for name in errors if name != OF_THE_WHOLE) or "the whole"
    detail = f"Not as described: {names}. See errors."
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad-fields", detail, errors=errors, codes=codes_of(errors))


def codes_of(errors: Any) -> Any:
    """Return errors with a code in place of each message."""
    match errors:
        case dict():
            return {name: codes_of(inner) for name, inner in errors.items()}
        case list():
            return [codes_of(each) for each in errors]
    return code_of(str(errors))


CODES: Final[Mapping[str, re.Pattern[str]]] = {
    "required": re.compile(r"Missing data"),
    "unknown": re.compile(r"Unknown field"),
    "null": re.compile(r"Field may not be null"),
    "choice": re.compile(r"Must be one of"),
    "range": re.compile(r"Must be (greater|less) than|The year must be between"),
    "pattern": re.compile(r"String does not match|Not of this form|A handle has "),
    "length": re.compile(r"(Shorter|Longer) than|Length must|An? .+ has (1 to|at most) "),
    "type": re.compile(r"Not a valid|Invalid input type"),
    "blank": re.compile(r"The text is blank|An? .+ needs a visible character"),
    "characters": re.compile(r"An? .+ has no control characters"),
    "url": re.compile(r"This URL is not allowed"),
}
"""Codes of what can be wrong with a field, with how messages about it begin."""
OTHERWISE_WRONG: Final = "invalid"


def code_of(message: str) -> str:
    return next((code for code, begins in CODES.items() if begins.match(message)), OTHERWISE_WRONG)


def point_at(errors: Any, pointer: str = "") -> Iterator[tuple[str, str]]:
    """Yield each message with the JSON Pointer (RFC 6901) of its field; `errors` are nested by field and index."""
    match errors:
        case dict():
            for name, inner in errors.items():
                step = "" if name == OF_THE_WHOLE else "/" + str(name).replace("~", "~0").replace("/", "~1")
                yield from point_at(inner, pointer + step)
        case list():
            for each in errors:
                yield from point_at(each, pointer)
        case _:
            yield pointer, str(errors)


OF_THE_WHOLE = "_schema"
"""The field of messages about an object as a whole."""


def illegal(error: Rejected, **more: Any) -> Problem:
    """422: what the rules refuse, by which rule and ruling."""
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    return Problem(status, "illegal", error.reason, rule=error.rule, ruling=error.ruling, **more)

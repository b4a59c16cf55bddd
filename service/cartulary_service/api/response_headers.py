"""Headers that responses of operations have besides those of their handlers."""

from http import HTTPStatus

from flask import Response, g

from cartulary_service.api.operations import Operation
from cartulary_service.players.rate_limits import Allowance


def tell_caches(response: Response) -> Response:
    """Mark responses to a token as private, unless the handler has set cache headers."""
    asked: Operation | None = g.get("operation")
    if asked is not None and asked.depends_on_token and "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
        response.vary.add("Authorization")
    return response


def tell_tag(response: Response) -> Response:
    """Add an entity tag by the digest of the body, unless the handler has set one."""
    asked: Operation | None = g.get("operation")
    wants_tag = asked is not None and asked.is_conditional and response.status_code == HTTPStatus.OK
    if wants_tag and not response.is_streamed:
        response.add_etag()
    return response


def tell_deprecation(response: Response) -> Response:
    """Say in the answer, whatever it is, that its operation will go."""
    asked: Operation | None = g.get("operation")
    if asked is not None and asked.deprecated is not None:
        for name, value in asked.deprecated.headers():
            response.headers.add(name, value)
    return response


def tell_limits(response: Response) -> Response:
    """Add the rate-limit fields of draft-ietf-httpapi-ratelimit-headers."""
    spent: list[Allowance] = g.get("allowances", [])
    if spent:
        policies = (f'"{rule.name}";q={rule.burst};w={rule.window}' for rule, _ in spent)
        response.headers["RateLimit-Policy"] = ", ".join(policies)
        response.headers["RateLimit"] = ", ".join(
            f'"{each.rule.name}";r={each.remaining};t={each.seconds}' for each in spent
        )
    return response

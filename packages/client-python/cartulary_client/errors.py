"""Errors that calls raise."""

from collections.abc import Mapping
from json import JSONDecodeError, loads
from typing import Any, Final

PROBLEM: Final = "application/problem+json"


class CartularyError(Exception):
    """Anything that keeps a call from its answer."""


class NoAnswer(CartularyError):
    """No answer came: the service cannot be reached, or the connection broke."""


class Distrust(CartularyError):
    """The service has contradicted itself, or cannot show what it has promised."""

    def __init__(self, reason: str, proof: tuple[str, ...] = ()) -> None:
        self.proof = proof
        """Two signed notes with different heads for one version; they convince anybody."""
        super().__init__(reason)


class Problem(CartularyError):
    """An answer that says why the service did not do it (RFC 9457)."""

    def __init__(self, status: int, body: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.body = body
        """All members of the problem."""
        self.code: str | None = body.get("code")
        """Stable name of the problem; None where a proxy refused the request."""
        self.detail: str = body.get("detail") or body.get("title") or f"HTTP status {status}"
        self.rule: str | None = body.get("rule")
        """Stable code of the rule by which an action is refused."""
        self.ruling: str | None = body.get("ruling")
        self.legal: list[dict[str, Any]] = body.get("legal") or []
        """Legal actions instead of a refused one."""
        self.errors: dict[str, Any] = body.get("errors") or {}
        """Messages about refused fields, by their names."""
        self.retry_after = retry_after
        """Seconds to wait before the next request; None where the answer does not say."""
        super().__init__(f"{status} {self.rule or self.code or ''}: {self.detail}")


def problem(status: int, headers: Mapping[str, str], text: str) -> Problem:
    """Return the problem that an answer holds; one without a code if it holds none."""
    waits = headers.get("Retry-After", "")
    body: Any = {}
    if headers.get("Content-Type", "").startswith(PROBLEM):
        try:
            body = loads(text)
        except JSONDecodeError:
            body = {}
    return Problem(status, body, float(waits) if waits.isdigit() else None)

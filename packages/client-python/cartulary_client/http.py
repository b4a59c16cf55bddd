"""Requests and answers in the words of httpx."""

from collections.abc import Mapping
from json import loads
from typing import Any, Final, NamedTuple

import httpx

from cartulary_client.errors import problem
from cartulary_client.request import FORM, JSON, Request

NO_CONTENT: Final = 204


class Settings(NamedTuple):
    """Address, identity and patience of a client."""

    url: str
    token: str | None
    language: str | None
    timeout: float
    silence: float
    """Seconds without a heartbeat after which a stream is taken for dead."""

    def headers(self) -> dict[str, str]:
        """Return the headers of every request."""
        known = {"Accept-Language": self.language, "Authorization": self.token and f"Bearer {self.token}"}
        return {name: value for name, value in known.items() if value}

    def base(self) -> str:
        return f"{self.url.rstrip('/')}/v1"

    def options(self) -> dict[str, Any]:
        """Return the settings of the httpx client."""
        return {"base_url": self.base(), "headers": self.headers(), "timeout": self.timeout}

    def of_stream(self) -> httpx.Timeout:
        return httpx.Timeout(self.timeout, read=self.silence)


def arguments(request: Request[Any]) -> dict[str, Any]:
    """Return a request as arguments of httpx."""
    return {
        "method": request.method,
        "url": request.path,
        "params": request.parameters(),
        "headers": without_none(request.headers) | body_type(request),
        **body_arguments(request),
    }


def body_type(request: Request[Any]) -> dict[str, str]:
    return {} if request.body is None else {"Content-Type": request.media_type}


def body_arguments(request: Request[Any]) -> dict[str, Any]:
    """Return the body in the form that its media type has: an object as JSON or as a form, or a text."""
    if request.media_type == JSON:
        return {"json": request.body}
    return {"data" if request.media_type == FORM else "content": request.body}


def without_none(headers: Mapping[str, str | None]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if value is not None}


def answer(request: Request[Any], response: httpx.Response) -> Any:
    """Return what a response holds. Raises Problem."""
    if not response.is_success:
        raise problem(response.status_code, response.headers, response.text)
    if request.is_text:
        return response.text
    if request.is_bytes:
        return response.content
    return response.json() if response.content else None


def read_lines(text: str) -> list[dict[str, Any]]:
    """Return lines of JSON as what they hold."""
    return [loads(line) for line in text.split("\n") if line]

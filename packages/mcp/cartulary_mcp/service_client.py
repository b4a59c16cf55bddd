"""A client of the API for one caller: requests, event streams, and errors that a language model understands."""

import hmac
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final

import httpx2

from cartulary_mcp.refusals import Refusal, explain

SECONDS: Final = 30
TEXT: Final = "text/plain"
EVENT_STREAM: Final = "text/event-stream"

Json = dict[str, Any]


def connect(url: str, language: str) -> httpx2.AsyncClient:
    """Return the connections to a service, which all callers share."""
    return httpx2.AsyncClient(
        base_url=url.rstrip("/"), headers={"Accept-Language": language}, timeout=SECONDS, follow_redirects=True
    )


@dataclass(frozen=True, slots=True)
class ServiceClient:
    """A caller at a service."""

    http: httpx2.AsyncClient
    token: str | None
    secret: bytes
    """What the caller's entropy is derived from."""

    async def get(self, path: str, **query: Any) -> Json:
        """Read JSON. Raises Refusal."""
        answer: Json = (await self.exchange("GET", path, query=query)).json()
        return answer

    async def read_text(self, path: str, accept: str = TEXT) -> str:
        """Read a text. Raises Refusal."""
        return (await self.exchange("GET", path, headers={"Accept": accept})).text

    async def post(self, path: str, body: Json, headers: Mapping[str, str] | None = None, **query: Any) -> Json:
        """Send JSON. Raises Refusal."""
        answer: Json = (await self.exchange("POST", path, body, headers, query)).json()
        return answer

    async def exchange(
        self,
        method: str,
        path: str,
        body: Json | None = None,
        headers: Mapping[str, str] | None = None,
        query: Json | None = None,
    ) -> httpx2.Response:
        """Send a request. Raises Refusal."""
        parameters = {name: as_parameter(value) for name, value in (query or {}).items() if value is not None}
        headers = self.authorise(headers or {})
        try:
            response = await self.http.request(method, path, json=body, headers=headers, params=parameters)
        except httpx2.TransportError as error:
            raise unreachable(self.http) from error
        if response.status_code >= HTTPStatus.BAD_REQUEST:
            raise refusal_of(response)
        return response

    @asynccontextmanager
    async def open_stream(self, path: str, after: int) -> AsyncIterator[AsyncIterator[str]]:
        """Open the event stream of a game: lines as they come, until the game ends. Raises Refusal."""
        headers = self.authorise({"Accept": EVENT_STREAM})
        try:
            async with self.http.stream(
                "GET", path, params={"after": str(after)}, headers=headers, timeout=None
            ) as response:
                if response.status_code >= HTTPStatus.BAD_REQUEST:
                    await response.aread()
                    raise refusal_of(response)
                yield response.aiter_lines()
        except httpx2.TransportError as error:
            raise unreachable(self.http) from error

    def authorise(self, headers: Mapping[str, str]) -> dict[str, str]:
        """Return the headers with the caller's token."""
        return {**headers} | ({} if self.token is None else {"Authorization": f"Bearer {self.token}"})

    def entropy_of(self, game: str) -> bytes:
        """Return 32 bytes for a game: the same ones again, so that a commitment to them can be opened."""
        return hmac.digest(self.secret, f"entropy of {game}".encode(), sha256)


def refusal_of(response: httpx2.Response) -> Refusal:
    try:
        problem = response.json()
    except ValueError:
        problem = {}
    return explain(response.status_code, problem, response.headers.get("Retry-After"))


def unreachable(http: httpx2.AsyncClient) -> Refusal:
    return Refusal(f"Nothing answers at {http.base_url}. Tell the player; the service has to be started.")


def as_parameter(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def idempotency_key() -> dict[str, str]:
    """Return a header by which a request may be sent again."""
    return {"Idempotency-Key": secrets.token_hex(16)}

"""A private HTTP cache (RFC 9111) that several identities share, as in one browser profile."""

import sqlite3
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any

from hishel import CacheOptions, SqliteStorage
from hishel.requests import CacheAdapter
from requests import PreparedRequest, Response, Session
from requests.adapters import HTTPAdapter
from urllib3 import HTTPResponse

from tests.secrecy.answers import Answer

Ask = Callable[[str, Mapping[str, str]], Answer]
"""Sends a GET for a path with headers to a world."""
HOST = "http://world"
ADDED_BY_CACHE = ("X-Hishel-", "Age")


class InProcess(HTTPAdapter):
    """A transport that reaches a world without a network."""

    ask: Ask

    def send(self, request: PreparedRequest, *_: Any, **__: Any) -> Response:
        answer = self.ask(str(request.url).removeprefix(HOST), dict(request.headers))
        raw = HTTPResponse(BytesIO(answer.body), dict(answer.headers), answer.status, preload_content=False)
        return self.build_response(request, raw)


class Caching(CacheAdapter, InProcess):
    """The cache in front of that transport."""

    def __init__(self, ask: Ask) -> None:
        stored = sqlite3.connect(":memory:", check_same_thread=False)
        super().__init__(storage=SqliteStorage(connection=stored), rfc=CacheOptions(shared=False))
        self.ask = ask


class SharedCache:
    """One cache; each request says whose token it carries."""

    def __init__(self, ask: Ask) -> None:
        self._session = Session()
        self._session.mount(HOST, Caching(ask))

    def get(self, path: str, token: str | None, headers: Mapping[str, str]) -> Answer:
        """Return what the client sees: from the cache, or from the world."""
        own = {"Authorization": f"Bearer {token}"} if token else {}
        response = self._session.get(HOST + path, headers={**headers, **own})
        said = ((name, value) for name, value in response.headers.items() if not name.startswith(ADDED_BY_CACHE))
        return Answer(response.status_code, tuple(said), response.content)

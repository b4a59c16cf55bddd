"""Requests that no server carries: they need no processes, and what they ask of the database can be watched."""

from copy import copy
from io import BytesIO
from typing import Any, Final, Self
from urllib.parse import urlsplit

from flask import Flask
from flask.testing import FlaskClient
from requests import PreparedRequest, Response, Session
from requests.adapters import HTTPAdapter
from urllib3 import HTTPHeaderDict, HTTPResponse


class Carrier(HTTPAdapter):
    """Carries requests to an application of this process. It answers when all of a response is there."""

    def __init__(self, app: Flask) -> None:
        super().__init__()
        self._app = app

    def send(self, request: PreparedRequest, *_: Any, **__: Any) -> Response:
        url = urlsplit(str(request.url))
        body = request.body if isinstance(request.body, (str, bytes, type(None))) else b"".join(request.body)
        answer = self._app.test_client(use_cookies=False).open(
            request.path_url,
            base_url=f"{url.scheme}://{url.netloc}",
            method=request.method,
            headers=list(request.headers.items()),
            data=body,
        )
        headers = HTTPHeaderDict(list(answer.headers))
        raw = HTTPResponse(BytesIO(answer.data), headers, answer.status_code, preload_content=False)
        return self.build_response(request, raw)


CARRIERS: Final[dict[str, Carrier]] = {}
"""Base URL -> what carries its requests, for applications of this process."""


def mount(session: Session, base: str) -> None:
    """Let a session reach an application of this process, if that is what a base URL stands for."""
    if base in CARRIERS:
        session.mount(base, CARRIERS[base])


class Seated:
    """Two players at a game that has begun, on one worker."""

    def __init__(self, client: FlaskClient, **terms: Any) -> None:
        self.client = client
        self.headers = [self.player(name) for name in ("Ann", "Ben")]
        body = {"game": "carta-impera-victoria", "seats": 2} | terms
        self.game = self._posted(self.headers[0], "games", body)["id"]
        for each in self.headers:
            self._posted(each, f"games/{self.game}/seats", {"entropy": "00" * 32})
        for each in self.headers:
            self.look(each)

    def player(self, name: str) -> dict[str, str]:
        """The headers of a new player."""
        return {"Authorization": f"Bearer {self._posted({}, 'players', {'name': name})['token']}"}

    def _posted(self, headers: dict[str, str], path: str, body: dict[str, Any]) -> Any:
        answer = self.client.post(f"/v1/{path}", json=body, headers=headers)
        assert answer.status_code == 201, answer.text
        return answer.json

    def at(self, client: FlaskClient) -> Self:
        """The same players and game, at another worker."""
        other = copy(self)
        other.client = client
        return other

    def look(self, headers: dict[str, str], path: str = "") -> Any:
        return self.client.get(f"/v1/games/{self.game}{path}", headers=headers).json

    def next_action(self) -> tuple[dict[str, str], dict[str, Any]]:
        """Who is to act, and the first that it may do."""
        headers = self.headers[self.look(self.headers[0])["to_act"][0]]
        action: dict[str, Any] = self.look(headers, "/actions?expand=true")["actions"][0]
        return headers, action

    def act(self) -> None:
        """Let whose turn it is do the first that it may."""
        headers, action = self.next_action()
        self._posted(headers, f"games/{self.game}/actions", action)

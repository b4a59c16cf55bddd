"""What Schemathesis needs to get past the door: a good token, and games that exist."""

import os
import random
from typing import Any, Final

import requests
import schemathesis

from tests.hostile.links import add_links
from tests.patience import PATIENCE

BASE: Final = f"{os.environ['FUZZED']}/v1"
GAMES: Final = ("carta-impera-victoria", "civilization-the-card-game")


class Visitor:
    """The player whose token is sent, with games in each stage; another comes when the token is no longer good."""

    def __init__(self) -> None:
        self.token, self.games = "", list[str]()

    def arrive(self) -> None:
        self.token, other = (str(send("/players", {"name": "Visitor"}, None)["token"]) for _ in range(2))
        self.games = [self.open_game(game, [self.token, other][:seated]) for game in GAMES for seated in (0, 1, 2)]

    def open_game(self, game: str, players: list[str]) -> str:
        """Open a game at which these players sit; return its id."""
        made = str(send("/games", {"game": game, "seats": 2}, self.token)["id"])
        for token in players:
            send(f"/games/{made}/seats", {"entropy": "0" * 64}, token)
        return made


VISITOR: Final = Visitor()


def send(path: str, body: Any, token: str | None) -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    response = requests.post(BASE + path, json=body, headers=headers, timeout=PATIENCE)
    response.raise_for_status()
    return response.json()


@schemathesis.auth(refresh_interval=None)
class VisitorsToken:
    """Sends the visitor's token, unless the check at hand is about a request without one."""

    def get(self, case: Any, context: Any) -> str:
        if not VISITOR.token:
            VISITOR.arrive()
        return VISITOR.token

    def set(self, case: Any, token: str, context: Any) -> None:
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}


def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """Aim requests that keep to the contract at a game that exists; a replayed one has its game already."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if "/games/{id}" in case.operation.path and VISITOR.games:
        case.path_parameters["id"] = random.choice(VISITOR.games)


def after_call(context: Any, case: Any, response: Any) -> None:
    """Let somebody else arrive once the visitor's token has been revoked, or the account deleted."""
    sent_by = (case.headers or {}).get("Authorization")
    if response.status_code == 401 and sent_by == f"Bearer {VISITOR.token}":
        VISITOR.arrive()


def before_load_schema(context: Any, raw_schema: dict[str, Any]) -> None:
    add_links(raw_schema)


for hook in (before_call, after_call, before_load_schema):
    schemathesis.hook(hook)

"""What Schemathesis needs to come further than the door: a good token, and games that there are."""

import os
import random
from typing import Any

import requests
import schemathesis

BASE = f"{os.environ['FUZZED']}/v1"
GAMES = ("carta-impera-victoria", "civilization-the-card-game")
AS_GENERATED = 0.2
"""How often a request is sent as it was made up."""


class Visitor:
    """Whose token is sent, and who sits at a table with him; a new one comes when it is no longer good."""

    def __init__(self) -> None:
        self.token, self.games = "", list[str]()

    def arrive(self) -> None:
        self.token, other = (self.registered() for _ in range(2))
        self.games = [self.opened(game, [self.token, other][:seated]) for game in GAMES for seated in (0, 1, 2)]

    def registered(self) -> str:
        return str(sent("/players", {"name": "Visitor"}, None)["token"])

    def opened(self, game: str, players: list[str]) -> str:
        """A game at which these have sat down."""
        made = str(sent("/games", {"game": game, "seats": 2}, self.token)["id"])
        for token in players:
            sent(f"/games/{made}/seats", {"entropy": "0" * 64}, token)
        return made


VISITOR = Visitor()


def sent(path: str, body: Any, token: str | None) -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    response = requests.post(BASE + path, json=body, headers=headers, timeout=30)
    response.raise_for_status()
    return response.json()


def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """Mostly with a good token, and mostly about a game that there is."""
    if not VISITOR.token:
        VISITOR.arrive()
    if random.random() < AS_GENERATED:
        return
    case.headers = {**(case.headers or {}), "Authorization": f"Bearer {VISITOR.token}"}
    if "/games/{id}" in case.operation.path and case.path_parameters and random.random() > AS_GENERATED:
        case.path_parameters["id"] = random.choice(VISITOR.games)


def after_call(context: Any, case: Any, response: Any) -> None:
    """Who has deleted himself, or his token, comes again as somebody else."""
    sent_by = (case.headers or {}).get("Authorization")
    if response.status_code == 401 and sent_by == f"Bearer {VISITOR.token}":
        VISITOR.arrive()


for hook in (before_call, after_call):
    schemathesis.hook(hook)

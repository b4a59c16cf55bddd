"""A bot of one's own: takes a seat at a table and plays there until the game is over; Python alone is enough.

python examples/bot.py http://localhost:8000 GAME [NAME]
"""

import json
import random
import secrets
import sys
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Bot:
    """A player at the service."""

    def __init__(self, url: str, name: str) -> None:
        self.url, self.headers = f"{url.rstrip('/')}/v1", {"Content-Type": "application/json"}
        self.headers["Authorization"] = f"Bearer {self.ask('POST', '/players', {'name': name, 'bot': True})['token']}"

    def open(self, method: str, path: str, body: Any = None, headers: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        return urlopen(Request(self.url + path, data, self.headers | (headers or {}), method=method))

    def ask(self, method: str, path: str, body: Any = None, headers: Any = None) -> Any:
        return json.load(self.open(method, path, body, headers))

    def choose(self, _game: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
        """The one thing to make better: the game as the bot sees it, and all that it may do."""
        return random.choice(actions)

    def act(self, game: str, seen: dict[str, Any]) -> None:
        actions = self.ask("GET", f"/games/{game}/actions?expand=true")["actions"]
        once = {"Idempotency-Key": secrets.token_hex(), "If-Match": f'"{seen["version"]}"'}
        try:
            self.ask("POST", f"/games/{game}/actions", self.choose(seen, actions), once)
        except HTTPError as error:
            if error.code != 412:  # The game has gone on meanwhile, so look again.
                raise

    def play(self, game: str) -> dict[str, Any]:
        seat = self.ask("POST", f"/games/{game}/seats", {"entropy": secrets.token_hex(32)})["seat"]
        events = self.open("GET", f"/games/{game}/events?after=0", headers={"Accept": "text/event-stream"})
        for _ in (line for line in events if line.startswith(b"data:")):
            while seat in (seen := self.ask("GET", f"/games/{game}"))["to_act"]:
                self.act(game, seen)
        return {"seat": seat, **self.ask("GET", f"/games/{game}")["result"]}


if __name__ == "__main__":
    print(Bot(sys.argv[1], (*sys.argv[3:], "Example bot")[0]).play(sys.argv[2]))

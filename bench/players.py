"""A small client of the API, as anyone could write it."""

import secrets
from http import HTTPStatus
from typing import Any

import requests

from cartulary.match.seating import seat_commitment

SECONDS = 30


class Refused(Exception):
    """The service said no, in its own words."""


class Player:
    """A player at the service, with its token."""

    def __init__(self, url: str, name: str) -> None:
        self.url = url.rstrip("/")
        self._http = requests.Session()
        self._committed: dict[str, bytes] = {}
        self.token = str(self._post("/v1/players", {"name": name})["token"])
        self._http.headers["Authorization"] = f"Bearer {self.token}"

    def create(self, **wish: Any) -> str:
        """Create a game; answers its id."""
        return str(self._post("/v1/games", wish)["id"])

    def sit(self, game: str) -> int:
        """Take any free seat, adding entropy or committing to it as the game wants it; answers the seat."""
        table, entropy = self.look(game), secrets.token_bytes(32)
        if table["options"].get("fairness") != "commit":
            return int(self._post(f"/v1/games/{game}/seats", {"entropy": entropy.hex()})["seat"])
        seat = next((each["seat"] for each in table["seats"] if each["player"] is None), 0)
        commitment = seat_commitment(game, seat, entropy).hex()
        self._post(f"/v1/games/{game}/seats", {"seat": seat, "commitment": commitment})
        self._committed[game] = entropy
        return seat

    def seat_bot(self, game: str, strategy: str) -> None:
        """Seat a bot. Raises Refused."""
        self._post(f"/v1/games/{game}/seats", {"bot": strategy})

    def close(self, game: str) -> None:
        """Close a table at which nobody else sits. Raises Refused."""
        if not (response := self._http.delete(f"{self.url}/v1/games/{game}", timeout=SECONDS)).ok:
            check_answer(response)

    def open(self, game: str) -> None:
        """Open what this player committed to, once all sit."""
        if game in self._committed:
            self._post(f"/v1/games/{game}/openings", {"entropy": self._committed[game].hex()})

    def look(self, game: str) -> dict[str, Any]:
        """The game as this player may see it."""
        return self._get(f"/v1/games/{game}")

    def forms(self, game: str) -> list[dict[str, Any]]:
        """Return the legal actions of this player as forms."""
        return list(self._get(f"/v1/games/{game}/actions")["actions"])

    def actions(self, game: str) -> list[dict[str, Any]]:
        """Return the legal actions of this player, each complete."""
        return list(self._get(f"/v1/games/{game}/actions?expand=true")["actions"])

    def act(self, game: str, action: dict[str, Any]) -> dict[str, Any]:
        """Act, once however often the network makes it necessary to send it."""
        return self._post(f"/v1/games/{game}/actions", action, {"Idempotency-Key": secrets.token_hex(16)})

    def _get(self, path: str) -> dict[str, Any]:
        return check_answer(self._http.get(self.url + path, timeout=SECONDS))

    def _post(self, path: str, body: dict[str, Any], headers: dict[str, str] | None = None) -> dict[str, Any]:
        return check_answer(self._http.post(self.url + path, json=body, headers=headers, timeout=SECONDS))


def check_answer(response: requests.Response) -> dict[str, Any]:
    """The body of a success. Raises Refused."""
    body: dict[str, Any] = response.json()
    if response.status_code >= HTTPStatus.BAD_REQUEST:
        raise Refused(f"{body['detail']} {body.get('errors', '')}".strip())
    return body

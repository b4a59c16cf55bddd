"""A table as a caller's requests: reading it, taking a seat, and opening the entropy that a seat committed to."""

import secrets
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from cartulary.match.seating import seat_commitment
from cartulary_mcp.answers import Situation
from cartulary_mcp.refusals import Refusal
from cartulary_mcp.service_client import Json, ServiceClient, idempotency_key

OVER: Final = ("finished", "abandoned")
ENTROPY_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Table:
    """A table, for one caller."""

    client: ServiceClient
    id: str

    @property
    def path(self) -> str:
        return f"/v1/games/{quote(self.id, safe='')}"

    async def read(self, **query: str | None) -> Json:
        """Return the game as the caller sees it; open the caller's entropy if the game waits for it. Raises Refusal."""
        game = await self.client.get(self.path, **query)
        if must_open(game):
            body = {"entropy": self.client.entropy_of(self.id).hex()}
            await self.client.post(f"{self.path}/openings", body)
            game = await self.client.get(self.path)
        return game

    async def join(self, seat: int | None, invitation: str | None) -> Json:
        """Take a seat for the caller. Raises Refusal."""
        game = await self.client.get(self.path, invite=invitation)
        body: Json = {"seat": seat, "invite": invitation}
        if game["options"].get("fairness") != "commit":
            body["entropy"] = secrets.token_hex(ENTROPY_BYTES)
        else:
            # A commitment names the seat, so the seat has to be chosen here.
            body["seat"] = first_free(game) if seat is None else seat
            entropy = self.client.entropy_of(self.id)
            body["commitment"] = seat_commitment(self.id, body["seat"], entropy).hex()
        await self.client.post(f"{self.path}/seats", body)
        return await self.read()

    async def seat_bot(self, strategy: str) -> None:
        """Seat a bot of the service. Raises Refusal."""
        await self.client.post(f"{self.path}/seats", {"bot": strategy})

    async def invite(self) -> str:
        """Return the code of a new invitation. Raises Refusal."""
        answer = await self.client.post(f"{self.path}/invites", {})
        return str(answer["code"])

    async def read_actions(self, expand: bool = True) -> Json:
        """Return the caller's legal actions, complete or as forms. Raises Refusal."""
        return await self.client.get(f"{self.path}/actions", expand=expand)

    async def foresee(self, action: Json, version: int | None = None) -> Json:
        """Return what an action would cause. Raises Refusal."""
        headers = {} if version is None else {"If-Match": f'"{version}"'}
        return await self.client.post(f"{self.path}/actions", action, headers, dry_run=True)

    async def act(self, action: Json) -> Json:
        """Take an action. Raises Refusal."""
        return await self.client.post(f"{self.path}/actions", action, idempotency_key())

    async def narrate(self, after: int | None, limit: int | None = None) -> Json:
        """Return what has happened, in words. Raises Refusal."""
        return await self.client.get(f"{self.path}/since", after=after, limit=limit)


def must_open(game: Json) -> bool:
    """Whether the game waits for the bytes that the caller has committed to."""
    openings = game["openings"]
    return openings is not None and game["you"] in openings["awaited"]


def first_free(game: Json) -> int:
    """Return the lowest free seat. Raises Refusal."""
    for each in game["seats"]:
        if each["player"] is None:
            return int(each["seat"])
    raise Refusal("All seats are taken. Choose another table with find_tables.")


def is_turn(game: Json) -> bool:
    """Whether the game waits for the caller."""
    return game["status"] == "playing" and game["you"] in game["to_act"]


def situation_of(game: Json, happened: list[str]) -> Situation:
    """Return where the game stands."""
    return {
        "happened": happened,
        "version": game["version"],
        "status": game["status"],
        "your_turn": is_turn(game),
        "result": game["result"],
    }


def sentences(narration: Json) -> list[str]:
    return [each for ply in narration["plies"] for each in ply["words"]]

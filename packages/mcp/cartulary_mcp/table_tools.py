"""Tools to find a table, open one and sit down."""

import asyncio
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from cartulary.bots.strategies import STRATEGIES
from cartulary_mcp.answers import (
    Account,
    JoinedTable,
    OfferedGame,
    OfferedGames,
    OpenedTable,
    TableInList,
    Tables,
)
from cartulary_mcp.callers import Callers
from cartulary_mcp.refusals import Refusal
from cartulary_mcp.service_client import Json, ServiceClient, idempotency_key
from cartulary_mcp.table import Table

Status = Literal["open", "playing", "finished", "abandoned"]
TableId = Annotated[str, Field(description="Id of the table, as find_tables and open_table answer it.")]
GameId = Annotated[str, Field(description="Id of a game, as list_games answers it.")]
BOTS: Final = f"Bots of the service to seat, of these strengths, weakest first: {', '.join(STRATEGIES)}."


class TableTools:
    """Tools by which a player comes to a table."""

    def __init__(self, callers: Callers) -> None:
        self._callers = callers

    async def who_am_i(self) -> Account:
        """Say for which player the tools act, and which tables wait for that player. Call this first."""
        client = self._callers.client()
        me, turns = await asyncio.gather(client.get("/v1/me"), client.get("/v1/me/turns"))
        return {"name": me["name"], "handle": me["handle"], "waiting_tables": [each["id"] for each in turns["games"]]}

    async def list_games(self) -> OfferedGames:
        """List the games that can be played, with their numbers of seats, editions and options."""
        client = self._callers.client()
        listed = (await client.get("/v1/catalogue"))["games"]
        return {"games": [*await asyncio.gather(*(read_offer(client, each) for each in listed))]}

    async def find_tables(
        self,
        status: Annotated[Status | None, Field(description="open: not begun yet, may have free seats.")] = None,
        game: Annotated[str | None, Field(description="Id of a game; by default all games.")] = None,
        mine: Annotated[bool, Field(description="Only tables at which you sit.")] = False,
        cursor: Annotated[str | None, Field(description="The next_cursor of the page before.")] = None,
    ) -> Tables:
        """List tables, those changed last first. Join an open one with join_table, or review a finished one."""
        client = self._callers.client()
        player = (await client.get("/v1/me"))["id"] if mine else None
        page = await client.get("/v1/games", status=status, game=game, player=player, cursor=cursor)
        return {"tables": [summarize(each) for each in page["games"]], "next_cursor": page["next"]}

    async def open_table(
        self,
        game: GameId,
        seats: Annotated[int, Field(description="Number of seats.")] = 2,
        edition: Annotated[str | None, Field(description="Edition; by default the game's first.")] = None,
        options: Annotated[dict[str, Any] | None, Field(description="Options that differ from their default.")] = None,
        bots: Annotated[list[str] | None, Field(description=BOTS)] = None,
        join: Annotated[bool, Field(description="Take a seat yourself.")] = True,
        private: Annotated[bool, Field(description="Only players with the invitation may join.")] = False,
    ) -> OpenedTable:
        """Open a table and sit down at it. The game begins when all seats are taken: seat bots, or wait for others."""
        client = self._callers.client()
        wish = {"game": game, "seats": seats, "edition": edition, "options": options or {}, "private": private}
        created = await client.post("/v1/games", wish, idempotency_key())
        try:
            return await furnish(Table(client, created["id"]), private, join, bots or [])
        except Refusal as error:
            raise Refusal(f"Table {created['id']} is open, but: {error}", error.code) from error

    async def join_table(
        self,
        table: TableId,
        seat: Annotated[int | None, Field(description="Number of a free seat; by default any.")] = None,
        invitation: Annotated[str | None, Field(description="Code of the invitation to a private table.")] = None,
    ) -> JoinedTable:
        """Take a seat at an open table. Then call wait_for_turn."""
        game = await Table(self._callers.client(), table).join(seat, invitation)
        return {"table": table, "seat": game["you"], "status": game["status"]}


async def furnish(table: Table, private: bool, join: bool, bots: list[str]) -> OpenedTable:
    """Invite to a new table, sit down and seat bots. Raises Refusal."""
    answer: OpenedTable = {"table": table.id, "status": "", "seat": None}
    if private:
        answer["invitation"] = await table.invite()
    if join:
        answer["seat"] = (await table.join(None, None))["you"]
    for strategy in bots:
        await table.seat_bot(strategy)
    answer["status"] = (await table.read())["status"]
    return answer


async def read_offer(client: ServiceClient, listed: Json) -> OfferedGame:
    """Return a game of the catalogue with its options. Raises Refusal."""
    entry = await client.get(f"/v1/catalogue/{listed['id']}")
    return {
        "game": listed["id"],
        "name": listed["name"],
        "seats": listed["seats"],
        "editions": listed["editions"],
        "options": entry["options"],
    }


def summarize(game: Json) -> TableInList:
    return {
        "table": game["id"],
        "game": game["game"],
        "edition": game["edition"],
        "status": game["status"],
        "players": [seat["player"] and seat["player"]["name"] for seat in game["seats"]],
        "to_act": game["to_act"],
        "version": game["version"],
    }

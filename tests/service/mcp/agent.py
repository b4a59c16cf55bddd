"""An agent that knows no game: it follows what tools and their answers say."""

import asyncio
import os
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import TextContent

from cartulary_mcp.callers import OneCaller
from cartulary_mcp.server import create_server
from cartulary_mcp.service_client import ServiceClient, connect
from tests.patience import PATIENCE
from tests.service.client import Player

MOST_PLIES = 5_000


class ToolFailed(Exception):
    """A tool answered with an error."""


class Agent:
    """A player who has nothing but the tools of an MCP server."""

    def __init__(self, client: Client, seed: int = 0) -> None:
        self.client = client
        self.chance = random.Random(seed)

    async def call(self, tool: str, **arguments: Any) -> Any:
        """Call a tool; answers what it says. Raises ToolFailed."""
        result = await self.client.call_tool(tool, arguments)
        assert isinstance(result.content[0], TextContent)
        if result.is_error:
            raise ToolFailed(result.content[0].text)
        answer = result.structured_content
        assert answer is not None
        return answer["result"] if answer.keys() == {"result"} else answer

    async def play(self, table: str) -> dict[str, Any]:
        """Take turns until the game is over; answers where it ended."""
        situation = await self.call("wait_for_turn", table=table)
        while situation["status"] != "finished":
            assert situation["version"] < MOST_PLIES
            if situation["your_turn"]:
                situation = await self.act(table)
            else:
                situation = await self.call("wait_for_turn", table=table)
        answer: dict[str, Any] = situation
        return answer

    async def act(self, table: str) -> Any:
        """Take any of the legal actions that are listed first, of any type."""
        choices = await self.call("list_actions", table=table, effects=False)
        listed = [each["action"] for each in choices["actions"]]
        type = self.chance.choice(sorted({each["type"] for each in listed}))
        action = self.chance.choice([each for each in listed if each["type"] == type])
        return await self.call("take_action", table=table, action=action)


async def play_together(agents: list[Agent], game: str) -> list[dict[str, Any]]:
    """Let the first open a table and the others find and join it; all play. Answers the ends that they saw."""
    host, *guests = agents
    opened = await host.call("open_table", game=game, seats=len(agents))
    for guest in guests:
        found = await guest.call("find_tables", status="open", game=game)
        assert opened["table"] in [each["table"] for each in found["tables"]]
        await guest.call("join_table", table=opened["table"])
    return await asyncio.gather(*(each.play(opened["table"]) for each in agents))


@asynccontextmanager
async def over_stdio(url: str, folder: Path, name: str, *options: str) -> AsyncIterator[Agent]:
    """An agent with a server process of its own."""
    arguments = [
        "-m",
        "cartulary",
        "mcp",
        "--url",
        url,
        "--folder",
        str(folder),
        "--name",
        name,
        *options,
    ]
    server = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))
    async with Client(stdio_client(server)) as client:
        yield Agent(client)


@asynccontextmanager
async def over_http(address: str, auth: httpx2.Auth) -> AsyncIterator[Agent]:
    """An agent at a server that others use as well."""
    http = httpx2.AsyncClient(auth=auth, timeout=PATIENCE)
    async with http, Client(streamable_http_client(address, http_client=http)) as client:
        yield Agent(client)


@asynccontextmanager
async def in_process(player: Player, language: str = "en") -> AsyncIterator[Agent]:
    """An agent of a player, with a server in this process."""
    async with connect(player.base, language) as http:
        server = create_server(OneCaller(ServiceClient(http, player.token, player.id.encode())))
        async with Client(server) as client:
            yield Agent(client)

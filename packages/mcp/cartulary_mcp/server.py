"""The MCP server: its tools, and the two ways to serve them."""

from collections.abc import Callable
from typing import Any, Final

from mcp.server.auth.provider import TokenVerifier
from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations

from cartulary import __version__
from cartulary_mcp.callers import Callers
from cartulary_mcp.reading_tools import ReadingTools
from cartulary_mcp.table_tools import TableTools
from cartulary_mcp.turn_tools import TurnTools
from cartulary_mcp.words import Vocabulary

INSTRUCTIONS: Final = """\
Tools to play card games at a table with people, bots and other models.
1. who_am_i, then list_games and read_rules for the game that you want to play.
2. find_tables and join_table, or open_table with bots.
3. wait_for_turn until your_turn is true.
4. read_table, list_actions, then take_action with one of the listed actions, copied as it is.
5. Repeat 4 while your_turn is true, then go to 3, until status is finished. review_game tells how it went.
An error says what to do instead.
"""
READS: Final = ToolAnnotations(read_only_hint=True, open_world_hint=False)
WRITES: Final = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
ACTS: Final = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)


def create_server(
    callers: Callers, auth: AuthSettings | None = None, verifier: TokenVerifier | None = None
) -> MCPServer[Any]:
    """Return a server with all tools."""
    server: MCPServer[Any] = MCPServer(
        "cartulary",
        title="Cartulary",
        instructions=INSTRUCTIONS,
        version=__version__,
        auth=auth,
        token_verifier=verifier,
        log_level="WARNING",
    )
    for tool, annotations in list_tools(callers):
        server.add_tool(tool, annotations=annotations, structured_output=True)
    return server


def list_tools(callers: Callers) -> list[tuple[Callable[..., Any], ToolAnnotations]]:
    """Return the tools in the order in which a player needs them."""
    tables, turns, reading = TableTools(callers), TurnTools(callers, Vocabulary()), ReadingTools(callers)
    return [
        (tables.who_am_i, READS),
        (tables.list_games, READS),
        (reading.read_rules, READS),
        (tables.find_tables, READS),
        (tables.open_table, WRITES),
        (tables.join_table, WRITES),
        (turns.wait_for_turn, READS),
        (turns.read_table, READS),
        (turns.list_actions, READS),
        (turns.try_action, READS),
        (turns.take_action, ACTS),
        (reading.review_game, READS),
    ]

"""Tools to read the rules, and games that are over."""

from typing import Annotated, Final

from pydantic import Field

from cartulary_mcp.answers import Story
from cartulary_mcp.callers import Callers
from cartulary_mcp.rulebook import read_rulebook
from cartulary_mcp.table import Table, sentences
from cartulary_mcp.table_tools import GameId, TableId

EVENTS: Final = 200


class ReadingTools:
    """Tools by which a player learns."""

    def __init__(self, callers: Callers) -> None:
        self._callers = callers

    async def read_rules(
        self,
        game: GameId,
        ruling: Annotated[str | None, Field(description='Number of a ruling, such as "C-15".')] = None,
        section: Annotated[str | None, Field(description="Heading of a section.")] = None,
    ) -> str:
        """Read how a game is played and which sections there are; or a section; or one ruling by its number."""
        book = await read_rulebook(self._callers.client(), game)
        if ruling is not None:
            return book.read_ruling(ruling)
        return book.read_beginning() if section is None else book.read_section(section)

    async def review_game(
        self,
        table: TableId,
        after: Annotated[int, Field(ge=0, description="The next_after of the part before.")] = 0,
    ) -> Story:
        """Read in words what has happened in a game, from its beginning on, and how it ended."""
        at_table = Table(self._callers.client(), table)
        game = await at_table.read()
        narration = await at_table.narrate(after, EVENTS)
        is_end = narration["until"] >= narration["version"]
        return {
            "told": sentences(narration),
            "next_after": None if is_end else narration["until"],
            "status": game["status"],
            "result": game["result"],
        }

"""Tools to play: reading the table, the legal actions, trying one, taking one, waiting."""

import asyncio
from collections import Counter
from typing import Annotated, Any, Final

from pydantic import Field

from cartulary_mcp.answers import Foreseen, ListedAction, ListedActions, Situation
from cartulary_mcp.callers import Callers
from cartulary_mcp.refusals import Refusal
from cartulary_mcp.service_client import Json
from cartulary_mcp.table import OVER, Table, is_turn, sentences, situation_of
from cartulary_mcp.table_tools import TableId
from cartulary_mcp.words import Vocabulary

PAGE: Final = 20
MOST_NEWS: Final = 500
"""Events that reading a table tells of."""
MOST_SECONDS: Final = 600
POSITION: Final = "id: "
"""Line of the event stream with an event's position."""
Action = Annotated[
    dict[str, Any], Field(description='An action of list_actions, copied as it is, or {"type": "resign"}.')
]


class TurnTools:
    """Tools by which a seated player plays."""

    def __init__(self, callers: Callers, vocabulary: Vocabulary) -> None:
        self._callers = callers
        self._vocabulary = vocabulary

    async def read_table(
        self,
        table: TableId,
        news_after: Annotated[
            int | None, Field(description="Version after which to tell the news; by default where you last stopped.")
        ] = None,
    ) -> str:
        """Read a table in words: all that you may see, whose turn it is, and what has happened lately."""
        at_table = Table(self._callers.client(), table)
        await at_table.read()
        view, news = await asyncio.gather(
            at_table.client.read_text(at_table.path), at_table.narrate(news_after, MOST_NEWS)
        )
        return "\n".join([view, "News:", *sentences(news)])

    async def list_actions(
        self,
        table: TableId,
        type: Annotated[str | None, Field(description="Only actions of this type; by_type has the types.")] = None,
        offset: Annotated[int, Field(ge=0, description="Actions to skip, to read further ones.")] = 0,
        limit: Annotated[int, Field(ge=1, le=100, description="Actions to list.")] = PAGE,
        effects: Annotated[bool, Field(description="Say what each does, by trying it without acting.")] = True,
    ) -> ListedActions:
        """List what you may do now, each action complete, with what it does. Resigning is legal and never listed."""
        at_table = Table(self._callers.client(), table)
        game, legal = await read_with_actions(at_table)
        chosen = [each for each in legal["actions"] if type is None or each["type"] == type]
        page: list[ListedAction] = [{"action": each} for each in chosen[offset : offset + limit]]
        if effects:
            page = [*await asyncio.gather(*(self._foresee(at_table, game, each) for each in page))]
        answer: ListedActions = {
            "version": legal["version"],
            "your_turn": is_turn(game),
            "actions": page,
            "total": len(chosen),
            "by_type": dict(Counter(each["type"] for each in legal["actions"])),
        }
        if legal["truncated"]:
            answer["forms"] = (await at_table.read_actions(expand=False))["actions"]
        return answer

    async def try_action(self, table: TableId, action: Action) -> Foreseen:
        """Say what an action would do, without doing it."""
        at_table = Table(self._callers.client(), table)
        game = await at_table.read()
        choice = await self._foresee(at_table, game, {"action": action})
        return {"does": choice["does"], "reveals": choice["reveals"]}

    async def take_action(self, table: TableId, action: Action) -> Situation:
        """Act. It cannot be taken back alone. If it is still your turn afterwards, list_actions again."""
        at_table = Table(self._callers.client(), table)
        accepted = await at_table.act(action)
        game = accepted["game"]
        words = await self._vocabulary.of(at_table.client, game["game"])
        return situation_of(game, words.narrate(game, accepted["events"]))

    async def wait_for_turn(
        self,
        table: TableId,
        seconds: Annotated[float, Field(ge=0, le=MOST_SECONDS, description="How long to wait at most.")] = 45,
        news_after: Annotated[
            int | None, Field(description="Version after which to tell the news; by default from this call on.")
        ] = None,
    ) -> Situation:
        """Wait until it is your turn or the game is over, and say what has happened. Call it again if neither is so."""
        at_table = Table(self._callers.client(), table)
        game = await at_table.read()
        if game["you"] is None:
            raise Refusal("You hold no seat at this table. Call join_table first.")
        since = game["version"] if news_after is None else news_after
        try:
            async with asyncio.timeout(seconds):
                game = await follow_until_turn(at_table, game)
        except TimeoutError:
            game = await at_table.read()
        return situation_of(game, sentences(await at_table.narrate(since)))

    async def _foresee(self, table: Table, game: Json, choice: ListedAction) -> ListedAction:
        """Return the choice with what it does. Raises Refusal."""
        foreseen = await table.foresee(choice["action"], game["version"])
        words = await self._vocabulary.of(table.client, game["game"])
        does = words.narrate(game, foreseen["events"])
        return {"action": choice["action"], "does": does, "reveals": foreseen["reveals"]}


async def read_with_actions(table: Table) -> tuple[Json, Json]:
    """Return the game and the caller's legal actions, both of one version. Raises Refusal."""
    game, legal = await asyncio.gather(table.read(), table.read_actions())
    while game["version"] != legal["version"]:
        game, legal = await asyncio.gather(table.read(), table.read_actions())
    return game, legal


async def follow_until_turn(table: Table, game: Json) -> Json:
    """Return the game as soon as it waits for the caller or is over. Raises Refusal."""
    if is_settled(game):
        return game
    async with table.client.open_stream(f"{table.path}/events", game["version"]) as lines:
        async for line in lines:
            # The game may be ahead of its stream: one read covers all events of a ply.
            if line.startswith(POSITION) and int(line.removeprefix(POSITION)) > game["version"]:
                game = await table.read()
                if is_settled(game):
                    return game
    return await table.read()


def is_settled(game: Json) -> bool:
    """Whether there is nothing to wait for."""
    return is_turn(game) or game["status"] in OVER

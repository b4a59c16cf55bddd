"""What each tool promises to a language model."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from tests.service.client import CARTA, CIVILIZATION, Player
from tests.service.mcp.agent import Agent, ToolFailed, in_process
from tests.service.mcp.conftest import Run


@pytest.fixture
def ada(served: str) -> Player:
    return Player(served, "Ada")


@pytest.fixture
def boris(served: str) -> Player:
    return Player(served, "Boris")


class Pair(AsyncExitStack):
    """Two agents at a new table, the one to act first."""

    def __init__(self, *players: Player) -> None:
        super().__init__()
        self._players = players

    async def sit(self, game: str = CARTA, **options: str) -> tuple[Agent, Agent, str]:
        host, guest = [await self.enter_async_context(in_process(each)) for each in self._players]
        table = (await host.call("open_table", game=game, options=options))["table"]
        await guest.call("join_table", table=table)
        at_turn = (await host.call("wait_for_turn", table=table, seconds=0))["your_turn"]
        return (host, guest, table) if at_turn else (guest, host, table)


def test_every_tool_and_every_argument_is_described(ada: Player, run: Run) -> None:
    async def check() -> None:
        async with in_process(ada) as agent:
            for tool in (await agent.client.list_tools()).tools:
                assert tool.description
                assert tool.output_schema is not None
                undescribed = {
                    name
                    for name, schema in tool.input_schema.get("properties", {}).items()
                    if "description" not in schema
                }
                assert not undescribed, f"{tool.name}: {undescribed}"

    run(check())


def test_each_listed_action_says_what_it_does_and_that_comes_true(ada: Player, boris: Player, run: Run) -> None:
    async def play() -> None:
        async with Pair(ada, boris) as pair:
            first, _, table = await pair.sit()
            choices = await first.call("list_actions", table=table)
            assert choices["your_turn"]
            assert sum(choices["by_type"].values()) == choices["total"] == len(choices["actions"])
            chosen = choices["actions"][0]
            assert chosen["action"]["card"] not in chosen["does"][0], "it is called by its id, not by its name"
            tried = await first.call("try_action", table=table, action=chosen["action"])
            assert tried == {"does": chosen["does"], "reveals": chosen["reveals"]}
            assert (await first.call("list_actions", table=table)) == choices
            done = await first.call("take_action", table=table, action=chosen["action"])
            assert done["happened"] == chosen["does"] != []
            assert done["version"] > choices["version"]

    run(play())


def test_actions_are_listed_by_type_and_by_page(ada: Player, boris: Player, run: Run) -> None:
    async def play() -> None:
        async with Pair(ada, boris) as pair:
            first, _, table = await pair.sit(CIVILIZATION)
            whole = await first.call("list_actions", table=table, effects=False)
            rest = await first.call("list_actions", table=table, effects=False, offset=1, limit=1)
            assert rest["actions"] == whole["actions"][1:2]
            assert rest["total"] == whole["total"]
            assert (await first.call("list_actions", table=table, type="war"))["actions"] == []

    run(play())


def test_a_refused_action_names_the_rule_and_what_is_legal_instead(ada: Player, boris: Player, run: Run) -> None:
    async def play() -> None:
        async with Pair(ada, boris) as pair:
            first, second, table = await pair.sit()
            legal = (await first.call("list_actions", table=table, effects=False))["actions"][0]["action"]
            with pytest.raises(ToolFailed) as refused:
                await first.call("take_action", table=table, action={"type": "end_turn"})
            assert "Rule: " in str(refused.value)
            assert str(legal["card"]) in str(refused.value)
            with pytest.raises(ToolFailed, match="wait_for_turn"):
                await second.call("take_action", table=table, action=legal)
            with pytest.raises(ToolFailed, match=r'Fields: .*"card".*Correct the fields'):
                await first.call("take_action", table=table, action={"type": "play"})

    run(play())


def test_waiting_ends_as_soon_as_the_others_have_acted(ada: Player, boris: Player, run: Run) -> None:
    async def play() -> None:
        async with Pair(ada, boris) as pair:
            first, second, table = await pair.sit(CIVILIZATION)
            waiting = asyncio.create_task(second.call("wait_for_turn", table=table, seconds=200))
            action = (await first.call("list_actions", table=table))["actions"][0]
            await first.call("take_action", table=table, action=action["action"])
            situation = await waiting
            assert situation["your_turn"]
            assert action["does"][0] in situation["happened"]

    run(play())


def test_waiting_begins_before_all_sit(ada: Player, boris: Player, run: Run) -> None:
    async def play() -> None:
        async with in_process(ada) as host, in_process(boris) as guest:
            table = (await host.call("open_table", game=CARTA))["table"]
            waiting = asyncio.create_task(host.call("wait_for_turn", table=table, seconds=200))
            await guest.call("join_table", table=table)
            turns = [await guest.call("wait_for_turn", table=table, seconds=0)]
            if turns[0]["your_turn"]:
                await guest.call("take_action", table=table, action={"type": "resign"})
            turns.append(await waiting)
            assert turns[1]["your_turn"] or turns[1]["status"] == "finished"
            assert "Boris: sits down." in turns[1]["happened"]

    run(play())


def test_waiting_in_vain_says_that_it_is_not_your_turn(ada: Player, boris: Player, run: Run) -> None:
    async def play() -> None:
        async with Pair(ada, boris) as pair:
            _, second, table = await pair.sit()
            situation = await second.call("wait_for_turn", table=table, seconds=0.05)
            assert (situation["your_turn"], situation["status"]) == (False, "playing")

    run(play())


def test_a_seat_with_a_commitment_opens_it_by_itself(ada: Player, boris: Player, run: Run) -> None:
    async def play() -> None:
        async with Pair(ada, boris) as pair:
            first, second, table = await pair.sit(fairness="commit")
            ends = [await each.call("wait_for_turn", table=table, seconds=0) for each in (first, second)]
            assert [each["status"] for each in ends] == ["playing"] * 2

    run(play())


def test_a_game_that_is_over_is_told_from_its_beginning(ada: Player, boris: Player, run: Run) -> None:
    async def play() -> None:
        async with Pair(ada, boris) as pair:
            first, second, table = await pair.sit()
            end = await first.call("take_action", table=table, action={"type": "resign"})
            assert end["status"] == "finished"
            story = await second.call("review_game", table=table)
            assert story["told"][0] == "A table is opened."
            assert story["result"] == end["result"]
            assert story["next_after"] is None
            found = await second.call("find_tables", status="finished", mine=True)
            assert [each["table"] for each in found["tables"]] == [table]

    run(play())


@pytest.mark.parametrize(("game", "ruling", "word"), [(CARTA, "A-06", "draft"), (CIVILIZATION, "c-15", "collection")])
def test_rules_are_read_whole_by_section_and_by_number(
    ada: Player, run: Run, game: str, ruling: str, word: str
) -> None:
    async def read() -> None:
        async with in_process(ada) as agent:
            beginning = await agent.call("read_rules", game=game)
            assert beginning.startswith("How to play")
            assert '"The end"' in beginning
            assert word in await agent.call("read_rules", game=game, ruling=ruling)
            assert (await agent.call("read_rules", game=game, section="the end")).startswith("The end")
            with pytest.raises(ToolFailed, match="Numbers go from"):
                await agent.call("read_rules", game=game, ruling="X-1")
            with pytest.raises(ToolFailed, match='Sections: "How to play"'):
                await agent.call("read_rules", game=game, section="Nothing")

    run(read())


def test_a_mistaken_id_leads_to_the_tool_that_lists_the_right_ones(ada: Player, run: Run) -> None:
    async def mistake() -> None:
        async with in_process(ada) as agent:
            with pytest.raises(ToolFailed, match="list_games"):
                await agent.call("read_rules", game="chess")
            with pytest.raises(ToolFailed, match="find_tables"):
                await agent.call("read_table", table="../me")
            with pytest.raises(ToolFailed, match="join_table"):
                await agent.call(
                    "wait_for_turn", table=(await agent.call("open_table", game=CARTA, join=False))["table"]
                )

    run(mistake())


def test_a_private_table_is_joined_by_its_invitation_alone(ada: Player, boris: Player, run: Run) -> None:
    async def invite() -> None:
        async with in_process(ada) as host, in_process(boris) as guest:
            opened = await host.call("open_table", game=CARTA, private=True)
            with pytest.raises(ToolFailed, match="invitation"):
                await guest.call("join_table", table=opened["table"])
            await guest.call("join_table", table=opened["table"], invitation=opened["invitation"])

    run(invite())


def test_bots_of_the_service_fill_a_table(ada: Player, run: Run) -> None:
    async def fill() -> None:
        async with in_process(ada) as agent:
            opened = await agent.call("open_table", game=CARTA, seats=3, bots=["greedy", "random"])
            assert opened["status"] == "playing"
            with pytest.raises(ToolFailed, match=r"Table .* is open, but: .*bot"):
                await agent.call("open_table", game=CARTA, bots=["omniscient"])

    run(fill())


def test_a_table_is_read_in_the_language_that_was_chosen(ada: Player, run: Run) -> None:
    async def read() -> None:
        async with in_process(ada, "uk") as agent:
            table = (await agent.call("open_table", game=CARTA, bots=["random"]))["table"]
            text = await agent.call("read_table", table=table)
            assert "Ada" in text
            assert "Колода" in text

    run(read())

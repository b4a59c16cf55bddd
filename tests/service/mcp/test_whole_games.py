"""An agent that knows nothing of the games plays both to the end, each of four seats by an agent of its own."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from tests.service.client import CARTA, CIVILIZATION, Player
from tests.service.mcp.agent import over_http, over_stdio, play_together
from tests.service.mcp.conftest import Run
from tests.service.mcp.oauth_program import Consent

NAMES = ("Ada", "Boris", "Chloe", "Dmytro")


def require_played_out(ends: list[dict[str, Any]]) -> None:
    """All four saw the same end, which nobody has agreed on or resigned into."""
    assert [each["status"] for each in ends] == ["finished"] * 4
    assert all(each["result"] == ends[0]["result"] for each in ends)
    assert ends[0]["result"]["kind"] in ("domination", "majority", "technologies")


def test_agents_over_stdio_play_civilization_to_its_end_at_four_seats(served: str, folder: Path, run: Run) -> None:
    async def play() -> list[dict[str, Any]]:
        async with AsyncExitStack() as stack:
            agents = [await stack.enter_async_context(over_stdio(served, folder / name, name)) for name in NAMES]
            return await play_together(agents, CIVILIZATION)

    require_played_out(run(play()))


def test_agents_who_signed_in_over_http_play_carta_to_its_end_at_four_seats(
    served: str, address: str, run: Run
) -> None:
    players = [Player(served, name) for name in NAMES]

    async def play() -> list[dict[str, Any]]:
        async with AsyncExitStack() as stack:
            agents = [
                await stack.enter_async_context(over_http(address, Consent(each).sign_in(address))) for each in players
            ]
            return await play_together(agents, CARTA)

    require_played_out(run(play()))

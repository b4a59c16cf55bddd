"""Bots that choose at random, and tables of them."""

import asyncio
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from cartulary_client import Action, AsyncBot, Bot, Client, Game, Retries
from cartulary_client.types import NewGame
from tests.service.client import CARTA

HASTY = Retries(first_pause=0.001, longest_pause=0.1)
"""Retries for tests, which have no minute."""


class RandomBot(Bot):
    """Any legal action will do."""

    def choose(self, game: Game, actions: list[Action]) -> Action:
        return random.choice(actions)


class AsyncRandomBot(AsyncBot):
    """The same for asyncio."""

    async def choose(self, game: Game, actions: list[Action]) -> Action:
        return random.choice(actions)


def table(host: Client, seats: int = 2, game: str = CARTA, **options: Any) -> str:
    """A new table, by its id."""
    wanted: NewGame = {"game": game, "seats": seats, "options": options}
    return host.create_game(wanted)["id"]


def play(bots: Sequence[Bot], id: str) -> list[Game]:
    """The views at the end of a game that the bots play at the same time."""
    with ThreadPoolExecutor(len(bots)) as together:
        return list(together.map(lambda bot: bot.run(id), bots))


async def play_async(url: str, names: Sequence[str], id: str) -> list[Game]:
    """The same, in one thread."""
    bots = [await AsyncRandomBot.register(url, name, retries=HASTY) for name in names]
    ends = await asyncio.gather(*(bot.run(id) for bot in bots))
    for bot in bots:
        await bot.client.close()
    return ends


def finished(url: str) -> str:
    """A game that has been played to its end, by its id."""
    bots = [RandomBot.register(url, name) for name in ("Ada", "Boris")]
    id = table(bots[0].client)
    play(bots, id)
    return id

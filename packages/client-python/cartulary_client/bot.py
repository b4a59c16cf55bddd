"""Bots: a subclass says what to choose, and the rest is done here."""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Awaitable
from inspect import isawaitable
from typing import Any, Self

from cartulary_client.async_client import AsyncClient
from cartulary_client.client import Client
from cartulary_client.errors import CartularyError
from cartulary_client.turns import Choice, Steps, Turns
from cartulary_client.types import Action, Game


class Bot(ABC):
    """A player that chooses by a program. Subclass it, write `choose`, and `run` it at a table.

    Its entropy, and the key by which it signs its actions, are made from `secret`. A bot that is started anew has to
    have the same: else it cannot open what it committed to, and a service could refuse a seat until a deal pleases.
    """

    def __init__(self, client: Client, *, secret: bytes | None = None, signs: bool = True) -> None:
        self.client = client
        self._turns = Turns(secret or secrets.token_bytes(32), signs)

    @classmethod
    def register(cls, url: str, name: str, *, secret: bytes | None = None, **settings: Any) -> Self:
        """Register a player for the bot; `client.token` is what to come back with."""
        return cls(Client.register(url, name, bot=True, **settings), secret=secret)

    @abstractmethod
    def choose(self, game: Game, actions: list[Action]) -> Action:
        """Choose one of these actions, by what the bot's seat sees."""

    def sit_down(self, id: str, *, seat: int | None = None, invite: str | None = None) -> Game:
        """Take a seat at a table, unless the bot sits there already."""
        return self._perform(self._turns.sit_down(id, seat, invite))

    def run(self, id: str, *, seat: int | None = None, invite: str | None = None) -> Game:
        """Sit down, and play until the game is over. The record is checked at the deal and at the end.

        Raises Problem, NoAnswer, Distrust.
        """
        self.sit_down(id, seat=seat, invite=invite)
        game = self._perform(self._turns.take_turns(id))
        if game["status"] == "playing":
            self.client.check_record(id)
        for event in self.client.follow_game(id, after=game["version"]):
            position = event["public"]["position"]
            if position > game["version"]:
                game = self._perform(self._turns.take_turns(id, str(position)))
        self.client.check_record(id)
        return game

    def _perform(self, steps: Steps) -> Game:
        """Do the steps to their end."""
        answer: Any = None
        failure: CartularyError | None = None
        while True:
            try:
                step = steps.send(answer) if failure is None else steps.throw(failure)
            except StopIteration as end:
                game: Game = end.value
                return game
            answer = failure = None
            try:
                answer = self.choose(*step) if isinstance(step, Choice) else self.client.send(step)
            except CartularyError as raised:
                failure = raised


class AsyncBot(ABC):
    """The same for asyncio, where one process can run many; `choose` may be a coroutine."""

    def __init__(self, client: AsyncClient, *, secret: bytes | None = None, signs: bool = True) -> None:
        self.client = client
        self._turns = Turns(secret or secrets.token_bytes(32), signs)

    @classmethod
    async def register(cls, url: str, name: str, *, secret: bytes | None = None, **settings: Any) -> Self:
        """Register a player for the bot; `client.token` is what to come back with."""
        return cls(await AsyncClient.register(url, name, bot=True, **settings), secret=secret)

    @abstractmethod
    def choose(self, game: Game, actions: list[Action]) -> Action | Awaitable[Action]:
        """Choose one of these actions, by what the bot's seat sees."""

    async def sit_down(self, id: str, *, seat: int | None = None, invite: str | None = None) -> Game:
        """Take a seat at a table, unless the bot sits there already."""
        return await self._perform(self._turns.sit_down(id, seat, invite))

    async def run(self, id: str, *, seat: int | None = None, invite: str | None = None) -> Game:
        """Sit down, and play until the game is over. The record is checked at the deal and at the end.

        Raises Problem, NoAnswer, Distrust.
        """
        await self.sit_down(id, seat=seat, invite=invite)
        game = await self._perform(self._turns.take_turns(id))
        if game["status"] == "playing":
            await self.client.check_record(id)
        async for event in self.client.follow_game(id, after=game["version"]):
            position = event["public"]["position"]
            if position > game["version"]:
                game = await self._perform(self._turns.take_turns(id, str(position)))
        await self.client.check_record(id)
        return game

    async def _perform(self, steps: Steps) -> Game:
        """Do the steps to their end."""
        answer: Any = None
        failure: CartularyError | None = None
        while True:
            try:
                step = steps.send(answer) if failure is None else steps.throw(failure)
            except StopIteration as end:
                game: Game = end.value
                return game
            answer = failure = None
            try:
                answer = await self._do(step)
            except CartularyError as raised:
                failure = raised

    async def _do(self, step: Any) -> Any:
        if not isinstance(step, Choice):
            return await self.client.send(step)
        chosen = self.choose(*step)
        return await chosen if isawaitable(chosen) else chosen

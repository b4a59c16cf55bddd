"""The client for asyncio."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, Final, Self, TypeVar

import httpx

from cartulary_client import operations, streams, types
from cartulary_client.clock import Clock
from cartulary_client.errors import CartularyError, NoAnswer, Problem, problem
from cartulary_client.http import NO_CONTENT, Settings, answer, arguments, read_lines
from cartulary_client.methods import AsyncMethods
from cartulary_client.receipts import Receipts, games_of, note_of
from cartulary_client.request import Request
from cartulary_client.retries import Retries, may_be_repeated
from cartulary_client.streams import Stream
from cartulary_client.transparency import (
    has_signed_checkpoint,
    in_order,
    read_checkpoint,
    require_growth,
    tiles_needed,
)

Answer = TypeVar("Answer")
Item = TypeVar("Item")
DEFAULT_RETRIES: Final = Retries()


class AsyncClient(AsyncMethods):
    """A player at a service, or a spectator without a token."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        language: str | None = None,
        retries: Retries = DEFAULT_RETRIES,
        timeout: float = 30,
        silence: float = 45,
        receipts: Receipts | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.token = token
        self.retries = retries
        self.receipts = receipts or Receipts()
        self.clock = Clock()
        self._settings = Settings(url, token, language, timeout, silence)
        self._http = httpx.AsyncClient(**self._settings.options(), transport=transport)

    @classmethod
    async def register(cls, url: str, name: str, *, bot: bool = False, **settings: Any) -> Self:
        """Register a new player; keep `token` to come back as the same one."""
        async with AsyncClient(url, **settings) as nobody:
            player = await nobody.create_player({"name": name, "bot": bot})
        return cls(url, player["token"], **settings)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def send(self, request: Request[Answer]) -> Answer:
        if (game := self.receipts.game_to_ask_for(request)) is not None:
            self.receipts.forget_entropy(game)
            invite = request.body.get("invite")
            await self._check(game, await self.send(operations.read_audit(game, invite=invite)))
        self.receipts.note_entropy(request)
        attempt = 0
        while True:
            attempt += 1
            try:
                return await self._send_once(request)
            except CartularyError as failure:
                if not may_be_repeated(request, failure):
                    self.receipts.note_refusal(request, failure)
                    raise
                await asyncio.sleep(self.retries.pause_after(failure, attempt))

    async def _send_once(self, request: Request[Answer]) -> Answer:
        sent = time.time()
        try:
            response = await self._http.request(**arguments(request))
            self.clock.note(response.headers, sent)
            given: Answer = answer(request, response)
        except httpx.TransportError as error:
            raise NoAnswer(str(error)) from error
        if self.receipts.has_unknown_signer(response.headers):
            # The action is done: an answer about keys that fails may not hide that.
            with suppress(CartularyError):
                await self._pin_keys()
        self.receipts.keep_from(response.headers, games_of(request, given))
        return given

    async def _pin_keys(self) -> None:
        """Pin the keys that the service lists."""
        listed: Any = await self._send_once(operations.list_catalogue())
        self.receipts.pin([each["key"] for each in listed["keys"]])

    async def check_record(self, id: str) -> None:
        """Hold a game's record against the receipts that are kept. Raises Distrust."""
        await self._check(id, await self.read_audit(id))

    async def _check(self, game: str, bundle: str) -> None:
        if not self.receipts.is_signed(note_of(bundle)):
            await self._pin_keys()
        self.receipts.check(game, bundle)

    async def follow_log(self, kept: str | None = None) -> str:
        """Return the newest checkpoint of the log of games that is known, held against the one kept.

        That is the one kept where the service shows an older one. Raises Distrust, with a `proof` where there is one.
        """
        later = await self.read_log_checkpoint()
        if not has_signed_checkpoint(self.receipts.keys, read_checkpoint(later)):
            await self._pin_keys()
        tiles = {path: await self.read_log_tile(path) for path in tiles_needed(kept or later, later)}
        require_growth(kept or later, later, tiles, self.receipts.keys)
        return in_order(kept or later, later)[-1].note

    async def items(self, request: Request[Any], member: str) -> AsyncIterator[Any]:
        while True:
            page = await self.send(request)
            for each in page[member]:
                yield each
            if page["next"] is None:
                return
            request = request.with_cursor(page["next"])

    async def iter_export(self, *, game: types.GameId | None = None) -> AsyncIterator[dict[str, Any]]:
        """Yield every finished game with the text of its audit bundle, the oldest end first."""
        request = operations.export_games(game=game)
        while lines := read_lines(await self.send(request)):
            for line in lines:
                yield line
            request = request.with_cursor(lines[-1]["cursor"])

    async def legal_actions(self, id: str) -> list[types.Action]:
        """List all that the caller may do now, each ready to be posted."""
        actions: Any = (await self.send(operations.list_actions(id, expand=True)))["actions"]
        return list(actions)

    def follow_game(self, id: str, *, after: int = 0, changes: bool = False) -> AsyncIterator[types.Event]:
        """Yield the events of a game as they happen, until it ends."""
        return self.follow(streams.of_game(id, after, changes))

    def follow_chat(self, id: str, *, place: int | None = None) -> AsyncIterator[types.Message]:
        """Yield the messages of a chat as they are written, for ever."""
        return self.follow(streams.of_chat(id, place))

    def follow_feed(self, *, cursor: str | None = None) -> AsyncIterator[types.FeedEvent]:
        """Yield the events of all public games as they happen, for ever."""
        return self.follow(streams.of_feed(cursor))

    def follow_my_games(self, *, last_event_id: str | None = None) -> AsyncIterator[types.MyEvent]:
        """Yield the events of all games in which the caller holds a seat, for ever."""
        return self.follow(streams.of_my_games(last_event_id))

    async def follow(self, stream: Stream[Item]) -> AsyncIterator[Item]:
        """Yield what a stream tells, over as many connections as it takes. Raises Problem, NoAnswer."""
        failures = 0
        while True:
            failure: CartularyError = NoAnswer("The service closed the stream.")
            request = stream.request()
            try:
                async with self._http.stream(**arguments(request), timeout=self._settings.of_stream()) as response:
                    if response.status_code == NO_CONTENT:
                        return
                    if not response.is_success:
                        await response.aread()
                        raise problem(response.status_code, response.headers, response.text)
                    async for chunk in response.aiter_bytes():
                        failures = 0
                        for item in stream.read(chunk):
                            yield item
            except httpx.TransportError as error:
                failure = NoAnswer(str(error))
            except Problem as refusal:
                if not may_be_repeated(request, refusal):
                    raise
                failure = refusal
            failures += 1
            await asyncio.sleep(stream.pause or self.retries.pause_after(failure, failures))

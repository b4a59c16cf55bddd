"""The client that waits for each answer."""

import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final, Self, TypeVar
from weakref import finalize

import httpx

from cartulary_client import operations, streams, types
from cartulary_client.clock import Clock
from cartulary_client.errors import CartularyError, NoAnswer, Problem, problem
from cartulary_client.http import NO_CONTENT, Settings, answer, arguments, read_lines
from cartulary_client.methods import Methods
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


class Client(Methods):
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
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.token = token
        self.retries = retries
        self.receipts = receipts or Receipts()
        self.clock = Clock()
        self._settings = Settings(url, token, language, timeout, silence)
        self._http = httpx.Client(**self._settings.options(), transport=transport)
        # A program that forgets the client leaves no connection open; a transport that was given may serve others.
        self._close = self._http.close if transport else finalize(self, self._http.close)

    @classmethod
    def register(cls, url: str, name: str, *, bot: bool = False, **settings: Any) -> Self:
        """Register a new player; keep `token` to come back as the same one."""
        with Client(url, **settings) as nobody:
            player = nobody.create_player({"name": name, "bot": bot})
        return cls(url, player["token"], **settings)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._close()

    def send(self, request: Request[Answer]) -> Answer:
        if (game := self.receipts.game_to_ask_for(request)) is not None:
            self.receipts.forget_entropy(game)
            invite = request.body.get("invite")
            self._check(game, self.send(operations.read_audit(game, invite=invite)))
        self.receipts.note_entropy(request)
        attempt = 0
        while True:
            attempt += 1
            try:
                return self._send_once(request)
            except CartularyError as failure:
                if not may_be_repeated(request, failure):
                    self.receipts.note_refusal(request, failure)
                    raise
                time.sleep(self.retries.pause_after(failure, attempt))

    def _send_once(self, request: Request[Answer]) -> Answer:
        sent = time.time()
        try:
            response = self._http.request(**arguments(request))
            self.clock.note(response.headers, sent)
            given: Answer = answer(request, response)
        except httpx.TransportError as error:
            raise NoAnswer(str(error)) from error
        if self.receipts.has_unknown_signer(response.headers):
            # The action is done: an answer about keys that fails may not hide that.
            with suppress(CartularyError):
                self._pin_keys()
        self.receipts.keep_from(response.headers, games_of(request, given))
        return given

    def _pin_keys(self) -> None:
        """Pin the keys that the service lists."""
        listed: Any = self._send_once(operations.list_catalogue())
        self.receipts.pin([each["key"] for each in listed["keys"]])

    def check_record(self, id: str) -> None:
        """Hold a game's record against the receipts that are kept. Raises Distrust."""
        self._check(id, self.read_audit(id))

    def _check(self, game: str, bundle: str) -> None:
        if not self.receipts.is_signed(note_of(bundle)):
            self._pin_keys()
        self.receipts.check(game, bundle)

    def follow_log(self, kept: str | None = None) -> str:
        """Return the newest checkpoint of the log of games that is known, held against the one kept.

        That is the one kept where the service shows an older one. Raises Distrust, with a `proof` where there is one.
        """
        later = self.read_log_checkpoint()
        if not has_signed_checkpoint(self.receipts.keys, read_checkpoint(later)):
            self._pin_keys()
        tiles = {path: self.read_log_tile(path) for path in tiles_needed(kept or later, later)}
        require_growth(kept or later, later, tiles, self.receipts.keys)
        return in_order(kept or later, later)[-1].note

    def items(self, request: Request[Any], member: str) -> Iterator[Any]:
        while True:
            page = self.send(request)
            yield from page[member]
            if page["next"] is None:
                return
            request = request.with_cursor(page["next"])

    def iter_export(self, *, game: types.GameId | None = None) -> Iterator[dict[str, Any]]:
        """Yield every finished game with the text of its audit bundle, the oldest end first."""
        request = operations.export_games(game=game)
        while lines := read_lines(self.send(request)):
            yield from lines
            request = request.with_cursor(lines[-1]["cursor"])

    def legal_actions(self, id: str) -> list[types.Action]:
        """List all that the caller may do now, each ready to be posted."""
        actions: Any = self.send(operations.list_actions(id, expand=True))["actions"]
        return list(actions)

    def follow_game(self, id: str, *, after: int = 0, changes: bool = False) -> Iterator[types.Event]:
        """Yield the events of a game as they happen, until it ends."""
        return self.follow(streams.of_game(id, after, changes))

    def follow_chat(self, id: str, *, place: int | None = None) -> Iterator[types.Message]:
        """Yield the messages of a chat as they are written, for ever."""
        return self.follow(streams.of_chat(id, place))

    def follow_feed(self, *, cursor: str | None = None) -> Iterator[types.FeedEvent]:
        """Yield the events of all public games as they happen, for ever."""
        return self.follow(streams.of_feed(cursor))

    def follow_my_games(self, *, last_event_id: str | None = None) -> Iterator[types.MyEvent]:
        """Yield the events of all games in which the caller holds a seat, for ever."""
        return self.follow(streams.of_my_games(last_event_id))

    def follow(self, stream: Stream[Item]) -> Iterator[Item]:
        """Yield what a stream tells, over as many connections as it takes. Raises Problem, NoAnswer."""
        failures = 0
        while True:
            failure: CartularyError = NoAnswer("The service closed the stream.")
            request = stream.request()
            try:
                with self._http.stream(**arguments(request), timeout=self._settings.of_stream()) as response:
                    if response.status_code == NO_CONTENT:
                        return
                    if not response.is_success:
                        response.read()
                        raise problem(response.status_code, response.headers, response.text)
                    for chunk in response.iter_bytes():
                        failures = 0
                        yield from stream.read(chunk)
            except httpx.TransportError as error:
                failure = NoAnswer(str(error))
            except Problem as refusal:
                if not may_be_repeated(request, refusal):
                    raise
                failure = refusal
            failures += 1
            time.sleep(stream.pause or self.retries.pause_after(failure, failures))

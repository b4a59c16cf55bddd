"""The last seat is refused until a deal pleases the operator; none ever does, for bots send the same bytes again."""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import httpx
import psycopg
import pytest

from cartulary.games.carta_impera_victoria import GAME
from cartulary.kernel.canonical import from_base64url
from cartulary_client import Client, Distrust, Problem, Receipts, Retries
from tests.domain.table import Table
from tests.service.clients.conftest import Opened
from tests.service.clients.tables import RandomBot, table
from tests.web.dishonest_operator import dealt, last_note
from tests.web.verifiers import SIGNER, bundle_of

FIRST = "ab" * 32
"""What the first seat shows, openly."""
THRICE = Retries(attempts=3, first_pause=0.001, longest_pause=0.001)
SECRET = b"known to Boris alone"


class ChoosyWay(httpx.HTTPTransport):
    """A way to the service on which an operator, who knows the seed, answers 503 while a seat makes the first deal."""

    def __init__(self, database_url: str, game: str) -> None:
        super().__init__()
        self._game = game
        with psycopg.connect(database_url) as connection:
            row = connection.execute(
                "select private from events where game_id = %s and position = 1", (game,)
            ).fetchone()
        assert row is not None
        private = row[0] if isinstance(row[0], dict) else json.loads(row[0])
        self._seed = from_base64url(private["server_seed"])
        self.sent: list[str] = []
        self.gives_up = False

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.method == "POST" and request.url.path.endswith("/seats"):
            self.sent.append(json.loads(request.read())["entropy"])
            if not self.gives_up and self.hand_for(self.sent[-1]) == self.hand_for(self.sent[0]):
                return httpx.Response(503)
        return super().handle_request(request)

    def hand_for(self, entropy: str) -> Sequence[Any]:
        """The hand of the first seat, if the last one adds this."""
        both = [bytes.fromhex(each) for each in (FIRST, entropy)]
        match = Table(GAME, GAME.setup(None, 2, {}), self._seed, both, game_id=self._game).match
        return [*GAME.view(match.state, 0)["seats"][0]["hand"].items()]


def awaiting_the_last(served: str, database_url: str, ada: Client) -> tuple[str, ChoosyWay, str]:
    """A table at which one seat is free, the way that an operator chooses on, and the token of who wants to sit."""
    id = table(ada)
    ada.take_seat(id, {"entropy": FIRST})
    return id, ChoosyWay(database_url, id), str(Client.register(served, "Boris").token)


def test_a_refused_seat_is_asked_for_with_the_same_bytes_and_a_receipt_from_before(
    served: str, database_url: str, opened: Opened, ada: Client
) -> None:
    id, way, token = awaiting_the_last(served, database_url, ada)
    receipts = Receipts()
    for _ in range(2):
        client = opened(token, transport=way, retries=THRICE, receipts=receipts)
        with pytest.raises(Problem, match="503"):
            RandomBot(client, secret=SECRET).sit_down(id)
    assert len(way.sent) == 6
    way.gives_up = True
    RandomBot(client, secret=SECRET).sit_down(id)
    assert len({*way.sent}) == 1
    client.check_record(id)
    assert min(receipts.games[id].receipts) < client.read_game(id)["version"]


def test_a_bot_that_draws_anew_at_each_start_gets_a_deal_that_pleases_the_operator(
    served: str, database_url: str, opened: Opened, ada: Client
) -> None:
    id, way, token = awaiting_the_last(served, database_url, ada)
    client = opened(token, transport=way, retries=THRICE)
    for _ in range(20):  # A second deal may be the same to the operator as the first one: about one in fifty is.
        with suppress(Problem):
            RandomBot(client).sit_down(id)
            break
    assert len(way.sent) > THRICE.attempts
    assert ada.read_game(id)["status"] == "playing"
    seen: Any = ada.read_game(id)["state"]
    assert way.hand_for(way.sent[-1]) == [*seen["seats"][0]["hand"].items()]
    assert way.hand_for(way.sent[-1]) != way.hand_for(way.sent[0])


def test_once_somebody_has_sat_down_knowing_the_bytes_they_are_others(
    served: str, database_url: str, ada: Client
) -> None:
    id = table(ada, 3)
    ada.take_seat(id, {"entropy": FIRST})
    bot = RandomBot.register(served, "Boris", secret=SECRET)
    first = bot._turns.contribution(ada.read_game(id), None, None)
    assert first == bot._turns.contribution(ada.read_game(id), None, None)
    RandomBot.register(served, "Chul").sit_down(id)
    assert first != bot._turns.contribution(ada.read_game(id), None, None)


def test_a_receipt_that_is_kept_over_a_restart_finds_another_seed() -> None:
    before, anew = dealt(options={}), dealt(bytes(32), {})
    receipts = Receipts([SIGNER.public.text()])
    receipts.keep(last_note(bundle_of(before, 1)))
    with pytest.raises(Distrust, match="another head at version 1"):
        receipts.check(before.match.id, bundle_of(anew).decode())


def test_without_the_receipt_another_seed_is_not_found() -> None:
    anew = dealt(bytes(32), {})
    Receipts([SIGNER.public.text()]).check(anew.match.id, bundle_of(anew).decode())

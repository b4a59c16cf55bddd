"""Deliveries of players take turns: many webhooks of one player keep no other waiting."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.config import Config
from service.notifications import deliveries
from service.notifications.deliveries import Message, Room
from service.store.database import Database
from tests.service.client import Player, body_of


@pytest.fixture(scope="module")
def quiet(serve: Any, own_database: str) -> str:
    """A service without a worker, which delivers nothing."""
    return str(serve(DATABASE_URL=own_database, OWN_WORKER="false"))


@pytest.fixture
def database(own_database: str) -> Iterator[Database]:
    opened = Database(Config(database_url=own_database))
    yield opened
    opened.close()


def hook(player: Player) -> str:
    made: str = body_of(player.post("/webhooks", {"url": "https://1.1.1.1/"}), 201)["id"]
    return made


def test_players_take_turns_in_the_queue_of_deliveries(quiet: str, database: Database) -> None:
    farmer, other = Player(quiet), Player(quiet)
    farm, own = [hook(farmer) for _ in range(6)], hook(other)
    for webhook in (*farm, *farm, own):
        player = other if webhook == own else farmer
        deliveries.send(database, player.id, Message(webhook, "text/plain", "News."))
    claimed = [each.webhook for each in deliveries.claim(database, Room(2, 2))]
    assert sorted(claimed) == sorted([farm[0], own])

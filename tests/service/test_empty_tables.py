"""Tables that nobody can begin or close any more leave the lobby."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from flask.testing import FlaskClient

from cartulary_service.config import Config
from cartulary_service.worker import GameClearing
from tests.service.client import Client, Player, body_of
from tests.service.conftest import worker

A_DAY = 86_400


def clear(client: FlaskClient) -> None:
    """Let the worker look, once."""
    parts = client.application.extensions["cartulary"]
    GameClearing(parts["database"], parts["table"], Config()).look()


@pytest.fixture
def clearing(own_database: str, own_base: str, keys: Path) -> Iterator[FlaskClient]:
    with worker(own_database, keys) as client:
        yield client


def age(database_url: str, game: str, seconds: int) -> None:
    """Let nothing have happened at a table for so long."""
    with psycopg.connect(database_url) as owner:
        owner.execute(
            "update games set updated_at = updated_at - make_interval(secs => %s) where id = %s", (seconds, game)
        )


def status(base: str, game: str) -> str:
    return str(Client(base).see(game)["status"])


def listed(base: str) -> list[str]:
    """The open tables of the lobby."""
    return [each["id"] for each in body_of(Client(base).get("/games?status=open"), 200)["games"]]


def test_the_open_tables_of_a_deleted_account_close_and_those_who_sit_there_read_it(own_base: str) -> None:
    ann, ben = Player(own_base, "Ann"), Player(own_base, "Ben")
    empty, waiting, running = ann.new_game(), ann.new_game(seats=3), ann.new_game()
    body_of(ann.sit(waiting, seat=0), 201)
    body_of(ben.sit(waiting, seat=1), 201)
    for seat, player in enumerate((ben, Player(own_base, "Cid"))):
        body_of(player.sit(running, seat=seat), 201)
    assert ann.delete("/me?confirm=Ann").status_code == 204
    assert [status(own_base, each) for each in (empty, waiting, running)] == ["abandoned", "abandoned", "playing"]
    assert {empty, waiting}.isdisjoint(listed(own_base))
    types = [each["public"]["type"] for each in body_of(ben.get(f"/games/{waiting}/events"), 200)["events"]]
    assert types[-3:] == ["SeatLeft", "TableClosed", "GameEnded"]


def test_a_table_at_which_no_player_sits_closes_after_a_day_and_no_other_does(
    own_base: str, own_database: str, clearing: FlaskClient
) -> None:
    ann, ben = Player(own_base, "Ann"), Player(own_base, "Ben")
    empty, of_a_bot, fresh, invited = (ann.new_game() for _ in range(4))
    taken = ann.new_game(seats=3)
    for game in (of_a_bot, taken):
        body_of(ann.sit(game, seat=1, bot="greedy"), 201)
    body_of(ben.sit(taken, seat=0), 201)
    body_of(ann.post(f"/games/{invited}/invites"), 201)
    for game in (empty, of_a_bot, taken, invited):
        age(own_database, game, A_DAY + 1)
    age(own_database, fresh, A_DAY - 60)
    clear(clearing)
    assert [status(own_base, each) for each in (empty, of_a_bot)] == ["abandoned"] * 2
    assert [status(own_base, each) for each in (fresh, taken, invited)] == ["open"] * 3
    assert empty not in listed(own_base)
    assert {fresh, taken, invited} <= {*listed(own_base)}

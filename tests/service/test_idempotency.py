"""Requests that are sent again under their idempotency key happen once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
import requests

from cartulary_service.config import Config
from cartulary_service.store import append
from cartulary_service.store.database import Database
from cartulary_service.subjects import OPERATIONS
from tests.service.client import CARTA, Client, Player, Table, body_of

GAME = {"game": CARTA, "edition": "ru", "seats": 2}


def keyed(player: Client, path: str, body: Any, key: str = "once") -> requests.Response:
    return player.post(path, body, headers={"Idempotency-Key": key})


@pytest.fixture
def ann(served: str) -> Player:
    return Player(served)


def test_a_game_is_created_once_for_each_key(ann: Player) -> None:
    first, again = (body_of(keyed(ann, "/games", GAME), 201) for _ in range(2))
    assert first["id"] == again["id"]
    assert body_of(keyed(ann, "/games", GAME, "twice"), 201)["id"] != first["id"]
    assert body_of(ann.post("/games", GAME), 201)["id"] != first["id"]


def test_a_key_is_its_players_own(ann: Player, served: str) -> None:
    ben = Player(served, "Ben")
    assert len({body_of(keyed(each, "/games", GAME), 201)["id"] for each in (ann, ben)}) == 2


def test_eight_requests_at_once_under_one_key_create_one_game(ann: Player) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = [*pool.map(lambda _: keyed(Client(ann.base, ann.token), "/games", GAME), range(8))]
    assert len({body_of(each, 201)["id"] for each in answers}) == 1


def test_a_key_that_was_used_for_another_game_is_a_422(ann: Player) -> None:
    game = body_of(keyed(ann, "/games", GAME), 201)["id"]
    assert body_of(keyed(ann, "/games", GAME | {"seats": 3}), 422)["type"].endswith("key-reused")
    assert body_of(keyed(ann, f"/games/{game}/forks", {}), 422)["type"].endswith("key-reused")


def test_a_repeated_request_shows_the_game_as_it_is_now(ann: Player) -> None:
    game = body_of(keyed(ann, "/games", GAME), 201)["id"]
    body_of(ann.sit(game), 201)
    assert body_of(keyed(ann, "/games", GAME), 201)["version"] == 2


def test_a_fork_is_created_once_for_each_key(served: str) -> None:
    table = Table.of(served, 2)
    ann, version = table.players[0], table.see()["version"]
    path = f"/games/{table.game}/forks"
    first = body_of(keyed(ann, path, {"version": version}), 201)["id"]
    assert body_of(keyed(ann, path, {"version": version}), 201)["id"] == first
    assert body_of(keyed(ann, path, {"version": version}, "twice"), 201)["id"] != first


def test_a_seat_that_is_taken_again_under_its_key_gets_the_same_answer(ann: Player) -> None:
    game = ann.new_game()
    first, again = (keyed(ann, f"/games/{game}/seats", {"seat": 1}) for _ in range(2))
    assert (again.status_code, again.json()) == (201, first.json())
    assert again.json()["seat"] == 1
    assert ann.see(game)["version"] == first.json()["game"]["version"]


def test_one_bot_is_seated_for_each_key(ann: Player) -> None:
    game = ann.new_game(3)
    seats = [body_of(keyed(ann, f"/games/{game}/seats", {"bot": "random"}), 201)["seat"] for _ in range(2)]
    assert seats == [0, 0]
    assert body_of(keyed(ann, f"/games/{game}/seats", {"bot": "random"}, "twice"), 201)["seat"] == 1
    assert [each["seat"] for each in ann.see(game)["bots"]] == [0, 1]


def test_the_key_of_a_seat_takes_no_other(ann: Player) -> None:
    game = ann.new_game(3)
    body_of(keyed(ann, f"/games/{game}/seats", {"seat": 1}), 201)
    for body in ({"seat": 0}, {"bot": "random"}):
        assert body_of(keyed(ann, f"/games/{game}/seats", body), 422)["type"].endswith("key-reused")


REFUSE = {each.name for each in OPERATIONS if each.method == "POST" and not (each.takes_key or each.repeatable)}


OF_OAUTH = {"create_consent", "issue_tokens", "register_client"}
"""What its standards say of codes and tokens that come twice counts; a code that is not used ends by itself."""
MESSAGES = {"redeliver", "try_webhook"}
"""They may come twice, with the same `webhook-id`."""


def test_a_key_that_would_do_nothing_is_refused_before_anything_happens(ann: Player) -> None:
    hook = body_of(ann.post("/webhooks", {"url": "https://93.184.216.34/hook"}), 201)["id"]
    refused = body_of(keyed(ann, f"/webhooks/{hook}/test", {}), 400)
    assert refused["type"].endswith("key-not-taken")
    assert body_of(ann.get(f"/webhooks/{hook}/deliveries"), 200)["deliveries"] == []


def test_whatever_a_player_makes_can_be_asked_for_again_under_a_key() -> None:
    assert REFUSE == OF_OAUTH | MESSAGES


def test_what_does_no_more_when_sent_twice_takes_any_key(served: str) -> None:
    table = Table.of(served, 2)
    body_of(table.players[0].act(table.game, {"type": "resign"}), 201)
    path = f"/games/{table.game}/rematch"
    first = body_of(keyed(table.players[0], path, {}), 201)
    assert body_of(keyed(table.players[0], path, {}), 200)["id"] == first["id"]


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = Database(Config(database_url=database_url))
    yield opened
    opened.close()


def ended(served: str, days_ago: int, database_url: str) -> tuple[Table, Player, Any]:
    """A game that was given up under a key so many days ago, by whom, and the answer."""
    table = Table.of(served, 2)
    player = table.players[table.see()["to_act"][0]]
    answer = body_of(keyed(player, f"/games/{table.game}/actions", {"type": "resign"}, "last"), 201)
    with psycopg.connect(database_url, autocommit=True) as session:
        session.execute(
            "update games set updated_at = now() - make_interval(days => %s) where id = %s", (days_ago, table.game)
        )
    return table, player, answer


def keys_of(game: str, database_url: str) -> int:
    with psycopg.connect(database_url) as session:
        row = session.execute("select count(*) from idempotency_keys where game_id = %s", (game,)).fetchone()
    return int(row[0]) if row else 0


def test_the_keys_of_a_game_are_forgotten_a_week_after_its_end(
    served: str, database: Database, database_url: str
) -> None:
    table, player, _ = ended(served, append.DAYS_KEPT + 1, database_url)
    assert keys_of(table.game, database_url) == 1
    while append.forget_keys(database) == append.GAMES_AT_ONCE:
        pass
    assert keys_of(table.game, database_url) == 0
    version = table.see()["version"]
    assert keyed(player, f"/games/{table.game}/actions", {"type": "resign"}, "last").status_code == 422
    assert table.see()["version"] == version


def test_a_key_is_known_for_a_week_after_the_end_and_as_long_as_a_game_goes_on(
    served: str, database: Database, database_url: str
) -> None:
    table, player, answer = ended(served, append.DAYS_KEPT - 1, database_url)
    going_on = Table.of(served, 2)
    seat = going_on.see()["to_act"][0]
    body_of(keyed(going_on.players[seat], f"/games/{going_on.game}/actions", going_on.legal(seat)[0]), 201)
    append.forget_keys(database)
    assert keys_of(going_on.game, database_url) == 1
    assert body_of(keyed(player, f"/games/{table.game}/actions", {"type": "resign"}, "last"), 201) == answer

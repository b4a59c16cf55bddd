"""Rate limits: the same for all workers together, told beforehand, and nothing of what is too much is done."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
import requests

from bench.fill import fill
from cartulary.catalogue import CATALOGUE
from cartulary_service.config import Config
from cartulary_service.errors import Problem
from cartulary_service.players.callers import SCOPES, new_token
from cartulary_service.players.rate_limits import TABLES, WORK, Limits
from cartulary_service.store.database import Database
from tests.patience import PATIENCE
from tests.service.client import CIVILIZATION, Client, Player, Table, body_of
from tests.service.conftest import eventually, service


@pytest.fixture(scope="module")
def limited(database_url: str, keys: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service with limits so low that a slow machine comes up to them, and a proxy in front of it."""
    settings = {
        "DATABASE_URL": database_url,
        "RATE_LIMITS": "yes",
        "RATE_PER_TOKEN": "5",
        "RATE_PER_ADDRESS": "10",
        "PLAYERS_PER_HOUR": "5",
        "GAMES_PER_PLAYER": "3",
        "TRUSTED_PROXIES": "1",
    }
    folder = tmp_path_factory.mktemp("limited")
    with service(settings | {"KEYS_DIR": str(keys)}, folder / "log") as url:
        yield url


def from_address(base: str, address: str, token: str | None = None) -> Client:
    """A caller whose requests come by the proxy from that address."""
    client = Client(base, token)
    client.session.headers["X-Forwarded-For"] = address
    return client


def statuses(client: Client, path: str, number: int) -> list[int]:
    """What so many requests, eight at a time, are answered."""
    with ThreadPoolExecutor(8) as many:
        return list(many.map(lambda _: client.get(path).status_code, range(number)))


def test_two_workers_together_let_a_token_ask_no_more_than_its_limit(limited: str) -> None:
    token = body_of(from_address(limited, "192.0.2.1").post("/players", {"name": "Ann"}), 201)["token"]
    answers = statuses(from_address(limited, "192.0.2.1", token), "/me", 60)
    assert set(answers) == {200, 429}
    # Ten at once, and five more for each second that it took.
    assert 10 <= answers.count(200) <= 50


def test_a_rate_limited_request_says_when_to_retry(limited: str) -> None:
    token = body_of(from_address(limited, "192.0.2.2").post("/players", {"name": "Ben"}), 201)["token"]
    ben = from_address(limited, "192.0.2.2", token)
    while (refused := ben.get("/me")).status_code == 200:
        assert refused.headers["RateLimit-Policy"] == '"address";q=20;w=2, "token";q=10;w=2'
        assert '"token";r=' in refused.headers["RateLimit"]
    problem = body_of(refused, 429)
    assert (problem["code"], "this token" in problem["detail"]) == ("too-many-requests", True)
    assert int(refused.headers["Retry-After"]) >= 1
    assert refused.headers["RateLimit-Policy"] == '"address";q=20;w=2, "token";q=10;w=2'
    assert '"token";r=0;t=' in refused.headers["RateLimit"]
    assert refused.headers["Retry-After"] in problem["detail"]


def test_what_is_refused_is_not_done(limited: str) -> None:
    new = from_address(limited, "192.0.2.3")
    answers = [new.post("/players", {"name": "Cid"}).status_code for _ in range(8)]
    assert answers == [201] * 5 + [429] * 3
    others = from_address(limited, "192.0.2.4")
    assert others.post("/players", {"name": "Dan"}).status_code == 201


def test_programs_of_an_address_count_like_its_players(limited: str) -> None:
    new, wish = (
        from_address(limited, "192.0.2.7"),
        {"client_name": "Table", "redirect_uris": ["https://table.example/"]},
    )
    answers = [new.post("/oauth/clients", wish).status_code for _ in range(6)]
    assert answers == [201] * 5 + [429]
    assert new.post("/players", {"name": "Eve"}).status_code == 429


def test_one_address_does_not_use_up_what_another_may(limited: str) -> None:
    assert 429 in statuses(from_address(limited, "192.0.2.5"), "/games", 200)
    assert from_address(limited, "192.0.2.6").get("/games").status_code == 200


def test_without_limits_nothing_is_counted_or_told(served: str) -> None:
    answer = Player(served).get("/me")
    assert answer.status_code == 200
    assert not {"RateLimit", "RateLimit-Policy"} & set(answer.headers)


def test_a_web_page_may_read_what_is_left(limited: str) -> None:
    answer = requests.get(f"{limited}/v1/catalogue", headers={"Origin": "https://club.example"}, timeout=PATIENCE)
    assert "RateLimit" in answer.headers["Access-Control-Expose-Headers"]


def test_the_worker_forgets_buckets_that_are_long_full_again(limited: str, database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as session:
        session.execute(
            "insert into buckets values ('token', 'somebody', 3, 1, now() - interval '1 day'),"
            " ('token', 'somebody else', 3, 1, now())"
        )
        left = "select subject from buckets where subject like 'somebody%'"
        eventually(lambda: session.execute(left).fetchall() == [("somebody else",)])


def test_a_player_at_the_limit_opens_a_game_once_one_is_over(limited: str) -> None:
    tokens = [
        body_of(from_address(limited, "192.0.2.9").post("/players", {"name": name}), 201)["token"] for name in "AB"
    ]
    ann, ben = (from_address(limited, "192.0.2.9", token) for token in tokens)
    wish = {"game": "carta-impera-victoria", "seats": 2}
    games = [body_of(ann.post("/games", wish), 201)["id"] for _ in range(3)]
    for player in (ann, ben):
        body_of(player.post(f"/games/{games[0]}/seats", {"entropy": "0" * 64}), 201)
    fork = ann.post(f"/games/{games[0]}/forks")
    for refused in (ann.post("/games", wish), fork):
        assert body_of(refused, 409)["code"] == "too-many-games"
    assert ben.post("/games", wish).status_code == 201
    body_of(ben.post(f"/games/{games[0]}/actions", {"type": "resign"}), 201)
    assert ann.post("/games", wish).status_code == 201


def test_work_is_charged_by_what_it_takes_and_by_all_workers_together(database_url: str) -> None:
    config = Config(database_url=database_url)
    with closing(Database(config)) as database:
        here, there = Limits(database, config), Limits(database, config)
        here.spend(WORK, "Ann", [], 3 * WORK.burst // 4)
        with pytest.raises(Problem, match="milliseconds of computing") as refused:
            there.spend(WORK, "Ann", [], WORK.burst // 2)
        assert (refused.value.status, refused.value.code) == (429, "too-many-requests")
        assert 1 <= int(refused.value.headers["Retry-After"]) <= WORK.window
        there.spend(WORK, "Ben", [], WORK.burst)
        there.spend(WORK, "Ann", [], 1)


def test_more_work_than_a_bucket_holds_takes_a_full_bucket(database_url: str) -> None:
    config = Config(database_url=database_url)
    with closing(Database(config)) as database:
        limits = Limits(database, config)
        limits.spend(WORK, "Cid", [], 2 * WORK.burst)
        with pytest.raises(Problem):
            limits.spend(WORK, "Cid", [], WORK.burst)


@pytest.fixture(scope="module")
def long_games(own_database: str) -> str:
    """A token of a player of long games in a database of their own."""
    fill(own_database, 2, CATALOGUE[CIVILIZATION])
    token, stored = new_token()
    with psycopg.connect(own_database, autocommit=True) as session:
        session.execute(
            "insert into tokens (player_id, hash, scopes) select player_id, %s, %s from game_seats limit 1",
            (stored, [*SCOPES]),
        )
    return token


@pytest.mark.parametrize("path", ["/export", "/me/export"])
def test_an_export_is_charged_by_the_events_of_its_games(limited_base: str, long_games: str, path: str) -> None:
    reader = Client(limited_base, long_games)
    assert "work" not in reader.get("/me").headers["RateLimit"]
    answer = reader.get(path)
    assert answer.status_code == 200
    assert f'"work";q={WORK.burst};w={WORK.window}' in answer.headers["RateLimit-Policy"]


def test_a_fork_of_a_long_game_is_charged_by_its_events(limited_base: str, own_database: str, long_games: str) -> None:
    with psycopg.connect(own_database) as session:
        game, version = session.execute(
            "select game_id::text, max(position) from events join games g on g.id = game_id "
            "where status = 'finished' and version > 500 and events.ply < g.ply group by game_id limit 1"
        ).fetchone() or ("", 0)
    player = Client(limited_base, long_games)
    answer = player.post(f"/games/{game}/forks", {"version": version})
    assert body_of(answer, 201)["status"] == "open"
    assert '"work";' in answer.headers["RateLimit-Policy"]


def test_complete_actions_are_charged_by_the_items_that_are_chosen_in_them(limited_base: str) -> None:
    rich = {"plots": [{"terrain": "hills", "population": 1_000}, {"terrain": "river", "population": 1_000}]}
    position = {
        **{"active": 0, "dealer": 1, "step": "collect"},
        "seats": [rich, {"plots": [{"terrain": "coast"}]}],
        "technologies": {"open": ["mining"]},
    }
    table = Table.of(limited_base, 2, game=CIVILIZATION, edition=None, position=position)
    answer = table.players[0].get(f"/games/{table.game}/actions?expand=true")
    assert len(body_of(answer, 200)["actions"]) == 1_000
    assert '"work";' in answer.headers["RateLimit-Policy"]


def test_addresses_of_one_subscriber_count_as_one(limited: str) -> None:
    of_one = [f"2001:db8:7:7:{number:x}::{number:x}" for number in range(8)]
    answers = [from_address(limited, each).post("/players", {"name": "Gil"}).status_code for each in of_one]
    assert answers == [201] * 5 + [429] * 3
    assert from_address(limited, "2001:db8:7:8::1").post("/players", {"name": "Hal"}).status_code == 201
    assert from_address(limited, "::ffff:192.0.2.40").post("/players", {"name": "Ida"}).status_code == 201


def open_table(player: Client) -> requests.Response:
    return player.post("/games", {"game": "carta-impera-victoria", "seats": 2})


def test_tables_that_were_closed_again_count_among_those_that_a_player_opens(limited: str, database_url: str) -> None:
    made = body_of(from_address(limited, "192.0.2.50").post("/players", {"name": "Joe"}), 201)
    joe = from_address(limited, "192.0.2.50", made["token"])
    config = Config(database_url=database_url)
    with closing(Database(config)) as database:
        Limits(database, config).spend(TABLES, made["id"], [], TABLES.burst - 1)
    game = body_of(open_table(joe), 201)["id"]
    assert joe.delete(f"/games/{game}").status_code == 204
    refused = body_of(open_table(joe), 429)
    assert "tables opened by you" in refused["detail"]
